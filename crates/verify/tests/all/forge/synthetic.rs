//! Synthetic games: every key width, every range of values, any depth and branching.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use solveig_verify::{Interval, Rules, Stage};

use super::random::Random;

#[derive(Clone)]
pub struct Node {
    key: u128,
    pub level: u32,
    pub stage: Stage,
    children: Vec<u32>,
    /// The member of its symmetry class with the least key.
    class: u32,
}

/// A random game graph with passes, skipped levels, shared descendants and symmetries.
#[derive(Clone)]
pub struct Synthetic {
    pub nodes: Vec<Node>,
    pub by_key: HashMap<u128, u32>,
    pub start: u32,
    pub range: Interval,
    pub key_bits: u32,
    pub max_level: u32,
    pub counts_terminals: bool,
    pub spec: String,
}

/// Greatest utilities; the last is the greatest that [`Rules`] allows.
const LIMITS: [i32; 15] = [
    1,
    1,
    1,
    1,
    1,
    0,
    2,
    3,
    64,
    127,
    128,
    255,
    32_768,
    65_536,
    (1 << 30) - 1,
];

/// The symmetric positions of one class while a game is made.
struct Class {
    level: u32,
    members: Vec<u32>,
    passes: bool,
}

impl Synthetic {
    /// A game of these nodes, each by level, stage and children, from the last level to the start.
    /// The key of a node is three times its number.
    pub fn of(nodes: Vec<(u32, Stage, Vec<u32>)>, limit: i32) -> Self {
        let node = |(number, (level, stage, children))| Node {
            key: u128::from(number) * 3,
            level,
            stage,
            children,
            class: number,
        };
        let nodes: Vec<Node> = (0..).zip(nodes).map(node).collect();
        Self {
            by_key: (0..)
                .zip(&nodes)
                .map(|(number, node)| (node.key, number))
                .collect(),
            start: nodes.len() as u32 - 1,
            range: Interval::symmetric(limit),
            key_bits: 16,
            max_level: nodes[0].level,
            counts_terminals: true,
            spec: "synthetic".to_owned(),
            nodes,
        }
    }

    /// The same with another level and stage of one node.
    pub fn with(mut self, node: usize, level: u32, stage: Stage) -> Self {
        self.nodes[node].level = level;
        self.nodes[node].stage = stage;
        self
    }

    /// The same with keys of `key_bits` bits, one for each node.
    pub fn with_keys(mut self, key_bits: u32, keys: &[u128]) -> Self {
        self.key_bits = key_bits;
        for (node, key) in self.nodes.iter_mut().zip(keys) {
            node.key = *key;
        }
        self.by_key = (0..)
            .zip(keys)
            .map(|(number, key)| (*key, number))
            .collect();
        self
    }

    /// A game with keys of exactly `key_bits` bits and about `size` positions, or as many as such
    /// keys allow.
    pub fn random(random: &mut Random, key_bits: u32, size: usize) -> Self {
        let room = 1_usize << key_bits.min(24);
        let mut keys = keys(random, key_bits, size.min(room));
        let limit = *random.pick(&LIMITS);
        let mut game = Self {
            nodes: Vec::new(),
            by_key: HashMap::new(),
            start: 0,
            range: Interval::symmetric(limit),
            key_bits,
            max_level: 0,
            counts_terminals: !random.chance(8),
            spec: format!("synthetic:{key_bits}"),
        };
        // A deep game visits every level, so that a search meets positions repeatedly.
        let deep = random.chance(2);
        let depth = match random.below(8) {
            _ if deep => 6 + random.below(6),
            0 => 1 + random.below(2),
            1 => 1 + random.below(size),
            _ => 3 + random.below(9),
        };
        let depth = depth.min(keys.len());
        let levels = levels(random, depth);
        game.max_level = levels[depth - 1].saturating_add(*random.pick(&[0, 0, 1, 2, 10]));
        let mut classes: Vec<Class> = Vec::new();
        let mut level_after = 0;
        // From the last level to the first, which holds the start, alone or with the position after
        // its pass.
        for (at, level) in levels.into_iter().enumerate().rev() {
            let share = keys.len() / (at + 1);
            let width = match at {
                0 => 1 + random.below(2),
                _ => random.below(2 * share.max(1)).clamp(1, share.max(1)),
            };
            let later = classes.len();
            let nearest = if deep { level_after } else { 0 };
            level_after = later;
            let mut count = 0;
            while count < width && keys.len() > at {
                let max = if random.chance(3) { 3 } else { 1 };
                let members = max.min(keys.len() - at);
                let members: Vec<u128> = keys.drain(keys.len() - members..).collect();
                count += members.len();
                game.add_class(random, &mut classes, nearest..later, level, &members);
            }
        }
        game.start = game.nodes.len() as u32 - 1;
        game
    }

