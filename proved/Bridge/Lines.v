(** Proof. The shifts of Connect Four find exactly the lines of four. *)
From Coq Require Import ZArith List Lia Bool Uint63.
Import ListNotations.
Require Import Proved.Bridge.Bits Proved.Rules.ConnectFour Proved.Boards.ConnectFour.
Open Scope Z_scope.

Lemma four_along_bits s d dd : to_Z dd = 2 * to_Z d ->
  four_along s d dd = true <->
  exists n, 0 <= n /\ tb s n = true /\ tb s (n + to_Z d) = true /\ tb s (n + 2 * to_Z d) = true /\
    tb s (n + 3 * to_Z d) = true.
Proof.
  intros E. unfold four_along. rewrite nonzero. pose proof (to_Z_bounded d) as D.
  split; intros (n & Hn & H); exists n; (split; [easy |]).
  - rewrite !tb_land, !tb_lsr, tb_land, tb_lsr, E in H by lia. rewrite !andb_true_iff in H.
    replace (n + 3 * to_Z d) with (n + 2 * to_Z d + to_Z d) by lia. tauto.
  - rewrite !tb_land, !tb_lsr, tb_land, tb_lsr, E by lia. rewrite !andb_true_iff.
    replace (n + 3 * to_Z d) with (n + 2 * to_Z d + to_Z d) in H by lia. tauto.
Qed.

Ltac each_way I := cbn in I; decompose [or] I; try easy;
  match goal with E : (_, _) = _ |- _ => injection E as <- <- end.

Section Geometry.
Variables columns rows : Z.
Hypothesis small : 1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62.
Variable hi : int.
Hypothesis hi_ok : to_Z hi = rows + 1.
(** [o c r]: there is a stone in column [c], row [r]. *)
Variable o : Z -> Z -> bool.
Hypothesis inside : forall c r, o c r = true -> 0 <= c < columns /\ 0 <= r < rows.
Variable s : int.
Hypothesis s_ok : forall n, 0 <= n -> tb s n = o (n / (rows + 1)) (n mod (rows + 1)).

Lemma s_at c r : 0 <= c -> 0 <= r <= rows -> tb s (c * (rows + 1) + r) = o c r.
Proof.
  intros Hc Hr. rewrite s_ok by nia.
  rewrite Z.div_add_l by lia. rewrite (Z.div_small r) by lia. rewrite Z.add_0_r.
  rewrite Z.add_comm, Z.mod_add by lia. now rewrite Z.mod_small by lia.
Qed.

Lemma s_set n : 0 <= n -> tb s n = true -> exists c r, n = c * (rows + 1) + r /\
  0 <= c < columns /\ 0 <= r < rows /\ o c r = true.
Proof.
  intros Hn H. rewrite s_ok in H by easy. pose proof (inside _ _ H).
  exists (n / (rows + 1)), (n mod (rows + 1)). split; [|easy].
  pose proof (Z.div_mod n (rows + 1)). lia.
Qed.

Definition line : Prop := exists c r dc dr, In (dc, dr) ways /\
  forall k, 0 <= k < 4 -> o (c + k * dc) (r + k * dr) = true.

Lemma step_set c r dc dr : In (dc, dr) ways -> 0 <= c -> 0 <= r < rows ->
  tb s (c * (rows + 1) + r + (dc * (rows + 1) + dr)) = true ->
  0 <= r + dr < rows /\ o (c + dc) (r + dr) = true.
Proof.
  intros I Hc Hr H.
  assert (X : r + dr = -1 \/ 0 <= r + dr <= rows) by (each_way I; lia).
  assert (D : 0 <= dc /\ (r + dr = -1 -> dc = 1)) by (each_way I; lia).
  destruct X as [X|X].
  - exfalso. replace (c * (rows + 1) + r + (dc * (rows + 1) + dr)) with
      ((c + dc - 1) * (rows + 1) + rows) in H by lia.
    rewrite s_at in H by lia. apply inside in H. lia.
  - replace (c * (rows + 1) + r + (dc * (rows + 1) + dr)) with
      ((c + dc) * (rows + 1) + (r + dr)) in H by lia.
    rewrite s_at in H by lia. split; [|easy]. now apply inside in H.
Qed.

Lemma along dc dr d dd : In (dc, dr) ways -> to_Z d = dc * (rows + 1) + dr ->
  to_Z dd = 2 * to_Z d ->
  four_along s d dd = true <->
  exists c r, forall k, 0 <= k < 4 -> o (c + k * dc) (r + k * dr) = true.
