(** To be read. m,n,k games, their symmetries and their boards: [in_line] stones in line win. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed.
Open Scope Z_scope.

Section Rules.
Variables columns rows in_line : nat.
Notation C := (Z.of_nat columns).
Notation R := (Z.of_nat rows).

(** The square in column [c] and row [r], from 0, has the number [r * columns + c]. *)
Record position := Position { on : list (option player); turn : player }.
Definition empty : position := Position (repeat None (columns * rows)) First.

Definition on_square (p : position) (n : nat) : option player :=
  match nth_error (on p) n with Some x => x | None => None end.
Definition inside (x : Z * Z) : bool :=
  let '(c, r) := x in (0 <=? c) && (c <? C) && (0 <=? r) && (r <? R).
Definition number (x : Z * Z) : nat := let '(c, r) := x in Z.to_nat (r * C + c).
Definition at_number (n : nat) : Z * Z := (Z.of_nat (n mod columns), Z.of_nat (n / columns)).
Definition holds (q : player) (p : position) (n : nat) : bool :=
  match on_square p n with Some q' => same q q' | None => false end.
Definition owns (q : player) (p : position) (x : Z * Z) : bool :=
  inside x && holds q p (number x).

(** Right, up, up to the right, down to the right. *)
Definition ways : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)].
Definition from (x w : Z * Z) (k : nat) : Z * Z :=
  (fst x + Z.of_nat k * fst w, snd x + Z.of_nat k * snd w).
Definition line (q : player) (p : position) : bool :=
  existsb (fun n => existsb (fun w =>
    forallb (fun k => owns q p (from (at_number n) w k)) (seq 0 in_line)) ways)
  (seq 0 (columns * rows)).

Definition is_free (p : position) (n : nat) : bool :=
  match on_square p n with None => true | Some _ => false end.
Fixpoint put (l : list (option player)) (n : nat) (q : player) : list (option player) :=
  match l, n with
  | [], _ => []
  | _ :: l, O => Some q :: l
  | a :: l, S n => a :: put l n q
  end.
Definition place (p : position) (n : nat) : position :=
  Position (put (on p) n (turn p)) (other (turn p)).

Definition placements (p : position) : list (bool * position) :=
  map (fun n => (true, place p n)) (filter (is_free p) (seq 0 (length (on p)))).

Definition mnk_moves (p : position) : list (bool * position) :=
  if line (other (turn p)) p then [] else placements p.
Definition mnk_payoff (p : position) : Z := if line (other (turn p)) p then -1 else 0.

(** One free square less after each move. *)
Definition left_on (l : list (option player)) : nat :=
  length (filter (fun x => match x with None => true | _ => false end) l).

(** The board: square number [n] is bit [n]. *)
Definition pack (p : position) : board :=
  let n := (columns * rows)%nat in
  Board (bits n (holds (turn p) p)) (bits n (fun i => negb (is_free p i)))
    (of_Z (Z.of_nat (length (filter (fun i => negb (is_free p i)) (seq 0 n))))).

(** A symmetry mirrors columns, rows, both or neither, and on a square board may exchange columns
    and rows before that. *)
Record symmetry := Symmetry { columns_too : bool; rows_too : bool; exchange : bool }.
Definition source (g : symmetry) (x : Z * Z) : Z * Z :=
  let '(c, r) := if exchange g then (snd x, fst x) else x in
  (if columns_too g then C - 1 - c else c, if rows_too g then R - 1 - r else r).
Definition symmetries (symmetric : bool) : list symmetry :=
  if symmetric then
    flat_map (fun t => [Symmetry true false t; Symmetry false true t; Symmetry true true t;
      Symmetry false false t]) (if (columns =? rows)%nat then [false; true] else [false])
  else [Symmetry false false false].
Definition image (p : position) (g : symmetry) : position :=
  Position (map (fun n => on_square p (number (source g (at_number n)))) (seq 0 (columns * rows)))
    (turn p).

(** The format's key has a digit for each square, the last one first: 0 if it is empty, 1 for a
    stone of the side to move, 2 for one of the other. The image of least key represents all. *)
Definition digit (b : board) (square : int) : int :=
  (if both b land square =? 0 then 0 else if mover b land square =? 0 then 2 else 1)%uint63.
Fixpoint less (l : list int) (a b : board) : bool :=
  match l with
  | [] => false
  | q :: l => if (digit a q =? digit b q)%uint63 then less l a b
      else (digit a q <? digit b q)%uint63
  end.
Definition square_bits : list int := map (fun n => 1 << of_Z (Z.of_nat n))%uint63
  (rev (seq 0 (columns * rows))).
Definition representative (symmetric : bool) (p : position) : position :=
  fold_left (fun least q => if less square_bits (pack q) (pack least) then q else least)
    (map (image p) (symmetries symmetric)) p.
Definition name (symmetric : bool) (p : position) : board := pack (representative symmetric p).
End Rules.
