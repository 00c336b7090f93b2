//! Solver and checker agree about which games and boards exist, and about what is stated of every
//! board: all keys and all texts of small boards, drawn keys of large ones.

use std::collections::BTreeSet;
use std::io::Write;

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Keyed, LongKeys, Notation};
use solveig_games::AnyGame;
use solveig_verify::go::Go;
use solveig_verify::{KnownRules, Rules, Stage, none_given, rules_for};

/// A game by the solver's rules and by the checker's.
struct Both<'a, R> {
    game: &'a AnyGame,
    rules: &'a R,
}

impl<R: Rules> Both<'_, R> {
    fn agree_on_the_game(&self) {
        let Self { game, rules } = self;
        let range = game.value_range();
        assert_eq!(rules.spec(), game.spec());
        let found = rules.value_range();
        assert_eq!(
            (found.least, found.greatest),
            (range.min, range.max),
            "{game}"
        );
        assert_eq!(rules.max_level(), game.max_level(), "{game}");
        assert_eq!(rules.key_bits(), game.key_bits(), "{game}");
        let counts = rules.counts_terminal_positions();
        assert_eq!(counts, game.counts_terminal_positions(), "{game}");
        let start = game.key(&game.start());
        assert_eq!(rules.key(&rules.start()), start.low);
    }

    /// Whether the key is that of a position, by both.
    fn agree(&self, key: u128) -> bool {
        let Self { game, rules } = self;
        let text = || format!("{game} {key:#x}");
        let (one, other) = (game.position(key.into()), rules.position(key));
        assert_eq!(one.is_ok(), other.is_some(), "{}", text());
        let (Ok(one), Some(other)) = (one, other) else {
            return false;
        };
        let stage = match game.terminal_value(&one) {
            Some(value) => Stage::Over(value),
            None if game.is_forced_pass(&one) => Stage::Pass,
            None => Stage::Moves,
        };
        assert_eq!(rules.stage(&other), stage, "{}", text());
        assert_eq!(rules.level(&other), game.level(&one), "{}", text());
        let moves = game.moves(&one).into_iter();
        let next = moves.map(|played| game.play_unchecked(&one, played));
        let next: Vec<u128> = next.map(|child| key_of(game, &child)).collect();
        let mut children = Vec::new();
        rules.children(&other, &mut children);
        let children: Vec<u128> = children.iter().map(|child| rules.key(child)).collect();
        assert_eq!(children, next, "{}", text());
        true
    }

    /// Compares all keys, and some that are too long; returns those of positions.
    fn agree_on_all_keys(&self) -> BTreeSet<u128> {
        let bits = self.rules.key_bits();
        let end = 1_u128 << bits;
        for bit in bits..128 {
            for low in [0, 1, end - 1] {
                assert!(!self.agree(1 << bit | low));
            }
        }
        (0..end).filter(|key| self.agree(*key)).collect()
    }

    /// The solver reads a text as a board exactly if the checker has the board: `keys` are its.
    fn agree_on_all_texts(&self, keys: &BTreeSet<u128>, texts: impl Iterator<Item = String>) {
        let game = self.game;
        let mut read = BTreeSet::new();
        for text in texts {
            let board = game.parse_board(&text).expect("it looks like a board");
            if let Ok(position) = board {
                let key = key_of(game, &position);
                assert!(keys.contains(&key), "{game} {text}");
                read.insert(key);
            }
        }
        assert_eq!(&read, keys, "{game}");
    }
}

fn key_of(game: &AnyGame, position: &<AnyGame as Game>::Position) -> u128 {
    let key = game.key(position);
    assert_eq!(key.high, 0, "{game}");
    key.low
}

