//! Every solver, with any knowledge and any table, says what the definition says.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use proptest::prelude::*;
use solveig_game::{
    Game, GameExt, Interval, Keyed, Move, Notation, Reduction, Spec, Symmetric, Value,
};
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::connect_four::{ConnectFour, Utility};
use solveig_games::go::Go;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::hex::Hex;
use solveig_games::hex::knowledge::{AnalysisOptions, HexKnowledge};
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::random_tree::{Parameters, RandomTree, Ties, TreeShape};
use solveig_records::obf;
use solveig_search::binary::{
    BinarySolver, BisectionOracle, Conjecture, DfPn, ExpectedWork, Resources,
};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::SolverName;
use solveig_search::{
    AlphaBeta, Minimax, NoKnowledge, Oracle, PrincipalVariationSearch, TestMethod, TestSearch,
    TranspositionTable,
};
use solveig_testkit::exhaustive::values;

use crate::binary;

const REDUCTIONS: [Reduction; 2] = [Reduction::None, Reduction::Canonical];

/// One bucket, a few, and room for all of a small game.
const SIZES: [u64; 3] = [0, 1 << 10, 1 << 20];

fn table<G: Keyed>(game: &G, bytes: u64) -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(game, bytes).unwrap())
}

/// Alpha-beta, Scout, null windows, principal variation search, and a team of two of the game's own
/// solvers where it has them, with these tables and both reductions.
fn depth_first_solvers<G: Symmetric, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    sizes: &[u64],
) -> Vec<Box<dyn Oracle<G>>> {
    let mut solvers: Vec<Box<dyn Oracle<G>>> = Vec::new();
    for size in sizes {
        for reduction in REDUCTIONS {
            solvers.push(Box::new(AlphaBeta::new(
                game.clone(),
                knowledge.clone(),
                table(game, *size),
                reduction,
            )));
            solvers.push(Box::new(PrincipalVariationSearch::new(
                game.clone(),
                knowledge.clone(),
                table(game, *size),
                reduction,
            )));
            let alpha_beta = || {
                let (game, knowledge, table) =
                    (game.clone(), knowledge.clone(), table(game, *size));
                AlphaBeta::new(game, knowledge, table, reduction)
            };
            for method in [
                TestMethod::Scout,
                TestMethod::Down,
                TestMethod::Up,
                TestMethod::From(0),
                TestMethod::From(Value::MAX),
                TestMethod::From(Value::MIN),
            ] {
                solvers.push(Box::new(TestSearch::new(alpha_beta(), method)));
            }
            let resources = Resources::new(table(game, *size), reduction, *size);
            let own = knowledge.solvers(game, &resources, 2);
            solvers.extend(own.into_iter().flatten());
        }
    }
    solvers
}

/// All solvers.
fn solvers<G: Symmetric, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    sizes: &[u64],
) -> Vec<Box<dyn Oracle<G>>> {
    let mut solvers = depth_first_solvers(game, knowledge, sizes);
    for size in sizes {
        solvers.extend(binary_solvers(game, knowledge, *size));
    }
    solvers
}

/// The solvers of questions with two answers, with every choice they have, and with trees that
/// outgrow their memory.
fn binary_solvers<G: Symmetric, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    size: u64,
) -> Vec<Box<dyn Oracle<G>>> {
    let settings = [
        Conjecture::Answer(true),
        Conjecture::Answer(false),
        Conjecture::Root,
        Conjecture::Nobody,
    ];
    let settings = settings.map(|conjecture| {
        SolverName::ExpectedWork(ExpectedWork {
            conjecture,
            epsilon: 0.25,
            ..ExpectedWork::default()
        })
    });
    let is_other = |name: &SolverName| name.is_binary() && *name != SolverName::DfPn;
    let names = SolverName::ALL.into_iter().filter(is_other);
    let names: Vec<SolverName> = names.chain(settings).collect();
    let mut solvers: Vec<Box<dyn Oracle<G>>> = Vec::new();
    for reduction in REDUCTIONS {
        let resources = Resources::new(table(game, size), reduction, size);
        for name in &names {
            let solver = binary::solver(*name, game, knowledge, &resources);
            solvers.push(Box::new(BisectionOracle::new(solver)));
        }
        let epsilon = if size == 0 { 0.0 } else { 0.25 };
        let df_pn = DfPn::new(game.clone(), knowledge.clone(), &resources, epsilon);
        solvers.push(Box::new(BisectionOracle::new(df_pn)));
    }
    solvers
}

