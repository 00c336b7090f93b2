//! Chooses the winner's moves.
//!
//! Under [`MoveChoice::Canonical`] they do not depend on the solver and its memory. Two searches
//! take part. The *scout* is private and deterministic: one thread, tables whose size
//! follows from the game, and a fixed number of expansions per node. Its results depend only on its
//! earlier queries, which follow from the moves it chose, so they are a function of the claim. The
//! *solver* comes from the caller, with any memory, any number of threads and any earlier results.
//! It only answers whether a position reaches a bound, which has one right answer. If the scout
//! finds a winning move, that move is taken; otherwise the moves are ordered by the scout's proof
//! numbers, and the first one that the solver confirms is taken. To confirm a move that another one
//! was ordered before, the solver has to refute that other one, which can take longer than the
//! claim itself.
//!
//! Under [`MoveChoice::Found`] the solver is asked alone, and its own winning moves are taken.

use std::collections::HashSet;

use solveig_format::proof::ChosenMoves;
use solveig_game::{Game, GameExt, Keyed, Move, Reduction, Symmetric, Value};
use solveig_search::NoTable;
use solveig_search::binary::{BinarySolver, Effort, Numbers, Resources};
use solveig_search::solvers::SolverFactory;
use solveig_verify::Bound;
use solveig_verify::proof::{Node, Winner};

use super::MoveChoice;

/// The scout's limit at each node, in calls of its progress callback, which come every 256
/// expansions.
const QUESTIONS: u32 = 64;

/// The factor by which the limit of each move grows where the solver knows no winning move.
const GROWTH: u32 = 8;

/// The size of the scout's tables in bytes: 1 KiB times the square root of the number of keys,
/// within 1 MiB and 256 MiB.
fn scout_bytes(key_bits: u32) -> u64 {
    (1_u64 << (10 + (key_bits / 2).min(40))).clamp(1 << 20, 1 << 28)
}

/// Chooses the winner's moves and records them.
pub struct Prover<'a, G: Keyed> {
    game: &'a G,
    /// The scout, if moves are canonical.
    scout: Option<Box<dyn BinarySolver<G>>>,
    solver: &'a mut dyn BinarySolver<G>,
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    /// The positions from the root to the last node of the walk, and the moves between them.
    positions: Vec<G::Position>,
    line: Vec<u32>,
    moves: ChosenMoves,
    /// The positions to which the winner's moves so far lead, if moves are as found.
    destinations: HashSet<G::Key>,
}

/// Why no move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWon {
    /// The search was stopped.
    Stopped,
    /// No move wins.
    NoMove,
}

impl<'a, G: Symmetric> Prover<'a, G> {
    /// A prover of claims about `position`.
    pub fn new(
        game: &'a G,
        factory: &dyn SolverFactory<G>,
        solver: &'a mut dyn BinarySolver<G>,
        position: G::Position,
        choice: MoveChoice,
        go_on: &'a mut dyn FnMut(&Effort) -> bool,
    ) -> Result<Self, NoTable> {
        let scout = || -> Result<_, NoTable> {
            let (bytes, symmetric) = (scout_bytes(game.key_bits()), Reduction::Canonical);
            let resources = Resources::for_game(game, symmetric, bytes / 4 * 3, bytes / 4)?;
            Ok(factory.df_pn(&resources))
        };
        Ok(Self {
            game,
            scout: match choice {
                MoveChoice::Canonical => Some(scout()?),
                MoveChoice::Found => None,
            },
            solver,
            go_on,
            positions: vec![position],
            line: Vec::new(),
            moves: ChosenMoves::default(),
            destinations: HashSet::new(),
        })
    }

    /// The moves of the winner, in the order in which the walk asked for them.
    pub fn into_moves(self) -> ChosenMoves {
        self.moves
    }

    /// Updates the positions to a node of the walk.
    fn follow(&mut self, line: &[u32]) {
        let shared = self.line.iter().zip(line);
        let shared = shared.take_while(|(was, is)| was == is).count();
        self.line.truncate(shared);
        self.positions.truncate(shared + 1);
        for &index in &line[shared..] {
            let position = &self.positions[self.positions.len() - 1];
            let played = self.game.moves(position)[index as usize];
            let next = self.game.play_unchecked(position, played);
            self.positions.push(next);
            self.line.push(index);
        }
    }

    /// A move to a position to which an earlier move of the proof leads, if the solver knows that
    /// it wins here as well. Then the proof has one position instead of two.
    fn known_move(&self, position: &G::Position, bound: Value, legal: &[Move]) -> Option<Move> {
        let wins = |played: &&Move| {
            let child = self.game.play_unchecked(position, **played);
            let look_up = || self.solver.look_up(&child, 1 - bound);
            self.destinations.contains(&self.destination_key(&child))
                && look_up().is_some_and(|answer| !answer.reaches)
        };
        legal.iter().find(wins).copied()
    }