/// Something to do with a game by both rules.
trait Compare {
    fn compare<R: Rules>(&mut self, both: &Both<'_, R>);
}

fn compare(spec: &str, with: &mut impl Compare) {
    let game = AnyGame::parse(spec).unwrap();
    macro_rules! by {
        ($rules:ident) => {
            with.compare(&Both {
                game: &game,
                rules: &$rules,
            })
        };
    }
    match rules_for(spec, &none_given).unwrap() {
        KnownRules::Othello(rules) => by!(rules),
        KnownRules::ConnectFour(rules) => by!(rules),
        KnownRules::Mnk(rules) => by!(rules),
        KnownRules::Hex(rules) => by!(rules),
        KnownRules::Tree(rules) => by!(rules),
        KnownRules::Go(_) | KnownRules::Custom(_) => unreachable!("compared otherwise"),
    }
}

/// Columns and rows of a size such as `7x6`, whatever follows a question mark.
fn sides(size: &str) -> (u32, u32) {
    let (size, _) = size.split_once('?').unwrap_or((size, ""));
    let (columns, rows) = size.split_once('x').unwrap();
    (columns.parse().unwrap(), rows.parse().unwrap())
}

/// All texts of `squares` of these letters.
fn fillings(letters: [char; 3], squares: u32) -> impl Iterator<Item = String> {
    (0..3_u32.pow(squares)).map(move |mut filling| {
        let mut next = || {
            let letter = letters[(filling % 3) as usize];
            filling /= 3;
            letter
        };
        (0..squares).map(|_| next()).collect()
    })
}

/// All board strings of so many squares, with either side to move.
fn board_strings(squares: u32) -> impl Iterator<Item = String> {
    let boards = fillings(['-', 'X', 'O'], squares);
    boards.flat_map(|board| [format!("{board} X"), format!("{board} O")])
}

/// All drawings of a board of Connect Four, with stones in the air.
fn drawings(columns: u32, rows: u32) -> impl Iterator<Item = String> {
    fillings(['.', 'x', 'o'], columns * rows).map(move |board| {
        let letters: Vec<char> = board.chars().collect();
        let lines = letters.chunks(columns as usize);
        let lines: Vec<String> = lines.map(|line| line.iter().collect()).collect();
        lines.join("/")
    })
}

#[test]
fn all_keys_and_texts_of_small_boards() {
    struct All(u32, u32, bool);
    impl Compare for All {
        fn compare<R: Rules>(&mut self, both: &Both<'_, R>) {
            let Self(columns, rows, of_connect_four) = *self;
            both.agree_on_the_game();
            let keys = both.agree_on_all_keys();
            println!("{}: {} boards", both.game, keys.len());
            match of_connect_four {
                true => both.agree_on_all_texts(&keys, drawings(columns, rows)),
                false => both.agree_on_all_texts(&keys, board_strings(columns * rows)),
            }
        }
    }
    let all = |spec: &str, size: &str, of_connect_four| {
        let (columns, rows) = sides(size);
        compare(spec, &mut All(columns, rows, of_connect_four));
    };
    for size in ["1x1", "1x2", "2x1", "1x8", "9x1", "4x2", "2x4", "3x3"] {
        all(&format!("connect-four:{size}"), size, true);
        all(&format!("connect-four:{size}?utility=score"), size, true);
    }
    for size in [
        "1x1?k=1", "2x2?k=1", "2x2?k=2", "1x8?k=3", "8x1?k=8", "4x2?k=3", "3x3?k=2", "3x3?k=3",
    ] {
        all(&format!("mnk:{size}"), size, false);
    }
    for size in [
        "1x1", "1x2", "2x1", "2x2", "1x8", "8x1", "4x2", "2x4", "3x3",
    ] {
        all(&format!("hex:{size}"), size, false);
    }
}

#[test]
fn all_nodes_of_a_tree() {
    struct All;
    impl Compare for All {
        fn compare<R: Rules>(&mut self, both: &Both<'_, R>) {
            both.agree_on_the_game();
            let nodes = both.agree_on_all_keys();
            assert!(nodes.len() > 1);
        }
    }
    let table = r#"{"view": "side-to-move", "nodes": [{"name": "r", "children": ["a", "b"]},
        {"name": "a", "value": -7}, {"name": "b", "children": ["c"]}, {"name": "c", "value": 3}]}"#;
    for text in [
        "[[3, 12, 8], [2, 4, [6]]]",
        "[0]",
        "[[[[[-1000000]]]]]",
        table,
    ] {
        let mut file = tempfile::NamedTempFile::with_suffix(".json").unwrap();
        file.write_all(text.as_bytes()).unwrap();
        compare(&format!("tree:{}", file.path().display()), &mut All);
    }
}

