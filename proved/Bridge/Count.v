(** Proof. Counts of the elements of lists without repetition. *)
From Coq Require Import List Lia Bool Arith.
Import ListNotations.

Lemma filter_fewer {A} (f : A -> bool) l : (length (filter f l) <= length l).
Proof. induction l as [|a l IH]; cbn; [lia|]. destruct (f a); cbn; lia. Qed.

Lemma filter_map {A C} (f : C -> bool) (g : A -> C) l :
  length (filter f (map g l)) = length (filter (fun a => f (g a)) l).
Proof. induction l as [|a l IH]; cbn; [easy|]. destruct (f (g a)); cbn; lia. Qed.
Lemma count_one {A} (f g : A -> bool) l x : NoDup l -> In x l -> f x = false -> g x = true ->
  (forall y, In y l -> y <> x -> g y = f y) -> length (filter g l) = S (length (filter f l)).
Proof.
  induction l as [|a l IH]; intros N I F T H; [easy|].
  inversion N as [|a' l' Na Nl]; subst. cbn [filter]. destruct I as [->|I].
  - rewrite F, T. cbn. do 2 f_equal. apply filter_ext_in. intros y Iy.
    apply H; [now right|]. now intros ->.
  - assert (a <> x) by now intros ->. rewrite (H a (or_introl eq_refl)) by easy.
    assert (E : length (filter g l) = S (length (filter f l)))
      by (apply IH; auto; intros; apply H; [now right | easy]). destruct (f a); cbn; lia.
Qed.

Lemma nodup_flat_map {A C} (f : A -> list C) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; intros N F D; cbn; [constructor|]. inversion N as [|a' l' Na Nl]; subst.
  assert (X : NoDup (flat_map f l)).
  { apply IH; [easy | intros; apply F; now right |]. intros x y z Ix Iy. apply D; now right. }
  assert (Y : forall z, In z (f a) -> ~ In z (flat_map f l)).
  { intros z Iz J. apply in_flat_map in J as (y & Iy & Jz). apply Na.
    rewrite (D a y z); [easy | now left | now right | easy..]. }
  pose proof (F a (or_introl eq_refl)) as Z. revert Z Y. generalize (f a).
  induction l0 as [|c l0 IHl]; intros Z Y; [exact X|]. inversion Z; subst. cbn. constructor.
  - rewrite in_app_iff. intros [J|J]; [easy|]. now apply (Y c); [left|].
  - apply IHl; [easy|]. intros z Iz. apply Y. now right.
Qed.

Lemma nth_ext {A} (l l' : list A) : (forall i, nth_error l i = nth_error l' i) -> l = l'.
Proof.
  revert l'. induction l as [|a l IH]; intros [|a' l'] H; try easy.
  - now specialize (H O).
  - now specialize (H O).
  - f_equal; [specialize (H O); now injection H |]. apply IH. intros i. exact (H (S i)).
Qed.
