//! What a file is about.

use std::fmt;

use xxhash_rust::xxh3::xxh3_64;

use crate::Digest;
use crate::bits::width_of;
use crate::fields::Fields;

/// The first bytes of every file.
pub(crate) const MAGIC: [u8; 8] = *b"\xf7Solveig";

/// The version of the format that is written, and the latest that is read.
pub(crate) const VERSION: u32 = 1;

/// Bytes before the body of a header: magic, version, length of the body.
pub(crate) const PREAMBLE: usize = 16;

/// A header body is no longer than this.
pub(crate) const LONGEST_BODY: usize = 1 << 16;

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

    /// What makes a header nonsense, if anything does.
    pub(crate) fn fault(&self) -> Option<String> {
        let (least, greatest) = (self.least_value, self.greatest_value);
        if !(1..=128).contains(&self.key_bits) {
            return Some(format!("keys of {} bits, expected 1 to 128", self.key_bits));
        }
        if width_of(self.root_key) > self.key_bits {
            return Some(format!(
                "root key {:#x} has more than {} bits",
                self.root_key, self.key_bits
            ));
        }
        // i32::MIN has no negation, and values are negated from move to move.
        if least > greatest || least == i32::MIN {
            return Some(format!("values from {least} to {greatest} are no range"));
        }
        if self.root_value < least || greatest < self.root_value {
            return Some(format!(
                "root value {} is not from {least} to {greatest}",
                self.root_value
            ));
        }
        if let Some(cut) = self.cut.filter(|cut| *cut > self.max_level) {
            return Some(format!(
                "cut {cut} is above the highest level {}",
                self.max_level
            ));
        }
        for (name, text) in [("game", &self.game), ("tie-break rule", &self.tie_break)] {
            // The texts are shown on terminals.
            if text.is_empty() || text.chars().any(char::is_control) {
                return Some(format!(
                    "the {name} {text:?} is empty or has control characters"
                ));
            }
        }
        let length = self.body().len();
        if length > LONGEST_BODY {
            return Some(format!(
                "{length} bytes long, expected at most {LONGEST_BODY}"
            ));
        }
        None
    }

    fn body(&self) -> Vec<u8> {
        let mut body = vec![
            self.kind() as u8 + 1,
            self.scope as u8 + 1,
            u8::from(self.symmetry),
            self.key_bits as u8,
        ];
        body.extend_from_slice(&self.max_level.to_le_bytes());
        body.extend_from_slice(&u32::from(self.cut.is_some()).to_le_bytes());
        body.extend_from_slice(&self.cut.unwrap_or(0).to_le_bytes());
        body.extend_from_slice(&self.least_value.to_le_bytes());
        body.extend_from_slice(&self.greatest_value.to_le_bytes());
        body.extend_from_slice(&self.root_value.to_le_bytes());
        body.extend_from_slice(&self.root_key.to_le_bytes());
        if let Some(Digest(digest)) = self.artifact {
            body.extend_from_slice(&digest);
        }
        for text in [&self.game, &self.tie_break] {
            body.extend_from_slice(&(text.len() as u32).to_le_bytes());
            body.extend_from_slice(text.as_bytes());
        }
        body
    }

    /// The header as bytes, from the first of the file up to the first block. It must be without
    /// [`fault`](Self::fault).
    pub(crate) fn encode(&self) -> Vec<u8> {
        let body = self.body();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        let checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the body of a header.
    pub(crate) fn decode(body: &[u8]) -> Result<Self, String> {
        let mut fields = Fields::new(body);
        let short = || "it ends inside a field".to_owned();
        let kind = match fields.u8().ok_or_else(short)? {
            1 => Kind::Artifact,
            2 => Kind::Certificate,
            other => return Err(format!("kind {other}, expected 1 or 2")),
        };
        let scope = match fields.u8().ok_or_else(short)? {
            1 => Scope::Weak,
            2 => Scope::SemiStrong,
            3 => Scope::Strong,
            other => return Err(format!("scope {other}, expected 1, 2 or 3")),
        };
        let symmetry = match fields.u8().ok_or_else(short)? {
            0 => false,
            1 => true,
            other => return Err(format!("symmetry {other}, expected 0 or 1")),
        };
        let key_bits = u32::from(fields.u8().ok_or_else(short)?);
        let max_level = fields.u32().ok_or_else(short)?;
        let has_cut = fields.u32().ok_or_else(short)?;
        let cut = match (has_cut, fields.u32().ok_or_else(short)?) {
            (0, 0) => None,
            (1, cut) => Some(cut),
            (other, cut) => return Err(format!("cut {other}, {cut}, expected 0, 0 or 1, level")),
        };
        let least_value = fields.i32().ok_or_else(short)?;
        let greatest_value = fields.i32().ok_or_else(short)?;
        let root_value = fields.i32().ok_or_else(short)?;
        let root_key = fields.u128().ok_or_else(short)?;
        let artifact = match kind {
            Kind::Artifact => None,
            Kind::Certificate => Some(Digest(fields.bytes().ok_or_else(short)?)),
        };
        let mut text = |name| {
            let bytes = fields.prefixed().ok_or_else(short)?.to_vec();
            String::from_utf8(bytes).map_err(|_| format!("the {name} is not UTF-8"))
        };
        let header = Self {
            artifact,
            scope,
            game: text("game")?,
            tie_break: text("tie-break rule")?,
            symmetry,
            cut,
            max_level,
            key_bits,
            least_value,
            greatest_value,
            root_key,
            root_value,
        };
        if !fields.is_empty() {
            return Err("it is longer than its fields".to_owned());
        }
        match header.fault() {
            None => Ok(header),
            Some(fault) => Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            artifact: Some(Digest([7; 32])),
            scope: Scope::Weak,
            game: "othello:6x6".into(),
            tie_break: "ascending square index".into(),
            symmetry: true,
            cut: Some(0),
            max_level: 36,
            key_bits: 58,
            least_value: -36,
            greatest_value: 36,
            root_key: (1 << 58) - 1,
            root_value: -36,
        }
    }

    fn body(header: &Header) -> Vec<u8> {
        let bytes = header.encode();
        bytes[PREAMBLE..bytes.len() - 8].to_vec()
    }

    #[test]
    fn a_header_reads_as_it_was_written() {
        let certificate = header();
        let artifact = Header {
            artifact: None,
            scope: Scope::Strong,
            cut: None,
            symmetry: false,
            ..header()
        };
        for header in [certificate, artifact] {
            assert_eq!(Header::decode(&body(&header)), Ok(header));
        }
    }

    #[test]
    fn a_body_cut_short_or_made_longer_is_refused() {
        let whole = body(&header());
        for length in 0..whole.len() {
            assert!(Header::decode(&whole[..length]).is_err(), "{length}");
        }
        assert!(Header::decode(&[&whole[..], &[0]].concat()).is_err());
    }

    #[test]
    fn nonsense_has_a_fault() {
        let nonsense = [
            Header {
                key_bits: 0,
                ..header()
            },
            Header {
                key_bits: 129,
                ..header()
            },
            Header {
                key_bits: 57,
                ..header()
            },
            Header {
                least_value: 37,
                ..header()
            },
            Header {
                least_value: i32::MIN,
                ..header()
            },
            Header {
                root_value: 37,
                ..header()
            },
            Header {
                root_value: -37,
                ..header()
            },
            Header {
                cut: Some(37),
                ..header()
            },
            Header {
                game: String::new(),
                ..header()
            },
            Header {
                tie_break: "\u{1b}[2J".into(),
                ..header()
            },
            Header {
                tie_break: "x".repeat(LONGEST_BODY),
                ..header()
            },
        ];
        for one in nonsense {
            assert!(one.fault().is_some(), "{one:?}");
        }
        assert_eq!(header().fault(), None);
    }
}
