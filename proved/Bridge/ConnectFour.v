(** Proof. The boards of primitive integers play Connect Four. *)
From Coq Require Import ZArith List Lia Bool Arith ZifyNat Uint63.
Import ListNotations.
From Proved Require Import Game Check Bridge.Symmetry Boards.Stones Boards.ConnectFour Rules.Packed
  Rules.Grid Rules.Names Rules.ConnectFour Rules.Games Bridge.Bits Bridge.Grid Bridge.Lines.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** How far apart the bits of a line are; the square of a bit. *)
Definition steps (rows : nat) : list nat := [1; rows; rows + 1; rows + 2]%nat.
Definition square_of (columns rows i : nat) : nat := (i mod (rows + 1) * columns + i / (rows +
  1))%nat.
Definition lines_ok (columns rows : nat) : bool :=
  let lines := lines columns rows 4 in
  let bit := c4_bit columns rows in
  let inside i := ((i mod (rows + 1) <? rows) && (i / (rows + 1) <? columns))%nat in
  forallb (fun n => forallb (fun d => let l := map (fun k => bit n + k * d)%nat (seq 0 4) in
    implb (forallb inside l) (existsb (same_list (map (square_of columns rows) l)) lines))
    (steps rows)) (numbers columns rows) &&
  forallb (fun l => existsb (fun d => same_list (map bit l)
    (map (fun k => bit (hd O l) + k * d)%nat (seq 0 4))) (steps rows)) lines.

Lemma c4_good columns rows by_score symmetric : (1 <= columns /\ 1 <= rows /\ columns * rows <=
  62)%nat ->
  good (c4_layout columns rows by_score) symmetric = true /\ lines_ok columns rows = true.
Proof.
  intros S. split; [change (good (c4_layout columns rows false) symmetric = true);
    destruct symmetric; refine (by_size (fun c r => good (c4_layout c r false) _) columns rows _ S)
    | refine (by_size lines_ok columns rows _ S)]; vm_compute; reflexivity.
Qed.

Lemma four_along_ok s d : 1 <= to_Z d <= 100 -> four_along s d = true <->
  exists n, 0 <= n /\ forall k, 0 <= k < 4 -> tb s (n + k * to_Z d) = true.
Proof.
  intros D. unfold four_along. rewrite nonzero. assert (E : to_Z (d + d) = 2 * to_Z d)
    by (rewrite add_spec, Z.mod_small; [|change wB with (2 ^ 63)]; lia).
  split; intros (n & Hn & H); exists n; (split; [easy|]).
  - rewrite !tb_land, !tb_lsr, tb_land, tb_lsr, E, !andb_true_iff in H by lia. intros k Hk.
    assert (K : k = 0 \/ k = 1 \/ k = 2 \/ k = 3) by lia.
    destruct H as [[H0 H1] [H2 H3]]. destruct K as [-> | [-> | [-> | ->]]];
      [rewrite <- H0 | rewrite <- H1 | rewrite <- H2 | rewrite <- H3]; f_equal; lia.
  - rewrite !tb_land, !tb_lsr, tb_land, tb_lsr, E, !andb_true_iff by lia.
    repeat split; [rewrite <- (H 0) | rewrite <- (H 1) | rewrite <- (H 2) | rewrite <- (H 3)];
      try f_equal; lia.
Qed.

Section ConnectFour.
Variables columns rows : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat.
Variables by_score symmetric : bool.
Notation R := (c4_layout columns rows by_score). Notation cells := (columns * rows)%nat.
Notation all := (seq 0 cells). Notation bit := (c4_bit columns rows).
Notation four := (lines columns rows 4).

Lemma division n : (n < cells)%nat -> (n mod columns < columns /\ n / columns < rows)%nat.
Proof. intros L. split; [apply Nat.mod_upper_bound; lia|]. apply Nat.div_lt_upper_bound; lia. Qed.
Lemma bit_small n : (n < cells)%nat -> (bit n <= 61)%nat.
Proof. intros L. pose proof (division n L). unfold c4_bit. nia. Qed.
Lemma square_of_bit n : (n < cells)%nat -> square_of columns rows (bit n) = n /\
  (bit n mod (rows + 1) < rows)%nat /\ (bit n / (rows + 1) < columns)%nat.
Proof.
  intros L. pose proof (division n L). unfold square_of, c4_bit.
  rewrite (Nat.add_comm (n mod columns * (rows + 1))).
  rewrite Nat.mod_add, Nat.div_add, (Nat.mod_small (n / columns)),
    (Nat.div_small (n / columns)) by lia. pose proof (Nat.div_mod n columns ltac:(lia)). lia.
Qed.
Lemma bit_apart n m : (n < cells)%nat -> (m < cells)%nat -> bit n = bit m -> n = m.
Proof.
  intros L M E. destruct (square_of_bit n L) as [<- _], (square_of_bit m M) as [<- _].
  now rewrite E.
