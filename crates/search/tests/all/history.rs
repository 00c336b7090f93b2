//! Games whose values depend on how play came about: searched without a table, or with one that
//! knows under which conditions its answers hold.

use std::collections::HashMap;

use solveig_game::{
    Game, GameExt, Interval, Keyed, Move, Notation, Reduction, Spec, Symmetric, Value, ValueRange,
};
use solveig_games::go::knowledge::history_free::{
    BoundedWin, SearchOptions, find_history_free_win,
};
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_games::go::{Colour, Go, GoPosition, Situation};
use solveig_games::mnk::Mnk;
use solveig_games::random_tree::RandomTree;
use solveig_search::binary::{
    BestFirst, BinarySolver, BisectionOracle, DfPn, ExpectedWork, ProofNumbers, Resources,
    WorkEstimate,
};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::random::Random;
use solveig_search::solvers::SolverName;
use solveig_search::{
    Minimax, NoKnowledge, NoTable, Oracle, PlainAlphaBeta, StopToken, TranspositionTable,
};

use crate::binary;

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

fn value<G: Game>(solver: &mut impl Oracle<G>) -> Value {
    let (start, range) = (solver.game().start(), solver.game().value_range());
    solver.value(&start, Interval::unknown(range)).unwrap()
}

/// Plain alpha-beta with this knowledge says of the start what minimax says; returns both solvers'
/// nodes.
fn agrees_with_minimax<G: Symmetric, K: GameKnowledge<G>>(game: &G, knowledge: K) -> [u64; 2] {
    let mut plain = PlainAlphaBeta::new(game.clone(), knowledge);
    let mut minimax = Minimax::new(game.clone());
    let (start, spec) = (game.start(), game.spec());
    let expected = value(&mut minimax);
    assert_eq!(value(&mut plain), expected, "{spec}");
    let nodes = [plain.nodes(), minimax.nodes()];
    for bound in expected - 2..expected + 3 {
        let above = plain.at_least(&start, bound).unwrap();
        assert_eq!(above, expected >= bound, "{spec}, {bound}");
    }
    let canonical = minimax.principal_variation(&start).unwrap();
    assert_eq!(plain.principal_variation(&start).unwrap(), canonical);
    nodes
}

#[test]
fn plain_alpha_beta_says_what_the_definition_says() {
    for seed in 0..40 {
        let spec = format!("random-tree:4x5?seed={seed}&shape=variable");
        let tree = RandomTree::from_spec(&Spec::parse(&spec).unwrap()).unwrap();
        agrees_with_minimax(&tree, NoKnowledge);
    }
    for spec in ["go:1x3", "go:3x1?superko=situational", "go:2x1?komi=0.5"] {
        agrees_with_minimax(&go(spec), GoKnowledge::default());
    }
    let [plain, minimax] = agrees_with_minimax(&Mnk::new(3, 3, 3).unwrap(), NoKnowledge);
    assert!(plain < minimax, "{plain} {minimax}");
}

#[test]
fn small_go_boards_have_their_values() {
    let values = [
        ("1x1", 0),
        ("1x2", 0),
        ("1x3", 3),
        ("1x4", 4),
        ("1x5", 0),
        ("2x2", 1),
    ];
    for superko in ["positional", "situational"] {
        for suicide in ["no", "yes"] {
            for (size, expected) in values {
                // With suicide, 1x5 takes 45 million nodes and more.
                if (size, suicide) == ("1x5", "yes") {
                    continue;
                }
                let game = go(&format!("go:{size}?superko={superko}&suicide={suicide}"));
                let mut plain = PlainAlphaBeta::new(game.clone(), GoKnowledge::default());
                assert_eq!(value(&mut plain), expected, "{}", game.spec());
            }
        }
    }
    for (size, expected) in values {
        let game = go(&format!("go:{size}?ko=basic"));
        let mut plain = PlainAlphaBeta::new(game.clone(), GoKnowledge::default());
        assert_eq!(value(&mut plain), under_basic_ko(size, expected), "{size}");
    }
}

/// The value under basic ko of a board with this value under superko.
fn under_basic_ko(size: &str, expected: Value) -> Value {
    match size {
        // Each side captures two stones in the cycle that White aims at.
        "2x2" => 0,
        _ => expected,
    }
}

