(** Proof. The boards of primitive integers play m,n,k games. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones Proved.Boards.Mnk.
Require Import Proved.Rules.Packed Proved.Rules.Games Proved.Bridge.Ends Proved.Rules.Mnk.
Require Import Proved.Bridge.Bits Proved.Bridge.Words Proved.Bridge.Count.
Open Scope Z_scope.

Lemma tb_bit n i : (n <= 62)%nat -> tb (bit n) (Z.of_nat i) = (i =? n)%nat.
Proof.
  intros H. unfold bit. rewrite tb_one by lia. apply eq_true_iff_eq.
  rewrite Z.eqb_eq, Nat.eqb_eq. lia.
Qed.

Lemma tb_ext_nat a b : (forall n, tb a (Z.of_nat n) = tb b (Z.of_nat n)) -> a = b.
Proof. intros H. apply tb_ext. intros n Hn. rewrite <- (Z2Nat.id n Hn). apply H. Qed.

Lemma land_bit s n : (n <= 62)%nat -> (s land bit n =? 0)%uint63 = negb (tb s (Z.of_nat n)).
Proof. intros H. apply land_one. lia. Qed.

Lemma tb_mask l i : (forall n, In n l -> (n <= 62)%nat) ->
  tb (mask l) (Z.of_nat i) = true <-> In i l.
Proof.
  induction l as [|n l IH]; intros H.
  - cbn [mask fold_right]. now rewrite tb_zero.
  - cbn [mask fold_right]. fold (mask l).
    rewrite tb_lor, tb_bit, orb_true_iff, IH by (intros; apply H; cbn; auto).
    rewrite Nat.eqb_eq. cbn. split; intros [A|A]; auto.
Qed.

Lemma land_mask s l : (forall n, In n l -> (n <= 62)%nat) ->
  (s land mask l =? mask l)%uint63 = forallb (fun n => tb s (Z.of_nat n)) l.
Proof.
  intros H. apply eq_true_iff_eq. rewrite Uint63.eqb_spec, forallb_forall. split.
  - intros E n I. apply (tb_mask l n H) in I. rewrite <- E, tb_land in I.
    now apply andb_true_iff in I.
  - intros F. apply tb_ext_nat. intros i. rewrite tb_land.
    destruct (tb (mask l) (Z.of_nat i)) eqn:M; [|apply andb_false_r].
    apply (tb_mask l i H) in M. now rewrite F.
Qed.

Lemma nth_put q : forall l n i, nth_error (put l n q) i =
  if (i =? n)%nat then option_map (fun _ => Some q) (nth_error l i) else nth_error l i.
Proof.
  induction l as [|a l IH]; intros [|n] [|i]; cbn; try easy; try apply IH;
    now destruct (i =? n)%nat.
Qed.
Lemma put_length q : forall l n, length (put l n q) = length l.
Proof. induction l as [|a l IH]; intros [|n]; cbn; auto. Qed.

Lemma place_square p n i : (n < length (on p))%nat ->
  on_square (place p n) i = if (i =? n)%nat then Some (turn p) else on_square p i.
Proof.
  intros L. unfold on_square. cbn [place on]. rewrite nth_put.
  destruct (Nat.eqb_spec i n) as [->|]; [|easy].
  destruct (nth_error (on p) n) eqn:E; [easy|]. apply nth_error_None in E. lia.
Qed.

Section Mnk.
Variables columns rows in_line : nat.
Hypothesis small :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat.
Notation cells := (columns * rows)%nat.
Notation inside := (inside columns rows).
Notation number := (number columns).
Notation at_number := (at_number columns).
Notation owns := (owns columns rows).

Record packs (p : position) (b : board) : Prop := Packs {
  packs_on : length (on p) = cells;
  packs_both : forall n, tb (both b) (Z.of_nat n) = negb (is_free p n);
  packs_mover : forall n, tb (mover b) (Z.of_nat n) = holds (turn p) p n;
  packs_left : to_Z (stones b) + Z.of_nat (left_on (on p)) = Z.of_nat cells;
  packs_turn : tb (stones b) 0 = same (turn p) Second }.

(** ** Squares *)

Lemma inside_number x : inside x = true <->
  exists n, (n < cells)%nat /\ x = at_number n /\ number x = n.
Proof.
  destruct x as [c r]. unfold Mnk.inside, Mnk.number, Mnk.at_number.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. split.
  - intros H. exists (Z.to_nat (r * Z.of_nat columns + c)). split; [nia|]. split; [|easy].
    assert (E : Z.to_nat (r * Z.of_nat columns + c) = (Z.to_nat r * columns + Z.to_nat c)%nat)
      by nia.
    rewrite E. f_equal.
    + rewrite Nat.add_comm, Nat.mod_add by lia. rewrite Nat.mod_small by lia. lia.
    + rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. lia.
  - intros (n & L & [= -> ->] & _). pose proof (Nat.mod_upper_bound n columns).
    assert (n / columns < rows)%nat by (apply Nat.div_lt_upper_bound; lia). lia.
Qed.

Lemma inside_at n : (n < cells)%nat -> inside (at_number n) = true /\ number (at_number n) = n.
Proof.
  intros L. assert (E : number (at_number n) = n).
  { unfold Mnk.number, Mnk.at_number. pose proof (Nat.div_mod n columns). lia. }
  split; [|easy]. apply inside_number. now exists n.
Qed.

Lemma on_square_out p n : length (on p) = cells -> (cells <= n)%nat -> on_square p n = None.
Proof.
  clear small. intros L H. unfold on_square. now rewrite (proj2 (nth_error_None _ _)) by lia.
Qed.

Lemma packs_theirs p b n : packs p b ->
  tb (both b lxor mover b) (Z.of_nat n) = holds (other (turn p)) p n.
Proof.
  intros X. rewrite tb_lxor, (packs_both p b X), (packs_mover p b X).
  unfold holds, is_free. destruct (on_square p n) as [q|]; [|easy]. now destruct (turn p), q.
Qed.

(** ** Lines *)

Definition a_line (q : player) (p : position) : Prop := exists x w, In w ways /\
  forall k, (k < in_line)%nat -> owns q p (from x w k) = true.

Lemma line_ok q p : line columns rows in_line q p = true <-> a_line q p.
Proof.
  unfold line, a_line. rewrite existsb_exists. split.
  - intros (n & _ & H). apply existsb_exists in H as (w & I & H).
    rewrite forallb_forall in H. exists (at_number n), w. split; [easy|].
    intros k Hk. apply H, in_seq. lia.
  - intros (x & w & I & H). pose proof (H 0%nat ltac:(lia)) as H0.
    unfold Mnk.owns, from in H0. apply andb_true_iff in H0 as [H0 _].
    replace (fst x + Z.of_nat 0 * fst w, snd x + Z.of_nat 0 * snd w) with x in H0
      by (destruct x; cbn; f_equal; lia).
    apply inside_number in H0 as (n & L & -> & _). exists n. split; [apply in_seq; lia|].
    apply existsb_exists. exists w. split; [easy|]. apply forallb_forall. intros k Hk.
    apply in_seq in Hk. apply H. lia.
Qed.

Lemma wins_line q p s : (forall n, tb s (Z.of_nat n) = holds q p n) ->
  mnk_wins (lines columns rows in_line) s = line columns rows in_line q p.
Proof.
  intros Hs. apply eq_true_iff_eq. rewrite line_ok. unfold mnk_wins, lines.
  assert (Small : forall l, forallb inside l = true -> forall n, In n (map number l) ->
    (n <= 62)%nat).
  { intros l F n I. apply in_map_iff in I as (x & <- & I). rewrite forallb_forall in F.
    apply F, inside_number in I as (m & L & _ & ->). lia. }
  rewrite existsb_exists. split.
  - intros (m & I & H). apply in_flat_map in I as (n & _ & I).
    apply in_flat_map in I as (w & Iw & I).
    destruct (forallb inside _) eqn:F; [|easy]. destruct I as [<-|[]].
    rewrite land_mask in H by now apply Small. rewrite forallb_forall in F, H.
    exists (at_number n), w. split; [easy|]. intros k Hk. unfold Mnk.owns.
    assert (J : In (from (at_number n) w k) (map (from (at_number n) w) (seq 0 in_line)))
      by (apply in_map, in_seq; lia).
    rewrite (F _ J), <- Hs. cbn [andb]. apply H. now apply (in_map number).
  - intros (x & w & Iw & H).
    set (l := map (from x w) (seq 0 in_line)).
    assert (Hl : forall y, In y l -> owns q p y = true).
    { intros y I. apply in_map_iff in I as (k & <- & I). apply in_seq in I. apply H. lia. }
    assert (F : forallb inside l = true).
    { apply forallb_forall. intros y I. apply Hl in I. now apply andb_true_iff in I. }
    assert (X : inside x = true).
    { rewrite forallb_forall in F. apply F. apply in_map_iff. exists 0%nat.
      split; [destruct x; unfold from; cbn; f_equal; lia | apply in_seq; lia]. }
    apply inside_number in X as (n & L & E & _).
    exists (mask (map number l)). split.
    + apply in_flat_map. exists n. split; [apply in_seq; lia|].
      apply in_flat_map. exists w. split; [easy|]. rewrite <- E. fold l. rewrite F. now left.
    + rewrite land_mask by now apply Small. apply forallb_forall. intros i I.
      apply in_map_iff in I as (y & <- & I). rewrite Hs. apply Hl in I.
      now apply andb_true_iff in I.
Qed.

(** ** Moves *)

Lemma drops_ok p b : packs p b -> forall l, (forall n, In n l -> (n <= 62)%nat) ->
  mnk_drops (map bit l) (both b) = map bit (filter (is_free p) l).
Proof.
  intros X. induction l as [|n l IH]; intros H; [easy|]. cbn [map mnk_drops filter].
  rewrite IH by (intros; apply H; now right). rewrite land_bit by (apply H; now left).
  rewrite (packs_both p b X), negb_involutive. now destruct (is_free p n).
Qed.

Lemma after_ok p b n : packs p b -> In n (filter (is_free p) (seq 0 (length (on p)))) ->
  packs (place p n) (after b (bit n)).
Proof.
  intros X I. pose proof (free_square p n I) as E. apply filter_In in I as [I F].
  apply in_seq in I. pose proof (packs_on p b X) as Len.
  pose proof (put_left (turn p) (on p) n E) as P. pose proof (packs_left p b X) as S.
  constructor; cbn [after both mover stones].
  - cbn [place on]. now rewrite put_length.
  - intros i. rewrite tb_lor, (packs_both p b X), tb_bit by lia. unfold is_free.
    rewrite place_square by lia. destruct (i =? n)%nat; [apply orb_true_r | apply orb_false_r].
  - intros i. rewrite (packs_theirs p b i X). unfold holds. rewrite place_square by lia.
    cbn [place turn]. destruct (Nat.eqb_spec i n) as [->|]; [|easy].
    unfold is_free in F. destruct (on_square p n); [easy|]. now destruct (turn p).
  - cbn [place on]. pose proof (to_Z_bounded (stones b)). rewrite add_spec.
    change (to_Z 1) with 1. rewrite Z.mod_small; [lia|]. change wB with (2 ^ 63). lia.
  - unfold tb. pose proof (to_Z_bounded (stones b)). rewrite add_spec. change (to_Z 1) with 1.
    rewrite Z.mod_small by (change wB with (2 ^ 63); lia).
    rewrite Z.bit0_odd, Z.add_1_r, Z.odd_succ, <- Z.negb_odd, <- Z.bit0_odd.
    change (Z.testbit (to_Z ?x) 0) with (tb x 0).
    rewrite (packs_turn p b X). cbn [place turn]. now destruct (turn p).
Qed.

(** The moves of any game with these stones. *)
Theorem placements_pack (S : stone_game) (over : bool) p b :
  Stones.cells S = of_Z (Z.of_nat cells) -> drops S = mnk_drops (free_bits columns rows) ->
  is_open S = mnk_open (free_bits columns rows) -> lost S b = over -> packs p b -> exists l,
  stone_moves S b = map (fun m => (fst m, Stones.represent S (snd m))) l /\
  Forall2 (fun m m' => fst m = fst m' /\ packs (snd m) (snd m'))
    (if over then [] else placements p) l.
Proof.
  intros Sc Sd So Sl X. set (l := filter (is_free p) (seq 0 (length (on p)))).
  exists (if over then [] else map (fun n => (true, after b (bit n))) l).
  unfold stone_moves, stuck. rewrite Sc, Sd, So, Sl. unfold placements. fold l.
  destruct over; [now split|].
  pose proof (packs_on p b X) as Len.
  assert (D : mnk_drops (free_bits columns rows) (both b) = map bit l).
  { unfold free_bits, numbers. rewrite (drops_ok p b X) by (intros n I; apply in_seq in I; lia).
    unfold l. now rewrite Len. }
  split.
  - rewrite D, !map_map. cbn [fst snd].
    destruct (of_Z (Z.of_nat cells) <=? stones b)%uint63 eqn:Full.
    + apply leb_spec in Full. rewrite of_nat_ok in Full by lia.
      assert (N : l = []).
      { destruct l as [|n l'] eqn:E; [easy|]. exfalso.
        assert (I : In n l) by (rewrite E; now left). apply free_square in I.
        pose proof (put_left (turn p) (on p) n I). pose proof (packs_left p b X). lia. }
      now rewrite N.
    + destruct (mnk_open _ _) eqn:O; [easy|]. apply mnk_open_ok in O. rewrite D in O.
      apply map_eq_nil in O. now rewrite O.
  - clear D. assert (Y : forall n, In n l -> packs (place p n) (after b (bit n)))
      by (intros; now apply after_ok).
    revert Y. generalize l. induction l0 as [|n l0 IH]; intros Y; [constructor|]. cbn [map].
    constructor; [split; [easy | apply Y; now left] |]. apply IH. intros; apply Y; now right.
Qed.

Variable symmetric : bool.
Notation G := (mnk columns rows in_line).
Notation H := (mnk_game columns rows in_line symmetric).
Notation represent := (Stones.represent (mnk_stones columns rows in_line symmetric)).

Theorem moves_pack p b : packs p b -> exists l,
  @moves H b = map (fun m => (fst m, represent (snd m))) l /\
  Forall2 (fun m m' => fst m = fst m' /\ packs (snd m) (snd m')) (@moves G p) l.
Proof.
  intros X. cbn [moves mnk mnk_game board_game]. unfold mnk_moves.
  apply (placements_pack (mnk_stones columns rows in_line symmetric)); try easy.
  apply (wins_line (other (turn p)) p). intros. now apply packs_theirs.
Qed.

Lemma payoff_pack p b : packs p b -> @payoff G p = @payoff H b.
Proof.
  intros X. cbn [payoff mnk mnk_game board_game]. unfold mnk_payoff, stone_payoff, lost.
  cbn [wins loss mnk_stones].
  now rewrite (wins_line (other (turn p)) p) by (intros; now apply packs_theirs).
Qed.

Lemma empty_square n : on_square (empty columns rows) n = None.
Proof.
  unfold on_square, empty. cbn [on]. destruct (nth_error _ n) as [x|] eqn:E; [|easy].
  now apply nth_error_In, repeat_spec in E.
Qed.

Theorem start_packs : packs (empty columns rows) (Board 0 0 0).
Proof.
  constructor; cbn [both mover stones].
  - apply repeat_length.
  - intros n. unfold is_free. now rewrite empty_square, tb_zero.
  - intros n. unfold holds. now rewrite empty_square, tb_zero.
  - change (to_Z 0) with 0. unfold left_on. cbn [empty on]. generalize cells. intros n.
    induction n as [|n IH]; [easy|]. cbn [repeat filter length]. lia.
  - easy.
Qed.

Theorem pack_packs p b : packs p b -> pack columns rows p = b.
Proof.
  intros X. unfold pack. destruct b as [m o n]. pose proof (packs_on p _ X) as Len. f_equal.
  - apply tb_ext. intros i Hi. rewrite tb_bits by lia || easy.
    pose proof (packs_mover p _ X (Z.to_nat i)) as M. cbn [mover] in M.
    rewrite Z2Nat.id in M by easy. rewrite M. destruct (Z.ltb_spec i (Z.of_nat cells)); [easy|].
    unfold holds. now rewrite on_square_out by lia.
  - apply tb_ext. intros i Hi. rewrite tb_bits by lia || easy.
    pose proof (packs_both p _ X (Z.to_nat i)) as M. cbn [both] in M.
    rewrite Z2Nat.id in M by easy. rewrite M. destruct (Z.ltb_spec i (Z.of_nat cells)); [easy|].
    unfold is_free. now rewrite on_square_out by lia.
  - pose proof (packs_left p _ X) as S. cbn [stones] in S.
    rewrite <- (of_to_Z n). f_equal.
    enough (E : (length (filter (fun i => negb (is_free p i)) (seq 0 cells)) + left_on (on p)
      = cells)%nat) by lia.
    unfold left_on, is_free, on_square. rewrite <- Len. generalize (on p). clear.
    intros l. enough (E : forall k pre, length pre = k ->
      (length (filter (fun i => negb (match nth_error (pre ++ l) i with
        | Some (Some _) => false | Some None => true | None => true end)) (seq k (length l))) +
      length (filter (fun x => match x with None => true | _ => false end) l)
        = length l)%nat).
    { specialize (E O [] eq_refl). cbn [app] in E. etransitivity; [|exact E]. do 2 f_equal.
      apply filter_ext. intros i. now destruct (nth_error l i) as [[q|]|]. }
    induction l as [|a l IH]; intros k pre Hp; [easy|]. cbn [length seq filter].
    rewrite nth_error_app2 by lia. rewrite Hp, Nat.sub_diag. cbn [nth_error].
    specialize (IH (S k) (pre ++ [a])). rewrite app_length, Hp, <- app_assoc in IH. cbn in IH.
    specialize (IH ltac:(lia)). destruct a; cbn; lia.
Qed.

Lemma functional p b b' : packs p b -> packs p b' -> b = b'.
Proof. intros X Y. now rewrite <- (pack_packs p b X), (pack_packs p b'). Qed.
End Mnk.
