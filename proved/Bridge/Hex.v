(** Proof. The boards of primitive integers play Hex: a step on words reaches the same cells as a
    step on lists. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.Mnk Proved.Boards.Hex.
Require Import Proved.Rules.Packed Proved.Rules.Mnk Proved.Rules.Hex Proved.Rules.Games.
Require Import Proved.Bridge.Ends.
Require Import Proved.Bridge.Bits Proved.Bridge.Words Proved.Bridge.Mnk Proved.Bridge.HexConnection.
Open Scope Z_scope.

Section Hex.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Notation cells := (columns * rows)%nat.
Notation C := (Z.of_nat columns).
Notation at_number := (at_number columns).
Notation beside := (beside columns rows).
Notation packs := (Bridge.Mnk.packs columns rows).
Notation shape := (hex_shape columns rows).
Notation far_edge := (far_edge columns rows).
Notation cells_where := (cells_where columns rows).

(** ** One step *)

Lemma coordinates n : exists c r, at_number n = (c, r) /\ Z.of_nat n = r * C + c /\
  0 <= c < C /\ 0 <= r.
Proof.
  exists (Z.of_nat (n mod columns)), (Z.of_nat (n / columns)). split; [easy|].
  pose proof (Nat.div_mod n columns). pose proof (Nat.mod_upper_bound n columns). lia.
Qed.

Lemma beside_ok m n : (n < cells)%nat ->
  beside m n = true <-> In (at_number n) (neighbours (at_number m)).
Proof.
  intros L. destruct (number_cell columns rows n L) as [I N].
  unfold HexConnection.beside. rewrite existsb_exists. split.
  - intros (y & J & E). apply andb_true_iff in E as [Y E]. apply Nat.eqb_eq in E. subst n.
    now destruct (cell_number columns rows y Y) as [_ ->].
  - intros J. exists (at_number n). now rewrite I, N, Nat.eqb_refl.
Qed.

Lemma cells_where_ok f n :
  tb (cells_where f) (Z.of_nat n) = (n <? cells)%nat && f (at_number n).
Proof.
  unfold Boards.Hex.cells_where. rewrite tb_bits by lia. rewrite Nat2Z.id. f_equal.
  apply eq_true_iff_eq. rewrite Z.ltb_lt, Nat.ltb_lt. lia.
Qed.

Definition on_cells (s : int) : Prop := forall n, tb s (Z.of_nat n) = true -> (n < cells)%nat.

Lemma spread_ok s f n : on_cells s -> on_cells f ->
  tb (spread shape s f) (Z.of_nat n) = true <-> tb s (Z.of_nat n) = true /\
    (tb f (Z.of_nat n) = true \/ exists m, tb f (Z.of_nat m) = true /\ beside m n = true).
Proof.
  intros Hs Hf. unfold spread. rewrite tb_land, andb_true_iff.
  enough (E : (n < cells)%nat -> forall g, g = f ->
    tb (let a := f land to_right shape in let b := f land to_left shape in
      g lor (a << 1) lor (b >> 1) lor (f << column shape) lor (f >> column shape)
        lor (a >> diagonal shape) lor (b << diagonal shape))%uint63 (Z.of_nat n) = true <->
    (tb f (Z.of_nat n) = true \/ exists m, tb f (Z.of_nat m) = true /\ beside m n = true)).
  { split; intros [S H]; (split; [exact S|]); specialize (Hs n S);
      revert H; apply (E Hs f eq_refl). }
  intros L g ->. destruct (coordinates n) as (c & r & A & N & Hc & Hr).
  change 1%uint63 with (of_Z 1). cbn [to_right to_left column diagonal hex_shape].
  rewrite !tb_lor, !tb_shift_up, !tb_shift_down, !tb_land by nia.
  set (right := cells_where _). set (left := cells_where _).
  assert (Right : forall m c' r', at_number m = (c', r') -> tb f (Z.of_nat m) = true ->
    tb right (Z.of_nat m) = negb (c' =? C - 1)).
  { intros m c' r' E I. subst right. rewrite cells_where_ok, E. cbn [Hex.far_edge fst].
    now rewrite (proj2 (Nat.ltb_lt _ _) (Hf m I)). }
  assert (Left : forall m c' r', at_number m = (c', r') -> tb f (Z.of_nat m) = true ->
    tb left (Z.of_nat m) = negb (c' =? 0)).
  { intros m c' r' E I. subst left. rewrite cells_where_ok, E. cbn [near_edge fst].
    now rewrite (proj2 (Nat.ltb_lt _ _) (Hf m I)). }
  assert (Unique : forall c' r', 0 <= c' < C -> r * C + c = r' * C + c' -> r = r' /\ c = c')
    by (intros c' r' B E; assert (r = r') by (destruct (Z.lt_trichotomy r r') as [|[]]; nia); lia).
  split.
  - assert (To : forall k, 0 <= k -> tb f k = true ->
      (forall c' r', at_number (Z.to_nat k) = (c', r') -> k = r' * C + c' -> 0 <= c' < C ->
        tb right k = negb (c' =? C - 1) -> tb left k = negb (c' =? 0) ->
        In (c, r) (neighbours (c', r'))) ->
      exists m, tb f (Z.of_nat m) = true /\ beside m n = true).
    { intros k Hk I H. exists (Z.to_nat k). rewrite Z2Nat.id by easy. split; [easy|].
      apply beside_ok; [easy|]. destruct (coordinates (Z.to_nat k)) as (c' & r' & A' & N' & B & _).
      rewrite A, A'. rewrite Z2Nat.id in N' by easy.
      specialize (Right _ _ _ A'). specialize (Left _ _ _ A'). rewrite Z2Nat.id in * by easy.
      apply (H c' r'); auto. }
    rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le.
    intros [[[[[[I|(K & I & M)]|(I & M)]|(K & I)]|I]|(I & M)]|(K & I & M)]; [now left | right..].
    1: apply (To (Z.of_nat n - 1)).
    4: apply (To (Z.of_nat n + 1)).
    7: apply (To (Z.of_nat n - C)).
    10: apply (To (Z.of_nat n + C)).
    13: apply (To (Z.of_nat n + (C - 1))).
    16: apply (To (Z.of_nat n - (C - 1))).
    all: try easy; try lia.
    all: intros c' r' A' E B X Y; rewrite ?M in X; rewrite ?M in Y.
    all: first [symmetry in X; apply negb_true_iff, Z.eqb_neq in X | clear X].
    all: first [symmetry in Y; apply negb_true_iff, Z.eqb_neq in Y | clear Y].
    + destruct (Unique (c' + 1) r') as [-> ->]; [lia.. | cbn; tauto].
    + destruct (Unique (c' - 1) r') as [-> ->]; [lia.. | cbn; tauto].
    + destruct (Unique c' (r' + 1)) as [-> ->]; [lia.. | cbn; tauto].
    + destruct (Unique c' (r' - 1)) as [-> ->]; [lia.. | cbn; tauto].
    + destruct (Unique (c' + 1) (r' - 1)) as [-> ->]; [lia.. | cbn; tauto].
    + destruct (Unique (c' - 1) (r' + 1)) as [-> ->]; [lia.. | cbn; tauto].
  - intros [I|(m & I & J)]; [now rewrite I|].
    apply beside_ok in J; [|easy]. destruct (coordinates m) as (c' & r' & A' & N' & B & _).
    specialize (Right _ _ _ A' I). specialize (Left _ _ _ A' I).
    rewrite A, A' in J. rewrite !orb_true_iff, !andb_true_iff, !Z.leb_le.
    destruct J as [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E as Ec Er.
    + do 5 left; right. replace (Z.of_nat n - 1) with (Z.of_nat m) by nia. rewrite Right, I.
      split; [nia|]. split; [easy|]. apply negb_true_iff, Z.eqb_neq. lia.
    + do 4 left; right. replace (Z.of_nat n + 1) with (Z.of_nat m) by nia. rewrite Left, I.
      split; [easy|]. apply negb_true_iff, Z.eqb_neq. lia.
    + do 3 left; right. replace (Z.of_nat n - C) with (Z.of_nat m) by nia. split; [nia | easy].
    + do 2 left; right. now replace (Z.of_nat n + C) with (Z.of_nat m) by nia.
    + left; right. replace (Z.of_nat n + (C - 1)) with (Z.of_nat m) by nia. rewrite Right, I.
      split; [easy|]. apply negb_true_iff, Z.eqb_neq. lia.
    + right. replace (Z.of_nat n - (C - 1)) with (Z.of_nat m) by nia. rewrite Left, I.
      split; [nia|]. split; [easy|]. apply negb_true_iff, Z.eqb_neq. lia.
Qed.

(** ** Connection *)

Definition same_cells (f : int) (l : list nat) : Prop :=
  forall n, tb f (Z.of_nat n) = true <-> In n l.

Lemma same_on_cells f l q p : same_cells f l -> incl l (stones_of columns rows q p) -> on_cells f.
Proof. intros E I n T. apply E, I, in_stones in T. easy. Qed.

Lemma nonzero_land f g : (f land g =? 0)%uint63 = false <->
  exists n, tb f (Z.of_nat n) = true /\ tb g (Z.of_nat n) = true.
Proof.
  rewrite <- negb_true_iff, nonzero. split.
  - intros (n & L & T). rewrite tb_land, andb_true_iff in T. exists (Z.to_nat n).
    now rewrite Z2Nat.id.
  - intros (n & T). exists (Z.of_nat n). rewrite tb_land, andb_true_iff. split; [lia | easy].
Qed.

Section Player.
Variable q : player.
Variable p : position.
Variable s : int.
Hypothesis s_ok : same_cells s (stones_of columns rows q p).
Notation own := (stones_of columns rows q p).
Notation growth := (growth beside own).
Notation far := (cells_where (far_edge q)).

Lemma spread_grow f l : same_cells f l -> incl l own ->
  same_cells (spread shape s f) (grow beside own l).
Proof.
  intros E I n. rewrite spread_ok; [| apply (same_on_cells s own q p); easy
    | now apply (same_on_cells f l q p)].
  rewrite in_grow, (s_ok n), (E n). apply and_iff_compat_l, or_iff_compat_l.
  split; intros (m & J & B); exists m; (split; [now apply E | easy]).
Qed.

Lemma far_ok n : In n own -> tb far (Z.of_nat n) = far_edge q (at_number n).
Proof.
  intros I. apply in_stones in I as [I _]. rewrite cells_where_ok.
  now rewrite (proj2 (Nat.ltb_lt _ _) I).
Qed.

Lemma reaches_ok k : forall f l, same_cells f l -> incl l own ->
  reaches shape k s f far = true <->
    exists n, In n (growth k l) /\ far_edge q (at_number n) = true.
Proof.
  assert (Touch : forall f l, same_cells f l -> incl l own ->
    (f land far =? 0)%uint63 = false <-> exists n, In n l /\ far_edge q (at_number n) = true).
  { intros f l E I. rewrite nonzero_land. split; intros (n & T & F); exists n.
    - apply E in T. rewrite far_ok in F by auto. easy.
    - rewrite far_ok by auto. split; [now apply E | easy]. }
  induction k as [|k IH]; intros f l E I; cbn [reaches];
    destruct (f land far =? 0)%uint63 eqn:Zero; pose proof (Touch f l E I) as T; rewrite Zero in T.
  - rewrite <- T. split; discriminate.
  - split; [|easy]. intros _. now apply T.
  - rewrite growth_next. pose proof (spread_grow f l E I) as E'.
    assert (I' : incl (grow beside own l) own) by (intros n J; now apply in_grow in J).
    destruct (Uint63.eqb (spread shape s f) f) eqn:Same; [|now apply IH].
    apply Uint63.eqb_spec in Same. split; [easy|]. intros (n & J & F).
    enough (true = false) by easy. apply T. exists n.
    split; [|easy]. apply (growth_fixed beside own (S k) l); [|now rewrite growth_next].
    intros m M. apply E. rewrite <- Same. now apply E'.
  - split; [|easy]. intros _. destruct (proj1 T eq_refl) as (n & J & F). exists n.
    split; [now apply growth_start | easy].
Qed.

Theorem connects_ok :
  connects shape cells (cells_where (near_edge q)) far s = is_connected columns rows q p.
Proof.
  apply eq_true_iff_eq. unfold connects, is_connected. rewrite existsb_exists.
  assert (Near : same_cells (s land cells_where (near_edge q)) (near_stones columns rows q p)).
  { intros n. unfold near_stones. rewrite tb_land, andb_true_iff, filter_In, (s_ok n).
    rewrite cells_where_ok. split; intros [I E]; (split; [easy|]);
      apply in_stones in I as [I _]; rewrite (proj2 (Nat.ltb_lt _ _) I) in *; easy. }
  destruct (s land far =? 0)%uint63 eqn:Zero.
  - split; [easy|]. intros (n & I & F). enough (X : (s land far =? 0)%uint63 = false) by congruence.
    apply nonzero_land. exists n. apply growth_own in I; [|apply near_own].
    rewrite far_ok by easy. split; [now apply s_ok | easy].
  - apply reaches_ok; [exact Near | apply near_own].
Qed.
End Player.

Variable symmetric : bool.
Notation G := (hex columns rows).
Notation H := (hex_game columns rows symmetric).
Notation stones_H := (hex_stones columns rows symmetric).

Lemma lost_ok p b : packs p b ->
  lost stones_H b = is_connected columns rows (other (turn p)) p.
Proof.
  intros X. unfold lost. cbn [wins hex_stones]. unfold hex_wins.
  assert (E : same_cells (both b lxor mover b)%uint63 (stones_of columns rows (other (turn p)) p)).
  { intros n. rewrite (packs_theirs columns rows p b n X), in_stones. split; [|easy].
    intros T. split; [|easy]. destruct (Nat.lt_ge_cases n cells) as [L|L]; [easy|].
    unfold holds in T. now rewrite (on_square_out columns rows p n (packs_on _ _ p b X) L) in T. }
  pose proof (packs_turn _ _ p b X) as T. pose proof (land_one (stones b) 0 ltac:(lia)) as Low.
  change (1 << of_Z 0)%uint63 with 1%uint63 in Low. rewrite Low, T.
  destruct (turn p); cbn [same negb other] in *; now apply connects_ok.
Qed.

Theorem moves_pack p b : packs p b -> exists l,
  @moves H b = map (fun m => (fst m, Stones.represent stones_H (snd m))) l /\
  Forall2 (fun m m' => fst m = fst m' /\ packs (snd m) (snd m')) (@moves G p) l.
Proof.
  intros X. cbn [moves hex hex_game board_game]. unfold hex_moves.
  destruct (placements_pack columns rows 1 ltac:(lia) stones_H _ p b eq_refl eq_refl eq_refl
    (lost_ok p b X) X) as (l & E & F).
  exists l. split; [exact E|].
  destruct (connected_dec _ _ _ p) as [Y|N]; destruct (is_connected _ _ _ p) eqn:Zero; try easy.
  - apply is_connected_ok in Y. congruence.
  - now apply is_connected_ok in Zero.
Qed.

Lemma payoff_pack p b : packs p b -> @payoff G p = @payoff H b.
Proof.
  intros X. cbn [payoff hex hex_game board_game]. unfold hex_payoff, stone_payoff.
  rewrite (lost_ok p b X). cbn [loss hex_stones].
  destruct (connected_dec _ _ _ p) as [Y|N]; destruct (is_connected _ _ _ p) eqn:Zero; try easy.
  - apply is_connected_ok in Y. congruence.
  - now apply is_connected_ok in Zero.
Qed.
End Hex.
