(** Proof. Images of bits by tables of eight are those by single bits. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Rules.Packed Proved.Boards.Mnk Proved.Bridge.Bits Proved.Bridge.Words.
Open Scope Z_scope.

Lemma table_get f i : to_Z i < 256 -> get (table f) i = f i.
Proof.
  intros L. unfold table. pose proof (to_Z_bounded i) as B.
  assert (I : In (Z.to_nat (to_Z i)) (seq 0 256)) by (apply in_seq; lia).
  assert (E : of_Z (Z.of_nat (Z.to_nat (to_Z i))) = i) by (rewrite Z2Nat.id, of_to_Z; easy || lia).
  revert I E. generalize (Z.to_nat (to_Z i)). intros n I E. revert I.
  generalize (seq 0 256). intros l.
  assert (Len : forall l, length (fold_right (fun n t => let i := of_Z (Z.of_nat n) in
    set t i (f i)) (make 256 0%uint63) l) = 256%uint63).
  { clear. induction l as [|n l IH]; [reflexivity|]. cbn [fold_right]. now rewrite length_set. }
  induction l as [|m l IH]; [easy|]. intros I. cbn [fold_right]. cbv zeta.
  destruct (Uint63.eqs (of_Z (Z.of_nat m)) i) as [->|N].
  - apply get_set_same. rewrite Len. apply ltb_spec. exact L.
  - rewrite get_set_other by easy. apply IH. destruct I as [->|I]; [now rewrite E in N | easy].
Qed.

Lemma zero_lor a b : (a lor b =? 0)%uint63 = ((a =? 0)%uint63 && (b =? 0)%uint63).
Proof.
  apply eq_true_iff_eq. rewrite andb_true_iff, !word_zero. split.
  - intros H. split; intros n Hn; specialize (H n Hn); rewrite tb_lor in H;
      now apply orb_false_iff in H.
  - intros [H K] n Hn. now rewrite tb_lor, H, K.
Qed.

Lemma permute_lor l : forall x y a b,
  permute l (x lor y) (a lor b) = (permute l x a lor permute l y b)%uint63.
Proof.
  induction l as [|[to from] l IH]; intros x y a b; [easy|]. cbn [permute]. rewrite <- IH. f_equal.
  assert (E : ((x lor y) land from = (x land from) lor (y land from))%uint63).
  { apply tb_ext. intros n _. rewrite tb_land, !tb_lor, !tb_land. apply andb_orb_distrib_l. }
  rewrite E, zero_lor. destruct (x land from =? 0)%uint63, (y land from =? 0)%uint63; cbn [andb];
    [easy|..]; apply tb_ext; intros n _; rewrite !tb_lor;
    now destruct (tb a n), (tb b n), (tb to n).
Qed.

Lemma overflow s : (s << of_Z 64)%uint63 = 0%uint63.
Proof.
  apply to_Z_inj. rewrite lsl_spec. change (to_Z (of_Z 64)) with 64. change wB with (2 ^ 63).
  replace (2 ^ 64) with (2 * 2 ^ 63) by easy. rewrite Z.mul_assoc. now apply Z.mod_mul.
Qed.

Lemma pieces s k n : 0 <= n < 63 -> 0 <= k <= 48 \/ k = 56 ->
  tb ((s land 255) << of_Z k) n || tb ((s >> 8) << of_Z (k + 8)) n = tb (s << of_Z k) n.
Proof.
  intros Hn Hk. change 8%uint63 with (of_Z 8).
  assert (E : 0 <= n - k -> tb 255 (n - k) = (n - k <? 8)).
  { intros A. unfold tb. change (to_Z 255) with (Z.ones 8). now apply Z.testbit_ones_nonneg. }
  assert (F : tb ((s >> of_Z 8) << of_Z (k + 8)) n = (k + 8 <=? n) && tb s (n - k)).
  { destruct (Z.eq_dec k 56) as [->|N].
    - transitivity (tb 0 n); [f_equal; apply overflow |].
      rewrite tb_zero. now destruct (Z.leb_spec (56 + 8) n); [lia|].
    - rewrite tb_shift_up by lia. destruct (Z.leb_spec (k + 8) n); [|easy].
      rewrite tb_shift_down by lia. do 2 f_equal. lia. }
  rewrite F, !tb_shift_up, tb_land by lia. destruct (Z.leb_spec k n) as [A|A]; cbn [andb].
  - rewrite E by lia. destruct (Z.ltb_spec (n - k) 8), (Z.leb_spec (k + 8) n); try lia;
      now destruct (tb s (n - k)).
  - destruct (Z.leb_spec (k + 8) n); [lia | easy].
Qed.

Lemma quickly_from l : forall m i s acc, (i + m = 8)%nat ->
  quickly (map (fun n => table (fun i => permute l (i << of_Z (8 * Z.of_nat n)) 0))%uint63
    (seq i m)) s (permute l acc 0) = permute l (acc lor (s << of_Z (8 * Z.of_nat i))) 0.
Proof.
  assert (Done : forall acc a, a = 0%uint63 -> permute l acc 0 = permute l (acc lor a) 0).
  { intros acc a ->. f_equal. apply tb_ext. intros n _. now rewrite tb_lor, tb_zero, orb_false_r. }
  induction m as [|m IH]; intros i s acc Hi; cbn [seq map quickly];
    destruct (Uint63.eqb s 0) eqn:E;
    try (apply Uint63.eqb_spec in E; subst s; apply Done, to_Z_inj; now rewrite lsl_spec).
  - apply Done. replace i with 8%nat by lia. apply overflow.
  - rewrite table_get.
    + rewrite <- permute_lor. change (0 lor 0)%uint63 with 0%uint63. rewrite IH by lia.
      f_equal. apply tb_ext. intros n Hn. destruct (Z.lt_ge_cases n 63); [|now rewrite !tb_high].
      rewrite !tb_lor, <- (pieces s) by lia. rewrite orb_assoc.
      now replace (8 * Z.of_nat (S i)) with (8 * Z.of_nat i + 8) by lia.
    + rewrite land_spec'. change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones by lia.
      now apply Z.mod_pos_bound.
Qed.

Theorem turned_ok l b : turned (tables l) b = permuted b l.
Proof.
  assert (P : permute l 0 0 = 0%uint63).
  { induction l as [|[to from] l' IH]; [easy|]. cbn [permute].
    now rewrite (proj2 (word_zero (0 land from))) by (intros n _; now rewrite tb_land, tb_zero). }
  assert (Q : forall s, quickly (tables l) s 0 = permute l s 0).
  { intros s. unfold tables. rewrite <- P at 1. rewrite quickly_from by easy. f_equal.
    apply tb_ext. intros n Hn. destruct (Z.lt_ge_cases n 63); [|now rewrite !tb_high].
    rewrite tb_lor, tb_zero, tb_shift_up by (cbn; lia). cbn [orb]. change (8 * Z.of_nat 0) with 0.
    rewrite Z.sub_0_r. now destruct (Z.leb_spec 0 n); [|lia]. }
  unfold turned, permuted. now rewrite !Q.
Qed.
