//! The walk through a proof: depth first, with one move of the winner and all moves of the loser.

use solveig_format::proof::ProofHeader;

use super::account::Account;
use super::conditions::HistoryConditions;
use super::failure::{NAMED, ProofFailure, WalkError, choice};
use super::history::History;
use super::memory::{Memory, Slot};
use super::origin::Origin;
use super::play::Play;
use super::question::Question;
use super::{Node, WalkStatistics, Winner};
use crate::bounds::Bound;
use crate::failure::broken;
use crate::limits::{Budget, Undecided};
use crate::rules::UTILITIES_IN_RANGE;
use crate::rules::go::Successor;

/// An inner node on the path to the current node.
struct WalkFrame<P> {
    position: P,
    slot: Slot,
    /// Children that are not yet walked.
    children: std::vec::IntoIter<Successor<P>>,
    /// The index of the next child among the legal moves.
    next: u32,
    conditions: HistoryConditions,
    /// Where the winner is to move: the position to which its move leads.
    destination: Option<P>,
    /// Bytes charged for the frame, without its conditions.
    bytes: u64,
}

/// What a walk shows of an inner node.
pub struct Shown<'a, P: Play> {
    pub claim: Bound,
    pub slot: Slot,
    /// Where the winner is to move: the position to which its move leads.
    pub destination: Option<&'a P::Position>,
    pub conditions: &'a HistoryConditions,
}

/// Keeps what a walk shows of each inner node.
pub trait Keep {
    fn keep<P: Play>(&mut self, play: &P, shown: Shown<'_, P>) -> Result<(), Undecided>;
}

/// Keeps nothing.
impl Keep for () {
    fn keep<P: Play>(&mut self, _: &P, _: Shown<'_, P>) -> Result<(), Undecided> {
        Ok(())
    }
}

/// A walk for one claim.
pub struct ProofWalk<'a, P: Play, W, K> {
    play: &'a P,
    header: &'a ProofHeader,
    claim: Bound,
    winner: &'a mut W,
    memory: Memory,
    history: History,
    /// The moves from the claim's position to the current node, each as its index.
    line: Vec<u32>,
    frames: Vec<WalkFrame<P::Position>>,
    walked: &'a mut WalkStatistics,
    account: Account<'a>,
    keep: &'a mut K,
}

/// Nodes between two reports of progress.
pub const BETWEEN_REPORTS: u64 = 1 << 10;

impl<'a, P: Play, W: Winner, K: Keep> ProofWalk<'a, P, W, K> {
    pub fn new(
        play: &'a P,
        header: &'a ProofHeader,
        claim: Bound,
        winner: &'a mut W,
        walked: &'a mut WalkStatistics,
        budget: &'a Budget,
        keep: &'a mut K,
    ) -> Self {
        Self {
            play,
            header,
            claim,
            winner,
            memory: Memory::new(header.walk.memory()),
            history: History::default(),
            line: Vec::new(),
            frames: Vec::new(),
            walked,
            account: Account::new(budget),
            keep,
        }
    }

    /// Walks the tree below the position that the header names.
    pub fn run(
        mut self,
        progress: &mut dyn FnMut(&WalkStatistics) -> bool,
    ) -> Result<(), WalkError<W::Error>> {
        let origin = Origin::of(self.play, self.header, &mut self.account, false)?;
        self.history = origin.history;
        let mut position = origin.position;
        loop {
            let mut answer = self.enter(position)?;
            if self.walked.nodes.is_multiple_of(BETWEEN_REPORTS) && !progress(self.walked) {
                return Err(WalkError::Stopped);
            }
            position = loop {
                match (answer.take(), self.frames.last_mut()) {
                    (None, None) | (Some(_), None) => return Ok(()),
                    (Some(conditions), Some(parent)) => {
                        parent.conditions.add(conditions, &mut self.account)?;
                        self.line.pop();
                    }
                    (None, Some(frame)) => match frame.children.next() {
                        Some(child) => {
                            self.line.push(frame.next);
                            frame.next += 1;
                            break child.after;
                        }
                        None => answer = self.leave()?,
                    },
                }
            };
        }
    }

