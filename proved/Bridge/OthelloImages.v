(** Proof. Swaps of bits give the boards of a position's images. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed Proved.Rules.Othello Proved.Boards.Othello.
Require Import Proved.Bridge.Bits Proved.Bridge.Words.
Require Import Proved.Bridge.OthelloSquares Proved.Bridge.OthelloSymmetry Proved.Bridge.Othello.
Open Scope Z_scope.

(** ** A swap moves bits *)
Definition numbers (n : nat) : list Z := map Z.of_nat (seq 0 n).
Lemma in_numbers n i : In i (numbers n) <-> 0 <= i < Z.of_nat n.
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros (k & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat i). split; [lia | apply in_seq; lia].
Qed.

Definition good_swap (swap : int * int) : bool :=
  let (mask, shift) := swap in
  (0 <? to_Z shift) && (to_Z shift <? 63) &&
  forallb (fun n => implb (tb mask n) ((n + to_Z shift <? 63) && negb (tb mask (n + to_Z shift))))
    (numbers 63).
Definition source (swap : int * int) (n : Z) : Z :=
  let (mask, shift) := swap in
  if tb mask n then n + to_Z shift else
  if (to_Z shift <=? n) && tb mask (n - to_Z shift) then n - to_Z shift else n.
Definition sources (swaps : list (int * int)) (n : Z) : Z := fold_right source n swaps.

Lemma exchange_bits_ok swap w n : good_swap swap = true -> 0 <= n < 63 ->
  0 <= source swap n < 63 /\ tb (exchange_bits w swap) n = tb w (source swap n).
Proof.
  destruct swap as [mask shift]. unfold good_swap, exchange_bits, source.
  rewrite !andb_true_iff, !Z.ltb_lt, forallb_forall. intros [[K1 K2] G] Hn.
  set (k := to_Z shift) in *. assert (E : shift = of_Z k) by (symmetry; apply of_to_Z).
  assert (G' : forall m, 0 <= m < 63 -> tb mask m = true -> m + k < 63 /\ tb mask (m + k) = false).
  { intros m Hm B. specialize (G m). rewrite in_numbers, B in G. specialize (G ltac:(lia)).
    cbn in G. apply andb_true_iff in G as [G1 G2]. apply Z.ltb_lt in G1. split; [easy|].
    now apply negb_true_iff in G2. }
  rewrite !tb_lxor, E, tb_shift_up by lia. rewrite !tb_land, !tb_lxor, tb_shift_down by lia.
  destruct (tb mask n) eqn:B.
  - destruct (G' n Hn B) as [L _]. split; [lia|]. destruct (Z.leb_spec k n) as [L'|L']; cbn [andb].
    + destruct (tb mask (n - k)) eqn:B'.
      * destruct (G' (n - k) ltac:(lia) B') as [_ F]. replace (n - k + k) with n in F by lia.
        congruence.
      * rewrite !andb_false_r, andb_true_r. now destruct (tb w n), (tb w (n + k)).
    + rewrite andb_true_r. now destruct (tb w n), (tb w (n + k)).
  - rewrite andb_false_r, xorb_false_r. destruct (Z.leb_spec k n) as [L'|L']; cbn [andb];
      [|now rewrite xorb_false_r].
    rewrite tb_shift_down by lia. replace (n - k + k) with n by lia.
    destruct (tb mask (n - k)); [split; [lia|] |].
    + rewrite andb_true_r. now destruct (tb w n), (tb w (n - k)).
    + now rewrite andb_false_r, xorb_false_r.
Qed.
Lemma permute_ok swaps : forallb good_swap swaps = true -> forall w n, 0 <= n < 63 ->
  0 <= sources swaps n < 63 /\ tb (permute swaps w) n = tb w (sources swaps n).
Proof.
  induction swaps as [|s l IH]; intros G w n Hn; [easy|]. cbn in G.
  apply andb_true_iff in G as [G1 G2].
  cbn [sources fold_right]. destruct (IH G2 (exchange_bits w s) n Hn) as [R E].
  destruct (exchange_bits_ok s w (sources l n) G1 R) as [R' E']. split; [easy|].
  unfold permute in *. cbn [fold_left]. now rewrite E.
Qed.

Lemma permute_lxor swaps a b : forallb good_swap swaps = true ->
  permute swaps (a lxor b) = (permute swaps a lxor permute swaps b)%uint63.
Proof.
  intros G. apply tb_ext. intros n Hn. rewrite tb_lxor. destruct (Z.lt_ge_cases n 63) as [L|L].
  - assert (E : forall w, tb (permute swaps w) n = tb w (sources swaps n))
      by (intros w; now apply permute_ok).
    rewrite !E. apply tb_lxor.
  - now rewrite !tb_high.
Qed.

(** ** The tables are those of the symmetries *)
Section Images.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)).
Notation square_of := (square_of columns).
Notation index := (index columns).
Notation holds := (holds columns).
Notation inside := (inside columns rows).
Notation shows := (shows columns rows).

Definition good_swaps (swaps : list (int * int)) (f : square -> square) : bool :=
  forallb good_swap swaps &&
  forallb (fun n => sources swaps n =? if n <? N then index (f (square_of n)) else n) (numbers 63).
Fixpoint good_tables (tables : list (list (int * int))) (l : list (square -> square)) : bool :=
  match tables, l with
  | [], [] => true
  | swaps :: tables, f :: l => good_swaps swaps f && good_tables tables l
  | _, _ => false
  end.

Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.

Lemma holds_permute swaps f w g : good_swaps swaps f = true -> symmetry columns rows f ->
  (forall s, g s = true -> inside s = true) -> holds w g ->
  holds (permute swaps w) (fun s => g (f s)).
Proof.
  unfold good_swaps. rewrite andb_true_iff, (forallb_forall _ (numbers 63)).
  intros [G K] S I H n Hn.
  assert (Out : forall s, inside s = false -> g s = false).
  { intros s E. destruct (g s) eqn:E'; [|easy]. apply I in E'. congruence. }
  assert (Far : N <= n -> inside (square_of n) = false).
  { intros L. destruct (inside (square_of n)) eqn:E; [|easy].
    apply (inside_square_of columns rows small) in E; lia. }
  destruct (Z.lt_ge_cases n 63) as [L|L].
  - destruct (permute_ok swaps G w n ltac:(lia)) as [R E]. specialize (K n).
    rewrite in_numbers in K.
    specialize (K ltac:(lia)). apply Z.eqb_eq in K. rewrite E, H, K by lia.
    destruct (Z.ltb_spec n N) as [B|B].
    + rewrite (square_of_index columns rows small); [easy|]. rewrite (symmetry_inside _ _ f S).
      now apply (inside_square_of columns rows small).
    + rewrite !Out; [easy | | now apply Far]. rewrite (symmetry_inside _ _ f S). now apply Far.
  - rewrite tb_high by lia. rewrite Out; [easy|]. rewrite (symmetry_inside _ _ f S). apply Far. lia.
Qed.

Lemma shows_image swaps f p w : good_swaps swaps f = true -> symmetry columns rows f ->
  shows p w -> shows (image columns rows f p) (board_image w swaps).
Proof.
  intros G S [M O L]. destruct (alike_image columns rows f p S) as [_ D].
  assert (H : forall q s, has columns rows (discs (image columns rows f p)) q s =
    has columns rows (discs p) q (f s)) by (intros q s; exact (has_alike _ _ f false _ _ D q s)).
  assert (P : forall w q, holds w (has columns rows (discs p) q) ->
    holds (permute swaps w) (has columns rows (discs (image columns rows f p)) q)).
  { intros a q X n Hn. rewrite H. apply (holds_permute swaps f a _ G S); [|easy|easy].
    intros s. apply has_inside. }
  constructor; cbn [board_image mover stones].
  - now apply P.
  - replace (theirs (board_image w swaps)) with (permute swaps (theirs w)); [now apply P|].
    apply permute_lxor. unfold good_swaps in G. now apply andb_true_iff in G.
  - rewrite <- L. f_equal. apply (count_alike columns rows f S).
    now apply (empty_alike _ _ f false).
Qed.
End Images.
