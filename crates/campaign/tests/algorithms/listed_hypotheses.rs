//! What follows from given hypotheses, and how few of them suffice, compared with the definitions:
//! intervals backed up by plain minimax, and all subsets.

use std::collections::BTreeMap;

use proptest::prelude::*;
use solveig_campaign::listed_hypotheses::{
    ClaimAnswer, ConclusionAnswer, ListedBounds, ListedHypotheses, ListedHypothesis, Sufficient,
    ValueClaim, conclude,
};
use solveig_game::random::Random;
use solveig_game::{Interval, ValueRange};
use solveig_search::Window;
use solveig_verify::{Budget, Limits, Rules, Stage};

const MAX: i32 = 4;
const RANGE: ValueRange = ValueRange {
    min: -MAX,
    max: MAX,
};

#[derive(Debug)]
enum Node {
    Over(i32),
    /// To a position of the same level that is no pass.
    Pass(usize),
    Moves(Vec<usize>),
}

/// A random game in which many lines of play meet, with passes and ends at all levels. Each
/// position has a mirror image.
#[derive(Debug)]
struct Dag {
    nodes: Vec<(u32, Node)>,
    levels: u32,
}

/// A position: its node, and whether it is the mirror image.
type Place = (usize, bool);

impl Dag {
    fn new(seed: u64, levels: u32, width: usize) -> Self {
        let mut random = Random::from_state(seed);
        let place = |level: u32, index: usize| level as usize * width + index;
        let mut nodes = Vec::new();
        for level in 0..=levels {
            for index in 0..width {
                let over = Node::Over(2 * (random.index(5) as i32 - 2));
                let node = match random.index(8) {
                    _ if level == levels => over,
                    // The first of a level has moves, so that passes have somewhere to go.
                    0 if index > 0 => over,
                    1 if index > 0 => Node::Pass(place(level, 0)),
                    _ => {
                        let count = 1 + random.index(3);
                        let next = |random: &mut Random| {
                            let steps = 1 + random.index(8) as u32 / 7;
                            place((level + steps).min(levels), random.index(width))
                        };
                        Node::Moves((0..count).map(|_| next(&mut random)).collect())
                    }
                };
                nodes.push((level, node));
            }
        }
        Self { nodes, levels }
    }
}

impl Rules for Dag {
    type Position = Place;

    fn spec(&self) -> String {
        "dag".to_owned()
    }

    fn start(&self) -> Place {
        (0, true)
    }

    fn stage(&self, &(node, _): &Place) -> Stage {
        match self.nodes[node].1 {
            Node::Over(utility) => Stage::Over(utility),
            Node::Pass(_) => Stage::Pass,
            Node::Moves(_) => Stage::Moves,
        }
    }

    fn children(&self, &(node, mirrored): &Place, children: &mut Vec<Place>) {
        match &self.nodes[node].1 {
            Node::Over(_) => {}
            Node::Pass(next) => children.push((*next, mirrored)),
            // A mirror image has its moves in the opposite order.
            Node::Moves(next) if mirrored => {
                children.extend(next.iter().rev().map(|next| (*next, next % 2 == 0)));
            }
            Node::Moves(next) => children.extend(next.iter().map(|next| (*next, next % 2 == 1))),
        }
    }

    fn level(&self, &(node, _): &Place) -> u32 {
        self.nodes[node].0
    }

    fn max_level(&self) -> u32 {
        self.levels
    }

    fn value_range(&self) -> solveig_verify::Interval {
        solveig_verify::Interval::symmetric(MAX)
    }

    fn key(&self, &(node, mirrored): &Place) -> u128 {
        2 * node as u128 + u128::from(mirrored)
    }

    fn key_bits(&self) -> u32 {
        32
    }

    fn position(&self, key: u128) -> Option<Place> {
        let node = usize::try_from(key / 2).ok()?;
        (node < self.nodes.len()).then_some((node, key % 2 == 1))
    }

    fn canonical(&self, &(node, _): &Place) -> Place {
        (node, false)
    }

    fn describe(&self, place: &Place) -> String {
        self.key(place).to_string()
    }

    fn describe_move(&self, _: &Place, index: usize) -> String {
        format!("{index} ")
    }
}

fn budget() -> Budget {
    Budget::new(Limits::default())
}

fn children(dag: &Dag, place: Place) -> Vec<Place> {
    let mut children = Vec::new();
    dag.children(&place, &mut children);
    children
}

/// The hypotheses that are used, by the keys of their positions.
type Bounds = BTreeMap<u128, Interval>;

