//! The rules on bitboards, compared with slow and obvious ones on arrays, and with published
//! counts.

use std::collections::HashSet;

use solveig_verify::{
    ConnectFour, Hex, Interval, Mnk, NoRules, Othello, Rules, Stage, none_given, rules_for,
    with_rules,
};

use super::arrays::Board;
use crate::forge::Random;

const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// The board after a disc on a square, for the side that placed it; `None` if that is no move.
fn with_disc(board: &Board, column: i32, row: i32) -> Option<Board> {
    if board.at(column, row) != Some(0) {
        return None;
    }
    let mut after = board.clone();
    for (right, up) in DIRECTIONS {
        let at = |step: i32| board.at(column + step * right, row + step * up);
        let line = (1..).take_while(|step| at(*step) == Some(2)).count() as i32;
        if at(line + 1) == Some(1) {
            for step in 1..=line {
                after.set(column + step * right, row + step * up, 1);
            }
        }
    }
    let is_move = after != *board;
    after.set(column, row, 1);
    is_move.then_some(after)
}

/// The boards after each move of Othello, square by square.
fn othello_children(board: &Board) -> Vec<Board> {
    let places = board.places();
    let after = places.filter_map(|(column, row)| with_disc(board, column, row));
    after.map(|after| after.other_side()).collect()
}

fn othello_names(board: &Board) -> Vec<String> {
    let is_move = |(column, row): &(i32, i32)| with_disc(board, *column, *row).is_some();
    board.places().filter(is_move).map(square_name).collect()
}

fn othello_stage(board: &Board) -> Stage {
    if !othello_children(board).is_empty() {
        return Stage::Moves;
    }
    if !othello_children(&board.other_side()).is_empty() {
        return Stage::Pass;
    }
    let count = |kind| board.squares.iter().filter(|stone| **stone == kind).count() as i32;
    let (own, other, empty) = (count(1), count(2), count(0));
    Stage::Over(match own.cmp(&other) {
        std::cmp::Ordering::Greater => own - other + empty,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => own - other - empty,
    })
}

fn line_stage(board: &Board, in_line: u32) -> Stage {
    if board.longest_line(2) >= in_line {
        Stage::Over(-1)
    } else if board.is_full() {
        Stage::Over(0)
    } else {
        Stage::Moves
    }
}

/// Compares rules with slow ones on arrays, position by position along random plays.
struct Twin<'a, R: Rules> {
    rules: &'a R,
    start: Board,
    stage: &'a dyn Fn(&Board) -> Stage,
    /// The boards after each ordinary move, in tie-break order.
    children: &'a dyn Fn(&Board) -> Vec<Board>,
    key: &'a dyn Fn(&Board) -> u128,
    /// The least key of the symmetry class.
    least_key: &'a dyn Fn(&Board) -> u128,
    /// The board as text.
    text: &'a dyn Fn(&Board) -> String,
    /// The names of the ordinary moves, in tie-break order.
    names: &'a dyn Fn(&Board) -> Vec<String>,
}

