(** Proof. Each move of a game on a grid leaves one free square less. *)
From Coq Require Import List Lia Arith.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Grid.

Lemma free_splits p n : shows None p n = true -> exists a z,
  on p = a ++ None :: z /\ length a = n /\ on (place p n) = a ++ Some (turn p) :: z.
Proof.
  unfold shows. destruct (nth_error (on p) n) as [[q|]|] eqn:E; try easy. intros _.
  apply nth_error_split in E as (a & z & E & L). exists a, z. repeat split; try easy.
  cbn [place on]. rewrite E. subst n. rewrite firstn_app, firstn_all, Nat.sub_diag. cbn [firstn].
  rewrite app_nil_r, skipn_app, skipn_all2 by lia. now replace (S (length a) - length a) with 1 by
    lia.
Qed.

Lemma target_free R p n : In n (targets R p) <->
  exists lane, In lane (lanes R) /\ In n (firstn 1 (filter (shows None p) lane)).
Proof. apply in_flat_map. Qed.
Lemma first_in {A} (f : A -> bool) l x : In x (firstn 1 (filter f l)) -> In x l /\ f x = true.
Proof. rewrite <- filter_In. destruct (filter f l); cbn; tauto. Qed.

Lemma number_place p n x : shows None p n = true ->
  number_of (Some x) (place p n) = number_of (Some x) p + (if same x (turn p) then 1 else 0) /\
  S (number_of None (place p n)) = number_of None p.
Proof.
  intros F. destruct (free_splits p n F) as (a & z & E & _ & E'). unfold number_of.
  rewrite E, E', !filter_app, !app_length. cbn. destruct (same _ _); cbn; lia.
Qed.

Lemma grid_ends R p s c : In (s, c) (grid_moves R p) -> number_of None c < number_of None p.
Proof.
  unfold grid_moves. destruct (won R p); [easy|]. intros I.
  apply in_map_iff in I as (n & [= _ <-] & I). apply target_free in I as (l & _ & I).
  apply first_in in I as [_ F]. pose proof (number_place p n First F). lia.
Qed.
