//! Alpha-beta with iterative deepening, for questions with two answers.

use std::io::{self, Read, Write};

use solveig_game::{Game, Value};

use super::ground::{BinaryAnswer, Resources, SearchContext};
use super::{BinarySolver, Effort, KnownAnswer};
use crate::checkpoint::{CheckpointReader, CheckpointWriter};
use crate::{Knowledge, StopToken};

/// Depth-first search to a depth that grows by one move at a time, until the answer is known.
///
/// It finds the shortest wins. The moves that refuted most in earlier searches are tried first (history
/// heuristic, Schaeffer 1989).
#[derive(Clone, Debug)]
pub struct Deepening<G: Game, K> {
    ground: SearchContext<G, K>,
    /// How much each move has refuted, by its code; of the players in turn.
    refuted: [Vec<u64>; 2],
}

impl<G: Game, K: Knowledge<G>> Deepening<G, K> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources) -> Self {
        let none = vec![0; usize::from(game.move_codes())];
        Self {
            ground: SearchContext::new(game, knowledge, resources),
            refuted: [none.clone(), none],
        }
    }
}

impl<G: Game, K: Knowledge<G>> BinarySolver<G> for Deepening<G, K> {
    fn game(&self) -> &G {
        &self.ground.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.ground.set_stop(stop);
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let answer = self.ground.examine(position, bound);
        if answer != BinaryAnswer::Open {
            return answer.decided();
        }
        let mut search = DeepeningSearch {
            ground: &mut self.ground,
            refuted: &mut self.refuted,
            go_on,
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
        self.ground.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.ground.save(&mut CheckpointWriter(to))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.ground.load(&mut CheckpointReader(from))
    }

    fn effort(&self) -> Effort {
        self.ground.effort
    }
}

/// One search.
struct DeepeningSearch<'a, G: Game, K> {
    ground: &'a mut SearchContext<G, K>,
    refuted: &'a mut [Vec<u64>; 2],
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    stopped: bool,
}

impl<G: Game, K: Knowledge<G>> DeepeningSearch<'_, G, K> {
    /// The answer of an open position, if `depth` moves are enough to find it.
    fn visit(
        &mut self,
        position: &G::Position,
        bound: Value,
        depth: u32,
        side: usize,
    ) -> Option<bool> {
        let before = self.ground.effort.nodes;
        let below = SearchContext::<G, K>::turned(bound);
        let mut moves = Vec::new();
        let answer = self.ground.expand(position, bound, &mut moves);
        if let Some(reaches) = answer.decided() {
            self.ground.record(position, bound, reaches, None, 1);
            return Some(reaches);
        }
        self.stopped |= !self.ground.goes_on(self.go_on);
        let refuted = &self.refuted[side];
        moves.sort_by_key(|played| std::cmp::Reverse(refuted[played.index()]));
        let mut open = false;
        for played in moves {
            if self.stopped {
                return None;
            }
            let child = self.ground.game.play_unchecked(position, played);
            let answer = match self.ground.examine(&child, below) {
                BinaryAnswer::Open if depth == 1 => None,
                BinaryAnswer::Open => self.visit(&child, below, depth - 1, 1 - side),
                known => known.decided(),
            };
            open |= answer.is_none();
            if answer == Some(false) {
                self.refuted[side][played.index()] += u64::from(depth).pow(2);
                let work = self.ground.effort.nodes - before;
                self.ground
                    .record(position, bound, true, Some(played), work);
                return Some(true);
            }
        }
        if open {
            return None;
        }
        let work = self.ground.effort.nodes - before;
        self.ground.record(position, bound, false, None, work);
        Some(false)
    }
}
