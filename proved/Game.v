(** To be read. Games, their values, and what it means that a file solves one. *)
From Coq Require Import ZArith List Arith Uint63.
Import ListNotations.
Open Scope Z_scope.

(** A finite game of two players with perfect information and zero sum. A move leads to a position
    and says whether the turn changes: [true] if the other side is to move there, [false] if the
    same side is, because the other one had to pass and the pass is left out. The list of moves is
    in tie-break order. *)
Record game := Game {
  pos : Type;
  start : pos;
  moves : pos -> list (bool * pos);
  payoff : pos -> Z;            (* where there are no moves; for the side to move *)
  rank : pos -> nat;            (* no play is longer *)
  rank_lt : forall p s c, In (s, c) (moves p) -> (rank c < rank p)%nat }.
Arguments start {g}. Arguments moves {g}. Arguments payoff {g}. Arguments rank {g}.

(** The worth of a move to the side that makes it, if the position after it has the value [v]. *)
Definition worth (s : bool) (v : Z) : Z := if s then - v else v.

Inductive player := First | Second.
Definition other (q : player) : player := match q with First => Second | Second => First end.
Definition same (q q' : player) : bool :=
  match q, q' with First, First | Second, Second => true | _, _ => false end.
Definition next (s : bool) (q : player) : player := if s then other q else q.

Inductive scope := Weak | SemiStrong | Strong.

Section Solution.
Variable G : game.
Notation pos := (pos G).

(** The minimax value for the side to move, by [n] moves of look-ahead; [rank p] are enough. *)
Fixpoint Vn (n : nat) (p : pos) : Z :=
  match n, moves p with
  | _, [] => payoff p
  | O, _ => 0
  | S n, (s, c) :: l =>
      fold_right (fun m best => Z.max (worth (fst m) (Vn n (snd m))) best) (worth s (Vn n c)) l
  end.
Definition V (p : pos) : Z := Vn (rank p) p.

(** Move number [i], from 0, is canonical: the first of the best. *)
Definition canonical (p : pos) (i : nat) : Prop :=
  exists s c, nth_error (moves p) i = Some (s, c) /\ worth s (V c) = V p /\
  forall j s' c', (j < i)%nat -> nth_error (moves p) j = Some (s', c') -> worth s' (V c') < V p.

(** Positions that are images of one another under the symmetries of the board have one [name],
    under which a file stores them, and one representative: a stored move is a move there. Without
    symmetries each position represents itself. *)
Variable class : Type.
Variable name : pos -> class.
Variable representative : pos -> pos.

(** Move number [i] of the representative, as a move at [p]: it leads to an image of where that
    leads. *)
Definition plays (p : pos) (i : nat) (s : bool) (c : pos) : Prop := In (s, c) (moves p) /\
  exists d, nth_error (moves (representative p)) i = Some (s, d) /\ name c = name d.

(** [region P q p]: position [p], with [q] to move, can arise if the player [P] always makes the
    best move and the other any move (Takizawa 2026, section 2.2). *)
Inductive region (P : player) : player -> pos -> Prop :=
| region_start : region P First start
| region_free q p s c : region P q p -> q <> P -> In (s, c) (moves p) -> region P (next s q) c
| region_best p i s c : region P P p -> canonical (representative p) i -> plays p i s c ->
    region P (next s P) c.

(** Any play. *)
Inductive reachable : pos -> Prop :=
| reachable_start : reachable start
| reachable_move p s c : reachable p -> In (s, c) (moves p) -> reachable c.

(** A record of a file; [move] has a meaning if [opt] is true. *)
Record entry := Entry { opt : bool; free : bool; val : Z; move : nat }.
Definition role (s : bool) (e : entry) : bool := if s then opt e else free e.

(** Files of this scope: the records of the artifact and of the certificate, by classes; [keep] and
    [certified] say which classes are up to their cuts. No value exceeds [bound] either way. *)
Variable sc : scope.
Variable keep certified : class -> bool.
Variable A C : class -> option entry.
Variable bound v : Z.                   (* [v]: the value of the start *)

(** A claim ([s], [p], [t]) says [worth s (V p) <= t]: that [V p] is at most [t], or at least [- t]
    if [s]. Weak: what follows from the value of the start by the moves of records with the role
    [opt], and by all moves of positions with the role [free], but for claims true of any value. *)
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
  | SemiStrong => exists P q, region P q p /\ s = same P q
  | Strong => reachable p
  end.

(** What a record says. *)
Definition true_entry (s : bool) (p : pos) (e : entry) : Prop :=
  match sc with
  | Weak => worth s (V p) <= worth s (val e) /\ (s = true -> exists s c, plays p (move e) s c)
  | _ => V p = val e /\ (s = true -> canonical (representative p) (move e))
  end.

