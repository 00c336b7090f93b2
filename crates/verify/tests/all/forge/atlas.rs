//! The oracle's first half: every position of a game, and its value by exhaustive minimax.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use solveig_verify::{Interval, Rules, Stage};

/// The value of a position by exhaustive minimax; `memory` holds values by key.
pub fn minimax<R: Rules>(
    rules: &R,
    position: &R::Position,
    memory: &mut HashMap<u128, i32>,
) -> i32 {
    if let Stage::Over(value) = rules.stage(position) {
        return value;
    }
    let key = rules.key(position);
    if let Some(value) = memory.get(&key) {
        return *value;
    }
    let mut children = Vec::new();
    rules.children(position, &mut children);
    let values = children.iter().map(|child| -minimax(rules, child, memory));
    let value = values
        .max()
        .expect("a position that is not over has a move");
    memory.insert(key, value);
    value
}

/// One position.
pub struct Node {
    pub level: u32,
    pub key: u128,
    pub stage: Stage,
    /// In tie-break order.
    pub children: Vec<usize>,
    pub parents: Vec<usize>,
    /// The member of its symmetry class with the least key.
    pub class: usize,
}

/// All positions that play can reach, their representatives, and the positions that play can reach
/// from these.
pub struct Atlas {
    /// Properties of the game as a whole.
    pub spec: String,
    pub key_bits: u32,
    pub max_level: u32,
    pub range: Interval,
    pub counts_terminals: bool,
    pub nodes: Vec<Node>,
    pub by_key: HashMap<u128, usize>,
    pub start: usize,
    /// The exact values, each for the side to move.
    pub values: Vec<i32>,
    /// The members of the symmetry class of each representative.
    pub members: HashMap<usize, Vec<usize>>,
}

impl Atlas {
    /// The atlas of a small game.
    pub fn of<R: Rules>(rules: &R) -> Self {
        Self::new(rules, usize::MAX).expect("no limit is exceeded")
    }

    /// `None` if there are more than `limit` positions.
    pub fn new<R: Rules>(rules: &R, limit: usize) -> Option<Self> {
        let mut positions: Vec<R::Position> = Vec::new();
        let mut by_key = HashMap::new();
        let mut number = |position: R::Position, positions: &mut Vec<R::Position>| {
            let key = rules.key(&position);
            let found = *by_key.entry(key).or_insert(positions.len());
            if found == positions.len() {
                let back = rules.position(key);
                assert_eq!(back.as_ref(), Some(&position), "{key:#x} leads elsewhere");
                positions.push(position);
            } else {
                assert_eq!(positions[found], position, "two positions, one key");
            }
            found
        };
        let start = number(rules.start(), &mut positions);
        let mut nodes: Vec<Node> = Vec::new();
        while nodes.len() < positions.len() {
            if positions.len() > limit {
                return None;
            }
            let position = positions[nodes.len()].clone();
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            let mut number = |position| number(position, &mut positions);
            nodes.push(Node {
                level: rules.level(&position),
                key: rules.key(&position),
                stage: rules.stage(&position),
                class: number(rules.canonical(&position)),
                children: children.into_iter().map(&mut number).collect(),
                parents: Vec::new(),
            });
        }
        let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
        for at in 0..nodes.len() {
            members.entry(nodes[at].class).or_default().push(at);
            for child in nodes[at].children.clone() {
                nodes[child].parents.push(at);
            }
        }
        let mut atlas = Self {
            spec: rules.spec(),
            key_bits: rules.key_bits(),
            max_level: rules.max_level(),
            range: rules.value_range(),
            counts_terminals: rules.counts_terminal_positions(),
            values: vec![0; nodes.len()],
            nodes,
            by_key,
            start,
            members,
        };
        let mut order: Vec<usize> = (0..atlas.nodes.len()).collect();
        order.sort_by_key(|at| atlas.turn(*at));
        for at in order {
            atlas.values[at] = atlas.worth(at, &atlas.values);
        }
        Some(atlas)
    }

    /// Children come before their parents: levels rise with moves, and a pass leads to no other
    /// pass.
    fn turn(&self, at: usize) -> (Reverse<u32>, bool, usize) {
        let node = &self.nodes[at];
        (Reverse(node.level), node.stage == Stage::Pass, at)
    }

    /// Minimax: the value of a position if `values` are those of its children.
    fn worth(&self, at: usize, values: &[i32]) -> i32 {
        match self.nodes[at].stage {
            Stage::Over(value) => value,
            Stage::Pass | Stage::Moves => {
                let children = self.nodes[at].children.iter();
                let worth = children.map(|child| -values[*child]).max();
                worth.expect("a position that is not over has a move")
            }
        }
    }

    /// The minimax values if some positions had the given values.
    pub fn values_if(&self, lies: &[(usize, i32)]) -> Vec<i32> {
        let mut values = self.values.clone();
        let mut open = BTreeSet::new();
        let mut liars = BTreeSet::new();
        for (at, value) in lies {
            values[*at] = *value;
            liars.insert(*at);
            let parents = self.nodes[*at].parents.iter();
            open.extend(parents.map(|parent| self.turn(*parent)));
        }
        while let Some((_, _, at)) = open.pop_first() {
            let value = self.worth(at, &values);
            if !liars.contains(&at) && value != values[at] {
                values[at] = value;
                let parents = self.nodes[at].parents.iter();
                open.extend(parents.map(|parent| self.turn(*parent)));
            }
        }
        values
    }

    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The index of the first move that is worth at least `bound`.
    pub fn first_worth(&self, at: usize, bound: i32, values: &[i32]) -> Option<usize> {
        let mut children = self.nodes[at].children.iter();
        children.position(|child| -values[*child] >= bound)
    }

    /// The indices of all moves that are worth at least `bound`.
    pub fn all_worth(&self, at: usize, bound: i32, values: &[i32]) -> Vec<usize> {
        let children = self.nodes[at].children.iter().enumerate();
        let worth = children.filter(|(_, child)| -values[**child] >= bound);
        worth.map(|(place, _)| place).collect()
    }
}
