//! What is known of Hex, and the solver that knows it, against brute force and published winners.

use std::sync::Arc;

use solveig_game::{Game, GameExt, Interval, Key, Notation, Reduction, WideKey};
use solveig_games::hex::knowledge::{
    AnalysisOptions, ConnectionLimits, HexKnowledge, HexSolver, SearchOptions,
};
use solveig_games::hex::{Hex, HexPosition};
use solveig_search::binary::random_playout;
use solveig_search::random::Random;
use solveig_search::{
    AlphaBeta, Estimates, NoKnowledge, Oracle, PrincipalVariationSearch, TranspositionTable,
};
use solveig_testkit::exhaustive::values;

/// Who wins after each opening of Black on square boards, row by row; Black connects top and
/// bottom. Up to 4x4 by brute force; 5x5 and 6x6 as published with Benzene (Arneson, Henderson and
/// Hayward 2009).
const OPENINGS: [&[&str]; 6] = [
    &["B"],
    &["WB", "BW"],
    &["WWB", "BBB", "BWW"],
    &["WWWB", "WWBW", "WBWW", "BWWW"],
    &["WWWWB", "WBBBB", "WBBBW", "BBBBW", "BWWWW"],
    &["WWWWWB", "WBBBBB", "BBBBBB", "BBBBBB", "BBBBBW", "BWWWWW"],
];

fn hex<K: Key>(columns: u32, rows: u32) -> Hex<K> {
    Hex::new(columns, rows).unwrap()
}

fn own_solver<K: Key>(
    game: &Hex<K>,
    parts: AnalysisOptions,
    search: SearchOptions,
) -> HexSolver<K> {
    HexSolver::team(game, parts, search, 1 << 24, 1).remove(0)
}

/// Whether the side to move wins.
fn wins<G: Game>(solver: &mut dyn Oracle<G>, position: &G::Position) -> bool {
    let unknown = Interval::unknown(solver.game().value_range());
    solver.value(position, unknown).unwrap() > 0
}

/// Each part switched off, and all but one.
fn parts() -> Vec<AnalysisOptions> {
    let all = AnalysisOptions::default();
    let limits = |over_edges| {
        Some(ConnectionLimits {
            over_edges,
            ..ConnectionLimits::default()
        })
    };
    let few = ConnectionLimits {
        fulls: 2,
        semis: 3,
        over_edges: None,
    };
    let switched_off: [fn(&mut AnalysisOptions); 8] = [
        |parts| parts.fill_in = false,
        |parts| parts.dominated = false,
        |parts| parts.vulnerable = false,
        |parts| parts.reversible = false,
        |parts| parts.captured = false,
        |parts| parts.connections = None,
        |parts| parts.enclosed = false,
        |parts| parts.resistance = false,
    ];
    let without_one = switched_off.map(|switch_off| {
        let mut parts = all;
        switch_off(&mut parts);
        parts
    });
    let others = [
        all,
        AnalysisOptions {
            connections: limits(Some(12)),
            ..all
        },
        AnalysisOptions {
            connections: Some(few),
            ..all
        },
        AnalysisOptions {
            connections: limits(None),
            enclosed: true,
            ..AnalysisOptions::NONE
        },
        AnalysisOptions {
            resistance: true,
            ..AnalysisOptions::NONE
        },
        AnalysisOptions::NONE,
    ];
    without_one.into_iter().chain(others).collect()
}

#[test]
fn the_winners_of_all_openings_up_to_6x6_are_found() {
    for (side, rows) in (1..).zip(OPENINGS) {
        let game = hex::<u64>(side, side);
        let mut solver = own_solver(&game, AnalysisOptions::default(), SearchOptions::default());
        let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
        let mut slow = AlphaBeta::new(game.clone(), NoKnowledge, table, Reduction::None);
        for cell in 0..game.cells() {
            let (column, row) = (cell % side, cell / side);
            let is_black = rows[row as usize].as_bytes()[column as usize] == b'B';
            let opening = game.place(game.start(), cell);
            let name = format!("{side}x{side}, cell {cell}");
            assert_eq!(wins(&mut solver, &opening), !is_black, "{name}");
            if side <= 4 {
                assert_eq!(
                    wins(&mut slow, &opening),
                    !is_black,
                    "{name} by brute force"
                );
            }
            let opposite = rows[(side - 1 - row) as usize].as_bytes()[(side - 1 - column) as usize];
            assert_eq!(opposite == b'B', is_black, "{name} turned");
        }
    }
}

