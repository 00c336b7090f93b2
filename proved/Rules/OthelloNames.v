(** To look up. The boards of positions of Othello, and which image represents all. *)
From Coq Require Import ZArith List Bool Uint63.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Othello.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.
Notation has := (has columns rows). Notation empty := (empty columns rows).
Notation squares := (squares columns rows).

(** The board: the square in column [c], row [r] has the bit [r * columns + c]. Sets of bits are
    words, as Packed.v says: one, or two if there are more than 62 squares. *)
Variable word : Type.
Variable set : nat -> (nat -> bool) -> word.
Definition pack (p : position) : board_of word :=
  let of_squares (f : square -> bool) := set (columns * rows)%nat (fun n =>
    f (Z.of_nat (n mod columns), Z.of_nat (n / columns))) in
  Board (of_squares (has (discs p) (turn p))) (of_squares (fun s => negb (empty (discs p) s)))
    (of_Z (level columns rows p)).

Variable symmetric : bool.
(** The position with on each square the disc that was on its image. *)
Definition image (f : square -> square) (p : position) : position :=
  Position (draw columns rows (fun s => disc columns rows (discs p) (f s))) (turn p).

(** The key of a position in a file has the digits 0 empty, 1 the side to move, 2 the other one;
    square a1 is the last digit. Images are stored under the least of their keys. *)
Definition digit (p : position) (s : square) : Z :=
  if has (discs p) (turn p) s then 1 else if empty (discs p) s then 0 else 2.
Definition key (p : position) : Z := fold_right (fun s rest => digit p s + 3 * rest) 0 squares.
Definition representative (p : position) : position :=
  fold_left (fun best f => if key (image f p) <? key best then image f p else best)
    (symmetries columns rows symmetric) p.
Definition name (p : position) : board_of word := pack (representative p).
End Rules.
Arguments pack columns rows {word}. Arguments name columns rows {word}.
