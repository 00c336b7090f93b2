//! Rules that break a promise, and records whose value no move reaches: each fault is named.

use solveig_format::proof::ProofReader;
use solveig_format::{Reader, Scope};
use solveig_verify::proof::verify_proof;
use solveig_verify::{
    Bound, ClaimCounts, GivenRules, Interval, Limits, Options, Rules, Stage, verify,
};

use super::verdict;
use crate::forge::{Atlas, File, Plan, Synthetic, Writer};
use crate::proofs::{header, without_moves};

/// A line of three moves to a terminal position of utility -1: the start is worth +1.
fn line() -> Synthetic {
    let nodes = vec![
        (3, Stage::Over(-1), vec![]),
        (2, Stage::Moves, vec![0]),
        (1, Stage::Moves, vec![1]),
        (0, Stage::Moves, vec![2]),
    ];
    Synthetic::of(nodes, 2)
}

/// The start has a move that wins by two. Its bad move leads to node 5; there the other side's good
/// move leads to node 3, which a semi-strong solution stores with role free only, and its bad move
/// to node 4, which is not stored.
fn erring() -> Synthetic {
    let nodes = vec![
        (4, Stage::Over(1), vec![]),
        (3, Stage::Moves, vec![0]),
        (3, Stage::Over(-2), vec![]),
        (2, Stage::Moves, vec![1]),
        (2, Stage::Moves, vec![2]),
        (1, Stage::Moves, vec![3, 4]),
        (1, Stage::Over(-2), vec![]),
        (0, Stage::Moves, vec![6, 5]),
    ];
    Synthetic::of(nodes, 3)
}

fn plan(scope: Scope, cut: Option<u32>) -> Plan {
    Plan {
        scope,
        symmetry: false,
        cut,
    }
}

fn solution(game: &Synthetic, plan: Plan) -> File {
    Writer::honest(&Atlas::of(game)).solution(plan)
}

#[track_caller]
fn expect_fault(rules: &impl Rules, file: &File, fault: &str) {
    let error = verdict(rules, file, None).expect_err("it is false");
    assert!(error.to_string().contains(fault), "{error}");
}

#[test]
fn key_widths_and_ranges_of_values_that_no_rules_may_have() {
    let game = line();
    let file = solution(&game, plan(Scope::SemiStrong, None));
    verdict(&game, &file, None).expect("nothing is broken yet");
    for key_bits in [0, 129, u32::MAX] {
        let rules = Synthetic { key_bits, ..line() };
        expect_fault(&rules, &file, "keys have 1 to 128 bits");
    }
    for (least, greatest) in [
        (1, 0),
        (-(1 << 30), 0),
        (0, 1 << 30),
        (i32::MIN, i32::MAX),
        (i32::MAX, i32::MIN),
    ] {
        let range = Interval { least, greatest };
        let rules = Synthetic { range, ..line() };
        expect_fault(&rules, &file, "both are smaller than 2^30");
    }
}

#[test]
fn levels_that_do_not_rise_passes_that_follow_passes_and_utilities_out_of_range() {
    let game = line();
    let file = solution(&game, plan(Scope::SemiStrong, None));
    let no_rise = "levels rise up to the highest, and no pass follows a pass";
    for (level, stage, fault) in [
        (0, Stage::Moves, no_rise),
        (4, Stage::Moves, no_rise),
        (u32::MAX, Stage::Moves, no_rise),
        (3, Stage::Over(3), "utilities lie in the range of values"),
        (3, Stage::Over(-3), "utilities lie in the range of values"),
    ] {
        expect_fault(&line().with(1, level, stage), &file, fault);
    }
    // Node 2 passes to node 1, which is moved to the same level and must have moves, but passes
    // itself.
    let passes = game.with(2, 2, Stage::Pass);
    let file = solution(&passes, plan(Scope::SemiStrong, None));
    verdict(&passes, &file, None).expect("one pass may be");
    expect_fault(&passes.with(1, 2, Stage::Pass), &file, no_rise);
}

/// Searches and walks of proofs leave out what the range of values decides, so they look at what
/// they come to.
#[test]
fn utilities_out_of_range_below_a_search_or_in_a_proof() {
    let game = line();
    let file = solution(&game, plan(Scope::SemiStrong, Some(1)));
    let proof = without_moves(header(&game.spec(), Bound::AtLeast(1)), 4);
    let proof = ProofReader::from_bytes(proof).unwrap();
    let walked = |rules: &Synthetic| {
        let find_rules = |_: &str| Some(Ok(GivenRules::new(rules.clone(), true)));
        verify_proof(&proof, Limits::default(), &find_rules, &mut |_, _| {})
    };
    let claims = verdict(&game, &file, None).expect("true").claims;
    assert_eq!(claims.search, 1);
    walked(&game).expect("true");
    for value in [3, -3, i32::MAX, i32::MIN] {
        let rules = line().with(0, 3, Stage::Over(value));
        let fault = "utilities lie in the range of values";
        expect_fault(&rules, &file, fault);
        let error = walked(&rules).expect_err("it is false").to_string();
        assert!(error.contains(fault), "{error}");
    }
}

