(** To be read. The program: it accepts files of which its [check] says yes. *)
From Coq Require Import ZArith Uint63.
Require Import Proved.Game Proved.Claims Proved.Check.
Open Scope Z_scope.

(** Says yes only if [f] does for each number from [lo] on, below [hi], from a memory such as steps
    that say yes leave behind. *)
Definition checks_range {memory}
    (between : int -> int -> (int -> memory -> bool * memory) -> memory -> bool * memory) : Prop :=
  forall (sound : memory -> Prop) lo hi f m m',
  (forall i m m', sound m -> f i m = (true, m') -> sound m') -> sound m ->
  between lo hi f m = (true, m') -> sound m' /\
  forall i, to_Z lo <= to_Z i < to_Z hi -> exists m m', sound m /\ f i m = (true, m').

(** [boards]: the program's rules, which it checks by. The value of the start is [v]. [between] goes
    over a range of records; in one process it is [all_between], which does. *)
Definition checked {boards : game} (rules : int -> int -> int -> board_rules boards)
    (cut certified : int) (sc : scope) (F : files (pos boards)) (v : Z) : Prop :=
  exists memory between next parts, checks_range between /\
  check boards (rules cut certified memory) sc F between next parts v = true.
