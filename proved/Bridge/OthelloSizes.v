(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
From Proved Require Import Rules.Othello Boards.Word Boards.Othello Bridge.OthelloImages
  Bridge.OthelloClass Bridge.Files Bridge.OthelloPacking Bridge.OthelloSearch.
Open Scope Z_scope.

Lemma sizes_ok columns rows : In (columns, rows) sizes ->
  (1 <= columns <= 61 /\ 1 <= rows)%nat /\
  pass columns rows (othello_start columns rows) = None /\
  forall symmetric, group columns rows symmetric = true /\
    forall W, In W [one_word; two_words] -> Z.of_nat (columns * rows) <= room W ->
    good_tables W columns rows (swaps W columns rows symmetric)
      (symmetries columns rows symmetric) = true.
Proof.
  intros I. assert (X : forallb (fun '(c, r) => (0 <? c)%nat && (c <? 62)%nat && (0 <? r)%nat &&
    match pass c r (othello_start c r) with None => true | _ => false end &&
    forallb (fun s => group c r s && forallb (fun W => (room W <? Z.of_nat (c * r)) ||
      good_tables W c r (swaps W c r s) (symmetries c r s)) [one_word; two_words])
      [false; true]) sizes = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in X. apply X in I. rewrite !andb_true_iff, !Nat.ltb_lt in I.
  rewrite forallb_forall in I. destruct I as ((((A & A') & B) & D) & E). split; [split; lia|].
  split; [now destruct (pass _ _ _)|]. intros s. specialize (E s ltac:(destruct s; cbn; auto)).
  apply andb_true_iff in E as [E K]. rewrite forallb_forall in K. split; [easy|]. intros W I L.
  apply K, orb_true_iff in I as [I|I]; [apply Z.ltb_lt in I; lia | easy].
Qed.
Lemma room_of_one n : (n <= 62)%nat -> Z.of_nat n <= room one_word.
Proof. cbn. lia. Qed.
Lemma room_of_two columns rows : In (columns, rows) sizes ->
  Z.of_nat (columns * rows) <= room two_words.
Proof. intros I. apply filter_In in I as [_ I]. apply Nat.leb_le in I. cbn -[Z.of_nat]. lia. Qed.

Section Sized.
Variables columns rows : nat. Variable symmetric : bool.
Hypothesis sized : In (columns, rows) sizes.
Let all_ready := proj2 (proj2 (sizes_ok columns rows sized)).
Let ready := all_ready symmetric.
Definition no_pass := proj1 (proj2 (sizes_ok columns rows sized)).
Variable W : words. Variable right : right_words W.
Hypothesis known : In W [one_word; two_words].
Hypothesis room : Z.of_nat (columns * rows) <= room W.
Definition small := conj (proj1 (sizes_ok columns rows sized)) room.
Definition sized_packing := othello_packing columns rows symmetric (proj1 ready) no_pass W right
  small (proj2 ready W known room).
Definition sized_right := search_right columns rows no_pass W right small (fun symmetric =>
  conj (proj1 (all_ready symmetric)) (proj2 (all_ready symmetric) W known room)) symmetric.
Definition sized_solved := othello_solved columns rows symmetric (proj1 ready) no_pass W right
  small (proj2 ready W known room).
Definition sized_class := V_class columns rows symmetric (proj1 ready) no_pass W right
  small (proj2 ready W known room).
Definition sized_region := region_without_passes columns rows symmetric (proj1 ready) no_pass
  W right small.
Definition sized_claimed := claimed_without_passes columns rows symmetric (proj1 ready) no_pass
  W right small.
End Sized.
Ltac by_words columns rows symmetric sized W right room :=
  pose proof (sized_right columns rows symmetric sized W right ltac:(cbn; tauto) room);
  split; [|split];
    [by_packing (sized_packing columns rows symmetric sized W right ltac:(cbn; tauto) room)
    | exact (sized_region columns rows symmetric sized W right room)
    | exact (sized_claimed columns rows symmetric sized W right room)].
Tactic Notation "by_words_of" uconstr(files) uconstr(room) := intros cut certified sc F v N Yes;
  refine (sized_solved _ _ _ _ _ _ _ room _ _ _ _ _ _ (proj1 files) N Yes);
  first [exact one_word_right | exact two_words_right | cbn; tauto].
