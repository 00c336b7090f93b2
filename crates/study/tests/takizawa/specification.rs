//! Algorithm 3: the search of a solver that knows the canonical moves.

use solveig_game::{Game, GameExt, Move, Value};
use solveig_games::random_tree::{Parameters, RandomTree};
use solveig_games::tree::ExplicitTree;
use solveig_search::Window;
use solveig_study::reopening::{NodeKind, Reopening};
use solveig_study::trees::complexity::ClosedForm;

use solveig_testkit::exhaustive::Exhaustive;

use crate::exhaustive::canonical_move;
use crate::trace::random_trees;

/// The line of the algorithm whose assertion does not hold.
type LineNumber = u32;

/// Algorithm 3 of Takizawa (2026): reopening alpha-beta as a specification, in which `canonical`
/// returns the canonical move of every position that is not terminal.
struct Specification<G, M> {
    game: G,
    canonical: M,
    /// Explores the other moves backwards.
    reversed: bool,
    unbounded: Window,
    /// Kinds of the nodes entered at each depth.
    entered: Vec<Vec<NodeKind>>,
}

impl<G: Game, M: FnMut(&G::Position) -> Move> Specification<G, M> {
    fn new(game: G, canonical: M) -> Self {
        Self {
            unbounded: Reopening::Unbounded.window(game.value_range()),
            game,
            canonical,
            reversed: false,
            entered: Vec::new(),
        }
    }

    fn solve(&mut self) -> Result<Value, LineNumber> {
        let start = self.game.start();
        self.search(&start, self.unbounded, NodeKind::P, 0)
    }

    fn search(
        &mut self,
        position: &G::Position,
        window: Window,
        kind: NodeKind,
        depth: usize,
    ) -> Result<Value, LineNumber> {
        self.entered
            .resize(self.entered.len().max(depth + 1), Vec::new());
        self.entered[depth].push(kind);
        if let Some(utility) = self.game.terminal_value(position) {
            return Ok(utility);
        }
        let best = (self.canonical)(position);
        let (game, reversed) = (self.game.clone(), self.reversed);
        let window = match kind.covers_all_moves() {
            true => self.unbounded,
            false => window,
        };
        let mut score = |played, window: Window, principal| {
            let child = game.play_unchecked(position, played);
            let score = self.search(&child, window.negated(), kind.child(principal), depth + 1);
            score.map(|score| -score)
        };
        let principal = score(best, window, true)?;
        if !kind.covers_all_moves() && principal >= window.beta {
            return Ok(principal);
        }
        if kind == NodeKind::C {
            return Err(22);
        }
        let mut others = game.moves(position);
        others.retain(|played| *played != best);
        if reversed {
            others.reverse();
        }
        let alpha = window.alpha.max(principal);
        for played in others {
            if kind.covers_all_moves() && score(played, window, false)? > principal {
                return Err(11);
            }
            if !kind.covers_all_moves() && score(played, Window::test(alpha + 1), false)? > alpha {
                return Err(19);
            }
        }
        Ok(principal)
    }
}

/// Algorithm 3 knows the canonical moves, so that its counts need neither an ordering nor distinct
/// values.
#[test]
fn algorithm_3_enters_the_nodes_of_the_closed_forms_in_any_order_and_with_ties() {
    for (width, depth, values) in [(2, 8, 1), (3, 6, 2), (4, 5, 0), (5, 4, 3)] {
        let parameters = Parameters {
            values: Some(-values..=values),
            ..Parameters::uniform(width, depth, 77)
        };
        let tree = RandomTree::new(parameters).expect("a tree within the limits");
        for reversed in [false, true] {
            let mut exhaustive = Exhaustive::new(&tree);
            let canonical =
                |position: &_| canonical_move(&mut exhaustive, position).expect("a move");
            let mut specification = Specification::new(tree.clone(), canonical);
            specification.reversed = reversed;
            specification.solve().expect("the moves are canonical");
            for (depth, entered) in (0..).zip(&specification.entered) {
                for kind in NodeKind::ALL {
                    let found = entered.iter().filter(|one| **one == kind).count();
                    let expected = ClosedForm::Kind(kind).at(width, depth);
                    assert_eq!(Some(found as u128), expected, "{kind} at {depth}");
                }
            }
        }
    }
}

/// Where Algorithm 3 has wrong moves, it either notices or is right about the value all the same.
#[test]
fn algorithm_3_asserts_what_its_moves_have_to_be() {
    let (mut noticed, mut right) = (0, 0);
    for tree in random_trees(0..500) {
        let mut exhaustive = Exhaustive::new(&tree);
        let last = |position: &_| *tree.moves(position).last().expect("a move");
        match Specification::new(tree.clone(), last).solve() {
            Ok(value) => {
                assert_eq!(value, exhaustive.solve(&tree.start()));
                right += 1;
            }
            Err(_) => noticed += 1,
        }
    }
    assert!(
        noticed > 100 && right > 10,
        "{noticed} noticed, {right} right"
    );
}

#[test]
fn algorithm_3_asserts_in_lines_11_19_and_22() {
    for (tree, expected) in [
        ("[4, 4, [3, 3]]", Ok(4)),
        ("[4, 5]", Err(11)),
        ("[5, [2, 1]]", Err(19)),
        ("[5, [2, [1, 3]]]", Err(22)),
    ] {
        let tree = ExplicitTree::parse(tree).expect("a tree");
        let first = |_: &_| Move(0);
        assert_eq!(Specification::new(tree, first).solve(), expected);
    }
}
