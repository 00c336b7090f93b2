(** To read on. All that is proved of files of Connect Four, m,n,k games and Hex. *)
From Coq Require Import ZArith.
From Proved Require Import Game Claims Check Closure Program Rules.Packed Rules.Grid Rules.Names
  Rules.Games Rules.ConnectFour Rules.Mnk Bridge.Files Bridge.ConnectFour Bridge.Mnk Bridge.Hex
  Boards.Stones Boards.ConnectFour Boards.Mnk Boards.Hex.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.                        (* whether symmetries count *)

(** Of files accepted by the [code] of the rules [R], with boards by [L]. *)
Definition grid_proved (R : rules) (L : layout) {S} code : Prop :=
  proved (grid R) (grid_images R symmetric) (representative L symmetric) (name L symmetric)
    (checked (boards := board_game S) code) stones.

Theorem connect_four_files (by_score : bool) :
  (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat ->
  grid_proved (c4_grid columns rows by_score) (c4_layout columns rows by_score)
    (c4_rules columns rows by_score symmetric).
Proof. intros small. by_packing (connect_four_packing columns rows small by_score symmetric). Qed.

Theorem mnk_files (in_line : nat) :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat ->
  grid_proved (mnk_grid columns rows in_line) (mnk_layout columns rows in_line)
    (mnk_rules columns rows in_line symmetric).
Proof. intros small. by_packing (mnk_packing columns rows in_line small symmetric). Qed.

Definition decided_layout : layout :=
  hex_layout columns rows (Bridge.Connection.decide columns rows).
Theorem hex_files : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat ->
  grid_proved (decided_hex columns rows) decided_layout
    (hex_rules columns rows symmetric).
Proof. intros small. by_packing (hex_packing columns rows small symmetric). Qed.
End Games.
