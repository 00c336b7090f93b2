//! The header of a file: what the file is about.

use xxhash_rust::xxh3::xxh3_64;

use super::bits::width_of;
use super::fields::Fields;
use crate::{Digest, FormatError, Origin, Part};

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
    /// Refutations of the moves that an artifact does not store, which its own records do not
    /// imply.
    Certificate,
}

/// The kind of solution (Takizawa 2026, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The value of the start, by a solution tree for each of its two bounds. Values of positions
    /// are bounds; the roles determine which.
    Weak,
    /// Every position that can arise when at least one side plays its canonical moves. Values are
    /// exact.
    SemiStrong,
    /// Every position that play can reach. Values are exact.
    Strong,
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The artifact that this certificate belongs to; `None` in an artifact.
    pub artifact: Option<Digest>,
    /// The kind of solution.
    pub scope: Scope,
    /// The spec string of the game: `othello:6x6`.
    pub game: String,
    /// The rule that orders the legal moves of a position, as a phrase for people.
    pub tie_break: String,
    /// Whether a position stands for its whole symmetry class, with the class's least key.
    pub symmetry: bool,
    /// The highest level whose positions are stored; `None` if all are.
    pub cut: Option<u32>,
    /// No position of the game has a level above this.
    pub max_level: u32,
    /// The width of a key in bits: 1 to 128.
    pub key_bits: u32,
    /// The least value the game can end with.
    pub least_value: i32,
    /// The greatest value the game can end with.
    pub greatest_value: i32,
    /// The key under which the start is stored: that of its representative, after passes.
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

    /// Why the header is invalid; `None` if it is valid.
    pub(crate) fn fault(&self) -> Option<String> {
        let (least, greatest) = (self.least_value, self.greatest_value);
        if !(1..=128).contains(&self.key_bits) {
            return Some(format!("keys of {} bits, expected 1 to 128", self.key_bits));
        }
        let (key, bits) = (self.root_key, self.key_bits);
        if width_of(key) > bits {
            return Some(format!("root key {key:#x} has more than {bits} bits"));
        }
        // i32::MIN has no negation, and values are negated from move to move.
        if least > greatest || least == i32::MIN {
            return Some(format!("values from {least} to {greatest} are no range"));
        }
        let value = self.root_value;
        if value < least || greatest < value {
            return Some(format!(
                "root value {value} is not from {least} to {greatest}"
            ));
        }
        let highest = self.max_level;
        if let Some(cut) = self.cut.filter(|cut| *cut > highest) {
            return Some(format!("cut {cut} is above the highest level {highest}"));
        }
        text_fault([
            NamedText {
                name: "game",
                text: &self.game,
            },
            NamedText {
                name: "tie-break rule",
                text: &self.tie_break,
            },
        ])
    }

    /// Reads the header at the start of a file. Returns the offset of the first block, too.
    pub(crate) fn open(file: &[u8], origin: &Origin) -> Result<(Self, usize), FormatError> {
        let damaged = |problem| FormatError::damaged(origin, Part::Header, problem);
        let length = file.len();
        let cut_short = || damaged(format!("the file ends inside it, after {length} bytes"));
        if file.is_empty() {
            return Err(FormatError::foreign(origin, "it is empty"));
        }
        if !file.starts_with(&MAGIC[..length.min(MAGIC.len())]) {
            return Err(FormatError::other_start(origin, file));
        }
        let mut fields = Fields::new(file.get(MAGIC.len()..).unwrap_or_default());
        let found = fields.u32().ok_or_else(cut_short)?;
        if found > VERSION {
            return Err(FormatError::newer(origin, found, VERSION));
        }
        if found == 0 {
            return Err(damaged("format version 0 does not exist".to_owned()));
        }
        let body = fields.u32().ok_or_else(cut_short)? as usize;
        if let Some(problem) = length_fault(body) {
            return Err(damaged(problem));
        }
        let (content, rest) = file
            .split_at_checked(PREAMBLE + body)
            .ok_or_else(cut_short)?;
        let stated = Fields::new(rest).u64().ok_or_else(cut_short)?;
        let actual = xxh3_64(content);
        if actual != stated {
            let problem = format!("checksum is {actual:016x}, expected {stated:016x}");
            return Err(damaged(problem));
        }
        let header = Self::decode(&content[PREAMBLE..]).map_err(damaged)?;
        Ok((header, content.len() + size_of::<u64>()))
    }

    /// Reads the body of a header.
    fn decode(body: &[u8]) -> Result<Self, String> {
        let mut fields = Fields::new(body);
        let short = || "it ends inside a field".to_owned();
        let kind = fields.u8().ok_or_else(short)?;
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
        let [least_value, greatest_value, root_value] = [fields.i32(), fields.i32(), fields.i32()];
        let header = Self {
            scope,
            symmetry,
            key_bits,
            max_level,
            cut,
            least_value: least_value.ok_or_else(short)?,
            greatest_value: greatest_value.ok_or_else(short)?,
            root_value: root_value.ok_or_else(short)?,
            root_key: fields.u128().ok_or_else(short)?,
            artifact: match kind {
                1 => None,
                2 => Some(Digest(fields.bytes().ok_or_else(short)?)),
                other => return Err(format!("kind {other}, expected 1 or 2")),
            },
            game: text(&mut fields, "game")?,
            tie_break: text(&mut fields, "tie-break rule")?,
        };
        if !fields.is_empty() {
            return Err("it is longer than its fields".to_owned());
        }
        header.fault().map_or(Ok(header), Err)
    }
}

/// A text of a header, and what messages call it.
pub(crate) struct NamedText<'a> {
    pub(crate) name: &'static str,
    pub(crate) text: &'a str,
}

/// What is wrong with texts that are shown on terminals; `None` if nothing.
pub(crate) fn text_fault(texts: [NamedText<'_>; 2]) -> Option<String> {
    let unfit = |text: &str| text.is_empty() || text.chars().any(char::is_control);
    let NamedText { name, text } = texts.into_iter().find(|one| unfit(one.text))?;
    Some(format!(
        "the {name} {text:?} is empty or has control characters"
    ))
}

/// What is wrong with the length of a body; `None` if nothing.
pub(crate) fn length_fault(length: usize) -> Option<String> {
    (length > LONGEST_BODY).then(|| format!("{length} bytes long, expected at most {LONGEST_BODY}"))
}

/// Reads a text after its length.
pub(crate) fn text(fields: &mut Fields<'_>, name: &str) -> Result<String, String> {
    let bytes = fields.prefixed().ok_or("it ends inside a field")?;
    String::from_utf8(bytes.to_vec()).map_err(|_| format!("the {name} is not UTF-8"))
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
        let bytes = crate::writing::header::encode(header);
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
        let changes: [fn(&mut Header); 10] = [
            |header| header.key_bits = 0,
            |header| header.key_bits = 129,
            |header| header.key_bits = 57,
            |header| header.least_value = 37,
            |header| header.least_value = i32::MIN,
            |header| header.root_value = 37,
            |header| header.root_value = -37,
            |header| header.cut = Some(37),
            |header| header.game.clear(),
            |header| header.tie_break = "\u{1b}[2J".into(),
        ];
        for change in changes {
            let mut header = header();
            change(&mut header);
            assert!(header.fault().is_some(), "{header:?}");
        }
        assert_eq!(header().fault(), None);
    }
}
