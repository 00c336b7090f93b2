(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello.
Require Import Proved.Bridge.OthelloImages.
Open Scope Z_scope.

Lemma sizes_ok columns rows : In (columns, rows) sizes ->
  ((1 <= columns /\ 1 <= rows)%nat /\
    Z.of_nat (columns * rows) <= room (words_of (columns * rows))) /\
  Z.of_nat columns = 2 * (Z.of_nat columns / 2) /\
  forall symmetric, good_tables (words_of (columns * rows)) columns rows
    (swaps (words_of (columns * rows)) columns rows symmetric)
    (symmetries columns rows symmetric) = true.
Proof.
  intros I. assert (X : forallb (fun '(c, r) =>
    (0 <? c)%nat && (0 <? r)%nat && (Z.of_nat (c * r) <=? room (words_of (c * r))) &&
    (Z.of_nat c =? 2 * (Z.of_nat c / 2)) && forallb (fun s => good_tables (words_of (c * r)) c r
      (swaps (words_of (c * r)) c r s) (symmetries c r s)) [false; true]) sizes = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in X. apply X in I. rewrite !andb_true_iff, !Nat.ltb_lt in I.
  rewrite Z.leb_le, Z.eqb_eq, forallb_forall in I. destruct I as ((((A & B) & C) & D) & E).
  split; [split; [split; lia | exact C]|]. split; [exact D|].
  intros symmetric. apply E. destruct symmetric; cbn; auto.
Qed.
