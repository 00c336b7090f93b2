(** Proof. Null-window search with a memory. Only what the memory holds as shown must be true: a
    refusal may stand for anything, so hashes, sizes and replacement need no proof. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Value.
Open Scope Z_scope.

Section Search.
Variable G : game.
Notation pos := (pos G).
Variable eqb : pos -> pos -> bool.
Hypothesis eqb_ok : forall p q, eqb p q = true <-> p = q.
Variable over : pos -> bool.
Hypothesis over_ok : forall p, over p = true <-> moves p = [].
Variable place : pos -> int.            (* in the memory; any function will do *)
Variable tries : pos -> list (bool * pos).  (* moves in the order to try where one is enough *)
Hypothesis tries_ok : forall c m, In m (tries c) -> In m (moves c).

(** The last claim about a position: the move ([s], [c]) is worth at most [t]. *)
Inductive slot := Empty | Claim (s : bool) (c : pos) (t : Z) (shown : bool).

Definition lookup (memory : array slot) (s : bool) (c : pos) (t : Z) : option bool :=
  match get memory (place c) with
  | Empty => None
  | Claim s' c' t' shown =>
    if eqb c' c then if Bool.eqb s' s then
      if shown then if t' <=? t then Some true else None
      else if t <=? t' then Some false else None
    else None else None
  end.

(** For [s] the mover at [c] has to find a move that refutes "worth more than [t]"; else all moves
    at [c] are worth at most [t]. *)
Fixpoint claim (n : nat) (s : bool) (c : pos) (t : Z) (memory : array slot) : bool * array slot :=
  if over c then (worth s (payoff c) <=? t, memory) else
  match lookup memory s c t with
  | Some shown => (shown, memory)
  | None =>
    match n with
    | O => (false, memory)
    | S n =>
      let (shown, memory) :=
        (fix some (l : list (bool * pos)) (memory : array slot) : bool * array slot :=
          match l with
          | [] => (negb s, memory)
          | (s', d) :: l =>
            let (shown, memory) := claim n (if s then negb s' else s') d t memory in
            if Bool.eqb shown s then (s, memory) else some l memory
          end) (if s then tries c else moves c) memory in
      (shown, set memory (place c) (Claim s c t shown))
    end
  end.

Definition sound (memory : array slot) : Prop :=
  forall i s c t, get memory i = Claim s c t true -> worth s (V G c) <= t.

Lemma sound_set memory i s c t shown : sound memory -> (shown = true -> worth s (V G c) <= t) ->
  sound (set memory i (Claim s c t shown)).
Proof.
  intros H K j s' c' t' E. destruct (Uint63.eqs i j) as [<-|N].
  - destruct (i <? length memory)%uint63 eqn:L.
    + rewrite get_set_same in E by easy. injection E as <- <- <- ->. now apply K.
    + rewrite get_out_of_bounds, default_set in E by (now rewrite length_set).
      apply (H i). now rewrite get_out_of_bounds.
  - rewrite get_set_other in E by easy. now apply (H j).
Qed.

Lemma lookup_ok memory s c t : sound memory -> lookup memory s c t = Some true ->
  worth s (V G c) <= t.
Proof.
  unfold lookup. intros H. destruct (get memory (place c)) as [|s1 c1 t1 shown] eqn:X; [easy|].
  destruct (eqb c1 c) eqn:C; [|easy]. apply eqb_ok in C. subst c1.
  destruct (Bool.eqb s1 s) eqn:S; [|easy]. apply Bool.eqb_prop in S. subst s1.
  destruct shown; [|now destruct (t <=? t1)]. destruct (Z.leb_spec t1 t); [|easy].
  pose proof (H _ _ _ _ X). lia.
Qed.

Theorem claim_ok n : forall s c t memory shown memory', sound memory ->
  claim n s c t memory = (shown, memory') ->
  sound memory' /\ (shown = true -> worth s (V G c) <= t).
Proof.
  induction n as [|n IH]; intros s c t memory shown memory' H E; cbn [claim] in E.
  all: destruct (over c) eqn:O; [injection E as <- <-; split; [easy|]; apply over_ok in O;
    rewrite V_over by easy; now intros ?%Z.leb_le |].
  all: destruct (lookup memory s c t) as [r|] eqn:L; [injection E as <- <-; split; [easy|];
    intros ->; now apply (lookup_ok memory) |].
  { injection E as <- <-. now split. }
  assert (N : moves c <> []) by (intros M; apply over_ok in M; congruence).
  revert E. set (some := fix some (l : list (bool * pos)) (memory : array slot) := _).
  assert (K : forall l memory shown memory', sound memory -> some l memory = (shown, memory') ->
    sound memory' /\ (shown = true ->
      if s then exists s' d, In (s', d) l /\ worth (negb s') (V G d) <= t
      else forall s' d, In (s', d) l -> worth s' (V G d) <= t)).
  { clear H L memory shown memory'.
    induction l as [|[s' d] l IHl]; intros memory shown memory' H E; cbn in E.
    - injection E as <- <-. split; [easy|]. now destruct s.
    - destruct (claim n (if s then negb s' else s') d t memory) as [r1 memory1] eqn:M.
      destruct (IH _ _ _ _ _ _ H M) as [H1 K1].
      destruct (Bool.eqb r1 s) eqn:B.
      + apply Bool.eqb_prop in B. injection E as <- <-. split; [easy|]. intros ->.
        exists s', d. split; [now left | now apply K1].
      + destruct (IHl memory1 shown memory' H1 E) as [H2 K2]. split; [easy|].
        intros Hr. specialize (K2 Hr). destruct s.
        * destruct K2 as (s2 & d2 & I & W). exists s2, d2. split; [now right | easy].
        * intros s2 d2 [[= <- <-]|I]; [|now apply K2]. apply K1. now destruct r1. }
  destruct (some _ memory) as [r1 memory1] eqn:M in |- *. destruct (K _ _ _ _ H M) as [H1 K1].
  intros E. injection E as <- <-.
  assert (W : r1 = true -> worth s (V G c) <= t).
  { intros Hr. specialize (K1 Hr). destruct s.
    - destruct K1 as (s' & d & I & W). apply tries_ok in I. pose proof (V_bound G _ _ _ I).
      destruct s'; cbn in *; lia.
    - destruct (V_reached G c N) as (s' & d & I & ->). cbn. now apply (K1 s'). }
  split; [now apply sound_set | exact W].
Qed.

(** A pure function: each search starts from an empty memory. *)
Definition search_from (empty : array slot) (s : bool) (c : pos) (t : Z) : bool :=
  fst (claim 64 s c t empty).

Theorem search_from_ok size s c t : search_from (make size Empty) s c t = true ->
  worth s (V G c) <= t.
Proof.
  unfold search_from. destruct (claim 64 s c t _) as [r memory] eqn:E. cbn. intros ->.
  apply claim_ok in E as [_ K]; [now apply K |]. intros i s' c' t' X. now rewrite get_make in X.
Qed.
End Search.
