(** Proof. m,n,k games on primitive integers: lines as sets of bits, symmetries as pairs of bits. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63 PArray.
Import ListNotations.
Require Import Proved.Game Proved.Check Proved.Boards.Stones.
Require Import Proved.Rules.Packed Proved.Rules.Mnk.
Open Scope Z_scope.

Definition bit (n : nat) : int := (1 << of_Z (Z.of_nat n))%uint63.

Section Mnk.
Variables columns rows in_line : nat.
Notation inside := (inside columns rows).
Notation number := (number columns).
Notation at_number := (at_number columns).
Definition numbers : list nat := seq 0 (columns * rows).

Definition mask (l : list nat) : int := fold_right (fun n s => (bit n lor s)%uint63) 0%uint63 l.
Definition lines : list int :=
  flat_map (fun n => flat_map (fun w =>
    let l := map (from (at_number n) w) (seq 0 in_line) in
    if forallb inside l then [mask (map number l)] else []) ways) numbers.
Definition mnk_wins (lines : list int) (s : int) : bool :=
  existsb (fun l => (s land l =? l)%uint63) lines.

Definition free_bits : list int := map bit numbers.
Fixpoint mnk_drops (l : list int) (both : int) : list int :=
  match l with
  | [] => []
  | q :: l => if (both land q =? 0)%uint63 then q :: mnk_drops l both else mnk_drops l both
  end.
Fixpoint mnk_open (l : list int) (both : int) : bool :=
  match l with
  | [] => false
  | q :: l => if (both land q =? 0)%uint63 then true else mnk_open l both
  end.

(** For each square its bit, and that of the square whose stone it gets. *)
Definition pairs (g : symmetry) : list (int * int) :=
  map (fun n => (bit n, bit (number (source columns rows g (at_number n))))) numbers.
Fixpoint permute (l : list (int * int)) (s acc : int) : int :=
  match l with
  | [] => acc
  | (to, from) :: l => permute l s (if (s land from =? 0)%uint63 then acc else acc lor to)%uint63
  end.
Definition permuted (b : board) (l : list (int * int)) : board :=
  Board (permute l (mover b) 0) (permute l (both b) 0) (stones b).

(** The same, eight bits at a time: a table of images for each eight bits. *)
Definition table (f : int -> int) : array int :=
  fold_right (fun n t => let i := of_Z (Z.of_nat n) in set t i (f i))
    (make 256 0%uint63) (seq 0 256).
Definition tables (l : list (int * int)) : list (array int) :=
  map (fun n => table (fun i => permute l (i << of_Z (8 * Z.of_nat n)) 0))%uint63 (seq 0 8).
Fixpoint quickly (t : list (array int)) (s acc : int) : int :=
  if (s =? 0)%uint63 then acc else
  match t with
  | [] => acc
  | a :: t => quickly t (s >> 8) (acc lor get a (s land 255))%uint63
  end.
Definition turned (t : list (array int)) (b : board) : board :=
  Board (quickly t (mover b) 0) (quickly t (both b) 0) (stones b).

Definition mnk_represent (squares : list int) (images : list (list (array int))) (b : board) :
    board :=
  fold_left (fun least t => let a := turned t b in if less squares a least then a else least)
    images b.

Definition mnk_stones (symmetric : bool) : stone_game :=
  let lines := lines in let squares := free_bits in let down := square_bits columns rows in
  let images := map (fun g => tables (pairs g)) (symmetries columns rows symmetric) in
  StoneGame (of_Z (Z.of_nat (columns * rows))) (fun _ => mnk_wins lines) (mnk_drops squares)
    (mnk_open squares) (fun _ => 1) 1
    (if symmetric then mnk_represent down images else fun b => b).

Lemma mnk_open_ok l both : mnk_open l both = false <-> mnk_drops l both = [].
Proof.
  induction l as [|q l IH]; [easy|]. cbn [mnk_open mnk_drops].
  now destruct (both land q =? 0)%uint63.
Qed.

Lemma mnk_represent_stones squares images b : stones (mnk_represent squares images b) = stones b.
Proof.
  unfold mnk_represent. enough (X : forall a, stones a = stones b ->
    stones (fold_left (fun least t => let a := turned t b in
      if less squares a least then a else least) images a) = stones b) by now apply X.
  induction images as [|l images IH]; intros a E; cbn; [easy|]. apply IH. now destruct (less _ _ _).
Qed.

Lemma mnk_stones_right symmetric : right_stones (mnk_stones symmetric).
Proof.
  constructor; cbn [represent is_open drops loss most_lost mnk_stones].
  - intros b. destruct symmetric; [apply mnk_represent_stones | easy].
  - apply mnk_open_ok.
  - intros _. lia.
Qed.

Definition mnk_game (symmetric : bool) : game :=
  board_game (mnk_stones symmetric) (mnk_stones_right symmetric).
Definition mnk_rules (symmetric : bool) (cut certified size : int) :
    board_rules (mnk_game symmetric) :=
  stone_rules (mnk_stones symmetric) (mnk_stones_right symmetric) cut certified size.
End Mnk.
