(** Proof. Null-window search with a memory. Only what the memory holds as shown must be true: a
    refusal may stand for anything, so hashes, sizes and replacement need no proof. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
From Proved Require Import Game Value.
Open Scope Z_scope.

(** The memory: entries of eight words, a note and then at most seven fields, by which a position is
    known. A note is 8 ([t] + [offset]) and a mark: the move to the position is worth at most [t],
    or this was not shown; 0 if there is no claim. *)
Definition tells {A} (l : list (A -> int)) : Prop := (List.length l <= 7)%nat /\
  forall p q, (forall f, In f l -> f p = f q) -> p = q.
Record memory (G : game) := Memory { words : array int; fields : list (pos G -> int);
  fields_tell : tells fields }.
Arguments words {G}. Arguments fields {G}. Arguments fields_tell {G}.
Definition offset : Z := 1048576.
Definition entries : int := 1099511627776.     (* 2^40, more than there are *)
Definition base (i : int) : int := (i << 3)%uint63.
Definition number (note : int) : int := (note >> 3)%uint63.
Definition mark_of (note : int) : int := (note - (number note << 3))%uint63.
Definition mark (s shown : bool) : int :=
  if s then if shown then 4%uint63 else 2%uint63 else if shown then 3%uint63 else 1%uint63.
Definition note (t : int) (s shown : bool) : int := ((t << 3) + mark s shown)%uint63.

Section Words.
Variable G : game.
Notation pos := (pos G).
Implicit Types (l : list (pos -> int)) (a : array int).

(** The words from [j] on are the fields of [c]. *)
Fixpoint matches l (c : pos) a (j : int) : bool :=
  match l with
  | [] => true
  | f :: l => if (a.[j] =? f c)%uint63 then matches l c a (j + 1)%uint63 else false
  end.
Fixpoint write l (c : pos) a (j : int) : array int :=
  match l with [] => a | f :: l => write l c a.[j <- f c] (j + 1)%uint63 end.

Definition store l a (i n : int) (c : pos) : array int :=
  if (i <? entries)%uint63 then
    if (base i + 7 <? length a)%uint63 then (write l c a (base i + 1)).[base i <- n]%uint63 else a
  else a.

Definition lookup l a (i : int) (s : bool) (c : pos) (t : int) : option bool :=
  if (i <? entries)%uint63 then
    let n := a.[base i] in
    if (mark_of n =? mark s true)%uint63 then
      if (number n <=? t)%uint63 then if matches l c a (base i + 1)%uint63 then Some true else None
      else None
    else if (mark_of n =? mark s false)%uint63 then
      if (t <=? number n)%uint63 then if matches l c a (base i + 1)%uint63 then Some false else None
      else None
    else None
  else None.

Definition holds_true l a : Prop := forall i s c, (i <? entries)%uint63 = true ->
  mark_of a.[base i] = mark s true -> matches l c a (base i + 1)%uint63 = true ->
  worth s (V G c) <= to_Z (number a.[base i]) - offset.
Definition sound (m : memory G) : Prop := holds_true (fields m) (words m).

Lemma base_ok i : (i <? entries)%uint63 = true -> to_Z (base i) = 8 * to_Z i.
Proof.
  intros L. apply ltb_spec in L. change (to_Z entries) with (2 ^ 40) in L. unfold base.
  pose proof (to_Z_bounded i). rewrite lsl_spec. change (2 ^ to_Z 3) with 8.
  rewrite Z.mod_small; [lia|]. change wB with (2 ^ 63). lia.
Qed.

Lemma add_ok i k : to_Z i + k < 2 ^ 62 -> 0 <= k < 8 -> to_Z (i + of_Z k) = to_Z i + k.
Proof.
  intros L K. pose proof (to_Z_bounded i). rewrite add_spec, of_Z_spec.
  change wB with (2 ^ 63). rewrite (Z.mod_small k), Z.mod_small; lia.
Qed.

Lemma write_length l c : forall a j, length (write l c a j) = length a.
Proof. induction l as [|f l IH]; intros; cbn; [easy|]. now rewrite IH, length_set. Qed.

Lemma write_other l c : forall a j k, to_Z j + Z.of_nat (List.length l) < 2 ^ 62 ->
  to_Z k < to_Z j \/ to_Z j + Z.of_nat (List.length l) <= to_Z k -> (write l c a j).[k] = a.[k].
Proof.
  induction l as [|f l IH]; intros a j k B K; [easy|]. cbn [write List.length] in *.
  assert (E : to_Z (j + 1) = to_Z j + 1) by (apply (add_ok j 1); lia).
  rewrite IH by lia. apply get_set_other. intros ->. lia.
Qed.

Lemma matches_ext l c a a' : forall j, to_Z j + Z.of_nat (List.length l) < 2 ^ 62 ->
  (forall k, to_Z j <= to_Z k < to_Z j + Z.of_nat (List.length l) -> a.[k] = a'.[k]) ->
  matches l c a j = matches l c a' j.
Proof.
  induction l as [|f l IH]; intros j B K; [easy|]. cbn [matches List.length] in *.
  assert (E : to_Z (j + 1) = to_Z j + 1) by (apply (add_ok j 1); lia).
  rewrite K by lia. destruct (_ =? _)%uint63; [|easy]. apply IH; [lia|]. intros k Hk. apply K. lia.
Qed.

Lemma write_matches l c c' : forall a j, to_Z j + Z.of_nat (List.length l) < 2 ^ 62 ->
  to_Z j + Z.of_nat (List.length l) <= to_Z (length a) -> matches l c' (write l c a j) j = true ->
  forall f, In f l -> f c' = f c.
Proof.
  induction l as [|f l IH]; intros a j B L M g I; [easy|]. cbn [matches write List.length] in *.
  assert (E : to_Z (j + 1) = to_Z j + 1) by (apply (add_ok j 1); lia).
  rewrite write_other in M by lia. rewrite get_set_same in M by (apply ltb_spec; lia).
  destruct (f c =? f c')%uint63 eqn:F; [|easy]. apply Uint63.eqb_spec in F.
  destruct I as [<-|I]; [easy|]. apply (IH a.[j <- f c] (j + 1)%uint63); try easy; [lia|].
  rewrite length_set. lia.
Qed.

Lemma note_ok t s shown : to_Z t < 2 * offset ->
  number (note t s shown) = t /\ mark_of (note t s shown) = mark s shown.
Proof.
  intros L. change (2 * offset) with (2 ^ 21) in L. pose proof (to_Z_bounded t).
  assert (M : 1 <= to_Z (mark s shown) <= 4) by (destruct s, shown; cbn; lia).
  assert (S : to_Z (t << 3) = 8 * to_Z t).
  { rewrite lsl_spec. change (2 ^ to_Z 3) with 8. rewrite Z.mod_small; [lia|].
    change wB with (2 ^ 63). lia. }
  assert (N : to_Z (note t s shown) = 8 * to_Z t + to_Z (mark s shown)).
  { unfold note. rewrite add_spec, S. apply Z.mod_small. change wB with (2 ^ 63). lia. }
  assert (E : number (note t s shown) = t).
  { apply to_Z_inj. unfold number. rewrite lsr_spec, N. change (2 ^ to_Z 3) with 8.
    rewrite Z.mul_comm, Z.div_add_l, Z.div_small by lia. lia. }
  split; [easy|]. unfold mark_of. rewrite E. apply to_Z_inj. rewrite sub_spec, S, N.
  rewrite Z.mod_small; [lia|]. change wB with (2 ^ 63). lia.
Qed.

Lemma lookup_ok l a i s c t : holds_true l a -> lookup l a i s c t = Some true ->
  worth s (V G c) <= to_Z t - offset.
Proof.
  unfold lookup. cbv zeta. intros H. destruct (i <? entries)%uint63 eqn:I; [|easy].
  destruct (mark_of _ =? mark s true)%uint63 eqn:M.
  - apply Uint63.eqb_spec in M. destruct (_ <=? t)%uint63 eqn:T; [|easy]. apply leb_spec in T.
    destruct (matches _ _ _ _) eqn:E; [|easy]. intros _. pose proof (H i s c I M E). lia.
  - destruct (mark_of _ =? mark s false)%uint63; [|easy]. destruct (t <=? _)%uint63; [|easy].
    now destruct (matches _ _ _ _).
Qed.

Lemma store_ok l a i t s c shown : tells l -> holds_true l a -> to_Z t < 2 * offset ->
  (shown = true -> worth s (V G c) <= to_Z t - offset) ->
  holds_true l (store l a i (note t s shown) c).
Proof.
  intros [Few Tell] H T K. unfold store. destruct (i <? entries)%uint63 eqn:I; [|easy].
  destruct (_ <? length a)%uint63 eqn:L; [|easy]. apply ltb_spec in L.
  pose proof (base_ok i I) as Bi. pose proof I as Ib. apply ltb_spec in Ib.
  change (to_Z entries) with (2 ^ 40) in Ib. pose proof (to_Z_bounded i).
  assert (B7 : to_Z (base i + 7) = 8 * to_Z i + 7)
    by (rewrite <- Bi; apply (add_ok (base i) 7); lia).
  assert (B1 : to_Z (base i + 1) = 8 * to_Z i + 1)
    by (rewrite <- Bi; apply (add_ok (base i) 1); lia). intros j s' c' J M E.
  pose proof (base_ok j J) as Bj. pose proof J as Jb. apply ltb_spec in Jb.
  change (to_Z entries) with (2 ^ 40) in Jb. pose proof (to_Z_bounded j).
  assert (J1 : to_Z (base j + 1) = 8 * to_Z j + 1)
    by (rewrite <- Bj; apply (add_ok (base j) 1); lia). destruct (Uint63.eqs i j) as [<-|N].
  - rewrite get_set_same in M |- * by (rewrite write_length; apply ltb_spec; lia).
    destruct (note_ok t s shown T) as [-> R]. rewrite R in M.
    rewrite (matches_ext _ _ _ (write l c a (base i + 1)%uint63)) in E; [|lia|].
    2: { intros k Hk. apply get_set_other. intros X. rewrite <- X in Hk. lia. }
    assert (D : c' = c)
      by (apply Tell; apply (write_matches l c c' a (base i + 1)%uint63); [lia..|exact E]).
    subst c'. apply (f_equal to_Z) in M.
    destruct s, s', shown; vm_compute in M; try discriminate M; now apply K.
  - assert (Z : to_Z i <> to_Z j) by (intros X; now apply N, to_Z_inj).
    assert (O : forall k, 8 * to_Z j <= to_Z k < 8 * to_Z j + 8 ->
      (write l c a (base i + 1)).[base i <- note t s shown].[k]%uint63 = a.[k]).
    { intros k Hk. rewrite get_set_other by (intros X; rewrite <- X in Hk; lia).
      apply write_other; lia. }
    rewrite O in M |- * by lia. apply (H j s' c' J M). rewrite <- E. symmetry.
    apply matches_ext; [lia|]. intros k Hk. apply O. lia.
Qed.
End Words.
Arguments matches {G}. Arguments lookup {G}. Arguments store {G}.

Definition no_memory (G : game) (size : int) l (tell : tells l) : memory G :=
  Memory G (make size 0%uint63) l tell.
Lemma sound_no_memory (G : game) size l tell : sound G (no_memory G size l tell).
Proof.
  intros i s c _ M. exfalso. cbn [words no_memory] in M. rewrite get_make in M.
  apply (f_equal to_Z) in M. destruct s; vm_compute in M; discriminate M.
Qed.

(** How to search a game: where to leave a claim to something quicker, and that; which positions are
    worth a place in the memory, and which place; moves in the order to try them, and what they lead
    to. *)
Record tactics (G : game) := Tactics {
  stop : pos G -> bool;
  decide : Z -> bool -> pos G -> bool;
  remembered : pos G -> bool;
  hash : bool -> pos G -> int;
  try : Type;
  tries : pos G -> list try;
  play : pos G -> try -> bool * pos G }.
Arguments stop {G}. Arguments decide {G}. Arguments remembered {G}. Arguments hash {G}.
Arguments try {G}. Arguments tries {G}. Arguments play {G}.
Record right_tactics (G : game) (T : tactics G) : Prop := RightTactics {
  decide_ok : forall t s p, stop T p = true -> decide T t s p = true -> worth s (V G p) <= t;
  tries_ok : forall c m, stop T c = false ->
    In m (moves c) <-> exists x, In x (tries T c) /\ play T c x = m }.

Section Search.
Variable G : game.
Notation pos := (pos G).
Variable T : tactics G. Variable right : right_tactics G T.

(** For [s] the mover at [c] has to find a move that refutes "worth more than [t]"; else all moves
    at [c] are worth at most [t]. *)
Fixpoint claim (l : list (pos -> int)) (t : Z) (number : int) (n : nat) (s : bool) (c : pos)
    (a : array int) : bool * array int :=
  if stop T c then (decide T t s c, a) else
  let kept := remembered T c in
  let i := (hash T s c land ((length a >> 3) - 1))%uint63 in
  match (if kept then lookup l a i s c number else None) with
  | Some shown => (shown, a)
  | None =>
    let l0 := tries T c in
    match l0, n with
    | [], _ => (worth s (payoff c) <=? t, a)
    | _ :: _, O => (false, a)
    | _ :: _, S n =>
      let (shown, a) :=
        (fix some (rest : list (try T)) (a : array int) :=
          match rest with
          | [] => (negb s, a)
          | x :: rest =>
            let (s', d) := play T c x in
            let (shown, a) := claim l t number n (if s then negb s' else s') d a in
            if Bool.eqb shown s then (s, a) else some rest a
          end) l0 a in
      (shown, if kept then store l a i (note number s shown) c else a)
    end
  end.

Definition search (s : bool) (c : pos) (t : Z) (m : memory G) : bool * memory G :=
  if - offset <=? t then if t <? offset then
    let (shown, a) := claim (fields m) t (of_Z (t + offset)) 64 s c (words m) in
    (shown, Memory G a (fields m) (fields_tell m))
  else (false, m) else (false, m).

Lemma claim_ok l t x : tells l -> to_Z x = t + offset -> to_Z x < 2 * offset ->
  forall n s c a shown a', holds_true G l a -> claim l t x n s c a = (shown, a') ->
  holds_true G l a' /\ (shown = true -> worth s (V G c) <= t).
Proof.
  intros Tell X B. induction n as [|n IH]; intros s c a shown a' H E; cbn [claim] in E.
  all: destruct (stop T c) eqn:O;
    [injection E as <- <-; split; [easy | now apply (decide_ok G T right)] |].
  all: pose proof (tries_ok G T right c) as Tries.
  all: set (i := (hash T s c land _)%uint63) in E; clearbody i; cbv zeta in E.
  all: destruct (if remembered T c then lookup l a i s c x else None) as [r|] eqn:L;
    [injection E as <- <-; split; [easy|]; intros ->; destruct (remembered T c); [|easy];
     apply lookup_ok in L; [lia|easy] |].
  2: set (some := fix some (rest : list (try T)) (a : array int) := _) in E.
  all: destruct (tries T c) as [|x1 l1] eqn:TT; [injection E as <- <-; split; [easy|];
    assert (M : moves c = []) by (destruct (moves c) as [|m ms]; [easy|];
      destruct (proj1 (Tries m O)) as (? & [] & _); now left);
    rewrite V_over by easy; now intros ?%Z.leb_le |].
  { injection E as <- <-. now split. }
  assert (N : moves c <> []) by (intros M; rewrite M in Tries;
    apply (Tries (play T c x1) O); exists x1; split; [now left | easy]). rewrite <- TT in *.
  revert E. assert (K : forall rest a shown a', holds_true G l a -> some rest a = (shown, a') ->
    holds_true G l a' /\ (shown = true ->
      if s then exists x s' d, In x rest /\ play T c x = (s', d) /\ worth (negb s') (V G d) <= t
      else forall x s' d, In x rest -> play T c x = (s', d) -> worth s' (V G d) <= t)).
  { clear H L a shown a'. induction rest as [|y rest IHl]; intros a shown a' H E; cbn in E.
    - injection E as <- <-. split; [easy|]. now destruct s.
    - destruct (play T c y) as [s' d] eqn:P.
      destruct (claim l t x n (if s then negb s' else s') d a) as [r1 a1] eqn:M.
      destruct (IH _ _ _ _ _ H M) as [H1 K1]. destruct (Bool.eqb r1 s) eqn:Q.
      + apply Bool.eqb_prop in Q. injection E as <- <-. split; [easy|]. intros ->.
        exists y, s', d. split; [now left | split; [easy | now apply K1]].
      + destruct (IHl a1 shown a' H1 E) as [H2 K2]. split; [easy|].
        intros Hr. specialize (K2 Hr). destruct s.
        * destruct K2 as (z & s2 & d2 & I & W). exists z, s2, d2. split; [now right | easy].
        * intros z s2 d2 [<-|I] P2; [|now apply (K2 z)]. rewrite P in P2. injection P2 as <- <-.
          apply K1. now destruct r1. }
  destruct (some _ a) as [r1 a1] eqn:M in |- *. destruct (K _ _ _ _ H M) as [H1 K1]. intros E.
  injection E as <- <-. assert (W : r1 = true -> worth s (V G c) <= t).
  { intros Hr. specialize (K1 Hr). destruct s.
    - destruct K1 as (y & s' & d & I & P & W).
      assert (J : In (s', d) (moves c)) by (apply (Tries _ O); eauto).
      pose proof (V_bound G _ _ _ J). destruct s'; cbn in *; lia.
    - destruct (V_reached G c N) as (s' & d & I & ->).
      apply (Tries _ O) in I as (y & I & P). now apply (K1 y). }
  split; [|exact W]. destruct (remembered T c); [|easy]. apply store_ok; try easy.
  intros Hr. specialize (W Hr). lia.
Qed.

Theorem search_ok s c t m shown m' : sound G m -> search s c t m = (shown, m') ->
  sound G m' /\ (shown = true -> worth s (V G c) <= t).
Proof.
  unfold search. intros H E. destruct (Z.leb_spec (- offset) t); [|now injection E as <- <-].
  destruct (Z.ltb_spec t offset); [|now injection E as <- <-].
  destruct (claim _ _ _ _ _ _ _) as [r a] eqn:C. injection E as <- <-.
  assert (X : to_Z (of_Z (t + offset)) = t + offset).
  { rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63). unfold offset in *. lia. }
  destruct (claim_ok (fields m) t _ (fields_tell m) X ltac:(lia) _ _ _ _ _ _ H C) as [H' K].
  now split.
Qed.
End Search.
