(** To be read. What the rules share, and the boards under which the program finds the positions of
    a file. *)
From Coq Require Import ZArith List Uint63.
Require Import Proved.Game.

Definition same (q q' : player) : bool :=
  match q, q' with First, First | Second, Second => true | _, _ => false end.

(** The stones of the side to move, all stones, and how many: square number [n] is bit [n]. *)
Record board := Board { mover : int; both : int; stones : int }.

(** The bits [n] below [k] for which [f n]. *)
Fixpoint bits (k : nat) (f : nat -> bool) : int :=
  match k with
  | O => 0
  | S n => if f n then (1 << of_Z (Z.of_nat n)) lor bits n f else bits n f
  end%uint63.
