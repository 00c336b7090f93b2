//! The walk through a proof: depth first, one move of the winner, all moves of the loser.

use solveig_format::proof::ProofHeader;

use super::before::Before;
use super::conditions::Conditions;
use super::failure::{ProofFailure, ProofProblem, WalkError};
use super::memory::{Memory, Place};
use super::play::{Child, Play};
use super::{Claim, Node, Walked, Winner};

/// A position on the way, the moves of which are being walked.
struct Frame<P> {
    position: P,
    place: Place,
    /// Those that are left.
    children: std::vec::IntoIter<Child<P>>,
    /// The place of the next one among the legal moves.
    next: u32,
    conditions: Conditions,
}

/// A walk for one claim.
pub struct Walk<'a, P: Play, W> {
    play: &'a P,
    header: &'a ProofHeader,
    claim: Claim,
    winner: &'a mut W,
    memory: Memory,
    before: Before,
    /// The places of the moves from the position of the claim to where the walk is.
    line: Vec<u32>,
    frames: Vec<Frame<P::Position>>,
    walked: &'a mut Walked,
}

/// The position that the claims are about; adds what came before it.
pub fn origin<P: Play>(
    play: &P,
    header: &ProofHeader,
    before: &mut Before,
) -> Result<P::Position, ProofFailure> {
    let mut position = match header.board {
        None => play.start(),
        Some(key) => play.board(key).ok_or(ProofFailure::Board { key })?,
    };
    for (at, &place) in header.moves.iter().enumerate() {
        let mut moves = play.moves(&position, before, &mut Vec::new());
        if place as usize >= moves.len() {
            return Err(ProofFailure::Start {
                number: at + 1,
                position: play.describe(&position),
                place,
                moves: moves.len(),
            });
        }
        before.push(play.diagram(&position));
        position = moves.swap_remove(place as usize).position;
    }
    Ok(position)
}

/// How many nodes there are between two reports of progress.
const BETWEEN_REPORTS: u64 = 1 << 10;

impl<'a, P: Play, W: Winner> Walk<'a, P, W> {
    pub fn new(
        play: &'a P,
        header: &'a ProofHeader,
        claim: Claim,
        winner: &'a mut W,
        walked: &'a mut Walked,
    ) -> Self {
        Self {
            play,
            header,
            claim,
            winner,
            memory: Memory::new(header.memory),
            before: Before::default(),
            line: Vec::new(),
            frames: Vec::new(),
            walked,
        }
    }

    /// Walks the tree below the position that the header names.
    pub fn run(
        mut self,
        progress: &mut dyn FnMut(&Walked) -> bool,
    ) -> Result<(), WalkError<W::Error>> {
        let mut position = origin(self.play, self.header, &mut self.before)?;
        loop {
            let mut settled = self.enter(position)?;
            if self.walked.nodes.is_multiple_of(BETWEEN_REPORTS) && !progress(self.walked) {
                return Err(WalkError::Stopped);
            }
            position = loop {
                match (settled.take(), self.frames.last_mut()) {
                    (None, None) | (Some(_), None) => return Ok(()),
                    (Some(conditions), Some(parent)) => {
                        parent.conditions.add(conditions);
                        self.line.pop();
                    }
                    (None, Some(frame)) => match frame.children.next() {
                        Some(child) => {
                            self.line.push(frame.next);
                            frame.next += 1;
                            break child.position;
                        }
                        None => settled = self.leave(),
                    },
                }
            };
        }
    }

    /// Whether the winner is to move where the walk is, and the bound for the side to move.
    fn question(&self) -> (bool, i32) {
        let (winner, bound) = match self.claim {
            Claim::AtLeast(bound) => (true, bound),
            Claim::AtMost(bound) => (false, bound + 1),
        };
        match self.line.len() % 2 {
            0 => (winner, bound),
            _ => (!winner, 1 - bound),
        }
    }

    /// Looks at a node: the conditions under which what is claimed there holds, if it is seen at once;
    /// else its moves are on the way.
    fn enter(&mut self, position: P::Position) -> Result<Option<Conditions>, WalkError<W::Error>> {
        self.walked.nodes += 1;
        let (winner, bound) = self.question();
        let (least, greatest) = self.play.bounds(&position, self.header.knowledge);
        if least >= bound || greatest < bound {
            if (least >= bound) == winner {
                self.walked.decided += 1;
                return Ok(Some(Conditions::default()));
            }
            let problem = match winner {
                true => ProofProblem::Missed { bound, greatest },
                false => ProofProblem::Reached { bound, least },
            };
            return Err(self.failure(&position, problem).into());
        }
        let (key, by) = self.play.canonical_key(&position);
        let place = Place { key, by, winner };
        if let Some(conditions) = self.memory.find(self.play, place, &self.before) {
            self.walked.remembered += 1;
            return Ok(Some(conditions));
        }
        let mut conditions = Conditions::default();
        let mut forbidding = Vec::new();
        let mut children = self.play.moves(&position, &self.before, &mut forbidding);
        let mut next = 0;
        if winner {
            let of = children.len() as u32;
            let node = Node {
                claim: self.claim,
                line: &self.line,
                moves: of,
            };
            next = self
                .winner
                .choose(node)
                .map_err(|cause| WalkError::Winner {
                    cause,
                    place: self.failure(&position, ProofProblem::Unmoved),
                })?;
            if next >= of {
                let problem = ProofProblem::NoSuchMove { place: next, of };
                return Err(self.failure(&position, problem).into());
            }
            self.walked.choices += u64::from(of > 1);
            children = vec![children.swap_remove(next as usize)];
            if let (true, Some(made)) = (
                children[0].may_repeat,
                self.play.diagram(&children[0].position),
            ) {
                conditions.avoid(self.play, made);
            }
        } else {
            conditions.required = forbidding;
        }
        self.before.push(self.play.diagram(&position));
        self.walked.deepest = self.walked.deepest.max(self.line.len() as u64);
        self.frames.push(Frame {
            position,
            place,
            children: children.into_iter(),
            next,
            conditions,
        });
        Ok(None)
    }

    /// Leaves a node whose moves were all walked, with the conditions under which what is claimed there
    /// holds.
    fn leave(&mut self) -> Option<Conditions> {
        let frame = self.frames.pop()?;
        let present = self.play.diagram(&frame.position);
        self.before.pop(present);
        let mut conditions = frame.conditions;
        conditions.settle(present, &self.before, self.header.memory.of_answer);
        self.memory.keep(self.play, frame.place, &conditions);
        Some(conditions)
    }

    /// What is wrong, with where the walk is.
    fn failure(&self, position: &P::Position, problem: ProofProblem) -> ProofFailure {
        let mut before = Before::default();
        let mut names = Vec::new();
        // The header's moves came first; names need what was there before each position.
        let header = self.before.all().len().saturating_sub(self.frames.len());
        for diagram in &self.before.all()[..header] {
            before.push(Some(*diagram));
        }
        for (frame, &place) in self.frames.iter().zip(&self.line) {
            names.push(
                self.play
                    .describe_move(&frame.position, &before, place as usize),
            );
            before.push(self.play.diagram(&frame.position));
        }
        ProofFailure::Node {
            claim: self.claim,
            line: names,
            position: self.play.describe(position),
            problem,
        }
    }
}
