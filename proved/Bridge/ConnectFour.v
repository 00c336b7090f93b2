(** Proof. The boards of primitive integers play Connect Four. *)
From Coq Require Import ZArith List Lia Bool Arith FinFun Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.ConnectFour.
Require Import Proved.Rules.Packed Proved.Rules.Games Proved.Bridge.Ends Proved.Rules.ConnectFour.
Require Import Proved.Bridge.Bits Proved.Bridge.Lines Proved.Bridge.Count.
Open Scope Z_scope.

Section ConnectFour.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat.
Notation h := (Z.of_nat rows + 1).
Notation hi := (tall rows).
Notation placed := (placed columns rows).
Notation squares := (squares columns rows).

Record packs (p : position) (b : board) : Prop := Packs {
  packs_columns : length (cols p) = columns;
  packs_rows : forall l, In l (cols p) -> (length l <= rows)%nat;
  packs_both : forall n, 0 <= n -> tb (both b) n = occupied p (n / h) (n mod h);
  packs_mover : forall n, 0 <= n -> tb (mover b) n = owns (turn p) p (n / h) (n mod h);
  packs_left : to_Z (stones b) + Z.of_nat (left_in rows (cols p)) = Z.of_nat (columns * rows);
  packs_stones : to_Z (stones b) = Z.of_nat (placed First p + placed Second p);
  packs_turns : placed First p =
    (match turn p with First => placed Second p | Second => S (placed Second p) end) }.

Lemma hi_ok : to_Z hi = h.
Proof. unfold tall. rewrite int_of_ok by nia. lia. Qed.

Lemma stone_inside p b c r q : packs p b -> stone p c r = Some q ->
  0 <= c < Z.of_nat columns /\ 0 <= r < Z.of_nat rows.
Proof.
  intros X. unfold stone. destruct (andb _ _) eqn:E; [|easy]. rewrite andb_true_iff in E.
  destruct (nth_error (cols p) (Z.to_nat c)) as [l|] eqn:E1; [|easy]. intros E2.
  assert (A : nth_error (cols p) (Z.to_nat c) <> None) by congruence.
  assert (B : nth_error l (Z.to_nat r) <> None) by congruence.
  apply nth_error_Some in A, B. rewrite (packs_columns p b X) in A.
  pose proof (packs_rows p b X l (nth_error_In _ _ E1)). lia.
Qed.

Lemma owns_inside p b q c r : packs p b -> owns q p c r = true ->
  0 <= c < Z.of_nat columns /\ 0 <= r < Z.of_nat rows.
