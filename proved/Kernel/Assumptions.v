(** Proof. What theorems and results rest on, for the tests. *)
Require Import Proved.Theorems Proved.OthelloTheorems Proved.Solved Proved.OthelloSolved.
Require Import Proved.Kernel.Results.
Definition everything := (connect_four_files, mnk_files, hex_files,
  (othello_files, othello_files_two_words, othello_same_value, othello_same_move,
    othello_same_play, othello_symmetric),
  (connect_four_solved, mnk_solved, hex_solved, othello_solved),
  (connect_four_4x4, tic_tac_toe, hex_3x3, othello_4x4)).
Print Assumptions everything.
