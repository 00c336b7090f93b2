//! Connect Four: path counts, position counts, lines and notation.

use proptest::prelude::*;
use solveig_game::{
    Game, GameExt, Keyed, Notation, Reduction, Symmetric, Symmetry, perft, play_move_by_move,
};
use solveig_games::connect_four::{ConnectFour, ConnectFourPosition};

use crate::levels::levels;

/// Boards of many shapes, narrow, flat and the widest that fit.
const SIZES: [(u32, u32); 14] = [
    (7, 6),
    (6, 5),
    (5, 6),
    (4, 4),
    (8, 7),
    (9, 6),
    (4, 15),
    (16, 3),
    (10, 5),
    (3, 8),
    (2, 12),
    (1, 63),
    (32, 1),
    (21, 2),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn winning_squares_complete_four(
        (columns, rows) in prop::sample::select(SIZES.to_vec()),
        stones: u64,
        others: u64,
    ) {
        let game = ConnectFour::new(columns, rows).unwrap();
        // The rules of falling do not matter to lines.
        let mover = stones & game.board();
        let occupied = mover | others & game.board();
        prop_assume!(!game.has_four(mover));
        let mut expected = 0;
        for bit in 0..64 {
            let square = 1 << bit;
            if game.board() & !occupied & square != 0 && game.has_four(mover | square) {
                expected |= square;
            }
        }
        prop_assert_eq!(game.winning_squares(mover, occupied), expected);
    }

    #[test]
    fn plays_lead_back_from_lists_boards_and_keys(
        (columns, rows) in prop::sample::select(SIZES.to_vec()),
        choices in prop::collection::vec(0..1000usize, 0..40),
    ) {
        let game = ConnectFour::new(columns, rows).unwrap();
        let (mut position, mut played) = (game.start(), Vec::new());
        for choice in choices {
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            let next = moves[choice % moves.len()];
            position = game.play_unchecked(&position, next);
            played.push(next);
        }
        let image = game.transform(&position, Symmetry(1));
        prop_assert_eq!(game.key(&image), game.mirror(game.key(&position)));
        prop_assert_eq!(game.canonical(&image).0, game.canonical(&position).0);
        let text = game.board_string(position);
        let list: String = played.iter().map(|one| game.format_move(*one)).collect();
        prop_assert_eq!(game.play_list(&game.start(), &list), Ok((position, played)));
        prop_assert_eq!(game.parse_board(&text), Some(Ok(position)));
        prop_assert_eq!(game.position(game.key(&position)), Ok(position));
        let upper = text.to_uppercase();
        prop_assert_eq!(game.parse_board(&upper), Some(Ok(position)));
    }

    #[test]
    fn boards_that_are_read_are_boards(text in "[xo.]{3}/[xo.]{3}") {
        let game = ConnectFour::new(3, 2).unwrap();
        match game.parse_board(&text) {
            Some(Ok(position)) => {
                prop_assert_eq!(game.board_string(position), text);
                prop_assert_eq!(game.position(game.key(&position)), Ok(position));
            }
            Some(Err(error)) => prop_assert!(!error.problem.is_empty()),
            None => prop_assert!(false, "a board is not seen as one"),
        }
    }
}

#[test]
fn columns_come_centre_first_then_left() {
    let order = |columns| {
        let game = ConnectFour::new(columns, 1).unwrap();
        let moves = game.moves(&game.start());
        moves.into_iter().map(|one| one.0).collect::<Vec<_>>()
    };
    assert_eq!(order(1), [0]);
    assert_eq!(order(4), [1, 2, 0, 3]);
    assert_eq!(order(6), [2, 3, 1, 4, 0, 5]);
    assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
}

#[test]
fn paths_are_those_known() {
    let boards: [(u32, u32, &[u64]); 3] = [
        (
            7,
            6,
            &[
                1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572,
            ],
        ),
        (
            4,
            4,
            &[
                1, 4, 16, 64, 256, 1020, 4020, 15540, 57504, 206_904, 690_504, 2_160_504, 5_992_096,
            ],
        ),
        (
            2,
            6,
            &[1, 2, 4, 8, 16, 32, 64, 126, 234, 408, 634, 848, 830, 0],
        ),
    ];
    for (columns, rows, counts) in boards {
        let game = ConnectFour::new(columns, rows).unwrap();
        for (depth, paths) in (0..).zip(counts) {
            let found = game.perft(game.start(), depth);
            assert_eq!(found, *paths, "{} to depth {depth}", game.spec());
            if depth < 8 {
                assert_eq!(perft(&game, &game.start(), depth), *paths);
            }
        }
    }
}

