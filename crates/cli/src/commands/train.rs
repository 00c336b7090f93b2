//! `solveig train`: trains the evaluation that orders moves.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use solveig_game::{Game, Key, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_search::TranspositionTable;
use solveig_training::{
    Ordering, StageError, TrainingError, TrainingProgress, TrainingSettings, train,
};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, ThreadsArgument};
use crate::figures::{duration, grouped};
use crate::files::{FileKind, Files, ForceArgument, Owned};
use crate::games::games;
use crate::memory::MemorySize;
use crate::messages::note;
use crate::output::Output;

/// Learn the weights by which the moves of a game are ordered
///
/// They make a search faster and change no value. The weights for 6x6 and 8x8 Othello come with the
/// program; this is how they are made. What is learned depends on games, seed and the settings
/// below, not on threads.
#[derive(Args)]
pub struct Train {
    /// The game: othello:6x6 or othello:8x8
    #[arg(value_name = "GAME")]
    spec: String,
    /// The file to write the weights to. Older weights there are replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
    /// Games to play against itself; each gives a position of nearly each level [default:
    /// 300000 on 6x6, 240000 on 8x8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..))]
    games: Option<u32>,
    /// The seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Solve positions with at most this many empty squares [default: 14 on 6x6, 12 on 8x8]
    #[arg(long, value_name = "N")]
    exact: Option<u32>,
    /// How many moves other positions look ahead
    #[arg(long, value_name = "N", default_value_t = 4)]
    plies: u32,
    /// How strongly the weights of a stage are held to those of the stage below
    #[arg(long, value_name = "N", default_value_t = 12)]
    ridge: u32,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Train {
    /// Trains, writes the weights and prints the fit.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let game = games().parse(&self.spec)?;
        let owned = Files::new()
            .writes("--out", Some(&self.out), FileKind::Weights(game.spec()))
            .own("train", self.force)?;
        if let Some(game) = game.downcast::<Othello<u64>>() {
            return self.train(game, &owned, output);
        }
        match game.downcast::<Othello<u128>>() {
            Some(game) => self.train(game, &owned, output),
            None => bail!("{}: only Othello is learned", self.spec),
        }
    }

    fn train<K: Key>(
        &self,
        game: &Othello<K>,
        owned: &Owned,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let started = Instant::now();
        let grid = game.grid();
        let mut settings = TrainingSettings::of_board(grid.columns(), grid.rows())
            .ok_or_else(|| TrainingError::NoPatterns(game.spec()))?;
        settings.games = self.games.map_or(settings.games, |games| games as usize);
        settings.exact = self.exact.unwrap_or(settings.exact);
        settings.seed = self.seed;
        settings.plies = self.plies;
        settings.ridge = self.ridge;
        let (memory, threads) = (self.memory.size(game), self.threads.count());
        let table = Arc::new(TranspositionTable::new(game, memory.0)?);
        let mut oracles = OthelloSolver::team(game, &table, Reduction::Canonical, threads);
        let trained = train(game, &mut oracles, &settings, &mut |now| {
            let time = duration(started.elapsed().as_secs_f64());
            note(&format!("{time}: {}", line(now)));
        })?;
        let bytes = trained.evaluation.to_bytes();
        owned.expect_unchanged()?;
        solveig_format::write_whole(&self.out, |to| to.write_all(&bytes))
            .with_context(|| format!("{} cannot be written", self.out.display()))?;
        output.answer(&TrainAnswer {
            game: game.spec(),
            out: self.out.clone(),
            bytes: bytes.len() as u64,
            stages: trained.stages,
            orderings: trained.orderings,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(CommandVerdict::Holds)
    }
}

fn line(now: &TrainingProgress) -> String {
    match now {
        TrainingProgress::Playing { round, games } => {
            format!("round {round}: playing {} games", grouped(*games as u64))
        }
        TrainingProgress::Fitted { round, stage } => {
            format!("round {round}: {}", fit(stage))
        }
        TrainingProgress::Measured(ordering) => quality(ordering),
    }
}

/// The fit of a stage of the evaluation, in discs.
fn fit(of: &StageError) -> String {
    format!(
        "{:>2} to {:>2} empty: {:>9} positions, spread {:>5.2}, error {:>4.2} ({:.2} in training)",
        of.from_empty,
        of.to_empty,
        grouped(of.positions as u64),
        of.spread,
        of.error,
        of.training_error
    )
}

/// How often the first move of an ordering is optimal.
fn quality(of: &Ordering) -> String {
    let share = |count: usize| 100.0 * count as f64 / of.positions.max(1) as f64;
    format!(
        "{:>2} empty: the first move is optimal at {:.1} % of {} positions, by mobility at {:.1} %",
        of.empty,
        share(of.by_evaluation),
        of.positions,
        share(of.by_mobility)
    )
}

#[derive(Serialize)]
struct TrainAnswer {
    game: String,
    out: PathBuf,
    bytes: u64,
    stages: Vec<StageError>,
    orderings: Vec<Ordering>,
    seconds: f64,
}

impl fmt::Display for TrainAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stage in &self.stages {
            writeln!(f, "{}", fit(stage))?;
        }
        for ordering in &self.orderings {
            writeln!(f, "{}", quality(ordering))?;
        }
        let (bytes, time) = (MemorySize(self.bytes), duration(self.seconds));
        let (game, file) = (&self.game, self.out.display());
        write!(f, "{file}: {game}, {bytes}, {time}")
    }
}
