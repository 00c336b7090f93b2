//! Positions of random plays.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use solveig_game::{
    GameExt, Key, LevelRule, Move, Notation, Reduction, Symmetric, WideKey, is_first_at_start,
};
use solveig_search::StopToken;
use solveig_search::random::Random;

use super::draw::equal_shares;
use super::{Draw, Drawn, SampleError};

/// After so many plays without a new position, there is none to expect.
const MAX_VAIN_PLAYS: u32 = 20_000;

/// After so many plays without a new position of a level, there is none to expect.
const MAX_VAIN_PLAYS_OF_LEVEL: u32 = 1_000;

/// The longest play, where rules let it go on for long.
const LONGEST_PLAY: usize = 4096;

/// Draws positions, each from a random play of its own, no two of which are symmetric. All legal
/// moves of a play are as likely.
pub struct Plays<G, F> {
    game: G,
    /// The outcome of a position for the side to move, which is asked if it matters.
    outcome: F,
    draw: Draw,
    random: Random,
    /// The positions that were drawn, and those that were not for their outcome.
    seen: HashSet<WideKey>,
    refused: HashSet<WideKey>,
    drawn: u64,
    has_failed: bool,
    /// The levels from which one is drawn for each position; empty if any position of a play will
    /// do.
    levels: Vec<LevelCount>,
    /// The index of the level of the next position.
    target: usize,
    vain: u32,
    stop: StopToken,
    /// How many positions of each outcome for the side to move are still to draw; empty if all
    /// will do.
    outcomes: BTreeMap<Ordering, u64>,
}

/// How many positions of a level were drawn.
struct LevelCount {
    level: u32,
    drawn: u64,
}

struct PlayPosition<P> {
    position: P,
    /// How many moves were made before.
    moves: usize,
}

