(** Proof. The value is the only function with the three equations of minimax. *)
From Coq Require Import ZArith List Lia.
Import ListNotations.
From Proved Require Import Game.
Open Scope Z_scope.

Section Value.
Variable G : game.
Notation pos := (pos G).

Lemma fold_max_bound (f : bool * pos -> Z) l z :
  z <= fold_right (fun m b => Z.max (f m) b) z l /\
  forall m, In m l -> f m <= fold_right (fun m b => Z.max (f m) b) z l.
Proof.
  induction l as [|a l [H K]]; cbn; [split; [lia | tauto] |].
  split; [lia |]. intros m [-> | I]; [lia | specialize (K m I); lia].
Qed.

Lemma fold_max_reached (f : bool * pos -> Z) l z :
  fold_right (fun m b => Z.max (f m) b) z l = z \/
  exists m, In m l /\ fold_right (fun m b => Z.max (f m) b) z l = f m.
Proof.
  induction l as [|a l H]; cbn; [now left |].
  destruct (Z.max_spec (f a) (fold_right (fun m b => Z.max (f m) b) z l)) as [[_ E]|[_ E]];
    rewrite E; [|right; now exists a; split; [left |]].
  destruct H as [H | (m & I & H)]; [now left | right; exists m; auto].
Qed.

Lemma fold_max_ext (f g : bool * pos -> Z) l z z' : z = z' -> (forall m, In m l -> f m = g m) ->
  fold_right (fun m b => Z.max (f m) b) z l = fold_right (fun m b => Z.max (g m) b) z' l.
Proof.
  intros -> H. induction l as [|a l IH]; cbn; [easy |].
  rewrite IH by (intros; apply H; now right). now rewrite H by now left.
Qed.

