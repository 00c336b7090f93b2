(** To be read. What a check of its file shows of Othello. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Rules.Packed Proved.Rules.Passes.
Require Import Proved.Rules.Othello Proved.Boards.Othello.
Require Import Proved.Bridge.Symmetry Proved.Bridge.OthelloImages Proved.Bridge.OthelloPacking.
Open Scope Z_scope.

(** Columns and rows. *)
Definition sizes : list (nat * nat) :=
  let even := [4; 6; 8; 10; 12; 14]%nat in
  filter (fun '(c, r) => (c * r <=? 62)%nat) (list_prod even even).

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

Section Theorems.
Variables columns rows : nat.
Hypothesis size : In (columns, rows) sizes.
Variable symmetric : bool.
Notation othello := (othello columns rows).
Notation pass := (pass columns rows).
Notation name := (Rules.Othello.name columns rows symmetric).
Notation representative := (Rules.Othello.representative columns rows symmetric).

Definition passes_forced : forced_passes othello pass :=
  othello_passes columns rows (sizes_small columns rows size) (sizes_even columns rows size).
(** Othello in which a pass is a part of the move before it. *)
Definition othello_of_files : game := contracted othello pass passes_forced.

(** It is the same game. *)
Theorem same_value (p : position) : V othello_of_files p = V othello p.
Proof. apply V_without_passes. Qed.
Theorem same_canonical_move (p : position) i :
  canonical othello_of_files p i <-> canonical othello p i.
Proof. apply canonical_without_passes. Qed.
Theorem same_region P q (p : position) : pass p = None ->
  region othello_of_files board name representative P q p <->
  region othello board name representative P q p.
Proof. exact (region_without_passes _ _ symmetric (sizes_small _ _ size) (sizes_even _ _ size) P q p). Qed.

(** The check of a file and its certificate. *)
Variables cut certified memory : int.
Notation rules := (othello_rules columns rows symmetric cut certified memory).
Notation boards := (othello_boards columns rows symmetric).
Definition up_to_cut (b : board) : bool := (stones b <=? cut)%uint63.
Let packing := othello_packing columns rows symmetric (sizes_small _ _ size) (sizes_even _ _ size)
  (sizes_tables _ _ symmetric size).

Theorem othello_semi_strong F v : check boards rules false F v = true ->
  semi_strong othello_of_files board name representative up_to_cut (art boards rules F) v.
Proof.
  intros H. apply (semi_strong_packed _ _ packing rules).
  apply check_solves; [apply othello_rules_right | exact H].
Qed.
Theorem othello_strong F v : check boards rules true F v = true ->
  strong othello_of_files board name representative up_to_cut (art boards rules F) v.
Proof.
  intros H. apply (strong_packed _ _ packing rules).
  apply check_solves; [apply othello_rules_right | exact H].
Qed.
Theorem othello_value F v scope : check boards rules scope F v = true -> V othello start = v.
Proof.
  intros H. rewrite <- same_value. destruct scope.
  - now destruct (othello_strong F v H).
  - now destruct (othello_semi_strong F v H).
Qed.
End Theorems.
Print Assumptions othello_value.