#[test]
fn komi_turns_the_score_into_a_result() {
    for (komi, expected) in [("3.5", -1), ("3", 0), ("2.5", 1), ("-4", 1)] {
        let game = go(&format!("go:1x3?komi={komi}"));
        assert_eq!(value(&mut Minimax::new(game)), expected, "{komi}");
    }
}

/// Solvers of questions with two answers, on a tree or on proof numbers alone.
fn binary_solvers(game: &Go) -> Vec<Box<dyn Oracle<Go>>> {
    let resources = Resources::without_table(Reduction::Canonical, 1 << 22);
    let grown = |estimate| {
        let policy = ExpectedWork::with(estimate);
        BestFirst::new(game.clone(), NoKnowledge, &resources, policy)
    };
    let numbers = BestFirst::new(game.clone(), NoKnowledge, &resources, ProofNumbers);
    vec![
        Box::new(BisectionOracle::new(grown(WorkEstimate::Expected))),
        Box::new(BisectionOracle::new(grown(WorkEstimate::SizeAlone))),
        Box::new(BisectionOracle::new(numbers)),
        Box::new(BisectionOracle::new(DfPn::new(
            game.clone(),
            NoKnowledge,
            &resources,
            0.25,
        ))),
    ]
}

/// The board after two moves each is its own mirror image, and what came before is not.
#[test]
fn images_of_boards_are_not_images_of_histories() {
    let game = go("go:2x2");
    let start = game.start();
    let expected = PlainAlphaBeta::new(game.clone(), GoKnowledge::default())
        .principal_variation(&start)
        .unwrap();
    for mut solver in binary_solvers(&game) {
        assert_eq!(solver.principal_variation(&start).unwrap(), expected);
    }
}

/// A position after random moves; captures are preferred, so that boards come close to repetition.
fn after_random_moves(game: &Go, random: &mut Random, plies: u32) -> GoPosition {
    let mut position = game.start();
    for _ in 0..plies {
        let moves = game.moves(&position);
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|played| {
                let after = game.play_unchecked(&position, *played);
                after.occupied().count_ones() < position.occupied().count_ones()
            })
            .collect();
        let choice = match captures.is_empty() || random.below(4) == 0 {
            true => &moves,
            false => &captures,
        };
        let Some(played) = choice.get(random.below(choice.len().max(1) as u32) as usize) else {
            break;
        };
        position = game.play_unchecked(&position, *played);
    }
    position
}

/// One table of answers for many positions with all kinds of histories, against searches that keep
/// nothing. Returns how many positions the proof of a sibling decided.
fn reuse_is_sound(spec: &str, table_bytes: u64, positions: u32, seed: u64) -> u64 {
    let game = go(spec);
    let mut random = Random::new(seed);
    let resources = Resources::for_game(&game, Reduction::Canonical, table_bytes, 1 << 20).unwrap();
    let knowing = |safety| GoKnowledge { safety };
    let bounded = knowing(Safety::Bounded);
    let mut reusing = DfPn::new(game.clone(), bounded, &resources, 0.5);
    let mut growing = BestFirst::new(game.clone(), bounded, &resources, ProofNumbers);
    let mut unordered = DfPn::new(game.clone(), NoKnowledge, &resources, 0.25);
    let alone = Resources::without_table(Reduction::None, 1 << 20);
    let mut forgetting = DfPn::new(game.clone(), knowing(Safety::Unconditional), &alone, 0.5);
    let ValueRange { min, max } = game.value_range();
    let mut decided = 0;
    for number in 0..positions {
        let plies = random.below(3 * game.board().points());
        let position = after_random_moves(&game, &mut random, plies);
        let bound = min + 1 + random.below((max - min) as u32) as Value;
        // What takes too long without a table is left out.
        let max = forgetting.effort().expansions + 20_000;
        let Some(expected) = forgetting.reaches(&position, bound, &mut |now| now.expansions < max)
        else {
            continue;
        };
        decided += 1;
        let solver: &mut dyn BinarySolver<Go> = match number % 3 {
            0 => &mut reusing,
            1 => &mut growing,
            _ => &mut unordered,
        };
        let found = solver.reaches(&position, bound, &mut |_| true);
        let history: Vec<Situation> = position.history().copied().collect();
        assert_eq!(
            found,
            Some(expected),
            "{spec}: {position:?} >= {bound} after {history:?}"
        );
    }
    let reuses = reusing.effort().table_answers;
    assert!(decided > positions / 4, "{spec}: {decided} of {positions}");
    assert!(reuses > 0);
    growing.effort().simulated
}

