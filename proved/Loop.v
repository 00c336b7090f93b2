(** Proof. Loops over ranges of primitive integers. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
Open Scope Z_scope.

(** [f] holds at each index from [lo] on, below [lo + step] and below [hi]; [step] is 2^[k]. The
    recursion halves the range, so its depth is [k]. *)
Fixpoint all_from (k : nat) (step lo hi : int) (f : int -> bool) : bool :=
  if (hi <=? lo)%uint63 then true else
  match k with
  | O => f lo
  | S k => let half := (step >> 1)%uint63 in
      if all_from k half lo hi f then all_from k half (lo + half)%uint63 hi f else false
  end.

Definition most : int := 1099511627776.        (* 2^40 *)

Definition all_between (lo hi : int) (f : int -> bool) : bool :=
  if (hi <=? most)%uint63 then all_from 40 most lo hi f else false.

Lemma all_from_ok k : forall step lo hi f, (k <= 40)%nat ->
  to_Z step = 2 ^ Z.of_nat k -> to_Z lo + 2 ^ Z.of_nat k <= 2 ^ 62 ->
  all_from k step lo hi f = true ->
  forall i, to_Z lo <= to_Z i < to_Z lo + 2 ^ Z.of_nat k -> to_Z i < to_Z hi -> f i = true.
Proof.
  induction k as [|k IH]; intros step lo hi f Hk Hs Hl H i Hi Hn.
  all: cbn [all_from] in H; destruct (hi <=? lo)%uint63 eqn:E; [apply leb_spec in E; lia |].
  - replace i with lo; [easy |]. apply to_Z_inj. change (2 ^ Z.of_nat 0) with 1 in Hi. lia.
  - destruct (all_from k _ lo _ _) eqn:H1 in H; [|easy].
    assert (Hh : to_Z (step >> 1) = 2 ^ Z.of_nat k).
    { rewrite lsr_spec, Hs. change (2 ^ to_Z 1) with 2.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite Z.mul_comm. now apply Z.div_mul. }
    assert (P : 2 ^ Z.of_nat (S k) = 2 * 2 ^ Z.of_nat k)
      by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; easy).
    assert (Q : 0 < 2 ^ Z.of_nat k) by (apply Z.pow_pos_nonneg; lia).
    pose proof (to_Z_bounded lo).
    assert (Ha : to_Z (lo + (step >> 1)) = to_Z lo + 2 ^ Z.of_nat k).
    { rewrite add_spec, Hh. apply Z.mod_small. change wB with (2 ^ 63). lia. }
    destruct (Z.lt_ge_cases (to_Z i) (to_Z lo + 2 ^ Z.of_nat k)) as [L|L].
    + apply (IH (step >> 1)%uint63 lo hi f) with (i := i); try lia; easy.
    + apply (IH (step >> 1)%uint63 (lo + (step >> 1))%uint63 hi f) with (i := i); try lia; easy.
Qed.

Lemma all_between_ok lo hi f : all_between lo hi f = true ->
  forall i, to_Z lo <= to_Z i < to_Z hi -> f i = true.
Proof.
  unfold all_between. destruct (hi <=? most)%uint63 eqn:L; [|easy]. intros H i Hi.
  apply leb_spec in L. change (to_Z most) with (2 ^ 40) in L.
  pose proof (to_Z_bounded lo). pose proof (to_Z_bounded i).
  assert (A : (40 <= 40)%nat) by apply le_n.
  assert (B : to_Z most = 2 ^ Z.of_nat 40) by (vm_compute; reflexivity).
  assert (C : to_Z lo + 2 ^ Z.of_nat 40 <= 2 ^ 62).
  { clear H A B. change (2 ^ Z.of_nat 40) with (2 ^ 40). lia. }
  apply (all_from_ok 40 most lo hi f A B C H); [|exact (proj2 Hi)].
  clear H A B C. change (2 ^ Z.of_nat 40) with (2 ^ 40). lia.
Qed.

(** A range may be checked in parts that follow one another. *)
Fixpoint covers (lo hi : int) (parts : list (int * int)) : bool :=
  match parts with
  | [] => (hi <=? lo)%uint63
  | (a, b) :: parts => (a <=? lo)%uint63 && covers b hi parts
  end.

Lemma covers_ok hi f parts : forall lo, covers lo hi parts = true ->
  (forall a b, In (a, b) parts -> all_between a b f = true) ->
  forall i, to_Z lo <= to_Z i < to_Z hi -> f i = true.
Proof.
  induction parts as [|[a b] parts IH]; intros lo C H i Hi; cbn in C.
  - apply leb_spec in C. lia.
  - apply andb_true_iff in C as [C1 C2]. apply leb_spec in C1.
    destruct (Z.lt_ge_cases (to_Z i) (to_Z b)) as [L|L].
    + apply (all_between_ok a b f); [apply H; now left | lia].
    + apply (IH b C2); [intros; apply H; now right | lia].
Qed.

Lemma max_below (f : int -> nat) n : exists K, forall i, to_Z i < to_Z n -> (f i <= K)%nat.
Proof.
  enough (E : forall m : nat, exists K, forall i, to_Z i < Z.of_nat m -> (f i <= K)%nat).
  { destruct (E (Z.to_nat (to_Z n))) as [K H]. exists K. intros i Hi. apply H.
    pose proof (to_Z_bounded n). lia. }
  induction m as [|m [K H]].
  - exists O. intros i. pose proof (to_Z_bounded i). lia.
  - exists (K + f (of_Z (Z.of_nat m)))%nat. intros i Hi.
    destruct (Z.lt_ge_cases (to_Z i) (Z.of_nat m)) as [L|L]; [specialize (H i L); lia |].
    replace (Z.of_nat m) with (to_Z i) by lia. rewrite of_to_Z. lia.
Qed.
