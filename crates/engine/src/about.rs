//! What can be said of a game without a position.

use solveig_game::{Game, ValueRange};
use solveig_games::{AnyGame, BoardLayout, Family};

/// A game, and the artifact that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The spec: `othello:6x6`.
    pub spec: String,
    /// The kind of board.
    pub family: Family,
    /// How many columns the board has; 0 without a board.
    pub columns: u32,
    /// How many rows it has; 0 without a board.
    pub rows: u32,
    /// Whether row 1 is drawn at the top.
    pub first_row_at_top: bool,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// The names of the rows, row 1 first.
    pub row_names: Vec<String>,
    /// What the sides are called, the one that moves first before the other.
    pub sides: [&'static str; 2],
    /// The least value the game can end with.
    pub least_value: i32,
    /// The greatest one.
    pub greatest_value: i32,
    /// Whether the game can end in a draw, which is worth 0.
    pub draws: bool,
    /// The artifact; `None` if all is searched.
    pub artifact: Option<ArtifactAbout>,
}

/// An artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactAbout {
    /// The name of its file, without folders.
    pub file: String,
    /// What is certified: `weak`, `semi-strong`, `strong`.
    pub scope: &'static str,
    /// Whether a position stands for its whole symmetry class.
    pub symmetry: bool,
    /// The highest level of which positions are stored; `None` where all are.
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The file's digest in hexadecimal.
    pub digest: String,
    /// The value of the start, for the side that moves first.
    pub root_value: i32,
    /// What is stored, level by level.
    pub levels: Vec<LevelAbout>,
    /// Its certificate; `None` where none was opened with it.
    pub certificate: Option<CertificateAbout>,
    /// What was checked before anything was answered from it.
    pub checked: Checked,
}

/// A certificate that carries the digest of the artifact it was opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateAbout {
    /// The name of its file, without folders.
    pub file: String,
    /// The highest level of which positions are stored; `None` where all are.
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The file's digest in hexadecimal.
    pub digest: String,
}

/// What was checked of an artifact, and of its certificate if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checked {
    /// Nothing, not even the bytes.
    Nothing,
    /// The bytes, against every checksum and digest: the files are as they were written. Whether
    /// what they state is true was not checked.
    Bytes,
    /// The solution: a checker confirmed it ([`Evidence::confirmed`](crate::Evidence::confirmed)).
    Solution,
}

/// What an artifact holds of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelAbout {
    /// The level.
    pub level: u32,
    /// Stored positions.
    pub positions: u64,
    /// Those which only carry the role "lower": a value that one move reaches.
    pub optimal: u64,
    /// Those which only carry the role "upper": a value that no move exceeds.
    pub free: u64,
    /// Those which carry both.
    pub both: u64,
    /// Positions in which the game is over. They are counted, not stored.
    pub terminals: u64,
}

impl About {
    /// What there is to say of a game alone.
    pub(crate) fn of(game: &AnyGame) -> Self {
        let BoardLayout {
            family,
            column_names,
            row_names,
            first_row_at_top,
            sides,
        } = game.layout();
        let ValueRange { min, max } = game.value_range();
        Self {
            spec: game.spec(),
            family,
            columns: column_names.len() as u32,
            rows: row_names.len() as u32,
            first_row_at_top,
            column_names,
            row_names,
            sides,
            least_value: min,
            greatest_value: max,
            draws: game.has_draws() && min <= 0 && 0 <= max,
            artifact: None,
        }
    }
}
