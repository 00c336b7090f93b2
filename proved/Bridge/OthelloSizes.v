(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Rules.Othello Proved.Boards.Othello Proved.Bridge.OthelloImages.
Open Scope Z_scope.

Lemma sizes_small columns rows : In (columns, rows) sizes ->
  (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Proof.
  intros I. apply filter_In in I as [I L]. apply in_prod_iff in I as [I J].
  apply Nat.leb_le in L. cbn in I, J. lia.
Qed.
Lemma sizes_even columns rows : In (columns, rows) sizes ->
  Z.of_nat columns = 2 * (Z.of_nat columns / 2).
Proof.
  intros I. apply filter_In in I as [I _]. apply in_prod_iff in I as [I _].
  cbn in I. decompose [or] I; try subst columns; easy.
Qed.
Lemma sizes_tables columns rows symmetric : In (columns, rows) sizes -> good_tables columns rows
  (swaps columns rows symmetric) (symmetries columns rows symmetric) = true.
Proof.
  intros I. apply (proj1 (forallb_forall (fun '(c, r) => forallb (fun s =>
    good_tables c r (swaps c r s) (symmetries c r s)) [false; true]) sizes)) in I.
  - rewrite forallb_forall in I. apply I. destruct symmetric; cbn; auto.
  - vm_compute. reflexivity.
Qed.
