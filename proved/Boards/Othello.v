(** Proof. Othello on primitive integers. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Search Proved.Boards.Stones.
Require Import Proved.Rules.Packed Proved.Rules.Othello Proved.Bridge.OthelloSquares.
Open Scope Z_scope.

(** A square and the lines from it to the edge, as bits. *)
Record cell := Cell { own_bit : int; rays : list (list int) }.

Section Cells.
Variables columns rows : nat.

Definition index (s : square) : Z := snd s * Z.of_nat columns + fst s.
Definition square_bit (s : square) : int := (1 << of_Z (index s))%uint63.
(** Lines of one square enclose nothing. *)
Definition long (ray : list int) : bool := match ray with _ :: _ :: _ => true | _ => false end.
Definition cell_of (s : square) : cell :=
  Cell (square_bit s)
    (filter long (map (fun d => map square_bit (line columns rows s d)) directions)).
Definition cells_of : list cell := map cell_of (squares columns rows).
Definition size_of : int := of_Z (Z.of_nat (columns * rows)).
End Cells.

(** ** Moves *)
Section Moves.
Variable cells : list cell.
Variable size : int.

(** Of the discs [m] of the side to move and those [o] of the other: what a ray turns over. *)
Fixpoint turned (m o : int) (ray : list int) (acc : int) : int :=
  match ray with
  | [] => 0
  | b :: ray => if o land b =? 0 then if m land b =? 0 then 0 else acc
                else turned m o ray (acc lor b)
  end%uint63.
Fixpoint turned_by (m o : int) (rays : list (list int)) (acc : int) : int :=
  match rays with
  | [] => acc
  | ray :: rays => turned_by m o rays (acc lor turned m o ray 0)
  end%uint63.
Fixpoint any_turned (m o : int) (rays : list (list int)) : bool :=
  match rays with
  | [] => false
  | ray :: rays => if (turned m o ray 0 =? 0)%uint63 then any_turned m o rays else true
  end.
Definition playable (m o both : int) (c : cell) : bool :=
  if (both land own_bit c =? 0)%uint63 then any_turned m o (rays c) else false.
Fixpoint no_move (m o both : int) (l : list cell) : bool :=
  match l with
  | [] => true
  | c :: l => if playable m o both c then false else no_move m o both l
  end.

Definition theirs (b : board) : int := (both b lxor mover b)%uint63.
Definition after (b : board) (c : cell) : board :=
  let o := theirs b in
  Board (o lxor turned_by (mover b) o (rays c) 0) (both b lor own_bit c) (stones b + 1).
Definition passed (b : board) : board := Board (theirs b) (both b) (stones b).
Definition stuck (b : board) : bool := no_move (mover b) (theirs b) (both b) cells.
(** A forced pass is part of the move before it. *)
Definition settle (b : board) : bool * board :=
  if stuck b then if stuck (passed b) then (true, b) else (false, passed b) else (true, b).

Definition playable_cells (b : board) : list cell :=
  if (size <=? stones b)%uint63 then [] else
  let m := mover b in let o := theirs b in let both := both b in filter (playable m o both) cells.
Definition over (b : board) : bool := if (size <=? stones b)%uint63 then true else stuck b.

Fixpoint nth_playable (m o both : int) (l : list cell) (k : nat) : option cell :=
  match l with
  | [] => None
  | c :: l =>
    if playable m o both c then
      match k with O => Some c | S k => nth_playable m o both l k end
    else nth_playable m o both l k
  end.

Fixpoint count_bits (l : list cell) (a : int) : Z :=
  match l with
  | [] => 0
  | c :: l => if (a land own_bit c =? 0)%uint63 then count_bits l a else Z.succ (count_bits l a)
  end.
Definition board_score (n : Z) (b : board) : Z :=
  let own := count_bits cells (mover b) in
  let others := count_bits cells (theirs b) in
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
Definition exchange_bits (w : int) (swap : int * int) : int :=
  let (mask, shift) := swap in
  let d := ((w lxor (w >> shift)) land mask)%uint63 in
  (w lxor d lxor (d << shift))%uint63.
Definition permute (swaps : list (int * int)) (w : int) : int := fold_left exchange_bits swaps w.

(** Of a map that is its own inverse: the squares whose images are so many places higher. *)
Definition swap_by (f : square -> square) (k : nat) : int * int :=
  (fold_right (fun s w => if index columns (f s) - index columns s =? Z.of_nat k
     then (w lor square_bit columns s)%uint63 else w) 0%uint63 (squares columns rows),
   of_Z (Z.of_nat k)).
Definition swaps_of (f : square -> square) : list (int * int) :=
  filter (fun swap => negb (fst swap =? 0)%uint63) (map (swap_by f) (seq 1 (columns * rows))).
(** In the order of [symmetries]. *)
Definition swaps (symmetric : bool) : list (list (int * int)) :=
  let c := swaps_of (mirror_columns columns) in
  let r := swaps_of (mirror_rows rows) in
  let both := [[]; c; r; c ++ r] in
  if symmetric then
    both ++ if (columns =? rows)%nat then map (fun l => swaps_of exchange ++ l) both else []
  else [[]].
End Images.

(** Whether the key of [a] is less: the highest square that differs decides. *)
Definition precedes (a b : board) : bool :=
  let m := (mover a lxor mover b)%uint63 in
  let o := ((both a lxor both b) lxor m)%uint63 in
  if (o <? m)%uint63 then
    if (o <? o lxor m)%uint63 then (mover a <? mover b)%uint63 else (theirs a <? theirs b)%uint63
  else (theirs a <? theirs b)%uint63.
Definition board_image (b : board) (l : list (int * int)) : board :=
  Board (permute l (mover b)) (permute l (both b)) (stones b).
Definition least (tables : list (list (int * int))) (b : board) : board :=
  fold_left (fun c l => let d := board_image b l in if precedes d c then d else c) tables b.

(** ** The game *)
Section Game.
Variables columns rows : nat.
Variable symmetric : bool.

Definition board_moves (cells : list cell) (size : int) (represent : board -> board) (b : board) :
    list (bool * board) :=
  map (fun c => let (s, d) := settle cells (after b c) in (s, represent d))
    (playable_cells cells size b).
Definition board_child (cells : list cell) (size : int) (represent : board -> board) (b : board)
    (k : nat) : option (bool * board) :=
  if (size <=? stones b)%uint63 then None else
  match nth_playable (mover b) (theirs b) (both b) cells k with
  | Some c => let (s, d) := settle cells (after b c) in Some (s, represent d)
  | None => None
  end.
(** Moves that leave few replies first. *)
Fixpoint count_playable (m o both : int) (l : list cell) (n : int) : int :=
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
    let b := snd m in
    let n := if fst m then count_playable (mover b) (theirs b) (both b) cells 0 else 0%uint63 in
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
  split; [|easy]. pose proof (settle_stones cells (after b a)) as S.
  destruct (settle cells (after b a)) as [s' d]. injection E as <- <-.
  rewrite least_stones. cbn [snd] in S. rewrite S. cbn [after stones].
  rewrite add_spec. change (to_Z 1) with 1. pose proof (to_Z_bounded size).
  pose proof (to_Z_bounded (stones b)). apply Z.mod_small. lia.
Qed.

Definition othello_boards : game.
Proof.
  refine (let cells := cells_of columns rows in
    let size := size_of columns rows in
    let represent := least (swaps columns rows symmetric) in
    let score := board_score cells (Z.of_nat (columns * rows)) in
    Game board (represent (pack columns rows (othello_start columns rows)))
      (board_moves cells size represent) score (board_rank size) _).
  intros p s c H. apply child_stones in H as [H L]. unfold board_rank. lia.
Defined.

Definition othello_rules (cut certified memory : int) : board_rules othello_boards :=
  let cells := cells_of columns rows in
  let size := size_of columns rows in
  let represent := least (swaps columns rows symmetric) in
  BoardRules othello_boards board_eqb (over cells size) (board_child cells size represent)
    (Z.of_nat (columns * rows)) (columns * rows)
    (fun b => (stones b <=? cut)%uint63) stones (fun b => (stones b <=? certified)%uint63)
    (make memory Empty)
    (claim othello_boards board_eqb (over cells size) Stones.place
      (fun b => (stones b + 4 <? size)%uint63)
      (fun b => few_replies cells (board_moves cells size represent b)) 64).

Lemma in_few_replies cells l m : In m (few_replies cells l) <-> In m l.
Proof.
  assert (Insert : forall n m l x, In x (map snd (insert n m l)) <-> m = x \/ In x (map snd l)).
  { clear. induction l as [|[k m'] l IH]; intros x; cbn [insert map snd]; [cbn; tauto|].
    destruct (n <? k)%uint63; cbn [map snd In]; [tauto|]. rewrite IH. tauto. }
  unfold few_replies.
  enough (H : forall l acc, In m (map snd (fold_left (fun l (m : bool * board) =>
    let b := snd m in
    let n := if fst m then count_playable (mover b) (theirs b) (both b) cells 0 else 0%uint63 in
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
  destruct (a land own_bit c =? 0)%uint63; lia.
Qed.
Lemma cells_length : List.length (cells_of columns rows) = (columns * rows)%nat.
Proof. unfold cells_of. rewrite map_length. apply squares_length. Qed.

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
  - apply sound_empty.
  - apply claim_ok; [exact board_eqb_ok | exact Over |]. intros b m. apply in_few_replies.
Qed.
End Game.
