(** Proof. Othello on words of one primitive integer or two. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Search Proved.Boards.Word.
Require Import Proved.Rules.Packed Proved.Rules.Othello Proved.Bridge.OthelloSquares.
Open Scope Z_scope.

Section Words.
Variable W : words.
Notation word := (word W).
Notation board := (board_of word).
Notation none := (none W).
Notation meet := (meet W).
Notation join := (join W).
Notation differ := (differ W).

(** A square and the lines from it to the edge, as bits. *)
Record cell := Cell { own_bit : word; rays : list (list word) }.

Section Cells.
Variables columns rows : nat.

Definition index (s : square) : Z := snd s * Z.of_nat columns + fst s.
Definition square_bit (s : square) : word := only W (of_Z (index s)).
(** Lines of one square enclose nothing. *)
Definition long (ray : list word) : bool := match ray with _ :: _ :: _ => true | _ => false end.
Definition cell_of (s : square) : cell :=
  Cell (square_bit s)
    (filter long (map (fun d => map square_bit (line columns rows s d)) directions)).
Definition cells_of : list cell := map cell_of (squares columns rows).
Definition size_of : int := of_Z (Z.of_nat (columns * rows)).
End Cells.

Definition clear (a b : word) : bool := word_eqb W (meet a b) none.
Definition theirs (b : board) : word := differ (both b) (mover b).

(** ** Moves *)
Section Moves.
Variable cells : list cell.
Variable size : int.

(** Of the discs [m] of the side to move and those [o] of the other: what a ray turns over. *)
Fixpoint turned (m o : word) (ray : list word) (acc : word) : word :=
  match ray with
  | [] => none
  | b :: ray => if clear o b then if clear m b then none else acc
                else turned m o ray (join acc b)
  end.
Fixpoint turned_by (m o : word) (rays : list (list word)) (acc : word) : word :=
  match rays with
  | [] => acc
  | ray :: rays => turned_by m o rays (join acc (turned m o ray none))
  end.
Fixpoint any_turned (m o : word) (rays : list (list word)) : bool :=
  match rays with
  | [] => false
  | ray :: rays => if word_eqb W (turned m o ray none) none then any_turned m o rays else true
  end.
Definition playable (m o both : word) (c : cell) : bool :=
  if clear both (own_bit c) then any_turned m o (rays c) else false.
Fixpoint no_move (m o both : word) (l : list cell) : bool :=
  match l with
  | [] => true
  | c :: l => if playable m o both c then false else no_move m o both l
  end.

Definition after (b : board) (c : cell) : board :=
  let o := theirs b in
  Board (differ o (turned_by (mover b) o (rays c) none)) (join (both b) (own_bit c)) (stones b + 1).
Definition passed (b : board) : board := Board (theirs b) (both b) (stones b).
Definition stuck (b : board) : bool :=
  let o := theirs b in no_move (mover b) o (both b) cells.
(** A forced pass is part of the move before it. *)
Definition settle (b : board) : bool * board :=
  if stuck b then let c := passed b in if stuck c then (true, b) else (false, c) else (true, b).

Definition playable_cells (b : board) : list cell :=
  if (size <=? stones b)%uint63 then [] else
  let m := mover b in let o := theirs b in let both := both b in filter (playable m o both) cells.
Definition over (b : board) : bool := if (size <=? stones b)%uint63 then true else stuck b.

Fixpoint nth_playable (m o both : word) (l : list cell) (k : nat) : option cell :=
  match l with
  | [] => None
  | c :: l =>
    if playable m o both c then
      match k with O => Some c | S k => nth_playable m o both l k end
    else nth_playable m o both l k
  end.

Fixpoint count_bits (l : list cell) (a : word) : Z :=
  match l with
  | [] => 0
  | c :: l => if clear a (own_bit c) then count_bits l a else Z.succ (count_bits l a)
  end.
Definition board_score (n : Z) (b : board) : Z :=
  let o := theirs b in
  let own := count_bits cells (mover b) in
  let others := count_bits cells o in
  match own ?= others with
  | Lt => own + own - n
  | Eq => 0
  | Gt => n - others - others
  end.
End Moves.

(** ** Symmetries *)
Section Images.
Variables columns rows : nat.

(** Exchanges each bit of [mask] with the one [shift] places higher. *)
Definition exchange_bits (w mask : word) (shift : int) : word :=
  let d := meet (differ w (down W w shift)) mask in
  differ (differ w d) (up W d shift).
Fixpoint permute (swaps : list (word * int)) (w : word) : word :=
  match swaps with
  | [] => w
  | (mask, shift) :: swaps => permute swaps (exchange_bits w mask shift)
  end.

(** Of a map that is its own inverse: the squares whose images are so many places higher. *)
Definition swap_by (f : square -> square) (k : nat) : word * int :=
  (fold_right (fun s w => if index columns (f s) - index columns s =? Z.of_nat k
     then join w (square_bit columns s) else w) none (squares columns rows),
   of_Z (Z.of_nat k)).
Definition swaps_of (f : square -> square) : list (word * int) :=
  filter (fun swap => negb (word_eqb W (fst swap) none)) (map (swap_by f) (seq 1 (columns * rows))).
(** In the order of [symmetries]. *)
Definition swaps (symmetric : bool) : list (list (word * int)) :=
  let c := swaps_of (mirror_columns columns) in
  let r := swaps_of (mirror_rows rows) in
  let both := [[]; c; r; c ++ r] in
  if symmetric then
    both ++ if (columns =? rows)%nat then map (fun l => swaps_of exchange ++ l) both else []
  else [[]].
End Images.

(** Whether the key of [a] is less: the highest square that differs decides. *)
Definition precedes (a b : board) : bool :=
  let a' := theirs a in let b' := theirs b in
  let m := differ (mover a) (mover b) in let o := differ a' b' in
  if word_ltb W o (differ m (meet m o)) then word_ltb W (mover a) (mover b) else word_ltb W a' b'.
Definition board_image (b : board) (l : list (word * int)) : board :=
  Board (permute l (mover b)) (permute l (both b)) (stones b).
Definition least (tables : list (list (word * int))) (b : board) : board :=
  fold_left (fun c l => let d := board_image b l in if precedes d c then d else c) tables b.

(** ** The game *)
Section Game.
Variables columns rows : nat.
Variable symmetric : bool.

Definition board_moves (cells : list cell) (size : int) (represent : board -> board) (b : board) :
    list (bool * board) :=
  map (fun c => let a := after b c in let (s, d) := settle cells a in (s, represent d))
    (playable_cells cells size b).
Definition board_child (cells : list cell) (size : int) (represent : board -> board) (b : board)
    (k : nat) : option (bool * board) :=
  if (size <=? stones b)%uint63 then None else
  let o := theirs b in
  match nth_playable (mover b) o (both b) cells k with
  | Some c => let a := after b c in let (s, d) := settle cells a in Some (s, represent d)
  | None => None
  end.
(** Moves that leave few replies first. *)
Fixpoint count_playable (m o both : word) (l : list cell) (n : int) : int :=
  match l with
  | [] => n
  | c :: l => count_playable m o both l (if playable m o both c then n + 1 else n)%uint63
  end.
Fixpoint insert (n : int) (m : bool * board) (l : list (int * (bool * board))) :
    list (int * (bool * board)) :=
  match l with
  | [] => [(n, m)]
  | (k, m') :: l' => if (n <? k)%uint63 then (n, m) :: l else (k, m') :: insert n m l'
  end.
Definition few_replies (cells : list cell) (l : list (bool * board)) : list (bool * board) :=
  map snd (fold_left (fun l (m : bool * board) =>
    let b := snd m in let o := theirs b in
    let n := if fst m then count_playable (mover b) o (both b) cells 0 else 0%uint63 in
    insert n m l) l []).
Definition board_rank (size : int) (b : board) : nat := Z.to_nat (to_Z size - to_Z (stones b)).

Lemma least_stones tables b : stones (least tables b) = stones b.
Proof.
  unfold least. enough (H : forall l c, stones c = stones b -> stones (fold_left (fun c l =>
    let d := board_image b l in if precedes d c then d else c) l c) = stones b) by now apply H.
  induction l as [|s l IH]; intros c H; [easy|]. cbn [fold_left]. apply IH.
  cbv zeta. now destruct (precedes _ c).
Qed.
Lemma settle_stones cells b : stones (snd (settle cells b)) = stones b.
Proof. unfold settle. destruct (stuck _ b); [now destruct (stuck _ _) | easy]. Qed.
Lemma child_stones cells size tables b s c : In (s, c) (board_moves cells size (least tables) b) ->
  to_Z (stones c) = to_Z (stones b) + 1 /\ to_Z (stones b) < to_Z size.
Proof.
  unfold board_moves, playable_cells. intros H. apply in_map_iff in H as (a & E & I).
  destruct (size <=? stones b)%uint63 eqn:L; [easy|].
  assert (K : to_Z (stones b) < to_Z size).
  { destruct (Z.lt_ge_cases (to_Z (stones b)) (to_Z size)); [easy |].
    rewrite (proj2 (leb_spec _ _)) in L; easy. }
  split; [|easy]. pose proof (settle_stones cells (after b a)) as S. cbv zeta in E.
  destruct (settle cells (after b a)) as [s' d]. injection E as <- <-.
  rewrite least_stones. cbn [snd] in S. rewrite S. cbn [after stones].
  rewrite add_spec. change (to_Z 1) with 1. pose proof (to_Z_bounded size).
  pose proof (to_Z_bounded (stones b)). apply Z.mod_small. lia.
Qed.

Definition othello_boards : game.
Proof.
  refine (let cells := cells_of columns rows in
    let size := size_of columns rows in
    let tables := swaps columns rows symmetric in
    let represent := least tables in
    let score := board_score cells (Z.of_nat (columns * rows)) in
    Game board (represent (pack columns rows (collect W) (othello_start columns rows)))
      (board_moves cells size represent) score (board_rank size) _).
  intros p s c H. apply child_stones in H as [H L]. unfold board_rank. lia.
Defined.

Definition board_eqb (a b : board) : bool :=
  if word_eqb W (both a) (both b) then
  if word_eqb W (mover a) (mover b) then (stones a =? stones b)%uint63 else false else false.
(** A place in the memory of the search: any function would do. *)
Definition slot_number (s : bool) (b : board) : int :=
  (let x := (hash W (mover b) * 2177342782468422677) lxor (hash W (both b) * 4564586989116384697) in
  let x := (x lxor (x >> 29)) * 4564586989116384697 in
  if s then x >> 30 else x >> 31)%uint63.
Definition board_fields : list (board -> int) :=
  stones :: map (fun f b => f (mover b)) (parts W) ++ map (fun f b => f (both b)) (parts W).
Hypothesis right : right_words W.
Lemma board_fields_tell : tells board_fields.
Proof.
  split.
  - cbn [board_fields List.length]. rewrite app_length, !map_length.
    pose proof (parts_few W right). lia.
  - intros [m o n] [m' o' n'] H. f_equal.
    + apply (parts_tell W right). intros f I. apply (H (fun b => f (mover b))). right.
      apply in_app_iff. left. apply in_map_iff. now exists f.
    + apply (parts_tell W right). intros f I. apply (H (fun b => f (both b))). right.
      apply in_app_iff. right. apply in_map_iff. now exists f.
    + apply (H stones). now left.
Qed.

Definition othello_rules (cut certified memory : int) : board_rules othello_boards :=
  let cells := cells_of columns rows in
  let size := size_of columns rows in
  let tables := swaps columns rows symmetric in
  let represent := least tables in
  BoardRules othello_boards board_eqb (over cells size) (board_child cells size represent)
    (Z.of_nat (columns * rows)) (columns * rows)
    (fun b => (stones b <=? cut)%uint63) stones (fun b => (stones b <=? certified)%uint63)
    (no_memory othello_boards memory board_fields board_fields_tell)
    (Search.search othello_boards (Tactics othello_boards (over cells size)
      (fun b => (stones b + 4 <? size)%uint63) slot_number (bool * board)
      (fun b => few_replies cells (board_moves cells size (fun b => b) b))
      (fun _ m => (fst m, represent (snd m))))).

Lemma in_few_replies cells l m : In m (few_replies cells l) <-> In m l.
Proof.
  assert (Insert : forall n m l x, In x (map snd (insert n m l)) <-> m = x \/ In x (map snd l)).
  { clear. induction l as [|[k m'] l IH]; intros x; cbn [insert map snd]; [cbn; tauto|].
    destruct (n <? k)%uint63; cbn [map snd In]; [tauto|]. rewrite IH. tauto. }
  unfold few_replies.
  enough (H : forall l acc, In m (map snd (fold_left (fun l (m : bool * board) =>
    let b := snd m in let o := theirs b in
    let n := if fst m then count_playable (mover b) o (both b) cells 0 else 0%uint63 in
    insert n m l) l acc)) <-> In m l \/ In m (map snd acc)) by (rewrite H; cbn; tauto).
  clear l. induction l as [|a l IH]; intros acc; cbn [fold_left]; [cbn; tauto|].
  rewrite IH, Insert. cbn. tauto.
Qed.
Lemma filter_nth cells m o b k :
  nth_error (filter (playable m o b) cells) k = nth_playable m o b cells k.
Proof.
  revert k. induction cells as [|c l IH]; intros k; cbn; [now destruct k|].
  destruct (playable m o b c); [|apply IH]. destruct k; [easy | apply IH].
Qed.
Lemma no_move_filter cells m o b :
  no_move m o b cells = match filter (playable m o b) cells with [] => true | _ => false end.
Proof. induction cells as [|c l IH]; cbn; [easy|]. now destruct (playable m o b c). Qed.
Lemma count_bits_range l a : 0 <= count_bits l a <= Z.of_nat (List.length l).
Proof.
  induction l as [|c l IH]; cbn [count_bits List.length]; [lia|].
  destruct (clear a (own_bit c)); lia.
Qed.
Lemma cells_length : List.length (cells_of columns rows) = (columns * rows)%nat.
Proof. unfold cells_of. rewrite map_length. apply squares_length. Qed.

Lemma board_eqb_ok a b : board_eqb a b = true <-> a = b.
Proof.
  unfold board_eqb. destruct a as [m o n], b as [m' o' n']. cbn [mover both stones].
  destruct (word_eqb W o o') eqn:E1; [destruct (word_eqb W m m') eqn:E2|].
  - apply (word_eqb_ok W right) in E1, E2. subst. rewrite Uint63.eqb_spec. split; congruence.
  - split; [easy|]. intros [= -> _ _]. now rewrite (proj2 (word_eqb_ok W right _ _)) in E2.
  - split; [easy|]. intros [= _ -> _]. now rewrite (proj2 (word_eqb_ok W right _ _)) in E1.
Qed.
Theorem othello_rules_right cut certified memory :
  right_rules othello_boards (othello_rules cut certified memory).
Proof.
  assert (Over : forall b, over (cells_of columns rows) (size_of columns rows) b = true <->
    @moves othello_boards b = []).
  { intros b. cbn [moves othello_boards]. unfold over, board_moves, playable_cells, stuck.
    destruct (_ <=? _)%uint63; [easy|]. rewrite no_move_filter.
    now destruct (filter _ (cells_of columns rows)). }
  constructor; cbn [eqb Check.over child bound keep empty search othello_rules].
  - exact board_eqb_ok.
  - exact Over.
  - intros b k. cbn [moves othello_boards]. unfold board_child, board_moves, playable_cells.
    destruct (_ <=? _)%uint63; [now destruct k|]. rewrite nth_error_map, filter_nth.
    destruct (nth_playable _ _ _ _ k) as [c|]; [|easy]. cbn [option_map].
    now destruct (settle _ _).
  - intros b _. cbn [payoff othello_boards]. unfold board_score. rewrite <- cells_length.
    pose proof (count_bits_range (cells_of columns rows) (mover b)).
    pose proof (count_bits_range (cells_of columns rows) (theirs b)).
    destruct (Z.compare_spec (count_bits (cells_of columns rows) (mover b))
      (count_bits (cells_of columns rows) (theirs b))); lia.
  - intros b s c H K. apply child_stones in H as [H _]. apply leb_spec in K. apply leb_spec. lia.
  - apply sound_no_memory.
  - apply search_ok. constructor; [exact Over|]. intros b m _.
    cbn [moves tries play othello_boards]. unfold board_moves. rewrite in_map_iff. split.
    + intros (c & X & I). exists (settle (cells_of columns rows) (after b c)). split.
      * apply in_few_replies, in_map_iff. exists c. split; [now destruct (settle _ _) | easy].
      * rewrite <- X. now destruct (settle _ _).
    + intros (x & I & X). apply in_few_replies, in_map_iff in I as (c & Y & I). exists c.
      split; [|easy]. rewrite <- X, <- Y. now destruct (settle _ _).
Qed.
End Game.
End Words.
