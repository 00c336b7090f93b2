(** To be read. Connect Four, its mirror and its boards; four in line win. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.
Variable by_score : bool.

(** Each column lists the owners of its stones from the bottom. *)
Record position := Position { cols : list (list player); turn : player }.
Definition empty : position := Position (repeat [] columns) First.

(** The stone in column [c] and row [r], from 0. *)
Definition stone (p : position) (c r : Z) : option player :=
  if (0 <=? c) && (0 <=? r) then
    match nth_error (cols p) (Z.to_nat c) with
    | Some column => nth_error column (Z.to_nat r)
    | None => None
    end
  else None.
Definition owns (q : player) (p : position) (c r : Z) : bool :=
  match stone p c r with Some q' => same q q' | None => false end.

(** Up, down to the right, right, up to the right. *)
Definition ways : list (Z * Z) := [(0, 1); (1, -1); (1, 0); (1, 1)].
Definition squares : list (Z * Z) :=
  flat_map (fun c => map (fun r => (Z.of_nat c, Z.of_nat r)) (seq 0 rows)) (seq 0 columns).
Definition four (q : player) (p : position) : bool :=
  existsb (fun '(c, r) => existsb (fun '(dc, dr) =>
    forallb (fun k => owns q p (c + k * dc) (r + k * dr)) [0; 1; 2; 3]) ways) squares.

(** The columns by distance from the centre, then from the left. *)
Definition in_order : list nat :=
  flat_map (fun d => filter (fun c =>
    Z.abs (2 * Z.of_nat c - (Z.of_nat columns - 1)) =? Z.of_nat d) (seq 0 columns))
  (seq 0 columns).

Fixpoint put (l : list (list player)) (c : nat) (q : player) : list (list player) :=
  match l, c with
  | [], _ => []
  | a :: l, O => (a ++ [q]) :: l
  | a :: l, S c => a :: put l c q
  end.
Definition height (p : position) (c : nat) : nat :=
  match nth_error (cols p) c with Some a => length a | None => rows end.
Definition drop (p : position) (c : nat) : position :=
  Position (put (cols p) c (turn p)) (other (turn p)).

Definition c4_moves (p : position) : list (bool * position) :=
  if four (other (turn p)) p then [] else
  map (fun c => (true, drop p c)) (filter (fun c => (height p c <? rows)%nat) in_order).

(** Who loses, loses 1; by score also 1 for each stone that the winner has left. Each side has half
    of the stones, the first the odd one. *)
Definition stones_of (q : player) : nat :=
  match q with First => (columns * rows + 1) / 2 | Second => (columns * rows) / 2 end.
Definition placed (q : player) (p : position) : nat :=
  length (filter (fun '(c, r) => owns q p c r) squares).
Definition c4_payoff (p : position) : Z :=
  let winner := other (turn p) in
  if four winner p then
    if by_score then - 1 - (Z.of_nat (stones_of winner) - Z.of_nat (placed winner p)) else - 1
  else 0.

(** One free square less after each move. *)
Definition left_in (l : list (list player)) : nat :=
  list_sum (map (fun a => rows - length a)%nat l).

(** The board: the square in column [c], row [r] has the bit [c * (rows + 1) + r]. *)
Definition occupied (p : position) (c r : Z) : bool :=
  match stone p c r with Some _ => true | None => false end.
Definition pack (p : position) : board :=
  let set (f : Z -> Z -> bool) := bits (columns * (rows + 1)) (fun n =>
    f (Z.of_nat (n / (rows + 1))) (Z.of_nat (n mod (rows + 1)))) in
  Board (set (owns (turn p) p)) (set (occupied p))
    (of_Z (Z.of_nat (placed First p + placed Second p))).

(** The format's key is the sum of the two sets of stones, and tells positions apart: the second
    comparison never decides. Where the mirror counts, the lesser one represents both. *)
Variable symmetric : bool.
Definition mirror (p : position) : position := Position (rev (cols p)) (turn p).
Definition less (a b : board) : bool :=
  let key (b : board) := (mover b + both b)%uint63 in
  if (key a =? key b)%uint63 then (both a <? both b)%uint63 else (key a <? key b)%uint63.
Definition representative (p : position) : position :=
  if symmetric then if less (pack (mirror p)) (pack p) then mirror p else p else p.
Definition name (p : position) : board := pack (representative p).
End Rules.
