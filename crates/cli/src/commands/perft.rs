//! `solveig perft`: counts move paths.

use std::fmt;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_game::{Game, Notation};

use crate::CommandVerdict;
use crate::arguments::PositionArgument;
use crate::figures::{counted, duration, rate};
use crate::games::games;
use crate::output::Output;
use crate::progress::Progress;

/// The longest path. Counting stays infeasible far below it, but plays of Go can be this long.
const MAX_MOVES: i64 = 1000;

/// Count the move paths of a length
///
/// A pass is a move. A path that ends before the length because the game is over is not counted.
#[derive(Args)]
pub struct Perft {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// How many moves a path has
    #[arg(value_parser = clap::value_parser!(u32).range(0..=MAX_MOVES))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgument,
}

impl Perft {
    /// Counts and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let game = games().parse(&self.spec)?;
        let position = game.parse_position(&self.position.text)?;
        let started = Instant::now();
        let progress = Progress::new("counting");
        let paths = game.perft(&position, self.depth);
        drop(progress);
        output.answer(&PerftAnswer {
            game: game.spec(),
            position: self.position.text,
            depth: self.depth,
            paths,
            nodes: paths,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct PerftAnswer {
    game: String,
    position: String,
    depth: u32,
    paths: u64,
    /// `paths` again, under the name that other perft tools use.
    nodes: u64,
    seconds: f64,
}

impl fmt::Display for PerftAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} ({}, {})",
            counted(self.paths, "path"),
            counted(self.depth.into(), "move"),
            duration(self.seconds),
            rate(self.paths, self.seconds)
        )
    }
}
