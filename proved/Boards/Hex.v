(** Proof. Hex on primitive integers: the stones that an edge reaches, by steps to all neighbours at
    once. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.Mnk.
Require Import Proved.Rules.Packed Proved.Rules.Mnk Proved.Rules.Hex.
Open Scope Z_scope.

(** The cells that are not in the last column, not in the first column; how far apart in a word are
    the cells of a column, and those of a falling diagonal. *)
Record shape := Shape { to_right : int; to_left : int; column : int; diagonal : int }.

(** The stones [s] that are in [f] or beside a cell of it. *)
Definition spread (h : shape) (s f : int) : int :=
  (let a := f land to_right h in let b := f land to_left h in
  s land (f lor (a << 1) lor (b >> 1) lor (f << column h) lor (f >> column h)
    lor (a >> diagonal h) lor (b << diagonal h)))%uint63.

(** Do [n] steps from [f] through the stones [s] reach a cell of [far]? *)
Fixpoint reaches (h : shape) (n : nat) (s f far : int) : bool :=
  if (f land far =? 0)%uint63 then
    match n with
    | O => false
    | S n => let g := spread h s f in if (g =? f)%uint63 then false else reaches h n s g far
    end
  else true.

Section Hex.
Variables columns rows : nat.
Notation at_number := (at_number columns).
Notation cells := (columns * rows)%nat.

Definition cells_where (f : Z * Z -> bool) : int := bits cells (fun n => f (at_number n)).
Definition hex_shape : shape :=
  Shape (cells_where (fun x => negb (far_edge columns rows Second x)))
    (cells_where (fun x => negb (near_edge Second x)))
    (of_Z (Z.of_nat columns)) (of_Z (Z.of_nat columns - 1)).

Definition connects (h : shape) (n : nat) (near far s : int) : bool :=
  if (s land far =? 0)%uint63 then false else reaches h n s (s land near) far.

(** The first player has moved last if the number of stones is odd. *)
Definition hex_wins (h : shape) (n : nat) (top bottom left right count s : int) : bool :=
  if (count land 1 =? 0)%uint63 then connects h n left right s else connects h n top bottom s.

Definition hex_represent (squares : list int) (half : list (array int)) (b : board) : board :=
  let a := turned half b in if hex_less squares a b then a else b.

Definition hex_stones (symmetric : bool) : stone_game :=
  let h := hex_shape in let n := cells in
  let top := cells_where (near_edge First) in
  let bottom := cells_where (far_edge columns rows First) in
  let left := cells_where (near_edge Second) in
  let right := cells_where (far_edge columns rows Second) in
  let squares := free_bits columns rows in let down := square_bits columns rows in
  let half := tables (pairs columns rows half_turn) in
  StoneGame (of_Z (Z.of_nat cells)) (hex_wins h n top bottom left right) (mnk_drops squares)
    (mnk_open squares) (fun _ => 1) 1
    (if symmetric then hex_represent down half else fun b => b).

Lemma hex_stones_right symmetric : right_stones (hex_stones symmetric).
Proof.
  constructor; cbn [represent is_open drops loss most_lost hex_stones].
  - intros b. destruct symmetric; [|easy]. unfold hex_represent. now destruct (hex_less _ _ _).
  - apply mnk_open_ok.
  - intros _. lia.
Qed.

Definition hex_game (symmetric : bool) : game :=
  board_game (hex_stones symmetric) (hex_stones_right symmetric).
Definition hex_rules (symmetric : bool) (cut certified size : int) :
    board_rules (hex_game symmetric) :=
  stone_rules (hex_stones symmetric) (hex_stones_right symmetric) cut certified size.
End Hex.