/// The digits of a key in base 3, stones of both sides in turn on drawn squares and now and then
/// one that is not in turn.
fn drawn_digits(squares: usize, random: &mut Random) -> Vec<u8> {
    let mut order: Vec<usize> = (0..squares).collect();
    for at in (1..squares).rev() {
        order.swap(at, random.index(at + 1));
    }
    let max = [squares, squares.min(12)][random.index(2)];
    let count = random.index(max + 1);
    let mut digits = vec![0; squares];
    for (place, at) in order[..count].iter().enumerate() {
        digits[*at] = if (count - place).is_multiple_of(2) {
            1
        } else {
            2
        };
    }
    if random.index(6) == 0 {
        digits[order[0]] = random.index(3) as u8;
    }
    digits
}

fn number(digits: &[u8]) -> u128 {
    let highest_first = digits.iter().rev();
    highest_first.fold(0, |number, digit| 3 * number + u128::from(*digit))
}

/// The key of stones dropped into drawn columns in turn, now and then one of the wrong side.
fn drawn_drops(columns: usize, rows: u32, random: &mut Random) -> u128 {
    let mut heights = vec![0; columns];
    let squares = columns * rows as usize;
    let max = [squares, squares.min(12)][random.index(2)];
    let count = random.index(max + 1);
    let (mut mover, mut both) = (0_u128, 0_u128);
    for place in 0..count {
        let mut column = random.index(columns);
        while heights[column] == rows {
            column = (column + 1) % columns;
        }
        let bit = 1_u128 << (column as u32 * (rows + 1) + heights[column]);
        heights[column] += 1;
        both |= bit;
        if (count - place).is_multiple_of(2) != (random.index(60) == 0) {
            mover |= bit;
        }
    }
    mover + both
}

/// Draws keys: those made for the game, the same with a digit or bit changed, and any numbers.
struct Drawn<'a> {
    random: Random,
    draw: &'a dyn Fn(&mut Random) -> u128,
}

impl Compare for Drawn<'_> {
    fn compare<R: Rules>(&mut self, both: &Both<'_, R>) {
        both.agree_on_the_game();
        let bits = both.rules.key_bits();
        let (mut boards, mut others) = (0, 0);
        for _ in 0..400 {
            let key = (self.draw)(&mut self.random);
            match both.agree(key) {
                true => boards += 1,
                false => others += 1,
            }
            both.agree(key ^ 1 << self.random.index(128));
            both.agree(key ^ 1 << self.random.index(bits as usize));
            let high = u128::from(self.random.word()) << 64;
            both.agree((high | u128::from(self.random.word())) >> self.random.index(128));
        }
        println!("{}: {boards} boards, {others} others", both.game);
        assert!(boards > 20);
    }
}

#[test]
fn drawn_keys_of_large_boards() {
    let drawn = |spec: &str, draw: &dyn Fn(&mut Random) -> u128| {
        let random = Random::from_state(52);
        compare(spec, &mut Drawn { random, draw });
    };
    for size in ["7x6", "8x7", "9x6", "32x1", "1x63", "16x3", "4x15", "21x2"] {
        let (columns, rows) = sides(size);
        let draw = |random: &mut Random| drawn_drops(columns as usize, rows, random);
        drawn(&format!("connect-four:{size}"), &draw);
        drawn(&format!("connect-four:{size}?utility=score"), &draw);
    }
    let stones = |size: &str, random: &mut Random| {
        let (columns, rows) = sides(size);
        drawn_digits((columns * rows) as usize, random)
    };
    for size in ["8x8?k=5", "26x2?k=2", "1x64?k=64", "5x8?k=4", "21x3?k=3"] {
        drawn(&format!("mnk:{size}"), &|random| {
            number(&stones(size, random))
        });
    }
    for size in ["9x9", "11x7", "7x11", "11x1", "1x11", "6x7", "8x10"] {
        drawn(&format!("hex:{size}"), &|random| {
            let mut digits = stones(size, random);
            if let Some(last) = digits.last_mut() {
                *last = (*last).min(1);
            }
            number(&digits)
        });
    }
    for (columns, rows) in [(4, 4), (8, 8), (16, 4), (4, 16), (6, 6), (4, 10)] {
        drawn(&format!("othello:{columns}x{rows}"), &|random| {
            let empty = random.index(7);
            let digit = |random: &mut Random| match random.index(6) < empty {
                true => 0,
                false => 1 + random.index(2) as u8,
            };
            let digits: Vec<u8> = (0..columns * rows).map(|_| digit(random)).collect();
            number(&digits)
        });
    }
}

