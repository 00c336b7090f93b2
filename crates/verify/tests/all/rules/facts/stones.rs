//! Games in which the sides place stones, and Othello.

use solveig_verify::{
    BoundQuestion, ConnectFour, GivenRules, Hex, Mnk, Options, Othello, Rules, Stage, Stones,
    at_least_each,
};

use super::Facts;

/// A board as text: the stones of the first player and of the other, row by row.
#[derive(Debug, PartialEq)]
struct Colours {
    squares: Vec<char>,
}

impl Colours {
    /// The board of a text in which `first` is the first player's letter.
    fn read(text: &str, first: char) -> Self {
        let board = text.split(' ').next().unwrap_or("");
        let stone = |letter: char| match letter.to_ascii_uppercase() {
            letter @ ('X' | 'O') if letter == first => '1',
            'X' | 'O' => '2',
            _ => '-',
        };
        let letters = board.chars().filter(|letter| *letter != '/');
        Self {
            squares: letters.map(stone).collect(),
        }
    }

    fn count(&self, stone: char) -> u32 {
        let stones = self.squares.iter().filter(|one| **one == stone);
        stones.count() as u32
    }

    /// Whether it is the first player's turn, from the numbers of stones, which fit taking turns.
    fn first_to_move(&self) -> bool {
        let [first, second] = ['1', '2'].map(|player| self.count(player));
        assert!(first == second || first == second + 1, "{self:?}");
        first == second
    }

    /// Fails unless `after` has one stone more, of the side to move.
    fn expect_placed(&self, after: &Self) {
        let player = if self.first_to_move() { '1' } else { '2' };
        let pairs = self.squares.iter().zip(&after.squares);
        let changed: Vec<_> = pairs.filter(|(before, after)| before != after).collect();
        assert_eq!(changed, [(&'-', &player)], "{self:?} {after:?}");
    }
}

/// The sides take turns.
fn turns<R: Rules>(
    colours: impl Fn(&R::Position) -> Colours,
) -> impl Fn(&R::Position, &[R::Position]) {
    move |position, children| {
        let before = colours(position);
        before.first_to_move();
        for child in children {
            before.expect_placed(&colours(child));
        }
    }
}

/// A board on which X is the side to move.
fn by_mover<R: Rules>(rules: &R, position: &R::Position) -> Colours {
    let first = match rules.level(position) % 2 {
        0 => 'X',
        _ => 'O',
    };
    Colours::read(&rules.describe(position), first)
}

#[test]
fn all_lines_in_small_squares() {
    let boards = [
        (1, 1, 1),
        (2, 2, 1),
        (2, 2, 2),
        (8, 1, 3),
        (1, 9, 2),
        (1, 9, 9),
        (10, 1, 4),
        (4, 2, 3),
        (2, 4, 2),
        (3, 3, 2),
        (3, 3, 3),
    ];
    for (columns, rows, in_line) in boards {
        let rules = Mnk::new(columns, rows, in_line).unwrap();
        let own = turns::<Mnk>(|position| by_mover(&rules, position));
        let accepted = Facts::new(&rules, &own).hold_all();
        println!("{}: {accepted} boards", rules.spec());
        assert!(accepted >= 2);
    }
}

/// Rules that a caller gives keep what the rules themselves keep.
#[test]
fn all_lines_of_given_rules() {
    let custom = GivenRules::new(Mnk::new(3, 2, 2).unwrap(), true);
    let mnk = Mnk::new(3, 2, 2).unwrap();
    for key in 0..1 << custom.key_bits() {
        assert_eq!(custom.position(key).is_some(), mnk.position(key).is_some());
        assert_eq!(custom.impossibility(key), mnk.impossibility(key));
    }
    // One stone of the side to move and none of the other.
    let why = custom.impossibility(1).expect("it is refused");
    assert!(
        why.starts_with("1 stones of the side to move and 0"),
        "{why}"
    );
}

