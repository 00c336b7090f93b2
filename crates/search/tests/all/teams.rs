//! Several threads at one tree say what the definition says.

use std::sync::Arc;

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Interval, Keyed, Reduction, Spec, Symmetric};
use solveig_games::connect_four::ConnectFour;
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::random_tree::{Parameters, RandomTree, TreeShape};
use solveig_search::binary::{
    BestFirst, BinarySolver, BisectionOracle, Conjecture, DfPn, Effort, ExpectedWork, ProofNumbers,
    Resources, WorkEstimate,
};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::SolverName;
use solveig_search::{
    Bounds, Estimates, Knowledge, Minimax, MoveOrdering, NoKnowledge, Oracle, ProofConditions,
    TableHints, TranspositionTable,
};
use solveig_testkit::exhaustive::values;

use crate::binary;

/// How many threads a team has. One is no team, and what the others are compared with.
const THREADS: [usize; 4] = [1, 2, 3, 4];

/// Room for a tree of a few nodes, of some hundreds, and for all of a small game.
const SIZES: [u64; 3] = [0, 1 << 14, 1 << 22];

fn unknown<G: Game>(game: &G) -> Interval {
    Interval::unknown(game.value_range())
}

fn resources<G: Keyed>(game: &G, bytes: u64, threads: usize) -> Resources {
    let mut resources = if game.depends_on_history() {
        Resources::without_table(Reduction::Canonical, bytes)
    } else {
        let table = Arc::new(TranspositionTable::new(game, bytes).unwrap());
        Resources::new(table, Reduction::Canonical, bytes)
    };
    resources.threads = threads;
    resources
}

