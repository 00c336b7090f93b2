//! Depth-first proof-number search: df-pn (Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2007).

use std::sync::Arc;

use solveig_game::{Game, Move, Value};

use super::ground::{Answer, Ground, Resources};
use super::numbers::{NumberTable, Numbers, UNREACHABLE};
use super::{BinarySolver, Effort};
use crate::Knowledge;

/// Depth-first proof-number search.
///
/// It goes where proof-number search would go, and keeps no tree: proof numbers are in a table that forgets,
/// [`NumberTable`], which several searches can share. What is in it guides and never decides; answers are
/// in the transposition table alone.
#[derive(Clone, Debug)]
pub struct DfPn<G, K> {
    ground: Ground<G, K>,
    numbers: Arc<NumberTable>,
    epsilon: f64,
}

impl<G: Game, K: Knowledge<G>> DfPn<G, K> {
    /// A search whose proof numbers are kept in a table of its own, of
    /// [`tree_bytes`](Resources::tree_bytes). It leaves a child once another one is better by more than
    /// the part `epsilon`.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources, epsilon: f64) -> Self {
        Self {
            ground: Ground::new(game, knowledge, resources),
            numbers: Arc::new(NumberTable::new(resources.tree_bytes)),
            epsilon,
        }
    }

    /// The same search with proof numbers shared with others.
    #[must_use]
    pub fn with_numbers(mut self, numbers: Arc<NumberTable>) -> Self {
        self.numbers = numbers;
        self
    }
}

impl<G: Game, K: Knowledge<G>> BinarySolver<G> for DfPn<G, K> {
    fn game(&self) -> &G {
        &self.ground.game
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let answer = self.ground.examine(position, bound);
        if answer != Answer::Open {
            return answer.decided();
        }
        let mut search = Search {
            ground: &mut self.ground,
            numbers: &self.numbers,
            epsilon: self.epsilon,
            go_on,
            stopped: false,
        };
        loop {
            let numbers = search.visit(position, bound, Numbers::LIMITS);
            if let Some(reaches) = numbers.decided() {
                return Some(reaches);
            }
            if search.stopped {
                return None;
            }
        }
    }

    fn effort(&self) -> Effort {
        self.ground.effort
    }
}

/// One search.
struct Search<'a, G, K> {
    ground: &'a mut Ground<G, K>,
    numbers: &'a NumberTable,
    epsilon: f64,
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    stopped: bool,
}

/// A child whose answer is open.
struct Child<P> {
    played: Move,
    position: P,
    mark: u64,
    numbers: Numbers,
}

/// How often it is asked whether to go on: every so many expansions.
const BETWEEN_QUESTIONS: u64 = 256;

impl<G: Game, K: Knowledge<G>> Search<'_, G, K> {
    /// Searches an open position until one of its numbers reaches a limit.
    fn visit(&mut self, position: &G::Position, bound: Value, limits: Numbers) -> Numbers {
        let before = self.ground.effort.nodes;
        let below = Ground::<G, K>::turned(bound);
        let mut moves = Vec::new();
        let answer = self.ground.expand(position, bound, &mut moves);
        if let Some(reaches) = answer.decided() {
            self.ground.record(position, bound, reaches, None, 1);
            return Numbers::of(reaches);
        }
        if self
            .ground
            .effort
            .expansions
            .is_multiple_of(BETWEEN_QUESTIONS)
        {
            self.stopped |= !(self.go_on)(&self.ground.effort);
        }
        let mut children = Vec::with_capacity(moves.len());
        for played in moves {
            let child = self.ground.game.play_unchecked(position, played);
            match self.ground.examine(&child, below) {
                Answer::Yes => {}
                Answer::No => return self.won(position, bound, played, before),
                Answer::Open => {
                    let mark = self.ground.mark(&child, below);
                    children.push(Child {
                        played,
                        position: child,
                        mark,
                        numbers: self.numbers.get(mark),
                    });
                }
            }
        }
        loop {
            if children.is_empty() {
                let work = self.ground.effort.nodes - before;
                self.ground.record(position, bound, false, None, work);
                return Numbers::of(false);
            }
            let (numbers, best, second) = choose(&children);
            if numbers.win >= limits.win || numbers.loss >= limits.loss || self.stopped {
                let work = self.ground.effort.nodes - before;
                self.numbers
                    .put(self.ground.mark(position, bound), numbers, work);
                return numbers;
            }
            let child = &mut children[best];
            let others = numbers.loss - child.numbers.win;
            let next = (f64::from(second) * (1.0 + self.epsilon)) as u32;
            let limits = Numbers {
                win: limits.loss - others,
                loss: limits.win.min(next.max(second.saturating_add(1))),
            };
            let found = self.visit(&child.position, below, limits);
            match found.decided() {
                Some(true) => drop(children.remove(best)),
                Some(false) => {
                    let played = child.played;
                    return self.won(position, bound, played, before);
                }
                None => {
                    children[best].numbers = found;
                    // The others may have grown meanwhile: they have descendants in common.
                    for (place, child) in children.iter_mut().enumerate() {
                        if place != best {
                            child.numbers = child.numbers.max(self.numbers.get(child.mark));
                        }
                    }
                }
            }
        }
    }

    fn won(&mut self, position: &G::Position, bound: Value, by: Move, before: u64) -> Numbers {
        let work = self.ground.effort.nodes - before;
        self.ground.record(position, bound, true, Some(by), work);
        Numbers::of(true)
    }
}

/// The numbers of a node by those of its children, the child that is worth going on with, and the number of
/// the next best one.
fn choose<P>(children: &[Child<P>]) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, UNREACHABLE, UNREACHABLE);
    let mut sum = 0_u32;
    for (place, child) in children.iter().enumerate() {
        let Numbers { win, loss } = child.numbers;
        sum = sum.saturating_add(win);
        if loss < least {
            (best, second, least) = (place, least, loss);
        } else if loss < second {
            second = loss;
        }
    }
    let numbers = Numbers {
        win: least.min(UNREACHABLE - 1),
        loss: sum.min(UNREACHABLE - 1),
    };
    (numbers, best, second.min(UNREACHABLE - 1))
}
