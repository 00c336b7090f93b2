//! Graph-history interaction: the conditions on the history under which an answer holds.
//!
//! Below a node the walk checks a tree with one move where the winner is to move and all legal
//! moves where the loser is. The same tree proves the claim after another history of the node if
//!
//! - no position that a winner's move in the tree makes is in that history, so that these moves are
//!   legal ([`AvoidedKeys`]);
//! - every position whose repetition alone forbids a loser's move in the tree is in that history,
//!   so that no further move is legal ([`HistoryConditions::required`]).
//!
//! If the other history forbids more moves of the loser, the tree has branches to spare, which does
//! no harm. Conditions are found by induction from the leaves. A node avoids what its children
//! avoid, and at a node of the winner also what the move makes. It requires what its children
//! require, and at a node of the loser also what forbids moves there. Its own repetition key *B* is
//! in the history of every node below it. So *B* is removed from the required keys; it is not among
//! the avoided keys, since it was in the history when the winner's moves below were found to be
//! legal.

use super::account::Account;
use super::history::History;
use super::play::Play;
use crate::limits::Undecided;
use crate::rules::go::RepetitionKey;

/// The conditions on the history under which an answer holds. The lists are charged to the walk's
/// account.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HistoryConditions {
    /// Keys that must be in the history. Sorted by [`complete`](Self::complete).
    pub required: Vec<RepetitionKey>,
    /// Keys that must not be in the history.
    pub avoided: AvoidedKeys,
}

/// Repetition keys that must not be in the history.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AvoidedKeys {
    /// The numbers of stones of these keys: bit *i* for *i* stones, 63 at most. A key with another
    /// number is not among them.
    counts: u64,
    which: KeySet,
}

#[derive(Debug, PartialEq, Eq)]
enum KeySet {
    /// Exactly these. Sorted by [`HistoryConditions::complete`].
    Finite(Vec<RepetitionKey>),
    /// Too many to list. These, sorted, are not among them; any other key may be.
    Cofinite(Vec<RepetitionKey>),
}

impl Default for KeySet {
    fn default() -> Self {
        Self::Finite(Vec::new())
    }
}

const LISTS: &str = "the conditions of answers";

fn bytes(list: &Vec<RepetitionKey>) -> u64 {
    (list.capacity() * size_of::<RepetitionKey>()) as u64
}

/// Appends `more` to `list`. Both have been charged to the account.
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
    /// The size of the lists in bytes.
    pub fn bytes(&self) -> u64 {
        let (KeySet::Finite(all) | KeySet::Cofinite(all)) = &self.avoided.which;
        bytes(&self.required) + bytes(all)
    }

    /// Charges the lists to the account.
    pub fn charge(&self, account: &mut Account<'_>) -> Result<(), Undecided> {
        account.take(self.bytes(), LISTS)
    }

    /// Joins to these what a child's proof needs of the history.
    pub fn add(&mut self, child: Self, account: &mut Account<'_>) -> Result<(), Undecided> {
        append(&mut self.required, child.required, account)?;
        self.avoided.counts |= child.avoided.counts;
        match (&mut self.avoided.which, child.avoided.which) {
            (KeySet::Finite(all), KeySet::Finite(more)) => append(all, more, account),
            (which, KeySet::Finite(others) | KeySet::Cofinite(others)) => {
                let (KeySet::Finite(all) | KeySet::Cofinite(all)) = &*which;
                account.give_back(bytes(all) + bytes(&others));
                *which = KeySet::Cofinite(Vec::new());
                Ok(())
            }
        }
    }

    /// Adds the key `repetition`, which a winner's move makes, to the avoided keys.
    pub fn avoid<P: Play>(
        &mut self,
        play: &P,
        repetition: RepetitionKey,
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        self.avoided.counts |= 1 << play.stones(repetition);
        match &mut self.avoided.which {
            KeySet::Finite(all) => {
                let one = vec![repetition];
                account.take(bytes(&one), LISTS)?;
                append(all, one, account)
            }
            KeySet::Cofinite(_) => Ok(()),
        }
    }

    /// Completes the conditions of a node with repetition key `present` after `history`. If there
    /// are more than `max` avoided keys, keeps the keys of `history` instead, none of which is
    /// avoided.
    pub fn complete(
        &mut self,
        present: Option<RepetitionKey>,
        history: &History,
        max: u32,
        account: &mut Account<'_>,
    ) -> Result<(), Undecided> {
        self.required.retain(|one| Some(*one) != present);
        sort(&mut self.required);
        let which = &mut self.avoided.which;
        if let KeySet::Finite(all) = which {
            sort(all);
            if all.len() > max as usize {
                account.give_back(bytes(all));
                *which = KeySet::Cofinite(Vec::new());
            }
        }
        if let KeySet::Cofinite(others) = which {
            // The walk below was checked to repeat none of them.
            let all = history.all();
            account.give_back(bytes(others));
            account.take(size_of_val(all) as u64, LISTS)?;
            *others = all.to_vec();
            sort(others);
        }
        Ok(())
    }

    /// Whether they hold after `history`. They are stored for the image of the node under symmetry
    /// `by`.
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
                    KeySet::Finite(all) => all.binary_search(&image()).is_err(),
                    KeySet::Cofinite(others) => others.binary_search(&image()).is_ok(),
                }
        })
    }

    /// The conditions of the image under a symmetry, charged to the account.
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
            avoided: AvoidedKeys {
                counts: self.avoided.counts,
                which: match &self.avoided.which {
                    KeySet::Finite(all) => KeySet::Finite(images(all)?),
                    KeySet::Cofinite(others) => KeySet::Cofinite(images(others)?),
                },
            },
        })
    }

    /// The number of listed keys.
    pub fn keys(&self) -> u64 {
        let (KeySet::Finite(all) | KeySet::Cofinite(all)) = &self.avoided.which;
        (self.required.len() + all.len()) as u64
    }
}