fn unknown<G: Game>(game: &G) -> Interval {
    Interval::unknown(game.value_range())
}

/// The canonical move by its definition: the first among the best.
fn first_best<G: Symmetric>(game: &G, position: &G::Position) -> Option<Move> {
    let mut minimax = Minimax::new(game.clone());
    let mut best: Option<(Value, Move)> = None;
    for played in game.moves(position) {
        let child = game.play_unchecked(position, played);
        let value = -minimax.value(&child, unknown(game)).unwrap();
        if best.is_none_or(|(max, _)| value > max) {
            best = Some((value, played));
        }
    }
    best.map(|(_, played)| played)
}

fn trees(values: RangeInclusive<Value>) -> impl Strategy<Value = RandomTree> {
    let (shape, ties) = (any::<bool>(), any::<bool>());
    (1..=4_u32, 1..=5_u32, any::<u64>(), shape, ties).prop_map(
        move |(width, depth, seed, uniform, ties)| {
            let parameters = Parameters {
                values: ties.then(|| values.clone()),
                shape: if uniform {
                    TreeShape::Uniform
                } else {
                    TreeShape::Variable
                },
                ties: if ties { Ties::Some } else { Ties::None },
                ..Parameters::uniform(width, depth, seed)
            };
            RandomTree::new(parameters).unwrap()
        },
    )
}

/// All of the Oracle trait at one position, against minimax.
fn agrees_with_minimax<G: Symmetric>(
    solver: &mut dyn Oracle<G>,
    position: &G::Position,
    below: Value,
    above: Value,
) -> Result<(), TestCaseError> {
    let game = solver.game().clone();
    let range = game.value_range();
    let value = Minimax::new(game.clone())
        .value(position, unknown(&game))
        .unwrap();
    let bounds = Interval {
        lower: (value - below).max(range.min),
        upper: (value + above).min(range.max),
    };
    prop_assert_eq!(solver.value(position, bounds).unwrap(), value);
    prop_assert_eq!(solver.value(position, unknown(&game)).unwrap(), value);
    for bound in [value - above, value, value + 1, value + 1 + below] {
        prop_assert_eq!(solver.at_least(position, bound).unwrap(), value >= bound);
    }
    prop_assert_eq!(
        solver.best_move(position, value).unwrap(),
        first_best(&game, position)
    );
    let variation = solver.principal_variation(position).unwrap();
    let mut position = position.clone();
    let mut value = value;
    for played in variation {
        prop_assert_eq!(Some(played), first_best(&game, &position));
        position = game.play_unchecked(&position, played);
        value = -value;
    }
    prop_assert_eq!(game.terminal_value(&position), Some(value));
    prop_assert!(solver.nodes() > 0);
    Ok(())
}

proptest! {
    /// Of few values, and of so many that a few null-window tests rarely find one.
    #[test]
    fn solvers_agree_with_minimax_on_trees(
        few in trees(-3..=3),
        many in trees(-1_000_000..=999_999),
        slack in (0..3, 0..3),
        of_many in (0..1000, 0..1000),
    ) {
        for (tree, (below, above)) in [(few, slack), (many, of_many)] {
            for mut solver in solvers(&tree, &NoKnowledge, &SIZES) {
                agrees_with_minimax(&mut *solver, &tree.start(), below, above)?;
            }
        }
    }
}

/// All solvers on all positions of a game, in one pass and with one table each, so that what one
/// search leaves in the table meets all the others; those of questions with two answers on some
/// hundreds.
fn agree_everywhere<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: &K, sizes: &[u64]) {
    let positions = values(game);
    let depth_first = depth_first_solvers(game, knowledge, sizes);
    let binary = sizes
        .iter()
        .flat_map(|size| binary_solvers(game, knowledge, *size));
    let some = positions.len().div_ceil(500);
    let all = depth_first.into_iter().map(|solver| (solver, 1));
    for (mut solver, step) in all.chain(binary.map(|solver| (solver, some))) {
        for (position, value) in positions.iter().step_by(step) {
            assert_eq!(
                solver.value(position, unknown(game)).unwrap(),
                *value,
                "{position:?}"
            );
            assert!(solver.at_least(position, *value).unwrap());
            assert!(!solver.at_least(position, *value + 1).unwrap());
        }
    }
}

