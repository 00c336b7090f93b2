(** Proof. Positions that are images of one another, but for an exchange of colours, have the same
    key of their representatives, and the words of the representative are the least image. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Othello Rules.OthelloNames Boards.Word
  Boards.Othello Bridge.OthelloSquares Bridge.OthelloSymmetry Bridge.Othello Bridge.OthelloImages
  Bridge.OthelloKey.
Open Scope Z_scope.

Section Class.
Variables columns rows : nat. Variable symmetric : bool.
Notation symmetries := (symmetries columns rows symmetric).
Notation symmetry := (symmetry columns rows). Notation alike := (alike columns rows).
Notation same_class := (images columns rows symmetric). Notation image := (image columns rows).
Notation key := (key columns rows).
Notation representative := (representative columns rows symmetric).
Notation disc := (disc columns rows). Notation othello_moves := (othello_moves columns rows).

(** ** The symmetries are a group: a matter of computation *)
Definition agree (f g : square -> square) : bool :=
  forallb (fun s => equal (f s) (g s)) (squares columns rows).
Definition group : bool :=
  forallb (fun f => forallb (fun g => existsb (agree (fun s => f (g s))) symmetries) symmetries &&
    existsb (fun g => agree (fun s => f (g s)) (fun s => s)) symmetries) symmetries.
Hypothesis is_group : group = true.

(** ** Classes *)
Lemma identity_in : In (fun s => s) symmetries.
Proof. unfold Rules.Othello.symmetries. destruct symmetric; now left. Qed.
Lemma agree_disc f g b s : agree f g = true -> symmetry f -> symmetry g ->
  disc b (f s) = disc b (g s).
Proof.
  intros A F G. destruct (inside columns rows s) eqn:I.
  - unfold agree in A. rewrite forallb_forall in A. apply in_squares, A, equal_ok in I.
    now rewrite I.
  - unfold Rules.Othello.disc. now rewrite (symmetry_inside _ _ _ F), (symmetry_inside _ _ _ G), I.
Qed.
Lemma closed f g : In f symmetries -> In g symmetries -> exists h, In h symmetries /\
  forall b s, disc b (f (g s)) = disc b (h s).
Proof.
  intros If Ig. pose proof is_group as H. unfold group in H. rewrite forallb_forall in H.
  pose proof (H f If) as J. apply andb_true_iff in J as [J _]. rewrite forallb_forall in J.
  pose proof (J g Ig) as K. apply existsb_exists in K as (h & Ih & A). exists h. split; [easy|].
  intros b s. apply (agree_disc _ _ _ s A); [apply (symmetry_compose _ _ f g)|];
    now apply (symmetries_ok _ _ symmetric).
Qed.
Lemma same_class_refl p : same_class p p.
Proof.
  exists (fun s => s), false. split; [apply identity_in|]. split; [easy|]. intros s.
  now destruct (disc (discs p) s).
Qed.
Lemma same_class_trans p q r : same_class p q -> same_class q r -> same_class p r.
Proof.
  intros (f & x & If & T & D) (g & y & Ig & T' & D').
  destruct (closed f g If Ig) as (h & Ih & E). exists h, (xorb x y). split; [easy|]. split.
  - rewrite T', T. now destruct x, y, (turn p).
  - intros s. rewrite D', D, E. destruct (disc (discs p) _) as [c|]; [|easy]. now destruct x, y, c.
Qed.
Lemma same_class_sym p q : same_class p q -> same_class q p.
Proof.
  intros (f & x & I & T & D). pose proof is_group as H. unfold group in H.
  rewrite forallb_forall in H. pose proof (H f I) as J. apply andb_true_iff in J as [_ J].
  apply existsb_exists in J as (g & Ig & A). exists g, x. split; [easy|]. split.
  - rewrite T. now destruct x, (turn p).
  - intros s. rewrite D. rewrite (agree_disc (fun s => f (g s)) (fun s => s) (discs p) s A);
      [| apply (symmetry_compose _ _ f g); now apply (symmetries_ok _ _ symmetric) | apply
        symmetry_identity]. destruct (disc (discs p) s) as [c|]; [|easy]. now destruct x, c.
Qed.
Lemma same_class_image p f : In f symmetries -> same_class p (image f p).
Proof.
  intros I. exists f, false. split; [easy|]. now apply alike_image, (symmetries_ok _ _ symmetric).
Qed.

(** ** Representatives *)
Lemma key_alike f x p p' : symmetry f -> alike f x p p' ->
  forall s, digit columns rows p' s = digit columns rows p (f s).
Proof.
  intros S [T D] s. unfold digit. rewrite T.
  rewrite (has_alike _ _ f x _ _ D), (empty_alike _ _ f x _ _ D). easy.
Qed.
Lemma same_key p p' : (forall s, digit columns rows p s = digit columns rows p' s) ->
  key p = key p'.
