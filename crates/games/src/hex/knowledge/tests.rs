mod connections;
mod enclosure;

use solveig_game::Notation;
use std::collections::{HashMap, HashSet};

use super::connections::{Connections, KnownConnections, Reach, Stones};
use super::inferior::Graphs;
use super::nodes::{HexNode, Nodes, Situation};
use super::*;
use crate::colour::Colour;
use crate::hex::cells::Cells;

/// The stones with more of one colour.
fn with(mut stones: [u128; 2], colour: Colour, cells: u128) -> [u128; 2] {
    stones[colour as usize] |= cells;
    stones
}

/// Whether the side to move wins, by trying everything.
fn wins(
    shape: &HexBoard,
    board: [u128; 2],
    mover: Colour,
    memory: &mut HashMap<([u128; 2], Colour), bool>,
) -> bool {
    if let Some(value) = memory.get(&(board, mover)) {
        return *value;
    }
    let value = if shape.connects(board[mover as usize], mover) {
        true
    } else if shape.connects(board[mover.opponent() as usize], mover.opponent()) {
        false
    } else {
        Cells(shape.all & !(board[0] | board[1])).any(|cell| {
            let child = with(board, mover, 1 << cell);
            !wins(shape, child, mover.opponent(), memory)
        })
    };
    memory.insert((board, mover), value);
    value
}

/// Asserts that nothing `analyst` says of a position is wrong.
fn check(
    analyst: &mut Analyst,
    board: [u128; 2],
    memory: &mut HashMap<([u128; 2], Colour), bool>,
    open: &mut u32,
) {
    let shape = analyst.board.clone();
    for mover in Colour::BOTH {
        let value = wins(&shape, board, mover, memory);
        let mut filled = FilledPosition::from(board);
        let said = analyst.analyse(&mut filled, mover, None);
        let [black, white] = filled.stones;
        assert_eq!((black & white, (black | white) & filled.dead), (0, 0));
        for colour in Colour::BOTH {
            let full = with(filled.stones, colour, filled.dead);
            assert_eq!(
                wins(&shape, full, mover, memory),
                value,
                "fill-in of {board:?}, {mover:?} to move: {filled:?}"
            );
        }
        *open += u32::from(matches!(said.analysis, Analysis::Open(_)));
        check_said(&shape, board, mover, said, memory);
    }
}

/// Asserts that what is said of a position is right: the winner, the moves left and the zone.
fn check_said(
    shape: &HexBoard,
    board: [u128; 2],
    mover: Colour,
    ZonedAnalysis { analysis, zone }: ZonedAnalysis,
    memory: &mut HashMap<([u128; 2], Colour), bool>,
) {
    let value = wins(shape, board, mover, memory);
    match analysis {
        Analysis::Decided(winner) => {
            assert_eq!(
                winner == mover,
                value,
                "{shape:?} {board:?}, {mover:?} to move"
            );
            // All that the winner does not need is the loser's.
            let mut least = [shape.all & !zone; 2];
            least[winner as usize] = board[winner as usize] & zone;
            least[winner.opponent() as usize] |= board[winner.opponent() as usize];
            assert_eq!(
                wins(shape, least, mover, memory),
                value,
                "{shape:?} {board:?}, {mover:?} to move, {zone:#b}"
            );
        }
        Analysis::Open(moves) => {
            let kept = moves.iter().any(|cell| {
                let after = with(board, mover, 1 << cell);
                !wins(shape, after, mover.opponent(), memory)
            });
            assert_eq!(
                kept, value,
                "{shape:?} {board:?}, {mover:?} to move, {moves:?}"
            );
        }
    }
}

