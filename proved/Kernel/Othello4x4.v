(** To be read. On 4 by 4 the first player loses Othello by 10: nothing but Coq computed it. *)
From Coq Require Import ZArith List Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Stored Proved.Theorems.
Require Import Proved.Rules.OthelloGame Proved.Boards.Othello Data.othello_4x4.

Lemma accepted : check (othello_boards 4 4 true) (othello_rules 4 4 true 1000 1000 16) false
  (stored artifact certificate) (-10) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem othello_4x4 : V (othello 4 4) start = (-10)%Z.
Proof.
  apply (othello_value 4 4 ltac:(cbn; tauto) true false 1000 1000 16 (stored artifact certificate)).
  exact (check_passes _ _ _ _ _ accepted).
Qed.
Print Assumptions othello_4x4.
