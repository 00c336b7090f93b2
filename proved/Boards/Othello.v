(** Proof. Othello on words of one primitive integer or two. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
Import ListNotations.
From Proved Require Import Game Check Search Boards.Word Rules.Packed Rules.Othello
  Rules.OthelloNames Bridge.OthelloSquares Bridge.Count.
From Proved Require Boards.Stones.
Open Scope Z_scope.

(** A square and the lines from it to the edge, as bits; a direction, as where the squares of a word
    go, how far, and those that have neighbours both ways. *)
Record cell_on (word : Type) := Cell { own_bit : word; rays : list (list word) }.
Record way_on (word : Type) := Way { rising : bool; distance : int; between : word }.
(** What is computed of a board once; no line is longer than [steps], and the last moves are decided
    in [depth] steps. *)
Record plan_on (word : Type) := Plan { cells : list (cell_on word); ways : list (way_on word);
  every : word; corners : word; size : int; steps : nat;
  depth : nat; area : Z; numbers : array Z }.
Arguments Cell {word}. Arguments own_bit {word}. Arguments rays {word}.
Arguments Way {word}. Arguments rising {word}. Arguments distance {word}. Arguments between {word}.
Arguments Plan {word}. Arguments cells {word}. Arguments ways {word}. Arguments every {word}.
Arguments corners {word}. Arguments size {word}. Arguments steps {word}. Arguments depth {word}.
Arguments area {word}. Arguments numbers {word}.

(** A function, so that the search is made ready once. *)
Definition guarded {board memory : Type} (may : board -> bool)
    (f : bool -> board -> Z -> memory -> bool * memory) (s : bool) (b : board) (t : Z)
    (m : memory) : bool * memory :=
  if may b then f s b t m else (false, m).

Section Words.
Variable W : words.
Notation word := (word W). Notation cell := (cell_on word). Notation way := (way_on word).
Notation board := (board_of word). Notation none := (none W). Notation meet := (meet W).
Notation join := (join W). Notation differ := (differ W).

Section Cells.
Variables columns rows : nat.

Definition index (s : square) : Z := snd s * Z.of_nat columns + fst s.
Definition square_bit (s : square) : word := only W (of_Z (index s)).
Definition bits_where (f : square -> bool) : word :=
  fold_right (fun s w => if f s then join w (square_bit s) else w) none (squares columns rows).
(** Lines of one square enclose nothing. *)
Definition long (ray : list word) : bool := match ray with _ :: _ :: _ => true | _ => false end.
Definition cell_of (s : square) : cell :=
  Cell (square_bit s)
    (filter long (map (fun d => map square_bit (line columns rows s d)) directions)).
Definition cells_of : list cell := map cell_of (squares columns rows).
Definition way_of (d : square) : way := Way (index d <? 0) (of_Z (Z.abs (index d)))
  (bits_where (fun s =>
    (0 <=? fst s - Z.abs (fst d)) && (fst s + Z.abs (fst d) <? Z.of_nat columns))).
Definition plan_of : plan_on word := Plan cells_of (map way_of directions)
  (bits_where (fun _ => true))
  (bits_where (fun s => negb (inside columns rows (fst s - 1, snd s) && inside columns rows
      (fst s + 1, snd s)) && negb (inside columns rows (fst s, snd s - 1) && inside columns rows
      (fst s, snd s + 1))))
  (of_Z (Z.of_nat (columns * rows))) (columns + rows) ((columns + rows) * 8)
  (Z.of_nat (columns * rows)) (Stones.table 0 to_Z).
End Cells.

Definition clear (a b : word) : bool := word_eqb W (meet a b) none.
Definition theirs (b : board) : word := differ (both b) (mover b).

(** ** Moves *)
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
Definition after (b : board) (c : cell) : board :=
  let o := theirs b in
  Board (differ o (turned_by (mover b) o (rays c) none)) (join (both b) (own_bit c)) (stones b + 1).
Definition passed (b : board) : board := Board (theirs b) (both b) (stones b).

(** The squares next to runs of discs [o], on from [p], the next ones in this direction. *)
Definition moved (w : way) (a : word) : word :=
  if rising w then up W a (distance w) else down W a (distance w).
Fixpoint beyond (w : way) (n : nat) (o p acc : word) : word :=
  if word_eqb W p none then acc else
  match n with
  | O => acc
  | S n => let q := moved w p in beyond w n o (meet q o) (join acc q)
  end.
Fixpoint beyond_all (n : nat) (m o : word) (l : list way) (acc : word) : word :=
  match l with
  | [] => acc
  | w :: l => let inner := meet o (between w) in
      beyond_all n m o l (beyond w n inner (meet (moved w m) inner) acc)
  end.

Section Moves.
Variable P : plan_on word.

(** Free squares, among them all that the side to move may take: no others, but that is not used. *)
Definition near (b : board) : word :=
  let free := differ (every P) (both b) in
  if word_eqb W free none then none else
  meet free (beyond_all (steps P) (mover b) (theirs b) (ways P) none).
Fixpoint no_move (m o near : word) (l : list cell) : bool :=
  match l with
  | [] => true
  | c :: l => if clear near (own_bit c) then no_move m o near l else
      if any_turned m o (rays c) then false else no_move m o near l
  end.
Definition stuck_near (n : word) (b : board) : bool :=
  if word_eqb W n none then true else no_move (mover b) (theirs b) n (cells P).
Definition stuck (b : board) : bool := stuck_near (near b) b.
(** A forced pass is part of the move before it. *)
Definition settle_near (n : word) (b : board) : bool * board :=
  if stuck_near n b then let c := passed b in if stuck c then (true, b) else (false, c)
  else (true, b).
Definition settle (b : board) : bool * board := settle_near (near b) b.

Fixpoint afters (m o both near : word) (n : int) (l : list cell) : list board :=
  match l with
  | [] => []
  | c :: l => if clear near (own_bit c) then afters m o both near n l else
      let t := turned_by m o (rays c) none in
      if word_eqb W t none then afters m o both near n l
      else Board (differ o t) (join both (own_bit c)) n :: afters m o both near n l
  end.
Definition children (b : board) : list board :=
  if (size P <=? stones b)%uint63 then []
  else afters (mover b) (theirs b) (both b) (near b) (stones b + 1) (cells P).
Definition over (b : board) : bool := if (size P <=? stones b)%uint63 then true else stuck b.

Definition count_bits (a : word) : int := weight W (meet a (every P)).
Definition board_score (n : Z) (b : board) : Z :=
  let o := theirs b in
  let own := (numbers P).[count_bits (mover b)] in
  let others := (numbers P).[count_bits o] in
  match own ?= others with
  | Lt => own + own - n
  | Eq => 0
  | Gt => n - others - others
  end.

(** The last moves: a claim is decided without memory or order. Of the cells [free] at [b], those in
    [rest] are still to try, and [any] says whether one was a move; [idle], whether the side to wait
    has none. [n]: so many steps at most. *)
Fixpoint without (w : word) (l : list cell) : list cell :=
  match l with
  | [] => []
  | c :: l => if word_eqb W w (own_bit c) then l else c :: without w l
  end.
Fixpoint last (t : Z) (n : nat) (s : bool) (b : board) (free rest : list cell) (any idle : bool) :
    bool :=
  match n with
  | O => false
  | S n =>
    match rest with
    | [] =>
      if any then negb s else
      if match free with [] => true | _ :: _ => idle end then worth s (board_score (area P) b) <=? t
      else last t n (negb s) (passed b) free free false true
    | c :: rest =>
      if clear (both b) (own_bit c) then
        let o := theirs b in
        let f := turned_by (mover b) o (rays c) none in
        if word_eqb W f none then last t n s b free rest any idle else
        let d := Board (differ o f) (join (both b) (own_bit c)) (stones b + 1) in
        let left := without (own_bit c) free in
        if Bool.eqb (last t n (negb s) d left left false false) s then s
        else last t n s b free rest true idle
      else last t n s b free rest any idle
    end
  end.
Definition valid (b : board) : bool :=
  if word_eqb W (meet (mover b) (both b)) (mover b) then
  if word_eqb W (meet (both b) (every P)) (both b) then
    (count_bits (both b) =? stones b)%uint63
  else false else false.
(** The side to wait is taken to have no move, as a pass is part of the move before. *)
Definition decide_last (t : Z) (s : bool) (b : board) : bool :=
  if valid b then
    let free := filter (fun c => clear (both b) (own_bit c)) (cells P) in
    last t (depth P) s b free free false true
  else false.
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
  (bits_where columns rows (fun s => index columns (f s) - index columns s =? Z.of_nat k),
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

Definition board_moves (P : plan_on word) (represent : board -> board) (b : board) :
    list (bool * board) :=
  map (fun a => let (s, d) := settle P a in (s, represent d)) (children P b).
Definition board_child (P : plan_on word) (represent : board -> board) (b : board) (k : nat) :
    option (bool * board) :=
  option_map (fun a => let (s, d) := settle P a in (s, represent d)) (nth_error (children P b) k).
(** Boards after moves, with the replies to them; those with few replies first, where a corner
    counts twice. *)
Notation try := (word * board)%type.
Fixpoint insert (n : int) (x : try) (l : list (int * try)) : list (int * try) :=
  match l with
  | [] => [(n, x)]
  | (k, y) :: l' => if (n <? k)%uint63 then (n, x) :: l else (k, y) :: insert n x l'
  end.
Definition few_replies (P : plan_on word) (l : list try) : list try :=
  map snd (fold_left (fun l x =>
    insert (weight W (fst x) + weight W (meet (fst x) (corners P)))%uint63 x l) l []).
Definition board_rank (size : int) (b : board) : nat := Z.to_nat (to_Z size - to_Z (stones b)).

Lemma least_stones tables b : stones (least tables b) = stones b.
Proof.
  unfold least. enough (H : forall l c, stones c = stones b -> stones (fold_left (fun c l =>
    let d := board_image b l in if precedes d c then d else c) l c) = stones b) by now apply H.
  induction l as [|s l IH]; intros c H; [easy|]. cbn [fold_left]. apply IH.
  cbv zeta. now destruct (precedes _ c).
Qed.
Lemma settle_stones P b : stones (snd (settle P b)) = stones b.
Proof.
  unfold settle, settle_near. destruct (stuck_near _ _ b); [now destruct (stuck _ _) | easy].
Qed.
Lemma child_stones P tables b s c : In (s, c) (board_moves P (least tables) b) ->
  to_Z (stones c) = to_Z (stones b) + 1 /\ to_Z (stones b) < to_Z (size P).
Proof.
  unfold board_moves, children. intros H. apply in_map_iff in H as (a & E & I).
  destruct (leb_spec (size P) (stones b)) as [_ L]. destruct (_ <=? _)%uint63; [easy|].
  assert (K : to_Z (stones b) < to_Z (size P)) by (apply Z.nle_gt; intros X; now apply L in X).
  split; [|easy]. clear L. assert (A : stones a = (stones b + 1)%uint63).
  { revert I. generalize (near P b). intros n. induction (cells P) as [|x l IH]; cbn; [easy|].
    destruct (clear n _); [easy|]. destruct (word_eqb W _ _); [easy|]. now intros [<-|I]; auto. }
  pose proof (settle_stones P a) as S. destruct (settle P a) as [s' d]. injection E as <- <-.
  rewrite least_stones. cbn [snd] in S. rewrite S, A, add_spec. change (to_Z 1) with 1.
  pose proof (to_Z_bounded (size P)). pose proof (to_Z_bounded (stones b)). apply Z.mod_small. lia.
Qed.

Notation plan := (plan_of columns rows).
Lemma child_rank symmetric b s c :
  In (s, c) (board_moves plan (least (swaps columns rows symmetric)) b) ->
  (board_rank (size plan) c < board_rank (size plan) b)%nat.
Proof. intros H. apply child_stones in H as [H L]. unfold board_rank. lia. Qed.
Definition othello_boards (symmetric : bool) : game :=
  let P := plan in
  let tables := swaps columns rows symmetric in
  let represent := least tables in
  Game board (represent (pack columns rows (collect W) (othello_start columns rows)))
    (board_moves P represent) (board_score P (area P)) (board_rank (size P))
    (child_rank symmetric).

Definition othello_searched : game := othello_boards false.
Variable symmetric : bool.
Notation boards := (othello_boards symmetric).

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

(** The search is of boards as they arise, without symmetries. *)
Definition few : int := 6.
Definition othello_tactics : tactics othello_searched :=
  let P := plan in
  Tactics othello_searched (fun b => (size P <=? stones b + few)%uint63) (decide_last P)
    (fun _ => true) slot_number (word * board)
    (fun b => few_replies P (map (fun a => (near P a, a)) (children P b)))
    (fun _ x => settle_near P (fst x) (snd x)).
Definition othello_rules (cut certified memory : int) : board_rules boards :=
  let P := plan in
  let tables := swaps columns rows symmetric in
  let represent := least tables in
  BoardRules boards board_eqb (over P) (board_child P represent)
    (Z.of_nat (columns * rows)) (columns * rows)
    (fun b => (stones b <=? cut)%uint63) stones (fun b => (stones b <=? certified)%uint63)
    othello_searched (no_memory othello_searched memory board_fields board_fields_tell)
    (guarded (valid P) (Search.search othello_searched othello_tactics)).

Lemma in_few_replies P l a : In a (few_replies P l) <-> In a l.
Proof.
  assert (Insert : forall n a l x, In x (map snd (insert n a l)) <-> a = x \/ In x (map snd l)).
  { clear. induction l as [|[k y] l IH]; intros x; cbn [insert map snd]; [cbn; tauto|].
    destruct (n <? k)%uint63; cbn [map snd In]; [tauto|]. rewrite IH. tauto. }
  unfold few_replies. set (f := fun (l : list (int * try)) (x : try) => _).
  enough (H : forall l acc, In a (map snd (fold_left f l acc)) <-> In a l \/ In a (map snd acc))
    by (rewrite H; cbn; tauto).
  clear l. induction l as [|x l IH]; intros acc; cbn [fold_left]; [cbn; tauto|].
  rewrite IH. unfold f at 1. rewrite Insert. cbn. tauto.
Qed.

(** ** Moves found by shifts are those along rays *)
Lemma index_range s : inside columns rows s = true ->
  0 <= index columns s < Z.of_nat (columns * rows).
Proof. rewrite inside_ok. unfold index. nia. Qed.
Hypothesis small : (1 <= columns <= 61 /\ 1 <= rows)%nat /\ Z.of_nat (columns * rows) <= room W.
Let room_range := room_range W right.
Notation test := (test W). Notation inside := (inside columns rows).
Implicit Types (w : way) (a m o p : word).

Lemma test_square s n : inside s = true -> 0 <= n ->
  test (square_bit columns s) n = (n =? index columns s).
Proof. intros Hs Hn. pose proof (index_range s Hs). now apply test_only; [|lia|]. Qed.
Lemma is_none a : (forall n, 0 <= n -> test a n = false) -> a = none.
Proof. intros H. apply (test_ext W right). intros n Hn. now rewrite H, test_none. Qed.
Lemma clear_ok a s : inside s = true ->
  clear a (square_bit columns s) = negb (test a (index columns s)).
Proof.
  intros Hs. pose proof (index_range s Hs). apply eq_true_iff_eq. unfold clear.
  rewrite (word_eqb_ok W right), negb_true_iff. split.
  - intros E. apply (f_equal (fun x => test x (index columns s))) in E.
    rewrite test_meet, test_none, test_square, Z.eqb_refl, andb_true_r in E by (easy || lia). easy.
  - intros F. apply is_none. intros n Hn. rewrite test_meet, test_square by easy.
    destruct (Z.eqb_spec n (index columns s)) as [->|]; [now rewrite F | apply andb_false_r].
Qed.
Lemma bits_where_ok f s : inside s = true -> f s = true ->
  test (bits_where columns rows f) (index columns s) = true.
Proof.
  intros Hs F. pose proof (index_range s Hs). unfold bits_where. apply in_squares in Hs as I.
  induction (squares columns rows) as [|t l IH]; [easy|]. cbn [fold_right].
  destruct I as [->|I]; [rewrite F | destruct (f t)]; rewrite ?test_join by easy; auto.
  - rewrite test_square, Z.eqb_refl by (easy || lia). apply orb_true_r.
  - now rewrite IH.
Qed.

Lemma near_way d : In d directions -> 0 <= Z.abs (index columns d) < 63.
Proof.
  unfold index. cbn. intros D. repeat (destruct D as [<-|D]; [cbn [fst snd]; lia|]). destruct D.
Qed.
Lemma moved_ok s d a : In d directions -> inside s = true -> inside (step s d) = true ->
  test (moved (way_of columns rows d) a) (index columns s) = test a (index columns (step s d)).
Proof.
  intros D Hs Ht. apply index_range in Hs, Ht.
  assert (E : index columns (step s d) = index columns s + index columns d)
    by (unfold index, step; cbn; lia). apply near_way in D. rewrite E in *. unfold moved.
  cbn [rising distance way_of]. destruct (Z.ltb_spec (index columns d) 0).
  - rewrite test_up by (easy || lia).
    replace (index columns s - Z.abs (index columns d)) with (index columns s + index columns d)
      by lia. now destruct (Z.leb_spec (Z.abs (index columns d)) (index columns s)); [|lia].
  - rewrite test_down by (easy || lia). f_equal. lia.
Qed.
Lemma none_meet a : meet none a = none.
Proof. apply is_none. intros n _. now rewrite test_meet, test_none. Qed.
Lemma moved_none d : In d directions -> moved (way_of columns rows d) none = none.
Proof.
  intros D. apply near_way in D. apply is_none. intros n Hn. unfold moved.
  cbn [rising distance way_of]. destruct (_ <? 0).
  - destruct (Z.lt_ge_cases n (room W)); [|now apply test_high].
    rewrite test_up, test_none by (easy || lia). apply andb_false_r.
  - rewrite test_down, test_none by (easy || lia). easy.
Qed.

(** Squares beside a run of [j] of these discs [o] that ends at one of [p]. *)
Fixpoint run w o j p : word :=
  match j with O => moved w p | S j => moved w (meet (run w o j p) (meet o (between w))) end.
Lemma run_inner w o p : forall j,
  run w o (S j) p = run w o j (meet (moved w p) (meet o (between w))).
Proof. induction j as [|j IH]; [easy|]. cbn in *. now rewrite IH. Qed.
Lemma run_none d o j : In d directions -> run (way_of columns rows d) o j none = none.
Proof.
  intros D. induction j as [|j IH]; cbn [run]; [|rewrite IH, none_meet]; now apply moved_none.
Qed.
Lemma run_ok m o d : In d directions -> forall n s acc, inside s = true ->
  turned m o (map (square_bit columns) (line_from columns rows n s d)) acc <> none ->
  exists j, (j < n)%nat /\ (j = O -> acc <> none) /\
    test (run (way_of columns rows d) o j m) (index columns s) = true.
Proof.
  intros D. induction n as [|n IH]; intros s acc Hs; cbn [line_from]; [easy|].
  destruct (inside (step s d)) eqn:Hu; [|easy]. cbn [map turned]. rewrite !clear_ok by easy.
  destruct (test o _) eqn:To; cbn [negb].
  - intros T. destruct (IH _ _ Hu T) as (j & L & _ & K). exists (S j). do 2 (split; [easy || lia|]).
    cbn [run]. rewrite moved_ok, !test_meet, K, To by easy. cbn [andb].
    apply bits_where_ok; [easy|]. destruct n as [|n]; [easy|]. cbn [line_from] in T.
    destruct (inside (step (step s d) d)) eqn:Hv; [|easy]. clear - Hs Hv. rewrite inside_ok in *.
    unfold step in *. cbn [fst snd] in *. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. lia.
  - destruct (test m _) eqn:M; [|easy]. intros A. exists O. do 2 (split; [easy || lia|]).
    cbn [run]. now rewrite moved_ok.
Qed.
Lemma beyond_more w x : forall n o p acc, test acc x = true -> test (beyond w n o p acc) x = true.
Proof.
  induction n as [|n IH]; intros o p acc H; cbn; destruct (word_eqb W p none); try easy.
  apply IH. now rewrite test_join, H.
Qed.
Lemma beyond_ok d o x : In d directions -> let w := way_of columns rows d in
  forall n j p acc, (j < n)%nat -> test (run w o j p) x = true ->
  test (beyond w n (meet o (between w)) p acc) x = true.
Proof.
  intros D w. induction n as [|n IH]; intros j p acc L H; [lia|]. cbn.
  destruct (word_eqb W p none) eqn:E.
  - apply (word_eqb_ok W right) in E. subst p. unfold w in H. now rewrite run_none, test_none in H.
  - destruct j as [|j].
    + apply beyond_more. rewrite test_join by easy. rewrite (H : test (moved w p) x = true).
      apply orb_true_r.
    + apply (IH j); [lia|]. now rewrite run_inner in H.
Qed.
Lemma beyond_all_more x n m o : forall l acc, test acc x = true ->
  test (beyond_all n m o l acc) x = true.
Proof. induction l as [|w l IH]; intros acc H; cbn; [easy|]. now apply IH, beyond_more. Qed.
Lemma beyond_all_ok m o s : inside s = true -> forall l acc, incl l directions ->
  any_turned m o (map (fun d => map (square_bit columns) (line columns rows s d)) l) = true ->
  test (beyond_all (columns + rows) m o (map (way_of columns rows) l) acc) (index columns s) = true.
Proof.
  intros Hs. induction l as [|d l IH]; intros acc I; cbn [map any_turned beyond_all]; [easy|].
  destruct (word_eqb W _ none) eqn:E.
  - apply IH. intros d' J. apply I. now right.
  - intros _. apply beyond_all_more.
    destruct (run_ok m o d (I d (or_introl eq_refl)) (columns + rows) s none Hs) as (j & L & J & K).
    { intros T. unfold line in E. now rewrite T, (proj2 (word_eqb_ok W right _ _) eq_refl) in E. }
    destruct j as [|j]; [now specialize (J eq_refl)|]. rewrite run_inner in K.
    apply (beyond_ok d o _ (I d (or_introl eq_refl)) _ j); [lia | exact K].
Qed.

Lemma turned_short m o ray : long ray = false -> turned m o ray none = none.
Proof.
  destruct ray as [|x [|y ray]]; cbn; try easy. intros _.
  destruct (clear o x); [|easy]. now destruct (clear m x).
Qed.
Lemma any_turned_long m o l : any_turned m o (filter long l) = any_turned m o l.
Proof.
  induction l as [|ray l IH]; cbn; [easy|]. destruct (long ray) eqn:L; cbn; [now rewrite IH|].
  now rewrite (turned_short m o ray L), (proj2 (word_eqb_ok W right _ _) eq_refl).
Qed.
Lemma near_ok b s : inside s = true ->
  playable (mover b) (theirs b) (both b) (cell_of columns rows s) =
    if clear (near plan b) (square_bit columns s) then false
    else any_turned (mover b) (theirs b) (rays (cell_of columns rows s)).
Proof.
  intros Hs. unfold playable. replace (near plan b) with (meet (differ (every plan) (both b))
    (beyond_all (steps plan) (mover b) (theirs b) (ways plan) none)).
  2: { unfold near. destruct (word_eqb W (differ _ _) none) eqn:E; [|easy].
    apply (word_eqb_ok W right) in E. now rewrite E, none_meet. }
  cbn [own_bit cell_of rays plan_of every ways steps].
  rewrite !clear_ok, test_meet, test_differ, bits_where_ok, any_turned_long by easy.
  destruct (test (both b) _); cbn [xorb negb andb]; [easy|].
  destruct (any_turned _ _ _) eqn:T; [|now destruct (negb _)]. now rewrite beyond_all_ok.
Qed.
Lemma turned_none m o : forall l acc, word_eqb W (turned_by m o l acc) none =
  if any_turned m o l then false else word_eqb W acc none.
Proof.
  assert (J : forall a b, word_eqb W (join a b) none = word_eqb W a none && word_eqb W b none).
  { intros a b. apply eq_true_iff_eq. rewrite andb_true_iff, !(word_eqb_ok W right). split.
    - intros E. split; apply is_none; intros n _; apply (f_equal (fun x => test x n)) in E;
        rewrite test_join, test_none in E by easy; now apply orb_false_iff in E.
    - intros [-> ->]. apply is_none. intros n _. now rewrite test_join, test_none. }
  induction l as [|ray l IH]; intros acc; cbn; [easy|]. rewrite IH, J.
  destruct (word_eqb W (turned _ _ _ _) none); [now rewrite andb_true_r | rewrite andb_false_r].
  now destruct (any_turned m o l).
Qed.
Definition playable_cells (b : board) : list cell :=
  filter (playable (mover b) (theirs b) (both b)) (cells_of columns rows).
Lemma children_ok b : children plan b =
  if (size plan <=? stones b)%uint63 then [] else map (after b) (playable_cells b).
Proof.
  unfold children, playable_cells, cells_of. destruct (_ <=? _)%uint63; [easy|].
  cbn [cells plan_of]. unfold cells_of.
  assert (I : forall s, In s (squares columns rows) -> inside s = true)
    by (intros; now apply in_squares).
  induction (squares columns rows) as [|s l IH]; [easy|]. cbn [map afters filter].
  rewrite near_ok by (apply I; now left). rewrite IH by (intros; apply I; now right).
  cbn [own_bit cell_of]. destruct (clear _ _); [easy|]. rewrite turned_none.
  rewrite (proj2 (word_eqb_ok W right _ _) eq_refl). now destruct (any_turned _ _ _).
Qed.
Lemma stuck_ok b : stuck plan b = match playable_cells b with [] => true | _ => false end.
Proof.
  unfold stuck, stuck_near, playable_cells. cbn [cells plan_of].
  assert (E : no_move (mover b) (theirs b) (near plan b) (cells_of columns rows) =
    match filter (playable (mover b) (theirs b) (both b)) (cells_of columns rows) with
    | [] => true | _ => false end).
  { unfold cells_of. assert (I : forall s, In s (squares columns rows) -> inside s = true)
      by (intros; now apply in_squares).
    induction (squares columns rows) as [|s l IH]; [easy|]. cbn [map no_move filter].
    rewrite near_ok, IH by ((apply I; now left) || (intros; apply I; now right)).
    cbn [own_bit cell_of]. destruct (clear _ _); [easy|]. now destruct (any_turned _ _ _). }
  destruct (word_eqb W (near plan b) none) eqn:N; [|exact E]. rewrite <- E.
  apply (word_eqb_ok W right) in N. rewrite N. clear - right.
  induction (cells_of columns rows) as [|c l IH]; [easy|]. cbn. unfold clear.
  now rewrite none_meet, (proj2 (word_eqb_ok W right _ _) eq_refl).
Qed.

Lemma every_ok n : 0 <= n -> test (every plan) n = (n <? Z.of_nat (columns * rows)).
Proof.
  intros Hn. apply eq_true_iff_eq. rewrite Z.ltb_lt. cbn [every plan_of]. split.
  - unfold bits_where. assert (I : forall s, In s (squares columns rows) -> inside s = true)
      by (intros; now apply in_squares).
    induction (squares columns rows) as [|s l IH]; cbn [fold_right]; [now rewrite test_none|].
    rewrite test_join, orb_true_iff by easy. pose proof (I s (or_introl eq_refl)) as Hs.
    rewrite test_square, Z.eqb_eq by easy. pose proof (index_range s Hs) as R. intros [H|H]; [|lia].
    apply IH; [|easy]. intros t J. apply I. now right.
  - intros L. pose proof squares_indices columns rows as S.
    assert (J : In n (map Z.of_nat (seq 0 (columns * rows)))).
    { replace n with (Z.of_nat (Z.to_nat n)) by lia. apply in_map, in_seq. lia. }
    rewrite <- S in J. apply in_map_iff in J as (s & <- & I).
    now apply bits_where_ok; [apply in_squares|].
Qed.
Lemma count_bits_exact a : to_Z (count_bits plan a) =
  count columns rows (fun s => negb (clear a (square_bit columns s))).
Proof.
  unfold count_bits, count. rewrite weight_ok by easy. f_equal.
  replace (Z.to_nat (room W)) with (columns * rows + (Z.to_nat (room W) - columns * rows))%nat
    by lia. rewrite seq_app, filter_app, app_length.
  generalize (Z.to_nat (room W) - columns * rows)%nat. intros k.
  replace (filter _ (seq (0 + columns * rows) k)) with (@nil nat).
  - rewrite <- (filter_map (fun n => test (meet a (every plan)) n) Z.of_nat).
    rewrite <- (squares_indices columns rows), filter_map, Nat.add_0_r.
    apply (f_equal (@List.length square)), filter_ext_in. intros s I. apply in_squares in I.
    pose proof (index_range s I) as R. rewrite clear_ok, negb_involutive, test_meet by easy.
    fold (index columns s). rewrite every_ok, (proj2 (Z.ltb_lt _ _)) by lia. apply andb_true_r.
  - symmetry. assert (F : forall n, In n (seq (0 + columns * rows) k) ->
      test (meet a (every plan)) (Z.of_nat n) = false).
    { intros n I. apply in_seq in I. rewrite test_meet, every_ok by (easy || lia).
      rewrite (proj2 (Z.ltb_ge _ _)) by lia. apply andb_false_r. }
    revert F. induction (seq _ k) as [|n l IH]; [easy|]. intros F. cbn [filter].
    rewrite (F n) by now left. apply IH. intros m I. apply F. now right.
Qed.
Lemma count_bits_ok a : (numbers plan).[count_bits plan a] =
  count columns rows (fun s => negb (clear a (square_bit columns s))).
Proof.
  pose proof (count_bits_exact a) as K. pose proof (squares_length columns rows) as S.
  pose proof (filter_fewer (fun s => negb (clear a (square_bit columns s)))
    (squares columns rows)). unfold count in *. cbn [numbers plan_of].
  destruct (Stones.table_get 0 to_Z (count_bits plan a)) as [->|[_ X]];
    [exact K | lia].
Qed.

Lemma board_eqb_ok (a b : board) : board_eqb a b = true <-> a = b.
Proof.
  unfold board_eqb. destruct a as [m o n], b as [m' o' n']. cbn [mover both stones].
  destruct (word_eqb W o o') eqn:E1; [destruct (word_eqb W m m') eqn:E2|].
  - apply (word_eqb_ok W right) in E1, E2. subst. rewrite Uint63.eqb_spec. split; congruence.
  - split; [easy|]. intros [= -> _ _]. now rewrite (proj2 (word_eqb_ok W right _ _)) in E2.
  - split; [easy|]. intros [= _ -> _]. now rewrite (proj2 (word_eqb_ok W right _ _)) in E1.
Qed.
Hypothesis same_values : forall b, valid plan b = true ->
  V boards b = V othello_searched b.
Hypothesis decides : forall t s b, stop othello_tactics b = true ->
  decide_last plan t s b = true -> worth s (V othello_searched b) <= t.
Theorem othello_rules_right cut certified memory :
  right_rules boards (othello_rules cut certified memory).
Proof.
  assert (Over : forall b, over plan b = true <-> @moves boards b = []).
  { intros b. cbn [moves othello_boards]. unfold over, board_moves. rewrite children_ok, stuck_ok.
    destruct (_ <=? _)%uint63; [easy|]. now destruct (playable_cells b). }
  constructor; cbn [eqb Check.over child bound keep empty search othello_rules].
  - exact board_eqb_ok.
  - exact Over.
  - intros b k. symmetry. apply nth_error_map.
  - intros b _. cbn [payoff othello_boards]. unfold board_score. rewrite !count_bits_ok.
    assert (R : forall f, 0 <= count columns rows f <= Z.of_nat (columns * rows)).
    { intros f. rewrite <- squares_length. pose proof (filter_fewer f (squares columns rows)).
      unfold count. lia. }
    cbn [area plan_of]. set (x := count _ _ _). set (y := count _ _ _).
    pose proof (R _ : 0 <= x <= _). pose proof (R _ : 0 <= y <= _).
    destruct (Z.compare_spec x y); lia.
  - intros b s c H K. apply child_stones in H as [H _]. apply leb_spec in K. apply leb_spec. lia.
  - apply sound_no_memory.
  - intros s b t m shown m' S E. cbn [Check.search searched othello_rules] in *.
    unfold guarded in E.
    destruct (valid plan b) eqn:Y; [|now injection E as <- <-].
    rewrite (same_values b Y). revert S E. apply search_ok. constructor; [exact decides|].
    intros c d _. cbn [moves othello_searched othello_boards tries play
      othello_tactics]. unfold board_moves. rewrite in_map_iff.
    assert (Least : forall c : board, least (swaps columns rows false) c = c)
      by (intros [x y z]; cbn; now destruct (precedes _ _)).
    assert (T : forall x : try, In x (few_replies plan (map (fun e => (near plan e, e))
      (children plan c))) <-> exists e, (near plan e, e) = x /\ In e (children plan c))
      by (intros x; rewrite in_few_replies; apply in_map_iff). split.
    + intros (e & X & I). exists (near plan e, e). rewrite T. split; [eauto|].
      cbn [fst snd]. fold (settle plan e). rewrite <- X. destruct (settle plan e).
      now rewrite Least.
    + intros (x & I & X). apply T in I as (e & <- & I). exists e. split; [|easy].
      cbn [fst snd] in X. fold (settle plan e) in X. rewrite X. destruct d as [s' d'].
      now rewrite Least.
Qed.
End Game.
End Words.