/// Columns are letters, rows numbers from 1.
fn square_name((column, row): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn empty_names(board: &Board) -> Vec<String> {
    let empty = |place: &(i32, i32)| board.at(place.0, place.1) == Some(0);
    board.places().filter(empty).map(square_name).collect()
}

/// The boards after a stone on each empty square.
fn placements(board: &Board) -> Vec<Board> {
    let empty = board
        .places()
        .filter(|(column, row)| board.at(*column, *row) == Some(0));
    let child = |(column, row)| {
        let mut after = board.clone();
        after.set(column, row, 1);
        after.other_side()
    };
    empty.map(child).collect()
}

/// The side to move is X.
fn mover_text(board: &Board) -> String {
    let stones = board
        .squares
        .iter()
        .map(|stone| "-XO".as_bytes()[usize::from(*stone)] as char);
    stones.chain(" X".chars()).collect()
}

impl<R: Rules> Twin<'_, R> {
    fn play(&self, seed: u64) {
        let mut random = Random::new(seed);
        let mut board = self.start.clone();
        let mut position = self.rules.start();
        loop {
            let stage = (self.stage)(&board);
            let boards = match stage {
                Stage::Over(_) => Vec::new(),
                Stage::Pass => vec![board.other_side()],
                Stage::Moves => (self.children)(&board),
            };
            let mut children = Vec::new();
            self.rules.children(&position, &mut children);
            let keys = |boards: &[Board]| boards.iter().map(self.key).collect::<Vec<_>>();
            let found: Vec<_> = children.iter().map(|child| self.rules.key(child)).collect();
            let text = self.rules.describe(&position);
            assert_eq!(text, (self.text)(&board));
            let mut names = match stage {
                Stage::Moves => (self.names)(&board),
                _ => Vec::new(),
            };
            let moves = names.len();
            names.extend(
                (moves..moves + 2).map(|place| format!("no move (place {place} of {moves})")),
            );
            if !matches!(stage, Stage::Over(_)) {
                let found = (0..moves + 2).map(|place| self.rules.describe_move(&position, place));
                assert_eq!(found.collect::<Vec<_>>(), names, "{text}");
            }
            assert_eq!(self.rules.stage(&position), stage, "{text}");
            assert_eq!(found, keys(&boards), "{text}");
            let key = (self.key)(&board);
            assert_eq!(self.rules.key(&position), key, "{text}");
            let excess = key.checked_shr(self.rules.key_bits()).unwrap_or(0);
            assert_eq!(excess, 0, "{text}");
            assert_eq!(self.rules.position(key).as_ref(), Some(&position), "{text}");
            let canonical = self.rules.canonical(&position);
            assert_eq!(
                self.rules.key(&canonical),
                (self.least_key)(&board),
                "{text}"
            );
            let stones = board.squares.iter().filter(|stone| **stone != 0).count() as u32;
            assert_eq!(self.rules.level(&position), stones);
            if boards.is_empty() {
                return;
            }
            let chosen = random.below(boards.len());
            board = boards[chosen].clone();
            position = children.swap_remove(chosen);
        }
    }
}

#[test]
fn othello_equals_othello_on_arrays() {
    let sizes = [
        (4, 4),
        (6, 4),
        (4, 6),
        (8, 4),
        (6, 6),
        (10, 4),
        (10, 6),
        (4, 16),
        (16, 4),
        (8, 8),
    ];
    for (columns, rows) in sizes {
        let rules = Othello::new(columns, rows).unwrap();
        let mut start = Board::empty(columns, rows);
        let (column, row) = (start.columns / 2, start.rows / 2);
        start.set(column - 1, row - 1, 2);
        start.set(column, row, 2);
        start.set(column, row - 1, 1);
        start.set(column - 1, row, 1);
        assert_eq!(rules.start(), start.stones());
        let twin = Twin {
            rules: &rules,
            start,
            stage: &othello_stage,
            children: &othello_children,
            key: &Board::ternary_key,
            least_key: &Board::least_ternary_image,
            text: &mover_text,
            names: &othello_names,
        };
        for seed in 0..60 {
            twin.play(seed);
        }
    }
}

#[test]
fn lines_on_bitboards_equal_lines_on_arrays() {
    let games = [
        (3, 3, 3),
        (4, 3, 3),
        (5, 5, 4),
        (6, 6, 5),
        (8, 5, 4),
        (10, 4, 3),
        (26, 1, 5),
        (1, 40, 40),
        (2, 7, 1),
        (6, 5, 2),
    ];
    for (columns, rows, in_line) in games {
        let rules = Mnk::new(columns, rows, in_line).unwrap();
        let twin = Twin {
            rules: &rules,
            start: Board::empty(columns, rows),
            stage: &|board| line_stage(board, in_line),
            children: &placements,
            key: &Board::ternary_key,
            least_key: &Board::least_ternary_image,
            text: &mover_text,
            names: &empty_names,
        };
        for seed in 0..100 {
            twin.play(seed);
        }
    }
}

