(** Proof. The check evaluated by Coq's kernel, on files as arrays. *)
From Coq Require Import ZArith Uint63.
From Proved Require Import Game Loop Check Stored Boards.ConnectFour Boards.Mnk Boards.Hex
  Boards.Word Boards.Othello.
Require Data.connect_four_4x4 Data.mnk_3x3 Data.hex_3x3 Data.othello_4x4.

Lemma connect_four_4x4 : accepted (c4_rules 4 4 false true 1000 1000 16)
  (stored connect_four_4x4.artifact connect_four_4x4.certificate) 0%Z.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma mnk_3x3 : accepted (mnk_rules 3 3 3 true 1000 1000 16)
  (stored mnk_3x3.artifact mnk_3x3.certificate) 0%Z.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma hex_3x3 : accepted (hex_rules 3 3 true 1000 1000 16)
  (stored hex_3x3.artifact hex_3x3.certificate) 1%Z.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma othello_4x4 : accepted (othello_rules one_word 4 4 true one_word_right 1000 1000 16)
  (stored othello_4x4.artifact othello_4x4.certificate) (-10)%Z.
Proof. vm_cast_no_check (eq_refl true). Qed.