Proof.
  intros I Hd Hdd. rewrite (four_along_bits s d dd Hdd), Hd. split.
  - intros (n & Hn & H0 & H1 & H2 & H3).
    destruct (s_set n Hn H0) as (c & r & -> & Hc & Hr & O0). exists c, r.
    assert (Dc : 0 <= dc) by (each_way I; lia).
    destruct (step_set c r dc dr I (proj1 Hc) Hr H1) as [R1 O1].
    destruct (step_set (c + dc) (r + dr) dc dr I ltac:(lia) R1) as [R2 O2].
    { rewrite <- H2. f_equal. lia. }
    destruct (step_set (c + dc + dc) (r + dr + dr) dc dr I ltac:(lia) R2) as [R3 O3].
    { rewrite <- H3. f_equal. lia. }
    intros k Hk. assert (K : k = 0 \/ k = 1 \/ k = 2 \/ k = 3) by lia.
    destruct K as [-> | [-> | [-> | ->]]];
      [rewrite <- O0 | rewrite <- O1 | rewrite <- O2 | rewrite <- O3]; f_equal; lia.
  - intros (c & r & H).
    pose proof (H 0 ltac:(lia)) as H0. pose proof (H 1 ltac:(lia)) as H1.
    pose proof (H 2 ltac:(lia)) as H2. pose proof (H 3 ltac:(lia)) as H3.
    pose proof (inside _ _ H0). pose proof (inside _ _ H1).
    pose proof (inside _ _ H2). pose proof (inside _ _ H3).
    exists (c * (rows + 1) + r). split; [nia |]. rewrite s_at by lia.
    replace (c * (rows + 1) + r + (dc * (rows + 1) + dr)) with
      ((c + 1 * dc) * (rows + 1) + (r + 1 * dr)) by lia.
    replace (c * (rows + 1) + r + 2 * (dc * (rows + 1) + dr)) with
      ((c + 2 * dc) * (rows + 1) + (r + 2 * dr)) by lia.
    replace (c * (rows + 1) + r + 3 * (dc * (rows + 1) + dr)) with
      ((c + 3 * dc) * (rows + 1) + (r + 3 * dr)) by lia.
    rewrite !s_at by lia. repeat split; try easy. rewrite <- H0. f_equal; lia.
Qed.

Lemma twice d : 0 <= to_Z d < 64 -> to_Z (d << 1) = 2 * to_Z d.
Proof.
  intros H. rewrite lsl_spec. change (2 ^ to_Z 1) with 2. rewrite Z.mod_small; [lia |].
  change wB with (2 ^ 63). lia.
Qed.

Theorem c4_wins_line : c4_wins hi s = true <-> line.
Proof.
  assert (B : rows + 1 < 63) by nia.
  assert (M : to_Z (hi - 1) = rows).
  { rewrite sub_spec, hi_ok. change (to_Z 1) with 1. rewrite Z.mod_small; [lia|].
    change wB with (2 ^ 63). lia. }
  assert (P : to_Z (hi + 1) = rows + 2).
  { rewrite add_spec, hi_ok. change (to_Z 1) with 1. rewrite Z.mod_small; [lia|].
    change wB with (2 ^ 63). lia. }
  assert (A1 := along 0 1 1 2 ltac:(cbn; tauto) ltac:(cbn; lia) ltac:(easy)).
  assert (A2 := along 1 (-1) (hi - 1) ((hi - 1) << 1)
    ltac:(cbn; tauto) ltac:(lia) ltac:(apply twice; lia)).
  assert (A3 := along 1 0 hi (hi << 1) ltac:(cbn; tauto) ltac:(lia) ltac:(apply twice; lia)).
  assert (A4 := along 1 1 (hi + 1) ((hi + 1) << 1)
    ltac:(cbn; tauto) ltac:(lia) ltac:(apply twice; lia)).
  unfold c4_wins, line. split.
  - intros H.
    destruct (four_along s 1 2) eqn:F1;
      [destruct (proj1 A1 eq_refl) as (c & r & K); exists c, r, 0, 1; cbn; tauto |].
    destruct (four_along s (hi - 1) _) eqn:F2;
      [destruct (proj1 A2 eq_refl) as (c & r & K); exists c, r, 1, (-1); cbn; tauto |].
    destruct (four_along s hi _) eqn:F3;
      [destruct (proj1 A3 eq_refl) as (c & r & K); exists c, r, 1, 0; cbn; tauto |].
    destruct (proj1 A4 H) as (c & r & K); exists c, r, 1, 1; cbn; tauto.
  - intros (c & r & dc & dr & I & K). each_way I.
    + rewrite (proj2 A1); [easy | now exists c, r].
    + destruct (four_along s 1 2); [easy |]. rewrite (proj2 A2); [easy | now exists c, r].
    + destruct (four_along s 1 2); [easy |]. destruct (four_along s (hi - 1) _); [easy |].
      rewrite (proj2 A3); [easy | now exists c, r].
    + destruct (four_along s 1 2); [easy |]. destruct (four_along s (hi - 1) _); [easy |].
      destruct (four_along s hi _); [easy |]. apply A4. now exists c, r.
Qed.
End Geometry.
