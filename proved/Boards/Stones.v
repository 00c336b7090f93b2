(** Proof. Games on a grid, on primitive integers. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
From Proved Require Import Game Value Check Closure Search Rules.Packed Rules.Grid Rules.Names.
Open Scope Z_scope.

Definition board_fields : list (board -> int) := [mover; both; stones].
Lemma board_fields_tell : tells board_fields.
Proof.
  split; [cbn; lia|]. intros [m o n] [m' o' n'] H. cbn in H. f_equal.
  - apply (H mover). tauto.
  - apply (H both). tauto.
  - apply (H stones). tauto.
Qed.

Record stone_game := StoneGame {
  cells : int;
  lane_bits : list (list int);         (* a stone goes to the first free square of one of these *)
  wins : int -> int -> bool;           (* of so many stones, do these of the side to wait win? *)
  lost_by : int -> Z;                  (* what a player has lost when there are so many stones *)
  most_lost : Z;
  images : list (list (array int));    (* symmetries, as tables for eight bits each *)
  precedes : board -> board -> bool;
  lost_by_ok : forall n, 0 <= lost_by n <= most_lost }.

(** For each square its bit, and that of the square whose stone it gets. *)
Fixpoint permute (l : list (int * int)) (s : int) : int :=
  match l with
  | [] => 0
  | (to, from) :: l => if s land from =? 0 then permute l s else to lor permute l s
  end%uint63.
Definition table {A : Set} (d : A) (f : int -> A) : array A :=
  fold_right (fun n t => let i := of_Z (Z.of_nat n) in set t i (f i)) (make 256 d) (seq 0 256).
Lemma table_get {A : Set} (d : A) f i : get (table d f) i = f i \/ get (table d f) i = d /\ 256 <=
  to_Z i.
Proof.
  assert (T : forall l, let t := fold_right (fun n t => let i := of_Z (Z.of_nat n) in set t i (f i))
      (make 256 d) l in length t = 256%uint63 /\ (get t i = f i \/ get t i = d /\
      (256 <= to_Z i \/ ~ In (Z.to_nat (to_Z i)) l))).
  { induction l as [|n l [L IH]]; cbn [fold_right]; cbv zeta; [split; [easy|]; right;
      rewrite get_make; auto|]. set (t := fold_right _ _ _) in *. rewrite length_set.
    split; [easy|]. destruct (Uint63.eqs (of_Z (Z.of_nat n)) i) as [->|N].
    - destruct (i <? length t)%uint63 eqn:B; [left; now apply get_set_same|].
      right. rewrite get_out_of_bounds, default_set by now rewrite length_set.
      rewrite <- (get_out_of_bounds _ t i B). rewrite L, <- not_true_iff_false, ltb_spec in B.
      change (to_Z 256) with 256 in B. destruct IH as [IH|[IH _]]; [|rewrite IH; split;
        [easy | lia]].
      split; [|lia]. rewrite get_out_of_bounds; [|now rewrite L, <- not_true_iff_false, ltb_spec].
      subst t. clear. induction l as [|m l IH]; cbn [fold_right]; cbv zeta;
        [apply default_make | now rewrite default_set].
    - rewrite get_set_other by easy. destruct IH as [IH|[IH K]]; [now left | right].
      split; [easy|]. destruct K as [K|K]; [now left | right]. intros [E|E]; [|easy].
      apply N. now rewrite E, Z2Nat.id, of_to_Z by apply to_Z_bounded. }
  destruct (T (seq 0 256)) as [_ [E|[E [L|N]]]]; [now left | auto |]. destruct (Z.lt_ge_cases
    (to_Z i) 256); [|auto]. destruct N. apply in_seq. pose proof (to_Z_bounded i). lia.
Qed.
Definition tables (l : list (int * int)) (first count : nat) : list (array int) :=
  map (fun n => table 0 (fun i => permute l (i << of_Z (8 * Z.of_nat n))))%uint63 (seq first count).
Fixpoint quickly (t : list (array int)) (s acc : int) : int :=
  if (s =? 0)%uint63 then acc else
  match t with
  | [] => acc
  | a :: t => quickly t (s >> 8) (acc lor get a (s land 255))%uint63
  end.
Definition turned (t : list (array int)) (b : board) : board :=
  Board (quickly t (mover b) 0) (quickly t (both b) 0) (stones b).

Definition pairs (R : layout) (g : list nat) : list (int * int) :=
  map (fun n => (square_bit R n, square_bit R (nth n g O))) (seq 0 (size R)).
Definition stones_on (R : layout) (symmetric : bool) wins lost_by most ok : stone_game :=
  StoneGame (of_Z (Z.of_nat (size R))) (map (map (square_bit R)) (lanes R)) wins lost_by most
    (map (fun g => tables (pairs R g) 0 8) (if symmetric then turns R else [])) (order R) ok.

Fixpoint first_free (lane : list int) (both : int) : int :=
  match lane with
  | [] => 0
  | q :: lane => if both land q =? 0 then q else first_free lane both
  end%uint63.
Fixpoint drops (l : list (list int)) (both : int) : list int :=
  match l with
  | [] => []
  | lane :: l => let q := first_free lane both in
      if (q =? 0)%uint63 then drops l both else q :: drops l both
  end.
Fixpoint is_open (l : list (list int)) (both : int) : bool :=
  match l with
  | [] => false
  | lane :: l => if (first_free lane both =? 0)%uint63 then is_open l both else true
  end.
Lemma is_open_ok l both : is_open l both = false <-> drops l both = [].
Proof. induction l as [|a l IH]; [easy|]. cbn. now destruct (first_free a both =? 0)%uint63. Qed.

Section Stones.
Variable S : stone_game.

Definition represent (b : board) : board :=
  fold_left (fun least t => let a := turned t b in if precedes S a least then a else least)
    (images S) b.
Definition lost (b : board) : bool := wins S (stones b) (both b lxor mover b)%uint63.
Definition closed (b : board) : bool := if lost b then true else (cells S <=? stones b)%uint63.
Definition stuck (b : board) : bool :=
  if closed b then true else negb (is_open (lane_bits S) (both b)).

Definition after (b : board) (square : int) : board :=
  Board (both b lxor mover b) (both b lor square) (stones b + 1).
Definition stone_moves (b : board) : list (bool * board) :=
  if closed b then [] else
  map (fun q => (true, represent (after b q))) (drops (lane_bits S) (both b)).
Definition stone_child (b : board) (k : nat) : option (bool * board) :=
  if closed b then None else
  option_map (fun q => (true, represent (after b q))) (nth_error (drops (lane_bits S) (both b)) k).
Definition stone_payoff (b : board) : Z := if lost b then - lost_by S (stones b) else 0.
Definition stone_rank (b : board) : nat := Z.to_nat (to_Z (cells S) - to_Z (stones b)).

Lemma represent_stones b : stones (represent b) = stones b.
Proof.
  unfold represent. enough (X : forall a, stones a = stones b -> stones (fold_left
    (fun least t => let a := turned t b in if precedes S a least then a else least) (images S) a)
    = stones b) by now apply X. induction (images S) as [|t l IH]; intros a E; cbn; [easy|].
  apply IH. now destruct (precedes _ _ _).
Qed.

Lemma child_stones b s c : In (s, c) (stone_moves b) ->
  to_Z (stones c) = to_Z (stones b) + 1 /\ to_Z (stones b) < to_Z (cells S).
Proof.
  unfold stone_moves, closed. destruct (lost b); [easy |].
  destruct (cells S <=? stones b)%uint63 eqn:E; [easy |]. intros H.
  apply in_map_iff in H as (q & [= _ <-] & _). rewrite represent_stones. cbn [after stones].
  rewrite add_spec. change (to_Z 1) with 1. rewrite <- not_true_iff_false, leb_spec in E.
  pose proof (to_Z_bounded (cells S)). pose proof (to_Z_bounded (stones b)).
  rewrite Z.mod_small; lia.
Qed.

Definition board_game : game.
Proof.
  refine (Game board (represent (Board 0 0 0)) stone_moves stone_payoff stone_rank _).
  intros p s c H. apply child_stones in H as [H L]. unfold stone_rank. lia.
Defined.

Definition board_eqb (a b : board) : bool :=
  if (both a =? both b)%uint63 then
  if (mover a =? mover b)%uint63 then (stones a =? stones b)%uint63 else false else false.

Lemma board_eqb_ok a b : board_eqb a b = true <-> a = b.
Proof.
  destruct a as [m o n], b as [m' o' n']. unfold board_eqb. cbn.
  destruct (Uint63.eqb o o') eqn:E1; [destruct (Uint63.eqb m m') eqn:E2|];
    rewrite <- ?not_true_iff_false, ?Uint63.eqb_spec in *; split; congruence.
Qed.

Lemma stuck_ok b : stuck b = true <-> @moves board_game b = [].
Proof.
  cbn [moves board_game]. unfold stuck, stone_moves. destruct (closed b); [easy|].
  rewrite negb_true_iff, is_open_ok. split; [now intros -> | apply map_eq_nil].
Qed.

(** A place in the memory of the search: any function would do. *)
Definition place (s : bool) (b : board) : int :=
  (let x := (mover b * 2177342782468422677) lxor (both b * 4564586989116384697) in
  let x := (x lxor (x >> 29)) * 4564586989116384697 in
  if s then x >> 30 else x >> 31)%uint63.

(** Squares in the order of the search: first one that wins, or else one where the other side would
    win. *)
Definition stone_tries (b : board) : list int :=
  let l := drops (lane_bits S) (both b) in
  match find (fun q => wins S (stones b + 1) (mover b lor q)) l with
  | Some q => q :: l
  | None =>
    let o := (both b lxor mover b)%uint63 in
    match find (fun q => wins S (stones b + 2) (o lor q)) l with Some q => q :: l | None => l end
  end%uint63.
Definition stone_tactics : tactics board_game :=
  Tactics board_game closed (fun t s b => worth s (payoff b) <=? t)
    (fun b => (stones b + 3 <? cells S)%uint63) place int stone_tries
    (fun b q => (true, represent (after b q))).

(** Positions on levels up to [cut] are stored, what others are needed for on levels up to
    [certified]. Both are a matter of the format, not of truth. *)
Definition stone_rules (cut certified size : int) : board_rules board_game :=
  BoardRules board_game board_eqb stuck stone_child (most_lost S) 0
    (fun b => (stones b <=? cut)%uint63) stones (fun b => (stones b <=? certified)%uint63)
    board_game (no_memory board_game size board_fields board_fields_tell)
    (Search.search board_game stone_tactics).

Theorem stone_rules_right cut certified size :
  right_rules board_game (stone_rules cut certified size).
Proof.
  constructor; cbn [eqb over child bound keep empty search stone_rules].
  - exact board_eqb_ok.
  - exact stuck_ok.
  - intros b k. cbn [moves board_game]. unfold stone_child, stone_moves.
    destruct (closed b); [now destruct k | symmetry; apply nth_error_map].
  - intros b _. cbn [payoff board_game]. unfold stone_payoff.
    pose proof (lost_by_ok S (stones b)). destruct (lost b); lia.
  - intros b s c H K. apply child_stones in H as [H _]. apply leb_spec in K. apply leb_spec. lia.
  - apply sound_no_memory.
  - apply search_ok. constructor.
    { intros t s b E D. apply Z.leb_le in D. cbn in E. rewrite V_over; [exact D|].
      cbn. unfold stone_moves. now rewrite E. }
    intros b m N.
    cbn [stop tries play stone_tactics] in *.
    assert (Tries : forall q, In q (stone_tries b) <-> In q (drops (lane_bits S) (both b))).
    { intros q. unfold stone_tries. destruct (find _ _) as [x|] eqn:E;
        [|destruct (find _ _) as [x|] eqn:E' in |- *; [clear E; rename E' into E | easy]].
      all: apply find_some in E as [I _]; cbn; split; [now intros [<-|J] | now right]. }
    cbn [moves board_game]. unfold stone_moves. rewrite N, in_map_iff.
    split; intros (q & X & Y); exists q; rewrite Tries in *; easy.
Qed.
End Stones.