    fn add_class(
        &mut self,
        random: &mut Random,
        classes: &mut Vec<Class>,
        below: Range<usize>,
        level: u32,
        keys: &[u128],
    ) {
        let (nearest, later) = (below.start, below.end);
        let same_level: Vec<usize> = (later..classes.len())
            .filter(|at| !classes[*at].passes)
            .collect();
        let (stage, below): (Stage, Vec<usize>) =
            if later > 0 && !random.chance(if nearest > 0 { 60 } else { 6 }) {
                let moves = match random.below(40) {
                    0 => 100 + random.below(300),
                    1 => 1,
                    _ => 1 + random.below(5),
                };
                let near = match random.chance(2) {
                    true => later.saturating_sub(12),
                    false => 0,
                };
                let near = near.max(nearest);
                let mut below = || near + random.below(later - near);
                (Stage::Moves, (0..moves).map(|_| below()).collect())
            } else if !same_level.is_empty() && random.chance(2) {
                (Stage::Pass, vec![*random.pick(&same_level)])
            } else {
                let limit = self.range.greatest;
                let value = match random.below(4) {
                    0 => *random.pick(&[-limit, limit]),
                    1 => random.between(-limit.min(2), limit.min(2)),
                    _ => random.between(-limit, limit),
                };
                (Stage::Over(value), Vec::new())
            };
        let least = keys.iter().enumerate().min_by_key(|(_, key)| **key);
        let first = self.nodes.len() as u32;
        let class = first + least.map_or(0, |(at, _)| at as u32);
        let mut members = Vec::new();
        for key in keys {
            let number = self.nodes.len() as u32;
            // Each member leads to the same classes, in its own order and with other members.
            let mut children: Vec<u32> = below
                .iter()
                .map(|at| *random.pick(&classes[*at].members))
                .collect();
            if random.chance(2) {
                random.shuffle(&mut children);
            }
            self.nodes.push(Node {
                key: *key,
                level,
                stage,
                children,
                class,
            });
            self.by_key.insert(*key, number);
            members.push(number);
        }
        classes.push(Class {
            level,
            members,
            passes: stage == Stage::Pass,
        });
        debug_assert!(below.iter().all(|at| classes[*at].level >= level));
    }

    fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }
}

/// Distinct keys; one of them has the highest bit set. Drawn in one of several ways, so that some
/// differ only in high bits, some only in low bits.
fn keys(random: &mut Random, key_bits: u32, count: usize) -> Vec<u128> {
    let mask = u128::MAX >> (128 - key_bits);
    let top = 1 << (key_bits - 1);
    let fixed = random.wide();
    let manner = random.below(5);
    let window = 8 + random.below(8) as u32;
    let shift = random.below(key_bits as usize) as u32;
    let mut keys = BTreeSet::from([(fixed | top) & mask]);
    let mut tries = 0;
    while keys.len() < count {
        let random = random.wide();
        let few = random & ((1 << window) - 1);
        // If a way has too few keys, the rest is drawn from all keys.
        tries += 1;
        let key = match if tries > 4 * count { 0 } else { manner } {
            0 => random,
            1 => fixed ^ few << key_bits.saturating_sub(window),
            2 => fixed ^ few,
            3 => fixed ^ few.wrapping_shl(shift),
            _ => (1 << (random % u128::from(key_bits))) | (random >> 64 & 3) << shift,
        };
        keys.insert(key & mask);
    }
    let mut keys: Vec<u128> = keys.into_iter().collect();
    random.shuffle(&mut keys);
    keys
}

/// `depth` ascending levels, sometimes up to the greatest possible.
fn levels(random: &mut Random, depth: usize) -> Vec<u32> {
    let gap = *random.pick(&[1, 1, 1, 2, 5, 1 << 20]);
    let mut level = random.below(3) as u32;
    let mut levels = Vec::new();
    for _ in 0..depth {
        levels.push(level);
        level = level.saturating_add(1 + random.below(gap) as u32);
    }
    let last = levels[depth - 1];
    if random.chance(8) {
        levels
            .iter_mut()
            .for_each(|level| *level += u32::MAX - last);
    }
    levels
}

impl Rules for Synthetic {
    type Position = u32;

    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn stage(&self, position: &u32) -> Stage {
        self.node(*position).stage
    }

    fn children(&self, position: &u32, children: &mut Vec<u32>) {
        children.extend(&self.node(*position).children);
    }

    fn level(&self, position: &u32) -> u32 {
        self.node(*position).level
    }

    fn max_level(&self) -> u32 {
        self.max_level
    }

    fn value_range(&self) -> Interval {
        self.range
    }

    fn counts_terminal_positions(&self) -> bool {
        self.counts_terminals
    }

    fn key(&self, position: &u32) -> u128 {
        self.node(*position).key
    }

    fn key_bits(&self) -> u32 {
        self.key_bits
    }

    fn position(&self, key: u128) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    fn canonical(&self, position: &u32) -> u32 {
        self.node(*position).class
    }

    fn describe(&self, position: &u32) -> String {
        format!("node {position}")
    }

    fn describe_move(&self, _: &u32, index: usize) -> String {
        format!("move {index}")
    }
}