#[test]
fn positions_by_ply_are_those_known() {
    let game = ConnectFour::new(4, 4).unwrap();
    let levels = levels(&game, Reduction::None, game.max_level());
    let four = |position: &&ConnectFourPosition| game.has_four(position.opponent());
    let found = levels.iter().map(|level| {
        let won = level.over.iter().filter(four).count();
        (level.open.len() + level.over.len(), won)
    });
    let (positions, won): (Vec<_>, Vec<_>) = found.unzip();
    assert_eq!(
        positions,
        [
            1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912,
            18076, 7244,
        ]
    );
    assert_eq!(
        won,
        [
            0, 0, 0, 0, 0, 0, 0, 60, 48, 520, 436, 2222, 1988, 5118, 4018, 5086, 1908,
        ]
    );
}

#[test]
fn positions_by_board_are_those_known() {
    for (columns, rows, positions) in [
        (1, 13, 14),
        (2, 9, 38943),
        (3, 3, 869),
        (4, 3, 12031),
        (6, 2, 29737),
        (11, 1, 48930),
    ] {
        let game = ConnectFour::new(columns, rows).unwrap();
        let levels = levels(&game, Reduction::None, game.max_level());
        let found = levels
            .iter()
            .map(|level| level.open.len() + level.over.len());
        assert_eq!(found.sum::<usize>(), positions, "{}", game.spec());
    }
}

#[test]
fn impossible_boards_say_why() {
    let game = ConnectFour::new(7, 6).unwrap();
    let error = |rows: [&str; 6]| {
        let error = game.parse_position(&rows.join("/")).unwrap_err();
        error.to_string()
    };
    let empty = ".......";
    let cases = [
        (
            [empty, empty, empty, empty, "..x....", empty],
            "the stone in column 3 lies on an empty square",
        ),
        (
            [empty, empty, empty, empty, empty, "xx....."],
            "2 x and 0 o: expected as many of each, or one x more",
        ),
        (
            [empty, empty, empty, empty, empty, "o......"],
            "0 x and 1 o: expected as many of each, or one x more",
        ),
        (
            [empty, empty, empty, empty, "ooo....", "xxxxo.."],
            "x has four in line, yet o moved after that",
        ),
        (
            [empty, empty, "oooo...", "xxxx...", "oooo...", "xxxx..."],
            "x has four in line, yet o moved after that",
        ),
        (
            [empty, empty, empty, empty, "xxoo...", "xxxxooo"],
            "x has four in line without the last stone",
        ),
        (
            [empty, empty, empty, empty, "......", empty],
            "row 5 from the top has 6 squares: expected 7",
        ),
        (
            [empty, empty, empty, "........", empty, empty],
            "row 4 from the top has more than 7 squares: expected /",
        ),
        (
            [empty, empty, empty, empty, empty, "..z...."],
            "expected x, o or .",
        ),
    ];
    for (rows, problem) in cases {
        let message = error(rows);
        assert!(message.ends_with(problem), "{rows:?}: {message}");
    }
    let rows = [empty; 5].join("/");
    let message = game.parse_position(&rows).unwrap_err().to_string();
    assert!(
        message.contains(": 5 rows: expected 6, with / or"),
        "{message}"
    );
    let drawn = ["......."; 6].join("\n");
    assert_eq!(game.parse_position(&drawn).unwrap(), game.start());
    let drawn = [empty, empty, empty, empty, "..o....", "..xx..."].join("\r\n");
    let moves = format!("{drawn}\n 1");
    let position = game.parse_position(&moves).unwrap();
    assert_eq!(position, game.parse_position("3341").unwrap());
    let rows = [empty; 7].join("/");
    let message = game.parse_position(&rows).unwrap_err().to_string();
    assert!(
        message.ends_with("expected 6 rows, then nothing"),
        "{message}"
    );
}

#[test]
fn the_place_of_a_floating_stone_is_its_character() {
    let game = ConnectFour::new(3, 3).unwrap();
    let error = game.parse_board("..x/.../...").unwrap().unwrap_err();
    assert_eq!(error.at, 2);
    let error = game.parse_board(".../.o./x..").unwrap().unwrap_err();
    assert_eq!(error.at, 5);
}

#[test]
fn a_stone_that_completes_two_lines_at_once_is_possible() {
    let game = ConnectFour::new(7, 6).unwrap();
    let (position, _) = game.play_list(&game.start(), "1727374").unwrap();
    assert_eq!(game.terminal_value(&position), Some(-1));
    let board = game.board_string(position);
    assert_eq!(game.parse_board(&board), Some(Ok(position)));
    assert_eq!(game.position(game.key(&position)), Ok(position));
}

