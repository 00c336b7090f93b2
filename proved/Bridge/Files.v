(** Proof. What files hold of a game on packed boards, they hold of the rules that it packs. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
From Proved Require Import Game Claims Value Check Closure Program Bridge.Symmetry.
From Proved Require Boards.Stones.
Open Scope Z_scope.

Section Files.
Variables G H : game. Variable K : packing G H. Variable sc : scope.
Variables keep certified : pos H -> bool.
Variables A C : pos H -> option entry. Variables bound v : Z.
Notation packs := (packs K). Notation name := (name K). Notation rep := (representative K).
Notation represent := (represent K). Notation images := (images K).
Notation region := (region G images rep). Notation board_region := (Game.region H eq id).
Notation claimed := (claimed G images rep (pos H) name A bound v).
Notation board_claimed := (Claims.claimed H eq id (pos H) id A bound v).
Notation needed := (needed G images rep (pos H) name sc certified A C bound).
Notation board_needed := (Claims.needed H eq id (pos H) id sc certified A C bound).
Let named := packs_name G H K.

(** [same p y]: the board [y] represents the position of play [p]. *)
Definition same (p : pos G) (y : pos H) : Prop := exists b, packs p b /\ y = represent b.

Lemma same_name p y : same p y -> name p = y.
Proof. intros (b & X & ->). now apply named. Qed.
Lemma same_value p y : same p y -> V H y = V G p.
Proof. intros (b & X & ->). now apply (V_represent G H K). Qed.
Lemma same_over p y : same p y -> moves p = [] <-> moves y = [].
Proof. intros (b & X & ->). now apply (over_represent G H K). Qed.
Lemma same_canonical p y i : same p y -> canonical H y i <-> canonical G (rep p) i.
Proof.
  intros (b & X & ->). symmetry. apply (canonical_packs G H K).
  now apply (packs_representative G H K).
Qed.
Lemma same_start : same start start.
Proof. destruct (packs_start G H K) as (b & X & E). now exists b. Qed.
Lemma move_to p y s c : same p y -> In (s, c) (moves p) ->
  exists z, same c z /\ In (s, z) (moves y).
Proof.
  intros (b & X & ->) I. destruct (move_to_rep G H K p b s c X I) as (d & Y & J).
  exists (represent d). split; [now exists d | easy].
Qed.
Lemma move_from p y s z : same p y -> In (s, z) (moves y) ->
  exists c, same c z /\ In (s, c) (moves p).
Proof.
  intros (b & X & ->) I. destruct (move_from_rep G H K p b s z X I) as (c & d & Y & -> & J).
  exists c. split; [now exists d | easy].
Qed.
Lemma play_to p y i s c : same p y -> plays G images rep p i s c ->
  exists z, same c z /\ plays H eq id y i s z.
Proof.
  intros (b & X & ->) I. destruct (plays_packs G H K p b i s c X I) as (d & Y & J).
  exists (represent d). split; [now exists d | easy].
Qed.
Lemma play_from p y i s z : same p y -> plays H eq id y i s z ->
  exists c, same c z /\ plays G images rep p i s c.
Proof.
  intros (b & X & ->) I. destruct (plays_packed G H K p b i s z X I) as (c & d & Y & -> & J).
  exists c. split; [now exists d | easy].
Qed.

Lemma lacking_same p y t : same p y ->
  lacking G _ name certified A bound p t <-> lacking H _ id certified A bound y t.
Proof. intros S. unfold lacking, id. now rewrite (same_over p y S), (same_name p y S). Qed.

(** Whatever is defined by moves goes over from the rules to the boards, and back. *)
Ltac by_rule := match goal with S : same ?p ?y |- exists _, same _ _ /\ _ =>
  (exists p + exists y); split;
    [exact S | first [econstructor 1; eassumption | econstructor 2; eassumption |
      econstructor 3; eassumption]] end.
Ltac to_boards := repeat match goal with
  | X : exists _, same _ _ /\ _ |- _ => destruct X as (? & ? & ?)
  | S : same ?p _, X : A (name ?p) = _ |- _ => rewrite (same_name _ _ S) in X
  | S : same ?p _, X : C (name ?p) = _ |- _ => rewrite (same_name _ _ S) in X
  | S : same ?p _, X : lacking G _ _ _ _ _ ?p _ |- _ => apply (lacking_same _ _ _ S) in X
  | S : same ?p _, X : canonical G (rep ?p) _ |- _ => apply (same_canonical _ _ _ S) in X
  | S : same ?p _, X : In _ (moves ?p) |- _ => apply (move_to _ _ _ _ S) in X
  | S : same ?p _, X : plays G _ _ ?p _ _ _ |- _ => apply (play_to _ _ _ _ _ S) in X
  end; first [by_rule | exists (@start H); split; [apply same_start | constructor]].
Ltac from_boards := repeat match goal with
  | X : exists _, same _ _ /\ _ |- _ => destruct X as (? & ? & ?)
  | S : same _ ?y, X : A (id ?y) = _ |- _ => unfold id in X; rewrite <- (same_name _ _ S) in X
  | S : same _ ?y, X : C (id ?y) = _ |- _ => unfold id in X; rewrite <- (same_name _ _ S) in X
  | S : same _ ?y, X : lacking H _ _ _ _ _ ?y _ |- _ => apply (lacking_same _ _ _ S) in X
  | S : same _ ?y, X : canonical H (id ?y) _ |- _ => apply (same_canonical _ _ _ S) in X
  | S : same _ ?y, X : In _ (moves ?y) |- _ => apply (move_from _ _ _ _ S) in X
  | S : same _ ?y, X : plays H _ _ ?y _ _ _ |- _ => apply (play_from _ _ _ _ _ S) in X
  end; first [by_rule | exists (@start G); split; [apply same_start | constructor]].

Lemma region_to P q p : region P q p -> exists y, same p y /\ board_region P q y.
Proof. induction 1; to_boards. Qed.
Lemma region_from P q y : board_region P q y -> exists p, same p y /\ region P q p.
Proof. induction 1; from_boards. Qed.
Lemma reachable_to p : reachable G p -> exists y, same p y /\ reachable H y.
Proof. induction 1; to_boards. Qed.
Lemma reachable_from y : reachable H y -> exists p, same p y /\ reachable G p.
Proof. induction 1; from_boards. Qed.
Lemma claimed_to s p t : claimed s p t -> exists y, same p y /\ board_claimed s y t.
Proof. induction 1; to_boards. Qed.
Lemma claimed_from s y t : board_claimed s y t -> exists p, same p y /\ claimed s p t.
Proof. induction 1; from_boards. Qed.
Lemma needed_to s p t : needed s p t -> exists y, same p y /\ board_needed s y t.
Proof. induction 1 as [p e i s c E R | |]; [apply reachable_to in R|..]; to_boards. Qed.
Lemma needed_from s y t : board_needed s y t -> exists p, same p y /\ needed s p t.
Proof. induction 1 as [y e i s z E R | |]; [apply reachable_from in R|..]; from_boards. Qed.

Notation due := (due G images rep (pos H) name sc A bound v).
Notation board_due := (Claims.due H eq id (pos H) id sc A bound v).

Lemma due_to s p : due s p -> exists y, same p y /\ board_due s y.
Proof.
  unfold Claims.due.
  destruct sc; [intros (t & D & L) | intros (P & q & D & L) | apply reachable_to].
  - destruct (claimed_to s p t D) as (y & S & Y). exists y. split; [easy | now exists t].
  - destruct (region_to P q p D) as (y & S & Y). exists y. split; [easy | now exists P, q].
Qed.
Lemma due_from s y : board_due s y -> exists p, same p y /\ due s p.
Proof.
  unfold Claims.due.
  destruct sc; [intros (t & D & L) | intros (P & q & D & L) | apply reachable_from].
  - destruct (claimed_from s y t D) as (p & S & Y). exists p. split; [easy | now exists t].
  - destruct (region_from P q y D) as (p & S & Y). exists p. split; [easy | now exists P, q].
Qed.

Theorem artifact_packed : artifact H eq id _ id sc keep A bound v ->
  artifact G images rep _ name sc keep A bound v.
Proof.
  intros (X & Y & Z). split; [|split].
  - intros s p D N K0. destruct (due_to s p D) as (y & S & Dy). rewrite (same_name p y S) in *.
    rewrite (same_over p y S) in N. destruct (X s y Dy N K0) as (e & E & R & T). exists e.
    do 2 (split; [easy|]). unfold true_entry in *. rewrite <- (same_value p y S).
    pose proof (same_canonical p y (move e) S) as Cn.
    destruct sc; destruct T as [T1 T2]; (split; [easy|]); intros Q; specialize (T2 Q);
      [|now apply Cn..]. destruct T2 as (s' & z & Pl).
    destruct (play_from p y _ s' z S Pl) as (c & _ & J). eauto.
  - intros y e E. destruct (Y y e E) as (Ky & R & O). do 2 (split; [easy|]). intros s Rs.
    destruct (O s Rs) as (z & D & N & Nm & W). unfold id in Nm. subst z.
    destruct (due_from s y D) as (p & S & Dp). destruct sc eqn:Sc.
    + destruct (W eq_refl) as [W'|W'].
      * exists p. rewrite (same_over p y S). auto using same_name.
      * destruct (claimed_from s y _ W') as (p' & S' & Cp). exists p'. rewrite (same_over p' y S').
        split; [|auto using same_name]. unfold Claims.due in *. destruct D as (t & D & L).
        exists (worth s (val e)). split; [easy|]. pose proof (proj2 (Z eq_refl s y t D) e L E). lia.
    + exists p. rewrite (same_over p y S). repeat split; auto using same_name; easy.
    + exists p. rewrite (same_over p y S). repeat split; auto using same_name; easy.
  - intros Q s p t D. destruct (claimed_to s p t D) as (y & S & Dy).
    rewrite <- (same_value p y S), (same_name p y S). now apply Z.
Qed.

Theorem certificate_packed : certificate H eq id _ id sc certified A C bound ->
  certificate G images rep _ name sc certified A C bound.
Proof.
  intros (Tr & X & Y). split; [|split].
  - intros s p t N. destruct (needed_to s p t N) as (y & S & Ny). rewrite <- (same_value p y S).
    now apply Tr.
  - intros p t N L. destruct (needed_to true p t N) as (y & S & Ny).
    apply (lacking_same p y t S) in L. destruct (X y t Ny L) as (e & E & W & s & z & Pl & T).
    exists e. rewrite (same_name p y S). do 2 (split; [easy|]).
    destruct (play_from p y _ s z S Pl) as (c & Sc & J). rewrite (same_value c z Sc) in T. eauto.
  - intros y e E. destruct (Y y e E) as (O & F & z & Nm & N & L). do 2 (split; [easy|]).
    unfold id in Nm. subst z. destruct (needed_from true y _ N) as (p & S & Np). exists p.
    rewrite (lacking_same p y _ S). auto using same_name.
Qed.

Theorem solution_packed : solution H eq id _ id sc keep certified A C bound v ->
  solution G images rep _ name sc keep certified A C bound v.
Proof.
  intros (S & _ & R & X & Y). split; [now rewrite <- (same_value _ _ same_start)|].
  split; [intros p q Rp Rq; destruct (reachable_packs G H K p Rp) as (b & Xb),
    (reachable_packs G H K q Rq) as (b' & Xb'); now apply (names G H K p q b b')|].
  split; [|split; [now apply artifact_packed | now apply certificate_packed]].
  intros p Rp. destruct (reachable_to p Rp) as (y & Sy & Ry). rewrite <- (same_value p y Sy).
    now apply R.
Qed.

Theorem counts_packed level count : counts H eq id _ id sc keep A bound v level count ->
  counts G images rep _ name sc keep A bound v level count.
Proof.
  intros X l. destruct (X l) as (L & N & Z & M). exists L. split; [easy|]. split; [easy|].
  intros y. rewrite M. unfold id.
  split; intros (Ly & Ky & s & z & D & E & Nm); (do 2 (split; [easy|])); exists s.
  - subst z. destruct (due_from s y D) as (p & S & Dp). exists p.
    rewrite (same_over p y S), (same_name p y S). auto.
  - exists y. subst y. destruct (due_to s z D) as (y & S & Dy).
    rewrite (same_over z y S), (same_name z y S) in *. auto.
Qed.
End Files.

Theorem files_hold (G H : game) (K : packing G H) B sc F v : right_rules H B ->
  passes H B sc F v -> exists A C bound, holds (art_table F) A /\ holds (cert_table F) C /\
  solution G (images K) (representative K) _ (name K) sc (keep B) (certified B) A C bound v /\
  (counted F = true ->
    counts G (images K) (representative K) _ (name K) sc (keep B) A bound v (level B) (ends_on F)).
Proof.
  intros R P. exists (art H B F), (cert H B F), (bound B).
  split; [now apply (art_holds H B sc F R (proj2 P))|].
  split; [now apply (cert_holds H B sc F R (proj2 P))|].
  split; [now apply solution_packed, passes_solution|]. intros X. now apply counts_packed,
    passes_counts.
Qed.

(** Scopes semi-strong and strong, as is to be read. *)
Theorem solved_packed (G H : game) (K : packing G H) accepts cut certified sc F v :
  proved G (images K) (representative K) (name K) accepts (stage K) ->
  sc <> Weak -> accepts cut certified sc F v ->
  solved G (images K) (representative K) sc (fun p => moves p <> []) (height K) (name K)
    (art_table F) (to_Z cut) v.
Proof.
  intros P W Yes. destruct (P _ _ _ _ _ Yes)
    as (A & C & b & Rows & _ & (S & N & _ & (X & Y & _) & _) & _).
  assert (L : forall s p, belongs G (images K) (representative K) sc s p ->
    (stage K (name K p) <=? cut)%uint63 = true <-> height K p <= to_Z cut).
  { intros s p D. destruct (reachable_packs G H K p (belongs_reachable _ _ _ _ _ _ D)) as (d & Xd).
    now rewrite (packs_name G H K p d Xd), leb_spec, (packs_stage G H K p d Xd). }
  do 2 (split; [easy|]). exists A. split; [easy|]. split.
  - intros s p (D & M & B). destruct (X s p) as (e & E); [now destruct sc | easy | |].
    { now apply (L s). } exists e. unfold true_entry in E. now destruct sc.
  - intros n e E. destruct (Y n e E) as (B & O & T). split; [easy|]. intros s Rs.
    destruct (T s Rs) as (p & D & M & E' & _). exists p. split; [|easy].
    assert (D' : belongs G (images K) (representative K) sc s p) by now destruct sc.
    split; [easy|]. split; [easy|]. apply (L s); [easy | now rewrite E'].
Qed.

Ltac by_packing K :=
  intros cut certified sc F v (memory & between & next & parts & Between & Yes);
  let R := fresh in
  match type of Yes with check ?H ?B _ _ _ _ _ _ = _ => assert (R : right_rules H B) by
    (apply Boards.Stones.stone_rules_right || auto);
    exact (files_hold _ _ K B sc F v R (check_passes _ B sc F v between next parts R Between Yes))
  end.
Tactic Notation "by_files" uconstr(K) uconstr(files) := intros cut certified sc F v W Yes;
  exact (solved_packed _ _ K _ cut certified sc F v files W Yes).
