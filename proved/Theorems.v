(** To be read. Files of Connect Four, m,n,k games and Hex that the program's [check] accepts. *)
From Coq Require Import ZArith List Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Rules.Packed Proved.Rules.Games.
Require Import Proved.Bridge.Files Proved.Bridge.ConnectFour Proved.Bridge.Mnk Proved.Bridge.Hex.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex.
Require Proved.Rules.ConnectFour Proved.Rules.Mnk.

(** [boards]: the program's rules, which it checks by. The value of the start is [v]. [between] goes
    over a range of records; in one process it is [all_between], which does. *)
Definition checked {boards : game} (rules : int -> int -> int -> board_rules boards)
    (cut certified : int) (sc : scope) (F : files (pos boards)) (v : Z) : Prop :=
  exists memory between next parts, checks_range between /\
  check boards (rules cut certified memory) sc F between next parts v = true.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.                        (* whether symmetries count *)

Theorem connect_four_files (by_score : bool) :
  (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat ->
  proved (connect_four columns rows by_score) (checked (c4_rules columns rows by_score symmetric))
    (Rules.ConnectFour.name columns rows symmetric)
    (Rules.ConnectFour.representative columns rows symmetric) stones.
Proof. intros small. by_packing (connect_four_packing columns rows small by_score symmetric). Qed.

Theorem mnk_files (in_line : nat) :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat ->
  proved (mnk columns rows in_line) (checked (mnk_rules columns rows in_line symmetric))
    (Rules.Mnk.name columns rows symmetric)
    (Rules.Mnk.representative columns rows symmetric) stones.
Proof. intros small. by_packing (mnk_packing columns rows in_line small symmetric). Qed.

Theorem hex_files : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat ->
  proved (hex columns rows) (checked (hex_rules columns rows symmetric))
    (hex_name columns rows symmetric) (hex_representative columns rows symmetric) stones.
Proof. intros small. by_packing (hex_packing columns rows small symmetric). Qed.
End Games.
