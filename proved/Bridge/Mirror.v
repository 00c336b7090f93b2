(** Proof. The mirror of Connect Four, on columns and on bits. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.ConnectFour.
Require Import Proved.Rules.Packed Proved.Rules.Games Proved.Bridge.Ends Proved.Rules.ConnectFour.
Require Import Proved.Bridge.Bits Proved.Bridge.Lines Proved.Bridge.Count Proved.Bridge.ConnectFour.
Require Import Proved.Bridge.Symmetry.
Open Scope Z_scope.

Section Mirror.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat.
Notation h := (Z.of_nat rows + 1).
Notation C := (Z.of_nat columns).
Notation packs := (Bridge.ConnectFour.packs columns rows).
Notation swaps := (swaps columns rows).
Notation placed := (placed columns rows).

Lemma mirror_mirror p : mirror (mirror p) = p.
Proof. destruct p. unfold mirror. cbn. now rewrite rev_involutive. Qed.

Lemma stone_mirror p c r : length (cols p) = columns ->
  stone (mirror p) c r = stone p (C - 1 - c) r.
Proof.
  intros L. unfold stone. cbn [mirror cols].
  destruct (Z.leb_spec 0 c), (Z.leb_spec 0 (C - 1 - c)); cbn [andb].
  - rewrite nth_rev by lia.
    replace (length (cols p) - 1 - Z.to_nat c)%nat with (Z.to_nat (C - 1 - c)) by lia. easy.
  - destruct (0 <=? r); [|easy].
    now rewrite (proj2 (nth_error_None _ _)) by (rewrite rev_length; lia).
  - destruct (0 <=? r); [|easy]. now rewrite (proj2 (nth_error_None _ _)) by lia.
  - easy.
Qed.

(** ** Bits *)

Definition moved (s : int) (c : nat) : int :=
  let '(m, up, down) := swap_of columns rows c in (((s land m) << up) >> down)%uint63.

Lemma land_bound a b : to_Z (a land b) <= to_Z b.
Proof.
  pose proof (to_Z_bounded a). pose proof (to_Z_bounded b). rewrite land_spec', Z.land_comm.
  assert (D : 0 <= Z.ldiff (to_Z b) (to_Z a)) by (apply Z.ldiff_nonneg; lia).
  enough (to_Z b = Z.land (to_Z b) (to_Z a) + Z.ldiff (to_Z b) (to_Z a)) by lia.
  rewrite Z.add_nocarry_lxor; apply Z.bits_inj'; intros n Hn;
    rewrite ?Z.lxor_spec, ?Z.land_spec, ?Z.ldiff_spec, ?Z.testbit_0_l;
    now destruct (Z.testbit (to_Z b) n), (Z.testbit (to_Z a) n).
Qed.

Lemma tb_moved s c n : (c < columns)%nat -> 0 <= n ->
  tb (moved s c) n = ((C - 1 - Z.of_nat c) * h <=? n) &&
    (n <? (C - 1 - Z.of_nat c) * h + Z.of_nat rows) &&
    tb s (n + (2 * Z.of_nat c - (C - 1)) * h).
Proof.
  intros Hc Hn. unfold moved, swap_of. pose proof (column_ok columns rows small c Hc) as CO.
  assert (T : forall m, 0 <= m -> Z.testbit (to_Z (s land column rows c)) m =
    tb s m && ((Z.of_nat c * h <=? m) && (m <? Z.of_nat c * h + Z.of_nat rows))).
  { intros m Hm. fold (tb (s land column rows c) m). rewrite tb_land. f_equal.
    apply (tb_ones columns rows small); first [exact CO | lia]. }
  assert (P : 0 < 2 ^ Z.of_nat rows) by (apply Z.pow_pos_nonneg; lia).
  assert (Q : 0 < 2 ^ (Z.of_nat c * h)) by (apply Z.pow_pos_nonneg; nia).
  pose proof (land_bound s (column rows c)) as LB.
  assert (M : forall k, (k < columns)%nat -> to_Z (int_of k * tall rows) = Z.of_nat k * h)
    by (intros; now apply (shift_ok columns rows small)).
  destruct (Nat.ltb_spec c (columns - 1 - c)) as [L|L].
  - rewrite tb_lsr by easy. change (to_Z 0) with 0. rewrite Z.add_0_r.
    rewrite tb_lsl; [| | easy].
    + rewrite M by lia.
      replace (n - Z.of_nat (columns - 1 - c - c) * h) with (n + (2 * Z.of_nat c - (C - 1)) * h)
        by nia.
      destruct (Z.leb_spec ((C - 1 - Z.of_nat c) * h) n) as [A|A].
      * rewrite T by nia. rewrite andb_comm. f_equal. apply eq_true_iff_eq.
        rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. nia.
      * cbn [andb]. destruct (Z.lt_ge_cases (n + (2 * Z.of_nat c - (C - 1)) * h) 0) as [B|B].
        -- now apply Z.testbit_neg_r.
        -- rewrite T by easy. apply andb_false_iff. right. apply andb_false_iff. left.
           apply Z.leb_gt. nia.
    + rewrite M by lia.
      assert (K : (2 ^ Z.of_nat rows * 2 ^ (Z.of_nat c * h)) *
        2 ^ (Z.of_nat (columns - 1 - c - c) * h) < 2 ^ 63).
      { rewrite <- !Z.pow_add_r by nia. apply Z.pow_lt_mono_r; nia. }
      assert (0 < 2 ^ (Z.of_nat (columns - 1 - c - c) * h)) by (apply Z.pow_pos_nonneg; nia). nia.
  - rewrite tb_lsr by easy. rewrite M by lia. rewrite tb_lsl; [| | nia].
    + change (to_Z 0) with 0. rewrite Z.sub_0_r.
      replace (n + Z.of_nat (c - (columns - 1 - c)) * h) with (n + (2 * Z.of_nat c - (C - 1)) * h)
        by nia.
      rewrite T by nia. rewrite andb_comm. f_equal. apply eq_true_iff_eq.
      rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. nia.
    + change (to_Z 0) with 0. change (2 ^ 0) with 1.
      pose proof (to_Z_bounded (s land column rows c)). change wB with (2 ^ 63) in *. lia.
Qed.

Lemma tb_swap s n : 0 <= n -> forall l acc,
  tb (swap (map (swap_of columns rows) l) s acc) n =
    tb acc n || existsb (fun c => tb (moved s c) n) l.
Proof.
  intros Hn. induction l as [|c l IH]; intros acc; cbn [map swap existsb];
    [now rewrite orb_false_r |].
  destruct (swap_of columns rows c) as [[m up] down] eqn:E. rewrite IH, tb_lor, <- orb_assoc.
  unfold moved at 2. rewrite E. reflexivity.
Qed.

(** The image of the set of squares [o]. *)
Lemma swap_ok s (o : Z -> Z -> bool) :
  (forall n, 0 <= n -> tb s n = o (n / h) (n mod h)) ->
  (forall c r, o c r = true -> 0 <= c < C /\ 0 <= r < Z.of_nat rows) ->
  forall n, 0 <= n -> tb (swap swaps s 0) n = o (C - 1 - n / h) (n mod h).
Proof.
  intros S I n Hn. unfold swaps. rewrite tb_swap, tb_zero by easy. cbn [orb].
  pose proof (Z.div_mod n h ltac:(lia)) as D. pose proof (Z.mod_pos_bound n h ltac:(lia)) as M.
  pose proof (Z.div_pos n h Hn ltac:(lia)) as Q.
  apply eq_true_iff_eq. rewrite existsb_exists. split.
  - intros (c & J & T). apply in_seq in J. rewrite tb_moved in T by lia.
    rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt in T. destruct T as [[A B] T].
    assert (E : n / h = C - 1 - Z.of_nat c) by nia.
    rewrite S in T by nia.
    replace (n + (2 * Z.of_nat c - (C - 1)) * h) with (Z.of_nat c * h + n mod h) in T by nia.
    destruct (div_mod_at columns rows small (Z.of_nat c) (n mod h)) as [X Y]; [lia |].
    rewrite X, Y in T. now replace (C - 1 - n / h) with (Z.of_nat c) by lia.
  - intros T. destruct (I _ _ T) as [A B]. exists (Z.to_nat (C - 1 - n / h)).
    split; [apply in_seq; lia |].
    rewrite tb_moved by lia. rewrite Z2Nat.id by lia. rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt.
    split; [split; nia |]. rewrite S by nia.
    replace (n + (2 * (C - 1 - n / h) - (C - 1)) * h) with ((C - 1 - n / h) * h + n mod h) by nia.
    destruct (div_mod_at columns rows small (C - 1 - n / h) (n mod h)) as [X Y]; [lia |].
    now rewrite X, Y.
Qed.

(** ** Positions *)

Lemma left_rev l : left_in rows (rev l) = left_in rows l.
Proof.
  unfold left_in. rewrite map_rev.
  generalize (map (fun a : list player => (rows - length a)%nat) l). clear.
  induction l as [|a l IH]; [easy|]. cbn [rev]. rewrite list_sum_app, IH.
  unfold list_sum. cbn. lia.
Qed.

Lemma owns_mirror p b q c r : packs p b -> owns q (mirror p) c r = owns q p (C - 1 - c) r.
Proof. intros X. unfold owns. now rewrite (stone_mirror _ _ _ (packs_columns _ _ p b X)). Qed.

Lemma placed_mirror p b q : packs p b -> placed q (mirror p) = placed q p.
Proof.
  intros X. unfold ConnectFour.placed.
  rewrite (filter_ext _ (fun '(c, r) => owns q p (C - 1 - c) r))
    by (intros [c r]; now apply (owns_mirror p b)).
  unfold squares. pose (f := fun c => map (fun r => (Z.of_nat c, Z.of_nat r)) (seq 0 rows)).
  fold f. pose (k := fun c => length (filter (fun '(c, r) => owns q p c r) (f c))).
  assert (E : forall g, length (filter g (flat_map f (seq 0 columns))) =
    list_sum (map (fun c => length (filter g (f c))) (seq 0 columns))).
  { intros g. generalize (seq 0 columns). induction l as [|c l IH]; [easy|].
    cbn [flat_map map]. rewrite filter_app, app_length, IH. easy. }
  rewrite !E. fold k.
  assert (M : forall c, (c < columns)%nat ->
    length (filter (fun '(c, r) => owns q p (C - 1 - c) r) (f c)) = k (columns - 1 - c)%nat).
  { intros c Hc. unfold k, f. generalize (seq 0 rows). induction l as [|r l IH]; [easy|]. cbn.
    replace (Z.of_nat (columns - 1 - c)) with (C - 1 - Z.of_nat c) in * by lia.
    destruct (owns q p _ _); cbn; now rewrite IH. }
  rewrite (map_ext_in _ (fun c => k (columns - 1 - c)%nat))
    by (intros c I; apply in_seq in I; apply M; lia).
  clear. enough (Y : forall n, map (fun c => k (n - 1 - c)%nat) (seq 0 n) = rev (map k (seq 0 n))).
  { rewrite Y. generalize (map k (seq 0 columns)). induction l as [|a l IH]; [easy|].
    cbn [rev]. rewrite list_sum_app, IH. unfold list_sum. cbn. lia. }
  intros n. apply nth_ext. intros i. rewrite nth_error_map.
  destruct (Nat.lt_ge_cases i n) as [L|L].
  - rewrite nth_rev by (rewrite map_length, seq_length; lia).
    rewrite map_length, seq_length, nth_error_map.
    rewrite !nth_error_nth' with (d := O) by (rewrite seq_length; lia). cbn.
    now rewrite !seq_nth by lia.
  - rewrite !(proj2 (nth_error_None _ _)); rewrite ?rev_length, ?map_length, ?seq_length; easy.
Qed.

Lemma packs_mirror p b : packs p b -> packs (mirror p) (flip swaps b).
Proof.
  intros X. pose proof (packs_columns _ _ p b X) as L. constructor; cbn [mover both stones flip].
  - cbn. now rewrite rev_length.
  - intros l I. cbn in I. apply (packs_rows _ _ p b X). now apply in_rev.
  - intros n Hn. rewrite (swap_ok _ (occupied p)); [| apply (packs_both _ _ p b X) | | easy].
    + unfold occupied. now rewrite stone_mirror.
    + intros c r. unfold occupied. destruct (stone p c r) as [q|] eqn:E; [|easy].
      intros _. exact (stone_inside columns rows small p b c r q X E).
  - intros n Hn. rewrite (swap_ok _ (owns (turn p) p)); [| apply (packs_mover _ _ p b X) | | easy].
    + unfold owns. now rewrite stone_mirror.
    + intros c r. apply (owns_inside columns rows small p b _ c r X).
  - cbn [mirror cols]. rewrite left_rev. apply (packs_left _ _ p b X).
  - rewrite !(placed_mirror p b) by easy. apply (packs_stones _ _ p b X).
  - rewrite !(placed_mirror p b) by easy. apply (packs_turns _ _ p b X).
Qed.

Lemma line_mirror p q : (forall c r, owns q (mirror p) c r = owns q p (C - 1 - c) r) ->
  line (owns q p) -> line (owns q (mirror p)).
Proof.
  intros M (c & r & dc & dr & D & H).
  assert (K : exists r' dr', In (dc, dr') ways /\ forall k, 0 <= k < 4 ->
    exists k', 0 <= k' < 4 /\ r' + k * dr' = r + k' * dr /\ 3 * dc - k * dc = k' * dc).
  { each_way D.
    - exists r, 1. split; [cbn; tauto|]. intros k Hk. exists k. lia.
    - exists (r - 3), 1. split; [cbn; tauto|]. intros k Hk. exists (3 - k). lia.
    - exists r, 0. split; [cbn; tauto|]. intros k Hk. exists (3 - k). lia.
    - exists (r + 3), (-1). split; [cbn; tauto|]. intros k Hk. exists (3 - k). lia. }
  destruct K as (r' & dr' & D' & K). exists (C - 1 - (c + 3 * dc)), r', dc, dr'. split; [easy |].
  intros k Hk. destruct (K k Hk) as (k' & Hk' & E1 & E2).
  rewrite M, E1. replace (C - 1 - (C - 1 - (c + 3 * dc) + k * dc)) with (c + k' * dc) by lia.
  now apply H.
Qed.

Lemma four_mirror p b q : packs p b -> four columns rows q (mirror p) = four columns rows q p.
Proof.
  intros X. pose proof (packs_mirror p b X) as Y. apply eq_true_iff_eq.
  rewrite (four_line columns rows small q _ _ X), (four_line columns rows small q _ _ Y). split.
  - intros Hl. rewrite <- (mirror_mirror p). revert Hl. apply line_mirror.
    intros c r. now apply (owns_mirror _ _ q c r Y).
  - apply line_mirror. intros c r. now apply (owns_mirror _ _ q c r X).
Qed.

Lemma drop_mirror p c : length (cols p) = columns -> (c < columns)%nat ->
  drop (mirror p) (columns - 1 - c) = mirror (drop p c).
Proof.
  intros L Hc. unfold drop, mirror. cbn [cols turn]. f_equal. apply nth_ext. intros i.
  rewrite nth_put.
  destruct (Nat.lt_ge_cases i columns) as [A|A].
  - rewrite !nth_rev by (rewrite ?put_length; lia). rewrite put_length, nth_put, L.
    destruct (Nat.eqb_spec i (columns - 1 - c)), (Nat.eqb_spec (columns - 1 - i) c); try easy; lia.
  - rewrite !(proj2 (nth_error_None _ _)) by (rewrite ?rev_length, ?put_length; lia).
    now destruct (i =? _)%nat.
Qed.

Lemma moves_mirror p b s c : packs p b -> In (s, c) (c4_moves columns rows p) ->
  In (s, mirror c) (c4_moves columns rows (mirror p)).
Proof.
  intros X. pose proof (packs_columns _ _ p b X) as L. unfold c4_moves. cbn [mirror turn].
  change (Position (rev (cols p)) (turn p)) with (mirror p). rewrite (four_mirror p b _ X).
  destruct (four _ _ _ p); [easy |]. intros I. apply in_map_iff in I as (k & [= <- <-] & I).
  apply filter_In in I as [I J]. apply (in_order_small columns rows small) in I.
  apply in_map_iff. exists (columns - 1 - k)%nat. split; [now rewrite drop_mirror |].
  apply filter_In. split; [apply (in_order_all columns rows small); lia |].
  unfold height in *. cbn [mirror cols]. rewrite nth_rev by lia.
  now replace (length (cols p) - 1 - (columns - 1 - k))%nat with k by lia.
Qed.

(** ** All together *)

Variables by_score symmetric : bool.
Notation G := (connect_four columns rows by_score).
Notation H := (c4_game columns rows by_score symmetric).
Notation pack := (pack columns rows).

Definition same_class (p q : position) : Prop := q = p \/ symmetric = true /\ q = mirror p.

Lemma functional p b b' : packs p b -> packs p b' -> b = b'.
Proof.
  intros X Y. rewrite <- (pack_packs columns rows small p b X).
  now apply (pack_packs columns rows small).
Qed.

Lemma flip_flip p b : packs p b -> flip swaps (flip swaps b) = b.
Proof.
  intros X. apply (functional p); [|easy]. rewrite <- (mirror_mirror p).
  now apply packs_mirror, packs_mirror.
Qed.

Lemma less_total a b : stones a = stones b -> less a b = false -> less b a = false -> a = b.
Proof.
  destruct a as [m o n], b as [m' o' n']. unfold less. cbn. intros <-.
  destruct (Uint63.eqb (m + o) (m' + o')) eqn:E.
  - apply Uint63.eqb_spec in E. rewrite E, (proj2 (Uint63.eqb_spec _ _) eq_refl).
    intros L1 L2. assert (o = o').
    { apply to_Z_inj. destruct (Z.lt_trichotomy (to_Z o) (to_Z o')) as [L|[L|L]]; [|easy|];
        apply ltb_spec in L; congruence. }
    subst o'. f_equal. now apply Uint63.add_cancel_r in E.
  - intros L1 L2. destruct (Uint63.eqb (m' + o') (m + o)) eqn:E'.
    { apply Uint63.eqb_spec in E'. now rewrite E', (proj2 (Uint63.eqb_spec _ _) eq_refl) in E. }
    exfalso. apply Bool.not_true_iff_false in E. apply E. apply Uint63.eqb_spec, to_Z_inj.
    destruct (Z.lt_trichotomy (to_Z (m + o)) (to_Z (m' + o'))) as [L|[L|L]]; [|easy|];
      apply ltb_spec in L; congruence.
Qed.

Lemma less_antisym a b : less a b = true -> less b a = false.
Proof.
  unfold less. destruct (Uint63.eqb (mover a + both a) (mover b + both b)) eqn:E.
  - apply Uint63.eqb_spec in E. rewrite E, (proj2 (Uint63.eqb_spec _ _) eq_refl).
    intros L. apply ltb_spec in L. destruct (both b <? both a)%uint63 eqn:M; [|easy].
    apply ltb_spec in M. lia.
  - destruct (Uint63.eqb (mover b + both b) (mover a + both a)) eqn:E'.
    { apply Uint63.eqb_spec in E'. now rewrite E', (proj2 (Uint63.eqb_spec _ _) eq_refl) in E. }
    intros L. apply ltb_spec in L. destruct (_ <? _)%uint63 eqn:M; [|easy].
    apply ltb_spec in M. lia.
Qed.

Lemma represent_packs p b : packs p b ->
  packs (Rules.ConnectFour.representative columns rows symmetric p)
    (c4_represent swaps symmetric b).
Proof.
  intros X. unfold Rules.ConnectFour.representative, c4_represent. destruct symmetric; [|easy].
  rewrite (pack_packs columns rows small p b X).
  rewrite (pack_packs columns rows small _ _ (packs_mirror p b X)).
  destruct (less _ b); [now apply packs_mirror | easy].
Qed.

Lemma over_mirror p b : packs p b -> @moves G p = [] ->
  @moves G (mirror p) = [] /\ @payoff G p = @payoff G (mirror p).
Proof.
  intros X E. split.
  - destruct (@moves G (mirror p)) as [|[s c] l] eqn:E'; [easy |]. exfalso.
    pose proof (moves_mirror (mirror p) _ s c (packs_mirror p b X)) as M.
    rewrite mirror_mirror in M. change (c4_moves columns rows) with (@moves G) in M.
    rewrite E', E in M. apply M. now left.
  - cbn [payoff connect_four]. unfold c4_payoff. cbn [mirror turn].
    change (Position (rev (cols p)) (turn p)) with (mirror p).
    now rewrite (four_mirror p b _ X), (placed_mirror p b _ X).
Qed.

Definition connect_four_packing : packing G H.
Proof.
  refine (Packing G H packs same_class (Rules.ConnectFour.name columns rows symmetric)
    (Rules.ConnectFour.representative columns rows symmetric) (c4_represent swaps symmetric)
    _ _ _ _ _ _ _ _ _).
  - exists (Board 0 0 0). split; [now apply start_packs | easy].
  - intros p b X. now apply moves_pack.
  - intros p b X _. now apply payoff_pack.
  - intros p b X. unfold Rules.ConnectFour.name. now apply pack_packs, represent_packs.
  - intros p b X. split; [now apply represent_packs|].
    unfold same_class, Rules.ConnectFour.representative.
    destruct symmetric; [|now left]. destruct (less _ _); [now right | now left].
  - intros p q [->|[S ->]]; [now left | right]. now rewrite mirror_mirror.
  - intros p q b X [->|[_ ->]] E; [easy|]. now apply (over_mirror p b).
  - intros p q b s c X [->|[S ->]] I; [exists c; split; [easy | now left] |].
    exists (mirror c). split; [now apply (moves_mirror p b) | now right].
  - intros p q b b' X Y [->|[S ->]]; [now rewrite (functional p b b')|].
    rewrite (functional _ b' (flip swaps b) Y (packs_mirror p b X)).
    unfold c4_represent. rewrite S, (flip_flip p b X).
    destruct (less (flip swaps b) b) eqn:L.
    + now rewrite (less_antisym _ _ L).
    + destruct (less b (flip swaps b)) eqn:L'; [easy|]. symmetry. now apply less_total.
Defined.
End Mirror.