/// What the rules and bounds imply of a value, by definition.
fn implied(dag: &Dag, place: Place, cut: u32, bounds: &Bounds) -> Interval {
    let below = || children(dag, place).into_iter();
    match dag.stage(&place) {
        Stage::Over(utility) => Interval::exact(utility),
        Stage::Moves if dag.level(&place) >= cut => {
            let key = dag.key(&dag.canonical(&place));
            let stated = bounds.get(&key).copied();
            let stated = stated.unwrap_or(Interval::unknown(RANGE));
            let lower = below().filter_map(|child| match dag.stage(&child) {
                Stage::Over(utility) => Some(-utility),
                _ => None,
            });
            Interval {
                lower: lower.fold(stated.lower, i32::max),
                ..stated
            }
        }
        Stage::Moves | Stage::Pass => {
            let all = below().map(|child| implied(dag, child, cut, bounds));
            let all: Vec<Interval> = all.collect();
            Interval {
                lower: all.iter().map(|child| -child.upper).max().unwrap(),
                upper: all.iter().map(|child| -child.lower).max().unwrap(),
            }
        }
    }
}

/// The positions at the cut that play reaches, canonical.
fn at_cut(dag: &Dag, place: Place, cut: u32, found: &mut Vec<Place>) {
    match dag.stage(&place) {
        Stage::Over(_) => {}
        Stage::Moves if dag.level(&place) >= cut => found.push(dag.canonical(&place)),
        Stage::Moves | Stage::Pass => {
            for child in children(dag, place) {
                at_cut(dag, child, cut, found);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
}

fn hypothesis(key: u128, kind: usize, bound: i32) -> ListedHypothesis {
    // A value that is at least, at most or exactly the bound.
    let (alpha, beta) = [
        (bound - 1, bound),
        (bound, bound + 1),
        (bound - 1, bound + 1),
    ][kind];
    ListedHypothesis {
        key,
        line: key as u64,
        count: 0,
        score: bound,
        window: Window { alpha, beta },
    }
}

/// Random hypotheses, not more than `max` and true or not, that no move at the cut contradicts by
/// ending the game.
fn random_hypotheses(
    dag: &Dag,
    cut: u32,
    max: usize,
    random: &mut Random,
) -> Vec<ListedHypothesis> {
    let mut places = Vec::new();
    at_cut(dag, dag.start(), cut, &mut places);
    let mut rows = Vec::new();
    for place in places {
        if rows.len() == max || random.index(5) == 0 {
            continue;
        }
        let bound = 2 * (random.index(3) as i32 - 1);
        let row = hypothesis(dag.key(&place), random.index(3), bound);
        let none = implied(dag, place, cut, &Bounds::new());
        if none.lower <= row.bounds(RANGE).upper {
            rows.push(row);
        }
    }
    rows
}

fn bounds_of<'a>(rows: impl IntoIterator<Item = &'a ListedHypothesis>) -> Bounds {
    let rows = rows.into_iter();
    rows.map(|row| (row.key, row.bounds(RANGE))).collect()
}

fn concluded(dag: &Dag, cut: u32, rows: &[ListedHypothesis], value: i32) -> ConclusionAnswer {
    let hypotheses = ListedHypotheses::new(rows.to_vec(), RANGE).unwrap();
    let claim = ValueClaim {
        start: dag.start(),
        cut,
        value,
        wants_sufficient: true,
    };
    conclude(dag, &claim, &hypotheses, &budget(), &mut |_| {}).unwrap()
}

/// Whether bounds imply that the value is at least, at most, or exactly `value`.
fn implies(dag: &Dag, cut: u32, bounds: &Bounds, value: i32) -> [bool; 3] {
    let Interval { lower, upper } = implied(dag, dag.start(), cut, bounds);
    [
        lower >= value,
        upper <= value,
        lower >= value && upper <= value,
    ]
}

/// Compares with all subsets of `rows`, which are in the order of their keys.
fn expect_sufficient(
    found: &Sufficient,
    rows: &[ListedHypothesis],
    holds: impl Fn(&Bounds) -> bool,
) {
    let subset = |bits: u32| {
        let rows = rows.iter().enumerate();
        bounds_of(
            rows.filter(|(place, _)| bits >> place & 1 == 1)
                .map(|(_, row)| row),
        )
    };
    let all = (1_u32 << rows.len()) - 1;
    let needed: Vec<u32> = (0..rows.len() as u32)
        .filter(|row| !holds(&subset(all & !(1 << row))))
        .collect();
    let chosen = found.chosen.iter().fold(0, |bits, row| bits | 1 << row);
    assert_eq!(found.needed, needed);
    assert!(holds(&subset(chosen)));
    for row in &found.chosen {
        assert!(!holds(&subset(chosen & !(1 << row))));
    }
    if holds(&subset(needed.iter().fold(0, |bits, row| bits | 1 << row))) {
        assert_eq!(found.chosen, needed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_value_follows_exactly_where_intervals_say_so(
        seed: u64, levels in 2..7u32, width in 1..5usize, cut in 1..6u32, half in -2..=2i32,
    ) {
        let dag = Dag::new(seed, levels, width);
        let (cut, value) = (cut.min(levels - 1), 2 * half);
        let rows = random_hypotheses(&dag, cut, 100, &mut Random::from_state(!seed));
        let found = concluded(&dag, cut, &rows, value);
        let bounds = bounds_of(&rows);
        let [lower, upper, both] = implies(&dag, cut, &bounds, value);
        prop_assert_eq!(found.lower.holds(), lower);
        prop_assert_eq!(found.upper.holds(), upper);
        prop_assert_eq!(found.holds(), both);
        let Interval { lower, upper } = implied(&dag, dag.start(), cut, &bounds);
        if let ClaimAnswer::Fails(shortfall) = &found.lower {
            prop_assert_eq!(shortfall.refuted, upper < value);
        }
        if let ClaimAnswer::Fails(shortfall) = &found.upper {
            prop_assert_eq!(shortfall.refuted, lower > value);
        }
    }

    #[test]
    fn open_lines_are_play_and_the_bounds_at_their_ends_are_enough(
        seed: u64, levels in 2..7u32, width in 1..5usize, cut in 1..6u32,
    ) {
        let dag = Dag::new(seed, levels, width);
        let cut = cut.min(levels - 1);
        let rows = random_hypotheses(&dag, cut, 100, &mut Random::from_state(!seed));
        let found = concluded(&dag, cut, &rows, 0);
        for (at_least, answer) in [(true, &found.lower), (false, &found.upper)] {
            let ClaimAnswer::Fails(shortfall) = answer else {
                continue;
            };
            let mut more = bounds_of(&rows);
            for line in &shortfall.lines {
                let mut place = dag.start();
                for name in line.moves.replace("pass", "0 ").split_whitespace() {
                    place = children(&dag, place)[name.parse::<usize>().unwrap()];
                }
                prop_assert_eq!(&line.position, &dag.describe(&place));
                let key = dag.key(&dag.canonical(&place));
                let row = rows.iter().find(|row| row.key == key);
                let stated = |row: &ListedHypothesis| ListedBounds { bounds: row.bounds(RANGE), line: row.line };
                prop_assert_eq!(line.hypothesis, row.map(stated));
                let stated = more.entry(key).or_insert(Interval::unknown(RANGE));
                match line.at_least {
                    true => stated.lower = stated.lower.max(line.bound),
                    false => stated.upper = stated.upper.min(line.bound),
                }
            }
            prop_assert!(!shortfall.lines.is_empty());
            if shortfall.refuted || shortfall.bounds > shortfall.lines.len() as u64 {
                continue;
            }
            let Interval { lower, upper } = implied(&dag, dag.start(), cut, &more);
            let follows = if at_least { lower >= 0 } else { upper <= 0 };
            prop_assert!(follows);
        }
    }

    #[test]
    fn needed_and_sufficient_hypotheses_are_those_that_all_subsets_show(
        seed: u64, levels in 3..7u32, width in 2..6usize, cut in 2..5u32, half in -2..=2i32,
    ) {
        let value = 2 * half;
        let dag = Dag::new(seed, levels, width);
        let cut = cut.min(levels - 1);
        let mut rows = random_hypotheses(&dag, cut, 9, &mut Random::from_state(!seed));
        rows.sort_by_key(|row| row.key);
        let found = concluded(&dag, cut, &rows, value);
        let sufficient = found.sufficient.unwrap();
        let holds = implies(&dag, cut, &bounds_of(&rows), value);
        let all = [&sufficient.lower, &sufficient.upper, &sufficient.both];
        for (place, set) in all.into_iter().enumerate() {
            prop_assert_eq!(set.is_some(), holds[place]);
            if let Some(set) = set {
                expect_sufficient(set, &rows, |bounds| implies(&dag, cut, bounds, value)[place]);
            }
        }
    }
}
