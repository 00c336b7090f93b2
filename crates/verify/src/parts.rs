//! Checks in parts: what the parts that are done leave behind, as bytes.
//!
//! A part examines its share of the records. What it found out about others is which of them are
//! needed, and which finished games there are; when all parts are done, that is compared with the
//! files. Whoever goes on from such bytes believes that a check made them.

use std::collections::BTreeSet;
use std::io;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use solveig_format::{BLOCK_RECORDS, Digest, Reader, Roles};

use crate::Rules;
use crate::failure::VerifyError;
use crate::kernel::check::Check;
use crate::kernel::files::EarlierWork;
use crate::kernel::stored::{DecodedBlock, RecordFile};
use crate::kernel::terminals::Terminal;
use crate::report::ClaimCounts;

/// Records for each part of a check that is kept in a folder, and the maximum number of its parts.
const RECORDS_OF_PART: u64 = 1 << 10;
const MAX_PARTS: u64 = 1 << 10;

/// No check counts so much, and sums of such numbers fit.
const MAX_COUNT: u64 = 1 << 54;

/// At most one part of this many of the time goes into saving.
const SAVING: u32 = 20;

/// Part `number`, from 1, of `of` parts of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartNumber {
    /// Which part.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl PartNumber {
    /// Those of so many blocks that belong to the part.
    pub fn blocks(self, count: u64) -> impl ParallelIterator<Item = u64> + Clone {
        let (first, step) = (u64::from(self.number - 1), u64::from(self.of));
        let own = count.saturating_sub(first).div_ceil(step);
        (0..own).into_par_iter().map(move |at| first + at * step)
    }
}

/// Which check it is, which of its parts are done, and what they found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Findings {
    artifact: String,
    certificate: Option<String>,
    program: String,
    plain: bool,
    /// How many parts the check has.
    pub of: u32,
    /// The numbers of those that are done, from 1.
    pub parts: BTreeSet<u32>,
    /// Where they were read, which messages name.
    #[serde(skip)]
    pub origin: String,
    claims: ClaimCounts,
    nodes: u64,
    /// Marks and finished games.
    #[serde(skip)]
    rest: Vec<u8>,
}

/// Why bytes are not findings.
const DAMAGED: &str = "it is not what a part of a check leaves";

/// Takes bytes from the front.
fn take<'a>(bytes: &mut &'a [u8], count: u64) -> Option<&'a [u8]> {
    let (front, rest) = bytes.split_at_checked(usize::try_from(count).ok()?)?;
    *bytes = rest;
    Some(front)
}

/// A number in groups of seven bits, the lowest first, all but the last with the highest bit set.
fn push_number(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn number(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..128).step_by(7) {
        let byte = take(bytes, 1)?[0];
        number |= u128::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

impl Findings {
    /// Nothing yet, of a check of these files in `of` parts, [`plain`](crate::Options::plain) or
    /// not, by the program with this digest.
    pub fn none(
        artifact: &Reader,
        certificate: Option<&Reader>,
        plain: bool,
        program: Digest,
        of: u32,
    ) -> Self {
        Self {
            artifact: artifact.digest().to_string(),
            certificate: certificate.map(|file| file.digest().to_string()),
            program: program.to_string(),
            plain,
            of,
            parts: BTreeSet::new(),
            origin: String::new(),
            claims: ClaimCounts::default(),
            nodes: 0,
            rest: Vec::new(),
        }
    }

    /// How many parts a check of so many records has in a folder.
    pub fn parts_of(records: u64) -> u32 {
        (records / RECORDS_OF_PART).clamp(1, MAX_PARTS) as u32
    }

    /// Reads findings of the same check, in any number of parts.
    ///
    /// # Errors
    ///
    /// Says why they are not.
    pub fn decode(&self, mut bytes: &[u8]) -> Result<Self, &'static str> {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let head = end.and_then(|end| take(&mut bytes, end as u64 + 1));
        let found: Self = serde_json::from_slice(head.ok_or(DAMAGED)?).map_err(|_| DAMAGED)?;
        let ClaimCounts {
            over,
            vacuous,
            artifact,
            certificate,
            search,
        } = found.claims;
        let mut counts = [over, vacuous, artifact, certificate, search, found.nodes].into_iter();
        let has_parts = found.parts.iter().all(|part| (1..=found.of).contains(part));
        if found.artifact != self.artifact {
            Err("it is about another artifact")
        } else if found.certificate != self.certificate {
            Err("it is about another certificate, or none")
        } else if found.program != self.program {
            Err("another version of the program wrote it")
        } else if found.plain != self.plain {
            Err("only one of the two checks is --plain")
        } else if !has_parts || found.of == 0 || counts.any(|count| count >= MAX_COUNT) {
            Err(DAMAGED)
        } else {
            let rest = bytes.to_vec();
            Ok(Self { rest, ..found })
        }
    }
}

/// Which parts of a check to do.
pub struct Parts<'a> {
    /// The check, of which nothing is done.
    pub check: Findings,
    /// What was done before: no part twice.
    pub done: Vec<Findings>,
    /// The parts to do now.
    pub todo: Vec<u32>,
    /// Whether all parts are done then, and what they found is to be compared with the files.
    pub settles: bool,
    /// Keeps the findings of all parts that are done.
    pub save: &'a (dyn Fn(&[u8]) -> io::Result<()> + Sync),
}

