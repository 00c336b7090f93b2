//! Tests of virtual connections.

use super::*;

/// Two groups that a full connection joins, with stones that join each to an edge.
#[test]
fn a_connection_that_joins_the_edges_now_is_not_lost() {
    let shape = HexBoard::new(3, 5);
    let limits = ConnectionLimits {
        fulls: 2,
        semis: 3,
        over_edges: None,
    };
    let cells = |cells: &[u32]| cells.iter().fold(0_u128, |set, cell| set | 1 << cell);
    let stones = |own| Stones {
        own,
        other: cells(&[0, 1, 3, 4, 6, 9, 11, 14]),
        captured: None,
        moves_first: false,
    };
    let [before, after] = [cells(&[5, 10]), cells(&[2, 5, 10])].map(stones);
    let mut connections = Connections::new(&shape, Colour::Black, limits);
    connections.build(&shape, &before);
    let snapshot = connections.snapshot();
    assert!(snapshot.leads_to(&shape, &after));
    let carrier = cells(&[7, 8, 12, 13]);
    let found = connections.build_after(&snapshot, &shape, &after);
    assert_eq!(found, Reach::Full { carrier });
    assert_eq!(connections.build(&shape, &after), found);
}

/// The edge templates of the first four rows: on the empty board, where the carriers of all known
/// connections of a cell to the edge are broken, there is none within the rows from the cell to the
/// edge. So a table of templates would add none.
///
/// It is held against a search without connections on these rows alone, below a row in which
/// White leaves only the stone that the cell is joined to.
#[test]
fn edge_templates_up_to_the_fourth_row_are_found() {
    let mut counts = [0; 5];
    for columns in [4, 6, 8] {
        let shape = HexBoard::new(columns, 8);
        let mut connections = Connections::new(&shape, Colour::Black, ConnectionLimits::default());
        let stones = Stones {
            own: 0,
            other: 0,
            captured: None,
            moves_first: false,
        };
        connections.build(&shape, &stones);
        let snapshot = connections.snapshot();
        let edge = shape.cells() as usize + 1;
        for row in 2..=4_u32 {
            let game = Hex::<u128>::new(columns, row + 1).unwrap();
            let parts = AnalysisOptions {
                connections: None,
                ..AnalysisOptions::default()
            };
            let search = SearchOptions::default();
            let mut solver = HexSolver::team(&game, parts, search, 1 << 26, 1).remove(0);
            let first = shape.cells() - game.cells();
            let top = (1_u128 << columns) - 1;
            for column in 0..columns {
                let cell = columns + column;
                let stones = 1_u128 << column | 1 << cell;
                let mut joins = |white: u128| {
                    let filled = FilledPosition::from([stones, white | top & !stones]);
                    !solver.wins_filled(filled, Colour::White).unwrap()
                };
                let carriers = snapshot.between((first + cell) as usize, edge);
                let carriers: Vec<u128> = carriers.iter().map(|set| set >> first).collect();
                let rows = game.board.all & !top & !(1 << cell);
                for carrier in &carriers {
                    assert_eq!(carrier & !rows, 0);
                    assert!(joins(rows & !carrier), "{columns} {row} {column}");
                }
                counts[row as usize] += carriers.len();
                let mut hits: HashSet<u128> = [0].into();
                for carrier in &carriers {
                    let hit = |set: u128| {
                        let cells = if set & carrier == 0 { *carrier } else { 0 };
                        let further = Cells(cells).map(move |cell| set | 1 << cell);
                        further.chain((cells == 0).then_some(set))
                    };
                    hits = hits.into_iter().flat_map(hit).collect();
                }
                for white in hits {
                    assert!(
                        !joins(white),
                        "{columns} {row} {column}: {carriers:?} {white:x}"
                    );
                }
            }
        }
    }
    assert!(
        counts[2] > 10 && counts[3] > 10 && counts[4] > 0,
        "{counts:?}"
    );
}

/// Asserts that what connections prove holds whatever lies outside their carrier.
fn check_reach(
    shape: &HexBoard,
    colour: Colour,
    filled: &FilledPosition,
    reach: Reach,
    moves_first: bool,
    memory: &mut HashMap<([u128; 2], Colour), bool>,
) {
    let opponent = colour.opponent();
    let min = |carrier: u128| {
        let outside = filled.empty(shape) & !carrier;
        let stones = with(filled.stones, colour, filled.dead);
        with(stones, opponent, outside)
    };
    match reach {
        Reach::Open => {}
        Reach::Full { carrier } => {
            let holds = !wins(shape, min(carrier), opponent, memory);
            assert!(holds, "{shape:?}, {colour:?}: {filled:?}, {reach:?}");
        }
        Reach::Semi { common, carrier } => {
            let intrusions = Cells(carrier & !common).map(|cell| 1_u128 << cell);
            let intrusions = intrusions.filter(|_| !moves_first).chain([0]);
            for intrusion in intrusions {
                let board = with(min(carrier), opponent, intrusion);
                let holds = wins(shape, board, colour, memory);
                assert!(holds, "{shape:?}, {colour:?}: {filled:?}, {reach:?}");
            }
        }
    }
}

