//! Descriptions of a game and its files.

use solveig_game::{Game, ValueRange};
use solveig_games::{AnyGame, BoardLayout, Family};

/// A game, and the open artifact.
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
    /// The names of the sides, the one that moves first in front.
    pub sides: [&'static str; 2],
    /// The least value the game can end with.
    pub least_value: i32,
    /// The greatest value.
    pub greatest_value: i32,
    /// Whether the game can end in a draw, which is worth 0.
    pub draws: bool,
    /// The artifact; `None` without one.
    pub artifact: Option<ArtifactAbout>,
}

/// An artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactAbout {
    /// The name of its file, without folders.
    pub file: String,
    /// The scope: `weak`, `semi-strong` or `strong`.
    pub scope: &'static str,
    /// Whether one position is stored for each symmetry class.
    pub symmetry: bool,
    /// The highest stored level; `None` if all levels are stored.
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The file's digest in hexadecimal.
    pub digest: String,
    /// The value of the start, for the side that moves first.
    pub root_value: i32,
    /// The counts of each level.
    pub levels: Vec<LevelAbout>,
    /// Its certificate, if one was opened with it.
    pub certificate: Option<CertificateAbout>,
    /// What was checked before the first answer.
    pub checked: Checked,
}

/// A certificate, which belongs to the artifact by its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateAbout {
    /// The name of its file, without folders.
    pub file: String,
    /// The highest stored level; `None` if all levels are stored.
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The file's digest in hexadecimal.
    pub digest: String,
}

/// How far an artifact, and its certificate if there is one, were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checked {
    /// Nothing, not even the bytes.
    Nothing,
    /// The bytes, against all checksums and digests: the files are undamaged. Their statements were
    /// not checked.
    Bytes,
    /// The solution: a checker has confirmed it
    /// ([`Evidence::confirmed`](crate::Evidence::confirmed)).
    Solution,
}

/// The counts of one level of an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelAbout {
    /// The level.
    pub level: u32,
    /// Stored positions.
    pub positions: u64,
    /// Positions with only the role "lower": a value that one move reaches.
    pub optimal: u64,
    /// Positions with only the role "upper": a value that no move exceeds.
    pub free: u64,
    /// Positions with both roles.
    pub both: u64,
    /// Terminal positions, which are counted, not stored.
    pub terminals: u64,
}

impl About {
    /// The description of a game without an artifact.
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
