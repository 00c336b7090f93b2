(** Proof. The symmetries of m,n,k games, on squares and on bits. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.Mnk.
Require Import Proved.Rules.Packed Proved.Rules.Games Proved.Bridge.Ends Proved.Rules.Mnk.
Require Import Proved.Bridge.Bits Proved.Bridge.Count Proved.Bridge.Least Proved.Bridge.Mnk.
Require Import Proved.Bridge.Tables.
Require Import Proved.Bridge.Symmetry.
Open Scope Z_scope.

Section Turns.
Variables columns rows in_line : nat.
Hypothesis small :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat.
Notation cells := (columns * rows)%nat.
Notation inside := (inside columns rows).
Notation number := (number columns).
Notation at_number := (at_number columns).
Notation owns := (owns columns rows).
Notation source := (source columns rows).
Notation image := (image columns rows).
Notation packs := (Bridge.Mnk.packs columns rows).

(** ** The group *)

Definition allowed (g : symmetry) : Prop := exchange g = true -> columns = rows.

Definition after (g h : symmetry) : symmetry :=
  Symmetry (xorb (columns_too g) (if exchange g then rows_too h else columns_too h))
    (xorb (rows_too g) (if exchange g then columns_too h else rows_too h))
    (xorb (exchange g) (exchange h)).
Definition inverse (g : symmetry) : symmetry :=
  if exchange g then Symmetry (rows_too g) (columns_too g) true else g.
Definition identity : symmetry := Symmetry false false false.

Lemma source_after g h x : allowed g -> allowed h ->
  source g (source h x) = source (after g h) x.
Proof.
  destruct g as [[] [] []], h as [[] [] []], x as [c r]; unfold allowed, Mnk.source; cbn;
    intros A B; try rewrite (A eq_refl); try rewrite (B eq_refl); f_equal; lia.
Qed.

Lemma source_inverse g x : allowed g ->
  source g (source (inverse g) x) = x /\ source (inverse g) (source g x) = x.
Proof.
  destruct g as [[] [] []], x as [c r]; unfold allowed, Mnk.source; cbn; intros A;
    try rewrite (A eq_refl); split; f_equal; lia.
Qed.

Lemma source_inside g x : allowed g -> inside (source g x) = inside x.
Proof.
  intros A. apply eq_true_iff_eq.
  destruct g as [[] [] []], x as [c r]; unfold allowed, Mnk.source, Mnk.inside in *; cbn in *;
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt; try specialize (A eq_refl); lia.
Qed.

Lemma in_symmetries g : In g (symmetries columns rows true) <-> allowed g.
Proof.
  unfold symmetries, allowed. destruct (Nat.eqb_spec columns rows) as [E|E].
  - destruct g as [[] [] []]; cbn; intuition (auto; easy).
  - destruct g as [[] [] []]; cbn; intuition (auto; easy).
Qed.

Lemma allowed_after g h : allowed g -> allowed h -> allowed (after g h).
Proof. destruct g as [x y []], h as [x' y' []]; unfold allowed; cbn; auto. Qed.
Lemma allowed_inverse g : allowed g -> allowed (inverse g).
Proof. destruct g as [x y []]; unfold allowed; cbn; auto. Qed.

(** ** Images of positions *)

Lemma image_length p g : length (on (image p g)) = cells.
Proof. cbn. now rewrite map_length, seq_length. Qed.

Lemma image_square p g n : (n < cells)%nat ->
  on_square (image p g) n = on_square p (number (source g (at_number n))).
Proof.
  intros L. unfold on_square at 1. cbn [Mnk.image on].
  rewrite nth_error_map, nth_error_nth' with (d := O) by now rewrite seq_length.
  rewrite seq_nth by easy. easy.
Qed.

Lemma image_out p g n : (cells <= n)%nat -> on_square (image p g) n = None.
Proof. intros L. apply (on_square_out columns rows); [apply image_length | easy]. Qed.

(** The square that goes to square [n]. *)
Definition goes (g : symmetry) (n : nat) : nat := number (source g (at_number n)).

Lemma goes_inside g n : allowed g -> (n < cells)%nat ->
  (goes g n < cells)%nat /\ at_number (goes g n) = source g (at_number n).
Proof.
  intros A L. destruct (inside_at columns rows in_line small n L) as [I _].
  rewrite <- (source_inside g _ A) in I. apply (inside_number columns rows in_line small) in I.
  destruct I as (m & Lm & E & N). unfold goes. now rewrite N, E.
Qed.

Lemma goes_after g h n : allowed g -> allowed h -> (n < cells)%nat ->
  goes g (goes h n) = goes (after g h) n.
Proof.
  intros A B L. destruct (goes_inside h n B L) as [_ E]. unfold goes at 1.
  now rewrite E, source_after.
Qed.

Lemma goes_inverse g n : allowed g -> (n < cells)%nat ->
  goes g (goes (inverse g) n) = n /\ goes (inverse g) (goes g n) = n.
Proof.
  intros A L. destruct (goes_inside g n A L) as [_ E].
  destruct (goes_inside (inverse g) n (allowed_inverse g A) L) as [_ E'].
  destruct (source_inverse g (at_number n) A) as [S S'].
  destruct (inside_at columns rows in_line small n L) as [_ N].
  split; unfold goes at 1; [now rewrite E', S | now rewrite E, S'].
Qed.

Lemma position_ext p q : length (on p) = cells -> length (on q) = cells -> turn p = turn q ->
  (forall n, (n < cells)%nat -> on_square p n = on_square q n) -> p = q.
Proof.
  destruct p as [l t], q as [l' t']. cbn. intros L L' -> H. f_equal. apply nth_ext. intros i.
  destruct (Nat.lt_ge_cases i cells) as [I|I].
  - specialize (H i I). unfold on_square in H. cbn in H.
    destruct (nth_error l i) as [x|] eqn:E; [|apply nth_error_None in E; lia].
    destruct (nth_error l' i) as [y|] eqn:E'; [|apply nth_error_None in E'; lia]. now subst.
  - now rewrite !(proj2 (nth_error_None _ _)) by lia.
Qed.

Lemma image_after p g h : allowed g -> allowed h -> image (image p g) h = image p (after g h).
Proof.
  intros A B. apply position_ext; try apply image_length; [easy|]. intros n L.
  rewrite image_square by easy. fold (goes h n).
  destruct (goes_inside h n B L) as [L' _]. rewrite !image_square by easy.
  fold (goes g (goes h n)). fold (goes (after g h) n). now rewrite goes_after.
Qed.

Lemma image_identity p : length (on p) = cells -> image p identity = p.
Proof.
  intros L. apply position_ext; [apply image_length | easy | easy |]. intros n Hn.
  rewrite image_square by easy. f_equal. unfold Mnk.source. cbn.
  now apply (inside_at columns rows in_line small).
Qed.

Lemma image_inverse p g : length (on p) = cells -> allowed g ->
  image (image p g) (inverse g) = p.
Proof.
  intros L A. apply position_ext; [apply image_length | easy | easy |]. intros n Hn.
  pose proof (allowed_inverse g A) as B. destruct (goes_inside (inverse g) n B Hn) as [L' _].
  rewrite image_square by easy. fold (goes (inverse g) n). rewrite image_square by easy.
  fold (goes g (goes (inverse g) n)). f_equal. now apply goes_inverse.
Qed.

Lemma holds_image p g q n : (n < cells)%nat -> holds q (image p g) n = holds q p (goes g n).
Proof. intros L. unfold holds. now rewrite image_square. Qed.

Lemma owns_image p g q x : allowed g -> owns q (image p g) x = owns q p (source g x).
Proof.
  intros A. unfold Mnk.owns. rewrite source_inside by easy. destruct (inside x) eqn:I; [|easy].
  apply (inside_number columns rows in_line small) in I as (n & L & -> & N). cbn [andb].
  rewrite N, holds_image by easy. easy.
Qed.

(** ** Lines *)

Notation a_line := (a_line columns rows in_line).

(** A symmetry takes a way to a way or to its opposite. *)
Lemma source_way g w : In w ways -> exists w', In w' ways /\
  ((forall x k, source g (from x w k) = from (source g x) w' k) \/
   (forall x k, (k < in_line)%nat -> source g (from x w k) =
     from (source g (from x w (in_line - 1))) w' (in_line - 1 - k))).
Proof.
  intros I.
  assert (X : exists a b, (In (a, b) ways \/ In (- a, - b) ways) /\
    forall x k, source g (from x w k) =
      (fst (source g x) + Z.of_nat k * a, snd (source g x) + Z.of_nat k * b)).
  { destruct w as [dc dr].
    exists (let d := if exchange g then dr else dc in if columns_too g then - d else d).
    exists (let d := if exchange g then dc else dr in if rows_too g then - d else d). split.
    - destruct g as [[] [] []]; cbn in I |- *; decompose [or] I; try easy;
        match goal with E : (_, _) = _ |- _ => injection E as <- <- end; cbn; tauto.
    - intros [c r] k. destruct g as [[] [] []]; unfold Mnk.source, from; cbn; f_equal; lia. }
  destruct X as (a & b & W & E). destruct W as [W|W].
  - exists (a, b). split; [easy|]. left. intros x k. rewrite E. easy.
  - exists (- a, - b). split; [easy|]. right. intros x k Hk. rewrite !E. unfold from. cbn [fst snd].
    replace (Z.of_nat (in_line - 1 - k)) with (Z.of_nat (in_line - 1) - Z.of_nat k) by lia.
    f_equal; ring.
Qed.

Lemma line_image p g q : allowed g -> a_line q (image p g) -> a_line q p.
Proof.
  intros A (x & w & I & H). destruct (source_way g w I) as (w' & I' & [E|E]).
  - exists (source g x), w'. split; [easy|]. intros k Hk. rewrite <- E, <- owns_image by easy.
    now apply H.
  - exists (source g (from x w (in_line - 1))), w'. split; [easy|]. intros k Hk.
    replace k with (in_line - 1 - (in_line - 1 - k))%nat by lia.
    rewrite <- E, <- owns_image by (easy || lia). apply H. lia.
Qed.

Lemma line_same p g q : length (on p) = cells -> allowed g ->
  line columns rows in_line q (image p g) = line columns rows in_line q p.
Proof.
  intros L A. apply eq_true_iff_eq. rewrite !(line_ok columns rows in_line small). split.
  - now apply line_image.
  - intros X. rewrite <- (image_inverse p g L A) in X. revert X. apply line_image.
    now apply allowed_inverse.
Qed.

(** ** Moves *)

Lemma free_image p g n : (n < cells)%nat -> is_free (image p g) n = is_free p (goes g n).
Proof. intros L. unfold is_free. now rewrite image_square. Qed.

Lemma place_image p g n : length (on p) = cells -> allowed g -> (n < cells)%nat ->
  place (image p g) n = image (place p (goes g n)) g.
Proof.
  intros L A Hn. destruct (goes_inside g n A Hn) as [Hg _]. apply position_ext.
  - cbn [place on]. rewrite put_length. apply image_length.
  - apply image_length.
  - easy.
  - intros i Hi. rewrite place_square by (rewrite image_length; lia).
    rewrite !image_square by easy. fold (goes g i). rewrite place_square by lia.
    cbn [turn Mnk.image].
    destruct (Nat.eqb_spec i n) as [->|N]; [now rewrite Nat.eqb_refl|].
    destruct (Nat.eqb_spec (goes g i) (goes g n)) as [E|]; [|easy]. exfalso. apply N.
    destruct (goes_inverse g i A Hi) as [_ Ei]. destruct (goes_inverse g n A Hn) as [_ En].
    congruence.
Qed.

Lemma placements_image p g s c : length (on p) = cells -> allowed g ->
  In (s, c) (placements p) -> In (s, image c g) (placements (image p g)).
Proof.
  intros L A I.
  apply in_map_iff in I as (n & [= <- <-] & I). apply filter_In in I as [I F].
  apply in_seq in I. rewrite L in I. assert (Hn : (n < cells)%nat) by lia.
  pose proof (allowed_inverse g A) as B. destruct (goes_inside (inverse g) n B Hn) as [Hm _].
  destruct (goes_inverse g n A Hn) as [E _].
  apply in_map_iff. exists (goes (inverse g) n). split.
  - rewrite place_image by easy. now rewrite E.
  - apply filter_In. split; [apply in_seq; rewrite image_length; lia |].
    now rewrite free_image, E.
Qed.

Lemma moves_image p g s c : length (on p) = cells -> allowed g ->
  In (s, c) (mnk_moves columns rows in_line p) ->
  In (s, image c g) (mnk_moves columns rows in_line (image p g)).
Proof.
  intros L A. unfold mnk_moves. change (turn (image p g)) with (turn p).
  rewrite (line_same p g _ L A). destruct (line _ _ _ _ p); [easy|]. now apply placements_image.
Qed.

(** ** Boards *)

Lemma tb_permute s n : forall l acc, (forall i, In i l -> (i <= 62)%nat) ->
  (forall i, In i l -> (goes n i <= 62)%nat) -> forall k,
  tb (permute (map (fun i => (bit i, bit (goes n i))) l) s acc) (Z.of_nat k) =
    tb acc (Z.of_nat k) ||
      existsb (fun i => (k =? i)%nat && tb s (Z.of_nat (goes n i))) l.
Proof.
  induction l as [|i l IH]; intros acc H1 H2 k; cbn [map permute existsb];
    [now rewrite orb_false_r|].
  rewrite IH by (intros; first [apply H1; now right | apply H2; now right]).
  rewrite land_bit by (apply H2; now left). rewrite orb_assoc. f_equal.
  destruct (tb s (Z.of_nat (goes n i))); cbn [negb].
  - rewrite tb_lor, tb_bit, andb_true_r by (apply H1; now left). easy.
  - now rewrite andb_false_r, orb_false_r.
Qed.

Lemma permute_ok s g (f : nat -> bool) : allowed g -> (forall n, tb s (Z.of_nat n) = f n) ->
  forall n, tb (permute (pairs columns rows g) s 0) (Z.of_nat n) =
    (n <? cells)%nat && f (goes g n).
Proof.
  intros A Hs n. unfold pairs, numbers. rewrite (tb_permute s g).
  - rewrite tb_zero. cbn [orb]. apply eq_true_iff_eq. rewrite existsb_exists, andb_true_iff.
    rewrite Nat.ltb_lt. split.
    + intros (i & I & E). apply in_seq in I. rewrite andb_true_iff, Nat.eqb_eq in E.
      destruct E as [-> E]. rewrite <- Hs. split; [lia | easy].
    + intros [L E]. exists n. rewrite Nat.eqb_refl, Hs. split; [apply in_seq; lia | easy].
  - intros i I. apply in_seq in I. lia.
  - intros i I. apply in_seq in I. destruct (goes_inside g i A); lia.
Qed.

Lemma count_image p g : length (on p) = cells -> allowed g ->
  left_on (on (image p g)) = left_on (on p).
Proof.
  intros L A.
  assert (E : forall l, left_on l =
    length (filter (fun n => match nth_error l n with Some None => true | _ => false end)
      (seq 0 (length l)))).
  { clear. intros l. unfold left_on.
    enough (E : forall pre k, length pre = k ->
      length (filter (fun x => match x with None => true | _ => false end) l) =
      length (filter (fun n => match nth_error (pre ++ l) n with Some None => true
        | _ => false end) (seq k (length l)))) by now apply (E [] O).
    induction l as [|a l IH]; intros pre k Hp; [easy|]. cbn [length seq filter].
    rewrite nth_error_app2 by lia. rewrite Hp, Nat.sub_diag. cbn [nth_error].
    specialize (IH (pre ++ [a]) (S k)). rewrite app_length, <- app_assoc in IH. cbn in IH.
    specialize (IH ltac:(lia)). destruct a; cbn; lia. }
  assert (F : forall q, length (on q) = cells ->
    left_on (on q) = length (filter (is_free q) (seq 0 cells))).
  { intros q Lq. rewrite E, Lq. f_equal. apply filter_ext_in. intros n I. apply in_seq in I.
    unfold is_free, on_square. destruct (nth_error (on q) n) as [[x|]|] eqn:N; try easy.
    apply nth_error_None in N. lia. }
  rewrite (F p L), (F (image p g)) by apply image_length.
  transitivity (length (filter (fun n => is_free p (goes g n)) (seq 0 cells))).
  { f_equal. apply filter_ext_in. intros n I. apply in_seq in I. apply free_image. lia. }
  clear E F.
  assert (Inj : forall l, NoDup l -> (forall n, In n l -> (n < cells)%nat) ->
    NoDup (map (goes g) l)).
  { induction l as [|n l IH]; intros N H; cbn; [constructor|]. inversion N; subst. constructor.
    - intros I. apply in_map_iff in I as (m & E & I).
      destruct (goes_inverse g n A) as [_ En]; [apply H; now left|].
      destruct (goes_inverse g m A) as [_ Em]; [apply H; now right|].
      assert (m = n) by congruence. now subst.
    - apply IH; [easy|]. intros; apply H; now right. }
  assert (Perm : forall m, (m < cells)%nat -> In m (map (goes g) (seq 0 cells))).
  { intros m Hm. apply in_map_iff. exists (goes (inverse g) m).
    split; [now apply goes_inverse|]. apply in_seq.
    destruct (goes_inside (inverse g) m (allowed_inverse g A) Hm). lia. }
  transitivity (length (filter (is_free p) (map (goes g) (seq 0 cells)))).
  { generalize (seq 0 cells). induction l as [|n l IH]; [easy|]. cbn.
    destruct (is_free p (goes g n)); cbn; now rewrite IH. }
  apply Nat.le_antisymm; apply NoDup_incl_length.
  - apply NoDup_filter, Inj; [apply seq_NoDup|]. intros n I. apply in_seq in I. lia.
  - intros m I. apply filter_In in I as [I Fm]. apply filter_In. split; [|easy].
    apply in_map_iff in I as (n & <- & I). apply in_seq in I. apply in_seq.
    destruct (goes_inside g n A); lia.
  - apply NoDup_filter, seq_NoDup.
  - intros m I. apply filter_In in I as [I Fm]. apply filter_In. split; [|easy].
    apply in_seq in I. apply Perm. lia.
Qed.

Lemma packs_image p b g : packs p b -> allowed g ->
  packs (image p g) (permuted b (pairs columns rows g)).
Proof.
  intros X A. pose proof (packs_on _ _ p b X) as L.
  constructor; cbn [permuted mover both stones].
  - apply image_length.
  - intros n. rewrite (permute_ok _ g (fun n => negb (is_free p n)) A (packs_both _ _ p b X)).
    destruct (Nat.ltb_spec n cells) as [I|I]; cbn [andb]; [now rewrite free_image|].
    unfold is_free. now rewrite image_out.
  - intros n. rewrite (permute_ok _ g (holds (turn p) p) A (packs_mover _ _ p b X)).
    destruct (Nat.ltb_spec n cells) as [I|I]; cbn [andb]; [now rewrite holds_image|].
    unfold holds. now rewrite image_out.
  - rewrite count_image by easy. apply (packs_left _ _ p b X).
  - apply (packs_turn _ _ p b X).
Qed.

(** ** The representative *)

Variable symmetric : bool.
Notation G := (mnk columns rows in_line).
Notation H := (mnk_game columns rows in_line symmetric).
Notation represent := (Stones.represent (mnk_stones columns rows in_line symmetric)).
Notation rep := (Rules.Mnk.representative columns rows symmetric).
Notation pack := (pack columns rows).
Notation all := (symmetries columns rows symmetric).
Notation order := (less (square_bits columns rows)).
Let functional := functional columns rows in_line small.
Let pack_ok := pack_packs columns rows in_line small.

Lemma digit_bit b n : (n <= 62)%nat -> digit b (bit n) =
  (if tb (both b) (Z.of_nat n) then if tb (mover b) (Z.of_nat n) then 1 else 2 else 0)%uint63.
Proof.
  intros L. unfold digit. rewrite !land_bit by easy.
  now destruct (tb (both b) _), (tb (mover b) _).
Qed.

Lemma digits_apart (x y x' y' : bool) :
  to_Z (if x then if y then 1 else 2 else 0) = to_Z (if x' then if y' then 1 else 2 else 0) ->
  x = x' /\ (x = true -> y = y').
Proof. destruct x, y, x', y'; vm_compute; intros; split; intros; congruence. Qed.

Lemma same_digit p q a b n : packs p a -> packs q b -> (n < cells)%nat ->
  digit a (bit n) = digit b (bit n) ->
  tb (both a) (Z.of_nat n) = tb (both b) (Z.of_nat n) /\
  tb (mover a) (Z.of_nat n) = tb (mover b) (Z.of_nat n).
Proof.
  intros X Y I D. rewrite !digit_bit in D by lia. apply (f_equal to_Z) in D.
  apply digits_apart in D as [D1 D2]. split; [exact D1|].
  destruct (tb (both a) (Z.of_nat n)) eqn:E; [now apply D2|].
  rewrite (packs_both _ _ p a X) in E. symmetry in D1. rewrite (packs_both _ _ q b Y) in D1.
  rewrite (packs_mover _ _ p a X), (packs_mover _ _ q b Y). unfold is_free, holds in *.
  destruct (on_square p n); [discriminate|]. now destruct (on_square q n).
Qed.

Lemma order_total a b : (exists p, packs p a) -> (exists p, packs p b) -> stones a = stones b ->
  order a b = false -> order b a = false -> a = b.
Proof.
  intros [p X] [q Y] S L1 L2. pose proof (less_total _ a b L1 L2) as D.
  assert (E : forall n, tb (both a) (Z.of_nat n) = tb (both b) (Z.of_nat n) /\
    tb (mover a) (Z.of_nat n) = tb (mover b) (Z.of_nat n)).
  { intros n. destruct (Nat.lt_ge_cases n cells) as [I|I].
    - apply (same_digit p q); try easy. apply D. unfold square_bits.
      apply (in_map bit), in_rev. rewrite rev_involutive. apply in_seq. lia.
    - pose proof (packs_both _ _ p a X n) as B1. pose proof (packs_both _ _ q b Y n) as B2.
      pose proof (packs_mover _ _ p a X n) as M1. pose proof (packs_mover _ _ q b Y n) as M2.
      unfold is_free, holds in *.
      rewrite (on_square_out columns rows p n) in * by (easy || apply (packs_on _ _ p a X)).
      rewrite (on_square_out columns rows q n) in * by (easy || apply (packs_on _ _ q b Y)).
      now rewrite B1, B2, M1, M2. }
  destruct a as [m o n], b as [m' o' n']. cbn in *.
  f_equal; [| | easy]; apply tb_ext_nat; intros i; now destruct (E i).
Qed.

Lemma represent_least b : symmetric = true ->
  represent b = least order b (map (fun g => permuted b (pairs columns rows g)) all).
Proof.
  intros S. cbn [Stones.represent mnk_stones]. rewrite S. unfold mnk_represent, least.
  generalize (symmetries columns rows true). intros l.
  enough (E : forall a, fold_left (fun m t => let x := turned t b in
      if order x m then x else m) (map (fun g => tables (pairs columns rows g)) l) a =
    fold_left (fun m x => if order x m then x else m)
      (map (fun g => permuted b (pairs columns rows g)) l) a) by apply E.
  induction l as [|x l IH]; intros a; [reflexivity|]. cbn [map fold_left]. cbv zeta.
  rewrite turned_ok. apply IH.
Qed.

Lemma represent_packs p b : packs p b -> exists g, allowed g /\
  (g = identity \/ symmetric = true) /\
  rep p = image p g /\ packs (rep p) (represent b).
Proof.
  intros X. pose proof (packs_on _ _ p b X) as L. unfold Rules.Mnk.representative.
  assert (K : forall l m a, (forall g, In g l -> allowed g) ->
    (exists g, allowed g /\ m = image p g) -> packs m a ->
    let q := fold_left (fun m q => if order (pack q) (pack m) then q else m) (map (image p) l) m in
    (exists g, allowed g /\ q = image p g) /\
    packs q (fold_left (fun m t => let x := turned t b in if order x m then x else m)
      (map (fun g => tables (pairs columns rows g)) l) a)).
  { induction l as [|g l IH]; intros m a Hl Hm Xm; [easy|]. cbn [map fold_left].
    assert (A : allowed g) by (apply Hl; now left).
    pose proof (packs_image p b g X A) as Xg. cbv zeta.
    rewrite turned_ok, (pack_ok _ _ Xg), (pack_ok _ _ Xm).
    destruct (order _ a); apply IH; try easy; try (intros; apply Hl; now right).
    now exists g. }
  cbn [Stones.represent mnk_stones]. destruct symmetric eqn:S.
  - destruct (K (symmetries columns rows true) p b) as [(g & A & E) Y]; try easy.
    + intros g. apply in_symmetries.
    + exists identity. split; [easy|]. now rewrite image_identity.
    + exists g. split; [easy|]. split; [now right|]. split; [exact E | exact Y].
  - exists identity. split; [easy|]. split; [now left|]. cbn [symmetries map fold_left].
    change (Symmetry false false false) with identity. rewrite image_identity by easy.
    destruct (order _ _); easy.
Qed.

Definition same_class (p q : position) : Prop := length (on p) = cells /\
  exists g, allowed g /\ (g = identity \/ symmetric = true) /\ q = image p g.

Lemma same_represent p q b b' : packs p b -> packs q b' -> same_class p q ->
  represent b = represent b'.
Proof.
  intros X Y (L & g & A & S & ->). destruct S as [->|S].
  { rewrite image_identity in Y by easy. now rewrite (functional p b b'). }
  rewrite !represent_least by easy. rewrite S.
  pose proof (functional _ _ _ Y (packs_image p b g X A)) as E.
  assert (Id : In b (map (fun h => permuted b (pairs columns rows h))
    (symmetries columns rows true))).
  { apply in_map_iff. exists identity. split; [|now apply in_symmetries].
    apply (functional p); [|easy]. rewrite <- (image_identity p) at 1 by easy.
    now apply packs_image. }
  assert (Id' : In b' (map (fun h => permuted b' (pairs columns rows h))
    (symmetries columns rows true))).
  { apply in_map_iff. exists identity. split; [|now apply in_symmetries].
    apply (functional (image p g)); [|easy]. rewrite <- (image_identity (image p g)) at 1
      by apply image_length. now apply packs_image. }
  assert (Comp : forall h, allowed h -> permuted b' (pairs columns rows h) =
    permuted b (pairs columns rows (after g h))).
  { intros h B. apply (functional (image p (after g h))).
    - rewrite <- image_after by easy. now apply packs_image.
    - apply packs_image; [easy | now apply allowed_after]. }
  apply least_same with (P := fun x => (exists p, packs p x) /\ stones x = stones b).
  - apply less_irrefl.
  - apply less_trans.
  - intros x y [Px Sx] [Py Sy]. apply order_total; congruence || easy.
  - intros y [<-|I]; [split; [now exists p | easy]|].
    apply in_map_iff in I as (h & <- & I). apply in_symmetries in I. split; [|easy].
    exists (image p h). now apply packs_image.
  - assert (Same : forall y, In y (map (fun h => permuted b (pairs columns rows h))
        (symmetries columns rows true)) <->
      In y (map (fun h => permuted b' (pairs columns rows h)) (symmetries columns rows true))).
    { intros y. rewrite !in_map_iff. split; intros (h & <- & I); apply in_symmetries in I.
      - exists (after (inverse g) h). pose proof (allowed_inverse g A) as B.
        split; [|now apply in_symmetries, allowed_after].
        rewrite Comp by now apply allowed_after. f_equal. f_equal.
        destruct g as [[] [] []], h as [[] [] []]; reflexivity.
      - exists (after g h). split; [now rewrite Comp | now apply in_symmetries, allowed_after]. }
    intros y. split; intros [<-|I]; right; try apply Same; try easy; now apply Same.
Qed.

Definition mnk_packing : packing G H.
Proof.
  refine (Packing G H packs same_class (Rules.Mnk.name columns rows symmetric) rep represent
    _ _ _ _ _ _ _ _ _).
  - exists (Board 0 0 0). split; [now apply (start_packs columns rows in_line small) | easy].
  - intros p b X. now apply (moves_pack columns rows in_line small).
  - intros p b X _. now apply (payoff_pack columns rows in_line small).
  - intros p b X. destruct (represent_packs p b X) as (_ & _ & _ & _ & Y). now apply pack_ok.
  - intros p b X. destruct (represent_packs p b X) as (g & A & S & E & Y). split; [easy|].
    split; [apply (packs_on _ _ p b X)|]. now exists g.
  - intros p q (L & g & A & S & ->). split; [apply image_length|]. exists (inverse g).
    split; [now apply allowed_inverse|]. split; [destruct S as [->|]; auto|].
    now rewrite image_inverse.
  - intros p q b X (L & g & A & S & ->) E. split.
    + destruct (@moves G (image p g)) as [|[s c] l] eqn:M; [easy|]. exfalso.
      assert (I : In (s, c) (mnk_moves columns rows in_line (image p g)))
        by (change (mnk_moves columns rows in_line) with (@moves G); rewrite M; now left).
      apply (moves_image _ (inverse g)) in I; [| apply image_length | now apply allowed_inverse].
      rewrite image_inverse in I by easy.
      change (mnk_moves columns rows in_line) with (@moves G) in I.
      now rewrite E in I.
    + cbn [payoff mnk]. unfold mnk_payoff. now rewrite line_same.
  - intros p q b s c X (L & g & A & S & ->) I. exists (image c g).
    split; [now apply moves_image|]. split; [|now exists g].
    cbn [moves mnk] in I. unfold mnk_moves in I. destruct (line _ _ _ _ p); [easy|].
    apply in_map_iff in I as (n & [= <- <-] & _). cbn [place on]. now rewrite put_length.
  - exact same_represent.
Defined.
End Turns.
