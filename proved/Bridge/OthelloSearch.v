(** Proof. The search of Othello: its boards have the values of the rules, and what it decides
    without memory holds. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Value Check Rules.Packed Rules.Passes Rules.Othello
  Rules.OthelloNames Rules.Games Boards.Word Boards.Othello Bridge.Bits Bridge.Count Bridge.Passes
  Bridge.Symmetry Bridge.OthelloSquares Bridge.OthelloSymmetry Bridge.Othello Bridge.OthelloImages
  Bridge.OthelloClass Bridge.OthelloPacking.
Open Scope Z_scope.

Section Search.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)). Notation pass := (pass columns rows).
Notation othello := (Games.othello columns rows). Notation inside := (inside columns rows).
Notation empty := (empty columns rows). Notation score := (score columns rows).
Hypothesis no_pass : pass (othello_start columns rows) = None.
Variable W : words.
Hypothesis right : right_words W.
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
Let room_range := room_range W right.
Notation board := (board_of (word W)). Notation cell := (cell_on (word W)).
Notation shows := (shows W columns rows).
Notation plan := (plan_of W columns rows). Notation cell_of := (cell_of W columns rows).
Implicit Types (b : board) (p : position) (free rest : list cell).

(** ** Values *)
Definition legal_at p : list square := legal_squares columns rows (turn p) (discs p).
Definition idle_at p : list square := legal_squares columns rows (other (turn p)) (discs p).
Definition placed p u : position :=
  Position (place columns rows (turn p) (discs p) u) (other (turn p)).
Definition flipped p : position := Position (discs p) (other (turn p)).
(** The value if a side without a move does not pass. *)
Definition settled p : Z := match legal_at p with [] => score p | _ :: _ => V othello p end.

Lemma V_placed p u : In u (legal_at p) -> - V othello (placed p u) <= V othello p.
Proof.
  intros I. apply (V_bound othello p true). apply in_moves. split; [easy|]. left. now exists u.
Qed.
Lemma V_best p : legal_at p <> [] ->
  exists u, In u (legal_at p) /\ V othello p = - V othello (placed p u).
Proof.
  intros L. destruct (legal_at p) as [|u l] eqn:E; [easy|].
  destruct (V_reached othello p) as (s & d & I & ->).
  { intros M. assert (X : In (true, placed p u) (@moves othello p))
      by (apply in_moves; split; [easy|]; left; exists u; fold (legal_at p); rewrite E; cbn; auto).
    now rewrite M in X. }
  apply in_moves in I as (-> & [(v & I & ->)|I]); [exists v; rewrite <- E; easy|].
  apply pass_some in I as (X & _). unfold legal_at in E. now rewrite X in E.
Qed.
Lemma V_flipped p : legal_at p = [] -> V othello p = - settled (flipped p).
Proof.
  intros L. unfold settled. destruct (legal_at (flipped p)) as [|u l] eqn:E.
  - rewrite V_over.
    + cbn [payoff Games.othello]. unfold score, flipped. cbn [discs turn].
      replace (other (other (turn p))) with (turn p) by now destruct (turn p).
      set (x := count _ _ (has _ _ _ (turn p))). set (y := count _ _ (has _ _ _ (other (turn p)))).
      replace (y - x) with (- (x - y)) by lia. rewrite Z.sgn_opp. lia.
    + cbn [moves Games.othello]. unfold othello_moves, Rules.Othello.pass. unfold legal_at in *.
      rewrite L. cbn [flipped turn discs] in E. now rewrite E.
  - apply (V_pass othello pass (othello_passes columns rows no_pass)).
    apply pass_some. split; [exact L|]. split; [|easy]. unfold legal_at in E. cbn in E.
    now rewrite E.
Qed.
Lemma settled_legal p : legal_at p <> [] -> settled p = V othello p.
Proof. unfold settled. now destruct (legal_at p). Qed.

Lemma boards_value symmetric p b : group columns rows symmetric = true ->
  good_tables W columns rows (swaps W columns rows symmetric)
    (symmetries columns rows symmetric) = true ->
  shows p b -> V (othello_boards W columns rows symmetric) b = settled p.
