(** Proof. Files whose records stand in Coq. Whatever these functions answer, the checker makes sure
    of it, so nothing is proved of them. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check.
Open Scope uint63_scope.

Section Table.
Variable G : game.
Variable equal : pos G -> pos G -> bool.
Variable hash : pos G -> int.
Variable bits : int.                    (* of the number of slots *)
Variable strong : bool.                 (* the scope *)
Notation pos := (pos G).

Definition outside : int := 1 << 40.
Definition array_of {A} (filler : A) (l : list A) : array A :=
  snd (fold_left (fun '(i, a) x => (i + 1, a.[i <- x])) l
    (0, make (of_Z (Z.of_nat (List.length l))) filler)).

(** The slots of an open hash table hold numbers of records plus 1. *)
Fixpoint slot (fuel : nat) (records : array pos) (slots : array int) (p : pos) (h : int) : int :=
  match fuel with
  | O => h
  | S fuel => let i := slots.[h] in
    if i =? 0 then h else if equal records.[i - 1] p then h
    else slot fuel records slots p ((h + 1) land ((1 << bits) - 1))
  end.
Definition slot_of records slots (p : pos) : int :=
  slot 1000 records slots p ((hash p >> 8) land ((1 << bits) - 1)).
Definition slots_of (records : array pos) (l : list pos) : array int :=
  snd (fold_left (fun '(i, slots) p => (i + 1, slots.[slot_of records slots p <- i + 1])) l
    (0, make (1 << bits) 0)).
Definition find (records : array pos) (slots : array int) (p : pos) : int :=
  let i := slots.[slot_of records slots p] in if i =? 0 then outside else i - 1.

(** Of each record, by role, a record and the number of its move that leads there. *)
Definition parents : Type := array (int * nat) * array (int * nat).
Fixpoint add_children (find : pos -> int) (i : int) (e : entry) (k : nat) (l : list (bool * pos))
    (a : parents) : parents :=
  match l with
  | [] => a
  | (s, c) :: l =>
    let best := if opt e then (k =? move e)%nat else false in
    let j := find c in
    let a := if j =? outside then a else
      let (o, f) := a in
      ((if if strong then true else if s then free e else best then o.[j <- (i, k)] else o),
       (if if strong then true else if s then best else free e then f.[j <- (i, k)] else f)) in
    add_children find i e (S k) l a
  end.
Definition parents_of (find : pos -> int) (l : list (pos * entry)) : parents :=
  let n := of_Z (Z.of_nat (List.length l)) in
  snd (fold_left (fun '(i, a) '(p, e) => (i + 1, add_children find i e 0 (moves p) a)) l
    (0, (make n (0, O), make n (0, O)))).

Definition files_of (artifact certificate : list (pos * entry)) : files pos :=
  let a := array_of start (map fst artifact) in
  let entries := array_of (Entry false false 0 0) (map snd artifact) in
  let slots := slots_of a (map fst artifact) in
  let find_a := find a slots in
  let c := array_of start (map fst certificate) in
  let claims := array_of (Entry false false 0 0) (map snd certificate) in
  let cslots := slots_of c (map fst certificate) in
  let (parent_o, parent_f) := parents_of find_a artifact in
  Files pos (PArray.length a) (fun i => a.[i]) (fun i => entries.[i]) find_a
    (PArray.length c) (fun i => c.[i]) (fun i => val claims.[i]) (fun i => move claims.[i])
    (find c cslots) (fun i => parent_o.[i]) (fun i => parent_f.[i]).
End Table.

(** A record of the list has a key and a number: roles in bits 0 and 1, the value plus 256 from
    bit 2, the move from bit 16. *)
Definition entry_of (n : int) : entry :=
  Entry (bit n 0) (bit n 1) (to_Z ((n >> 2) land 1023) - 256) (Z.to_nat (to_Z (n >> 16))).