/// Whether the stones of one kind connect the first row with the last, or column with column, by
/// flood fill.
fn connects(board: &Board, stone: u8, rows: bool) -> bool {
    let own = |(column, row): &(i32, i32)| board.at(*column, *row) == Some(stone);
    let way = |(column, row): &(i32, i32)| if rows { *row } else { *column };
    let last = if rows { board.rows } else { board.columns } - 1;
    let mut found: HashSet<(i32, i32)> = HashSet::new();
    loop {
        let beside = |(column, row): &(i32, i32)| {
            [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
                .iter()
                .any(|(right, down)| found.contains(&(column + right, row + down)))
        };
        let grown: HashSet<_> = board
            .places()
            .filter(own)
            .filter(|place| way(place) == 0 || found.contains(place) || beside(place))
            .collect();
        if grown.len() == found.len() {
            return found.iter().any(|place| way(place) == last);
        }
        found = grown;
    }
}

#[test]
fn hex_equals_hex_on_arrays() {
    for (columns, rows) in [
        (1, 1),
        (2, 2),
        (3, 3),
        (5, 4),
        (1, 11),
        (11, 1),
        (10, 4),
        (7, 6),
        (8, 10),
        (9, 9),
    ] {
        let rules = Hex::new(columns, rows).unwrap();
        let stage = |board: &Board| {
            let stones = board.squares.iter().filter(|stone| **stone != 0).count();
            if connects(board, 2, stones % 2 == 1) {
                Stage::Over(-1)
            } else {
                Stage::Moves
            }
        };
        // X moves first.
        let text = |board: &Board| {
            let stones = board.squares.iter().filter(|stone| **stone != 0).count();
            match stones % 2 {
                0 => mover_text(board),
                _ => mover_text(&board.other_side()).replace(" X", " O"),
            }
        };
        let key = |board: &Board| {
            let mut board = board.clone();
            let last = board.squares.last_mut().unwrap();
            *last = (*last).min(1);
            board.ternary_key()
        };
        let twin = Twin {
            rules: &rules,
            start: Board::empty(columns, rows),
            stage: &stage,
            children: &placements,
            key: &key,
            least_key: &|board| key(board).min(key(&board.image(false, true, true))),
            text: &text,
            names: &empty_names,
        };
        for seed in 0..50 {
            twin.play(seed);
        }
    }
}

#[test]
fn connect_four_equals_connect_four_on_arrays() {
    for (columns, height) in [
        (7, 6),
        (4, 4),
        (6, 5),
        (9, 6),
        (8, 7),
        (12, 4),
        (32, 1),
        (1, 63),
        (3, 9),
    ] {
        let rules = ConnectFour::new(columns, height).unwrap();
        let order = |board: &Board| {
            let centre_first = |column: &i32| ((2 * column - (board.columns - 1)).abs(), *column);
            let mut order: Vec<i32> = (0..board.columns).collect();
            order.sort_by_key(centre_first);
            order
        };
        // Columns are 1 to 9, then letters.
        let names = |board: &Board| {
            let open = |column: &i32| board.at(*column, board.rows - 1) == Some(0);
            let name = |column| char::from_digit(column as u32 + 1, 33).unwrap().to_string();
            order(board).into_iter().filter(open).map(name).collect()
        };
        // Rows from the top; x moves first.
        let text = |board: &Board| {
            let stones = board.squares.iter().filter(|stone| **stone != 0).count();
            let shown = if stones % 2 == 0 { ".xo" } else { ".ox" };
            let square = |at: &u8| shown.as_bytes()[usize::from(*at)] as char;
            let rows = board.squares.chunks(board.columns as usize).rev();
            let lines: Vec<String> = rows.map(|row| row.iter().map(square).collect()).collect();
            lines.join("/")
        };
        let children = |board: &Board| {
            let drop = |column: i32| {
                let row = (0..board.rows).find(|row| board.at(column, *row) == Some(0))?;
                let mut after = board.clone();
                after.set(column, row, 1);
                Some(after.other_side())
            };
            order(board).into_iter().filter_map(drop).collect()
        };
        let key = |board: &Board| {
            let weight = |column: i32, row: i32| 1_u128 << (column * (board.rows + 1) + row);
            let worth = |(column, row)| match board.at(column, row) {
                Some(1) => 2 * weight(column, row),
                Some(2) => weight(column, row),
                _ => 0,
            };
            board.places().map(worth).sum()
        };
        // The winner, who moved last, has placed as many stones as there are twos. In all it has
        // half of the squares, and the odd one if it moves first.
        let scored = |board: &Board| match line_stage(board, 4) {
            Stage::Over(-1) => {
                let count = |kind| {
                    board
                        .places()
                        .filter(move |at| board.at(at.0, at.1) == Some(kind))
                };
                let (own, other) = (count(2).count() as i32, count(1).count() as i32);
                let squares = board.columns * board.rows;
                let dealt = (squares + i32::from(own > other)) / 2;
                Stage::Over(-1 - (dealt - own))
            }
            stage => stage,
        };
        // The earliest win is the first player's, with the fourth of its stones.
        let squares = (columns * height) as i32;
        let max = ((squares + 1) / 2 - 3).max(1);
        let outcome = |board: &Board| line_stage(board, 4);
        let stages: [&dyn Fn(&Board) -> Stage; 2] = [&outcome, &scored];
        let utilities = [(rules.clone(), 1), (rules.by_score(), max)];
        for ((rules, max), stage) in utilities.iter().zip(stages) {
            assert_eq!(rules.value_range(), Interval::symmetric(*max));
            let twin = Twin {
                rules,
                start: Board::empty(columns, height),
                stage,
                children: &children,
                key: &key,
                least_key: &|board| key(board).min(key(&board.image(false, true, false))),
                text: &text,
                names: &names,
            };
            for seed in 0..100 {
                twin.play(seed);
            }
        }
    }
}

/// The number of move paths of a length (perft). Passes count as moves; games that end sooner do
/// not count.
fn perft<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    if depth == 1 {
        return children.len() as u64;
    }
    children
        .iter()
        .map(|child| perft(rules, child, depth - 1))
        .sum()
}

