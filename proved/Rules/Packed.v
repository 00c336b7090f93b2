(** To look up. The boards under which the program finds the positions of a file. *)
From Coq Require Import ZArith List Uint63.
From Proved Require Import Game.

(** The stones of the side to move, all stones, and how many: square number [n] is bit [n]. *)
Record board_of (word : Type) := Board { mover : word; both : word; stones : int }.
Arguments Board {word} (mover both stones)%uint63. Arguments mover {word}. Arguments both {word}.
Arguments stones {word}.
Definition board : Type := board_of int.

(** The bits [n] below [k] for which [f n]. *)
Fixpoint bits (k : nat) (f : nat -> bool) : int :=
  match k with
  | O => 0
  | S n => if f n then (1 << of_Z (Z.of_nat n)) lor bits n f else bits n f
  end%uint63.
(** The same in two words: in the second one is what does not fit the 63 bits of the first. *)
Definition long_bits (k : nat) (f : nat -> bool) : int * int :=
  (bits (Nat.min k 63) f, bits (k - 63) (fun n => f (n + 63)%nat)).
