//! Simulation (Kawano 1996): the proof of one position tried on a similar one.
//!
//! After a move of the loser was refuted, most of the other moves there are refuted alike. In games
//! that depend on history, simulation follows the proof in the table: the winner plays the move
//! that the proof has there, all moves of the loser are looked at. It proves what it says by the
//! rules, as the search does, and finds no answer where the proof does not fit; but it does not
//! have to find the winner's moves.

use solveig_game::{Move, Symmetric, Value};

use super::context::SearchContext;
use super::question::{KnownAnswer, complement};
use crate::Knowledge;

/// What is left of the limits of simulations at the children of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulationLimits {
    positions: u32,
    /// Moves of the winner on the present line.
    moves: u32,
}

impl Default for SimulationLimits {
    fn default() -> Self {
        Self {
            positions: 20_000,
            moves: 64,
        }
    }
}

impl<G: Symmetric, K: Knowledge<G>> SearchContext<G, K> {
    /// Whether a move is refuted by the proof that refutes its sibling to `decided`, where the side
    /// to move is known to reach `bound`.
    pub fn is_refuted_alike(
        &mut self,
        parent: &G::Position,
        played: Move,
        decided: &G::Position,
        bound: Value,
        limits: &mut SimulationLimits,
    ) -> bool {
        if self.game.repetition_rule().is_none() {
            return false;
        }
        let child = self.game.play_unchecked(parent, played);
        self.wins_alike(&child, decided, bound, limits)
    }

    /// Whether the side to move, the winner, reaches the bound as it does at `model`.
    fn wins_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut SimulationLimits,
    ) -> bool {
        if limits.positions == 0 || limits.moves == 0 || self.stops() {
            return false;
        }
        limits.positions -= 1;
        limits.moves -= 1;
        let before = limits.positions;
        let wins = match self
            .examine(position, bound)
            .or_else(|| self.bounded(position, bound))
        {
            Some(answer) => answer,
            None => match self.winning_move_alike(position, model, bound, limits) {
                Some(best) => {
                    let looked_at = before - limits.positions + 1;
                    self.record(position, bound, KnownAnswer::won(best), looked_at.into());
                    true
                }
                None => false,
            },
        };
        limits.moves += 1;
        wins
    }

    fn winning_move_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut SimulationLimits,
    ) -> Option<Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        let answer = self.look_up(model, bound).filter(|answer| answer.reaches);
        let best = answer.and_then(|answer| answer.best_move);
        if let Some(best) = best.filter(|best| moves.contains(best)) {
            let child = self.game.play_unchecked(position, best);
            let model = self.game.play_unchecked(model, best);
            let wins = self.loses_alike(&child, &model, complement(bound), limits);
            self.effort.simulated += u64::from(wins);
            return wins.then_some(best);
        }
        // The proof says nothing here: perhaps a move wins at once.
        moves.into_iter().find(|played| {
            limits.positions = limits.positions.saturating_sub(1);
            let child = self.game.play_unchecked(position, *played);
            let answer = self.examine(&child, complement(bound));
            answer.or_else(|| self.bounded(&child, complement(bound))) == Some(false)
        })
    }

    /// Whether the side to move, the loser, does not reach the bound, as at `model`.
    fn loses_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut SimulationLimits,
    ) -> bool {
        let answer = self.answer(position, bound);
        if let Some(answer) = answer.or_else(|| self.bounded(position, bound)) {
            return !answer;
        }
        let (mut moves, mut modelled) = (Vec::new(), Vec::new());
        self.game.legal_moves(position, &mut moves);
        self.game.legal_moves(model, &mut modelled);
        // A move that the model does not have is taken for a pass there.
        let rule = self.game.repetition_rule();
        let repeats = |played: &Move| rule.is_some_and(|rule| rule.may_repeat(*played));
        let Some(pass) = modelled.iter().copied().find(|played| !repeats(played)) else {
            return false;
        };
        let before = limits.positions;
        for played in moves {
            let child = self.game.play_unchecked(position, played);
            let same = if modelled.contains(&played) {
                played
            } else {
                pass
            };
            let model = self.game.play_unchecked(model, same);
            if !self.wins_alike(&child, &model, complement(bound), limits) {
                return false;
            }
        }
        let looked_at = before - limits.positions + 1;
        self.record(position, bound, KnownAnswer::LOSS, looked_at.into());
        true
    }
}
