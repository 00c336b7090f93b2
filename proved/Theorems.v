(** To be read. What it proves of a game that the start and all records of its files pass the check
    ([passes] of Closure.v): the files [F] hold the solution, by the rules for readers. *)
From Coq Require Import ZArith List Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Rules.Packed Proved.Rules.Games.
Require Import Proved.Boards.Stones Proved.Bridge.Symmetry.
Require Proved.Rules.ConnectFour Proved.Boards.ConnectFour Proved.Bridge.ConnectFour.
Require Proved.Rules.Mnk Proved.Boards.Mnk Proved.Bridge.Mnk.
Require Proved.Rules.Hex Proved.Boards.Hex Proved.Bridge.Hex.
Require Proved.Rules.Passes Proved.Rules.Othello Proved.Boards.Word Proved.Boards.Othello.
Require Proved.Bridge.OthelloClass Proved.Bridge.OthelloSizes Proved.Bridge.OthelloPacking.
Open Scope Z_scope.

(** Boards with at most [cut] stones. *)
Definition up_to {word} (cut : int) (b : board_of word) : bool := (stones b <=? cut)%uint63.

Section Games.
Variables columns rows : nat.
Variables symmetric strong : bool.       (* whether symmetries count; the scope *)
Variables cut certified size : int.      (* of artifact, certificate, and the memory of searches *)

Section ConnectFour.
Import Rules.ConnectFour Boards.ConnectFour.
Variable by_score : bool.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat.
Notation board_game := (c4_game columns rows by_score symmetric).
Notation rules := (c4_rules columns rows by_score symmetric cut certified size).

Theorem connect_four_files F v : passes board_game rules strong F v ->
  solution (connect_four columns rows by_score) board (name columns rows symmetric)
    (representative columns rows symmetric) strong (up_to cut) (art board_game rules F) v.
Proof.
  exact (files_solution _ _ (Bridge.ConnectFour.connect_four_packing columns rows small _ _) rules
    strong F v (stone_rules_right _ _ _ _)).
Qed.
End ConnectFour.

Section Mnk.
Import Rules.Mnk Boards.Mnk.
Variable in_line : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat.
Notation board_game := (mnk_game columns rows in_line symmetric).
Notation rules := (mnk_rules columns rows in_line symmetric cut certified size).

Theorem mnk_files F v : passes board_game rules strong F v ->
  solution (mnk columns rows in_line) board (name columns rows symmetric)
    (representative columns rows symmetric) strong (up_to cut) (art board_game rules F) v.
Proof.
  exact (files_solution _ _ (Bridge.Mnk.mnk_packing columns rows in_line small _) rules strong
    F v (stone_rules_right _ _ _ _)).
Qed.
End Mnk.

Section Hex.
Import Rules.Hex Boards.Hex.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Notation board_game := (hex_game columns rows symmetric).
Notation rules := (hex_rules columns rows symmetric cut certified size).

Theorem hex_files F v : passes board_game rules strong F v ->
  solution (hex columns rows) board (hex_name columns rows symmetric)
    (hex_representative columns rows symmetric) strong (up_to cut) (art board_game rules F) v.
Proof.
  exact (files_solution _ _ (Bridge.Hex.hex_packing columns rows small _) rules strong
    F v (stone_rules_right _ _ _ _)).
Qed.
End Hex.

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
Notation othello := (othello columns rows).
Notation name := (name columns rows (collect W) symmetric).
Notation representative := (representative columns rows symmetric).
Notation board_game := (othello_boards W columns rows symmetric).
Notation rules :=
  (othello_rules W columns rows symmetric (words_of_right _) cut certified size).

Definition othello_without_passes : game :=
  contracted othello (pass columns rows) (othello_passes columns rows no_pass).

Theorem othello_files F v : passes board_game rules strong F v ->
  solution othello_without_passes (board_of (word W)) name representative strong (up_to cut)
    (art board_game rules F) v.
Proof.
  exact (files_solution _ _ (othello_packing columns rows symmetric (proj1 (tables symmetric))
    no_pass W
    (words_of_right _) small (proj2 (tables symmetric))) rules strong F v
    (othello_rules_right _ _ _ _ (words_of_right _) _ _ _)).
Qed.

Theorem othello_same_value p : V othello_without_passes p = V othello p.
Proof. apply V_without_passes. Qed.

Theorem othello_same_move p i : canonical othello_without_passes p i <-> canonical othello p i.
Proof. apply canonical_without_passes. Qed.

Theorem othello_same_region P q p : pass columns rows p = None ->
  region othello_without_passes (board_of (word W)) name representative P q p <->
  region othello (board_of (word W)) name representative P q p.
Proof.
  exact (region_without_passes columns rows symmetric (proj1 (tables symmetric)) no_pass W
    (words_of_right _) small P q p).
Qed.

Theorem othello_symmetric f p : In f (symmetries columns rows true) ->
  V othello (image columns rows f p) = V othello p.
Proof. exact (V_image columns rows true (proj1 (tables true)) f p). Qed.
End Othello.
End Games.

(** Of any game: no record is idle, the map [art] has all of them. *)
Theorem every_record (G : game) rules strong F v : right_rules G rules ->
  passes G rules strong F v -> forall i, (i <? n_art F)%uint63 = true ->
  art G rules F (at_art F i) = Some (entry_at F i).
Proof. exact (passes_self G rules strong F v). Qed.
