//! What knowledge says of positions is true, and what it leaves out does not matter.

use std::sync::Arc;

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Interval, Move, Reduction, Symmetric, Value};
use solveig_games::connect_four::knowledge::ConnectFourKnowledge;
use solveig_games::connect_four::{ConnectFour, Utility};
use solveig_games::hex::Hex;
use solveig_games::hex::knowledge::{AnalysisOptions, HexKnowledge};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::knowledge::{GameKnowledge, OwnSolvers};
use solveig_search::random::Random;
use solveig_search::{
    AlphaBeta, Bounds, NoKnowledge, Oracle, PrincipalVariationSearch, TranspositionTable, Window,
};
use solveig_testkit::exhaustive::{Exhaustive, values};

/// Holds what `knowledge` says of `position` against the exact values of position and children.
fn is_sound<G: Symmetric, K: GameKnowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    value_of: &mut dyn FnMut(&G::Position) -> Value,
) {
    let mut moves = vec![Move(u16::MAX)];
    let bounds = knowledge.expand(game, position, &mut moves);
    assert_eq!(moves[0], Move(u16::MAX), "expand() appends");
    let kept = moves.split_off(1);
    if game.terminal_value(position).is_some() {
        assert_eq!(kept, [], "{position:?} is over");
        return;
    }
    let value = value_of(position);
    let range = bounds.meet(Interval::unknown(game.value_range()));
    assert!(
        range.lower <= value && value <= range.upper,
        "{bounds:?} of {position:?}, which is worth {value}"
    );
    let legal = game.moves(position);
    assert!(kept.iter().all(|played| legal.contains(played)));
    let best = kept
        .iter()
        .map(|played| -value_of(&game.play_unchecked(position, *played)))
        .fold(bounds.lower, Value::max);
    assert_eq!(best, value, "what is left of {position:?}");

    let mut ordered = kept.clone();
    knowledge.order(game, position, &mut ordered);
    let sorted = |mut moves: Vec<Move>| {
        moves.sort();
        moves
    };
    assert_eq!(sorted(ordered), sorted(kept), "order() only orders");

    let range = game.value_range();
    for alpha in range.min - 1..range.max {
        for beta in [alpha + 1, alpha + 2, range.max + 1] {
            let window = Window { alpha, beta };
            let Some((found, _)) = knowledge.finish(game, position, window) else {
                return;
            };
            let holds = if found <= alpha {
                value <= found
            } else if found >= beta {
                value >= found
            } else {
                value == found
            };
            assert!(
                holds,
                "{found} in {window:?} of {position:?}, which is worth {value}"
            );
        }
    }
}

fn is_sound_everywhere<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: &K) {
    let mut oracle = Exhaustive::new(game);
    let mut value_of = |position: &G::Position| oracle.solve(position);
    for (position, _) in values(game) {
        is_sound(game, knowledge, &position, &mut value_of);
    }
}

#[test]
fn all_is_true_of_every_connect_four_position_up_to_4x4() {
    for (columns, rows) in [(1, 4), (2, 5), (3, 5), (4, 3), (5, 3), (4, 4)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        is_sound_everywhere(&game, &ConnectFourKnowledge);
        let scored = game.with_utility(Utility::Score);
        is_sound_everywhere(&scored, &ConnectFourKnowledge);
    }
}

#[test]
fn all_is_true_of_every_othello_4x4_position() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    is_sound_everywhere(&game, &OthelloKnowledge::new(&game));
}

#[test]
fn all_is_true_of_every_hex_position_up_to_3x4() {
    for (columns, rows) in [(1, 1), (1, 3), (3, 2), (3, 3), (2, 5), (4, 3)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        is_sound_everywhere(&game, &HexKnowledge::new(&game, AnalysisOptions::default()));
        is_sound_everywhere(&game, &HexKnowledge::new(&game, AnalysisOptions::NONE));
    }
}

/// The position after the moves that `choices` picks, or earlier where the game is over.
fn play_out<G: Game>(game: &G, choices: &[prop::sample::Index]) -> G::Position {
    let mut position = game.start();
    for choice in choices {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        position = game.play_unchecked(&position, *choice.get(&moves));
    }
    position
}

