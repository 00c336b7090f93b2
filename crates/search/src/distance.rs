//! How soon a decided game ends: the fastest win and the longest defence.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Move};

use crate::{StopChecker, StopToken, Stopped};

/// Positions that are remembered; those met later are searched again.
const REMEMBERED: usize = 1 << 20;

/// Moves that end a decided game as well as they can for the side that plays them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lasting {
    /// The moves, in the order of [`Game::legal_moves`]: those that win soonest, or those that lose
    /// latest as far as the search came. None if no win was found before it was stopped.
    pub moves: Vec<Move>,
    /// Plies to the end of the game, the move itself included; `None` if the search was stopped.
    pub plies: Option<u32>,
}

/// What is proved of a position.
#[derive(Clone, Copy, Default)]
struct Proved {
    /// The side to move can force a win within so many plies.
    wins: Option<u32>,
    /// It cannot.
    no_win: Option<u32>,
    /// The side to move cannot avoid a loss within so many plies.
    loses: Option<u32>,
    /// It can.
    no_loss: Option<u32>,
}

/// A search for the plies that are left in positions that are won or lost, by iterative deepening.
///
/// Only the result counts, not the score: a game is won by any utility above 0. The legal moves
/// must not depend on the history of a play.
pub struct DistanceSearch<G: Game> {
    game: G,
    proved: HashMap<G::Position, Proved>,
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

    /// The moves with which the side to move, who has a won position, wins soonest.
    pub fn fastest_wins(&mut self, position: &G::Position) -> Lasting {
        let moves = self.game.moves(position);
        for plies in 0..=self.most_plies(position) {
            let mut fastest = Vec::new();
            for played in moves.iter().copied() {
                let child = self.game.play_unchecked(position, played);
                match self.loses_within(&child, plies) {
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
        for plies in 0..=self.most_plies(position) {
            let mut later = Vec::new();
            for played in moves.iter().copied() {
                let child = self.game.play_unchecked(position, played);
                match self.wins_within(&child, plies) {
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

    /// More plies than the game can have left: a forced pass may follow every move.
    fn most_plies(&self, position: &G::Position) -> u32 {
        let levels = self.game.max_level() - self.game.level(position).min(self.game.max_level());
        2 * levels + 2
    }

    fn remembered(&self, position: &G::Position) -> Proved {
        self.proved.get(position).copied().unwrap_or_default()
    }

    fn remember(&mut self, position: &G::Position, change: impl FnOnce(&mut Proved)) {
        if self.proved.len() < REMEMBERED {
            change(self.proved.entry(position.clone()).or_default());
        } else if let Some(proved) = self.proved.get_mut(position) {
            change(proved);
        }
    }

    /// Whether the side to move can force a win within `plies`.
    fn wins_within(&mut self, position: &G::Position, plies: u32) -> Result<bool, Stopped> {
        self.stop.check()?;
        if let Some(value) = self.game.terminal_value(position) {
            return Ok(value > 0);
        }
        let known = self.remembered(position);
        if plies == 0 || known.no_win >= Some(plies) {
            return Ok(false);
        }
        if known.wins.is_some_and(|within| within <= plies) {
            return Ok(true);
        }
        for played in self.game.moves(position) {
            let child = self.game.play_unchecked(position, played);
            if self.loses_within(&child, plies - 1)? {
                self.remember(position, |proved| proved.wins = Some(plies));
                return Ok(true);
            }
        }
        self.remember(position, |proved| proved.no_win = Some(plies));
        Ok(false)
    }

    /// Whether the side to move cannot avoid a loss within `plies`.
    fn loses_within(&mut self, position: &G::Position, plies: u32) -> Result<bool, Stopped> {
        self.stop.check()?;
        if let Some(value) = self.game.terminal_value(position) {
            return Ok(value < 0);
        }
        let known = self.remembered(position);
        if plies == 0 || known.no_loss >= Some(plies) {
            return Ok(false);
        }
        if known.loses.is_some_and(|within| within <= plies) {
            return Ok(true);
        }
        for played in self.game.moves(position) {
            let child = self.game.play_unchecked(position, played);
            if !self.wins_within(&child, plies - 1)? {
                self.remember(position, |proved| proved.no_loss = Some(plies));
                return Ok(false);
            }
        }
        self.remember(position, |proved| proved.loses = Some(plies));
        Ok(true)
    }
}
