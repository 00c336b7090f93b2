(** Proof. Single bits of primitive integers, and shifts by less than their length. *)
From Coq Require Import ZArith Lia Bool Uint63.
Require Import Proved.Bridge.Bits.
Open Scope Z_scope.

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
  intros Hk Hn. unfold tb. rewrite lsr_spec, of_Z_spec. change wB with (2 ^ 63).
  rewrite (Z.mod_small k) by (pose proof (Z.pow_gt_lin_r 2 63); lia).
  rewrite <- Z.shiftr_div_pow2 by lia. now rewrite Z.shiftr_spec.
Qed.
Lemma word_zero a : (a =? 0)%uint63 = true <-> forall n, 0 <= n -> tb a n = false.
Proof.
  split.
  - intros E n _. apply Uint63.eqb_spec in E. subst a. apply tb_zero.
  - intros H. apply Uint63.eqb_spec, tb_ext. intros n Hn. now rewrite tb_zero, H.
Qed.
(** The test of a single bit. *)
Lemma land_one w k : 0 <= k < 63 -> (w land (1 << of_Z k) =? 0)%uint63 = negb (tb w k).
Proof.
  intros Hk. apply eq_true_iff_eq. rewrite word_zero. split.
  - intros H. specialize (H k (proj1 Hk)).
    rewrite tb_land, tb_one, Z.eqb_refl, andb_true_r in H by lia.
    now rewrite H.
  - intros H n Hn. rewrite tb_land, tb_one by lia.
    destruct (Z.eqb_spec n k) as [->|]; [|apply andb_false_r].
    now destruct (tb w k).
Qed.
