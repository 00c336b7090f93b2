(** To read on. All that is proved of the files of Othello, which leave passes out. What they say of
    the game without passes holds of the game with passes. *)
From Coq Require Import ZArith List Uint63.
Import ListNotations.
From Proved Require Import Game Claims Program Rules.Packed Rules.Passes Rules.Othello
  Rules.OthelloNames Bridge.Files Boards.Word Boards.Othello Bridge.OthelloPacking
  Bridge.OthelloSizes.
From Proved Require Rules.Games.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.
Hypothesis sized : In (columns, rows) sizes.
Notation othello := (Games.othello columns rows). Notation pass := (pass columns rows).
Notation images := (images columns rows symmetric).
Notation representative := (representative columns rows symmetric).

Definition othello_without_passes : game :=
  contracted othello pass (othello_passes columns rows (no_pass columns rows sized)).

Theorem othello_same_value p : V othello_without_passes p = V othello p.
Proof. apply V_without_passes. Qed.
Theorem othello_same_move p i : canonical othello_without_passes p i <-> canonical othello p i.
Proof. apply canonical_without_passes. Qed.
Theorem othello_same_play (p : pos othello) : pass p = None ->
  reachable othello_without_passes p <-> reachable othello p.
Proof. exact (Bridge.Passes.reachable_contracted othello pass _ p). Qed.
Theorem othello_symmetric p q : images p q -> V othello p = V othello q.
Proof.
  refine (sized_class _ _ _ sized two_words two_words_right _ (room_of_two _ _ sized) p q).
  cbn. tauto.
Qed.

(** Of files whose sets of squares are words by [set]. *)
Definition othello_proved {word} (set : nat -> (nat -> bool) -> word) accepts : Prop :=
  let name := name columns rows set symmetric in
  proved othello_without_passes images representative name accepts stones /\
  (forall P q p, pass p = None ->
    region othello_without_passes images representative P q p <->
    region othello images representative P q p) /\
  (forall A bound v s p t, pass p = None ->
    claimed othello_without_passes images representative (board_of word) name A bound v s p t <->
    claim_with_passes othello pass images representative (board_of word) name A bound v s p t).

Theorem othello_files : (columns * rows <= 62)%nat ->
  othello_proved bits (checked (othello_rules one_word columns rows symmetric one_word_right)).
Proof.
  intros L. by_words columns rows symmetric sized one_word one_word_right (room_of_one _ L).
Qed.
Theorem othello_files_two_words :
  othello_proved long_bits (checked (othello_rules two_words columns rows symmetric
    two_words_right)).
Proof.
  by_words columns rows symmetric sized two_words two_words_right (room_of_two columns rows sized).
Qed.
End Games.
