(** Proof. The program in OCaml. Primitive integers become OCaml's, arrays those of ocaml/parray.ml;
    nothing else is replaced but booleans, pairs, options and lists. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray.
From Proved Require Import Loop Check Boards.Stones Boards.ConnectFour Boards.Mnk Boards.Hex
  Boards.Word Boards.Othello Rules.Games Rules.Paths.

(** The operations on words take their place in the code of Othello, for speed. *)
Declare Reduction on_words := cbv beta iota delta [
  word none only collect meet join differ up down word_eqb word_ltb hash weight one_word two_words
  othello_boards othello_searched othello_tactics othello_rules board_moves board_child settle stuck
  after afters children passed theirs clear turned turned_by any_turned no_move stuck_near
  settle_near near moved beyond without last valid decide_last
  beyond_all over count_bits board_score exchange_bits permute board_image least precedes insert
  few_replies board_eqb board_rank slot_number board_fields parts cells_of cell_of way_of plan_of
  cells ways every corners size steps depth area numbers rising distance between bits_where
  square_bit swaps swaps_of swap_by own_bit rays long].
Definition one_word_boards := Eval on_words in othello_boards one_word.
Definition one_word_rules columns rows symmetric := Eval on_words in
  othello_rules one_word columns rows symmetric one_word_right.
Definition two_words_boards := Eval on_words in othello_boards two_words.
Definition two_words_rules columns rows symmetric := Eval on_words in
  othello_rules two_words columns rows symmetric two_words_right.
Goal forall c r s, (one_word_boards, one_word_rules c r s) =
  (othello_boards one_word, othello_rules one_word c r s one_word_right).
Proof. reflexivity. Qed.
Goal forall c r s, (two_words_boards, two_words_rules c r s) =
  (othello_boards two_words, othello_rules two_words c r s two_words_right).
Proof. reflexivity. Qed.

Extract Constant PArray.array "'a" => "'a Parray.t".
Extraction Inline xorb.
Set Extraction Optimize.
Extraction Inline is_strong is_weak.
Extraction "checker.ml" all_between check art_ok cert_ok end_ok start_ok
  c4_game c4_rules mnk_game mnk_rules hex_game hex_rules one_word_boards one_word_rules
  two_words_boards two_words_rules
  othello connect_four mnk hex paths.