#[test]
fn every_position_of_othello_4x4() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    agree_everywhere(&game, &NoKnowledge, &SIZES);
    agree_everywhere(&game, &OthelloKnowledge::new(&game), &SIZES);
    let wide = Othello::<u128>::new(4, 4).unwrap();
    agree_everywhere(&wide, &OthelloKnowledge::new(&wide), &SIZES);
}

#[test]
fn every_position_of_connect_four() {
    let game = ConnectFour::new(4, 4).unwrap();
    agree_everywhere(&game, &ConnectFourKnowledge, &SIZES[2..]);
    let scored = game.with_utility(Utility::Score);
    agree_everywhere(&scored, &ConnectFourKnowledge, &SIZES[2..]);
    for (columns, rows) in [(1, 5), (2, 5), (3, 4), (5, 2)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        agree_everywhere(&game, &ConnectFourKnowledge, &SIZES);
    }
}

#[test]
fn every_position_of_tic_tac_toe_and_small_hex() {
    agree_everywhere(&Mnk::new(3, 3, 3).unwrap(), &NoKnowledge, &SIZES);
    for (columns, rows) in [(2, 3), (3, 3)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        for parts in [AnalysisOptions::NONE, AnalysisOptions::default()] {
            agree_everywhere(&game, &HexKnowledge::new(&game, parts), &SIZES);
        }
    }
}

/// Threads that share a small table, each in its own order over the positions.
fn agree_in_parallel<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: &K, bytes: u64) {
    let positions = values(game);
    let table = table(game, bytes);
    thread::scope(|scope| {
        for (number, reduction) in REDUCTIONS.into_iter().enumerate() {
            let (table, positions) = (Arc::clone(&table), &positions);
            scope.spawn(move || {
                let mut solver = PrincipalVariationSearch::new(
                    game.clone(),
                    knowledge.clone(),
                    table,
                    reduction,
                );
                for at in 0..positions.len() {
                    let at = if number == 0 {
                        at
                    } else {
                        positions.len() - 1 - at
                    };
                    let (position, value) = &positions[at];
                    assert_eq!(solver.value(position, unknown(game)).unwrap(), *value);
                }
            });
        }
    });
}

#[test]
fn threads_that_share_a_table_agree() {
    let othello = Othello::<u64>::new(4, 4).unwrap();
    let wide = Othello::<u128>::new(4, 4).unwrap();
    for bytes in SIZES {
        agree_in_parallel(&othello, &NoKnowledge, bytes);
        agree_in_parallel(&wide, &NoKnowledge, bytes);
    }
    let connect_four = ConnectFour::new(4, 4).unwrap();
    agree_in_parallel(&connect_four, &ConnectFourKnowledge, 1 << 12);
}

/// Values of empty boards from Tromp's table of Connect Four sizes.
#[test]
fn connect_four_boards_have_their_known_values() {
    for (columns, rows, value) in [
        (4, 4, 0),
        (4, 5, 0),
        (4, 6, 0),
        (5, 4, 0),
        (5, 5, 0),
        (6, 4, -1),
        (6, 5, 0),
        (7, 4, 0),
    ] {
        let game = ConnectFour::new(columns, rows).unwrap();
        for reduction in REDUCTIONS {
            let table = table(&game, 1 << 24);
            let mut solver =
                PrincipalVariationSearch::new(game.clone(), ConnectFourKnowledge, table, reduction);
            let found = solver.value(&game.start(), unknown(&game)).unwrap();
            assert_eq!(found, value, "{columns}x{rows}");
        }
    }
}

