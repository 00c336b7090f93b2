(** To read on. All that is proved of files: scope weak, certificates, counts of finished games. *)
From Coq Require Import ZArith List Arith Uint63.
Import ListNotations.
From Proved Require Import Game.
Open Scope Z_scope.

Section Solution.
Variable G : game.
Notation pos := (pos G).
Variable images : pos -> pos -> Prop.
Variable representative : pos -> pos.
Notation plays := (plays G images representative).

(** Files of this scope: the records of the artifact and of the certificate, by the [name] that the
    images of a position share; [keep] and [certified] say which are up to their cuts. No value
    exceeds [bound] either way. *)
Variable class : Type.
Variable name : pos -> class.
Variable sc : scope.
Variable keep certified : class -> bool.
Variable A C : class -> option entry.
Variable bound v : Z.                   (* [v]: the value of the start *)

(** A claim ([s], [p], [t]) says [worth s (V G p) <= t]: that the value of [p] is at most [t], or at
    least [- t] if [s]. Weak: what follows from the value of the start by the moves of records with
    the role [opt], and by all moves of positions with the role [free], but for claims true of any
    value. *)
Inductive claimed : bool -> pos -> Z -> Prop :=
| claimed_start s : claimed s start (worth s v)
| claimed_reply p t e s c : claimed true p t -> t < bound -> A (name p) = Some e ->
    plays p (move e) s c -> claimed (negb s) c (- val e)
| claimed_each p t e s c : claimed false p t -> t < bound -> A (name p) = Some e ->
    In (s, c) (moves p) -> claimed s c (val e).

(** A position that belongs to the solution, with the role [opt] if [s], else [free]. *)
Definition due (s : bool) (p : pos) : Prop :=
  match sc with
  | Weak => exists t, claimed s p t /\ t < bound
  | _ => belongs G images representative sc s p
  end.

(** What a record says. *)
Definition true_entry (s : bool) (p : pos) (e : entry) : Prop :=
  match sc with
  | Weak => worth s (V G p) <= worth s (val e) /\ (s = true -> exists s c, plays p (move e) s c)
  | _ => V G p = val e /\ (s = true -> canonical G (representative p) (move e))
  end.

(** The artifact has a record of each position due whose class is up to the cut, with its roles, a
    true one, and no others. A weak one has the strongest bound claimed, or both roles. *)
Definition artifact : Prop :=
  (forall s p, due s p -> moves p <> [] -> keep (name p) = true ->
    exists e, A (name p) = Some e /\ role s e = true /\ true_entry s p e) /\
  (forall n e, A n = Some e -> keep n = true /\ (opt e = true \/ free e = true) /\
    forall s, role s e = true -> exists p, due s p /\ moves p <> [] /\ name p = n /\
      (sc = Weak -> role (negb s) e = true \/ claimed s p (worth s (val e)))) /\
  (sc = Weak -> forall s p t, claimed s p t -> worth s (V G p) <= t /\
    forall e, t < bound -> A (name p) = Some e -> worth s (val e) <= t).

(** What the certificate has to show: that moves beside the stored one are no better, and worse if
    before it, where the artifact does not say so; then, what its own records rest on. *)
Definition lacking (p : pos) (t : Z) : Prop :=
  t < bound /\ moves p <> [] /\ A (name p) = None /\ certified (name p) = true.
Inductive needed : bool -> pos -> Z -> Prop :=
| needed_other p e i s c : sc = SemiStrong -> reachable G p -> A (name p) = Some e ->
    free e = false -> i <> move e -> plays p i s c ->
    needed s c (if (i <? move e)%nat then val e - 1 else val e)
| needed_reply p t e s c : needed true p t -> lacking p t -> C (name p) = Some e ->
    plays p (move e) s c -> needed (negb s) c (- val e)
| needed_each p t s c : needed false p t -> lacking p t -> In (s, c) (moves p) -> needed s c t.

(** What is needed is true. The certificate's records are those needed, with the strongest bound,
    which the move shows. *)
Definition certificate : Prop :=
  (forall s p t, needed s p t -> worth s (V G p) <= t) /\
  (forall p t, needed true p t -> lacking p t -> exists e, C (name p) = Some e /\ - t <= val e /\
    exists s c, plays p (move e) s c /\ val e <= worth s (V G c)) /\
  (forall n e, C n = Some e -> opt e = true /\ free e = false /\
    exists p, name p = n /\ needed true p (- val e) /\ lacking p (- val e)).

(** The classes of finished games of each level are as many as the file says. *)
Definition counts (level : class -> int) (count : int -> int) : Prop :=
  forall l, exists ends, NoDup ends /\ Z.of_nat (length ends) = to_Z (count l) /\
    forall n, In n ends <-> level n = l /\ keep n = true /\
      exists s p, due s p /\ moves p = [] /\ name p = n.

Definition solution : Prop := V G start = v /\ named G images representative name /\
  (forall p, reachable G p -> - bound <= V G p <= bound) /\ artifact /\ certificate.
End Solution.

Set Implicit Arguments.
(** Artifact, certificate, and, where they are counted, the finished games of each level below
    [levels], which have no records. Hints: which record and move lead to a record for each of its
    roles, or to a finished game; what a record of the certificate is needed for. *)
Record files (class : Type) := Files {
  art_table : table class; cert_table : table class;
  counted : bool; levels : int; ends : int -> table class;
  parent : bool -> int -> int * nat; end_parent : int -> int -> bool * (int * nat);
  need : int -> bool * int * list nat }.
Unset Implicit Arguments.
Definition ends_on {pos} (F : files pos) (l : int) : int :=
  if (l <? levels F)%uint63 then records (ends F l) else 0%uint63.

(** What is proved of a program that accepts files up to the cuts [cut] and [certified], for [v] as
    the value of the start: they hold a solution, and as many finished games as they say. *)
Definition proved (G : game) images representative {class} (name : pos G -> class)
    (accepts : int -> int -> scope -> files class -> Z -> Prop) (level : class -> int) : Prop :=
  forall cut certified sc F v, accepts cut certified sc F v ->
  let up_to (l : int) n := (level n <=? l)%uint63 in
  exists A C bound, holds (art_table F) A /\ holds (cert_table F) C /\
  solution G images representative class name sc (up_to cut) (up_to certified) A C bound v /\
  (counted F = true ->
    counts G images representative class name sc (up_to cut) A bound v level (ends_on F)).
