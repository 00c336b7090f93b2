//! Descriptions of a game and its files.

#[cfg(feature = "api")]
use serde::Serialize;
use solveig_game::{Game, Notation, ValueRange};
use solveig_games::{AnyGame, BoardLayout, Family, Presentation};

use crate::Side;

/// A game, and the open artifact or proof.
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
    /// What people see of it.
    pub presentation: Presentation,
    /// The least value the game can end with.
    pub least_value: i32,
    /// The greatest value that the game can end with.
    pub greatest_value: i32,
    /// Whether the game can end in a draw, which is worth 0.
    pub draws: bool,
    /// Whether values say who wins alone, and a short search may tell how soon.
    pub has_distances: bool,
    /// The artifact, the first of those of the game itself; `None` without one.
    pub artifact: Option<ArtifactFile>,
    /// The proof; `None` without one.
    pub proof: Option<ProofFile>,
    /// The player whose moves are played; `None` without one.
    pub player: Option<PlayerFile>,
}

/// The table of a player that keeps what it promises, for both sides, from its start on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerFile {
    /// Its name, without folders.
    pub file: String,
    /// The board or the moves from which it promises; `-` is the start of the game.
    pub from: String,
    /// The side to move there, for which the bounds are.
    pub to_move: Side,
    /// What that side reaches at least.
    pub at_least: i32,
    /// What it reaches at most against the player.
    pub at_most: i32,
    /// How many results of others it rests on, which were not checked; `null` if its own campaign
    /// proved the bounds.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub foreign_results: Option<u64>,
}

/// The file of a proof. The checker, which shares no code with the solver, confirmed it before the
/// first answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProofFile {
    /// Its name, without folders.
    pub file: String,
    /// The lower bound that it proves of its position.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub at_least: Option<i32>,
    /// The upper bound that it proves.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub at_most: Option<i32>,
    /// The board from which play to its position starts; `-` is the start of the game.
    pub from: String,
    /// The moves from there to its position.
    pub moves: Vec<String>,
    /// The side to move in its position, for which the bounds are.
    pub to_move: Side,
    /// How many moves of the winner the file holds.
    pub winning_moves: u64,
    /// How many nodes the checker walked.
    pub nodes: u64,
    /// How many answers about positions are kept; in Go a position may have several, for different
    /// histories.
    pub answers: u64,
    /// Its size.
    pub bytes: u64,
    /// The BLAKE3 digest of its content, in hexadecimal.
    pub digest: String,
    /// Whether the rules of the check were written independently of the solver's.
    pub independent: bool,
}

/// The file of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArtifactFile {
    /// Its name, without folders.
    pub file: String,
    /// What is solved: `weak`, `semi-strong` or `strong`.
    pub scope: &'static str,
    /// Whether symmetric positions are stored once.
    pub symmetry: bool,
    /// The greatest level at which positions are stored; `null` where all levels are.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// The BLAKE3 digest of its content, in hexadecimal.
    pub digest: String,
    /// The value of the start for the side that moves first.
    pub root_value: i32,
    /// The counts of each level.
    #[cfg_attr(feature = "api", serde(skip))]
    pub levels: Vec<ArtifactLevel>,
    /// The certificate that was given for it, matched by the artifact's digest;
    /// `null` if none was given. `check` states whether it was checked.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub certificate: Option<CertificateFile>,
    /// What was checked before the first answer.
    pub check: CheckScope,
}

/// The file of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CertificateFile {
    /// Its name, without folders.
    pub file: String,
    /// The greatest level at which positions are stored; `null` where all levels are.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cut: Option<u32>,
    /// How many positions are stored.
    pub positions: u64,
    /// Its size.
    pub bytes: u64,
    /// The BLAKE3 digest of its content, in hexadecimal.
    pub digest: String,
}

/// What was checked of an artifact, and of its certificate if one was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum CheckScope {
    /// Nothing.
    Nothing,
    /// Checksums and digests match: the files are as they were written. Whether their statements
    /// are true was not checked.
    Bytes,
    /// The checker, which shares no code with the solver, confirmed every value and move before
    /// the first answer.
    Solution,
}

/// How many positions of one level are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArtifactLevel {
    /// The level.
    pub level: u32,
    /// Positions stored.
    pub positions: u64,
    /// Positions with the role `optimal` only: the side to move plays canonical moves, the other
    /// side any moves.
    pub optimal: u64,
    /// Positions with the role `free` only: the other side plays canonical moves, the side to move
    /// any moves.
    pub free: u64,
    /// Positions with both roles.
    pub both: u64,
    /// Finished games of the region, which are not stored.
    pub terminals: u64,
}

impl About {
    /// What a front end needs to draw the board without a position.
    pub fn layout(&self) -> BoardLayout {
        BoardLayout {
            family: self.family,
            column_names: self.column_names.clone(),
            row_names: self.row_names.clone(),
            first_row_at_top: self.first_row_at_top,
            sides: self.sides,
        }
    }

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
        // Cells are drawn from the text of a board.
        let has_board = game.format_board(&game.start(), true).is_some();
        let family = match family.has_cells() && !has_board {
            true => Family::Plain,
            false => family,
        };
        Self {
            spec: game.spec(),
            family,
            columns: column_names.len() as u32,
            rows: row_names.len() as u32,
            first_row_at_top,
            column_names,
            row_names,
            sides,
            presentation: game.presentation(),
            least_value: min,
            greatest_value: max,
            has_distances: has_distances(game),
            draws: game.has_draws() && min <= 0 && 0 <= max,
            artifact: None,
            proof: None,
            player: None,
        }
    }
}

/// Whether the value of a position says who wins and no more, and the position alone tells how the
/// play goes on: the rules do not look back on it.
pub(crate) fn has_distances<G: Game>(game: &G) -> bool {
    game.repetition_rule().is_none() && game.value_range() == ValueRange::symmetric(1)
}
