(** To be read. The rules of Othello, and its symmetries. *)
From Coq Require Import ZArith List Bool.
Import ListNotations.
From Proved Require Import Game.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.

(** The column and the row of a square, both from 0. *)
Definition square : Type := Z * Z.
Definition inside (s : square) : bool :=
  (0 <=? fst s) && (fst s <? Z.of_nat columns) && (0 <=? snd s) && (snd s <? Z.of_nat rows).
Definition row (r : nat) : list square := map (fun c => (Z.of_nat c, Z.of_nat r)) (seq 0 columns).
(** Row by row: the order of moves. *)
Definition squares : list square := flat_map row (seq 0 rows).

(** The disc on each square, row by row. *)
Definition grid : Type := list (list (option player)).
Record position := Position { discs : grid; turn : player }.

Definition disc (b : grid) (s : square) : option player :=
  if inside s then nth (Z.to_nat (fst s)) (nth (Z.to_nat (snd s)) b []) None else None.
(** The grid with these discs. *)
Definition draw (f : square -> option player) : grid := map (fun r => map f (row r)) (seq 0 rows).

Definition has (b : grid) (q : player) (s : square) : bool :=
  match disc b s with Some q' => same q q' | None => false end.
Definition empty (b : grid) (s : square) : bool :=
  match disc b s with Some _ => false | None => true end.

(** The squares from [s] in one direction as far as the edge, without [s]. *)
Definition step (s d : square) : square := (fst s + fst d, snd s + snd d).
Fixpoint line_from (n : nat) (s d : square) : list square :=
  match n with
  | O => []
  | S n => if inside (step s d) then step s d :: line_from n (step s d) d else []
  end.
Definition line (s d : square) : list square := line_from (columns + rows) s d.
Definition directions : list square :=
  [(1, 0); (1, 1); (0, 1); (-1, 1); (-1, 0); (-1, -1); (0, -1); (1, -1)].

(** The discs in this line before the first one of [q]; [None] where an empty square or the edge
    comes before it. *)
Fixpoint enclosed (q : player) (b : grid) (l : list square) : option (list square) :=
  match l with
  | [] => None
  | s :: l => if has b q s then Some [] else
              if empty b s then None else option_map (cons s) (enclosed q b l)
  end.
(** The discs that a disc of [q] on [s] turns over. *)
Definition flips (q : player) (b : grid) (s : square) : list square :=
  flat_map (fun d => match enclosed q b (line s d) with Some l => l | None => [] end) directions.

Definition legal (q : player) (b : grid) (s : square) : bool :=
  empty b s && match flips q b s with [] => false | _ => true end.
Definition legal_squares (q : player) (b : grid) : list square := filter (legal q b) squares.

Definition equal (s t : square) : bool := (fst s =? fst t) && (snd s =? snd t).
Definition place (q : player) (b : grid) (s : square) : grid :=
  let own := s :: flips q b s in
  draw (fun t => if existsb (equal t) own then Some q else disc b t).

(** A side without a move passes if the other one has a move; if neither has, the game is over. *)
Definition pass (p : position) : option position :=
  match legal_squares (turn p) (discs p), legal_squares (other (turn p)) (discs p) with
  | [], _ :: _ => Some (Position (discs p) (other (turn p)))
  | _, _ => None
  end.
Definition othello_moves (p : position) : list (bool * position) :=
  match legal_squares (turn p) (discs p) with
  | [] => match pass p with Some c => [(true, c)] | None => [] end
  | l => map (fun s => (true, Position (place (turn p) (discs p) s) (other (turn p)))) l
  end.

(** The difference in discs for the side to move, empty squares counted for the winner. *)
Definition count (f : square -> bool) : Z := Z.of_nat (length (filter f squares)).
Definition score (p : position) : Z :=
  let own := count (has (discs p) (turn p)) in
  let others := count (has (discs p) (other (turn p))) in
  own - others + count (empty (discs p)) * Z.sgn (own - others).

(** Black, who moves first, is [First]. *)
Definition start_disc (s : square) : option player :=
  let column := Z.of_nat columns / 2 in
  let row := Z.of_nat rows / 2 in
  if equal s (column - 1, row - 1) || equal s (column, row) then Some Second else
  if equal s (column, row - 1) || equal s (column - 1, row) then Some First else None.
Definition othello_start : position := Position (draw start_disc) First.
Definition level (p : position) : Z := count (fun s => negb (empty (discs p) s)).

(** The symmetries of the board, if they count. *)
Variable symmetric : bool.
Definition mirror_columns (s : square) : square := (Z.of_nat columns - 1 - fst s, snd s).
Definition mirror_rows (s : square) : square := (fst s, Z.of_nat rows - 1 - snd s).
Definition exchange (s : square) : square := (snd s, fst s).
Definition mirrors : list (square -> square) :=
  [fun s => s; mirror_columns; mirror_rows; fun s => mirror_columns (mirror_rows s)].
Definition symmetries : list (square -> square) :=
  if symmetric then
    mirrors ++ if (columns =? rows)%nat then map (fun f s => exchange (f s)) mirrors else []
  else [fun s => s].
(** [p'] is an image of [p]: the square [s] has the disc of [f s], or all with colours exchanged if
    [x]. *)
Definition alike (f : square -> square) (x : bool) (p p' : position) : Prop :=
  turn p' = next x (turn p) /\
  forall s, disc (discs p') s = option_map (next x) (disc (discs p) (f s)).
Definition images (p p' : position) : Prop := exists f x, In f symmetries /\ alike f x p p'.
End Rules.

(** Columns and rows of the boards whose files the program checks. *)
Definition sizes : list (nat * nat) :=
  let even := [4; 6; 8; 10; 12; 14; 16]%nat in
  filter (fun '(c, r) => (c * r <=? 64)%nat) (list_prod even even).
