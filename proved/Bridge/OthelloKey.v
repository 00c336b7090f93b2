(** Proof. The order of boards is the order of their keys. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Othello Rules.OthelloNames Boards.Word
  Boards.Othello Bridge.OthelloSquares Bridge.Othello.
Open Scope Z_scope.

Section Words.
Variable W : words.
Hypothesis right : right_words W.
Let room_range := room_range W right.
Notation board := (board_of (word W)). Notation tb := (test W). Notation theirs := (theirs W).
Notation precedes := (precedes W).
Let tb_differ := test_differ W right.
Let by_bit := word_ltb_ok W right.

Definition digit_at (w : board) (n : Z) : Z :=
  if tb (mover w) n then 1 else if tb (theirs w) n then 2 else 0.
Definition apart (w : board) : Prop :=
  forall n, 0 <= n -> tb (mover w) n = true -> tb (theirs w) n = false.

Lemma mover_digit w n : tb (mover w) n = (digit_at w n =? 1).
Proof. unfold digit_at. now destruct (tb (mover w) n), (tb (theirs w) n). Qed.
Lemma theirs_digit w n : apart w -> 0 <= n -> tb (theirs w) n = (digit_at w n =? 2).
Proof.
  intros A Hn. unfold digit_at. specialize (A n Hn).
  now destruct (tb (mover w) n), (tb (theirs w) n); try specialize (A eq_refl).
Qed.
Lemma digit_range w n : 0 <= digit_at w n <= 2.
Proof. unfold digit_at. destruct (tb (mover w) n), (tb (theirs w) n); lia. Qed.

Lemma precedes_digit a b n : apart a -> apart b -> 0 <= n ->
  (forall k, n < k -> digit_at a k = digit_at b k) -> digit_at a n < digit_at b n ->
  precedes a b = true /\ precedes b a = false.
Proof.
  intros A B Hn E L. pose proof (digit_range a n) as Ra. pose proof (digit_range b n) as Rb.
  assert (M : forall k, n < k -> tb (mover a) k = tb (mover b) k)
    by (intros; rewrite !mover_digit, E; easy).
  assert (O : forall k, n < k -> tb (theirs a) k = tb (theirs b) k)
    by (intros; rewrite !theirs_digit, E; easy || lia). pose proof (mover_digit a n) as Ma.
  pose proof (mover_digit b n) as Mb. pose proof (theirs_digit a n A Hn) as Oa.
  pose proof (theirs_digit b n B Hn) as Ob. assert (Sym : forall x y, differ W x y = differ W y x)
    by (intros; apply (test_ext W right); intros; rewrite !tb_differ; apply xorb_comm).
  unfold Boards.Othello.precedes. rewrite (Sym (mover b)), (Sym (theirs b)).
  set (m := differ W (mover a) (mover b)). set (o := differ W (theirs a) (theirs b)).
  assert (Em : forall k, tb m k = xorb (tb (mover a) k) (tb (mover b) k)) by apply tb_differ.
  assert (Eo : forall k, tb o k = xorb (tb (theirs a) k) (tb (theirs b) k)) by apply tb_differ.
  clearbody m o. set (x := differ W m (meet W m o)).
  assert (Ex : forall k, tb x k = tb m k && negb (tb o k)).
  { intros k. unfold x. rewrite tb_differ, (test_meet W right). now destruct (tb m k), (tb o k). }
  clearbody x. assert (Same : forall k, n < k -> tb o k = tb x k).
  { intros k Hk. now rewrite Ex, Em, Eo, M, O, !xorb_nilpotent by exact Hk. }
  assert (Same' : forall k, n < k -> tb x k = tb o k) by (intros; now rewrite Same).
  destruct (Z.eqb_spec (digit_at b n) 2) as [D|D].
  - assert (Oa' : tb (theirs a) n = false) by (rewrite Oa; apply Z.eqb_neq; lia).
    assert (On : tb o n = true) by (rewrite Eo, Oa', Ob; reflexivity).
    assert (Xn : tb x n = false) by (rewrite Ex, On; apply andb_false_r).
    destruct (by_bit x o n Hn Same' Xn On) as [_ ->].
    now destruct (by_bit (theirs a) (theirs b) n Hn O Oa' Ob) as [-> ->].
  - assert (Da : digit_at a n = 0) by lia. assert (Db : digit_at b n = 1) by lia.
    rewrite Da in Ma, Oa. rewrite Db in Mb. cbn [Z.eqb] in Ma, Mb, Oa.
    change (1 =? 1) with true in Mb.
    assert (On : tb o n = false) by (rewrite Eo, Oa, Ob; reflexivity).
    assert (Xn : tb x n = true) by (rewrite Ex, Em, Ma, Mb, On; reflexivity).
    destruct (by_bit o x n Hn Same On Xn) as [-> _].
    now destruct (by_bit (mover a) (mover b) n Hn M Ma Mb) as [-> ->].
Qed.
Lemma precedes_self w : precedes w w = false.
Proof.
  unfold Boards.Othello.precedes. rewrite !(word_ltb_self W right). now destruct (word_ltb _ _ _).
Qed.

(** ** Keys *)
Fixpoint number (w : board) (k : Z) (length : nat) : Z :=
  match length with O => 0 | S l => digit_at w k + 3 * number w (k + 1) l end.
Lemma number_equal a b : forall l k, number a k l = number b k l ->
  forall n, k <= n < k + Z.of_nat l -> digit_at a n = digit_at b n.
Proof.
  induction l as [|l IH]; intros k E n Hn; [lia|]. cbn [number] in E. pose proof (digit_range a k).
  pose proof (digit_range b k). destruct (Z.eq_dec n k) as [->|]; [lia|]. apply (IH (k + 1)); lia.
Qed.
Lemma number_less a b : forall l k, number a k l < number b k l ->
  exists n, k <= n < k + Z.of_nat l /\ digit_at a n < digit_at b n /\
    forall j, n < j < k + Z.of_nat l -> digit_at a j = digit_at b j.
Proof.
  induction l as [|l IH]; intros k E; cbn [number] in E; [lia|].
  pose proof (digit_range a k). pose proof (digit_range b k).
  destruct (Z.lt_trichotomy (number a (k + 1) l) (number b (k + 1) l)) as [L|[L|L]]; [| |lia].
  - destruct (IH _ L) as (n & R & D & J). exists n. repeat split; try lia. intros j Hj. apply J.
    lia.
  - exists k. repeat split; try lia. intros j Hj. apply (number_equal a b l (k + 1) L). lia.
Qed.

Section Key.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)).
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ N <= room W.
Let positive := proj1 small.
Notation shows := (shows W columns rows). Notation key := (key columns rows).

Lemma squares_numbers :
  squares columns rows = map (fun n => square_of columns (Z.of_nat n)) (seq 0 (columns * rows)).
Proof.
  rewrite <- (map_map Z.of_nat), <- squares_indices, map_map, <- (map_id (squares _ _)) at 1.
  apply map_ext_in. intros s I. apply in_squares in I. symmetry.
  now apply (square_of_index columns rows positive).
Qed.

Lemma shows_apart p w : shows p w -> apart w.
Proof. intros [M O _] n Hn. rewrite M, O, has_other by easy. now destruct (has _ _ _ _ _). Qed.
Lemma shows_digit p w n : shows p w -> 0 <= n ->
  digit columns rows p (square_of columns n) = digit_at w n.
Proof.
  intros [M O _] Hn. unfold digit, digit_at. rewrite M, O, has_other by easy.
  destruct (has _ _ _ _ _); cbn; [easy|]. now destruct (empty _ _ _ _).
Qed.
Lemma shows_key p w : shows p w -> key p = number w 0 (columns * rows).
Proof.
  intros X. unfold Rules.OthelloNames.key. rewrite squares_numbers.
  enough (K : forall l k, fold_right (fun s rest => digit columns rows p s + 3 * rest) 0
    (map (fun n => square_of columns (Z.of_nat n)) (seq k l)) = number w (Z.of_nat k) l)
    by apply (K _ 0%nat). induction l as [|l IH]; intros k; [easy|].
  cbn [seq map fold_right number]. rewrite IH, (shows_digit p w) by (easy || lia).
  now replace (Z.of_nat (S k)) with (Z.of_nat k + 1) by lia.
Qed.
Lemma shows_far p w n : shows p w -> N <= n -> digit_at w n = 0.
Proof.
  intros [M O _] L. assert (Hn : 0 <= n) by lia.
  assert (F : forall q, has columns rows (discs p) q (square_of columns n) = false).
  { intros q. destruct (has _ _ _ _ _) eqn:E; [|easy]. apply has_inside in E.
    apply (inside_square_of columns rows (proj1 small)) in E; lia. }
  unfold digit_at. now rewrite M, O, !F.
Qed.

Lemma digit_zero p s : (digit columns rows p s =? 0) = empty columns rows (discs p) s.
Proof. unfold digit, has, empty. destruct (disc _ _ _ s) as [q|];
  [now destruct (same _ q) | easy]. Qed.
Theorem shows_unique p w p' w' : shows p w -> shows p' w' -> key p = key p' -> w = w'.
Proof.
  intros X Y L. rewrite (shows_key p w X), (shows_key p' w' Y) in L.
  pose proof (number_equal w w' _ 0 L) as E.
  assert (D : forall n, 0 <= n -> digit_at w n = digit_at w' n).
  { intros n Hn. destruct (Z.lt_ge_cases n N); [apply E; lia|].
    now rewrite (shows_far p w), (shows_far p' w'). }
  assert (M : mover w = mover w') by (apply (test_ext W right); intros; now rewrite !mover_digit,
    D). assert (O : theirs w = theirs w')
    by (apply (test_ext W right); intros; rewrite !theirs_digit, D; eauto using shows_apart).
  assert (Both : both w = both w').
  { apply (test_ext W right). intros n Hn. unfold Boards.Othello.theirs in O.
    apply (f_equal (fun x => tb x n)) in O.
    rewrite !tb_differ, M in O. now destruct (tb (both w) n), (tb (both w') n), (tb (mover w') n). }
  assert (Stones : stones w = stones w').
  { apply to_Z_inj. pose proof (shows_stones _ _ _ p w X) as A.
    pose proof (shows_stones _ _ _ p' w' Y) as B.
    replace (count columns rows (empty columns rows (discs p')))
      with (count columns rows (empty columns rows (discs p))) in B; [lia|].
    unfold count. do 2 f_equal. apply filter_ext_in. intros s I. rewrite squares_numbers in I.
    apply in_map_iff in I as (n & <- & _). rewrite <- !digit_zero.
    rewrite (shows_digit p w), (shows_digit p' w'), D by (easy || lia). easy. }
  destruct w, w'. cbn in *. now subst.
Qed.

Theorem precedes_key p w p' w' : shows p w -> shows p' w' ->
  precedes w w' = (key p <? key p').
Proof.
  assert (K : forall p w p' w', shows p w -> shows p' w' -> key p < key p' ->
    precedes w w' = true /\ precedes w' w = false).
  { clear p w p' w'. intros p w p' w' X Y L. rewrite (shows_key p w X), (shows_key p' w' Y) in L.
    destruct (number_less w w' _ 0 L) as (n & R & D & J).
    apply (precedes_digit w w' n); try lia; eauto using shows_apart. intros k Hk.
    destruct (Z.lt_ge_cases k N); [apply J; lia|]. now rewrite (shows_far p w), (shows_far p' w'). }
  intros X Y. destruct (Z.lt_trichotomy (key p) (key p')) as [L|[L|L]].
  - destruct (K _ _ _ _ X Y L) as [-> _]. symmetry. now apply Z.ltb_lt.
  - rewrite (shows_unique p w p' w' X Y L), precedes_self. symmetry. apply Z.ltb_ge. lia.
  - destruct (K _ _ _ _ Y X L) as [_ ->]. symmetry. apply Z.ltb_ge. lia.
Qed.
End Key.
End Words.
