//! Reads a table and compares its rows with each other, in bounded memory, resumable.

mod reading;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use blake3::Hasher;
use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, Reduction, Symmetric};
use solveig_region::blocks::{Extent, FileWriter, SortedFile};
use solveig_region::sorting::{MergeLimits, merge};
use solveig_region::work::WorkDirectory;
use solveig_search::{StopChecker, StopToken};

use super::TableError;
pub use super::closure::Disagreement;
use super::closure::{Choice, Fault, LevelPair};
use super::row::{Layout, Row, RowKinds};

/// The maximum number of faults that are kept.
const MAX_FAULTS: usize = 1_000_000;

/// The bytes of a row in memory, with those of the marks beside it.
const ROW_BYTES: u64 = 18;

/// The prefixes of the files of unfinished work.
const FILES: &[&str] = &["run-", "level-", "part-"];

/// How to import.
#[derive(Clone, Debug)]
pub struct Import<'a> {
    /// The table.
    pub table: &'a Path,
    /// The game and where its board is in the rows.
    pub layout: &'a Layout,
    /// The bytes of memory for rows.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
    /// When to stop.
    pub stop: StopToken,
}

/// What an import is at.
#[derive(Clone, Copy, Debug)]
pub enum ImportProgress {
    /// Bytes of the table are read.
    Reading {
        /// So many were read.
        done: u64,
        /// So many there are.
        all: u64,
        /// The rows in what was read.
        rows: u64,
    },
    /// Rows are merged.
    Merging {
        /// So many were merged.
        done: u64,
        /// So many there are.
        all: u64,
    },
    /// The rows of this level were compared with those of the next.
    Compared {
        /// The level.
        level: u8,
        /// Its rows.
        rows: u64,
    },
}

/// A level of a table.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TableLevel {
    /// The number of discs.
    pub level: u8,
    /// The number of rows.
    pub rows: u64,
    /// Those of kinds P, A' or P', which an artifact has.
    pub artifact: u64,
    extent: Extent,
}

/// What is kept of unfinished work.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    arguments: String,
    read: u64,
    /// The BLAKE3 of these bytes.
    digest: String,
    lines: u64,
    rows: u64,
    runs: Vec<Extent>,
    levels: Option<Vec<TableLevel>>,
    /// How many levels were compared with the next one.
    compared: usize,
    faults: Vec<Fault>,
}

/// A table that was read, sorted and compared.
#[derive(Debug)]
pub struct ImportedTable {
    work: WorkDirectory,
    state: State,
    /// The moves that the table chose, if they were asked for.
    pub choices: Vec<Choice>,
}

