(** To be read. Othello on 4x4 squares, by the rules alone: evaluated by Coq, without extraction. *)
From Coq Require Import ZArith List Bool Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Theorems.
Require Import Proved.Rules.Packed Proved.Rules.OthelloGame.
Require Import Proved.Boards.Stones Proved.Boards.Othello.
Require Import Proved.Kernel.Table Proved.Kernel.OthelloKeys Proved.Kernel.Othello4x4Data.

Definition the_files : files board :=
  files_of (othello_boards 4 4 true) board_eqb board_hash 11 false
    (records_of 16 artifact) (records_of 16 certificate).
Lemma checked : check (othello_boards 4 4 true) (othello_rules 4 4 true 1000 1000 1) false
  the_files (-10) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem othello_4x4 : V (othello 4 4) start = (-10)%Z.
Proof.
  apply (othello_value 4 4 ltac:(cbn; tauto) true false 1000 1000 1 the_files), check_passes,
    checked.
Qed.
Print Assumptions othello_4x4.
