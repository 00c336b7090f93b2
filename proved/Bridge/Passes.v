(** Proof. Values, canonical moves and regions are the same whether passes are moves of their own or
    parts of the moves before them. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
From Proved Require Import Game Claims Value Rules.Passes.
Open Scope Z_scope.

Section Passes.
Variable G : game.
Variable pass : pos G -> option (pos G).
Variable right : forced_passes G pass.
Notation contract := (contract pass). Notation contracted := (contracted G pass right).
Let pass_only := pass_only G pass right.

Lemma V_pass p c : pass p = Some c -> V G p = - V G c.
Proof.
  intros H. pose proof (pass_only _ _ H) as E.
  destruct (V_reached G p) as (s & d & I & ->); [now rewrite E |].
  rewrite E in I. destruct I as [[= <- <-]|[]]. easy.
Qed.
Lemma worth_contract m :
  worth (fst (contract m)) (V G (snd (contract m))) = worth (fst m) (V G (snd m)).
Proof.
  unfold Rules.Passes.contract. destruct (pass (snd m)) as [d|] eqn:E; [|easy].
  rewrite (V_pass _ _ E). destruct m as [[] c]; cbn; lia.
Qed.

Theorem V_contracted (p : pos G) : V contracted p = V G p.
Proof.
  symmetry. apply (value_unique contracted).
  - intros q E. cbn in E. apply map_eq_nil in E. exact (V_over G q E).
  - intros q s c H. cbn in H. apply in_map_iff in H as ([s' c'] & E & I).
    pose proof (worth_contract (s', c')) as W. rewrite E in W. cbn in W. rewrite W.
    now apply (V_bound G).
  - intros q N. destruct (V_reached G q) as (s & c & I & E).
    { intros E. apply N. cbn. now rewrite E. }
    destruct (contract (s, c)) as [s' c'] eqn:X. exists s', c'. split.
    + cbn. apply in_map_iff. now exists (s, c).
    + rewrite E. pose proof (worth_contract (s, c)) as W. rewrite X in W. cbn in W. now rewrite W.
Qed.

Theorem canonical_contracted (p : pos G) i : canonical contracted p i <-> canonical G p i.
Proof.
  rewrite !canonical_worths, V_contracted. replace (worths contracted p) with (worths G p); [easy|].
  unfold worths. cbn [moves Rules.Passes.contracted]. rewrite map_map. apply map_ext. intros m.
  now rewrite V_contracted, worth_contract.
Qed.

(** ** The region: images of positions have images of passes, and so do representatives. *)
Variable images : pos G -> pos G -> Prop.
Variable representative : pos G -> pos G.
Hypothesis every_turn : forall p s c, In (s, c) (@moves G p) -> s = true.
Hypothesis images_pass : forall c d, images c d ->
  match pass c, pass d with
  | Some c', Some d' => images c' d'
  | None, None => True
  | _, _ => False
  end.
Hypothesis images_passed : forall c c' d d', pass c = Some c' -> pass d = Some d' ->
  images c' d' -> images c d.
Hypothesis images_representative : forall p, images p (representative p).
Notation region := (Game.region G images representative).
Notation region' := (Game.region contracted images representative).

Lemma through_pass P q c d : region P q c -> pass c = Some d -> region P (other q) d.
Proof.
  intros K X. pose proof (pass_only _ _ X) as Y.
  assert (I : In (true, d) (moves c)) by (rewrite Y; now left).
  pose proof (images_pass c (representative c) (images_representative c)) as N.
  rewrite X in N. destruct (pass (representative c)) as [e|] eqn:E; [|easy].
  assert (Pl : plays G images representative c 0 true d).
  { split; [easy|]. exists e. rewrite (pass_only _ _ E). now split. }
  assert (C : canonical G (representative c) 0).
  { exists true, e. rewrite (pass_only _ _ E). split; [easy|].
    split; [now rewrite (V_pass _ _ E) | intros; lia]. }
  destruct P, q.
  - exact (region_best G images representative First c 0%nat true d K C Pl).
  - exact (region_free G images representative First Second c true d K ltac:(discriminate) I).
  - exact (region_free G images representative Second First c true d K ltac:(discriminate) I).
  - exact (region_best G images representative Second c 0%nat true d K C Pl).
Qed.

Lemma plays_from p i s c : plays contracted images representative p i s c ->
  exists s' c', contract (s', c') = (s, c) /\ plays G images representative p i s' c'.
Proof.
  intros (I & d & E & Nm). cbn [moves Rules.Passes.contracted] in I, E.
  apply in_map_iff in I as ([s' c'] & Ec & I). rewrite nth_error_map in E.
  destruct (nth_error (moves (representative p)) i) as [[t d']|] eqn:Ed; [|easy].
  injection E as E. exists s', c'. split; [easy|]. split; [easy|]. exists d'.
  pose proof (every_turn _ _ _ I). pose proof (every_turn _ _ _ (nth_error_In _ _ Ed)). subst s' t.
  split; [easy|]. unfold Rules.Passes.contract in Ec, E. cbn in Ec, E.
  destruct (pass c') as [c1|] eqn:Xc, (pass d') as [d1|] eqn:Xd; injection Ec as <- <-;
    try discriminate E; injection E as <-; [|easy]. now apply (images_passed c' c1 d' d1).
Qed.
Lemma plays_to p i s c : plays G images representative p i s c ->
  plays contracted images representative p i (fst (contract (s, c))) (snd (contract (s, c))).
Proof.
  intros (I & d & E & Nm). split.
  { cbn [moves Rules.Passes.contracted]. apply in_map_iff. exists (s, c). split; [|easy].
    now destruct (contract (s, c)). }
  exists (snd (contract (s, d))). cbn [moves Rules.Passes.contracted]. rewrite nth_error_map, E.
  cbn [option_map]. pose proof (images_pass c d Nm) as N. unfold Rules.Passes.contract.
  cbn [fst snd]. destruct (pass c) as [c1|], (pass d) as [d1|]; easy.
Qed.

(** The region without the positions that must pass. *)
Theorem region_contracted P q (p : pos G) : pass p = None -> (region' P q p <-> region P q p).
Proof.
  assert (Through : forall q s' c' s c, region P (next s' q) c' -> contract (s', c') = (s, c) ->
    region P (next s q) c).
  { intros q' s' c' s c K E. unfold Rules.Passes.contract in E. cbn in E.
    destruct (pass c') as [d|] eqn:X; injection E as <- <-; [|easy].
    replace (next (negb s') q') with (other (next s' q')) by now destruct s', q'.
    now apply (through_pass P _ c'). }
  intros Np. split.
  - intros H. clear Np. induction H as [| q p s c H IH N I | p i s c H IH C B].
    + exact (region_start G images representative P).
    + cbn in I. apply in_map_iff in I as ([s' c'] & E & I). apply (Through q s' c'); [|easy].
      now apply (region_free G images representative P q p).
    + destruct (plays_from p i s c B) as (s' & c' & E & B'). apply (Through P s' c'); [|easy].
      apply (region_best G images representative P p i); [easy | | easy].
      now apply canonical_contracted.
  - intros H.
    enough (K : match pass p with Some d => region' P (other q) d | None => region' P q p end)
      by now rewrite Np in K. clear Np. induction H as [| q p s c H IH N I | p i s c H IH C B].
    + rewrite (pass_start G pass right). exact (region_start contracted images representative P).
    + destruct (pass p) as [d|] eqn:X.
      * rewrite (pass_only _ _ X) in I. destruct I as [[= <- <-]|[]].
        now rewrite (pass_once G pass right _ _ X).
      * assert (K : region' P (next (fst (contract (s, c))) q) (snd (contract (s, c)))).
        { apply (region_free contracted images representative P q p); [exact IH | exact N |].
          cbn. apply in_map_iff. exists (s, c). split; [|easy]. now destruct (contract (s, c)). }
        unfold Rules.Passes.contract in K. cbn in K. destruct (pass c); [|easy]. now destruct s, q.
    + destruct (pass p) as [d|] eqn:X.
      * destruct B as [I _]. rewrite (pass_only _ _ X) in I. destruct I as [[= <- <-]|[]].
        now rewrite (pass_once G pass right _ _ X).
      * assert (K : region' P (next (fst (contract (s, c))) P) (snd (contract (s, c)))).
        { apply (region_best contracted images representative P p i); [exact IH | |].
          - now apply canonical_contracted.
          - now apply plays_to. }
        unfold Rules.Passes.contract in K. cbn in K. destruct (pass c); [|easy]. now destruct s, P.
Qed.

(** ** All play, and claims *)
(** A move leads where it does without passes, or to a position that must pass, and then there. *)
Lemma contract_step (Q : bool -> pos G -> Prop) s c m : contract m = (s, c) -> Q (fst m) (snd m) ->
  (forall d, pass (snd m) = Some d -> Q (negb (fst m)) d) -> Q s c /\ pass c = None.
Proof.
  unfold Rules.Passes.contract. intros E X Y. destruct m as [s' c'], (pass _) as [d|] eqn:N;
    injection E as <- <-; [|easy]. split; [now apply Y | now apply (pass_once G pass right c')].
Qed.
Theorem reachable_contracted (p : pos G) :
  pass p = None -> (reachable contracted p <-> reachable G p).
Proof.
  intros N. split.
  - clear N. induction 1 as [|p s c H IH I]; [exact (reachable_start G)|].
    apply in_map_iff in I as ([s' c'] & E & I). pose proof (reachable_move G p s' c' IH I) as X.
    apply (contract_step (fun _ => reachable G) s c _ E X). intros d Y.
    apply (reachable_move G c' true d X). rewrite (pass_only c' d Y). now left.
  - intros H. enough (K : reachable contracted (match pass p with Some d => d | None => p end))
      by now rewrite N in K. clear N. induction H as [|p s c H IH I].
    + rewrite (pass_start G pass right). exact (reachable_start contracted).
    + destruct (pass p) as [d|] eqn:X.
      * rewrite (pass_only _ _ X) in I. destruct I as [[= <- <-]|[]].
        now rewrite (pass_once G pass right _ _ X).
      * apply (in_map contract) in I. unfold Rules.Passes.contract in I at 1. cbn in I.
        destruct (pass c); exact (reachable_move contracted p _ _ IH I).
Qed.

Theorem solved_contracted {class} sc (level : pos G -> Z) (name : pos G -> class) T cut v :
  (forall p q, V G (representative p) = V G p /\ (name p = name q <-> images p q)) ->
  solved contracted images representative sc (fun p => moves p <> []) level name T cut v ->
  solved G images representative sc (fun p => moves p <> [] /\ pass p = None) level name T cut v.
Proof.
  intros N (S & _ & A & R & X & Y).
  assert (No : forall p : pos G, reachable contracted p -> pass p = None).
  { intros p [|p' s c _ I]; [exact (pass_start G pass right)|].
    apply in_map_iff in I as ([s' c'] & E & _).
    now apply (contract_step (fun _ _ => True) s c _ E). }
  assert (Due : forall s (p : pos G), belongs contracted images representative sc s p /\
    @moves contracted p <> [] /\ level p <= cut <-> belongs G images representative sc s p /\
    (moves p <> [] /\ pass p = None) /\ level p <= cut).
  { intros s p. assert (M : @moves contracted p = [] <-> moves p = [])
      by (cbn; split; [apply map_eq_nil | now intros ->]). rewrite M.
    pose proof (No p) as Out. assert (E : pass p = None -> belongs contracted images representative
      sc s p <-> belongs G images representative sc s p).
    { intros Q. unfold belongs. destruct sc; [easy | | now apply reachable_contracted].
      split; intros (P & q & D & E); exists P, q; (split; [|easy]); now apply region_contracted. }
    pose proof (belongs_reachable contracted images representative sc s p). tauto. }
  split; [now rewrite <- V_contracted|]. split; [|exists A; split; [easy|]; split].
  - intros p q _ _. split; [apply images_representative | apply N].
  - intros s p D. rewrite <- V_contracted. destruct (X s p) as (e & E); [now apply Due|]. exists e.
    now rewrite <- canonical_contracted.
  - intros n e E. destruct (Y n e E) as [O Q]. split; [easy|]. intros s Rs.
    destruct (Q s Rs) as (p & D & E'). exists p. split; [now apply Due | easy].
Qed.

Variables (class : Type) (name : pos G -> class) (A : class -> option entry) (bound v : Z).
Notation claims := (claim_with_passes G pass images representative class name A bound v).
Notation claims' := (Claims.claimed contracted images representative class name A bound v).
Theorem claimed_contracted s (p : pos G) t : pass p = None -> (claims' s p t <-> claims s p t).
Proof.
  assert (Through : forall f t s c m, contract m = (s, c) -> claims (f (fst m)) (snd m) t ->
    (forall s, f (negb s) = negb (f s)) -> claims (f s) c t /\ pass c = None).
  { intros f t' s' c m E X F. apply (contract_step (fun s c => claims (f s) c t') s' c m E X).
    intros d P. rewrite F. now apply (claim_pass G pass _ _ _ _ _ _ _ _ (snd m)). }
  intros N. split; intros H.
  - enough (K : claims s p t /\ pass p = None) by easy. clear N.
    induction H as [s | p t e s c H [IH N] L E B | p t e s c H [IH N] L E I].
    + split; [exact (claim_start G pass _ _ _ _ A bound v s)|]. exact (pass_start G pass right).
    + destruct (plays_from p _ s c B) as (s' & c' & X & B').
      apply (Through negb _ s c _ X); [|easy]. now apply (claim_reply G pass _ _ _ _ _ _ _ p t e).
    + apply in_map_iff in I as ([s' c'] & X & I).
      apply (Through id _ s c _ X); [|easy]. now apply (claim_each G pass _ _ _ _ _ _ _ p t e).
  - enough (K : match pass p with Some d => claims' (negb s) d t | None => claims' s p t end)
      by now rewrite N in K.
    clear N. induction H as [s | s p t d H IH P | p t e s c H IH N L E B | p t e s c H IH N L E I].
    + rewrite (pass_start G pass right). exact (claimed_start contracted _ _ _ _ _ _ _ s).
    + rewrite P in IH. now rewrite (pass_once G pass right _ _ P).
    + rewrite N in IH. apply plays_to in B.
      pose proof (claimed_reply contracted _ _ _ _ _ _ _ p t e _ _ IH L E B) as K.
      unfold Rules.Passes.contract in K. cbn in K. now destruct (pass c).
    + rewrite N in IH. apply (in_map contract) in I.
      unfold Rules.Passes.contract in I at 1. cbn in I. destruct (pass c);
        exact (claimed_each contracted _ _ _ _ _ _ _ p t e _ _ IH L E I).
Qed.
End Passes.
