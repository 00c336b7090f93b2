//! Tests of the regions that full connections enclose.

use super::*;

/// Fills the regions of both players, each by itself, and asserts that nobody's win depends on it.
/// Returns how many of the two players have regions.
fn check_regions(
    shape: &HexBoard,
    board: [u128; 2],
    limits: ConnectionLimits,
    known: &mut HashMap<([u128; 2], Colour), bool>,
) -> u32 {
    let mut graphs = Graphs::new(shape);
    // The cells that a stone would capture are known of a board that is filled in, which few of
    // these are. Every other one is, and has fewer regions.
    let mut filled = Filled::from(board);
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
        let region = connections.enclosed(shape);
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
                wins(shape, after, mover, known),
                wins(shape, before, mover, known),
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
        let mut known = HashMap::new();
        for limits in limits() {
            for board in all_boards(shape.cells() as usize) {
                check_regions(&shape, board, limits, &mut known);
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