Proof.
  intros X. unfold owns. destruct (stone p c r) as [q'|] eqn:E; [|easy]. intros _.
  now apply (stone_inside p b c r q').
Qed.

Lemma packs_theirs p b n : packs p b -> 0 <= n ->
  tb (both b lxor mover b) n = owns (other (turn p)) p (n / h) (n mod h).
Proof.
  intros X Hn. rewrite tb_lxor, (packs_both p b X), (packs_mover p b X) by easy.
  unfold occupied, owns. destruct (stone p _ _) as [q|]; [|easy]. now destruct (turn p), q.
Qed.

(** ** Lines *)

Lemma in_squares c r : In (c, r) squares <->
  0 <= c < Z.of_nat columns /\ 0 <= r < Z.of_nat rows.
Proof.
  unfold squares. rewrite in_flat_map. split.
  - intros (c' & I & J). apply in_seq in I. apply in_map_iff in J as (r' & [= <- <-] & J).
    apply in_seq in J. lia.
  - intros H. exists (Z.to_nat c). split; [apply in_seq; lia |].
    apply in_map_iff. exists (Z.to_nat r). split; [f_equal; lia | apply in_seq; lia].
Qed.

Lemma four_line q p b : packs p b -> four columns rows q p = true <-> line (owns q p).
Proof.
  intros X. unfold four, line. split.
  - intros H. apply existsb_exists in H as ((c, r) & _ & H).
    apply existsb_exists in H as ((dc, dr) & I & H). rewrite forallb_forall in H.
    exists c, r, dc, dr. split; [exact I |]. intros k Hk. apply H. cbn. lia.
  - intros (c & r & dc & dr & I & H).
    pose proof (H 0 ltac:(lia)) as H0. apply (owns_inside p b q _ _ X) in H0.
    apply existsb_exists. exists (c, r). split; [apply in_squares; lia |].
    apply existsb_exists. exists (dc, dr). split; [exact I |]. apply forallb_forall.
    intros k Hk. apply H. cbn in Hk. lia.
Qed.

Lemma wins_four p b : packs p b ->
  c4_wins hi (both b lxor mover b) = four columns rows (other (turn p)) p.
Proof.
  intros X. apply eq_true_iff_eq. rewrite (four_line _ p b X).
  apply (c4_wins_line (Z.of_nat columns) (Z.of_nat rows)).
  - lia.
  - apply hi_ok.
  - intros c r. now apply (owns_inside p b).
  - intros n Hn. now apply packs_theirs.
Qed.

(** ** Where a stone lands *)

Notation landing b c := (landing b (bottom rows c) (column rows c)).

Lemma shift_ok c : (c < columns)%nat -> to_Z (int_of c * hi) = Z.of_nat c * h.
Proof.
  intros Hc. rewrite mul_spec, hi_ok, int_of_ok by nia. apply Z.mod_small.
  change wB with (2 ^ 63). nia.
Qed.

Lemma bottom_ok c : (c < columns)%nat -> to_Z (bottom rows c) = 2 ^ (Z.of_nat c * h).
Proof.
  intros Hc. unfold bottom. rewrite one_shift, shift_ok; [easy | easy |].
  rewrite shift_ok by easy. nia.
Qed.

Lemma column_ok c : (c < columns)%nat ->
  to_Z (column rows c) = (2 ^ Z.of_nat rows - 1) * 2 ^ (Z.of_nat c * h).
Proof.
  intros Hc. unfold column. rewrite lsl_spec, sub_spec, one_shift, shift_ok, int_of_ok; try easy;
    rewrite ?int_of_ok by nia; try nia.
  change (to_Z 1) with 1.
  assert (P : 1 <= 2 ^ Z.of_nat rows) by (pose proof (Z.pow_pos_nonneg 2 (Z.of_nat rows)); lia).
  assert (Q : 1 <= 2 ^ (Z.of_nat c * h)) by (pose proof (Z.pow_pos_nonneg 2 (Z.of_nat c * h)); nia).
  assert (L : 2 ^ Z.of_nat rows * 2 ^ (Z.of_nat c * h) < 2 ^ 63).
  { rewrite <- Z.pow_add_r by nia. apply Z.pow_lt_mono_r; nia. }
  change wB with (2 ^ 63). rewrite (Z.mod_small (2 ^ Z.of_nat rows - 1)) by nia.
  apply Z.mod_small. nia.
Qed.

Lemma tb_ones a k c n : to_Z a = (2 ^ k - 1) * 2 ^ (c * h) -> 0 <= k -> 0 <= c -> 0 <= n ->
  tb a n = (c * h <=? n) && (n <? c * h + k).
Proof.
  intros E Hk Hc Hn. unfold tb. rewrite E. rewrite <- Z.shiftl_mul_pow2 by nia.
  replace (2 ^ k - 1) with (Z.ones k) by (rewrite Z.ones_equiv; lia).
  rewrite Z.shiftl_spec, Z.testbit_ones by lia.
  f_equal; apply eq_true_iff_eq; rewrite ?Z.leb_le, ?Z.ltb_lt; lia.
Qed.

Lemma stone_at p c l r : nth_error (cols p) c = Some l ->
  stone p (Z.of_nat c) (Z.of_nat r) = nth_error l r.
Proof.
  intros E. unfold stone. rewrite !Nat2Z.id, E.
  destruct (Z.leb_spec 0 (Z.of_nat c)), (Z.leb_spec 0 (Z.of_nat r)); try lia. easy.
Qed.

Lemma div_mod_at c r : 0 <= r < h -> (c * h + r) / h = c /\ (c * h + r) mod h = r.
Proof.
  intros H. split.
  - rewrite Z.div_add_l by lia. rewrite Z.div_small by lia. lia.
  - rewrite Z.add_comm, Z.mod_add by lia. now apply Z.mod_small.
Qed.

Lemma column_small p b c l : packs p b -> nth_error (cols p) c = Some l ->
  (c < columns)%nat /\ (length l <= rows)%nat.
Proof.
  intros X E. split; [|apply (packs_rows p b X l (nth_error_In _ _ E))].
  rewrite <- (packs_columns p b X). apply nth_error_Some. congruence.
Qed.

Lemma filled p b c l : packs p b -> nth_error (cols p) c = Some l ->
  to_Z (both b land column rows c) =
    (2 ^ Z.of_nat (length l) - 1) * 2 ^ (Z.of_nat c * h).
Proof.
  intros X E. destruct (column_small p b c l X E) as [Hc Hl].
  rewrite <- Z.shiftl_mul_pow2 by nia.
  replace (2 ^ Z.of_nat (length l) - 1) with (Z.ones (Z.of_nat (length l)))
    by (rewrite Z.ones_equiv; lia).
  apply Z.bits_inj'. intros n Hn. fold (tb (both b land column rows c) n).
  rewrite tb_land, (packs_both p b X n Hn).
  rewrite (tb_ones _ (Z.of_nat rows) (Z.of_nat c) n (column_ok c Hc)) by lia.
  rewrite Z.shiftl_spec, Z.testbit_ones by lia.
  destruct (Z.leb_spec (Z.of_nat c * h) n) as [L|L]; cbn [andb].
  - destruct (Z.ltb_spec n (Z.of_nat c * h + Z.of_nat rows)) as [M|M].
    + replace n with (Z.of_nat c * h + (n - Z.of_nat c * h)) at 1 2 by lia.
      destruct (div_mod_at (Z.of_nat c) (n - Z.of_nat c * h)) as [-> ->]; [lia |].
      unfold occupied. rewrite <- (Z2Nat.id (n - Z.of_nat c * h)) at 1 by lia.
      rewrite (stone_at p c l _ E), andb_true_r.
      destruct (nth_error l _) eqn:N.
      * assert (S : nth_error l (Z.to_nat (n - Z.of_nat c * h)) <> None) by congruence.
        apply nth_error_Some in S. symmetry. apply andb_true_iff. rewrite Z.leb_le, Z.ltb_lt. lia.
      * apply nth_error_None in N. symmetry. apply andb_false_iff. right. apply Z.ltb_ge. lia.
    + rewrite andb_false_r. symmetry. apply andb_false_iff. right. apply Z.ltb_ge. lia.
  - rewrite andb_false_r. symmetry. apply andb_false_iff. left. apply Z.leb_gt. lia.
Qed.

Lemma landing_ok p b c l : packs p b -> nth_error (cols p) c = Some l ->
  to_Z (landing (both b) c) =
    if (length l <? rows)%nat then 2 ^ (Z.of_nat c * h + Z.of_nat (length l)) else 0.
Proof.
  intros X E. destruct (column_small p b c l X E) as [Hc Hl].
  assert (S : to_Z ((both b land column rows c) + bottom rows c) =
    2 ^ (Z.of_nat c * h + Z.of_nat (length l))).
  { rewrite add_spec, (filled p b c l X E), bottom_ok by easy. rewrite Z.pow_add_r by nia.
    assert (L : 2 ^ Z.of_nat (length l) * 2 ^ (Z.of_nat c * h) < 2 ^ 63).
    { rewrite <- Z.pow_add_r by nia. apply Z.pow_lt_mono_r; nia. }
    assert (0 < 2 ^ Z.of_nat (length l)) by (apply Z.pow_pos_nonneg; lia).
    assert (0 < 2 ^ (Z.of_nat c * h)) by (apply Z.pow_pos_nonneg; nia).
    change wB with (2 ^ 63). rewrite Z.mod_small; nia. }
  assert (D : forall n, 0 <= n -> tb (landing (both b) c) n =
    (n =? Z.of_nat c * h + Z.of_nat (length l)) && (length l <? rows)%nat).
  { intros n Hn. unfold ConnectFour.landing. rewrite tb_land. unfold tb at 1. rewrite S.
    rewrite Z.pow2_bits_eqb by nia.
    rewrite (tb_ones _ (Z.of_nat rows) (Z.of_nat c) n (column_ok c Hc)) by lia.
    apply eq_true_iff_eq. rewrite !andb_true_iff, !Z.eqb_eq, Z.leb_le, Z.ltb_lt, Nat.ltb_lt. lia. }
  destruct (Nat.ltb_spec (length l) rows) as [L|L]; apply Z.bits_inj'; intros n Hn;
    fold (tb (landing (both b) c) n); rewrite (D n Hn).
  - rewrite Z.pow2_bits_eqb by nia. rewrite andb_true_r. apply Z.eqb_sym.
  - now rewrite andb_false_r, Z.testbit_0_l.
Qed.

Lemma height_col p b c : packs p b -> (c < columns)%nat -> exists l,
  nth_error (cols p) c = Some l /\ height rows p c = length l.
Proof.
  intros X Hc. unfold height. destruct (nth_error (cols p) c) as [l|] eqn:E; [eauto |].
  apply nth_error_None in E. rewrite (packs_columns p b X) in E. lia.
Qed.

Lemma drops_ok p b : packs p b -> forall l, (forall c, In c l -> (c < columns)%nat) ->
  c4_drops (map (fun c => (bottom rows c, column rows c)) l) (both b) =
  map (fun c => landing (both b) c) (filter (fun c => (height rows p c <? rows)%nat) l).
Proof.
  intros X. induction l as [|c l IH]; intros Hl; [easy |]. cbn [map c4_drops filter].
  rewrite IH by (intros; apply Hl; now right).
  destruct (height_col p b c X (Hl c (or_introl eq_refl))) as (a & E & ->).
  pose proof (landing_ok p b c a X E) as L.
  destruct (length a <? rows)%nat; destruct (landing (both b) c =? 0)%uint63 eqn:Z0; try easy.
  - apply Uint63.eqb_spec in Z0. rewrite Z0 in L. change (to_Z 0) with 0 in L.
    pose proof (Z.pow_pos_nonneg 2 (Z.of_nat c * h + Z.of_nat (length a))). nia.
  - exfalso. rewrite (proj2 (Uint63.eqb_spec _ 0)) in Z0; [easy |]. now apply to_Z_inj.
Qed.

(** ** A move *)

Lemma nth_put q : forall l c c', nth_error (put l c q) c' =
  if (c' =? c)%nat then option_map (fun a => a ++ [q]) (nth_error l c') else nth_error l c'.
Proof.
  induction l as [|a l IH]; intros [|c] [|c']; cbn; try easy; try apply IH;
    now destruct (c' =? c)%nat.
Qed.
Lemma put_length q : forall l c, length (put l c q) = length l.
Proof. induction l as [|a l IH]; intros [|c]; cbn; auto. Qed.
Lemma nth_snoc (a : list player) q r :
  nth_error (a ++ [q]) r = if (r =? length a)%nat then Some q else nth_error a r.
Proof.
  revert r. induction a as [|x a IH]; intros [|r]; cbn; try easy; try apply IH; now destruct r.
Qed.

Lemma stone_drop p c l c' r' : nth_error (cols p) c = Some l ->
  stone (drop p c) c' r' =
  if (c' =? Z.of_nat c) && (r' =? Z.of_nat (length l)) then Some (turn p) else stone p c' r'.
Proof.
  intros E. unfold stone. cbn [drop cols].
  destruct (Z.leb_spec 0 c'), (Z.leb_spec 0 r'); cbn [andb];
    [| destruct (Z.eqb_spec c' (Z.of_nat c)), (Z.eqb_spec r' (Z.of_nat (length l))); easy || lia..].
  rewrite nth_put. destruct (Nat.eqb_spec (Z.to_nat c') c) as [C|C].
  - rewrite C, E. cbn [option_map]. rewrite nth_snoc.
    destruct (Z.eqb_spec c' (Z.of_nat c)), (Nat.eqb_spec (Z.to_nat r') (length l)),
      (Z.eqb_spec r' (Z.of_nat (length l))); try easy; lia.
  - destruct (Z.eqb_spec c' (Z.of_nat c)); [lia|]. easy.
Qed.

Lemma squares_nodup : NoDup squares.
Proof.
  apply nodup_flat_map; [apply seq_NoDup | |].
  - intros c _. apply Injective_map_NoDup; [|apply seq_NoDup].
    intros r r' [= E]. lia.
  - intros c c' z _ _ I J. apply in_map_iff in I as (r & <- & _).
    apply in_map_iff in J as (r' & [= E _] & _). lia.
Qed.

Lemma placed_drop p b c l q : packs p b -> nth_error (cols p) c = Some l -> (length l < rows)%nat ->
  placed q (drop p c) = if same q (turn p) then S (placed q p) else placed q p.
Proof.
  intros X E L. destruct (column_small p b c l X E) as [Hc _].
  assert (N : stone p (Z.of_nat c) (Z.of_nat (length l)) = None).
  { rewrite (stone_at p c l _ E). now apply nth_error_None. }
  unfold ConnectFour.placed. destruct (same q (turn p)) eqn:Q.
  - apply count_one with (x := (Z.of_nat c, Z.of_nat (length l))).
    + apply squares_nodup.
    + apply in_squares. lia.
    + unfold owns. now rewrite N.
    + unfold owns. rewrite (stone_drop p c l _ _ E), !Z.eqb_refl. cbn. exact Q.
    + intros [c' r'] _ Y. unfold owns. rewrite (stone_drop p c l _ _ E).
      destruct (Z.eqb_spec c' (Z.of_nat c)), (Z.eqb_spec r' (Z.of_nat (length l))); try easy.
      subst. easy.
  - f_equal. apply filter_ext. intros [c' r']. unfold owns. rewrite (stone_drop p c l _ _ E).
    destruct (Z.eqb_spec c' (Z.of_nat c)), (Z.eqb_spec r' (Z.of_nat (length l))); try easy.
    subst. cbn. now rewrite N.
Qed.

Lemma after_ok p b c : packs p b -> (c < columns)%nat -> (height rows p c < rows)%nat ->
  packs (drop p c) (after b (landing (both b) c)).
Proof.
  intros X Hc Hh. destruct (height_col p b c X Hc) as (l & E & Eh). rewrite Eh in Hh.
  pose proof (landing_ok p b c l X E) as L. rewrite (proj2 (Nat.ltb_lt _ _) Hh) in L.
  assert (D : forall n, 0 <= n -> tb (landing (both b) c) n =
    ((n / h =? Z.of_nat c) && (n mod h =? Z.of_nat (length l)))).
  { intros n Hn. unfold tb. rewrite L, Z.pow2_bits_eqb by nia. apply eq_true_iff_eq.
    rewrite andb_true_iff, !Z.eqb_eq. split.
    - intros <-. apply div_mod_at. lia.
    - intros [A B]. rewrite (Z.div_mod n h) by lia. rewrite A, B. lia. }
  assert (N : stone p (Z.of_nat c) (Z.of_nat (length l)) = None).
  { rewrite (stone_at p c l _ E). now apply nth_error_None. }
  assert (One : to_Z (stones b + 1) = to_Z (stones b) + 1).
  { pose proof (packs_left p b X). pose proof (to_Z_bounded (stones b)).
    rewrite add_spec. change (to_Z 1) with 1. apply Z.mod_small. change wB with (2 ^ 63). nia. }
  constructor; cbn [after both mover stones].
  - cbn [drop cols]. rewrite put_length. apply (packs_columns p b X).
  - intros a I. cbn [drop cols] in I. destruct (In_nth_error _ _ I) as [i Ei].
    rewrite nth_put in Ei. destruct (Nat.eqb_spec i c) as [C|C].
    + rewrite C, E in Ei. injection Ei as <-. rewrite app_length. cbn. lia.
    + apply (packs_rows p b X a), (nth_error_In _ _ Ei).
  - intros n Hn. rewrite tb_lor, (packs_both p b X n Hn), (D n Hn). unfold occupied.
    rewrite (stone_drop p c l _ _ E). destruct (_ && _); [apply orb_true_r | apply orb_false_r].
  - intros n Hn. rewrite (packs_theirs p b n X Hn). unfold owns.
    rewrite (stone_drop p c l _ _ E). cbn [drop turn].
    destruct (Z.eqb_spec (n / h) (Z.of_nat c)) as [C|], (Z.eqb_spec (n mod h) (Z.of_nat (length l)))
      as [R|]; try easy. rewrite C, R, N. now destruct (turn p).
  - rewrite One. cbn [drop cols]. pose proof (packs_left p b X).
    pose proof (drop_left rows (turn p) (cols p) c) as P. rewrite E in P. specialize (P Hh). lia.
  - rewrite One, (packs_stones p b X), !(placed_drop p b c l) by easy.
    destruct (turn p); cbn; lia.
  - rewrite !(placed_drop p b c l) by easy. pose proof (packs_turns p b X) as T. cbn [drop turn].
    destruct (turn p); cbn in *; lia.
Qed.

Lemma in_order_small c : In c (in_order columns) -> (c < columns)%nat.
Proof.
  unfold in_order. intros I. apply in_flat_map in I as (d & _ & I). apply filter_In in I as [I _].
  apply in_seq in I. lia.
Qed.
Lemma in_order_all c : (c < columns)%nat -> In c (in_order columns).
Proof.
  intros Hc. unfold in_order. apply in_flat_map.
  exists (Z.to_nat (Z.abs (2 * Z.of_nat c - (Z.of_nat columns - 1)))).
  split; [apply in_seq; lia |]. apply filter_In. split; [apply in_seq; lia |]. apply Z.eqb_eq. lia.
Qed.

Variables by_score symmetric : bool.
Notation G := (connect_four columns rows by_score).
Notation H := (c4_game columns rows by_score symmetric).
Notation represent := (c4_represent (swaps columns rows) symmetric).

Theorem moves_pack p b : packs p b -> exists l,
  @moves H b = map (fun m => (fst m, represent (snd m))) l /\
  Forall2 (fun m m' => fst m = fst m' /\ packs (snd m) (snd m')) (@moves G p) l.
Proof.
  intros X.
  exists (if four columns rows (other (turn p)) p then [] else
    map (fun c => (true, after b (landing (both b) c)))
      (filter (fun c => (height rows p c <? rows)%nat) (in_order columns))).
  cbn [moves connect_four c4_game board_game]. unfold c4_moves, stone_moves, stuck, lost.
  cbn [wins cells is_open drops Stones.represent c4_stones]. rewrite (wins_four p b X).
  destruct (four _ _ _ p); [now split|].
  assert (Cells : to_Z (int_of (columns * rows)) = Z.of_nat (columns * rows))
    by (apply int_of_ok; nia).
  set (l := filter (fun c => (height rows p c <? rows)%nat) (in_order columns)).
  assert (Y : forall c, In c l -> (c < columns)%nat /\ (height rows p c < rows)%nat).
  { intros c I. apply filter_In in I as [I J]. split; [now apply in_order_small |].
    now apply Nat.ltb_lt. }
  assert (D : c4_drops (lanes columns rows) (both b) = map (fun c => landing (both b) c) l)
    by (unfold lanes; apply (drops_ok p b X); apply in_order_small).
  split.
  - rewrite D, !map_map. cbn [fst snd].
    destruct (int_of (columns * rows) <=? stones b)%uint63 eqn:Full.
    + apply leb_spec in Full. rewrite Cells in Full. pose proof (packs_left p b X) as S.
      destruct l as [|c l']; [easy|]. exfalso.
      destruct (Y c (or_introl eq_refl)) as [Hc Hh].
      destruct (height_col p b c X Hc) as (a & E & Eh).
      pose proof (drop_left rows (turn p) (cols p) c) as P. rewrite E in P. rewrite Eh in Hh.
      specialize (P Hh). lia.
    + destruct (c4_open _ _) eqn:O; [easy|]. apply c4_open_ok in O. rewrite D in O.
      apply map_eq_nil in O. now rewrite O.
  - clear D. induction l as [|c l' IH]; [constructor|]. cbn [map]. constructor.
    + split; [easy|]. cbn [snd]. apply after_ok; [easy | |]; apply Y; now left.
    + apply IH. intros; apply Y; now right.
Qed.

(** ** The end *)

Lemma four_placed q p b : packs p b -> four columns rows q p = true -> (4 <= placed q p)%nat.
Proof.
  intros X F. apply (four_line q p b X) in F as (c & r & dc & dr & I & O).
  pose (l := map (fun k => (c + k * dc, r + k * dr)) [0; 1; 2; 3]).
  change 4%nat with (length l). apply NoDup_incl_length.
  - apply Injective_map_NoDup.
    + intros k k' [= E1 E2]. each_way I; lia.
    + repeat constructor; cbn; lia.
  - intros [c' r'] J. apply filter_In. apply in_map_iff in J as (k & [= <- <-] & J).
    assert (K : owns q p (c + k * dc) (r + k * dr) = true) by (apply O; cbn in J; lia).
    split; [|easy]. apply in_squares. now apply (owns_inside p b q).
Qed.

Lemma win_score p b : packs p b -> four columns rows (other (turn p)) p = true ->
  let w := other (turn p) in
  1 + (Z.of_nat (stones_of columns rows w) - Z.of_nat (placed w p)) =
    c4_loss columns rows true (Z.to_nat (to_Z (stones b))).
Proof.
  intros X F w. pose proof (four_placed _ p b X F) as P. fold w in P.
  pose proof (packs_left p b X) as L. pose proof (packs_turns p b X) as T.
  rewrite (packs_stones p b X) in *. rewrite Nat2Z.id. unfold c4_loss, most_by_score, win_with.
  set (n := (columns * rows)%nat) in *. set (a := placed First p) in *.
  set (z := placed Second p) in *.
  assert (N : (a + z <= n)%nat) by lia.
  assert (E1 : forall m, ((2 * m + 1) / 2)%nat = m)
    by (intros m; symmetry; apply (Nat.div_unique _ _ _ 1); lia).
  assert (E2 : forall m, ((2 * m) / 2)%nat = m)
    by (intros m; symmetry; apply (Nat.div_unique _ _ _ 0); lia).
  assert (Half : (2 * (n / 2) <= n < 2 * (n / 2) + 2)%nat).
  { pose proof (Nat.div_mod n 2). pose proof (Nat.mod_upper_bound n 2). lia. }
  assert (Half1 : (2 * ((n + 1) / 2) <= n + 1 < 2 * ((n + 1) / 2) + 2)%nat).
  { pose proof (Nat.div_mod (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). lia. }
  assert (Seven : Nat.min 7 n = 7%nat).
  { subst w. destruct (turn p); cbn [other] in P; fold a in P; fold z in P; lia. }
  rewrite Seven. change (Nat.odd 7) with true. change ((7 + 1) / 2)%nat with 4%nat. cbn iota.
  subst w. destruct (turn p); cbn [other] in *; unfold stones_of; fold n;
    fold a in P |- *; fold z in P |- *.
  - assert (a = z) by lia.
    destruct (Nat.odd (a + z)) eqn:O; [apply Nat.odd_spec in O as [m O]; lia |].
    replace (a + z + 1)%nat with (2 * z + 1)%nat by lia. rewrite E1.
    assert (z <= n / 2)%nat by (apply Nat.div_le_lower_bound; lia). lia.
  - assert (a = S z) by lia.
    replace (Nat.odd (a + z)) with true by (symmetry; apply Nat.odd_spec; exists z; lia).
    replace (a + z + 1)%nat with (2 * a)%nat by lia. rewrite E2.
    assert (a <= (n + 1) / 2)%nat by (apply Nat.div_le_lower_bound; lia). lia.
Qed.

Lemma payoff_pack p b : packs p b -> @payoff G p = @payoff H b.
Proof.
  intros X. cbn [payoff connect_four c4_game board_game]. unfold c4_payoff, stone_payoff, lost.
  cbn [wins loss c4_stones]. rewrite (wins_four p b X).
  destruct (four _ _ _ p) eqn:F; [|easy]. rewrite table_get by lia.
  assert (L : to_Z (stones b) <? Z.of_nat 63 = true)
    by (pose proof (packs_left p b X); apply Z.ltb_lt; nia).
  rewrite L. destruct by_score; [|easy]. rewrite <- (win_score p b X F). lia.
Qed.

Lemma left_in_empty n : left_in rows (repeat [] n) = (n * rows)%nat.
Proof. unfold left_in, list_sum. induction n as [|n IH]; cbn; [easy |]. rewrite IH. lia. Qed.

Lemma stone_empty c r : stone (empty columns) c r = None.
Proof.
  unfold stone. destruct (andb _ _); [|easy]. cbn [empty cols].
  destruct (nth_error (repeat [] columns) (Z.to_nat c)) as [l|] eqn:E; [|easy].
  apply nth_error_In, repeat_spec in E. subst l. now destruct (Z.to_nat r).
Qed.

Lemma placed_empty q : placed q (empty columns) = O.
Proof.
  unfold ConnectFour.placed. erewrite filter_ext with (g := fun _ => false).
  - now induction squares.
  - intros [c r]. unfold owns. now rewrite stone_empty.
Qed.

Theorem start_packs : packs (empty columns) (Board 0 0 0).
Proof.
  constructor; cbn [both mover stones].
  - apply repeat_length.
  - intros l I. apply repeat_spec in I. subst l. cbn. lia.
  - intros n Hn. unfold occupied. now rewrite stone_empty, tb_zero.
  - intros n Hn. unfold owns. now rewrite stone_empty, tb_zero.
  - cbn [empty cols]. rewrite left_in_empty. change (to_Z 0) with 0. lia.
  - now rewrite !placed_empty.
  - now rewrite !placed_empty.
Qed.

(** The board of a position in the words of the rules. *)
Theorem pack_packs p b : packs p b -> pack columns rows p = b.
Proof.
  intros X. unfold pack. destruct b as [m o n]. f_equal.
  3: { pose proof (packs_stones p _ X) as S. pose proof (packs_left p _ X) as L. cbn [stones] in *.
    rewrite <- S. apply of_to_Z. }
  all: apply tb_ext; intros i Hi; rewrite tb_bits by (nia || easy).
  1: pose proof (packs_mover p _ X i Hi) as M. 2: pose proof (packs_both p _ X i Hi) as M.
  all: cbn [mover both] in M; rewrite M; clear M.
  all: replace (Z.of_nat (Z.to_nat i / (rows + 1))) with (i / h)
    by (rewrite Nat2Z.inj_div, Z2Nat.id, Nat2Z.inj_add by lia; easy).
  all: replace (Z.of_nat (Z.to_nat i mod (rows + 1))) with (i mod h)
    by (rewrite Nat2Z.inj_mod, Z2Nat.id, Nat2Z.inj_add by lia; easy).
  all: destruct (Z.ltb_spec i (Z.of_nat (columns * (rows + 1)))) as [L|L]; [easy|]; symmetry; cbn.
  - destruct (owns (turn p) p (i / h) (i mod h)) eqn:O; [|easy].
    apply (owns_inside p _ _ _ _ X) in O. pose proof (Z.div_mod i h).
    pose proof (Z.mod_pos_bound i h). nia.
  - unfold occupied. destruct (stone p (i / h) (i mod h)) as [q|] eqn:O; [|easy].
    apply (stone_inside p _ _ _ _ X) in O. pose proof (Z.div_mod i h).
    pose proof (Z.mod_pos_bound i h). nia.
Qed.
End ConnectFour.