/// Boards where one side is a cell longer: the player with the shorter way wins, whoever moves
/// first.
#[test]
fn the_shorter_way_wins_even_second() {
    for (columns, rows) in [(3, 2), (4, 3), (5, 4), (6, 5)] {
        let game = hex::<WideKey>(columns, rows);
        let mut solver = own_solver(&game, AnalysisOptions::default(), SearchOptions::default());
        assert!(wins(&mut solver, &game.start()), "{columns}x{rows}");
        let game = hex::<u64>(rows, columns);
        let mut solver = own_solver(&game, AnalysisOptions::default(), SearchOptions::default());
        assert!(!wins(&mut solver, &game.start()), "{rows}x{columns}");
    }
}

#[test]
fn boards_with_keys_too_long_for_tables_are_searched() {
    let game = hex::<WideKey>(11, 11);
    let mut solver = own_solver(&game, AnalysisOptions::default(), SearchOptions::default());
    // Black goes down the middle, two rows at a time, and White does nothing about it.
    let played = "f6a1e8a2d10a3g4a4h2";
    let position = game.parse_position(played).unwrap();
    assert!(!wins(&mut solver, &position));
}

/// A random order.
fn shuffle<T>(all: &mut [T], random: &mut Random) {
    for at in (1..all.len()).rev() {
        all.swap(at, random.index(at + 1));
    }
}

/// A position that leads to the node of another one, in which a cell is dead that is captured in
/// this one: the zone of the node lacks the captured cell.
#[test]
fn positions_that_share_a_node_have_zones_of_their_own() {
    let game = hex::<u64>(3, 3);
    let parts = AnalysisOptions {
        connections: None,
        ..AnalysisOptions::default()
    };
    for order in [
        [(352, 11), (1, 128), (0, 256)],
        [(352, 11), (256, 2), (0, 256)],
        [(224, 11), (256, 2), (0, 256)],
    ] {
        let mut solver = own_solver(&game, parts, SearchOptions::default());
        for (mover, opponent) in order {
            let position = HexPosition { mover, opponent };
            assert!(wins(&mut solver, &position), "{order:?} {position:?}");
        }
    }
}

#[test]
fn every_position_of_small_boards_with_any_parts() {
    let mut random = Random::new(1);
    for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 4), (3, 3)] {
        let game = hex::<u64>(columns, rows);
        let mut positions = values(&game);
        for parts in parts() {
            let knowledge = HexKnowledge::new(&game, parts);
            let table = Arc::new(TranspositionTable::new(&game, 1 << 16).unwrap());
            let mut general =
                PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical);
            let mut own: Vec<_> = [
                (0.0, 1.0, false, false),
                (0.0, 1.0, false, true),
                (0.25, 0.25, true, false),
                (0.25, 0.25, true, true),
            ]
            .into_iter()
            .map(|(epsilon, widening, merges_filled, keeps_connections)| {
                let search = SearchOptions {
                    epsilon,
                    widening,
                    merges_filled,
                    uses_zones: merges_filled,
                    keeps_connections,
                };
                own_solver(&game, parts, search)
            })
            .collect();
            // What is known of earlier positions must not mislead, whatever their order.
            shuffle(&mut positions, &mut random);
            for (position, value) in &positions {
                assert_eq!(wins(&mut general, position), *value > 0, "{position:?}");
                for own in &mut own {
                    assert_eq!(wins(own, position), *value > 0, "{position:?}");
                }
            }
        }
    }
}

/// A position after so many random moves, or where the game is over before.
fn after_random_moves<K: Key>(game: &Hex<K>, count: u32, random: &mut Random) -> HexPosition {
    let mut position = game.start();
    for _ in 0..count {
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let drawn = random.below(moves.len() as u32) as usize;
        position = game.play_unchecked(&position, moves[drawn]);
    }
    position
}

#[test]
fn positions_in_the_middle_of_a_game_with_any_parts() {
    let mut random = Random::new(7);
    for (side, stones, samples) in [(4, 4, 12), (5, 13, 12), (6, 25, 12)] {
        let game = hex::<u64>(side, side);
        let table = Arc::new(TranspositionTable::new(&game, 1 << 24).unwrap());
        let mut slow = AlphaBeta::new(game.clone(), NoKnowledge, table, Reduction::Canonical);
        let mut solvers: Vec<_> = parts()
            .into_iter()
            .filter(|parts| parts.connections.is_some() || side < 5)
            .map(|parts| own_solver(&game, parts, SearchOptions::default()))
            .collect();
        let mut won = 0;
        for _ in 0..samples {
            let position = after_random_moves(&game, stones, &mut random);
            let expected = wins(&mut slow, &position);
            won += u32::from(expected);
            for solver in &mut solvers {
                assert_eq!(wins(solver, &position), expected, "{position:?}");
            }
        }
        assert!(0 < won && won < samples, "{won} of {samples}");
    }
}