/// A win is worth what the winner has left, and every stone rests on another one.
fn connect_four(
    rules: &ConnectFour,
    columns: usize,
    by_score: bool,
) -> impl Fn(&solveig_verify::Drops, &[solveig_verify::Drops]) {
    let colours = move |position: &_| Colours::read(&rules.describe(position), 'X');
    let turns = turns::<ConnectFour>(colours);
    move |position, children| {
        turns(position, children);
        let colours = colours(position);
        let squares = colours.squares.len();
        for (at, stone) in colours.squares.iter().enumerate() {
            let below = colours.squares.get(at + columns);
            assert!(*stone == '-' || below != Some(&'-'), "{colours:?}");
        }
        if let Stage::Over(value) = rules.stage(position)
            && value != 0
        {
            // The loser is to move.
            let (winner, all) = match colours.first_to_move() {
                true => ('2', squares / 2),
                false => ('1', squares.div_ceil(2)),
            };
            let left = all as i32 - colours.count(winner) as i32;
            let worth = if by_score { 1 + left } else { 1 };
            assert_eq!(value, -worth, "{colours:?}");
        }
    }
}

#[test]
fn all_small_boards_of_connect_four() {
    let boards = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 9),
        (4, 1),
        (8, 1),
        (7, 1),
        (2, 2),
        (2, 4),
        (5, 2),
        (4, 3),
        (3, 4),
        (2, 6),
    ];
    for (columns, rows) in boards {
        for by_score in [false, true] {
            let rules = ConnectFour::new(columns, rows).unwrap();
            let rules = if by_score { rules.by_score() } else { rules };
            let own = connect_four(&rules, columns as usize, by_score);
            let accepted = Facts::new(&rules, &own).hold_all();
            println!("{}: {accepted} boards", rules.spec());
            assert!(accepted >= 2);
        }
    }
}

#[test]
fn all_small_boards_of_hex() {
    for (columns, rows) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 9),
        (9, 1),
        (2, 3),
        (3, 2),
        (4, 2),
        (3, 3),
    ] {
        let rules = Hex::new(columns, rows).unwrap();
        let own = turns::<Hex>(|position| Colours::read(&rules.describe(position), 'X'));
        let accepted = Facts::new(&rules, &own).hold_all();
        println!("{}: {accepted} boards", rules.spec());
        assert!(accepted >= 2);
    }
}

/// A move adds a disc of the side that made it; discs change sides and stay.
fn discs(position: &Stones, children: &[Stones]) {
    let occupied = position.mover | position.opponent;
    for child in children {
        let after = child.mover | child.opponent;
        assert_eq!(after & occupied, occupied);
        if after == occupied {
            // A pass.
            let other_side = (child.opponent, child.mover);
            assert_eq!((position.mover, position.opponent), other_side);
            continue;
        }
        assert_eq!((after ^ occupied).count_ones(), 1);
        assert_eq!(child.opponent & position.mover, position.mover);
        assert_eq!((after ^ occupied) & child.opponent, after ^ occupied);
        assert_ne!(child.mover, position.opponent);
    }
}

#[test]
fn every_thousandth_board_of_small_othello() {
    let rules = Othello::new(4, 4).unwrap();
    let mut facts = Facts::new(&rules, &discs);
    let mut questions = Vec::new();
    let mut passes = 0;
    for key in (0..3_u128.pow(16)).step_by(1_009) {
        let position = rules.position(key).expect("every filling is a board");
        facts.hold(&position);
        passes += u32::from(rules.stage(&position) == Stage::Pass);
        if rules.level(&position) >= 12 {
            let value = facts.value(&position);
            questions.extend([value, value + 1].map(|bound| BoundQuestion { key, bound }));
        }
    }
    facts.refuse_long_keys();
    assert!(rules.position(3_u128.pow(16)).is_none());
    assert!(
        passes > 100 && questions.len() > 5_000,
        "{passes} {}",
        questions.len()
    );
    // The searches, too, take boards that play cannot reach.
    let plain = Options {
        plain: true,
        ..Options::default()
    };
    for options in [Options::default(), plain] {
        let (answers, _) = at_least_each("othello:4x4", &questions, &options).unwrap();
        let truths = answers.chunks(2).all(|both| both == [true, false]);
        assert!(truths && answers.len() == questions.len());
    }
}
