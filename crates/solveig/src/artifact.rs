//! Queries on a stored solution.

use std::fmt;
use std::path::Path;

use solveig_engine::artifact::Answer;
use solveig_engine::{Settings, Solution, SolutionReport};
use solveig_format::{Header, Reader};
use solveig_game::{Game, Move};
use solveig_games::AnyGame;

use crate::{Error, Solvable};

/// A stored solution, opened for queries.
///
/// Opening takes no time, and an answer reads one block of some hundred bytes. Positions above the
/// artifact's cut are searched. The answer for other positions that are not stored is
/// [`Answer::Outside`], unless what is known of their moves tells more; nothing is guessed.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// # solveig::solve(&solveig::AnyGame::parse("mnk:3x3?k=3")?).write("ttt.sol")?;
/// use solveig::{Answer, Artifact};
///
/// let mut artifact = Artifact::open("ttt.sol")?;
/// assert_eq!(artifact.probe("a1 b1")?.value(), Some(1));
/// // Both sides have made a mistake, so this position is not in the certified region. One of the
/// // positions after it is: O has at least a draw.
/// let answer = artifact.probe("a1 b1 c1")?.answer;
/// assert!(matches!(answer, Answer::Bounds { at_least: Some(0), at_most: None, .. }));
/// # Ok::<(), solveig::Error>(())
/// ```
pub struct Artifact<G: Game = AnyGame> {
    solution: Solution<G>,
}

/// What an artifact states about a position, with moves in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probe {
    /// The value or bound for the side to move.
    pub answer: Answer,
    /// The canonical move, if known.
    pub best_move: Option<String>,
    /// The legal moves in tie-break order, each with its value or bound for the side that plays it.
    pub moves: Vec<MoveProbe>,
}

/// What an artifact states about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveProbe {
    /// The move in the game's notation.
    pub name: String,
    /// Its value or bound for the side that plays it.
    pub answer: Answer,
}

impl Probe {
    /// The value for the side to move, if it is known exactly.
    pub const fn value(&self) -> Option<i32> {
        self.answer.value()
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.answer)?;
        if let Some(best) = &self.best_move {
            write!(f, ", best {best}")?;
        }
        for (number, MoveProbe { name, answer }) in self.moves.iter().enumerate() {
            f.write_str(if number == 0 { "; moves: " } else { ", " })?;
            write!(f, "{name} {answer}")?;
        }
        Ok(())
    }
}

impl Artifact {
    /// Opens an artifact of a built-in game.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not an artifact, or is not of a built-in game. Damage
    /// in the records is found by [`verify`](crate::verify()), or else by the first query that
    /// reads the damaged block.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let reader = Reader::open(&path)?;
        Self::new(
            AnyGame::parse(&reader.header().game)?,
            reader,
            path.as_ref(),
        )
    }
}

impl<G: Solvable> Artifact<G> {
    /// Bytes of the table for searches above the cut. They are short: a small table is faster.
    const MEMORY: u64 = 4 << 20;

    /// Opens an artifact of this game.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not an artifact, or is of another game.
    pub fn open_as(game: G, path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(game, Reader::open(&path)?, path.as_ref())
    }

    fn new(game: G, reader: Reader, path: &Path) -> Result<Self, Error> {
        let settings = Settings {
            memory: Self::MEMORY,
            ..Settings::default()
        };
        let file = path.display().to_string();
        let solution = Solution::new(game, reader, file, &settings)?;
        Ok(Self { solution })
    }

    /// The game whose positions [`probe`](Self::probe) reads.
    pub fn game(&self) -> &G {
        self.solution.artifact().game()
    }

    /// The file's header: scope, cut, value of the start and more.
    pub fn header(&self) -> &Header {
        self.solution.artifact().header()
    }

    /// The reader of the file's records.
    pub fn reader(&self) -> &Reader {
        self.solution.artifact().reader()
    }

    /// All that is known of a position and its moves. The position is a board or a list of moves
    /// from the start, as [`parse_position`](solveig_game::Notation::parse_position) reads it.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a position, or if a block that is read is damaged.
    pub fn probe(&mut self, position: &str) -> Result<Probe, Error> {
        let position = self.game().parse_position(position)?;
        let report = self.report(&position)?;
        let name = |played: Move| self.game().format_move(played);
        Ok(Probe {
            answer: report.answer,
            best_move: report.best_move.map(name),
            moves: report
                .moves
                .iter()
                .map(|one| MoveProbe {
                    name: name(one.played),
                    answer: one.answer,
                })
                .collect(),
        })
    }

    /// All that is known of a position and its moves.
    ///
    /// # Errors
    ///
    /// Fails if a block that is read is damaged.
    pub fn report(&mut self, position: &G::Position) -> Result<SolutionReport, Error> {
        Ok(self.solution.report(position)?)
    }

    /// The value of a position, or what else is known of it, for the side to move.
    ///
    /// # Errors
    ///
    /// Fails if a block that is read is damaged.
    pub fn answer(&mut self, position: &G::Position) -> Result<Answer, Error> {
        Ok(self.solution.answer(position)?)
    }

    /// The canonical move of a position, if known; where the value follows from the moves, one that
    /// reaches it.
    ///
    /// # Errors
    ///
    /// Fails if a block that is read is damaged.
    pub fn best_move(&mut self, position: &G::Position) -> Result<Option<Move>, Error> {
        Ok(self.solution.best_move(position)?)
    }

    /// The line of canonical moves from a position, as far as known. If the value of the position
    /// is known and the scope is not weak, it leads to the end of the game.
    ///
    /// # Errors
    ///
    /// Fails if a block that is read is damaged.
    pub fn principal_variation(&mut self, position: &G::Position) -> Result<Vec<Move>, Error> {
        Ok(self.solution.principal_variation(position)?)
    }

    /// Positions visited by searches above the cut.
    pub fn nodes(&self) -> u64 {
        self.solution.nodes()
    }
}
