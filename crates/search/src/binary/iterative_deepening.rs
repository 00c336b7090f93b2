//! Alpha-beta with iterative deepening, for binary questions.

use std::io::{self, Read, Write};

use solveig_game::{Keyed, Symmetric, Value};

use super::context::SearchContext;
use super::question::complement;
use super::{BinarySolver, Effort, KnownAnswer, Resources};
use crate::checkpoint::{CheckpointReader, CheckpointWriter};
use crate::{Knowledge, StopToken};

/// Depth-first search with a depth limit that grows by one ply until the answer is known.
///
/// Finds shortest wins first. Moves are ordered by the history heuristic (Schaeffer 1989).
#[derive(Clone, Debug)]
pub struct IterativeDeepening<G: Keyed, K> {
    context: SearchContext<G, K>,
    /// History scores by move code, for either side.
    refuted: [Vec<u64>; 2],
}

impl<G: Symmetric, K: Knowledge<G>> IterativeDeepening<G, K> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources) -> Self {
        let none = vec![0; usize::from(game.move_codes())];
        Self {
            context: SearchContext::new(game, knowledge, resources),
            refuted: [none.clone(), none],
        }
    }
}

impl<G: Symmetric, K: Knowledge<G>> BinarySolver<G> for IterativeDeepening<G, K> {
    fn game(&self) -> &G {
        &self.context.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.context.set_stop(stop);
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let answer = self.context.examine(position, bound);
        if answer.is_some() {
            return answer;
        }
        let mut search = DeepeningSearch {
            context: &mut self.context,
            refuted: &mut self.refuted,
            go_on: &mut |effort| !effort.asks() || go_on(effort),
            stopped: false,
        };
        for depth in 1.. {
            let answer = search.visit(position, bound, depth, 0);
            if answer.is_some() || search.stopped {
                return answer;
            }
        }
        None
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.context.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.context.memory.save(&mut CheckpointWriter(to))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let context = &self.context;
        context
            .memory
            .load(&context.game, &mut CheckpointReader(from))
    }

    fn effort(&self) -> Effort {
        self.context.effort
    }
}

struct DeepeningSearch<'a, G: Keyed, K> {
    context: &'a mut SearchContext<G, K>,
    refuted: &'a mut [Vec<u64>; 2],
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    stopped: bool,
}

impl<G: Symmetric, K: Knowledge<G>> DeepeningSearch<'_, G, K> {
    /// The answer of an open position, if `depth` moves are enough to find it.
    fn visit(
        &mut self,
        position: &G::Position,
        bound: Value,
        depth: u32,
        side: usize,
    ) -> Option<bool> {
        let before = self.context.effort.nodes;
        let below = complement(bound);
        let mut moves = Vec::new();
        let answer = self.context.expand(position, bound, &mut moves);
        if let Some(reaches) = answer {
            let answer = KnownAnswer::by_bounds(reaches);
            self.context.record(position, bound, answer, 1);
            return Some(reaches);
        }
        self.stopped |= self.context.is_stopped() || !(self.go_on)(&self.context.effort);
        let refuted = &self.refuted[side];
        moves.sort_by_key(|played| std::cmp::Reverse(refuted[played.index()]));
        let mut open = false;
        for played in moves {
            if self.stopped {
                return None;
            }
            let child = self.context.game.play_unchecked(position, played);
            let answer = match self.context.examine(&child, below) {
                None if depth > 1 => self.visit(&child, below, depth - 1, 1 - side),
                answer => answer,
            };
            open |= answer.is_none();
            if answer == Some(false) {
                self.refuted[side][played.index()] += u64::from(depth).pow(2);
                let work = self.context.effort.nodes - before;
                self.context
                    .record(position, bound, KnownAnswer::won(played), work);
                return Some(true);
            }
        }
        if open {
            return None;
        }
        let work = self.context.effort.nodes - before;
        self.context
            .record(position, bound, KnownAnswer::LOSS, work);
        Some(false)
    }
}
