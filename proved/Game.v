(** To be read. Games, their values, and what it means that a file solves one. *)
From Coq Require Import ZArith List Uint63.
Import ListNotations.
Open Scope Z_scope.

(** A finite game of two players with perfect information and zero sum. A move leads to a position
    and says whether the other side is to move there, as always by the rules to be read: [false] is
    for games that leave passes out. The list of moves is in tie-break order. *)
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

(** A record of a file: which roles the side to move has, value, number of the stored move, which
    has a meaning if [opt] is true: if the side to move is the one that plays the best move. *)
Record entry := Entry { opt : bool; free : bool; val : Z; move : nat }.
Definition role (s : bool) (e : entry) : bool := if s then opt e else free e.
(** The records of a file by number, each with the board under which the file has its position, and,
    a hint, the number of a board. *)
Record table (class : Type) := Table {
  records : int; board_at : int -> class; record_at : int -> entry; index_of : class -> int }.
Arguments Table {class}. Arguments records {class}. Arguments board_at {class}.
Arguments record_at {class}. Arguments index_of {class}.
(** What [T] holds is [A]: no board has two records. *)
Definition holds {class} (T : table class) (A : class -> option entry) : Prop :=
  (forall i, (i <? records T)%uint63 = true -> A (board_at T i) = Some (record_at T i)) /\
  forall n, A n <> None -> exists! i, (i <? records T)%uint63 = true /\ board_at T i = n.

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

(** A file has one record for all images of a position, and its move is a move of one of them, the
    representative. Without symmetries each position represents itself. *)
Variable images : pos -> pos -> Prop.
Variable representative : pos -> pos.

(** Move number [i] of the representative, as a move at [p]: it leads to an image of where that
    leads. *)
Definition plays (p : pos) (i : nat) (s : bool) (c : pos) : Prop := In (s, c) (moves p) /\
  exists d, nth_error (moves (representative p)) i = Some (s, d) /\ images c d.

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

(** A position that belongs to the solution: [s] says whether the side to move is the one that plays
    the best move. In a strong one each is. Weak ones are a matter of Claims.v. *)
Definition belongs (sc : scope) (s : bool) (p : pos) : Prop :=
  match sc with
  | Weak => False
  | SemiStrong => exists P q, region P q p /\ s = same P q
  | Strong => reachable p
  end.

(** What matters of representatives, and of the boards by which a file names positions: in play, the
    former are images of the same value, and two have one [name] if and only if they are images. *)
Definition named {class} (name : pos -> class) : Prop := forall p q, reachable p -> reachable q ->
  images p (representative p) /\ V (representative p) = V p /\ (name p = name q <-> images p q).

(** [T] holds the solution up to the level [cut], and [v] is the value of the start. Each position
    that belongs to the solution and is to be [stored] has a record, with its roles, exact value and
    canonical move, and there are no other records. *)
Definition solved {class} (sc : scope) (stored : pos -> Prop) (level : pos -> Z)
    (name : pos -> class) (T : table class) (cut v : Z) : Prop :=
  let due s p := belongs sc s p /\ stored p /\ level p <= cut in
  V start = v /\ named name /\ exists A, holds T A /\
  (forall s p, due s p -> exists e, A (name p) = Some e /\ role s e = true /\ V p = val e /\
    (s = true -> canonical (representative p) (move e))) /\
  forall n e, A n = Some e -> (opt e = true \/ free e = true) /\
    forall s, role s e = true -> exists p, due s p /\ name p = n.
End Solution.
