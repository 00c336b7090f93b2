(** Proof. Othello ends. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Othello.
Open Scope Z_scope.

Section Ends.
Variables columns rows : nat.
Notation inside := (inside columns rows).
Notation row := (row columns).
Notation squares := (squares columns rows).
Notation disc := (disc columns rows).
Notation draw := (draw columns rows).
Notation empty := (empty columns rows).
Notation flips := (flips columns rows).
Notation place := (place columns rows).
Notation legal_squares := (legal_squares columns rows).
Notation othello_moves := (othello_moves columns rows).
Notation moves_left := (moves_left columns rows).

Lemma moves_pass p : othello_moves p = match pass columns rows p with
  | Some c => [(true, c)]
  | None => map (fun s => (true, Position (place (turn p) (discs p) s) (other (turn p))))
              (legal_squares (turn p) (discs p))
  end.
Proof. unfold Rules.Othello.othello_moves, pass. now destruct (legal_squares (turn p) (discs p)).
Qed.

Lemma nth_map_seq {A} (f : nat -> A) n i d : (i < n)%nat -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros H. rewrite (nth_indep _ d (f O)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.
Lemma inside_ok s : inside s = true <->
  0 <= fst s < Z.of_nat columns /\ 0 <= snd s < Z.of_nat rows.
Proof. unfold Rules.Othello.inside. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.
Lemma disc_draw f s : disc (draw f) s = if inside s then f s else None.
Proof.
  unfold Rules.Othello.disc. destruct (inside s) eqn:E; [|easy]. apply inside_ok in E.
  unfold Rules.Othello.draw, Rules.Othello.row.
  rewrite nth_map_seq, map_map, nth_map_seq by lia. f_equal. destruct s. cbn in *. f_equal; lia.
Qed.
Lemma in_squares s : In s squares <-> inside s = true.
Proof.
  unfold Rules.Othello.squares, Rules.Othello.row. rewrite in_flat_map, inside_ok. split.
  - intros (r & Hr & H). apply in_map_iff in H as (c & <- & Hc). apply in_seq in Hr, Hc. cbn. lia.
  - intros H. exists (Z.to_nat (snd s)). split; [apply in_seq; lia|]. apply in_map_iff.
    exists (Z.to_nat (fst s)). destruct s. cbn in *. split; [f_equal; lia | apply in_seq; lia].
Qed.
Lemma equal_ok s t : equal s t = true <-> s = t.
Proof.
  unfold equal. rewrite andb_true_iff, !Z.eqb_eq. destruct s, t. cbn.
  split; [|now intros [= -> ->]].
  now intros [-> ->].
Qed.
Lemma filter_less {A} (f g : A -> bool) a l : (forall x, In x l -> g x = true -> f x = true) ->
  In a l -> f a = true -> g a = false -> (length (filter g l) < length (filter f l))%nat.
Proof.
  intros H I Fa Ga.
  assert (L : forall l, (forall x, In x l -> g x = true -> f x = true) ->
    (length (filter g l) <= length (filter f l))%nat).
  { clear. induction l as [|x l IH]; intros H; [easy|]. cbn.
    specialize (IH (fun y I => H y (or_intror I))). specialize (H x (or_introl eq_refl)).
    destruct (g x), (f x); cbn; try lia; now specialize (H eq_refl). }
  induction l as [|x l IH]; [easy|]. cbn. destruct I as [->|I].
  - rewrite Fa, Ga. specialize (L l (fun y I => H y (or_intror I))). cbn. lia.
  - specialize (IH (fun y I => H y (or_intror I)) I). specialize (H x (or_introl eq_refl)).
    destruct (g x), (f x); cbn; try lia; now specialize (H eq_refl).
Qed.
Lemma empty_place q b s t : empty (place q b s) t = true -> empty b t = true.
Proof.
  unfold Rules.Othello.empty, Rules.Othello.place. rewrite disc_draw. destruct (inside t) eqn:E.
  - now destruct (existsb _ _).
  - unfold Rules.Othello.disc. now rewrite E.
Qed.
Lemma place_less q b s : In s (legal_squares q b) ->
  (length (filter (empty (place q b s)) squares) < length (filter (empty b) squares))%nat.
Proof.
  intros I. apply filter_In in I as [I L]. apply andb_true_iff in L as [L _].
  apply (filter_less _ _ s); [|easy|easy|].
  - intros x _. apply empty_place.
  - unfold Rules.Othello.empty, Rules.Othello.place. rewrite disc_draw. rewrite in_squares in I.
    rewrite I. cbn [existsb].
    now rewrite (proj2 (equal_ok s s) eq_refl).
Qed.

Theorem play_ends p s c : In (s, c) (othello_moves p) -> (moves_left c < moves_left p)%nat.
Proof.
  unfold Rules.Othello.othello_moves, pass, Rules.Othello.moves_left.
  destruct (legal_squares (turn p) (discs p)) as [|t l] eqn:E.
  - destruct (legal_squares (other (turn p)) (discs p)) eqn:E'; [easy|].
    intros [[= <- <-]|[]]. cbn [turn discs]. rewrite E'. lia.
  - intros H. apply in_map_iff in H as (u & [= <- <-] & I). rewrite <- E in I.
    pose proof (place_less (turn p) (discs p) u I) as L. cbn [turn discs].
    destruct (legal_squares _ (place _ _ _)); lia.
Qed.
End Ends.
