(** To be read. Solutions of Othello. The [name] and [representative] of a position are told in
    OthelloNames.v; what matters of them is said by [named]. *)
From Coq Require Import List.
From Proved Require Import Game Program OthelloTheorems Rules.Games Rules.Othello Rules.OthelloNames
  Boards.Word Boards.Othello Bridge.OthelloSizes.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.           (* whether the images of a position share a record *)
(** The boards are of one word or of two. Positions where a side must pass are not stored. *)
Definition othello_solves (W : words) (right : right_words W) : Prop :=
  solves (othello_rules W columns rows symmetric right) (othello columns rows)
    (images columns rows symmetric) (representative columns rows symmetric)
    (fun p => moves p <> nil /\ pass columns rows p = None) (level columns rows)
    (name columns rows (collect W) symmetric).

Theorem othello_solved : In (columns, rows) sizes ->
  (columns * rows <= 62 -> othello_solves one_word one_word_right) /\
  othello_solves two_words two_words_right.
Proof.
  intros H. split; [intros L|].
  - by_words_of (othello_files _ _ _ H L) (room_of_one _ L).
  - by_words_of (othello_files_two_words _ _ _ H) (room_of_two _ _ H).
Qed.
End Games.
