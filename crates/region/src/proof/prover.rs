//! Names the winner's moves: the same ones whatever solver helps, and however much it remembers.
//!
//! Two searches take part. The *scout* is ours alone: one thread, tables whose size follows from
//! the game, and so many expansions a node. What it finds depends on the nodes it was asked about
//! before, and those follow from the moves it named: it is a function of the claim. The *solver* is
//! whoever calls, with any memory, any number of threads and anything it knows already. It is asked
//! nothing but whether a position reaches a bound, which has one right answer. So where the scout
//! has an answer its move is taken; where it has none the moves are put in the order of the scout's
//! proof numbers, and the first one that wins is taken.

use solveig_format::proof::ChosenMoves;
use solveig_game::{Game, GameExt, Move, Reduction, Value};
use solveig_search::NoTable;
use solveig_search::binary::{BinarySolver, Effort, Numbers, Resources};
use solveig_search::solvers::SolverFactory;
use solveig_verify::proof::{Claim, Node, Winner};

/// How often the scout asks whether to go on, at each node: 256 expansions lie between two
/// questions.
const QUESTIONS: u32 = 64;

/// Bytes of the scout's tables: 1 KiB for each position in the square root of all keys, from 1 MiB
/// to 256 MiB.
fn scout_bytes(key_bits: u32) -> u64 {
    (1_u64 << (10 + (key_bits / 2).min(40))).clamp(1 << 20, 1 << 28)
}

/// Names the winner's moves, and keeps what it has named.
pub struct Prover<'a, G: Game, S: ?Sized, F> {
    game: &'a G,
    scout: Box<dyn BinarySolver<G>>,
    solver: &'a mut S,
    go_on: F,
    /// The positions from that of the claims to where the walk was last, and the moves between
    /// them.
    positions: Vec<G::Position>,
    line: Vec<u32>,
    moves: ChosenMoves,
}

/// Why no move was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWon {
    /// Searching was to stop.
    Stopped,
    /// No move wins.
    NoMove,
}

impl<'a, G, S, F> Prover<'a, G, S, F>
where
    G: Game,
    S: BinarySolver<G> + ?Sized,
    F: FnMut(&Effort) -> bool,
{
    /// A winner of claims about `position`.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the scout's tables.
    pub fn new(
        game: &'a G,
        factory: &dyn SolverFactory<G>,
        solver: &'a mut S,
        position: G::Position,
        go_on: F,
    ) -> Result<Self, NoTable> {
        let bytes = scout_bytes(game.key_bits());
        let resources = Resources::for_game(game, Reduction::Canonical, bytes / 4 * 3, bytes / 4)?;
        Ok(Self {
            game,
            scout: factory.df_pn(&resources, 0.25),
            solver,
            go_on,
            positions: vec![position],
            line: Vec::new(),
            moves: ChosenMoves::default(),
        })
    }

    /// The moves that were named.
    pub fn into_moves(self) -> ChosenMoves {
        self.moves
    }

    /// Follows the walk to a node.
    fn follow(&mut self, line: &[u32]) {
        let shared = self.line.iter().zip(line);
        let shared = shared.take_while(|(was, is)| was == is).count();
        self.line.truncate(shared);
        self.positions.truncate(shared + 1);
        for &place in &line[shared..] {
            let position = &self.positions[self.positions.len() - 1];
            let played = self.game.moves(position)[place as usize];
            let next = self.game.play_unchecked(position, played);
            self.positions.push(next);
            self.line.push(place);
        }
    }

    /// A move that reaches `bound`, if the position does.
    fn winning_move(&mut self, position: &G::Position, bound: Value) -> Result<Move, NotWon> {
        let legal = self.game.moves(position);
        if let [only] = legal[..] {
            return Ok(only);
        }
        let (mut questions, mut stopped) = (QUESTIONS, false);
        let go_on = &mut self.go_on;
        self.scout.reaches(position, bound, &mut |effort| {
            questions -= 1;
            stopped |= !go_on(effort);
            questions > 0 && !stopped
        });
        if stopped {
            return Err(NotWon::Stopped);
        }
        let best = self.scout.look_up(position, bound);
        let best = best.and_then(|known| known.best_move);
        let mut open = Vec::new();
        for &played in best.iter().chain(&legal) {
            let child = self.game.play_unchecked(position, played);
            match self.scout.look_up(&child, 1 - bound) {
                Some(known) if !known.reaches => return Ok(played),
                Some(_) => {}
                None => {
                    let numbers = self.scout.proof_numbers(&child, 1 - bound);
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
            let reaches = self.solver.reaches(&child, 1 - bound, &mut self.go_on);
            if !reaches.ok_or(NotWon::Stopped)? {
                return Ok(played);
            }
        }
        Err(NotWon::NoMove)
    }
}

impl<G, S, F> Winner for Prover<'_, G, S, F>
where
    G: Game,
    S: BinarySolver<G> + ?Sized,
    F: FnMut(&Effort) -> bool,
{
    type Error = NotWon;

    fn choose(&mut self, node: Node<'_>) -> Result<u32, NotWon> {
        self.follow(node.line);
        let position = self.positions[self.positions.len() - 1].clone();
        let (winner, bound) = match node.claim {
            Claim::AtLeast(bound) => (true, bound),
            Claim::AtMost(bound) => (false, bound.saturating_add(1)),
        };
        let is_first = node.line.len().is_multiple_of(2);
        debug_assert_eq!(winner, is_first, "the winner is to move");
        let bound = if is_first { bound } else { 1 - bound };
        let played = self.winning_move(&position, bound)?;
        let legal = self.game.moves(&position);
        let place = legal.iter().position(|legal| *legal == played);
        let place = place.ok_or(NotWon::NoMove)? as u32;
        self.moves.push(place, legal.len() as u32);
        Ok(place)
    }
}
