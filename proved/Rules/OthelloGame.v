(** To be read. Othello as a game. *)
From Coq Require Import List.
Require Import Proved.Game Proved.Rules.Othello Proved.Bridge.OthelloSquares.

Definition othello (columns rows : nat) : game :=
  Game position (othello_start columns rows) (othello_moves columns rows) (score columns rows)
    (moves_left columns rows) (play_ends columns rows).
