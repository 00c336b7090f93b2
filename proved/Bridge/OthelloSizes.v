(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello.
Require Import Proved.Bridge.OthelloImages Proved.Bridge.OthelloClass.
Open Scope Z_scope.

Lemma sizes_ok columns rows : In (columns, rows) sizes ->
  (1 <= columns /\ 1 <= rows)%nat /\ pass columns rows (othello_start columns rows) = None /\
  forall symmetric, group columns rows symmetric = true.
Proof.
  intros I. assert (X : forallb (fun '(c, r) => (0 <? c)%nat && (0 <? r)%nat &&
    match pass c r (othello_start c r) with None => true | _ => false end &&
    forallb (group c r) [false; true]) sizes = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in X. apply X in I. rewrite !andb_true_iff, !Nat.ltb_lt in I.
  rewrite forallb_forall in I. destruct I as (((A & B) & D) & E). split; [split; lia|].
  split; [now destruct (pass _ _ _)|]. intros s. apply E. destruct s; cbn; auto.
Qed.

Lemma tables_ok W columns rows symmetric : In W [one_word; two_words] ->
  In (columns, rows) sizes -> Z.of_nat (columns * rows) <= room W ->
  good_tables W columns rows (swaps W columns rows symmetric)
    (symmetries columns rows symmetric) = true.
Proof.
  assert (X : forallb (fun W => forallb (fun '(c, r) => (room W <? Z.of_nat (c * r)) ||
    forallb (fun s => good_tables W c r (swaps W c r s) (symmetries c r s)) [false; true]) sizes)
    [one_word; two_words] = true) by (vm_compute; reflexivity).
  intros K I L. rewrite forallb_forall in X. apply X in K. rewrite forallb_forall in K.
  apply K, orb_true_iff in I as [I|I]; [apply Z.ltb_lt in I; lia|].
  rewrite forallb_forall in I. apply I. destruct symmetric; cbn; auto.
Qed.

Lemma room_of_one n : (n <= 62)%nat -> Z.of_nat n <= room one_word.
Proof. cbn. lia. Qed.
Lemma room_of_two columns rows : In (columns, rows) sizes -> Z.of_nat (columns * rows) <= room
  two_words.
Proof.
  unfold sizes. intros I. apply filter_In in I as [_ I]. apply Nat.leb_le in I. cbn [room two_words].
  lia.
Qed.
