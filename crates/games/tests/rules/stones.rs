//! Boards of stones are read as their text is.

use solveig_game::random::Random;
use solveig_game::{Family, Game, GameExt, Notation};
use solveig_games::AnyGame;

const SPECS: [&str; 12] = [
    "connect-four:1x1",
    "connect-four:7x6",
    "connect-four:6x5?utility=score",
    "connect-four:32x1",
    "mnk:3x3?k=3",
    "mnk:8x8?k=5",
    "othello:4x4",
    "othello:8x8",
    "hex:1x1",
    "hex:5x4",
    "hex:11x11",
    "hex:3x3?start=X--------O",
];

/// The text of a board, cell by cell from row 1.
fn text(game: &AnyGame, cells: &[char], columns: usize, first_to_move: bool) -> String {
    if game.layout().family == Family::ConnectFour {
        let rows = cells.chunks(columns).rev();
        let rows = rows.map(|row| row.iter().collect::<String>());
        return rows
            .collect::<Vec<_>>()
            .join("/")
            .replace('-', ".")
            .to_lowercase();
    }
    let cells: String = cells.iter().collect();
    format!("{cells} {}", if first_to_move { 'X' } else { 'O' })
}

fn agrees(game: &AnyGame, cells: &[char]) -> bool {
    let layout = game.layout();
    let stones = ['X', 'O'].map(|side| {
        let places = cells.iter().enumerate().filter(|(_, cell)| **cell == side);
        places.fold(0, |stones, (place, _)| stones | 1u128 << place)
    });
    let turn = (stones[0] | stones[1]).count_ones().is_multiple_of(2);
    [true, false].into_iter().any(|first_to_move| {
        let text = text(game, cells, layout.column_names.len(), first_to_move);
        let read = match game.parse_board(&text) {
            // The text does not say whose turn it is; the number of stones does.
            Some(Ok(_)) if layout.family == Family::ConnectFour && turn != first_to_move => None,
            Some(read) => read.ok(),
            // A board of one cell may look like a move.
            None => return false,
        };
        let found = game.position_of_stones(stones, first_to_move);
        assert_eq!(found, read, "{game} {text}");
        found.is_some()
    })
}

#[test]
fn boards_of_plays_and_other_boards_are_read_as_their_text_is() {
    let mut random = Random::new(3);
    for spec in SPECS {
        let game = AnyGame::parse(spec).unwrap();
        let layout = game.layout();
        let count = layout.column_names.len() * layout.row_names.len();
        let mut boards = 0;
        for _ in 0..200 {
            let mut position = game.start();
            let mut cells = vec!['-'; count];
            for _ in 0..random.index(count + 1) {
                let moves = game.moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = game.play_unchecked(&position, *random.pick(&moves));
            }
            let columns = layout.column_names.len();
            let board = game.format_board(&position, true).unwrap().to_uppercase();
            let drawn = board
                .chars()
                .filter(|one| matches!(one, 'X' | 'O' | '-' | '.'));
            let drawn: Vec<char> = drawn.take(count).collect();
            for (place, cell) in drawn.iter().enumerate() {
                let (row, column) = (place / columns, place % columns);
                let row = match layout.family {
                    Family::ConnectFour => layout.row_names.len() - 1 - row,
                    _ => row,
                };
                cells[row * columns + column] = if *cell == '.' { '-' } else { *cell };
            }
            boards += u32::from(agrees(&game, &cells));
            // One stone more or less makes most boards impossible.
            let place = random.index(count);
            cells[place] = ['X', 'O', '-'][random.index(3)];
            agrees(&game, &cells);
            for cell in &mut cells {
                *cell = ['X', 'O', '-', '-'][random.index(4)];
            }
            agrees(&game, &cells);
        }
        assert!(boards > 100 || count == 1, "{spec}: {boards}");
    }
}

#[test]
fn stones_on_one_cell_or_beyond_the_board_are_none() {
    for spec in SPECS {
        let game = AnyGame::parse(spec).unwrap();
        let layout = game.layout();
        let count = layout.column_names.len() * layout.row_names.len();
        for first in [true, false] {
            assert_eq!(game.position_of_stones([1, 1], first), None, "{spec}");
            assert_eq!(
                game.position_of_stones([1 << count, 0], first),
                None,
                "{spec}"
            );
            assert_eq!(
                game.position_of_stones([0, 1 << 127], first),
                None,
                "{spec}"
            );
        }
    }
}
