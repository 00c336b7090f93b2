//! Random games on small graphs: shared descendants, passes, skipped levels, ties.

use solveig_verify::{Rules, Stage};

use crate::random::Random;

#[derive(Clone, Debug)]
pub struct Node {
    pub level: u32,
    pub stage: Stage,
    pub children: Vec<u32>,
}

/// A game whose positions are the nodes of a graph; a key is three times a node's number.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub start: u32,
    pub limit: i32,
}

impl Graph {
    /// A random game. Nodes are numbered from the last level to the first.
    pub fn random(random: &mut Random) -> Self {
        let levels = 2 + random.below(6) as u32;
        let limit = random.between(1, 3);
        let mut nodes: Vec<Node> = Vec::new();
        for level in (0..=levels).rev() {
            let later = nodes.len();
            let width = if level == 0 { 2 } else { 1 + random.below(7) };
            for _ in 0..width {
                let same_level: Vec<u32> = (later..nodes.len())
                    .filter(|at| nodes[*at].stage != Stage::Pass)
                    .map(|at| at as u32)
                    .collect();
                let node = if later > 0 && !random.chance(6) {
                    let moves = 1 + random.below(4);
                    let near = later.saturating_sub(14);
                    let child = |random: &mut Random| (near + random.below(later - near)) as u32;
                    Node {
                        level,
                        stage: Stage::Moves,
                        children: (0..moves).map(|_| child(random)).collect(),
                    }
                } else if !same_level.is_empty() && random.chance(2) {
                    Node {
                        level,
                        stage: Stage::Pass,
                        children: vec![*random.pick(&same_level)],
                    }
                } else {
                    Node {
                        level,
                        stage: Stage::Over(random.between(-limit, limit)),
                        children: Vec::new(),
                    }
                };
                nodes.push(node);
            }
        }
        Self {
            start: nodes.len() as u32 - 1,
            nodes,
            limit,
        }
    }

    fn node(&self, position: u32) -> &Node {
        &self.nodes[position as usize]
    }
}

impl Rules for Graph {
    type Position = u32;

    fn spec(&self) -> String {
        "graph".to_owned()
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
        self.nodes[0].level
    }

    fn value_range(&self) -> (i32, i32) {
        (-self.limit, self.limit)
    }

    fn key(&self, position: &u32) -> u128 {
        u128::from(*position) * 3
    }

    fn key_bits(&self) -> u32 {
        16
    }

    fn position(&self, key: u128) -> Option<u32> {
        let number = u32::try_from(key / 3).ok()?;
        let exists = (number as usize) < self.nodes.len() && key.is_multiple_of(3);
        exists.then_some(number)
    }

    fn describe(&self, position: &u32) -> String {
        format!("node {position}")
    }

    fn describe_move(&self, _: &u32, index: usize) -> String {
        format!("move {index}")
    }
}