Proof.
  intros E. unfold Rules.OthelloNames.key. induction (squares columns rows) as [|s l IH]; [easy|].
  cbn [fold_right]. now rewrite E, IH.
Qed.
Definition least_of (l : list (square -> square)) (p best : position) : position :=
  fold_left (fun best f => if key (image f p) <? key best then image f p else best) l best.
Lemma least_of_ok p : forall l best,
  key (least_of l p best) <= key best /\
  (forall f, In f l -> key (least_of l p best) <= key (image f p)) /\
  (least_of l p best = best \/ exists f, In f l /\ least_of l p best = image f p).
Proof.
  induction l as [|g l IH]; intros best; cbn [least_of fold_left]; [repeat split; auto;
    easy || lia|]. fold (least_of l p (if key (image g p) <? key best then image g p else best)).
  destruct (Z.ltb_spec (key (image g p)) (key best)) as [L|L].
  - destruct (IH (image g p)) as (A & B & D). repeat split; [lia | |].
    + intros f [<-|I]; auto.
    + right. destruct D as [->|(f & I & ->)]; [exists g | exists f]; cbn; auto.
  - destruct (IH best) as (A & B & D). repeat split; [lia | |].
    + intros f [<-|I]; [lia | auto].
    + destruct D as [->|(f & I & ->)]; [now left | right; exists f; cbn; auto].
Qed.
Lemma representative_class p : same_class p (representative p).
Proof.
  destruct (least_of_ok p symmetries p) as (_ & _ & [E|(f & I & E)]);
    change (least_of symmetries p p) with (representative p) in E; rewrite E;
    [apply same_class_refl | now apply same_class_image].
Qed.

Theorem class_key p p' : same_class p p' -> key (representative p) = key (representative p').
Proof.
  assert (K : forall p p', same_class p p' -> key (representative p') <= key (representative p)).
  { clear p p'. intros p p' H. pose proof (same_class_sym _ _ H) as H'.
    pose proof (same_class_trans _ _ _ H' (representative_class p)) as Z.
    destruct Z as (f & y & I & A). pose proof (symmetries_ok _ _ _ _ I) as S.
    destruct (least_of_ok p' symmetries p') as (_ & B & _). specialize (B _ I).
    change (least_of symmetries p' p') with (representative p') in B.
    replace (key (representative p)) with (key (image f p')); [easy|].
    apply same_key. intros s. rewrite (key_alike _ _ _ _ S A).
    exact (key_alike _ _ _ _ S (alike_image _ _ _ _ S) s). }
  intros H. apply Z.le_antisymm; apply K; [now apply same_class_sym | easy].
Qed.

(** ** The words *)
Variable W : words.
Hypothesis right : right_words W.
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
Variable tables : list (list (word W * int)).
Hypothesis good : good_tables W columns rows tables symmetries = true.
Notation shows := (shows W columns rows).

Lemma shows_least_of p w : shows p w -> forall l ts,
  good_tables W columns rows ts l = true -> (forall f, In f l -> symmetry f) ->
  forall best v, shows best v -> shows (least_of l p best)
    (fold_left (fun v t => let u := board_image W w t in if precedes W u v then u else v) ts v).
Proof.
  intros X. induction l as [|f l IH]; intros [|t ts] G S best v Y; try discriminate G; [exact Y|].
  cbn [good_tables] in G. apply andb_true_iff in G as [G1 G2].
  pose proof (shows_image W right columns rows small t f p w G1 (S f (or_introl eq_refl)) X) as Z.
  cbn [least_of fold_left]. apply IH; [easy | intros g I; apply S; now right |].
  cbv zeta. rewrite (precedes_key W right columns rows small _ _ _ _ Z Y). now destruct (_ <? _).
Qed.
Theorem shows_representative p w : shows p w ->
  shows (representative p) (least W tables w).
Proof.
  intros X. apply (shows_least_of p w X symmetries tables good); [|exact X]. apply symmetries_ok.
Qed.
End Class.
