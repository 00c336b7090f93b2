//! How soon a decided game ends: the fastest win and the longest defence.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Move};

use crate::{StopChecker, StopToken, Stopped};

/// Claims that are remembered; later ones are searched again.
const REMEMBERED: usize = 1 << 20;

/// Plies that are searched at most.
const DEEPEST: u32 = 500;

/// Moves that end a decided game as well as they can for the side that plays them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lasting {
    /// The moves, in the order of [`Game::legal_moves`]: those that win soonest, or those that lose
    /// latest as far as the search came. None if no win was found before it was stopped.
    pub moves: Vec<Move>,
    /// Plies to the end of the game, the move itself included; `None` if the search was stopped.
    pub plies: Option<u32>,
}

/// What is proved of a claim about a position: that the side to move can force a win, or that it
/// cannot avoid a loss.
#[derive(Clone, Copy, Default)]
struct DistanceProof {
    /// The claim holds within so many plies.
    within: Option<u32>,
    /// It does not.
    not_within: Option<u32>,
}

/// A search for the plies that are left in positions that are won or lost, by iterative deepening.
///
/// Only the result counts, not the score: a game is won by any utility above 0. The legal moves
/// must not depend on the history of a play.
pub struct DistanceSearch<G: Game> {
    game: G,
    /// By position, and by whether the claim is a win.
    proved: HashMap<(G::Position, bool), DistanceProof>,
    stop: StopChecker,
}

impl<G: Game> DistanceSearch<G> {
    /// A search that `stop` can stop.
    pub fn new(game: G, stop: StopToken) -> Self {
        Self {
            game,
            proved: HashMap::new(),
            stop: StopChecker::new(stop),
        }
    }

    /// Replaces the token that can stop the search.
    pub fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    /// The plies to the end of a game that the side to move has won, if `is_won`, or lost; `None`
    /// if the search was stopped.
    pub fn plies(&mut self, position: &G::Position, is_won: bool) -> Option<u32> {
        for plies in 0..=self.max_plies(position) {
            match self.is_forced(position, is_won, plies) {
                Ok(true) => return Some(plies),
                Ok(false) => (),
                Err(Stopped) => return None,
            }
        }
        None
    }

    /// The moves with which the side to move, who has a won position, wins soonest.
    pub fn fastest_wins(&mut self, position: &G::Position) -> Lasting {
        let moves = self.game.moves(position);
        for plies in 0..=self.max_plies(position) {
            let mut fastest = Vec::new();
            for played in moves.iter().copied() {
                let child = self.game.play_unchecked(position, played);
                match self.is_forced(&child, false, plies) {
                    Ok(true) => fastest.push(played),
                    Ok(false) => (),
                    // A win that was found is as fast as any.
                    Err(Stopped) => return Self::found(fastest, plies),
                }
            }
            if !fastest.is_empty() {
                return Self::found(fastest, plies);
            }
        }
        Lasting::default()
    }

    /// The moves of `among` with which the side to move, who has a lost position, loses latest.
    pub fn longest_defences(&mut self, position: &G::Position, among: Vec<Move>) -> Lasting {
        let mut moves = among;
        for plies in 0..=self.max_plies(position) {
            let mut later = Vec::new();
            for played in moves.iter().copied() {
                let child = self.game.play_unchecked(position, played);
                match self.is_forced(&child, true, plies) {
                    Ok(true) => (),
                    Ok(false) => later.push(played),
                    Err(Stopped) => return Lasting { moves, plies: None },
                }
            }
            if later.is_empty() {
                return Self::found(moves, plies);
            }
            moves = later;
        }
        Lasting { moves, plies: None }
    }

    fn found(moves: Vec<Move>, plies_after: u32) -> Lasting {
        let plies = (!moves.is_empty()).then_some(plies_after + 1);
        Lasting { moves, plies }
    }

    /// The plies to search at most: more than the game can have left, since a forced pass may
    /// follow every move, but no more than the stack has room for.
    fn max_plies(&self, position: &G::Position) -> u32 {
        let levels = self.game.max_level();
        let left = levels.saturating_sub(self.game.level(position));
        left.saturating_mul(2).saturating_add(2).min(DEEPEST)
    }

    /// Whether the side to move can force a win within `plies`, or cannot avoid a loss within them.
    fn is_forced(
        &mut self,
        position: &G::Position,
        wins: bool,
        plies: u32,
    ) -> Result<bool, Stopped> {
        self.stop.check()?;
        if let Some(value) = self.game.terminal_value(position) {
            return Ok(value != 0 && (value > 0) == wins);
        }
        let claim = (position.clone(), wins);
        let horizon = self.proved.get(&claim).copied().unwrap_or_default();
        if plies == 0 || horizon.not_within >= Some(plies) {
            return Ok(false);
        }
        if horizon.within.is_some_and(|within| within <= plies) {
            return Ok(true);
        }
        // One move that loses for the opponent wins; a loss takes all moves.
        let mut holds = !wins;
        for played in self.game.moves(position) {
            let child = self.game.play_unchecked(position, played);
            if self.is_forced(&child, !wins, plies - 1)? == wins {
                holds = wins;
                break;
            }
        }
        if self.proved.len() < REMEMBERED || self.proved.contains_key(&claim) {
            let proved = self.proved.entry(claim).or_default();
            match holds {
                true => proved.within = Some(plies),
                false => proved.not_within = Some(plies),
            }
        }
        Ok(holds)
    }
}
