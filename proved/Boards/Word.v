(** Proof. Sets of numbers as words: one primitive integer, or two. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Rules.Packed Bridge.Bits Bridge.Count.
Open Scope Z_scope.

Record words := Words {
  word : Type;
  none : word;
  only : int -> word;                       (* the set of one number *)
  collect : nat -> (nat -> bool) -> word;       (* those below a limit for which a function says
    so *)
  meet : word -> word -> word;
  join : word -> word -> word;
  differ : word -> word -> word;
  up : word -> int -> word;                 (* each number so much higher, or lower *)
  down : word -> int -> word;
  word_eqb : word -> word -> bool;
  word_ltb : word -> word -> bool;          (* the highest number that differs decides *)
  hash : word -> int;
  weight : word -> int;                     (* how many *)
  parts : list (word -> int);
  room : Z;                                 (* numbers are below it *)
  test : word -> Z -> bool }.

Record right_words (W : words) : Prop := RightWords {
  room_range : 63 <= room W <= 126;
  test_none : forall n, test W (none W) n = false;
  test_only : forall k n, 0 <= k < room W -> 0 <= n -> test W (only W (of_Z k)) n = (n =? k);
  test_collect : forall k f n, Z.of_nat k <= room W -> 0 <= n ->
    test W (collect W k f) n = (n <? Z.of_nat k) && f (Z.to_nat n);
  test_meet : forall a b n, test W (meet W a b) n = test W a n && test W b n;
  test_join : forall a b n, test W (join W a b) n = test W a n || test W b n;
  test_differ : forall a b n, test W (differ W a b) n = xorb (test W a n) (test W b n);
  test_up : forall a k n, 0 <= k < 63 -> 0 <= n < room W ->
    test W (up W a (of_Z k)) n = (k <=? n) && test W a (n - k);
  test_down : forall a k n, 0 <= k < 63 -> 0 <= n ->
    test W (down W a (of_Z k)) n = test W a (n + k);
  test_high : forall a n, room W <= n -> test W a n = false;
  test_ext : forall a b, (forall n, 0 <= n -> test W a n = test W b n) -> a = b;
  weight_ok : forall a, to_Z (weight W a) =
    Z.of_nat (length (filter (fun n => test W a (Z.of_nat n)) (seq 0 (Z.to_nat (room W)))));
  parts_few : (length (parts W) <= 2)%nat;
  parts_tell : forall a b, (forall f, In f (parts W) -> f a = f b) -> a = b;
  word_eqb_ok : forall a b, word_eqb W a b = true <-> a = b;
  word_ltb_self : forall a, word_ltb W a a = false;
  word_ltb_ok : forall a b n, 0 <= n -> (forall k, n < k -> test W a k = test W b k) ->
    test W a n = false -> test W b n = true -> word_ltb W a b = true /\ word_ltb W b a = false }.

(** ** One *)
Definition one_word : words := Words int 0%uint63 (fun n => (1 << n)%uint63) bits
  (fun a b => a land b)%uint63 (fun a b => a lor b)%uint63 (fun a b => a lxor b)%uint63
  (fun a n => a << n)%uint63 (fun a n => a >> n)%uint63 (fun a b => a =? b)%uint63
  (fun a b => a <? b)%uint63 (fun a => a) weight_of_one [fun a => a] 63 tb.

Lemma ltb_self a : (a <? a)%uint63 = false.
Proof. destruct (a <? a)%uint63 eqn:E; [apply ltb_spec in E; lia | easy]. Qed.
(** The highest bit that differs decides. *)
Lemma ltb_by_bit a b n : 0 <= n -> (forall k, n < k -> tb a k = tb b k) ->
  tb a n = false -> tb b n = true -> (a <? b)%uint63 = true /\ (b <? a)%uint63 = false.
Proof.
  unfold tb. intros Hn E A B. enough (L : to_Z a < to_Z b).
  { split; [now apply ltb_spec|].
    destruct (b <? a)%uint63 eqn:X; [apply ltb_spec in X; lia | easy]. }
  pose proof (to_Z_bounded a). pose proof (to_Z_bounded b).
  assert (P : 0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia).
  assert (H1 : to_Z a / 2 ^ n / 2 = to_Z b / 2 ^ n / 2).
  { rewrite !Z.div_div by lia. rewrite Z.mul_comm, <- Z.pow_succ_r, <- !Z.shiftr_div_pow2 by lia.
    apply Z.bits_inj'. intros k Hk. rewrite !Z.shiftr_spec by lia. apply E. lia. }
  rewrite Z.testbit_true in B by lia. rewrite Z.testbit_false in A by lia.
  pose proof (Z.div_mod (to_Z a / 2 ^ n) 2 ltac:(lia)).
  pose proof (Z.div_mod (to_Z b / 2 ^ n) 2 ltac:(lia)).
  pose proof (Z.div_mod (to_Z a) (2 ^ n) ltac:(lia)).
  pose proof (Z.div_mod (to_Z b) (2 ^ n) ltac:(lia)).
  pose proof (Z.mod_pos_bound (to_Z a) (2 ^ n) P).
  pose proof (Z.mod_pos_bound (to_Z b) (2 ^ n) P). nia.
Qed.

Lemma one_word_right : right_words one_word.
Proof.
  constructor; cbn [word none only collect meet join differ up down word_eqb word_ltb parts room
    test one_word].
  - lia.
  - exact tb_zero.
  - exact tb_one.
  - intros k f n H. apply tb_bits. lia.
  - exact tb_land.
  - exact tb_lor.
  - exact tb_lxor.
  - exact tb_shift_up.
  - exact tb_shift_down.
  - exact tb_high.
  - exact tb_ext.
  - intros a. now apply weight_bits.
  - cbn. lia.
  - intros a b H. apply (H (fun a => a)). now left.
  - exact Uint63.eqb_spec.
  - exact ltb_self.
  - exact ltb_by_bit.
Qed.

(** ** Two: the numbers from 63 on are in the second one. *)
Definition both_words (f : int -> int -> int) (a b : int * int) : int * int :=
  (f (fst a) (fst b), f (snd a) (snd b)).
Definition meet_two := both_words (fun a b => a land b)%uint63.
Definition join_two := both_words (fun a b => a lor b)%uint63.
Definition differ_two := both_words (fun a b => a lxor b)%uint63.
Definition only_two (n : int) : int * int :=
  if (n <? 63)%uint63 then (1 << n, 0)%uint63 else (0, 1 << (n - 63))%uint63.
Definition up_two (a : int * int) (n : int) : int * int :=
  (fst a << n, (snd a << n) lor (fst a >> (63 - n)))%uint63.
Definition down_two (a : int * int) (n : int) : int * int :=
  ((fst a >> n) lor (snd a << (63 - n)), snd a >> n)%uint63.
Definition eqb_two (a b : int * int) : bool :=
  if (fst a =? fst b)%uint63 then (snd a =? snd b)%uint63 else false.
Definition ltb_two (a b : int * int) : bool :=
  if (snd a =? snd b)%uint63 then (fst a <? fst b)%uint63 else (snd a <? snd b)%uint63.
Definition two_words : words := Words (int * int) (0, 0)%uint63 only_two long_bits
  meet_two join_two differ_two up_two down_two eqb_two ltb_two
  (fun a => fst a + snd a * 636413622384679305)%uint63
  (fun a => weight_of_one (fst a) + weight_of_one (snd a))%uint63 [fst; snd] 126
  (fun a n => if n <? 63 then tb (fst a) n else tb (snd a) (n - 63)).

Lemma shift_out a k : 63 <= to_Z k -> (a << k = 0)%uint63 /\ (a >> k = 0)%uint63.
Proof.
  intros H. pose proof (to_Z_bounded k). split; apply tb_ext; intros n Hn; rewrite tb_zero.
  - destruct (Z.lt_ge_cases n 63) as [L|L]; [|now apply tb_high]. unfold tb.
    rewrite lsl_spec. change wB with (2 ^ 63). rewrite Z.mod_pow2_bits_low by lia.
    rewrite <- Z.shiftl_mul_pow2, Z.shiftl_spec_low by lia. easy.
  - rewrite tb_lsr by lia. apply tb_high. lia.
Qed.

Lemma two_words_right : right_words two_words.
Proof.
  assert (Int : forall k, 0 <= k < 126 -> to_Z (of_Z k) = k).
  { intros k Hk. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63). lia. }
  assert (Sub : forall k, 0 <= k < 63 -> (63 - of_Z k)%uint63 = of_Z (63 - k)).
  { intros k Hk. apply to_Z_inj. rewrite sub_spec, !Int by lia. apply Z.mod_small.
    change wB with (2 ^ 63). change (to_Z 63) with 63. lia. }
  constructor; cbn [word none only collect meet join differ up down word_eqb word_ltb parts room
    test two_words]; unfold meet_two, join_two, differ_two, both_words,
    long_bits, only_two, up_two, down_two, eqb_two, ltb_two.
  - lia.
  - intros n. cbn [fst snd]. now destruct (n <? 63); rewrite tb_zero.
  - intros k n Hk Hn. destruct (Z.lt_ge_cases k 63) as [L|L].
    + rewrite (proj2 (ltb_spec _ _)) by (rewrite Int by lia; exact L). cbn [fst snd].
      destruct (Z.ltb_spec n 63); [now apply tb_one|]. rewrite tb_zero. symmetry.
      apply Z.eqb_neq. lia.
    + destruct (of_Z k <? 63)%uint63 eqn:E; [apply ltb_spec in E; rewrite Int in E by lia; change
        (to_Z 63) with 63 in E; lia|]. replace (of_Z k - 63)%uint63 with (of_Z (k - 63)).
      2:{ apply to_Z_inj. rewrite sub_spec, !Int by lia. symmetry. apply Z.mod_small.
        change wB with (2 ^ 63). change (to_Z 63) with 63. lia. }
      cbn [fst snd]. destruct (Z.ltb_spec n 63).
      * rewrite tb_zero. symmetry. apply Z.eqb_neq. lia.
      * rewrite tb_one by lia. apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
  - intros k f n Hk Hn. cbn [fst snd]. destruct (Z.ltb_spec n 63); rewrite tb_bits by lia.
    + f_equal. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
    + replace (Z.to_nat (n - 63) + 63)%nat with (Z.to_nat n) by lia. f_equal.
      apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
  - intros a b n. cbn [fst snd]. destruct (n <? 63); apply tb_land.
  - intros a b n. cbn [fst snd]. destruct (n <? 63); apply tb_lor.
  - intros a b n. cbn [fst snd]. destruct (n <? 63); apply tb_lxor.
  - intros [a a'] k n Hk Hn. rewrite Sub by easy. cbn [fst snd].
    destruct (Z.ltb_spec n 63), (Z.ltb_spec (n - k) 63); try lia.
    + now rewrite tb_shift_up by lia.
    + rewrite tb_lor, tb_shift_up, tb_lsr, Int by lia.
      replace (n - 63 + (63 - k)) with (n - k) by lia.
      destruct (Z.leb_spec k (n - 63)), (Z.leb_spec k n); try lia. easy.
    + rewrite tb_lor, tb_shift_up, tb_lsr, Int by lia. rewrite (tb_high a) by lia.
      destruct (Z.leb_spec k (n - 63)), (Z.leb_spec k n); try lia. rewrite orb_false_r.
      cbn [andb]. f_equal. lia.
  - intros [a a'] k n Hk Hn. rewrite Sub by easy. cbn [fst snd].
    destruct (Z.ltb_spec n 63), (Z.ltb_spec (n + k) 63); try lia.
    + rewrite tb_lor, tb_shift_down by lia. destruct (Z.eq_dec k 0) as [->|N].
      * change (of_Z (63 - 0)) with 63%uint63. rewrite (proj1 (shift_out a' 63 ltac:(easy))).
        now rewrite tb_zero, orb_false_r.
      * rewrite tb_shift_up by lia. destruct (Z.leb_spec (63 - k) n); [lia|].
        now rewrite orb_false_r.
    + rewrite tb_lor, tb_shift_down, (tb_high a) by lia. rewrite tb_shift_up by lia.
      destruct (Z.leb_spec (63 - k) n); [|lia]. cbn [orb andb]. f_equal. lia.
    + rewrite tb_shift_down by lia. f_equal. lia.
  - intros a n Hn. destruct (Z.ltb_spec n 63); [lia|]. apply tb_high. lia.
  - intros [a a'] [b b'] H. cbn [fst snd] in H. f_equal; apply tb_ext; intros n Hn.
    + destruct (Z.lt_ge_cases n 63) as [L|L]; [|now rewrite !tb_high].
      specialize (H n Hn). now destruct (Z.ltb_spec n 63); [|lia].
    + specialize (H (n + 63) ltac:(lia)). destruct (Z.ltb_spec (n + 63) 63); [lia|].
      now rewrite Z.add_simpl_r in H.
  - intros [a a']. cbn [weight fst snd two_words]. change (Z.to_nat 126) with (63 + 63)%nat.
    set (f := fun n => _). rewrite seq_app, filter_app, app_length, add_spec.
    rewrite (weight_bits a f 0), (weight_bits a' f (0 + 63)).
    + pose proof (filter_fewer f (seq 0 63)). pose proof (filter_fewer f (seq (0 + 63) 63)).
      rewrite seq_length in *. rewrite Z.mod_small; [lia|]. change wB with (2 ^ 63). lia.
    + intros i L. subst f. cbn beta. destruct (Z.ltb_spec (Z.of_nat (0 + 63 + i)) 63); [lia|].
      f_equal. lia.
    + intros i L. subst f. cbn beta. destruct (Z.ltb_spec (Z.of_nat (0 + i)) 63); [easy | lia].
  - cbn. lia.
  - intros [a a'] [b b'] H. f_equal; [apply (H fst) | apply (H snd)]; cbn; tauto.
  - intros [a a'] [b b']. cbn [fst snd].
    destruct (Uint63.eqb a b) eqn:E; [apply Uint63.eqb_spec in E; subst|].
    + rewrite Uint63.eqb_spec. split; congruence.
    + split; [easy|]. intros [= -> _]. now rewrite (proj2 (Uint63.eqb_spec b b) eq_refl) in E.
  - intros a. now rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl), ltb_self.
  - intros [a a'] [b b'] n Hn E A B. cbn [fst snd] in *.
    assert (High : forall k, 0 <= k -> n < k + 63 -> tb a' k = tb b' k).
    { intros k Hk L. specialize (E (k + 63) L). destruct (Z.ltb_spec (k + 63) 63); [lia|].
      now rewrite Z.add_simpl_r in E. }
    destruct (Z.ltb_spec n 63) as [L|L].
    + rewrite (tb_ext a' b') by (intros; apply High; lia).
      rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl). apply (ltb_by_bit a b n); try easy.
      intros k Hk. destruct (Z.lt_ge_cases k 63); [|now rewrite !tb_high].
      specialize (E k Hk). now destruct (Z.ltb_spec k 63); [|lia].
    + destruct (ltb_by_bit a' b' (n - 63)) as [X Y]; try easy; [lia | intros; apply High; lia |].
      assert (N : a' <> b') by (intros ->; congruence).
      destruct (Uint63.eqb a' b') eqn:F; [now apply Uint63.eqb_spec in F|].
      destruct (Uint63.eqb b' a') eqn:F'; [now apply Uint63.eqb_spec in F' as ->|]. easy.
Qed.
