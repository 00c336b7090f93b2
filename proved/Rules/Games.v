(** To be read. The games; that each play ends is proved elsewhere. *)
Require Import Proved.Game Proved.Bridge.Ends Proved.Bridge.OthelloSquares.
Require Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Rules.Hex Proved.Rules.Othello.
Require Proved.Bridge.HexConnection.

Section Games.
Variables columns rows : nat.

Definition connect_four (by_score : bool) : game :=
  let left p := Rules.ConnectFour.left_in rows (Rules.ConnectFour.cols p) in
  Game _ (Rules.ConnectFour.empty columns) (Rules.ConnectFour.c4_moves columns rows)
    (Rules.ConnectFour.c4_payoff columns rows by_score) left (connect_four_ends columns rows).
Definition mnk (in_line : nat) : game :=
  let left p := Rules.Mnk.left_on (Rules.Mnk.on p) in
  Game _ (Rules.Mnk.empty columns rows) (Rules.Mnk.mnk_moves columns rows in_line)
    (Rules.Mnk.mnk_payoff columns rows in_line) left (mnk_ends columns rows in_line).
Definition hex : game :=
  let left p := Rules.Mnk.left_on (Rules.Mnk.on p) in
  let decide := Bridge.HexConnection.connected_dec columns rows in
  Game _ (Rules.Mnk.empty columns rows) (Rules.Hex.hex_moves columns rows decide)
    (Rules.Hex.hex_payoff columns rows decide) left (hex_ends columns rows decide).
Definition othello : game :=
  Game _ (Rules.Othello.othello_start columns rows) (Rules.Othello.othello_moves columns rows)
    (Rules.Othello.score columns rows) (Rules.Othello.moves_left columns rows)
    (play_ends columns rows).
End Games.