/// Whether solver and checker agree on a key of Go, and have a position for it.
fn agree_on_go(game: &AnyGame, go: &Go, key: u128) -> bool {
    let (one, other) = (game.position(key.into()), go.board(key));
    assert_eq!(one.is_ok(), other.is_some(), "{game} {key:#x}");
    let (Ok(one), Some(other)) = (one, other) else {
        return false;
    };
    assert_eq!(
        game.terminal_value(&one),
        go.utility(&other),
        "{game} {key:#x}"
    );
    let moves = game.moves(&one).into_iter();
    let next = moves.map(|played| key_of(game, &game.play_unchecked(&one, played)));
    let after = go.moves(&other, &|_| false, &mut Vec::new());
    let after: Vec<u128> = after.iter().map(|played| go.key(&played.after)).collect();
    assert_eq!(after, next.collect::<Vec<_>>(), "{game} {key:#x}");
    true
}

const GO: [&str; 4] = [
    "",
    "?superko=situational",
    "?komi=0.5&suicide=yes",
    "?superko=situational&suicide=yes",
];

#[test]
fn all_keys_and_texts_of_small_boards_of_go_and_drawn_keys_of_large_ones() {
    let both = |body: &str| {
        let game = AnyGame::parse(&format!("go:{body}")).unwrap();
        let go = Go::parse(body).unwrap();
        let range = game.value_range();
        let found = go.value_range();
        assert_eq!(
            (found.least, found.greatest),
            (range.min, range.max),
            "{game}"
        );
        assert_eq!(go.key(&go.start()), key_of(&game, &game.start()), "{game}");
        (game, go)
    };
    for (size, points) in [("1x1", 1), ("1x2", 2), ("3x1", 3), ("2x2", 4), ("2x3", 6)] {
        for rules in GO {
            let (game, go) = both(&format!("{size}{rules}"));
            let end = 1_u128 << (2 * points + 4);
            let keys: BTreeSet<u128> = (0..end)
                .filter(|key| agree_on_go(&game, &go, *key))
                .collect();
            let mut read = BTreeSet::new();
            for text in board_strings(points) {
                if let Ok(position) = game.parse_board(&text).expect("it looks like a board") {
                    read.insert(key_of(&game, &position));
                }
            }
            // A text states no passes.
            let before_passes = keys.into_iter().filter(|key| *key < 2 << (2 * points));
            assert_eq!(read, before_passes.collect(), "{game}");
        }
    }
    let mut random = Random::from_state(53);
    for (size, points) in [("7x7", 49), ("25x1", 25), ("1x25", 25), ("16x3", 48)] {
        for rules in GO {
            let (game, go) = both(&format!("{size}{rules}"));
            let mut boards = 0;
            for _ in 0..300 {
                let mut key = (random.index(8) as u128) << (2 * points);
                let one_in = 1 + random.index(6);
                for point in 0..points {
                    let stone = random.index(2 * one_in);
                    if stone < 2 {
                        key |= 1 << (point + points * stone);
                    }
                }
                boards += u32::from(agree_on_go(&game, &go, key));
                agree_on_go(&game, &go, key ^ 1 << random.index(128));
            }
            assert!(boards > 10, "{game}");
        }
    }
}

/// Specs that the one takes and the other refuses. Files hold keys of up to 128 bits.
#[test]
fn both_know_the_same_boards_by_their_sizes() {
    let mut differ = Vec::new();
    let mut boards = 0;
    let mut see = |spec: String| {
        let game = AnyGame::parse(&spec);
        let solver = game.is_ok_and(|game| LongKeys::refuse(&game).is_ok());
        let checker = rules_for(&spec, &none_given).is_ok();
        boards += u32::from(checker);
        if solver != checker {
            differ.push(spec);
        }
    };
    for columns in 0..=66 {
        for rows in 0..=66 {
            // Of boards far too large, some.
            if columns * rows > 130 && (columns % 13 != 0 || rows % 13 != 0) {
                continue;
            }
            see(format!("connect-four:{columns}x{rows}"));
            see(format!("connect-four:{columns}x{rows}?utility=score"));
            see(format!("hex:{columns}x{rows}"));
            see(format!("go:{columns}x{rows}"));
            for in_line in [0, 1, 3, columns, rows, rows + 1] {
                see(format!("mnk:{columns}x{rows}?k={in_line}"));
            }
            if (columns * rows) <= 100 {
                see(format!("othello:{columns}x{rows}"));
            }
        }
    }
    assert!(differ.is_empty() && boards > 500, "{boards} {differ:?}");
}
