//! Fields of headers and keys at their greatest width.

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, WalkKind};
use solveig_verify::go::Go;
use solveig_verify::proof::{Node, ProofError, Winner, beginning, walk};
use solveig_verify::{Bound, Budget, Limits, none_given};

use super::{check, claiming, without_moves};

/// Takes the first move.
struct First;

impl Winner for First {
    type Error = ();

    fn choose(&mut self, _node: Node<'_>) -> Result<u32, ()> {
        Ok(0)
    }
}

fn header(game: &str) -> ProofHeader {
    ProofHeader {
        walk: WalkKind::Knowledge(MemoryLimits::default()),
        ..super::header(game, Bound::AtLeast(0))
    }
}

fn position_of(header: &ProofHeader) -> Result<String, String> {
    let start = beginning(header, &Budget::new(Limits::default()), &none_given);
    start
        .map(|start| start.position)
        .map_err(|error| error.to_string())
}

/// Every bit of the widest key: 7x7 Go has keys of 101 bits.
#[test]
fn keys_of_one_bit_are_a_position_or_refused() {
    let games = [
        "go:7x7",
        "go:1x1",
        "go:7x7?superko=situational",
        "othello:8x8",
        "othello:4x4",
        "connect-four:7x6",
        "connect-four:9x6?utility=score",
        "mnk:8x5?k=4",
        "mnk:8x8?k=5",
        "mnk:16x4?k=4",
        "mnk:1x1?k=1",
        "hex:9x9",
        "hex:1x1",
    ];
    for game in games {
        for bit in 0..128 {
            for key in [1_u128 << bit, u128::MAX << bit, u128::MAX >> bit] {
                let mut header = header(game);
                header.board = Some(key);
                let position = position_of(&header);
                let budget = Budget::new(Limits {
                    time: None,
                    memory: 1 << 20,
                });
                let walked = walk(&header, &mut First, &budget, &none_given, &mut |walked| {
                    walked.nodes < 200
                });
                if let Err(error) = position {
                    assert!(
                        error.contains("is not the key of a position"),
                        "{game} {key:#x}: {error}"
                    );
                    assert!(walked.is_err());
                }
            }
        }
    }
    let go = Go::parse("7x7").unwrap();
    for bit in 0..128 {
        // Black's and White's stones, the side to move, one pass or two.
        let expected = bit < 101;
        assert_eq!(go.board(1 << bit).is_some(), expected, "{bit}");
        if let Some(board) = go.board(1 << bit) {
            assert_eq!(go.key(&board), 1 << bit);
        }
    }
    assert!(go.board(3 << 99).is_none(), "three passes");
}

/// Boards with few empty points: each number of stones has a bit of its own.
#[test]
fn every_count_of_stones_of_the_largest_boards_is_walked() {
    for size in ["7x7", "1x25", "25x1", "3x16"] {
        let game = format!("go:{size}?superko=situational&suicide=yes");
        let go = Go::parse(&game[3..]).unwrap();
        let points = go.value_range().greatest as u32;
        for stones in 0..points {
            let mut header = header(&game);
            header.board = Some((1_u128 << stones) - 1);
            header.at_least = Some(go.value_range().greatest);
            header.walk = WalkKind::Knowledge(MemoryLimits {
                of_answer: 0,
                ..MemoryLimits::default()
            });
            let budget = Budget::new(Limits {
                time: None,
                memory: 1 << 20,
            });
            let walked = walk(&header, &mut First, &budget, &none_given, &mut |walked| {
                walked.nodes < 3_000
            });
            drop(walked);
            assert_eq!(budget.left(), 1 << 20, "{game} {stones}");
        }
    }
}

#[test]
fn komi_is_read_up_to_its_limits_and_no_further() {
    for komi in ["0", "0.5", "-0.5", "50", "-50", "49.5"] {
        assert!(Go::parse(&format!("2x2?komi={komi}")).is_some(), "{komi}");
    }
    let wrong = [
        "-0",
        "50.5",
        "-50.5",
        "51",
        "2147483647",
        "2147483648",
        "-2147483648",
        "4294967295",
        "4294967296",
        "1073741824",
        "99999999999999999999",
        "00",
        "01",
        "0.0",
        "0.25",
        ".5",
        "-",
        "",
        "+1",
    ];
    for komi in wrong {
        assert!(Go::parse(&format!("2x2?komi={komi}")).is_none(), "{komi}");
    }
    for size in [
        "0x0",
        "0x5",
        "50x1",
        "26x1",
        "1x50",
        "8x7",
        "65536x65536",
        "4294967296x1",
        "7x7x1",
        "x",
    ] {
        assert!(Go::parse(size).is_none(), "{size}");
    }
    for komi in ["50", "-50"] {
        let mut header = header(&format!("go:1x1?komi={komi}"));
        header.at_least = Some(if komi == "50" { -1 } else { 1 });
        header.at_most = header.at_least;
        let walked = walk(
            &header,
            &mut First,
            &Budget::new(Limits::default()),
            &none_given,
            &mut |_| true,
        );
        assert!(walked.is_ok(), "{komi}");
    }
}

/// Bounds are negated from move to move and raised by one.
#[test]
fn bounds_at_the_ends_of_their_type_are_as_true_as_they_are() {
    for game in ["go:1x2", "mnk:2x2?k=2", "connect-four:2x2"] {
        for bound in [
            i32::MIN,
            i32::MIN + 1,
            -(1 << 30),
            1 << 30,
            i32::MAX - 1,
            i32::MAX,
        ] {
            for claim in [Bound::AtLeast(bound), Bound::AtMost(bound)] {
                let header = claiming(header(game), claim);
                for moves in [vec![], vec![0]] {
                    let header = ProofHeader {
                        moves,
                        ..header.clone()
                    };
                    let budget = Budget::new(Limits::default());
                    let walked = walk(&header, &mut First, &budget, &none_given, &mut |_| true);
                    let truth = (bound < 0) == header.at_least.is_some();
                    assert_eq!(walked.is_ok(), truth, "{game} {claim}");
                }
                // A file holds no bound beyond 2^30.
                let proof = Proof {
                    header,
                    moves: ChosenMoves::default(),
                    nodes: 1,
                };
                assert_eq!(
                    proof.encode().is_ok(),
                    bound.unsigned_abs() <= 1 << 30,
                    "{claim}"
                );
            }
        }
    }
}

#[test]
fn places_at_the_ends_of_their_type_are_no_moves() {
    for place in [5, 255, 256, 65_535, 65_536, u32::MAX - 1, u32::MAX] {
        let mut header = header("go:2x2");
        header.moves = vec![place];
        let error = position_of(&header).unwrap_err();
        assert!(error.contains("expected one of 5 moves"), "{error}");
        let error = check(&without_moves(header, 1), Limits::default()).unwrap_err();
        assert!(matches!(error, ProofError::Failed(_)), "{error}");
    }
}
