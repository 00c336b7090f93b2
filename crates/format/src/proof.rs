//! Proofs of bounds (`.proof`): the claims about a position, and the winner's moves.
//!
//! Nothing here depends on a game. A move is its index among the legal moves of a position, in as
//! many bits as their number needs. So moves can be read only in the order in which they were
//! written, and with the same rules.

mod choices;

use std::io::Write;
use std::path::Path;

use crate::file::open;
use crate::reading::fields::Fields;
use crate::reading::header::{self, NamedText, length_fault, text, text_fault};
use crate::writing::writer::{Partial, publish};
use crate::{Digest, FormatError, OpenFile, Origin, Part, Result};

pub use crate::magic::PROOF as MAGIC;
pub use choices::{ChoiceError, Choices, ChosenMoves};

/// The last bytes of every whole proof.
const END: [u8; 8] = *b"frPvloS\xf7";

/// The latest version of the format of proofs that is read. It is written for walks in which the
/// loser may repeat positions, and version 1 for all others.
const VERSION: u32 = 2;

/// Bytes before the body of a header: magic, version, length of the body.
const PREAMBLE: usize = 16;

/// Bytes after the moves: number of moves, number of nodes of the walk, digest, magic.
const TRAILER: usize = 56;

/// Bytes that are read at a time.
const STRIDE: u64 = 1 << 18;

/// Greatest magnitude of a bound: bounds are negated from move to move.
const GREATEST: i32 = 1 << 30;

/// What a header has where the walk's memory has no limits.
const UNWRITTEN: MemoryLimits = MemoryLimits {
    of_answer: 0,
    in_all: 0,
    answers: 0,
};

/// Limits of the walk's memory of proved positions; see `docs/explanation/verification.md`. The
/// walk depends on them, so a proof states the limits with which it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    /// Maximum repetition keys listed for one answer.
    pub of_answer: u32,
    /// Maximum repetition keys in all.
    pub in_all: u64,
    /// Maximum answers.
    pub answers: u64,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        Self {
            of_answer: 1 << 9,
            in_all: 1 << 27,
            answers: 1 << 25,
        }
    }
}

/// Where a walk ends, and what it remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkKind {
    /// It ends where the rules decide.
    Rules(MemoryLimits),
    /// It also ends where knowledge of the game beyond its rules decides.
    Knowledge(MemoryLimits),
    /// As with knowledge, but the loser may repeat positions, so that what the walk shows of a
    /// position does not depend on the history. Its memory has no limits.
    LoserMayRepeat,
}

impl WalkKind {
    /// A walk with or without knowledge, in which nobody may repeat positions.
    pub const fn within(memory: MemoryLimits, knowledge: bool) -> Self {
        match knowledge {
            true => Self::Knowledge(memory),
            false => Self::Rules(memory),
        }
    }

    /// Whether knowledge of the game beyond its rules may end the walk.
    pub const fn uses_knowledge(self) -> bool {
        !matches!(self, Self::Rules(_))
    }

    /// The limits of its memory: the greatest numbers where it has none.
    pub const fn memory(self) -> MemoryLimits {
        match self {
            Self::Rules(memory) | Self::Knowledge(memory) => memory,
            Self::LoserMayRepeat => MemoryLimits {
                of_answer: u32::MAX,
                in_all: u64::MAX,
                answers: u64::MAX,
            },
        }
    }

    /// The byte that stands for it in a header.
    const fn mark(self) -> u8 {
        match self {
            Self::Rules(_) => 0,
            Self::Knowledge(_) => 1,
            Self::LoserMayRepeat => 2,
        }
    }
}

/// The header of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofHeader {
    /// The spec string of the game: `go:3x3`.
    pub game: String,
    /// The key of the position from which [`moves`](Self::moves) are played; `None` for the start
    /// of the game.
    pub board: Option<u128>,
    /// The moves that lead to the position of the claims, each as its index among the legal moves.
    pub moves: Vec<u32>,
    /// A lower bound, if claimed, on the position's value for the side to move.
    pub at_least: Option<i32>,
    /// An upper bound, if claimed.
    pub at_most: Option<i32>,
    /// The kind of the walk.
    pub walk: WalkKind,
    /// The program that wrote the file, for people: `solveig 0.1.0`.
    pub program: String,
}

