(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello.
Require Import Proved.Bridge.OthelloImages Proved.Bridge.OthelloClass.
Open Scope Z_scope.

Lemma sizes_ok columns rows : In (columns, rows) sizes ->
  ((1 <= columns <= 61 /\ 1 <= rows)%nat /\
    Z.of_nat (columns * rows) <= room (words_of (columns * rows))) /\
  pass columns rows (othello_start columns rows) = None /\
  forall symmetric, group columns rows symmetric = true /\ good_tables (words_of (columns * rows))
    columns rows
    (swaps (words_of (columns * rows)) columns rows symmetric)
    (symmetries columns rows symmetric) = true.
Proof.
  intros I. assert (X : forallb (fun '(c, r) =>
    (0 <? c)%nat && (c <? 62)%nat && (0 <? r)%nat &&
    (Z.of_nat (c * r) <=? room (words_of (c * r))) &&
    match pass c r (othello_start c r) with None => true | _ => false end &&
    forallb (fun s => group c r s && good_tables (words_of (c * r)) c r
      (swaps (words_of (c * r)) c r s) (symmetries c r s)) [false; true]) sizes = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in X. apply X in I. rewrite !andb_true_iff, !Nat.ltb_lt in I.
  rewrite Z.leb_le, forallb_forall in I. destruct I as (((((A & A') & B) & C) & D) & E).
  split; [split; [split; lia | exact C]|]. split; [now destruct (pass _ _ _)|].
  intros symmetric. apply andb_true_iff, E. destruct symmetric; cbn; auto.
Qed.
