(** Proof. Whether a chain of stones connects two edges of a board of Hex can be decided: the stones
    that an edge reaches grow, step by step, until they stay the same. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed Proved.Rules.Mnk Proved.Rules.Hex.
Open Scope Z_scope.

(** The cells of [own] that are in [l] or beside a cell of it; and after [k] such steps. *)
Section Growth.
Variable beside : nat -> nat -> bool.
Variable own : list nat.
Definition member (l : list nat) (n : nat) : bool := existsb (Nat.eqb n) l.
Definition grow (l : list nat) : list nat :=
  filter (fun n => member l n || existsb (fun m => beside m n) l) own.
Definition growth (k : nat) (l : list nat) : list nat := Nat.iter k grow l.

Lemma member_ok l n : member l n = true <-> In n l.
Proof.
  unfold member. rewrite existsb_exists. split; [|intros I; exists n; now rewrite Nat.eqb_refl].
  intros (m & I & E). now apply Nat.eqb_eq in E as ->.
Qed.

Lemma in_grow l n : In n (grow l) <->
  In n own /\ (In n l \/ exists m, In m l /\ beside m n = true).
Proof. unfold grow. now rewrite filter_In, orb_true_iff, member_ok, existsb_exists. Qed.

Lemma grow_same l l' : (forall n, In n l <-> In n l') -> grow l = grow l'.
Proof.
  intros E. unfold grow. apply filter_ext. intros n. apply eq_true_iff_eq.
  rewrite !orb_true_iff, !member_ok, !existsb_exists.
  split; (intros [I|(m & I & B)]; [left | right; exists m]); firstorder.
Qed.

Lemma growth_next k l : growth (S k) l = growth k (grow l).
Proof. induction k as [|k IH]; [easy|]. cbn in *. now rewrite IH. Qed.

Lemma growth_own k l : incl l own -> incl (growth k l) own.
Proof. intros H. destruct k; [easy|]. intros n I. now apply in_grow in I. Qed.

(** After as many steps as there are cells nothing more is reached. *)
Lemma growth_closed j l : (length own <= j)%nat -> NoDup l -> NoDup own -> incl l own ->
  incl (grow (growth j l)) (growth j l).
Proof.
  intros Hj Nl N H.
  assert (Up : forall f, incl f own -> incl f (grow f))
    by (intros f I n J; apply in_grow; auto).
  assert (K : forall k, NoDup (growth k l) /\ incl (growth k l) own /\
    ((k <= length (growth k l))%nat \/ incl (grow (growth k l)) (growth k l))).
  { induction k as [|k (Nk & Ik & IH)]; [split; [easy|]; split; [easy|]; left; lia|].
    change (growth (S k) l) with (grow (growth k l)). set (f := growth k l) in *.
    assert (Closed : incl (grow f) f -> incl (grow (grow f)) (grow f)).
    { intros C n. rewrite (grow_same (grow f) f); [easy|].
      split; [apply C | now apply Up]. }
    split; [now apply NoDup_filter|]. split; [intros n I; now apply in_grow in I|].
    destruct IH as [IH|IH]; [|now right; apply Closed].
    pose proof (NoDup_incl_length Nk (Up f Ik)).
    destruct (Nat.le_gt_cases (length (grow f)) (length f)) as [L|L]; [right | left; lia].
    apply Closed. now apply NoDup_length_incl; [| | apply Up]. }
  destruct (K j) as (Nk & Ik & [L|L]); [|easy].
  intros n I. apply (NoDup_length_incl Nk (Nat.le_trans _ _ _ Hj L) Ik). now apply in_grow in I.
Qed.

Lemma growth_start k l : incl l own -> incl l (growth k l).
Proof.
  intros H. induction k as [|k IH]; [easy|]. intros n I. apply in_grow. split; [auto|].
  left. now apply IH.
Qed.

Lemma growth_fixed k l : incl (grow l) l -> incl (growth k l) l.
Proof.
  intros H. induction k as [|k IH]; [easy|]. intros n I. apply H.
  apply in_grow in I as (O & [I|(m & I & B)]); apply in_grow; (split; [easy|]).
  - left. now apply IH.
  - right. exists m. split; [now apply IH | easy].
Qed.
End Growth.

Section Connection.
Variables columns rows : nat.
Notation inside := (inside columns rows).
Notation owns := (owns columns rows).
Notation number := (number columns).
Notation at_number := (at_number columns).
Notation cells := (columns * rows)%nat.
Notation chain := (chain columns rows).
Notation far_edge := (far_edge columns rows).

Definition beside (m n : nat) : bool :=
  existsb (fun y => inside y && (number y =? n)%nat) (neighbours (at_number m)).
Definition stones_of (q : player) (p : position) : list nat := filter (holds q p) (seq 0 cells).
Definition near_stones (q : player) (p : position) : list nat :=
  filter (fun n => near_edge q (at_number n)) (stones_of q p).
Definition reached_stones (q : player) (p : position) : list nat :=
  growth beside (stones_of q p) cells (near_stones q p).
