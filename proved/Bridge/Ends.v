(** Proof. Each move of Connect Four, m,n,k games and Hex leaves one free square less. *)
From Coq Require Import List Lia Arith.
Import ListNotations.
Require Import Proved.Game.
Require Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Rules.Hex.

Section ConnectFour.
Import Rules.ConnectFour.
Variables columns rows : nat.
Variable by_score : bool.

Lemma drop_left q : forall l c,
  (match nth_error l c with Some a => length a | None => rows end < rows)%nat ->
  S (left_in rows (put l c q)) = left_in rows l.
Proof.
  unfold left_in, list_sum. induction l as [|a l IH]; intros [|c] H; cbn in *; try lia.
  - rewrite app_length. cbn. lia.
  - specialize (IH c H). lia.
Qed.

Lemma connect_four_ends p s c : In (s, c) (c4_moves columns rows p) ->
  (left_in rows (cols c) < left_in rows (cols p))%nat.
Proof.
  intros H. unfold c4_moves in H. destruct (four _ _ _ p); [easy|].
  apply in_map_iff in H as (k & [= _ <-] & I). apply filter_In in I as [_ I].
  apply Nat.ltb_lt in I. pose proof (drop_left (turn p) (cols p) k I) as L. cbn [drop cols]. lia.
Qed.
End ConnectFour.

Section Mnk.
Import Rules.Mnk.
Variables columns rows in_line : nat.

Lemma put_left q : forall l n, nth_error l n = Some None -> S (left_on (put l n q)) = left_on l.
Proof.
  unfold left_on. induction l as [|a l IH]; intros [|n] H; try easy; cbn in *.
  - now injection H as ->.
  - specialize (IH n H). destruct a; cbn; lia.
Qed.
Lemma free_square p n : In n (filter (is_free p) (seq 0 (length (on p)))) ->
  nth_error (on p) n = Some None.
Proof.
  intros I. apply filter_In in I as [I F]. apply in_seq in I. unfold is_free, on_square in F.
  destruct (nth_error (on p) n) as [[q|]|] eqn:E; try easy. apply nth_error_None in E. lia.
Qed.

Lemma placements_left p s c : In (s, c) (placements p) -> (left_on (on c) < left_on (on p))%nat.
Proof.
  intros H. apply in_map_iff in H as (n & [= _ <-] & I). apply free_square in I.
  pose proof (put_left (turn p) (on p) n I) as L. cbn [place on]. lia.
Qed.
Lemma mnk_ends p s c : In (s, c) (mnk_moves columns rows in_line p) ->
  (left_on (on c) < left_on (on p))%nat.
Proof. unfold mnk_moves. destruct (line _ _ _ _ p); [easy|]. apply placements_left. Qed.
Lemma hex_ends decide p s c : In (s, c) (Rules.Hex.hex_moves columns rows decide p) ->
  (left_on (on c) < left_on (on p))%nat.
Proof. unfold Rules.Hex.hex_moves. destruct (decide _ p); [easy|]. apply placements_left. Qed.
End Mnk.
