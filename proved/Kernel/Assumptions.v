(** Proof. What the results rest on, for the tests. *)
Require Import Proved.Kernel.Results.
Print Assumptions connect_four_4x4.
Print Assumptions tic_tac_toe.
Print Assumptions hex_3x3.
Print Assumptions othello_4x4.
