(** Proof. The symmetries of the board and an exchange of colours keep the rules of Othello. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
From Proved Require Import Game Rules.Othello Rules.OthelloNames Bridge.OthelloSquares.
Open Scope Z_scope.

Section Symmetry.
Variables columns rows : nat.
Notation inside := (inside columns rows). Notation has := (has columns rows).
Notation empty := (empty columns rows). Notation disc := (disc columns rows).
Notation squares := (squares columns rows). Notation enclosed := (enclosed columns rows).
Notation flips := (flips columns rows). Notation legal := (legal columns rows).
Notation place := (place columns rows). Notation line := (line columns rows).
Notation legal_squares := (legal_squares columns rows).
Notation othello_moves := (othello_moves columns rows).

(** A map of squares that takes lines to lines. *)
Record symmetry (f : square -> square) : Prop := Symmetry {
  symmetry_inside : forall s, inside (f s) = inside s;
  symmetry_injective : forall s s', f s = f s' -> s = s';
  symmetry_onto : forall s, exists s', f s' = s;
  symmetry_step : exists t, (forall s d, f (step s d) = step (f s) (t d)) /\
    (forall d, In d directions -> In (t d) directions) /\
    (forall d, In d directions -> exists d', In d' directions /\ t d' = d) }.

Notation alike := (alike columns rows).

Section Map.
Variable f : square -> square.
Hypothesis f_ok : symmetry f.
Variable x : bool.

Lemma next_other q : other (next x q) = next x (other q).
Proof. now destruct x, q. Qed.
Lemma same_next q q' : same (next x q) (next x q') = same q q'.
Proof. now destruct x, q, q'. Qed.

Section Boards.
Variables b b' : grid.
Hypothesis related : forall s, disc b' s = option_map (next x) (disc b (f s)).

Lemma has_alike q s : has b' (next x q) s = has b q (f s).
Proof.
  unfold Rules.Othello.has. rewrite related. destruct (disc b (f s)); [apply same_next | easy].
Qed.
Lemma empty_alike s : empty b' s = empty b (f s).
Proof. unfold Rules.Othello.empty. rewrite related. now destruct (disc b (f s)). Qed.
Lemma enclosed_alike q : forall l,
  enclosed q b (map f l) = option_map (map f) (enclosed (next x q) b' l).
Proof.
  induction l as [|s l IH]; cbn; [easy|]. rewrite has_alike, empty_alike, IH.
  destruct (has b q (f s)); [easy|]. destruct (empty b (f s)); [easy|].
  now destruct (enclosed (next x q) b' l).
Qed.
Lemma flips_alike q s u : In (f u) (flips q b (f s)) <-> In u (flips (next x q) b' s).
Proof.
  destruct (symmetry_step f f_ok) as (t & St & There & Back).
  assert (L : forall d, line (f s) (t d) = map f (line s d)).
  { intros d. unfold Rules.Othello.line. generalize (columns + rows)%nat as n. intros n. revert s.
    induction n as [|n IH]; intros s; cbn; [easy|].
    rewrite <- St, (symmetry_inside f f_ok), IH. now destruct (inside (step s d)). }
  unfold Rules.Othello.flips. rewrite !in_flat_map. split.
  - intros (d & I & H). destruct (Back d I) as (d' & I' & <-). exists d'. split; [easy|].
    rewrite L, enclosed_alike in H. destruct (enclosed _ _ (line s d')) as [e|]; [|easy]. cbn in H.
    apply in_map_iff in H as (v & E & J). now apply (symmetry_injective f f_ok) in E as <-.
  - intros (d & I & H). exists (t d). split; [now apply There|]. rewrite L, enclosed_alike.
    destruct (enclosed _ _ (line s d)) as [e|]; [|easy]. cbn. now apply in_map.
Qed.
Lemma legal_alike q s : legal (next x q) b' s = legal q b (f s).
Proof.
  unfold Rules.Othello.legal. rewrite empty_alike. f_equal. pose proof (flips_alike q s) as F.
  destruct (flips q b (f s)) as [|v l], (flips (next x q) b' s) as [|u l']; try easy.
  - destruct (proj2 (F u) (or_introl eq_refl)).
  - destruct (symmetry_onto f f_ok v) as [u <-]. destruct (proj1 (F u) (or_introl eq_refl)).
Qed.
Lemma legal_squares_alike q s :
  In (f s) (legal_squares q b) <-> In s (legal_squares (next x q) b').
Proof.
  unfold Rules.Othello.legal_squares. rewrite !filter_In, !in_squares, legal_alike.
  now rewrite (symmetry_inside f f_ok).
Qed.
Lemma no_moves_alike q : legal_squares q b = [] <-> legal_squares (next x q) b' = [].
Proof.
  pose proof (legal_squares_alike q) as A. split; intros E; rewrite E in A.
  - destruct (legal_squares _ b') as [|s l]; [easy|]. destruct (proj2 (A s) (or_introl eq_refl)).
  - destruct (legal_squares _ b) as [|s l]; [easy|].
    destruct (symmetry_onto f f_ok s) as [s' <-]. destruct (proj1 (A s') (or_introl eq_refl)).
Qed.
Lemma place_alike q s u :
  disc (place (next x q) b' s) u = option_map (next x) (disc (place q b (f s)) (f u)).
Proof.
  unfold Rules.Othello.place. rewrite !disc_draw, (symmetry_inside f f_ok).
  destruct (inside u); [|easy]. replace (existsb (equal (f u)) (f s :: flips q b (f s)))
    with (existsb (equal u) (s :: flips (next x q) b' s)).
  - destruct (existsb _ _); [easy | apply related].
  - apply eq_true_iff_eq. fold (among (s :: flips (next x q) b' s) u).
    fold (among (f s :: flips q b (f s)) (f u)). rewrite !among_ok. cbn [In]. rewrite flips_alike.
    split; intros [E|I]; auto; left; [now f_equal|]. now apply (symmetry_injective f f_ok) in E.
Qed.
Lemma count_alike (g g' : square -> bool) : (forall s, g' s = g (f s)) ->
  count columns rows g' = count columns rows g.
Proof.
  intros H. unfold count. f_equal. rewrite <- (map_length f (filter g' squares)).
  apply Nat.le_antisymm; apply NoDup_incl_length.
  - apply FinFun.Injective_map_NoDup; [exact (symmetry_injective f f_ok)|].
    apply NoDup_filter, squares_nodup.
  - intros s I. apply in_map_iff in I as (u & <- & I). apply filter_In in I as [I G].
    apply filter_In. rewrite in_squares in *. now rewrite (symmetry_inside f f_ok), <- H.
  - apply NoDup_filter, squares_nodup.
  - intros s I. apply filter_In in I as [I G]. destruct (symmetry_onto f f_ok s) as [u <-].
    apply in_map, filter_In. rewrite in_squares in *.
    now rewrite (symmetry_inside f f_ok) in I; rewrite H.
Qed.
End Boards.

Lemma pass_some p c : pass columns rows p = Some c <->
  legal_squares (turn p) (discs p) = [] /\ legal_squares (other (turn p)) (discs p) <> [] /\
  c = Position (discs p) (other (turn p)).
Proof.
  unfold pass. destruct (legal_squares (turn p) (discs p)); [|easy].
  destruct (legal_squares (other (turn p)) (discs p)); [easy|]. split; [now intros [= <-]|].
  now intros (_ & _ & ->).
Qed.
Lemma in_moves p s d : In (s, d) (othello_moves p) <-> s = true /\
  ((exists u, In u (legal_squares (turn p) (discs p)) /\
      d = Position (place (turn p) (discs p) u) (other (turn p))) \/ pass columns rows p = Some d).
Proof.
  rewrite moves_pass. destruct (pass columns rows p) as [c|] eqn:E.
  - apply pass_some in E as (N & _). rewrite N. split.
    + intros [[= <- <-]|[]]. auto.
    + intros (-> & [(u & [] & _) | [= ->]]). now left.
  - rewrite in_map_iff. split.
    + intros (u & [= <- <-] & I). split; [easy|]. left. now exists u.
    + intros (-> & [(u & I & ->) | H]); [now exists u | easy].
Qed.

Variables p p' : position.
Hypothesis related : alike f x p p'.

Lemma pass_there d : pass columns rows p = Some d ->
  exists d', pass columns rows p' = Some d' /\ alike f x d d'.
Proof.
  destruct related as [T D]. rewrite pass_some. intros (N & M & ->).
  exists (Position (discs p') (other (turn p'))). split.
  - rewrite pass_some, T, next_other, <- !(no_moves_alike _ _ D). auto.
  - split; cbn [turn discs]; [rewrite T; apply next_other | exact D].
Qed.
Lemma pass_back d' : pass columns rows p' = Some d' ->
  exists d, pass columns rows p = Some d /\ alike f x d d'.
Proof.
  destruct related as [T D]. rewrite pass_some, T, next_other, <- !(no_moves_alike _ _ D).
  intros (N & M & ->). exists (Position (discs p) (other (turn p))). split.
  - rewrite pass_some. auto.
  - split; cbn [turn discs]; [easy | exact D].
Qed.
Lemma alike_there s d : In (s, d) (othello_moves p) ->
  exists d', In (s, d') (othello_moves p') /\ alike f x d d'.
Proof.
  rewrite in_moves. intros (-> & [(v & I & ->) | E]).
  - destruct related as [T D]. destruct (symmetry_onto f f_ok v) as [u <-].
    exists (Position (place (turn p') (discs p') u) (other (turn p'))). split.
    + apply in_moves. split; [easy|]. left. exists u. split; [|easy]. rewrite T.
      now apply (legal_squares_alike _ _ D).
    + rewrite T. split; cbn [turn discs]; [apply next_other|]. now apply place_alike.
  - destruct (pass_there d E) as (d' & E' & A). exists d'. split; [|easy]. apply in_moves. auto.
Qed.
Lemma alike_over : othello_moves p = [] <-> othello_moves p' = [].
Proof.
  destruct related as [T D]. rewrite !moves_pass.
  destruct (pass columns rows p) as [d|] eqn:E, (pass columns rows p') as [d'|] eqn:E'; try easy.
  - apply pass_there in E as (e & E & _). congruence.
  - apply pass_back in E' as (e & E' & _). congruence.
  - rewrite T. pose proof (no_moves_alike _ _ D (turn p)) as N.
    split; intros M; apply map_eq_nil in M; apply N in M; now rewrite M.
Qed.
Lemma alike_score : score columns rows p' = score columns rows p.
Proof.
  destruct related as [T D]. unfold score. rewrite T, next_other.
  rewrite (count_alike (has (discs p) (turn p)) (has (discs p') (next x (turn p)))).
  rewrite (count_alike (has (discs p) (other (turn p)))
    (has (discs p') (next x (other (turn p))))).
  rewrite (count_alike (empty (discs p)) (empty (discs p'))); [easy|..]; intros s.
  - now apply empty_alike.
  - now apply has_alike.
  - now apply has_alike.
Qed.
End Map.
Lemma alike_image f p : symmetry f -> alike f false p (image columns rows f p).
Proof.
  intros S. split; [easy|]. intros s. cbn [image discs]. rewrite disc_draw.
  destruct (inside s) eqn:E.
  - now destruct (disc (discs p) (f s)).
  - unfold Rules.Othello.disc. now rewrite (symmetry_inside f S), E.
Qed.

(** ** The maps are symmetries *)
Lemma symmetry_by f t : (forall s, inside (f s) = inside s) -> (forall s, f (f s) = s) ->
  (forall s d, f (step s d) = step (f s) (t d)) -> (forall d, t (t d) = d) ->
  (forall d, In d directions -> In (t d) directions) -> symmetry f.
Proof.
  intros I F S T D. constructor; [easy | | |].
  - intros s s' E. now rewrite <- (F s), E, F.
  - intros s. now exists (f s).
  - exists t. split; [easy|]. split; [easy|]. intros d Hd. exists (t d). auto.
Qed.
Ltac by_map t := apply (symmetry_by _ t);
  unfold mirror_columns, mirror_rows, exchange, step;
  [ intros [c r]; apply eq_true_iff_eq; rewrite !inside_ok; cbn; lia
  | intros [c r]; cbn; f_equal; lia
  | intros [c r] [x y]; cbn; f_equal; lia
  | intros [x y]; cbn; f_equal; lia
  | intros d; cbn; intuition (subst; cbn; tauto) ].
Lemma symmetry_columns : symmetry (mirror_columns columns).
Proof. by_map (fun d : square => (- fst d, snd d)). Qed.
Lemma symmetry_rows : symmetry (mirror_rows rows).
Proof. by_map (fun d : square => (fst d, - snd d)). Qed.
Lemma symmetry_exchange : columns = rows -> symmetry exchange.
Proof. intros E. by_map exchange. Qed.
Lemma symmetry_identity : symmetry (fun s => s).
Proof. now apply (symmetry_by _ (fun d => d)). Qed.
Lemma symmetry_compose f g : symmetry f -> symmetry g -> symmetry (fun s => f (g s)).
Proof.
  intros [I J O (t & T & A & B)] [I' J' O' (t' & T' & A' & B')]. constructor.
  - intros s. now rewrite I, I'.
  - intros s s' E. auto.
  - intros s. destruct (O s) as [u <-]. destruct (O' u) as [v <-]. now exists v.
  - exists (fun d => t (t' d)). split; [intros; now rewrite T', T|]. split; [auto|].
    intros d Hd. destruct (B d Hd) as (e & He & <-). destruct (B' e He) as (e' & He' & <-). eauto.
Qed.
Lemma symmetries_ok symmetric f : In f (symmetries columns rows symmetric) -> symmetry f.
Proof.
  assert (M : forall g, In g (mirrors columns rows) -> symmetry g).
  { intros g [<-|[<-|[<-|[<-|[]]]]].
    - apply symmetry_identity.
    - apply symmetry_columns.
    - apply symmetry_rows.
    - apply symmetry_compose; [apply symmetry_columns | apply symmetry_rows]. }
  unfold symmetries. destruct symmetric; [|intros [<-|[]]; apply symmetry_identity].
  rewrite in_app_iff. intros [H|H]; [now apply M|].
  destruct (Nat.eqb_spec columns rows) as [E|]; [|easy]. apply in_map_iff in H as (g & <- & H).
  apply symmetry_compose; [now apply symmetry_exchange | now apply M].
Qed.
End Symmetry.
