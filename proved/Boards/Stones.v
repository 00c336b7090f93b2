(** Proof. Games in which each move puts a stone on a free square, on primitive integers. *)
From Coq Require Import ZArith List Lia Bool Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Value Proved.Check Proved.Closure Proved.Search.
Require Import Proved.Rules.Packed.
Open Scope Z_scope.

Record stone_game := StoneGame {
  cells : int;
  wins : int -> int -> bool;           (* of so many stones, do these of the side to wait win? *)
  drops : int -> list int;             (* the squares to play, of all stones; in tie-break order *)
  is_open : int -> bool;               (* is there one? *)
  loss : int -> Z;                     (* what a player has lost when there are so many stones *)
  most_lost : Z;
  represent : board -> board }.        (* the representative of the class *)

Record right_stones (S : stone_game) : Prop := RightStones {
  represent_stones : forall b, stones (represent S b) = stones b;
  is_open_ok : forall b, is_open S b = false <-> drops S b = [];
  loss_ok : forall n, 0 <= loss S n <= most_lost S }.

Section Stones.
Variable S : stone_game.
Variable right : right_stones S.

Definition lost (b : board) : bool := wins S (stones b) (both b lxor mover b)%uint63.
Definition stuck (b : board) : bool :=
  if lost b then true else
  if (cells S <=? stones b)%uint63 then true else negb (is_open S (both b)).

Definition after (b : board) (square : int) : board :=
  Board (both b lxor mover b) (both b lor square) (stones b + 1).

Definition stone_moves (b : board) : list (bool * board) :=
  if stuck b then [] else map (fun q => (true, represent S (after b q))) (drops S (both b)).

Definition stone_child (b : board) (k : nat) : option (bool * board) :=
  if stuck b then None else
  match nth_error (drops S (both b)) k with
  | Some q => Some (true, represent S (after b q))
  | None => None
  end.

Definition stone_payoff (b : board) : Z := if lost b then - loss S (stones b) else 0.
Definition stone_rank (b : board) : nat := Z.to_nat (to_Z (cells S) - to_Z (stones b)).

Lemma child_stones b s c : In (s, c) (stone_moves b) ->
  to_Z (stones c) = to_Z (stones b) + 1 /\ to_Z (stones b) < to_Z (cells S).
Proof.
  unfold stone_moves, stuck. destruct (lost b); [easy |].
  destruct (cells S <=? stones b)%uint63 eqn:E; [easy |]. destruct (negb _); [easy|]. intros H.
  assert (L : to_Z (stones b) < to_Z (cells S)).
  { destruct (Z.lt_ge_cases (to_Z (stones b)) (to_Z (cells S))); [easy |].
    rewrite (proj2 (leb_spec _ _)) in E; easy. }
  apply in_map_iff in H as (q & [= _ <-] & _). rewrite (represent_stones S right).
  cbn [after stones]. split; [|easy]. rewrite add_spec. change (to_Z 1) with 1.
  pose proof (to_Z_bounded (cells S)). pose proof (to_Z_bounded (stones b)).
  apply Z.mod_small. lia.
Qed.

Definition board_game : game.
Proof.
  refine (Game board (represent S (Board 0 0 0)) stone_moves stone_payoff stone_rank _).
  intros p s c H. apply child_stones in H as [H L]. unfold stone_rank. lia.
Defined.

Definition board_eqb (a b : board) : bool :=
  if (both a =? both b)%uint63 then
  if (mover a =? mover b)%uint63 then (stones a =? stones b)%uint63 else false else false.

Lemma board_eqb_ok a b : board_eqb a b = true <-> a = b.
Proof.
  unfold board_eqb. destruct a as [m o n], b as [m' o' n']. cbn.
  destruct (Uint63.eqb o o') eqn:E1; [destruct (Uint63.eqb m m') eqn:E2|].
  - apply Uint63.eqb_spec in E1, E2. subst. rewrite Uint63.eqb_spec. split; congruence.
  - split; [easy|]. intros [= -> -> ->]. now rewrite (proj2 (Uint63.eqb_spec _ _)) in E2.
  - split; [easy|]. intros [= -> -> ->]. now rewrite (proj2 (Uint63.eqb_spec _ _)) in E1.
Qed.

Lemma stuck_ok b : stuck b = true <-> @moves board_game b = [].
Proof.
  cbn [moves board_game]. unfold stone_moves. destruct (stuck b) eqn:E; [easy|].
  split; [easy|]. intros X. apply map_eq_nil in X. apply (is_open_ok S right) in X.
  unfold stuck in E. rewrite X in E. destruct (lost b); [easy|]. now destruct (_ <=? _)%uint63.
Qed.

(** A place in the memory of the search: any function would do. *)
Definition place {G : game} (m : memory G) (s : bool) (b : board) : int :=
  let x := ((mover b * 2177342782468422677) lxor (both b * 4564586989116384697))%uint63 in
  let x := ((x lxor (x >> 29)) * 4564586989116384697)%uint63 in
  ((if s then x >> 30 else x >> 31) land (length m - 1))%uint63.

(** Moves in the order of the search: one that ends the game first. *)
Definition ends_first (l : list (bool * board)) : list (bool * board) :=
  match find (fun m => lost (snd m)) l with Some m => m :: l | None => l end.

(** Positions on levels up to [cut] are stored, what others are needed for on levels up to
    [certified]. Both are a matter of the format, not of truth. *)
Definition stone_rules (cut certified size : int) : board_rules board_game :=
  BoardRules board_game board_eqb stuck stone_child (most_lost S) 0
    (fun b => (stones b <=? cut)%uint63) stones (fun b => (stones b <=? certified)%uint63)
    (make size Empty)
    (claim board_game board_eqb stuck place (fun b => (stones b + 5 <? cells S)%uint63)
      (fun b => ends_first (stone_moves b)) 64).

Theorem stone_rules_right cut certified size :
  right_rules board_game (stone_rules cut certified size).
Proof.
  constructor; cbn [eqb over child bound keep empty search stone_rules].
  - exact board_eqb_ok.
  - exact stuck_ok.
  - intros b k. cbn [moves board_game]. unfold stone_child, stone_moves.
    destruct (stuck b); [now destruct k|]. rewrite nth_error_map. now destruct (nth_error _ k).
  - intros b _. cbn [payoff board_game]. unfold stone_payoff.
    pose proof (loss_ok S right (stones b)). destruct (lost b); lia.
  - intros b s c H K. apply child_stones in H as [H _]. apply leb_spec in K. apply leb_spec. lia.
  - apply sound_empty.
  - apply claim_ok; [exact board_eqb_ok | exact stuck_ok |]. intros b m. unfold ends_first.
    destruct (find _ _) as [m'|] eqn:E; [|easy]. apply find_some in E as [I _]. cbn.
    split; [intros [->|J]; easy | now right].
Qed.
End Stones.
