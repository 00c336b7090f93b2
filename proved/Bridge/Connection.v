(** Proof. Whether a chain of stones connects two edges can be decided: the stones that an edge
    reaches grow, step by step, until no other one is beside them. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Grid Rules.Hex.
Open Scope nat_scope.

Section Connection.
Variables columns rows : nat.
Notation beside := (beside columns).

Fixpoint flood (k : nat) (l rest : list nat) : list nat :=
  match k with
  | O => l
  | S k => let next n := existsb (fun m => beside m n) l in
    match filter next rest with
    | [] => l
    | more => flood k (more ++ l) (filter (fun n => negb (next n)) rest)
    end
  end.

Lemma flood_closed k : forall l rest, length rest <= k -> incl l (flood k l rest) /\
  forall m n, In m (flood k l rest) -> In n rest -> beside m n = true -> In n (flood k l rest).
Proof.
  induction k as [|k IH]; intros l rest L; cbn [flood].
  - destruct rest; [|cbn in L; lia]. split; [now intros n | easy].
  - set (next n := existsb (fun m => beside m n) l).
    assert (Split : length (filter next rest) + length (filter (fun n => negb (next n)) rest) =
      length rest) by (clear; induction rest as [|n r IH]; cbn; [easy|]; destruct (next n); cbn;
        lia). destruct (filter next rest) as [|a more] eqn:E.
    + split; [now intros n|]. intros m n I J B. enough (K : In n []) by easy. rewrite <- E.
      apply filter_In. split; [easy|]. apply existsb_exists. now exists m.
    + cbn in Split. destruct (IH ((a :: more) ++ l) (filter (fun n => negb (next n)) rest)) as [U
      V];
        [lia|]. split; [intros n I; apply U, in_or_app; now right|]. intros m n I J B.
      destruct (next n) eqn:X; [|apply (V m); [easy | apply filter_In; now rewrite X | easy]].
      apply U, in_or_app. left. rewrite <- E. now apply filter_In.
Qed.
Lemma flood_invariant (Q : nat -> Prop) rest k : forall l r, incl r rest ->
  (forall m n, Q m -> In n rest -> beside m n = true -> Q n) -> (forall n, In n l -> Q n) ->
  forall n, In n (flood k l r) -> Q n.
Proof.
  induction k as [|k IH]; intros l r I H A n; cbn [flood]; [apply A|].
  destruct (filter _ r) as [|a more] eqn:E; [apply A|]. apply IH; [|easy|].
  - intros m J. apply filter_In in J as [J _]. auto.
  - intros m J. apply in_app_or in J as [J|J]; [|auto]. rewrite <- E in J.
    apply filter_In in J as [J X]. apply existsb_exists in X as (k' & K & B). apply (H k'); auto.
Qed.

Variables (q : player) (p : position).
Notation own := (filter (shows (Some q) p) (seq 0 (length (on p)))).
Lemma in_own n : In n own <-> shows (Some q) p n = true.
Proof.
  rewrite filter_In, in_seq. split; [easy|]. intros S. split; [|easy]. unfold shows in S.
  assert (nth_error (on p) n <> None) by now destruct (nth_error (on p) n).
  split; [lia | now apply nth_error_Some].
Qed.

Definition reached : list nat := flood (length own) (filter (near_edge columns q) own) own.
Definition decide : {connected columns rows q p} + {~ connected columns rows q p}.
Proof.
  destruct (existsb (far_edge columns rows q) reached) eqn:E; [left | right].
  - apply existsb_exists in E as (n & I & F).
    enough (X : exists m, near_edge columns q m = true /\ chain columns q p m n)
      by (destruct X as (m & N & C); now exists m, n).
    clear F. revert n I. apply flood_invariant with (rest := own); [easy | |].
    + intros m n (l & N & C) I B. exists l. split; [easy|].
      now apply (chain_step _ _ _ l m n); [| |apply in_own].
    + intros n I. apply filter_In in I as [I N]. exists n. split; [easy|].
      now apply chain_square, in_own.
  - intros (m & n & N & F & C). apply not_true_iff_false in E. apply E, existsb_exists. exists n.
    split; [clear F | easy]. destruct (flood_closed (length own) (filter (near_edge columns q) own)
      own) as
      [U V]; [easy|]. induction C as [n S|l m n C IH B S].
    + apply U, filter_In. split; [now apply in_own | easy].
    + apply (V m); [now apply IH | now apply in_own | easy].
Defined.
End Connection.
