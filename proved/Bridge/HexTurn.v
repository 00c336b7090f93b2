(** Proof. The half turn of Hex, on cells and on bits. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.Mnk Proved.Boards.Hex.
Require Import Proved.Rules.Packed Proved.Rules.Mnk Proved.Rules.Hex Proved.Rules.Games.
Require Import Proved.Bridge.Ends.
Require Import Proved.Bridge.Bits Proved.Bridge.Least Proved.Bridge.Mnk Proved.Bridge.Turns.
Require Import Proved.Bridge.Tables.
Require Import Proved.Bridge.HexConnection Proved.Bridge.Hex Proved.Bridge.Symmetry.
Open Scope Z_scope.

Section HexTurn.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Notation cells := (columns * rows)%nat.
Notation packs := (Bridge.Mnk.packs columns rows).
Notation chain := (chain columns rows).
Notation owns := (owns columns rows).
Notation image := (image columns rows).
Notation goes := (goes columns rows half_turn).
Notation opposite x := (source columns rows half_turn x).
Notation turned_pairs := (pairs columns rows half_turn).
Let small' : (1 <= columns /\ 1 <= rows /\ 1 <= 1 /\ columns * rows <= 62)%nat.
Proof. lia. Qed.

Lemma half_turn_allowed : allowed columns rows half_turn.
Proof. easy. Qed.

(** ** Chains *)

Lemma neighbours_sym x y : In x (neighbours y) -> In y (neighbours x).
Proof.
  destruct x as [c r], y as [c' r']. cbn. rewrite !pair_equal_spec. lia.
Qed.

Lemma chain_before q p x y z : owns q p x = true -> In y (neighbours x) -> chain q p y z ->
  chain q p x z.
Proof.
  intros O N. induction 1 as [y Y|y z w X IH M W].
  - apply (chain_step _ _ _ _ x x y); [now apply chain_cell | easy..].
  - apply (chain_step _ _ _ _ x z w); [now apply IH | easy..].
Qed.

Lemma chain_sym q p x y : chain q p x y -> chain q p y x.
Proof.
  induction 1 as [x O|x y z X IH N O]; [now apply chain_cell|].
  apply (chain_before _ _ z y); [easy | now apply neighbours_sym | easy].
Qed.

Lemma neighbours_turned x y : In x (neighbours y) -> In (opposite x) (neighbours (opposite y)).
Proof.
  destruct x as [c r], y as [c' r']. unfold source. cbn. rewrite !pair_equal_spec. lia.
Qed.

Lemma chain_turned q p x y : chain q (image p half_turn) x y -> chain q p (opposite x) (opposite y).
Proof.
  induction 1 as [x O|x y z X IH N O]; rewrite (owns_image columns rows 1 small') in O by easy.
  - now apply chain_cell.
  - apply (chain_step _ _ _ _ _ (opposite y)); [easy | now apply neighbours_turned | easy].
Qed.

Lemma edges_turned q x : near_edge q (opposite x) = far_edge columns rows q x /\
  far_edge columns rows q (opposite x) = near_edge q x.
Proof.
  destruct x as [c r]. split; apply eq_true_iff_eq; destruct q; cbn; rewrite !Z.eqb_eq; lia.
Qed.

Lemma connected_turned q p : connected columns rows q (image p half_turn) ->
  connected columns rows q p.
Proof.
  intros (x & y & E & F & X). exists (opposite y), (opposite x).
  destruct (edges_turned q x) as [_ ->], (edges_turned q y) as [-> _].
  repeat split; try easy. now apply chain_sym, chain_turned.
Qed.

Lemma turned_twice p : length (on p) = cells -> image (image p half_turn) half_turn = p.
Proof. intros L. now apply (image_inverse columns rows 1 small' p half_turn). Qed.

Lemma connected_same q p : length (on p) = cells ->
  connected columns rows q (image p half_turn) <-> connected columns rows q p.
Proof.
  intros L. split; [apply connected_turned|]. intros X. apply connected_turned.
  now rewrite turned_twice.
Qed.

Variable symmetric : bool.
Notation G := (hex columns rows).
Notation H := (hex_game columns rows symmetric).
Notation represent := (Stones.represent (hex_stones columns rows symmetric)).
Notation rep := (hex_representative columns rows symmetric).
Notation pack := (pack columns rows).
Notation order := (hex_less (square_bits columns rows)).
Let functional := functional columns rows 1 small'.
Let pack_ok := pack_packs columns rows 1 small'.

Lemma over_turned p : length (on p) = cells ->
  (if connected_dec columns rows (other (turn p)) (image p half_turn) then true else false) =
  (if connected_dec columns rows (other (turn p)) p then true else false).
Proof.
  intros L. pose proof (connected_same (other (turn p)) p L).
  destruct (connected_dec _ _ _ p), (connected_dec _ _ _ (image p half_turn)); tauto.
Qed.

Lemma moves_turned p s c : length (on p) = cells -> In (s, c) (@moves G p) ->
  In (s, image c half_turn) (@moves G (image p half_turn)).
Proof.
  intros L. cbn [moves hex]. unfold hex_moves. change (turn (image p half_turn)) with (turn p).
  pose proof (over_turned p L) as E.
  destruct (connected_dec _ _ _ p), (connected_dec _ _ _ (image p half_turn)); try easy.
  now apply (placements_image columns rows 1 small').
Qed.

(** ** The representative *)

Lemma packs_turned p b : packs p b -> packs (image p half_turn) (permuted b turned_pairs).
Proof. intros X. now apply (packs_image columns rows 1 small'). Qed.

Lemma represent_packs p b : packs p b -> packs (rep p) (represent b) /\
  (rep p = p \/ symmetric = true /\ rep p = image p half_turn).
Proof.
  intros X. unfold hex_representative. cbn [Stones.represent hex_stones].
  pose proof (packs_turned p b X) as Y. rewrite (pack_ok _ _ X), (pack_ok _ _ Y).
  destruct symmetric; cbn [andb]; [|auto]. unfold hex_represent. rewrite !turned_ok.
  destruct (hex_less _ _ _); auto.
Qed.

Lemma goes_back n : (n < cells)%nat -> goes n = (cells - 1 - n)%nat.
Proof.
  intros L. unfold Turns.goes. destruct (coordinates columns rows small n) as (c & r & E & N & B).
  rewrite E. unfold number, source. cbn. nia.
Qed.

Lemma order_antisym a b : order a b = true -> order b a = true -> False.
Proof.
  destruct (square_bits columns rows) as [|q l]; [easy|]. cbn.
  destruct (Uint63.eqb (both a land q) (both b land q)) eqn:E.
  - apply Uint63.eqb_spec in E. rewrite E, (proj2 (Uint63.eqb_spec _ _) eq_refl).
    intros L M. pose proof (less_trans _ _ _ _ L M) as K. now rewrite less_irrefl in K.
  - destruct (Uint63.eqb (both b land q) (both a land q)) eqn:F.
    + apply Uint63.eqb_spec in F. now rewrite F, (proj2 (Uint63.eqb_spec _ _) eq_refl) in E.
    + rewrite !ltb_spec. lia.
Qed.

(** Equal keys of a board and its image are equal digits of all cells but the last; the first cell
    has the digit that the last one has in the image. *)
Lemma order_total p b : packs p b -> let a := permuted b turned_pairs in
  order a b = false -> order b a = false -> a = b.
Proof.
  intros X a. pose proof (packs_turned p b X) as Y. fold a in Y.
  assert (S : square_bits columns rows = bit (cells - 1) :: map bit (rev (seq 0 (cells - 1)))).
  { unfold square_bits. replace (seq 0 cells) with (seq 0 (cells - 1) ++ [(cells - 1)%nat]).
    - rewrite rev_unit. easy.
    - symmetry. replace cells with (S (cells - 1)) at 1 by nia. apply seq_S. }
  rewrite S. cbn [hex_less].
  destruct (Uint63.eqb (both a land _) (both b land _)) eqn:E,
    (Uint63.eqb (both b land _) (both a land _)) eqn:F.
  2, 3: try apply Uint63.eqb_spec in E; try apply Uint63.eqb_spec in F;
    try rewrite E in F; try rewrite F in E; now rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl) in *.
  2: { intros L M. exfalso. apply not_true_iff_false in E. apply E, Uint63.eqb_spec, to_Z_inj.
    destruct (Z.lt_trichotomy (to_Z (both a land bit (cells - 1)))
      (to_Z (both b land bit (cells - 1)))) as [K|[K|K]]; [|easy|];
      apply ltb_spec in K; congruence. }
  intros L M. pose proof (less_total _ a b L M) as D.
  assert (Same : forall n, (n < cells - 1)%nat ->
    tb (both a) (Z.of_nat n) = tb (both b) (Z.of_nat n) /\
    tb (mover a) (Z.of_nat n) = tb (mover b) (Z.of_nat n)).
  { intros n I. apply (same_digit columns rows 1 small' (image p half_turn) p); try easy; [lia|].
    apply D, in_map, in_rev. rewrite rev_involutive. apply in_seq. lia. }
  assert (Turn : forall n, (n < cells)%nat ->
    tb (both a) (Z.of_nat n) = tb (both b) (Z.of_nat (cells - 1 - n)) /\
    tb (mover a) (Z.of_nat n) = tb (mover b) (Z.of_nat (cells - 1 - n))).
  { intros n I. rewrite (packs_both _ _ _ a Y), (packs_mover _ _ _ a Y).
    rewrite (packs_both _ _ p b X), (packs_mover _ _ p b X).
    rewrite free_image, holds_image by easy. now rewrite goes_back. }
  assert (All : forall n, tb (both a) (Z.of_nat n) = tb (both b) (Z.of_nat n) /\
    tb (mover a) (Z.of_nat n) = tb (mover b) (Z.of_nat n)).
  { intros n. destruct (Nat.lt_ge_cases n cells) as [I|I].
    - destruct (Nat.eq_dec n (cells - 1)) as [->|N]; [|apply Same; lia].
      destruct (Turn (cells - 1)%nat) as [T1 T2]; [lia|]. rewrite T1, T2, Nat.sub_diag.
      destruct (Nat.eq_dec cells 1) as [One|Some]; [now rewrite One|].
      destruct (Same O) as [S1 S2]; [nia|]. destruct (Turn O) as [U1 U2]; [lia|].
      rewrite Nat.sub_0_r in U1, U2. cbn in S1, S2, U1, U2 |- *. split; congruence.
    - rewrite (packs_both _ _ _ a Y), (packs_mover _ _ _ a Y).
      rewrite (packs_both _ _ p b X), (packs_mover _ _ p b X). unfold is_free, holds.
      rewrite (on_square_out columns rows p n (packs_on _ _ p b X) I).
      now rewrite (on_square_out columns rows _ n (packs_on _ _ _ a Y) I). }
  assert (N : stones a = stones b) by easy.
  destruct a as [m o k], b as [m' o' k']. cbn [mover both stones] in *.
  f_equal; [| | easy]; apply tb_ext_nat; intros i; now destruct (All i).
Qed.

Definition same_class (p q : position) : Prop := length (on p) = cells /\
  (q = p \/ symmetric = true /\ q = image p half_turn).

Lemma same_represent p q b b' : packs p b -> packs q b' -> same_class p q ->
  represent b = represent b'.
Proof.
  intros X Y (L & [->|[T ->]]); [now rewrite (functional p b b')|].
  cbn [Stones.represent hex_stones]. rewrite T. unfold hex_represent. rewrite !turned_ok.
  rewrite (functional _ b' (permuted b turned_pairs) Y (packs_turned p b X)) in *.
  rewrite (functional p (permuted (permuted b turned_pairs) turned_pairs) b); [| | easy].
  - pose proof (order_total p b X) as E. cbv zeta in E.
    pose proof (order_antisym (permuted b turned_pairs) b) as A.
    destruct (order (permuted b turned_pairs) b), (order b (permuted b turned_pairs)); try easy.
    + now destruct (A eq_refl eq_refl).
    + symmetry. now apply E.
  - rewrite <- (turned_twice p L) at 1. now apply packs_turned, packs_turned.
Qed.

Definition hex_packing : packing G H.
Proof.
  refine (Packing G H packs same_class (hex_name columns rows symmetric) rep represent
    _ _ _ _ _ _ _ _ _).
  - exists (Board 0 0 0). split; [now apply (start_packs columns rows 1 small') | easy].
  - intros p b X. now apply (moves_pack columns rows small).
  - intros p b X _. now apply (payoff_pack columns rows small).
  - intros p b X. now apply pack_ok, represent_packs.
  - intros p b X. destruct (represent_packs p b X) as [Y E]. split; [easy|].
    split; [apply (packs_on _ _ p b X) | easy].
  - intros p q (L & E). split.
    + destruct E as [->|[_ ->]]; [easy | apply image_length].
    + destruct E as [->|[T ->]]; [now left | right]. now rewrite turned_twice.
  - intros p q b X (L & [->|[T ->]]) E; [easy|]. split.
    + destruct (@moves G (image p half_turn)) as [|[s c] l] eqn:M; [easy|]. exfalso.
      assert (I : In (s, c) (@moves G (image p half_turn))) by (rewrite M; now left).
      apply moves_turned in I; [|apply image_length]. rewrite turned_twice in I by easy.
      now rewrite E in I.
    + cbn [payoff hex]. unfold hex_payoff. change (turn (image p half_turn)) with (turn p).
      pose proof (over_turned p L) as O.
      now destruct (connected_dec _ _ _ p), (connected_dec _ _ _ (image p half_turn)).
  - intros p q b s c X (L & E) I.
    assert (K : length (on c) = cells).
    { cbn [moves hex] in I. unfold hex_moves in I.
      destruct (connected_dec _ _ _ p) as [_|_]; [easy|].
      apply in_map_iff in I as (n & [= _ <-] & _). cbn [place on]. now rewrite put_length. }
    destruct E as [->|[T ->]]; [exists c | exists (image c half_turn)].
    + split; [easy|]. split; [easy | now left].
    + split; [now apply moves_turned|]. split; [easy | now right].
  - exact same_represent.
Defined.
End HexTurn.
