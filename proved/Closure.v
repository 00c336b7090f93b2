(** Proof. The records that the checker accepts are those of the region, or of all play. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Value Proved.Loop Proved.Search Proved.Check.
Open Scope Z_scope.

Definition role (b : bool) (e : entry) : bool := if b then opt e else free e.
Definition optimal (P q : player) : bool :=
  match P, q with First, First | Second, Second => true | _, _ => false end.

Lemma optimal_next P q s : optimal P (next s q) = xorb s (optimal P q).
Proof. now destruct P, q, s. Qed.
Lemma optimal_eq P q : optimal P q = true <-> q = P.
Proof. now destruct P, q. Qed.
Lemma optimal_other P q : optimal P q = false <-> q = other P.
Proof. now destruct P, q. Qed.

(** What an accepted file says, in the words of the checked game itself. *)
Record solves (G : game) (strong : bool) (B : board_rules G) (A : pos G -> option entry) (v : Z)
    : Prop := Solves {
  solves_start : V G start = v;
  solves_value : forall p e, A p = Some e -> V G p = val e;
  solves_move : forall p e, A p = Some e -> opt e = true -> canonical G p (move e);
  solves_kept : forall p e, A p = Some e ->
    keep B p = true /\ moves p <> [] /\ (opt e = true \/ free e = true);
  solves_region : strong = false -> forall P q p, R G P q p -> moves p <> [] -> keep B p = true ->
    exists e, A p = Some e /\ role (optimal P q) e = true;
  solves_within : strong = false -> forall p e b, A p = Some e -> role b e = true ->
    exists P q, optimal P q = b /\ R G P q p;
  solves_play : strong = true -> forall p, reachable G p -> moves p <> [] -> keep B p = true ->
    exists e, A p = Some e;
  solves_reached : strong = true -> forall p e, A p = Some e ->
    opt e = true /\ free e = true /\ reachable G p }.

Section Closure.
Variable G : game.
Variable B : board_rules G.
Variable strong : bool.
Variable F : files (pos G).
Variable right : right_rules G B.
Notation pos := (pos G).
Notation art := (art G B F).
Hypothesis all_art : forall i, to_Z i < to_Z (n_art F) -> accepts (sound G) (art_ok G B strong F i).
Hypothesis all_cert : forall j, to_Z j < to_Z (n_cert F) -> accepts (sound G) (cert_ok G B F j).
Variable v : Z.
Hypothesis the_start : accepts (sound G) (start_ok G B F v).
Let parts := art_parts G B strong F right all_art.
Let exact := art_exact G B strong F right all_art all_cert.
Let best := art_canonical G B strong F right all_art all_cert.
Let self := art_self G B strong F right all_art.

Lemma child_stored p e : art p = Some e -> forall k s c, nth_error (moves p) k = Some (s, c) ->
  moves c <> [] -> keep B c = true -> forall b, needs strong e k s b = true ->
  exists e', art c = Some e' /\ role b e' = true.
Proof.
  intros Ea k s c Ek Nc Kc b Nb.
  destruct (art_moves G B strong F right all_art all_cert p e Ea k s c Ek) as [_ S].
  destruct S as (e' & A & S1 & S2); [| | exact Kc |].
  - destruct (over B c) eqn:O; [|easy]. now apply (over_ok G B right) in O.
  - destruct b; rewrite Nb; auto using orb_true_r.
  - exists e'. split; [easy|]. destruct b; auto.
Qed.

Lemma kept_before (p : pos) s c : In (s, c) (moves p) -> keep B c = true -> keep B p = true.
Proof. apply (keep_up G B right). Qed.

Lemma start_stored : moves (@start G) <> [] -> keep B (@start G) = true ->
  exists e, art start = Some e /\ opt e = true /\ free e = true.
Proof.
  intros N K. destruct the_start as (m & m' & _ & S). unfold start_ok in S.
  destruct (over B start) eqn:O; [now apply (over_ok G B right) in O |]. rewrite K in S.
  injection S as S _. destruct (art start) as [e|]; [|easy]. rewrite !andb_true_iff in S.
  exists e. tauto.
Qed.

Lemma region_stored : strong = false -> forall P q p, R G P q p -> moves p <> [] ->
  keep B p = true -> exists e, art p = Some e /\ role (optimal P q) e = true.
Proof.
  intros X P q p H. induction H as [| q p s c H IH NP I | p k s c H IH Ca Ek]; intros N K.
  - destruct (start_stored N K) as (e & A & O & Fr). exists e. split; [easy|]. now destruct P.
  - destruct IH as (e & Ea & Er); [now intros E; rewrite E in I | now apply (kept_before p s c) |].
    destruct (In_nth_error _ _ I) as [k Ek].
    apply (child_stored p e Ea k s c Ek N K). rewrite optimal_next. unfold needs. rewrite X.
    assert (O : optimal P q = false)
      by (destruct (optimal P q) eqn:O; [now apply optimal_eq in O | easy]).
    rewrite O in *. cbn in Er. rewrite Er. now destruct s.
  - assert (I : In (s, c) (moves p)) by now apply (nth_error_In _ k).
    destruct IH as (e & Ea & Er); [now intros E; rewrite E in I | now apply (kept_before p s c) |].
    apply (child_stored p e Ea k s c Ek N K). rewrite optimal_next. unfold needs. rewrite X.
    assert (O : optimal P P = true) by now apply optimal_eq. rewrite O in *. cbn in Er.
    assert (k = move e) by (apply (canonical_unique G p); auto). subst k.
    rewrite Er, Nat.eqb_refl. now destruct s.
Qed.

Lemma play_stored : strong = true -> forall p, reachable G p -> moves p <> [] ->
  keep B p = true -> exists e, art p = Some e.
Proof.
  intros X p H. induction H as [| p s c H IH I]; intros N K.
  - destruct (start_stored N K) as (e & A & _). eauto.
  - destruct IH as (e & Ea); [now intros E; rewrite E in I | now apply (kept_before p s c) |].
    destruct (In_nth_error _ _ I) as [k Ek].
    destruct (child_stored p e Ea k s c Ek N K true) as (e' & A & _); [|eauto].
    unfold needs. now rewrite X.
Qed.

(** A record has a parent of lower number of moves made, so a chain of parents ends at the start. *)
Lemma by_parents (Q : int -> bool -> Prop) :
  (forall i b, (i <? n_art F)%uint63 = true -> role b (entry_at F i) = true ->
    start = at_art F i -> Q i b) ->
  (forall i b j k s c, (i <? n_art F)%uint63 = true -> (j <? n_art F)%uint63 = true ->
    nth_error (moves (at_art F j)) k = Some (s, c) -> c = at_art F i ->
    (strong = true -> forall b', role b' (entry_at F j) = true -> Q j b') ->
    (strong = false -> role (xorb b s) (entry_at F j) = true /\
      (xorb b s = true -> k = move (entry_at F j)) /\ Q j (xorb b s)) -> Q i b) ->
  forall i b, (i <? n_art F)%uint63 = true -> role b (entry_at F i) = true -> Q i b.
Proof.
  intros HS HP. destruct (max_below (fun i => rank (at_art F i)) (n_art F)) as [K HK].
  enough (D : forall d i, (K - rank (at_art F i) < d)%nat -> forall b,
    (i <? n_art F)%uint63 = true -> role b (entry_at F i) = true -> Q i b)
    by (intros i b; apply (D (S (K - rank (at_art F i)))); lia).
  induction d as [|d IH]; intros i L b Hi Hb; [lia |].
  destruct (parts i Hi) as (_ & _ & _ & _ & _ & _ & [E | [L1 L2]]); [now apply HS |].
  assert (X : exists h, leads G B strong F b (at_art F i) h = true) by (destruct b; eauto).
  destruct X as [[j k] X]. unfold leads in X. rewrite (child_ok G B right) in X.
  destruct (j <? n_art F)%uint63 eqn:Hj; [|easy].
  destruct (nth_error _ k) as [[s c]|] eqn:E; [|easy].
  destruct (eqb B c _) eqn:Ec; [|easy]. apply (eqb_ok G B right) in Ec.
  assert (Lj : (K - rank (at_art F j) < d)%nat).
  { pose proof (rank_lt G _ _ _ (nth_error_In _ _ E)). subst c.
    apply ltb_spec in Hj. specialize (HK j Hj). cbn in HK. lia. }
  apply (HP i b j k s c Hi Hj E Ec); [intros S b' Hb'; now apply IH |].
  intros S. rewrite S in X. destruct (xorb b s) eqn:Y; cbn.
  - destruct (opt (entry_at F j)) eqn:O; [|easy]. apply Nat.eqb_eq in X.
    split; [easy|]. split; [easy|]. now apply IH.
  - split; [easy|]. split; [easy|]. now apply IH.
Qed.

Lemma within_region : strong = false -> forall i, (i <? n_art F)%uint63 = true -> forall b,
  role b (entry_at F i) = true -> exists P q, optimal P q = b /\ R G P q (at_art F i).
Proof.
  intros S i Hi b Hb.
  apply (by_parents (fun i b => exists P q, optimal P q = b /\ R G P q (at_art F i))); try easy;
    clear i b Hi Hb.
  - intros i b _ _ <-. exists (if b then First else Second), First.
    split; [now destruct b | constructor].
  - intros i b j k s c _ Hj E <- _ H. destruct (H S) as (Hr & Hk & P & q & O & HR). clear H.
    exists P, (next s q). split; [rewrite optimal_next, O; now destruct b, s |].
    destruct (xorb b s) eqn:Y.
    + apply optimal_eq in O. subst q. apply (R_opt G P (at_art F j) k); [easy | | easy].
      rewrite (Hk eq_refl). apply best; [now apply self | easy].
    + apply (R_free G P q (at_art F j)); [easy | | now apply (nth_error_In _ k)].
      intros ->. now destruct P.
Qed.

Lemma within_play : strong = true -> forall i, (i <? n_art F)%uint63 = true ->
  reachable G (at_art F i).
Proof.
  intros S i Hi.
  enough (X : forall b, role b (entry_at F i) = true -> reachable G (at_art F i)).
  { destruct (parts i Hi) as (_ & _ & _ & [O|O] & _); [now apply (X true) | now apply (X false)]. }
  intros b Hb. revert i b Hi Hb. apply (by_parents (fun i _ => reachable G (at_art F i))).
  - intros i _ _ _ <-. constructor.
  - intros i b j k s c _ Hj E <- H _. apply (reachable_move G (at_art F j) s).
    + destruct (parts j Hj) as (_ & _ & _ & [O|O] & _);
        [now apply (H S true) | now apply (H S false)].
    + now apply (nth_error_In _ k).
Qed.

Theorem check_sound : solves G strong B art v.
Proof.
  constructor.
  - exact (start_value G B strong F right all_art all_cert v the_start).
  - exact exact.
  - exact best.
  - intros p e Ea. apply (art_some G B F right) in Ea as (i & Hi & <- & <-).
    destruct (parts i Hi) as (_ & K & O & Z & _). split; [easy|].
    split; [now apply (not_over G B right) | easy].
  - exact region_stored.
  - intros S p e b Ea Hb. apply (art_some G B F right) in Ea as (i & Hi & <- & <-).
    now apply within_region.
  - exact play_stored.
  - intros S p e Ea. apply (art_some G B F right) in Ea as (i & Hi & <- & <-).
    destruct (parts i Hi) as (_ & _ & _ & _ & X & _). destruct (X S). split; [easy|].
    split; [easy | now apply within_play].
Qed.
End Closure.

(** Start and records pass: in one piece, or in parts that the program checks separately. *)
Definition passes (G : game) (B : board_rules G) (strong : bool) (F : files (pos G)) (v : Z) :=
  accepts (sound G) (start_ok G B F v) /\
  (forall i, to_Z i < to_Z (n_art F) -> accepts (sound G) (art_ok G B strong F i)) /\
  (forall j, to_Z j < to_Z (n_cert F) -> accepts (sound G) (cert_ok G B F j)).

Section Passes.
Variable G : game.
Variable B : board_rules G.
Variable strong : bool.
Variable F : files (pos G).
Variable v : Z.
Hypothesis right : right_rules G B.

Theorem passes_solves : passes G B strong F v -> solves G strong B (art G B F) v.
Proof. intros (S & A & C). now apply check_sound. Qed.

Theorem passes_self : passes G B strong F v ->
  forall i, (i <? n_art F)%uint63 = true -> art G B F (at_art F i) = Some (entry_at F i).
Proof. intros (_ & A & _). now apply (art_self G B strong). Qed.

(** The memory is the empty one at first, then that which an earlier part returned. *)
Inductive arises : memory G -> Prop :=
| arises_empty : arises (empty B)
| arises_start m m' : arises m -> start_ok G B F v m = (true, m') -> arises m'
| arises_art m lo hi m' : arises m ->
    all_between lo hi (art_ok G B strong F) m = (true, m') -> arises m'
| arises_cert m lo hi m' : arises m ->
    all_between lo hi (cert_ok G B F) m = (true, m') -> arises m'.

Lemma arises_sound m : arises m -> sound G m.
Proof.
  induction 1 as [| m m' _ S E | m lo hi m' _ S E | m lo hi m' _ S E].
  - apply (empty_ok G B right).
  - now apply (start_sound G B F right v m).
  - apply (all_between_ok _ (sound G)) in E; [easy | apply (art_sound G B strong F right) | easy].
  - apply (all_between_ok _ (sound G)) in E; [easy | apply (cert_sound G B F right) | easy].
Qed.

Theorem parts_pass art_parts cert_parts :
  covers 0 (n_art F) art_parts = true -> covers 0 (n_cert F) cert_parts = true ->
  (exists m m', arises m /\ start_ok G B F v m = (true, m')) ->
  (forall lo hi, In (lo, hi) art_parts -> exists m m', arises m /\
    all_between lo hi (art_ok G B strong F) m = (true, m')) ->
  (forall lo hi, In (lo, hi) cert_parts -> exists m m', arises m /\
    all_between lo hi (cert_ok G B F) m = (true, m')) ->
  passes G B strong F v.
Proof.
  intros CA CC (m & m' & S & E) A C. split; [exists m, m'; auto using arises_sound|]. split.
  - intros i Hi. apply (covers_ok (fun i => accepts (sound G) (art_ok G B strong F i)) _ _ _ CA);
      [|pose proof (to_Z_bounded i); change (to_Z 0) with 0; lia].
    intros lo hi I. destruct (A lo hi I) as (m1 & m2 & S1 & E1). apply arises_sound in S1.
    now apply (all_between_ok _ (sound G)) in E1; [|apply (art_sound G B strong F right)|].
  - intros i Hi. apply (covers_ok (fun i => accepts (sound G) (cert_ok G B F i)) _ _ _ CC);
      [|pose proof (to_Z_bounded i); change (to_Z 0) with 0; lia].
    intros lo hi I. destruct (C lo hi I) as (m1 & m2 & S1 & E1). apply arises_sound in S1.
    now apply (all_between_ok _ (sound G)) in E1; [|apply (cert_sound G B F right)|].
Qed.

Theorem check_passes : check G B strong F v = true -> passes G B strong F v.
Proof.
  unfold check. destruct (start_ok G B F v _) as [[] m1] eqn:E1; [|easy].
  destruct (all_between 0 (n_art F) _ m1) as [[] m2] eqn:E2; [|easy].
  destruct (all_between 0 (n_cert F) _ m2) as [yes m3] eqn:E3. cbn. intros ->.
  pose proof (arises_start _ _ arises_empty E1) as S1. pose proof (arises_art _ _ _ _ S1 E2) as S2.
  assert (Whole : forall n, covers 0 n [(0, n)]%uint63 = true)
    by (intros n; cbn; rewrite !(proj2 (leb_spec _ _)) by lia; easy).
  apply (parts_pass _ _ (Whole (n_art F)) (Whole (n_cert F))).
  - exists (empty B), m1. split; [constructor | easy].
  - intros lo hi [[= <- <-]|[]]. now exists m1, m2.
  - intros lo hi [[= <- <-]|[]]. now exists m2, m3.
Qed.
End Passes.