fn all_options() -> Vec<AnalysisOptions> {
    let limits = |over_edges| {
        Some(ConnectionLimits {
            over_edges,
            ..ConnectionLimits::default()
        })
    };
    let (all, none) = (AnalysisOptions::default(), AnalysisOptions::NONE);
    let filled = AnalysisOptions {
        fill_in: true,
        ..none
    };
    let connected = AnalysisOptions {
        connections: limits(None),
        ..none
    };
    vec![
        all,
        AnalysisOptions {
            connections: limits(Some(121)),
            ..all
        },
        connected,
        AnalysisOptions {
            enclosed: true,
            ..connected
        },
        AnalysisOptions {
            enclosed: false,
            ..all
        },
        filled,
        AnalysisOptions {
            dominated: true,
            ..filled
        },
        AnalysisOptions {
            vulnerable: true,
            ..filled
        },
        AnalysisOptions {
            reversible: true,
            ..filled
        },
        AnalysisOptions {
            vulnerable: true,
            reversible: true,
            dominated: true,
            ..filled
        },
    ]
}

/// With so few connections that many positions stay open.
pub(super) fn weak() -> AnalysisOptions {
    let limits = ConnectionLimits {
        fulls: 1,
        semis: 2,
        over_edges: None,
    };
    AnalysisOptions {
        connections: Some(limits),
        ..AnalysisOptions::default()
    }
}

/// A board with these cells left: the last row or column is its opponent's but for them, and any
/// other cell is anybody's.
fn filled_but_for(shape: &HexBoard, left: u128, dice: &mut Random) -> [u128; 2] {
    let last = Colour::BOTH[dice.index(2)];
    let [_, end] = shape.edges(last);
    let mut board = with([0; 2], last.opponent(), end & !left);
    for cell in Cells(shape.all & !(end | left)) {
        board = with(board, Colour::BOTH[dice.index(2)], 1 << cell);
    }
    board
}

/// Up to `stones` stones of anybody's on drawn cells.
fn scattered(shape: &HexBoard, stones: u32, dice: &mut Random) -> [u128; 2] {
    let mut board = [0; 2];
    for _ in 0..stones {
        let cell = 1_u128 << dice.below(shape.cells());
        if (board[0] | board[1]) & cell == 0 {
            board = with(board, Colour::BOTH[dice.index(2)], cell);
        }
    }
    board
}

/// Every way to put stones on a board.
fn all_boards(cells: usize) -> impl Iterator<Item = [u128; 2]> {
    (0..3_u64.pow(cells as u32)).map(move |mut code| {
        let mut board = [0; 2];
        for cell in 0..cells {
            match code % 3 {
                1 => board[0] |= 1 << cell,
                2 => board[1] |= 1 << cell,
                _ => {}
            }
            code /= 3;
        }
        board
    })
}

