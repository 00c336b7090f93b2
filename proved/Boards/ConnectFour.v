(** Proof. Connect Four on primitive integers: a spare bit on top of each column keeps lines from
    going over into the next one, and an addition finds the square where a stone lands. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Boards.Stones.
Require Import Proved.Rules.Packed Proved.Rules.ConnectFour.
Open Scope Z_scope.

Definition int_of (n : nat) : int := of_Z (Z.of_nat n).

Section ConnectFour.
Variables columns rows : nat.
Definition tall : int := int_of (rows + 1).
Definition bottom (c : nat) : int := (1 << (int_of c * tall))%uint63.
Definition column (c : nat) : int := (((1 << int_of rows) - 1) << (int_of c * tall))%uint63.
Definition lanes : list (int * int) := map (fun c => (bottom c, column c)) (in_order columns).

Definition four_along (s d dd : int) : bool :=
  let a := (s land (s >> d))%uint63 in negb (a land (a >> dd) =? 0)%uint63.
Definition c4_wins (h s : int) : bool :=
  if four_along s 1 2 then true else
  if four_along s (h - 1) ((h - 1) << 1) then true else
  if four_along s h (h << 1) then true else
  four_along s (h + 1) ((h + 1) << 1).

Definition landing (both bottom column : int) : int :=
  (((both land column) + bottom) land column)%uint63.
Fixpoint c4_drops (l : list (int * int)) (both : int) : list int :=
  match l with
  | [] => []
  | (bottom, column) :: l => let q := landing both bottom column in
      if (q =? 0)%uint63 then c4_drops l both else q :: c4_drops l both
  end.
Fixpoint c4_open (l : list (int * int)) (both : int) : bool :=
  match l with
  | [] => false
  | (bottom, column) :: l =>
      if (landing both bottom column =? 0)%uint63 then c4_open l both else true
  end.

(** A column goes to its mirror by a shift to the left or to the right. *)
Definition swap_of (c : nat) : int * int * int :=
  let c' := (columns - 1 - c)%nat in
  (column c, if (c <? c')%nat then (int_of (c' - c) * tall)%uint63 else 0%uint63,
   if (c <? c')%nat then 0%uint63 else (int_of (c - c') * tall)%uint63).
Definition swaps : list (int * int * int) := map swap_of (seq 0 columns).
Fixpoint swap (l : list (int * int * int)) (s acc : int) : int :=
  match l with
  | [] => acc
  | (m, up, down) :: l => swap l s (acc lor (((s land m) << up) >> down))%uint63
  end.
Definition flip (l : list (int * int * int)) (b : board) : board :=
  Board (swap l (mover b) 0) (swap l (both b) 0) (stones b).
Definition c4_represent (l : list (int * int * int)) (symmetric : bool) (b : board) : board :=
  if symmetric then let m := flip l b in if less m b then m else b else b.

(** By score, a winner whose last stone was the [n]th of all has placed half of [n], rounded up. The
    soonest win is with the seventh. *)
Definition win_with (n : nat) : Z :=
  let dealt := if Nat.odd n then ((columns * rows + 1) / 2)%nat else (columns * rows / 2)%nat in
  1 + Z.of_nat dealt - Z.of_nat ((n + 1) / 2).
Definition most_by_score (by_score : bool) : Z :=
  if by_score then Z.max 1 (win_with (Nat.min 7 (columns * rows))) else 1.
Definition c4_loss (by_score : bool) (n : nat) : Z :=
  if by_score then Z.min (most_by_score true) (Z.max 0 (win_with n)) else 1.
Fixpoint table (n : nat) (f : nat -> Z) : array Z :=
  match n with
  | O => make 64 0
  | S n => set (table n f) (int_of n) (f n)
  end.
Definition c4_stones (by_score symmetric : bool) : stone_game :=
  let h := tall in let lanes := lanes in let swaps := swaps in
  let losses := table 63 (c4_loss by_score) in
  StoneGame (int_of (columns * rows)) (fun _ => c4_wins h) (c4_drops lanes) (c4_open lanes)
    (fun n => losses.[n]) (most_by_score by_score) (c4_represent swaps symmetric).

Lemma int_of_ok n : (n <= 1000)%nat -> to_Z (int_of n) = Z.of_nat n.
Proof.
  intros H. unfold int_of. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63). lia.
Qed.

Lemma table_get f n : (n <= 63)%nat -> forall i,
  (table n f).[i] = if to_Z i <? Z.of_nat n then f (Z.to_nat (to_Z i)) else 0.
Proof.
  induction n as [|n IH]; intros L i; cbn [table].
  - rewrite get_make. destruct (Z.ltb_spec (to_Z i) (Z.of_nat 0)); [|easy].
    pose proof (to_Z_bounded i). lia.
  - assert (Len : forall k, length (table k f) = 64%uint63).
    { induction k as [|k IHk]; cbn [table]; [reflexivity|]. now rewrite length_set. }
    destruct (Uint63.eqs (int_of n) i) as [<-|N].
    + rewrite get_set_same.
      * rewrite int_of_ok by lia. rewrite Nat2Z.id.
        destruct (Z.ltb_spec (Z.of_nat n) (Z.of_nat (S n))); [easy|lia].
      * rewrite Len. apply ltb_spec. rewrite int_of_ok by lia. change (to_Z 64) with 64. lia.
    + rewrite get_set_other by easy. rewrite IH by lia.
      assert (to_Z i <> Z.of_nat n).
      { intros E. apply N. apply to_Z_inj. rewrite int_of_ok by lia. easy. }
      destruct (Z.ltb_spec (to_Z i) (Z.of_nat n)), (Z.ltb_spec (to_Z i) (Z.of_nat (S n)));
        try lia; easy.
Qed.

Lemma c4_open_ok l both : c4_open l both = false <-> c4_drops l both = [].
Proof.
  induction l as [|[bot col] l IH]; [easy|]. cbn [c4_open c4_drops].
  now destruct (landing both bot col =? 0)%uint63.
Qed.

Lemma c4_stones_right by_score symmetric : right_stones (c4_stones by_score symmetric).
Proof.
  constructor; cbn [represent is_open drops loss most_lost c4_stones].
  - intros b. unfold c4_represent. destruct symmetric; [|easy]. now destruct (less _ b).
  - apply c4_open_ok.
  - intros n. rewrite table_get by lia. unfold c4_loss, most_by_score.
    destruct (_ <? _), by_score; lia.
Qed.

Definition c4_game (by_score symmetric : bool) : game :=
  board_game (c4_stones by_score symmetric) (c4_stones_right by_score symmetric).
Definition c4_rules (by_score symmetric : bool) (cut certified size : int) :
    board_rules (c4_game by_score symmetric) :=
  stone_rules (c4_stones by_score symmetric) (c4_stones_right by_score symmetric)
    cut certified size.
End ConnectFour.
