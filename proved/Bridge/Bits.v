(** Proof. What operations on primitive integers do to each bit. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
Require Import Proved.Rules.Packed.
Open Scope Z_scope.

Definition tb (s : int) (n : Z) : bool := Z.testbit (to_Z s) n.

Lemma tb_land a b n : tb (a land b) n = tb a n && tb b n.
Proof. unfold tb. now rewrite land_spec', Z.land_spec. Qed.
Lemma tb_lor a b n : tb (a lor b) n = tb a n || tb b n.
Proof. unfold tb. now rewrite lor_spec', Z.lor_spec. Qed.
Lemma tb_lxor a b n : tb (a lxor b) n = xorb (tb a n) (tb b n).
Proof. unfold tb. now rewrite lxor_spec', Z.lxor_spec. Qed.
Lemma tb_zero n : tb 0 n = false.
Proof. unfold tb. change (to_Z 0) with 0. apply Z.testbit_0_l. Qed.

Lemma tb_lsr a d n : 0 <= n -> tb (a >> d) n = tb a (n + to_Z d).
Proof.
  intros Hn. unfold tb. pose proof (to_Z_bounded d). rewrite lsr_spec, <- Z.shiftr_div_pow2 by lia.
  now rewrite Z.shiftr_spec.
Qed.

Lemma one_shift s : to_Z s <= 62 -> to_Z (1 << s) = 2 ^ to_Z s.
Proof.
  intros H. rewrite lsl_spec. change (to_Z 1) with 1. rewrite Z.mul_1_l. apply Z.mod_small.
  pose proof (to_Z_bounded s). split; [apply Z.pow_nonneg; lia |]. change wB with (2 ^ 63).
  apply Z.pow_lt_mono_r; lia.
Qed.

Lemma tb_ext a b : (forall n, 0 <= n -> tb a n = tb b n) -> a = b.
Proof. intros H. apply to_Z_inj. now apply Z.bits_inj'. Qed.

Lemma nonzero a : negb (a =? 0)%uint63 = true <-> exists n, 0 <= n /\ tb a n = true.
Proof.
  split.
  - intros H. destruct (Z.eq_dec (to_Z a) 0) as [E|E].
    + rewrite (proj2 (Uint63.eqb_spec a 0)) in H; [easy |]. now apply to_Z_inj.
    + exists (Z.log2 (to_Z a)). pose proof (to_Z_bounded a). split; [apply Z.log2_nonneg |].
      apply Z.bit_log2. lia.
  - intros (n & Hn & H). destruct (a =? 0)%uint63 eqn:E; [|easy]. apply Uint63.eqb_spec in E.
    subst a. now rewrite tb_zero in H.
Qed.

Lemma of_nat_ok n : (n <= 1000)%nat -> to_Z (of_Z (Z.of_nat n)) = Z.of_nat n.
Proof. intros H. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63). lia. Qed.

Lemma tb_bits f k : (k <= 63)%nat -> forall n, 0 <= n ->
  tb (bits k f) n = (n <? Z.of_nat k) && f (Z.to_nat n).
Proof.
  induction k as [|k IH]; intros Hk n Hn.
  - cbn [bits]. rewrite tb_zero. now destruct (Z.ltb_spec n (Z.of_nat 0)); [lia|].
  - assert (X : tb (1 << of_Z (Z.of_nat k)) n = (n =? Z.of_nat k)).
    { unfold tb. rewrite one_shift; rewrite of_nat_ok by lia; [|lia].
      rewrite Z.pow2_bits_eqb by lia. apply Z.eqb_sym. }
    cbn [bits]. destruct (f k) eqn:E; rewrite ?tb_lor, ?X, IH by lia.
    + destruct (Z.eqb_spec n (Z.of_nat k)) as [->|N].
      * rewrite Nat2Z.id, E. now destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (S k))); [|lia].
      * destruct (Z.ltb_spec n (Z.of_nat k)), (Z.ltb_spec n (Z.of_nat (S k))); try lia; easy.
    + destruct (Z.ltb_spec n (Z.of_nat k)), (Z.ltb_spec n (Z.of_nat (S k))); try lia; try easy.
      replace n with (Z.of_nat k) by lia. now rewrite Nat2Z.id, E.
Qed.
