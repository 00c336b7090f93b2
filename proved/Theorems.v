(** To read on. All of files of Connect Four, m,n,k games and Hex that the program accepts. *)
From Coq Require Import ZArith.
Require Import Proved.Game Proved.Claims Proved.Check Proved.Closure Proved.Program.
Require Import Proved.Rules.Packed Proved.Rules.Grid Proved.Rules.Names Proved.Rules.Games.
Require Import Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Bridge.Files.
Require Import Proved.Bridge.ConnectFour Proved.Bridge.Mnk Proved.Bridge.Hex.
Require Import Proved.Boards.Stones Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.                        (* whether symmetries count *)

(** Positions of the rules [R] are found as [L] says. *)
Definition grid_proved (R : rules) (L : layout) {S} rules : Prop :=
  proved (grid R) (grid_images R symmetric) (representative L symmetric) (name L symmetric)
    (checked (boards := board_game S) rules) stones.

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

Theorem hex_files : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat ->
  grid_proved (decided_hex columns rows)
    (hex_layout columns rows (Bridge.Connection.decide columns rows))
    (hex_rules columns rows symmetric).
Proof. intros small. by_packing (hex_packing columns rows small symmetric). Qed.
End Games.
