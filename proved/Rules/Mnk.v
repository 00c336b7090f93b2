(** To be read. m,n,k games: [in_line] stones in line win. *)
From Coq Require Import ZArith List Arith.
Import ListNotations.
From Proved Require Import Rules.Grid.

Section Rules.
Variables columns rows in_line : nat.
Definition mnk_turns : list (list nat) :=
  let mirrors := [mirror_columns columns; mirror_rows rows; half_turn columns rows] in
  map (symmetry columns rows) (mirrors ++ if (columns =? rows)%nat then
    exchange :: map (fun f x => f (exchange x)) mirrors else []).
Definition mnk_grid : rules := Rules (columns * rows) (map (fun n => [n]) (numbers columns rows))
  (in_a_line columns rows in_line) (fun _ => 1%Z) mnk_turns.
End Rules.
