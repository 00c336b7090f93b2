(** To be read. The first player wins Hex on 3 by 3: nothing but Coq has computed this. *)
From Coq Require Import ZArith Lia Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Stored Proved.Theorems.
Require Import Proved.Rules.Hex Proved.Bridge.HexConnection Proved.Boards.Hex Data.hex_3x3.

Lemma accepted : check (hex_game 3 3 true) (hex_rules 3 3 true 1000 1000 16) false
  (stored artifact certificate) 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem hex_3x3 : V (hex 3 3 (connected_dec 3 3)) start = 1%Z.
Proof.
  apply (hex_value 3 3 true false 1000 1000 16 ltac:(cbn; lia) (stored artifact certificate)).
  exact (check_passes _ _ _ _ _ accepted).
Qed.
Print Assumptions hex_3x3.
