(** To be read. The games; that each play ends is proved elsewhere. *)
From Proved Require Import Game Bridge.Ends Rules.Mnk Rules.ConnectFour Rules.Hex Rules.Grid.
From Proved Require Rules.Othello Bridge.OthelloSquares Bridge.Connection.

Definition grid (R : rules) : game :=
  Game position (empty R) (grid_moves R) (grid_payoff R) (number_of None) (grid_ends R).
Section Games.
Variables columns rows : nat.
Definition connect_four (by_score : bool) : game := grid (c4_grid columns rows by_score).
Definition mnk (in_line : nat) : game := grid (mnk_grid columns rows in_line).
Definition decided_hex : rules := hex_grid columns rows (Bridge.Connection.decide columns rows).
Definition hex : game := grid decided_hex.
Definition othello : game := Game _ (Othello.othello_start columns rows)
  (Othello.othello_moves columns rows) (Othello.score columns rows)
  (OthelloSquares.moves_left columns rows) (OthelloSquares.play_ends columns rows).
End Games.