Proof.
  intros Group Good X. unfold settled. destruct (legal_at p) as [|u l] eqn:E.
  - rewrite V_over; [now apply score_ok|]. cbn [moves othello_boards]. unfold board_moves.
    rewrite (OthelloPacking.children_ok columns rows W right small p b X). unfold legal_at in E.
    now rewrite E.
  - rewrite <- (V_without_passes columns rows no_pass p). symmetry.
    apply (V_packs _ _ (othello_packing columns rows symmetric Group no_pass W right small Good)).
    split; [easy|]. unfold Rules.Othello.pass. unfold legal_at in E. now rewrite E.
Qed.

(** ** Boards that show a position *)
Lemma valid_ok b : valid W plan b = true -> exists p, shows p b.
Proof.
  unfold valid. destruct (word_eqb W (meet W (mover b) _) _) eqn:M; [|easy].
  destruct (word_eqb W (meet W (both b) _) _) eqn:B; [|easy]. intros C.
  apply (word_eqb_ok W right) in M, B. apply Uint63.eqb_spec in C.
  assert (Mb : forall n, test W (mover b) n = true -> test W (both b) n = true).
  { intros n T. rewrite <- M, (test_meet W right) in T. now apply andb_true_iff in T. }
  assert (Bn : forall n, 0 <= n -> test W (both b) n = true -> n < N).
  { intros n Hn T. rewrite <- B, (test_meet W right) in T. apply andb_true_iff in T.
    rewrite (every_ok W columns rows right small) in T by easy. now apply Z.ltb_lt. }
  set (f := fun s => let n := index columns s in if test W (mover b) n then Some First else
    if test W (both b) n then Some Second else None).
  exists (Position (draw columns rows f) First).
  assert (D : forall n, 0 <= n -> disc columns rows (draw columns rows f) (square_of columns n) =
    if test W (mover b) n then Some First else if test W (both b) n then Some Second else None).
  { intros n Hn. rewrite disc_draw. destruct (inside (square_of columns n)) eqn:I.
    - unfold f. now rewrite (index_square_of columns rows (proj1 small)).
    - assert (~ n < N).
      { intros L. apply (inside_square_of columns rows (proj1 small)) in L; [congruence | easy]. }
      destruct (test W (both b) n) eqn:T; [now apply Bn in T|].
      destruct (test W (mover b) n) eqn:T'; [apply Mb in T'; congruence | easy]. }
  constructor; cbn [discs turn].
  - intros n Hn. unfold has. rewrite D by easy. destruct (test W (mover b) n); [easy|].
    now destruct (test W (both b) n).
  - intros n Hn. unfold has, theirs. rewrite D, (test_differ W right) by easy. pose proof (Mb n).
    destruct (test W (mover b) n); [now rewrite H|]. now destruct (test W (both b) n).
  - rewrite <- C, (count_bits_exact W columns rows right small (both b)).
    rewrite <- (level_empty columns rows W small (Position (draw columns rows f) First)). f_equal.
    unfold level, count. do 2 f_equal. apply filter_ext_in. intros s I. apply in_squares in I.
    pose proof (index_range columns rows s I) as R.
    rewrite (clear_ok W columns rows right small) by easy. cbn [discs]. unfold Rules.Othello.empty.
    rewrite <- (square_of_index columns rows (proj1 small) s I), D by lia.
    rewrite (square_of_index columns rows (proj1 small) s I). pose proof (Mb (index columns s)).
    destruct (test W (mover b) _); [now rewrite H|]. now destruct (test W (both b) _).
Qed.

(** ** The last moves *)
Lemma square_bit_inj u v : inside u = true -> inside v = true ->
  square_bit W columns u = square_bit W columns v -> u = v.
Proof.
  intros Hu Hv E. pose proof (index_range columns rows u Hu).
  assert (T : test W (square_bit W columns v) (index columns u) = true).
  { rewrite <- E, (test_square W columns rows right small) by (easy || lia). apply Z.eqb_refl. }
  rewrite (test_square W columns rows right small) in T by (easy || lia). apply Z.eqb_eq in T.
  now rewrite <- (square_of_index columns rows (proj1 small) u Hu), T,
    (square_of_index columns rows (proj1 small) v Hv).
Qed.
Lemma without_ok w (c : cell) free : (In c (without W w free) -> In c free) /\
  (In c free -> own_bit c <> w -> In c (without W w free)).
