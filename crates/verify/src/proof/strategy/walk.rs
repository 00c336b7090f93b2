//! The walk through a strategy.

use std::collections::HashMap;

use solveig_format::proof::ProofHeader;

use super::superko::{Graph, Kind, Strategy};
use crate::bounds::{Bound, Interval};
use crate::limits::Budget;
use crate::proof::account::Account;
use crate::proof::failure::{NAMED, ProofFailure, WalkError, choice, unmoved};
use crate::proof::origin::Origin;
use crate::proof::question::{Question, won};
use crate::proof::walk::BETWEEN_REPORTS;
use crate::proof::{Node, WalkStatistics, Winner, claims, expect_game};
use crate::rules::go::repeating::Repeating;
use crate::rules::go::{Go, Successor};

/// Walks for all claims of the header.
pub fn walk<W: Winner>(
    game: &Go,
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    progress: &mut dyn FnMut(&WalkStatistics) -> bool,
) -> Result<WalkStatistics, WalkError<W::Error>> {
    expect_game(header, game.spec())?;
    if !game.may_repeat() {
        return Err(ProofFailure::repetition().into());
    }
    let mut walked = WalkStatistics::default();
    for claim in claims(header) {
        let mut account = Account::new(budget);
        let origin = Origin::of(game, header, &mut account, false)?;
        let first = origin.position.colour;
        let mut walk = StrategyWalk {
            game,
            claim,
            colour: match claim {
                Bound::AtLeast(_) => first,
                Bound::AtMost(_) => 1 - first,
            },
            winner,
            walked: &mut walked,
            account,
            line: Vec::new(),
            frames: Vec::new(),
            places: HashMap::new(),
            graph: Graph::default(),
        };
        let root = Repeating {
            board: origin.position,
            ko: None,
        };
        walk.run(root, progress)?;
        let strategy = Strategy {
            game,
            claim,
            colour: walk.colour,
            graph: walk.graph,
        };
        strategy.check(origin.history.all(), &mut walk.account)?;
    }
    Ok(walked)
}

/// An inner node on the path to the current node.
struct StrategyFrame {
    position: Repeating,
    class: u128,
    /// The moves to walk, each with its place among the legal moves.
    moves: Vec<(u32, Successor<Repeating>)>,
    /// How many of them have been walked.
    done: usize,
    /// The numbers of the positions after them.
    children: Vec<usize>,
    bytes: u64,
}

/// A walk for one claim.
struct StrategyWalk<'a, W> {
    game: &'a Go,
    claim: Bound,
    /// The colour of the winner.
    colour: usize,
    winner: &'a mut W,
    walked: &'a mut WalkStatistics,
    account: Account<'a>,
    /// The moves from the claim's position to the current node, each as its index.
    line: Vec<u32>,
    frames: Vec<StrategyFrame>,
    /// The number of each position, by its class, in the order in which the walk leaves them;
    /// `None` until then.
    places: HashMap<u128, Option<usize>>,
    graph: Graph,
}

/// Upper bound on the bytes of one more position and of one more move between positions. Tables and
/// lists grow by doubling, and the old copy exists while the new one is filled.
const POSITION: u64 = 4 * (size_of::<(u128, Option<usize>)>() as u64 + 1) + 3 * Graph::POSITION;
const MOVE: u64 = 3 * size_of::<usize>() as u64;

const POSITIONS: &str = "the positions of the strategy";