impl Import<'_> {
    /// Reads the table, and compares its rows. Unfinished work is kept in `directory`; the same
    /// call goes on from there. With `choices`, the moves that the table chose are collected, for
    /// which all levels are compared again.
    ///
    /// # Errors
    ///
    /// Fails if a line is no row, if a file cannot be read or written, if the work in `directory`
    /// has read other bytes than the table begins with, if more than a million rows disagree, or if
    /// it was stopped.
    pub fn run(
        &self,
        directory: &Path,
        choices: bool,
        observe: &mut dyn FnMut(ImportProgress),
    ) -> Result<ImportedTable, TableError> {
        let (bytes, changed) = self.stamp()?;
        let arguments = format!("a table of {}, {bytes} bytes", self.layout.game().spec());
        let work = WorkDirectory::lock(directory, FILES, "import-table")?;
        let begun = work.read_state(&arguments)?;
        let mut state = begun.unwrap_or_else(|| State {
            arguments,
            read: 0,
            digest: Hasher::new().finalize().to_string(),
            lines: 0,
            rows: 0,
            runs: Vec::new(),
            levels: None,
            compared: 0,
            faults: Vec::new(),
        });
        let file = File::open(self.table).map_err(self.unreadable())?;
        let mut reader = BufReader::with_capacity(1 << 20, file);
        let mut hasher = self.hash_again(&mut reader, &state, directory, observe)?;
        if state.levels.is_none() {
            self.read(&work, &mut state, reader, &mut hasher, bytes, observe)?;
            if self.stamp()? != (bytes, changed) {
                let path = self.table.to_owned();
                return Err(TableError::Changed { path });
            }
            self.sort(&work, &mut state, observe)?;
        }
        let mut imported = ImportedTable {
            work,
            state,
            choices: Vec::new(),
        };
        if choices {
            imported.state.compared = 0;
            let of_one_row = [Disagreement::Double, Disagreement::Bounds];
            imported
                .state
                .faults
                .retain(|fault| of_one_row.contains(&fault.what));
        }
        self.compare(&mut imported, observe)?;
        imported.state.faults.sort_unstable();
        imported.state.faults.dedup();
        // In several passes over a level, a position may have a choice in each.
        imported.choices.sort_unstable();
        imported
            .choices
            .dedup_by_key(|choice| (choice.level, choice.key));
        Ok(imported)
    }

    /// The length of the table, and when it was changed.
    fn stamp(&self) -> Result<(u64, u128), TableError> {
        let found = std::fs::metadata(self.table).map_err(self.unreadable())?;
        if !found.is_file() {
            let cause = std::io::Error::other("expected a regular file");
            return Err(self.unreadable()(cause));
        }
        let changed = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok((found.len(), changed.as_nanos()))
    }

    fn unreadable(&self) -> impl FnOnce(std::io::Error) -> TableError {
        let path = self.table.to_owned();
        move |cause| TableError::File { path, cause }
    }

    /// Merges the runs into a file for each level.
    fn sort(
        &self,
        work: &WorkDirectory,
        state: &mut State,
        observe: &mut dyn FnMut(ImportProgress),
    ) -> Result<(), TableError> {
        let limits = MergeLimits {
            memory: self.memory,
            threads: self.threads,
        };
        let mut stop = StopChecker::new(self.stop.clone());
        let mut runs = Vec::new();
        for (number, extent) in state.runs.iter().enumerate() {
            let path = work.file(&format!("run-{number:05}"));
            runs.push(SortedFile::open::<Row>(path, *extent, &mut stop)?);
        }
        let mut parts = 0;
        while let Some(former) = limits.surplus::<Row>(&mut runs) {
            let mut part = FileWriter::create(work.file(&format!("part-{parts:05}")))?;
            parts += 1;
            merge(
                &former,
                limits,
                |_, rows: &[Row]| -> Result<(), TableError> {
                    stop.check()?;
                    Ok(rows.iter().try_for_each(|row| part.push(*row))?)
                },
            )?;
            runs.push(part.finish(false)?);
        }
        let mut levels: Vec<TableLevel> = Vec::new();
        let mut writer: Option<FileWriter<Row>> = None;
        let (mut done, all) = (0, state.rows);
        let greatest = self.layout.game().value_range().max;
        let mut before: Option<Row> = None;
        let mut faults = Vec::new();
        merge(
            &runs,
            limits,
            |read, rows: &[Row]| -> Result<(), TableError> {
                stop.check()?;
                done += read;
                observe(ImportProgress::Merging { done, all });
                for row in rows {
                    if levels.last().map(|level| level.level) != Some(row.level) {
                        end_level(&mut writer, &mut levels)?;
                        let path = work.file(&format!("level-{:05}", row.level));
                        writer = Some(FileWriter::create(path)?);
                        levels.push(TableLevel {
                            level: row.level,
                            rows: 0,
                            artifact: 0,
                            extent: Extent::default(),
                        });
                    }
                    if let (Some(writer), Some(level)) = (&mut writer, levels.last_mut()) {
                        writer.push(*row)?;
                        level.rows += 1;
                        level.artifact += u64::from(row.kinds.has(RowKinds::EXACT));
                    }
                    if before
                        .is_some_and(|before| (before.level, before.key) == (row.level, row.key))
                    {
                        faults.push(Fault::of(row, Disagreement::Double));
                    }
                    if !row.is_well_formed(greatest) {
                        faults.push(Fault::of(row, Disagreement::Bounds));
                    }
                    before = Some(*row);
                }
                self.expect_few(&faults)
            },
        )?;
        end_level(&mut writer, &mut levels)?;
        state.faults = faults;
        state.levels = Some(levels);
        work.write_state(state)?;
        for number in 0..state.runs.len() {
            work.discard(&work.file(&format!("run-{number:05}")))?;
        }
        for number in 0..parts {
            work.discard(&work.file(&format!("part-{number:05}")))?;
        }
        Ok(())
    }

    fn expect_few(&self, faults: &[Fault]) -> Result<(), TableError> {
        match faults.first() {
            Some(first) if faults.len() > MAX_FAULTS => Err(TableError::TooMany {
                limit: MAX_FAULTS,
                first: format!(
                    "{:?} at {} discs, key {:#x}",
                    first.what, first.level, first.key
                ),
            }),
            _ => Ok(()),
        }
    }

    /// Compares each level with the next.
    fn compare(
        &self,
        imported: &mut ImportedTable,
        observe: &mut dyn FnMut(ImportProgress),
    ) -> Result<(), TableError> {
        let levels = imported.levels().to_vec();
        let mut stop = StopChecker::new(self.stop.clone());
        let held = usize::try_from(self.memory / ROW_BYTES).unwrap_or(usize::MAX);
        while imported.state.compared < levels.len() {
            let at = imported.state.compared;
            let level = levels[at];
            let parents = imported.file(level, &mut stop)?;
            if at == 0 {
                self.compare_start(imported, level, &parents)?;
            }
            let next = levels.get(at + 1);
            if let Some(next) = next {
                let children = imported.file(*next, &mut stop)?;
                let pair = LevelPair {
                    layout: self.layout,
                    parents: &parents,
                    children: &children,
                    held: held.max(1),
                    threads: self.threads,
                    stop: &self.stop,
                };
                let mut compared = |rows| {
                    let level = level.level;
                    observe(ImportProgress::Compared { level, rows });
                };
                let mut found = pair.compare(&mut compared)?;
                imported.state.faults.append(&mut found.faults);
                imported.choices.append(&mut found.choices);
            }
            self.expect_few(&imported.state.faults)?;
            imported.state.compared += 1;
            imported.work.write_state(&imported.state)?;
        }
        Ok(())
    }

    /// On the level of the start, only the start is demanded, as kind P.
    fn compare_start(
        &self,
        imported: &mut ImportedTable,
        level: TableLevel,
        rows: &SortedFile,
    ) -> Result<(), TableError> {
        let game = self.layout.game();
        let (start, _) = game.contract_passes(&game.start());
        if game.level(&start) != u32::from(level.level) {
            return Ok(());
        }
        let (key, _) = game.representative_key(&start, Reduction::Canonical);
        let mut reader = rows.reader::<Row>(1 << 16);
        while let Some(row) = reader.next_item()? {
            if row.key != key || row.kinds != RowKinds::P {
                let fault = Fault::of(&row, Disagreement::NotDemanded);
                imported.state.faults.push(fault);
            }
        }
        Ok(())
    }
}

