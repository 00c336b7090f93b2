(** Proof. The checker for any game, and that what it accepts is true. All that a file says reaches
    it as a function of an index, and so do hints where a position is stored and which record leads
    to it. Nothing is assumed of these functions, so what computes them needs no trust. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Value Proved.Loop Proved.Search.
Open Scope Z_scope.

Record files (pos : Type) := Files {
  n_art : int; at_art : int -> pos; entry_at : int -> entry; find_art : pos -> int;
  n_cert : int; at_cert : int -> pos; least_at : int -> Z; reply_at : int -> nat;
  find_cert : pos -> int;
  parent_opt : int -> int * nat; parent_free : int -> int * nat }.
Arguments n_art {pos}. Arguments at_art {pos}. Arguments entry_at {pos}. Arguments find_art {pos}.
Arguments n_cert {pos}. Arguments at_cert {pos}. Arguments least_at {pos}.
Arguments reply_at {pos}. Arguments find_cert {pos}.
Arguments parent_opt {pos}. Arguments parent_free {pos}.

(** What the checker needs of a game: equality, its end, one move of the list alone, a bound of all
    payoffs, the most passes in a row, the cut, where to search what the files leave out, and a
    search that is right when it says yes, with an empty memory for it. *)
Record board_rules (G : game) := BoardRules {
  eqb : pos G -> pos G -> bool;
  over : pos G -> bool;
  child : pos G -> nat -> option (bool * pos G);
  bound : Z;
  passes : nat;
  keep : pos G -> bool;
  searched : pos G -> bool;
  empty : memory G;
  search : bool -> pos G -> Z -> memory G -> bool * memory G }.
Arguments eqb {G}. Arguments over {G}. Arguments child {G}. Arguments bound {G}.
Arguments passes {G}. Arguments keep {G}. Arguments searched {G}. Arguments empty {G}.
Arguments search {G}.

Record right_rules (G : game) (B : board_rules G) : Prop := RightRules {
  eqb_ok : forall p q, eqb B p q = true <-> p = q;
  over_ok : forall p, over B p = true <-> moves p = [];
  child_ok : forall p k, child B p k = nth_error (moves p) k;
  bound_ok : forall p : pos G, moves p = [] -> - bound B <= payoff p <= bound B;
  keep_up : forall (p : pos G) s c, In (s, c) (moves p) -> keep B c = true -> keep B p = true;
  empty_ok : sound G (empty B);
  search_ok : forall s c t m shown m', sound G m -> search B s c t m = (shown, m') ->
    sound G m' /\ (shown = true -> worth s (V G c) <= t) }.

Section Check.
Variable G : game.
Variable B : board_rules G.
Variable strong : bool.                 (* the scope: strong, or else semi-strong *)
Variable F : files (pos G).
Notation pos := (pos G).
Notation memory := (memory G).
Notation sound := (sound G).
Notation step := (memory -> bool * memory).

Definition art (p : pos) : option entry :=
  let i := find_art F p in
  if (i <? n_art F)%uint63 then if eqb B (at_art F i) p then Some (entry_at F i) else None
  else None.

Definition cert (p : pos) : option Z :=
  let i := find_cert F p in
  if (i <? n_cert F)%uint63 then if eqb B (at_cert F i) p then Some (least_at F i) else None
  else None.

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
    | Some least => (- least <=? t, m)
    | None =>
      let (shown, m) := if searched B c then search B s c t m else (false, m) in
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
    if over B c then
      let w := worth s (payoff c) in
      if w <=? t then moves_ok e (S k) (if counts then w =? val e else reached) l m else (false, m)
    else
      let need_opt := if strong then true else if s then free e else best in
      let need_free := if strong then true else if s then best else free e in
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

(** Move [k] of record [j] leads to [p] and gives it this role. *)
Definition leads (role : bool) (p : pos) (h : int * nat) : bool :=
  let '(j, k) := h in
  if (j <? n_art F)%uint63 then
    match child B (at_art F j) k with
    | Some (s, c) =>
      if eqb B c p then
        if strong then true else
        let e := entry_at F j in
        if xorb role s then if opt e then (k =? move e)%nat else false else free e
      else false
    | None => false
    end
  else false.

Definition record_ok (i : int) : bool :=
  let p := at_art F i in
  let e := entry_at F i in
  if (find_art F p =? i)%uint63 then if keep B p then
  if over B p then false else
  if (if strong then opt e && free e else opt e || free e) then
  if eqb B (@start G) p then true else
  if (if opt e then leads true p (parent_opt F i) else true) then
  if free e then leads false p (parent_free F i) else true
  else false else false else false else false.

Definition art_ok (i : int) : step := fun m =>
  if record_ok i then moves_ok (entry_at F i) 0 false (moves (at_art F i)) m else (false, m).

Definition cert_ok (j : int) : step := fun m =>
  match child B (at_cert F j) (reply_at F j) with
  | Some (s, d) => worth_le (S (passes B)) (negb s) d (- least_at F j) m
  | None => (false, m)
  end.

Definition start_ok (v : Z) : step := fun m =>
  if over B (@start G) then (payoff (@start G) =? v, m) else
  if keep B (@start G) then
    (match art (@start G) with Some e => opt e && free e && (val e =? v) | None => false end, m)
  else
    let (shown, m) := claim false (@start G) v m in
    if shown then claim true (@start G) (- v) m else (false, m).

Definition check (v : Z) : bool :=
  let (yes, m) := start_ok v (empty B) in
  if yes then
    let (yes, m) := all_between 0 (n_art F) art_ok m in
    if yes then fst (all_between 0 (n_cert F) cert_ok m) else false
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
    by (intros p; apply (K (S (rank p))); lia).
  induction r as [|r IH]; intros p L; [lia |].
  destruct (moves p) as [|m l] eqn:E; [rewrite V_over by easy; now apply (bound_ok G B right) |].
  destruct (V_reached G p) as (s & c & I & ->); [now rewrite E |].
  pose proof (rank_lt G _ _ _ I). assert (K := IH c). destruct s; cbn; lia.
Qed.

Lemma worth_range s p : worth s (V G p) <= bound B.
Proof. pose proof (V_range p). destruct s; cbn; lia. Qed.

Lemma over_value p : over B p = true -> V G p = payoff p.
Proof. intros O. apply over_ok in O. now apply V_over. Qed.

Lemma not_over p : over B p = false -> moves p <> [].
Proof. intros O E. apply over_ok in E. congruence. Qed.

Lemma art_some p e : art p = Some e ->
  exists i, (i <? n_art F)%uint63 = true /\ at_art F i = p /\ entry_at F i = e.
Proof.
  unfold art. destruct (_ <? _)%uint63 eqn:L; [|easy]. destruct (eqb B _ _) eqn:E; [|easy].
  intros [= <-]. apply eqb_ok in E. eauto.
Qed.

Lemma cert_some p b : cert p = Some b ->
  exists j, (j <? n_cert F)%uint63 = true /\ at_cert F j = p /\ least_at F j = b.
Proof.
  unfold cert. destruct (_ <? _)%uint63 eqn:L; [|easy]. destruct (eqb B _ _) eqn:E; [|easy].
  intros [= <-]. apply eqb_ok in E. eauto.
Qed.

Definition true_below (r : nat) : Prop := forall p, (rank p < r)%nat ->
  (forall e, art p = Some e -> V G p = val e) /\ (forall b, cert p = Some b -> b <= V G p).

Lemma claim_ok s c t m m' : sound m -> claim s c t m = (true, m') ->
  sound m' /\ worth s (V G c) <= t.
