(** Proof. Hex on primitive integers: the stones that an edge reaches, by steps to all neighbours at
    once. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Game Check Boards.Stones Rules.Grid Rules.Hex Rules.Names
  Bridge.Connection.
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
Definition connects (h : shape) (n : nat) (near far s : int) : bool :=
  if (s land far =? 0)%uint63 then false else reaches h n s (s land near) far.

Section Hex.
Variables columns rows : nat.
Notation R := (hex_layout columns rows (decide columns rows)).
Definition cells_where (f : nat -> bool) : int := word R (numbers columns rows) f.
Definition hex_shape : shape :=
  Shape (cells_where (fun n => negb (far_edge columns rows Second n)))
    (cells_where (fun n => negb (near_edge columns Second n)))
    (of_Z (Z.of_nat columns)) (of_Z (Z.of_nat columns - 1)).

(** The first player has moved last if the number of stones is odd. *)
Definition hex_wins (h : shape) (n : nat) (top bottom left right count s : int) : bool :=
  if (count land 1 =? 0)%uint63 then connects h n left right s else connects h n top bottom s.
Definition hex_stones (symmetric : bool) : stone_game :=
  let near q := cells_where (near_edge columns q) in
  let far q := cells_where (far_edge columns rows q) in
  let wins := hex_wins hex_shape (columns * rows) (near First) (far First) (near Second)
    (far Second) in
  stones_on R symmetric wins (fun _ => 1) 1 (fun _ => ltac:(lia)).
Definition hex_game (symmetric : bool) : game := board_game (hex_stones symmetric).
Definition hex_rules (symmetric : bool) := stone_rules (hex_stones symmetric).
End Hex.
