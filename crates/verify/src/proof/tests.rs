//! Walks in games with history, compared with exhaustive search.

use solveig_format::proof::{MemoryLimits, ProofHeader, WalkKind};

use super::account::Account;
use super::conditions::HistoryConditions;
use super::history::History;
use super::play::Play;
use super::play::Reachable;
use super::walk::ProofWalk;
use super::{Node, WalkStatistics, Winner};
use crate::bounds::{Bound, Interval};
use crate::limits::{Budget, Limits};
use crate::random::Random;
use crate::rules::NoPosition;
use crate::rules::go::{Go, RepetitionKey, Successor};

/// Two players move in turn along the edges of a graph, never to a node visited before, until one
/// of them stops. Each node has a value for the first player.
struct Paths {
    edges: Vec<Vec<usize>>,
    values: Vec<i32>,
    /// Whether the walk is told the repetition keys on which answers depend.
    tells: bool,
}

#[derive(Clone, Copy)]
struct Place {
    node: usize,
    first_to_move: bool,
    over: bool,
}

const MAX: i32 = 2;

impl Play for Paths {
    type Position = Place;

    fn spec(&self) -> String {
        "paths".to_owned()
    }

    fn start(&self) -> Place {
        Place {
            node: 0,
            first_to_move: true,
            over: false,
        }
    }

    fn position(&self, key: u128) -> Result<Place, NoPosition> {
        Err(NoPosition { key, why: None })
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(MAX)
    }

    fn bounds(&self, place: &Place, _knowledge: bool) -> Interval {
        let value = self.values[place.node];
        match (place.over, place.first_to_move) {
            (true, true) => Interval::exactly(value),
            (true, false) => Interval::exactly(-value),
            (false, _) => Interval::symmetric(MAX),
        }
    }

    fn moves(
        &self,
        place: &Place,
        history: &History,
        forbidden: &mut Vec<RepetitionKey>,
    ) -> Vec<Successor<Place>> {
        let first_to_move = !place.first_to_move;
        let mut children = Vec::new();
        for &node in &self.edges[place.node] {
            let repetition = RepetitionKey(node as u128);
            if node == place.node {
                continue;
            }
            if history.has(repetition) {
                if self.tells {
                    forbidden.push(repetition);
                }
                continue;
            }
            children.push(Successor {
                after: Place {
                    node,
                    first_to_move,
                    over: false,
                },
                point: self.tells.then_some(0),
            });
        }
        children.push(Successor {
            after: Place {
                first_to_move,
                over: true,
                ..*place
            },
            point: None,
        });
        children
    }

    fn repetition_key(&self, place: &Place) -> Option<RepetitionKey> {
        Some(RepetitionKey(place.node as u128))
    }

    fn canonical_key(&self, place: &Place) -> (u128, usize) {
        let marks = u128::from(place.first_to_move) << 8 | u128::from(place.over) << 9;
        (place.node as u128 | marks, 0)
    }

    fn stones(&self, RepetitionKey(key): RepetitionKey) -> u32 {
        key.count_ones()
    }

    fn reachable(&self, _place: &Place) -> Reachable {
        Reachable::Unknown
    }

    fn describe(&self, place: &Place) -> String {
        place.node.to_string()
    }

    fn describe_move(&self, _place: &Place, _history: &History, place: usize) -> String {
        place.to_string()
    }
}

impl Paths {
    fn value(&self, place: Place, history: &mut History) -> i32 {
        if place.over {
            return self.bounds(&place, true).least;
        }
        let moves = self.moves(&place, history, &mut Vec::new());
        history.push(self.repetition_key(&place));
        let values = moves
            .into_iter()
            .map(|child| -self.value(child.after, history));
        let value = values.max().unwrap();
        history.pop(self.repetition_key(&place));
        value
    }
}

/// A winner that tries all sequences of moves, one for each walk.
#[derive(Default)]
struct InTurn {
    chosen: Vec<(u32, u32)>,
    at: usize,
}

impl Winner for InTurn {
    type Error = ();

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ()> {
        if self.at == self.chosen.len() {
            self.chosen.push((0, node.moves));
        }
        self.at += 1;
        Ok(self.chosen[self.at - 1].0)
    }
}

impl InTurn {
    /// Advances to the next sequence; false if there is none.
    fn next(&mut self) -> bool {
        self.chosen.truncate(self.at);
        self.at = 0;
        while let Some((place, of)) = self.chosen.pop() {
            if place + 1 < of {
                self.chosen.push((place + 1, of));
                return true;
            }
        }
        false
    }
}

const TRIES: usize = 3000;