/// All solvers that work in teams, each with a table of its own.
fn solvers<G: Symmetric, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    bytes: u64,
    threads: usize,
) -> Vec<Box<dyn Oracle<G>>> {
    let fresh = || resources(game, bytes, threads);
    let named = |name| -> Box<dyn Oracle<G>> {
        let solver = binary::solver(name, game, knowledge, &fresh());
        Box::new(BisectionOracle::new(solver))
    };
    let expected = |conjecture, estimate| {
        let settings = ExpectedWork::with(estimate).conjecturing(conjecture);
        named(SolverName::ExpectedWork(settings))
    };
    vec![
        expected(Conjecture::Node, WorkEstimate::Expected),
        expected(Conjecture::Nobody, WorkEstimate::SizeAlone),
        expected(Conjecture::Nobody, WorkEstimate::RateAlone),
        expected(Conjecture::Answer(true), WorkEstimate::Expected),
        expected(Conjecture::Root, WorkEstimate::Expected),
        named(SolverName::Pns),
        named(SolverName::Mcts),
        Box::new(BisectionOracle::new(DfPn::new(
            game.clone(),
            knowledge.clone(),
            &fresh(),
            0.25,
        ))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn teams_agree_with_minimax_on_trees(
        (width, depth) in (1..=5_u32, 1..=6_u32),
        seed in any::<u64>(),
        threads in 1..=4_usize,
        bytes in prop::sample::select(SIZES.to_vec()),
    ) {
        let parameters = Parameters {
            values: Some(-2..=2),
            shape: TreeShape::Variable,
            ..Parameters::uniform(width, depth, seed)
        };
        let tree = RandomTree::new(parameters).unwrap();
        let value = Minimax::new(tree.clone()).value(&tree.start(), unknown(&tree)).unwrap();
        for mut solver in solvers(&tree, &NoKnowledge, bytes, threads) {
            prop_assert_eq!(solver.value(&tree.start(), unknown(&tree)).unwrap(), value);
        }
    }
}

/// All teams on some positions of a game, spread over all that can come up.
fn agree<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: &K, bytes: u64, count: usize) {
    let positions = values(game);
    let step = positions.len().div_ceil(count);
    for threads in THREADS {
        for mut solver in solvers(game, knowledge, bytes, threads) {
            for (position, value) in positions.iter().step_by(step) {
                let found = solver.value(position, unknown(game)).unwrap();
                assert_eq!(found, *value, "{threads} threads, {position:?}");
            }
        }
    }
}

#[test]
fn teams_agree_with_minimax_on_small_boards() {
    for bytes in SIZES {
        agree(&Mnk::new(3, 3, 3).unwrap(), &NoKnowledge, bytes, 40);
        agree(&Hex::<u64>::new(3, 3).unwrap(), &NoKnowledge, bytes, 40);
    }
    let connect_four = ConnectFour::new(4, 4).unwrap();
    agree(&connect_four, &ConnectFourKnowledge, 1 << 20, 40);
    agree(&connect_four, &NoKnowledge, 1 << 12, 10);
    let othello = Othello::<u64>::new(4, 4).unwrap();
    agree(&othello, &OthelloKnowledge::new(&othello), 1 << 20, 10);
    agree(&othello, &NoKnowledge, 1 << 12, 4);
}

/// The effort of a team that answers whether the start reaches a bound, with the tables that the
/// game has.
fn effort_of_team<G: Symmetric, K: Knowledge<G> + Clone>(
    game: &G,
    knowledge: K,
    bound: i32,
    expected: bool,
    threads: usize,
    bytes: u64,
    seed: u64,
) -> Effort {
    let mut resources = Resources::for_game(game, Reduction::Canonical, 1 << 22, bytes).unwrap();
    (resources.threads, resources.seed) = (threads, seed);
    let policy = ExpectedWork::default();
    let mut solver = BestFirst::new(game.clone(), knowledge, &resources, policy);
    let found = solver.reaches(&game.start(), bound, &mut |_| true);
    let case = (game.spec(), threads, bytes, seed);
    assert_eq!(found, Some(expected), "{case:?}");
    solver.effort()
}

/// Siblings are decided by a proof or a zone while other threads work at them, the tree is cut
/// back, and the root is decided by the last of them. Each search is over in a moment, so that
/// threads meet at its end.
#[test]
fn teams_that_prune_siblings_come_to_an_end() {
    let (mut simulated, mut cuts) = (0, 0);
    let hex = Hex::<u64>::new(4, 3).unwrap();
    for seed in 1..=40 {
        for threads in THREADS {
            // With room for a few nodes alone, larger boards take too long.
            for (size, bytes, bound, expected) in [
                ("2x2", 0, 1, true),
                ("2x3", 1 << 12, 1, false),
                ("2x3", 1 << 22, 1, false),
                ("3x3", 1 << 22, 9, true),
            ] {
                let go = Go::from_spec(&Spec::parse(&format!("go:{size}")).unwrap()).unwrap();
                let knowledge = GoKnowledge::default();
                let effort = effort_of_team(&go, knowledge, bound, expected, threads, bytes, seed);
                simulated += effort.simulated;
                cuts += effort.cuts;
            }
            for bytes in SIZES {
                effort_of_team(&hex, NoKnowledge, 1, true, threads, bytes, seed);
            }
        }
    }
    assert!(simulated > 1_000 && cuts > 100, "{simulated} {cuts}");
}

/// A search of a team that is stopped answers nothing, and the next one starts afresh with what is
/// in the table.
#[test]
fn teams_stop_when_they_are_told_and_can_be_asked_again() {
    fn stops(mut solver: Box<dyn BinarySolver<ConnectFour>>, game: &ConnectFour) {
        let mut efforts = Vec::new();
        let answer = solver.reaches(&game.start(), 1, &mut |effort: &Effort| {
            efforts.push(*effort);
            efforts.len() < 3
        });
        assert_eq!(answer, None);
        assert_eq!(efforts.len(), 3);
        assert!(efforts.is_sorted_by_key(|effort| effort.nodes));
        assert!(efforts[0].expansions > 0);
        let before = solver.effort();
        assert!(before.expansions >= efforts[2].expansions);
        assert_eq!(solver.reaches(&game.start(), 1, &mut |_| true), Some(false));
        assert!(solver.effort().nodes > before.nodes);
    }
    let game = ConnectFour::new(5, 4).unwrap();
    let expected = SolverName::ExpectedWork(ExpectedWork::default());
    for threads in THREADS {
        for name in [expected, SolverName::Pns, SolverName::DfPn] {
            let resources = resources(&game, 1 << 22, threads);
            let solver = binary::solver(name, &game, &ConnectFourKnowledge, &resources);
            stops(solver, &game);
        }
    }
}

/// Knowledge that fails in the middle of a search.
#[derive(Clone)]
struct Failing;

impl Bounds<ConnectFour> for Failing {
    fn expand(
        &self,
        game: &ConnectFour,
        position: &<ConnectFour as Game>::Position,
        moves: &mut Vec<solveig_game::Move>,
    ) -> Interval {
        game.legal_moves(position, moves);
        assert!(game.level(position) < 8, "this deep nothing is known");
        unknown(game)
    }
}

impl MoveOrdering<ConnectFour> for Failing {
    fn name(&self) -> &'static str {
        "the rules"
    }
}

impl Estimates<ConnectFour> for Failing {}

impl ProofConditions<ConnectFour> for Failing {}

impl TableHints<ConnectFour> for Failing {}

/// A thread that panics ends the search of all, instead of leaving the others to wait for it.
#[test]
fn a_panic_of_one_thread_ends_the_search() {
    let game = ConnectFour::new(5, 4).unwrap();
    for threads in [2, 4] {
        let game = game.clone();
        let searched = std::thread::spawn(move || {
            let resources = resources(&game, 1 << 20, threads);
            let mut solver = BestFirst::new(game.clone(), Failing, &resources, ProofNumbers);
            solver.reaches(&game.start(), 1, &mut |_| true)
        });
        assert!(searched.join().is_err());
    }
}