#[test]
fn answers_are_used_again_only_where_they_hold() {
    for superko in ["positional", "situational"] {
        for suicide in ["no", "yes"] {
            for (size, positions) in [("1x4", 500), ("1x5", 1_000), ("2x2", 1_000), ("2x3", 1_000)]
            {
                let spec = format!("go:{size}?superko={superko}&suicide={suicide}");
                let simulated = reuse_is_sound(&spec, 1 << 20, positions, 1);
                assert!(simulated > 0 || size == "1x4", "{spec}");
            }
        }
    }
    for (size, positions) in [("1x6", 1_000), ("3x3", 200)] {
        let simulated = reuse_is_sound(&format!("go:{size}"), 1 << 22, positions, 2);
        assert!(simulated > 20, "{size}: {simulated}");
    }
    for (size, positions) in [
        ("1x3", 200),
        ("1x4", 500),
        ("1x5", 1_000),
        ("1x6", 1_000),
        ("2x2", 1_000),
        ("2x3", 1_000),
        ("3x3", 300),
        ("2x2?komi=1", 500),
        ("1x5?komi=0", 1_000),
        ("2x3?komi=0", 500),
    ] {
        let mark = if size.contains('?') { '&' } else { '?' };
        reuse_is_sound(&format!("go:{size}{mark}ko=basic"), 1 << 22, positions, 3);
    }
}

/// Knowledge against none under basic ko, where boards that came before may end the game.
#[test]
fn safety_of_every_kind_holds_after_every_history_of_basic_ko() {
    let mut random = Random::new(7);
    let (mut bounded, mut refused) = (0, 0);
    for (spec, positions) in [
        ("go:1x5?ko=basic", 1_500),
        ("go:1x6?ko=basic", 1_500),
        ("go:2x3?ko=basic", 1_500),
        ("go:3x3?ko=basic", 400),
    ] {
        let game = go(spec);
        let alone = Resources::without_table(Reduction::None, 1 << 20);
        let mut exact = DfPn::new(game.clone(), NoKnowledge, &alone, 0.5);
        for _ in 0..positions {
            let plies = random.below(4 * game.board().points());
            let position = after_random_moves(&game, &mut random, plies);
            if game.terminal_value(&position).is_some() {
                continue;
            }
            let fresh = game.position(game.key(&position)).unwrap();
            for safety in [Safety::Unconditional, Safety::Alternating, Safety::Bounded] {
                let knowledge = GoKnowledge { safety };
                let bounds = knowledge.bounds(&game, &position);
                refused += u32::from(bounds != knowledge.bounds(&game, &fresh));
                let range = game.value_range();
                for (bound, expected) in [(bounds.lower, true), (bounds.upper + 1, false)] {
                    if bound <= range.min || bound > range.max {
                        continue;
                    }
                    let max = exact.effort().expansions + 20_000;
                    let found = exact.reaches(&position, bound, &mut |now| now.expansions < max);
                    bounded += u32::from(found.is_some());
                    let history: Vec<Situation> = position.history().copied().collect();
                    assert!(
                        found.is_none_or(|found| found == expected),
                        "{spec}: {safety:?} says {bounds:?} of {position:?} after {history:?}"
                    );
                }
            }
        }
    }
    assert!(bounded > 1_000 && refused > 10, "{bounded} {refused}");
}

/// The spec, the value and the position of each line of a file that the example `go_reference`
/// wrote, which shares no code with the library.
fn values_of_another_program() -> impl Iterator<Item = (Go, Value, GoPosition)> {
    let lines = include_str!("../data/go-values.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (spec, rest) = line.split_once(' ').unwrap();
        let (value, moves) = rest.split_once(' ').unwrap();
        let game = go(spec);
        let position = match moves {
            "-" => game.start(),
            moves => game.parse_position(moves).unwrap(),
        };
        (game, value.parse().unwrap(), position)
    })
}

