//! Othello against a twin without bits, path counts, position counts and perfect lines.

use std::collections::HashSet;

use proptest::prelude::*;
use solveig_game::{
    Game, GameExt, Key, Keyed, Move, Notation, Reduction, Symmetric, Symmetry, perft,
};
use solveig_games::othello::{Othello, Position};

use crate::levels::levels;

/// A board as a table of the sides that own its squares: 0 nobody, 1 the side to move, 2 the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Twin {
    columns: i32,
    rows: i32,
    owners: Vec<u8>,
}

impl Twin {
    fn new(columns: u32, rows: u32, position: Position) -> Self {
        let owner = |square: u32| {
            if position.mover >> square & 1 == 1 {
                1
            } else if position.opponent >> square & 1 == 1 {
                2
            } else {
                0
            }
        };
        Self {
            columns: columns as i32,
            rows: rows as i32,
            owners: (0..columns * rows).map(owner).collect(),
        }
    }

    fn owner(&self, column: i32, row: i32) -> Option<u8> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then(|| self.owners[(row * self.columns + column) as usize])
    }

    fn flipped_by(&self, square: usize) -> Vec<usize> {
        if self.owners[square] != 0 {
            return Vec::new();
        }
        let (column, row) = (square as i32 % self.columns, square as i32 / self.columns);
        let mut flipped = Vec::new();
        for right in -1..=1 {
            for down in -1..=1 {
                if (right, down) == (0, 0) {
                    continue;
                }
                let mut run = Vec::new();
                let (mut column, mut row) = (column + right, row + down);
                while self.owner(column, row) == Some(2) {
                    run.push((row * self.columns + column) as usize);
                    (column, row) = (column + right, row + down);
                }
                if self.owner(column, row) == Some(1) {
                    flipped.extend(run);
                }
            }
        }
        flipped
    }

    fn placements(&self) -> Vec<usize> {
        (0..self.owners.len())
            .filter(|square| !self.flipped_by(*square).is_empty())
            .collect()
    }

    fn other_side(&self) -> Self {
        let owners = self
            .owners
            .iter()
            .map(|owner| [0, 2, 1][usize::from(*owner)]);
        Self {
            owners: owners.collect(),
            ..*self
        }
    }

    fn place(&self, square: usize) -> Self {
        let mut next = self.clone();
        for flipped in self.flipped_by(square) {
            next.owners[flipped] = 1;
        }
        next.owners[square] = 1;
        next.other_side()
    }

    fn moves(&self) -> Vec<usize> {
        let placements = self.placements();
        if placements.is_empty() && !self.other_side().placements().is_empty() {
            return vec![self.owners.len()];
        }
        placements
    }

    fn play(&self, played: usize) -> Self {
        if played == self.owners.len() {
            self.other_side()
        } else {
            self.place(played)
        }
    }

    fn utility(&self) -> Option<i32> {
        if !self.moves().is_empty() {
            return None;
        }
        let count = |side| self.owners.iter().filter(|owner| **owner == side).count() as i32;
        let (mine, others, empty) = (count(1), count(2), count(0));
        Some(match mine.cmp(&others) {
            std::cmp::Ordering::Greater => mine - others + empty,
            std::cmp::Ordering::Less => mine - others - empty,
            std::cmp::Ordering::Equal => 0,
        })
    }
}

fn agree<K: Key>(game: &Othello<K>, position: Position) -> Result<(), TestCaseError> {
    let (columns, rows) = (game.grid().columns(), game.grid().rows());
    let twin = Twin::new(columns, rows, position);
    let moves: Vec<usize> = game
        .moves(&position)
        .iter()
        .map(|one| one.index())
        .collect();
    prop_assert_eq!(&moves, &twin.moves());
    prop_assert_eq!(game.terminal_value(&position), twin.utility());
    let pass = moves == [game.pass().index()];
    prop_assert_eq!(game.is_forced_pass(&position), pass);
    for played in moves {
        let next = game.play_unchecked(&position, Move(played as u16));
        prop_assert_eq!(Twin::new(columns, rows, next), twin.play(played));
    }
    let Position { mover, opponent } = position;
    for square in 0..game.grid().squares() {
        if position.occupied() >> square & 1 == 0 {
            let flipped = twin.flipped_by(square as usize);
            let flipped = flipped.into_iter().fold(0, |all, one| all | 1u64 << one);
            prop_assert_eq!(game.flips(mover, opponent, square), flipped);
        }
    }
    Ok(())
}