impl ProofHeader {
    /// Why the header is invalid; `None` if it is valid.
    fn fault(&self) -> Option<String> {
        if self.at_least.is_none() && self.at_most.is_none() {
            return Some("nothing is claimed".to_owned());
        }
        for bound in [self.at_least, self.at_most].into_iter().flatten() {
            if !(-GREATEST..=GREATEST).contains(&bound) {
                return Some(format!("a bound of {bound}, beyond {GREATEST}"));
            }
        }
        let too_long = || length_fault(self.body().len());
        let texts = [
            NamedText {
                name: "game",
                text: &self.game,
            },
            NamedText {
                name: "program",
                text: &self.program,
            },
        ];
        text_fault(texts).or_else(too_long)
    }

    const fn version(&self) -> u32 {
        match self.walk {
            WalkKind::Rules(_) | WalkKind::Knowledge(_) => 1,
            WalkKind::LoserMayRepeat => 2,
        }
    }

    fn body(&self) -> Vec<u8> {
        let mut body = vec![
            u8::from(self.at_least.is_some()),
            u8::from(self.at_most.is_some()),
            self.walk.mark(),
            u8::from(self.board.is_some()),
        ];
        body.extend_from_slice(&self.at_least.unwrap_or(0).to_le_bytes());
        body.extend_from_slice(&self.at_most.unwrap_or(0).to_le_bytes());
        let memory = match self.walk {
            WalkKind::Rules(memory) | WalkKind::Knowledge(memory) => memory,
            WalkKind::LoserMayRepeat => UNWRITTEN,
        };
        body.extend_from_slice(&memory.of_answer.to_le_bytes());
        body.extend_from_slice(&memory.in_all.to_le_bytes());
        body.extend_from_slice(&memory.answers.to_le_bytes());
        body.extend_from_slice(&self.board.unwrap_or(0).to_le_bytes());
        body.extend_from_slice(&(self.moves.len() as u32).to_le_bytes());
        for place in &self.moves {
            body.extend_from_slice(&place.to_le_bytes());
        }
        for text in [&self.game, &self.program] {
            body.extend_from_slice(&(text.len() as u32).to_le_bytes());
            body.extend_from_slice(text.as_bytes());
        }
        body
    }

    fn encode(&self) -> Vec<u8> {
        let body = self.body();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.version().to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    fn decode(body: &[u8], version: u32) -> std::result::Result<Self, String> {
        let mut fields = Fields::new(body);
        let short = || "it ends inside a field".to_owned();
        let mut mark = |max: u8| match fields.u8().ok_or_else(short)? {
            mark if mark <= max => Ok(mark),
            other => Err(format!("a mark of {other}, expected at most {max}")),
        };
        let (has_least, has_most) = (mark(1)? == 1, mark(1)? == 1);
        let (walk, has_board) = (mark(2)?, mark(1)? == 1);
        let at_least = fields.i32().ok_or_else(short)?;
        let at_most = fields.i32().ok_or_else(short)?;
        let memory = MemoryLimits {
            of_answer: fields.u32().ok_or_else(short)?,
            in_all: fields.u64().ok_or_else(short)?,
            answers: fields.u64().ok_or_else(short)?,
        };
        let board = fields.u128().ok_or_else(short)?;
        let count = fields.u32().ok_or_else(short)?;
        // Stops at the end of the bytes, whatever the count.
        let moves: Option<_> = (0..count).map(|_| fields.u32()).collect();
        let moves = moves.ok_or_else(short)?;
        let header = Self {
            game: text(&mut fields, "game")?,
            board: has_board.then_some(board),
            moves,
            at_least: has_least.then_some(at_least),
            at_most: has_most.then_some(at_most),
            walk: match walk {
                2 => WalkKind::LoserMayRepeat,
                mark => WalkKind::within(memory, mark == 1),
            },
            program: text(&mut fields, "program")?,
        };
        if !fields.is_empty() {
            return Err("it is longer than its fields".to_owned());
        }
        if header.walk == WalkKind::LoserMayRepeat && memory != UNWRITTEN {
            let expected = "limits of the walk's memory, where the loser may repeat positions: \
                            expected all to be 0, since that walk has none";
            return Err(expected.to_owned());
        }
        if header.body() != body {
            return Err("a field that is not there is not 0".to_owned());
        }
        if header.version() != version {
            let expected = header.version();
            return Err(format!("its walk is of version {expected}, not {version}"));
        }
        match header.fault() {
            None => Ok(header),
            Some(fault) => Err(fault),
        }
    }
}

/// A proof: its header and the winner's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What it claims, of which position.
    pub header: ProofHeader,
    /// The winner's moves: those for the lower bound, then those for the upper bound.
    pub moves: ChosenMoves,
    /// The number of nodes of the walk, of both claims.
    pub nodes: u64,
}

