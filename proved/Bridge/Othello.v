(** Proof. The boards play Othello: flips, moves and scores are those of the rules. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Othello Boards.Word Boards.Othello
  Bridge.OthelloSquares.
Open Scope Z_scope.

(** ** Squares and their numbers *)
Section Numbers.
Variables columns rows : nat.
Hypothesis positive : (1 <= columns <= 61 /\ 1 <= rows)%nat.
Notation C := (Z.of_nat columns). Notation N := (Z.of_nat (columns * rows)).
Notation inside := (inside columns rows). Notation index := (index columns).
Definition square_of (n : Z) : square := (n mod C, n / C).

Lemma square_of_index s : inside s = true -> square_of (index s) = s.
Proof.
  rewrite inside_ok. intros H. unfold square_of, index. destruct s as [c r]. cbn in *. f_equal.
  - rewrite Z.add_comm, Z.mod_add by lia. apply Z.mod_small. lia.
  - rewrite Z.div_add_l, Z.div_small by lia. lia.
Qed.
Lemma index_square_of n : index (square_of n) = n.
Proof. unfold index, square_of. cbn. pose proof (Z.div_mod n C). lia. Qed.
Lemma inside_square_of n : 0 <= n -> inside (square_of n) = true <-> n < N.
Proof.
  intros Hn. split; intros H.
  - apply index_range in H. rewrite index_square_of in H. lia.
  - apply inside_ok. unfold square_of. cbn. pose proof (Z.mod_pos_bound n C ltac:(lia)).
    pose proof (Z.div_mod n C ltac:(lia)). pose proof (Z.div_pos n C Hn ltac:(lia)). nia.
Qed.
End Numbers.

Section Othello.
Variable W : words.
Hypothesis right : right_words W.
Variables columns rows : nat.
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
Let room_range := room_range W right.
Notation word := (word W). Notation board := (board_of word). Notation tb := (test W).
Notation C := (Z.of_nat columns). Notation N := (Z.of_nat (columns * rows)).
Notation inside := (inside columns rows). Notation has := (has columns rows).
Notation empty := (empty columns rows). Notation disc := (disc columns rows).
Notation squares := (squares columns rows). Notation index := (index columns).
Notation square_of := (square_of columns).
Let positive := proj1 small.
Let index_range := index_range columns rows.
Let square_of_index := square_of_index columns rows positive.
Let index_square_of := index_square_of columns rows positive.
Let inside_square_of := inside_square_of columns rows positive.
Notation square_bit := (square_bit W columns). Notation enclosed := (enclosed columns rows).
Notation flips := (flips columns rows). Notation legal := (legal columns rows).
Notation place := (place columns rows). Notation line := (line columns rows).
Notation cell_of := (cell_of W columns rows). Notation cells := (cells_of W columns rows).
Notation plan := (plan_of W columns rows). Notation turned := (turned W).
Notation turned_by := (turned_by W). Notation any_turned := (any_turned W).
Notation playable := (playable W). Notation long := (long W).

Lemma square_bit_ok s n : inside s = true -> 0 <= n ->
  tb (square_bit s) n = equal (square_of n) s.
Proof.
  intros Hs Hn. pose proof (index_range s Hs). unfold Boards.Othello.square_bit.
  rewrite (test_only W right) by lia. apply eq_true_iff_eq. rewrite equal_ok, Z.eqb_eq. split.
  - intros ->. now apply square_of_index.
  - intros <-. now rewrite index_square_of.
Qed.

(** ** A word that holds a set of squares *)
Definition holds (w : word) (f : square -> bool) : Prop :=
  forall n, 0 <= n -> tb w n = f (square_of n).

Lemma holds_test w f s : holds w f -> inside s = true -> clear W w (square_bit s) = negb (f s).
Proof.
  intros H Hs. pose proof (index_range s Hs).
  now rewrite (clear_ok W columns rows right small), H, square_of_index by (easy || lia).
Qed.
Lemma holds_lor a b f g : holds a f -> holds b g -> holds (join W a b) (fun s => f s || g s).
Proof. intros A B n Hn. now rewrite (test_join W right), A, B. Qed.
Lemma holds_ext a f g : holds a f -> (forall s, f s = g s) -> holds a g.
Proof. intros A E n Hn. now rewrite A, E. Qed.
Lemma holds_none : holds (none W) (fun _ => false).
Proof. intros n _. apply (test_none W right). Qed.
Lemma holds_zero w l : (forall s, In s l -> inside s = true) -> holds w (among l) ->
  word_eqb W w (none W) = match l with [] => true | _ => false end.
Proof.
  intros I H. apply eq_true_iff_eq. rewrite (word_eqb_ok W right). destruct l as [|s l].
  - split; [easy|]. intros _. apply (test_ext W right). intros n Hn.
    now rewrite H, (test_none W right).
  - split; [|easy]. intros ->. pose proof (I s (or_introl eq_refl)) as Hs.
    pose proof (index_range s Hs). specialize (H (index s) ltac:(lia)).
    rewrite square_of_index, (test_none W right) in H by easy. cbn in H.
    now rewrite (proj2 (equal_ok s s) eq_refl) in H.
Qed.

(** ** Flips *)
Section Discs.
Variable b : grid. Variable q : player. Variables m o both : word.
Hypothesis m_ok : holds m (has b q).
Hypothesis o_ok : holds o (has b (other q)).
Hypothesis both_ok : holds both (fun s => negb (empty b s)).

Lemma turned_ok : forall l acc start, (forall s, In s l -> inside s = true) ->
  holds acc (among start) ->
  holds (turned m o (map square_bit l) acc)
    (among match enclosed q b l with Some e => start ++ e | None => [] end).
Proof.
  induction l as [|s l IH]; intros acc start I A; cbn [map Boards.Othello.turned
    Rules.Othello.enclosed];
    [exact holds_none|].
  rewrite (holds_test o _ s o_ok), (holds_test m _ s m_ok) by (apply I; now left).
  rewrite has_other. destruct (has b q s) eqn:H; cbn; [now rewrite app_nil_r|].
  destruct (empty b s) eqn:E; cbn; [exact holds_none|].
  assert (A' : holds (join W acc (square_bit s)) (among (start ++ [s]))).
  { intros n Hn. rewrite (test_join W right), A by easy.
    rewrite (square_bit_ok s n (I s (or_introl eq_refl)) Hn). unfold among. rewrite existsb_app.
    cbn. now rewrite orb_false_r. }
  specialize (IH _ _ (fun t J => I t (or_intror J)) A').
  destruct (enclosed q b l) as [e|]; [|exact IH]. now rewrite <- app_assoc in IH.
Qed.

Definition enclosed_by (d : square) (s : square) : list square :=
  match enclosed q b (line s d) with Some e => e | None => [] end.
Lemma turned_line s d :
  holds (turned m o (map square_bit (line s d)) (none W)) (among (enclosed_by d s)).
Proof. apply (turned_ok _ (none W) []); [apply line_inside | exact holds_none]. Qed.
Lemma enclosed_inside s d t : In t (enclosed_by d s) -> inside t = true.
Proof.
  unfold enclosed_by. destruct (enclosed q b (line s d)) as [e|] eqn:E; [|easy].
  intros I. apply (has_inside b (other q)). now apply (enclosed_other q b (line s d) e).
Qed.
Lemma turned_by_long : forall l acc, turned_by m o (filter long l) acc = turned_by m o l acc.
Proof.
  induction l as [|ray l IH]; intros acc; cbn; [easy|]. destruct (long ray) eqn:L; cbn; [apply IH|].
  rewrite (turned_short W columns rows right small m o ray L), IH. f_equal.
  apply (test_ext W right). intros n _.
  now rewrite (test_join W right), (test_none W right), orb_false_r.
Qed.
Lemma turned_by_ok s : forall l acc f, holds acc f ->
  holds (turned_by m o (map (fun d => map square_bit (line s d)) l) acc)
    (fun t => f t || among (flat_map (fun d => enclosed_by d s) l) t).
Proof.
  induction l as [|d l IH]; intros acc f A; cbn [map Boards.Othello.turned_by flat_map].
  - apply (holds_ext _ f); [easy|]. intros t. now rewrite orb_false_r.
  - eapply holds_ext; [apply IH, holds_lor; [exact A | apply turned_line]|].
    intros t. cbn. unfold among. now rewrite existsb_app, orb_assoc.
Qed.
Lemma flips_ok s : holds (turned_by m o (rays (cell_of s)) (none W)) (among (flips q b s)).
Proof.
  unfold Boards.Othello.cell_of, rays. rewrite turned_by_long.
  exact (turned_by_ok s directions (none W) (fun _ => false) holds_none).
Qed.
Lemma any_turned_ok s :
  any_turned m o (rays (cell_of s)) = match flips q b s with [] => false | _ => true end.
Proof.
  unfold Boards.Othello.cell_of, rays. rewrite (any_turned_long W columns rows right small).
  unfold Rules.Othello.flips. induction directions as [|d l IH]; cbn; [easy|].
  rewrite (holds_zero _ _ (enclosed_inside s d) (turned_line s d)), IH. unfold enclosed_by.
  now destruct (enclosed q b (line s d)) as [[|]|].
Qed.
Lemma playable_ok s : inside s = true -> playable m o both (cell_of s) = legal q b s.
Proof.
  intros Hs. unfold Boards.Othello.playable. rewrite any_turned_ok.
  cbn [own_bit Boards.Othello.cell_of]. rewrite (holds_test both _ s both_ok Hs), negb_involutive.
  unfold Rules.Othello.legal. now destruct (empty b s).
Qed.
Lemma playable_all :
  filter (playable m o both) cells = map cell_of (legal_squares columns rows q b).
Proof.
  unfold cells_of, legal_squares.
  assert (I : forall s, In s squares -> inside s = true) by (intros s; apply in_squares).
  induction squares as [|s l IH]; [easy|]. cbn [map filter].
  rewrite (playable_ok s) by (apply I; now left). rewrite IH by (intros t J; apply I; now right).
  now destruct (legal q b s).
Qed.
End Discs.

(** ** A position and its board *)
Record shows (p : position) (b : board) : Prop := Shows {
  shows_mover : holds (mover b) (has (discs p) (turn p));
  shows_theirs : holds (theirs W b) (has (discs p) (other (turn p)));
  shows_stones : to_Z (stones b) + count columns rows (empty (discs p)) = N }.

Lemma shows_both p b : shows p b -> holds (both b) (fun s => negb (empty (discs p) s)).
Proof.
  intros [M O _] n Hn. pose proof (O n Hn) as T. unfold theirs in T.
  rewrite (test_differ W right), M in T by easy.
  rewrite has_other in T. pose proof (empty_has (columns:=columns) (rows:=rows) (discs p) (turn p)
    (square_of n)).
  destruct (empty (discs p) (square_of n)), (has (discs p) (turn p) (square_of n)), (tb (both b) n);
    cbn in *; try easy. now rewrite H in * by easy.
Qed.

Lemma after_ok p b s : shows p b -> In s (legal_squares columns rows (turn p) (discs p)) ->
  shows (Position (place (turn p) (discs p) s) (other (turn p))) (after W b (cell_of s)).
Proof.
  intros X I. pose proof (shows_both p b X) as B. destruct X as [M O L].
  apply filter_In in I as [I Hl]. apply in_squares in I.
  unfold Rules.Othello.legal in Hl. apply andb_true_iff in Hl as [E _].
  destruct p as [g q]. cbn [discs turn] in *. pose proof (flips_ok g q _ _ M O s) as T.
  assert (Mine : holds (mover (after W b (cell_of s))) (has (place q g s) (other q))).
  { intros n Hn. cbn [after mover]. rewrite (test_differ W right), O, T by easy.
    rewrite has_place by easy. unfold among. cbn [existsb].
    fold (among (flips q g s) (square_of n)). destruct (among (flips q g s) (square_of n)) eqn:A.
    + apply among_ok, flips_other in A. rewrite A, orb_true_r. now destruct q.
    + rewrite orb_false_r, xorb_false_r. destruct (equal (square_of n) s) eqn:X; [|easy].
      apply equal_ok in X. rewrite X, empty_has by easy. now destruct q. }
  constructor; cbn [discs turn]; [exact Mine | |].
  - intros n Hn. unfold theirs. rewrite (test_differ W right), (Mine n Hn).
    cbn [after both own_bit Boards.Othello.cell_of].
    rewrite (test_join W right), B, square_bit_ok by easy. rewrite !has_place by easy.
    unfold among. cbn [existsb]. fold (among (flips q g s) (square_of n)).
    replace (other (other q)) with q by now destruct q.
    destruct (equal (square_of n) s) eqn:X; cbn [orb].
    + rewrite orb_true_r. now destruct q.
    + rewrite orb_false_r. destruct (among (flips q g s) (square_of n)) eqn:A.
      * apply among_ok, flips_other in A. rewrite has_other in A.
        destruct (empty g (square_of n)); [now rewrite andb_false_r in A|]. now destruct q.
      * rewrite has_other. pose proof (empty_has (columns:=columns) (rows:=rows) g q (square_of n))
          as H.
        destruct (empty g (square_of n)); [now rewrite H | now destruct (has g q (square_of n))].
  - cbn [after stones]. rewrite (count_place q g s I E) in L. pose proof (to_Z_bounded (stones b)).
    rewrite add_spec. change (to_Z 1) with 1. change wB with (2 ^ 63) in *.
    rewrite Z.mod_small; [lia|]. unfold count in *. lia.
Qed.
Lemma passed_ok p b : shows p b -> shows (Position (discs p) (other (turn p))) (passed W b).
Proof.
  intros [M O L]. constructor; cbn [discs turn passed stones]; [exact O | | easy].
  replace (other (other (turn p))) with (turn p) by now destruct (turn p).
  unfold theirs. cbn [passed mover both]. intros n Hn. rewrite <- M by easy.
  unfold theirs. rewrite !(test_differ W right). now destruct (tb (both b) n), (tb (mover b) n).
Qed.
Lemma playable_cells_ok p b : shows p b -> playable_cells W columns rows b =
  map cell_of (legal_squares columns rows (turn p) (discs p)).
Proof. intros X. pose proof (shows_both p b X). destruct X as [M O _]. now apply playable_all. Qed.
Lemma stuck_ok p b : shows p b -> stuck W plan b =
  match legal_squares columns rows (turn p) (discs p) with [] => true | _ => false end.
Proof.
  intros X. rewrite (Boards.Othello.stuck_ok W columns rows right small), (playable_cells_ok p b X).
  now destruct (legal_squares columns rows (turn p) (discs p)).
Qed.

(** ** Scores *)
Lemma count_bits_ok a f : holds a f ->
  (numbers plan).[count_bits W plan a] = count columns rows f.
Proof.
  intros H. rewrite (Boards.Othello.count_bits_ok W columns rows right small). unfold count.
  do 2 f_equal. apply filter_ext_in. intros s I. apply in_squares in I.
  now rewrite (holds_test a f s H I), negb_involutive.
Qed.
Lemma score_ok p b : shows p b -> board_score W plan N b = score columns rows p.
Proof.
  intros [M O L]. unfold board_score, score. rewrite (count_bits_ok _ _ M), (count_bits_ok _ _ O).
  pose proof (count_all columns rows (discs p) (turn p)) as A.
  set (x := count _ _ (has _ (turn p))) in *. set (y := count _ _ (has _ (other (turn p)))) in *.
  destruct (Z.compare_spec x y) as [E|E|E].
  - replace (x - y) with 0 by lia. lia.
  - replace (Z.sgn (x - y)) with (-1) by (symmetry; apply Z.sgn_neg; lia). lia.
  - replace (Z.sgn (x - y)) with 1 by (symmetry; apply Z.sgn_pos; lia). lia.
Qed.
End Othello.
