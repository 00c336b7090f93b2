(** Proof. m,n,k games on primitive integers: lines as sets of bits. *)
From Coq Require Import ZArith List Lia Uint63.
From Proved Require Import Game Check Boards.Stones Rules.Grid Rules.Names.
Open Scope Z_scope.

Section Mnk.
Variables columns rows in_line : nat.
Definition line_wins (lines : list int) (s : int) : bool :=
  existsb (fun l => (s land l =? l)%uint63) lines.
Definition mnk_stones (symmetric : bool) : stone_game :=
  let R := mnk_layout columns rows in_line in
  let lines := map (fun l => word R l (fun _ => true)) (lines columns rows in_line) in
  stones_on R symmetric (fun _ => line_wins lines) (fun _ => 1) 1 (fun _ => ltac:(lia)).
Definition mnk_game (symmetric : bool) : game := board_game (mnk_stones symmetric).
Definition mnk_rules (symmetric : bool) := stone_rules (mnk_stones symmetric).
End Mnk.
