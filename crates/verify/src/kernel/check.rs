//! The check: every record, level by level from the start, and every claim on which it rests.
//!
//! *Closure.* The region must hold exactly the positions that its records require. If a record
//! requires the position after a move, that position's record is looked up and *marked*. Levels are
//! checked in ascending order and rise with every move, so a record has all its marks when its
//! level is checked. A record without a mark does not belong to the region.
//!
//! *Values.* A record makes a claim about each child. A claim is decided by the rules if the game
//! is over, by the child's record in the artifact or the certificate, which is checked at its own
//! level, or by search. So the last level rests on the rules alone, and every other level on the
//! rules and later levels.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use solveig_format::{Kind, Reader, Roles, Scope};

use super::owner::{Open, Owner};
use super::search::Search;
use super::stored::{DecodedBlock, RecordFile};
use super::terminals::{Terminal, Terminals};
use crate::bounds::Bounds;
use crate::failure::{Failure, VerifyError, wrong_header};
use crate::limits::Budget;
use crate::report::{ClaimCounts, Progress};
use crate::{Rules, Stage};

/// A running check.
pub struct Check<'a, R: Rules + ?Sized> {
    pub rules: &'a R,
    pub scope: Scope,
    symmetry: bool,
    pub artifact: RecordFile<'a>,
    pub certificate: Option<RecordFile<'a>>,
    pub search: &'a dyn Search<R::Position>,
    pub budget: &'a Budget,
    pub claims: Mutex<ClaimCounts>,
    pub terminals: Terminals,
    /// Records checked, and how many there are to check.
    pub checked: AtomicU64,
    pub total: u64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a, R: Rules + ?Sized> Check<'a, R> {
    /// Prepares the check of files whose bytes are checked. Headers are checked before the records.
    /// If the files are not `consulted`, every claim is left to the rules and the search.
    pub fn new(
        rules: &'a R,
        artifact: &'a Reader,
        certificate: Option<&'a Reader>,
        consulted: bool,
        search: &'a dyn Search<R::Position>,
        budget: &'a Budget,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Self {
        let header = artifact.header();
        let file = |reader| RecordFile::new(reader, consulted, budget);
        Self {
            rules,
            scope: header.scope,
            symmetry: header.symmetry,
            artifact: file(artifact),
            certificate: certificate.map(file),
            search,
            budget,
            claims: Mutex::default(),
            terminals: Terminals::default(),
            checked: AtomicU64::new(0),
            total: artifact.record_count() + certificate.map_or(0, Reader::record_count),
            progress,
        }
    }

    /// The files that there are.
    pub fn files(&self) -> impl Iterator<Item = (Kind, &RecordFile<'a>)> {
        let certificate = self
            .certificate
            .iter()
            .map(|file| (Kind::Certificate, file));
        [(Kind::Artifact, &self.artifact)]
            .into_iter()
            .chain(certificate)
    }

    /// The claims so far, by what decided them.
    pub fn claims(&self) -> ClaimCounts {
        *self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the start, then `levels`: all of the files, ascending.
    pub fn run(&mut self, levels: &[u32]) -> Result<(), VerifyError> {
        self.show();
        self.check_start()?;
        self.check_levels(levels, |check, file, stored, block| {
            check.check_block(file, stored, block, true)
        })
    }

    /// Checks the blocks of `levels` by `check`, and the counts of terminal positions. Frees the
    /// marks of each level after it.
    pub fn check_levels(
        &mut self,
        levels: &[u32],
        check: impl Fn(&Self, Kind, &RecordFile<'a>, u64) -> Result<u64, VerifyError> + Sync,
    ) -> Result<(), VerifyError> {
        for &level in levels {
            self.check_terminals(Some(level))?;
            for (file, stored) in self.files() {
                if let Some(summary) = stored.reader.level(level) {
                    let blocks = summary.blocks.clone().into_par_iter();
                    self.check_blocks(blocks, |block| check(self, file, stored, block))?;
                }
            }
            self.artifact.forget(level);
            if let Some(certificate) = &mut self.certificate {
                certificate.forget(level);
            }
        }
        self.check_terminals(None)
    }

    /// The representative of the start (after an imposed pass), and whether a pass was imposed.
    pub fn start(&self) -> (R::Position, bool) {
        let (start, passed) = self.after_pass(self.rules.start());
        (self.representative(&start), passed)
    }

    /// Checks the header's value of the start, or marks the record of the start.
    pub fn check_start(&self) -> Result<(), VerifyError> {
        let (start, passed) = self.start();
        let stated = self.artifact.reader.header().root_value;
        let value = if passed { -stated } else { stated };
        let (level, key) = (self.rules.level(&start), self.rules.key(&start));
        let fail = |problem: String| Err(self.fault(Kind::Artifact, level, key, problem));
        let bounds = Bounds::exactly(value);
        let right = match self.rules.stage(&start) {
            Stage::Over(utility) => {
                if self.counts_terminals(level) {
                    self.terminals
                        .add(&[Terminal { level, key }], self.budget)?;
                }
                Some(utility == value)
            }
            _ if !self.artifact.covers(level) => Some(self.holds(&start, bounds)?),
            _ => None,
        };
        match right {
            Some(true) => return Ok(()),
            Some(false) => {
                let field = "value of the start";
                return Err(wrong_header(
                    Kind::Artifact,
                    field,
                    &"its true value",
                    &stated,
                ));
            }
            None => {}
        }
        let mut roles = Some(Roles::Both);
        if self.scope == Scope::Weak {
            roles = self.drop_vacuous(bounds, roles).1;
        }
        let Some(roles) = roles else {
            // Every value of the game satisfies both bounds: there is nothing to store.
            return Ok(());
        };
        let Some(found) = self.artifact.find(level, key)? else {
            return fail("expected a record of the start, found none".to_owned());
        };
        let stored = found.record.value;
        if stored != value {
            return fail(format!(
                "the start has value {value:+} by the header, {stored:+} by its record"
            ));
        }
        Ok(self.artifact.mark(level, found.rank, roles)?)
    }

    /// Whether the artifact must state the number of terminal positions of a level.
    pub fn counts_terminals(&self, level: u32) -> bool {
        self.artifact.covers(level) && self.rules.counts_terminal_positions()
    }

    /// Compares the stated counts of terminal positions with those of the region: up to level
    /// `up_to`, whose parents must all have been checked; all for `None`. The certificate must
    /// state zero.
    fn check_terminals(&self, up_to: Option<u32>) -> Result<(), VerifyError> {
        let fail = |file, level, expected: u64, found: u64| {
            let expected = format!("expected {expected} positions in which the game is over");
            let problem = format!("level {level}: {expected}, found {found}");
            Err(Failure::File { file, problem }.into())
        };
        let stated = |level| {
            let summary = self.artifact.reader.level(level);
            summary.map_or(0, |summary| summary.terminals)
        };
        let mut counted = None;
        while let Some((level, count)) = self.terminals.pop_lowest(up_to, self.budget) {
            if stated(level) != count {
                return fail(Kind::Artifact, level, count, stated(level));
            }
            counted = Some(level);
        }
        if let Some(level) = up_to
            && counted != Some(level)
            && stated(level) != 0
        {
            return fail(Kind::Artifact, level, 0, stated(level));
        }
        let certificate = self.certificate.as_ref().zip(up_to);
        let summary = certificate.and_then(|(certificate, level)| certificate.reader.level(level));
        match summary {
            Some(summary) if summary.terminals > 0 => {
                fail(Kind::Certificate, summary.level, 0, summary.terminals)
            }
            _ => Ok(()),
        }
    }

    /// Checks blocks by `check`, which returns how many records it checked.
    pub fn check_blocks(
        &self,
        blocks: impl ParallelIterator<Item = u64>,
        check: impl Fn(u64) -> Result<u64, VerifyError> + Sync,
    ) -> Result<(), VerifyError> {
        // The error of the first block, whichever thread finds one first.
        let error = blocks.find_map_first(|block| {
            let checked = check(block);
            if let Ok(records) = checked {
                self.checked.fetch_add(records, Relaxed);
                self.show();
            }
            checked.err()
        });
        error.map_or(Ok(()), Err)
    }

    /// Checks the records of a block, with their marks if it `settles` them, and returns their
    /// number.
    pub fn check_block(
        &self,
        file: Kind,
        stored: &RecordFile<'a>,
        block: u64,
        settles: bool,
    ) -> Result<u64, VerifyError> {
        let DecodedBlock {
            level,
            first,
            records,
        } = stored.block(block)?;
        let mut owners: Vec<Owner<R::Position>> = Vec::with_capacity(records.len());
        let mut memory = 0;
        let mut stop = None;
        for (rank, record) in (first..).zip(&records) {
            self.budget.go_on()?;
            let marked = match settles {
                true => self.expect_marked(file, stored, level, rank, record),
                false => Ok(()),
            };
            match marked.and_then(|()| self.examine(file, level, *record)) {
                Ok(owner) => {
                    let bytes = (owner.open.len() * size_of::<Open<R::Position>>()) as u64;
                    self.budget.take(bytes, "claims that wait for a search")?;
                    memory += bytes;
                    owners.push(owner);
                }
                Err(why) => {
                    stop = Some(why);
                    break;
                }
            }
        }
        // Search may refute an earlier record than the one at which the loop stopped.
        let open = owners.iter().enumerate();
        let open: Vec<_> = open
            .flat_map(|(at, owner)| owner.open.iter().map(move |open| (at, owner, open)))
            .collect();
        let refuted = open.par_iter().find_map_first(|(at, owner, open)| {
            let why = self.decide_by_search(owner, open).err()?;
            Some((*at, why))
        });
        let sound = refuted.as_ref().map_or(owners.len(), |(at, _)| *at);
        let sound = owners[..sound].par_iter();
        let unreached = sound.find_map_first(|owner| self.expect_reached(owner).err());
        self.budget.give_back(memory);
        let refuted = refuted.map(|(_, why)| why);
        if let Some(why) = unreached.or(refuted).or(stop) {
            return Err(why);
        }
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        for owner in &owners {
            *claims += owner.decided;
        }
        drop(claims);
        let terminals: Vec<_> = owners
            .iter()
            .flat_map(|owner| &owner.terminals)
            .copied()
            .collect();
        self.terminals.add(&terminals, self.budget)?;
        Ok(owners.len() as u64)
    }

    /// The failure for a problem, with the file and position where it was found.
    pub fn fault(&self, file: Kind, level: u32, key: u128, problem: String) -> VerifyError {
        let position = self.rules.position(key);
        let position = position.map(|position| self.rules.describe(&position));
        let position = position.unwrap_or_else(|| "that does not exist".to_owned());
        VerifyError::from(Failure::Position {
            file,
            level,
            key,
            position,
            problem,
        })
    }

    /// The position after an imposed pass, if there is one, and whether there is.
    pub fn after_pass(&self, position: R::Position) -> (R::Position, bool) {
        if self.rules.stage(&position) != Stage::Pass {
            return (position, false);
        }
        let mut after = Vec::new();
        self.rules.children(&position, &mut after);
        (after.pop().unwrap_or(position), true)
    }

    /// The representative: the canonical position if the artifact uses symmetry, else the same.
    pub fn representative(&self, position: &R::Position) -> R::Position {
        if self.symmetry {
            self.rules.canonical(position)
        } else {
            position.clone()
        }
    }

    /// Searches whether the value of `position` is within `bounds`.
    pub fn holds(&self, position: &R::Position, bounds: Bounds) -> Result<bool, VerifyError> {
        let mut holds = true;
        if let Some(least) = bounds.least {
            holds = self.search.at_least(position, least)?;
        }
        if let (true, Some(greatest)) = (holds, bounds.greatest) {
            holds = !self.search.at_least(position, greatest + 1)?;
        }
        Ok(holds)
    }

    /// Reports progress.
    pub fn show(&self) {
        (self.progress)(Progress::Positions {
            done: self.checked.load(Relaxed),
            total: self.total,
        });
    }
}
