//! The check itself: level by level from the start, every record and every claim it rests on.
//!
//! A record is *demanded* by the records above it: that is how the region's closure is checked, in
//! both directions. A position that a record's role obliges to be stored is looked up and marked; a
//! record that nobody has marked when its level's turn comes does not belong. What a record says of
//! values is a claim about each of its children, and every claim is settled on the spot: by the
//! rules where the game is over, by the child's record in the artifact or the certificate (which is
//! checked when its own level comes), or by the checker's own search. Levels rise with every move,
//! so that the last level rests on the rules alone, each other one on those after it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use solveig_format::{Kind, Reader, Roles, Scope};

use crate::bounds::Bounds;
use crate::chunk::Chunk;
use crate::failure::{Failure, Problem, VerifyError};
use crate::report::{Claims, Progress};
use crate::search::Searcher;
use crate::stored::{Request, Stored};
use crate::table::Table;
use crate::terminals::Terminals;
use crate::{Rules, Stage};

/// Most blocks whose claims are held in memory at once by each thread.
const CHUNK_BLOCKS: u64 = 256;

/// About how many positions are searched between two reports of progress.
const NODES_BETWEEN: u64 = 1 << 22;

/// A check under way.
pub struct Check<'a, R: Rules, B: AsRef<[u8]>> {
    pub rules: &'a R,
    pub scope: Scope,
    symmetry: bool,
    pub range: (i32, i32),
    pub artifact: Stored<'a, B>,
    /// The highest level the artifact stores.
    pub cut: u32,
    pub certificate: Option<Stored<'a, B>>,
    /// The highest level the certificate covers; `None` without one.
    pub certificate_cut: Option<u32>,
    /// One for each thread.
    searchers: Vec<Mutex<Searcher<R::Position>>>,
    /// What their searches have proved.
    table: Table,
    claims: Mutex<Claims>,
    /// The terminal positions of the region, where the artifact counts them.
    terminals: Option<Terminals>,
    checked: AtomicU64,
    nodes: AtomicU64,
    progress: &'a (dyn Fn(Progress) + Sync),
    /// The records of both files.
    total: u64,
}

