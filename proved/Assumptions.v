(** Proof. What the theorems rest on, for the tests. *)
Require Import Proved.Theorems Proved.OthelloTheorems.
Print Assumptions connect_four_files.
Print Assumptions mnk_files.
Print Assumptions hex_files.
Print Assumptions othello_files.
Print Assumptions othello_files_two_words.
Print Assumptions othello_same_value.
Print Assumptions othello_same_move.
Print Assumptions othello_same_play.
Print Assumptions othello_symmetric.
