(** To be read. The program accepts files of which its [check] says yes. *)
From Coq Require Import ZArith Uint63.
From Proved Require Import Game Claims Check.
Open Scope Z_scope.

(** Says yes only if [f] does for each number from [lo] on, below [hi], from a memory such as steps
    that say yes leave behind. *)
Definition checks_range {memory}
    (between : int -> int -> (int -> memory -> bool * memory) -> memory -> bool * memory) : Prop :=
  forall (sound : memory -> Prop) lo hi f m m',
  (forall i m m', sound m -> f i m = (true, m') -> sound m') -> sound m ->
  between lo hi f m = (true, m') -> sound m' /\
  forall i, to_Z lo <= to_Z i < to_Z hi -> exists m m', sound m /\ f i m = (true, m').

(** [code]: the game as the program plays it. The value of the start is [v]. [between] goes over a
    range of records; in one process it is [all_between], which does. *)
Definition checked {boards : game} (code : int -> int -> int -> board_rules boards)
    (cut certified : int) (sc : scope) (F : files (pos boards)) (v : Z) : Prop :=
  exists memory between next parts, checks_range between /\
  check boards (code cut certified memory) sc F between next parts v = true.

(** If the program accepts files as a semi-strong or a strong solution, their artifact solves the
    game [G] up to the cut. *)
Definition solves {boards : game} code (G : game) images representative stored level
    (name : pos G -> pos boards) : Prop :=
  forall cut certified sc F v, sc <> Weak -> checked code cut certified sc F v ->
  solved G images representative sc stored level name (art_table F) (to_Z cut) v.
