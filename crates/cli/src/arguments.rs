//! Arguments that several commands take.

use std::convert::Infallible;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use solveig_engine::OpeningLimits;
use solveig_format::Scope;
use solveig_game::{Game, Keyed, LevelRule, Value, ValueRange};
use solveig_search::solvers::SolverName;

use crate::memory::MemorySize;

/// How the program chooses among moves of equal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Win as soon and lose as late as a short search can tell
    Lasting,
    /// Play the artifact's moves, and where positions are searched the first of the optimal moves
    /// in tie-break order, which may take much longer
    Canonical,
}

/// The option for the style of play.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Search")]
pub struct StyleArgument {
    /// How to choose among moves of equal value
    #[arg(long, value_enum, default_value_t = Style::Lasting)]
    style: Style,
}

impl StyleArgument {
    /// Whether the moves must be the canonical ones.
    pub fn is_canonical(self) -> bool {
        self.style == Style::Canonical
    }
}

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub struct PositionArgument {
    /// A move list (f5d6c3), a board, or both; - is the start
    #[arg(
        short = 'p',
        long = "position",
        value_name = "P",
        default_value = "-",
        value_parser = written_position
    )]
    pub text: String,
}

/// Checks that `--at-least`, if given, is a value of the game.
///
/// # Errors
///
/// Fails if it is beyond the range of values.
pub fn expect_value<G: Game>(game: &G, at_least: Option<Value>) -> Result<()> {
    let ValueRange { min, max } = game.value_range();
    match at_least {
        Some(bound) if !(min..=max).contains(&bound) => {
            bail!("--at-least {bound}: values lie between {min} and {max}")
        }
        _ => Ok(()),
    }
}

/// Reads the name of a solver.
pub fn solver_name() -> impl TypedValueParser<Value = SolverName> {
    one_of(SolverName::ALL.into_iter())
}

/// Reads the name of a solver of yes-or-no questions.
pub fn binary_solver_name() -> impl TypedValueParser<Value = SolverName> {
    one_of(
        SolverName::ALL
            .into_iter()
            .filter(|solver| solver.is_binary()),
    )
}

fn one_of(solvers: impl Iterator<Item = SolverName>) -> impl TypedValueParser<Value = SolverName> {
    let named = |solver: SolverName| PossibleValue::new(solver.name()).help(solver.description());
    PossibleValuesParser::new(solvers.map(named)).try_map(|name| name.parse())
}

/// Which solver finds values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct SolverArgument {
    /// The solver that finds values: see `solveig help solvers` [default: fastest]
    #[arg(long = "solver", value_name = "S", value_parser = solver_name(), hide_possible_values = true)]
    name: Option<SolverName>,
    #[command(flatten)]
    ews: EwsArgument,
    /// What the solver may know of the game beyond its rules
    ///
    /// That is static bounds, an order of moves, and a solver of the game's own.
    #[arg(long = "knowledge", value_enum, value_name = "K", default_value_t = KnowledgeName::All)]
    pub knowledge: KnowledgeName,
}

impl SolverArgument {
    /// Whether a solver is named, or what it may know, so that a search is asked for.
    pub fn is_given(&self) -> bool {
        self.name.is_some() || self.ews.is_given() || !self.knowledge.is_all()
    }

    /// The solver, with the settings that were given.
    ///
    /// # Errors
    ///
    /// Fails if it has no such settings.
    pub fn name(&self) -> Result<SolverName> {
        self.ews.of(self.name.unwrap_or(SolverName::Fastest))
    }

    /// The solver for `game`, with the settings that were given.
    ///
    /// # Errors
    ///
    /// Fails if it has no such settings, or does not suit the game.
    pub fn for_game<G: Game>(&self, game: &G) -> Result<SolverName> {
        let suited = self.name()?.for_game(game);
        suited.map_err(|error| anyhow!("--solver {error}"))
    }
}

/// Settings of Expected Work Search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct EwsArgument {
    /// Settings of ews, ews-wr or ews-ps: see `solveig help solvers`
    #[arg(long, value_name = "SETTINGS")]
    ews: Option<String>,
}

impl EwsArgument {
    /// Whether there are settings.
    pub const fn is_given(&self) -> bool {
        self.ews.is_some()
    }

    /// The solver with these settings.
    ///
    /// # Errors
    ///
    /// Fails if it has no such settings.
    pub fn of(&self, solver: SolverName) -> Result<SolverName> {
        let Some(settings) = &self.ews else {
            return Ok(solver);
        };
        let changed = solver.changed_by(settings);
        changed.map_err(|error| anyhow!("--ews {settings}: {error}"))
    }
}

/// How much game-specific knowledge solvers use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum KnowledgeName {
    /// All that there is
    #[default]
    All,
    /// Nothing
    None,
}

impl KnowledgeName {
    /// Whether solvers use game-specific knowledge.
    pub fn is_all(self) -> bool {
        self == Self::All
    }

    /// The name used in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::None => "none",
        }
    }
}

/// How many threads compute.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Resources")]
pub struct ThreadsArgument {
    /// Threads to compute with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadsArgument {
    /// How many threads were asked for; `None` if that was left open.
    pub const fn choice(&self) -> Option<u16> {
        self.threads
    }

    /// How many threads to compute with.
    pub fn number(&self) -> NonZeroUsize {
        let choice = self
            .threads
            .and_then(|threads| NonZeroUsize::new(threads.into()));
        let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        choice.unwrap_or_else(cores)
    }

