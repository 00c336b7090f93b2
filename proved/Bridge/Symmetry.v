(** Proof. From a game on packed boards, where one board stands for all that are symmetric to it, to
    the rules that it packs: what is proved of the former holds of the latter. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Game Value.
Open Scope Z_scope.

(** [packs p b]: the board [b] is the position of play [p]; [images p q]: a symmetry of the board
    takes [p] to [q]. The moves of a board are those of the position, in order, and lead to
    representatives. *)
Record packing (G H : game) := Packing {
  packs : pos G -> pos H -> Prop;
  images : pos G -> pos G -> Prop;
  name : pos G -> pos H;
  representative : pos G -> pos G;
  represent : pos H -> pos H;
  packs_start : exists b, packs start b /\ start = represent b;
  packs_moves : forall p b, packs p b -> exists l,
    moves b = map (fun m => (fst m, represent (snd m))) l /\
    Forall2 (fun m m' => fst m = fst m' /\ packs (snd m) (snd m')) (moves p) l;
  packs_payoff : forall p b, packs p b -> moves p = [] -> payoff p = payoff b;
  packs_name : forall p b, packs p b -> name p = represent b;
  packs_representative : forall p b, packs p b ->
    packs (representative p) (represent b) /\ images p (representative p);
  images_sym : forall p q b, packs p b -> images p q -> images q p;
  images_over : forall p q b, packs p b -> images p q -> moves p = [] ->
    moves q = [] /\ payoff p = payoff q;
  images_move : forall p q b s c, packs p b -> images p q -> In (s, c) (moves p) ->
    exists d, In (s, d) (moves q) /\ images c d;
  images_represent : forall p q b b', packs p b -> packs q b' -> images p q ->
    represent b = represent b';
  stage : pos H -> int;
  height : pos G -> Z;
  packs_stage : forall p b, packs p b -> to_Z (stage (represent b)) = height p;
  images_same : forall p q b b', packs p b -> packs q b' -> represent b = represent b' ->
    images p q }.
Arguments packs {G H}. Arguments images {G H}. Arguments name {G H}.
Arguments representative {G H}. Arguments represent {G H}. Arguments stage {G H}.
Arguments height {G H}.

Section Symmetry.
Variables G H : game. Variable K : packing G H.
Notation packs := (packs K). Notation images := (images K). Notation name := (name K).
Notation rep := (representative K). Notation represent := (represent K).
Let rep_ok := packs_representative G H K.
Let sym := images_sym G H K.

Lemma nth_packs p b i s c : packs p b -> nth_error (moves p) i = Some (s, c) ->
  exists d, packs c d /\ nth_error (moves b) i = Some (s, represent d).
Proof.
  intros X. destruct (packs_moves G H K p b X) as (l & -> & F). rewrite nth_error_map.
  revert i. induction F as [|[s1 c1] [s2 c2] l1 l2 [E Y] F IH]; intros [|i] I; cbn in *; try easy.
  - injection I as <- <-. subst s2. now exists c2.
  - now apply IH.
Qed.

Lemma nth_packed p b i s y : packs p b -> nth_error (moves b) i = Some (s, y) ->
  exists c d, packs c d /\ y = represent d /\ nth_error (moves p) i = Some (s, c).
Proof.
  intros X. destruct (packs_moves G H K p b X) as (l & -> & F). rewrite nth_error_map.
  revert i. induction F as [|[s1 c1] [s2 c2] l1 l2 [E Y] F IH]; intros [|i] I; cbn in *; try easy.
  - injection I as <- <-. subst s2. now exists c1, c2.
  - now apply IH.
Qed.

Lemma in_packs p b s c : packs p b -> In (s, c) (moves p) ->
  exists d, packs c d /\ In (s, represent d) (moves b).
Proof.
  intros X I. destruct (In_nth_error _ _ I) as [i E].
  destruct (nth_packs p b i s c X E) as (d & Y & E'). exists d. split; [easy|].
  now apply (nth_error_In _ i).
Qed.

Lemma in_packed p b s y : packs p b -> In (s, y) (moves b) ->
  exists c d, packs c d /\ y = represent d /\ In (s, c) (moves p).
Proof.
  intros X I. destruct (In_nth_error _ _ I) as [i E].
  destruct (nth_packed p b i s y X E) as (c & d & Y & -> & E'). exists c, d.
  repeat split; [easy|]. now apply (nth_error_In _ i).
Qed.

Lemma over_packs p b : packs p b -> moves p = [] <-> moves b = [].
Proof.
  intros X. split; intros E.
  - destruct (moves b) as [|[s y] l] eqn:F; [easy|].
    destruct (in_packed p b s y X) as (c & _ & _ & _ & I); [rewrite F; now left |].
    now rewrite E in I.
  - destruct (moves p) as [|[s c] l] eqn:F; [easy|].
    destruct (in_packs p b s c X) as (d & _ & I); [rewrite F; now left |]. now rewrite E in I.
Qed.

Lemma over_images p q b b' : packs p b -> packs q b' -> images p q -> moves p = [] <-> moves q = [].
Proof.
  intros X Y S. split; intros E.
  - now apply (images_over G H K p q b X S).
  - now apply (images_over G H K q p b' Y (sym _ _ b X S)).
Qed.

Lemma move_to_rep p b s c : packs p b -> In (s, c) (moves p) ->
  exists d, packs c d /\ In (s, represent d) (moves (represent b)).
Proof.
  intros X I. destruct (rep_ok p b X) as [Xr S].
  destruct (images_move G H K p (rep p) b s c X S I) as (c' & I' & T).
  destruct (in_packs p b s c X I) as (d & Y & _).
  destruct (in_packs (rep p) (represent b) s c' Xr I') as (d' & Y' & J).
  exists d. split; [easy|]. now rewrite (images_represent G H K c c' d d' Y Y' T).
Qed.

Lemma move_from_rep p b s y : packs p b -> In (s, y) (moves (represent b)) ->
  exists c d, packs c d /\ y = represent d /\ In (s, c) (moves p).
Proof.
  intros X I. destruct (rep_ok p b X) as [Xr S].
  destruct (in_packed (rep p) (represent b) s y Xr I) as (c' & d' & Y' & -> & I').
  destruct (images_move G H K (rep p) p (represent b) s c' Xr (sym _ _ b X S) I') as (c & J & T).
  destruct (in_packs p b s c X J) as (d & Y & _). exists c, d. split; [easy|]. split; [|easy].
  now apply (images_represent G H K c' c d' d).
Qed.

Definition stands p y : Prop := packs p y \/ exists b, packs p b /\ y = represent b.
Lemma V_stands : forall p y, stands p y -> V G p = V H y.
Proof.
  apply V_related.
  - intros q y [X|(b & X & ->)] E.
    { split; [now apply (over_packs q) | now apply (packs_payoff G H K)]. }
    destruct (rep_ok q b X) as [Xr S]. destruct (images_over G H K q (rep q) b X S E) as [E' ->].
    split; [now apply (over_packs (rep q)) | now apply (packs_payoff G H K)].
  - intros q y s c [X|(b & X & ->)] I; [destruct (in_packs q y s c X I) as (d & Y & J) |
      destruct (move_to_rep q b s c X I) as (d & Y & J)];
      exists (represent d); (split; [easy | right; now exists d]).
  - intros q y s z [X|(b & X & ->)] I; [destruct (in_packed q y s z X I) as (c & d & Y & -> & J) |
      destruct (move_from_rep q b s z X I) as (c & d & Y & -> & J)];
      exists c; (split; [easy | right; now exists d]).
Qed.
Lemma V_packs p b : packs p b -> V G p = V H b.
Proof. intros X. apply V_stands. now left. Qed.
Lemma V_represent c d : packs c d -> V H (represent d) = V G c.
Proof. intros X. symmetry. apply V_stands. right. now exists d. Qed.

Lemma V_images p q b b' : packs p b -> packs q b' -> images p q -> V G p = V G q.
Proof.
  intros X Y I. rewrite <- (V_represent p b X), <- (V_represent q b' Y). f_equal.
  exact (images_represent G H K p q b b' X Y I).
Qed.

Theorem canonical_packs p b i : packs p b -> canonical G p i <-> canonical H b i.
Proof.
  intros X. rewrite !canonical_worths, <- (V_packs p b X).
  replace (worths H b) with (worths G p); [easy|]. unfold worths.
  destruct (packs_moves G H K p b X) as (l & -> & F). rewrite map_map.
  induction F as [|m m' l1 l2 [E Y] F IH]; [easy|]. cbn. rewrite IH, E. f_equal. f_equal.
  symmetry. now apply V_represent.
Qed.

Notation plays := (plays G images rep). Notation board_plays := (Game.plays H eq id).

Lemma plays_packs p b i s c : packs p b -> plays p i s c ->
  exists d, packs c d /\ board_plays (represent b) i s (represent d).
Proof.
  intros X (I & d & E & D). destruct (in_packs p b s c X I) as (bc & Y & _). exists bc.
  split; [easy|]. destruct (rep_ok p b X) as [Xr _].
  destruct (nth_packs (rep p) (represent b) i s d Xr E) as (bd & Yd & Ed).
  rewrite (images_represent G H K c d bc bd Y Yd D). now apply plays_id.
Qed.

Lemma plays_packed p b i s y : packs p b -> board_plays (represent b) i s y ->
  exists c d, packs c d /\ y = represent d /\ plays p i s c.
Proof.
  intros X E. apply plays_id in E. pose proof (nth_error_In _ _ E) as J.
  destruct (move_from_rep p b s y X J) as (c & d & Z & -> & I). exists c, d. split; [easy|].
  split; [easy|]. split; [easy|]. destruct (rep_ok p b X) as [Xr _].
  destruct (nth_packed (rep p) (represent b) i s _ Xr E) as (c' & d' & Z' & D & E').
  exists c'. split; [easy|]. exact (images_same G H K c c' d d' Z Z' D).
Qed.

Lemma over_represent p b : packs p b -> moves p = [] <-> moves (represent b) = [].
Proof.
  intros X. destruct (rep_ok p b X) as [Xr S].
  rewrite (over_images p (rep p) b (represent b) X Xr S). now apply over_packs.
Qed.

Theorem reachable_packs p : reachable G p -> exists b, packs p b.
Proof.
  induction 1 as [|p s c _ [b X] I]; [destruct (packs_start G H K) as (b & X & _); eauto|].
  destruct (in_packs p b s c X I) as (d & Y & _). eauto.
Qed.
Theorem names p q b b' : packs p b -> packs q b' -> images p (rep p) /\ V G (rep p) = V G p /\
  (name p = name q <-> images p q).
Proof.
  intros X Y. destruct (rep_ok p b X) as [Xr S]. split; [easy|].
  split; [now rewrite (V_packs _ _ Xr), (V_represent p b X)|].
  rewrite (packs_name G H K _ _ X), (packs_name G H K _ _ Y).
  split; [now apply images_same | now apply images_represent].
Qed.
End Symmetry.
