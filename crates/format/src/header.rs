//! What a file is about.

use std::fmt;

use crate::Digest;

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Values and moves of the positions of a region.
    Artifact,
    /// What an artifact's own chain does not imply: refutations of the moves not stored.
    Certificate,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Artifact => "an artifact",
            Self::Certificate => "a certificate",
        })
    }
}

/// What is certified (paper 000, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The value of the start: one solution tree for each of its two bounds. Values of positions
    /// are bounds, as their roles say.
    Weak,
    /// Every position that can arise when at least one side plays its canonical moves. Values are
    /// exact.
    SemiStrong,
    /// Every position that play can reach. Values are exact.
    Strong,
}

impl Scope {
    /// The name used in commands and files: `weak`, `semi-strong`, `strong`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::SemiStrong => "semi-strong",
            Self::Strong => "strong",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a file says of itself before its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The artifact that this certificate belongs to; `None` in an artifact.
    pub artifact: Option<Digest>,
    /// What is certified.
    pub scope: Scope,
    /// The spec string of the game: `othello:6x6`.
    pub game: String,
    /// The rule that orders the legal moves of a position, as a phrase for people.
    pub tie_break: String,
    /// Whether a position stands for its whole symmetry class, with the class's least key.
    pub symmetry: bool,
    /// The highest level of which positions are stored; `None` where all are.
    pub cut: Option<u32>,
    /// No position of the game has a level above this.
    pub max_level: u32,
    /// How many low bits of a key may be set: 1 to 128.
    pub key_bits: u32,
    /// The least value the game can end with.
    pub least_value: i32,
    /// The greatest value the game can end with.
    pub greatest_value: i32,
    /// The key under which the start is stored: after passes, and of its representative.
    pub root_key: u128,
    /// The value of the start for the side to move there.
    pub root_value: i32,
}

impl Header {
    /// Whether this is the header of an artifact or of a certificate.
    pub const fn kind(&self) -> Kind {
        match self.artifact {
            None => Kind::Artifact,
            Some(_) => Kind::Certificate,
        }
    }
}
