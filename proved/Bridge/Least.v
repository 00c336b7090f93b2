(** Proof. The least element of a list depends on its elements alone; the order of keys. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
Require Import Proved.Rules.Packed Proved.Rules.Mnk.
Open Scope Z_scope.

Section Least.
Context {A : Type}.
Variable lt : A -> A -> bool.
Variable P : A -> Prop.
Hypothesis irrefl : forall a, lt a a = false.
Hypothesis trans : forall a b c, lt a b = true -> lt b c = true -> lt a c = true.
Hypothesis total : forall a b, P a -> P b -> lt a b = false -> lt b a = false -> a = b.

Definition least (a : A) (l : list A) : A := fold_left (fun m x => if lt x m then x else m) l a.

Lemma least_in : forall l a, In (least a l) (a :: l).
Proof.
  induction l as [|x l IH]; intros a; cbn; [now left|].
  destruct (lt x a); [destruct (IH x); auto | destruct (IH a); auto].
Qed.

Lemma least_le : forall l a x, (forall y, In y (a :: l) -> P y) -> In x (a :: l) ->
  lt x (least a l) = false.
Proof.
  induction l as [|y l IH]; intros a x HP I.
  - destruct I as [->|[]]. apply irrefl.
  - change (least a (y :: l)) with (least (if lt y a then y else a) l).
    assert (Pa : P a) by (apply HP; now left). assert (Py : P y) by (apply HP; right; now left).
    assert (Ha : forall z, In z (a :: l) -> P z) by (intros z [<-|J]; [easy | apply HP; cbn; auto]).
    assert (Hy : forall z, In z (y :: l) -> P z) by (intros z [<-|J]; [easy | apply HP; cbn; auto]).
    destruct (lt y a) eqn:L.
    + destruct I as [<-|I]; [|now apply IH].
      destruct (lt a (least y l)) eqn:M; [|easy].
      rewrite <- (IH y y Hy) by now left. symmetry. now apply (trans y a).
    + destruct I as [<-|[<-|I]]; [apply IH; [easy | now left] | | apply IH; [easy | now right]].
      destruct (lt y (least a l)) eqn:M; [|easy].
      destruct (lt a y) eqn:N.
      * rewrite <- (IH a a Ha) by now left. symmetry. now apply (trans a y).
      * rewrite (total a y Pa Py N L) in *. rewrite <- (IH y y Ha) by now left. easy.
Qed.

Theorem least_same a l a' l' : (forall y, In y (a :: l) -> P y) ->
  (forall y, In y (a :: l) <-> In y (a' :: l')) -> least a l = least a' l'.
Proof.
  intros H E. assert (H' : forall y, In y (a' :: l') -> P y) by (intros y I; apply H, E, I).
  apply total.
  - apply H, least_in.
  - apply H', least_in.
  - apply least_le; [easy|]. apply E, least_in.
  - apply least_le; [easy|]. apply E, least_in.
Qed.
End Least.

(** The order of keys, by the digits at the squares of the list. *)
Lemma less_irrefl l a : less l a a = false.
Proof.
  induction l as [|q l IH]; [easy|]. cbn. now rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl).
Qed.

Lemma less_trans l a b c : less l a b = true -> less l b c = true -> less l a c = true.
Proof.
  induction l as [|q l IH]; [easy|]. cbn. generalize (digit a q) (digit b q) (digit c q).
  intros x y z. destruct (x =? y)%uint63 eqn:E1; [apply Uint63.eqb_spec in E1; subst y|].
  - destruct (x =? z)%uint63; [exact IH | easy].
  - intros L1. apply ltb_spec in L1. destruct (y =? z)%uint63 eqn:E2.
    + apply Uint63.eqb_spec in E2. subst z. rewrite E1. intros _. now apply ltb_spec.
    + intros L2. apply ltb_spec in L2. destruct (x =? z)%uint63 eqn:E3.
      * apply Uint63.eqb_spec in E3. subst z. lia.
      * apply ltb_spec. lia.
Qed.

Lemma less_total l a b : less l a b = false -> less l b a = false ->
  forall q, In q l -> digit a q = digit b q.
Proof.
  induction l as [|q0 l IH]; [easy|]. cbn. destruct (digit a q0 =? digit b q0)%uint63 eqn:E1.
  - apply Uint63.eqb_spec in E1. rewrite E1, (proj2 (Uint63.eqb_spec _ _) eq_refl).
    intros L1 L2 q [<-|I]; [easy | now apply IH].
  - destruct (digit b q0 =? digit a q0)%uint63 eqn:E2.
    { apply Uint63.eqb_spec in E2. now rewrite E2, (proj2 (Uint63.eqb_spec _ _) eq_refl) in E1. }
    intros L1 L2. exfalso. apply Bool.not_true_iff_false in E1. apply E1, Uint63.eqb_spec, to_Z_inj.
    destruct (Z.lt_trichotomy (to_Z (digit a q0)) (to_Z (digit b q0))) as [L|[L|L]]; [|easy|];
      apply ltb_spec in L; congruence.
Qed.
