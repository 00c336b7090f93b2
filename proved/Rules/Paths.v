(** To read on. The numbers of paths of each length from a position (perft); passes are moves. *)
From Coq Require Import NArith List.
Import ListNotations.
From Proved Require Import Game.
Open Scope N_scope.

Fixpoint sums (l l' : list N) : list N :=
  match l, l' with
  | a :: l, a' :: l' => a + a' :: sums l l'
  | [], _ => l'
  | _, [] => l
  end.
(** Of 0, 1, ..., [n] moves. *)
Fixpoint paths (g : game) (n : nat) (p : pos g) : list N :=
  match n with
  | O => [1]
  | S n => 1 :: fold_left (fun l m => sums l (paths g n (snd m))) (moves p) []
  end.