    /// As [`number`](Self::number), for indices and lengths.
    pub fn count(&self) -> usize {
        self.number().get()
    }
}

/// How many levels play can still rise at most from `level`; `None` where levels are not monotone.
fn levels_left<G: Game>(game: &G, level: u32) -> Option<u32> {
    match game.level_rule() {
        LevelRule::NonMonotone => None,
        _ => Some(game.max_level().saturating_sub(level)),
    }
}

/// What opening a file may take, if so much memory was asked for.
pub fn opening(memory: Option<MemorySize>, time: Option<Duration>) -> OpeningLimits {
    let memory = memory.map_or(OpeningLimits::default().memory, |MemorySize(bytes)| bytes);
    OpeningLimits { memory, time }
}

/// How much memory the transposition table may take.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Resources")]
pub struct MemoryArgument {
    /// Memory for the transposition table, as in 4GiB [default: by game and machine]
    ///
    /// The default is what the game has use for, at most 8GiB, 2GiB for single positions, and two
    /// fifths of the machine's.
    ///
    /// Not counted: with Hex's knowledge, solvers other than `fastest` keep the virtual connections
    /// of recent positions in up to 256MiB more.
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

impl MemoryArgument {
    /// What opening a file may take: the memory that was asked for, and so much time.
    pub fn opening(&self, time: Option<Duration>) -> OpeningLimits {
        opening(self.memory, time)
    }

    /// Memory of the transposition table for searches of all positions of a game.
    pub fn size<G: Keyed>(&self, game: &G) -> MemorySize {
        let left = levels_left(game, game.level(&game.start()));
        self.memory
            .unwrap_or_else(|| MemorySize::default_size(game.key_bits(), left))
    }

    /// Memory of the transposition table for searches of single positions from `level` on.
    pub fn size_from<G: Keyed>(&self, game: &G, level: u32) -> MemorySize {
        let left = levels_left(game, level);
        self.memory.unwrap_or_else(|| {
            MemorySize::default_size(game.key_bits(), left).min(MemorySize::FOR_SINGLE_POSITION)
        })
    }

    /// Memory of the transposition table for searches by `solver` of so many positions at a time,
    /// from `level` on.
    pub fn size_for<G: Keyed>(
        &self,
        solver: SolverName,
        game: &G,
        level: u32,
        positions: usize,
    ) -> MemorySize {
        // Others need it for trees, too.
        if solver != SolverName::Fastest {
            return self.size_from(game, level);
        }
        let left = levels_left(game, level);
        self.memory
            .unwrap_or_else(|| MemorySize::default_for_solver(game.key_bits(), left, positions))
    }

    /// Memory limit for structures that grow as needed.
    pub fn at_most(&self) -> MemorySize {
        self.memory.unwrap_or_else(MemorySize::default_limit)
    }
}

/// Prefix that marks an argument as a board. Arguments from the system cannot contain it.
const BOARD: char = '\0';

/// Marks an argument that is a board but looks like an option to clap, such as `--XO--`.
pub fn mark_board(argument: OsString) -> OsString {
    let is_board = argument.to_str().is_some_and(|text| {
        let is_end = |one: char| one == ';' || one.is_whitespace();
        let board = text.split(is_end).next().unwrap_or_default();
        let has_squares = board.chars().all(|one| "-XxOo.*".contains(one));
        text.len() > 2 && text.starts_with('-') && has_squares
    });
    if !is_board {
        return argument;
    }
    let mut marked = OsString::from(BOARD.to_string());
    marked.push(argument);
    marked
}

/// Removes the mark of [`mark_board`].
pub fn written_position(argument: &str) -> Result<String, Infallible> {
    Ok(argument.trim_start_matches(BOARD).to_owned())
}

/// Reads the name of a scope.
pub fn scope() -> impl TypedValueParser<Value = Scope> {
    let scopes = [Scope::Weak, Scope::SemiStrong, Scope::Strong];
    PossibleValuesParser::new(scopes.map(Scope::name)).map(move |name| {
        let named = scopes.into_iter().find(|scope| scope.name() == name);
        named.unwrap_or(Scope::SemiStrong)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_fall_do_not_bound_a_play() {
        use solveig_game::Spec;
        use solveig_games::go::Go;
        use solveig_games::hex::Hex;

        let hex = Hex::<u64>::new(5, 5).unwrap();
        assert_eq!(levels_left(&hex, 5), Some(20));
        let go = Go::from_spec(&Spec::parse("go:4x4").unwrap()).unwrap();
        assert_eq!(levels_left(&go, 5), None);
        assert!(MemoryArgument { memory: None }.size_from(&go, 0).0 >= 64 << 20);
    }

    #[test]
    fn boards_are_told_from_options() {
        for board in [
            "-----OX--XO----- X",
            "-----O*--*O-----*",
            "-----OX--XO----- X; b1a1",
            "---",
            "-X",
            "-----OX--XO-----",
        ] {
            let marked = mark_board(board.into());
            let text = marked.to_str().unwrap();
            assert_eq!(text != board, board.len() > 2, "{board}");
            assert_eq!(written_position(text), Ok(board.to_owned()));
        }
        for other in ["-", "--", "--json", "-v", "-vv", "f5d6", "--pv"] {
            assert_eq!(mark_board(other.into()), other);
        }
    }
}
