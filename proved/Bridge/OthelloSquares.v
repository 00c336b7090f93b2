(** Proof. Sets of squares: no square comes twice, lines stay on the board, what a move changes. *)
From Coq Require Import ZArith List Lia Bool Arith FinFun.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Othello.
Require Export Proved.Rules.OthelloGame Proved.Bridge.OthelloEnds.
Open Scope Z_scope.

Section Squares.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)).
Notation inside := (inside columns rows).
Notation has := (has columns rows).
Notation empty := (empty columns rows).
Notation disc := (disc columns rows).
Notation squares := (squares columns rows).
Notation enclosed := (enclosed columns rows).
Notation flips := (flips columns rows).
Notation place := (place columns rows).
Notation line := (line columns rows).

Lemma squares_nodup : NoDup squares.
Proof.
  unfold Rules.Othello.squares, row.
  assert (M : forall A B (f : A -> B) l, (forall x y, f x = f y -> x = y) -> NoDup l ->
    NoDup (map f l))
    by (intros; now apply FinFun.Injective_map_NoDup).
  assert (K : forall l, NoDup l ->
    NoDup (flat_map (fun r => map (fun c => (Z.of_nat c, Z.of_nat r)) (seq 0 columns)) l));
      [|apply K, seq_NoDup].
  induction l as [|r l IH]; intros D; cbn [flat_map]; [constructor|]. inversion D as [|? ? F D'].
  subst.
  assert (D1 : NoDup (map (fun c => (Z.of_nat c, Z.of_nat r)) (seq 0 columns)))
    by (apply M; [|apply seq_NoDup]; intros x y [= E]; lia).
  specialize (IH D'). revert D1 IH. generalize (seq 0 columns) at 1 3 as cs.
  induction cs as [|c cs IHc]; intros D1 D2; [easy|]. cbn [map app].
  inversion D1 as [|? ? F1 D1']. subst.
  constructor; [|now apply IHc]. rewrite in_app_iff. intros [I|I]; [easy|].
  apply in_flat_map in I as (r' & I & J). apply in_map_iff in J as (c' & [= _ E] & _).
  apply F. now replace r with r' by lia.
Qed.
Lemma filter_one {A} (f g : A -> bool) a l : NoDup l -> In a l -> f a = true -> g a = false ->
  (forall x, x <> a -> f x = g x) -> length (filter f l) = S (length (filter g l)).
Proof.
  intros D I Fa Ga H. induction D as [|x l X D IH]; [easy|]. cbn. destruct I as [->|I].
  - rewrite Fa, Ga. cbn. f_equal. f_equal. apply filter_ext_in. intros y J. apply H. now intros ->.
  - rewrite (H x) by (intros ->; easy). destruct (g x); cbn; now rewrite IH.
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
  intros Hs E. unfold count. rewrite (filter_one (empty b) (empty (place q b s)) s);
    [lia | apply squares_nodup
    | now apply in_squares | easy | |].
  - unfold Rules.Othello.empty, Rules.Othello.place. rewrite disc_draw, Hs. cbn.
    now rewrite (proj2 (equal_ok s s) eq_refl).
  - intros t H. unfold Rules.Othello.empty at 2, Rules.Othello.place. rewrite disc_draw.
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
Lemma count_all b q : count columns rows (has b q) + count columns rows (has b (other q)) +
  count columns rows (empty b) = N.
Proof.
  rewrite <- squares_length. unfold count. induction squares as [|s l IH]; [easy|]. cbn [filter].
  rewrite has_other. unfold Rules.Othello.has, Rules.Othello.empty in *.
  destruct (disc b s) as [q'|]; [destruct (same q q')|]; cbn [negb andb length] in *; lia.
Qed.
End Squares.
Arguments has_inside {columns rows}.
Arguments has_other {columns rows}.
Arguments enclosed_other {columns rows}.
Arguments flips_other {columns rows}.
Arguments line_inside {columns rows}.
Arguments has_place {columns rows}.
Arguments not_flipped {columns rows}.
Arguments empty_has {columns rows}.
Arguments count_place {columns rows}.
