//! The positions that a walk has checked: its transposition table.

use std::collections::{HashMap, VecDeque};

use solveig_format::proof::MemoryLimits;

use super::account::Account;
use super::conditions::HistoryConditions;
use super::history::History;
use super::play::Play;
use crate::limits::Undecided;

/// Maximum answers for one position. A new one replaces the oldest.
const ANSWERS: usize = 16;

/// Upper bound on the bytes of one more position. The table grows by doubling, and both copies
/// exist while it does.
const POSITION: u64 = 4 * (size_of::<((u128, bool), VecDeque<HistoryConditions>)>() as u64 + 1);

/// Positions whose claim has been checked, with the conditions on the history under which it holds.
///
/// The contents depend on the walk and the limits alone: the writer of a proof and its checker have
/// the same.
pub struct Memory {
    limits: MemoryLimits,
    /// By the key of a symmetry class and whether the winner is to move.
    answers: HashMap<(u128, bool), VecDeque<HistoryConditions>>,
    kept: u64,
    keys: u64,
}

/// Where an answer is stored: the key of the symmetry class, the symmetry that maps the position to
/// the member with that key, and whether the winner is to move.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
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
            keys: 0,
        }
    }

    /// The conditions of the first answer that holds after `history`.
    pub fn find<P: Play>(
        &self,
        play: &P,
        slot: Slot,
        history: &History,
        account: &mut Account<'_>,
    ) -> Result<Option<HistoryConditions>, Undecided> {
        let answers = self.answers.get(&(slot.key, slot.winner));
        for answer in answers.into_iter().flatten() {
            account.go_on()?;
            if answer.hold(play, history, slot.by) {
                return answer.image(play, play.inverse(slot.by), account).map(Some);
            }
        }
        Ok(None)
    }

    /// Stores an answer if the limits allow. If the position has [`ANSWERS`] already, the oldest is
    /// removed in any case.
    pub fn keep<P: Play>(
        &mut self,
        play: &P,
        slot: Slot,
        conditions: &HistoryConditions,
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        let at = (slot.key, slot.winner);
        let full = self.answers.get_mut(&at);
        let full = full.filter(|answers| answers.len() == ANSWERS);
        if let Some(oldest) = full.and_then(VecDeque::pop_front) {
            self.kept -= 1;
            self.keys -= oldest.keys();
            account.give_back(oldest.bytes());
        }
        let more = conditions.keys();
        if self.kept < self.limits.answers && self.keys + more <= self.limits.in_all {
            self.kept += 1;
            self.keys += more;
            let image = conditions.image(play, slot.by, account)?;
            if !self.answers.contains_key(&at) {
                account.take(POSITION, "the positions that were checked")?;
            }
            let answers = self.answers.entry(at).or_default();
            let was = answers.capacity();
            if answers.len() == was {
                // Most positions have only one answer.
                answers.reserve_exact(was.max(1));
            }
            let grown = (answers.capacity() - was) * size_of::<HistoryConditions>();
            account.take(grown as u64, "the answers of positions")?;
            answers.push_back(image);
        }
        Ok(())
    }
}