fn follow<K: Key>(game: &Othello<K>, choices: &[usize]) -> Result<(), TestCaseError> {
    let mut position = game.start();
    for choice in choices {
        agree(game, position)?;
        let moves = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        position = game.play_unchecked(&position, moves[choice % moves.len()]);
    }
    Ok(())
}

/// All boards of the game.
fn sizes() -> Vec<(u32, u32)> {
    let sides = || (4..=16).step_by(2);
    sides()
        .flat_map(|columns| sides().map(move |rows| (columns, rows)))
        .filter(|(columns, rows)| columns * rows <= 64)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_plays_agree_with_the_twin(
        (columns, rows) in prop::sample::select(sizes()),
        choices in prop::collection::vec(0..1000usize, 80),
    ) {
        follow(&Othello::<u128>::new(columns, rows).unwrap(), &choices)?;
    }

    #[test]
    fn random_boards_agree_with_the_twin(
        (columns, rows) in prop::sample::select(sizes()),
        mover: u64,
        side: u64,
        empty: u64,
        sparse: bool,
    ) {
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let discs = game.grid().board() & if sparse { !empty } else { !empty | mover };
        let position = Position { mover: discs & side, opponent: discs & !side };
        agree(&game, position)?;
    }

    #[test]
    fn long_runs_are_crossed(
        (columns, rows) in prop::sample::select(sizes()),
        ends in prop::collection::vec((0..64u32, 0..64u32), 1..6),
    ) {
        // Nearly all discs are the opponent's, so runs go from edge to edge.
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let board = game.grid().board();
        let (mover, empty) = ends.iter().fold((0, 0), |(mover, empty), (one, other)| {
            (mover | 1 << one, empty | 1u64 << other)
        });
        let mover = mover & board & !empty;
        let opponent = board & !mover & !empty;
        agree(&game, Position { mover, opponent })?;
    }

    #[test]
    fn symmetries_keep_legal_squares_and_flips(
        (columns, rows) in prop::sample::select(sizes()),
        by: u8,
        mover: u64,
        side: u64,
        square: u32,
    ) {
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let grid = game.grid();
        let by = Symmetry(by % grid.symmetries());
        let discs = mover & grid.board();
        let position = Position { mover: discs & side, opponent: discs & !side };
        let image = game.transform(&position, by);
        let legal = game.legal_squares(position.mover, position.opponent);
        prop_assert_eq!(
            game.legal_squares(image.mover, image.opponent),
            grid.image(legal, by)
        );
        let square = square % grid.squares();
        if discs >> square & 1 == 0 {
            let flips = game.flips(position.mover, position.opponent, square);
            let moved = grid.square_image(square, by);
            prop_assert_eq!(
                game.flips(image.mover, image.opponent, moved),
                grid.image(flips, by)
            );
        }
        prop_assert_eq!(game.terminal_value(&image), game.terminal_value(&position));
        let (least, _) = game.canonical(&position);
        prop_assert_eq!(game.canonical(&image).0, least);
        prop_assert!(game.key(&least) <= game.key(&image));
        prop_assert_eq!(game.transform(&image, game.inverse(by)), position);
    }
}

#[test]
fn runs_of_every_length_are_crossed_in_every_direction() {
    for (columns, rows) in sizes() {
        let game = Othello::<u128>::new(columns, rows).unwrap();
        for from in 0..columns * rows {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let (mut column, mut row) = ((from % columns) as i32, (from / columns) as i32);
                let mut opponent = 0u64;
                loop {
                    (column, row) = (column + right, row + down);
                    if !(0..columns as i32).contains(&column) || row >= rows as i32 {
                        break;
                    }
                    let to = row as u32 * columns + column as u32;
                    for (mover, square) in [(from, to), (to, from)] {
                        let (mover, legal) = (1 << mover, u64::from(opponent != 0) << square);
                        assert_eq!(game.legal_squares(mover, opponent), legal);
                        assert_eq!(game.flips(mover, opponent, square), opponent);
                    }
                    opponent |= 1 << to;
                }
            }
        }
    }
}

