//! Hex against a twin without bits, its theorems and known values.

use std::collections::{HashMap, HashSet, VecDeque};

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Keyed, Notation, WideKey};
use solveig_games::AnyGame;
use solveig_games::hex::{Hex, HexPosition};
use solveig_testkit::exhaustive::Exhaustive;

/// A board as a table by column and row: 0 nobody, 1 Black, 2 White.
#[derive(Clone, Debug)]
struct Twin {
    columns: i32,
    rows: i32,
    owners: HashMap<(i32, i32), u8>,
}

impl Twin {
    fn new(columns: u32, rows: u32) -> Self {
        Self {
            columns: columns as i32,
            rows: rows as i32,
            owners: HashMap::new(),
        }
    }

    fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    fn owner(&self, place: (i32, i32)) -> u8 {
        self.owners.get(&place).copied().unwrap_or(0)
    }

    fn beside(&self, (x, y): (i32, i32)) -> Vec<(i32, i32)> {
        let all = [
            (x - 1, y),
            (x + 1, y),
            (x, y - 1),
            (x, y + 1),
            (x + 1, y - 1),
            (x - 1, y + 1),
        ];
        let (columns, rows) = (0..self.columns, 0..self.rows);
        all.into_iter()
            .filter(|(x, y)| columns.contains(x) && rows.contains(y))
            .collect()
    }

    /// Breadth first from the first row, or the first column, to the last.
    fn has_connected(&self, owner: u8) -> bool {
        let (begins, ends): (Vec<_>, Vec<_>) = match owner {
            1 => (0..self.columns)
                .map(|x| ((x, 0), (x, self.rows - 1)))
                .unzip(),
            _ => (0..self.rows)
                .map(|y| ((0, y), (self.columns - 1, y)))
                .unzip(),
        };
        let own = |place: &(i32, i32)| self.owner(*place) == owner;
        let mut waiting: VecDeque<_> = begins.into_iter().filter(own).collect();
        let mut seen: HashSet<_> = waiting.iter().copied().collect();
        while let Some(place) = waiting.pop_front() {
            for next in self.beside(place).into_iter().filter(own) {
                if seen.insert(next) {
                    waiting.push_back(next);
                }
            }
        }
        ends.iter().any(|place| seen.contains(place))
    }

    fn cell(&self, (column, row): (i32, i32)) -> u32 {
        (row * self.columns + column) as u32
    }

    fn stones(&self, owner: u8) -> u128 {
        let own = self.places().filter(|place| self.owner(*place) == owner);
        own.fold(0, |stones, place| stones | 1 << self.cell(place))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_stones_connect_as_the_twin_says(
        columns in 1..=11u32,
        rows in 1..=11u32,
        dice in prop::collection::vec(any::<u8>(), 121),
        dense in 0..=255u8,
    ) {
        let game = Hex::<WideKey>::new(columns, rows).unwrap();
        let mut twin = Twin::new(columns, rows);
        for (place, die) in twin.places().zip(dice) {
            twin.owners.insert(place, if die < dense { 1 } else { 2 });
        }
        for owner in [1, 2] {
            let connects = game.connects(twin.stones(owner), owner == 1);
            prop_assert_eq!(connects, twin.has_connected(owner));
        }
        for place in twin.places() {
            let beside = twin.beside(place).into_iter();
            let beside = beside.fold(0, |cells, next| cells | 1 << twin.cell(next));
            prop_assert_eq!(game.neighbours(twin.cell(place)), beside);
        }
    }
}

/// Who wins after each opening, B for Black, a row at a time.
fn winners_of_openings(columns: u32, rows: u32) -> Vec<String> {
    let game = Hex::<u64>::new(columns, rows).unwrap();
    let mut oracle = Exhaustive::new(&game);
    let mut winner = |cell: u32| {
        let opened = game.place(game.start(), cell);
        match oracle.solve(&opened) {
            1 => 'W',
            _ => 'B',
        }
    };
    (0..rows)
        .map(|row| {
            (0..columns)
                .map(|column| winner(row * columns + column))
                .collect()
        })
        .collect()
}

/// The side with the shorter way wins even as the second.
#[test]
fn the_winners_of_all_openings_are_the_known_ones() {
    let boards: [(u32, u32, &[&str]); 5] = [
        (1, 1, &["B"]),
        (2, 2, &["WB", "BW"]),
        (3, 3, &["WWB", "BBB", "BWW"]),
        (3, 4, &["WWW"; 4]),
        (3, 2, &["BBB"; 2]),
    ];
    for (columns, rows, winners) in boards {
        let found = winners_of_openings(columns, rows);
        assert_eq!(found, winners, "{columns}x{rows}");
    }
}

#[test]
fn a_drawing_shows_rows_shifted_by_half_a_cell() {
    let game = Hex::<u64>::new(3, 3).unwrap();
    let draw = |moves| game.render(&game.parse_position(moves).unwrap(), true);
    let open = "  a b c\n1 - - -\n 2 - X O\n  3 - - -\n";
    let edges = "X to move; X connects top and bottom, O left and right\n";
    assert_eq!(draw("b2 c2"), format!("{open}{edges}"));
    let over = "  a b c\n1 - X -\n 2 - X O\n  3 X - O\n";
    let end = "game over: X has connected its edges\n";
    assert_eq!(draw("b2c2b1c3a3"), format!("{over}{end}"));
    let large = Hex::<WideKey>::new(2, 11).unwrap();
    let drawing = large.render(&large.start(), true);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[..2], ["   a b", " 1 - -"]);
    assert_eq!(
        lines[9..12],
        ["         9 - -", "         10 - -", "          11 - -"]
    );
}