/// A proof as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSummary {
    /// The digest of the file.
    pub digest: Digest,
    /// The length of the file in bytes.
    pub bytes: u64,
}

impl Proof {
    /// The bytes of the file and its digest, which covers all bytes before it.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid.
    pub fn encode(&self) -> Result<(Vec<u8>, Digest)> {
        self.encode_as(Origin::MEMORY)
    }

    fn encode_as(&self, origin: Origin) -> Result<(Vec<u8>, Digest)> {
        if let Some(problem) = self.header.fault() {
            return Err(FormatError::Header { origin, problem });
        }
        let mut bytes = self.header.encode();
        bytes.extend_from_slice(self.moves.bytes());
        bytes.extend_from_slice(&self.moves.count().to_le_bytes());
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        let digest = Digest(*blake3::hash(&bytes).as_bytes());
        bytes.extend_from_slice(&digest.0);
        bytes.extend_from_slice(&END);
        Ok((bytes, digest))
    }

    /// Writes the proof to `path`, waits until it is on the disk, and reads it back before it gets
    /// its name.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid or on an I/O error; a previous file at `path` is then
    /// unchanged.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<ProofSummary> {
        let path = path.as_ref();
        let origin = Origin::file(path);
        let (bytes, digest) = self.encode_as(origin.clone())?;
        let write = || {
            let (partial, mut file) = Partial::create(path)?;
            file.write_all(&bytes)?;
            publish(&file, partial, path, |path| {
                let read = ProofReader::open(path)?;
                Ok(read.digest() == digest && read.byte_length() == bytes.len() as u64)
            })
        };
        write().map_err(FormatError::io(&origin, "write"))?;
        Ok(ProofSummary {
            digest,
            bytes: bytes.len() as u64,
        })
    }
}

/// Whether the file at `path` starts like a proof.
///
/// # Errors
///
/// Fails if it cannot be read.
pub fn is_proof(path: impl AsRef<Path>) -> Result<bool> {
    let (file, mut room) = (open(path.as_ref())?, Vec::new());
    let beginning = file.read(0..file.length().min(MAGIC.len() as u64), &mut room);
    let origin = Origin::file(path.as_ref());
    Ok(beginning.map_err(FormatError::io(&origin, "read"))? == MAGIC)
}

/// Reads a proof. Opening checks everything but the meaning of the moves.
pub struct ProofReader {
    bytes: OpenFile,
    origin: Origin,
    header: ProofHeader,
    /// Where the moves begin, and where they end.
    from: u64,
    to: u64,
    choices: u64,
    nodes: u64,
    digest: Digest,
}

impl ProofReader {
    /// Opens the file at `path` and checks it. If it is changed in place or cut short afterwards,
    /// what is read from then on is an error.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no proof, is of a newer version, or is damaged; the
    /// error says in which part.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_while(path.as_ref(), &mut || Ok(()))
    }

    /// The header of the proof at `path`, of which nothing else is read: no digest covers it yet.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no proof, is of a newer version, or has a damaged
    /// header.
    pub fn header_of(path: impl AsRef<Path>) -> Result<ProofHeader> {
        let origin = Origin::file(path.as_ref());
        let (version, head) = head(&open(path.as_ref())?, &origin)?;
        decoded(&head, version, &origin)
    }

    /// Like [`open`](Self::open), but calls `go_on` many times a second and stops if it fails.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Self::open) does, and as `go_on` does.
    pub fn open_while<E: From<FormatError>>(
        path: &Path,
        go_on: &mut dyn FnMut() -> std::result::Result<(), E>,
    ) -> std::result::Result<Self, E> {
        Self::named(open(path)?, Origin::file(path), go_on)
    }
}

