(** Proof. The boards of primitive integers play Hex: a step on words reaches the neighbours. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Check Bridge.Symmetry Boards.Stones Boards.Hex Rules.Packed
  Rules.Grid Rules.Names Rules.Hex Rules.Games Bridge.Connection Bridge.Bits Bridge.Grid
  Bridge.Count Bridge.Lines.
Open Scope Z_scope.

(** The squares from which a step leads to square [n], as [spread] takes them. *)
Definition at_distance (cells n d : Z) (f : nat -> bool) : list nat :=
  if (0 <=? n + d) && (n + d <? cells) && f (Z.to_nat (n + d)) then [Z.to_nat (n + d)] else [].
Definition sources (columns rows n : nat) : list nat :=
  let at_ := at_distance (Z.of_nat (columns * rows)) (Z.of_nat n) in
  let right m := negb (far_edge columns rows Second m) in
  let left m := negb (near_edge columns Second m) in
  let C := Z.of_nat columns in
  at_ (-1) right ++ at_ 1 left ++ at_ (- C) (fun _ => true) ++ at_ C (fun _ => true) ++
  at_ (C - 1) right ++ at_ (- (C - 1)) left.
Definition steps_ok (columns rows : nat) : bool :=
  forallb (fun n => let l := sources columns rows n in
    forallb (fun m => Bool.eqb (existsb (Nat.eqb m) l) (beside columns m n)) (numbers columns rows))
    (numbers columns rows).

Lemma hex_good columns rows symmetric : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat ->
  good (hex_layout columns rows (decide columns rows)) symmetric = true /\ steps_ok columns rows =
    true.
Proof.
  intros S. split; [destruct symmetric; refine (by_size
      (fun c r => good (hex_layout c r (decide c r)) _) columns rows _ S)
    | refine (by_size steps_ok columns rows _ S)]; vm_compute; reflexivity.
Qed.

Lemma count_less (f g : nat -> bool) l : (forall n, In n l -> g n = true -> f n = true) ->
  (length (filter g l) <= length (filter f l))%nat /\
  (length (filter g l) = length (filter f l) -> forall n, In n l -> f n = g n).
Proof.
  induction l as [|a l IH]; intros H; [easy|]. cbn [filter].
  destruct IH as [L E]; [intros n I; apply H; now right|]. specialize (H a (or_introl eq_refl)).
  destruct (f a) eqn:Fa, (g a) eqn:Ga; try specialize (H eq_refl); try discriminate; cbn [length].
  - split; [lia|]. intros K n [<-|I]; [congruence | apply E; lia || easy].
  - split; [lia|]. intros K. lia.
  - split; [lia|]. intros K n [<-|I]; [congruence | now apply E].
Qed.

Lemma and_iff_compat_l' (A B C : Prop) : (A -> B <-> C) -> (A /\ B <-> A /\ C).
Proof. tauto. Qed.

Section Hex.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Notation R := (hex_layout columns rows (decide columns rows)).
Notation cells := (columns * rows)%nat. Notation all := (seq 0 cells).
Notation shape := (hex_shape columns rows). Notation on_grid := (on_grid R).
Notation beside := (beside columns). Notation has f n := (tb f (Z.of_nat n)).
Let bit_small : forall n, (n < size R)%nat -> (bit R n <= 61)%nat.
Proof. cbn. lia. Qed.
Let bit_apart : forall n m, (n < size R)%nat -> (m < size R)%nat -> bit R n = bit R m -> n = m.
Proof. easy. Qed.

Lemma has_all f n : (n < cells)%nat -> has (word R all f) n = f n.
Proof. exact (has_word R bit_small bit_apart f n). Qed.
Lemma all_on_grid f : on_grid (word R all f).
Proof. exact (word_on_grid R bit_small f). Qed.
Lemma on_cells s n : on_grid s -> has s n = true -> (n < cells)%nat.
Proof. intros O T. destruct (O _ (Nat2Z.is_nonneg n) T) as (m & L & E). cbn in L, E. lia. Qed.

(** ** One step *)

Section Step.
Variables s f : int.
Hypothesis s_on : on_grid s.
Hypothesis f_on : on_grid f.
Notation piece n d g := (existsb (fun m => has f m) (at_distance (Z.of_nat cells) (Z.of_nat n) d
  g)).

Lemma piece_ok n d g : piece n d g = if 0 <=? Z.of_nat n + d then
  tb f (Z.of_nat n + d) && tb (word R all g) (Z.of_nat n + d) else false.
Proof.
  unfold at_distance. destruct (Z.leb_spec 0 (Z.of_nat n + d)) as [L|L]; cbn [andb]; [|easy].
  set (k := Z.of_nat n + d) in *. rewrite <- (Z2Nat.id k) at 4 5 by easy.
  destruct (Z.ltb_spec k (Z.of_nat cells)) as [M|M]; cbn [andb].
  - rewrite (has_all g (Z.to_nat k)) by lia. destruct (g (Z.to_nat k)); cbn [existsb];
      [now rewrite orb_false_r, andb_true_r | now rewrite andb_false_r].
  - rewrite (Z2Nat.id k) by easy. destruct (tb f k) eqn:T; [|reflexivity].
    destruct (f_on k L T) as (m & Hm & E). cbn in Hm, E. lia.
Qed.
Lemma piece_all n d : piece n d (fun _ => true) = if 0 <=? Z.of_nat n + d then
  tb f (Z.of_nat n + d) else false.
Proof.
  rewrite piece_ok. destruct (Z.leb_spec 0 (Z.of_nat n + d)) as [L|L]; [|easy].
  destruct (tb f (Z.of_nat n + d)) eqn:T; [|easy]. destruct (f_on _ L T) as (m & Hm & ->).
  exact (has_all _ m Hm).
Qed.
Lemma spread_sources n : (n < cells)%nat -> tb (let a := f land to_right shape in
    let b := f land to_left shape in
    f lor (a << 1) lor (b >> 1) lor (f << column shape) lor (f >> column shape)
      lor (a >> diagonal shape) lor (b << diagonal shape))%uint63 (Z.of_nat n) =
  has f n || existsb (fun m => has f m) (sources columns rows n).
Proof.
  intros L. unfold sources. rewrite !existsb_app, !piece_all, !piece_ok.
  change 1%uint63 with (of_Z 1). cbn [to_right to_left column diagonal hex_shape].
  unfold cells_where, numbers.
  rewrite !tb_lor, !tb_shift_up, !tb_shift_down, !tb_land, <- !orb_assoc by nia.
  assert (Up : forall k, (0 <=? Z.of_nat n + - k) = (k <=? Z.of_nat n))
    by (intros k; apply eq_true_iff_eq; rewrite !Z.leb_le; lia).
  assert (Down : forall k, 0 <= k -> (0 <=? Z.of_nat n + k) = true) by (intros; apply Z.leb_le;
    lia). change (-1) with (- (1)). rewrite !Up, !Z.add_opp_r, !Down by lia. reflexivity.
Qed.
Lemma spread_ok n : has (spread shape s f) n = true <->
  has s n = true /\ (has f n = true \/ exists m, has f m = true /\ beside m n = true).
Proof.
  unfold spread. rewrite tb_land, andb_true_iff. apply and_iff_compat_l'. intros A.
  pose proof (on_cells s n s_on A) as L. rewrite spread_sources, orb_true_iff,
    existsb_exists by easy. destruct (hex_good columns rows true small) as [_ K].
  unfold steps_ok in K. rewrite forallb_forall in K. specialize (K n ltac:(apply in_seq; lia)).
  cbv zeta in K. rewrite forallb_forall in K.
  assert (B : forall m, has f m = true -> In m (sources columns rows n) <-> beside m n = true).
  { intros m T. pose proof (on_cells f m f_on T). specialize (K m ltac:(apply in_seq; lia)).
    apply eqb_prop in K. rewrite <- K, existsb_exists. split; [intros I; exists m;
      now rewrite Nat.eqb_refl|].
    intros (x & I & E). now apply Nat.eqb_eq in E as ->. }
  split; (intros [T|(m & I)]; [now left | right; exists m]); split; try easy; now apply B.
Qed.
End Step.

(** ** Connection *)

Section Player.
Variable q : player. Variable p : position.
Hypothesis p_ok : length (on p) = cells.
Notation s := (word R all (shows (Some q) p)).
Notation far := (word R all (far_edge columns rows q)). Notation chain := (chain columns q p).

Lemma own n : has s n = true <-> shows (Some q) p n = true.
Proof.
  split; intros T.
  - pose proof (on_cells _ n (all_on_grid _) T). now rewrite has_all in T.
  - rewrite has_all; [easy|]. unfold shows in T. destruct (nth_error (on p) n) eqn:E; [|easy].
    rewrite <- p_ok. apply nth_error_Some. congruence.
Qed.
Lemma chain_end m n : chain m n -> shows (Some q) p n = true.
Proof. now destruct 1. Qed.
Lemma chain_before l m n : shows (Some q) p l = true -> beside l m = true -> chain m n -> chain l n.
Proof.
  intros O B. induction 1 as [n S|k m n C IH B' S].
  - now apply (chain_step _ _ _ l l n); [apply chain_square| |].
  - now apply (chain_step _ _ _ l m n); [apply IH| |].
Qed.

Lemma touches f : on_grid f -> (f land far =? 0)%uint63 = false <->
  exists n, has f n = true /\ far_edge columns rows q n = true.
Proof.
  intros O. rewrite <- negb_true_iff, nonzero. split.
  - intros (k & Hk & T). rewrite tb_land, andb_true_iff in T. destruct T as [T U].
    destruct (O k Hk T) as (n & L & ->). exists n. rewrite (has_all _ n L) in U. now split.
  - intros (n & T & U). exists (Z.of_nat n). rewrite tb_land, T, has_all by now apply (on_cells f).
    split; [lia | easy].
Qed.

Lemma reaches_ok k : forall f, on_grid f -> (forall n, has f n = true -> has s n = true) ->
  (length (filter (fun n => negb (has f n)) all) <= k)%nat -> reaches shape k s f far = true <->
  exists m n, has f m = true /\ chain m n /\ far_edge columns rows q n = true.
Proof.
  induction k as [|k IH]; intros f O I L; cbn [reaches]; pose proof (touches f O) as T;
    destruct (f land far =? 0)%uint63.
  2, 4: split; [intros _ | reflexivity]; destruct (proj1 T eq_refl) as (n & A & B); exists n, n;
    repeat split; [easy | now apply chain_square, own, I | easy].
  - split; [discriminate|]. intros (m & n & A & C & F).
    enough (X : exists n, has f n = true /\ far_edge columns rows q n = true)
      by (apply T in X; discriminate X). exists n. split; [|easy]. apply chain_end, own in C.
    pose proof (on_cells _ n (all_on_grid _) C). destruct (has f n) eqn:E; [easy|].
    destruct (filter _ all) as [|x l] eqn:X; [|cbn in L; lia]. enough (K : In n []) by easy.
    rewrite <- X. apply filter_In. rewrite E. split; [apply in_seq; lia | easy].
  - set (g := spread shape s f). pose proof (fun n => spread_ok s f (all_on_grid _) O n) as G.
    fold g in G. destruct (Uint63.eqb g f) eqn:E.
    + apply Uint63.eqb_spec in E. split; [discriminate|]. intros (m & n & A & C & F).
    enough (X : exists n, has f n = true /\ far_edge columns rows q n = true)
      by (apply T in X; discriminate X). exists n.
      split; [|easy]. clear F. induction C as [n S|l m n C IHc B S]; [easy|].
      rewrite <- E. apply G. split; [now apply own | right; exists m; auto].
    + assert (Og : on_grid g).
      { intros z Hz U. unfold g, spread in U. rewrite tb_land in U.
        apply andb_true_iff in U as [U _].
        exact (all_on_grid _ z Hz U). }
      assert (Up : forall n, has f n = true -> has g n = true) by (intros n A; apply G; auto).
      assert (Ig : forall n, has g n = true -> has s n = true) by (intros n A; now apply G in A).
      rewrite (IH g Og Ig).
      * split; intros (m & n & A & C & F); [|exists m, n; auto].
        apply G in A as [S [A|(l & A & B)]]; [now exists m, n|]. exists l, n.
        split; [easy|]. split; [|easy]. apply (chain_before l m); [now apply own, I | easy..].
      * destruct (count_less (fun n => negb (has f n)) (fun n => negb (has g n)) all) as [Le Eq].
        { intros n _. rewrite !negb_true_iff. intros A. destruct (has f n) eqn:B; [|easy].
          rewrite Up in A; easy. }
        enough (length (filter (fun n => negb (has g n)) all) <>
          length (filter (fun n => negb (has f n)) all)) by lia.
        intros Same. apply not_true_iff_false in E. apply E, Uint63.eqb_spec.
        transitivity (word R all (fun n => has f n)); [|symmetry];
          apply (word_is R bit_small bit_apart);
          try easy. intros n Hn. specialize (Eq Same n). rewrite in_seq in Eq.
          specialize (Eq ltac:(cbn in Hn; lia)).
        cbn [bit hex_layout]. destruct (has f n), (has g n); easy.
Qed.

Theorem connects_ok : connects shape cells (word R all (near_edge columns q)) far s = true <->
  connected columns rows q p.
Proof.
  unfold connects. pose proof (touches s (all_on_grid _)) as T.
  assert (N : forall m, has (s land word R all (near_edge columns q)) m = true <->
    shows (Some q) p m = true /\ near_edge columns q m = true).
  { intros m. rewrite tb_land, andb_true_iff, own. split; intros [A B]; (split; [easy|]);
      apply own in A; apply on_cells in A; try apply all_on_grid; now rewrite has_all in *. }
  destruct (s land far =? 0)%uint63.
  - split; [discriminate|]. intros (m & n & _ & F & C).
    enough (X : exists n, has s n = true /\ far_edge columns rows q n = true)
      by (apply T in X; discriminate X). exists n. split; [|easy]. now apply own, (chain_end m).
  - rewrite reaches_ok.
    + split.
      * intros (m & n & A & C & F). apply N in A as [_ A]. now exists m, n.
      * intros (m & n & A & F & C). exists m, n. split; [|easy]. apply N. split; [|easy].
        clear - C. now induction C.
    + intros z Hz U. rewrite tb_land in U. apply andb_true_iff in U as [U _].
      exact (all_on_grid _ z Hz U).
    + intros n A. apply N in A. now apply own.
    + etransitivity; [apply filter_fewer | rewrite seq_length; lia].
Qed.
End Player.

Lemma wins_ok p : fits R p ->
  hex_wins shape cells (word R all (near_edge columns First)) (word R all (far_edge columns rows
    First))
    (word R all (near_edge columns Second)) (word R all (far_edge columns rows Second))
    (stones (pack R p)) (word R all (shows (Some (other (turn p))) p)) = won R p.
Proof.
  intros [L B]. unfold hex_wins. change 1%uint63 with (1 << of_Z 0)%uint63 at 1.
  rewrite land_one by lia. unfold tb.
  rewrite (stones_small R false (proj1 (hex_good columns rows false small)) p (conj L
    B)). rewrite Z.bit0_odd. cbn [won rules_of hex_layout hex_grid].
  assert (O : Z.odd (Z.of_nat (number_of (Some First) p + number_of (Some Second) p)) =
    match turn p with First => false | Second => true end).
  { rewrite B. destruct (turn p); [rewrite <- Z.negb_even; apply negb_false_iff, Z.even_spec |
      apply Z.odd_spec]; exists (Z.of_nat (number_of (Some Second) p)); lia. }
  rewrite O. pose proof (connects_ok (other (turn p)) p L) as K.
  destruct (decide columns rows (other (turn p)) p), (turn p); cbn [negb other] in *;
    first [now apply K | apply not_true_iff_false; now rewrite K].
Qed.

(** ** The half turn *)

Lemma beside_ok m n : beside m n = true <-> exists d, In d
  [(1, 0); (-1, 0); (0, 1); (0, -1); (1, -1); (-1, 1)] /\
  at_number columns n = (fst (at_number columns m) + fst d, snd (at_number columns m) + snd d).
Proof.
  unfold Hex.beside. destruct (at_number columns m) as [c r], (at_number columns n) as [c' r'].
  rewrite existsb_exists. split; intros ([dc dr] & I & E); exists (dc, dr); (split; [easy|]);
    cbn [fst snd] in *;
    rewrite andb_true_iff, !Z.eqb_eq in *; [destruct E; congruence | now injection E].
Qed.
Lemma beside_sym m n : beside m n = true -> beside n m = true.
Proof.
  rewrite !beside_ok. intros ([dc dr] & I & E). exists (- dc, - dr). split.
  - cbn in I |- *. decompose [or] I; try easy; match goal with X : (_,
    _) = _ |- _ => injection X as <- <- end;
      cbn; tauto.
  - rewrite E. destruct (at_number columns m) as [c r]. cbn [fst snd]. f_equal; lia.
Qed.
Notation opposite n := (number columns (half_turn columns rows (at_number columns n))).
Let half : affine columns rows (half_turn columns rows) :=
  affine_after _ _ _ _ (affine_columns columns rows) (affine_rows columns rows).

Lemma at_opposite n : (n < cells)%nat -> (opposite n < cells)%nat /\
  at_number columns (opposite n) = half_turn columns rows (at_number columns n).
Proof. intros L. apply number_ok. destruct half as [I _]. rewrite I. now apply at_number_ok. Qed.
Lemma edges_opposite q n : (n < cells)%nat ->
  near_edge columns q (opposite n) = far_edge columns rows q n /\
  far_edge columns rows q (opposite n) = near_edge columns q n.
Proof.
  intros L. unfold near_edge, far_edge. destruct (at_opposite n L) as [_ ->].
  destruct (at_number columns n) as [c r]. unfold half_turn, mirror_columns, mirror_rows.
  cbn [fst snd]. split; apply eq_true_iff_eq; destruct q; rewrite !Z.eqb_eq; lia.
Qed.
Lemma natural p g : length (on p) = cells -> g = symmetry columns rows (half_turn columns rows) ->
  forall q, connected columns rows q (image p g) -> connected columns rows q p.
Proof.
  intros L -> q (m & n & N & F & C).
  assert (S : forall n, shows (Some q) (image p (symmetry columns rows (half_turn columns rows))) n
    = true ->
    (n < cells)%nat /\ shows (Some q) p (opposite n) = true).
  { intros x. apply shows_symmetry; [easy | exact half]. }
  assert (K : chain columns q p (opposite n) (opposite m) /\ (m < cells)%nat /\ (n < cells)%nat).
  { clear N F. induction C as [n A|l m n C (IH & Hl & Hm) B A].
    - destruct (S n A). repeat split; [now apply chain_square | easy..].
    - destruct (S n A) as [Hn A']. repeat split; [|easy..].
      apply (chain_before q p _ (opposite m)); [easy| |easy]. apply beside_sym.
      apply beside_ok in B as ([dc dr] & I & E). apply beside_ok. exists (- dc, - dr).
      destruct (at_opposite m Hm) as [_ ->], (at_opposite n Hn) as [_ ->]. rewrite E. split.
      + cbn in I |- *. decompose [or] I; try easy;
          match goal with X : (_, _) = _ |- _ => injection X as <- <- end; cbn; tauto.
      + destruct (at_number columns m) as [c r]. unfold half_turn, mirror_columns, mirror_rows.
        cbn [fst snd].
        f_equal; lia. }
  destruct K as (K & Hm & Hn). exists (opposite n), (opposite m).
  destruct (edges_opposite q n Hn) as [-> _], (edges_opposite q m Hm) as [_ ->]. easy.
Qed.

Definition hex_packing (symmetric : bool) : packing (hex columns rows) (hex_game columns rows
  symmetric).
Proof.
  refine (grid_packing R symmetric _ bit_small bit_apart _ _ _ _ _ _ _).
  - now apply hex_good.
  - intros p X. exact (wins_ok p X).
  - easy.
  - intros p g [L _] I. cbn [won rules_of hex_layout hex_grid]. destruct symmetric; [|easy].
    destruct I as [<-|[]]. cbn [turn image].
    pose proof (natural p _ L eq_refl (other (turn p))) as K.
    destruct (decide columns rows (other (turn p)) p) as [|N]; [easy|].
    destruct (decide columns rows (other (turn p)) (image p _)) as [Y|]; [|easy]. destruct N.
    now apply K.
Defined.
End Hex.
