(** To be read. Connect Four: stones fall to the bottom of a column; four in line win. *)
From Coq Require Import ZArith List Arith.
Import ListNotations.
From Proved Require Import Game Rules.Grid.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.
Variable by_score : bool.

(** The columns by distance from the centre, then from the left; each from the bottom. *)
Definition in_order : list nat :=
  flat_map (fun d => filter (fun c =>
    Z.abs (2 * Z.of_nat c - (Z.of_nat columns - 1)) =? Z.of_nat d) (seq 0 columns)) (seq 0 columns).
Definition column (c : nat) : list nat := map (fun r => r * columns + c)%nat (seq 0 rows).

(** By score, who loses, loses 1 more for each stone that the winner has left. Each side has half of
    the stones, the first the odd one. *)
Definition stones_of (q : player) : nat :=
  match q with First => (columns * rows + 1) / 2 | Second => (columns * rows) / 2 end.
Definition c4_loss (p : position) : Z :=
  let winner := other (turn p) in
  if by_score then 1 + Z.of_nat (stones_of winner) - Z.of_nat (number_of (Some winner) p) else 1.

Definition c4_grid : rules := Rules (columns * rows) (map column in_order)
  (in_a_line columns rows 4) c4_loss [symmetry columns rows (mirror_columns columns)].
End Rules.
