//! Hex against a twin without bits, its theorems and known values.

use std::collections::{HashMap, HashSet, VecDeque};

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Key, Keyed, Move, Notation, WideKey, perft};
use solveig_games::hex::{Hex, HexPosition};

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

    fn is_over(&self) -> bool {
        self.has_connected(1) || self.has_connected(2)
    }

    fn next(&self) -> u8 {
        1 + (self.owners.len() % 2) as u8
    }

    fn moves(&self) -> Vec<(i32, i32)> {
        if self.is_over() {
            return Vec::new();
        }
        self.places()
            .filter(|place| self.owner(*place) == 0)
            .collect()
    }

    fn cell(&self, (column, row): (i32, i32)) -> u32 {
        (row * self.columns + column) as u32
    }

    fn stones(&self, owner: u8) -> u128 {
        let own = self.places().filter(|place| self.owner(*place) == owner);
        own.fold(0, |stones, place| stones | 1 << self.cell(place))
    }

    fn position(&self) -> HexPosition {
        HexPosition {
            mover: self.stones(self.next()),
            opponent: self.stones(3 - self.next()),
        }
    }

    fn paths(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let child = |place| {
            let mut child = self.clone();
            child.owners.insert(place, self.next());
            child
        };
        let moves = self.moves().into_iter();
        moves.map(|place| child(place).paths(depth - 1)).sum()
    }
}

/// Whether a play, which choices lead through to its end, is the same by both rules.
fn plays_agree<K: Key>(columns: u32, rows: u32, choices: &[usize]) -> Result<(), TestCaseError> {
    let game = Hex::<K>::new(columns, rows).unwrap();
    let mut twin = Twin::new(columns, rows);
    let mut position = game.start();
    for choice in choices {
        prop_assert_eq!(twin.position(), position);
        let over = twin.is_over().then_some(-1);
        prop_assert_eq!(game.terminal_value(&position), over);
        prop_assert_eq!(game.first_to_move(position), twin.next() == 1);
        let places = twin.moves();
        let cells = places.iter().map(|place| twin.cell(*place));
        let moves: Vec<Move> = cells.map(|cell| Move(cell as u16)).collect();
        prop_assert_eq!(&game.moves(&position), &moves);
        let text = game.format_board(&position, true).unwrap();
        prop_assert_eq!(game.parse_board(&text), Some(Ok(position)));
        prop_assert_eq!(game.parse_board(&text.to_lowercase()), Some(Ok(position)));
        if moves.is_empty() {
            return Ok(());
        }
        let at = choice % moves.len();
        position = game.play_unchecked(&position, moves[at]);
        twin.owners.insert(places[at], twin.next());
    }
    prop_assert!(twin.is_over(), "a full board is won");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_plays_agree_with_the_twin(
        columns in 1..=11u32,
        rows in 1..=11u32,
        choices in prop::collection::vec(0..1000usize, 122),
    ) {
        match columns * rows {
            ..=40 => plays_agree::<u64>(columns, rows, &choices)?,
            41..=81 => plays_agree::<u128>(columns, rows, &choices)?,
            _ => plays_agree::<WideKey>(columns, rows, &choices)?,
        }
    }

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

    #[test]
    fn no_text_makes_the_readers_panic(
        columns in 1..=11u32,
        rows in 1..=11u32,
        text in "[-xXoOa-l0-9 é²∞]{0,24}|[-xo]{121} ?[xo]?|.*",
    ) {
        let game = Hex::<WideKey>::new(columns, rows).unwrap();
        if let Ok((cell, length)) = game.parse_move(&text) {
            prop_assert!(cell.0 < game.move_codes() && text.is_char_boundary(length));
        }
        if let Some(Err(error)) = game.parse_board(&text) {
            prop_assert!(error.at <= text.chars().count());
        }
        let _ = game.parse_position(&text);
    }
}

#[test]
fn exactly_one_side_has_connected_on_every_full_board() {
    for (columns, rows) in [(1, 1), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4)] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        for black in 0..=game.board() {
            let white = game.board() ^ black;
            let black_wins = game.connects(black, true);
            assert_eq!(black_wins, !game.connects(white, false), "{black:b}");
        }
    }
}

