(** To be read. Hex, its symmetry and its boards. Each cell of the board has up to six neighbours;
    the first player connects the first row with the last one, the second player the first column
    with the last one. There is no swap rule. Positions and squares are those of m,n,k games. *)
From Coq Require Import ZArith List Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed Proved.Rules.Mnk.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.
Notation owns := (owns columns rows).

Definition neighbours (x : Z * Z) : list (Z * Z) := let '(c, r) := x in
  [(c + 1, r); (c - 1, r); (c, r + 1); (c, r - 1); (c + 1, r - 1); (c - 1, r + 1)].

(** A chain of stones of player [q] leads from one cell to another. *)
Inductive chain (q : player) (p : position) : Z * Z -> Z * Z -> Prop :=
| chain_cell x : owns q p x = true -> chain q p x x
| chain_step x y z : chain q p x y -> In z (neighbours y) -> owns q p z = true -> chain q p x z.

Definition near_edge (q : player) (x : Z * Z) : bool :=
  match q with First => snd x =? 0 | Second => fst x =? 0 end.
Definition far_edge (q : player) (x : Z * Z) : bool :=
  match q with
  | First => snd x =? Z.of_nat rows - 1
  | Second => fst x =? Z.of_nat columns - 1
  end.
Definition connected (q : player) (p : position) : Prop :=
  exists x y, near_edge q x = true /\ far_edge q y = true /\ chain q p x y.

(** Whether a player is connected can be decided; how does not matter. *)
Variable decide : forall q p, {connected q p} + {~ connected q p}.

(** The game is over when the side that moved last is connected. That one side is when the board is
    full is a theorem about Hex that is not needed: there would be draws if it did not hold. *)
Definition hex_moves (p : position) : list (bool * position) :=
  if decide (other (turn p)) p then [] else placements p.
Definition hex_payoff (p : position) : Z := if decide (other (turn p)) p then -1 else 0.

(** The symmetry turns the board by 180 degrees. The format's key is that of m,n,k games but for the
    last cell, which comes first in the order: 1 for a stone of either side. *)
Definition half_turn : symmetry := Symmetry true true false.
Definition hex_less (squares : list int) (a b : board) : bool :=
  match squares with
  | [] => false
  | q :: l => if (both a land q =? both b land q)%uint63 then less l a b
      else (both a land q <? both b land q)%uint63
  end.
Definition hex_representative (symmetric : bool) (p : position) : position :=
  let q := image columns rows p half_turn in
  if symmetric && hex_less (square_bits columns rows) (pack columns rows q) (pack columns rows p)
  then q else p.
Definition hex_name (symmetric : bool) (p : position) : board :=
  pack columns rows (hex_representative symmetric p).
End Rules.
