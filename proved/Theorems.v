(** To be read. What it proves of a game that the start and all records of its files pass the check
    ([passes] of Closure.v): the files [F] hold the solution, by the rules for readers. *)
From Coq Require Import ZArith List Lia Uint63.
Require Import Proved.Game Proved.Check Proved.Closure Proved.Rules.Packed.
Require Import Proved.Boards.Stones Proved.Bridge.Symmetry.
Require Proved.Rules.ConnectFour Proved.Boards.ConnectFour Proved.Bridge.Mirror.
Require Proved.Rules.Mnk Proved.Boards.Mnk Proved.Bridge.Turns.
Require Proved.Rules.Hex Proved.Boards.Hex Proved.Bridge.HexConnection Proved.Bridge.HexTurn.
Require Proved.Rules.Passes Proved.Rules.Othello Proved.Rules.OthelloGame Proved.Boards.Othello.
Require Proved.Bridge.OthelloClass Proved.Bridge.OthelloSizes Proved.Bridge.OthelloPacking.
Open Scope Z_scope.

(** Boards with at most [cut] stones. *)
Definition up_to (cut : int) (b : board) : bool := (stones b <=? cut)%uint63.

Section ConnectFour.
Import Rules.ConnectFour Boards.ConnectFour.
Variables columns rows : nat.
Variables by_score symmetric strong : bool.
Variables cut certified size : int.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62)%nat.
Notation game := (c4_game columns rows by_score symmetric).
Notation rules := (c4_rules columns rows by_score symmetric cut certified size).
Variable F : files (pos game).
Variable v : Z.
Hypothesis accepted : passes game rules strong F v.

