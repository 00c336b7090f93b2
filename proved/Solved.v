(** To be read. What is proved of semi-strong and strong solutions that the program accepts. *)
From Coq Require Import ZArith List.
Import ListNotations.
Require Import Proved.Game Proved.Claims Proved.Check Proved.Program Proved.Theorems Proved.OthelloTheorems.
Require Import Proved.Rules.Packed Proved.Rules.Grid Proved.Rules.Names Proved.Rules.Games.
Require Import Proved.Rules.ConnectFour Proved.Rules.Mnk Proved.Boards.Stones.
Require Import Proved.Boards.ConnectFour Proved.Boards.Mnk Proved.Boards.Hex Proved.Boards.Word.
Require Import Proved.Boards.Othello Proved.Bridge.Files Proved.Bridge.OthelloSizes.
Require Import Proved.Bridge.ConnectFour Proved.Bridge.Mnk Proved.Bridge.Hex.
Require Proved.Rules.Othello Proved.Rules.OthelloNames.
Open Scope nat_scope.

Section Games.
Variables columns rows : nat.
Variable symmetric : bool.           (* whether the images of a position share a record *)

(** What is accepted by the [code] of a game solves it. Which image is the [representative], and under
    which [name] a position is found, are told by Names.v; what matters of them, by [solved]. *)
Definition solves {boards : game} code (G : game) images representative stored level
    (name : pos G -> pos boards) : Prop :=
  forall cut certified sc F v, sc <> Weak -> checked code cut certified sc F v ->
  solved G images representative sc stored level name (art_table F) (Uint63.to_Z cut) v.
Definition grid_solves (R : rules) (L : layout) {S} (code : _ -> _ -> _ -> board_rules (board_game S)) : Prop :=
  solves code (grid R) (grid_images R symmetric) (representative L symmetric)
    (fun p => moves p <> []) level (name L symmetric).

Theorem connect_four_solved (by_score : bool) :
  1 <= columns /\ 1 <= rows /\ columns * (rows + 1) <= 62 ->
  grid_solves (c4_grid columns rows by_score) (c4_layout columns rows by_score)
    (c4_rules columns rows by_score symmetric).
Proof.
  intros H. by_files (connect_four_packing columns rows H by_score symmetric)
    (connect_four_files columns rows symmetric by_score H).
Qed.

Theorem mnk_solved (in_line : nat) :
  1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62 ->
  grid_solves (mnk_grid columns rows in_line) (mnk_layout columns rows in_line)
    (mnk_rules columns rows in_line symmetric).
Proof.
  intros H. by_files (mnk_packing columns rows in_line H symmetric)
    (mnk_files columns rows symmetric in_line H).
Qed.

Theorem hex_solved : 1 <= columns /\ 1 <= rows /\ columns * rows <= 62 ->
  grid_solves (decided_hex columns rows)
    (hex_layout columns rows (Bridge.Connection.decide columns rows))
    (hex_rules columns rows symmetric).
Proof.
  intros H. by_files (hex_packing columns rows H symmetric) (hex_files columns rows symmetric H).
Qed.

(** Othello's boards are of one word or of two. Positions where a side must pass are not stored. *)
Definition othello_solves (W : words) (right : right_words W) : Prop :=
  solves (othello_rules W columns rows symmetric right) (othello columns rows)
    (Othello.images columns rows symmetric) (OthelloNames.representative columns rows symmetric)
    (fun p => moves p <> [] /\ Othello.pass columns rows p = None) (Othello.level columns rows)
    (OthelloNames.name columns rows (collect W) symmetric).
Theorem othello_solved : In (columns, rows) Othello.sizes ->
  (columns * rows <= 62 -> othello_solves one_word one_word_right) /\
  othello_solves two_words two_words_right.
Proof.
  intros H. split; [intros L; solved_by_words columns rows symmetric H one_word one_word_right
      (room_of_one _ L) (othello_files columns rows symmetric H L)
    | solved_by_words columns rows symmetric H two_words two_words_right
      (room_of_two _ _ H) (othello_files_two_words columns rows symmetric H)].
Qed.
End Games.