/// Positions of Pons' sets L3 R1 and L2 R1, with the sign of their scores.
#[test]
fn connect_four_7x6_positions_have_their_known_values() {
    let late = include_str!("../../../../data/connect-four-7x6-l3-r1.txt");
    let middle = include_str!("../../../../data/connect-four-7x6-l2-r1.txt");
    let lines = late.lines().step_by(40);
    let lines = lines.chain(middle.lines().step_by(200));
    let game = ConnectFour::new(7, 6).unwrap();
    let table = table(&game, 1 << 24);
    let reduction = Reduction::Canonical;
    let mut solver =
        PrincipalVariationSearch::new(game.clone(), ConnectFourKnowledge, table, reduction);
    for line in lines {
        let (moves, score) = line.split_once(' ').unwrap();
        let position = game.parse_position(moves).unwrap();
        let value = solver.value(&position, unknown(&game)).unwrap();
        assert_eq!(value, score.parse::<Value>().unwrap().signum(), "{moves}");
    }
}

/// Transposing a board changes nothing about a game of Othello, its start included.
#[test]
fn othello_boards_and_their_transposes_have_equal_values() {
    for ((columns, rows), value) in [((4, 4), -10), ((6, 4), 16), ((4, 6), 16)] {
        let game = Othello::<u64>::new(columns, rows).unwrap();
        let knowledge = OthelloKnowledge::new(&game);
        for mut solver in solvers(&game, &knowledge, &[1 << 20]) {
            let found = solver.value(&game.start(), unknown(&game)).unwrap();
            assert_eq!(found, value, "{columns}x{rows}");
        }
    }
}

/// Endgames of the French federation's magazine, with 14 empty squares and the score of the side to
/// move.
#[test]
fn othello_8x8_endgames_have_their_known_scores() {
    let suite = include_str!("../../../../data/ffo-endgames.obf");
    let game = Othello::<u128>::new(8, 8).unwrap();
    let knowledge = OthelloKnowledge::new(&game);
    for mut solver in solvers(&game, &knowledge, &[1 << 22]) {
        for line in obf::positions(suite).take(7) {
            let line = line.unwrap();
            let position = game.parse_position(line.board).unwrap();
            let value = solver.value(&position, unknown(&game)).unwrap();
            assert_eq!(Some(value), line.score(), "{}", line.board);
        }
    }
}

/// The canonical play does not depend on solver, knowledge, table or reduction.
#[test]
fn all_solvers_play_the_same_othello_6x4() {
    let game = Othello::<u64>::new(6, 4).unwrap();
    let knowledge = OthelloKnowledge::new(&game);
    let depth_first = depth_first_solvers(&game, &knowledge, &SIZES[1..]);
    // One of each kind: the canonical play takes many questions.
    let binary = binary_solvers(&game, &knowledge, 1 << 22).into_iter();
    let variations: Vec<Vec<Move>> = depth_first
        .into_iter()
        .chain(binary.skip(8).take(4))
        .map(|mut solver| solver.principal_variation(&game.start()).unwrap())
        .collect();
    let moves = variations[0].iter().map(|played| game.format_move(*played));
    let text = moves.collect::<Vec<_>>().join(" ");
    let end = game.play_list(&game.start(), &text).unwrap().0;
    assert_eq!(game.terminal_value(&end).map(Value::abs), Some(16));
    assert!(variations.iter().all(|one| *one == variations[0]));
}

#[test]
#[should_panic(expected = "the table is for")]
fn a_table_of_another_game_is_refused() {
    let (one, other) = (Mnk::new(3, 3, 3).unwrap(), Mnk::new(3, 3, 2).unwrap());
    AlphaBeta::new(one, NoKnowledge, table(&other, 0), Reduction::None);
}

/// Asks a solver and stops it at each question whether to go on; between them it is checkpointed,
/// and another goes on, with more memory or less. The answer, how often it was stopped, and the
/// expansions of all.
fn in_pieces<G: Symmetric, K: GameKnowledge<G>>(
    method: SolverName,
    game: &G,
    knowledge: &K,
    position: &G::Position,
    bound: Value,
    sizes: &[u64],
) -> (bool, u64, u64) {
    let (mut kept, mut stops, mut expansions) = (None::<Vec<u8>>, 0, 0);
    for size in sizes.iter().cycle() {
        let resources = Resources::for_game(game, Reduction::Canonical, *size, *size).unwrap();
        let mut solver = binary::solver(method, game, knowledge, &resources);
        if let Some(kept) = &kept {
            let mut from = &kept[..];
            solver.load(&mut from).unwrap();
            assert!(from.is_empty(), "{method}: {} bytes are left", from.len());
        }
        // Once it goes on by itself.
        let mut pieces = (0..2).map(|_| solver.reaches(position, bound, &mut |_| false));
        let answer = pieces.find_map(|answer| answer);
        expansions += solver.effort().expansions;
        if let Some(answer) = answer {
            return (answer, stops, expansions);
        }
        stops += 1;
        assert!(stops < 2_000, "{method} comes no further");
        let mut to = Vec::new();
        solver.save(&mut to).unwrap();
        kept = Some(to);
    }
    unreachable!("sizes are asked for again and again")
}