/// What was counted in [`check_lines`].
#[derive(Debug, Default)]
struct CarryCounts {
    builds: u32,
    /// Those that prove as much as connections that are found from nothing.
    alike: u32,
}

/// Adds one to three stones at a time to a position, and finds a player's connections from those
/// before.
fn check_lines(
    connections: [&mut Connections; 2],
    shape: &HexBoard,
    colour: Colour,
    mut filled: FilledPosition,
    dice: &mut Random,
    memory: &mut HashMap<([u128; 2], Colour), bool>,
    carried: &mut CarryCounts,
) {
    let [connections, fresh] = connections;
    let mut graphs = Graphs::new(shape);
    let uses_captured = dice.below(3) != 0;
    let mut before: Option<KnownConnections> = None;
    loop {
        if uses_captured && graphs.fill(shape, &mut filled).is_some() {
            return;
        }
        let captured = uses_captured.then(|| graphs.captured(colour));
        let stones = Stones {
            own: filled.stones[colour as usize] | filled.dead,
            other: filled.stones[colour.opponent() as usize],
            captured: captured.as_ref(),
            moves_first: before.is_some() && dice.below(3) == 0,
        };
        let expected = fresh.build(shape, &stones);
        let reach = match &before {
            None => connections.build(shape, &stones),
            Some(before) => {
                assert!(before.leads_to(shape, &stones));
                let reach = connections.build_after(before, shape, &stones);
                carried.builds += 1;
                let alike = match (reach, expected) {
                    (Reach::Semi { common, .. }, Reach::Semi { common: other, .. }) => {
                        stones.moves_first || common == other
                    }
                    _ => std::mem::discriminant(&reach) == std::mem::discriminant(&expected),
                };
                carried.alike += u32::from(alike);
                reach
            }
        };
        check_reach(shape, colour, &filled, reach, stones.moves_first, memory);
        if matches!(reach, Reach::Full { .. }) || stones.moves_first && reach != Reach::Open {
            return;
        }
        if before.is_none() || dice.below(3) != 0 {
            before = Some(connections.snapshot());
        }
        for _ in 0..=dice.below(3) {
            let empty: Vec<usize> = Cells(filled.empty(shape)).collect();
            if empty.is_empty() {
                return;
            }
            let owner = match dice.below(3) {
                0 => colour,
                _ => Colour::BOTH[dice.index(2)],
            };
            filled.stones[owner as usize] |= 1 << empty[dice.index(empty.len())];
        }
    }
}

/// [`check_lines`] from positions that `draw` makes, with all kinds of limits.
fn check_carried(shape: &HexBoard, lines: u32, mut draw: impl FnMut(&mut Random) -> [u128; 2]) {
    let mut dice = Random::new(0x2545_F491_4F6C_DD1D ^ u64::from(shape.cells()));
    let mut memory = HashMap::new();
    let mut carried = CarryCounts::default();
    for (fulls, semis, over_edges) in [(8, 16, None), (8, 16, Some(121)), (2, 3, None)] {
        for colour in Colour::BOTH {
            let limits = ConnectionLimits {
                fulls,
                semis,
                over_edges,
            };
            let [mut connections, mut fresh] =
                [(); 2].map(|()| Connections::new(shape, colour, limits));
            for _ in 0..lines {
                // Positions of large boards do not come again.
                if shape.cells() > 16 {
                    memory.clear();
                }
                check_lines(
                    [&mut connections, &mut fresh],
                    shape,
                    colour,
                    FilledPosition::from(draw(&mut dice)),
                    &mut dice,
                    &mut memory,
                    &mut carried,
                );
            }
        }
    }
    let (columns, rows) = (shape.columns, shape.rows);
    assert!(carried.builds > lines, "{columns} x {rows}: {carried:?}");
    assert!(
        10 * carried.alike > 9 * carried.builds,
        "{columns} x {rows}: {carried:?}"
    );
}

#[test]
fn connections_from_earlier_ones_hold() {
    for (columns, rows, lines, max) in [(3, 3, 400, 2), (4, 3, 400, 3), (3, 5, 200, 5)] {
        let shape = HexBoard::new(columns, rows);
        let draw = |dice: &mut Random| {
            let stones = dice.below(max);
            scattered(&shape, stones, dice)
        };
        check_carried(&shape, lines, draw);
    }
}

/// The same on large boards with a few cells left, so that all can be tried.
#[test]
fn connections_from_earlier_ones_hold_on_the_largest_boards() {
    for (columns, rows) in [(8, 8), (5, 13), (11, 11), (1, 121), (121, 1)] {
        let shape = HexBoard::new(columns, rows);
        let draw = |dice: &mut Random| {
            let cells = shape.cells();
            let here = 1_u128 << dice.below(cells);
            let mut left = shape.around(here | here << 1) & shape.all;
            left |= 1_u128 << (dice.below(2) * (cells - 1));
            filled_but_for(&shape, left, dice)
        };
        check_carried(&shape, 60, draw);
    }
}
