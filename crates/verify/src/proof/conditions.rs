//! Graph-history interaction: under which conditions an answer holds where it counts what came before.
//!
//! What a walk has checked below a node is a tree: where the winner is to move it has one move, where the
//! loser is, all that are legal. The same tree stands after another history of the node, if
//!
//! - no position that a move of the winner makes in it was there before: these moves are legal ([`Avoided`]);
//! - all positions were there before for which alone a move of the loser is missing in it: no other move has
//!   become legal ([`HistoryConditions::required`]).
//!
//! With fewer moves of the loser the tree has more than it needs, which is no harm: a repetition that forbids
//! a move of the loser today and did not then takes a branch away. By induction from the leaves, with *B*
//! for the node's own repetition key, which is there for all that follows: what must not have been there is,
//! for a node of the winner, what must not have been there for the child, and what the move makes; what must
//! have been there is what must have been there for the children and what forbids moves of the loser at
//! the node, all without *B*. That *B* is not among what must not have been there, the walk has seen
//! itself: it was there when the winner's moves were checked to be legal.

use super::account::Account;
use super::history::History;
use super::play::Play;
use crate::limits::Undecided;
use crate::rules::go::RepetitionKey;

/// The conditions under which an answer holds. The bytes of the lists are on the walk's account.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HistoryConditions {
    /// What must have been there. In ascending order, once settled.
    pub required: Vec<RepetitionKey>,
    /// What must not have been there.
    pub avoided: Avoided,
}

/// Repetition keys that must not have been there.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Avoided {
    /// How many stones they have: bit *i* for *i* stones, 63 at most. No other is among them.
    counts: u64,
    which: Which,
}

#[derive(Debug, PartialEq, Eq)]
enum Which {
    /// Exactly these. In ascending order, once settled.
    Finite(Vec<RepetitionKey>),
    /// Too many to keep. These, in ascending order, are not among them; any other may be.
    Cofinite(Vec<RepetitionKey>),
}

impl Default for Which {
    fn default() -> Self {
        Self::Finite(Vec::new())
    }
}

const LISTS: &str = "the conditions of answers";

fn bytes(list: &Vec<RepetitionKey>) -> u64 {
    (list.capacity() * size_of::<RepetitionKey>()) as u64
}

/// Adds `more` to a list, both of which are on the account.
fn append(
    list: &mut Vec<RepetitionKey>,
    mut more: Vec<RepetitionKey>,
    account: &mut Account<'_>,
) -> Result<(), Undecided> {
    if list.is_empty() {
        std::mem::swap(list, &mut more);
    } else if !more.is_empty() {
        let needed = list.len() + more.len();
        if needed > list.capacity() {
            let was = bytes(list);
            let room = needed.max(2 * list.capacity());
            account.take((room * size_of::<RepetitionKey>()) as u64, LISTS)?;
            list.reserve_exact(room - list.len());
            account.give_back(was);
        }
        list.extend_from_slice(&more);
    }
    account.give_back(bytes(&more));
    Ok(())
}

fn sort(all: &mut Vec<RepetitionKey>) {
    all.sort_unstable();
    all.dedup();
}

impl HistoryConditions {
    /// How many bytes the lists take.
    pub fn bytes(&self) -> u64 {
        let (Which::Finite(all) | Which::Cofinite(all)) = &self.avoided.which;
        bytes(&self.required) + bytes(all)
    }

    /// Puts the lists on the account.
    pub fn charge(&self, account: &mut Account<'_>) -> Result<(), Undecided> {
        account.take(self.bytes(), LISTS)
    }

    /// Adds those of a child.
    pub fn add(&mut self, child: Self, account: &mut Account<'_>) -> Result<(), Undecided> {
        append(&mut self.required, child.required, account)?;
        self.avoided.counts |= child.avoided.counts;
        match (&mut self.avoided.which, child.avoided.which) {
            (Which::Finite(all), Which::Finite(more)) => append(all, more, account),
            (which, Which::Finite(others) | Which::Cofinite(others)) => {
                let (Which::Finite(all) | Which::Cofinite(all)) = &*which;
                account.give_back(bytes(all) + bytes(&others));
                *which = Which::Cofinite(Vec::new());
                Ok(())
            }
        }
    }

    /// Adds that a move of the winner makes `made`.
    pub fn avoid<P: Play>(
        &mut self,
        play: &P,
        made: RepetitionKey,
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        self.avoided.counts |= 1 << play.stones(made);
        match &mut self.avoided.which {
            Which::Finite(all) => {
                let one = vec![made];
                account.take(bytes(&one), LISTS)?;
                append(all, one, account)
            }
            Which::Cofinite(_) => Ok(()),
        }
    }

    /// Makes them those of a node with this repetition key, which `history` came before. More than `most`
    /// keys that must not have been there are not kept one by one.
    pub fn settle(
        &mut self,
        present: Option<RepetitionKey>,
        history: &History,
        most: u32,
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        self.required.retain(|one| Some(*one) != present);
        sort(&mut self.required);
        let which = &mut self.avoided.which;
        if let Which::Finite(all) = which {
            sort(all);
            if all.len() > most as usize {
                account.give_back(bytes(all));
                *which = Which::Cofinite(Vec::new());
            }
        }
        if let Which::Cofinite(others) = which {
            // The walk below was checked to make none of them.
            let all = history.all();
            account.give_back(bytes(others));
            account.take(size_of_val(all) as u64, LISTS)?;
            *others = all.to_vec();
            sort(others);
        }
        Ok(())
    }

    /// Whether they are met after `history`. They are those of the image under the symmetry `by`.
    pub fn hold<P: Play>(&self, play: &P, history: &History, by: usize) -> bool {
        let back = play.inverse(by);
        let was_there = |one: &RepetitionKey| history.has(play.image(*one, back));
        if !self.required.iter().all(was_there) {
            return false;
        }
        if self.avoided.counts == 0 {
            return true;
        }
        history.all().iter().all(|earlier| {
            let image = || play.image(*earlier, by);
            self.avoided.counts >> play.stones(*earlier) & 1 == 0
                || match &self.avoided.which {
                    Which::Finite(all) => all.binary_search(&image()).is_err(),
                    Which::Cofinite(others) => others.binary_search(&image()).is_ok(),
                }
        })
    }

    /// The conditions of the image under a symmetry, put on the account.
    pub fn image<P: Play>(
        &self,
        play: &P,
        by: usize,
        account: &mut Account<'_>,
    ) -> Result<Self, Undecided> {
        let mut images = |all: &[RepetitionKey]| {
            account.take(size_of_val(all) as u64, LISTS)?;
            let mut images = Vec::with_capacity(all.len());
            images.extend(all.iter().map(|one| play.image(*one, by)));
            images.sort_unstable();
            Ok::<_, Undecided>(images)
        };
        Ok(Self {
            required: images(&self.required)?,
            avoided: Avoided {
                counts: self.avoided.counts,
                which: match &self.avoided.which {
                    Which::Finite(all) => Which::Finite(images(all)?),
                    Which::Cofinite(others) => Which::Cofinite(images(others)?),
                },
            },
        })
    }

    /// How many repetition keys are kept.
    pub fn keys(&self) -> u64 {
        let (Which::Finite(all) | Which::Cofinite(all)) = &self.avoided.which;
        (self.required.len() + all.len()) as u64
    }
}
