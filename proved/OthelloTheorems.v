(** To be read. What is proved of the files of Othello, which leave passes out. What they say of the
    game without passes holds of the game with passes. *)
From Coq Require Import ZArith List Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Theorems Proved.Rules.Packed Proved.Rules.Passes.
Require Import Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello Proved.Bridge.Files.
Require Import Proved.Bridge.OthelloPacking Proved.Bridge.OthelloSizes.
Require Proved.Rules.Games.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.
Hypothesis sized : In (columns, rows) sizes.
Notation othello := (Games.othello columns rows).
Notation pass := (pass columns rows).
Notation representative := (representative columns rows symmetric).
Let no_pass := proj1 (proj2 (sizes_ok columns rows sized)).

Definition othello_without_passes : game :=
  contracted othello pass (othello_passes columns rows no_pass).

Theorem othello_same_value p : V othello_without_passes p = V othello p.
Proof. apply V_without_passes. Qed.
Theorem othello_same_move p i : canonical othello_without_passes p i <-> canonical othello p i.
Proof. apply canonical_without_passes. Qed.
Theorem othello_same_play (p : pos othello) : pass p = None ->
  reachable othello_without_passes p <-> reachable othello p.
Proof. exact (Bridge.Passes.reachable_contracted othello pass _ p). Qed.
Theorem othello_symmetric f p : In f (symmetries columns rows true) ->
  V othello (image columns rows f p) = V othello p.
Proof. exact (V_image columns rows true (proj1 (proj2 (proj2 (sizes_ok _ _ sized)) true)) f p). Qed.

(** Of files whose sets of squares are words by [set]. *)
Definition othello_proved {word} (set : nat -> (nat -> bool) -> word) accepts : Prop :=
  let name := name columns rows set symmetric in
  proved othello_without_passes accepts name representative stones /\
  (forall P q p, pass p = None ->
    region othello_without_passes (board_of word) name representative P q p <->
    region othello (board_of word) name representative P q p) /\
  (forall A bound v s p t, pass p = None ->
    claimed othello_without_passes (board_of word) name representative A bound v s p t <->
    claim_with_passes othello pass (board_of word) name representative A bound v s p t).

Theorem othello_files : (columns * rows <= 62)%nat ->
  othello_proved bits (checked (othello_rules one_word columns rows symmetric one_word_right)).
Proof.
  intros L. by_words columns rows symmetric sized no_pass one_word one_word_right (room_of_one _ L).
Qed.
Theorem othello_files_two_words :
  othello_proved long_bits (checked (othello_rules two_words columns rows symmetric
    two_words_right)).
Proof.
  by_words columns rows symmetric sized no_pass two_words two_words_right
    (room_of_two columns rows sized).
Qed.
End Games.
