//! The checker's rules of Go and its knowledge against those of the solver.

use solveig_game::{Game, Interval, Keyed};
use solveig_games::go::Go;
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_search::Bounds;
use solveig_verify::go::Go as Checked;

use super::go;

fn both(spec: &str) -> (Go, Checked) {
    let game = go(spec);
    let checked = Checked::parse(spec.strip_prefix("go:").unwrap()).unwrap();
    assert_eq!(checked.spec(), game.spec());
    (game, checked)
}

#[test]
fn bounds_by_unconditional_life_are_the_same_on_all_boards() {
    let benson = GoKnowledge {
        safety: Safety::Unconditional,
    };
    for spec in [
        "go:1x6",
        "go:2x3?suicide=yes",
        "go:3x3",
        "go:3x3?komi=1&suicide=yes",
    ] {
        let (game, checked) = both(spec);
        let (mut boards, mut bounded) = (0, 0);
        let points = game.board().points();
        for key in 0..1_u128 << (2 * points) {
            for to_move in [0, 1_u128] {
                let key = key | to_move << (2 * points);
                let position = game.position(key).ok();
                let board = checked.board(key);
                assert_eq!(position.is_some(), board.is_some(), "{spec} {key:#x}");
                let (Some(position), Some(board)) = (position, board) else {
                    continue;
                };
                let Interval { lower, upper } = benson.expand(&game, &position, &mut Vec::new());
                let own = checked.certain_bounds(&board);
                assert_eq!(
                    (own.least, own.greatest),
                    (lower, upper),
                    "{spec} {}",
                    checked.describe(&board)
                );
                boards += 1;
                bounded += usize::from(own != checked.value_range());
            }
        }
        assert!(
            bounded > 0 && boards > bounded,
            "{spec}: {bounded} of {boards}"
        );
    }
}

#[test]
fn specs_are_read_as_they_are_written_and_in_no_other_way() {
    for bad in [
        "",
        "3",
        "3x",
        "0x3",
        "8x7",
        "26x1",
        "03x3",
        "3x3?",
        "3x3?komi=",
        "3x3?komi=1.50",
        "3x3?komi=50.5",
        "3x3?komi=-0",
        "3x3?suicide=no",
        "3x3?suicide=yes&komi=1",
        "3x3?superko=positional",
        "3x3?komi=1&komi=1",
        "3x3?size=3",
        "99999999999x1",
    ] {
        assert!(Checked::parse(bad).is_none(), "{bad}");
    }
}
