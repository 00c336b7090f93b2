(** Proof. Loops over ranges of primitive integers, in which a memory goes from step to step. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
Open Scope Z_scope.

Section Loop.
Variable memory : Type.
Notation step := (memory -> bool * memory).

(** All steps say yes, one after another. *)
Fixpoint every {A} (f : A -> step) (l : list A) : step := fun m =>
  match l with
  | [] => (true, m)
  | a :: l => let (yes, m) := f a m in if yes then every f l m else (false, m)
  end.

(** [f] holds at each index from [lo] on, below [lo + size] and below [hi]; [size] is 2^[k]. The
    recursion halves the range, so its depth is [k]. *)
Fixpoint all_from (k : nat) (size lo hi : int) (f : int -> step) : step := fun m =>
  if (hi <=? lo)%uint63 then (true, m) else
  match k with
  | O => f lo m
  | S k => let half := (size >> 1)%uint63 in
      let (yes, m) := all_from k half lo hi f m in
      if yes then all_from k half (lo + half)%uint63 hi f m else (false, m)
  end.

Definition most : int := 1099511627776.        (* 2^40 *)

Definition all_between (lo hi : int) (f : int -> step) : step := fun m =>
  if (hi <=? most)%uint63 then all_from 40 most lo hi f m else (false, m).

(** A step says yes from a memory that holds nothing false. *)
Variable sound : memory -> Prop.
Definition accepts (f : step) : Prop := exists m m', sound m /\ f m = (true, m').
Definition keeps_sound (f : step) : Prop := forall m m', sound m -> f m = (true, m') -> sound m'.

Lemma every_ok {A} (f : A -> step) l : (forall a, In a l -> keeps_sound (f a)) ->
  forall m m', sound m -> every f l m = (true, m') ->
  sound m' /\ forall a, In a l -> accepts (f a).
Proof.
  induction l as [|a l IH]; intros K m m' S H; cbn in H; [injection H as <-; now split|].
  destruct (f a m) as [[] m1] eqn:E; [|easy]. assert (S1 := K a (or_introl eq_refl) m m1 S E).
  destruct (IH (fun b I => K b (or_intror I)) m1 m' S1 H) as [S' D]. split; [easy|].
  intros b [<-|I]; [now exists m, m1 | now apply D].
Qed.

Lemma all_from_none k size lo hi f m : (hi <=? lo)%uint63 = true ->
  all_from k size lo hi f m = (true, m).
Proof. intros E. destruct k; cbn [all_from]; now rewrite E. Qed.

Lemma all_from_ok f (K : forall i, keeps_sound (f i)) k : forall size lo hi m m', (k <= 40)%nat ->
  to_Z size = 2 ^ Z.of_nat k -> to_Z lo + 2 ^ Z.of_nat k <= 2 ^ 62 ->
  sound m -> all_from k size lo hi f m = (true, m') -> sound m' /\
  forall i, to_Z lo <= to_Z i < to_Z lo + 2 ^ Z.of_nat k -> to_Z i < to_Z hi -> accepts (f i).
Proof.
  induction k as [|k IH]; intros size lo hi m m' Hk Hs Hl S H.
  all: cbn [all_from] in H; destruct (hi <=? lo)%uint63 eqn:E;
    [apply leb_spec in E; injection H as <-; split; [easy | lia] |].
  - split; [now apply (K lo m) |]. intros i Hi _. change (2 ^ Z.of_nat 0) with 1 in Hi.
    replace i with lo by (apply to_Z_inj; lia). now exists m, m'.
  - destruct (all_from k _ lo _ _ _) as [[] m1] eqn:H1 in H; [|easy].
    assert (Hh : to_Z (size >> 1) = 2 ^ Z.of_nat k).
    { rewrite lsr_spec, Hs. change (2 ^ to_Z 1) with 2.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite Z.mul_comm. now apply Z.div_mul. }
    assert (P : 2 ^ Z.of_nat (Datatypes.S k) = 2 * 2 ^ Z.of_nat k)
      by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; easy).
    assert (Q : 0 < 2 ^ Z.of_nat k) by (apply Z.pow_pos_nonneg; lia). pose proof (to_Z_bounded lo).
    assert (Ha : to_Z (lo + (size >> 1)) = to_Z lo + 2 ^ Z.of_nat k).
    { rewrite add_spec, Hh. apply Z.mod_small. change wB with (2 ^ 63). lia. }
    apply IH in H1 as [S1 D1]; [|lia..| exact S].
    apply IH in H as [S2 D2]; [|lia..| exact S1]. split; [easy|]. intros i Hi Hn.
    destruct (Z.lt_ge_cases (to_Z i) (to_Z lo + 2 ^ Z.of_nat k)); [apply D1 | apply D2]; lia.
Qed.

Lemma all_between_ok lo hi f m m' : (forall i, keeps_sound (f i)) -> sound m ->
  all_between lo hi f m = (true, m') -> sound m' /\
  forall i, to_Z lo <= to_Z i < to_Z hi -> accepts (f i).
Proof.
  unfold all_between. destruct (hi <=? most)%uint63 eqn:L; [|easy]. intros K S H.
  apply leb_spec in L. change (to_Z most) with (2 ^ 40) in L. pose proof (to_Z_bounded lo).
  destruct (Z.lt_ge_cases (to_Z lo) (to_Z hi)) as [X|X].
  - assert (C : to_Z lo + 2 ^ Z.of_nat 40 <= 2 ^ 62)
      by (change (2 ^ Z.of_nat 40) with (2 ^ 40); lia).
    apply (all_from_ok f K 40 most lo hi m m' (le_n 40) ltac:(vm_compute; reflexivity) C S) in H
      as [S' D]. split; [easy|]. intros i Hi. apply D; [|easy].
    change (2 ^ Z.of_nat 40) with (2 ^ 40). pose proof (to_Z_bounded i). lia.
  - assert (E : (hi <=? lo)%uint63 = true) by (apply leb_spec; lia).
    rewrite (all_from_none 40 most lo hi f m E) in H. injection H as <-. split; [easy | lia].
Qed.
End Loop.
Arguments every {memory A}. Arguments all_between {memory}. Arguments accepts {memory}.
Arguments keeps_sound {memory}.

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
