(** Proof. The program in OCaml. Primitive integers become OCaml's, arrays those of ocaml/parray.ml;
    nothing else is replaced but booleans, pairs, options and lists. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray.
Require Import Proved.Loop Proved.Check Proved.Boards.Stones.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Othello.
Require Import Proved.Boards.Hex.
Require Proved.Rules.Hex Proved.Bridge.HexConnection.
Require Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Rules.OthelloGame.
Require Import Proved.Rules.Paths.
Extraction Inline xorb.
Set Extraction Optimize.
Extraction "checker.ml" all_between covers art_ok cert_ok start_ok
  c4_game c4_rules mnk_game mnk_rules hex_game hex_rules othello_boards othello_rules
  Rules.OthelloGame.othello Rules.ConnectFour.connect_four Rules.Mnk.mnk
  Rules.Hex.hex Bridge.HexConnection.connected_dec paths.
