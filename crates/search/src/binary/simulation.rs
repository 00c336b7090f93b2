//! Simulation (Kawano 1996): the proof of one position tried on a similar one.
//!
//! After a move of the loser was refuted, most of the other moves there are refuted alike. In games
//! that depend on history, simulation follows the proof in the table: the winner plays the move that
//! the proof has there, all moves of the loser are looked at. It proves what it says by the rules,
//! as the search does, and finds no answer where the proof does not fit; but it does not have to
//! find the winner's moves.

use solveig_game::{Game, Move, Value};

use super::context::{SearchContext, turned};
use crate::Knowledge;

/// The most positions that one simulation looks at, and the most plies that it looks ahead.
const MOST_POSITIONS: u32 = 10_000;
const MOST_PLIES: u32 = 64;

/// What is left of the limits.
#[derive(Clone, Copy)]
struct Limits {
    positions: u32,
    plies: u32,
}

impl<G: Game, K: Knowledge<G>> SearchContext<G, K> {
    /// Whether the proof that the side to move reaches `bound` at `decided` proves the same of its
    /// sibling `position`.
    pub fn is_decided_alike(
        &mut self,
        position: &G::Position,
        decided: &G::Position,
        bound: Value,
    ) -> bool {
        if self.game.superko().is_none() {
            return false;
        }
        let mut limits = Limits {
            positions: MOST_POSITIONS,
            plies: MOST_PLIES,
        };
        let is_decided = self.wins_alike(position, decided, bound, &mut limits);
        self.effort.simulated += u64::from(is_decided);
        is_decided
    }

    /// Whether the side to move, the winner, reaches the bound as it does at `model`.
    fn wins_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut Limits,
    ) -> bool {
        if !limits.go_down() {
            return false;
        }
        let before = limits.positions;
        let wins = match self
            .examine(position, bound)
            .or_else(|| self.bounded(position, bound))
        {
            Some(answer) => answer,
            None => match self.winning_move_alike(position, model, bound, limits) {
                Some(best) => {
                    let looked_at = before - limits.positions + 1;
                    self.record(position, bound, true, Some(best), looked_at.into());
                    true
                }
                None => false,
            },
        };
        limits.plies += 1;
        wins
    }

    fn winning_move_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut Limits,
    ) -> Option<Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(position, &mut moves);
        let known = self.look_up(model, bound).filter(|known| known.reaches);
        let best = known.and_then(|known| known.best_move);
        if let Some(best) = best.filter(|best| moves.contains(best)) {
            let child = self.game.play_unchecked(position, best);
            let model = self.game.play_unchecked(model, best);
            return self
                .loses_alike(&child, &model, turned(bound), limits)
                .then_some(best);
        }
        // The proof says nothing here: perhaps a move wins at once.
        moves.into_iter().find(|played| {
            limits.positions = limits.positions.saturating_sub(1);
            let child = self.game.play_unchecked(position, *played);
            let answer = self.examine(&child, turned(bound));
            answer.or_else(|| self.bounded(&child, turned(bound))) == Some(false)
        })
    }

    /// Whether the side to move, the loser, does not reach the bound, as at `model`.
    fn loses_alike(
        &mut self,
        position: &G::Position,
        model: &G::Position,
        bound: Value,
        limits: &mut Limits,
    ) -> bool {
        let answer = self.known(position, bound);
        if let Some(answer) = answer.or_else(|| self.bounded(position, bound)) {
            return !answer;
        }
        let (mut moves, mut modelled) = (Vec::new(), Vec::new());
        self.game.legal_moves(position, &mut moves);
        self.game.legal_moves(model, &mut modelled);
        // A move that the model does not have is taken for a pass there.
        let superko = self.game.superko();
        let repeats = |played: &Move| superko.is_some_and(|rule| rule.may_repeat(*played));
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
            if !self.wins_alike(&child, &model, turned(bound), limits) {
                return false;
            }
        }
        let looked_at = before - limits.positions + 1;
        self.record(position, bound, false, None, looked_at.into());
        true
    }
}

impl Limits {
    /// Whether another position, two plies further down, may be looked at; counts it.
    const fn go_down(&mut self) -> bool {
        if self.positions == 0 || self.plies == 0 {
            return false;
        }
        self.positions -= 1;
        self.plies -= 1;
        true
    }
}
