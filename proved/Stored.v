(** Proof. Files as arrays, for checks by Coq's kernel alone; ocaml/to_coq.ml writes them. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Proved Require Import Game Claims Loop Check Rules.Packed.
Open Scope uint63_scope.

Record arrays := Arrays {
  number : int; movers : array int; occupied : array int; stones_on : array int; metas : array int;
  slots : array int; mask : int; hints : array int; more_hints : array int }.

Definition hash (m b : int) : int :=
  let x := (m * 0x1E3779B97F4A7C15) lxor (b * 0x3F58476D1CE4E5B9) in
  ((x lxor (x >> 29)) * 0x14D049BB133111EB) >> 8.
Definition nowhere : int := 4611686018427387904.
Fixpoint probe (fuel : nat) (t : arrays) (p : board) (h : int) : int :=
  match fuel with
  | O => nowhere
  | S fuel => let i := (slots t).[h] in
    if i =? 0 then nowhere else
    if (movers t).[i - 1] =? mover p then
      if (occupied t).[i - 1] =? both p then i - 1 else probe fuel t p ((h + 1) land mask t)
    else probe fuel t p ((h + 1) land mask t)
  end.
Definition find (t : arrays) (p : board) : int :=
  probe 500 t p (hash (mover p) (both p) land mask t).
Definition at_index (t : arrays) (i : int) : board :=
  Board (movers t).[i] (occupied t).[i] (stones_on t).[i].
Definition value (t : arrays) (i : int) : Z := (to_Z ((metas t).[i] >> 18) - 268435456)%Z.
Definition reply (t : arrays) (i : int) : nat := Z.to_nat (to_Z (((metas t).[i] >> 2) land 65535)).
Definition record (t : arrays) (i : int) : entry :=
  let m := (metas t).[i] in
  Entry (m land 1 =? 1) (m land 2 =? 2) (value t i) (reply t i).
Definition parent (t : arrays) (b : bool) (i : int) : int * nat :=
  let h := (if b then hints t else more_hints t).[i] in (h >> 8, Z.to_nat (to_Z (h land 255))).

(** A path of moves: eight bits each, and 1 after the last. *)
Fixpoint path (fuel : nat) (x : int) : list nat :=
  match fuel with
  | O => nil
  | S fuel => if x <=? 1 then nil else Z.to_nat (to_Z (x land 255)) :: path fuel (x >> 8)
  end.
Definition need_of (t : arrays) (i : int) : bool * int * list nat :=
  let h := (hints t).[i] in (h land 1 =? 1, h >> 1, path 7 (more_hints t).[i]).

Definition table_of (t : arrays) : table board :=
  Table (number t) (at_index t) (record t) (find t).
Definition stored (a c : arrays) : files board :=
  Files (table_of a) (table_of c) false 0 (fun _ => table_of a) (parent a)
    (fun _ _ => (true, (0, O))) (need_of c).
Definition parts (F : files board) (n : int) : part :=
  if n =? 0 then Art (records (art_table F)) else Cert (records (cert_table F)).
Notation accepted rules F v :=
  (check _ rules SemiStrong F all_between (parts F) 2 v = true) (only parsing).
