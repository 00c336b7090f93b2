(** To be read. Hex: each square has up to six neighbours; the first player connects the first row
    with the last one, the second player the first column with the last one. There is no swap. *)
From Coq Require Import ZArith List Bool.
Import ListNotations.
From Proved Require Import Game Rules.Grid.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.

Definition beside (m n : nat) : bool :=
  let (c, r) := at_number columns m in
  let (c', r') := at_number columns n in
  existsb (fun '(dc, dr) => (c' =? c + dc) && (r' =? r + dr))
    [(1, 0); (-1, 0); (0, 1); (0, -1); (1, -1); (-1, 1)].
(** A chain of stones of player [q] leads from one square to another. *)
Inductive chain (q : player) (p : position) : nat -> nat -> Prop :=
| chain_square n : shows (Some q) p n = true -> chain q p n n
| chain_step l m n : chain q p l m -> beside m n = true -> shows (Some q) p n = true ->
    chain q p l n.

Definition near_edge (q : player) (n : nat) : bool := let (c, r) := at_number columns n in
  match q with First => r =? 0 | Second => c =? 0 end.
Definition far_edge (q : player) (n : nat) : bool := let (c, r) := at_number columns n in
  match q with First => r =? Z.of_nat rows - 1 | Second => c =? Z.of_nat columns - 1 end.
Definition connected (q : player) (p : position) : Prop :=
  exists m n, near_edge q m = true /\ far_edge q n = true /\ chain q p m n.

(** Whether a player is connected can be decided; how does not matter. That one side is when no
    square is free is a theorem about Hex that is not needed: there would be draws without it. *)
Variable decide : forall q p, {connected q p} + {~ connected q p}.
Definition hex_grid : rules := Rules (columns * rows) (map (fun n => [n]) (numbers columns rows))
  (fun p => if decide (other (turn p)) p then true else false) (fun _ => 1)
  [symmetry columns rows (half_turn columns rows)].
End Rules.