#[test]
fn values_agree_with_those_of_another_program() {
    let mut games: HashMap<String, Vec<(Value, GoPosition)>> = HashMap::new();
    for (game, value, position) in values_of_another_program() {
        let values = games.entry(game.spec()).or_default();
        values.push((value, position));
    }
    assert_eq!(games.len(), 30);
    for (spec, values) in games {
        assert!(values.len() > 5, "{spec}: {}", values.len());
        let game = go(&spec);
        let knowledge = GoKnowledge::default();
        let range = game.value_range();
        // The table of one solver serves all positions.
        for method in [
            SolverName::ExpectedWork(ExpectedWork::default()),
            SolverName::Pns,
            SolverName::DfPn,
        ] {
            let resources =
                Resources::for_game(&game, Reduction::Canonical, 1 << 22, 1 << 24).unwrap();
            let mut solver = binary::solver(method, &game, &knowledge, &resources);
            for (value, position) in &values {
                let mut reaches = |bound| solver.reaches(position, bound, &mut |_| true);
                let reaches_it = *value == range.min || reaches(*value) == Some(true);
                let ends_there = *value == range.max || reaches(value + 1) == Some(false);
                assert!(reaches_it && ends_there, "{spec} {position:?}");
            }
        }
    }
}

/// Of moves that are images of one another one is looked at, where the whole history has the
/// symmetry and nowhere else.
#[test]
fn symmetric_moves_are_looked_at_once_where_the_history_is_symmetric() {
    let looked_at = |spec: &str, moves: &str| {
        let game = go(spec);
        let resources = Resources::for_game(&game, Reduction::Canonical, 1 << 20, 1 << 20).unwrap();
        let policy = ExpectedWork::default();
        let mut solver = BestFirst::new(game.clone(), NoKnowledge, &resources, policy);
        let position = game.parse_position(moves).unwrap();
        let stop = StopToken::never().with_budget(0);
        solver.set_stop(stop);
        assert_eq!(solver.reaches(&position, 1, &mut |_| true), None);
        // The position itself is one.
        solver.effort().nodes - 1
    };
    // Six kinds of points and the pass.
    assert_eq!(looked_at("go:5x5", ""), 7);
    assert_eq!(looked_at("go:5x5", "c3"), 6);
    assert_eq!(looked_at("go:3x3", "b2"), 3);
    // One diagonal is left: 14 of 24 points, and the pass.
    assert_eq!(looked_at("go:5x5", "a1"), 15);
    assert_eq!(looked_at("go:5x4", ""), 7);
    // The board has two diagonals and a rotation, the board before it only the first diagonal.
    assert_eq!(looked_at("go:5x5", "a1 pass e5"), 14);
}

/// The tree of a stopped search is not used for the same board after another history.
#[test]
fn a_stopped_search_goes_on_only_after_the_same_history() {
    goes_on_only_after_the_same_history("go:1x4");
    goes_on_only_after_the_same_history("go:1x4?ko=basic");
}

fn goes_on_only_after_the_same_history(spec: &str) {
    let game = go(spec);
    let resources = Resources::without_table(Reduction::None, 1 << 20);
    let mut random = Random::new(3);
    let mut boards: HashMap<_, Vec<GoPosition>> = HashMap::new();
    for _ in 0..2_000 {
        let plies = random.below(12);
        let position = after_random_moves(&game, &mut random, plies);
        boards
            .entry(game.key(&position))
            .or_default()
            .push(position);
    }
    let mut differ = 0;
    for positions in boards.values() {
        for pair in positions.windows(2) {
            let ValueRange { min, max } = game.value_range();
            for bound in min + 1..=max {
                let fresh = || BestFirst::new(game.clone(), NoKnowledge, &resources, ProofNumbers);
                let [first, second] = [0, 1].map(|number: usize| {
                    let found = fresh().reaches(&pair[number], bound, &mut |_| true);
                    found.expect("nothing stops it")
                });
                differ += u32::from(first != second);
                for budget in [1, 33, 97] {
                    let mut solver = fresh();
                    solver.set_stop(StopToken::never().with_budget(budget));
                    solver.reaches(&pair[0], bound, &mut |_| true);
                    solver.set_stop(StopToken::never());
                    let found = solver.reaches(&pair[1], bound, &mut |_| true);
                    assert_eq!(found, Some(second), "{:?} >= {bound}", pair[1]);
                }
            }
        }
    }
    assert!(differ > 20, "{spec}: {differ}");
}

