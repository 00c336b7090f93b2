(** Proof. What operations on primitive integers do to each bit. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Rules.Packed.
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

Lemma tb_one k n : 0 <= k < 63 -> 0 <= n -> tb (1 << of_Z k) n = (n =? k).
Proof.
  intros Hk Hn. unfold tb. rewrite lsl_spec, of_Z_spec.
  change wB with (2 ^ 63) in *. rewrite (Z.mod_small k) by (pose proof (Z.pow_gt_lin_r 2 63); lia).
  change (to_Z 1) with 1. rewrite Z.mul_1_l, Z.mod_small.
  - rewrite Z.pow2_bits_eqb by lia. apply Z.eqb_sym.
  - split; [apply Z.pow_nonneg; lia | apply Z.pow_lt_mono_r; lia].
Qed.
Lemma tb_high w n : 63 <= n -> tb w n = false.
Proof.
  intros H. unfold tb. pose proof (to_Z_bounded w) as B. change wB with (2 ^ 63) in B.
  destruct (Z.eq_dec (to_Z w) 0) as [->|N]; [apply Z.testbit_0_l|].
  apply Z.bits_above_log2; [lia|]. assert (Z.log2 (to_Z w) < 63); [|lia]. apply Z.log2_lt_pow2; lia.
Qed.
Lemma tb_shift_up w k n : 0 <= k < 63 -> 0 <= n < 63 ->
  tb (w << of_Z k) n = (k <=? n) && tb w (n - k).
Proof.
  intros Hk Hn. unfold tb. rewrite lsl_spec, of_Z_spec. change wB with (2 ^ 63).
  rewrite (Z.mod_small k) by (pose proof (Z.pow_gt_lin_r 2 63); lia).
  rewrite Z.mod_pow2_bits_low, <- Z.shiftl_mul_pow2, Z.shiftl_spec by lia.
  destruct (Z.leb_spec k n); [easy|]. now rewrite Z.testbit_neg_r by lia.
Qed.
Lemma tb_shift_down w k n : 0 <= k < 63 -> 0 <= n -> tb (w >> of_Z k) n = tb w (n + k).
Proof.
  intros Hk Hn. rewrite tb_lsr, of_Z_spec by easy. change wB with (2 ^ 63).
  now rewrite (Z.mod_small k) by (pose proof (Z.pow_gt_lin_r 2 63); lia).
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

(** The test of a single bit. *)
Lemma land_one w k : 0 <= k < 63 -> (w land (1 << of_Z k) =? 0)%uint63 = negb (tb w k).
Proof.
  intros Hk. apply negb_sym, eq_true_iff_eq. rewrite nonzero. split.
  - intros T. exists k. now rewrite tb_land, T, tb_one, Z.eqb_refl by lia.
  - intros (n & Hn & T). rewrite tb_land, tb_one, andb_true_iff, Z.eqb_eq in T by lia.
    now destruct T as [T ->].
Qed.

Lemma of_nat_ok n : (n <= 1000)%nat -> to_Z (of_Z (Z.of_nat n)) = Z.of_nat n.
Proof. intros H. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63). lia. Qed.

Lemma tb_bits f k : (k <= 63)%nat -> forall n, 0 <= n ->
  tb (bits k f) n = (n <? Z.of_nat k) && f (Z.to_nat n).
Proof.
  induction k as [|k IH]; intros Hk n Hn.
  - cbn [bits]. rewrite tb_zero. now destruct (Z.ltb_spec n (Z.of_nat 0)); [lia|].
  - pose proof (tb_one (Z.of_nat k) n ltac:(lia) Hn) as X.
    cbn [bits]. destruct (f k) eqn:E; rewrite ?tb_lor, ?X, IH by lia.
    + destruct (Z.eqb_spec n (Z.of_nat k)) as [->|N].
      * rewrite Nat2Z.id, E. now destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (S k))); [|lia].
      * destruct (Z.ltb_spec n (Z.of_nat k)), (Z.ltb_spec n (Z.of_nat (S k))); try lia; easy.
    + destruct (Z.ltb_spec n (Z.of_nat k)), (Z.ltb_spec n (Z.of_nat (S k))); try lia; try easy.
      replace n with (Z.of_nat k) by lia. now rewrite Nat2Z.id, E.
Qed.
