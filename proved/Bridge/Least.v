(** Proof. The least element of a list depends on its elements alone; the order of keys. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Rules.Packed Rules.Grid Rules.Names.
Open Scope Z_scope.

Section Least.
Context {A : Type}.
Variable lt : A -> A -> bool. Variable P : A -> Prop.
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
    set (m := if lt y a then y else a). assert (Hm : forall z, In z (m :: l) -> P z)
      by (intros z [<-|J]; [unfold m; destruct (lt y a)|]; apply HP; cbn; auto).
    assert (M : forall z, In z [a; y] -> lt z m = false).
    { subst m. intros z [<-|[<-|[]]]; destruct (lt y a) eqn:L; try apply irrefl; try easy.
      destruct (lt a y) eqn:N; [|easy]. rewrite <- (irrefl a). symmetry. now apply (trans a y). }
    assert (K : In x (m :: l) \/ lt x m = false) by (destruct I as [<-|[<-|I]];
      [right; apply M; cbn; auto.. | left; now right]). destruct K as [K|K]; [now apply IH|].
    destruct (lt x (least m l)) eqn:N; [|easy]. pose proof (IH m m Hm (or_introl eq_refl)) as E.
    destruct (lt m x) eqn:L; [now rewrite (trans m x) in E|].
    rewrite (total x m (HP x I) (Hm m (or_introl eq_refl)) K L) in N. congruence.
Qed.

Theorem least_same a l a' l' : (forall y, In y (a :: l) -> P y) ->
  (forall y, In y (a :: l) <-> In y (a' :: l')) -> least a l = least a' l'.
Proof.
  intros H E. assert (H' : forall y, In y (a' :: l') -> P y) by (intros y I; apply H, E, I).
  apply total; [apply H, least_in | apply H', least_in | |]; apply least_le; try easy;
    apply E, least_in.
Qed.
End Least.

Lemma least_map {A B} lt (f : A -> B) : forall l a,
  f (least (fun x y => lt (f x) (f y)) a l) = least lt (f a) (map f l).
Proof.
  unfold least. induction l as [|x l IH]; intros a; cbn; [easy|]. rewrite IH. now destruct (lt _ _).
Qed.

(** The order of keys. *)
Lemma less_irrefl l a : less l a a = false.
Proof. induction l as [|k l IH]; [easy|]. cbn. now rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl).
Qed.
Lemma less_trans l a b c : less l a b = true -> less l b c = true -> less l a c = true.
Proof.
  induction l as [|k l IH]; [easy|]. cbn. destruct (eqbP (k a) (k b)), (eqbP (k b) (k c)),
    (eqbP (k a) (k c)); try lia; rewrite ?ltb_spec; try exact IH; intros L M; lia.
Qed.
Lemma less_total l a b : less l a b = false -> less l b a = false -> forall k, In k l -> k a = k b.
Proof.
  induction l as [|k0 l IH]; [easy|]. cbn. destruct (eqbP (k0 a) (k0 b)) as [E|E],
    (eqbP (k0 b) (k0 a)) as [F|F]; try lia.
  - intros L M k [<-|I]; [now apply to_Z_inj | now apply IH].
  - destruct (ltbP (k0 a) (k0 b)), (ltbP (k0 b) (k0 a)); try discriminate. lia.
Qed.
