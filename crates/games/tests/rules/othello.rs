//! Othello: runs of discs, path counts, position counts and perfect lines.

use solveig_game::{Game, GameExt, Key, Move, Notation, Reduction, perft};
use solveig_games::othello::Othello;

use crate::levels::levels;

/// All boards of the game.
fn sizes() -> Vec<(u32, u32)> {
    let sides = || (4..=16).step_by(2);
    sides()
        .flat_map(|columns| sides().map(move |rows| (columns, rows)))
        .filter(|(columns, rows)| columns * rows <= 64)
        .collect()
}

#[test]
fn runs_of_every_length_are_crossed_in_every_direction() {
    assert_eq!(sizes().len(), 19);
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

fn paths_are<K: Key>(game: &Othello<K>, counts: &[u64]) {
    for (depth, paths) in (0..).zip(counts) {
        let found = game.perft(game.start(), depth);
        assert_eq!(found, *paths, "{} to depth {depth}", game.spec());
        if depth < 8 || game.grid().squares() == 16 {
            assert_eq!(perft(game, &game.start(), depth), *paths);
        }
    }
}

/// Those of 4x4 to the end of the game.
#[test]
fn paths_are_those_known() {
    let small = [
        1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112,
    ];
    paths_are(&Othello::<u64>::new(4, 4).unwrap(), &small);
    let narrow = [
        1, 4, 12, 56, 244, 1364, 7604, 47740, 308_716, 2_114_912, 14_976_684,
    ];
    paths_are(&Othello::<u64>::new(6, 6).unwrap(), &narrow);
    let wide = [
        1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_056,
    ];
    paths_are(&Othello::<u128>::new(8, 8).unwrap(), &wide);
}

/// The numbers of positions at each level, where the game goes on and where it is over.
#[test]
fn positions_are_those_known_and_turn_with_the_board() {
    let small = [1, 1, 3, 11, 31, 96, 268, 646, 1478, 2443, 2946, 1906, 0];
    let small_over = [0, 0, 0, 0, 0, 0, 1, 1, 3, 14, 33, 121, 684];
    let oblong = [1, 2, 6, 24, 87, 365, 1426, 5756, 22784, 84717];
    let oblong_over = [0, 0, 0, 0, 0, 0, 0, 0, 0, 24];
    let narrow = [1, 1, 3, 14, 60, 314, 1632, 9069, 51964];
    let wide = [1, 1, 3, 14, 60, 322, 1773, 10649, 67245];
    let boards: [(u32, u32, &[usize], &[usize]); 5] = [
        (4, 4, &small, &small_over),
        (6, 4, &oblong, &oblong_over),
        (4, 6, &oblong, &oblong_over),
        (6, 6, &narrow, &[0; 9]),
        (8, 8, &wide, &[0; 9]),
    ];
    for (columns, rows, open, over) in boards {
        let game = Othello::<u128>::new(columns, rows).unwrap();
        let levels = levels(&game, Reduction::Canonical, open.len() as u32 - 1);
        let found = levels
            .iter()
            .map(|level| (level.open.len(), level.over.len()));
        let (found_open, found_over): (Vec<_>, Vec<_>) = found.unzip();
        assert_eq!(found_open, open, "{columns}x{rows}");
        assert_eq!(found_over, over, "{columns}x{rows}");
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

/// Feinstein's line, the same without its pass, and another one.
#[test]
fn perfect_6x6_lines_end_16_to_20() {
    let game = Othello::<u64>::new(6, 6).unwrap();
    let line = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 \
                b2 g6 g7 pass f2 g2";
    let other = "f5 d6 c5 f4 d3 e3 g4 g5 g6 c4 b4 d2 e6 f6 e2 f2 f3 b6 d7 b5 b7 f7 c6 c7 b3 c3 e7 \
                 g7 c2 b2 pass g3 g2";
    for line in [line, &line.replace("pass ", ""), other] {
        let found = result(&game, &one_square_nearer_to_a1(line));
        assert_eq!(found, (33, Some(-4)), "{line}");
    }
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
