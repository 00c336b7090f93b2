//! Under which conditions an answer holds where it counts what came before.
//!
//! What a walk has checked below a node is a tree: where the winner is to move it has one move, where the
//! loser is, all that are legal. The same tree stands after another way to the node, if
//!
//! - no diagram that a move of the winner makes in it was there before: these moves are legal ([`Avoided`]);
//! - all diagrams were there before for which alone a move of the loser is missing in it: no other move has
//!   become legal ([`Conditions::required`]).
//!
//! With fewer moves of the loser the tree has more than it needs, which is no harm: a diagram that forbids
//! a move of the loser today and did not then takes a branch away. By induction from the leaves, with *B*
//! for the node's own diagram, which is there for all that follows: what must not have been there is, for
//! a node of the winner, what must not have been there for the child, and what the move makes; what must
//! have been there is what must have been there for the children and what forbids moves of the loser at
//! the node, all without *B*. That *B* is not among what must not have been there, the walk has seen
//! itself: it was there when the winner's moves were checked to be legal.

use super::before::Before;
use super::play::Play;
use crate::rules::go::Diagram;

/// The conditions under which an answer holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// What must have been there, in ascending order.
    pub required: Vec<Diagram>,
    /// What must not have been there.
    pub avoided: Avoided,
}

/// Diagrams that must not have been there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Avoided {
    /// How many stones they have: bit *i* for *i* stones. No other is among them.
    counts: u64,
    which: Which,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// Exactly these, in ascending order.
    These(Vec<Diagram>),
    /// Too many to keep. These, in ascending order, are not among them; any other may be.
    NotThese(Vec<Diagram>),
}

impl Default for Which {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

impl Conditions {
    /// Adds those of a child.
    pub fn add(&mut self, child: Self) {
        self.required.extend(child.required);
        self.avoided.counts |= child.avoided.counts;
        match (&mut self.avoided.which, child.avoided.which) {
            (Which::These(all), Which::These(more)) if all.is_empty() => *all = more,
            (Which::These(all), Which::These(more)) => all.extend(more),
            (which, _) => *which = Which::NotThese(Vec::new()),
        }
    }

    /// Adds that a move of the winner makes `made`.
    pub fn avoid<P: Play>(&mut self, play: &P, made: Diagram) {
        self.avoided.counts |= 1 << play.stones(made);
        if let Which::These(all) = &mut self.avoided.which {
            all.push(made);
        }
    }

    /// Makes them those of a node with this diagram, which `before` came before. More than `most` diagrams
    /// that must not have been there are not kept one by one.
    pub fn settle(&mut self, present: Option<Diagram>, before: &Before, most: u32) {
        self.required.retain(|one| Some(*one) != present);
        sort(&mut self.required);
        let which = &mut self.avoided.which;
        if let Which::These(all) = which {
            sort(all);
            if all.len() > most as usize {
                *which = Which::NotThese(Vec::new());
            }
        }
        if let Which::NotThese(others) = which {
            // The walk below was checked to make none of them.
            *others = before.all().to_vec();
            sort(others);
        }
    }

    /// Whether they are met after `before`. They are those of the image under the symmetry `by`.
    pub fn hold<P: Play>(&self, play: &P, before: &Before, by: usize) -> bool {
        let back = play.inverse(by);
        let was_there = |one: &Diagram| before.has(play.image(*one, back));
        if !self.required.iter().all(was_there) {
            return false;
        }
        if self.avoided.counts == 0 {
            return true;
        }
        before.all().iter().all(|earlier| {
            let image = || play.image(*earlier, by);
            self.avoided.counts >> play.stones(*earlier) & 1 == 0
                || match &self.avoided.which {
                    Which::These(all) => all.binary_search(&image()).is_err(),
                    Which::NotThese(others) => others.binary_search(&image()).is_ok(),
                }
        })
    }

    /// The conditions of the image under a symmetry.
    pub fn image<P: Play>(&self, play: &P, by: usize) -> Self {
        let images = |all: &[Diagram]| {
            let mut images: Vec<Diagram> = all.iter().map(|one| play.image(*one, by)).collect();
            images.sort_unstable();
            images
        };
        Self {
            required: images(&self.required),
            avoided: Avoided {
                counts: self.avoided.counts,
                which: match &self.avoided.which {
                    Which::These(all) => Which::These(images(all)),
                    Which::NotThese(others) => Which::NotThese(images(others)),
                },
            },
        }
    }

    /// How many diagrams are kept.
    pub fn diagrams(&self) -> u64 {
        let (Which::These(all) | Which::NotThese(all)) = &self.avoided.which;
        (self.required.len() + all.len()) as u64
    }
}

fn sort(all: &mut Vec<Diagram>) {
    all.sort_unstable();
    all.dedup();
}
