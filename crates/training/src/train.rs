//! Training: games, values, regression.

use std::fmt;

use rayon::prelude::*;
use solveig_game::{Game, Interval, Key};
use solveig_games::othello::knowledge::evaluation::{DISC, Evaluation, Features, Stages};
use solveig_games::othello::{Othello, Position};
use solveig_search::Oracle;
use solveig_search::Stopped;

use crate::look_ahead::LookAhead;
use crate::play;
use crate::quality::{self, CHUNK, Ordering, StageError};
use crate::random;
use crate::regression::Samples;

/// Settings of a training run, which determine the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingSettings {
    /// Number of games; each gives a position for nearly each number of empty squares.
    pub games: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Positions with at most this many empty squares get exact values.
    pub exact: u32,
    /// Plies of the look-ahead that gives the values of other positions; at least the width of a
    /// stage.
    pub plies: u32,
    /// Strength of the ridge penalty, which pulls the weights of a stage towards those of the stage
    /// below: as if each feature had been seen there this often.
    pub ridge: u32,
    /// The stages of the game.
    pub stages: Stages,
}

impl TrainingSettings {
    /// The settings that the shipped evaluation of a board was trained with, if there is one.
    pub fn of_board(columns: u32, rows: u32) -> Option<Self> {
        let (games, exact, stages) = match (columns, rows) {
            (6, 6) => (
                300_000,
                14,
                Stages {
                    lowest: 4,
                    width: 2,
                    count: 14,
                },
            ),
            (8, 8) => (
                240_000,
                12,
                Stages {
                    lowest: 6,
                    width: 3,
                    count: 13,
                },
            ),
            _ => return None,
        };
        Some(Self {
            games,
            seed: 1,
            exact,
            plies: 4,
            ridge: 12,
            stages,
        })
    }
}

/// Why training cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    /// There are no patterns for the board.
    #[error("{0}: no patterns are known for this board; there are some for 6x6 and 8x8")]
    NoPatterns(String),
    /// The look-ahead ends in the stage in which it starts.
    #[error("a look ahead of {plies} plies does not reach below a stage of {width}")]
    TooShort {
        /// Depth of the look-ahead in plies.
        plies: u32,
        /// Width of a stage: how many numbers of empty squares it covers.
        width: u8,
    },
    /// A search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Receives a line for each step of a training run.
pub type Report<'a> = dyn Fn(&dyn fmt::Display) + Sync + 'a;

/// Result of a training run.
#[derive(Clone, Debug)]
pub struct TrainingResult {
    /// The weights of all stages.
    pub evaluation: Evaluation,
    /// Errors of each stage, on held-out positions too.
    pub stages: Vec<StageError>,
    /// Quality of move ordering at held-out positions.
    pub orderings: Vec<Ordering>,
}

/// One game in this many is held out to measure errors.
const HELD_OUT: usize = 16;

/// The first round plays fewer games by this factor: its evaluation only chooses moves in the games
/// of the second round.
const FIRST_ROUND: usize = 8;

/// The last round plays fewer games by this factor: it learns a number for each number of empty
/// squares.
const LAST_ROUND: usize = 40;

/// Steps of conjugate gradients; more of them no longer change the second digit of the error.
const STEPS: usize = 40;

/// Trains an evaluation for the board of `game` on all threads of the current pool; `oracle` makes
/// solvers for them.
///
/// # Errors
///
/// Fails if there are no patterns for the board, if the look-ahead is too short, or if a search was
/// stopped.
pub fn train<K: Key, O: Oracle<Othello<K>>>(
    game: &Othello<K>,
    oracle: &(dyn Fn() -> O + Sync),
    settings: &TrainingSettings,
    report: &Report<'_>,
) -> Result<TrainingResult, TrainingError> {
    let grid = game.grid();
    let features = Features::of_board(grid.columns(), grid.rows())
        .ok_or_else(|| TrainingError::NoPatterns(game.spec()))?;
    if settings.plies < u32::from(settings.stages.width) {
        return Err(TrainingError::TooShort {
            plies: settings.plies,
            width: settings.stages.width,
        });
    }
    let mut trainer = Trainer {
        game,
        oracle,
        settings,
        evaluation: Evaluation::unweighted(features, settings.stages),
    };
    trainer.round(1, settings.games / FIRST_ROUND, report)?;
    let (stages, held_out) = trainer.round(2, settings.games, report)?;
    trainer.remove_bias(settings.games / LAST_ROUND, report)?;
    let evaluation = trainer.evaluation;
    let mut orderings = Vec::new();
    for empty in (u32::from(settings.stages.lowest) + 2..=settings.exact).step_by(2) {
        let positions = &held_out[empty as usize];
        let ordering = quality::ordering(game, oracle, &evaluation, positions, empty)?;
        report(&ordering);
        orderings.push(ordering);
    }
    Ok(TrainingResult {
        evaluation,
        stages,
        orderings,
    })
}

struct Trainer<'a, K: Key, O> {
    game: &'a Othello<K>,
    oracle: &'a (dyn Fn() -> O + Sync),
    settings: &'a TrainingSettings,
    evaluation: Evaluation,
}

