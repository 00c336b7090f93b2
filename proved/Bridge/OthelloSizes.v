(** Proof. What the proofs about Othello need of columns and rows. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello.
Require Import Proved.Bridge.OthelloImages Proved.Bridge.OthelloClass Proved.Bridge.Files.
Require Import Proved.Bridge.OthelloPacking.
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

(** What the files of Othello hold: of the game without passes, and, for [solved_words], with them. *)
Ltac with_words columns rows symmetric sized W L cont :=
  let ok := constr:(sizes_ok columns rows sized) in
  let ready := constr:(proj2 (proj2 ok) symmetric) in
  let room := constr:(conj (proj1 ok) L) in
  let tables := constr:(proj2 ready W ltac:(cbn; tauto) L) in
  cont (proj1 ready) (proj1 (proj2 ok)) room tables.
Ltac by_words columns rows symmetric sized W right L :=
  with_words columns rows symmetric sized W L ltac:(fun grouped no_pass room tables =>
    let small := fresh in pose proof room as small; split; [|split];
    [by_packing (othello_packing columns rows symmetric grouped no_pass W right room tables)
    | exact (region_without_passes columns rows symmetric grouped no_pass W right room)
    | exact (claimed_without_passes columns rows symmetric grouped no_pass W right room)]).
Ltac solved_by_words columns rows symmetric sized W right L files :=
  with_words columns rows symmetric sized W L ltac:(fun grouped no_pass room tables =>
    intros cut certified sc F v N Yes;
    exact (othello_solved columns rows symmetric grouped no_pass W right room tables _ cut certified
      sc F v (proj1 files) N Yes)).
