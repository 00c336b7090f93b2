//! Choices among alternatives, each in as many bits as the number of alternatives needs.

use std::ops::Range;

use crate::{FormatError, OpenFile, Origin};

/// Bytes that are read at a time.
const STRIDE: u64 = 1 << 16;

/// The width of a choice among `of`: that of `of - 1`.
const fn width(of: u32) -> u32 {
    match of {
        0 => 0,
        _ => u32::BITS - (of - 1).leading_zeros(),
    }
}

/// A sequence of moves, each as its index among the legal moves. A single legal move takes no bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenMoves {
    bytes: Vec<u8>,
    /// Bits used in the last byte; 0 for all.
    last_bits: u32,
    count: u64,
}

impl ChosenMoves {
    /// Adds a choice among `of`.
    ///
    /// # Panics
    ///
    /// Panics if `place` is not below `of`.
    pub fn push(&mut self, place: u32, of: u32) {
        assert!(place < of, "place {place} of {of}");
        self.count += u64::from(of > 1);
        for bit in 0..width(of) {
            if self.last_bits == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((place >> bit & 1) as u8) << self.last_bits;
            }
            self.last_bits = (self.last_bits + 1) % 8;
        }
    }

    /// The number of choices among more than one alternative.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The bits, lowest of each byte first; unused bits of the last byte are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Why the next move cannot be read, or why reading cannot end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There are no more moves.
    #[error("the file has no more moves")]
    Missing,
    /// The index is not below the number of moves.
    #[error("the file has the move at place {place} of {of}")]
    NoSuchPlace {
        /// The place of the move among the legal ones, from 0.
        place: u32,
        /// The number of moves.
        of: u32,
    },
    /// Not all moves were read.
    #[error("moves left at the end of the file, which belong to no position: {choices}")]
    Left {
        /// How many are left, if the stated count is right.
        choices: u64,
    },
    /// The file cannot be read any more; [`Choices::failure`] says why.
    #[error("the file cannot be read")]
    Unreadable,
    /// All moves were read, but whole bytes are left, or unused bits of the last byte are not 0.
    #[error("there are bits after the last move")]
    Bits,
}

/// Reads choices in the order in which they were made.
pub struct Choices<'a> {
    source: &'a OpenFile,
    origin: &'a Origin,
    /// Where the choices are.
    bytes: Range<u64>,
    /// Those that were read last, from this offset in the file on.
    window: Vec<u8>,
    from: u64,
    /// The number of bits read.
    at: u64,
    left: u64,
    failure: Option<FormatError>,
}

impl<'a> Choices<'a> {
    pub(super) const fn new(
        source: &'a OpenFile,
        origin: &'a Origin,
        bytes: Range<u64>,
        count: u64,
    ) -> Self {
        Self {
            source,
            origin,
            from: bytes.start,
            bytes,
            window: Vec::new(),
            at: 0,
            left: count,
            failure: None,
        }
    }

    /// Why the file could not be read, if it could not.
    pub fn failure(&mut self) -> Option<FormatError> {
        self.failure.take()
    }

    /// The byte at this place among those of the choices, which do not go back.
    fn byte(&mut self, place: u64) -> Result<u8, ChoiceError> {
        let offset = self.bytes.start + place;
        if !self.bytes.contains(&offset) {
            return Err(ChoiceError::Missing);
        }
        if offset >= self.from + self.window.len() as u64 {
            let next = offset..self.bytes.end.min(offset + STRIDE);
            let (source, mut room) = (self.source, Vec::new());
            let part = source.read(next, &mut room).map(<[u8]>::to_vec);
            self.window = part.map_err(|cause| {
                self.failure = Some(FormatError::io(self.origin, "read")(cause));
                ChoiceError::Unreadable
            })?;
            self.from = offset;
        }
        let byte = self.window.get((offset - self.from) as usize).copied();
        byte.ok_or(ChoiceError::Missing)
    }

