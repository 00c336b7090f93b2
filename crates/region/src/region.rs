//! A built region: its counts, and writing it to files.

use std::path::Path;

use solveig_format::{Digest, Header, Record, Roles, Summary, Writer};
use solveig_game::{Notation, Reduction, Symmetric, Value};
use solveig_search::{StopToken, Stopped};

use crate::frames::{Frame, WorkFile};
use crate::settled::SettledWidth;
use crate::work::{LevelState, State, WorkDirectory};
use crate::{BuildError, CertificateScope, Closure, ScopeClosure, SettledPosition};

/// A level of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionLevel {
    /// The level of its positions, from 0 at the emptiest board.
    pub level: u32,
    /// Its positions, those of the proof included.
    pub counts: LevelCounts,
}

/// The numbers of positions of a level, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCounts {
    /// Nonterminal positions of the region.
    pub certified: u64,
    /// Nonterminal positions of the proof alone.
    pub auxiliary: u64,
    /// Terminal positions of the region.
    pub certified_terminal: u64,
    /// Terminal positions of the proof alone.
    pub auxiliary_terminal: u64,
    /// Positions of the region that a weak solution with canonical moves needs too, terminal ones
    /// included. Only counted for scope semi-strong.
    pub weak: u64,
}

impl LevelCounts {
    pub(crate) const WIDTH: usize = 40;

    pub(crate) fn count(&mut self, settled: &SettledPosition) {
        let counter = match (settled.roles.is_certified(), settled.terminal) {
            (true, false) => &mut self.certified,
            (false, false) => &mut self.auxiliary,
            (true, true) => &mut self.certified_terminal,
            (false, true) => &mut self.auxiliary_terminal,
        };
        *counter += 1;
        self.weak += u64::from(!settled.roles.weak().is_empty());
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        [
            self.certified,
            self.auxiliary,
            self.certified_terminal,
            self.auxiliary_terminal,
            self.weak,
        ]
        .iter()
        .flat_map(|count| count.to_le_bytes())
        .collect()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let count = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        Some(Self {
            certified: count(0)?,
            auxiliary: count(8)?,
            certified_terminal: count(16)?,
            auxiliary_terminal: count(24)?,
            weak: count(32)?,
        })
    }

    /// Positions of the region, terminal ones included where the game counts them.
    pub fn in_region(&self) -> u64 {
        self.certified + self.certified_terminal
    }

    /// Positions of the proof alone, terminal ones included where the game counts them.
    pub fn in_proof_alone(&self) -> u64 {
        self.auxiliary + self.auxiliary_terminal
    }
}

/// A completely settled region in its work directory.
#[derive(Debug)]
pub struct Region {
    pub(crate) work: WorkDirectory,
    pub(crate) state: State,
    pub(crate) nodes: u64,
    pub(crate) width: SettledWidth,
    /// Stops the writing of files, too.
    pub(crate) stop: StopToken,
}

impl Region {
    /// The exact value of the start for the side to move.
    pub const fn root_value(&self) -> Value {
        self.state.root_value
    }

    /// Nodes searched by the present process.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The levels that have positions, ascending.
    ///
    /// # Errors
    ///
    /// Fails if a file of the work directory is gone or damaged.
    pub fn levels(&self) -> Result<Vec<RegionLevel>, BuildError> {
        let mut levels = Vec::new();
        for begun in self.state.begun() {
            let mut counts = LevelCounts::default();
            self.visit_frames(begun, |frame, _| {
                counts.certified += frame.certified;
                counts.auxiliary += frame.auxiliary;
                counts.certified_terminal += frame.certified_terminal;
                counts.auxiliary_terminal += frame.auxiliary_terminal;
                counts.weak += frame.weak;
                Ok(())
            })?;
            levels.push(RegionLevel {
                level: begun.level,
                counts,
            });
        }
        Ok(levels)
    }

