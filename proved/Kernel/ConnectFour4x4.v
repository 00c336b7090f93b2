(** To be read. Connect Four on a board of 4 by 4 is a draw: nothing but Coq has computed this. *)
From Coq Require Import ZArith Lia Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Stored Proved.Theorems.
Require Import Proved.Rules.ConnectFour Proved.Boards.ConnectFour Data.connect_four_4x4.

Lemma accepted : check (c4_game 4 4 false true) (c4_rules 4 4 false true 1000 1000 16) false
  (stored artifact certificate) 0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem connect_four_4x4 : V (connect_four 4 4 false) start = 0%Z.
Proof.
  apply (connect_four_value 4 4 false true false 1000 1000 16 ltac:(cbn; lia)
    (stored artifact certificate)).
  exact (check_passes _ _ _ _ _ accepted).
Qed.
Print Assumptions connect_four_4x4.