fn expect_paths<R: Rules>(rules: &R, counts: &[u64]) {
    for (depth, paths) in (1..).zip(counts) {
        let found = perft(rules, &rules.start(), depth);
        assert_eq!(found, *paths, "{} to depth {depth}", rules.spec());
    }
}

#[test]
fn move_paths_are_those_known() {
    let othello = [
        4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112,
    ];
    expect_paths(&Othello::new(4, 4).unwrap(), &othello);
    let othello = [4, 12, 56, 244, 1396, 8200, 55092, 390_216];
    expect_paths(&Othello::new(8, 8).unwrap(), &othello);
    let connect_four = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    expect_paths(&ConnectFour::new(7, 6).unwrap(), &connect_four);
}

#[test]
fn games_are_known_by_their_specs() {
    let spec = |text: &str| match rules_for(text, &none_given) {
        Ok(rules) => with_rules!(&rules, rules => rules.spec(), go => go.spec()),
        Err(error) => error.to_string(),
    };
    for text in [
        "othello:6x4",
        "connect-four:7x6",
        "connect-four:7x6?utility=score",
        "mnk:4x3?k=3",
        "hex:4x3",
        "hex:9x9",
        "hex:7x11",
        "go:3x2?superko=situational",
    ] {
        assert_eq!(spec(text), text);
    }
    for text in [
        "othello:5x5",
        "othello:2x4",
        "othello:10x8",
        "othello:6",
        "othello:4294967295x4294967295",
        "othello:6x+6",
        "connect-four:0x4",
        "connect-four:8x8",
        "connect-four:7x6?utility=outcome",
        "connect-four:4294967295x4294967295",
        "mnk:3x3",
        "mnk:3x3?k=4",
        "mnk:3x3?k=0",
        "mnk:27x1?k=3",
        "hex:0x3",
        "hex:12x3",
        "hex:8x11",
        "hex:3x3?swap=1",
        "hex:4294967295x4294967295",
    ] {
        let error = rules_for(text, &none_given).err().unwrap();
        assert!(matches!(error, NoRules::Parameters { .. }), "{error}");
        assert!(
            error
                .to_string()
                .starts_with(&format!("game \"{text}\": expected "))
        );
    }
    let unknown = spec("random-tree:3x4?seed=1");
    assert!(
        unknown.contains("no rules for the game \"random-tree:3x4?seed=1\""),
        "{unknown}"
    );
    assert!(unknown.contains("connect-four:CxR"), "{unknown}");
    let missing = spec("tree:no/such.json");
    assert!(
        missing.starts_with("game \"tree:no/such.json\": cannot read "),
        "{missing}"
    );
}
