//! m,n,k against a twin without bits.

use proptest::prelude::*;
use solveig_game::{Game, GameExt, Move, Notation, Reduction, perft};
use solveig_games::mnk::{Mnk, Position};

use crate::levels::levels;

/// A board as a table: 0 nobody, 1 the side to move, 2 the other.
#[derive(Clone, Debug)]
struct Twin {
    columns: i32,
    rows: i32,
    k: i32,
    owners: Vec<u8>,
}

impl Twin {
    fn has_line(&self, owner: u8) -> bool {
        let at = |column: i32, row: i32| {
            let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
            inside && self.owners[(row * self.columns + column) as usize] == owner
        };
        (0..self.columns).any(|column| {
            (0..self.rows).any(|row| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)]
                    .iter()
                    .any(|(right, down)| {
                        (0..self.k).all(|step| at(column + step * right, row + step * down))
                    })
            })
        })
    }

    fn moves(&self) -> Vec<usize> {
        if self.has_line(2) {
            return Vec::new();
        }
        let squares = self.owners.iter().enumerate();
        squares
            .filter(|(_, owner)| **owner == 0)
            .map(|(square, _)| square)
            .collect()
    }

    fn play(&mut self, square: usize) {
        self.owners[square] = 1;
        for owner in &mut self.owners {
            *owner = [0, 2, 1][usize::from(*owner)];
        }
    }

    fn utility(&self) -> Option<i32> {
        if self.has_line(2) {
            Some(-1)
        } else {
            self.moves().is_empty().then_some(0)
        }
    }

    fn position(&self) -> Position {
        let squares = |side: u8| {
            let squares = self.owners.iter().enumerate();
            squares.fold(0, |all, (square, owner)| {
                all | u64::from(*owner == side) << square
            })
        };
        Position {
            mover: squares(1),
            opponent: squares(2),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_plays_agree_with_the_twin(
        (columns, rows, k) in prop::sample::select(vec![
            (3, 3, 3), (4, 4, 3), (5, 4, 4), (8, 5, 5), (5, 8, 3), (6, 6, 6), (10, 4, 7), (1, 40, 2),
            (26, 1, 4), (1, 1, 1), (2, 2, 2), (6, 6, 1), (2, 20, 20), (3, 12, 3),
        ]),
        choices in prop::collection::vec(0..1000usize, 41),
    ) {
        let game = Mnk::new(columns, rows, k).unwrap();
        let mut twin = Twin {
            columns: columns as i32,
            rows: rows as i32,
            k: k as i32,
            owners: vec![0; (columns * rows) as usize],
        };
        let mut position = game.start();
        for choice in choices {
            prop_assert_eq!(twin.position(), position);
            prop_assert_eq!(game.terminal_value(&position), twin.utility());
            let moves: Vec<usize> = game.moves(&position).iter().map(|one| one.index()).collect();
            prop_assert_eq!(&moves, &twin.moves());
            let first_to_move = game.level(&position).is_multiple_of(2);
            let text = game.grid().board_string(position, first_to_move);
            prop_assert_eq!(game.parse_board(&text), Some(Ok(position)));
            if moves.is_empty() {
                break;
            }
            let played = moves[choice % moves.len()];
            position = game.play_unchecked(&position, Move(played as u16));
            twin.play(played);
        }
    }
}

#[test]
fn tic_tac_toe_has_255168_plays() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let known = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (depth, paths) in known.into_iter().enumerate() {
        assert_eq!(perft(&game, &game.start(), depth as u32), paths);
    }
    fn plays(game: &Mnk, position: &Position) -> u64 {
        let moves = game.moves(position);
        if moves.is_empty() {
            return 1;
        }
        let children = moves.iter().map(|one| game.play_unchecked(position, *one));
        children.map(|child| plays(game, &child)).sum()
    }
    assert_eq!(plays(&game, &game.start()), 255_168);
}

#[test]
fn tic_tac_toe_has_5478_positions_in_765_classes() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let count = |reduction| {
        let levels = levels(&game, reduction, 9);
        let sizes = levels
            .iter()
            .map(|level| level.open.len() + level.over.len());
        sizes.sum::<usize>()
    };
    assert_eq!(count(Reduction::None), 5478);
    assert_eq!(count(Reduction::Canonical), 765);
}

#[test]
fn impossible_boards_say_why() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let problem = |board| game.parse_board(board).unwrap().unwrap_err().problem;
    assert_eq!(
        problem("XX------- X"),
        "2 stones of the side to move and 0 of the other: \
         expected as many of each, or one more of the other"
    );
    assert_eq!(
        problem("X-------- X"),
        "X is to move, yet the number of stones is odd"
    );
    assert_eq!(
        problem("XO------- O"),
        "O is to move, yet the number of stones is even"
    );
    assert_eq!(
        problem("XXXOO-O-- X"),
        "X has 3 in line, yet O moved after that"
    );
    let long = Mnk::new(7, 2, 3).unwrap();
    let board = "XXX-XXXOO-OO-O O";
    assert_eq!(
        long.parse_board(board).unwrap().unwrap_err().problem,
        "X has 3 in line without the last stone"
    );
    let both = "XXXXOOXOO O";
    assert!(
        game.parse_board(both).unwrap().is_ok(),
        "one stone completes two lines"
    );
}

#[test]
fn only_boards_that_fit_exist() {
    let problem = |columns, rows, k| Mnk::new(columns, rows, k).unwrap_err().problem;
    assert_eq!(problem(0, 3, 1), "0 squares: expected 1 to 64");
    assert_eq!(problem(13, 5, 4), "65 squares: expected 1 to 64");
    assert_eq!(problem(30, 1, 3), "30 columns: expected at most 26");
    assert_eq!(problem(5, 4, 6), "k is 6: expected 1 to 5, the longer side");
    assert_eq!(problem(5, 4, 0), "k is 0: expected 1 to 5, the longer side");
    assert!(problem(u32::MAX, u32::MAX, 3).ends_with("squares: expected 1 to 64"));
}
