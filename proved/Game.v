(** To be read. Games, their values, and what it means that a file solves one. *)
From Coq Require Import ZArith List.
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
Definition next (s : bool) (q : player) : player := if s then other q else q.

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

(** A move as the canonical move of the representative: it leads to an image of where that leads. *)
Definition best_move (p : pos) (s : bool) (c : pos) : Prop := In (s, c) (moves p) /\
  exists i d, canonical (representative p) i /\
    nth_error (moves (representative p)) i = Some (s, d) /\ name c = name d.

(** [region P q p]: position [p], with [q] to move, can arise if the player [P] always makes the
    best move and the other any move (Takizawa 2026, section 2.2). *)
Inductive region (P : player) : player -> pos -> Prop :=
| region_start : region P First start
| region_free q p s c : region P q p -> q <> P -> In (s, c) (moves p) -> region P (next s q) c
| region_best p s c : region P P p -> best_move p s c -> region P (next s P) c.

(** Any play. *)
Inductive reachable : pos -> Prop :=
| reachable_start : reachable start
| reachable_move p s c : reachable p -> In (s, c) (moves p) -> reachable c.

(** A record of a file; [move] has a meaning if [opt] is true. *)
Record entry := Entry { opt : bool; free : bool; val : Z; move : nat }.

(** The file [A] is the semi-strong solution up to the cut: the classes with [keep]. The value of
    the start is [v]. *)
Record semi_strong (keep : class -> bool) (A : class -> option entry) (v : Z) : Prop := {
  semi_strong_start : V start = v;
  semi_strong_complete : forall P q p,
    region P q p -> moves p <> [] -> keep (name p) = true ->
    exists e, A (name p) = Some e /\ V p = val e /\
      (q = P -> opt e = true /\ canonical (representative p) (move e)) /\
      (q <> P -> free e = true);
  semi_strong_sound : forall n e, A n = Some e ->
    keep n = true /\ (opt e = true \/ free e = true) /\
    (opt e = true -> exists P p, region P P p /\ moves p <> [] /\ name p = n) /\
    (free e = true -> exists P p, region P (other P) p /\ moves p <> [] /\ name p = n) }.

(** The same of all play. *)
Record strong (keep : class -> bool) (A : class -> option entry) (v : Z) : Prop := {
  strong_start : V start = v;
  strong_complete : forall p, reachable p -> moves p <> [] -> keep (name p) = true ->
    exists e, A (name p) = Some e /\ V p = val e /\ canonical (representative p) (move e);
  strong_sound : forall n e, A n = Some e ->
    keep n = true /\ opt e = true /\ free e = true /\
    exists p, reachable p /\ moves p <> [] /\ name p = n }.

(** By the scope of the files. *)
Definition solution (strong_scope : bool) := if strong_scope then strong else semi_strong.
End Solution.