impl<'a, R: Rules, B: AsRef<[u8]> + Sync> Check<'a, R, B> {
    /// Prepares the check of files whose bytes and headers are found right, by `threads` threads.
    pub fn new(
        rules: &'a R,
        artifact: &'a Reader<B>,
        certificate: Option<&'a Reader<B>>,
        threads: usize,
        memory: usize,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Result<Self, VerifyError> {
        let header = artifact.header();
        let counts = artifact.levels().iter().any(|level| level.terminals > 0);
        let whole = |cut: Option<u32>| cut.unwrap_or(u32::MAX);
        Ok(Self {
            rules,
            scope: header.scope,
            symmetry: header.symmetry,
            range: rules.value_range(),
            artifact: Stored::new(artifact, header.scope == Scope::Weak)?,
            cut: whole(header.cut),
            certificate: certificate
                .map(|certificate| Stored::new(certificate, true))
                .transpose()?,
            certificate_cut: certificate.map(|certificate| whole(certificate.header().cut)),
            searchers: (0..threads).map(|_| Mutex::new(Searcher::new())).collect(),
            table: Table::new(rules.key_bits(), rules.value_range(), memory),
            claims: Mutex::default(),
            terminals: counts.then(Terminals::default),
            checked: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            progress,
            total: artifact.record_count() + certificate.map_or(0, Reader::record_count),
        })
    }

    /// How claims have been settled so far.
    pub fn claims(&self) -> Claims {
        *self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Positions visited by searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The position that stands for the start, and whether a pass leads there.
    pub fn start(&self) -> (R::Position, bool) {
        let start = self.rules.start();
        if self.rules.stage(&start) != Stage::Pass {
            return (self.representative(&start), false);
        }
        let mut after = Vec::new();
        self.rules.children(&start, &mut after);
        (self.representative(&after.pop().unwrap_or(start)), true)
    }

    /// Demands a record of the start with the header's value.
    pub fn demand_start(&self) -> Result<(), VerifyError> {
        let (start, passed) = self.start();
        let stated = self.artifact.reader().header().root_value;
        let value = if passed { -stated } else { stated };
        let (level, key) = (self.rules.level(&start), self.rules.key(&start));
        let fail = |problem| {
            Err(VerifyError::from(Failure::Position {
                file: Kind::Artifact,
                level,
                key,
                position: self.rules.describe(&start),
                problem,
            }))
        };
        let mut bounds = Bounds::NONE.at_least(value).at_most(value);
        let right = match self.rules.stage(&start) {
            Stage::Over(utility) => {
                if let Some(terminals) = &self.terminals {
                    terminals.add(&[(level, key)]);
                }
                Some(utility == value)
            }
            _ if level > self.cut => Some(self.search(&start, bounds)),
            _ => None,
        };
        match right {
            Some(true) => return Ok(()),
            Some(false) => {
                return Err(VerifyError::from(Failure::Header {
                    file: Kind::Artifact,
                    field: "value of the start",
                    expected: "its true value".to_owned(),
                    found: stated.to_string(),
                }));
            }
            None => {}
        }
        let mut found = None;
        let request = Request {
            level,
            key,
            claim: 0,
        };
        self.artifact
            .look_up(&[request], |_, record| found = record)?;
        let Some((place, record)) = found else {
            return fail(Problem::StartMissing);
        };
        if record.value != value {
            return fail(Problem::StartValue {
                expected: value,
                found: record.value,
            });
        }
        let mut roles = Roles::Both.bits();
        if self.scope == Scope::Weak {
            (bounds, roles) = self.substantial(bounds, roles);
        }
        self.artifact.demand(place, roles, bounds);
        Ok(())
    }

    /// Checks the records of one level. All levels before it must have been checked.
    pub fn check_level(&mut self, level: u32) -> Result<(), VerifyError> {
        self.check_file(&self.artifact, Kind::Artifact, level)?;
        if let Some(certificate) = &self.certificate {
            self.check_file(certificate, Kind::Certificate, level)?;
        }
        self.artifact.forget(level);
        if let Some(certificate) = &mut self.certificate {
            certificate.forget(level);
        }
        Ok(())
    }

    /// Compares the counts of terminal positions that the files state with those of the region.
    /// All levels must have been checked.
    pub fn check_terminals(&self) -> Result<(), VerifyError> {
        let stated = self.artifact.reader().levels();
        for summary in stated.iter().filter(|summary| summary.terminals > 0) {
            let region = self.terminals.as_ref();
            let expected = region.map_or(0, |terminals| terminals.take(summary.level));
            if summary.terminals != expected {
                return Err(VerifyError::from(Failure::Terminals {
                    file: Kind::Artifact,
                    level: summary.level,
                    expected,
                    found: summary.terminals,
                }));
            }
        }
        let certificate = self.certificate.iter();
        let mut stated = certificate.flat_map(|certificate| certificate.reader().levels());
        match stated.find(|summary| summary.terminals > 0) {
            None => Ok(()),
            Some(summary) => Err(VerifyError::from(Failure::Terminals {
                file: Kind::Certificate,
                level: summary.level,
                expected: 0,
                found: summary.terminals,
            })),
        }
    }

    fn check_file(
        &self,
        stored: &Stored<'a, B>,
        file: Kind,
        level: u32,
    ) -> Result<(), VerifyError> {
        let (_, blocks) = stored.level(level);
        let length = (blocks.end - blocks.start) / (4 * self.searchers.len() as u64);
        let length = length.clamp(1, CHUNK_BLOCKS);
        let chunks: Vec<Range<u64>> = blocks
            .clone()
            .step_by(length as usize)
            .map(|first| first..blocks.end.min(first + length))
            .collect();
        // The first chunk with an error, not the error that is found first.
        let error = chunks.into_par_iter().find_map_first(|chunk| {
            let checked = self.check_chunk(stored, file, level, chunk);
            if let Ok(records) = checked {
                self.checked.fetch_add(records, Relaxed);
                self.show();
            }
            checked.err()
        });
        error.map_or(Ok(()), Err)
    }

    /// Checks the records of some blocks of a level, and says how many there are.
    fn check_chunk(
        &self,
        stored: &Stored<'a, B>,
        file: Kind,
        level: u32,
        blocks: Range<u64>,
    ) -> Result<u64, VerifyError> {
        let mut chunk = Chunk::new(level);
        let mut records = Vec::new();
        'gather: for block in blocks {
            let places = stored.read_block(level, block, &mut records)?;
            for (place, record) in places.zip(&records) {
                self.gather(&mut chunk, stored, file, place, record);
                if chunk.fault.is_some() {
                    break 'gather;
                }
            }
        }
        self.settle(&mut chunk)?;
        if let Some((owner, problem)) = chunk.fault {
            let key = chunk.owners[owner].record.key;
            let position = self.rules.position(key);
            let position = position.map(|position| self.rules.describe(&position));
            return Err(VerifyError::from(Failure::Position {
                file,
                level,
                key,
                position: position.unwrap_or_else(|| "that does not exist".to_owned()),
                problem,
            }));
        }
        *self.claims.lock().unwrap_or_else(PoisonError::into_inner) += chunk.settled;
        if let Some(terminals) = &self.terminals {
            terminals.add(&chunk.terminals);
        }
        Ok(chunk.owners.len() as u64)
    }

    /// The position that stands for the class of `position`.
    pub fn representative(&self, position: &R::Position) -> R::Position {
        if self.symmetry {
            self.rules.canonical(position)
        } else {
            position.clone()
        }
    }

    /// Whether the distinct terminal positions of the region are counted.
    pub fn counts_terminals(&self) -> bool {
        self.terminals.is_some()
    }

    /// Whether the value of `position` keeps `bounds`, by search.
    pub fn search(&self, position: &R::Position, bounds: Bounds) -> bool {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.searchers.len();
        let searcher = &self.searchers[thread];
        let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
        let mut at_least = |bound| searcher.at_least(self.rules, &self.table, position, bound);
        let holds = bounds.least().is_none_or(&mut at_least)
            && bounds.greatest().is_none_or(|most| !at_least(most + 1));
        let before = self.nodes.fetch_add(searcher.take_nodes(), Relaxed);
        if before / NODES_BETWEEN < self.nodes() / NODES_BETWEEN {
            self.show();
        }
        holds
    }

    /// Tells how far the check has come.
    fn show(&self) {
        (self.progress)(Progress::Positions {
            done: self.checked.load(Relaxed),
            total: self.total,
            nodes: self.nodes(),
        });
    }
}
