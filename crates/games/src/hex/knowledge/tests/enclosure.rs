//! Tests of the regions that full connections enclose.

use super::*;
use solveig_game::Notation;

/// Fills the regions of both players, each by itself, and asserts that nobody's win depends on it.
/// Returns how many of the two players have regions.
fn check_regions(
    shape: &HexBoard,
    board: [u128; 2],
    limits: ConnectionLimits,
    memory: &mut HashMap<([u128; 2], Colour), bool>,
) -> u32 {
    let mut graphs = Graphs::new(shape);
    // The cells that a stone would capture are known of a board that is filled in, which few of
    // these are. Every other one is, and has fewer regions.
    let mut filled = FilledPosition::from(board);
    let is_filled = board[0].count_ones().is_multiple_of(2);
    if is_filled && graphs.fill(shape, &mut filled).is_some() {
        return 0;
    }
    let mut found = 0;
    for colour in Colour::BOTH {
        let captured = is_filled.then(|| graphs.captured(colour));
        let own = filled.stones[colour as usize] | filled.dead;
        let mut connections = Connections::new(shape, colour, limits);
        let stones = Stones {
            own,
            other: filled.stones[colour.opponent() as usize],
            captured: captured.as_ref(),
            moves_first: false,
        };
        if let Reach::Full { .. } = connections.build(shape, &stones) {
            continue;
        }
        let region = connections.enclosed_cells(shape);
        assert_eq!(region & !filled.empty(shape), 0);
        found += u32::from(region != 0);
        if region == 0 {
            continue;
        }
        let mut before = filled.stones;
        before[colour as usize] = own;
        let after = with(before, colour, region);
        for mover in Colour::BOTH {
            assert_eq!(
                wins(shape, after, mover, memory),
                wins(shape, before, mover, memory),
                "{shape:?} {before:?}, {colour:?} is given {region:#b}, {mover:?} to move"
            );
        }
    }
    found
}

fn limits() -> [ConnectionLimits; 3] {
    let all = ConnectionLimits::default();
    let over_edges = Some(121);
    let (fulls, semis) = (1, 2);
    [
        all,
        ConnectionLimits { over_edges, ..all },
        ConnectionLimits {
            fulls,
            semis,
            ..all
        },
    ]
}

#[test]
fn enclosed_regions_of_small_boards_may_be_filled() {
    for (columns, rows) in [(1, 5), (5, 1), (2, 4), (4, 2), (3, 3)] {
        let shape = HexBoard::new(columns, rows);
        let mut memory = HashMap::new();
        for limits in limits() {
            for board in all_boards(shape.cells() as usize) {
                check_regions(&shape, board, limits, &mut memory);
            }
        }
    }
}

#[test]
fn enclosed_regions_of_sampled_positions_may_be_filled() {
    let mut found = 0;
    for (columns, rows, samples, left) in [
        (4, 3, 8_000, 8),
        (4, 4, 8_000, 9),
        (5, 5, 4_000, 10),
        (8, 8, 4_000, 10),
        (5, 13, 4_000, 10),
        (11, 11, 8_000, 10),
    ] {
        let shape = HexBoard::new(columns, rows);
        let mut dice = Random::new(0x9E37_79B9_7F4A_7C15 ^ u64::from(shape.cells()));
        for sample in 0..samples {
            // Cells near one another are left, so that some touch.
            let mut empty = 1_u128 << dice.below(shape.cells());
            while empty.count_ones() < left {
                let beside = shape.around(empty) & shape.all & !empty;
                let place = dice.below(beside.count_ones());
                empty |= 1 << Cells(beside).nth(place as usize).unwrap();
            }
            let mut board = [0; 2];
            for cell in Cells(shape.all & !empty) {
                board = with(board, Colour::BOTH[dice.index(2)], 1 << cell);
            }
            let limits = limits()[sample % 3];
            found += check_regions(&shape, board, limits, &mut HashMap::new());
        }
    }
    assert!(found > 1_000, "{found}");
}

/// What a link says is filled in for the winner is all that its node has more, regions included:
/// zones rest on it. Nothing else is filled in here.
#[test]
fn links_have_all_cells_that_are_filled_in() {
    let parts = AnalysisOptions {
        fill_in: false,
        ..weak()
    };
    let (mut linked, mut filled_in) = (0, 0);
    let mut dice = Random::new(0x2545_F491_4F6C_DD1D);
    for (merges_filled, threads) in [(true, 1), (true, 2), (false, 1), (false, 2)] {
        for (columns, rows, stones) in [(5, 5, 3), (4, 6, 2), (6, 4, 2)].repeat(8) {
            let game = Hex::<u64>::new(columns, rows).unwrap();
            let mut position = game.start();
            for _ in 0..stones {
                let mut moves = Vec::new();
                game.legal_moves(&position, &mut moves);
                let place = dice.index(moves.len());
                position = game.play(&position, moves[place]).unwrap();
            }
            let options = SearchOptions {
                merges_filled,
                ..SearchOptions::default()
            };
            let unknown = Interval::unknown(game.value_range());
            let mut team = HexSolver::team(&game, parts, options, 1 << 22, threads);
            std::thread::scope(|scope| {
                for solver in &mut team {
                    scope.spawn(|| solver.value(&position, unknown).unwrap());
                }
            });
            let nodes = &team[0].nodes;
            for part in &nodes.parts {
                let links: Vec<_> = {
                    let part = part.lock().unwrap();
                    part.links
                        .iter()
                        .map(|(situation, link)| (*situation, *link))
                        .collect()
                };
                for (situation, link) in links {
                    let Some(mut filled) = nodes.with(&link.node, |node| node.filled) else {
                        continue;
                    };
                    if link.is_turned {
                        filled = filled.rotated(&game.board);
                    }
                    for colour in 0..2 {
                        let said = situation.stones[colour] | link.captured[colour];
                        assert_eq!(filled.stones[colour] & !said, 0, "{situation:?} {link:?}");
                    }
                    linked += 1;
                    filled_in += u32::from(link.captured != [0; 2]);
                }
            }
        }
    }
    assert!(linked > 500 && filled_in > 200, "{linked} {filled_in}");
}
