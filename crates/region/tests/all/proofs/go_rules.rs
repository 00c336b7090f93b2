//! The checker's rules of Go and its knowledge against those of the solver.

use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Interval, Keyed, Notation, Spec};
use solveig_games::go::Go;
use solveig_games::go::knowledge::{GoKnowledge, Safety};
use solveig_search::Bounds;
use solveig_verify::go::{Go as Checked, RepetitionKey};

const SPECS: [&str; 9] = [
    "go:1x6",
    "go:2x2?superko=situational",
    "go:2x3?suicide=yes",
    "go:3x3",
    "go:3x3?superko=situational&suicide=yes",
    "go:3x4?komi=-3.5&suicide=yes",
    "go:4x3?komi=2",
    "go:5x5?komi=24.5&superko=situational",
    "go:7x7",
];

fn both(spec: &str) -> (Go, Checked) {
    let game = Go::from_spec(&Spec::parse(spec).unwrap()).unwrap();
    let checked = Checked::parse(spec.strip_prefix("go:").unwrap()).unwrap();
    assert_eq!(checked.spec(), game.spec());
    (game, checked)
}

#[test]
fn plays_are_the_same_move_by_move() {
    let (mut repetitions, mut suicides, mut ends) = (0, 0, 0);
    for spec in SPECS {
        let (game, checked) = both(spec);
        let mut random = Random::new(spec.len() as u64);
        for _ in 0..60 {
            let (mut position, mut board) = (game.start(), checked.start());
            let mut before: Vec<RepetitionKey> = Vec::new();
            for _ in 0..150 {
                let mut repeated = Vec::new();
                let moves = checked.moves(&board, &|one| before.contains(&one), &mut repeated);
                let legal = game.moves(&position);
                let names = legal.iter().map(|one| game.format_move(*one));
                let own = moves.iter().map(|one| checked.move_name(one.point));
                assert!(names.eq(own), "{spec} {position:?}");
                assert_eq!(game.key(&position), checked.key(&board), "{spec}");
                assert_eq!(checked.board(game.key(&position)), Some(board));
                assert_eq!(checked.utility(&board), game.terminal_value(&position));
                let mut forbidding = Vec::new();
                let superko = game.superko().unwrap();
                superko.forbidden_repetitions(&position, &mut forbidding);
                assert_eq!(repeated.len(), forbidding.len(), "{spec} {position:?}");
                repetitions += repeated.len();
                if legal.is_empty() {
                    ends += 1;
                    break;
                }
                // Passes are rare, so that plays are long.
                let at = random.index(legal.len());
                let at = if random.index(4) > 0 {
                    random.index(at + 1)
                } else {
                    at
                };
                before.push(checked.repetition_key(&board));
                let stones = position.occupied().count_ones();
                position = game.play_unchecked(&position, legal[at]);
                suicides += usize::from(position.occupied().count_ones() < stones);
                board = moves[at].after;
            }
        }
    }
    assert!(
        repetitions > 100 && suicides > 100 && ends > 20,
        "{repetitions} {suicides} {ends}"
    );
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
        "go:3x3?suicide=yes&komi=1",
    ] {
        let Ok(parsed) = Spec::parse(spec) else {
            panic!("{spec}")
        };
        let game = Go::from_spec(&parsed).unwrap();
        let spec = game.spec();
        let (game, checked) = both(&spec);
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
                assert_eq!(own, (lower, upper), "{spec} {}", checked.describe(&board));
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
