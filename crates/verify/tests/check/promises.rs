//! Rules that break what they promise, and records whose value no move reaches: each fault is named.

use solveig_format::{Reader, Scope};
use solveig_verify::{Claims, Limits, Options, Rules, Stage, verify};

use crate::accepts::verdict;
use crate::graph::{Graph, Node};
use crate::naive::{File, Plan, Solved};

/// A game that breaks one promise.
#[derive(Clone)]
struct Broken {
    game: Graph,
    key_bits: u32,
    value_range: (i32, i32),
    counts_terminal_positions: bool,
    /// The level and the stage of one node, in place of its own.
    node: Option<(u32, u32, Stage)>,
}

impl Broken {
    fn new(game: &Graph) -> Self {
        Self {
            key_bits: game.key_bits(),
            value_range: game.value_range(),
            counts_terminal_positions: true,
            node: None,
            game: game.clone(),
        }
    }
}

impl Rules for Broken {
    type Position = u32;

    fn spec(&self) -> String {
        self.game.spec()
    }

    fn start(&self) -> u32 {
        self.game.start()
    }

    fn stage(&self, position: &u32) -> Stage {
        match self.node {
            Some((node, _, stage)) if node == *position => stage,
            _ => self.game.stage(position),
        }
    }

    fn children(&self, position: &u32, children: &mut Vec<u32>) {
        self.game.children(position, children);
    }

    fn level(&self, position: &u32) -> u32 {
        match self.node {
            Some((node, level, _)) if node == *position => level,
            _ => self.game.level(position),
        }
    }

    fn max_level(&self) -> u32 {
        self.game.max_level()
    }

    fn value_range(&self) -> (i32, i32) {
        self.value_range
    }

