//! Positions of random plays.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Result, bail};
use solveig_engine::{Effort, Engine, Line};
use solveig_game::{Game, GameExt, Key, LevelRule, Move, Notation, Reduction, Symmetric, WideKey};
use solveig_games::{AnyGame, AnyPosition};
use solveig_search::random::Random;

use super::{Draw, SamplePosition};
use crate::figures::grouped;

/// After so many plays without a new position, there is none to expect.
const MOST_VAIN_PLAYS: u32 = 20_000;

/// After so many plays without a new position of a level, there is none to expect.
const MOST_VAIN_PLAYS_OF_LEVEL: u32 = 1_000;

/// The longest play, where rules let it go on for long.
const LONGEST_PLAY: usize = 4096;

/// Draws positions, each from a random play of its own, no two of which are symmetric.
pub struct Plays {
    game: AnyGame,
    engine: Arc<dyn Engine>,
    effort: Effort,
    draw: Draw,
    random: Random,
    seen: HashSet<WideKey>,
    drawn: u64,
    has_failed: bool,
    /// The levels from which one is drawn for each position; empty if any position of a play will
    /// do.
    levels: Vec<u32>,
    /// The index of the level of the next position.
    target: usize,
    vain: u32,
    /// The outcomes of which more positions are drawn; empty if all will do.
    outcomes: Vec<OutcomeQuota>,
}

/// How many positions with an outcome for the side to move are still drawn.
struct OutcomeQuota {
    outcome: Ordering,
    left: u64,
}

/// A position of a play.
struct Place {
    position: AnyPosition,
    /// How many moves were made before.
    moves: usize,
}

impl Plays {
    /// Draws from plays of the game, whose values the engine finds with this effort.
    pub fn new(game: AnyGame, engine: Arc<dyn Engine>, effort: Effort, draw: Draw) -> Self {
        let levels = game.level(&game.start())..=game.max_level();
        let levels = levels.filter(|level| draw.by_level && draw.levels.contains(*level));
        let mut plays = Self {
            random: Random::new(draw.seed),
            seen: HashSet::new(),
            drawn: 0,
            has_failed: false,
            levels: levels.collect(),
            target: 0,
            vain: 0,
            outcomes: Vec::new(),
            game,
            engine,
            effort,
            draw,
        };
        if draw.balanced {
            plays.outcomes = plays.shares();
        }
        plays.target = plays.random.index(plays.levels.len());
        plays
    }

    /// As many positions of each outcome that the game has.
    fn shares(&self) -> Vec<OutcomeQuota> {
        let mut outcomes = vec![Ordering::Less, Ordering::Greater];
        if self.game.has_draws() && self.game.value_range().contains(0) {
            outcomes.insert(1, Ordering::Equal);
        }
        let (count, classes) = (self.draw.count, outcomes.len() as u64);
        let share = |at: u64| count / classes + u64::from(at < count % classes);
        let shares = (0..).map(share);
        let wanted = outcomes.into_iter().zip(shares);
        wanted
            .map(|(outcome, left)| OutcomeQuota { outcome, left })
            .collect()
    }

    /// A new position, or nothing if one play had none.
    fn try_play(&mut self) -> Result<Option<SamplePosition>> {
        let mut played: Vec<Move> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        let mut position = self.game.start();
        while played.len() < LONGEST_PLAY {
            let moves = self.game.moves(&position);
            if moves.is_empty() {
                break;
            }
            let next = *self.random.pick(&moves);
            let after = self.game.play_unchecked(&position, next);
            let level = self.game.level(&position);
            if self.is_wanted(level) {
                places.push(Place {
                    position,
                    moves: played.len(),
                });
            } else if self.is_past(level) {
                break;
            }
            position = after;
            played.push(next);
        }
        if places.is_empty() {
            return Ok(None);
        }
        let Place { position, moves } = places.swap_remove(self.random.index(places.len()));
        let key = self
            .game
            .representative_key(&position, Reduction::Canonical);
        if !self.seen.insert(key.0.to_wide()) {
            return Ok(None);
        }
        let drawn = SamplePosition {
            level: self.game.level(&position),
            position: self.text(&position, &played[..moves]),
        };
        Ok(self.counts(&drawn)?.then_some(drawn))
    }

    fn is_wanted(&self, level: u32) -> bool {
        match self.levels.get(self.target) {
            Some(target) => *target == level,
            None => self.draw.levels.contains(level),
        }
    }

    /// Whether no later position of the play is wanted.
    fn is_past(&self, level: u32) -> bool {
        let target = self.levels.get(self.target);
        self.game.level_rule() == LevelRule::Rising && target.is_some_and(|target| *target < level)
    }

    /// The board, or the moves where values depend on them or boards are not written as text.
    fn text(&self, position: &AnyPosition, played: &[Move]) -> String {
        let is_first = played.len().is_multiple_of(2);
        let board = self.game.format_board(position, is_first);
        match board.filter(|_| !self.game.depends_on_history()) {
            Some(board) => board,
            None if played.is_empty() => "-".to_owned(),
            None => {
                let names = played.iter().map(|one| self.game.format_move(*one));
                names.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Whether a position counts among those to draw, by its outcome.
    fn counts(&mut self, drawn: &SamplePosition) -> Result<bool> {
        if self.outcomes.is_empty() {
            return Ok(true);
        }
        let line = Line::at(&drawn.position);
        let report = self.engine.value(&line, None, &self.effort, &mut |_| ())?;
        let outcome = report.known.value.map(|value| value.cmp(&0));
        let mut wanted = self.outcomes.iter_mut();
        let wanted = wanted.find(|one| Some(one.outcome) == outcome && one.left > 0);
        Ok(match wanted {
            Some(wanted) => {
                wanted.left -= 1;
                true
            }
            None => false,
        })
    }

    fn next_drawn(&mut self) -> Result<SamplePosition> {
        loop {
            if let Some(drawn) = self.try_play()? {
                self.vain = 0;
                self.target = self.random.index(self.levels.len());
                return Ok(drawn);
            }
            self.vain += 1;
            let is_level_done = !self.levels.is_empty() && self.vain >= MOST_VAIN_PLAYS_OF_LEVEL;
            if is_level_done {
                self.levels.swap_remove(self.target);
                self.target = self.random.index(self.levels.len());
                self.vain = 0;
            }
            let is_end = match self.draw.by_level {
                true => self.levels.is_empty(),
                false => self.vain >= MOST_VAIN_PLAYS,
            };
            if is_end {
                bail!(
                    "{}: {} positions were drawn, and random plays bring no others: expected {}",
                    self.game,
                    grouped(self.drawn),
                    grouped(self.draw.count)
                );
            }
        }
    }
}

impl Iterator for Plays {
    type Item = Result<SamplePosition>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed || self.drawn == self.draw.count {
            return None;
        }
        let drawn = self.next_drawn();
        self.has_failed = drawn.is_err();
        self.drawn += 1;
        Some(drawn)
    }
}
