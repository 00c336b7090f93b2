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

(** ** How many bits *)
(** The sum of two halves of each field of 2 [w] bits. *)
Definition halves (x w mask : int) : int := ((x land mask) + ((x >> w) land mask))%uint63.
Definition weight_of_one (x : int) : int :=
  (let x := halves x 1 6148914691236517205 in
  let x := halves x 2 3689348814741910323 in
  let x := halves x 4 1085102592571150095 in
  let x := halves x 8 71777214294589695 in
  let x := halves x 16 281470681808895 in
  halves x 32 4294967295)%uint63.

(** The sum of [n] fields of [w] bits. *)
Fixpoint fields (w : Z) (n : nat) (x : Z) : Z :=
  match n with O => 0 | S n => x mod 2 ^ w + fields w n (x / 2 ^ w) end.
Fixpoint mask (w : Z) (n : nat) : Z :=
  match n with O => 0 | S n => Z.ones w + 2 ^ (2 * w) * mask w n end.

Lemma land_field a w m : 0 < w -> Z.land a (Z.ones w + 2 ^ (2 * w) * m) =
  a mod 2 ^ w + 2 ^ (2 * w) * Z.land (a / 2 ^ (2 * w)) m.
Proof.
  intros H. set (x := Z.ones w + _). assert (L : 0 <= Z.ones w < 2 ^ (2 * w)).
  { rewrite Z.ones_equiv. pose proof (Z.pow_lt_mono_r 2 w (2 * w)).
    pose proof (Z.pow_pos_nonneg 2 w). lia. }
  assert (R : x mod 2 ^ (2 * w) = Z.ones w)
    by (unfold x; rewrite Z.mul_comm, Z.mod_add by lia; now apply Z.mod_small).
  assert (Q : x / 2 ^ (2 * w) = m)
    by (unfold x; rewrite Z.mul_comm, Z.div_add, Z.div_small by lia; lia).
  rewrite (Z.div_mod (Z.land a x) (2 ^ (2 * w))) by lia. rewrite <- (Z.land_ones _ (2 * w)) by lia.
  rewrite <- Z.land_assoc, (Z.land_ones x), R, Z.land_ones by lia.
  rewrite <- (Z.shiftr_div_pow2 (Z.land a x)), Z.shiftr_land, !Z.shiftr_div_pow2, Q by lia. lia.
Qed.
Lemma halves_fields w : 0 < w -> forall n x, 0 <= x ->
  let y := Z.land x (mask w n) + Z.land (x / 2 ^ w) (mask w n) in
  0 <= y <= x /\ fields (2 * w) n y = fields w (2 * n) x.
Proof.
  intros H. assert (P : 2 <= 2 ^ w) by (change 2 with (2 ^ 1) at 1; apply Z.pow_le_mono_r; lia).
  assert (Q : 2 ^ (2 * w) = 2 ^ w * 2 ^ w) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  induction n as [|n IH]; intros x X; cbn [mask]; [now rewrite !Z.land_0_r|].
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. cbn [fields].
  rewrite !land_field by easy. pose proof (Z.div_mod x (2 ^ w) ltac:(lia)) as D.
  pose proof (Z.div_mod (x / 2 ^ w) (2 ^ w) ltac:(lia)) as D'.
  replace (x / 2 ^ w / 2 ^ (2 * w)) with (x / 2 ^ w / 2 ^ w / 2 ^ w)
    by (rewrite Q, (Z.div_div (x / 2 ^ w)) by lia; easy).
  replace (x / 2 ^ (2 * w)) with (x / 2 ^ w / 2 ^ w) by (rewrite Q, Z.div_div by lia; easy).
  pose proof (Z.mod_pos_bound x (2 ^ w)). pose proof (Z.mod_pos_bound (x / 2 ^ w) (2 ^ w)).
  destruct (IH (x / 2 ^ w / 2 ^ w)) as [B <-].
  { pose proof (Z.div_pos x (2 ^ w)). apply Z.div_pos; lia. }
  revert P B D D' H0 H1. rewrite Q. generalize (fields (2 * w) n), (x / 2 ^ w / 2 ^ w).
  intros g u. set (z := Z.land u _ + _).
  generalize (x mod 2 ^ w), ((x / 2 ^ w) mod 2 ^ w). generalize (x / 2 ^ w).
  set (p := 2 ^ w) in *. clearbody p. intros v d e P B D D' D0 E0. cbv zeta.
  match goal with |- 0 <= ?y <= _ /\ _ =>
    replace y with (d + e + z * (p * p)) by (unfold z; ring) end.
  split; [nia|]. assert (0 <= d + e < p * p)
    by (specialize (Z.mul_le_mono_nonneg_r 2 p p); lia).
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small, Z.add_0_l by (easy || lia). lia.
Qed.
Lemma halves_ok k n w n' x i m : 0 < k < 63 /\ w = 2 * k /\ n' = (2 * n)%nat -> i = of_Z k ->
  to_Z m = mask k n -> fields w n (to_Z (halves x i m)) = fields k n' (to_Z x).
