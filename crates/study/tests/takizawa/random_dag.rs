//! A small random game whose plays meet again: a layered directed acyclic graph.

use std::sync::Arc;

use solveig_game::random::Random;
use solveig_game::{Game, InvalidKey, Keyed, Move, Value, ValueRange};
use solveig_testkit::write_by_codes;

/// Nodes in layers of equal width. A node's moves lead to different nodes of the next layer; the
/// last layer is terminal.
#[derive(Clone)]
pub struct RandomDag {
    name: String,
    width: u32,
    depth: u32,
    greatest: Value,
    /// The children of each node that is not in the last layer.
    children: Arc<Vec<Vec<u32>>>,
    /// The utilities of the last layer, for the side to move.
    utilities: Arc<Vec<Value>>,
}

impl RandomDag {
    /// `depth` layers of moves between layers of `width` nodes, at most `branching` moves a node,
    /// utilities from `-greatest` to `greatest`.
    pub fn new(width: u32, depth: u32, branching: u32, greatest: Value, seed: u64) -> Self {
        let mut random = Random::from_state(seed);
        let mut below = |limit: u32| random.below(limit);
        let mut children = Vec::new();
        for layer in 0..depth {
            for _ in 0..width {
                let mut next: Vec<u32> = (0..width).collect();
                let moves = 1 + below(branching.min(width));
                let chosen = (0..moves).map(|_| {
                    let at = below(next.len() as u32) as usize;
                    (layer + 1) * width + next.swap_remove(at)
                });
                children.push(chosen.collect());
            }
        }
        let span = (2 * greatest + 1) as u32;
        let utilities = (0..width).map(|_| below(span) as Value - greatest);
        Self {
            name: format!("random-dag:{width}x{depth}x{branching}?seed={seed}&values={greatest}"),
            width,
            depth,
            greatest,
            utilities: Arc::new(utilities.collect()),
            children: Arc::new(children),
        }
    }

    /// Graphs of several shapes, narrow so that plays meet often.
    pub fn family(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Self> {
        seeds.map(|seed| {
            let greatest = [1, 1, 2, 5][seed as usize % 4];
            let width = 3 + (seed / 4 % 4) as u32;
            let depth = 4 + (seed / 16 % 4) as u32;
            Self::new(width, depth, 3, greatest, seed)
        })
    }
}

impl Game for RandomDag {
    type Position = u32;

    fn spec(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> u32 {
        0
    }

    fn legal_moves(&self, position: &u32, moves: &mut Vec<Move>) {
        if let Some(children) = self.children.get(*position as usize) {
            moves.extend((0..children.len() as u16).map(Move));
        }
    }

    fn play_unchecked(&self, position: &u32, played: Move) -> u32 {
        self.children[*position as usize][played.index()]
    }

    fn terminal_value(&self, position: &u32) -> Option<Value> {
        let last = position.checked_sub(self.width * self.depth)?;
        Some(self.utilities[last as usize])
    }

    fn value_range(&self) -> ValueRange {
        ValueRange::symmetric(self.greatest)
    }

    fn level(&self, position: &u32) -> u32 {
        position / self.width
    }

    fn max_level(&self) -> u32 {
        self.depth
    }
}

impl Keyed for RandomDag {
    type Key = u64;

    fn key(&self, position: &u32) -> u64 {
        (*position).into()
    }

    fn position(&self, key: u64) -> Result<u32, InvalidKey> {
        let nodes = self.width * (self.depth + 1);
        let position = u32::try_from(key).ok().filter(|node| *node < nodes);
        position.ok_or(InvalidKey(key.into()))
    }

    fn key_bits(&self) -> u32 {
        32
    }

    fn move_codes(&self) -> u16 {
        self.width as u16
    }
}

write_by_codes!(RandomDag);
