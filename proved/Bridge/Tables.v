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

Definition piece (s k : int) : int := (((s >> k) land 255) << k)%uint63.

Lemma quickly_pieces l s : forall ks acc,
  fold_left (fun acc '(k, a) => acc lor get a ((s >> k) land 255))%uint63
    (map (fun k => (k, table (fun i => permute l (i << k) 0)))%uint63 ks) (permute l acc 0) =
  permute l (fold_left (fun acc k => acc lor piece s k)%uint63 ks acc) 0.
Proof.
  induction ks as [|k ks IH]; intros acc; [easy|]. cbn [map fold_left]. rewrite table_get.
  - rewrite <- IH. f_equal. now rewrite <- permute_lor.
  - rewrite land_spec'. change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones by lia.
    apply Z.mod_pos_bound. easy.
Qed.

Lemma all_pieces s : fold_left (fun acc k => acc lor piece s k)%uint63 shifts 0%uint63 = s.
Proof.
  apply tb_ext. intros n Hn. destruct (Z.lt_ge_cases n 63) as [L|L]; [|now rewrite !tb_high].
  assert (P : forall k, 0 <= k < 63 ->
    tb (piece s (of_Z k)) n = tb s n && ((k <=? n) && (n <? k + 8))).
  { intros k Hk. unfold piece. rewrite tb_shift_up by lia. destruct (Z.leb_spec k n) as [A|A];
      [|now rewrite andb_false_r]. rewrite tb_land, tb_shift_down by lia. cbn [andb].
    replace (n - k + k) with n by lia. f_equal. unfold tb. change (to_Z 255) with (Z.ones 8).
    rewrite Z.testbit_ones_nonneg by lia. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia. }
  unfold shifts. cbn [map fold_left]. rewrite !tb_lor, tb_zero.
  rewrite (P 0), (P 8), (P 16), (P 24), (P 32), (P 40), (P 48), (P 56) by lia.
  rewrite orb_false_l, <- !andb_orb_distrib_r. destruct (tb s n); [|easy]. cbn [andb].
  rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

Theorem turned_ok l b : turned (tables l) b = permuted b l.
Proof.
  assert (Q : forall s, quickly (tables l) s = permute l s 0).
  { intros s. rewrite <- (all_pieces s) at 2. rewrite <- quickly_pieces. unfold quickly, tables.
    f_equal. clear. induction l as [|[to from] l IH]; [easy|]. cbn [permute].
    rewrite IH at 1. now rewrite (proj2 (word_zero (0 land from)))
      by (intros n _; now rewrite tb_land, tb_zero). }
  unfold turned, permuted. now rewrite !Q.
Qed.
