(** Proof. Squares and discs of Othello, what a move changes, and that play ends. *)
From Coq Require Import ZArith List Lia Bool Arith FinFun.
Import ListNotations.
From Proved Require Import Game Rules.Othello Bridge.Count.
Open Scope Z_scope.

Section Squares.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)). Notation inside := (inside columns rows).
Notation has := (has columns rows). Notation empty := (empty columns rows).
Notation disc := (disc columns rows). Notation squares := (squares columns rows).
Notation enclosed := (enclosed columns rows). Notation flips := (flips columns rows).
Notation place := (place columns rows). Notation line := (line columns rows).
Notation row := (row columns). Notation draw := (draw columns rows).
Notation legal_squares := (legal_squares columns rows).
Notation othello_moves := (othello_moves columns rows).

Lemma moves_pass p : othello_moves p = match pass columns rows p with
  | Some c => [(true, c)]
  | None => map (fun s => (true, Position (place (turn p) (discs p) s) (other (turn p))))
              (legal_squares (turn p) (discs p))
  end.
Proof. unfold Rules.Othello.othello_moves, pass. now destruct (legal_squares (turn p) (discs p)).
Qed.

Lemma nth_map_seq {A} (f : nat -> A) n i d : (i < n)%nat -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros H. rewrite (nth_indep _ d (f O)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.
Lemma inside_ok s : inside s = true <->
  0 <= fst s < Z.of_nat columns /\ 0 <= snd s < Z.of_nat rows.
Proof. unfold Rules.Othello.inside. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.
Lemma disc_draw f s : disc (draw f) s = if inside s then f s else None.
Proof.
  unfold Rules.Othello.disc. destruct (inside s) eqn:E; [|easy]. apply inside_ok in E.
  unfold Rules.Othello.draw, Rules.Othello.row.
  rewrite nth_map_seq, map_map, nth_map_seq by lia. f_equal. destruct s. cbn in *. f_equal; lia.
Qed.
Lemma in_squares s : In s squares <-> inside s = true.
Proof.
  unfold Rules.Othello.squares, Rules.Othello.row. rewrite in_flat_map, inside_ok. split.
  - intros (r & Hr & H). apply in_map_iff in H as (c & <- & Hc). apply in_seq in Hr, Hc. cbn. lia.
  - intros H. exists (Z.to_nat (snd s)). split; [apply in_seq; lia|]. apply in_map_iff.
    exists (Z.to_nat (fst s)). destruct s. cbn in *. split; [f_equal; lia | apply in_seq; lia].
Qed.
Lemma equal_ok s t : equal s t = true <-> s = t.
Proof.
  unfold equal. rewrite andb_true_iff, !Z.eqb_eq. destruct s, t. cbn.
  split; [|now intros [= -> ->]]. now intros [-> ->].
Qed.
Lemma squares_nodup : NoDup squares.
Proof.
  apply nodup_flat_map; [apply seq_NoDup | |].
  - intros r _. apply FinFun.Injective_map_NoDup; [intros x y [= E]; lia | apply seq_NoDup].
  - intros r r' z _ _ I J. apply in_map_iff in I as (c & <- & _).
    apply in_map_iff in J as (c' & [= _ E] & _). lia.
Qed.
Definition among (l : list square) (s : square) : bool := existsb (equal s) l.
Lemma among_ok l s : among l s = true <-> In s l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (t & I & E). apply equal_ok in E. now subst.
  - intros I. exists s. split; [easy | now apply equal_ok].
Qed.
Lemma has_inside b q s : has b q s = true -> inside s = true.
Proof. unfold Rules.Othello.has, Rules.Othello.disc. now destruct (inside s). Qed.
Lemma has_other b q s : has b (other q) s = negb (has b q s) && negb (empty b s).
Proof.
  unfold Rules.Othello.has, Rules.Othello.empty. destruct (disc b s) as [q'|]; [|easy].
  now destruct q, q'.
Qed.
Lemma line_inside s d t : In t (line s d) -> inside t = true.
Proof.
  unfold Rules.Othello.line. generalize (columns + rows)%nat as n. intros n. revert s.
  induction n as [|n IH]; intros s; cbn; [easy|]. destruct (inside (step s d)) eqn:E; [|easy].
  intros [<-|H]; [easy | now apply (IH (step s d))].
Qed.
Lemma enclosed_other q b : forall l e s, enclosed q b l = Some e -> In s e ->
  has b (other q) s = true.
Proof.
  induction l as [|t l IH]; intros e s; cbn; [easy|].
  destruct (has b q t) eqn:H; [now intros [= <-]|]. destruct (empty b t) eqn:E; [easy|].
  destruct (enclosed q b l) as [e'|]; [|easy]. intros [= <-] [<-|I]; [|now apply (IH e')].
  now rewrite has_other, H, E.
Qed.
Lemma flips_other q b s t : In t (flips q b s) -> has b (other q) t = true.
Proof.
  unfold Rules.Othello.flips. rewrite in_flat_map. intros (d & _ & H).
  destruct (enclosed q b (line s d)) as [e|] eqn:E; [|easy].
  now apply (enclosed_other q b (line s d) e).
Qed.

Lemma has_place q b s q' t : inside s = true ->
  has (place q b s) q' t = if among (s :: flips q b s) t then same q' q else has b q' t.
Proof.
  intros Hs. unfold Rules.Othello.has at 1, Rules.Othello.place. rewrite disc_draw.
  fold (among (s :: flips q b s) t). destruct (among (s :: flips q b s) t) eqn:A.
  - replace (inside t) with true; [easy|]. symmetry. apply among_ok in A as [<-|A]; [easy|].
    apply flips_other in A. now apply has_inside in A.
  - unfold Rules.Othello.has. destruct (inside t) eqn:E; [easy|]. unfold Rules.Othello.disc.
    now rewrite E.
Qed.
Lemma not_flipped q b s : empty b s = true -> among (flips q b s) s = false.
Proof.
  intros E. destruct (among (flips q b s) s) eqn:A; [|easy]. apply among_ok, flips_other in A.
  rewrite has_other, E in A. now rewrite andb_false_r in A.
Qed.
Lemma empty_has b q s : empty b s = true -> has b q s = false.
Proof. unfold Rules.Othello.has, Rules.Othello.empty. now destruct (disc b s). Qed.

Lemma count_place q b s : inside s = true -> empty b s = true ->
  count columns rows (empty b) = count columns rows (empty (place q b s)) + 1.
Proof.
  intros Hs E. unfold count. rewrite (count_one (empty (place q b s)) (empty b) squares s);
    [lia | apply squares_nodup | now apply in_squares | | easy |].
  - unfold Rules.Othello.empty, Rules.Othello.place. rewrite disc_draw, Hs. cbn.
    now rewrite (proj2 (equal_ok s s) eq_refl).
  - intros t _ H. unfold Rules.Othello.empty at 2, Rules.Othello.place. rewrite disc_draw.
    fold (among (s :: flips q b s) t). destruct (inside t) eqn:Ht.
    + destruct (among _ t) eqn:A; [|easy]. apply among_ok in A as [A|A]; [congruence|].
      apply flips_other in A. unfold Rules.Othello.has in A. unfold Rules.Othello.empty.
      now destruct (disc b t).
    + unfold Rules.Othello.empty, Rules.Othello.disc. now rewrite Ht.
Qed.

Lemma squares_length : length squares = (columns * rows)%nat.
Proof.
  unfold Rules.Othello.squares. rewrite <- (seq_length rows 0) at 2.
  induction (seq 0 rows) as [|r l IH]; cbn; [lia|].
  rewrite app_length, IH. unfold row. rewrite map_length, seq_length. lia.
Qed.
Lemma squares_indices :
  map (fun s => snd s * Z.of_nat columns + fst s) squares = map Z.of_nat (seq 0 (columns * rows)).
Proof.
  assert (From : forall n a, seq a n = map (fun i => a + i)%nat (seq 0 n)).
  { intros n. induction a as [|a IH]; [symmetry; apply map_id|].
    now rewrite <- seq_shift, IH, map_map. }
  unfold Rules.Othello.squares. induction rows as [|r IH]; [now rewrite Nat.mul_0_r|].
  rewrite seq_S, flat_map_app, map_app, Nat.mul_succ_r, seq_app, map_app. f_equal; [exact IH|].
  cbn [flat_map plus]. rewrite app_nil_r. unfold Rules.Othello.row.
  rewrite (From columns (columns * r))%nat, !map_map. apply map_ext. intros i. cbn [fst snd]. lia.
Qed.
Lemma count_all b q : count columns rows (has b q) + count columns rows (has b (other q)) +
  count columns rows (empty b) = N.
Proof.
  rewrite <- squares_length. unfold count. induction squares as [|s l IH]; [easy|]. cbn [filter].
  rewrite has_other. unfold Rules.Othello.has, Rules.Othello.empty in *.
  destruct (disc b s) as [q'|]; [destruct (same q q')|]; cbn [negb andb length] in *; lia.
Qed.
(** No play is longer: a move fills an empty square, and no pass follows a pass. *)
Definition moves_left (p : position) : nat :=
  2 * length (filter (empty (discs p)) squares) +
  match legal_squares (turn p) (discs p) with [] => 1 | _ => 0 end.
Theorem play_ends p s c : In (s, c) (othello_moves p) ->
  (moves_left c < moves_left p)%nat.
Proof.
  unfold Rules.Othello.othello_moves, pass, moves_left.
  destruct (legal_squares (turn p) (discs p)) as [|t l] eqn:E.
  - destruct (legal_squares (other (turn p)) (discs p)) eqn:E'; [easy|].
    intros [[= <- <-]|[]]. cbn [turn discs]. rewrite E'. lia.
  - intros H. apply in_map_iff in H as (u & [= <- <-] & I). rewrite <- E in I.
    apply filter_In in I as [I L]. apply andb_true_iff in L as [L _]. apply in_squares in I.
    pose proof (count_place (turn p) (discs p) u I L) as K. unfold count in K. cbn [turn discs].
    destruct (legal_squares _ (place _ _ _)); lia.
Qed.
End Squares.
Arguments has_inside {columns rows}. Arguments has_other {columns rows}.
Arguments enclosed_other {columns rows}. Arguments flips_other {columns rows}.
Arguments line_inside {columns rows}. Arguments has_place {columns rows}.
Arguments not_flipped {columns rows}. Arguments empty_has {columns rows}.
Arguments count_place {columns rows}.
