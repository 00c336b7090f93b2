(** Proof. The checker for any game, and that what it accepts is true. All that a file says reaches
    it as a function of an index, and so do hints where a position is stored and which record leads
    to it. Nothing is assumed of these functions, so what computes them needs no trust. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Claims Value Loop Search.
Open Scope Z_scope.

(** What the checker needs of a game: equality, its end, one move of the list alone, a bound of all
    payoffs, the most passes in a row, the cut, levels, the certificate's cut, and a search that is
    right when it says yes, with an empty memory for it. *)
Record board_rules (G : game) := BoardRules {
  eqb : pos G -> pos G -> bool;
  over : pos G -> bool;
  child : pos G -> nat -> option (bool * pos G);
  bound : Z;
  passes : nat;
  keep : pos G -> bool;
  level : pos G -> int;
  certified : pos G -> bool;
  searched : game;                        (* it may be another one, of the same values *)
  empty : memory searched;
  search : bool -> pos G -> Z -> memory searched -> bool * memory searched }.
Arguments eqb {G}. Arguments over {G}. Arguments child {G}. Arguments bound {G}.
Arguments passes {G}. Arguments keep {G}. Arguments level {G}. Arguments certified {G}.
Arguments searched {G}. Arguments empty {G}. Arguments search {G}.

Record right_rules (G : game) (B : board_rules G) : Prop := RightRules {
  eqb_ok : forall p q, eqb B p q = true <-> p = q;
  over_ok : forall p, over B p = true <-> moves p = [];
  child_ok : forall p k, child B p k = nth_error (moves p) k;
  bound_ok : forall p : pos G, moves p = [] -> - bound B <= payoff p <= bound B;
  keep_up : forall (p : pos G) s c, In (s, c) (moves p) -> keep B c = true -> keep B p = true;
  empty_ok : sound (searched B) (empty B);
  search_ok : forall s c t m shown m', sound _ m -> search B s c t m = (shown, m') ->
    sound _ m' /\ (shown = true -> worth s (V G c) <= t) }.

Section Check.
Variable G : game. Variable B : board_rules G. Variable sc : scope.
Variable F : files (pos G).
Notation pos := (pos G). Notation memory := (memory (searched B)).
Notation sound := (sound (searched B)).
Notation step := (memory -> bool * memory).

Definition is_strong : bool := match sc with Strong => true | _ => false end.
Definition is_weak : bool := match sc with Weak => true | _ => false end.

Definition look (T : table pos) (p : pos) : option entry :=
  let i := index_of T p in
  if (i <? records T)%uint63 then if eqb B (board_at T i) p then Some (record_at T i) else None
  else None.
Definition art : pos -> option entry := look (art_table F).
Definition cert : pos -> option entry := look (cert_table F).

(** A finished game is among those counted, if it must be. *)
Definition listed (c : pos) : bool :=
  if counted F then if keep B c then
    let l := level B c in
    if (l <? levels F)%uint63 then
      let i := index_of (ends F l) c in
      if (i <? records (ends F l))%uint63 then eqb B (board_at (ends F l) i) c else false
    else false
  else true else true.

(** The one kind of claim: the move ([s], [c]) is worth at most [t]. A lower bound is the same claim
    with the flag and the number negated. *)
Definition claim (s : bool) (c : pos) (t : Z) : step := fun m =>
  if bound B <=? t then (true, m) else search B s c t m.

Fixpoint worth_le (n : nat) (s : bool) (c : pos) (t : Z) : step := fun m =>
  if bound B <=? t then (true, m) else
  if over B c then (worth s (payoff c) <=? t, m) else
  match art c with
  | Some e => (worth s (val e) <=? t, m)
  | None =>
    match (if s then cert c else None) with
    | Some e => (- val e <=? t, m)
    | None =>
      let (shown, m) := if certified B c then (false, m) else search B s c t m in
      if shown then (true, m) else
      match n with
      | S n => if s then (false, m) else
          every (fun move => worth_le n (fst move) (snd move) t) (moves c) m
      | O => (false, m)
      end
    end
  end.

(** The moves from number [k] on are worth at most the value of the record, those before the stored
    one less, and what must be stored is, with its roles. One of the moves must be worth the value,
    or [reached] says that one before [k] is: the stored move if there is one. *)
Fixpoint moves_ok (e : entry) (k : nat) (reached : bool) (l : list (bool * pos)) : step := fun m =>
  match l with
  | [] => (reached, m)
  | (s, c) :: l =>
    let best := if opt e then (k =? move e)%nat else false in
    let t := if opt e then if (k <? move e)%nat then val e - 1 else val e else val e in
    let counts := if reached then false else if opt e then best else true in
    let need_opt := if is_strong then true else if s then free e else best in
    let need_free := if is_strong then true else if s then best else free e in
    if over B c then
      let w := worth s (payoff c) in
      if (if (if need_opt then true else need_free) then listed c else true) then
        if w <=? t then moves_ok e (S k) (if counts then w =? val e else reached) l m
        else (false, m)
      else (false, m)
    else
      if (if need_opt then true else need_free) then
        if keep B c then
          match art c with
          | Some e' =>
            let w := worth s (val e') in
            if (if need_opt then opt e' else true) then
            if (if need_free then free e' else true) then
            if w <=? t then moves_ok e (S k) (if counts then w =? val e else reached) l m
            else (false, m) else (false, m) else (false, m)
          | None => (false, m)
          end
        else
          let (shown, m) := claim s c t m in
          if shown then
            let (hit, m) := if counts then claim (negb s) c (- val e) m else (reached, m) in
            moves_ok e (S k) hit l m
          else (false, m)
      else
        let (shown, m) := worth_le (passes B) s c t m in
        if shown then moves_ok e (S k) reached l m else (false, m)
  end.

(** In scope weak: the claim is vacuous, or what decides it is the rules, a record, or a search. *)
Definition claim_ok (s : bool) (c : pos) (t : Z) : step := fun m =>
  if bound B <=? t then (true, m) else
  if over B c then (if worth s (payoff c) <=? t then listed c else false, m) else
  if keep B c then
    (match art c with
     | Some e => if role s e then worth s (val e) <=? t else false
     | None => false
     end, m)
  else search B s c t m.

Definition bounds_ok (p : pos) (e : entry) : step := fun m =>
  let (yes, m) :=
    if free e then every (fun move => claim_ok (fst move) (snd move) (val e)) (moves p) m
    else (true, m) in
  if yes then
    if opt e then
      match child B p (move e) with
      | Some (s, c) => claim_ok (negb s) c (- val e) m
      | None => (false, m)
      end
    else (true, m)
  else (false, m).

(** Move [k] of record [j] leads to [p] and gives it this role; in scope weak, with a claim. *)
Definition leads (b : bool) (p : pos) (h : int * nat) (right_claim : Z -> bool) : bool :=
  let '(j, k) := h in
  if (j <? records (art_table F))%uint63 then
    match child B (board_at (art_table F) j) k with
    | Some (s, c) =>
      if eqb B c p then
        if is_strong then true else
        let e := record_at (art_table F) j in
        if (if xorb b s then if opt e then (k =? move e)%nat else false else free e) then
          if is_weak then right_claim (if xorb b s then - val e else val e) else true
        else false
      else false
    | None => false
    end
  else false.
Definition strongest (e : entry) (b : bool) (t : Z) : bool :=
  if t <? bound B then if role (negb b) e then true else worth b (val e) =? t else false.

Definition record_ok (i : int) : bool :=
  let p := board_at (art_table F) i in
  let e := record_at (art_table F) i in
  if (index_of (art_table F) p =? i)%uint63 then if keep B p then
  if over B p then false else
  if (if is_strong then opt e && free e else opt e || free e) then
  if eqb B (@start G) p then true else
  if (if opt e then leads true p (parent F true i) (strongest e true) else true) then
  if free e then leads false p (parent F false i) (strongest e false) else true
  else false else false else false else false.

Definition art_ok (i : int) : step := fun m =>
  let p := board_at (art_table F) i in
  let e := record_at (art_table F) i in
  if record_ok i then if is_weak then bounds_ok p e m else moves_ok e 0 false (moves p) m
  else (false, m).

(** The certificate is needed for the claim, or for claims of moves on the way to [p]. *)
Definition lacks (c : pos) (t : Z) : bool :=
  if t <? bound B then if over B c then false else if certified B c then
  match art c with Some _ => false | None => true end else false else false.
Fixpoint reaches (path : list nat) (s : bool) (c : pos) (t : Z) (p : pos) : bool :=
  if lacks c t then
    match path with
    | [] => if s then eqb B c p else false
    | k :: path =>
      if s then false else
      match child B c k with Some (s', d) => reaches path s' d t p | None => false end
    end
  else false.
Definition need_ok (p : pos) (t : Z) (h : bool * int * list nat) : bool :=
  let '(by_certificate, i, path) := h in
  if by_certificate then
    let e := record_at (cert_table F) i in
    if (i <? records (cert_table F))%uint63 then if - val e =? t then
    match child B (board_at (cert_table F) i) (move e) with
    | Some (s, d) => reaches path (negb s) d t p
    | None => false
    end else false else false
  else
    match path with
    | [] => false
    | k :: path =>
      let e := record_at (art_table F) i in
      if (i <? records (art_table F))%uint63 then
      if free e then false else if (k =? move e)%nat then false else
      if (if (k <? move e)%nat then val e - 1 else val e) =? t then
      match child B (board_at (art_table F) i) k with
      | Some (s, c) => reaches path s c t p
      | None => false
      end else false else false
    end.

Definition cert_ok (j : int) : step := fun m =>
  let p := board_at (cert_table F) j in
  let e := record_at (cert_table F) j in
  if (index_of (cert_table F) p =? j)%uint63 then
  if (if opt e then negb (free e) else false) then
  if need_ok p (- val e) (need F j) then
  match sc, child B p (move e) with
  | Weak, _ | _, None => (false, m)
  | _, Some (s, d) => worth_le (S (passes B)) (negb s) d (- val e) m
  end else (false, m) else (false, m) else (false, m).

Definition end_ok (l i : int) : step := fun m =>
  let p := board_at (ends F l) i in
  (if (level B p =? l)%uint63 then if (index_of (ends F l) p =? i)%uint63 then
   if keep B p then if over B p then
   if eqb B (@start G) p then 0 <? bound B else
   let '(b, h) := end_parent F l i in leads b p h (fun t => t <? bound B)
   else false else false else false else false, m).

Definition start_ok (v : Z) : step := fun m =>
  if over B (@start G) then (if payoff (@start G) =? v then listed start else false, m) else
  if keep B (@start G) then
    let wants s := if is_weak then worth s v <? bound B else true in
    (match art (@start G) with
     | Some e =>
       Bool.eqb (opt e) (wants true) && Bool.eqb (free e) (wants false) && (val e =? v)
     | None => negb (wants true || wants false)
     end, m)
  else
    let (shown, m) := claim false (@start G) v m in
    if shown then claim true (@start G) (- v) m else (false, m).

(** The start and all records: in parts, each from the memory that the one before returned. [next]
    says up to which record a part goes, [between] how its records are checked. *)
Inductive part := Art (hi : int) | Cert (hi : int) | Ends.
Definition progress : Type := memory * (int * int * int).
Definition part_ok (between : int -> int -> (int -> step) -> step) (next : int -> part) (n : int)
    : progress -> bool * progress := fun '(m, (a, c, l)) =>
  match next n with
  | Art hi => let (yes, m) := between a hi art_ok m in (yes, (m, (hi, c, l)))
  | Cert hi => let (yes, m) := between c hi cert_ok m in (yes, (m, (a, hi, l)))
  | Ends => let (yes, m) := between 0%uint63 (records (ends F l)) (end_ok l) m in
      (yes, (m, (a, c, l + 1)))
  end%uint63.
Definition check between (next : int -> part) (parts : int) (v : Z) : bool :=
  let (yes, m) := start_ok v (empty B) in
  if yes then
    let '(yes, (_, (a, c, l))) :=
      all_between 0 parts (part_ok between next) (m, (0, 0, 0)%uint63) in
    yes && (records (art_table F) <=? a)%uint63 && (records (cert_table F) <=? c)%uint63 &&
    (negb (counted F) || (levels F <=? l)%uint63)
  else false.

(** ** Truth *)

Variable right : right_rules G B.
Let eqb_ok := eqb_ok G B right.
Let over_ok := over_ok G B right.
Let search_ok := search_ok G B right.

Lemma worth_neg s v : worth (negb s) v = - worth s v.
Proof. destruct s; cbn; lia. Qed.

Lemma V_range : forall p, - bound B <= V G p <= bound B.
Proof.
  enough (K : forall r p, (rank p < r)%nat -> - bound B <= V G p <= bound B)
    by (intros p; apply (K (S (rank p))); lia). induction r as [|r IH]; intros p L; [lia |].
  destruct (moves p) as [|m l] eqn:E; [rewrite V_over by easy; now apply (bound_ok G B right) |].
  destruct (V_reached G p) as (s & c & I & ->); [now rewrite E |]. pose proof (rank_lt G _ _ _ I).
  assert (K := IH c). destruct s; cbn; lia.
Qed.

Lemma worth_range s p : worth s (V G p) <= bound B.
Proof. pose proof (V_range p). destruct s; cbn; lia. Qed.

Lemma over_value p : over B p = true -> V G p = payoff p.
Proof. intros O. apply over_ok in O. now apply V_over. Qed.

Lemma not_over p : over B p = false -> moves p <> [].
Proof. intros O E. apply over_ok in E. congruence. Qed.

Lemma look_some T p e : look T p = Some e ->
  exists i, (i <? records T)%uint63 = true /\ board_at T i = p /\ record_at T i = e.
Proof.
  unfold look. destruct (_ <? _)%uint63 eqn:L; [|easy]. destruct (eqb B _ _) eqn:E; [|easy].
  intros [= <-]. apply eqb_ok in E. eauto.
Qed.

Lemma look_self T i : index_of T (board_at T i) = i -> (i <? records T)%uint63 = true ->
  look T (board_at T i) = Some (record_at T i).
Proof. intros E L. unfold look. now rewrite E, L, (proj2 (eqb_ok _ _) eq_refl). Qed.
Lemma look_holds T : (forall i, (i <? records T)%uint63 = true -> index_of T (board_at T i) = i) ->
  holds T (look T).
Proof.
  intros H. split; [intros i L; now apply look_self; [apply H|]|]. intros n N.
  destruct (look T n) as [e|] eqn:E; [|easy]. apply look_some in E as (i & L & <- & _). exists i.
  split; [easy|]. intros j (J & E). rewrite <- (H i L), <- (H j J). congruence.
Qed.

(** Records with a lower rank say nothing false. *)
Definition true_below (r : nat) : Prop := forall p, (rank p < r)%nat ->
  (forall e s, art p = Some e -> (sc = Weak -> role s e = true) ->
    worth s (V G p) <= worth s (val e)) /\
  (forall e, cert p = Some e -> val e <= V G p).

Lemma exact_below r p e : sc <> Weak -> true_below r -> (rank p < r)%nat -> art p = Some e ->
  V G p = val e.
Proof.
  intros X T L A. destruct (T p L) as [K _].
  pose proof (K e true A) as K1. pose proof (K e false A) as K2. cbn in K1, K2.
  enough (- V G p <= - val e /\ V G p <= val e) by lia. split; [apply K1 | apply K2]; easy.
Qed.

Lemma claim_true s c t m m' : sound m -> claim s c t m = (true, m') ->
  sound m' /\ worth s (V G c) <= t.
Proof.
  unfold claim. intros S. destruct (bound B <=? t) eqn:D.
  - intros [= <-]. apply Z.leb_le in D. pose proof (worth_range s c). split; [easy | lia].
  - intros E. apply search_ok in E as [S' K]; [|easy]. split; [easy | now apply K].
Qed.

Lemma worth_le_ok n : sc <> Weak -> forall s c t m m', sound m ->
  worth_le n s c t m = (true, m') ->
  sound m' /\ forall r, true_below r -> (rank c < r)%nat -> worth s (V G c) <= t.
Proof.
  intros Exact. induction n as [|n IH]; intros s c t m m' S H; cbn [worth_le] in H.
  all: destruct (bound B <=? t) eqn:D;
    [pose proof (worth_range s c); apply Z.leb_le in D; injection H as <-; split; [easy | lia] |].
  all: destruct (over B c) eqn:O;
    [rewrite over_value by easy; injection H as H <-; split; [easy | now apply Z.leb_le in H] |].
  all: destruct (art c) as [e|] eqn:A; [injection H as H <-; split; [easy|]; intros r T L;
    rewrite (exact_below r c e Exact T L A); now apply Z.leb_le |].
  all: destruct (if s then cert c else None) as [b|] eqn:C; [destruct s; [|easy];
    injection H as H <-; split; [easy|]; intros r T L;
    pose proof (proj2 (T c L) b C); apply Z.leb_le in H; cbn; lia |].
  all: assert (K : forall shown m1, (if certified B c then (false, m) else search B s c t m) =
    (shown, m1) -> sound m1 /\ (shown = true -> worth s (V G c) <= t))
    by (intros shown m1; destruct (certified B c); [now intros [= <- <-] | now apply search_ok]).
  all: destruct (if certified B c then (false, m) else search B s c t m) as [[] m1] eqn:E;
    destruct (K _ _ eq_refl) as [S1 W]; [injection H as <-; split; [easy | now auto] |].
  { easy. }
  destruct s; [easy|]. assert (K' : forall a, keeps_sound sound (worth_le n (fst a) (snd a) t))
    by (intros a m2 m3 S2 H2; now apply (IH (fst a) (snd a) t m2 m3)).
  apply (every_ok _ sound) in H as [S' D']; [|now intros a _|exact S1]. split; [easy|].
  intros r T L. destruct (V_reached G c (not_over c O)) as (s & d & I & Ed). cbn. rewrite Ed.
  destruct (D' _ I) as (m2 & m3 & S2 & W2). apply (IH s d t m2 m3 S2 W2) with (r := r); [easy|].
  pose proof (rank_lt G _ _ _ I). lia.
Qed.

(** What [moves_ok] shows of one move. *)
Definition present (b : bool) (c : pos) (Q : entry -> Prop) : Prop := keep B c = true ->
  if over B c then listed c = true else exists e, art c = Some e /\ role b e = true /\ Q e.
Definition needs (e : entry) (k : nat) (s b : bool) : bool :=
  let best := opt e && (k =? move e)%nat in is_strong || (if xorb s b then best else free e).
Definition limit (e : entry) (k : nat) : Z :=
  if opt e then if (k <? move e)%nat then val e - 1 else val e else val e.
Definition is_stored (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  (forall b, needs e k s b = true -> present b c (fun _ => True)) /\
  (needs e k s true || needs e k s false = false -> over B c = false ->
    accepts sound (worth_le (passes B) s c (limit e k))).
Definition is_bounded (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  worth s (V G c) <= val e /\
  (opt e = true -> (k < move e)%nat -> worth s (V G c) < val e).
Definition hits (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  val e <= worth s (V G c) /\ (opt e = true -> k = move e).

Lemma moves_ok_spec e : sc <> Weak -> forall l k reached m m',
  sound m -> moves_ok e k reached l m = (true, m') -> sound m' /\
  forall r, true_below r -> (forall s c, In (s, c) l -> (rank c < r)%nat) ->
  (forall j s c, nth_error l j = Some (s, c) ->
    is_bounded e (k + j) s c /\ is_stored e (k + j) s c) /\
  (reached = true \/ exists j s c, nth_error l j = Some (s, c) /\ hits e (k + j) s c).
Proof.
  intros Exact. induction l as [|[s c] l IH]; intros k reached m m' Sm H.
  { injection H as -> <-. split; [easy|]. split; [now intros [] | now left]. }
  cbn [moves_ok] in H.
  change (if opt e then if (k <? move e)%nat then val e - 1 else val e else val e)
    with (limit e k) in H. set (t := limit e k) in H.
  assert (Tt : worth s (V G c) <= t -> is_bounded e k s c).
  { unfold is_bounded. subst t. unfold limit. destruct (opt e);
      [destruct (Nat.ltb_spec k (move e))|]; intros X; repeat split; intros; try lia; easy. }
  set (counts := if reached then false else if opt e then
    if opt e then (k =? move e)%nat else false else true) in H.
  assert (Tc : counts = true -> opt e = true -> k = move e).
  { subst counts. intros X Y. rewrite Y in X. destruct reached; [easy|]. now apply Nat.eqb_eq. }
  assert (Done : forall reached' m1, sound m1 -> moves_ok e (S k) reached' l m1 = (true, m') ->
    (forall r, true_below r -> (rank c < r)%nat -> worth s (V G c) <= t /\ is_stored e k s c /\
      (reached' = true -> reached = true \/ counts = true /\ val e <= worth s (V G c))) ->
    sound m' /\ forall r, true_below r -> (forall s' c', In (s', c') ((s, c) :: l) ->
      (rank c' < r)%nat) ->
    (forall j s0 c0, nth_error ((s, c) :: l) j = Some (s0, c0) ->
      is_bounded e (k + j) s0 c0 /\ is_stored e (k + j) s0 c0) /\
    (reached = true \/ exists j s0 c0, nth_error ((s, c) :: l) j = Some (s0, c0) /\
      hits e (k + j) s0 c0)).
  { intros reached' m1 S1 H' X. destruct (IH (S k) reached' m1 m' S1 H') as [Sm' K].
    split; [easy|]. intros r T L. destruct (X r T (L s c (or_introl eq_refl))) as (B' & S' & Y).
    destruct (K r T) as [K1 K2]; [intros; apply (L s0); now right|]. split.
    - intros [|j] s0 c0; cbn; [intros [= <- <-]; rewrite Nat.add_0_r; auto |].
      rewrite Nat.add_succ_r. apply K1.
    - destruct K2 as [K2 | (j & s0 & c0 & E & K2)].
      + destruct (Y K2) as [R | [C W]]; [now left | right]. exists O, s, c. cbn.
        rewrite Nat.add_0_r. repeat split; auto.
      + right. exists (S j), s0, c0. rewrite Nat.add_succ_r. now split. }
  clearbody counts. clear Tt Tc IH.
  set (n1 := if is_strong then true else if s then free e else _) in H.
  set (n2 := if is_strong then true else if s then _ else free e) in H.
  assert (N1 : needs e k s true = n1)
    by (subst n1; unfold needs; now destruct is_strong, s, (opt e)).
  assert (N2 : needs e k s false = n2)
    by (subst n2; unfold needs; now destruct is_strong, s, (opt e)). unfold is_stored in Done.
  rewrite N1, N2 in Done. clearbody n1 n2. destruct (over B c) eqn:O.
  { destruct (if if n1 then true else n2 then listed c else true) eqn:Li; [|easy].
    destruct (worth s (payoff c) <=? t) eqn:W; [|easy]. apply Z.leb_le in W.
    rewrite <- (over_value c O) in W, H. apply (Done _ m Sm H). intros r T L. split; [easy|]. split.
    - split; [|easy]. intros b Nb _. rewrite O. destruct b; [rewrite N1 in Nb | rewrite N2 in Nb];
        rewrite Nb in Li; [easy | now destruct n1].
    - destruct counts; [|now left]. intros Y. apply Z.eqb_eq in Y. right. lia. }
  destruct (if n1 then true else n2) eqn:N in H.
  - assert (No : n1 || n2 = false -> False) by (destruct n1, n2; cbn in *; congruence).
    destruct (keep B c) eqn:K.
    + destruct (art c) as [e'|] eqn:A; [|easy].
      destruct (if n1 then opt e' else true) eqn:R1 in H; [|easy].
      destruct (if n2 then free e' else true) eqn:R2 in H; [|easy].
      destruct (worth s (val e') <=? t) eqn:W; [|easy]. apply Z.leb_le in W. apply (Done _ m Sm H).
      intros r T L. rewrite <- (exact_below r c e' Exact T L A) in *. split; [easy|]. split.
      * split; [|easy]. intros b Nb _. rewrite O. exists e'. split; [easy|]. split; [|easy].
        destruct b; [rewrite N1 in Nb; now rewrite Nb in R1|].
        rewrite N2 in Nb. now rewrite Nb in R2.
      * destruct counts; [|now left]. intros Y. apply Z.eqb_eq in Y. right. lia.
    + destruct (claim s c t m) as [[] m1] eqn:W; [|easy]. apply claim_true in W as [S1 W]; [|easy].
      assert (X : exists hit m2, sound m2 /\ moves_ok e (S k) hit l m2 = (true, m') /\
        (hit = true -> reached = true \/ counts = true /\ val e <= worth s (V G c))).
      { destruct counts; [|exists reached, m1; auto].
        destruct (claim (negb s) c (- val e) m1) as [hit m2] eqn:Y. exists hit, m2.
        unfold claim in Y. destruct (bound B <=? - val e) eqn:D.
        - injection Y as <- <-. repeat split; auto. intros _. apply Z.leb_le in D.
          pose proof (worth_range (negb s) c) as R. rewrite worth_neg in R. right. lia.
        - apply search_ok in Y as [S2 Y]; [|easy]. repeat split; auto. intros X.
          specialize (Y X). rewrite worth_neg in Y. right. lia. }
      destruct X as (hit & m2 & S2 & H2 & X). apply (Done hit m2 S2 H2). intros r T L.
      split; [easy|]. split; [|exact X]. split; [|easy]. intros b _ Y. congruence.
  - destruct (worth_le _ s c t m) as [[] m1] eqn:W; [|easy].
    pose proof W as W'. apply worth_le_ok in W as [S1 W]; [|easy..].
    apply (Done _ m1 S1 H). intros r T L. split; [now apply (W r)|]. split; [|now left]. split.
    + intros b Nb. destruct b; [rewrite N1 in Nb | rewrite N2 in Nb]; now destruct n1, n2.
    + intros _ _. now exists m, m1.
Qed.

(** What [bounds_ok] shows: that a claim holds, and its record. *)
Definition shown (s : bool) (c : pos) (t : Z) : Prop :=
  (forall r, true_below r -> (rank c < r)%nat -> worth s (V G c) <= t) /\
  (t < bound B -> present s c (fun e => worth s (val e) <= t)).

Lemma claim_ok_spec s c t m m' : sc = Weak -> sound m -> claim_ok s c t m = (true, m') ->
  sound m' /\ shown s c t.
Proof.
  unfold claim_ok, shown, present. intros Bounds S H.
  destruct (Z.leb_spec (bound B) t); [injection H as <-; split; [easy|]; split; [|lia];
    intros; pose proof (worth_range s c); lia |]. destruct (over B c) eqn:O.
  { destruct (worth s (payoff c) <=? t) eqn:W; [|easy]. apply Z.leb_le in W. injection H as Li <-.
    split; [easy|]. split; [now rewrite over_value | easy]. }
  destruct (keep B c) eqn:K.
  - injection H as H <-. split; [easy|]. destruct (art c) as [e|] eqn:A; [|easy].
    destruct (role s e) eqn:R; [|easy]. apply Z.leb_le in H. split; [|eauto].
    intros r T L. pose proof (proj1 (T c L) e s A (fun _ => R)). lia.
  - apply search_ok in H as [S' H]; [|easy]. split; [easy|]. split; [|easy]. intros. now apply H.
Qed.

Lemma bounds_ok_spec p e m m' : sc = Weak -> sound m -> bounds_ok p e m = (true, m') -> sound m' /\
  (free e = true -> forall s c, In (s, c) (moves p) -> shown s c (val e)) /\
  (opt e = true -> exists s c, nth_error (moves p) (move e) = Some (s, c) /\
    shown (negb s) c (- val e)).
Proof.
  unfold bounds_ok. intros Bounds S H.
  destruct (if free e then _ else _) as [[] m1] eqn:E in H; [|easy].
  assert (X : sound m1 /\ (free e = true -> forall s c, In (s, c) (moves p) -> shown s c (val e))).
  { destruct (free e); [|injection E as <-; now split]. apply (every_ok _ sound) in E as [S1 E]; [|
      intros [s c] _ m2 m3 S2 E2; now apply claim_ok_spec in E2 | exact S].
    split; [easy|]. intros _ s c I. destruct (E _ I) as (m2 & m3 & S2 & E2).
    now apply claim_ok_spec in E2. }
  destruct X as [S1 X]. rewrite (child_ok G B right) in H.
  destruct (opt e); [|injection H as <-; split; [easy|]; now split].
  destruct (nth_error (moves p) (move e)) as [[s c]|] eqn:N; [|easy].
  apply claim_ok_spec in H as [S' H]; [|easy..]. split; [easy|]. split; [easy|].
  intros _. now exists s, c.
Qed.

Lemma is_weak_eq : is_weak = true <-> sc = Weak.
Proof. unfold is_weak. now destruct sc. Qed.

Lemma art_sound i : keeps_sound sound (art_ok i).
Proof.
  intros m m' S H. unfold art_ok in H. destruct (record_ok i); [|easy].
  destruct is_weak eqn:X; [apply is_weak_eq in X; now apply bounds_ok_spec in H |].
  apply moves_ok_spec in H; [easy | | easy]. intros W. apply is_weak_eq in W. congruence.
Qed.
Lemma cert_parts j m m' : cert_ok j m = (true, m') -> let T := cert_table F in
  let p := board_at T j in let e := record_at T j in
  sc <> Weak /\ index_of T p = j /\ opt e = true /\ free e = false /\
  need_ok p (- val e) (need F j) = true /\ exists s d, nth_error (moves p) (move e) = Some (s, d) /\
  worth_le (S (passes B)) (negb s) d (- val e) m = (true, m').
Proof.
  unfold cert_ok. intros H. cbv zeta. destruct (_ =? j)%uint63 eqn:E1 in H; [|easy].
  apply Uint63.eqb_spec in E1. destruct (opt _); [|easy]. destruct (free _); [easy|]. cbn in H.
  destruct (need_ok _ _ _); [|easy]. rewrite (child_ok G B right) in H.
  destruct (nth_error _ _) as [[s d]|]; [|now destruct sc].
  destruct sc; [easy | repeat split; eauto..]; easy.
Qed.
Lemma cert_sound j : keeps_sound sound (cert_ok j).
Proof.
  intros m m' S H. apply cert_parts in H as (X & _ & _ & _ & _ & s & d & _ & H).
  now apply worth_le_ok in H.
Qed.
Lemma end_sound l i : keeps_sound sound (end_ok l i).
Proof. intros m m' S H. now injection H as _ <-. Qed.
Lemma start_sound v : keeps_sound sound (start_ok v).
Proof.
  intros m m' S H. unfold start_ok in H. destruct (over B start); [now injection H as _ <-|].
  destruct (keep B start); [now injection H as _ <-|].
  destruct (claim false start v m) as [[] m1] eqn:E; [|easy].
  apply claim_true in E as [S1 _]; [|easy]. now apply claim_true in H.
Qed.

Definition all_accepted : Prop :=
  (forall i, to_Z i < to_Z (records (art_table F)) -> accepts sound (art_ok i)) /\
  (forall j, to_Z j < to_Z (records (cert_table F)) -> accepts sound (cert_ok j)) /\
  (counted F = true -> forall l, to_Z l < to_Z (levels F) ->
    forall i, to_Z i < to_Z (records (ends F l)) -> accepts sound (end_ok l i)).
Hypothesis accepted : all_accepted.

Lemma art_holds : holds (art_table F) art.
Proof.
  apply look_holds. intros i L. apply ltb_spec in L.
  destruct (proj1 accepted i L) as (m & m' & _ & H). unfold art_ok, record_ok in H.
  destruct (_ =? i)%uint63 eqn:E in H; [now apply Uint63.eqb_spec in E | easy].
Qed.
Lemma cert_holds : holds (cert_table F) cert.
Proof.
  apply look_holds. intros j L. apply ltb_spec in L.
  destruct (proj1 (proj2 accepted) j L) as (m & m' & _ & H). now apply cert_parts in H.
Qed.

Lemma art_parts i : (i <? records (art_table F))%uint63 = true -> let T := art_table F in
  let p := board_at T i in let e := record_at T i in
  art p = Some e /\ keep B p = true /\ over B p = false /\
  (opt e = true \/ free e = true) /\ (is_strong = true -> opt e = true /\ free e = true) /\
  (exists m m', sound m /\ (if is_weak then bounds_ok p e m else moves_ok e 0 false (moves p) m) =
    (true, m')) /\
  (start = p \/ forall b, role b e = true -> leads b p (parent F b i) (strongest e b) = true).
Proof.
  intros Hi. cbv zeta. pose proof Hi as L. apply ltb_spec in L.
  destruct (proj1 accepted i L) as (m & m' & Sm & M). unfold art_ok in M.
  destruct (record_ok i) eqn:H; [|easy]. unfold record_ok in H.
  destruct (_ =? i)%uint63 eqn:E1 in H; [|easy]. apply Uint63.eqb_spec in E1.
  destruct (keep B _) eqn:E2 in H; [|easy]. destruct (over B _) eqn:E3 in H; [easy|].
  destruct (if is_strong then _ else _) eqn:E4 in H; [|easy]. split; [now apply look_self |].
  destruct (record_at (art_table F) i) as [o f v n]. cbn [opt free role] in *.
  do 2 (split; [easy|]). split; [destruct is_strong, o, f; auto |].
  split; [intros X; rewrite X in E4; now destruct o, f |]. split; [now exists m, m'|].
  destruct (eqb B _ _) eqn:E6 in H; [left; now apply eqb_ok in E6 | right].
  destruct (if o then _ else _) eqn:E7 in H; [|easy]. intros [] X; cbn in X; now subst.
Qed.

Lemma all_true : forall r, true_below r.
Proof.
  induction r as [|r IH]; intros p L; [lia |].
  assert (D : forall s c, In (s, c) (moves p) -> (rank c < r)%nat)
    by (intros s c I; pose proof (rank_lt G _ _ _ I); lia). split.
  - intros e s Ea R. apply look_some in Ea as (i & Hi & Ep & Ee).
    destruct (art_parts i Hi) as (_ & _ & O & _ & _ & (m & m' & Sm & M) & _). rewrite Ep, Ee in *.
    assert (N : moves p <> []) by now apply not_over. destruct is_weak eqn:X.
    + apply is_weak_eq in X. specialize (R X).
      apply bounds_ok_spec in M as (_ & Fr & Op); [|easy..]. destruct s; cbn.
      * destruct (Op R) as (s & c & E & [K _]). apply nth_error_In in E.
        specialize (K r IH (D s c E)). rewrite worth_neg in K. pose proof (V_bound G p s c E). lia.
      * destruct (V_reached G p N) as (s & c & I & ->). exact (proj1 (Fr R s c I) r IH (D s c I)).
    + assert (Exact : sc <> Weak) by (intros W; apply is_weak_eq in W; congruence).
      apply moves_ok_spec in M as [_ M]; [|easy..].
      destruct (M r IH D) as [M1 [M' | (j & s' & c & E & W & _)]]; [easy|].
      enough (V G p = val e) by (destruct s; cbn; lia). apply Z.le_antisymm.
      * destruct (V_reached G p N) as (s2 & c2 & I & E'). rewrite E'.
        destruct (In_nth_error _ _ I) as [k Ek]. now destruct (M1 k s2 c2 Ek) as [[Y _] _].
      * apply nth_error_In in E. pose proof (V_bound G p s' c E). lia.
  - intros e Eb. apply look_some in Eb as (j & Hj & Ep & Eb). apply ltb_spec in Hj.
    destruct (proj1 (proj2 accepted) j Hj) as (m & m' & Sm & H).
    apply cert_parts in H as (X & _ & _ & _ & _ & s & d & E & H). rewrite Ep, Eb in *.
    apply nth_error_In in E. apply worth_le_ok in H as [_ H]; [|easy..].
    specialize (H r IH (D s d E)). rewrite worth_neg in H. pose proof (V_bound G p s d E). lia.
Qed.

Theorem art_bound p e s : art p = Some e -> (sc = Weak -> role s e = true) ->
  worth s (V G p) <= worth s (val e).
Proof. apply (all_true (S (rank p)) p (Nat.lt_succ_diag_r _)). Qed.
Theorem art_exact p e : sc <> Weak -> art p = Some e -> V G p = val e.
Proof. intros X. exact (exact_below _ p e X (all_true _) (Nat.lt_succ_diag_r _)). Qed.
Lemma art_moves p e : sc <> Weak -> art p = Some e ->
  (forall k s c, nth_error (moves p) k = Some (s, c) -> is_bounded e k s c /\ is_stored e k s c) /\
  exists j s c, nth_error (moves p) j = Some (s, c) /\ hits e j s c.
Proof.
  intros X Ea. apply look_some in Ea as (i & Hi & Ep & Ee).
  destruct (art_parts i Hi) as (_ & _ & _ & _ & _ & (m & m' & Sm & M) & _). rewrite Ep, Ee in *.
  destruct is_weak eqn:Bo; [now apply is_weak_eq in Bo|].
  apply moves_ok_spec in M as [_ M]; [|easy..].
  destruct (M (rank p) (all_true _) (rank_lt G p)) as [M1 [M2|M2]]; [easy|]. now split.
Qed.

Lemma art_claims p e : sc = Weak -> art p = Some e ->
  (free e = true -> forall s c, In (s, c) (moves p) -> shown s c (val e)) /\
  (opt e = true -> exists s c, nth_error (moves p) (move e) = Some (s, c) /\
    shown (negb s) c (- val e)).
Proof.
  intros X Ea. apply look_some in Ea as (i & Hi & Ep & Ee).
  destruct (art_parts i Hi) as (_ & _ & _ & _ & _ & (m & m' & Sm & M) & _). rewrite Ep, Ee in *.
  rewrite (proj2 is_weak_eq X) in M. now apply bounds_ok_spec in M.
Qed.

Theorem art_canonical p e : sc <> Weak -> art p = Some e -> opt e = true -> canonical G p (move e).
Proof.
  intros Exact Ea O. pose proof (art_exact p e Exact Ea) as X.
  destruct (art_moves p e Exact Ea) as [M (j & s & c & E & W & J)]. specialize (J O). subst j.
  exists s, c. split; [easy|]. split.
  - destruct (M _ _ _ E) as [[Y _] _]. lia.
  - intros j s' c' L Ej. rewrite X. destruct (M _ _ _ Ej) as [[_ Y] _]. now apply Y.
Qed.

Theorem start_value v : accepts sound (start_ok v) -> V G start = v.
Proof.
  intros (m & m' & Sm & H). unfold start_ok in H. destruct (over B start) eqn:O.
  { destruct (payoff _ =? v) eqn:E; [|easy]. apply Z.eqb_eq in E. now rewrite over_value. }
  destruct (keep B start).
  - injection H as H. pose proof (V_range start) as R. destruct (art start) as [e|] eqn:E.
    + rewrite !andb_true_iff, !eqb_true_iff, Z.eqb_eq in H. destruct H as [[H1 H2] <-].
      pose proof (art_bound start e true E) as T1. pose proof (art_bound start e false E) as T2.
      cbn in T1, T2. rewrite H1 in T1. rewrite H2 in T2. destruct is_weak eqn:Bo.
      * destruct (Z.ltb_spec (- val e) (bound B)), (Z.ltb_spec (val e) (bound B)); try lia.
      * pose proof (T1 (fun _ => eq_refl)). pose proof (T2 (fun _ => eq_refl)). lia.
    + destruct is_weak; [|easy]. apply negb_true_iff, orb_false_iff in H as [H1 H2].
      apply Z.ltb_ge in H1, H2. cbn in H1, H2. lia.
  - destruct (claim false start v m) as [[] m1] eqn:E1; [|easy].
    apply claim_true in E1 as [S1 E1]; [|easy]. apply claim_true in H as [_ H]; [|easy].
    cbn in E1, H. lia.
Qed.
End Check.