#[test]
fn black_starts_beside_white_in_the_centre() {
    let game = Othello::<u128>::new(8, 8).unwrap();
    let board =
        game.parse_board("---------------------------OX------XO--------------------------- X");
    assert_eq!(board, Some(Ok(game.start())));
    let moves: Vec<String> = game
        .moves(&game.start())
        .into_iter()
        .map(|one| game.format_move(one))
        .collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn paths_on_8x8_are_those_known() {
    let known = [
        1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_056,
    ];
    let game = Othello::<u128>::new(8, 8).unwrap();
    for (depth, paths) in known.into_iter().enumerate() {
        assert_eq!(game.perft(game.start(), depth as u32), paths);
    }
    for (depth, paths) in known.into_iter().enumerate().take(8) {
        assert_eq!(perft(&game, &game.start(), depth as u32), paths);
    }
}

#[test]
fn paths_on_6x6_are_those_known() {
    let known = [
        1, 4, 12, 56, 244, 1364, 7604, 47740, 308_716, 2_114_912, 14_976_684,
    ];
    let game = Othello::<u64>::new(6, 6).unwrap();
    for (depth, paths) in known.into_iter().enumerate() {
        assert_eq!(game.perft(game.start(), depth as u32), paths);
    }
    for (depth, paths) in known.into_iter().enumerate().take(8) {
        assert_eq!(perft(&game, &game.start(), depth as u32), paths);
    }
}

#[test]
fn paths_on_4x4_are_those_known_to_the_end() {
    let known = [
        1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112,
    ];
    let game = Othello::<u64>::new(4, 4).unwrap();
    for (depth, paths) in known.into_iter().enumerate() {
        assert_eq!(game.perft(game.start(), depth as u32), paths);
        assert_eq!(perft(&game, &game.start(), depth as u32), paths);
    }
}

#[test]
fn positions_on_4x4_are_those_known() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let levels = levels(&game, Reduction::Canonical, 12);
    let open: Vec<usize> = levels.iter().map(|level| level.open.len()).collect();
    let over: Vec<usize> = levels.iter().map(|level| level.over.len()).collect();
    assert_eq!(
        open,
        [1, 1, 3, 11, 31, 96, 268, 646, 1478, 2443, 2946, 1906, 0]
    );
    assert_eq!(over, [0, 0, 0, 0, 0, 0, 1, 1, 3, 14, 33, 121, 684]);
}

#[test]
fn positions_on_6x4_are_those_known_and_turn_with_the_board() {
    let open = [1, 2, 6, 24, 87, 365, 1426, 5756, 22784, 84717];
    let over = [0, 0, 0, 0, 0, 0, 0, 0, 0, 24];
    for (columns, rows) in [(6, 4), (4, 6)] {
        let game = Othello::<u64>::new(columns, rows).unwrap();
        let levels = levels(&game, Reduction::Canonical, 9);
        assert_eq!(
            levels
                .iter()
                .map(|level| level.open.len())
                .collect::<Vec<_>>(),
            open
        );
        assert_eq!(
            levels
                .iter()
                .map(|level| level.over.len())
                .collect::<Vec<_>>(),
            over
        );
    }
}

#[test]
fn positions_on_6x6_and_8x8_are_those_known() {
    let narrow = Othello::<u64>::new(6, 6).unwrap();
    let found = levels(&narrow, Reduction::Canonical, 8);
    let open: Vec<usize> = found.iter().map(|level| level.open.len()).collect();
    assert_eq!(open, [1, 1, 3, 14, 60, 314, 1632, 9069, 51964]);
    let wide = Othello::<u128>::new(8, 8).unwrap();
    let found = levels(&wide, Reduction::Canonical, 8);
    let open: Vec<usize> = found.iter().map(|level| level.open.len()).collect();
    assert_eq!(open, [1, 1, 3, 14, 60, 322, 1773, 10649, 67245]);
}

#[test]
fn without_reduction_every_class_has_all_its_members() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let classes = levels(&game, Reduction::Canonical, 8);
    let members = levels(&game, Reduction::None, 8);
    for (classes, members) in classes.iter().zip(&members).skip(1) {
        let images: HashSet<Position> = classes
            .open
            .iter()
            .flat_map(|position| (0..8).map(|by| game.transform(position, Symmetry(by))))
            .collect();
        assert!(members.open.is_subset(&images));
        let reduced = members.open.iter().map(|member| game.canonical(member).0);
        assert_eq!(reduced.collect::<HashSet<_>>(), classes.open);
    }
}

/// A line written with the letters and numbers of the inner squares of a larger board.
fn one_square_nearer_to_a1(line: &str) -> String {
    let nearer = |character: char| char::from(character as u8 - 1);
    line.split(' ')
        .map(|played| match played {
            "pass" => "pass ".to_owned(),
            square => square.chars().map(nearer).collect::<String>() + " ",
        })
        .collect()
}

