//! What a walk has checked already.

use std::collections::{HashMap, VecDeque};

use solveig_format::proof::MemoryLimits;

use super::before::Before;
use super::conditions::Conditions;
use super::play::Play;

/// The most answers that are kept of one position. A new one takes the place of the oldest.
const ANSWERS: usize = 16;

/// Positions whose claims were checked, each for a side to move, with the conditions under which they hold.
///
/// What is kept follows from the walk and the limits alone: whoever writes a proof and whoever checks it
/// keep the same.
pub struct Memory {
    limits: MemoryLimits,
    /// By the key of a symmetry class and whether the winner is to move.
    answers: HashMap<(u128, bool), VecDeque<Conditions>>,
    kept: u64,
    diagrams: u64,
}

/// Where an answer is kept: the key of the symmetry class, the symmetry that leads there, and whether the
/// winner is to move.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub key: u128,
    pub by: usize,
    pub winner: bool,
}

impl Memory {
    pub fn new(limits: MemoryLimits) -> Self {
        Self {
            limits,
            answers: HashMap::new(),
            kept: 0,
            diagrams: 0,
        }
    }

    /// The conditions of the first answer that holds after `before`.
    pub fn find<P: Play>(&self, play: &P, place: Place, before: &Before) -> Option<Conditions> {
        let answers = self.answers.get(&(place.key, place.winner))?;
        let mut holding = answers
            .iter()
            .filter(|answer| answer.hold(play, before, place.by));
        let found = holding.next()?;
        Some(found.image(play, play.inverse(place.by)))
    }

    /// Keeps an answer, if the limits allow. Where there are as many as can be, the oldest goes in any case.
    pub fn keep<P: Play>(&mut self, play: &P, place: Place, conditions: &Conditions) {
        let at = (place.key, place.winner);
        let full = self.answers.get_mut(&at);
        let full = full.filter(|answers| answers.len() == ANSWERS);
        if let Some(oldest) = full.and_then(VecDeque::pop_front) {
            self.kept -= 1;
            self.diagrams -= oldest.diagrams();
        }
        let more = conditions.diagrams();
        if self.kept < self.limits.answers && self.diagrams + more <= self.limits.in_all {
            self.kept += 1;
            self.diagrams += more;
            let image = conditions.image(play, place.by);
            self.answers.entry(at).or_default().push_back(image);
        }
    }
}