impl<R: Rules + ?Sized> Check<'_, R> {
    /// Decides the claims of one part, without looking at marks.
    pub fn examine_part(&self, part: PartNumber) -> Result<(), VerifyError> {
        self.show();
        if part.number == 1 {
            self.check_start()?;
        }
        for (file, stored) in self.files() {
            let blocks = part.blocks(stored.reader.block_count());
            self.check_blocks(blocks, |block| self.check_block(file, stored, block, false))?;
        }
        Ok(())
    }

    /// Checks the marks and counts that all parts left.
    pub fn settle(&mut self, levels: &[u32]) -> Result<(), VerifyError> {
        self.check_levels(levels, |check, file, stored, block| {
            let DecodedBlock {
                level,
                first,
                records,
            } = stored.block(block)?;
            check.budget.go_on()?;
            for (rank, record) in (first..).zip(&records) {
                check.expect_marked(file, stored, level, rank, record)?;
            }
            Ok(0)
        })
    }
}

impl Parts<'_> {
    /// Does the parts, and settles the check if it is to be settled. Returns what was done before.
    pub(crate) fn run<R: Rules + ?Sized>(
        &self,
        check: &mut Check<'_, R>,
        levels: &[u32],
    ) -> Result<EarlierWork, VerifyError> {
        let of = self.check.of;
        let mut now = self.check.clone();
        for findings in &self.done {
            add(check, findings)?;
            for &number in &findings.parts {
                now.parts.insert(number);
                let records = records(check, PartNumber { number, of });
                check.checked.fetch_add(records, Relaxed);
            }
        }
        let before = EarlierWork {
            nodes: self.done.iter().map(|findings| findings.nodes).sum(),
            records: check.checked.load(Relaxed),
        };
        let later = self.todo.iter().map(|&number| PartNumber { number, of });
        let to_do: u64 = later.map(|part| records(check, part)).sum();
        check.total = before.records + to_do;
        let (mut saved, mut cost) = (Instant::now(), Duration::ZERO);
        now.claims = check.claims();
        for (at, &number) in self.todo.iter().enumerate() {
            let examined = check.examine_part(PartNumber { number, of });
            if examined.is_ok() {
                now.parts.insert(number);
                now.claims = check.claims();
            }
            let is_last = at + 1 == self.todo.len();
            let saves = match examined {
                Ok(()) => is_last || saved.elapsed() >= cost * (SAVING - 1),
                // A part that is cut short leaves marks, which are right.
                Err(VerifyError::Undecided(_)) => !now.parts.is_empty(),
                Err(_) => false,
            };
            if saves {
                let begun = Instant::now();
                now.nodes = before.nodes + check.search.nodes();
                let findings = now.encode(check)?;
                (self.save)(&findings).map_err(VerifyError::Unsaved)?;
                check.budget.give_back(findings.len() as u64);
                (saved, cost) = (Instant::now(), begun.elapsed());
            }
            examined?;
        }
        if self.settles {
            check.settle(levels)?;
        }
        Ok(before)
    }
}

impl Findings {
    /// The bytes of these findings, with the marks and finished games of `check`. Their memory is
    /// taken from the budget.
    fn encode<R: Rules + ?Sized>(&self, check: &Check<'_, R>) -> Result<Vec<u8>, VerifyError> {
        let head = serde_json::to_vec(self).map_err(|error| VerifyError::Unsaved(error.into()));
        let mut bytes = head?;
        bytes.push(b'\n');
        for (_, stored) in check.files() {
            for level in stored.reader.levels() {
                let marked = |rank| stored.marked(level.level, rank).map_or(0, Roles::bits);
                bytes.extend((0..level.records).step_by(4).map(|first| {
                    let four = first..level.records.min(first + 4);
                    four.rev().fold(0, |byte, rank| byte << 2 | marked(rank))
                }));
            }
        }
        check.terminals.each_level(check.budget, |level, keys| {
            push_number(&mut bytes, level.into());
            push_number(&mut bytes, keys.len() as u128);
            let mut before = 0;
            for key in keys {
                push_number(&mut bytes, key - before);
                before = *key;
            }
        });
        let what = "what the parts of the check found";
        check.budget.take(bytes.len() as u64, what)?;
        Ok(bytes)
    }
}

/// Adds the findings of other parts.
fn add<R: Rules + ?Sized>(check: &Check<'_, R>, findings: &Findings) -> Result<(), VerifyError> {
    let damaged = || VerifyError::Parts(format!("{}: {DAMAGED}", findings.origin));
    let mut rest = &*findings.rest;
    for (_, stored) in check.files() {
        for level in stored.reader.levels() {
            let marks = take(&mut rest, level.records.div_ceil(4)).ok_or_else(damaged)?;
            for rank in 0..level.records {
                let bits = marks[(rank / 4) as usize] >> (2 * (rank % 4)) & 3;
                if let Some(roles) = Roles::from_bits(bits) {
                    stored.mark(level.level, rank, roles)?;
                }
            }
        }
    }
    while !rest.is_empty() {
        let mut next = || number(&mut rest).ok_or_else(damaged);
        let level = u32::try_from(next()?).map_err(|_| damaged())?;
        let (count, mut key) = (next()?, 0_u128);
        for _ in 0..count {
            key = key.checked_add(next()?).ok_or_else(damaged)?;
            check
                .terminals
                .add(&[Terminal { level, key }], check.budget)?;
        }
    }
    let mut claims = check.claims.lock().unwrap_or_else(PoisonError::into_inner);
    *claims += findings.claims;
    Ok(())
}

/// The number of records of a part.
fn records<R: Rules + ?Sized>(check: &Check<'_, R>, part: PartNumber) -> u64 {
    let of_file = |(_, stored): (_, &RecordFile<'_>)| {
        let blocks = part.blocks(stored.reader.block_count());
        let records = blocks.map(|block| {
            let level = stored.level_of(block);
            let before = (block - level.blocks.start) * BLOCK_RECORDS as u64;
            (level.records - before).min(BLOCK_RECORDS as u64)
        });
        records.sum::<u64>()
    };
    check.files().map(of_file).sum()
}