Theorem connect_four_value : V (connect_four columns rows by_score) start = v.
Proof.
  rewrite (V_start _ _ (Bridge.Mirror.connect_four_packing columns rows small by_score symmetric)).
  apply (solves_start game strong rules (art game rules F)).
  apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem connect_four_semi_strong : strong = false ->
  semi_strong (connect_four columns rows by_score) board (name columns rows symmetric)
    (representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S.
  apply (semi_strong_packed _ _ (Bridge.Mirror.connect_four_packing columns rows small _ _) rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem connect_four_strong : strong = true ->
  Game.strong (connect_four columns rows by_score) board (name columns rows symmetric)
    (representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S.
  apply (strong_packed _ _ (Bridge.Mirror.connect_four_packing columns rows small _ _) rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.
End ConnectFour.

Section Mnk.
Import Rules.Mnk Boards.Mnk.
Variables columns rows in_line : nat.
Variables symmetric strong : bool.
Variables cut certified size : int.
Hypothesis small :
  (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat.
Notation game := (mnk_game columns rows in_line symmetric).
Notation rules := (mnk_rules columns rows in_line symmetric cut certified size).
Variable F : files (pos game).
Variable v : Z.
Hypothesis accepted : passes game rules strong F v.

Theorem mnk_value : V (mnk columns rows in_line) start = v.
Proof.
  rewrite (V_start _ _ (Bridge.Turns.mnk_packing columns rows in_line small symmetric)).
  apply (solves_start game strong rules (art game rules F)).
  apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem mnk_semi_strong : strong = false ->
  semi_strong (mnk columns rows in_line) board (name columns rows symmetric)
    (representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S.
  apply (semi_strong_packed _ _ (Bridge.Turns.mnk_packing columns rows in_line small _) rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem mnk_strong : strong = true ->
  Game.strong (mnk columns rows in_line) board (name columns rows symmetric)
    (representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S.
  apply (strong_packed _ _ (Bridge.Turns.mnk_packing columns rows in_line small _) rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.
End Mnk.

Section Hex.
Import Rules.Hex Boards.Hex Bridge.HexConnection.
Variables columns rows : nat.
Variables symmetric strong : bool.
Variables cut certified size : int.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat.
Notation hex := (hex columns rows (connected_dec columns rows)).
Notation game := (hex_game columns rows symmetric).
Notation rules := (hex_rules columns rows symmetric cut certified size).
Variable F : files (pos game).
Variable v : Z.
Hypothesis accepted : passes game rules strong F v.
Let packing := Bridge.HexTurn.hex_packing columns rows small symmetric.

Theorem hex_value : V hex start = v.
Proof.
  rewrite (V_start _ _ packing). apply (solves_start game strong rules (art game rules F)).
  apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem hex_semi_strong : strong = false ->
  semi_strong hex board (hex_name columns rows symmetric)
    (hex_representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S. apply (semi_strong_packed _ _ packing rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.

Theorem hex_strong : strong = true ->
  Game.strong hex board (hex_name columns rows symmetric)
    (hex_representative columns rows symmetric) (up_to cut) (art game rules F) v.
Proof.
  intros S. apply (strong_packed _ _ packing rules).
  rewrite <- S. apply passes_solves; [apply stone_rules_right | exact accepted].
Qed.
End Hex.

(** The files of Othello leave passes out. What they say of the game without passes holds of the
    game with passes. *)
Section Othello.
Import Rules.Passes Rules.Othello Rules.OthelloGame.
Import Boards.Othello Bridge.OthelloSizes Bridge.OthelloPacking.
Variables columns rows : nat.
Hypothesis size : In (columns, rows) sizes.
Let small := sizes_small columns rows size.
Let even := sizes_even columns rows size.

Definition othello_without_passes : Game.game :=
  contracted (othello columns rows) (pass columns rows) (othello_passes columns rows small even).

Theorem othello_same_value p : V othello_without_passes p = V (othello columns rows) p.
Proof. apply V_without_passes. Qed.

Theorem othello_same_move p i :
  canonical othello_without_passes p i <-> canonical (othello columns rows) p i.
Proof. apply canonical_without_passes. Qed.

Variables symmetric strong : bool.
Notation name := (name columns rows symmetric).
Notation representative := (representative columns rows symmetric).

Theorem othello_same_region P q p : pass columns rows p = None ->
  region othello_without_passes board name representative P q p <->
  region (othello columns rows) board name representative P q p.
Proof. exact (region_without_passes columns rows symmetric small even P q p). Qed.

Theorem othello_symmetric f p : In f (symmetries columns rows true) ->
  V (othello columns rows) (image columns rows f p) = V (othello columns rows) p.
Proof.
  intros I. symmetry. apply (V_class columns rows true small).
  now apply OthelloClass.same_class_image.
Qed.

Variables cut certified memory : int.
Notation game := (othello_boards columns rows symmetric).
Notation rules := (othello_rules columns rows symmetric cut certified memory).
Variable F : files (pos game).
Variable v : Z.
Hypothesis accepted : passes game rules strong F v.
Let packing :=
  othello_packing columns rows symmetric small even (sizes_tables columns rows symmetric size).

Theorem othello_value : V (othello columns rows) start = v.
Proof.
  rewrite <- (othello_same_value (@start (othello columns rows))).
  etransitivity; [exact (V_start _ _ packing)|].
  apply (solves_start game strong rules (art game rules F)).
  apply passes_solves; [apply othello_rules_right | exact accepted].
Qed.

Theorem othello_semi_strong : strong = false ->
  semi_strong othello_without_passes board name representative (up_to cut) (art game rules F) v.
Proof.
  intros S. apply (semi_strong_packed _ _ packing rules).
  rewrite <- S. apply passes_solves; [apply othello_rules_right | exact accepted].
Qed.

Theorem othello_strong : strong = true ->
  Game.strong othello_without_passes board name representative (up_to cut) (art game rules F) v.
Proof.
  intros S. apply (strong_packed _ _ packing rules).
  rewrite <- S. apply passes_solves; [apply othello_rules_right | exact accepted].
Qed.
End Othello.

(** Of any game: no record is idle, the map [art] has all of them. *)
Theorem every_record (G : Game.game) rules strong F v : right_rules G rules ->
  passes G rules strong F v -> forall i, (i <? n_art F)%uint63 = true ->
  art G rules F (at_art F i) = Some (entry_at F i).
Proof. exact (passes_self G rules strong F v). Qed.
