(** To be read. Published numbers of paths from the start of Othello, by the rules. *)
From Coq Require Import NArith List.
Import ListNotations.
Require Import Proved.Game Proved.Rules.OthelloGame Proved.Rules.Paths.
Open Scope N_scope.

Example paths_4x4 : paths (othello 4 4) 8 start = [1; 4; 12; 44; 128; 424; 1256; 3624; 9112].
Proof. vm_compute. reflexivity. Qed.
Example paths_6x6 : paths (othello 6 6) 5 start = [1; 4; 12; 56; 244; 1364].
Proof. vm_compute. reflexivity. Qed.