#[test]
fn columns_are_digits_and_after_nine_letters() {
    let game = ConnectFour::new(16, 3).unwrap();
    let (_, moves) = game.play_list(&game.start(), "1 9aAg").unwrap();
    let codes: Vec<u16> = moves.iter().map(|one| one.0).collect();
    assert_eq!(codes, [0, 8, 9, 9, 15]);
    let error = game.parse_position("9h").unwrap_err().to_string();
    assert_eq!(
        error,
        "move 2 of \"9h\" (at character 2): no column h on a 16x3 board (columns 1-9 and a-g)"
    );
}

#[test]
fn move_lists_name_what_is_wrong_with_them() {
    let game = ConnectFour::new(7, 6).unwrap();
    let error = |text| game.parse_position(text).unwrap_err().to_string();
    assert_eq!(
        error("4483"),
        "move 3 of \"4483\" (at character 3): no column 8 on a 7x6 board (columns 1-7)"
    );
    assert_eq!(
        error("44∞"),
        "move 3 of \"44∞\" (at character 3): expected a column (columns 1-7), not \"∞\""
    );
    assert_eq!(
        error("4444444"),
        "move 7 of \"4444444\" (at character 7): 4 is not legal here; legal: 3 5 2 6 1 7"
    );
    assert_eq!(
        error("12121212"),
        "move 8 of \"12121212\" (at character 8): 2 is not legal: the game is over"
    );
}

#[test]
fn drawings_say_how_it_stands() {
    let game = ConnectFour::new(4, 4).unwrap();
    let drawing = |moves| {
        let (position, moves) = game.play_list(&game.start(), moves).unwrap();
        game.render(&position, moves.len() % 2 == 0)
    };
    assert_eq!(
        drawing("231"),
        ". . . .\n. . . .\n. . . .\nx x o .\n1 2 3 4\no to move\n"
    );
    assert!(drawing("1212121").ends_with("game over: x has four in line\n"));
    let small = ConnectFour::new(2, 2).unwrap();
    let full = small.parse_position("1122").unwrap();
    let expected = "o o\nx x\n1 2\ngame over: the board is full\n";
    assert_eq!(small.render(&full, true), expected);
}

/// Keys column by column: a column of n stones holds 2^n - 1 and the bits of the side to move.
#[test]
fn keys_are_read_as_they_are_written() {
    for (columns, rows) in [(1, 15), (2, 7), (3, 4), (4, 3), (8, 1), (5, 2)] {
        let game = ConnectFour::new(columns, rows).unwrap();
        let height = rows + 1;
        let mut accepted = 0;
        for key in 0..1_u64 << (columns * height) {
            let mut expected = Some(ConnectFourPosition::default());
            for column in 0..columns {
                let code = key >> (column * height) & ((1 << height) - 1);
                let stones = (code + 1).ilog2();
                expected = expected
                    .filter(|_| stones <= rows)
                    .map(|board| ConnectFourPosition {
                        mover: board.mover | ((code + 1) ^ (1 << stones)) << (column * height),
                        occupied: board.occupied | ((1 << stones) - 1) << (column * height),
                    });
            }
            if let Ok(position) = game.position(key) {
                assert_eq!(Some(position), expected, "{columns}x{rows}: {key:#x}");
                accepted += 1;
            } else if let Some(position) = expected {
                let stones = position.occupied.count_ones();
                let possible = position.mover.count_ones() == stones / 2
                    && !game.has_four(position.mover)
                    && !game.has_four(position.opponent());
                assert!(!possible, "{columns}x{rows}: {key:#x}");
            }
        }
        assert!(accepted > 100, "{columns}x{rows}: {accepted}");
    }
    let wide = ConnectFour::new(8, 7).unwrap();
    for key in [u64::MAX, u64::MAX << 56, 1 << 63 | 1 << 7, 0xff] {
        assert!(wide.position(key).is_err(), "{key:#x}");
    }
}

proptest! {
    #[test]
    fn move_lists_are_read_as_move_by_move(
        (columns, rows) in prop::sample::select(SIZES.to_vec()),
        before in "[1-9]{0,12}",
        text in "[0-9]{0,30}|[1-5]{0,20}[ ,xa]?[1-4]{0,3}",
    ) {
        let game = ConnectFour::new(columns, rows).unwrap();
        let start = play_move_by_move(&game, &game.start(), &before);
        let start = start.map_or(game.start(), |(position, _)| position);
        let slow = play_move_by_move(&game, &start, &text);
        prop_assert_eq!(game.play_list(&start, &text), slow);
    }
}
