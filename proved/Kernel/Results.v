(** To be read. What nothing but Coq has computed: values of small games, and published numbers of
    paths from the start of Othello, by the rules. *)
From Coq Require Import ZArith NArith List Lia.
Import ListNotations.
Require Import Proved.Game Proved.Value Proved.Closure Proved.Theorems.
Require Import Proved.Rules.Games Proved.Rules.Paths Proved.Boards.Stones Proved.Boards.Word
  Proved.Boards.Othello.
Require Proved.Kernel.Accepted.

Theorem connect_four_4x4 : V (connect_four 4 4 false) start = 0%Z.
Proof.
  eapply solution_value, (connect_four_files 4 4 true false); [cbn; lia |].
  exact (check_passes _ _ _ _ _ (stone_rules_right _ _ _ _) Accepted.connect_four_4x4).
Qed.

Theorem tic_tac_toe : V (mnk 3 3 3) start = 0%Z.
Proof.
  eapply solution_value, (mnk_files 3 3 true false); [cbn; lia |].
  exact (check_passes _ _ _ _ _ (stone_rules_right _ _ _ _) Accepted.mnk_3x3).
Qed.

Theorem hex_3x3 : V (hex 3 3) start = 1%Z.
Proof.
  eapply solution_value, (hex_files 3 3 true false); [cbn; lia |].
  exact (check_passes _ _ _ _ _ (stone_rules_right _ _ _ _) Accepted.hex_3x3).
Qed.

Theorem othello_4x4 : V (othello 4 4) start = (-10)%Z.
Proof.
  assert (sized : In (4, 4)%nat Rules.Othello.sizes) by (cbn; tauto).
  refine (eq_trans (eq_sym (othello_same_value 4 4 sized _)) _).
  eapply (solution_value (othello_without_passes 4 4 sized)), (othello_files 4 4 true false).
  exact (check_passes _ _ _ _ _ (othello_rules_right _ _ _ _ (Word.words_of_right _) _ _ _)
    Accepted.othello_4x4).
Qed.

Open Scope N_scope.
Example paths_4x4 : paths (othello 4 4) 8 start = [1; 4; 12; 44; 128; 424; 1256; 3624; 9112].
Proof. vm_compute. reflexivity. Qed.
Example paths_6x6 : paths (othello 6 6) 5 start = [1; 4; 12; 56; 244; 1364].
Proof. vm_compute. reflexivity. Qed.

Print Assumptions connect_four_4x4.
Print Assumptions tic_tac_toe.
Print Assumptions hex_3x3.
Print Assumptions othello_4x4.