fn choices(max: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), max / 2..=max)
}

/// Values from a solver without knowledge.
fn unordered<G: Symmetric>(game: &G) -> impl FnMut(&G::Position) -> Value {
    let table = Arc::new(TranspositionTable::new(game, 1 << 22).unwrap());
    let mut solver = AlphaBeta::new(game.clone(), NoKnowledge, table, Reduction::None);
    let unknown = Interval::unknown(game.value_range());
    move |position| solver.value(position, unknown).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_is_true_of_connect_four_7x6(choices in choices(42)) {
        let game = ConnectFour::new(7, 6).unwrap();
        let position = play_out(&game, &choices);
        prop_assume!(game.level(&position) >= 28);
        is_sound(&game, &ConnectFourKnowledge, &position, &mut unordered(&game));
        let scored = game.with_utility(Utility::Score);
        is_sound(&scored, &ConnectFourKnowledge, &position, &mut unordered(&scored));
    }

    #[test]
    fn all_is_true_of_hex_5x5(choices in choices(25)) {
        let game = Hex::<u64>::new(5, 5).unwrap();
        let position = play_out(&game, &choices);
        let knowledge = HexKnowledge::new(&game, AnalysisOptions::default());
        is_sound(&game, &knowledge, &position, &mut unordered(&game));
    }

    #[test]
    fn all_is_true_of_othello_on_any_board(
        (columns, rows) in prop::sample::select(vec![(6, 4), (4, 6), (8, 4), (6, 6), (4, 10)]),
        choices in choices(40),
    ) {
        let game = Othello::<u64>::new(columns, rows).unwrap();
        let position = play_out(&game, &choices);
        prop_assume!(game.max_level() - game.level(&position) <= 8);
        is_sound(&game, &OthelloKnowledge::new(&game), &position, &mut unordered(&game));
    }

    #[test]
    fn all_is_true_of_othello_8x8(choices in choices(64)) {
        let game = Othello::<u128>::new(8, 8).unwrap();
        let position = play_out(&game, &choices);
        prop_assume!(game.max_level() - game.level(&position) <= 8);
        is_sound(&game, &OthelloKnowledge::new(&game), &position, &mut unordered(&game));
    }
}

fn nodes<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: K) -> u64 {
    let table = Arc::new(TranspositionTable::new(game, 1 << 24).unwrap());
    let mut solver =
        PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical);
    let unknown = Interval::unknown(game.value_range());
    solver.value(&game.start(), unknown).unwrap();
    solver.nodes()
}

#[test]
fn knowledge_saves_most_of_the_work() {
    let othello = Othello::<u64>::new(6, 4).unwrap();
    let knowledge = OthelloKnowledge::new(&othello);
    assert!(5 * nodes(&othello, knowledge) < nodes(&othello, NoKnowledge));
    let connect_four = ConnectFour::new(5, 4).unwrap();
    assert!(5 * nodes(&connect_four, ConnectFourKnowledge) < nodes(&connect_four, NoKnowledge));
}

/// Analyses of Hex start from those of the position before; not those of an independent copy.
#[test]
fn independent_knowledge_says_the_same_whatever_it_was_asked_before() {
    let game = Hex::<u64>::new(6, 6).unwrap();
    let shared = HexKnowledge::new(&game, AnalysisOptions::default());
    let independent = OwnSolvers::<Hex<u64>>::independent(&shared);
    let mut random = Random::new(5);
    let mut different = 0;
    for _ in 0..30 {
        let mut position = game.start();
        while game.terminal_value(&position).is_none() {
            let answer = |knowledge: &HexKnowledge| {
                let mut moves = Vec::new();
                let bounds = knowledge.expand(&game, &position, &mut moves);
                (bounds, moves)
            };
            let new = HexKnowledge::new(&game, AnalysisOptions::default());
            let expected = answer(&new);
            assert_eq!(answer(&independent), expected, "{position:?}");
            different += u32::from(answer(&shared) != expected);
            let moves = game.moves(&position);
            let played = moves[random.below(moves.len() as u32) as usize];
            position = game.play_unchecked(&position, played);
        }
    }
    assert!(different > 0);
}
