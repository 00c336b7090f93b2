(** Proof. Files as arrays, for checks by Coq's kernel alone; ocaml/to_coq.ml writes them. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
Require Import Proved.Game Proved.Check Proved.Rules.Packed.
Open Scope uint63_scope.

Record table := Table {
  records : int; movers : array int; occupied : array int; levels : array int; metas : array int;
  slots : array int; mask : int; opt_parents : array int; free_parents : array int }.

Definition hash (m b : int) : int :=
  let x := (m * 0x1E3779B97F4A7C15) lxor (b * 0x3F58476D1CE4E5B9) in
  ((x lxor (x >> 29)) * 0x14D049BB133111EB) >> 8.
Definition nowhere : int := 4611686018427387904.
Fixpoint probe (fuel : nat) (t : table) (p : board) (h : int) : int :=
  match fuel with
  | O => nowhere
  | S fuel => let i := (slots t).[h] in
    if i =? 0 then nowhere else
    if (movers t).[i - 1] =? mover p then
      if (occupied t).[i - 1] =? both p then i - 1 else probe fuel t p ((h + 1) land mask t)
    else probe fuel t p ((h + 1) land mask t)
  end.
Definition find (t : table) (p : board) : int :=
  probe 500 t p (hash (mover p) (both p) land mask t).
Definition at_index (t : table) (i : int) : board :=
  Board (movers t).[i] (occupied t).[i] (levels t).[i].
Definition value (t : table) (i : int) : Z := (to_Z ((metas t).[i] >> 18) - 268435456)%Z.
Definition reply (t : table) (i : int) : nat := Z.to_nat (to_Z (((metas t).[i] >> 2) land 65535)).
Definition record (t : table) (i : int) : entry :=
  let m := (metas t).[i] in
  Entry (m land 1 =? 1) (m land 2 =? 2) (value t i) (reply t i).
Definition parent (parents : array int) (i : int) : int * nat :=
  (parents.[i] >> 8, Z.to_nat (to_Z (parents.[i] land 255))).

Definition stored (a c : table) : files board := Files board
  (records a) (at_index a) (record a) (find a)
  (records c) (at_index c) (value c) (reply c) (find c)
  (parent (opt_parents a)) (parent (free_parents a)).
