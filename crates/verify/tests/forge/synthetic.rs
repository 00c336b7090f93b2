//! Synthetic games: every key width, every range of values, any depth and branching.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use solveig_verify::{Rules, Stage};

use super::choices::Choices;

struct Node {
    key: u128,
    level: u32,
    stage: Stage,
    children: Vec<u32>,
    /// The member of its symmetry class with the least key.
    class: u32,
}

/// A random game graph with passes, skipped levels, shared descendants and symmetries.
pub struct Synthetic {
    nodes: Vec<Node>,
    by_key: HashMap<u128, u32>,
    start: u32,
    limit: i32,
    key_bits: u32,
    max_level: u32,
    counts_terminals: bool,
    spec: String,
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
    /// A game with keys of exactly `key_bits` bits and about `size` positions, or as many as such
    /// keys allow.
    pub fn random(choices: &mut Choices<'_>, key_bits: u32, size: usize) -> Self {
        let room = 1_usize << key_bits.min(24);
        let mut keys = keys(choices, key_bits, size.min(room));
        let limit = *choices.pick(&LIMITS);
        let mut game = Self {
            nodes: Vec::new(),
            by_key: HashMap::new(),
            start: 0,
            limit,
            key_bits,
            max_level: 0,
            counts_terminals: !choices.chance(8),
            spec: format!("synthetic:{key_bits}"),
        };
        // A deep game visits every level, so that a search meets positions repeatedly.
        let deep = choices.chance(2);
        let depth = match choices.below(8) {
            _ if deep => 6 + choices.below(6),
            0 => 1 + choices.below(2),
            1 => 1 + choices.below(size),
            _ => 3 + choices.below(9),
        };
        let depth = depth.min(keys.len());
        let levels = levels(choices, depth);
        game.max_level = levels[depth - 1].saturating_add(*choices.pick(&[0, 0, 1, 2, 10]));
        let mut classes: Vec<Class> = Vec::new();
        let mut level_after = 0;
        // From the last level to the first, which holds the start, alone or with the position after
        // its pass.
        for (at, level) in levels.into_iter().enumerate().rev() {
            let share = keys.len() / (at + 1);
            let width = match at {
                0 => 1 + choices.below(2),
                _ => choices.below(2 * share.max(1)).clamp(1, share.max(1)),
            };
            let later = classes.len();
            let nearest = if deep { level_after } else { 0 };
            level_after = later;
            let mut made = 0;
            while made < width && keys.len() > at {
                let most = if choices.chance(3) { 3 } else { 1 };
                let members = most.min(keys.len() - at);
                let members: Vec<u128> = keys.drain(keys.len() - members..).collect();
                made += members.len();
                game.add_class(choices, &mut classes, nearest..later, level, &members);
            }
        }
        game.start = game.nodes.len() as u32 - 1;
        game
    }

    fn add_class(
        &mut self,
        choices: &mut Choices<'_>,
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
            if later > 0 && !choices.chance(if nearest > 0 { 60 } else { 6 }) {
                let moves = match choices.below(40) {
                    0 => 100 + choices.below(300),
                    1 => 1,
                    _ => 1 + choices.below(5),
                };
                let near = match choices.chance(2) {
                    true => later.saturating_sub(12),
                    false => 0,
                };
                let near = near.max(nearest);
                let mut below = || near + choices.below(later - near);
                (Stage::Moves, (0..moves).map(|_| below()).collect())
            } else if !same_level.is_empty() && choices.chance(2) {
                (Stage::Pass, vec![*choices.pick(&same_level)])
            } else {
                let limit = i64::from(self.limit);
                let value = match choices.below(4) {
                    0 => *choices.pick(&[-limit, limit]),
                    1 => choices.between(-limit.min(2), limit.min(2)),
                    _ => choices.between(-limit, limit),
                };
                (Stage::Over(value as i32), Vec::new())
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
                .map(|at| *choices.pick(&classes[*at].members))
                .collect();
            if choices.chance(2) {
                choices.shuffle(&mut children);
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
fn keys(choices: &mut Choices<'_>, key_bits: u32, count: usize) -> Vec<u128> {
    let mask = u128::MAX >> (128 - key_bits);
    let top = 1 << (key_bits - 1);
    let fixed = choices.wide();
    let manner = choices.below(5);
    let window = 8 + choices.below(8) as u32;
    let shift = choices.below(key_bits as usize) as u32;
    let mut keys = BTreeSet::from([(fixed | top) & mask]);
    let mut tries = 0;
    while keys.len() < count {
        let random = choices.wide();
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
    choices.shuffle(&mut keys);
    keys
}

/// `depth` ascending levels, sometimes up to the greatest possible.
fn levels(choices: &mut Choices<'_>, depth: usize) -> Vec<u32> {
    let gap = *choices.pick(&[1, 1, 1, 2, 5, 1 << 20]);
    let mut level = choices.below(3) as u32;
    let mut levels = Vec::new();
    for _ in 0..depth {
        levels.push(level);
        level = level.saturating_add(1 + choices.below(gap) as u32);
    }
    let last = levels[depth - 1];
    if choices.chance(8) {
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

    fn value_range(&self) -> (i32, i32) {
        (-self.limit, self.limit)
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
