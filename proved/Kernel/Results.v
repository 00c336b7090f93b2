(** To read on. What nothing but Coq has computed: values of small games, and numbers of paths from
    the start of Othello by the rules. Those of 8x8 are OEIS A124004, and A. Bik's (Perft for
    Reversi, 2009); those of 4x4, where sides pass, and 6x6 are what `solveig perft` counts. *)
From Coq Require Import ZArith NArith List Lia Uint63.
Import ListNotations.
From Proved Require Import Game Claims Closure Solved OthelloSolved Rules.Games Rules.Paths.
From Proved Require Kernel.Accepted.

Ltac by_check solved accepted := refine (proj1 (solved 1000%uint63 1000%uint63 SemiStrong _ _ _ _));
  [easy | do 4 eexists; split; [apply all_between_checks | exact accepted]].

Theorem connect_four_4x4 : V (connect_four 4 4 false) start = 0%Z.
Proof. by_check (connect_four_solved 4 4 true false ltac:(lia)) Accepted.connect_four_4x4. Qed.
Theorem tic_tac_toe : V (mnk 3 3 3) start = 0%Z.
Proof. by_check (mnk_solved 3 3 true 3 ltac:(lia)) Accepted.mnk_3x3. Qed.
Theorem hex_3x3 : V (hex 3 3) start = 1%Z.
Proof. by_check (hex_solved 3 3 true ltac:(lia)) Accepted.hex_3x3. Qed.
Theorem othello_4x4 : V (othello 4 4) start = (-10)%Z.
Proof.
  by_check (proj1 (othello_solved 4 4 true ltac:(cbn; tauto)) ltac:(cbn; lia)) Accepted.othello_4x4.
Qed.

Open Scope N_scope.
Example paths_4x4 : paths (othello 4 4) 8 start = [1; 4; 12; 44; 128; 424; 1256; 3624; 9112].
Proof. vm_compute. reflexivity. Qed.
Example paths_8x8 : paths (othello 8 8) 4 start = [1; 4; 12; 56; 244].
Proof. vm_compute. reflexivity. Qed.
Example paths_6x6 : paths (othello 6 6) 5 start = [1; 4; 12; 56; 244; 1364].
Proof. vm_compute. reflexivity. Qed.
