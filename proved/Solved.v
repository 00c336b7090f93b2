(** To be read. Solutions of Connect Four, m,n,k games and Hex. The [name] and [representative] of a
    position are told in Names.v, by a [layout]; what matters of them is said by [named]. *)
From Coq Require Import List.
From Proved Require Import Game Check Program Theorems Bridge.Files Rules.Games Rules.Grid
  Rules.Names Rules.ConnectFour Rules.Mnk Boards.Stones Boards.ConnectFour Boards.Mnk Boards.Hex
  Bridge.ConnectFour Bridge.Mnk Bridge.Hex.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.           (* whether the images of a position share a record *)
Definition grid_solves (R : rules) (L : layout) {S}
    (code : _ -> _ -> _ -> board_rules (board_game S)) : Prop :=
  solves code (grid R) (grid_images R symmetric) (representative L symmetric)
    (fun p => moves p <> nil) level (name L symmetric).

Theorem connect_four_solved (by_score : bool) :
  1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62 ->
  grid_solves (c4_grid columns rows by_score) (c4_layout columns rows by_score)
    (c4_rules columns rows by_score symmetric).
Proof. intros H. by_files (connect_four_packing _ _ H _ _) (connect_four_files _ _ _ _ H). Qed.

Theorem mnk_solved (in_line : nat) :
  1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62 ->
  grid_solves (mnk_grid columns rows in_line) (mnk_layout columns rows in_line)
    (mnk_rules columns rows in_line symmetric).
Proof. intros H. by_files (mnk_packing _ _ _ H _) (mnk_files _ _ _ _ H). Qed.

Theorem hex_solved : 1 <= columns /\ 1 <= rows /\ columns * rows <= 62 ->
  grid_solves (decided_hex columns rows) (decided_layout columns rows)
    (hex_rules columns rows symmetric).
Proof. intros H. by_files (hex_packing _ _ H _) (hex_files _ _ _ H). Qed.
End Games.