(** The artifact has a record of each position due whose class is up to the cut, with its roles, a
    true one, and no others. A weak one has the strongest bound claimed, or both roles. *)
Definition artifact : Prop :=
  (forall s p, due s p -> moves p <> [] -> keep (name p) = true ->
    exists e, A (name p) = Some e /\ role s e = true /\ true_entry s p e) /\
  (forall n e, A n = Some e -> keep n = true /\ (opt e = true \/ free e = true) /\
    forall s, role s e = true -> exists p, due s p /\ moves p <> [] /\ name p = n /\
      (sc = Weak -> role (negb s) e = true \/ claimed s p (worth s (val e)))) /\
  (sc = Weak -> forall s p t, claimed s p t -> worth s (V p) <= t /\
    forall e, t < bound -> A (name p) = Some e -> worth s (val e) <= t).

(** What the certificate has to show: that moves beside the stored one are no better, and worse if
    before it, where the artifact does not say so; then, what its own records rest on. *)
Definition lacking (p : pos) (t : Z) : Prop :=
  t < bound /\ moves p <> [] /\ A (name p) = None /\ certified (name p) = true.
Inductive needed : bool -> pos -> Z -> Prop :=
| needed_other p e i s c : sc = SemiStrong -> reachable p -> A (name p) = Some e ->
    free e = false -> i <> move e -> plays p i s c ->
    needed s c (if (i <? move e)%nat then val e - 1 else val e)
| needed_reply p t e s c : needed true p t -> lacking p t -> C (name p) = Some e ->
    plays p (move e) s c -> needed (negb s) c (- val e)
| needed_each p t s c : needed false p t -> lacking p t -> In (s, c) (moves p) -> needed s c t.

(** What is needed is true. The certificate's records are those needed, with the strongest bound,
    which the move shows. *)
Definition certificate : Prop :=
  (forall s p t, needed s p t -> worth s (V p) <= t) /\
  (forall p t, needed true p t -> lacking p t -> exists e, C (name p) = Some e /\ - t <= val e /\
    exists s c, plays p (move e) s c /\ val e <= worth s (V c)) /\
  (forall n e, C n = Some e -> opt e = true /\ free e = false /\
    exists p, name p = n /\ needed true p (- val e) /\ lacking p (- val e)).

(** The classes of finished games of each level are as many as the file says. *)
Definition counts (level : class -> int) (count : int -> int) : Prop :=
  forall l, exists ends, NoDup ends /\ Z.of_nat (length ends) = to_Z (count l) /\
    forall n, In n ends <-> level n = l /\ keep n = true /\
      exists s p, due s p /\ moves p = [] /\ name p = n.

Definition solution : Prop := V start = v /\ (forall p, reachable p -> - bound <= V p <= bound) /\
  artifact /\ certificate.
End Solution.

(** The records of a file by number, and, a hint, the number of a class. *)
Set Implicit Arguments.
Record table (class : Type) := Table {
  records : int; board_at : int -> class; record_at : int -> entry; index_of : class -> int }.
(** What [T] holds is [A]: no class has two records. *)
Definition holds class (T : table class) (A : class -> option entry) : Prop :=
  forall n e, A n = Some e <->
    exists! i, (i <? records T)%uint63 = true /\ board_at T i = n /\ record_at T i = e.

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
Definition proved (G : game) {class} (accepts : int -> int -> scope -> files class -> Z -> Prop)
    (name : pos G -> class) (representative : pos G -> pos G) (level : class -> int) : Prop :=
  forall cut certified sc F v, accepts cut certified sc F v ->
  let up_to (l : int) n := (level n <=? l)%uint63 in
  exists A C bound, holds (art_table F) A /\ holds (cert_table F) C /\
  solution G class name representative sc (up_to cut) (up_to certified) A C bound v /\
  (counted F = true ->
    counts G class name representative sc (up_to cut) A bound v level (ends_on F)).

(** Says yes only if [f] does for each number from [lo] on, below [hi], from a memory such as steps
    that say yes leave behind. *)
Definition checks_range {memory}
    (between : int -> int -> (int -> memory -> bool * memory) -> memory -> bool * memory) : Prop :=
  forall (sound : memory -> Prop) lo hi f m m',
  (forall i m m', sound m -> f i m = (true, m') -> sound m') -> sound m ->
  between lo hi f m = (true, m') -> sound m' /\
  forall i, to_Z lo <= to_Z i < to_Z hi -> exists m m', sound m /\ f i m = (true, m').