/// Several solvers that share their nodes, and memory for next to none of them.
#[test]
fn a_team_agrees() {
    let game = hex::<u64>(5, 5);
    let parts = AnalysisOptions::default();
    let winners = |bytes, count, merges_filled| -> Vec<Vec<bool>> {
        let search = SearchOptions {
            merges_filled,
            ..SearchOptions::default()
        };
        let team = HexSolver::team(&game, parts, search, bytes, count);
        let work = |mut solver: HexSolver<u64>| {
            let game = game.clone();
            std::thread::spawn(move || {
                let openings = (0..game.cells()).map(|cell| game.place(game.start(), cell));
                openings
                    .map(|opening| wins(&mut solver, &opening))
                    .collect()
            })
        };
        let threads: Vec<_> = team.into_iter().map(work).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    };
    let expected: Vec<bool> = OPENINGS[4]
        .iter()
        .flat_map(|row| row.bytes().map(|winner| winner == b'W'))
        .collect();
    for merges in [true, false] {
        for (bytes, count) in [(1 << 24, 3), (0, 2)] {
            for found in winners(bytes, count, merges) {
                assert_eq!(found, expected, "{bytes} bytes, merges: {merges}");
            }
        }
    }
}

/// All at once or move by move: wins and work are the same in the mean.
#[test]
fn random_plays_are_those_of_the_rules() {
    let game = hex::<u64>(4, 3);
    let knowledge = HexKnowledge::new(&game, AnalysisOptions::NONE);
    let mut random = Random::new(3);
    let after = |cells: &[u32]| {
        let play = |position, cell: &u32| game.place(position, *cell);
        cells.iter().fold(game.start(), play)
    };
    for position in [after(&[]), after(&[4]), after(&[0, 5, 7])] {
        const PLAYS: i32 = 40_000;
        let mut sums = [[0_f64; 3]; 2];
        for _ in 0..PLAYS {
            let plays = [
                knowledge.playout(&game, &position, &mut random),
                random_playout(&game, &position, 100, &mut Vec::new(), &mut random),
            ];
            for (sums, play) in sums.iter_mut().zip(plays) {
                let work = play.work as f64;
                sums[0] += f64::from(play.value);
                sums[1] += work;
                sums[2] += work * f64::from(play.value);
            }
        }
        let [all_at_once, by_moves] = sums.map(|sums| sums.map(|sum| sum / f64::from(PLAYS)));
        let spreads = [1.0, 15.0, 60.0];
        for (at, spread) in spreads.into_iter().enumerate() {
            // Five standard errors of the difference.
            let max = 5.0 * spread * (2.0 / f64::from(PLAYS)).sqrt();
            let difference = (all_at_once[at] - by_moves[at]).abs();
            assert!(difference < max, "{at}: {all_at_once:?}, {by_moves:?}");
        }
    }
    let over = after(&[0, 1, 4, 5, 8]);
    let play = knowledge.playout(&game, &over, &mut random);
    assert_eq!((play.value, play.work), (-1, 0));
}

/// Whether the side to move wins with these stones, those of Black first: by trying all moves.
fn wins_by_trial(game: &Hex<u64>, stones: [u128; 2], black_moves: bool) -> bool {
    let (own, other) = (usize::from(!black_moves), usize::from(black_moves));
    let mut empty = game.board() & !(stones[0] | stones[1]);
    while empty != 0 {
        let mut next = stones;
        next[own] |= empty & empty.wrapping_neg();
        empty &= empty - 1;
        if game.connects(next[own], black_moves) || !wins_by_trial(game, next, !black_moves) {
            return true;
        }
    }
    debug_assert!(!game.connects(stones[other], !black_moves));
    false
}

#[test]
fn boards_with_any_numbers_of_stones_have_their_values() {
    let empty: Hex<u64> = hex(3, 3);
    let mut counts = [0; 2];
    for number in (0..3_usize.pow(9)).step_by(5) {
        let stone = |cell: u32| b"-XO"[number / 3_usize.pow(cell) % 3] as char;
        let board: String = (0..9).map(stone).collect();
        for black_moves in [true, false] {
            let text = format!("{board} {}", if black_moves { 'X' } else { 'O' });
            let Ok(game) = empty.clone().set_up(&text) else {
                continue;
            };
            let start = game.start();
            if game.terminal_value(&start).is_some() {
                continue;
            }
            let stones = match black_moves {
                true => [start.mover, start.opponent],
                false => [start.opponent, start.mover],
            };
            let expected = wins_by_trial(&empty, stones, black_moves);
            let options = (AnalysisOptions::default(), SearchOptions::default());
            let mut solver = HexSolver::team(&game, options.0, options.1, 1 << 16, 1).remove(0);
            assert_eq!(wins(&mut solver, &start), expected, "{text}");
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}
