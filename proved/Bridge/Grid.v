(** Proof. Boards of primitive integers play the games on a grid, and one board stands for all
    images of a position. What depends on the size of the grid alone is computed ([good]). *)
From Coq Require Import ZArith List Lia Bool Arith Permutation Uint63.
Import ListNotations.
From Proved Require Import Game Check Bridge.Symmetry Boards.Stones Rules.Packed Rules.Grid
  Rules.Names Rules.Games Bridge.Ends Bridge.Bits Bridge.Least.
Open Scope Z_scope.

Lemma map_nth_all {A} (l : list A) d : map (fun n => nth n l d) (seq 0 (length l)) = l.
Proof.
  apply nth_ext with (d := d) (d' := d); rewrite map_length, seq_length; [easy|]. intros n L.
  rewrite nth_indep with (d' := nth O l d) by now rewrite map_length, seq_length.
  now rewrite (map_nth (fun n => nth n l d)), seq_nth.
Qed.
Lemma permutation_filter {A} (f : A -> bool) l l' : Permutation l l' ->
  length (filter f l) = length (filter f l').
Proof. induction 1; cbn; repeat destruct (f _); cbn; congruence. Qed.
Lemma filter_map {A B} (f : B -> bool) (g : A -> B) l :
  filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l as [|a l IH]; cbn; [easy|]. rewrite IH. now destruct (f (g a)). Qed.
Lemma fold_left_map {A B C} (f : A -> B -> A) (g : C -> B) l : forall a,
  fold_left f (map g l) a = fold_left (fun a x => f a (g x)) l a.
Proof. induction l; intros; cbn; auto. Qed.

Fixpoint same_list (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | n :: a, m :: b => if (n =? m)%nat then same_list a b else false
  | _, _ => false
  end.
Lemma same_list_ok a : forall b, same_list a b = true <-> a = b.
Proof.
  induction a as [|n a IH]; intros [|m b]; cbn; try easy.
  destruct (Nat.eqb_spec n m) as [->|N]; [rewrite IH|]; split; congruence.
Qed.
Lemma in_lists a l : existsb (same_list a) l = true <-> In a l.
Proof.
  rewrite existsb_exists. split; [|intros I; exists a; now rewrite same_list_ok].
  intros (b & I & E). now apply same_list_ok in E as ->.
Qed.

Section Grid.
Variable R : layout. Variable symmetric : bool.
Notation all := (seq 0 (size R)). Notation G := (grid R). Notation squares := (word R all).
Notation has s n := (tb s (Z.of_nat (bit R n))).

(** The squares of [g] in the order of [h]; the symmetries are a group and take lanes to lanes. *)
Definition compose (g h : list nat) : list nat := map (fun n => nth n g O) h.
Notation turns := (if symmetric then turns R else []). Notation group := (all :: turns).
Definition good : bool :=
  (size R <=? 62)%nat && forallb (forallb (fun n => n <? size R)%nat) (lanes R ++ turns) &&
  forallb (fun g => (length g =? size R)%nat && existsb (fun h => same_list (compose g h) all) group
    && forallb (fun h => existsb (same_list (compose g h)) group) group
    && forallb (fun l => existsb (same_list (compose g l)) (lanes R)) (lanes R)) group.
Hypothesis good_ok : good = true.
Hypothesis bit_small : forall n, (n < size R)%nat -> (bit R n <= 61)%nat.
Hypothesis bit_apart : forall n m, (n < size R)%nat -> (m < size R)%nat -> bit R n = bit R m -> n =
  m.

Lemma cells_small : (size R <= 62)%nat.
Proof. unfold good in good_ok. rewrite !andb_true_iff, Nat.leb_le in good_ok. easy. Qed.
Lemma in_range l n : In l (lanes R ++ group) -> In n l -> (n < size R)%nat.
Proof.
  unfold good in good_ok. rewrite !andb_true_iff, !forallb_forall in good_ok.
  destruct good_ok as [[_ K] _]. intros I J. apply in_app_or in I as [I|[<-|I]];
    [| now apply in_seq in J |]; assert (I' := in_or_app (lanes R) turns l); specialize (K l);
    rewrite forallb_forall in K; apply Nat.ltb_lt; auto.
Qed.
Lemma group_ok g : In g group -> length g = size R /\
  (exists h, In h group /\ compose g h = all) /\ (forall h, In h group -> In (compose g h) group) /\
  (forall l, In l (lanes R) -> In (compose g l) (lanes R)).
Proof.
  unfold good in good_ok. rewrite !andb_true_iff, (forallb_forall _ group) in good_ok.
  destruct good_ok as [_ K]. intros I. specialize (K g I).
  rewrite !andb_true_iff, Nat.eqb_eq, existsb_exists, !forallb_forall in K.
  destruct K as [[[K1 (h & K2 & K3)] K4] K5]. split; [easy|].
  split; [exists h; now rewrite <- same_list_ok |]. split; intros l J; apply in_lists; auto.
Qed.
Lemma in_image g n : In g group -> (n < size R)%nat -> (nth n g O < size R)%nat.
Proof.
  intros I L. apply (in_range g); [apply in_or_app; now right |]. apply nth_In.
  now destruct (group_ok g I) as [-> _].
Qed.

(** ** Words *)

Lemma tb_word l f k : (forall n, In n l -> (n < size R)%nat) -> 0 <= k ->
  tb (word R l f) k = true <-> exists n, In n l /\ f n = true /\ k = Z.of_nat (bit R n).
Proof.
  intros H Hk. induction l as [|m l IH]; cbn [word fold_right].
  - rewrite tb_zero. split; [easy | now intros (n & [] & _)].
  - fold (word R l f). specialize (IH (fun n I => H n (or_intror I))).
    pose proof (bit_small m (H m (or_introl eq_refl))).
    destruct (f m) eqn:F; [unfold square_bit; rewrite tb_lor, orb_true_iff, tb_one,
      Z.eqb_eq by lia|];
      rewrite IH; cbn [In]; split.
    + intros [->|(n & I)]; [exists m | exists n]; intuition.
    + intros (n & [->|I] & J); [left | right; exists n]; intuition.
    + intros (n & I). exists n. intuition.
    + intros (n & [->|I] & J & E); [congruence | now exists n].
Qed.
Lemma has_word f n : (n < size R)%nat -> has (squares f) n = f n.
Proof.
  intros L. apply eq_true_iff_eq. rewrite tb_word; [|intros m I; now apply in_seq in I | lia].
  split.
  - intros (m & I & F & E). apply in_seq in I. apply Nat2Z.inj, bit_apart in E;
    [now subst | easy..].
  - intros F. exists n. rewrite in_seq. intuition lia.
Qed.
Lemma word_ext f g : (forall n, (n < size R)%nat -> f n = g n) -> squares f = squares g.
Proof.
  intros H. assert (K : forall n, In n all -> f n = g n) by (intros n I; apply in_seq in I;
    apply H; lia). clear H. induction all as [|n l IH]; cbn [word fold_right]; [easy|].
  rewrite (K n (or_introl eq_refl)). fold (word R l f) (word R l g). rewrite IH; [easy|].
  intros m I. apply K. now right.
Qed.
Definition on_grid (s : int) : Prop := forall k, 0 <= k -> tb s k = true ->
  exists n, (n < size R)%nat /\ k = Z.of_nat (bit R n).
Lemma word_on_grid f : on_grid (squares f).
Proof.
  intros k Hk T. apply tb_word in T as (n & I & _ & E); [|intros m I; now apply in_seq in I | easy].
  exists n. apply in_seq in I. intuition lia.
Qed.
Lemma word_is s f : on_grid s -> (forall n, (n < size R)%nat -> has s n = f n) -> s = squares f.
Proof.
  intros A B. apply tb_ext. intros k Hk. apply eq_true_iff_eq. split; intros T.
  - destruct (A k Hk T) as (n & L & ->). rewrite B in T by easy. now rewrite has_word.
  - destruct (word_on_grid f k Hk T) as (n & L & ->). rewrite has_word in T by easy. now rewrite B.
Qed.
Lemma word_lor f g : (squares f lor squares g)%uint63 = squares (fun n => f n || g n).
Proof.
  apply word_is.
  - intros k Hk T. rewrite tb_lor, orb_true_iff in T. destruct T; eapply word_on_grid; eassumption.
  - intros n L. now rewrite tb_lor, !has_word.
Qed.
Lemma word_false : squares (fun _ => false) = 0%uint63.
Proof. now induction all. Qed.
Lemma word_one m : (m < size R)%nat -> square_bit R m = squares (fun n => (n =? m)%nat).
Proof.
  intros L. pose proof (bit_small m L). unfold square_bit. apply word_is.
  - intros k Hk T. rewrite tb_one, Z.eqb_eq in T by lia. now exists m.
  - intros n Hn. pose proof (bit_small n Hn). rewrite tb_one by lia. apply eq_true_iff_eq.
    rewrite Z.eqb_eq, Nat.eqb_eq. split; [|now intros ->]. intros E. apply bit_apart; lia.
Qed.
Lemma land_square s n : (n < size R)%nat -> (s land square_bit R n =? 0)%uint63 = negb (has s n).
Proof. intros L. pose proof (bit_small n L). apply land_one. lia. Qed.

(** ** Positions *)

(** What holds of all positions of play. *)
Definition fits (p : position) : Prop := length (on p) = size R /\ number_of (Some First) p =
  (number_of (Some Second) p + match turn p with First => 0 | Second => 1 end)%nat.

Lemma number_all p : (number_of None p + number_of (Some First) p + number_of (Some Second) p =
  length (on p))%nat.
Proof. unfold number_of. induction (on p) as [|[[]|] l IH]; cbn in *; lia. Qed.
Lemma stones_small p : fits p ->
  to_Z (stones (pack R p)) = Z.of_nat (number_of (Some First) p + number_of (Some Second) p).
Proof. intros [L _]. pose proof (number_all p). pose proof cells_small. apply of_nat_ok. lia. Qed.

Lemma theirs_ok p : fits p -> (both (pack R p) lxor mover (pack R p))%uint63 =
  squares (shows (Some (other (turn p))) p).
Proof.
  intros [L _]. unfold pack. cbn [both mover]. apply word_is.
  - intros k Hk T. rewrite tb_lxor in T. destruct (tb (squares (fun n => negb _)) k) eqn:B;
      [exact (word_on_grid _ k Hk B) | rewrite xorb_false_l in T; exact (word_on_grid _ k Hk T)].
  - intros n Hn. rewrite tb_lxor, !has_word by easy. unfold shows.
    destruct (nth_error (on p) n) as [[q|]|] eqn:E;
      [now destruct (turn p), q | easy | apply nth_error_None in E; lia].
Qed.

Lemma nth_place p n i : shows None p n = true ->
  nth_error (on (place p n)) i = if (i =? n)%nat then Some (Some (turn p)) else nth_error (on p) i.
Proof.
  intros F. destruct (free_splits p n F) as (a & z & E & L & ->). rewrite E.
  destruct (Nat.eqb_spec i n) as [->|N]; [rewrite nth_error_app2 by lia;
    now rewrite L, Nat.sub_diag|].
  destruct (Nat.lt_ge_cases i n); [now rewrite !nth_error_app1 by lia|].
  rewrite !nth_error_app2 by lia. now destruct (i - length a)%nat eqn:D; [lia|].
Qed.
Lemma free_inside p n : fits p -> shows None p n = true -> (n < size R)%nat.
Proof.
  intros [<- _] F. destruct (free_splits p n F) as (a & z & E & L & _). rewrite E, app_length. cbn.
  lia.
Qed.

Lemma after_ok p n : fits p -> shows None p n = true ->
  fits (place p n) /\ after (pack R p) (square_bit R n) = pack R (place p n).
Proof.
  intros X F. pose proof (free_inside p n X F) as In. pose proof (number_place p n First F) as N1.
  pose proof (number_place p n Second F) as N2. pose proof (number_all p).
  pose proof (number_all (place p n)). assert (Fits : fits (place p n)).
  { destruct X as [L B]. split; [|cbn [turn place] in *; destruct (turn p); cbn in *; lia].
    destruct (free_splits p n F) as (a & z & E & _ & E'). rewrite <- L, E, E', !app_length. easy. }
  split; [easy|]. unfold after. rewrite theirs_ok by easy.
  assert (Shown : forall x i, shows x (place p n) i = if (i =? n)%nat then alike x (Some (turn p))
    else shows x p i) by (intros x i; unfold shows; rewrite nth_place by easy;
      now destruct (i =? n)%nat). unfold pack at 3. f_equal.
  - apply word_ext. intros i Hi. rewrite Shown. destruct (Nat.eqb_spec i n) as [->|]; [|easy].
    unfold shows in *. destruct (nth_error (on p) n) as [[]|]; try easy. cbn. now destruct (turn p).
  - rewrite (word_one n In). unfold pack. cbn [both]. rewrite word_lor. apply word_ext.
    intros i Hi. rewrite Shown. destruct (i =? n)%nat; [apply orb_true_r | apply orb_false_r].
  - apply to_Z_inj. rewrite add_spec, (stones_small p X). change (to_Z 1) with 1.
    pose proof (stones_small _ Fits) as S. unfold pack in S. cbn [stones] in S. rewrite S.
    destruct X as [L _]. pose proof cells_small. rewrite Z.mod_small; [|change wB with (2 ^ 63)];
      destruct (turn p); cbn in *; lia.
Qed.

Lemma has_both p n : (n < size R)%nat -> has (both (pack R p)) n = negb (shows None p n).
Proof. intros L. unfold pack. cbn [both]. now rewrite has_word. Qed.
Lemma square_nonzero n : (n < size R)%nat -> (square_bit R n =? 0)%uint63 = false.
Proof.
  intros L. apply negb_true_iff, nonzero. exists (Z.of_nat (bit R n)). split; [lia|].
  rewrite (word_one n L), has_word by easy. apply Nat.eqb_refl.
Qed.
Lemma drops_ok p : drops (map (map (square_bit R)) (lanes R)) (both (pack R p)) =
  map (square_bit R) (targets R p).
Proof.
  unfold targets. assert (H : forall l, In l (lanes R) -> forall n, In n l -> (n < size R)%nat)
    by (intros l I n; apply in_range, in_or_app; now left).
  induction (lanes R) as [|a l IH]; [easy|]. cbn [map drops flat_map].
  rewrite map_app, <- IH by (intros; apply (H l0); [now right | easy]).
  specialize (H a (or_introl eq_refl)). clear IH. replace (first_free _ _) with
    match filter (shows None p) a with [] => 0%uint63 | n :: _ => square_bit R n end.
  - destruct (filter (shows None p) a) as [|n r] eqn:E; [easy|]. cbn [firstn map app].
    rewrite square_nonzero; [easy|]. apply H. assert (I : In n (n :: r)) by now left.
    rewrite <- E in I. now apply filter_In in I.
  - induction a as [|n a IH]; [easy|]. cbn [map first_free filter].
    rewrite land_square, has_both, negb_involutive by (apply H; now left).
    destruct (shows None p n); [easy|]. apply IH. intros m I. apply H. now right.
Qed.

(** ** The game *)

Variables (wins : int -> int -> bool) (lost_by : int -> Z) (most : Z).
Variable most_ok : forall n, 0 <= lost_by n <= most.
Notation words := (stones_on R symmetric wins lost_by most most_ok).
Notation H := (board_game words).
Hypothesis wins_ok : forall p, fits p ->
  wins (stones (pack R p)) (squares (shows (Some (other (turn p))) p)) = won R p.
Hypothesis lost_by_is : forall p, fits p -> won R p = true -> lost_by (stones (pack R p)) = loss R
  p.

Lemma lost_ok p : fits p -> lost words (pack R p) = won R p.
Proof. intros X. unfold lost. rewrite theirs_ok by easy. now apply wins_ok. Qed.
Lemma move_fits p s c : fits p -> In (s, c) (grid_moves R p) -> fits c.
Proof.
  unfold grid_moves. destruct (won R p); [easy|]. intros X I.
  apply in_map_iff in I as (n & [= _ <-] & I).
  apply target_free in I as (l & _ & I). apply first_in in I as [_ F]. now apply after_ok.
Qed.
Lemma moves_pack p : fits p -> @moves H (pack R p) =
  map (fun m => (fst m, represent words (pack R (snd m)))) (grid_moves R p).
Proof.
  intros X. cbn [moves board_game]. unfold grid_moves, stone_moves, closed. rewrite lost_ok by easy.
  destruct (won R p); [easy|]. cbn [cells lane_bits stones_on]. rewrite drops_ok, !map_map.
  cbn [fst snd]. assert (F : forall n, In n (targets R p) -> shows None p n = true).
  { intros n I. apply target_free in I as (l & _ & I). now apply first_in in I. }
  assert (E : map (fun n => (true, represent words (after (pack R p) (square_bit R n)))) (targets R
    p) =
    map (fun n => (true, represent words (pack R (place p n)))) (targets R p)).
  { apply map_ext_in. intros n I. now destruct (after_ok p n X (F n I)) as [_ ->]. }
  destruct (of_Z (Z.of_nat (size R)) <=? stones (pack R p))%uint63 eqn:Full.
  - destruct (targets R p) as [|n l]; [easy|]. exfalso. apply leb_spec in Full.
    pose proof cells_small. rewrite stones_small, of_nat_ok in Full by (easy || lia).
    pose proof (number_place p n First (F n (or_introl eq_refl))). pose proof (number_all p).
    destruct X. lia.
  - exact E.
Qed.
Lemma payoff_pack p : fits p -> grid_payoff R p = @payoff H (pack R p).
Proof.
  intros X. cbn [payoff board_game]. unfold grid_payoff, stone_payoff. rewrite lost_ok by easy.
  destruct (won R p) eqn:W; [|easy]. cbn [Stones.lost_by stones_on]. now rewrite lost_by_is.
Qed.

(** ** Images *)

Lemma image_all p : fits p -> image p all = p.
Proof. intros [L _]. destruct p as [l t]. unfold image. cbn in *. f_equal. rewrite <- L.
apply map_nth_all. Qed.
Lemma image_image p g h : In g group -> In h group -> image (image p g) h = image p (compose g h).
Proof.
  intros I J. unfold image, compose. cbn. f_equal. rewrite map_map. apply map_ext_in. intros n K.
  destruct (group_ok g I) as [L _]. assert (n < size R)%nat by (apply (in_range h);
    [apply in_or_app; now right | easy]).
  rewrite nth_indep with (d' := nth O (on p) None) by (rewrite map_length; lia).
  apply (map_nth (fun n => nth n (on p) None)).
Qed.
Lemma group_permutation g : In g group -> Permutation all g.
Proof.
  intros I. destruct (group_ok g I) as (L & (h & J & E) & _).
  apply NoDup_Permutation_bis; [apply seq_NoDup | rewrite seq_length; lia |]. intros n K.
  rewrite <- E in K. apply in_map_iff in K as (m & <- & K). apply nth_In. rewrite L.
  apply (in_range h); [apply in_or_app; now right | easy].
Qed.
Lemma number_image p g x : fits p -> In g group -> number_of x (image p g) = number_of x p.
Proof.
  intros X I. unfold number_of. apply permutation_filter. cbn [on image].
  transitivity (on (image p all)); [|now rewrite image_all].
  now apply Permutation_map, Permutation_sym, group_permutation.
Qed.
Lemma nth_image p g n : fits p -> In g group -> (n < size R)%nat ->
  nth_error (on (image p g)) n = nth_error (on p) (nth n g O).
Proof.
  intros [L _] I Hn. destruct (group_ok g I) as [Lg _]. cbn [on image]. rewrite nth_error_map.
  rewrite (nth_error_nth' g O) by lia. cbn [option_map]. symmetry. apply nth_error_nth'.
  rewrite L. now apply in_image.
Qed.
Lemma fits_image p g : fits p -> In g group -> fits (image p g).
Proof.
  intros X I. split; [cbn; rewrite map_length; now destruct (group_ok g I)|].
  rewrite !number_image by easy. apply X.
Qed.
Lemma image_back p g : fits p -> In g group -> exists h, In h group /\ image (image p g) h = p.
Proof.
  intros X I. destruct (group_ok g I) as (_ & (h & J & E) & _). exists h. split; [easy|].
  rewrite image_image, E by easy. now apply image_all.
Qed.

Hypothesis natural : forall p g, fits p -> In g turns -> won R (image p g) = true -> won R p = true.

Lemma won_image p g : fits p -> In g group -> won R (image p g) = won R p.
Proof.
  assert (K : forall p g, fits p -> In g group -> won R (image p g) = true -> won R p = true).
  { clear p g. intros p g X [<-|I]; [now rewrite image_all | now apply natural]. }
  intros X I. destruct (image_back p g X I) as (h & J & E). apply eq_true_iff_eq.
  split; [now apply K|]. rewrite <- E at 1. apply K; [now apply fits_image | easy].
Qed.
Lemma place_image p g n : fits p -> In g group -> (n < size R)%nat -> shows None p (nth n g O) =
  true -> place (image p g) n = image (place p (nth n g O)) g.
Proof.
  intros X I Hn F. pose proof (fits_image p g X I) as Y. destruct (after_ok p _ X F) as [Z _].
  assert (F' : shows None (image p g) n = true) by (unfold shows in *; now rewrite nth_image).
  destruct (after_ok _ n Y F') as [[LY _] _]. destruct (fits_image _ g Z I) as [LZ _].
  assert (Ext : forall l l' : list (option player), length l = size R -> length l' = size R ->
    (forall i, (i < size R)%nat -> nth_error l i = nth_error l' i) -> l = l').
  { intros l l' L L' K. apply nth_ext with (d := None) (d' := None); [congruence|]. intros i Hi.
    specialize (K i ltac:(lia)). rewrite !(nth_error_nth' _ None) in K by lia. now injection K. }
  enough (E : on (place (image p g) n) = on (image (place p (nth n g O)) g))
    by (unfold place, image in *; cbn [on turn] in *; now rewrite E).
  apply Ext; [easy..|]. intros i Hi. rewrite nth_place, !nth_image, nth_place by easy.
  destruct (Nat.eqb_spec i n) as [->|N]; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec (nth i g O) (nth n g O)) as [E|]; [|easy]. exfalso. apply N.
  pose proof (Permutation_NoDup (group_permutation g I) (seq_NoDup _ _)) as D.
  apply (proj1 (NoDup_nth g O)) in E; destruct (group_ok g I) as [Lg _]; lia || easy.
Qed.
Lemma moves_image p g s c : fits p -> In g group -> In (s, c) (grid_moves R (image p g)) ->
  exists d, In (s, d) (grid_moves R p) /\ fits d /\ c = image d g.
Proof.
  intros X I. unfold grid_moves. rewrite won_image by easy. destruct (won R p); [easy|]. intros K.
  apply in_map_iff in K as (n & [= <- <-] & K). apply target_free in K as (l & J & K).
  assert (Hl : forall n, In n l -> (n < size R)%nat)
    by (intros m M; apply (in_range l); [apply in_or_app; now left | easy]).
  assert (Hn : (n < size R)%nat) by (apply first_in in K; now apply Hl).
  assert (K' : In (nth n g O) (firstn 1 (filter (shows None p) (compose g l)))).
  { unfold compose. rewrite filter_map, firstn_map. apply (in_map (fun n => nth n g O)).
    erewrite filter_ext_in in K; [exact K|]. intros m M. unfold shows.
    now rewrite nth_image by auto. }
  pose proof (first_in _ _ _ K') as [_ F]. exists (place p (nth n g O)).
  split; [|split; [now apply after_ok | now rewrite place_image]].
  apply in_map_iff. exists (nth n g O). split; [easy|]. apply target_free. exists (compose g l).
  split; [now apply (group_ok g I) | easy].
Qed.

Lemma quickly_ok g : In g group -> let b n := Z.of_nat (bit R (nth n g O)) in
  forall m i s h, (i + m = 8)%nat -> quickly (tables (pairs R g) i m) s (squares h) =
    squares (fun n => h n || (8 * Z.of_nat i <=? b n) && tb s (b n - 8 * Z.of_nat i)).
Proof.
  intros I b. induction m as [|m IH]; intros i s h Hi; cbn [tables seq map quickly];
    destruct (Uint63.eqb s 0) eqn:E.
  1, 3: apply Uint63.eqb_spec in E; subst s; apply word_ext; intros n _;
    now rewrite tb_zero, andb_false_r, orb_false_r.
  - apply word_ext. intros n L. pose proof (bit_small _ (in_image g n I L)). subst b. cbv beta.
    destruct (Z.leb_spec (8 * Z.of_nat i) (Z.of_nat (bit R (nth n g O)))); [lia|].
    now rewrite orb_false_r.
  - fold (tables (pairs R g) (S i) m).
    assert (T : forall w, permute (pairs R g) w = squares (fun n => tb w (b n))).
    { intros w. unfold pairs. transitivity (word R all (fun n =>
        negb (w land square_bit R (nth n g O) =? 0)%uint63)).
      - generalize all. clear. induction l as [|n l K]; [easy|]. cbn [map permute word fold_right].
        rewrite K. now destruct (w land _ =? 0)%uint63.
      - apply word_ext. intros n L. rewrite land_square, negb_involutive;
        [easy | now apply in_image]. }
    assert (Low : to_Z (s land 255) < 256).
    { rewrite land_spec'. change (to_Z 255) with (Z.ones 8). rewrite Z.land_ones by lia.
      now apply Z.mod_pos_bound. }
    destruct (table_get 0%uint63 (fun i0 => permute (pairs R g)
      (i0 << of_Z (8 * Z.of_nat i))%uint63) (s land 255)%uint63) as [->|[_ K]]; [|lia].
    rewrite T, word_lor, IH by lia. apply word_ext. intros n L.
    assert (B : b n <= 61) by (pose proof (bit_small _ (in_image g n I L)); subst b; cbv beta; lia).
    assert (B' : 0 <= b n) by (subst b; cbv beta; lia). clearbody b.
    rewrite tb_shift_up, tb_land by lia. rewrite <- orb_assoc. f_equal.
    destruct (Z.leb_spec (8 * Z.of_nat i) (b n)) as [A|A]; cbn [andb];
      [|now destruct (Z.leb_spec (8 * Z.of_nat (S i)) (b n)); [lia|]].
    replace (tb 255 (b n - 8 * Z.of_nat i)) with (b n - 8 * Z.of_nat i <? 8)
      by (unfold tb; change (to_Z 255) with (Z.ones 8); symmetry; apply Z.testbit_ones_nonneg; lia).
    change 8%uint63 with (of_Z 8).
    destruct (Z.leb_spec (8 * Z.of_nat (S i)) (b n)), (Z.ltb_spec (b n - 8 * Z.of_nat i) 8);
      try lia.
    + rewrite tb_shift_down, andb_false_r by lia. cbn [orb andb]. f_equal. lia.
    + now rewrite andb_true_r, orb_false_r.
Qed.
Lemma turned_ok p g : fits p -> In g group -> turned (tables (pairs R g) 0 8) (pack R p) = pack R
  (image p g).
Proof.
  intros X I. unfold turned. rewrite <- word_false.
  assert (Q : forall f, quickly (tables (pairs R g) 0 8) (squares f) (squares (fun _ => false)) =
    squares (fun n => f (nth n g O))).
  { intros f. rewrite (quickly_ok g I) by easy. apply word_ext. intros n L. cbn [orb].
    rewrite Z.sub_0_r, has_word by now apply in_image. now destruct (Z.leb_spec (8 * Z.of_nat 0)
      (Z.of_nat (bit R (nth n g O)))); [|lia]. }
  unfold pack. cbn [mover both stones]. rewrite !Q, !number_image by easy.
  f_equal; apply word_ext; intros n L; unfold shows; now rewrite nth_image.
Qed.

(** ** Representatives *)

Notation rep := (representative R symmetric).
Definition orbit (p : position) : list board := map (fun g => pack R (image p g)) turns.

Lemma represent_least p : fits p -> represent words (pack R p) = least (order R) (pack R p) (orbit
  p).
Proof.
  intros X. unfold represent, least, orbit. cbn [images precedes stones_on]. rewrite !fold_left_map.
  assert (K : forall g, In g turns -> turned (tables (pairs R g) 0 8) (pack R p) = pack R (image p
    g))
    by (intros g I; apply turned_ok; [easy | now right]).
  match goal with |- fold_left ?f _ ?b = fold_left ?h _ _ =>
    enough (E : forall a, fold_left f turns a = fold_left h turns a) by apply E end.
  revert K. generalize turns. induction l as [|g l IH]; intros K a; [easy|]. cbn [fold_left].
  rewrite K by now left. apply IH. intros h J. apply K. now right.
Qed.
Lemma rep_ok p : fits p -> pack R (rep p) = represent words (pack R p) /\ exists g,
  In g group /\ rep p = image p g.
Proof.
  intros X. rewrite represent_least by easy. unfold representative, orbit.
  change (fold_left _ ?l p) with (least (fun a b => order R (pack R a) (pack R b)) p l).
  split; [rewrite least_map; f_equal; apply map_map|].
  destruct (least_in (fun a b => order R (pack R a) (pack R b)) (map (image p) turns) p) as [E|I].
  - exists all. rewrite image_all by easy. split; [now left | easy].
  - apply in_map_iff in I as (g & E & I). exists g. split; [now right | easy].
Qed.
Lemma orbit_same p g : fits p -> In g group -> forall y,
  In y (pack R (image p g) :: orbit (image p g)) -> In y (pack R p :: orbit p).
Proof.
  assert (K : forall q, fits q -> pack R q :: orbit q = map (fun h => pack R (image q h)) group)
    by (intros q Y; cbn [map]; now rewrite image_all). intros X I y.
  rewrite !K by (easy || now apply fits_image). rewrite !in_map_iff. intros (h & <- & J).
  exists (compose g h). rewrite image_image by easy. split; [easy|]. now apply (group_ok g I).
Qed.
Lemma same_represent p g : fits p -> In g group ->
  represent words (pack R p) = represent words (pack R (image p g)).
Proof.
  intros X I. pose proof (fits_image p g X I) as Y. rewrite !represent_least by easy.
  apply least_same with (P := fun b => stones b = stones (pack R p)).
  - apply less_irrefl.
  - apply less_trans.
  - intros [m o n] [m' o' n'] E E' L M. pose proof (less_total _ _ _ L M) as K. cbn in E, E'.
    f_equal.
    + apply (K mover), in_or_app. right. now left.
    + apply (K both), in_or_app. right. right. now left.
    + congruence.
  - intros y [<-|J]; [easy|]. apply in_map_iff in J as (h & <- & J). unfold pack. cbn [stones].
    now rewrite !number_image by (easy || now right).
  - intros y. split; [|now apply orbit_same]. destruct (image_back p g X I) as (h & J & E).
    intros M. rewrite <- E in M. now apply (orbit_same (image p g) h Y J).
Qed.

Lemma pack_one p q : fits p -> fits q -> pack R p = pack R q -> p = q.
Proof.
  intros X Y E. pose proof (stones_small p X) as A. pose proof (stones_small q Y) as B.
  rewrite E, B in A. destruct X as [L X], Y as [M Y].
  assert (T : turn p = turn q) by (destruct (turn p), (turn q); easy || lia).
  injection E as E1 E2 _. destruct p as [l t], q as [m u]. cbn in *. subst u. f_equal.
  apply nth_ext with (d := None) (d' := None); [congruence|]. intros n Hn.
  apply (f_equal (fun s => has s n)) in E1, E2. rewrite !has_word in E1, E2 by lia.
  unfold shows in *. cbn [on] in *. rewrite !(nth_error_nth' _ None) in E1, E2 by lia.
  destruct (nth n l None) as [[]|], (nth n m None) as [[]|], t; easy.
Qed.

Definition grid_packing : packing G H.
Proof.
  refine (Packing G H (fun p b => fits p /\ b = pack R p) (grid_images R symmetric)
    (name R symmetric) rep (represent words) _ _ _ _ _ _ _ _ _ stones level _ _).
  - exists (Board 0 0 0). split; [|easy]. cbn [start grid].
    assert (N : forall q, number_of (Some q) (empty R) = O)
      by (intros q; unfold number_of, empty; cbn [on]; generalize (size R); clear; now induction n).
    split; [split; [apply repeat_length | now rewrite !N]|]. unfold pack. rewrite !N.
    change (of_Z (Z.of_nat (0 + 0))) with 0%uint63. rewrite <- word_false. f_equal; apply word_ext;
      intros n L; unfold shows; cbn [on empty]; now rewrite nth_error_repeat.
  - intros p b [X ->]. exists (map (fun m => (fst m, pack R (snd m))) (grid_moves R p)).
    rewrite (moves_pack p X), map_map. split; [easy|]. cbn [moves grid].
    assert (K : forall m, In m (grid_moves R p) -> fits (snd m))
      by (intros [s c] I; now apply (move_fits p s)).
    induction (grid_moves R p) as [|m l IH]; [constructor|]. cbn [map]. constructor.
    + split; [easy|]. split; [apply K; now left | easy].
    + apply IH. intros a I. apply K. now right.
  - intros p b [X ->] _. now apply payoff_pack.
  - intros p b [X ->]. now apply rep_ok.
  - intros p b [X ->]. destruct (rep_ok p X) as (E & g & I & E'). rewrite <- E.
    split; [split; [rewrite E'; now apply fits_image | easy]|]. now exists g.
  - intros p q b [X _] (g & I & ->). destruct (image_back p g X I) as (h & J & E). now exists h.
  - intros p q b [X _] (g & I & ->) E. split.
    + destruct (@moves G (image p g)) as [|[s c] l] eqn:M; [easy|]. exfalso.
      destruct (moves_image p g s c X I) as (d & J & _);
        [change (grid_moves R) with (@moves G); rewrite M; now left|].
      change (grid_moves R) with (@moves G) in J. now rewrite E in J.
    + cbn [payoff grid]. rewrite !payoff_pack by (easy || now apply fits_image).
      cbn [payoff board_game].
      unfold stone_payoff. rewrite !lost_ok, won_image by (easy || now apply fits_image).
      unfold pack. cbn [stones]. now rewrite !number_image.
  - intros p q b s c [X _] (g & I & ->) J. destruct (image_back p g X I) as (h & K & E).
    rewrite <- E in J. apply moves_image in J as (d & J & F & ->); [| now apply fits_image | easy].
    exists d. split; [easy|]. destruct (image_back d h F K) as (k & K' & E'). now exists k.
  - intros p q b b' [X ->] [Y ->] (g & I & ->). now apply same_represent.
  - intros p b [X ->]. rewrite represent_stones. now apply stones_small.
  - intros p q b b' [X ->] [Y ->] E. destruct (rep_ok p X) as (P & g & I & Eg).
    destruct (rep_ok q Y) as (Q & h & J & Eh). rewrite <- P, <- Q in E.
    assert (S : rep p = rep q) by (apply pack_one;
      [rewrite Eg; now apply fits_image | rewrite Eh; now apply fits_image | easy]).
    destruct (image_back q h Y J) as (k & L & <-). exists (compose g k).
    split; [now apply (group_ok g I)|]. now rewrite <- Eh, <- S, Eg, image_image.
Defined.
End Grid.