impl<G, F, E> Plays<G, F>
where
    G: Symmetric + Notation,
    F: FnMut(&Drawn<G::Position>) -> Result<Option<Ordering>, E>,
    E: From<SampleError>,
{
    /// Draws from plays of the game. `outcome` finds the outcome of a position for the side to
    /// move, and is asked if the outcomes are to be balanced.
    pub fn new(game: G, draw: Draw, outcome: F) -> Self {
        let mut plays = Self {
            random: Random::new(draw.seed),
            seen: HashSet::new(),
            refused: HashSet::new(),
            drawn: 0,
            has_failed: false,
            levels: Vec::new(),
            target: 0,
            vain: 0,
            stop: StopToken::never(),
            outcomes: BTreeMap::new(),
            game,
            outcome,
            draw,
        };
        if plays.draw.balanced {
            plays.outcomes = plays.outcomes_of_game();
        }
        plays.begin_levels();
        plays
    }

    /// The same draws, which end with [`SampleError::Stopped`] when `stop` says so.
    pub fn with_stop(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// How many positions to draw of each outcome that the game may have.
    fn outcomes_of_game(&self) -> BTreeMap<Ordering, u64> {
        let has_draws = self.game.has_draws() && self.game.value_range().contains(0);
        let outcomes = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let outcomes = outcomes
            .into_iter()
            .filter(|outcome| has_draws || outcome.is_ne());
        let sizes = outcomes.map(|outcome| (outcome, u64::MAX)).collect();
        equal_shares(&sizes, self.draw.count)
    }

    /// Draws from all levels again.
    fn begin_levels(&mut self) {
        if self.draw.by_level {
            let levels = self.game.level(&self.game.start())..=self.game.max_level();
            let levels = levels.filter(|level| self.draw.levels.contains(level));
            self.levels = levels.map(|level| LevelCount { level, drawn: 0 }).collect();
        }
        self.choose_level();
    }

    /// Draws from one of the levels from which the fewest were drawn.
    fn choose_level(&mut self) {
        let fewest = self.levels.iter().map(|one| one.drawn).min();
        let counts = self.levels.iter().enumerate();
        let rarest = counts.filter(|(_, one)| Some(one.drawn) == fewest);
        let rarest: Vec<usize> = rarest.map(|(index, _)| index).collect();
        let chosen = self.random.index(rarest.len());
        self.target = rarest.get(chosen).copied().unwrap_or(0);
        self.vain = 0;
    }

    /// A new position, or nothing if one play had none.
    fn try_play(&mut self) -> Result<Option<Drawn<G::Position>>, E> {
        let mut played: Vec<Move> = Vec::new();
        let mut places: Vec<PlayPosition<G::Position>> = Vec::new();
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
                places.push(PlayPosition {
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
        let PlayPosition { position, moves } = places.swap_remove(self.random.index(places.len()));
        let key = self
            .game
            .representative_key(&position, Reduction::Canonical);
        let key = key.0.to_wide();
        if self.seen.contains(&key) || self.refused.contains(&key) {
            return Ok(None);
        }
        played.truncate(moves);
        let drawn = Drawn {
            first_to_move: moves.is_multiple_of(2) == is_first_at_start(&self.game),
            position,
            played: Some(played),
        };
        let counts = self.counts(&drawn)?;
        match counts {
            true => self.seen.insert(key),
            false => self.refused.insert(key),
        };
        Ok(counts.then_some(drawn))
    }

    fn is_wanted(&self, level: u32) -> bool {
        match self.levels.get(self.target) {
            Some(target) => target.level == level,
            None => self.draw.levels.contains(&level),
        }
    }

    /// Whether no later position of the play is wanted.
    fn is_past(&self, level: u32) -> bool {
        let target = self.levels.get(self.target);
        self.game.level_rule() == LevelRule::Rising
            && target.is_some_and(|target| target.level < level)
    }

    /// Whether a position counts among those to draw, by its outcome.
    fn counts(&mut self, drawn: &Drawn<G::Position>) -> Result<bool, E> {
        if self.outcomes.is_empty() {
            return Ok(true);
        }
        let outcome = (self.outcome)(drawn)?;
        let to_draw = outcome.and_then(|outcome| self.outcomes.get_mut(&outcome));
        Ok(match to_draw {
            Some(to_draw) if *to_draw > 0 => {
                *to_draw -= 1;
                true
            }
            _ => false,
        })
    }

    fn next_drawn(&mut self) -> Result<Drawn<G::Position>, E> {
        loop {
            if self.stop.is_stopped() {
                return Err(SampleError::Stopped.into());
            }
            if let Some(drawn) = self.try_play()? {
                if let Some(target) = self.levels.get_mut(self.target) {
                    target.drawn += 1;
                }
                self.choose_level();
                return Ok(drawn);
            }
            self.vain += 1;
            let max = match self.levels.is_empty() {
                true => MAX_VAIN_PLAYS,
                false => MAX_VAIN_PLAYS_OF_LEVEL,
            };
            if self.vain < max || self.leave_level() || self.leave_outcomes() {
                continue;
            }
            let error = SampleError::NoOthers {
                game: self.game.spec(),
                drawn: self.drawn,
                expected: self.draw.count,
            };
            return Err(error.into());
        }
    }

    /// Draws from the other levels; whether there are any.
    fn leave_level(&mut self) -> bool {
        if !self.levels.is_empty() {
            self.levels.swap_remove(self.target);
        }
        self.choose_level();
        !self.levels.is_empty()
    }

    /// Draws positions of the other outcomes in place of those that do not come; whether there are
    /// any.
    fn leave_outcomes(&mut self) -> bool {
        let missing = self.outcomes.values().sum();
        self.outcomes.retain(|_, to_draw| *to_draw == 0);
        let sizes = self.outcomes.keys().map(|outcome| (*outcome, u64::MAX));
        self.outcomes = equal_shares(&sizes.collect(), missing);
        self.refused.clear();
        self.begin_levels();
        !self.outcomes.is_empty()
    }
}

impl<G, F, E> Iterator for Plays<G, F>
where
    G: Symmetric + Notation,
    F: FnMut(&Drawn<G::Position>) -> Result<Option<Ordering>, E>,
    E: From<SampleError>,
{
    type Item = Result<Drawn<G::Position>, E>;

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use solveig_game::Game as _;
    use solveig_games::mnk::Mnk;

    use super::*;

    #[test]
    fn each_level_is_drawn_as_often() {
        let draw = Draw {
            count: 62,
            seed: 7,
            levels: 1..=7,
            by_level: true,
            balanced: false,
        };
        let outcome = |_: &Drawn<_>| -> Result<_, SampleError> { Ok(None) };
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        let game = Mnk::new(3, 3, 3).unwrap();
        for drawn in Plays::new(game.clone(), draw, outcome) {
            *counts
                .entry(game.level(&drawn.unwrap().position))
                .or_default() += 1;
        }
        // Up to symmetry there are 3 positions of level 1.
        assert_eq!(counts.remove(&1), Some(3));
        assert!(
            counts.values().all(|count| [9, 10].contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn draws_end_where_they_are_stopped_though_nothing_comes() {
        let draw = Draw {
            count: 9,
            seed: 1,
            levels: 0..=0,
            by_level: false,
            balanced: false,
        };
        let flag = Arc::new(AtomicBool::new(false));
        let outcome = |_: &Drawn<_>| -> Result<_, SampleError> { Ok(None) };
        let game = Mnk::new(3, 3, 3).unwrap();
        let plays = Plays::new(game, draw, outcome);
        let mut plays = plays.with_stop(StopToken::never().with_flag(Arc::clone(&flag)));
        assert!(plays.next().unwrap().is_ok());
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(plays.next(), Some(Err(SampleError::Stopped))));
        assert!(plays.next().is_none());
    }
}