/// The version of a proof, and its bytes up to the moves.
fn head(bytes: &OpenFile, origin: &Origin) -> Result<(u32, Vec<u8>)> {
    let damaged = |problem| FormatError::damaged(origin, Part::Header, problem);
    let (all, mut room) = (bytes.length(), Vec::new());
    let mut read = |length| {
        let part = bytes.read(0..length, &mut room).map(<[u8]>::to_vec);
        part.map_err(FormatError::io(origin, "read"))
    };
    if all < PREAMBLE as u64 {
        return Err(damaged(format!(
            "the file ends inside it, after {all} bytes"
        )));
    }
    let start = read(PREAMBLE as u64)?;
    let mut fields = Fields::new(&start);
    match fields.bytes() {
        Some(MAGIC) => {}
        Some(header::MAGIC) => return Err(FormatError::no_proof(origin)),
        _ => return Err(FormatError::foreign(origin, "it starts with other bytes")),
    }
    let (version, length) = (fields.u32().unwrap_or(0), fields.u32().unwrap_or(0));
    if version > VERSION {
        return Err(FormatError::newer(origin, version, VERSION));
    }
    if version == 0 {
        return Err(damaged("format version 0 does not exist".to_owned()));
    }
    let end = PREAMBLE as u64 + u64::from(length);
    if let Some(problem) = length_fault(length as usize) {
        return Err(damaged(problem));
    }
    if all < end + TRAILER as u64 {
        let problem = format!("its length is {length} bytes, more than the file has");
        return Err(damaged(problem));
    }
    Ok((version, read(end)?))
}

fn decoded(head: &[u8], version: u32, origin: &Origin) -> Result<ProofHeader> {
    let header = ProofHeader::decode(head.get(PREAMBLE..).unwrap_or_default(), version);
    header.map_err(|problem| FormatError::damaged(origin, Part::Header, problem))
}

impl ProofReader {
    /// Like [`open`](ProofReader::open), for bytes in memory.
    ///
    /// # Errors
    ///
    /// Fails if they are not a whole proof.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::named(bytes.into().into(), Origin::MEMORY, &mut || Ok(()))
    }

    fn named<E: From<FormatError>>(
        bytes: OpenFile,
        origin: Origin,
        go_on: &mut dyn FnMut() -> std::result::Result<(), E>,
    ) -> std::result::Result<Self, E> {
        let damaged = |part, problem| E::from(FormatError::damaged(&origin, part, problem));
        let (version, head) = head(&bytes, &origin)?;
        let mut room = Vec::new();
        let mut read = |range| {
            let part = bytes.read(range, &mut room).map(<[u8]>::to_vec);
            part.map_err(FormatError::io(&origin, "read"))
        };
        let (from, all) = (head.len() as u64, bytes.length());
        let to = all - TRAILER as u64;
        let trailer = read(to..all)?;
        let mut fields = Fields::new(&trailer);
        let (Some(choices), Some(nodes), Some(stated), Some(end)) =
            (fields.u64(), fields.u64(), fields.bytes(), fields.bytes())
        else {
            return Err(damaged(Part::Trailer, "it ends inside a field".to_owned()));
        };
        if end != END {
            let problem = "the file does not end as a whole proof does: it was cut short, or \
                           something was added";
            return Err(damaged(Part::Trailer, problem.to_owned()));
        }
        let bits = (to - from).saturating_mul(8);
        if choices > bits {
            let problem =
                format!("it states {choices} moves, expected at most {bits}, a bit for each");
            return Err(damaged(Part::Trailer, problem));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head);
        let mut at = from;
        while at < to {
            go_on()?;
            let next = to.min(at + STRIDE);
            hasher.update(&read(at..next)?);
            at = next;
        }
        hasher.update(&trailer[..16]);
        let (digest, stated) = (Digest(*hasher.finalize().as_bytes()), Digest(stated));
        if digest != stated {
            let problem = format!("the digest is {digest}, expected {stated}");
            return Err(damaged(Part::Trailer, problem));
        }
        let header = decoded(&head, version, &origin)?;
        Ok(Self {
            origin,
            header,
            from,
            to,
            choices,
            nodes,
            digest,
            bytes,
        })
    }

    /// What the proof is about.
    pub const fn header(&self) -> &ProofHeader {
        &self.header
    }

    /// The number of the winner's moves.
    pub const fn choices(&self) -> u64 {
        self.choices
    }

    /// The number of nodes of the walk, as the file states it.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The digest, recomputed.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// The length of the file in bytes.
    pub fn byte_length(&self) -> u64 {
        self.bytes.length()
    }

    /// Reads the moves from the first.
    pub fn moves(&self) -> Choices<'_> {
        Choices::new(&self.bytes, &self.origin, self.from..self.to, self.choices)
    }
}