Proof.
  unfold claim. intros S. destruct (bound B <=? t) eqn:D.
  - intros [= <-]. apply Z.leb_le in D. pose proof (worth_range s c). split; [easy | lia].
  - intros E. apply search_ok in E as [S' K]; [|easy]. split; [easy | now apply K].
Qed.

Lemma worth_le_ok n : forall s c t m m', sound m -> worth_le n s c t m = (true, m') ->
  sound m' /\ forall r, true_below r -> (rank c < r)%nat -> worth s (V G c) <= t.
Proof.
  induction n as [|n IH]; intros s c t m m' S H; cbn [worth_le] in H.
  all: destruct (bound B <=? t) eqn:D;
    [pose proof (worth_range s c); apply Z.leb_le in D; injection H as <-; split; [easy | lia] |].
  all: destruct (over B c) eqn:O;
    [rewrite over_value by easy; injection H as H <-; split; [easy | now apply Z.leb_le in H] |].
  all: destruct (art c) as [e|] eqn:A; [injection H as H <-; split; [easy|]; intros r T L;
    rewrite (proj1 (T c L) e A); now apply Z.leb_le |].
  all: destruct (if s then cert c else None) as [b|] eqn:C; [destruct s; [|easy];
    injection H as H <-; split; [easy|]; intros r T L;
    pose proof (proj2 (T c L) b C); apply Z.leb_le in H; cbn; lia |].
  all: assert (K : forall shown m1, (if searched B c then search B s c t m else (false, m)) =
    (shown, m1) -> sound m1 /\ (shown = true -> worth s (V G c) <= t))
    by (intros shown m1; destruct (searched B c); [now apply search_ok | now intros [= <- <-]]).
  all: destruct (if searched B c then search B s c t m else (false, m)) as [[] m1] eqn:E;
    destruct (K _ _ eq_refl) as [S1 W]; [injection H as <-; split; [easy | now auto] |].
  { easy. }
  destruct s; [easy|].
  assert (K' : forall a, keeps_sound sound (worth_le n (fst a) (snd a) t))
    by (intros a m2 m3 S2 H2; now apply (IH (fst a) (snd a) t m2 m3)).
  apply (every_ok _ sound) in H as [S' D']; [|now intros a _|exact S1].
  split; [easy|]. intros r T L. destruct (V_reached G c (not_over c O)) as (s & d & I & Ed). cbn.
  rewrite Ed. destruct (D' _ I) as (m2 & m3 & S2 & W2).
  apply (IH s d t m2 m3 S2 W2) with (r := r); [easy|]. pose proof (rank_lt G _ _ _ I). lia.
Qed.

(** What [moves_ok] shows of one move. *)
Definition needs (e : entry) (k : nat) (s b : bool) : bool :=
  let best := opt e && (k =? move e)%nat in strong || (if xorb s b then best else free e).
Definition is_stored (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  over B c = false -> needs e k s true || needs e k s false = true -> keep B c = true ->
  exists e', art c = Some e' /\ (needs e k s true = true -> opt e' = true) /\
    (needs e k s false = true -> free e' = true).
Definition is_bounded (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  worth s (V G c) <= val e /\
  (opt e = true -> (k < move e)%nat -> worth s (V G c) < val e).
Definition hits (e : entry) (k : nat) (s : bool) (c : pos) : Prop :=
  val e <= worth s (V G c) /\ (opt e = true -> k = move e).

Lemma moves_ok_spec e : forall l k reached m m',
  sound m -> moves_ok e k reached l m = (true, m') -> sound m' /\
  forall r, true_below r -> (forall s c, In (s, c) l -> (rank c < r)%nat) ->
  (forall j s c, nth_error l j = Some (s, c) ->
    is_bounded e (k + j) s c /\ is_stored e (k + j) s c) /\
  (reached = true \/ exists j s c, nth_error l j = Some (s, c) /\ hits e (k + j) s c).
Proof.
  induction l as [|[s c] l IH]; intros k reached m m' Sm H.
  { injection H as -> <-. split; [easy|]. split; [now intros [] | now left]. }
  cbn [moves_ok] in H.
  set (t := if opt e then if (k <? move e)%nat then val e - 1 else val e else val e) in H.
  assert (Tt : worth s (V G c) <= t -> is_bounded e k s c).
  { unfold is_bounded. subst t. destruct (opt e); [destruct (Nat.ltb_spec k (move e))|]; intros X;
      repeat split; intros; try lia; easy. }
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
  clearbody counts t. clear Tt Tc IH.
  destruct (over B c) eqn:O.
  { destruct (worth s (payoff c) <=? t) eqn:W; [|easy]. apply Z.leb_le in W.
    rewrite <- (over_value c O) in W, H. apply (Done _ m Sm H). intros r T L.
    split; [easy|]. split; [unfold is_stored; congruence |].
    destruct counts; [|now left]. intros Y. apply Z.eqb_eq in Y. right. lia. }
  set (n1 := if strong then true else if s then free e else _) in H.
  set (n2 := if strong then true else if s then _ else free e) in H.
  assert (N1 : needs e k s true = n1) by (subst n1; unfold needs; now destruct strong, s, (opt e)).
  assert (N2 : needs e k s false = n2) by (subst n2; unfold needs; now destruct strong, s, (opt e)).
  destruct (if n1 then true else n2) eqn:N in H.
  - destruct (keep B c) eqn:K.
    + destruct (art c) as [e'|] eqn:A; [|easy].
      destruct (if n1 then opt e' else true) eqn:R1 in H; [|easy].
      destruct (if n2 then free e' else true) eqn:R2 in H; [|easy].
      destruct (worth s (val e') <=? t) eqn:W; [|easy]. apply Z.leb_le in W.
      apply (Done _ m Sm H). intros r T L. rewrite <- (proj1 (T c L) e' A) in *.
      split; [easy|]. split.
      * intros _ _ _. exists e'. rewrite N1, N2. split; [easy|]. now destruct n1, n2.
      * destruct counts; [|now left]. intros Y. apply Z.eqb_eq in Y. right. lia.
    + destruct (claim s c t m) as [[] m1] eqn:W; [|easy]. apply claim_ok in W as [S1 W]; [|easy].
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
      split; [easy|]. split; [|exact X]. intros _ _ Y. congruence.
  - destruct (worth_le _ s c t m) as [[] m1] eqn:W; [|easy].
    apply worth_le_ok in W as [S1 W]; [|easy]. apply (Done _ m1 S1 H). intros r T L.
    split; [now apply (W r)|]. split; [|now left]. intros _ X _. rewrite N1, N2 in X.
    now destruct n1, n2.
Qed.

Lemma art_sound i : keeps_sound sound (art_ok i).
Proof.
  intros m m' S H. unfold art_ok in H. destruct (record_ok i); [|easy].
  now apply moves_ok_spec in H.
Qed.
Lemma cert_sound j : keeps_sound sound (cert_ok j).
Proof.
  intros m m' S H. unfold cert_ok in H. destruct (child B _ _) as [[s d]|]; [|easy].
  now apply worth_le_ok in H.
Qed.
Lemma start_sound v : keeps_sound sound (start_ok v).
Proof.
  intros m m' S H. unfold start_ok in H. destruct (over B start); [now injection H as _ <-|].
  destruct (keep B start); [now injection H as _ <-|].
  destruct (claim false start v m) as [[] m1] eqn:E; [|easy].
  apply claim_ok in E as [S1 _]; [|easy]. now apply claim_ok in H.
Qed.

Hypothesis all_art : forall i, to_Z i < to_Z (n_art F) -> accepts sound (art_ok i).
Hypothesis all_cert : forall j, to_Z j < to_Z (n_cert F) -> accepts sound (cert_ok j).

Lemma art_parts i : (i <? n_art F)%uint63 = true ->
  find_art F (at_art F i) = i /\ keep B (at_art F i) = true /\ over B (at_art F i) = false /\
  (opt (entry_at F i) = true \/ free (entry_at F i) = true) /\
  (strong = true -> opt (entry_at F i) = true /\ free (entry_at F i) = true) /\
  (exists m m', sound m /\
    moves_ok (entry_at F i) 0 false (moves (at_art F i)) m = (true, m')) /\
  (start = at_art F i \/
   (opt (entry_at F i) = true -> leads true (at_art F i) (parent_opt F i) = true) /\
   (free (entry_at F i) = true -> leads false (at_art F i) (parent_free F i) = true)).
Proof.
  intros L. apply ltb_spec in L. destruct (all_art i L) as (m & m' & Sm & M). unfold art_ok in M.
  destruct (record_ok i) eqn:H; [|easy]. unfold record_ok in H.
  destruct (_ =? i)%uint63 eqn:E1 in H; [|easy]. apply Uint63.eqb_spec in E1.
  destruct (keep B _) eqn:E2 in H; [|easy]. destruct (over B _) eqn:E3 in H; [easy|].
  destruct (if strong then _ else _) eqn:E4 in H; [|easy].
  assert (X1 : opt (entry_at F i) = true \/ free (entry_at F i) = true)
    by (destruct strong, (opt (entry_at F i)), (free (entry_at F i)); auto).
  assert (X2 : strong = true -> opt (entry_at F i) = true /\ free (entry_at F i) = true)
    by (intros X; rewrite X in E4; destruct (opt (entry_at F i)), (free (entry_at F i)); auto).
  split; [easy|]. split; [easy|]. split; [easy|]. split; [exact X1|]. split; [exact X2|].
  split; [now exists m, m'|].
  destruct (eqb B _ _) eqn:E6 in H; [left; now apply eqb_ok in E6 | right].
  destruct (if opt _ then _ else _) eqn:E7 in H; [|easy].
  split; intros X; now rewrite X in *.
Qed.

Lemma all_true : forall r, true_below r.
Proof.
  induction r as [|r IH]; intros p L; [lia |].
  assert (D : forall s c, In (s, c) (moves p) -> (rank c < r)%nat)
    by (intros s c I; pose proof (rank_lt G _ _ _ I); lia).
  split.
  - intros e Ea. apply art_some in Ea as (i & Hi & Ep & Ee).
    destruct (art_parts i Hi) as (_ & _ & O & _ & _ & (m & m' & Sm & M) & _). rewrite Ep, Ee in *.
    apply moves_ok_spec in M as [_ M]; [|easy].
    destruct (M r IH D) as [M1 [M' | (j & s & c & E & W & _)]]; [easy|]. clear M. rename M1 into M.
    apply Z.le_antisymm.
    + destruct (V_reached G p (not_over p O)) as (s' & c' & I & E'). rewrite E'.
      destruct (In_nth_error _ _ I) as [k Ek]. now destruct (M k s' c' Ek) as [[X _] _].
    + apply nth_error_In in E. pose proof (V_bound G p s c E). lia.
  - intros b Eb. apply cert_some in Eb as (j & Hj & Ep & Eb). apply ltb_spec in Hj.
    destruct (all_cert j Hj) as (m & m' & Sm & H). unfold cert_ok in H.
    rewrite Ep, Eb, (child_ok G B right) in H.
    destruct (nth_error (moves p) (reply_at F j)) as [[s d]|] eqn:E; [|easy].
    apply nth_error_In in E. apply worth_le_ok in H as [_ H]; [|easy].
    specialize (H r IH (D s d E)). rewrite worth_neg in H. pose proof (V_bound G p s d E). lia.
Qed.

Theorem art_exact p e : art p = Some e -> V G p = val e.
Proof. intros H. now apply (all_true (S (rank p)) p (Nat.lt_succ_diag_r _)). Qed.

Lemma art_moves p e : art p = Some e -> forall k s c, nth_error (moves p) k = Some (s, c) ->
  is_bounded e k s c /\ is_stored e k s c.
Proof.
  intros Ea k s c Ek. apply art_some in Ea as (i & Hi & Ep & Ee).
  destruct (art_parts i Hi) as (_ & _ & _ & _ & _ & (m & m' & Sm & M) & _). rewrite Ep, Ee in *.
  apply moves_ok_spec in M as [_ M]; [|easy].
  exact (proj1 (M (rank p) (all_true _) (rank_lt G p)) k s c Ek).
Qed.

Theorem art_canonical p e : art p = Some e -> opt e = true -> canonical G p (move e).
Proof.
  intros Ea O. pose proof (art_exact p e Ea) as X. pose proof (art_moves p e Ea) as M.
  apply art_some in Ea as (i & Hi & Ep & Ee).
  destruct (art_parts i Hi) as (_ & _ & _ & _ & _ & (m & m' & Sm & H) & _). rewrite Ep, Ee in *.
  apply moves_ok_spec in H as [_ H]; [|easy].
  destruct (H (rank p) (all_true _) (rank_lt G p)) as [_ [X' | (j & s & c & E & W & J)]]; [easy|].
  cbn in J. specialize (J O). subst j. exists s, c. split; [easy|]. split.
  - destruct (M _ _ _ E) as [[Y _] _]. lia.
  - intros j s' c' L Ej. rewrite X. destruct (M _ _ _ Ej) as [[_ Y] _]. now apply Y.
Qed.

Theorem start_value v : accepts sound (start_ok v) -> V G start = v.
Proof.
  intros (m & m' & Sm & H). unfold start_ok in H. destruct (over B start) eqn:O.
  - injection H as ?%Z.eqb_eq. now rewrite over_value.
  - destruct (keep B start).
    + injection H as H. destruct (art start) as [e|] eqn:E; [|easy].
      rewrite !andb_true_iff, Z.eqb_eq in H. destruct H as [_ <-]. now apply art_exact.
    + destruct (claim false start v m) as [[] m1] eqn:E1; [|easy].
      apply claim_ok in E1 as [S1 E1]; [|easy]. apply claim_ok in H as [_ H]; [|easy].
      cbn in E1, H. lia.
Qed.

Lemma art_self i : (i <? n_art F)%uint63 = true -> art (at_art F i) = Some (entry_at F i).
Proof.
  intros L. destruct (art_parts i L) as [A _]. unfold art. rewrite A, L.
  now rewrite (proj2 (eqb_ok _ _) eq_refl).
Qed.
End Check.