/// Whether some sequence of the winner's moves is accepted; `None` if that is unknown after many
/// tries.
fn can_be_proven<P: Play>(play: &P, claim: Bound, memory: MemoryLimits) -> Option<bool> {
    let header = ProofHeader {
        game: play.spec(),
        board: None,
        moves: Vec::new(),
        at_least: Some(0),
        at_most: None,
        walk: WalkKind::Rules(memory),
        program: "a test".to_owned(),
    };
    let mut winner = InTurn::default();
    for _ in 0..TRIES {
        let mut walked = WalkStatistics::default();
        let budget = Budget::new(Limits::default());
        let mut none = ();
        let walk = ProofWalk::new(
            play,
            &header,
            claim,
            &mut winner,
            &mut walked,
            &budget,
            &mut none,
        );
        if walk.run(&mut |_| true).is_ok() {
            return Some(true);
        }
        if !winner.next() {
            return Some(false);
        }
    }
    None
}

fn graph(seed: u64) -> Paths {
    let mut random = Random(seed);
    let nodes = 5 + random.below(4);
    let edges = |_| (0..3).map(|_| random.below(nodes)).collect();
    let mut edges: Vec<Vec<usize>> = (0..nodes).map(edges).collect();
    for all in &mut edges {
        all.sort_unstable();
        all.dedup();
    }
    let max = MAX as usize;
    let values = (0..nodes).map(|_| random.below(2 * max + 1) as i32 - MAX);
    Paths {
        edges,
        values: values.collect(),
        tells: true,
    }
}

#[test]
fn what_is_so_can_be_proven_and_nothing_else() {
    let (mut proven, mut refuted, mut unsound) = (0, 0, 0);
    for seed in 0..1500 {
        let paths = graph(seed);
        let value = paths.value(paths.start(), &mut History::default());
        let careless = Paths {
            tells: false,
            ..graph(seed)
        };
        for of_answer in [0, 1, 512] {
            let memory = MemoryLimits {
                of_answer,
                ..MemoryLimits::default()
            };
            for bound in [value, value + 1] {
                let answer = can_be_proven(&paths, Bound::AtLeast(bound), memory);
                assert!(
                    answer.is_none_or(|proven| proven == (value >= bound)),
                    "{seed}"
                );
                let answer = can_be_proven(&paths, Bound::AtMost(bound - 1), memory);
                assert!(
                    answer.is_none_or(|proven| proven == (value < bound)),
                    "{seed}"
                );
                proven += usize::from(answer == Some(true));
                refuted += usize::from(answer == Some(false));
            }
            // A memory that ignores conditions accepts false claims.
            let more = can_be_proven(&careless, Bound::AtLeast(value + 1), memory);
            let less = can_be_proven(&careless, Bound::AtMost(value - 1), memory);
            unsound += usize::from(more == Some(true)) + usize::from(less == Some(true));
        }
    }
    assert!(proven > 1000 && refuted > 1000, "{proven} {refuted}");
    assert!(unsound > 0);
}

#[test]
fn conditions_are_charged_as_their_lists_grow() {
    let memory = 1 << 20;
    let budget = Budget::new(Limits { time: None, memory });
    let mut account = Account::new(&budget);
    let mut conditions = HistoryConditions::default();
    for child in 0..200 {
        let keys = (0..child % 5).map(RepetitionKey);
        let child = HistoryConditions {
            required: keys.collect(),
            ..HistoryConditions::default()
        };
        child.charge(&mut account).unwrap();
        conditions.add(child, &mut account).unwrap();
        assert_eq!(memory - budget.left(), conditions.bytes());
    }
}

/// J. Tromp, *Number of legal Go positions*.
#[test]
fn boards_of_go_are_as_many_as_published() {
    for (size, count) in [
        ("1x1", 1),
        ("1x5", 113),
        ("2x2", 57),
        ("2x3", 489),
        ("3x3", 12675),
    ] {
        let go = Go::parse(size).unwrap();
        let points = go.value_range().greatest as u32;
        let boards = (0..1_u128 << (2 * points)).filter(|key| go.board(*key).is_some());
        assert_eq!(boards.count(), count, "{size}");
    }
}

/// The symmetries of the board act alike on boards and repetition keys.
#[test]
fn images_of_boards_and_repetition_keys_agree() {
    for size in ["2x3", "3x3", "3x3?superko=situational"] {
        let go = Go::parse(size).unwrap();
        let mut random = Random(7);
        let mut board = go.start();
        for _ in 0..200 {
            let moves = go.moves(&board, &|_| false, &mut Vec::new());
            let Some(played) = moves.get(random.below(moves.len().max(1))) else {
                board = go.start();
                continue;
            };
            board = played.after;
            let (key, by) = go.canonical_key(&board);
            let canonical = go.board(key).unwrap();
            assert_eq!(go.canonical_key(&canonical).0, key);
            let image = go.image_of_key(go.repetition_key(&board), by);
            assert_eq!(image, go.repetition_key(&canonical));
            // Through the interface of the walk.
            let key = Play::repetition_key(&go, &board).unwrap();
            assert_eq!(Play::image(&go, image, Play::inverse(&go, by)), key);
            let stones = go.describe(&board).matches(['X', 'O']).count() as u32;
            let to_move = 1;
            assert_eq!(
                Play::stones(&go, key),
                stones - to_move,
                "{}",
                go.describe(&board)
            );
            assert_eq!(Play::stones(&go, image), stones - to_move);
        }
    }
}