#[test]
fn checkpointed_searches_come_to_the_same_answers() {
    fn compare<G: Symmetric, K: GameKnowledge<G>>(
        game: &G,
        knowledge: &K,
        position: &G::Position,
        bound: Value,
    ) {
        for method in binary::all() {
            // Alpha-beta begins with its first depth again, and would never come beyond one.
            if method == SolverName::IterativeDeepening {
                continue;
            }
            let resources =
                Resources::for_game(game, Reduction::Canonical, 1 << 22, 1 << 22).unwrap();
            let mut solver = binary::solver(method, game, knowledge, &resources);
            let answer = solver.reaches(position, bound, &mut |_| true).unwrap();
            let at_once = solver.effort().expansions;
            let (found, stops, expansions) =
                in_pieces(method, game, knowledge, position, bound, &[1 << 22]);
            assert_eq!(found, answer, "{method}, {}", game.spec());
            let is_short = at_once <= 1_024;
            assert!(is_short || stops > 0, "{method}: {stops} stops, {at_once}");
            // Alpha-beta begins with its first depth again, and random plays are others.
            if method != SolverName::IterativeDeepening {
                let max = 3 * at_once + 2_000;
                assert!(
                    expansions < max,
                    "{method}: {expansions}, {at_once} at once"
                );
            }
            let sizes = [1 << 22, 1 << 20, 1 << 21];
            // Proof numbers are known by their places in a table of one size.
            if method != SolverName::DfPn {
                let (found, ..) = in_pieces(method, game, knowledge, position, bound, &sizes);
                assert_eq!(found, answer, "{method}, {}", game.spec());
            }
        }
    }
    let hex = Hex::<u64>::new(5, 4).unwrap();
    compare(&hex, &NoKnowledge, &hex.start(), 1);
    let go = Go::from_spec(&Spec::parse("go:3x3").unwrap()).unwrap();
    for bound in [9, 10] {
        compare(&go, &GoKnowledge::default(), &go.start(), bound);
    }
    let connect = ConnectFour::new(4, 4).unwrap();
    compare(&connect, &NoKnowledge, &connect.start(), 0);
}

#[test]
fn what_no_solver_wrote_is_refused() {
    let game = Hex::<u64>::new(5, 5).unwrap();
    let resources = || Resources::for_game(&game, Reduction::Canonical, 1 << 16, 1 << 18).unwrap();
    let expected = SolverName::ExpectedWork(ExpectedWork::default());
    for method in [
        expected,
        SolverName::Pns,
        SolverName::Mcts,
        SolverName::DfPn,
    ] {
        let mut solver = binary::solver(method, &game, &NoKnowledge, &resources());
        assert_eq!(solver.reaches(&game.start(), 1, &mut |_| false), None);
        let mut kept = Vec::new();
        solver.save(&mut kept).unwrap();
        let load = |bytes: &[u8]| {
            let mut solver = binary::solver(method, &game, &NoKnowledge, &resources());
            solver.load(&mut &bytes[..]).map(|()| solver)
        };
        assert!(load(&kept).is_ok());
        let step = 1 + kept.len() / 40;
        for end in (0..kept.len()).step_by(step) {
            assert!(load(&kept[..end]).is_err(), "{method}: {end} bytes");
        }
        // A change may go unnoticed, but nothing comes to harm by it.
        for at in (0..8).chain((8..kept.len()).step_by(step)) {
            let mut changed = kept.clone();
            changed[at] ^= 0x5a;
            let loaded = load(&changed);
            assert!(loaded.is_err() || at >= 8, "{method}: byte {at}");
            if let Ok(mut solver) = loaded {
                let _ = solver.reaches(&game.start(), 1, &mut |_| false);
            }
        }
    }
}
