(** To be read. What m,n,k games, Connect Four and Hex share: in turn the sides put stones on free
    squares of a grid, until one has won or no square is left. *)
From Coq Require Import ZArith List Bool Arith.
Import ListNotations.
From Proved Require Import Game.
Open Scope Z_scope.

(** The stone on each square, by the square's number. *)
Record position := Position { on : list (option player); turn : player }.
Definition alike (x y : option player) : bool :=
  match x, y with Some q, Some q' => same q q' | None, None => true | _, _ => false end.
(** Square [n] has this stone, or is free ([None]); how many have it or are. *)
Definition shows (x : option player) (p : position) (n : nat) : bool :=
  match nth_error (on p) n with Some y => alike x y | None => false end.
Definition number_of (x : option player) (p : position) : nat := length (filter (alike x) (on p)).
Definition level (p : position) : Z :=
  Z.of_nat (number_of (Some First) p + number_of (Some Second) p).
Definition place (p : position) (n : nat) : position :=
  Position (firstn n (on p) ++ Some (turn p) :: skipn (S n) (on p)) (other (turn p)).

(** Such a game. *)
Record rules := Rules {
  size : nat;
  lanes : list (list nat);         (* a stone goes to the first free square of one of these *)
  won : position -> bool;          (* by the side that moved last *)
  loss : position -> Z;            (* of the other one then *)
  turns : list (list nat) }.       (* symmetries: the squares whose stones those of the image get *)

Section Rules.
Variable R : rules.
Definition empty : position := Position (repeat None (size R)) First.
Definition targets (p : position) : list nat :=
  flat_map (fun lane => firstn 1 (filter (shows None p) lane)) (lanes R).
Definition grid_moves (p : position) : list (bool * position) :=
  if won R p then [] else map (fun n => (true, place p n)) (targets p).
Definition grid_payoff (p : position) : Z := if won R p then - loss R p else 0.

Definition image (p : position) (g : list nat) : position :=
  Position (map (fun n => nth n (on p) None) g) (turn p).
(** [q] is an image of [p], only [p] itself if symmetries do not count. *)
Definition grid_images (symmetric : bool) (p q : position) : Prop :=
  exists g, In g (seq 0 (size R) :: if symmetric then turns R else []) /\ q = image p g.
End Rules.

Section Squares.
Variables columns rows : nat.

(** The square in column [c] and row [r], from 0, has the number [r * columns + c]. *)
Definition at_number (n : nat) : Z * Z := (Z.of_nat (n mod columns), Z.of_nat (n / columns)).
Definition number (x : Z * Z) : nat := Z.to_nat (snd x * Z.of_nat columns + fst x).
Definition inside (x : Z * Z) : bool :=
  (0 <=? fst x) && (fst x <? Z.of_nat columns) && (0 <=? snd x) && (snd x <? Z.of_nat rows).
Definition numbers : list nat := seq 0 (columns * rows).

(** Up, down to the right, right, up to the right. *)
Definition ways : list (Z * Z) := [(0, 1); (1, -1); (1, 0); (1, 1)].
Definition from (x w : Z * Z) (k : nat) : Z * Z :=
  (fst x + Z.of_nat k * fst w, snd x + Z.of_nat k * snd w).
Definition lines (in_line : nat) : list (list nat) :=
  flat_map (fun n => flat_map (fun w =>
    let l := map (from (at_number n) w) (seq 0 in_line) in
    if forallb inside l then [map number l] else []) ways) numbers.
Definition in_a_line (in_line : nat) (p : position) : bool :=
  existsb (forallb (shows (Some (other (turn p))) p)) (lines in_line).

Definition symmetry (f : Z * Z -> Z * Z) : list nat :=
  map (fun n => number (f (at_number n))) numbers.
Definition mirror_columns (x : Z * Z) : Z * Z := (Z.of_nat columns - 1 - fst x, snd x).
Definition mirror_rows (x : Z * Z) : Z * Z := (fst x, Z.of_nat rows - 1 - snd x).
Definition half_turn (x : Z * Z) : Z * Z := mirror_columns (mirror_rows x).
Definition exchange (x : Z * Z) : Z * Z := (snd x, fst x).
End Squares.