/// The table of a search tells apart keys of the width that the rules state.
#[test]
fn keys_too_long_below_a_search() {
    let next = |number| if number == 12 { 0 } else { number + 1 };
    let inner = (1..=12).map(|number| (number - 1, Stage::Moves, vec![next(number)]));
    let mut nodes = vec![(12, Stage::Over(-1), Vec::new())];
    nodes.extend(inner);
    // A key is three times the number of its node: those of nodes 1 to 5 have four bits.
    for (key_bits, fits) in [(6, true), (4, false)] {
        let rules = Synthetic {
            key_bits,
            start: 1,
            ..Synthetic::of(nodes.clone(), 2)
        };
        let file = solution(&rules, plan(Scope::SemiStrong, Some(0)));
        match fits {
            true => assert_eq!(verdict(&rules, &file, None).expect("true").claims.search, 1),
            false => expect_fault(
                &rules,
                &file,
                "no key has more bits than there are to a key",
            ),
        }
    }
}

#[test]
fn a_value_that_no_move_reaches_is_false_where_only_a_search_can_tell() {
    let game = erring();
    let mut file = solution(&game, plan(Scope::SemiStrong, Some(2)));
    verdict(&game, &file, None).expect("the solution");
    // No move exceeds these values, and none reaches the second.
    for (level, node, value) in [(1, 5, -2), (2, 3, 2)] {
        let record = file.records.get_mut(&(level, game.key(&node)));
        record.expect("it is stored").value = value;
    }
    expect_fault(&game, &file, "expected a move that reaches the value +2");
}

/// Four levels of `positions` positions each. Each position leads to one of the next level, those
/// of the last to terminal positions of their own.
fn broad(positions: u32) -> Synthetic {
    let level = |number: u32| {
        (0..positions).map(move |place| match number {
            5 => (5, Stage::Over(0), Vec::new()),
            _ => (number, Stage::Moves, vec![(4 - number) * positions + place]),
        })
    };
    let mut nodes: Vec<_> = (1..=5).rev().flat_map(level).collect();
    let first = (4 * positions..5 * positions).collect();
    nodes.push((0, Stage::Moves, first));
    Synthetic::of(nodes, 1)
}

#[test]
fn memory_is_counted_for_marks_and_finished_games_and_given_back() {
    let game = broad(600);
    let plan = plan(Scope::Strong, None);
    let not_counting = Synthetic {
        counts_terminals: false,
        ..game.clone()
    };
    let check = |rules: &Synthetic, rest: u64| {
        let (bytes, _) = solution(rules, plan).encode().expect("a file");
        let artifact = Reader::from_bytes(bytes).expect("a file");
        let levels = artifact.levels().len() as u64;
        let options = Options {
            threads: 4,
            // Each level takes half a KiB, and the search three quarters of what is left.
            limits: Limits {
                memory: 512 * levels + 4 * rest,
                ..Limits::default()
            },
            ..Options::default()
        };
        verify(rules, &artifact, None, &options).map_err(|error| error.to_string())
    };
    // Marks take a byte per record; two levels are held at once.
    let error = check(&not_counting, 500).expect_err("one level does not fit");
    assert!(error.contains("the marks of the records"), "{error}");
    let error = check(&not_counting, 1_100).expect_err("two levels do not fit");
    assert!(error.contains("the marks of the records"), "{error}");
    check(&not_counting, 1_300)
        .expect("two levels fit, and the first is given back before the third");
    // Terminal positions take 16 bytes each, besides the marks of the last level.
    let error = check(&game, 500 + 600 * 16).expect_err("the ends do not fit");
    assert!(
        error.contains("the finished games of the region"),
        "{error}"
    );
    check(&game, 1_300 + 600 * 16).expect("all fits");
}

#[test]
fn the_report_counts_what_settled_each_claim() {
    let claims = |game: &Synthetic, plan, certified: bool| {
        let atlas = Atlas::of(game);
        let writer = Writer::honest(&atlas);
        let artifact = writer.solution(plan);
        let certificate = certified.then(|| writer.proof(&artifact, None));
        let report = verdict(game, &artifact, certificate.as_ref()).expect("a solution");
        assert_eq!(report.nodes > 0, report.claims.search > 0);
        report.claims
    };
    let none = ClaimCounts::default();
    // The first two moves lead to a record, the last to a terminal position.
    let whole = ClaimCounts {
        artifact: 2,
        over: 1,
        ..none
    };
    let game = line();
    assert_eq!(claims(&game, plan(Scope::Strong, None), false), whole);
    assert_eq!(claims(&game, plan(Scope::SemiStrong, None), false), whole);
    let cut = ClaimCounts {
        artifact: 1,
        search: 1,
        ..none
    };
    assert_eq!(claims(&game, plan(Scope::SemiStrong, Some(1)), false), cut);
    // Three records, the terminal children of nodes 7, 1 and 4, and the claim that node 4 is no
    // better for the other side.
    let certified = ClaimCounts {
        artifact: 3,
        over: 3,
        certificate: 1,
        ..none
    };
    assert_eq!(
        claims(&erring(), plan(Scope::SemiStrong, None), true),
        certified
    );
    // No value exceeds the start's: the claim about its other move is vacuous.
    let weak = ClaimCounts {
        over: 1,
        vacuous: 1,
        ..none
    };
    let game = Synthetic {
        range: Interval::symmetric(2),
        ..erring()
    };
    assert_eq!(claims(&game, plan(Scope::Weak, None), false), weak);
}