impl<W: Winner> StrategyWalk<'_, W> {
    fn run(
        &mut self,
        root: Repeating,
        progress: &mut dyn FnMut(&WalkStatistics) -> bool,
    ) -> Result<(), WalkError<W::Error>> {
        let mut position = root;
        loop {
            let mut reached = self.enter(position)?;
            if self.walked.nodes.is_multiple_of(BETWEEN_REPORTS) && !progress(self.walked) {
                return Err(WalkError::Stopped);
            }
            position = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(());
                };
                if let Some(number) = reached.take() {
                    frame.children.push(number);
                    frame.done += 1;
                    self.line.pop();
                }
                match frame.moves.get(frame.done) {
                    Some((place, played)) => {
                        self.line.push(*place);
                        break played.after;
                    }
                    None => reached = self.leave()?,
                }
            };
        }
    }

    /// Enters a node. Returns the number of the position if nothing below it is to be walked; else
    /// pushes a frame and returns `None`.
    fn enter(&mut self, position: Repeating) -> Result<Option<usize>, WalkError<W::Error>> {
        self.walked.nodes += 1;
        self.account.go_on()?;
        let class = self.game.repeating_class(&position);
        match self.places.get(&class) {
            Some(None) => {
                let problem = "expected play to end, but it can come back to this position";
                return Err(self.failure(&position, problem.to_owned()).into());
            }
            Some(&Some(number)) => {
                self.walked.remembered += 1;
                return Ok(Some(number));
            }
            None => {}
        }
        self.account.take(POSITION, POSITIONS)?;
        if self.is_decided(&position)? {
            self.walked.decided += 1;
            return Ok(Some(self.add(class, position, Kind::Over, &[])));
        }
        let winner_moves = position.board.colour == self.colour;
        let kept = self.game.territory(&position.board, self.colour);
        let sure = self
            .game
            .bound_by_territory(&position.board, self.colour, kept);
        if sure >= won(self.claim) && self.rests(&position)? {
            self.walked.decided += 1;
            return Ok(Some(self.add(class, position, Kind::Territory, &[])));
        }
        let moves = self.game.repeating_moves(&position);
        let mut moves: Vec<_> = (0..).zip(moves).collect();
        if winner_moves {
            let place = self.choose(&position, moves.len() as u32)?;
            moves = vec![moves.swap_remove(place as usize)];
        }
        let room = moves.capacity() * size_of::<(u32, Successor<Repeating>)>()
            + moves.len() * size_of::<usize>()
            + 3 * (size_of::<StrategyFrame>() + size_of::<u32>());
        let bytes = room as u64;
        self.account.take(bytes, "the positions on the way")?;
        self.account.take(moves.len() as u64 * MOVE, POSITIONS)?;
        self.walked.deepest = self.walked.deepest.max(self.line.len() as u64);
        self.places.insert(class, None);
        self.frames.push(StrategyFrame {
            position,
            class,
            children: Vec::with_capacity(moves.len()),
            moves,
            done: 0,
            bytes,
        });
        Ok(None)
    }

    /// Whether the rules decide for the winner. Fails if they decide against it.
    fn is_decided(&self, position: &Repeating) -> Result<bool, ProofFailure> {
        let bounds = match self.game.utility(&position.board) {
            Some(value) => Interval::exactly(value),
            None => self.game.value_range(),
        };
        let decided = Question::after(self.claim, self.line.len()).decided_by(bounds);
        decided.map_err(|problem| self.failure(position, problem))
    }

    /// Whether the file lets territory decide here.
    fn rests(&mut self, position: &Repeating) -> Result<bool, WalkError<W::Error>> {
        let node = Node {
            claim: self.claim,
            line: &self.line,
            moves: 2,
        };
        self.walked.choices += 1;
        let rests = self.winner.rests(node);
        rests.map_err(|cause| unmoved(cause, |why| self.failure(position, why)))
    }

    /// The winner's move, as its index among `of`.
    fn choose(&mut self, position: &Repeating, of: u32) -> Result<u32, WalkError<W::Error>> {
        let node = Node {
            claim: self.claim,
            line: &self.line,
            moves: of,
        };
        let place = choice(self.winner.choose(node), of, |why| {
            self.failure(position, why)
        })?;
        self.walked.choices += u64::from(of > 1);
        Ok(place)
    }

    /// Leaves a node whose children have all been walked. Returns its number.
    fn leave(&mut self) -> Result<Option<usize>, WalkError<W::Error>> {
        let Some(frame) = self.frames.pop() else {
            return Ok(None);
        };
        self.account.give_back(frame.bytes);
        let kind = match (frame.position.board.colour == self.colour, &frame.moves[..]) {
            (true, [(place, _)]) => Kind::Winner(*place as usize),
            _ => Kind::Loser,
        };
        let children = &frame.children;
        Ok(Some(self.add(frame.class, frame.position, kind, children)))
    }

    /// Gives the next number to a position, with its class.
    fn add(&mut self, class: u128, position: Repeating, kind: Kind, children: &[usize]) -> usize {
        let number = self.graph.push(position, kind, children);
        self.places.insert(class, Some(number));
        number
    }

    /// The failure for a problem at the current node.
    fn failure(&self, position: &Repeating, problem: String) -> ProofFailure {
        let played = |frame: &StrategyFrame| {
            let (_, played) = frame.moves.get(frame.done)?;
            Some(self.game.move_name(played.point))
        };
        let line = self.frames.iter().take(NAMED).filter_map(played).collect();
        let position = self.game.describe(&position.board);
        ProofFailure::at_node(self.claim, line, self.frames.len(), &position, problem)
    }
}