    fn key(&self, position: &u32) -> u128 {
        self.game.key(position)
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn counts_terminal_positions(&self) -> bool {
        self.counts_terminal_positions
    }

    fn position(&self, key: u128) -> Option<u32> {
        self.game.position(key)
    }

    fn describe(&self, position: &u32) -> String {
        self.game.describe(position)
    }

    fn describe_move(&self, position: &u32, index: usize) -> String {
        self.game.describe_move(position, index)
    }
}

fn node(level: u32, stage: Stage, children: &[u32]) -> Node {
    Node {
        level,
        stage,
        children: children.to_vec(),
    }
}

/// A line of three moves to a finished game that the side to move there has lost by one: the start is worth +1.
fn line() -> Graph {
    Graph {
        nodes: vec![
            node(3, Stage::Over(-1), &[]),
            node(2, Stage::Moves, &[0]),
            node(1, Stage::Moves, &[1]),
            node(0, Stage::Moves, &[2]),
        ],
        start: 3,
        limit: 2,
    }
}

fn plan(scope: Scope, cut: Option<u32>) -> Plan {
    Plan {
        scope,
        symmetry: false,
        cut,
    }
}

fn solution(game: &Graph, plan: Plan) -> File {
    (*Solved::new(game.clone()).artifact(plan)).clone()
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
    verdict(&Broken::new(&game), &file, None).expect("nothing is broken yet");
    for key_bits in [0, 129, u32::MAX] {
        let rules = Broken {
            key_bits,
            ..Broken::new(&game)
        };
        expect_fault(&rules, &file, "keys have 1 to 128 bits");
    }
    for value_range in [
        (1, 0),
        (-(1 << 30), 0),
        (0, 1 << 30),
        (i32::MIN, i32::MAX),
        (i32::MAX, i32::MIN),
    ] {
        let rules = Broken {
            value_range,
            ..Broken::new(&game)
        };
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
        let rules = Broken {
            node: Some((1, level, stage)),
            ..Broken::new(&game)
        };
        expect_fault(&rules, &file, fault);
    }
    // Node 2 passes to node 1, which is on its level then and must have moves, but passes itself.
    let mut passes = game;
    passes.nodes[2].stage = Stage::Pass;
    passes.nodes[2].level = 2;
    let file = solution(&passes, plan(Scope::SemiStrong, None));
    verdict(&passes, &file, None).expect("one pass may be");
    let rules = Broken {
        node: Some((1, 2, Stage::Pass)),
        ..Broken::new(&passes)
    };
    expect_fault(&rules, &file, no_rise);
}

#[test]
fn a_value_that_no_move_reaches_is_false_where_only_a_search_can_tell() {
    // The start wins by two at once. If it errs to node 3, the other side's one good move leads to node 2, which is stored for
    // the sake of the side that errs alone, and whose only move the artifact does not store.
    let game = Graph {
        nodes: vec![
            node(4, Stage::Over(1), &[]),
            node(3, Stage::Moves, &[0]),
            node(2, Stage::Moves, &[1]),
            node(1, Stage::Moves, &[2]),
            node(1, Stage::Over(-2), &[]),
            node(0, Stage::Moves, &[4, 3]),
        ],
        start: 5,
        limit: 3,
    };
    let mut file = solution(&game, plan(Scope::SemiStrong, Some(2)));
    verdict(&game, &file, None).expect("the solution");
    // Nothing exceeds these values, but nothing is worth the second either.
    for (level, node, value) in [(1, 3, -2), (2, 2, 2)] {
        let record = file.records.get_mut(&(level, game.key(&node)));
        record.expect("it is stored").value = value;
    }
    expect_fault(&game, &file, "expected a move that reaches the value +2");
}

/// Four levels of so many positions, each of which leads to one of the next level, those of the last to ends of their own.
fn broad(positions: u32) -> Graph {
    let level = |number: u32| {
        let stage = if number == 5 {
            Stage::Over(0)
        } else {
            Stage::Moves
        };
        (0..positions).map(move |place| {
            let below = (4_u32.saturating_sub(number)) * positions + place;
            node(
                number,
                stage,
                if number == 5 {
                    &[]
                } else {
                    std::slice::from_ref(&below)
                },
            )
        })
    };
    let mut nodes: Vec<_> = (1..=5).rev().flat_map(level).collect();
    let first: Vec<u32> = (4 * positions..5 * positions).collect();
    nodes.push(node(0, Stage::Moves, &first));
    Graph {
        start: 5 * positions,
        nodes,
        limit: 1,
    }
}

#[test]
fn memory_is_counted_for_demands_and_finished_games_and_given_back() {
    let game = broad(600);
    let plan = plan(Scope::Strong, None);
    let counting = Broken::new(&game);
    let not_counting = Broken {
        counts_terminal_positions: false,
        ..counting.clone()
    };
    let check = |rules: &Broken, rest: u64| {
        let bytes = Solved::new(rules.clone()).artifact(plan).encode();
        let artifact = Reader::from_bytes(bytes.expect("a file")).expect("a file");
        let options = Options {
            // Two threads may both make room for the same level before one of them gives it back.
            threads: 1,
            // The search takes three quarters.
            limits: Limits {
                memory: 4 * rest,
                ..Limits::default()
            },
            ..Options::default()
        };
        verify(rules, &artifact, None, &options).map_err(|error| error.to_string())
    };
    // A level takes a byte a record; two levels are in work at once.
    let error = check(&not_counting, 500).expect_err("one level does not fit");
    assert!(error.contains("what records demand of others"), "{error}");
    let error = check(&not_counting, 1_100).expect_err("two levels do not fit");
    assert!(error.contains("what records demand of others"), "{error}");
    check(&not_counting, 1_300)
        .expect("two levels fit, and the first is given back before the third");
    // Finished games take 16 bytes each, beside the demands on the last level.
    let error = check(&counting, 500 + 600 * 16).expect_err("the ends do not fit");
    assert!(
        error.contains("the finished games of the region"),
        "{error}"
    );
    check(&counting, 1_300 + 600 * 16).expect("all fits");
}

#[test]
fn the_report_counts_what_settled_each_claim() {
    let game = line();
    let counted = |scope, cut, certificate_cut: Option<Option<u32>>| {
        let solved = Solved::new(game.clone());
        let artifact = solved.artifact(plan(scope, cut));
        let certificate = certificate_cut.map(|cut| solved.certificate(&artifact, cut));
        let report = verdict(&game, &artifact, certificate.as_ref()).expect("a solution");
        assert_eq!(report.nodes > 0, report.claims.search > 0);
        report.claims
    };
    let none = Claims::default();
    // Each of the two moves up to the last leads to a record, the last one to the end.
    let whole = Claims {
        artifact: 2,
        over: 1,
        ..none
    };
    assert_eq!(counted(Scope::Strong, None, None), whole);
    assert_eq!(counted(Scope::SemiStrong, None, None), whole);
    let cut = Claims {
        artifact: 1,
        search: 1,
        ..none
    };
    assert_eq!(counted(Scope::SemiStrong, Some(1), None), cut);
}
