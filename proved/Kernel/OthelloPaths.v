(** To be read. The numbers of paths of each length from the start (perft), by the rules; passes are
    moves. They are those that other programs count. *)
From Coq Require Import ZArith List.
Import ListNotations.
Require Import Proved.Game Proved.Rules.OthelloGame.
Open Scope N_scope.

Fixpoint sums (l l' : list N) : list N :=
  match l, l' with
  | a :: l, a' :: l' => a + a' :: sums l l'
  | [], _ => l'
  | _, [] => l
  end.
(** The numbers of paths from [p] of 0, 1, ..., [n] moves. *)
Fixpoint paths {g : game} (n : nat) (p : pos g) : list N :=
  match n with
  | O => [1]
  | S n => 1 :: fold_left (fun l m => sums l (paths n (snd m))) (moves p) []
  end.

Example paths_4x4 : @paths (othello 4 4) 8 start =
  [1; 4; 12; 44; 128; 424; 1256; 3624; 9112].
Proof. vm_compute. reflexivity. Qed.
Example paths_6x6 : @paths (othello 6 6) 6 start = [1; 4; 12; 56; 244; 1364; 7604].
Proof. vm_compute. reflexivity. Qed.
