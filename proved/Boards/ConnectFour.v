(** Proof. Connect Four on primitive integers: a spare bit on top of each column keeps lines from
    going over into the next one. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
From Proved Require Import Game Check Boards.Stones Rules.Grid Rules.Names Rules.ConnectFour.
Open Scope Z_scope.

Definition four_along (s d : int) : bool :=
  let a := (s land (s >> d))%uint63 in negb (a land (a >> (d + d)) =? 0)%uint63.
Definition c4_wins (h s : int) : bool :=
  if four_along s 1 then true else if four_along s (h - 1) then true else
  if four_along s h then true else four_along s (h + 1).

Section ConnectFour.
Variables columns rows : nat. Variable by_score : bool.

(** By score, a winner whose last stone was the [n]th of all has placed half of [n], rounded up. The
    soonest win is with the seventh. *)
Definition win_with (n : nat) : Z :=
  let winner := if Nat.odd n then First else Second in
  if by_score then 1 + Z.of_nat (stones_of columns rows winner) - Z.of_nat ((n + 1) / 2) else 1.
Definition c4_most : Z := Z.max 1 (win_with (Nat.min 7 (columns * rows))).
Definition c4_losses : array Z :=
  table 0 (fun n => Z.min c4_most (Z.max 0 (win_with (Z.to_nat (to_Z n))))).
Lemma c4_losses_ok n : 0 <= c4_losses.[n] <= c4_most.
Proof.
  unfold c4_losses. destruct (table_get 0 (fun n => Z.min c4_most (Z.max 0
    (win_with (Z.to_nat (to_Z n))))) n) as [->|[-> _]]; unfold c4_most; lia.
Qed.
Definition c4_stones (symmetric : bool) : stone_game :=
  let h := of_Z (Z.of_nat (rows + 1)) in
  let losses := c4_losses in
  stones_on (c4_layout columns rows by_score) symmetric (fun _ => c4_wins h) (fun n => losses.[n])
    c4_most c4_losses_ok.
Definition c4_game (symmetric : bool) : game := board_game (c4_stones symmetric).
Definition c4_rules (symmetric : bool) := stone_rules (c4_stones symmetric).
End ConnectFour.