#[test]
fn nothing_said_of_a_small_position_is_wrong() {
    for (columns, rows) in [
        (1, 1),
        (1, 4),
        (4, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (4, 2),
        (3, 3),
    ] {
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        for options in all_options() {
            let mut analyst = Analyst::new(&shape, options);
            let mut open = 0;
            for board in all_boards(shape.cells() as usize) {
                check(&mut analyst, board, &mut memory, &mut open);
            }
        }
    }
}

/// A move is not reversible because the answer alone would capture its cell: after both, the player
/// is to move there. On the empty 2x2 board nothing that wins would be left.
#[test]
fn a_cell_that_the_answer_would_capture_is_not_reversible() {
    let shape = HexBoard::new(2, 2);
    let mut graphs = Graphs::new(&shape);
    assert_eq!(graphs.fill(&shape, &mut FilledPosition::default()), None);
    let loses = |cell: usize| {
        let board = with([0; 2], Colour::Black, 1 << cell);
        wins(&shape, board, Colour::White, &mut HashMap::new())
    };
    let winning = Cells(shape.all).filter(|cell| !loses(*cell));
    let winning = winning.fold(0_u128, |all, cell| all | 1 << cell);
    let captured = graphs.captured(Colour::White);
    let wrong = captured.iter().fold(0, |all, cells| all | cells);
    assert_ne!(winning, 0);
    assert_eq!(winning & !wrong, 0);
    let mut zone = 0;
    let spare = &mut Graphs::new(&shape);
    let reversible =
        graphs.captured_reversible(spare, Colour::Black, &captured, shape.all, &mut zone);
    assert_ne!(winning & !reversible, 0);
}

#[test]
fn the_first_move_on_five_by_five_is_seen_to_win() {
    // By virtual connections alone. On all sizes the first player wins (Nash).
    for side in 1..=5 {
        let shape = HexBoard::new(side, side);
        let mut analyst = Analyst::new(&shape, AnalysisOptions::default());
        let ZonedAnalysis { analysis, .. } =
            analyst.analyse(&mut FilledPosition::default(), Colour::Black, None);
        assert_eq!(analysis, Analysis::Decided(Colour::Black), "{side}");
    }
}

#[test]
fn nothing_said_of_sampled_positions_is_wrong() {
    for (columns, rows, samples, stones) in [
        (3, 4, 4_000, 12),
        (4, 3, 4_000, 12),
        (4, 4, 1_000, 14),
        (5, 5, 150, 22),
    ] {
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        let mut dice = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut analysts: Vec<_> = all_options()
            .into_iter()
            .map(|options| Analyst::new(&shape, options))
            .collect();
        let mut open = 0;
        for _ in 0..samples {
            let least = match shape.cells() {
                0..=12 => 0,
                13..=16 => 8,
                _ => 16,
            };
            let stones = least + dice.below(stones - least);
            let board = scattered(&shape, stones, &mut dice);
            let which = dice.index(analysts.len());
            check(&mut analysts[which], board, &mut memory, &mut open);
        }
        assert!(open > samples / 100);
    }
}

/// Games of random moves, whose positions are analysed starting from those before.
#[test]
fn what_is_said_after_a_move_is_right() {
    let (mut open, mut started) = (0, 0);
    for (columns, rows, games, skipped) in [(3, 3, 100, 0), (4, 3, 300, 0), (4, 4, 400, 6)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        let mut dice = Random::new(0x9E37_79B9_7F4A_7C15);
        let unfilled = AnalysisOptions {
            fill_in: false,
            ..weak()
        };
        for options in [AnalysisOptions::default(), unfilled, weak()] {
            let knowledge = HexKnowledge::new(&game, options);
            for _ in 0..games {
                let mut position = game.start();
                for ply in 0.. {
                    let mut moves = Vec::new();
                    game.legal_moves(&position, &mut moves);
                    if game.is_over(position) || moves.is_empty() {
                        break;
                    }
                    if ply >= skipped {
                        let (board, mover) = (game.stones(&position), game.mover(position));
                        let mut cache = knowledge.cache();
                        let (_, before) = knowledge.start(&mut cache.connections, board, mover);
                        drop(cache);
                        started += u32::from(before.is_some());
                        let said = knowledge.analyse(&game, &position);
                        let stones = board;
                        if let Some((entry, _)) = knowledge
                            .cache()
                            .connections
                            .get(&Situation { stones, mover })
                        {
                            let [black, white] = entry.filled.stones;
                            assert_eq!(black & white, 0, "{board:?}");
                        }
                        if let Analysis::Open(cells) = &said.analysis
                            && !cells.is_empty()
                        {
                            open += 1;
                            moves = cells.iter().map(|cell| Move((*cell).into())).collect();
                        }
                        check_said(&shape, board, mover, said, &mut memory);
                    }
                    let place = dice.index(moves.len());
                    position = game.play(&position, moves[place]).unwrap();
                }
            }
        }
    }
    assert!(started > 200 && open > 500, "{started} {open}");
}

/// All decided nodes, with whether the side to move wins.
fn decided(nodes: &Nodes) -> Vec<(Situation, HexNode, bool)> {
    let parts = nodes.parts.iter().map(|part| part.lock().unwrap());
    let decided = parts.flat_map(|part| {
        let nodes = part.nodes.iter();
        let decided = nodes.filter_map(|(key, node)| {
            let wins = node.numbers.decided()?;
            Some((*key, node.clone(), wins))
        });
        decided.collect::<Vec<_>>()
    });
    decided.collect()
}

/// Gives all that lies outside the zone of each decided position to the loser, and plays it out.
#[test]
fn what_lies_outside_a_zone_may_be_the_losers() {
    let mut all_parts = all_options();
    all_parts.push(weak());
    all_parts.push(AnalysisOptions::NONE);
    let (mut strict, mut gave) = (0, 0);
    for (columns, rows, samples, stones) in [(3, 3, 6, 3), (4, 3, 6, 6), (4, 4, 4, 10)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        let mut dice = Random::new(0x2545_F491_4F6C_DD1D);
        for parts in &all_parts {
            for _ in 0..samples {
                let mut position = game.start();
                for _ in 0..dice.below(stones) {
                    let mut moves = Vec::new();
                    game.legal_moves(&position, &mut moves);
                    if !moves.is_empty() {
                        let place = dice.index(moves.len());
                        position = game.play(&position, moves[place]).unwrap();
                    }
                }
                if game.is_over(position) {
                    continue;
                }
                let options = SearchOptions::default();
                let mut solver = HexSolver::team(&game, *parts, options, 1 << 22, 1).remove(0);
                solver
                    .value(&position, Interval::unknown(game.value_range()))
                    .unwrap();
                for (key, node, mover_wins) in decided(&solver.nodes) {
                    let mover = key.mover;
                    let winner = if mover_wins { mover } else { mover.opponent() };
                    let empty = node.filled.empty(&shape);
                    assert_eq!(node.zone & !empty, 0, "{node:?}");
                    let outside = empty & !node.zone | node.filled.dead;
                    let board = with(node.filled.stones, winner.opponent(), outside);
                    assert_eq!(
                        wins(&shape, board, mover, &mut memory),
                        mover_wins,
                        "{shape:?}, {parts:?}, {mover:?} to move: {node:?}"
                    );
                    gave += u32::from(outside != 0);
                    strict += u32::from(!shape.connects(board[winner as usize], winner));
                }
            }
        }
    }
    assert!(gave > 1_000 && strict > 1_000, "{gave} {strict}");
}

/// The positions after the moves of `position` that do not end the game.
fn children(game: &Hex<u64>, position: HexPosition) -> Vec<HexPosition> {
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let children = moves.iter().map(|one| game.play(&position, *one).unwrap());
    children.filter(|one| !game.is_over(*one)).collect()
}

/// Who wins each of several positions, by one call, and the positions that were looked at.
fn win_each(game: &Hex<u64>, positions: &[HexPosition], uses_zones: bool) -> (Vec<bool>, u64) {
    let options = SearchOptions {
        uses_zones,
        ..SearchOptions::default()
    };
    let parts = AnalysisOptions::default();
    let mut solver = HexSolver::team(game, parts, options, 1 << 24, 1).remove(0);
    let mut found = vec![None; positions.len()];
    let mut tell = |index: usize, proved: Interval| {
        assert_eq!(found[index].replace(proved.value() == Some(1)), None);
    };
    let unknown = Interval::unknown(game.value_range());
    solver
        .watched_values(positions, unknown, &mut tell)
        .unwrap();
    (
        found.into_iter().map(Option::unwrap).collect(),
        solver.looks(),
    )
}

#[test]
fn moves_are_told_apart_as_by_trying_everything() {
    for (columns, rows, samples) in [(3, 3, 20), (4, 3, 20), (4, 4, 20)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        let mut dice = Random::new(7);
        for _ in 0..samples {
            let mut position = game.start();
            for _ in 0..dice.below(columns * rows / 2) {
                let next = children(&game, position);
                position = next[dice.index(next.len())];
            }
            // Positions of different parents, too.
            let mut positions = children(&game, position);
            let one = positions[dice.index(positions.len())];
            for more in [vec![], children(&game, one)] {
                positions.extend(more);
                let (found, _) = win_each(&game, &positions, true);
                for (position, found) in positions.iter().zip(found) {
                    let (stones, mover) = (game.stones(position), game.mover(*position));
                    assert_eq!(
                        found,
                        wins(&shape, stones, mover, &mut memory),
                        "{position:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_refutes_one_move_refutes_others() {
    let game = Hex::<u64>::new(5, 5).unwrap();
    let position = game.parse_position("a2 e4 a3").unwrap();
    let moves = children(&game, position);
    let (all, looks) = win_each(&game, &moves, false);
    let (found, fewer) = win_each(&game, &moves, true);
    assert_eq!(found, all);
    assert!(all.contains(&true) && all.contains(&false), "{all:?}");
    assert!(fewer < looks, "{fewer} {looks}");
}

/// A row or column that lacks one cell, the first or the last of the board: the player needs that
/// one and no other.
#[test]
fn the_outermost_cells_of_boards_of_all_sizes_are_counted() {
    let sizes = (1..=121).flat_map(|columns| (1..=121 / columns).map(move |rows| (columns, rows)));
    for (columns, rows) in sizes {
        let shape = HexBoard::new(columns, rows);
        for colour in Colour::BOTH {
            let mut connections = Connections::new(&shape, colour, ConnectionLimits::default());
            let lines = shape.edges(colour.opponent());
            for (line, carrier) in lines.into_iter().zip([1, 1 << (shape.cells() - 1)]) {
                let (own, other) = (line & !carrier, shape.all & !line);
                let stones = Stones {
                    own,
                    other,
                    captured: None,
                    moves_first: false,
                };
                let reach = connections.build(&shape, &stones);
                let common = carrier;
                assert_eq!(reach, Reach::Semi { common, carrier }, "{shape:?}");
            }
        }
    }
}

/// The same on large boards with a few cells left, so that all can be tried: the first or the last,
/// and others.
#[test]
fn nothing_said_of_the_largest_boards_is_wrong() {
    let mut open = 0;
    for (columns, rows) in [(8, 8), (5, 13), (11, 11), (1, 121), (121, 1)] {
        let shape = HexBoard::new(columns, rows);
        let cells = u64::from(shape.cells());
        let mut dice = Random::new(0x9E37_79B9_7F4A_7C15 ^ cells);
        let all = all_options().into_iter();
        let mut analysts: Vec<_> = all.map(|options| Analyst::new(&shape, options)).collect();
        for sample in 0..400 {
            let mut left = 1_u128 << (sample % 2 * (cells - 1));
            for _ in 0..sample % 9 {
                left |= 1 << dice.below(cells as u32);
            }
            let board = filled_but_for(&shape, left, &mut dice);
            let which = dice.index(analysts.len());
            check(&mut analysts[which], board, &mut HashMap::new(), &mut open);
        }
    }
    assert!(open > 50, "{open}");
}

#[test]
fn what_an_analyst_says_does_not_depend_on_what_it_saw_before() {
    let few = ConnectionLimits {
        semis: 3,
        ..ConnectionLimits::default()
    };
    let options = AnalysisOptions {
        connections: Some(few),
        ..AnalysisOptions::default()
    };
    for side in [4, 5] {
        let shape = HexBoard::new(side, side);
        let mut dice = Random::new(77);
        let mut used = Analyst::new(&shape, options);
        for _ in 0..4_000 {
            let mut board = [0; 2];
            for cell in Cells(shape.all) {
                if let Some(colour) = Colour::BOTH.get(dice.index(5)) {
                    board = with(board, *colour, 1 << cell);
                }
            }
            let mut fresh = Analyst::new(&shape, options);
            let [said, expected] = [&mut used, &mut fresh].map(|analyst| {
                analyst.analyse(&mut FilledPosition::from(board), Colour::Black, None)
            });
            assert_eq!(said, expected, "{board:?}");
        }
    }
}
