//! `solveig sample`: random positions with exact values.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use solveig_engine::artifact::StoredArtifact;
use solveig_engine::sample::{Draw, Drawn, Plays, Records};
use solveig_engine::{Effort, Engine, Evidence, Line};
use solveig_game::Game;
use solveig_games::{AnyGame, AnyPosition};

use crate::CommandVerdict;
use crate::artifact::{self, stored_levels};
use crate::boards::board_at;
use crate::engines::{self, SearchChoice, SearchResources, is_proof, names_file};
use crate::files::Files;
use crate::games::games;
use crate::levels::Levels;
use crate::lines::{self, LineFinding, Lines, Rows, move_columns};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;

/// Draw random positions, with their exact values and best moves
///
/// From an artifact, stored positions are drawn, all with the same chance, and written in the order
/// of the file. From a game, each position is one of a random play, in which all legal moves are as
/// likely, and its value is searched; no two are symmetric. The rows are CSV with the columns
/// position and level and those of `analyse --csv`. The same seed gives the same rows, whatever the
/// threads; best moves are the canonical ones.
///
/// If there are not so many positions, the exit status is 2.
#[derive(Args)]
pub struct Sample {
    /// The game, as in othello:6x6, or an artifact
    #[arg(value_name = "GAME|FILE.sol")]
    target: String,
    /// How many positions to draw
    #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    count: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Draw as many positions of each level, as far as there are
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<Division>,
    /// Draw as many positions won, drawn and lost for the side to move, as far as there are
    #[arg(long)]
    balanced: bool,
    /// Only positions of these levels, as in 8 or 8-12
    #[arg(long, value_name = "LEVELS")]
    levels: Option<Levels>,
    /// All values of moves in one column move_values, as a JSON object
    #[arg(long)]
    moves_json: bool,
    /// Where moves of an artifact that have no value are searched; --search alone is anywhere
    #[arg(long, value_enum, value_name = "WHERE", num_args = 0..=1, require_equals = true,
          default_value_t = SearchChoice::AboveCut, default_missing_value = "anywhere",
          help_heading = "Search")]
    search: SearchChoice,
    #[command(flatten)]
    resources: SearchResources,
}

/// What a sample is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Division {
    /// Level by level
    Level,
}

impl Sample {
    /// Draws and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let path = Path::new(&self.target);
        let is_file = names_file(&self.target);
        ensure!(
            !is_file || !is_proof(path),
            "{}: expected an artifact or a game: a proof has bounds alone",
            self.target
        );
        let _owned = Files::new().game(&self.target).own("sample", None)?;
        ensure!(
            is_file || self.search == SearchChoice::AboveCut,
            "--search: expected an artifact: positions of a game are searched as long as it takes"
        );
        let draw = Draw {
            count: self.count,
            seed: self.seed,
            levels: self.levels.unwrap_or(Levels::ALL).range(),
            by_level: self.by == Some(Division::Level),
            balanced: self.balanced,
        };
        match is_file {
            true => self.of_artifact(path, draw, output),
            false => self.of_game(draw, output),
        }
    }

    fn of_artifact(&self, path: &Path, draw: Draw, output: &mut Output) -> Result<CommandVerdict> {
        let (reader, game) = artifact::open(path, self.resources.opening())?;
        let memory = match self.search {
            SearchChoice::Anywhere => self.resources.memory.size(&game),
            _ => artifact::search_memory(&reader, &game, &self.resources.memory),
        };
        let artifact = StoredArtifact::new(game.clone(), reader)
            .with_context(|| format!("{}: cannot sample", path.display()))?;
        stored_levels(artifact.reader(), self.levels.unwrap_or(Levels::ALL))?;
        ensure!(
            !board_at(&game, &game.start()).board.is_empty(),
            "{game}: its positions have no boards as text: sample the game in place of the artifact"
        );
        let engine = self.engine(memory)?;
        let progress = Progress::new("counting");
        let records = Records::new(artifact, draw, &mut |done, total| {
            progress.update("blocks", done, total, String::new());
            ControlFlow::Continue(())
        })?;
        drop(progress);
        let rows = records.map({
            let game = game.clone();
            move |drawn| Ok(row(&game, &drawn?.position))
        });
        self.answer(game, engine, Box::new(rows), self.search, output)
    }

    fn of_game(&self, draw: Draw, output: &mut Output) -> Result<CommandVerdict> {
        let game = games().parse(&self.target)?;
        let level = game.level(&game.start());
        let engine = self.engine(self.resources.memory.size_from(&game, level))?;
        let search = SearchChoice::Anywhere;
        let effort = self.effort(search);
        let levels = self.levels.unwrap_or(Levels::ALL);
        levels.expect_some(level, game.max_level(), &game)?;
        let outcome = {
            let (game, engine) = (game.clone(), Arc::clone(&engine));
            move |drawn: &Drawn<AnyPosition>| -> Result<Option<Ordering>> {
                let line = Line::at(drawn.text(&game));
                let report = engine.value(&line, None, &effort, &mut |_| ())?;
                Ok(report.known_value.value.map(|value| value.cmp(&0)))
            }
        };
        let plays = Plays::new(game.clone(), draw, outcome);
        let rows = plays.map({
            let game = game.clone();
            move |drawn| Ok(row(&game, &drawn?))
        });
        self.answer(game, engine, Box::new(rows), search, output)
    }

    fn engine(&self, memory: MemorySize) -> Result<Arc<dyn Engine>> {
        let settings = self.resources.settings_for_many(memory);
        let evidence = Evidence::default();
        Ok(engines::open(&self.target, &evidence, &settings)?)
    }

    fn effort(&self, search: SearchChoice) -> Effort {
        Effort {
            search: search.scope(),
            ..self.resources.limit.effort_for_each(true)
        }
    }

    fn answer(
        &self,
        game: AnyGame,
        engine: Arc<dyn Engine>,
        positions: Box<dyn Iterator<Item = Result<String>> + Send>,
        search: SearchChoice,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let header = std::iter::once(Ok("position,level".to_owned()));
        let rows: Rows = Box::new(header.chain(positions));
        let columns = move_columns(&game, self.moves_json)?;
        let lines = Lines::from_rows(self.target.clone(), rows, game, columns)?;
        let find = move |line: &Line, effort: &Effort| {
            Ok(LineFinding::of_report(&engine.report(line, effort)?))
        };
        let effort = self.effort(search);
        lines::answer(lines, &effort, find, self.resources.threads.count(), output)
    }
}

/// The row of a position.
fn row(game: &AnyGame, drawn: &Drawn<AnyPosition>) -> String {
    let mut line = solveig_api::CsvLine::default();
    line.text(&drawn.text(game));
    line.optional_cell(Some(game.level(&drawn.position)));
    line.finish()
}
