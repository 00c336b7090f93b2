(** Proof. Null-window search with a memory. Only what the memory holds as shown must be true: a
    refusal may stand for anything, so hashes, sizes and replacement need no proof. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Value.
Open Scope Z_scope.

(** A claim about a position: the move ([s], [c]) is worth at most [t]. *)
Inductive slot (pos : Type) := Empty | Claim (s : bool) (c : pos) (t : Z) (shown : bool).
Arguments Empty {pos}. Arguments Claim {pos}.
Definition memory (G : game) : Type := array (slot (pos G)).
Definition sound (G : game) (m : memory G) : Prop :=
  forall i s c t, get m i = Claim s c t true -> worth s (V G c) <= t.

Lemma sound_empty G size : sound G (make size Empty).
Proof. intros i s c t E. now rewrite get_make in E. Qed.

Lemma sound_set G m i s c t shown : sound G m -> (shown = true -> worth s (V G c) <= t) ->
  sound G (set m i (Claim s c t shown)).
Proof.
  intros H K j s' c' t' E. destruct (Uint63.eqs i j) as [<-|N].
  - destruct (i <? length m)%uint63 eqn:L.
    + rewrite get_set_same in E by easy. injection E as <- <- <- ->. now apply K.
    + rewrite get_out_of_bounds, default_set in E by (now rewrite length_set).
      apply (H i). now rewrite get_out_of_bounds.
  - rewrite get_set_other in E by easy. now apply (H j).
Qed.

Section Search.
Variable G : game.
Notation pos := (pos G).
Notation memory := (memory G).
Notation sound := (sound G).
Variable eqb : pos -> pos -> bool.
Hypothesis eqb_ok : forall p q, eqb p q = true <-> p = q.
Variable over : pos -> bool.
Hypothesis over_ok : forall p, over p = true <-> moves p = [].
Variable place : memory -> bool -> pos -> int.     (* any function will do *)
Variable remembered : pos -> bool.                 (* what is worth a place *)
Variable tries : pos -> list (bool * pos).         (* moves in the order to try them *)
Hypothesis tries_ok : forall c m, In m (tries c) <-> In m (moves c).

Definition lookup (m : memory) (i : int) (s : bool) (c : pos) (t : Z) : option bool :=
  match get m i with
  | Empty => None
  | Claim s' c' t' shown =>
    if eqb c' c then if Bool.eqb s' s then
      if shown then if t' <=? t then Some true else None
      else if t <=? t' then Some false else None
    else None else None
  end.

(** For [s] the mover at [c] has to find a move that refutes "worth more than [t]"; else all moves
    at [c] are worth at most [t]. *)
Fixpoint claim (n : nat) (s : bool) (c : pos) (t : Z) (m : memory) : bool * memory :=
  if over c then (worth s (payoff c) <=? t, m) else
  let i := place m s c in
  match (if remembered c then lookup m i s c t else None) with
  | Some shown => (shown, m)
  | None =>
    match n with
    | O => (false, m)
    | S n =>
      let (shown, m) :=
        (fix some (l : list (bool * pos)) (m : memory) :=
          match l with
          | [] => (negb s, m)
          | (s', d) :: l =>
            let (shown, m) := claim n (if s then negb s' else s') d t m in
            if Bool.eqb shown s then (s, m) else some l m
          end) (tries c) m in
      (shown, if remembered c then set m i (Claim s c t shown) else m)
    end
  end.

Lemma lookup_ok m i s c t : sound m -> lookup m i s c t = Some true ->
  worth s (V G c) <= t.
Proof.
  unfold lookup. intros H. destruct (get m i) as [|s1 c1 t1 shown] eqn:X; [easy|].
  destruct (eqb c1 c) eqn:C; [|easy]. apply eqb_ok in C. subst c1.
  destruct (Bool.eqb s1 s) eqn:S; [|easy]. apply Bool.eqb_prop in S. subst s1.
  destruct shown; [|now destruct (t <=? t1)]. destruct (Z.leb_spec t1 t); [|easy].
  pose proof (H _ _ _ _ X). lia.
Qed.

Theorem claim_ok n : forall s c t m shown m', sound m ->
  claim n s c t m = (shown, m') ->
  sound m' /\ (shown = true -> worth s (V G c) <= t).
Proof.
  induction n as [|n IH]; intros s c t m shown m' H E; cbn [claim] in E.
  all: destruct (over c) eqn:O; [injection E as <- <-; split; [easy|]; apply over_ok in O;
    rewrite V_over by easy; now intros ?%Z.leb_le |].
  all: set (i := place m s c) in E; clearbody i.
  all: destruct (if remembered c then lookup m i s c t else None) as [r|] eqn:L;
    [injection E as <- <-; split; [easy|];
    intros ->; destruct (remembered c); [now apply (lookup_ok m i) | easy] |].
  { injection E as <- <-. now split. }
  assert (N : moves c <> []) by (intros M; apply over_ok in M; congruence).
  revert E. set (some := fix some (l : list (bool * pos)) (m : memory) := _).
  assert (K : forall l m shown m', sound m -> some l m = (shown, m') ->
    sound m' /\ (shown = true ->
      if s then exists s' d, In (s', d) l /\ worth (negb s') (V G d) <= t
      else forall s' d, In (s', d) l -> worth s' (V G d) <= t)).
  { clear H L m shown m'.
    induction l as [|[s' d] l IHl]; intros m shown m' H E; cbn in E.
    - injection E as <- <-. split; [easy|]. now destruct s.
    - destruct (claim n (if s then negb s' else s') d t m) as [r1 m1] eqn:M.
      destruct (IH _ _ _ _ _ _ H M) as [H1 K1].
      destruct (Bool.eqb r1 s) eqn:B.
      + apply Bool.eqb_prop in B. injection E as <- <-. split; [easy|]. intros ->.
        exists s', d. split; [now left | now apply K1].
      + destruct (IHl m1 shown m' H1 E) as [H2 K2]. split; [easy|].
        intros Hr. specialize (K2 Hr). destruct s.
        * destruct K2 as (s2 & d2 & I & W). exists s2, d2. split; [now right | easy].
        * intros s2 d2 [[= <- <-]|I]; [|now apply K2]. apply K1. now destruct r1. }
  destruct (some _ m) as [r1 m1] eqn:M in |- *. destruct (K _ _ _ _ H M) as [H1 K1].
  intros E. injection E as <- <-.
  assert (W : r1 = true -> worth s (V G c) <= t).
  { intros Hr. specialize (K1 Hr). destruct s.
    - destruct K1 as (s' & d & I & W). apply tries_ok in I. pose proof (V_bound G _ _ _ I).
      destruct s'; cbn in *; lia.
    - destruct (V_reached G c N) as (s' & d & I & ->). apply tries_ok in I. now apply (K1 s'). }
  split; [destruct (remembered c); [now apply sound_set | easy] | exact W].
Qed.
End Search.