    /// The next choice, among `of`.
    ///
    /// # Errors
    ///
    /// Fails if there is none, or if it is not below `of`.
    pub fn next(&mut self, of: u32) -> Result<u32, ChoiceError> {
        if of == 1 {
            return Ok(0);
        }
        self.left = self.left.checked_sub(1).ok_or(ChoiceError::Missing)?;
        let mut place = 0;
        for bit in 0..width(of) {
            let byte = self.byte(self.at / 8)?;
            place |= u32::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        match place < of {
            true => Ok(place),
            false => Err(ChoiceError::NoSuchPlace { place, of }),
        }
    }

    /// Checks that everything has been read.
    ///
    /// # Errors
    ///
    /// Fails if moves or bits are left.
    pub fn finish(&mut self) -> Result<(), ChoiceError> {
        if self.left > 0 {
            return Err(ChoiceError::Left { choices: self.left });
        }
        let length = self.bytes.end - self.bytes.start;
        if length != self.at.div_ceil(8) {
            return Err(ChoiceError::Bits);
        }
        let padding = match self.at % 8 {
            0 => 0,
            bits => self.byte(length - 1)? >> bits,
        };
        match padding {
            0 => Ok(()),
            _ => Err(ChoiceError::Bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [(u32, u32); 9] = [
        (0, 2),
        (1, 2),
        (0, 1),
        (2, 3),
        (9, 10),
        (64, 65),
        (0, 65),
        (u32::MAX - 1, u32::MAX),
        (7, 8),
    ];

    fn of(bytes: &OpenFile, count: u64) -> Choices<'_> {
        Choices::new(bytes, &Origin::MEMORY, 0..bytes.length(), count)
    }

    fn choices() -> ChosenMoves {
        let mut moves = ChosenMoves::default();
        for (place, of) in PLACES {
            moves.push(place, of);
        }
        moves
    }

    #[test]
    fn choices_are_read_as_they_were_made() {
        let moves = choices();
        assert_eq!(moves.count(), 8, "one move is no choice");
        let bits = 1 + 1 + 2 + 4 + 7 + 7 + 32 + 3_usize;
        assert_eq!(moves.bytes().len(), bits.div_ceil(8));
        let bytes = moves.bytes().to_vec().into();
        let mut read = of(&bytes, moves.count());
        for (place, of) in PLACES {
            assert_ne!(read.finish(), Ok(()));
            assert_eq!(read.next(of), Ok(place));
        }
        assert_eq!(read.finish(), Ok(()));
        assert_eq!(read.next(2), Err(ChoiceError::Missing));
    }

    #[test]
    fn what_is_no_place_or_too_much_or_too_little_is_refused() {
        let moves = choices();
        let bytes = vec![0b111].into();
        let mut read = of(&bytes, 1);
        let error = ChoiceError::NoSuchPlace { place: 7, of: 5 };
        assert_eq!(read.next(5), Err(error));
        let all = |bytes: &[u8], count| {
            let bytes = bytes.to_vec().into();
            let mut read = of(&bytes, count);
            for (_, of) in PLACES {
                read.next(of)?;
            }
            read.finish()
        };
        let (bytes, count) = (moves.bytes(), moves.count());
        assert_eq!(all(bytes, count), Ok(()));
        assert_eq!(all(bytes, count - 1), Err(ChoiceError::Missing));
        let left = ChoiceError::Left { choices: 1 };
        assert_eq!(all(bytes, count + 1), Err(left));
        let short = &bytes[..bytes.len() - 1];
        assert_eq!(all(short, count), Err(ChoiceError::Missing));
        let long = [bytes, &[0]].concat();
        assert_eq!(all(&long, count), Err(ChoiceError::Bits));
        let mut padded = bytes.to_vec();
        *padded.last_mut().unwrap() |= 1 << 7;
        assert_eq!(all(&padded, count), Err(ChoiceError::Bits));
    }
}
