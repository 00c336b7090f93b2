(** Proof. What is proved of the boards of Othello holds of its rules. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Claims Value Check Closure Rules.Packed Rules.Passes Rules.Othello
  Rules.OthelloNames Rules.Games Boards.Word Boards.Othello Bridge.Bits Bridge.Passes
  Bridge.Symmetry Bridge.OthelloSquares Bridge.OthelloSymmetry Bridge.Othello Bridge.OthelloImages
  Bridge.OthelloKey Bridge.OthelloClass.
From Proved Require Bridge.Files.
Open Scope Z_scope.

Section Packing.
Variables columns rows : nat. Variable symmetric : bool.
Notation C := (Z.of_nat columns). Notation N := (Z.of_nat (columns * rows)).
Notation pass := (pass columns rows).
Notation representative := (Rules.OthelloNames.representative columns rows symmetric).
Notation same_class := (Rules.Othello.images columns rows symmetric).
Hypothesis is_group : group columns rows symmetric = true.
Let same_class_sym := same_class_sym columns rows symmetric is_group.
Let same_class_trans := same_class_trans columns rows symmetric is_group.
Notation othello := (othello columns rows). Notation disc := (disc columns rows).
Notation has := (has columns rows). Notation empty := (empty columns rows).
Notation key := (key columns rows).

(** ** Passes *)
Hypothesis no_pass : pass (othello_start columns rows) = None.
Theorem othello_passes : forced_passes othello pass.
Proof.
  constructor.
  - intros p c E. cbn. now rewrite moves_pass, E.
  - intros p c E. apply pass_some in E as (_ & M & ->). unfold Rules.Othello.pass.
    cbn [turn discs]. now destruct (legal_squares _ _ (other (turn p)) (discs p)).
  - exact no_pass.
Qed.
Definition without_passes : game := contracted othello pass othello_passes.

Variable W : words.
Hypothesis right : right_words W.
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
Let room_range := room_range W right.
Notation board := (board_of (word W)). Notation set := (collect W).
Notation shows := (shows W columns rows). Notation pack := (pack columns rows set).
Notation name := (Rules.OthelloNames.name columns rows set symmetric).

(** ** Packs *)
Lemma level_empty p : level columns rows p + count columns rows (empty (discs p)) = N.
Proof.
  rewrite <- (squares_length columns rows). unfold level, count.
  induction (squares columns rows) as [|s l IH]; [easy|]. cbn [filter].
  destruct (empty (discs p) s); cbn [negb length] in *; lia.
Qed.
Lemma pack_shows p : shows p (pack p).
Proof.
  assert (H : forall f : square -> bool, (forall s, f s = true -> inside columns rows s = true) ->
    holds W columns (set (columns * rows)%nat (fun n =>
      f (Z.of_nat (n mod columns), Z.of_nat (n / columns)))) f).
  { intros f F n Hn. rewrite (test_collect W right) by lia.
    replace (Z.of_nat (Z.to_nat n mod columns), Z.of_nat (Z.to_nat n / columns))
      with (square_of columns n).
    - destruct (Z.ltb_spec n N) as [L|L]; [easy|]. cbn [andb]. symmetry.
      destruct (f (square_of columns n)) eqn:E; [|easy]. apply F in E.
      apply (inside_square_of columns rows (proj1 small)) in E; lia.
    - unfold square_of. rewrite Nat2Z.inj_mod, Nat2Z.inj_div, Z2Nat.id by lia. easy. }
  assert (M : holds W columns (mover (pack p)) (has (discs p) (turn p)))
    by (apply (H (has (discs p) (turn p))); intros s; apply has_inside).
  assert (B : holds W columns (both (pack p)) (fun s => negb (empty (discs p) s))).
  { apply (H (fun s => negb (empty (discs p) s))). intros s. unfold Rules.Othello.empty, disc.
    now destruct (inside columns rows s). }
  constructor.
  - exact M.
  - intros n Hn. unfold theirs. rewrite (test_differ W right), M, B, has_other by easy.
    pose proof (empty_has (columns:=columns) (rows:=rows) (discs p) (turn p) (square_of columns n))
      as X. destruct (empty (discs p) (square_of columns n)),
      (has (discs p) (turn p) (square_of columns n));
      cbn; try easy. now specialize (X eq_refl).
  - cbn [pack stones]. pose proof (count_all columns rows (discs p) (turn p)) as A.
    pose proof (level_empty p) as E. rewrite of_Z_spec, Z.mod_small; [exact E|].
    change wB with (2 ^ 63). unfold level, count in *. assert (N < 2 ^ 63) by lia. lia.
Qed.
Lemma shows_pack p b : shows p b -> pack p = b.
Proof. intros X. exact (shows_unique W right columns rows small p _ p b (pack_shows p) X eq_refl).
  Qed.

(** Positions with one board differ at most in colours. *)
Lemma shows_same p p' b : shows p b -> shows p' b -> same_class p p'.
Proof.
  intros [M O _] [M' O' _].
  exists (fun s => s), (xorb (same (turn p) First) (same (turn p') First)).
  split; [apply identity_in|]. split; [now destruct (turn p), (turn p')|]. intros s.
  destruct (inside columns rows s) eqn:I.
  - pose proof (index_range columns rows s I) as R.
    pose proof (M' (index columns s) ltac:(lia)) as A.
    pose proof (O' (index columns s) ltac:(lia)) as B. rewrite M in A by lia. rewrite O in B by lia.
    rewrite (square_of_index columns rows (proj1 small)) in A, B by easy.
    unfold Rules.Othello.has in A, B.
    destruct (disc (discs p) s) as [q|], (disc (discs p') s) as [q'|];
      destruct (turn p), (turn p'); cbn in *; try destruct q; try destruct q'; easy.
  - unfold Rules.Othello.disc. now rewrite I.
Qed.

(** ** Names *)
Lemma class_name p p' : same_class p p' -> name p = name p'.
Proof.
  intros H. unfold Rules.OthelloNames.name.
  apply (shows_unique W right columns rows small _ _ _ _ (pack_shows _) (pack_shows _)).
  now apply (class_key _ _ _ is_group).
Qed.
Lemma one_board p p' b : shows (representative p) b -> shows (representative p') b ->
  same_class p p'.
Proof.
  intros X Y. apply (same_class_trans _ (representative p)); [apply representative_class|].
  apply (same_class_trans _ (representative p')); [now apply (shows_same _ _ b)|].
  apply same_class_sym, representative_class.
Qed.
Lemma name_class p p' : name p = name p' <-> same_class p p'.
Proof.
  split; [|apply class_name]. intros E.
  apply (one_board _ _ (name p)); [apply pack_shows | rewrite E; apply pack_shows].
Qed.

Lemma class_pass p p' c : same_class p p' -> pass p = Some c ->
  exists c', pass p' = Some c' /\ same_class c c'.
Proof.
  intros (f & x & I & A) E.
  destruct (pass_there _ _ f (symmetries_ok _ _ _ f I) x p p' A c E) as (c' & E' & A').
  exists c'. split; [easy|]. now exists f, x.
Qed.
Lemma class_no_pass p p' : same_class p p' -> pass p = None -> pass p' = None.
Proof.
  intros H E. destruct (pass p') as [c|] eqn:E'; [|easy].
  destruct (class_pass p' p c (same_class_sym _ _ H) E') as (d & X & _). congruence.
Qed.
Lemma images_pass c d : same_class c d ->
  match pass c, pass d with
  | Some c', Some d' => same_class c' d'
  | None, None => True
  | _, _ => False
  end.
Proof.
  intros H. destruct (pass c) as [c'|] eqn:E; [|now rewrite (class_no_pass c d H E)].
  now destruct (class_pass c d c' H E) as (d' & -> & H').
Qed.
Lemma images_passed c c' d d' : pass c = Some c' -> pass d = Some d' -> same_class c' d' ->
  same_class c d.
Proof.
  rewrite !pass_some. intros (_ & _ & ->) (_ & _ & ->) (f & x & I & T & D). exists f, x.
  split; [easy|]. split; [|easy]. cbn [turn] in T. destruct (turn c), (turn d), x; easy.
Qed.

Theorem V_without_passes (p : position) : V without_passes p = V othello p.
Proof. apply V_contracted. Qed.
Theorem canonical_without_passes (p : position) i :
  canonical without_passes p i <-> canonical othello p i.
Proof. apply canonical_contracted. Qed.
Theorem region_without_passes P q (p : position) : pass p = None ->
  region without_passes same_class representative P q p <->
  region othello same_class representative P q p.
Proof.
  refine (region_contracted othello pass othello_passes same_class representative _ images_pass
    images_passed (representative_class columns rows symmetric) P q p).
  intros p' s c I. now apply in_moves in I.
Qed.
Theorem claimed_without_passes A bound v s (p : position) t : pass p = None ->
  claimed without_passes same_class representative board name A bound v s p t <->
  claim_with_passes othello pass same_class representative board name A bound v s p t.
Proof.
  refine (claimed_contracted othello pass othello_passes same_class representative _ images_pass
    images_passed board name A bound v s p t). intros p' s' c I. now apply in_moves in I.
Qed.

(** ** Moves *)
Hypothesis tables_good : good_tables W columns rows (swaps W columns rows symmetric)
  (symmetries columns rows symmetric) = true.
Notation H := (othello_boards W columns rows symmetric). Notation plan := (plan_of W columns rows).
Notation represent := (least W (swaps W columns rows symmetric)). Notation settle := (settle W).
Notation passed := (passed W). Notation after := (after W).

Lemma settle_ok p b : shows p b -> exists s c d, @contract othello pass (true, p) = (s, c) /\
  settle plan b = (s, d) /\ shows c d /\ pass c = None.
Proof.
  intros X. unfold contract, settle, settle_near. cbn [fst snd]. fold (stuck W plan b).
  rewrite (stuck_ok W right columns rows small p b X).
  rewrite (stuck_ok W right columns rows small _ _ (passed_ok W right columns rows p b X)).
  cbn [turn discs]. destruct (pass p) as [c|] eqn:E.
  - pose proof (pass_once _ _ othello_passes _ _ E) as O. apply pass_some in E as (L & M & ->).
    exists false, (Position (discs p) (other (turn p))), (passed b). rewrite L.
    destruct (legal_squares columns rows (other (turn p)) (discs p)); [easy|].
    repeat split; try easy; now apply passed_ok.
  - exists true, p, b. pose proof E as E'. unfold Rules.Othello.pass in E.
    destruct (legal_squares columns rows (turn p) (discs p)); [|easy].
    now destruct (legal_squares columns rows (other (turn p)) (discs p)).
Qed.

Lemma full p b : shows p b -> (size plan <=? stones b)%uint63 = true ->
  legal_squares columns rows (turn p) (discs p) = [].
Proof.
  intros [_ _ L] E. apply leb_spec in E. cbn [size plan_of] in E. rewrite of_nat_ok in E by lia.
  assert (Z : filter (empty (discs p)) (squares columns rows) = []).
  { destruct (filter _ _) as [|s l] eqn:F; [easy|]. unfold count in L. rewrite F in L.
    cbn [length] in L. lia. }
  unfold legal_squares. destruct (filter (legal columns rows (turn p) (discs p)) _) as [|s l]
    eqn:F; [easy|].
  assert (I : In s (filter (legal columns rows (turn p) (discs p)) (squares columns rows)))
    by (rewrite F; now left). apply filter_In in I as [I G]. apply andb_true_iff in G as [G _].
  assert (J : In s (filter (empty (discs p)) (squares columns rows))) by now apply filter_In.
  now rewrite Z in J.
Qed.
Lemma children_ok p b : shows p b -> children W plan b =
  map (fun s => after b (cell_of W columns rows s))
    (legal_squares columns rows (turn p) (discs p)).
Proof.
  intros X. rewrite (Boards.Othello.children_ok W columns rows right small).
  destruct (size plan <=? stones b)%uint63 eqn:E; [now rewrite (full p b X E)|].
  now rewrite (playable_cells_ok W right columns rows small p b X), map_map.
Qed.

Theorem moves_packed p b : shows p b -> pass p = None -> exists l,
  @moves H b = map (fun m => (fst m, represent (snd m))) l /\
  Forall2 (fun m m' => fst m = fst m' /\ (shows (snd m) (snd m') /\ pass (snd m) = None))
    (@moves without_passes p) l.
Proof.
  intros X E. cbn [moves othello_boards without_passes contracted Rules.Games.othello].
  unfold board_moves. rewrite moves_pass, E, (children_ok p b X), map_map.
  exists (map (fun s => settle plan (after b (cell_of W columns rows s)))
    (legal_squares columns rows (turn p) (discs p))). split.
  - rewrite !map_map. apply map_ext. intros s. now destruct (settle _ _).
  - rewrite map_map. assert (A : forall s, In s (legal_squares columns rows (turn p) (discs p)) ->
      shows (Position (place columns rows (turn p) (discs p) s) (other (turn p)))
        (after b (cell_of W columns rows s))) by (intros s; now apply after_ok). revert A.
    generalize (legal_squares columns rows (turn p) (discs p)).
    induction l as [|s l IH]; intros A; cbn [map]; constructor.
    + destruct (settle_ok _ _ (A s (or_introl eq_refl))) as (s' & c & d & Ec & Ed & Y & Z).
      rewrite Ec, Ed. cbn [fst snd]; auto.
    + apply IH. intros t I. apply A. now right.
Qed.

Theorem othello_packing : packing without_passes H.
Proof.
  refine (Packing without_passes H (fun p b => shows p b /\ pass p = None) same_class name
    representative represent _ _ _ _ _ _ _ _ _ stones (level columns rows) _ _).
  - exists (pack (@start othello)). split; [|reflexivity].
    split; [apply pack_shows | exact (pass_start _ _ othello_passes)].
  - intros p b [X E]. now apply moves_packed.
  - intros p b [X E] _. cbn. symmetry. now apply score_ok.
  - intros p b [X E]. apply shows_pack. now apply shows_representative.
  - intros p b [X E]. pose proof (representative_class columns rows symmetric p) as S.
    split; [split; [now apply shows_representative | now apply (class_no_pass p)] | easy].
  - intros p q _ _. apply same_class_sym.
  - intros p q b _ (f & x & I & A) N. cbn in *. apply map_eq_nil in N.
    pose proof (symmetries_ok _ _ _ f I) as S. split.
    + apply (alike_over _ _ f S x p q A) in N. now rewrite N.
    + symmetry. now apply (alike_score _ _ f S x).
  - intros p q b s c _ (f & x & I & A) J. cbn in *. pose proof (symmetries_ok _ _ _ f I) as S.
    apply in_map_iff in J as ([s' c'] & E & J).
    destruct (alike_there _ _ f S x p q A s' c' J) as (d' & J' & A'). unfold contract in E.
    cbn in E. destruct (pass c') as [c1|] eqn:X; injection E as <- <-.
    + destruct (pass_there _ _ f S x c' d' A' c1 X) as (d1 & X' & A1). exists d1.
      split; [|now exists f, x].
      apply in_map_iff. exists (s', d'). split; [|easy]. unfold contract. cbn. now rewrite X'.
    + exists d'. split; [|now exists f, x]. apply in_map_iff. exists (s', d'). split; [|easy].
      unfold contract. cbn. rewrite (class_no_pass c' d'); [easy | now exists f, x | easy].
  - intros p q b b' [X _] [Y _] S.
    apply (shows_unique W right columns rows small (representative p) _ (representative q) _).
    + now apply shows_representative.
    + now apply shows_representative.
    + now apply (class_key _ _ _ is_group).
  - intros p b [[_ _ L] _]. rewrite least_stones. pose proof (level_empty p). lia.
  - intros p q b b' [X _] [Y _] S.
    apply (one_board _ _ (represent b)); [|rewrite S]; now apply shows_representative.
Defined.

Theorem V_class p q : same_class p q -> V othello p = V othello q.
Proof.
  assert (K : forall p q, same_class p q -> pass p = None -> V othello p = V othello q).
  { clear p q. intros p q I E. rewrite <- (V_without_passes p), <- (V_without_passes q).
    apply (V_images _ _ othello_packing p q (pack p) (pack q)); [| |exact I];
      (split; [apply pack_shows | easy || now apply (class_no_pass p)]). }
  intros I. destruct (pass p) as [c|] eqn:E; [|now apply K].
  destruct (class_pass p q c I E) as (d & E' & J). pose proof othello_passes as P.
  rewrite (V_pass othello pass P p c E), (V_pass othello pass P q d E'). f_equal.
  apply K; [easy | exact (pass_once othello pass P p c E)].
Qed.
Theorem othello_solved accepts cut certified sc F v :
  proved without_passes same_class representative name accepts stones -> sc <> Weak ->
  accepts cut certified sc F v ->
  solved othello same_class representative sc (fun p => moves p <> [] /\ pass p = None)
    (level columns rows) name (art_table F) (to_Z cut) v.
Proof.
  intros P N Yes. apply (solved_contracted othello pass othello_passes same_class representative);
    [now intros p s c I; apply in_moves in I | exact images_pass | exact images_passed
    | apply representative_class | intros p q; split; [|apply name_class] |].
  { symmetry. apply V_class, representative_class. }
  exact (Bridge.Files.solved_packed _ _ othello_packing accepts cut certified sc F v P N Yes).
Qed.
End Packing.