    /// The key of a position to which a winner's move leads, the same for symmetric ones.
    fn destination_key(&self, destination: &G::Position) -> G::Key {
        self.game.key(&self.game.canonical(destination).0)
    }

    /// A move that reaches `bound` for the side to move, if there is one.
    fn winning_move(&mut self, position: &G::Position, bound: Value) -> Result<Move, NotWon> {
        let legal = self.game.moves(position);
        if let [only] = legal[..] {
            return Ok(only);
        }
        let Some(scout) = &mut self.scout else {
            let move_at_hand = self.known_move(position, bound, &legal);
            let go_on = &mut self.go_on;
            let played = match move_at_hand {
                Some(played) => played,
                None => found_move(self.game, self.solver, position, bound, *go_on)?,
            };
            let child = self.game.play_unchecked(position, played);
            let destination = self.destination_key(&child);
            self.destinations.insert(destination);
            return Ok(played);
        };
        let go_on = &mut self.go_on;
        let (mut questions, mut stopped) = (QUESTIONS, false);
        scout.reaches(position, bound, &mut |effort| {
            questions -= 1;
            stopped |= !go_on(effort);
            questions > 0 && !stopped
        });
        if stopped {
            return Err(NotWon::Stopped);
        }
        let best = scout.look_up(position, bound);
        let best = best.and_then(|answer| answer.best_move);
        let mut open = Vec::new();
        for &played in best.iter().chain(&legal) {
            let child = self.game.play_unchecked(position, played);
            match scout.look_up(&child, 1 - bound) {
                Some(answer) if !answer.reaches => return Ok(played),
                Some(_) => {}
                None => {
                    let numbers = scout.proof_numbers(&child, 1 - bound);
                    let Numbers { loss, .. } = numbers.unwrap_or_else(|| {
                        let replies = self.game.moves(&child).len() as u32;
                        Numbers {
                            win: 1,
                            loss: replies.max(1),
                        }
                    });
                    open.push((loss, played, child));
                }
            }
        }
        open.sort_by_key(|(loss, ..)| *loss);
        for (_, played, child) in open {
            let reaches = self.solver.reaches(&child, 1 - bound, self.go_on);
            if !reaches.ok_or(NotWon::Stopped)? {
                return Ok(played);
            }
        }
        Err(NotWon::NoMove)
    }
}

/// The solver's winning move, or the first that it confirms, each with a small limit at first.
fn found_move<G: Game>(
    game: &G,
    solver: &mut dyn BinarySolver<G>,
    position: &G::Position,
    bound: Value,
    go_on: &mut dyn FnMut(&Effort) -> bool,
) -> Result<Move, NotWon> {
    let reaches = solver.reaches(position, bound, go_on);
    if !reaches.ok_or(NotWon::Stopped)? {
        return Err(NotWon::NoMove);
    }
    let answer = solver.look_up(position, bound);
    let best = answer.and_then(|answer| answer.best_move);
    let mut open = game.moves(position).to_vec();
    open.sort_by_key(|played| Some(*played) != best);
    let mut limit = 1_u32;
    while !open.is_empty() {
        let mut left = Vec::new();
        for played in open {
            let child = game.play_unchecked(position, played);
            let (mut questions, mut stopped) = (limit, false);
            let reaches = solver.reaches(&child, 1 - bound, &mut |effort| {
                questions -= 1;
                stopped |= !go_on(effort);
                questions > 0 && !stopped
            });
            match reaches {
                Some(false) => return Ok(played),
                Some(true) => {}
                None if stopped || questions > 0 => return Err(NotWon::Stopped),
                None => left.push(played),
            }
        }
        (open, limit) = (left, limit.saturating_mul(GROWTH));
    }
    Err(NotWon::NoMove)
}

impl<G: Symmetric> Winner for Prover<'_, G> {
    type Error = NotWon;

    fn choose(&mut self, node: Node<'_>) -> Result<u32, NotWon> {
        self.follow(node.line);
        let position = self.positions[self.positions.len() - 1].clone();
        let (winner, bound) = match node.claim {
            Bound::AtLeast(bound) => (true, bound),
            Bound::AtMost(bound) => (false, bound.saturating_add(1)),
        };
        let is_first = node.line.len().is_multiple_of(2);
        debug_assert_eq!(winner, is_first, "the winner is to move");
        let bound = if is_first { bound } else { 1 - bound };
        let played = self.winning_move(&position, bound)?;
        let legal = self.game.moves(&position);
        let index = legal.iter().position(|legal| *legal == played);
        let index = index.ok_or(NotWon::NoMove)? as u32;
        self.moves.push(index, legal.len() as u32);
        Ok(index)
    }
}
