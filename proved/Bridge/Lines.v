(** Proof. Squares in line, and the symmetries of a grid. *)
From Coq Require Import ZArith List Lia Bool Arith.
Import ListNotations.
From Proved Require Import Game Rules.Packed Rules.Grid Rules.Names Bridge.Grid.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Section Squares.
Variables columns rows : nat.
Notation cells := (columns * rows)%nat. Notation inside := (inside columns rows).
Notation number := (number columns). Notation at_number := (at_number columns).
Notation symmetry := (symmetry columns rows).

Lemma number_ok x : inside x = true -> (number x < cells)%nat /\ at_number (number x) = x.
Proof.
  destruct x as [c r]. unfold Grid.inside, Grid.number, Grid.at_number. cbn [fst snd].
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros H. split; [nia|].
  assert (E : Z.to_nat (r * Z.of_nat columns + c) = (Z.to_nat c + Z.to_nat r * columns)%nat) by nia.
  rewrite E, Nat.mod_add, Nat.mod_small, Nat.div_add, Nat.div_small by lia. f_equal; lia.
Qed.
Lemma at_number_ok n : (n < cells)%nat -> inside (at_number n) = true /\ number (at_number n) = n.
Proof.
  intros L. assert (N : columns <> O) by nia. unfold Grid.inside, Grid.number, Grid.at_number.
  cbn [fst snd]. pose proof (Nat.div_mod n columns N). pose proof (Nat.mod_upper_bound n columns N).
  assert (n / columns < rows)%nat by (apply Nat.div_lt_upper_bound; lia).
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.
Lemma nth_symmetry f n : (n < cells)%nat -> nth n (symmetry f) O = number (f (at_number n)).
Proof.
  intros L. unfold Grid.symmetry, numbers.
  rewrite nth_indep with (d' := number (f (at_number O))) by now rewrite map_length, seq_length.
  now rewrite (map_nth (fun n => number (f (at_number n)))), seq_nth.
Qed.

(** Maps of squares that take lines to lines. *)
Definition eight : list (Z * Z) := ways ++ map (fun w => (- fst w, - snd w)) ways.
Definition affine (f : Z * Z -> Z * Z) : Prop := (forall x, inside (f x) = inside x) /\
  exists t, (forall w, In w eight -> In (t w) eight) /\
    forall x w k, f (from x w k) = from (f x) (t w) k.

Ltac each_way := intros w I; cbn in I; decompose [or] I; try easy; subst w; cbn; tauto.
Lemma affine_after f g : affine f -> affine g -> affine (fun x => f (g x)).
Proof.
  intros [I (t & T & E)] [J (u & U & F)]. split; [intros x; now rewrite I|].
  exists (fun w => t (u w)). split; [auto|]. intros x w k. now rewrite F, E.
Qed.
Lemma affine_columns : affine (mirror_columns columns).
Proof.
  split; [intros [c r]; apply eq_true_iff_eq; unfold Grid.inside, mirror_columns; cbn [fst snd];
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt; lia|]. exists (fun w => (- fst w, snd w)).
  split; [each_way|]. intros [c r] w k. unfold from, mirror_columns. cbn [fst snd]. f_equal; lia.
Qed.
Lemma affine_rows : affine (mirror_rows rows).
Proof.
  split; [intros [c r]; apply eq_true_iff_eq; unfold Grid.inside, mirror_rows; cbn [fst snd];
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt; lia|]. exists (fun w => (fst w, - snd w)).
  split; [each_way|]. intros [c r] w k. unfold from, mirror_rows. cbn [fst snd]. f_equal; lia.
Qed.
Lemma affine_exchange : columns = rows -> affine exchange.
Proof.
  intros E. split; [intros [c r]; apply eq_true_iff_eq; unfold Grid.inside, exchange; cbn [fst snd];
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, E; lia|].
  exists (fun w => (snd w, fst w)). split; [each_way|]. now intros [c r] w k.
Qed.

Lemma shows_symmetry f p x n : length (on p) = cells -> affine f -> shows x (image p (symmetry f)) n
  = true -> (n < cells)%nat /\ shows x p (number (f (at_number n))) = true.
Proof.
  intros L [I _]. unfold shows. cbn [on image]. rewrite nth_error_map.
  destruct (nth_error (symmetry f) n) as [m|] eqn:E; [|easy]. cbn [option_map].
  assert (Hn : (n < cells)%nat).
  { assert (K : nth_error (symmetry f) n <> None) by congruence. apply nth_error_Some in K.
    unfold Grid.symmetry, numbers in K. now rewrite map_length, seq_length in K. }
  apply nth_error_nth with (d := O) in E. rewrite nth_symmetry in E by easy. subst m.
  rewrite (nth_error_nth' (on p) None); [easy|]. rewrite L. apply number_ok. rewrite I.
  now apply at_number_ok.
Qed.

Variable in_line : nat.
Hypothesis some : (1 <= in_line)%nat.
Lemma in_lines l : In l (lines columns rows in_line) <-> exists x w, In w ways /\
  (forall k, (k < in_line)%nat -> inside (from x w k) = true) /\
  l = map number (map (from x w) (seq 0 in_line)).
Proof.
  unfold lines. rewrite in_flat_map. split.
  - intros (n & _ & I). apply in_flat_map in I as (w & W & I).
    destruct (forallb inside _) eqn:F; [|easy]. destruct I as [<-|[]]. exists (at_number n), w.
    rewrite forallb_forall in F. repeat split; [easy|]. intros k Hk. apply F, in_map, in_seq. lia.
  - intros (x & w & W & H & ->). pose proof (H O ltac:(lia)) as X.
    replace (from x w 0) with x in X by (destruct x; unfold from; cbn; f_equal; lia).
    apply number_ok in X as [L E]. exists (number x). split; [apply in_seq; lia|].
    apply in_flat_map. exists w. split; [easy|]. rewrite E.
    replace (forallb inside (map (from x w) (seq 0 in_line))) with true; [now left|].
    symmetry. apply forallb_forall. intros y I. apply in_map_iff in I as (k & <- & I).
    apply in_seq in I. apply H. lia.
Qed.
Lemma lines_small l n : In l (lines columns rows in_line) -> In n l -> (n < cells)%nat.
Proof.
  rewrite in_lines. intros (x & w & _ & H & ->) I. apply in_map_iff in I as (y & <- & I).
  apply in_map_iff in I as (k & <- & I). apply in_seq in I. apply number_ok, H. lia.
Qed.
Lemma line_ok p : in_a_line columns rows in_line p = true <-> exists x w, In w ways /\
  forall k, (k < in_line)%nat -> inside (from x w k) = true /\
    shows (Some (other (turn p))) p (number (from x w k)) = true.
Proof.
  unfold in_a_line. rewrite existsb_exists. split.
  - intros (l & I & H). apply in_lines in I as (x & w & W & J & ->). exists x, w. split; [easy|].
    rewrite forallb_forall in H. intros k Hk. split; [now apply J|].
    apply H, in_map, in_map, in_seq. lia.
  - intros (x & w & W & H). exists (map number (map (from x w) (seq 0 in_line))). split.
    + apply in_lines. exists x, w. repeat split; [easy|]. intros k Hk. now apply H.
    + apply forallb_forall. intros n I. apply in_map_iff in I as (y & <- & I).
      apply in_map_iff in I as (k & <- & I). apply in_seq in I. apply H. lia.
Qed.

Lemma line_image f p : length (on p) = cells -> affine f -> in_a_line columns rows in_line (image p
  (symmetry f)) = true -> in_a_line columns rows in_line p = true.
Proof.
  intros L [I (t & T & E)]. rewrite !line_ok. intros (x & w & W & H).
  assert (K : forall k, (k < in_line)%nat -> inside (from (f x) (t w) k) = true /\
    shows (Some (other (turn p))) p (number (from (f x) (t w) k)) = true).
  { intros k Hk. destruct (H k Hk) as [A B]. rewrite <- E, I. split; [easy|].
    destruct (number_ok _ A) as [_ M]. destruct (shows_symmetry f p _ _ L (conj I (ex_intro _ t
      (conj T E))) B)
      as [_ K]. now rewrite M in K. }
  assert (J : In (t w) eight) by (apply T, in_or_app; now left).
  apply in_app_or in J as [J|J]; [now exists (f x), (t w)|]. apply in_map_iff in J as (v & V & J).
  exists (from (f x) (t w) (in_line - 1)), v. split; [easy|]. intros k Hk.
  replace (from (from (f x) (t w) (in_line - 1)) v k) with
    (from (f x) (t w) (in_line - 1 - k)); [apply K; lia|]. rewrite <- V. unfold from. cbn [fst snd].
  replace (Z.of_nat (in_line - 1 - k)) with (Z.of_nat (in_line - 1) - Z.of_nat k) by lia.
  f_equal; ring.
Qed.
End Squares.

(** What a computation shows of every grid of at most 62 squares. *)
Definition small_sizes : list (nat * nat) :=
  filter (fun '(c, r) => c * r <=? 62)%nat (list_prod (seq 1 62) (seq 1 62)).
Lemma by_size (check : nat -> nat -> bool) columns rows :
  forallb (fun '(c, r) => check c r) small_sizes = true ->
  (1 <= columns /\ 1 <= rows /\ columns * rows <= 62)%nat -> check columns rows = true.
Proof.
  intros F S. rewrite forallb_forall in F. apply (F (columns, rows)), filter_In.
  rewrite Nat.leb_le. split; [apply in_prod; apply in_seq; nia | easy].
Qed.
