(** Proof. Swaps of bits give the boards of a position's images. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Othello Rules.OthelloNames Boards.Word
  Boards.Othello Bridge.OthelloSquares Bridge.OthelloSymmetry Bridge.Othello.
Open Scope Z_scope.

Section Words.
Variable W : words.
Hypothesis right : right_words W.
Let room_range := room_range W right.
Notation word := (word W). Notation tb := (test W). Notation permute := (permute W).
Let tb_differ := test_differ W right.
Let tb_meet := test_meet W right.
Let tb_up := test_up W right.
Let tb_down := test_down W right.

(** ** A swap moves bits *)
Definition numbers (n : nat) : list Z := map Z.of_nat (seq 0 n).
Lemma in_numbers n i : In i (numbers n) <-> 0 <= i < Z.of_nat n.
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros (k & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat i). split; [lia | apply in_seq; lia].
Qed.

Definition room_numbers : list Z := numbers (Z.to_nat (room W)).
Lemma in_room n : In n room_numbers <-> 0 <= n < room W.
Proof. unfold room_numbers. rewrite in_numbers. lia. Qed.

Definition good_swap (swap : word * int) : bool :=
  let (mask, shift) := swap in
  (0 <? to_Z shift) && (to_Z shift <? 63) &&
  forallb (fun n => implb (tb mask n)
    ((n + to_Z shift <? room W) && negb (tb mask (n + to_Z shift)))) room_numbers.
Definition source (mask : word) (shift n : Z) : Z :=
  if tb mask n then n + shift else
  if (shift <=? n) && tb mask (n - shift) then n - shift else n.
Definition sources (swaps : list (word * int)) (n : Z) : Z :=
  fold_right (fun swap => source (fst swap) (to_Z (snd swap))) n swaps.

Lemma exchange_bits_ok mask shift w n : good_swap (mask, shift) = true -> 0 <= n < room W ->
  0 <= source mask (to_Z shift) n < room W /\
  tb (exchange_bits W w mask shift) n = tb w (source mask (to_Z shift) n).
Proof.
  unfold good_swap, exchange_bits, source.
  rewrite !andb_true_iff, !Z.ltb_lt, forallb_forall. intros [[K1 K2] G] Hn.
  set (k := to_Z shift) in *. assert (E : shift = of_Z k) by (symmetry; apply of_to_Z).
  assert (G' : forall m, 0 <= m < room W -> tb mask m = true ->
    m + k < room W /\ tb mask (m + k) = false).
  { intros m Hm B. specialize (G m). rewrite in_room, B in G. specialize (G ltac:(lia)).
    cbn in G. apply andb_true_iff in G as [G1 G2]. apply Z.ltb_lt in G1. split; [easy|].
    now apply negb_true_iff in G2. }
  rewrite !tb_differ, E, tb_up by lia. rewrite !tb_meet, !tb_differ, tb_down by lia.
  destruct (tb mask n) eqn:B.
  - destruct (G' n Hn B) as [L _]. split; [lia|]. destruct (Z.leb_spec k n) as [L'|L']; cbn [andb].
    + destruct (tb mask (n - k)) eqn:B'.
      * destruct (G' (n - k) ltac:(lia) B') as [_ F]. replace (n - k + k) with n in F by lia.
        congruence.
      * rewrite !andb_false_r, andb_true_r. now destruct (tb w n), (tb w (n + k)).
    + rewrite andb_true_r. now destruct (tb w n), (tb w (n + k)).
  - rewrite andb_false_r, xorb_false_r. destruct (Z.leb_spec k n) as [L'|L']; cbn [andb];
      [|now rewrite xorb_false_r]. rewrite tb_down by lia. replace (n - k + k) with n by lia.
    destruct (tb mask (n - k)); [split; [lia|] |].
    + rewrite andb_true_r. now destruct (tb w n), (tb w (n - k)).
    + now rewrite andb_false_r, xorb_false_r.
Qed.
Lemma permute_ok swaps : forallb good_swap swaps = true -> forall w n, 0 <= n < room W ->
  0 <= sources swaps n < room W /\ tb (permute swaps w) n = tb w (sources swaps n).
Proof.
  induction swaps as [|[mask shift] l IH]; intros G w n Hn; [easy|]. cbn [forallb] in G.
  apply andb_true_iff in G as [G1 G2]. cbn [sources fold_right fst snd Boards.Othello.permute].
  destruct (IH G2 (exchange_bits W w mask shift) n Hn) as [R E].
  destruct (exchange_bits_ok mask shift w (sources l n) G1 R) as [R' E']. split; [easy|].
  now rewrite E.
Qed.
Lemma permute_differ swaps a b : forallb good_swap swaps = true ->
  permute swaps (differ W a b) = differ W (permute swaps a) (permute swaps b).
Proof.
  intros G. apply (test_ext W right). intros n Hn. rewrite tb_differ.
  destruct (Z.lt_ge_cases n (room W)) as [L|L]; [|now rewrite !(test_high W right)].
  assert (E : forall w, tb (permute swaps w) n = tb w (sources swaps n))
    by (intros w; now apply permute_ok). rewrite !E. apply tb_differ.
Qed.

(** ** The tables are those of the symmetries *)
Section Images.
Variables columns rows : nat.
Notation N := (Z.of_nat (columns * rows)). Notation square_of := (square_of columns).
Notation index := (index columns). Notation holds := (holds W columns).
Notation inside := (inside columns rows). Notation shows := (shows W columns rows).

Definition good_swaps (swaps : list (word * int)) (f : square -> square) : bool :=
  forallb good_swap swaps &&
  forallb (fun n => sources swaps n =? if n <? N then index (f (square_of n)) else n) room_numbers.
Fixpoint good_tables (tables : list (list (word * int))) (l : list (square -> square)) : bool :=
  match tables, l with
  | [], [] => true
  | swaps :: tables, f :: l => good_swaps swaps f && good_tables tables l
  | _, _ => false
  end.

Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ N <= room W.

Lemma holds_permute swaps f w g : good_swaps swaps f = true -> symmetry columns rows f ->
  (forall s, g s = true -> inside s = true) -> holds w g ->
  holds (permute swaps w) (fun s => g (f s)).
Proof.
  unfold good_swaps. rewrite andb_true_iff, (forallb_forall _ room_numbers).
  intros [G K] S I H n Hn. assert (Out : forall s, inside s = false -> g s = false).
  { intros s E. destruct (g s) eqn:E'; [|easy]. apply I in E'. congruence. }
  assert (Far : N <= n -> inside (square_of n) = false).
  { intros L. destruct (inside (square_of n)) eqn:E; [|easy].
    apply (inside_square_of columns rows (proj1 small)) in E; lia. }
  destruct (Z.lt_ge_cases n (room W)) as [L|L].
  - destruct (permute_ok swaps G w n ltac:(lia)) as [R E]. specialize (K n). rewrite in_room in K.
    specialize (K ltac:(lia)). apply Z.eqb_eq in K. rewrite E, H, K by lia.
    destruct (Z.ltb_spec n N) as [B|B].
    + rewrite (square_of_index columns rows (proj1 small)); [easy|].
      rewrite (symmetry_inside _ _ f S). now apply (inside_square_of columns rows (proj1 small)).
    + rewrite !Out; [easy | | now apply Far]. rewrite (symmetry_inside _ _ f S). now apply Far.
  - rewrite (test_high W right), Out; try easy. rewrite (symmetry_inside _ _ f S). apply Far. lia.
Qed.

Lemma shows_image swaps f p w : good_swaps swaps f = true -> symmetry columns rows f ->
  shows p w -> shows (image columns rows f p) (board_image W w swaps).
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
  - replace (theirs W (board_image W w swaps)) with (permute swaps (theirs W w)); [now apply P|].
    apply permute_differ. unfold good_swaps in G. now apply andb_true_iff in G.
  - rewrite <- L. f_equal. apply (count_alike columns rows f S).
    now apply (empty_alike _ _ f false).
Qed.
End Images.
End Words.
