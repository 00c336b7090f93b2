(** Proof. Boards from keys in base 3. *)
From Coq Require Import ZArith List Uint63.
Import ListNotations.
Require Import Proved.Game Proved.Rules.Packed Proved.Kernel.Table.
Open Scope uint63_scope.

Fixpoint board_of_key (squares : nat) (key bit : int) (b : board) : board :=
  match squares with
  | O => b
  | S n =>
    let d := key mod 3 in
    board_of_key n (key / 3) (bit << 1)
      (if d =? 0 then b else
       Board (if d =? 1 then mover b lor bit else mover b) (both b lor bit) (stones b + 1))
  end.
Definition records_of (squares : nat) (l : list (int * int)) : list (board * entry) :=
  map (fun '(k, e) => (board_of_key squares k 1 (Board 0 0 0), entry_of e)) l.
Definition board_hash (b : board) : int :=
  (mover b * 2177342782468422677) lxor (both b * 4564586989116384697).