    /// Enters a node. Returns the conditions of its answer if rules, knowledge or memory decide it;
    /// else pushes a frame and returns `None`.
    fn enter(
        &mut self,
        position: P::Position,
    ) -> Result<Option<HistoryConditions>, WalkError<W::Error>> {
        self.walked.nodes += 1;
        self.account.go_on()?;
        let question = Question::after(self.claim, self.line.len());
        let winner = question.winner;
        let bounds = self
            .play
            .bounds(&position, self.header.walk.uses_knowledge());
        let range = self.play.value_range();
        if bounds.least < range.least || range.greatest < bounds.greatest {
            return Err(self.failure(&position, broken(UTILITIES_IN_RANGE)).into());
        }
        let decided = question.decided_by(bounds);
        if decided.map_err(|problem| self.failure(&position, problem))? {
            self.walked.decided += 1;
            return Ok(Some(HistoryConditions::default()));
        }
        let (key, by) = self.play.canonical_key(&position);
        let slot = Slot { key, by, winner };
        let answer = self
            .memory
            .find(self.play, slot, &self.history, &mut self.account)?;
        if answer.is_some() {
            self.walked.remembered += 1;
            return Ok(answer);
        }
        let mut conditions = HistoryConditions::default();
        let mut forbidding = Vec::new();
        let mut children = self.play.moves(&position, &self.history, &mut forbidding);
        if children.is_empty() {
            let problem = "expected a legal move, found none, though the game goes on";
            return Err(self.failure(&position, problem.to_owned()).into());
        }
        let mut next = 0;
        if winner {
            let of = children.len() as u32;
            let node = Node {
                claim: self.claim,
                line: &self.line,
                moves: of,
            };
            next = choice(self.winner.choose(node), of, |why| {
                self.failure(&position, why)
            })?;
            self.walked.choices += u64::from(of > 1);
            children = vec![children.swap_remove(next as usize)];
            let Successor { point, after } = &children[0];
            if let (Some(_), Some(repetition)) = (point, self.play.repetition_key(after)) {
                conditions.avoid(self.play, repetition, &mut self.account)?;
            }
        } else {
            conditions.required = forbidding;
            conditions.charge(&mut self.account)?;
        }
        let destination = winner.then(|| children[0].after.clone());
        let bytes =
            Self::FRAME + (children.capacity() * size_of::<Successor<P::Position>>()) as u64;
        self.account.take(bytes, "the positions on the way")?;
        self.history.push(self.play.repetition_key(&position));
        self.walked.deepest = self.walked.deepest.max(self.line.len() as u64);
        self.frames.push(WalkFrame {
            position,
            slot,
            children: children.into_iter(),
            next,
            conditions,
            destination,
            bytes,
        });
        Ok(None)
    }

    /// Upper bound on the bytes of a frame, without its children. Lists grow by doubling, and the
    /// old copy exists while the new one is filled.
    const FRAME: u64 =
        History::BYTES + 3 * (size_of::<WalkFrame<P::Position>>() + size_of::<u32>()) as u64;

    /// Leaves a node whose children have all been walked. Returns the conditions of its answer.
    fn leave(&mut self) -> Result<Option<HistoryConditions>, WalkError<W::Error>> {
        let Some(frame) = self.frames.pop() else {
            return Ok(None);
        };
        self.account.give_back(frame.bytes);
        let present = self.play.repetition_key(&frame.position);
        self.history.pop(present);
        let mut conditions = frame.conditions;
        let (max, account) = (self.header.walk.memory().of_answer, &mut self.account);
        conditions.complete(present, &self.history, max, account)?;
        self.memory
            .keep(self.play, frame.slot, &conditions, account)?;
        let shown = Shown {
            claim: self.claim,
            slot: frame.slot,
            destination: frame.destination.as_ref(),
            conditions: &conditions,
        };
        self.keep.keep(self.play, shown)?;
        Ok(Some(conditions))
    }

    /// The failure for a problem at the current node.
    fn failure(&self, position: &P::Position, problem: String) -> ProofFailure {
        let mut history = History::default();
        // The header's moves come first. The name of a move depends on the history before it.
        let header = self.history.all().len().saturating_sub(self.frames.len());
        for key in &self.history.all()[..header] {
            history.push(Some(*key));
        }
        let mut names = Vec::new();
        for (frame, &place) in self.frames.iter().zip(&self.line).take(NAMED) {
            let place = place as usize;
            names.push(self.play.describe_move(&frame.position, &history, place));
            history.push(self.play.repetition_key(&frame.position));
        }
        let position = self.play.describe(position);
        ProofFailure::at_node(self.claim, names, self.line.len(), &position, problem)
    }
}
