(** To read on. A game with forced passes, and the same game in which such a pass is a part of the
    move before it, as in the files. *)
From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
From Proved Require Import Game Claims.
Open Scope Z_scope.

Section Passes.
Variable G : game.
Variable pass : pos G -> option (pos G).    (* if the only move is to pass: where it leads *)

Record forced_passes : Prop := ForcedPasses {
  pass_only : forall p c, pass p = Some c -> moves p = [(true, c)];
  pass_once : forall p c, pass p = Some c -> pass c = None;
  pass_start : pass start = None }.
Variable right : forced_passes.

Definition contract (m : bool * pos G) : bool * pos G :=
  match pass (snd m) with Some d => (negb (fst m), d) | None => m end.

Lemma contract_rank p s c : In (s, c) (map contract (moves p)) -> (rank c < rank p)%nat.
Proof.
  intros H. apply in_map_iff in H as ([s' c'] & E & I). pose proof (rank_lt G _ _ _ I) as L.
  unfold contract in E. cbn in E. destruct (pass c') as [d|] eqn:X; injection E as <- <-; [|easy].
  assert (rank d < rank c')%nat; [|lia]. apply (rank_lt G c' true).
  rewrite (pass_only right _ _ X). now left.
Qed.
Definition contracted : game :=
  Game (pos G) start (fun p => map contract (moves p)) payoff rank contract_rank.

(** The claims of a weak solution with passes: one about a position that must pass is one about the
    position after it. *)
Section Claims.
Variables (images : pos G -> pos G -> Prop) (representative : pos G -> pos G).
Variables (class : Type) (name : pos G -> class).
Variables (A : class -> option entry) (bound v : Z).
Inductive claim_with_passes : bool -> pos G -> Z -> Prop :=
| claim_start s : claim_with_passes s start (worth s v)
| claim_pass s p t d : claim_with_passes s p t -> pass p = Some d -> claim_with_passes (negb s) d t
| claim_reply p t e s c : claim_with_passes true p t -> pass p = None -> t < bound ->
    A (name p) = Some e -> plays G images representative p (move e) s c ->
    claim_with_passes (negb s) c (- val e)
| claim_each p t e s c : claim_with_passes false p t -> pass p = None -> t < bound ->
    A (name p) = Some e -> In (s, c) (moves p) -> claim_with_passes s c (val e).
End Claims.
End Passes.
Arguments contract {G}.