Definition is_connected (q : player) (p : position) : bool :=
  existsb (fun n => far_edge q (at_number n)) (reached_stones q p).

Lemma cell_number x : inside x = true -> (number x < cells)%nat /\ at_number (number x) = x.
Proof.
  destruct x as [c r]. unfold Mnk.inside, Mnk.number, Mnk.at_number.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros H. split; [nia|].
  assert (E : Z.to_nat (r * Z.of_nat columns + c) = (Z.to_nat r * columns + Z.to_nat c)%nat) by nia.
  rewrite E. f_equal.
  - rewrite Nat.add_comm, Nat.mod_add by lia. rewrite Nat.mod_small by lia. lia.
  - rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. lia.
Qed.

Lemma number_cell n : (n < cells)%nat -> inside (at_number n) = true /\ number (at_number n) = n.
Proof.
  intros L. assert (N : columns <> O) by (intros E; subst; cbn in L; lia).
  unfold Mnk.inside, Mnk.number, Mnk.at_number.
  pose proof (Nat.div_mod n columns N). pose proof (Nat.mod_upper_bound n columns N).
  assert (n / columns < rows)%nat by (apply Nat.div_lt_upper_bound; lia).
  split; [rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt|]; lia.
Qed.

Lemma in_stones q p n : In n (stones_of q p) <-> (n < cells)%nat /\ holds q p n = true.
Proof. unfold stones_of. rewrite filter_In, in_seq. intuition lia. Qed.

Lemma owns_stones q p x : owns q p x = true -> inside x = true /\ In (number x) (stones_of q p).
Proof.
  intros O. apply andb_true_iff in O as [I O]. split; [easy|]. apply in_stones.
  split; [now apply cell_number | easy].
Qed.
Lemma stones_own q p n : In n (stones_of q p) -> owns q p (at_number n) = true.
Proof.
  intros I. apply in_stones in I as [L I]. destruct (number_cell n L) as [A B].
  unfold Mnk.owns. now rewrite A, B.
Qed.

Lemma chain_end q p x y : chain q p x y -> owns q p y = true.
Proof. now destruct 1. Qed.

Lemma near_own q p : incl (near_stones q p) (stones_of q p).
Proof. intros n I. now apply filter_In in I. Qed.

Lemma reached_chain q p k : forall n, In n (growth beside (stones_of q p) k (near_stones q p)) ->
  exists x, near_edge q x = true /\ chain q p x (at_number n).
Proof.
  induction k as [|k IH]; intros n I.
  - apply filter_In in I as [I E]. exists (at_number n). split; [easy|].
    now apply chain_cell, stones_own.
  - apply in_grow in I as (I & [J|(m & J & B)]); [now apply IH|].
    destruct (IH m J) as (x & E & X). exists x. split; [easy|].
    apply existsb_exists in B as (y & N & B). apply andb_true_iff in B as [B D].
    apply Nat.eqb_eq in D. subst n. apply (chain_step _ _ q p x (at_number m)); [easy | |].
    + now destruct (cell_number y B) as [_ ->].
    + now apply stones_own.
Qed.

Lemma chain_reached q p x y : near_edge q x = true -> chain q p x y ->
  In (number y) (reached_stones q p).
Proof.
  intros E. induction 1 as [x O|x y z X IH N O].
  - apply growth_start; [apply near_own|]. destruct (owns_stones q p x O) as [I S].
    apply filter_In. split; [easy|]. now destruct (cell_number x I) as [_ ->].
  - destruct (owns_stones q p z O) as [I S]. apply growth_closed.
    + rewrite <- (seq_length cells 0). apply NoDup_incl_length;
        [apply NoDup_filter, seq_NoDup | intros n J; now apply filter_In in J].
    + apply NoDup_filter, NoDup_filter, seq_NoDup.
    + apply NoDup_filter, seq_NoDup.
    + apply near_own.
    + apply in_grow. split; [easy|]. right. exists (number y). split; [now apply IH|].
      apply existsb_exists. exists z. rewrite I, Nat.eqb_refl. split; [|easy].
      apply chain_end, owns_stones in X as [Y _]. now destruct (cell_number y Y) as [_ ->].
Qed.

Theorem is_connected_ok q p : is_connected q p = true <-> connected columns rows q p.
Proof.
  unfold is_connected. rewrite existsb_exists. split.
  - intros (n & I & F). destruct (reached_chain q p _ n I) as (x & E & X).
    now exists x, (at_number n).
  - intros (x & y & E & F & X). exists (number y). split; [now apply (chain_reached q p x)|].
    apply chain_end, owns_stones in X as [Y _]. now destruct (cell_number y Y) as [_ ->].
Qed.

Definition connected_dec (q : player) (p : position) :
  {connected columns rows q p} + {~ connected columns rows q p}.
Proof.
  destruct (bool_dec (is_connected q p) true) as [E|E];
    [left | right; intros X; apply E]; now apply is_connected_ok.
Defined.
End Connection.
