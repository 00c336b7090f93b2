(** To be read. Tic-tac-toe is a draw: nothing but Coq has computed this. *)
From Coq Require Import ZArith Lia Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Stored Proved.Theorems.
Require Import Proved.Rules.Mnk Proved.Boards.Mnk Data.mnk_3x3.

Lemma accepted : check (mnk_game 3 3 3 true) (mnk_rules 3 3 3 true 1000 1000 16) false
  (stored artifact certificate) 0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem tic_tac_toe : V (mnk 3 3 3) start = 0%Z.
Proof.
  apply (mnk_value 3 3 3 true false 1000 1000 16 ltac:(cbn; lia) (stored artifact certificate)).
  exact (check_passes _ _ _ _ _ accepted).
Qed.
Print Assumptions tic_tac_toe.
