(** Proof. The check evaluated by Coq's kernel, on files as arrays. *)
From Coq Require Import ZArith Uint63.
Require Import Proved.Check Proved.Stored.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex
  Proved.Boards.Word Proved.Boards.Othello.
Require Data.connect_four_4x4 Data.mnk_3x3 Data.hex_3x3 Data.othello_4x4.

Lemma connect_four_4x4 : check (c4_game 4 4 false true) (c4_rules 4 4 false true 1000 1000 16) false
  (stored Data.connect_four_4x4.artifact Data.connect_four_4x4.certificate) 0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma mnk_3x3 : check (mnk_game 3 3 3 true) (mnk_rules 3 3 3 true 1000 1000 16) false
  (stored Data.mnk_3x3.artifact Data.mnk_3x3.certificate) 0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma hex_3x3 : check (hex_game 3 3 true) (hex_rules 3 3 true 1000 1000 16) false
  (stored Data.hex_3x3.artifact Data.hex_3x3.certificate) 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma othello_4x4 : check (othello_boards (words_of 16) 4 4 true)
  (othello_rules (words_of 16) 4 4 true (words_of_right 16) 1000 1000 16) false
  (stored Data.othello_4x4.artifact Data.othello_4x4.certificate) (-10) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
