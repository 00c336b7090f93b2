(** Proof. The program in OCaml. Primitive integers become OCaml's, arrays those of ocaml/parray.ml;
    nothing else is replaced but booleans, pairs, options and lists. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray.
Require Import Proved.Loop Proved.Check Proved.Boards.Stones.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex
  Proved.Boards.Othello.
Require Import Proved.Rules.Games Proved.Rules.Paths.
Extract Constant PArray.array "'a" => "'a Parray.t".
Extraction Inline xorb.
Set Extraction Optimize.
Extraction Inline is_strong is_weak.
Extraction "checker.ml" all_between check art_ok cert_ok end_ok start_ok
  c4_game c4_rules mnk_game mnk_rules hex_game hex_rules othello_boards othello_rules
  othello connect_four mnk hex paths.
