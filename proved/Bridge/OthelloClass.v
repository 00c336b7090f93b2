(** Proof. Positions that are images of one another, but for an exchange of colours, have the same
    key of their representatives, and the words of the representative are the least image. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed Proved.Rules.Othello Proved.Boards.Word.
Require Import Proved.Boards.Othello.
Require Import Proved.Bridge.OthelloSquares Proved.Bridge.OthelloSymmetry Proved.Bridge.Othello.
Require Import Proved.Bridge.OthelloImages Proved.Bridge.OthelloKey.
Open Scope Z_scope.

Section Class.
Variables columns rows : nat.
Variable symmetric : bool.
Notation symmetries := (symmetries columns rows symmetric).
Notation symmetry := (symmetry columns rows).
Notation alike := (alike columns rows).
Notation image := (image columns rows).
Notation key := (key columns rows).
Notation representative := (representative columns rows symmetric).
Notation disc := (disc columns rows).
Notation othello_moves := (othello_moves columns rows).

(** ** The symmetries are a group *)
Definition plain (x : bool * bool * bool) (s : square) : square :=
  let '(c, r, e) := x in
  let t := if r then mirror_rows rows s else s in
  let u := if c then mirror_columns columns t else t in
  if e then exchange u else u.
Definition allowed (x : bool * bool * bool) : Prop :=
  if symmetric then snd x = true -> columns = rows else x = (false, false, false).

Lemma symmetries_plain f : In f symmetries -> exists x, allowed x /\ forall s, f s = plain x s.
Proof.
  unfold Rules.Othello.symmetries, allowed.
  destruct symmetric; [|intros [<-|[]]; now exists (false, false, false)].
  rewrite in_app_iff. intros [H|H].
  - destruct H as [<-|[<-|[<-|[<-|[]]]]];
      [exists (false, false, false) | exists (true, false, false) | exists (false, true, false)
      | exists (true, true, false)]; now split.
  - destruct (Nat.eqb_spec columns rows) as [E|]; [|easy].
    destruct H as [<-|[<-|[<-|[<-|[]]]]];
      [exists (false, false, true) | exists (true, false, true) | exists (false, true, true)
      | exists (true, true, true)]; now split.
Qed.
Lemma plain_in x : allowed x -> In (plain x) symmetries.
Proof.
  unfold Rules.Othello.symmetries, allowed. destruct symmetric; [|intros ->; now left].
  destruct x as [[c r] e]. cbn [snd]. intros A. apply in_app_iff.
  destruct e; [right; rewrite (proj2 (Nat.eqb_eq _ _) (A eq_refl)) | left];
    destruct c, r; cbn [mirrors map]; repeat (try (left; reflexivity); right).
Qed.
Definition product (x y : bool * bool * bool) : bool * bool * bool :=
  let '(c, r, e) := x in
  let '(c', r', e') := y in
  if e' then (xorb r c', xorb c r', xorb e e') else (xorb c c', xorb r r', xorb e e').
Lemma plain_product x y s : allowed y -> plain x (plain y s) = plain (product x y) s.
Proof.
  destruct x as [[c r] e], y as [[c' r'] e'], s as [i j]. unfold allowed. cbn [snd]. intros A.
  assert (E : e' = true -> Z.of_nat columns = Z.of_nat rows).
  { intros ->. destruct symmetric; [now rewrite (A eq_refl) | easy]. }
  destruct c, r, e, c', r', e'; try specialize (E eq_refl);
    unfold plain, product, mirror_columns, mirror_rows, exchange; cbn; f_equal; lia.
Qed.
Lemma allowed_product x y : allowed x -> allowed y -> allowed (product x y).
Proof.
  unfold allowed. destruct symmetric; [|now intros -> ->].
  destruct x as [[c r] e], y as [[c' r'] e']. cbn [snd]. intros A B.
  destruct e, e'; cbn; auto; easy.
Qed.
Definition opposite (x : bool * bool * bool) : bool * bool * bool :=
  let '(c, r, e) := x in if e then (r, c, e) else x.
Lemma product_opposite x : product x (opposite x) = (false, false, false).
Proof. now destruct x as [[[] []] []]. Qed.
Lemma allowed_opposite x : allowed x -> allowed (opposite x).
Proof. unfold allowed. destruct symmetric; [now destruct x as [[[] []] []] | now intros ->]. Qed.

(** ** Classes *)
Definition same_class (p p' : position) : Prop := exists f x, In f symmetries /\ alike f x p p'.

Lemma alike_ext f g x p p' : (forall s, f s = g s) -> alike f x p p' -> alike g x p p'.
Proof. intros E [T D]. split; [easy|]. intros s. now rewrite D, E. Qed.
Lemma same_class_plain p p' : same_class p p' <-> exists x y, allowed x /\ alike (plain x) y p p'.
Proof.
  split.
  - intros (f & y & I & A). destruct (symmetries_plain f I) as (x & L & E).
    exists x, y. split; [easy | now apply (alike_ext f)].
  - intros (x & y & L & A). exists (plain x), y. split; [now apply plain_in | easy].
Qed.
Lemma same_class_refl p : same_class p p.
Proof.
  apply same_class_plain. exists (false, false, false), false.
  split; [unfold allowed; now destruct symmetric|]. split; [easy|].
  intros s. cbn. now destruct (disc (discs p) s).
Qed.
Lemma same_class_trans p q r : same_class p q -> same_class q r -> same_class p r.
Proof.
  rewrite !same_class_plain. intros (x & y & L & T & D) (x' & y' & L' & T' & D').
  exists (product x x'), (xorb y y'). split; [now apply allowed_product|]. split.
  - rewrite T', T. now destruct y, y', (turn p).
  - intros s. rewrite D', D, plain_product by easy.
    destruct (disc (discs p) _) as [q'|]; [|easy]. cbn. now destruct y, y', q'.
Qed.
Lemma same_class_sym p q : same_class p q -> same_class q p.
Proof.
  rewrite !same_class_plain. intros (x & y & L & T & D). exists (opposite x), y.
  split; [now apply allowed_opposite|]. split.
  - rewrite T. now destruct y, (turn p).
  - intros s. rewrite D, plain_product, product_opposite by now apply allowed_opposite.
    cbn [plain]. destruct (disc (discs p) s) as [q'|]; [|easy]. cbn. now destruct y, q'.
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
  intros E. unfold Rules.Othello.key. induction (squares columns rows) as [|s l IH]; [easy|].
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
    easy || lia|].
  fold (least_of l p (if key (image g p) <? key best then image g p else best)).
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
    apply same_class_plain in Z as (x & y & L & A).
    pose proof (plain_in x L) as I. pose proof (symmetries_ok _ _ _ _ I) as S.
    destruct (least_of_ok p' symmetries p') as (_ & B & _). specialize (B _ I).
    change (least_of symmetries p' p') with (representative p') in B.
    replace (key (representative p)) with (key (image (plain x) p')); [easy|].
    apply same_key. intros s. rewrite (key_alike _ _ _ _ S A).
    exact (key_alike _ _ _ _ S (alike_image _ _ _ _ S) s). }
  intros H. apply Z.le_antisymm; apply K; [now apply same_class_sym | easy].
Qed.

(** ** The words *)
Variable W : words.
Hypothesis right : right_words W.
Hypothesis small : (1 <= columns /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
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
  intros X. apply (shows_least_of p w X symmetries tables good); [|exact X].
  apply symmetries_ok.
Qed.
End Class.