Proof.
  induction free as [|d free [IH IH']]; cbn [without]; [easy|].
  destruct (word_eqb W w (own_bit d)) eqn:E; cbn [In].
  - apply (word_eqb_ok W right) in E. split; [auto|]. intros [<-|I]; [now subst | easy].
  - split; [tauto|]. intros [<-|I]; auto.
Qed.

Definition covers free p : Prop :=
  (forall c, In c free -> exists u, inside u = true /\ c = cell_of u) /\
  forall u, inside u = true -> empty (discs p) u = true -> In (cell_of u) free.

Lemma covers_legal free p u : covers free p -> In u (legal_at p) -> In (cell_of u) free.
Proof.
  intros F J. apply filter_In in J as [J K]. apply F; [now apply in_squares|].
  unfold legal in K. now apply andb_true_iff in K.
Qed.
Lemma covers_placed free p v : covers free p -> inside v = true ->
  covers (without W (square_bit W columns v) free) (placed p v).
Proof.
  intros [F G] Hv. split.
  - intros c I. now apply F, (without_ok (square_bit W columns v)).
  - intros u Hu. unfold Rules.Othello.empty. cbn [placed discs]. unfold place.
    rewrite disc_draw, Hu. destruct (existsb _ _) eqn:X; [easy|]. intros K.
    apply without_ok; [now apply G|]. intros Y. apply square_bit_inj in Y; [|easy..]. subst u.
    cbn [existsb] in X. now rewrite (proj2 (equal_ok v v) eq_refl) in X.
Qed.

Lemma last_ok t n : forall s p b free rest (any idle : bool), shows p b -> covers free p ->
  incl rest free -> (any = true -> legal_at p <> []) ->
  (forall u, In u (legal_at p) -> In (cell_of u) rest \/
    any = true /\ (s = false -> - V othello (placed p u) <= t)) ->
  last W plan t n s b free rest any idle = true ->
  worth s (if idle then settled p else V othello p) <= t.
Proof.
  induction n as [|n IH]; intros s p b free rest any idle X F R A L E; [easy|].
  assert (Value : legal_at p <> [] -> (if idle then settled p else V othello p) = V othello p)
    by (intros Y; destruct idle; [now apply settled_legal | easy]).
  pose proof X as [M O _]. destruct rest as [|c rest]; cbn [last] in E.
  - destruct any.
    + rewrite Value by auto. destruct s; [easy|]. cbn [worth].
      destruct (V_best p) as (u & I & ->); [auto|].
      destruct (L u I) as [[]|[_ K]]. auto.
    + assert (Z : legal_at p = []).
      { destruct (legal_at p) as [|u l]; [easy|].
        now destruct (L u (or_introl eq_refl)) as [[]|[]]. }
      destruct (match free with [] => true | _ => idle end) eqn:I.
      * apply Z.leb_le in E. cbn [area plan_of] in E.
        rewrite (score_ok W right columns rows small p b X) in E.
        enough ((if idle then settled p else V othello p) = score p) as -> by easy.
        destruct idle; [unfold settled; now rewrite Z|]. destruct free; [|easy]. apply V_over.
        cbn [moves Games.othello]. unfold othello_moves, Rules.Othello.pass. unfold legal_at in Z.
        rewrite Z. destruct (legal_squares _ _ (other (turn p)) (discs p)) as [|u l] eqn:G; [easy|].
        destruct (covers_legal [] (flipped p) u); [exact F|]. unfold legal_at. cbn. rewrite G.
        now left.
      * apply (IH (negb s) (flipped p)) in E; try easy.
        -- destruct idle; [now destruct free|]. rewrite V_flipped by easy.
           destruct s; cbn [negb worth] in *; lia.
        -- now apply passed_ok.
        -- intros u J. left. now apply (covers_legal _ (flipped p)).
  - destruct (proj1 F c) as (v & Hv & Ec); [apply R; now left|].
    assert (Skip : forall u, In u (legal_at p) ->
      playable W (mover b) (theirs W b) (both b) c = false ->
      In (cell_of u) rest \/ any = true /\ (s = false -> - V othello (placed p u) <= t)).
    { intros u I Y. destruct (L u I) as [[Z|Z]|Z]; auto. exfalso. apply filter_In in I as [I K].
      rewrite <- (playable_ok W right columns rows small (discs p) (turn p) (mover b) (theirs W b)
        (both b)), <- Z, Y in K; try easy; [now apply shows_both | now apply in_squares]. }
    assert (Play : playable W (mover b) (theirs W b) (both b) c =
      legal columns rows (turn p) (discs p) v)
      by (rewrite Ec; apply playable_ok; try easy; now apply shows_both).
    assert (R' : incl rest free) by (intros d I; apply R; now right).
    unfold playable in *. destruct (clear W (both b) (own_bit c)); [|now apply (IH _ p) in E; auto].
    rewrite (turned_none W columns rows right small) in E.
    rewrite (proj2 (word_eqb_ok W right _ _) eq_refl) in E.
    destruct (any_turned W _ _ _); [|now apply (IH _ p) in E; auto].
    assert (I : In v (legal_at p))
      by (apply filter_In; split; [now apply in_squares | now symmetry]).
    assert (Y : legal_at p <> []) by (intros Z; now rewrite Z in I).
    set (left := without W (own_bit c) free) in E.
    destruct (last W plan t n (negb s) _ left _ _ _) eqn:K in E.
    + assert (J : worth (negb s) (V othello (placed p v)) <= t).
      { apply (IH _ (placed p v)) in K; try easy.
        - rewrite Ec. now apply after_ok.
        - subst left. rewrite Ec. now apply covers_placed.
        - intros u Iu. left. apply (covers_legal _ (placed p v)); [|easy]. subst left.
          rewrite Ec. now apply covers_placed. }
      destruct s; cbn [Bool.eqb] in E.
      * rewrite Value by easy. pose proof (V_placed p v I). cbn [negb worth] in *. lia.
      * apply (IH _ p) in E; try easy. intros u Iu. destruct (L u Iu) as [[Z|Z]|Z]; auto.
        { right. split; [easy|]. intros _. rewrite Ec in Z. apply (f_equal own_bit) in Z.
          apply square_bit_inj in Z; [now subst | easy |]. apply filter_In in Iu as [Iu _].
          now apply in_squares. }
        right. split; [easy | apply Z].
    + destruct s; cbn [Bool.eqb] in E; [|easy]. apply (IH _ p) in E; try easy.
      intros u Iu. destruct (L u Iu) as [[Z|Z]|Z]; auto; right; easy.
Qed.

Hypothesis ready : forall symmetric, group columns rows symmetric = true /\
  good_tables W columns rows (swaps W columns rows symmetric)
    (symmetries columns rows symmetric) = true.
Theorem search_right symmetric cut certified memory :
  right_rules _ (othello_rules W columns rows symmetric right cut certified memory).
Proof.
  assert (Value : forall symmetric p b, shows p b ->
    V (othello_boards W columns rows symmetric) b = settled p)
    by (intros y p b X; now apply boards_value; [apply ready..|]).
  apply (othello_rules_right W columns rows symmetric right small).
  - intros b Y. destruct (valid_ok b Y) as (p & X).
    unfold othello_searched. now rewrite !(Value _ p b X).
  - intros t s b _ D. unfold decide_last in D. destruct (valid W plan b) eqn:Y; [|easy].
    destruct (valid_ok b Y) as (p & X). unfold othello_searched. rewrite (Value _ p b X).
    cbv zeta in D. set (free := filter _ _) in D. assert (F : covers free p).
    { split.
      - intros c I. apply filter_In in I as [I _]. cbn [cells plan_of] in I. apply in_map_iff in I
          as (u & <- & I). exists u. split; [now apply in_squares | easy].
      - intros u Hu K. apply filter_In. split; [apply in_map; now apply in_squares|].
        change (own_bit (cell_of u)) with (square_bit W columns u).
        pose proof (shows_both W right columns rows small p b X) as B.
        rewrite (holds_test W right columns rows small (both b) _ u B Hu), K. easy. }
    clearbody free. revert D. generalize (depth plan). intros n D.
    apply (last_ok t n s p b free free false true X F (fun c I => I)) in D; [exact D | easy |].
    intros u I. left. now apply (covers_legal free p).
Qed.
End Search.