impl<K: Key, O: Oracle<Othello<K>>> Trainer<'_, K, O> {
    /// Plays games with the current evaluation and fits all stages. Returns the errors, and the
    /// held-out positions by number of empty squares.
    fn round(
        &mut self,
        round: usize,
        games: usize,
        report: &Report<'_>,
    ) -> Result<(Vec<StageError>, Vec<Vec<Position>>), Stopped> {
        report(&format_args!("round {round}: playing {games} games"));
        let (training, held_out) = self.play(round, games);
        let squares = self.game.grid().squares();
        let stages = self.settings.stages;
        let (mut errors, mut classes) =
            (Vec::new(), vec![0.0; self.evaluation.features().classes()]);
        for stage in 0..usize::from(stages.count) {
            let lowest = u32::from(stages.lowest) + (stage * usize::from(stages.width)) as u32;
            let highest = squares.min(lowest + u32::from(stages.width) - 1);
            let numbers = lowest as usize..highest as usize + 1;
            let samples = self.samples(&training[numbers.clone()], lowest)?;
            if samples.len() == 0 {
                continue;
            }
            let mut start = classes.clone();
            start.extend((lowest..=highest).map(|_| 0.0));
            let fitted = samples.fit(&start, self.settings.ridge as f32, STEPS);
            let biases = fitted[classes.len()..].to_vec();
            let used = classes.len();
            classes.copy_from_slice(&fitted[..used]);
            // In the first round, the stages above start from these weights.
            let last = if round == 1 {
                usize::from(stages.count)
            } else {
                stage + 1
            };
            for above in stage..last {
                self.evaluation.set_stage(above, &classes, lowest, &biases);
            }
            let measured = self.samples(&held_out[numbers], lowest)?;
            let error = StageError {
                from_empty: lowest,
                to_empty: highest,
                positions: samples.len(),
                spread: measured.spread(),
                training_error: samples.mean_square_error(&fitted).sqrt(),
                error: measured.mean_square_error(&fitted).sqrt(),
            };
            report(&format_args!("round {round}: {error}"));
            errors.push(error);
        }
        Ok((errors, held_out))
    }

    /// Shifts the scores of all positions with as many empty squares, from few to many, by what
    /// they lack on average.
    ///
    /// Look-aheads of even numbers of plies hand a bias up from stage to stage, always for the same
    /// side. With an odd number it changes sides: the mean of both has none.
    fn remove_bias(&mut self, games: usize, report: &Report<'_>) -> Result<(), Stopped> {
        let (mut training, held_out) = self.play(3, games);
        for (positions, more) in training.iter_mut().zip(held_out) {
            positions.extend(more);
        }
        let stages = self.settings.stages;
        for empty in u32::from(stages.lowest)..=stages.greatest().min(training.len() as u32 - 1) {
            let positions = &training[empty as usize];
            let mut lack = 0.0;
            for plies in [self.settings.plies, self.settings.plies.saturating_sub(1)] {
                for (value, position) in self.values(positions, empty, plies)?.iter().zip(positions)
                {
                    let score = self.evaluation.score(position.mover, position.opponent);
                    lack += f64::from(*value) - f64::from(score) / f64::from(DISC);
                }
            }
            let lack = lack / (2 * positions.len().max(1)) as f64;
            report(&format_args!("{empty:>2} empty: shifted by {lack:+.2}"));
            self.evaluation.shift(empty, lack as f32);
        }
        Ok(())
    }

    /// Plays games; returns the positions for training and the held-out ones, both by number of
    /// empty squares.
    fn play(&mut self, round: usize, games: usize) -> (Vec<Vec<Position>>, Vec<Vec<Position>>) {
        let (game, seed) = (self.game, self.settings.seed);
        let evaluation = (round > 1).then_some(&self.evaluation);
        let games = (0..games).into_par_iter().map(|number| {
            let sequence = (round << 48 | number) as u64;
            play::positions(game, evaluation, &mut random::sequence(seed, sequence))
        });
        let played: Vec<Vec<Position>> = games.collect();
        let squares = game.grid().squares();
        let mut sorted = [(); 2].map(|()| vec![Vec::new(); squares as usize + 1]);
        for (number, positions) in played.into_iter().enumerate() {
            let part = &mut sorted[usize::from(number % HELD_OUT == HELD_OUT - 1)];
            for position in positions {
                part[(squares - position.occupied().count_ones()) as usize].push(position);
            }
        }
        let [training, held_out] = sorted;
        (training, held_out)
    }

    /// Positions of one stage with their values; `positions[i]` have `lowest + i` empty squares.
    fn samples(&mut self, positions: &[Vec<Position>], lowest: u32) -> Result<Samples, Stopped> {
        let features = self.evaluation.features().clone();
        let mut samples = Samples::new(features.instances() + 1);
        for (positions, empty) in positions.iter().zip(lowest..) {
            let values = self.values(positions, empty, self.settings.plies)?;
            for (position, value) in positions.iter().zip(values) {
                let mut row = Vec::with_capacity(features.instances() + 4);
                features.for_each_index(position.mover, position.opponent, |index| {
                    row.push(features.class_of()[index]);
                });
                row.truncate(features.instances());
                row.push(features.classes() as u32 + empty - lowest);
                samples.push(row, value);
            }
        }
        Ok(samples)
    }

    /// Values of positions with `empty` empty squares for the side to move, in discs: exact ones,
    /// or those of a look-ahead of `plies` plies.
    fn values(&self, positions: &[Position], empty: u32, plies: u32) -> Result<Vec<f32>, Stopped> {
        let (game, settings) = (self.game, self.settings);
        let look_ahead = LookAhead {
            game,
            evaluation: &self.evaluation,
        };
        let positions = positions.par_iter().with_min_len(CHUNK);
        let values = positions.map_init(self.oracle, |oracle, &position| {
            Ok(if empty <= settings.exact {
                let unknown = Interval::unknown(game.value_range());
                oracle.value(&position, unknown)? as f32
            } else {
                look_ahead.score(position, plies) as f32 / DISC as f32
            })
        });
        values.collect()
    }
}
