(** Proof. What the theorems rest on, for the tests. *)
Require Import Proved.Theorems.
Print Assumptions connect_four_value.
Print Assumptions connect_four_semi_strong.
Print Assumptions connect_four_strong.
Print Assumptions mnk_value.
Print Assumptions mnk_semi_strong.
Print Assumptions mnk_strong.
Print Assumptions othello_value.
Print Assumptions othello_semi_strong.
Print Assumptions othello_strong.
Print Assumptions othello_same_value.
Print Assumptions othello_same_move.
Print Assumptions othello_same_region.
Print Assumptions othello_symmetric.
Print Assumptions every_record.