Qed.

Lemma c4_wins_ok f : c4_wins (of_Z (Z.of_nat (rows + 1))) (word R all f) = existsb (forallb f) four.
Proof.
  set (h := of_Z (Z.of_nat (rows + 1))). set (s := word R all f).
  assert (Hh : to_Z h = Z.of_nat rows + 1) by (subst h; rewrite of_nat_ok; lia).
  assert (Small : (rows <= 61)%nat) by nia. set (ds := [1; h - 1; h; h + 1]%uint63).
  assert (E : map to_Z ds = map Z.of_nat (steps rows)).
  { assert (M : to_Z (h - 1) = Z.of_nat rows) by (rewrite sub_spec, Hh; change (to_Z 1) with 1;
      rewrite Z.mod_small; [|change wB with (2 ^ 63)]; lia).
    assert (P : to_Z (h + 1) = Z.of_nat (rows + 2)) by (rewrite add_spec, Hh;
      change (to_Z 1) with 1;
      rewrite Z.mod_small; [|change wB with (2 ^ 63)]; lia).
    subst ds. unfold steps. cbn [map]. rewrite M, P, Hh. change (to_Z 1) with 1.
    repeat f_equal; lia. }
  assert (B : forall n, In n (steps rows) -> (1 <= n <= 100)%nat) by (intros n I; cbn in I; lia).
  assert (D : forall d, In d ds -> exists n, In n (steps rows) /\ to_Z d = Z.of_nat n).
  { intros d I. apply (in_map to_Z) in I. rewrite E in I. apply in_map_iff in I as (n & <- & I).
    eauto. }
  assert (D' : forall n, In n (steps rows) -> exists d, In d ds /\ to_Z d = Z.of_nat n).
  { intros n I. apply (in_map Z.of_nat) in I. rewrite <- E in I.
    apply in_map_iff in I as (d & <- & I).
    eauto. }
  transitivity (existsb (four_along s) ds).
  { unfold c4_wins, ds. cbn [existsb]. clear. clearbody s h.
    destruct (four_along s 1), (four_along s (h - 1)),
      (four_along s h), (four_along s (h + 1)); reflexivity. }
  assert (In_s : forall k, 0 <= k -> tb s k = true <-> exists n, (n < cells)%nat /\ f n = true /\
    k = Z.of_nat (bit n)).
  { intros k Hk. subst s. rewrite (tb_word R bit_small);
      [| intros m I; now apply in_seq in I | easy].
    split; intros (n & I & J); exists n; [apply in_seq in I | rewrite in_seq]; intuition lia. }
  destruct (c4_good columns rows by_score symmetric) as [_ L]; [nia|]. unfold lines_ok in L.
  rewrite andb_true_iff, !forallb_forall in L. destruct L as [L M].
  apply eq_true_iff_eq. rewrite !existsb_exists. split.
  - intros (d & I & F). destruct (D d I) as (k & J & E1). specialize (B k J).
    apply four_along_ok in F; [|lia]. destruct F as (n & Hn & F). rewrite E1 in F.
    assert (G : forall i, In i (seq 0 4) -> exists a, (a < cells)%nat /\ f a = true /\
      n + Z.of_nat i * Z.of_nat k = Z.of_nat (bit a)).
    { intros i Hi. apply in_seq in Hi. apply In_s; [lia|]. apply F. lia. }
    destruct (G O) as (a & La & _ & Ea); [cbn; auto|]. specialize (L a ltac:(apply in_seq; lia)).
    rewrite forallb_forall in L. specialize (L k J). cbv zeta in L.
    assert (V : forall i, In i (map (fun i => bit a + i * k)%nat (seq 0 4)) -> exists b,
      (b < cells)%nat /\ f b = true /\ i = bit b).
    { intros i Hi. apply in_map_iff in Hi as (j & <- & Hj). destruct (G j Hj) as (b & Lb & Fb & Eb).
      exists b. repeat split; [easy..|]. nia. }
    rewrite (proj2 (forallb_forall _ _)) in L.
    + cbn [implb] in L. apply in_lists in L. eexists. split; [exact L|]. apply forallb_forall.
      intros b Hb. apply in_map_iff in Hb as (i & <- & Hi). destruct (V i Hi) as (b & Lb & Fb & ->).
      now destruct (square_of_bit b Lb) as [-> _].
    + intros i Hi. destruct (V i Hi) as (b & Lb & Fb & ->).
      destruct (square_of_bit b Lb) as (_ & A & B'). now rewrite andb_true_iff, !Nat.ltb_lt.
  - intros (l & I & F). specialize (M l I). apply existsb_exists in M as (k & J & E2).
    apply same_list_ok in E2. destruct (D' k J) as (d & J' & E'). specialize (B k J). exists d.
    split; [easy|]. apply four_along_ok; [lia|]. exists (Z.of_nat (bit (hd O l))). split; [lia|].
    intros i Hi. assert (K : In (bit (hd O l) + Z.to_nat i * k)%nat (map bit l)).
    { rewrite E2. apply (in_map (fun k0 => bit (hd O l) + k0 * k)%nat), in_seq. lia. }
    apply in_map_iff in K as (a & Ea & Ia). apply In_s; [lia|]. exists a.
    rewrite forallb_forall in F. split; [now apply (lines_small columns rows 4 ltac:(lia) l)|].
    split; [now apply F|]. rewrite Ea, E'. nia.
Qed.

(** ** The score *)

Lemma number_shows p x : length (on p) = cells -> number_of x p = length (filter (shows x p) all).
Proof.
  intros L. unfold number_of. rewrite <- (map_nth_all (on p) None) at 1.
  rewrite filter_map, map_length, L. f_equal. apply filter_ext_in. intros n I. apply in_seq in I.
  unfold shows. now rewrite (nth_error_nth' _ None) by lia.
Qed.
Lemma four_stones p : length (on p) = cells -> in_a_line columns rows 4 p = true ->
  (4 <= number_of (Some (other (turn p))) p)%nat.
Proof.
  intros L W. unfold in_a_line in W. apply existsb_exists in W as (l & I & F).
  destruct (c4_good columns rows by_score symmetric) as [_ M]; [nia|]. unfold lines_ok in M.
  apply andb_true_iff in M as [_ M]. rewrite forallb_forall in M. specialize (M l I).
  apply existsb_exists in M as (k & J & E). apply same_list_ok in E.
  assert (Len : length l = 4%nat) by now rewrite <- (map_length bit), E.
  rewrite number_shows by easy. rewrite <- Len. apply NoDup_incl_length.
  - apply (NoDup_map_inv bit). rewrite E. assert (1 <= k)%nat by (cbn in J; lia). cbn.
    repeat constructor; cbn; lia.
  - intros n In. rewrite forallb_forall in F. apply filter_In. split; [|now apply F].
    apply in_seq. pose proof (lines_small columns rows 4 ltac:(lia) l n I In). lia.
Qed.

Lemma win_score p : fits R p -> won R p = true ->
  PArray.get (c4_losses columns rows by_score) (stones (pack R p)) = loss R p.
Proof.
  assert (Cells : (cells <= 62)%nat) by nia. intros X W. pose proof X as [L B].
  cbn [size rules_of c4_layout c4_grid] in L. pose proof (four_stones p L W) as P.
  pose proof (number_all p) as A. pose proof (stones_small R symmetric) as S.
  specialize (S (proj1 (c4_good columns rows by_score symmetric ltac:(nia))) p X).
  unfold c4_losses. destruct (table_get 0 (fun n => Z.min (c4_most columns rows by_score)
    (Z.max 0 (win_with columns rows by_score (Z.to_nat (to_Z n))))) (stones (pack R p))) as [->|[_
      K]];
    [|exfalso; rewrite S in K; clear - A K L Cells; lia].
  rewrite S, Nat2Z.id. cbn [loss rules_of c4_layout c4_grid].
  unfold c4_most, c4_loss, win_with, stones_of. destruct by_score; [|easy]. rewrite L in A.
  set (F := number_of (Some First) p) in *. set (T := number_of (Some Second) p) in *.
  assert (Seven : (7 <= cells)%nat) by (destruct (turn p); cbn [other] in P; fold F T in P; lia).
  rewrite (Nat.min_l 7) by lia. change (Nat.odd 7) with true. cbv iota.
  assert (O : Nat.odd (F + T) = match turn p with First => false | Second => true end).
  { destruct (turn p); [apply not_true_iff_false; rewrite Nat.odd_spec; intros [m M]; lia|].
    apply Nat.odd_spec. exists T. lia. }
  rewrite O. clear - A B P Seven. set (n := cells) in *. clearbody n.
  destruct (turn p); cbn [other] in *; cbv iota in *; fold F T in P |- *; clearbody F T; lia.
Qed.

Definition connect_four_packing :
  packing (connect_four columns rows by_score) (c4_game columns rows by_score symmetric).
Proof.
  refine (grid_packing R symmetric _ _ _ _ _ _ _ _ _ _).
  - apply c4_good. nia.
  - exact bit_small.
  - exact bit_apart.
  - intros p _. exact (c4_wins_ok _).
  - exact win_score.
  - intros p g [L _] I. destruct symmetric; [|easy]. destruct I as [<-|[]].
    apply line_image; [lia | easy | apply affine_columns].
Defined.
End ConnectFour.
