(** To be read. What is proved of files that the program's [check] accepts. *)
From Coq Require Import ZArith List Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Rules.Packed Proved.Rules.Games.
Require Import Proved.Bridge.Files Proved.Bridge.ConnectFour Proved.Bridge.Mnk Proved.Bridge.Hex.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex.
Require Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Rules.Passes Proved.Rules.Othello.
Require Proved.Boards.Word Proved.Boards.Othello Proved.Bridge.OthelloPacking.
Require Proved.Bridge.OthelloClass Proved.Bridge.OthelloSizes.

(** [G]: the rules for readers; [boards]: those of the program, for files up to the cuts [cut] and
    [certified]. The files [F] are functions of the numbers of their records. If [check] says yes,
    they hold a solution by the rules for readers, as many finished games as stated, and no other
    records. [between] checks a range of records; in one process it is [all_between], which does.
    Headers have [v] as the value of the start and [bound B] as the greatest value. *)
Definition proved {G boards : game} (rules : int -> int -> int -> board_rules boards)
    (name : pos G -> pos boards) (representative : pos G -> pos G) (level : pos boards -> int) :=
  forall cut certified memory sc F between next parts v, let B := rules cut certified memory in
  checks_range boards between -> check boards B sc F between next parts v = true ->
  let up_to (l : int) b := (level b <=? l)%uint63 in
  let A := art boards B F in let C := cert boards B F in
  solution G _ name representative sc (up_to cut) (up_to certified) A C (bound B) v /\
  (counted F = true ->
    counts G _ name representative sc (up_to cut) A (bound B) v level (ends_on boards F)) /\
  (forall i, (i <? records (art_table F))%uint63 = true ->
    A (board_at (art_table F) i) = Some (record_at (art_table F) i)) /\
  (forall i, (i <? records (cert_table F))%uint63 = true ->
    C (board_at (cert_table F) i) = Some (record_at (cert_table F) i)).

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.                        (* whether symmetries count *)

Theorem connect_four_files (by_score : bool) :
  (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat ->
  proved (G := connect_four columns rows by_score) (c4_rules columns rows by_score symmetric)
    (Rules.ConnectFour.name columns rows symmetric)
    (Rules.ConnectFour.representative columns rows symmetric) stones.
Proof. intros small. by_packing (connect_four_packing columns rows small by_score symmetric). Qed.

Theorem mnk_files (in_line : nat) :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat ->
  proved (G := mnk columns rows in_line) (mnk_rules columns rows in_line symmetric)
    (Rules.Mnk.name columns rows symmetric)
    (Rules.Mnk.representative columns rows symmetric) stones.
Proof. intros small. by_packing (mnk_packing columns rows in_line small symmetric). Qed.

Theorem hex_files : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat ->
  proved (G := hex columns rows) (hex_rules columns rows symmetric)
    (hex_name columns rows symmetric) (hex_representative columns rows symmetric) stones.
Proof. intros small. by_packing (hex_packing columns rows small symmetric). Qed.

(** The files of Othello leave passes out. What they say of the game without passes holds of the
    game with passes. *)
Section Othello.
Import Rules.Passes Rules.Othello Boards.Word Boards.Othello Bridge.OthelloSizes.
Import Bridge.OthelloPacking.
Hypothesis sized : In (columns, rows) sizes.
Let small := proj1 (sizes_ok columns rows sized).
Let no_pass := proj1 (proj2 (sizes_ok columns rows sized)).
Let tables := proj2 (proj2 (sizes_ok columns rows sized)).
Notation W := (words_of (columns * rows)).
Notation right := (words_of_right (columns * rows)).
Notation othello := (othello columns rows).
Notation name := (name columns rows (collect W) symmetric).
Notation representative := (representative columns rows symmetric).

Definition othello_without_passes : game :=
  contracted othello (pass columns rows) (othello_passes columns rows no_pass).

Theorem othello_files : proved (G := othello_without_passes)
  (othello_rules W columns rows symmetric right) name representative stones.
Proof.
  by_packing (othello_packing columns rows symmetric (proj1 (tables symmetric)) no_pass W right
    small (proj2 (tables symmetric))).
Qed.

Theorem othello_same_value p : V othello_without_passes p = V othello p.
Proof. apply V_without_passes. Qed.
Theorem othello_same_move p i : canonical othello_without_passes p i <-> canonical othello p i.
Proof. apply canonical_without_passes. Qed.
Theorem othello_same_region P q p : pass columns rows p = None ->
  region othello_without_passes (board_of (word W)) name representative P q p <->
  region othello (board_of (word W)) name representative P q p.
Proof.
  exact (region_without_passes columns rows symmetric (proj1 (tables symmetric)) no_pass W right
    small P q p).
Qed.
Theorem othello_symmetric f p : In f (symmetries columns rows true) ->
  V othello (image columns rows f p) = V othello p.
Proof. exact (V_image columns rows true (proj1 (tables true)) f p). Qed.
End Othello.
End Games.
