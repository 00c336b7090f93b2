(** To be read. Othello, its symmetries and its boards. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed.
Open Scope Z_scope.

Section Rules.
Variables columns rows : nat.

(** The column and the row of a square, both from 0. *)
Definition square : Type := Z * Z.
Definition inside (s : square) : bool :=
  (0 <=? fst s) && (fst s <? Z.of_nat columns) && (0 <=? snd s) && (snd s <? Z.of_nat rows).
Definition row (r : nat) : list square := map (fun c => (Z.of_nat c, Z.of_nat r)) (seq 0 columns).
(** Row by row: the order of moves. *)
Definition squares : list square := flat_map row (seq 0 rows).

(** The disc on each square, row by row. *)
Definition grid : Type := list (list (option player)).
Record position := Position { discs : grid; turn : player }.

Definition disc (b : grid) (s : square) : option player :=
  if inside s then nth (Z.to_nat (fst s)) (nth (Z.to_nat (snd s)) b []) None else None.
(** The grid with these discs. *)
Definition draw (f : square -> option player) : grid := map (fun r => map f (row r)) (seq 0 rows).

Definition same (q q' : player) : bool :=
  match q, q' with First, First | Second, Second => true | _, _ => false end.
Definition has (b : grid) (q : player) (s : square) : bool :=
  match disc b s with Some q' => same q q' | None => false end.
Definition empty (b : grid) (s : square) : bool :=
  match disc b s with Some _ => false | None => true end.

(** The squares from [s] in one direction as far as the edge, without [s]. *)
Definition step (s d : square) : square := (fst s + fst d, snd s + snd d).
Fixpoint line_from (n : nat) (s d : square) : list square :=
  match n with
  | O => []
  | S n => if inside (step s d) then step s d :: line_from n (step s d) d else []
  end.
Definition line (s d : square) : list square := line_from (columns + rows) s d.
Definition directions : list square :=
  [(1, 0); (1, 1); (0, 1); (-1, 1); (-1, 0); (-1, -1); (0, -1); (1, -1)].

(** The discs in this line before the first one of [q]; [None] where an empty square or the edge
    comes before it. *)
Fixpoint enclosed (q : player) (b : grid) (l : list square) : option (list square) :=
  match l with
  | [] => None
  | s :: l => if has b q s then Some [] else
              if empty b s then None else option_map (cons s) (enclosed q b l)
  end.
(** The discs that a disc of [q] on [s] turns over. *)
Definition flips (q : player) (b : grid) (s : square) : list square :=
  flat_map (fun d => match enclosed q b (line s d) with Some l => l | None => [] end) directions.

Definition legal (q : player) (b : grid) (s : square) : bool :=
  empty b s && match flips q b s with [] => false | _ => true end.
Definition legal_squares (q : player) (b : grid) : list square := filter (legal q b) squares.

Definition equal (s t : square) : bool := (fst s =? fst t) && (snd s =? snd t).
Definition place (q : player) (b : grid) (s : square) : grid :=
  let own := s :: flips q b s in
  draw (fun t => if existsb (equal t) own then Some q else disc b t).

(** A side without a move passes if the other one has a move; if neither has, the game is over. *)
Definition pass (p : position) : option position :=
  match legal_squares (turn p) (discs p), legal_squares (other (turn p)) (discs p) with
  | [], _ :: _ => Some (Position (discs p) (other (turn p)))
  | _, _ => None
  end.
Definition othello_moves (p : position) : list (bool * position) :=
  match legal_squares (turn p) (discs p) with
  | [] => match pass p with Some c => [(true, c)] | None => [] end
  | l => map (fun s => (true, Position (place (turn p) (discs p) s) (other (turn p)))) l
  end.
Lemma moves_pass p : othello_moves p = match pass p with
  | Some c => [(true, c)]
  | None => map (fun s => (true, Position (place (turn p) (discs p) s) (other (turn p))))
              (legal_squares (turn p) (discs p))
  end.
Proof. unfold othello_moves, pass. now destruct (legal_squares (turn p) (discs p)). Qed.

(** The difference in discs for the side to move, empty squares counted for the winner. *)
Definition count (f : square -> bool) : Z := Z.of_nat (length (filter f squares)).
Definition score (p : position) : Z :=
  let own := count (has (discs p) (turn p)) in
  let others := count (has (discs p) (other (turn p))) in
  own - others + count (empty (discs p)) * Z.sgn (own - others).

(** Black, who moves first, is [First]. *)
Definition start_disc (s : square) : option player :=
  let column := Z.of_nat columns / 2 in
  let row := Z.of_nat rows / 2 in
  if equal s (column - 1, row - 1) || equal s (column, row) then Some Second else
  if equal s (column, row - 1) || equal s (column - 1, row) then Some First else None.
Definition othello_start : position := Position (draw start_disc) First.

(** Play ends: a move fills an empty square, and no pass follows a pass. *)
Definition moves_left (p : position) : nat :=
  2 * length (filter (empty (discs p)) squares) +
  match legal_squares (turn p) (discs p) with [] => 1 | _ => 0 end.

Lemma nth_map_seq {A} (f : nat -> A) n i d : (i < n)%nat -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros H. rewrite (nth_indep _ d (f O)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.
Lemma inside_ok s : inside s = true <->
  0 <= fst s < Z.of_nat columns /\ 0 <= snd s < Z.of_nat rows.
Proof. unfold inside. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.
Lemma disc_draw f s : disc (draw f) s = if inside s then f s else None.
Proof.
  unfold disc. destruct (inside s) eqn:E; [|easy]. apply inside_ok in E. unfold draw, row.
  rewrite nth_map_seq, map_map, nth_map_seq by lia. f_equal. destruct s. cbn in *. f_equal; lia.
Qed.
Lemma in_squares s : In s squares <-> inside s = true.
Proof.
  unfold squares, row. rewrite in_flat_map, inside_ok. split.
  - intros (r & Hr & H). apply in_map_iff in H as (c & <- & Hc). apply in_seq in Hr, Hc. cbn. lia.
  - intros H. exists (Z.to_nat (snd s)). split; [apply in_seq; lia|]. apply in_map_iff.
    exists (Z.to_nat (fst s)). destruct s. cbn in *. split; [f_equal; lia | apply in_seq; lia].
Qed.
Lemma equal_ok s t : equal s t = true <-> s = t.
Proof.
  unfold equal. rewrite andb_true_iff, !Z.eqb_eq. destruct s, t. cbn.
  split; [|now intros [= -> ->]].
  now intros [-> ->].
Qed.
Lemma filter_less {A} (f g : A -> bool) a l : (forall x, In x l -> g x = true -> f x = true) ->
  In a l -> f a = true -> g a = false -> (length (filter g l) < length (filter f l))%nat.
Proof.
  intros H I Fa Ga.
  assert (L : forall l, (forall x, In x l -> g x = true -> f x = true) ->
    (length (filter g l) <= length (filter f l))%nat).
  { clear. induction l as [|x l IH]; intros H; [easy|]. cbn.
    specialize (IH (fun y I => H y (or_intror I))). specialize (H x (or_introl eq_refl)).
    destruct (g x), (f x); cbn; try lia; now specialize (H eq_refl). }
  induction l as [|x l IH]; [easy|]. cbn. destruct I as [->|I].
  - rewrite Fa, Ga. specialize (L l (fun y I => H y (or_intror I))). cbn. lia.
  - specialize (IH (fun y I => H y (or_intror I)) I). specialize (H x (or_introl eq_refl)).
    destruct (g x), (f x); cbn; try lia; now specialize (H eq_refl).
Qed.
Lemma empty_place q b s t : empty (place q b s) t = true -> empty b t = true.
Proof.
  unfold empty, place. rewrite disc_draw. destruct (inside t) eqn:E.
  - now destruct (existsb _ _).
  - unfold disc. now rewrite E.
Qed.
Lemma place_less q b s : In s (legal_squares q b) ->
  (length (filter (empty (place q b s)) squares) < length (filter (empty b) squares))%nat.
Proof.
  intros I. apply filter_In in I as [I L]. apply andb_true_iff in L as [L _].
  apply (filter_less _ _ s); [|easy|easy|].
  - intros x _. apply empty_place.
  - unfold empty, place. rewrite disc_draw. rewrite in_squares in I. rewrite I. cbn [existsb].
    now rewrite (proj2 (equal_ok s s) eq_refl).
Qed.

Definition othello : game.
Proof.
  refine (Game position othello_start othello_moves score moves_left _).
  intros p s c. unfold othello_moves, pass, moves_left.
  destruct (legal_squares (turn p) (discs p)) as [|t l] eqn:E.
  - destruct (legal_squares (other (turn p)) (discs p)) eqn:E'; [easy|].
    intros [[= <- <-]|[]]. cbn [turn discs]. rewrite E'. lia.
  - intros H. apply in_map_iff in H as (u & [= <- <-] & I). rewrite <- E in I.
    pose proof (place_less (turn p) (discs p) u I) as L. cbn [turn discs].
    destruct (legal_squares _ (place _ _ _)); lia.
Defined.

(** The board: square number [row * columns + column] is bit [row * columns + column]. *)
Definition pack (p : position) : board :=
  let set (f : square -> bool) := bits (columns * rows) (fun n =>
    f (Z.of_nat (n mod columns), Z.of_nat (n / columns))) in
  let occupied s := negb (empty (discs p) s) in
  Board (set (has (discs p) (turn p))) (set occupied) (of_Z (count occupied)).

(** The symmetries of the board, if they count. *)
Variable symmetric : bool.
Definition mirror_columns (s : square) : square := (Z.of_nat columns - 1 - fst s, snd s).
Definition mirror_rows (s : square) : square := (fst s, Z.of_nat rows - 1 - snd s).
Definition exchange (s : square) : square := (snd s, fst s).
Definition mirrors : list (square -> square) :=
  [fun s => s; mirror_columns; mirror_rows; fun s => mirror_columns (mirror_rows s)].
Definition symmetries : list (square -> square) :=
  if symmetric then
    mirrors ++ if (columns =? rows)%nat then map (fun f s => exchange (f s)) mirrors else []
  else [fun s => s].
(** The position with on each square the disc that was on its image. *)
Definition image (f : square -> square) (p : position) : position :=
  Position (draw (fun s => disc (discs p) (f s))) (turn p).

(** The key of a position in a file has the digits 0 empty, 1 the side to move, 2 the other one;
    square a1 is the last digit. Images are stored under the least of their keys. *)
Definition digit (p : position) (s : square) : Z :=
  if has (discs p) (turn p) s then 1 else if empty (discs p) s then 0 else 2.
Definition key (p : position) : Z := fold_right (fun s rest => digit p s + 3 * rest) 0 squares.
Definition representative (p : position) : position :=
  fold_left (fun best f => if key (image f p) <? key best then image f p else best) symmetries p.
Definition name (p : position) : board := pack (representative p).
End Rules.

(** Columns and rows of the boards whose files the program checks. *)
Definition sizes : list (nat * nat) :=
  let even := [4; 6; 8; 10; 12; 14]%nat in
  filter (fun '(c, r) => (c * r <=? 62)%nat) (list_prod even even).
