(** To look up. The boards of positions of m,n,k games, Connect Four and Hex, and which image
    represents all. *)
From Coq Require Import ZArith List Bool Uint63.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Grid.
From Proved Require Rules.ConnectFour Rules.Mnk Rules.Hex.
Open Scope Z_scope.

(** The bit of a word for each square. The first of the numbers [keys] that differs decides which of
    two images represents both: the one whose number is less. *)
Record layout := Layout { rules_of :> rules; bit : nat -> nat; keys : list (board -> int) }.

Section Names.
Variable R : layout.
Definition square_bit (n : nat) : int := (1 << of_Z (Z.of_nat (bit R n)))%uint63.
Definition word (l : list nat) (f : nat -> bool) : int :=
  fold_right (fun n w => if f n then square_bit n lor w else w)%uint63 0%uint63 l.
Definition pack (p : position) : board :=
  let squares := word (seq 0 (size R)) in
  Board (squares (shows (Some (turn p)) p)) (squares (fun n => negb (shows None p n)))
    (of_Z (Z.of_nat (number_of (Some First) p + number_of (Some Second) p))).

Fixpoint less (l : list (board -> int)) (a b : board) : bool :=
  match l with
  | [] => false
  | key :: l => if (key a =? key b)%uint63 then less l a b else (key a <? key b)%uint63
  end.
(** The words decide last, which never happens: the keys of the format tell images apart. *)
Definition order : board -> board -> bool := less (keys R ++ [mover; both]).
Variable symmetric : bool.
Definition representative (p : position) : position :=
  fold_left (fun least q => if order (pack q) (pack least) then q else least)
    (map (image p) (if symmetric then turns R else [])) p.
Definition name (p : position) : board := pack (representative p).
End Names.

(** Connect Four: a word has a spare bit on top of each column. The key is the sum of the words. *)
Definition c4_bit (columns rows n : nat) : nat := n mod columns * (rows + 1) + n / columns.
Definition c4_layout columns rows by_score : layout :=
  Layout (ConnectFour.c4_grid columns rows by_score) (c4_bit columns rows)
    [fun b => (mover b + both b)%uint63].

(** In base 3: 0 for a free square, 1 for a stone of the side to move, 2 for one of the other. *)
Definition digit (square : int) (b : board) : int :=
  (if both b land square =? 0 then 0 else if mover b land square =? 0 then 2 else 1)%uint63.
Definition square_bits columns rows : list int :=
  map (fun n => 1 << of_Z (Z.of_nat n))%uint63 (rev (numbers columns rows)).
(** m,n,k: the key has the digits of all squares, the last square's first. *)
Definition mnk_layout columns rows in_line : layout :=
  Layout (Mnk.mnk_grid columns rows in_line) (fun n => n) (map digit (square_bits columns rows)).
(** Hex: so has this one, but the last square's digit is 1 for either's stone. *)
Definition hex_layout columns rows decide : layout :=
  Layout (Hex.hex_grid columns rows decide) (fun n => n)
    (map (fun s b => both b land s)%uint63 (firstn 1 (square_bits columns rows)) ++
    map digit (tl (square_bits columns rows))).