#[test]
fn there_are_as_many_paths_as_the_twin_has() {
    for (columns, rows, depth) in [
        (2, 2, 5),
        (3, 2, 6),
        (2, 3, 6),
        (3, 3, 6),
        (1, 5, 5),
        (4, 4, 4),
    ] {
        let game = Hex::<u64>::new(columns, rows).unwrap();
        for depth in 0..=depth {
            let paths = perft(&game, &game.start(), depth);
            assert_eq!(
                paths,
                Twin::new(columns, rows).paths(depth),
                "{columns}x{rows}"
            );
        }
    }
}

/// Whether the side to move wins.
fn wins(game: &Hex<u64>, position: HexPosition, known: &mut HashMap<HexPosition, bool>) -> bool {
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let moves = game.moves(&position);
    let value = moves.iter().any(|one| {
        let child = game.play_unchecked(&position, *one);
        !wins(game, child, known)
    });
    known.insert(position, value);
    value
}

/// Who wins after each opening, B for Black, a row at a time.
fn winners_of_openings(columns: u32, rows: u32) -> Vec<String> {
    let game = Hex::<u64>::new(columns, rows).unwrap();
    let mut known = HashMap::new();
    let mut winner = |cell: u32| {
        let opened = game.place(game.start(), cell);
        let white_wins = wins(&game, opened, &mut known);
        if white_wins { 'W' } else { 'B' }
    };
    (0..rows)
        .map(|row| {
            (0..columns)
                .map(|column| winner(row * columns + column))
                .collect()
        })
        .collect()
}

#[test]
fn the_winners_of_all_openings_are_the_known_ones() {
    assert_eq!(winners_of_openings(1, 1), ["B"]);
    assert_eq!(winners_of_openings(2, 2), ["WB", "BW"]);
    assert_eq!(winners_of_openings(3, 3), ["WWB", "BBB", "BWW"]);
    let four = ["WWWB", "WWBW", "WBWW", "BWWW"];
    assert_eq!(winners_of_openings(4, 4), four);
}

#[test]
fn the_side_with_the_shorter_way_wins_even_as_the_second() {
    assert_eq!(winners_of_openings(3, 4), ["WWW"; 4]);
    assert_eq!(winners_of_openings(3, 2), ["BBB"; 2]);
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
    let counts = "2 stones of the side to move and 0 of the other: \
                  expected as many of each, or one more of the other";
    assert_eq!(problem("XX------- X"), counts);
    let odd = "X is to move, yet the number of stones is odd";
    assert_eq!(problem("X-------- X"), odd);
    let even = "O is to move, yet the number of stones is even";
    assert_eq!(problem("XO------- O"), even);
    let late = "X has connected its edges, yet O moved after that";
    assert_eq!(problem("XO-XO-XO- X"), late);
    let wide = Hex::<u64>::new(4, 2).unwrap();
    assert_eq!(
        wide.parse_board("XOXOXOX- O").unwrap().unwrap_err().problem,
        "X has connected its edges without the last stone"
    );
    assert!(wide.parse_board("XOXOXO-- X").unwrap().is_err());
    assert!(wide.parse_board("XOXO-OX- X").unwrap().is_err());
    assert!(wide.parse_board("X-XO-OX- O").unwrap().is_ok());
    let problem = |board| wide.parse_board(board).unwrap().unwrap_err().problem;
    assert!(problem("XOXO").starts_with("the board ends after 4 cells"));
    assert!(problem("--------- X").starts_with("a 4x2 board has 8 cells"));
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

#[test]
fn keys_must_fit_their_type() {
    let problem = Hex::<u64>::new(7, 6).unwrap_err().problem;
    assert_eq!(problem, "its keys take 66 bits: expected at most 64");
    let problem = Hex::<u128>::new(9, 10).unwrap_err().problem;
    assert_eq!(problem, "its keys take 144 bits: expected at most 128");
    assert!(Hex::<u128>::new(3, 3).is_ok());
}
