//! The encoding of checkpoints: the state of an interrupted search as words of 64 bits.
//!
//! A checkpoint holds the content of tables, not their layout, so that a search can resume with
//! another size of memory. The encoding has no version and no checksum: whoever stores a checkpoint
//! makes sure that it comes back whole, to the same program, for the same game and question.

use std::io::{self, Read, Write};

use solveig_game::{Game, GameExt, Interval, Move, Value, ValueRange};

/// Writes a checkpoint.
pub(crate) struct CheckpointWriter<'a>(pub &'a mut dyn Write);

impl CheckpointWriter<'_> {
    pub fn word(&mut self, word: u64) -> io::Result<()> {
        self.0.write_all(&word.to_le_bytes())
    }

    pub fn wide(&mut self, word: u128) -> io::Result<()> {
        self.0.write_all(&word.to_le_bytes())
    }

    /// Begins a part of this kind.
    pub fn section(&mut self, kind: Section) -> io::Result<()> {
        self.word(kind as u64)
    }
}

pub(crate) struct CheckpointReader<'a>(pub &'a mut dyn Read);

impl CheckpointReader<'_> {
    pub fn word(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub fn wide(&mut self) -> io::Result<u128> {
        let mut bytes = [0; 16];
        self.0.read_exact(&mut bytes)?;
        Ok(u128::from_le_bytes(bytes))
    }

    /// Reads a number of at most `max`; `what` names it in the error.
    pub fn number(&mut self, what: &str, max: u64) -> io::Result<u64> {
        let number = self.word()?;
        match number <= max {
            true => Ok(number),
            false => Err(invalid(format!(
                "{what} of {number}, expected at most {max}"
            ))),
        }
    }

    /// Reads bounds on a value of this range.
    pub fn bounds(&mut self, range: ValueRange) -> io::Result<Interval> {
        let mut value = || {
            let word = self.word()? as i64;
            let value = Value::try_from(word).ok();
            let value = value.filter(|value| range.contains(*value));
            value.ok_or_else(|| invalid(format!("value {word}, which no position has")))
        };
        let (lower, upper) = (value()?, value()?);
        match lower <= upper {
            true => Ok(Interval { lower, upper }),
            false => Err(invalid(format!("value from {lower} to {upper}"))),
        }
    }

    /// Reads a legal move of a position, or none.
    pub fn best_move<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> io::Result<Option<Move>> {
        let code = self.word()?;
        if code == u64::MAX {
            return Ok(None);
        }
        let best = game
            .moves(position)
            .into_iter()
            .find(|one| u64::from(one.0) == code);
        match best {
            Some(best) => Ok(Some(best)),
            None => Err(invalid(format!("move {code}, which is not legal"))),
        }
    }

    /// Reads the beginning of a part of one of two kinds.
    pub fn either(&mut self, one: Section, other: Section) -> io::Result<Section> {
        let found = self.word()?;
        let kind = [one, other].into_iter().find(|kind| found == *kind as u64);
        kind.ok_or_else(|| invalid(format!("part {found:#x}, expected {one:?} or {other:?}")))
    }

    /// Reads the beginning of a part of this kind.
    pub fn section(&mut self, kind: Section) -> io::Result<()> {
        let found = self.word()?;
        match found == kind as u64 {
            true => Ok(()),
            false => Err(invalid(format!("part {found:#x}, expected {kind:?}"))),
        }
    }
}

/// The kind of a part of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Table = 0x5461_626c,
    Answers = 0x416e_7377,
    Zones = 0x5a6f_6e65,
    Patterns = 0x5061_7474,
    Numbers = 0x4e75_6d62,
    Tree = 0x5472_6565,
    Nothing = 0x4e6f_6e65,
}

pub(crate) fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
