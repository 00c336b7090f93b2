//! A solver that answers for the winner.

use solveig_format::proof::ChosenMoves;
use solveig_game::{Game, Move, Value};
use solveig_search::binary::{BinarySolver, Effort};
use solveig_verify::proof::{Claim, Node, Winner};

/// Names the winner's moves, and keeps what it has named.
pub struct Prover<'a, G: Game, S: ?Sized, F> {
    game: &'a G,
    solver: &'a mut S,
    go_on: F,
    /// The positions from that of the claims to where the walk was last, and the moves between them.
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
    pub fn new(game: &'a G, solver: &'a mut S, position: G::Position, go_on: F) -> Self {
        Self {
            game,
            solver,
            go_on,
            positions: vec![position],
            line: Vec::new(),
            moves: ChosenMoves::default(),
        }
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

    /// Whether a move reaches `bound`, as far as the table knows.
    fn known_to_win(&self, position: &G::Position, played: Move, bound: Value) -> bool {
        let child = self.game.play_unchecked(position, played);
        let known = self.solver.look_up(&child, 1 - bound);
        known.is_some_and(|known| !known.reaches)
    }

    /// A move that reaches `bound`, if the position does.
    fn winning_move(&mut self, position: &G::Position, bound: Value) -> Result<Move, NotWon> {
        let legal = self.game.moves(position);
        if let [only] = legal[..] {
            return Ok(only);
        }
        for searched in [false, true] {
            if searched {
                let reaches = self.solver.reaches(position, bound, &mut self.go_on);
                if !reaches.ok_or(NotWon::Stopped)? {
                    return Err(NotWon::NoMove);
                }
            }
            let kept = self.solver.look_up(position, bound);
            let kept = kept.and_then(|known| known.best_move);
            let candidates = kept.iter().chain(&legal);
            for &played in candidates {
                if self.known_to_win(position, played, bound) {
                    return Ok(played);
                }
            }
        }
        // The table has forgotten all of them, or the answer came without a move.
        for played in legal {
            let child = self.game.play_unchecked(position, played);
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
            Claim::AtMost(bound) => (false, bound + 1),
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