Proof.
  intros (K & -> & ->) -> M. pose proof (to_Z_bounded x).
  destruct (halves_fields k ltac:(lia) n (to_Z x)) as [B E]; [lia|]. rewrite <- E. f_equal.
  unfold halves. rewrite add_spec, !land_spec', lsr_spec, of_Z_spec, M.
  change wB with (2 ^ 63) in *. rewrite (Z.mod_small k) by (pose proof (Z.pow_gt_lin_r 2 63); lia).
  apply Z.mod_small. lia.
Qed.
Lemma fields_bits : forall n k x f,
  (forall i, (i < n)%nat -> f (k + i)%nat = Z.testbit x (Z.of_nat i)) ->
  fields 1 n x = Z.of_nat (length (filter f (seq k n))).
Proof.
  induction n as [|n IH]; intros k x f H; [easy|]. cbn [fields seq filter].
  rewrite (IH (S k) (x / 2 ^ 1) f).
  - specialize (H O ltac:(lia)). rewrite Nat.add_0_r in H. change (2 ^ 1) with 2.
    rewrite H, <- Z.bit0_mod. change (Z.of_nat 0) with 0.
    destruct (Z.testbit x 0); cbn [length Z.b2z]; lia.
  - intros i L. rewrite <- Z.shiftr_div_pow2, Z.shiftr_spec by lia.
    replace (S k + i)%nat with (k + S i)%nat by lia. rewrite H by lia. f_equal. lia.
Qed.
(** Where [f] says from [k] on what the bits are. *)
Lemma weight_bits x f k : (forall i, (i < 63)%nat -> f (k + i)%nat = tb x (Z.of_nat i)) ->
  to_Z (weight_of_one x) = Z.of_nat (length (filter f (seq k 63))).
Proof.
  intros H. rewrite <- (fields_bits 63 k (to_Z x)) by exact H.
  rewrite (fields_bits 63 0 _ (fun i => tb x (Z.of_nat i))) by easy.
  transitivity (fields 1 64 (to_Z x)).
  - assert (E : fields 64 1 (to_Z (weight_of_one x)) = fields 1 64 (to_Z x)).
    { unfold weight_of_one. cbv zeta. rewrite (halves_ok 32 1 64 2), (halves_ok 16 2 32 4),
        (halves_ok 8 4 16 8), (halves_ok 4 8 8 16), (halves_ok 2 16 4 32), (halves_ok 1 32 2 64);
        lia || (vm_compute; reflexivity). }
    pose proof (to_Z_bounded (weight_of_one x)) as B. change wB with (2 ^ 63) in B.
    rewrite <- E. cbn [fields]. rewrite Z.add_0_r, Z.mod_small; [easy|].
    clear - B. change (2 ^ 64) with (2 * 2 ^ 63). lia.
  - rewrite (fields_bits 64 0 _ (fun i => tb x (Z.of_nat i))) by easy.
    rewrite (seq_S 63), filter_app, app_length. cbn [filter]. rewrite tb_high by easy.
    cbn [length]. lia.
Qed.