fn result<K: Key>(game: &Othello<K>, line: &str) -> (usize, Option<i32>) {
    let (end, moves) = game.play_list(&game.start(), line).unwrap();
    let value = game.terminal_value(&end);
    // Black has moved last after an odd number of moves.
    let sign = if moves.len() % 2 == 0 { 1 } else { -1 };
    (moves.len(), value.map(|value| sign * value))
}

#[test]
fn feinsteins_6x6_line_ends_16_to_20() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let line = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 \
                b2 g6 g7 pass f2 g2";
    assert_eq!(
        result(&game, &one_square_nearer_to_a1(line)),
        (33, Some(-4))
    );
    let without = line.replace("pass ", "");
    assert_eq!(
        result(&game, &one_square_nearer_to_a1(&without)),
        (33, Some(-4))
    );
}

#[test]
fn another_perfect_6x6_line_ends_16_to_20() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let line = "f5 d6 c5 f4 d3 e3 g4 g5 g6 c4 b4 d2 e6 f6 e2 f2 f3 b6 d7 b5 b7 f7 c6 c7 b3 c3 e7 \
                g7 c2 b2 pass g3 g2";
    assert_eq!(
        result(&game, &one_square_nearer_to_a1(line)),
        (33, Some(-4))
    );
}

#[test]
fn takizawas_8x8_line_is_a_draw() {
    let game = Othello::<u128>::new(8, 8).unwrap();
    let line = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8\
                B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";
    assert_eq!(result(&game, line), (60, Some(0)));
}

#[test]
fn empty_squares_go_to_the_winner() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let utility = |board| {
        let position = game.parse_board(board).unwrap().unwrap();
        game.terminal_value(&position)
    };
    assert_eq!(utility("XXXX------------ X"), Some(16));
    assert_eq!(utility("XXXX------------ O"), Some(-16));
    assert_eq!(utility("XX-O------------ X"), Some(16 - 2));
    assert_eq!(utility("X--O------------ X"), Some(0));
    assert_eq!(utility("---------------- X"), Some(0));
    assert_eq!(utility("XO-------------- X"), None);
}

#[test]
fn a_pass_must_be_forced_and_may_be_left_out() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let error = game.parse_position("pass").unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 1 of \"pass\" (at character 1): pass is not legal here; legal: b1 a2 d3 c4"
    );
    let position = game.parse_position("XO-------------- O").unwrap();
    assert!(game.is_forced_pass(&position));
    let with = game.play_list(&position, "Pass c1").unwrap();
    let without = game.play_list(&position, "c1").unwrap();
    assert_eq!(with, without);
    assert_eq!(with.1, [game.pass(), Move(2)]);
}

#[test]
fn move_lists_name_what_is_wrong_with_them() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let error = |text| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(
        error("e4c5x9"),
        "move 3 of \"e4c5x9\" (at character 5): \
         no square x9 on a 6x6 board (columns a-f, rows 1-6)"
    );
    assert_eq!(
        error("e4 c5 é"),
        "move 3 of \"e4 c5 é\" (at character 7): expected a square such as f6 or pass"
    );
    assert_eq!(
        error("e4, e4"),
        "move 2 of \"e4, e4\" (at character 5): e4 is not legal here; legal: e3 c5 e5"
    );
}

#[test]
fn drawings_say_who_is_to_move() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let expected = "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nX to move; X 2, O 2\n";
    assert_eq!(game.render(&game.start(), true), expected);
    let over = game.parse_position("XXXX------------ O").unwrap();
    let drawing = game.render(&over, false);
    assert!(drawing.ends_with("game over; X 4, O 0\n"), "{drawing}");
    let tall = Othello::<u128>::new(4, 16).unwrap();
    let drawing = tall.render(&tall.start(), true);
    assert!(drawing.starts_with("   a b c d\n 1 - - - -\n"), "{drawing}");
}

#[test]
fn only_even_boards_of_at_most_64_squares_exist() {
    let problem = |columns, rows| Othello::<u128>::new(columns, rows).unwrap_err().problem;
    assert_eq!(
        problem(5, 4),
        "5 columns: expected an even number of at least 4"
    );
    assert_eq!(
        problem(4, 2),
        "2 rows: expected an even number of at least 4"
    );
    assert_eq!(problem(8, 10), "80 squares: expected at most 64");
    let huge = u32::MAX - 1;
    assert!(problem(huge, huge).ends_with("squares: expected at most 64"));
    let error = Othello::<u64>::new(8, 8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game \"othello:8x8\": its keys take 102 bits: expected at most 64"
    );
    assert_eq!(sizes().len(), 19);
}