fn end_level(
    writer: &mut Option<FileWriter<Row>>,
    levels: &mut [TableLevel],
) -> Result<(), TableError> {
    if let (Some(writer), Some(level)) = (writer.take(), levels.last_mut()) {
        level.extent = writer.finish(true)?.extent();
    }
    Ok(())
}

impl ImportedTable {
    /// The number of rows that were read.
    pub const fn rows(&self) -> u64 {
        self.state.rows
    }

    /// How many rows repeat another one word for word, or as its image.
    pub fn repeated(&self) -> u64 {
        let levels = self.levels().iter();
        let distinct = levels.fold(0, |sum: u64, level| sum.saturating_add(level.rows));
        self.state.rows.saturating_sub(distinct)
    }

    /// The levels, ascending.
    pub fn levels(&self) -> &[TableLevel] {
        self.state.levels.as_deref().unwrap_or_default()
    }

    /// The rows that disagree, in the order of levels and keys.
    pub fn faults(&self) -> &[Fault] {
        &self.state.faults
    }

    fn file(&self, level: TableLevel, stop: &mut StopChecker) -> Result<SortedFile, TableError> {
        let path = self.work.file(&format!("level-{:05}", level.level));
        Ok(SortedFile::open::<Row>(path, level.extent, stop)?)
    }

    /// Passes all rows to `take`, in the order of levels and keys.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read, or as `take` does.
    pub fn for_each<E: From<TableError>>(
        &self,
        mut take: impl FnMut(&Row) -> Result<(), E>,
    ) -> Result<(), E> {
        for level in self.levels() {
            let file = self.file(*level, &mut StopChecker::default())?;
            let mut reader = file.reader::<Row>(1 << 20);
            while let Some(row) = reader.next_item().map_err(TableError::from)? {
                take(&row)?;
            }
        }
        Ok(())
    }

    /// Adds faults that were found elsewhere.
    pub fn add_faults(&mut self, faults: impl IntoIterator<Item = Fault>) {
        self.state.faults.extend(faults);
        self.state.faults.sort_unstable();
        self.state.faults.dedup();
    }

    /// Removes the unfinished work.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn discard(self) -> Result<(), TableError> {
        Ok(self.work.remove()?)
    }
}

/// The path of the unfinished work on a table, if none is named: beside it.
pub fn work_directory(table: &Path) -> PathBuf {
    let mut name = table.file_name().unwrap_or_default().to_owned();
    name.push(".work");
    table.with_file_name(name)
}
