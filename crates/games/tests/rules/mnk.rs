//! m,n,k: path counts, position counts and boards.

use solveig_game::{Game, GameExt, Notation, Reduction, perft};
use solveig_games::mnk::{Mnk, Position};

use crate::levels::levels;

#[test]
fn tic_tac_toe_has_255168_plays() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let counts = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (depth, paths) in counts.into_iter().enumerate() {
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
    for (board, expected) in [
        (
            "XX------- X",
            "2 stones of the side to move and 0 of the other: \
             expected as many of each, or one more of the other",
        ),
        (
            "X-------- X",
            "X is to move, yet the number of stones is odd",
        ),
        (
            "XO------- O",
            "O is to move, yet the number of stones is even",
        ),
        ("XXXOO-O-- X", "X has 3 in line, yet O moved after that"),
    ] {
        assert_eq!(problem(board), expected);
    }
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