/// Why relevance zones (Shih et al. 2021) are left off in Go: `docs/explanation/expected-work.md`
/// shows the position.
#[test]
fn what_a_zone_claims_fails_where_superko_forbids_the_winners_move() {
    let game = go("go:3x3");
    let alone = Resources::without_table(Reduction::None, 1 << 20);
    let mut solver = DfPn::new(game.clone(), NoKnowledge, &alone, 0.5);
    let mut takes_all = |position: &GoPosition| {
        let answer = solver.reaches(position, 9, &mut |_| true);
        answer.expect("nothing stops the search")
    };
    // White has just taken a ko on B3; then Black and White exchange stones on C1 and A1.
    let ko = "A1 pass C3 B1 A3 A2 B2 B3";
    let before = game.parse_position(ko).unwrap();
    let after = game.parse_position(&format!("{ko} C1 A1")).unwrap();
    let outside = 0b101;
    for colour in [Colour::Black, Colour::White] {
        let differ = before.stones(colour) ^ after.stones(colour);
        assert_eq!(differ & !outside, 0);
    }
    let (retaken, _) = game.parse_move("A3").unwrap();
    assert!(!game.moves(&before).contains(&retaken));
    assert!(game.moves(&after).contains(&retaken));
    assert!(takes_all(&after));
    // Without history Black takes all whatever is outside.
    let mut boards = 0;
    for first in ["-", "X", "O"] {
        for last in ["-", "X", "O"] {
            let text = format!("{first}O{last}OX--OX X");
            let Ok(position) = game.parse_board(&text).unwrap() else {
                continue;
            };
            boards += 1;
            assert!(takes_all(&position), "{text}");
        }
    }
    assert_eq!(boards, 6);
    // After the ko, without the exchange, White takes all.
    let mut reaches = |bound| solver.reaches(&before, bound, &mut |_| true);
    assert_eq!(reaches(-8), Some(false));
}

#[test]
fn little_memory_for_answers_changes_none() {
    reuse_is_sound("go:2x2", 0, 100, 4);
    reuse_is_sound("go:1x5", 1 << 14, 100, 5);
    reuse_is_sound("go:2x3", 1 << 16, 100, 6);
}

#[test]
fn safety_of_every_kind_leads_to_the_same_values() {
    let kinds = [Safety::Unconditional, Safety::Alternating, Safety::Bounded];
    let mut expansions = [0; 3];
    for ko in ["superko=positional", "superko=situational", "ko=basic"] {
        for (size, expected) in [("2x2", 1), ("2x3", 0), ("2x4", 8), ("3x3", 9)] {
            let expected = match ko {
                "ko=basic" => under_basic_ko(size, expected),
                _ => expected,
            };
            let game = go(&format!("go:{size}?{ko}"));
            let start = game.start();
            for (safety, expansions) in kinds.into_iter().zip(&mut expansions) {
                let knowledge = GoKnowledge { safety };
                let resources = Resources::without_table(Reduction::Canonical, 1 << 24);
                let mut solver = DfPn::new(game.clone(), knowledge, &resources, 0.25);
                let mut reaches = |bound| solver.reaches(&start, bound, &mut |_| true);
                let points = game.value_range().max;
                assert_eq!(reaches(expected), Some(true), "{}", game.spec());
                if expected < points {
                    assert_eq!(reaches(expected + 1), Some(false), "{}", game.spec());
                }
                *expansions += solver.effort().expansions;
            }
        }
    }
    // On boards as small as these there is nothing to gain outside the territory.
    let [unconditional, alternating, bounded] = expansions;
    assert!(
        unconditional > alternating && alternating >= bounded,
        "{expansions:?}"
    );
}

#[test]
fn a_table_is_refused_where_keys_say_too_little() {
    let error = TranspositionTable::new(&go("go:2x2"), 1 << 20).unwrap_err();
    let game = "go:2x2".to_owned();
    assert_eq!(error, NoTable::DependsOnHistory { game });
}

/// The same values bound what the search for wins without history finds, which reaches some of
/// them.
#[test]
fn wins_without_history_agree_with_those_of_another_program() {
    let options = SearchOptions { bytes: 1 << 20 };
    let (mut found, mut of) = (0, 0);
    for (game, value, position) in values_of_another_program() {
        let mover = position.to_move();
        for (winner, value) in [(mover, value), (mover.opponent(), -value)] {
            let range = game.value_range();
            let finds = |bound| {
                let (claim, stop) = (BoundedWin { winner, bound }, StopToken::never());
                let win = find_history_free_win(&game, &position, claim, options, stop);
                win.unwrap().is_some()
            };
            if value > range.min {
                found += u32::from(finds(value));
                of += 1;
            }
            let is_bounded = value == range.max || !finds(value + 1);
            assert!(is_bounded, "{} {position:?}", game.spec());
        }
    }
    assert!(found > 150, "{found} of {of}");
}