#[test]
fn impossible_boards_say_why() {
    let game = Hex::<u64>::new(3, 3).unwrap();
    let problem = |board| game.parse_board(board).unwrap().unwrap_err().problem;
    for (board, expected) in [
        (
            "XX------- X",
            "2 stones of the side to move and 0 of the other: \
             expected as many of each, or one more of the other; \
             the game that begins here is hex:3x3?start=XX-------X",
        ),
        (
            "X-------- X",
            "X is to move, yet the number of stones is odd; \
             the game that begins here is hex:3x3?start=X--------X",
        ),
        (
            "XO------- O",
            "O is to move, yet the number of stones is even; \
             the game that begins here is hex:3x3?start=XO-------O",
        ),
        (
            "XO-XO-XO- X",
            "X has connected its edges, yet O moved after that",
        ),
    ] {
        assert_eq!(problem(board), expected);
    }
    let wide = Hex::<u64>::new(4, 2).unwrap();
    let problem = |board| wide.parse_board(board).unwrap().unwrap_err().problem;
    assert_eq!(
        problem("XOXOXOX- O"),
        "X has connected its edges without the last stone"
    );
    assert!(wide.parse_board("XOXOXO-- X").unwrap().is_err());
    assert!(wide.parse_board("XOXO-OX- X").unwrap().is_err());
    assert!(wide.parse_board("X-XO-OX- O").unwrap().is_ok());
    assert!(problem("XOXO").starts_with("the board ends after 4 cells"));
    assert!(problem("--------- X").starts_with("a 4x2 board has 8 cells"));
}

#[test]
fn a_game_may_begin_on_any_board() {
    let set_up = |text| Hex::<u64>::new(3, 3).unwrap().set_up(text);
    for text in ["--------- O", "XXX-O-O-- X", "OO--OX--O O", "OX-OX-O-- X"] {
        let game = set_up(text).unwrap();
        let spec = format!("hex:3x3?start={}", text.replace(' ', ""));
        assert_eq!(game.spec(), spec);
        assert_eq!(AnyGame::parse(&spec).unwrap().spec(), spec);
        assert_eq!(game.format_board(&game.start(), true).unwrap(), text);
        // Keys lead back, and tell positions apart.
        let mut keys = HashMap::new();
        let mut waiting = vec![game.start()];
        while let Some(position) = waiting.pop() {
            let key = game.key(&position);
            assert_eq!(game.position(key).ok(), Some(position), "{text}");
            assert_eq!(game.level(&position) % 2 == 0, game.first_to_move(position));
            if keys.insert(key, position).is_none_or(|one| one != position) {
                let children = game.moves(&position).into_iter();
                waiting.extend(children.map(|one| game.play_unchecked(&position, one)));
            }
        }
    }
    let empty = set_up("--------- X").unwrap();
    assert_eq!(empty.spec(), "hex:3x3");
    assert_eq!(empty.key_bits(), Hex::<u64>::new(3, 3).unwrap().key_bits());
    let problem = |text| set_up(text).unwrap_err().problem;
    assert_eq!(
        problem("X--X--X-- X"),
        "X has connected its edges, yet O moved after that"
    );
    assert_eq!(
        problem("X-XX-XX-X O"),
        "X has connected its edges without the last stone"
    );
    assert!(problem("X-- X").starts_with("the board ends after 3 cells"));
    assert!(problem("a1").starts_with("expected a board"));
    for (text, expected) in [
        ("X-------O X", "what play from XX-------X gives"),
        ("XX------O O", "what play from XX-------X gives"),
    ] {
        let game = set_up("XX------- X").unwrap();
        let problem = game.parse_board(text).unwrap().unwrap_err().problem;
        assert!(problem.contains(expected), "{text}: {problem}");
    }
}

#[test]
fn keys_of_boards_that_cannot_come_about_are_refused() {
    let game = Hex::<u64>::new(4, 2).unwrap();
    let limit = 1 << game.key_bits();
    let accepted: HashSet<HexPosition> = (0..limit)
        .filter_map(|key| game.position(key).ok())
        .collect();
    // All that alternating moves lead to, and nothing else.
    let mut reached = HashSet::from([game.start()]);
    let mut waiting = vec![game.start()];
    while let Some(position) = waiting.pop() {
        for one in game.moves(&position) {
            let child = game.play_unchecked(&position, one);
            if reached.insert(child) {
                waiting.push(child);
            }
        }
    }
    assert_eq!(accepted, reached);
}