Lemma Vn_stable n : forall p, (rank p <= n)%nat -> Vn G n p = V G p.
Proof.
  enough (K : forall r n m p, (rank p <= r)%nat -> (rank p <= n)%nat -> (rank p <= m)%nat ->
    Vn G n p = Vn G m p) by (intros; apply (K (rank p)); lia).
  clear n. induction r as [|r IH]; intros n m p Hr Hn Hm.
  all: destruct (moves p) as [|[s c] l] eqn:E; [destruct n, m; cbn; now rewrite E |].
  all: assert (D : forall s' c', In (s', c') ((s, c) :: l) -> (rank c' < rank p)%nat)
    by (rewrite <- E; apply rank_lt).
  - specialize (D s c (or_introl eq_refl)). lia.
  - pose proof (D s c (or_introl eq_refl)). destruct n as [|n]; [lia |].
    destruct m as [|m]; [lia |]. cbn. rewrite E. apply fold_max_ext.
    + f_equal. apply IH; lia.
    + intros [s' c'] I. cbn. f_equal. specialize (D s' c' (or_intror I)). apply IH; lia.
Qed.

Lemma V_over p : moves p = [] -> V G p = payoff p.
Proof. unfold V. intros E. destruct (rank p); cbn; now rewrite E. Qed.

Lemma V_step p s c l : moves p = (s, c) :: l ->
  V G p = fold_right (fun m b => Z.max (worth (fst m) (V G (snd m))) b) (worth s (V G c)) l.
Proof.
  intros E. rewrite <- (Vn_stable (S (rank p))) by lia. cbn. rewrite E.
  assert (D : forall s' c', In (s', c') ((s, c) :: l) -> (rank c' < rank p)%nat)
    by (rewrite <- E; apply rank_lt). apply fold_max_ext.
  - f_equal. apply Vn_stable. specialize (D s c (or_introl eq_refl)). lia.
  - intros [s' c'] I. cbn. f_equal. apply Vn_stable. specialize (D s' c' (or_intror I)). lia.
Qed.

Lemma V_bound p s c : In (s, c) (moves p) -> worth s (V G c) <= V G p.
Proof.
  destruct (moves p) as [|[s0 c0] l] eqn:E; [easy |]. rewrite (V_step _ _ _ _ E).
  destruct (fold_max_bound (fun m => worth (fst m) (V G (snd m))) l (worth s0 (V G c0))) as [H K].
  intros [[= -> ->] | I]; [exact H | exact (K _ I)].
Qed.

Lemma V_reached p : moves p <> [] -> exists s c, In (s, c) (moves p) /\ V G p = worth s (V G c).
Proof.
  destruct (moves p) as [|[s0 c0] l] eqn:E; [easy |]. intros _. rewrite (V_step _ _ _ _ E).
  destruct (fold_max_reached (fun m => worth (fst m) (V G (snd m))) l (worth s0 (V G c0)))
    as [H | ([s c] & I & H)]; rewrite H; [exists s0, c0 | exists s, c]; cbn; auto.
Qed.

Theorem value_unique (W : pos -> Z) :
  (forall p, moves p = [] -> W p = payoff p) ->
  (forall p s c, In (s, c) (moves p) -> worth s (W c) <= W p) ->
  (forall p, moves p <> [] -> exists s c, In (s, c) (moves p) /\ W p = worth s (W c)) ->
  forall p, W p = V G p.
Proof.
  intros O B T. enough (K : forall r p, (rank p < r)%nat -> W p = V G p)
    by (intros p; apply (K (S (rank p))); lia). induction r as [|r IH]; intros p L; [lia |].
  destruct (moves p) as [|m l] eqn:E; [now rewrite O, V_over |].
  assert (N : moves p <> []) by (rewrite E; easy).
  assert (C : forall s c, In (s, c) (moves p) -> W c = V G c)
    by (intros s c I; apply IH; pose proof (rank_lt G p s c I); lia).
  destruct (T p N) as (s & c & I & E1). destruct (V_reached p N) as (s' & c' & I' & E2).
  apply Z.le_antisymm.
  - rewrite E1, (C _ _ I). now apply V_bound.
  - rewrite E2, <- (C _ _ I'). now apply B.
Qed.

(** A canonical move is a matter of what moves are worth. *)
Definition worths (p : pos) : list Z := map (fun m => worth (fst m) (V G (snd m))) (moves p).
Lemma canonical_worths p i : canonical G p i <-> nth_error (worths p) i = Some (V G p) /\
  forall j w, (j < i)%nat -> nth_error (worths p) j = Some w -> w < V G p.
Proof.
  unfold worths, canonical. rewrite nth_error_map. split.
  - intros (s & c & -> & W & L). split; [cbn; now rewrite W|]. intros j w H. rewrite nth_error_map.
    destruct (nth_error (moves p) j) as [[s' c']|] eqn:E; [|easy]. intros [= <-]. now apply (L j).
  - destruct (nth_error (moves p) i) as [[s c]|]; [|easy]. intros [[= W] L]. exists s, c.
    do 2 (split; [easy|]). intros j s' c' H E. apply (L j); [easy|]. now rewrite nth_error_map, E.
Qed.

Lemma canonical_unique p i j : canonical G p i -> canonical G p j -> i = j.
Proof.
  rewrite !canonical_worths. intros [E L] [E' L'].
  destruct (Nat.lt_trichotomy i j) as [H|[H|H]]; [specialize (L' _ _ H E) | easy |
    specialize (L _ _ H E')]; lia.
Qed.

Lemma plays_id (p : pos) i s c : plays G eq id p i s c <-> nth_error (moves p) i = Some (s, c).
Proof.
  unfold plays, id. split; [now intros (_ & d & E & ->)|].
  intros E. split; [now apply nth_error_In in E | now exists c].
Qed.
Lemma belongs_reachable images representative sc s p :
  belongs G images representative sc s p -> reachable G p.
Proof.
  unfold belongs. destruct sc; [easy | intros (P & q & H & _) | easy].
  induction H as [| q p s' c _ IH _ I | p i s' c _ IH _ [I _]]; [constructor | |];
    exact (reachable_move G p s' c IH I).
Qed.
End Value.

(** Related positions have one value if their ends and their moves are related both ways. *)
Lemma V_related (G H : game) (rel : pos G -> pos H -> Prop) :
  (forall p q, rel p q -> moves p = [] -> moves q = [] /\ payoff p = payoff q) ->
  (forall p q s c, rel p q -> In (s, c) (moves p) -> exists d, In (s, d) (moves q) /\ rel c d) ->
  (forall p q s d, rel p q -> In (s, d) (moves q) -> exists c, In (s, c) (moves p) /\ rel c d) ->
  forall p q, rel p q -> V G p = V H q.
Proof.
  intros O There Back. enough (K : forall r p q, (rank p < r)%nat -> rel p q -> V G p = V H q)
    by (intros p q; apply (K (S (rank p))); lia).
  induction r as [|r IH]; intros p q L X; [lia|]. destruct (moves p) as [|[s0 c0] l] eqn:E.
  { destruct (O p q X E). now rewrite !V_over. }
  assert (Np : moves p <> []) by now rewrite E. assert (Nq : moves q <> []).
  { intros Eq. destruct (There p q s0 c0 X) as (d & I & _); [rewrite E; now left|].
    now rewrite Eq in I. }
  assert (Same : forall s c d, In (s, c) (moves p) -> rel c d -> V G c = V H d)
    by (intros s c d I; apply IH; pose proof (rank_lt G p s c I); lia). apply Z.le_antisymm.
  - destruct (V_reached G p Np) as (s & c & I & ->). destruct (There p q s c X I) as (d & J & Y).
    rewrite (Same s c d I Y). now apply V_bound.
  - destruct (V_reached H q Nq) as (s & d & J & ->). destruct (Back p q s d X J) as (c & I & Y).
    rewrite <- (Same s c d I Y). now apply V_bound.
Qed.
