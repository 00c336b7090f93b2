(** Proof. The records that the checker accepts are those of the region, of all play, or those that
    claims lead to, and those of the certificate the ones needed. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Claims Value Loop Search Check Program.
Open Scope Z_scope.

Lemma same_next P q s : same P (next s q) = xorb s (same P q).
Proof. now destruct P, q, s. Qed.
Lemma same_eq P q : same P q = true <-> q = P.
Proof. now destruct P, q. Qed.
Lemma same_other P q : same P q = false <-> q <> P.
Proof. now destruct P, q. Qed.

(** The start and all records of the files pass their checks. *)
Definition passes (G : game) (B : board_rules G) (sc : scope) (F : files (pos G)) (v : Z) : Prop :=
  accepts (sound _) (start_ok G B sc F v) /\ all_accepted G B sc F.

Section Closure.
Variable G : game. Variable B : board_rules G. Variable sc : scope.
Variable F : files (pos G).
Variable v : Z.
Hypothesis right : right_rules G B.
Hypothesis pass : passes G B sc F v.
Notation the_start := (proj1 pass). Notation accepted := (proj2 pass). Notation pos := (pos G).
Notation art := (art G B F). Notation cert := (cert G B F). Notation present := (present G B F).
Notation region := (region G eq id). Notation claimed := (claimed G eq id pos id art (bound B) v).
Notation certified := (certified B).
Notation needed := (needed G eq id pos id sc certified art cert (bound B)).
Notation lacking := (lacking G pos id certified art (bound B)).
Notation due := (due G eq id pos id sc art (bound B) v).
Notation parts := (art_parts G B sc F right accepted).

Lemma record_parts p e : art p = Some e -> keep B p = true /\ over B p = false /\
  (opt e = true \/ free e = true) /\ (sc = Strong -> opt e = true /\ free e = true).
Proof.
  intros Ea. apply (look_some G B right) in Ea as (i & Hi & <- & <-).
  destruct (parts i Hi) as (_ & K & O & R & S & _). repeat split; try easy; apply S; now subst.
Qed.

Lemma no_move p : moves p = [] <-> over B p = true.
Proof. symmetry. apply (over_ok G B right). Qed.
Lemma not_over p : moves p <> [] <-> over B p = false.
Proof. rewrite no_move. now destruct (over B p). Qed.
Lemma kept_before (p : pos) s c : In (s, c) (moves p) -> keep B c = true -> keep B p = true.
Proof. apply (keep_up G B right). Qed.

Lemma not_over_before (p : pos) s c : In (s, c) (moves p) -> over B p = false.
Proof. intros I. apply not_over. intros O. now rewrite O in I. Qed.

(** ** What must be stored is. *)

Lemma start_present b : (sc = Weak -> worth b v < bound B) -> present b start (fun e => val e = v).
Proof.
  intros W K. destruct the_start as (m & m' & _ & S). unfold start_ok in S. rewrite K in S.
  destruct (over B start); [destruct (payoff _ =? v); now injection S |]. injection S as S _.
  assert (N : (if is_weak sc then worth b v <? bound B else true) = true).
  { destruct (is_weak sc) eqn:E; [|easy]. apply Z.ltb_lt, W. now apply is_weak_eq. }
  destruct (art start) as [e|].
  - rewrite !andb_true_iff, !eqb_true_iff, Z.eqb_eq in S. exists e. split; [easy|].
    destruct S as [[S1 S2] S3]. split; [|easy]. destruct b; cbn in *; congruence.
  - apply negb_true_iff, orb_false_iff in S. destruct b; cbn in *; destruct S; congruence.
Qed.

Lemma child_present p e k s c b : sc <> Weak -> art p = Some e ->
  nth_error (moves p) k = Some (s, c) -> needs sc e k s b = true ->
  present b c (fun _ => True).
Proof.
  intros X Ea Ek N. destruct (art_moves G B sc F right accepted p e X Ea) as [M _].
  destruct (M k s c Ek) as [_ [S _]]. now apply S.
Qed.

Lemma region_present P q p : sc = SemiStrong -> region P q p ->
  present (same P q) p (fun _ => True).
Proof.
  intros X H. assert (Y : sc <> Weak) by now rewrite X.
  induction H as [| q p s c H IH NP I | p k s c H IH Ca Pl].
  - intros K. pose proof (start_present (same P First) ltac:(easy) K) as S.
    destruct (over B start); [easy|]. destruct S as (e & ? & ? & _). eauto.
  - intros K. specialize (IH (kept_before p s c I K)). rewrite (not_over_before p s c I) in IH.
    destruct IH as (e & Ea & Er & _). destruct (In_nth_error _ _ I) as [k Ek].
    apply (child_present p e k s c); [easy.. | | easy]. rewrite same_next. apply same_other in NP.
    rewrite NP in *. unfold needs. cbn in Er. rewrite Er, X. now destruct s.
  - apply plays_id in Pl. pose proof (nth_error_In _ _ Pl) as I. intros K.
    specialize (IH (kept_before p s c I K)). rewrite (not_over_before p s c I) in IH.
    destruct IH as (e & Ea & Er & _). apply (child_present p e k s c); [easy.. | | easy].
    rewrite same_next. assert (O : same P P = true) by now apply same_eq. rewrite O in *. cbn in Er.
    unfold needs. rewrite Er, X. replace k with (move e); [rewrite Nat.eqb_refl; now destruct s|].
    apply (canonical_unique G p); [now apply (art_canonical G B sc F right accepted) | easy].
Qed.

Lemma play_present p b : sc = Strong -> reachable G p -> present b p (fun _ => True).
Proof.
  intros X H. induction H as [| p s c H IH I]; intros K.
  - pose proof (start_present b ltac:(now rewrite X) K) as S.
    destruct (over B start); [easy|]. destruct S as (e & ? & ? & _). eauto.
  - specialize (IH (kept_before p s c I K)). rewrite (not_over_before p s c I) in IH.
    destruct IH as (e & Ea & _ & _). destruct (In_nth_error _ _ I) as [k Ek].
    apply (child_present p e k s c); [now rewrite X | easy.. | now unfold needs; rewrite X | easy].
Qed.

Lemma claimed_present s p t : sc = Weak -> claimed s p t -> worth s (V G p) <= t /\
  (t < bound B -> present s p (fun e => worth s (val e) <= t)).
Proof.
  intros X H. assert (Shown : forall s c t, shown G B sc F s c t -> worth s (V G c) <= t /\
    (t < bound B -> present s c (fun e => worth s (val e) <= t))).
  { intros s' c t' [Tr Pr]. split; [|easy]. apply (Tr (S (rank c))); [|lia].
    exact (all_true G B sc F right accepted _). }
  induction H as [s | p t e s c H [_ IH] L Ea Pl | p t e s c H [_ IH] L Ea I].
  - rewrite (start_value G B sc F right accepted v the_start). split; [lia|]. intros L K.
    pose proof (start_present s (fun _ => L) K) as S. destruct (over B start); [easy|].
    destruct S as (e & Ea & Er & Ev). exists e. split; [easy|]. split; [easy|]. rewrite Ev. lia.
  - unfold id in Ea. destruct (record_parts p e Ea) as (K & O & _ & _). specialize (IH L K).
    rewrite O in IH. destruct IH as (e' & Ea' & Er & _). replace e' with e in * by congruence.
    apply plays_id in Pl. destruct (art_claims G B sc F right accepted p e X Ea) as [_ C].
    destruct (C Er) as (s' & c' & E & Sh). injection (eq_trans (eq_sym Pl) E) as <- <-.
    now apply Shown.
  - unfold id in Ea. destruct (record_parts p e Ea) as (K & O & _ & _). specialize (IH L K).
    rewrite O in IH. destruct IH as (e' & Ea' & Er & _). replace e' with e in * by congruence.
    destruct (art_claims G B sc F right accepted p e X Ea) as [C _]. apply Shown. now apply C.
Qed.

(** ** What is stored must be. *)

Lemma leads_parts b p h Q : leads G B sc F b p h Q = true ->
  exists p' e k s, art p' = Some e /\ nth_error (moves p') k = Some (s, p) /\
    (exists j, to_Z j < to_Z (records (art_table F)) /\ board_at (art_table F) j = p') /\
    (sc = Strong \/ role (xorb b s) e = true /\ (xorb b s = true -> k = move e)) /\
    (sc = Weak -> Q (if xorb b s then - val e else val e) = true).
Proof.
  destruct h as [j k]. unfold leads. rewrite (child_ok G B right).
  destruct (j <? records _)%uint63 eqn:Hj; [|easy].
  destruct (nth_error _ k) as [[s c]|] eqn:E; [|easy]. destruct (eqb B c _) eqn:Ec; [|easy].
  apply (eqb_ok G B right) in Ec. subst c. intros X. destruct (parts j Hj) as (Ea & _).
  apply ltb_spec in Hj. eexists _, _, k, s. split; [exact Ea|]. split; [exact E|]. split; [eauto|].
  unfold is_strong, is_weak in X. destruct sc; [| | split; [now left | easy]].
  all: destruct (if xorb b s then _ else _) eqn:Y in X; [|easy]; split; [right|easy].
  all: destruct (xorb b s); [|easy]; destruct (opt _) eqn:O in Y; [|easy];
    apply Nat.eqb_eq in Y; split; [exact O | easy].
Qed.

Lemma claimed_step b p t e k s c : claimed (xorb b s) p t -> t < bound B -> art p = Some e ->
  nth_error (moves p) k = Some (s, c) -> (xorb b s = true -> k = move e) ->
  claimed b c (if xorb b s then - val e else val e).
Proof.
  intros H L Ea Ek R. destruct (xorb b s) eqn:Y.
  - replace b with (negb s) by now destruct b, s. apply plays_id in Ek. rewrite R in Ek by easy.
    now apply (claimed_reply G _ _ _ _ _ _ _ p t e s c H L Ea).
  - replace b with s by now destruct b, s. apply (claimed_each G _ _ _ _ _ _ _ p t e s c H L Ea).
    now apply (nth_error_In _ k).
Qed.
Lemma arises_step b p e k s c : art p = Some e -> nth_error (moves p) k = Some (s, c) ->
  (sc = Strong \/ role (xorb b s) e = true /\ (xorb b s = true -> k = move e)) ->
  (sc = Weak -> (if xorb b s then - val e else val e) < bound B) ->
  due (xorb b s) p -> due b c.
Proof.
  intros Ea Ek R W. unfold Claims.due. destruct sc eqn:X.
  - intros (t & H & L). destruct R as [?|[_ R]]; [easy|]. eauto using claimed_step.
  - intros (P & q & H & O). exists P, (next s q).
    split; [|rewrite same_next, <- O; now destruct b, s]. symmetry in O.
    destruct R as [?|[Ro R]]; [easy|]. destruct (xorb b s) eqn:Y.
    + apply same_eq in O. subst q. apply (region_best G _ _ P p k);
        [easy | | now apply plays_id].
      rewrite (R eq_refl). now apply (art_canonical G B _ F right accepted).
    + apply same_other in O. apply (region_free G _ _ P q p); [easy | easy |].
      now apply (nth_error_In _ k).
  - intros H. apply (reachable_move G p s); [easy | now apply (nth_error_In _ k)].
Qed.

Lemma start_open b e : sc = Weak -> art start = Some e -> role b e = true -> worth b v < bound B.
Proof.
  intros X Ea R. destruct the_start as (m & m' & _ & S). unfold start_ok in S.
  destruct (record_parts _ _ Ea) as (K & O & _). rewrite O, K, Ea, (proj2 (is_weak_eq sc) X) in S.
  injection S as S _. rewrite !andb_true_iff, !eqb_true_iff in S. apply Z.ltb_lt.
  destruct S as [[S1 S2] _]. destruct b; cbn in *; congruence.
Qed.

Lemma start_due b e : art start = Some e -> role b e = true -> due b start.
Proof.
  intros Ea R. pose proof (fun X => start_open b e X Ea R) as L. unfold Claims.due.
  destruct sc; [| | constructor].
  - exists (worth b v). split; [constructor | now apply L].
  - exists (if b then First else Second), First. split; [constructor | now destruct b].
Qed.

(** A record's parent has a higher rank, so a chain of parents ends at the start. *)
Lemma record_arises p e b : art p = Some e -> role b e = true -> due b p.
Proof.
  destruct (max_below (fun i => rank (board_at (art_table F) i)) (records (art_table F)))
    as [K HK].
  enough (D : forall d p, (K - rank p < d)%nat -> forall e b, art p = Some e -> role b e = true ->
    due b p) by (apply (D (S (K - rank p))); lia).
  clear p e b. induction d as [|d IH]; intros p L e b Ea R; [lia|].
  pose proof Ea as Ea'. apply (look_some G B right) in Ea as (i & Hi & <- & <-).
  destruct (parts i Hi) as (_ & _ & _ & _ & _ & _ & [E | Le]); [|specialize (Le b R)].
  { rewrite <- E in *. now apply (start_due b (record_at (art_table F) i)). }
  apply leads_parts in Le as (p & e & k & s & Ea & Ek & (j & Hj & <-) & Y & W).
  assert (N : forall b', role b' e = true -> due b' (board_at (art_table F) j)).
  { intros b'. apply IH; [|easy]. pose proof (rank_lt G _ _ _ (nth_error_In _ _ Ek)).
    specialize (HK j Hj). cbn in HK. lia. }
  apply (arises_step b (board_at (art_table F) j) e k s); [easy | easy | exact Y | |].
  - intros X. specialize (W X). unfold strongest in W. destruct (_ <? bound B) eqn:Z; [|easy].
    now apply Z.ltb_lt in Z.
  - destruct Y as [X|[Y _]]; [|now apply N]. destruct (record_parts _ _ Ea) as (_ & _ & _ & S).
    destruct (S X) as [O _]. specialize (N true O). unfold Claims.due in *. now rewrite X in *.
Qed.

(** In scope weak, a record has the strongest bound. *)
Lemma record_claimed p e b : sc = Weak -> art p = Some e -> role b e = true ->
  exists t, claimed b p t /\ t < bound B /\ (role (negb b) e = true \/ worth b (val e) = t).
Proof.
  intros X Ea R. pose proof Ea as Ea'. apply (look_some G B right) in Ea as (i & Hi & <- & <-).
  destruct (parts i Hi) as (_ & _ & _ & _ & _ & _ & [E | Le]); [|specialize (Le b R)].
  - rewrite <- E in *. pose proof (start_open b _ X Ea' R) as L. exists (worth b v).
    split; [constructor|]. split; [easy|]. right. destruct (record_parts _ _ Ea') as (K & O & _).
    pose proof (start_present b (fun _ => L) K) as Pr. rewrite O in Pr.
    destruct Pr as (e & Ee & _ & <-). congruence.
  - apply leads_parts in Le as (p & e & k & s & Ea & Ek & _ & [?|[Y Z]] & W); [congruence|].
    specialize (W X). unfold strongest in W. destruct (_ <? bound B) eqn:L in W; [|easy].
    apply Z.ltb_lt in L. pose proof (record_arises p e (xorb b s) Ea Y) as A.
    unfold Claims.due in A. rewrite X in A. destruct A as (t & A & T).
    exists (if xorb b s then - val e else val e). split; [now apply (claimed_step b p t e k)|].
    split; [easy|]. destruct (role (negb b) _); [now left|]. right. now apply Z.eqb_eq in W.
Qed.

(** ** The certificate *)

Lemma cert_self j : to_Z j < to_Z (records (cert_table F)) ->
  cert (board_at (cert_table F) j) = Some (record_at (cert_table F) j).
Proof.
  intros L. destruct (proj1 (proj2 accepted) j L) as (m & m' & _ & H).
  apply (cert_parts G B sc F right) in H as (_ & E & _). apply ltb_spec in L.
  now apply (look_self G B right).
Qed.

Lemma cert_record p e : cert p = Some e -> exists j, to_Z j < to_Z (records (cert_table F)) /\
  board_at (cert_table F) j = p /\ record_at (cert_table F) j = e.
Proof. intros E. apply (look_some G B right) in E as (j & L & E). apply ltb_spec in L. eauto. Qed.
Lemma cert_move p e : cert p = Some e -> sc <> Weak /\ exists s c,
  nth_error (moves p) (move e) = Some (s, c) /\ val e <= worth s (V G c) /\
  accepts (sound _) (worth_le G B F (S (Check.passes B)) (negb s) c (- val e)).
Proof.
  intros E. destruct (cert_record p e E) as (j & Hj & <- & <-).
  destruct (proj1 (proj2 accepted) j Hj) as (m & m' & Sm & A).
  apply (cert_parts G B sc F right) in A as (Y & _ & _ & _ & _ & s & c & E' & A).
  split; [easy|]. exists s, c. split; [easy|]. split; [|now exists m, m'].
  apply (worth_le_ok G B sc F right _ Y) in A as [_ A]; [|easy].
  specialize (A (S (rank c)) (all_true G B sc F right accepted _) (Nat.lt_succ_diag_r _)).
  rewrite worth_neg in A. lia.
Qed.

Lemma needed_accepted s p t : needed s p t -> sc <> Weak /\
  (over B p = true \/ exists n, accepts (sound _) (worth_le G B F n s p t)).
Proof.
  intros H. induction H as [p e i s c X R Ea Fr N Pl | p t e s c H _ L Ec Pl | p t s c H IH L I].
  - assert (Y : sc <> Weak) by now rewrite X. split; [easy|]. apply plays_id in Pl. unfold id in Ea.
    destruct (art_moves G B sc F right accepted p e Y Ea) as [M _].
    destruct (M i s c Pl) as [_ [_ S]]. destruct (over B c); [now left | right].
    destruct (record_parts p e Ea) as (_ & _ & [O|O] & _); [|congruence].
    unfold needs, limit in S. rewrite X, O, Fr in S. cbn in S.
    apply Nat.eqb_neq in N. rewrite N in S. exists (Check.passes B). destruct s; now apply S.
  - destruct (cert_move p e Ec) as (Y & s' & d & E & _ & A). apply plays_id in Pl.
    injection (eq_trans (eq_sym Pl) E) as <- <-. eauto.
  - destruct L as (L & N & A & C). destruct IH as [Y [O|(n & m & m' & Sm & W)]].
    { now apply (over_ok G B right) in O. }
    split; [easy | right]. unfold id in *. apply Z.leb_gt in L. apply not_over in N as O.
    destruct n as [|n]; cbn [worth_le] in W; rewrite L, O, A, C in W; [easy|].
    apply (every_ok _ (sound _)) in W as [_ W]; [|intros a _ m1 m2 S1 W1;
      now apply (worth_le_ok G B sc F right n Y) in W1 | exact Sm]. exists n. exact (W _ I).
Qed.

Lemma needed_true s p t : needed s p t -> worth s (V G p) <= t.
Proof.
  intros H. induction H as [p e i s c X R Ea Fr N Pl | p t e s c H _ L Ec Pl | p t s c H IH L I].
  - assert (Y : sc <> Weak) by now rewrite X. apply plays_id in Pl. unfold id in Ea.
    destruct (art_moves G B sc F right accepted p e Y Ea) as [M _].
    destruct (M i s c Pl) as [[L1 L2] _]. destruct (Nat.ltb_spec i (move e)); [|easy].
    destruct (record_parts p e Ea) as (_ & _ & [O|O] & _); [specialize (L2 O H); lia|congruence].
  - destruct (cert_move p e Ec) as (_ & s' & d & E & W & _). apply plays_id in Pl.
    injection (eq_trans (eq_sym Pl) E) as <- <-. rewrite worth_neg. lia.
  - cbn in IH. pose proof (V_bound G p s c I). lia.
Qed.

Lemma lacks_lacking p t : lacks G B F p t = true <-> lacking p t.
Proof.
  unfold lacks, Claims.lacking, id. rewrite <- Z.ltb_lt, not_over.
  destruct (_ <? _), (over B p), (Check.certified B p), (art p); intuition easy.
Qed.

Lemma reaches_needed path : forall s c t p, reaches G B F path s c t p = true -> needed s c t ->
  needed true p t /\ lacking p t.
Proof.
  induction path as [|k path IH]; intros s c t p; cbn [reaches];
    (destruct (lacks G B F c t) eqn:L; [|easy]); apply lacks_lacking in L.
  - destruct s; [|easy]. intros E N. apply (eqb_ok G B right) in E. now subst c.
  - destruct s; [easy|]. rewrite (child_ok G B right).
    destruct (nth_error (moves c) k) as [[s' d]|] eqn:E; [|easy]. intros R N.
    apply (IH s' d); [easy|].
    apply (needed_each G _ _ _ _ _ _ _ _ _ c t s' d N L). now apply (nth_error_In _ k).
Qed.

Lemma reaches_rank path : forall s c t p, reaches G B F path s c t p = true ->
  (rank p <= rank c)%nat.
Proof.
  induction path as [|k path IH]; intros s c t p; cbn [reaches];
    (destruct (lacks G B F c t) eqn:L; [|easy]); (destruct s; try easy).
  - intros E. apply (eqb_ok G B right) in E. now subst c.
  - rewrite (child_ok G B right). destruct (nth_error (moves c) k) as [[s' d]|] eqn:E; [|easy].
    intros R. apply IH in R. pose proof (rank_lt G _ _ _ (nth_error_In _ _ E)). lia.
Qed.

Lemma arises_reachable b p : due b p -> sc <> Weak -> reachable G p.
Proof.
  unfold Claims.due. destruct sc; [easy | |]; intros D _; exact (belongs_reachable G _ _ _ b p D).
Qed.

Lemma record_needed j : to_Z j < to_Z (records (cert_table F)) ->
  let p := board_at (cert_table F) j in let e := record_at (cert_table F) j in
  opt e = true /\ free e = false /\ needed true p (- val e) /\ lacking p (- val e).
Proof.
  cbv zeta.
  destruct (max_below (fun i => rank (board_at (cert_table F) i)) (records (cert_table F)))
    as [K HK]. enough (D : forall d j, (K - rank (board_at (cert_table F) j) < d)%nat ->
    to_Z j < to_Z (records (cert_table F)) ->
    let p := board_at (cert_table F) j in let e := record_at (cert_table F) j in
    opt e = true /\ free e = false /\ needed true p (- val e) /\ lacking p (- val e))
    by (apply (D (S (K - rank (board_at (cert_table F) j)))); lia). clear j.
  induction d as [|d IH]; intros j L Hj; [lia|]. cbv zeta.
  destruct (proj1 (proj2 accepted) j Hj) as (m & m' & Sm & A).
  apply (cert_parts G B sc F right) in A as (Y & _ & O & Fr & N & _). split; [easy|].
  split; [easy|]. unfold need_ok in N. destruct (need F j) as [[[] i] path].
  - destruct (i <? _)%uint63 eqn:Hi; [|easy]. apply ltb_spec in Hi.
    destruct (_ =? _) eqn:E in N; [|easy]. apply Z.eqb_eq in E. rewrite (child_ok G B right) in N.
    destruct (nth_error _ _) as [[s d']|] eqn:Ed; [|easy].
    apply (reaches_needed _ _ _ _ _ N). rewrite <- E.
    pose proof (rank_lt G _ _ _ (nth_error_In _ _ Ed)). pose proof (reaches_rank _ _ _ _ _ N).
    pose proof (HK i Hi) as Ki. cbn in Ki. destruct (IH i ltac:(lia) Hi) as (_ & _ & N1 & L1).
    apply (needed_reply G _ _ _ _ _ _ _ _ _ _ _ _ _ _ N1 L1 (cert_self i Hi)). now apply plays_id.
  - destruct path as [|k path]; [easy|]. destruct (i <? _)%uint63 eqn:Hi; [|easy].
    destruct (free _) eqn:Fr' in N; [easy|]. destruct (k =? _)%nat eqn:Ek in N; [easy|].
    apply Nat.eqb_neq in Ek. destruct (_ =? _) eqn:E in N; [|easy]. apply Z.eqb_eq in E.
    rewrite (child_ok G B right) in N. destruct (nth_error _ _) as [[s d']|] eqn:Ed; [|easy].
    apply (reaches_needed _ _ _ _ _ N). rewrite <- E.
    destruct (parts i Hi) as (Ea & _ & _ & R & S & _). assert (Z : sc = SemiStrong).
    { destruct sc; [easy..|]. destruct (S eq_refl). congruence. }
    apply needed_other with (p := board_at (art_table F) i); try easy; [|now apply plays_id].
    apply (arises_reachable true); [|easy]. apply (record_arises _ _ true Ea).
    destruct R; [easy | congruence].
Qed.

(** ** The solution, in the words of the checked game itself *)

Notation stored := (keep B).

Lemma due_present b p : due b p -> present b p (fun _ => True).
Proof.
  pose proof region_present as R. pose proof (play_present p b) as S.
  pose proof (claimed_present b p) as W. unfold Claims.due. destruct sc.
  - intros (t & H & L) K. destruct (W t eq_refl H) as [_ Pr]. specialize (Pr L K).
    destruct (over B p); [easy|]. destruct Pr as (e & Ea & Ro & _). eauto.
  - intros (P & q & H & ->). now apply R.
  - now apply S.
Qed.

Lemma artifact_files : artifact G eq id pos id sc stored art (bound B) v.
Proof.
  split; [|split].
  - intros b p D N K. pose proof (due_present b p D K) as Pr. rewrite (proj1 (not_over p) N) in Pr.
    destruct Pr as (e & Ea & R & _). exists e. do 2 (split; [easy|]). unfold true_entry.
    pose proof (art_exact G B sc F right accepted p e) as X.
    pose proof (art_canonical G B sc F right accepted p e) as Y.
    pose proof (art_bound G B sc F right accepted p e b Ea (fun _ => R)) as Z.
    pose proof (art_claims G B sc F right accepted p e) as W. destruct sc.
    + split; [easy|]. intros ->. destruct (W eq_refl Ea) as [_ C].
      destruct (C R) as (s & c & E & _). exists s, c. now apply plays_id.
    + split; [now apply X | intros ->; now apply Y].
    + split; [now apply X | intros ->; now apply Y].
  - intros p e Ea. destruct (record_parts p e Ea) as (K & O & R & _). apply not_over in O.
    do 2 (split; [easy|]). intros b Rb. exists p. split; [now apply (record_arises p e)|].
    do 2 (split; [easy|]). intros X. destruct (record_claimed p e b X Ea Rb) as (t & H & _ & [T|T]);
      [now left | right; now rewrite T].
  - intros X b p t H. destruct (claimed_present b p t X H) as [T Pr]. split; [easy|].
    intros e L Ea. unfold id in Ea. destruct (record_parts p e Ea) as (K & O & _).
    specialize (Pr L K). rewrite O in Pr. destruct Pr as (e' & Ea' & _ & W). congruence.
Qed.

Lemma certificate_files : certificate G eq id pos id sc certified art cert (bound B).
Proof.
  split; [exact needed_true | split].
  - intros p t N L. destruct (needed_accepted true p t N) as [Y [O|(n & m & m' & _ & W)]].
    { apply lacks_lacking in L. unfold lacks in L. rewrite O in L. now destruct (_ <? _). }
    destruct L as (L & M & A & C). apply not_over in M. unfold id in *.
    apply Z.leb_gt in L. assert (K : exists e, cert p = Some e /\ - val e <= t).
    { destruct n as [|n]; cbn [worth_le] in W; rewrite L, M, A, C in W;
        (destruct (cert p) as [e|]; [|easy]); injection W as W _; apply Z.leb_le in W; eauto. }
    destruct K as (e & E & T). exists e. split; [easy|]. split; [lia|].
    destruct (cert_move p e E) as (_ & s & c & Ed & W' & _). exists s, c. now rewrite plays_id.
  - intros p e E. destruct (cert_record p e E) as (j & Hj & <- & <-).
    destruct (record_needed j Hj) as (O & Fr & N & L). split; [easy|]. split; [easy|].
    eexists. split; [reflexivity | now split].
Qed.

Theorem passes_solution :
  solution G eq id pos id sc stored certified art cert (bound B) v.
Proof.
  split; [exact (start_value G B sc F right accepted v the_start)|]. split; [easy|].
  split; [intros p _; exact (V_range G B right p)|].
  split; [exact artifact_files | exact certificate_files].
Qed.

(** ** Finished games *)

Lemma due_listed b p : due b p -> moves p = [] -> keep B p = true -> listed G B F p = true.
Proof.
  intros D N K. apply no_move in N. pose proof (due_present b p D K) as Pr. now rewrite N in Pr.
Qed.

Hypothesis count : counted F = true.

Lemma end_finished l i : to_Z l < to_Z (levels F) -> to_Z i < to_Z (records (ends F l)) ->
  let p := board_at (ends F l) i in index_of (ends F l) p = i /\ level B p = l /\ keep B p = true /\
  moves p = [] /\ exists b, due b p.
Proof.
  intros Hl Hi. cbv zeta. destruct (proj2 (proj2 accepted) count l Hl i Hi) as (m & m' & _ & E).
  unfold end_ok in E. injection E as E _. destruct (_ =? l)%uint63 eqn:E1 in E; [|easy].
  destruct (_ =? i)%uint63 eqn:E2 in E; [|easy]. apply Uint63.eqb_spec in E1, E2.
  destruct (keep B _) eqn:K; [|easy]. destruct (over B _) eqn:O; [|easy].
  do 3 (split; [easy|]). split; [now apply no_move|]. destruct (eqb B start _) eqn:S.
  - apply (eqb_ok G B right) in S. rewrite <- S. apply Z.ltb_lt in E. exists (0 <? v).
    unfold Claims.due. destruct sc; [| | constructor].
    + exists (worth (0 <? v) v). split; [constructor | destruct (Z.ltb_spec 0 v); cbn; lia].
    + exists (if 0 <? v then First else Second), First.
      split; [constructor | now destruct (0 <? v)].
  - destruct (end_parent F l i) as [b h]. exists b.
    apply leads_parts in E as (p & e & k & s & Ea & Ek & _ & Y & W).
    apply (arises_step b p e k s _ Ea Ek Y); [intros X; now apply Z.ltb_lt, W|].
    destruct Y as [X|[Y _]]; [|now apply (record_arises p e)].
    destruct (record_parts p e Ea) as (_ & _ & _ & R). destruct (R X) as [R1 _].
    pose proof (record_arises p e true Ea R1) as A. unfold Claims.due in *. now rewrite X in *.
Qed.

Theorem passes_counts :
  counts G eq id pos id sc stored art (bound B) v (level B) (ends_on F).
Proof.
  intros l. unfold ends_on. destruct (l <? levels F)%uint63 eqn:L.
  - apply ltb_spec in L. set (T := ends F l). set (number := fun n => of_Z (Z.of_nat n)).
    pose proof (to_Z_bounded (records T)) as Bn.
    assert (Num : forall n, (n < Z.to_nat (to_Z (records T)))%nat -> to_Z (number n) = Z.of_nat n).
    { intros n H. unfold number. rewrite of_Z_spec. apply Z.mod_small. lia. }
    exists (map (fun n => board_at T (number n)) (seq 0 (Z.to_nat (to_Z (records T))))).
    split; [|split].
    + apply (NoDup_map_inv (fun p => Z.to_nat (to_Z (index_of T p)))). rewrite map_map.
      rewrite (map_ext_in _ (fun n => n)), map_id; [apply seq_NoDup|].
      intros n I. apply in_seq in I.
      destruct (end_finished l (number n) L ltac:(fold T; rewrite Num; lia)) as [E _].
      fold T in E. rewrite E, Num; lia.
    + rewrite map_length, seq_length. lia.
    + intros p. rewrite in_map_iff. split.
      * intros (n & <- & I). apply in_seq in I.
        destruct (end_finished l (number n) L ltac:(fold T; rewrite Num; lia))
          as (_ & E & K & N & b & D). eauto 8.
      * intros (<- & K & b & p' & D & N & <-). apply due_listed in D; [|easy..].
        unfold listed, id in *. rewrite count, K in D. destruct (_ <? levels F)%uint63; [|easy].
        fold T in D. destruct (index_of T p' <? records T)%uint63 eqn:I; [|easy].
        apply ltb_spec in I. apply (eqb_ok G B right) in D.
        pose proof (to_Z_bounded (index_of T p')). exists (Z.to_nat (to_Z (index_of T p'))).
        unfold number. rewrite Z2Nat.id, of_to_Z by lia. split; [easy|]. apply in_seq. lia.
  - exists []. split; [constructor|]. split; [easy|]. intros p. split; [easy|].
    intros (<- & K & b & p' & D & N & <-). apply due_listed in D; [|easy..].
    unfold listed, id in *. now rewrite count, K, L in D.
Qed.
End Closure.

(** ** The check in parts *)

Theorem check_passes G B sc F v between next parts : right_rules G B -> checks_range between ->
  check G B sc F between next parts v = true -> passes G B sc F v.
Proof.
  intros right Between H. specialize (Between (sound _)). unfold check in H.
  destruct (start_ok G B sc F v (empty B)) as [[] m] eqn:S; [|easy].
  pose proof (empty_ok G B right) as E. split; [now exists (empty B), m|].
  apply (start_sound G B sc F right v _ _ E) in S.
  set (inv := fun x : progress G B => let '(m, (a, c, l)) := x in sound _ m /\
    (forall i, to_Z i < to_Z a -> accepts (sound _) (art_ok G B sc F i)) /\
    (forall i, to_Z i < to_Z c -> accepts (sound _) (cert_ok G B sc F i)) /\
    (forall k, to_Z k < to_Z l -> forall i, to_Z i < to_Z (records (ends F k)) ->
      accepts (sound _) (end_ok G B sc F k i))).
  assert (Grow : forall f a b m m', (forall i, keeps_sound (sound _) (f i)) -> sound _ m ->
    (forall i, to_Z i < to_Z a -> accepts (sound _) (f i)) -> between a b f m = (true, m') ->
    sound _ m' /\ forall i, to_Z i < to_Z b -> accepts (sound _) (f i)).
  { intros f a b m1 m2 K S1 A X. destruct (Between a b f m1 m2 K S1 X) as [S2 D].
    split; [easy|]. intros i L.
    destruct (Z.lt_ge_cases (to_Z i) (to_Z a)); [now apply A | now apply D]. }
  assert (Keeps : forall n, keeps_sound inv (part_ok G B sc F between next n)).
  { intros n (m1 & [a c] & l) (m2 & [a2 c2] & l2) (S1 & A & C & L) X. unfold part_ok in X.
    destruct (next n) as [hi | hi |].
    - destruct (between a hi _ m1) as [yes m3] eqn:Y. injection X as -> <- <- <- <-.
      apply Grow in Y as [S2 D]; [now repeat split | apply (art_sound G B sc F right) | easy..].
    - destruct (between c hi _ m1) as [yes m3] eqn:Y. injection X as -> <- <- <- <-.
      apply Grow in Y as [S2 D]; [now repeat split | apply (cert_sound G B sc F right) | easy..].
    - destruct (between _ _ _ m1) as [yes m3] eqn:Y. injection X as -> <- <- <- <-.
      apply Between in Y as [S2 D]; [|intros i; apply (end_sound G B sc F) | easy].
      do 3 (split; [easy|]). intros k Lk. destruct (Z.lt_ge_cases (to_Z k) (to_Z l)); [auto|].
      assert (k = l).
      { apply to_Z_inj. rewrite add_spec in Lk. change (to_Z 1) with 1 in Lk.
        pose proof (to_Z_bounded l). pose proof (Z.mod_le (to_Z l + 1) wB). lia. }
      subst k. intros i Li. apply D. pose proof (to_Z_bounded i). change (to_Z 0) with 0. lia. }
  destruct (all_between 0 parts _ _) as [yes (m' & [a c] & l)] eqn:A in H.
  rewrite !andb_true_iff in H. destruct H as [[[-> Ha] Hc] Hl].
  apply (all_between_ok _ inv _ _ _ _ _ Keeps) in A as [(_ & Ia & Ic & Il) _].
  - apply leb_spec in Ha, Hc. split; [intros i L; apply Ia; lia|].
    split; [intros i L; apply Ic; lia|]. intros T k L i Li. rewrite T in Hl. apply leb_spec in Hl.
    apply (Il k); lia.
  - split; [easy|]. change (to_Z 0) with 0.
    split; [|split]; intros i L; pose proof (to_Z_bounded i); lia.
Qed.

Lemma all_between_checks memory : checks_range (all_between (memory := memory)).
Proof. intros sound lo hi f m m' K S. now apply (all_between_ok _ sound). Qed.
