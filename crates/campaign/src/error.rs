//! Errors of campaigns.

use solveig_search::Stopped;
use std::path::{Path, PathBuf};

use solveig_game::{GameExt, Interval, Keyed, LevelRule, LongKeys};
use solveig_region::{BuildError, LockError};

use crate::queue::QueueError;

/// Where a line of a file of results is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePlace {
    /// The path of the file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: u64,
}

/// Why a campaign could not be planned, continued or read.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The ledger could not be read or written.
    #[error("{path}: cannot {action}: {cause}", path = path.display())]
    Ledger {
        /// The path of the file.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// SQLite's error.
        cause: rusqlite::Error,
    },
    /// A file is damaged, or not a ledger.
    #[error("{path}: {problem}", path = path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A file to be created exists.
    #[error(
        "{path} exists: continue that campaign with `campaign run`, or choose another file",
        path = path.display()
    )]
    Exists {
        /// The path of the file.
        path: PathBuf,
    },
    /// Another process has a file that this one would write, or it cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file of blocks or of an unfinished computation cannot be used.
    #[error(transparent)]
    Work(#[from] BuildError),
    /// A file could not be read or written.
    #[error("{path}: cannot {action}: {cause}", path = path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The levels of this game do not rise with every move.
    #[error("{game}: a campaign needs levels that rise with every move, and here they do not")]
    LevelsDoNotRise {
        /// The game's spec.
        game: String,
    },
    /// The value of a position depends on the history of play, which its key does not contain.
    #[error(
        "{game}: a campaign knows positions by their keys, yet values depend on how play came about"
    )]
    DependsOnHistory {
        /// The game's spec.
        game: String,
    },
    /// The keys exceed 128 bits.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// The cuts are not in order after the start.
    #[error(
        "cuts at {first} and {second} moves left: expected {start} >= first >= second >= 1, where {start} is what the start has left"
    )]
    Cuts {
        /// The first cut, in moves left at most.
        first: u32,
        /// The second cut, in moves left at most.
        second: u32,
        /// The maximum number of moves left at the start of the campaign.
        start: u32,
    },
    /// The goal is an empty window or lies outside the game's values.
    #[error(
        "the goal {alpha}..{beta}: expected two different bounds, the lower first, no more than one beyond the values from {min} to {max}"
    )]
    Goal {
        /// Values up to this need not be distinguished.
        alpha: i32,
        /// Values from this on need not be distinguished.
        beta: i32,
        /// The least value of the game, for the side to move.
        min: i32,
        /// The greatest value of the game, for the side to move.
        max: i32,
    },
    /// The game is not spelled as the program spells it, by which workers know their jobs.
    #[error("the plan is about the game \"{game}\": expected the spelling \"{spec}\"")]
    Spelling {
        /// What the plan says.
        game: String,
        /// The game's spec.
        spec: String,
    },
    /// A position could not be read.
    #[error("the position \"{text}\": {problem}")]
    Position {
        /// What was written.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The game is over at the start.
    #[error("the game is over at the start: there is nothing to prove")]
    Over,
    /// Exact results contradict one another.
    #[error(
        "the position with key {key:#x} would have a value between {} and {}: \
         results contradict one another, and nothing says which are wrong",
        bounds.lower, bounds.upper
    )]
    Contradiction {
        /// The key of the position.
        key: u128,
        /// The empty interval that would follow.
        bounds: Interval,
    },
    /// A key that was made from a position is the key of none.
    #[error(
        "{game}: no position has the key {key:#x}, which was made from one; this is a fault of the \
         program"
    )]
    NoPosition {
        /// The game's spec.
        game: String,
        /// The key.
        key: u128,
    },
    /// No position is left to solve, yet the goal is not proved.
    #[error(
        "round {round}: nothing is left to solve and the goal is not reached; this is a fault of the program"
    )]
    Stuck {
        /// The number of the round, from 1.
        round: u64,
    },
    /// All that is left to solve is in jobs that no worker could answer.
    #[error(
        "{path}: nothing is left to do but {count} jobs that were given up, job {number} the first of them: {reason}; \
         `campaign retry` opens them again",
        path = path.display()
    )]
    GivenUp {
        /// The path of the campaign's ledger.
        path: PathBuf,
        /// How many jobs.
        count: usize,
        /// The number of the first.
        number: u64,
        /// What happened to it last.
        reason: String,
    },
    /// A search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The campaign is not finished.
    #[error("{path}: not proved yet: {problem}", path = path.display())]
    Unfinished {
        /// The path of the campaign's ledger.
        path: PathBuf,
        /// What is missing.
        problem: String,
    },
    /// The ledger is of another game.
    #[error("{path} is a campaign of {found}, not of {wanted}", path = path.display())]
    OtherGame {
        /// The path of the campaign's ledger.
        path: PathBuf,
        /// The spec of the game that it is of.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The checker has no rules for the game.
    #[error(transparent)]
    UnknownGame(#[from] solveig_verify::NoRules),
    /// The conclusion cannot be derived.
    #[error(transparent)]
    Conclusion(#[from] solveig_verify::conclusion::ConclusionError),
    /// A limit ended a check.
    #[error(transparent)]
    Undecided(#[from] solveig_verify::Undecided),
    /// Lists are of positions of another game.
    #[error("{game}: lists of hypotheses are about positions of Othello")]
    NoLists {
        /// The campaign's game.
        game: String,
    },
    /// Hypotheses were given before.
    #[error(
        "{path} has {count} given hypotheses already: import these into a ledger of their own",
        path = path.display()
    )]
    HypothesesExist {
        /// The path of the campaign's ledger.
        path: PathBuf,
        /// How many it has.
        count: u64,
    },
    /// No hypotheses were given.
    #[error(
        "{path} has no given hypotheses: `campaign import --hypotheses LIST.csv` adds them",
        path = path.display()
    )]
    NoHypotheses {
        /// The path of the campaign's ledger.
        path: PathBuf,
    },
    /// Two ways to back up bounds differ.
    #[error("two derivations from the same hypotheses differ; this is a fault of the program")]
    Disagreement,
    /// A number of the plan is out of range.
    #[error("the plan's {name} {number}: expected a number from {least} to {max}")]
    Plan {
        /// The number's name.
        name: &'static str,
        /// What the plan says.
        number: i64,
        /// The least number that is allowed.
        least: i64,
        /// The greatest number that is allowed.
        max: i64,
    },
    /// Jobs could not be handed out, or reports not received.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A line of a file of results cannot be used.
    #[error("{path}, line {line}: {problem}", path = path.display())]
    Line {
        /// The path of the file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it, and what was expected.
        problem: String,
    },
    /// A file cannot be used for what it was named for.
    #[error("{path}: {problem}", path = path.display())]
    Unsuitable {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with it, and what was expected.
        problem: String,
    },
    /// Two exact results of one position exclude each other.
    #[error(
        "{position}: at least {lower} by {low_file}, line {low_line}, but at most {upper} by \
         {high_file}, line {high_line}, symmetric positions taken together: one of them is false",
        low_file = low.path.display(), low_line = low.line,
        high_file = high.path.display(), high_line = high.line
    )]
    ContradictoryResults {
        /// The position, as the checker's rules describe it.
        position: String,
        /// The lower bound, for the side to move.
        lower: i32,
        /// The upper bound, for the side to move.
        upper: i32,
        /// The row that states the lower bound.
        low: LinePlace,
        /// The row that states the upper bound.
        high: LinePlace,
    },
    /// There is not enough memory.
    #[error(
        "{what} takes {needed} bytes of memory: expected a limit of at least that, not {limit}"
    )]
    TooLittleMemory {
        /// What the memory is for.
        what: &'static str,
        /// The bytes that it takes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
}

impl CampaignError {
    /// What the system's error about a file becomes. `action` is a verb.
    pub(crate) fn of_file(
        path: &Path,
        action: &'static str,
    ) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |cause| Self::File {
            path,
            action,
            cause,
        }
    }
}

/// Fails if levels do not rise with every move, if values depend on history, or if keys exceed 128
/// bits.
pub(crate) fn expect_suitable<G: Keyed>(game: &G) -> Result<(), CampaignError> {
    if game.depends_on_history() {
        return Err(CampaignError::DependsOnHistory { game: game.spec() });
    }
    if game.level_rule() != LevelRule::Rising {
        return Err(CampaignError::LevelsDoNotRise { game: game.spec() });
    }
    Ok(LongKeys::refuse(game)?)
}
