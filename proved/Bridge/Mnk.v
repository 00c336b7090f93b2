(** Proof. The boards of primitive integers play m,n,k games. *)
From Coq Require Import ZArith List Lia Bool Arith Uint63.
Import ListNotations.
From Proved Require Import Game Check Bridge.Symmetry Boards.Stones Boards.Mnk Rules.Packed
  Rules.Grid Rules.Names Rules.Mnk Rules.Games Bridge.Bits Bridge.Grid Bridge.Lines.
Open Scope Z_scope.

Lemma mnk_good columns rows in_line symmetric : (1 <= columns /\ 1 <= rows /\ columns * rows <=
  62)%nat -> good (mnk_layout columns rows in_line) symmetric = true.
Proof.
  intros S. change (good (mnk_layout columns rows 0) symmetric = true).
  destruct symmetric; refine (by_size (fun c r => good (mnk_layout c r 0) _) columns rows _ S);
    vm_compute; reflexivity.
Qed.

Section Mnk.
Variables columns rows in_line : nat.
Hypothesis small : (1 <= columns /\ 1 <= rows /\ 1 <= in_line /\ columns * rows <= 62)%nat.
Variable symmetric : bool.
Notation R := (mnk_layout columns rows in_line). Notation all := (seq 0 (columns * rows)).

Lemma line_wins_ok f : line_wins (map (fun l => word R l (fun _ => true)) (lines columns rows
  in_line)) (word R all f) = existsb (forallb f) (lines columns rows in_line).
Proof.
  assert (B : forall n, (n < size R)%nat -> (bit R n <= 61)%nat) by (cbn; lia).
  assert (K : forall l, (forall n, In n l -> (n < columns * rows)%nat) ->
    (word R all f land word R l (fun _ => true) =? word R l (fun _ => true))%uint63 = forallb f l).
  { intros l Hl. apply eq_true_iff_eq. rewrite Uint63.eqb_spec, forallb_forall. split.
    - intros E n I. assert (T : tb (word R l (fun _ => true)) (Z.of_nat (bit R n)) = true)
        by (apply (tb_word R B l _ _ Hl); [lia | now exists n]). rewrite <- E, tb_land in T.
      apply andb_true_iff in T as [T _]. rewrite (has_word R B) in T; auto.
    - intros F. apply tb_ext. intros k Hk. rewrite tb_land.
      destruct (tb (word R l _) k) eqn:T; [|apply andb_false_r].
      apply (tb_word R B l _ _ Hl Hk) in T as (n & I & _ & ->). rewrite (has_word R B), F; auto. }
  unfold line_wins. pose proof (lines_small columns rows in_line ltac:(lia)) as Hl.
  induction (lines columns rows in_line) as [|l ls IH]; [easy|]. cbn [map existsb].
  rewrite IH by (intros m n I; apply Hl; now right). rewrite K; [easy|]. intros n. apply Hl.
  now left.
Qed.

Definition mnk_packing : packing (mnk columns rows in_line) (mnk_game columns rows in_line
  symmetric).
Proof.
  refine (grid_packing R symmetric _ _ _ _ _ _ _ _ _ _).
  - apply mnk_good. lia.
  - cbn. lia.
  - easy.
  - intros p _. exact (line_wins_ok _).
  - easy.
  - intros p g [L _] I. destruct symmetric; [|easy]. apply in_map_iff in I as (f & <- & I).
    apply line_image; [lia | easy |]. clear L. revert f I.
    pose proof (affine_columns columns rows) as C. pose proof (affine_rows columns rows) as W.
    pose proof (affine_after _ _ _ _ C W) as T. intros f I. apply in_app_or in I as [I|I];
      [destruct I as [<-|[<-|[<-|[]]]]; assumption|].
    destruct (Nat.eqb_spec columns rows) as [E|]; [|easy]. pose proof (affine_exchange _ _ E) as X.
    destruct I as [<-|I]; [exact X|]. apply in_map_iff in I as (k & <- & I).
    apply (affine_after _ _ k exchange); [destruct I as [<-|[<-|[<-|[]]]]; assumption | exact X].
Defined.
End Mnk.
