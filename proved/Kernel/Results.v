(** To be read. What nothing but Coq has computed: values of small games, and numbers of paths from
    the start of Othello by the rules. Those of 8x8 are OEIS A124004, and A. Bik's (Perft for
    Reversi, 2009); those of 4x4, where sides pass, and 6x6 are what `solveig perft` counts. *)
From Coq Require Import ZArith NArith List Lia.
Import ListNotations.
Require Import Proved.Game Proved.Closure Proved.Theorems Proved.OthelloTheorems.
Require Import Proved.Bridge.Files Proved.Rules.Games Proved.Rules.Paths.
Require Proved.Kernel.Accepted.

Ltac by_files files accepted := refine (proved_value _ _ _ _ _ _ _ _ _ _ _ (files _) _);
  [cbn; lia | do 4 eexists; split; [apply all_between_checks | exact accepted]].

Theorem connect_four_4x4 : V (connect_four 4 4 false) start = 0%Z.
Proof. by_files (connect_four_files 4 4 true false) Accepted.connect_four_4x4. Qed.
Theorem tic_tac_toe : V (mnk 3 3 3) start = 0%Z.
Proof. by_files (mnk_files 3 3 true 3) Accepted.mnk_3x3. Qed.
Theorem hex_3x3 : V (hex 3 3) start = 1%Z.
Proof. by_files (hex_files 3 3 true) Accepted.hex_3x3. Qed.
Theorem othello_4x4 : V (othello 4 4) start = (-10)%Z.
Proof.
  assert (sized : In (4, 4)%nat Rules.Othello.sizes) by (cbn; tauto).
  refine (eq_trans (eq_sym (othello_same_value 4 4 sized _)) _).
  by_files (fun L => proj1 (othello_files 4 4 true sized L)) Accepted.othello_4x4.
Qed.

Open Scope N_scope.
Example paths_4x4 : paths (othello 4 4) 8 start = [1; 4; 12; 44; 128; 424; 1256; 3624; 9112].
Proof. vm_compute. reflexivity. Qed.
Example paths_8x8 : paths (othello 8 8) 4 start = [1; 4; 12; 56; 244].
Proof. vm_compute. reflexivity. Qed.
Example paths_6x6 : paths (othello 6 6) 5 start = [1; 4; 12; 56; 244; 1364].
Proof. vm_compute. reflexivity. Qed.