    /// Writes the artifact of the region, and the certificate if its closure had a proof.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written, or if it is stopped. Then no incomplete file has its
    /// final name, and a later call can succeed.
    pub fn write<G: Symmetric + Notation>(
        &self,
        closure: &ScopeClosure<G>,
        artifact: &Path,
        certificate: Option<&Path>,
    ) -> Result<(Summary, Option<Summary>), BuildError> {
        let value = self.state.root_value;
        let mut writer = Writer::create(artifact, &closure.header(value, None))?;
        for begun in self.state.begun() {
            let (level, mut terminals) = (begun.level, 0);
            self.visit_frames(begun, |counts, records| {
                terminals += counts.certified_terminal;
                let mut written = 0;
                for settled in records {
                    if let Some(roles) = settled.roles.in_artifact() {
                        writer.push(level, record(&settled, roles))?;
                        written += 1;
                    }
                }
                let (path, wanted) = (self.work.settled(level), counts.certified);
                expect_count(&path, "records of the region in a chunk", written, wanted)
            })?;
            writer.set_terminals(level, terminals)?;
        }
        let summary = writer.finish()?;
        let (Some(path), Some(proof)) = (certificate, closure.proof) else {
            return Ok((summary, None));
        };
        let header = closure.header(
            value,
            Some(ProvedArtifact {
                digest: summary.digest,
                proof,
            }),
        );
        let mut writer = Writer::create(path, &header)?;
        for begun in self.state.begun() {
            self.visit_frames(begun, |_, records| {
                for settled in records.filter(|settled| !settled.roles.is_certified()) {
                    writer.push(begun.level, record(&settled, Roles::LOWER))?;
                }
                Ok(())
            })?;
        }
        let proved = writer.finish()?;
        Ok((summary, Some(proved)))
    }

    /// Removes the work directory.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn discard(self) -> Result<(), BuildError> {
        self.work.remove()
    }

    /// Calls `visit` with the counts and records of each chunk of a level, in order of keys; fails
    /// at the end unless these were all positions of the level.
    fn visit_frames(
        &self,
        level: LevelState,
        mut visit: impl FnMut(
            LevelCounts,
            &mut dyn Iterator<Item = SettledPosition>,
        ) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let path = self.work.settled(level.level);
        let file = WorkFile::open(&path)?.ok_or_else(|| {
            BuildError::damaged(&path, "is gone; remove the directory to start over")
        })?;
        let (mut frames, mut room) = (Vec::<Frame>::new(), Vec::new());
        file.scan(&self.stop, |frame, _| {
            frames.push(frame);
            Ok(())
        })?;
        frames.sort_by_key(|frame| frame.number);
        frames.dedup_by_key(|frame| frame.number);
        let mut positions = 0;
        for frame in frames {
            if self.stop.is_stopped() {
                return Err(Stopped.into());
            }
            let payload = file.read(frame.payload, &mut room)?;
            let damaged = || {
                BuildError::damaged(
                    &path,
                    "holds a frame that is too short; remove the directory to start over",
                )
            };
            let counts = LevelCounts::decode(payload).ok_or_else(damaged)?;
            let mut records = payload[LevelCounts::WIDTH..]
                .chunks_exact(self.width.bytes())
                .filter_map(|bytes| SettledPosition::decode(self.width, bytes));
            visit(counts, &mut records)?;
            positions += counts.in_region() + counts.in_proof_alone();
        }
        expect_count(&path, "positions", positions, level.obligations)
    }
}

/// Fails if a file of settled positions does not have what the build says it has settled.
fn expect_count(path: &Path, what: &str, found: u64, wanted: u64) -> Result<(), BuildError> {
    if found == wanted {
        return Ok(());
    }
    let problem =
        format!("has {found} {what}, expected {wanted}; remove the directory to start over");
    Err(BuildError::damaged(path, problem))
}

/// The record of a settled position, in these roles.
fn record(settled: &SettledPosition, roles: Roles) -> Record {
    Record {
        key: settled.key,
        roles,
        value: settled.value,
        move_index: settled.move_index,
    }
}

/// The artifact that a certificate is about.
pub(crate) struct ProvedArtifact {
    digest: Digest,
    proof: CertificateScope,
}

impl<G: Symmetric + Notation> ScopeClosure<G> {
    /// The header of the artifact, or of the certificate of one. `value` is
    /// that of the start.
    pub(crate) fn header(&self, value: Value, proved: Option<ProvedArtifact>) -> Header {
        let game = &self.game;
        let range = game.value_range();
        let below = |level: u32| (level < game.max_level()).then_some(level);
        Header {
            artifact: proved.as_ref().map(|proved| proved.digest),
            scope: self.scope,
            game: game.spec(),
            tie_break: game.tie_break_rule(),
            symmetry: self.reduction == Reduction::Canonical,
            cut: below(proved.map_or(self.cut, |proved| proved.proof.to_level)),
            max_level: game.max_level(),
            key_bits: game.key_bits(),
            least_value: range.min,
            greatest_value: range.max,
            root_key: self.root(value).1.key,
            root_value: value,
        }
    }
}
