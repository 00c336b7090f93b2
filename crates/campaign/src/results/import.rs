//! Imports a folder of files of results into a store.
//!
//! Each file becomes sorted runs in a folder beside the store; a process that goes on after another
//! was killed does not make these again where they have the rows of the file. When all files are
//! taken in, the runs are merged into the store, which gets its name when it is whole; then the
//! folder is removed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use serde::{Deserialize, Serialize};
use solveig_format::write_whole;
use solveig_region::Lock;
use solveig_region::blocks::{FileWriter, SortedFile};
use solveig_region::new_files::create_new;
use solveig_region::sorting::{MergeLimits, merge};
use solveig_region::work::WorkDirectory;
use solveig_search::{StopToken, Stopped};

use super::class_record::{ClassRecord, Contradiction, RowPlace};
use super::record::{RECORD_BYTES, RecordBytes};
use super::row::{Board, Header};
use super::source::{ROWS, Source, SourceFile, SourceRuns};
use super::store::{Description, StoreWriter};
use crate::error::{CampaignError, LinePlace};

/// What the names of files of results begin with.
const BEGINNING: &str = "knowledge_";

/// What they end with.
const ENDING: &str = ".csv";

/// The fewest records that a thread sorts at a time.
const FEWEST: u64 = 1 << 10;

/// The maximum number of files of an import: records name theirs by a number of 16 bits.
const MAX_FILES: usize = u16::MAX as usize;

/// How the names of runs begin that are made of others.
const MERGES: &str = "merge-";

/// How the name of the file begins that has the index of a store until its end.
const INDEX: &str = "index-";

/// The least memory for an import, in bytes.
pub const LEAST_MEMORY: u64 = 1 << 20;

/// How to import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The board, and the empty squares of the rows' positions.
    pub board: Board,
    /// Which bound comes first in files without a header.
    pub order: Header,
    /// The bytes of memory for records: all that grows with the input.
    pub memory: u64,
    /// How many files are read at a time.
    pub threads: usize,
    /// When to stop; what is taken in by then stays.
    pub stop: StopToken,
}

/// How far an import is.
#[derive(Clone, Copy, Debug)]
pub struct ImportProgress {
    /// Whether all files are taken in, and their runs are being merged.
    pub merging: bool,
    /// The bytes of files taken in, or the rows merged.
    pub done: u64,
    /// How many there are in all.
    pub all: u64,
    /// The rows that this process has read.
    pub rows: u64,
}

/// What an import made of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportSummary {
    /// In the order of their letters.
    pub sources: Vec<Source>,
    /// How many of them an earlier process had sorted.
    pub before: u64,
    /// Positions with exact bounds.
    pub exact: u64,
    /// Positions with estimates.
    pub estimates: u64,
}

/// A file of results in a folder.
struct FolderEntry {
    path: PathBuf,
    letters: String,
    bytes: u64,
}

/// The files of results in a folder, in the order of their letters. Files whose names do not begin
/// as theirs do are not looked at.
fn files(folder: &Path, board: &Board) -> Result<Vec<FolderEntry>, CampaignError> {
    let of_folder = || CampaignError::of_file(folder, "read");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(of_folder())? {
        let path = entry.map_err(of_folder())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(rest) = name.strip_prefix(BEGINNING) else {
            continue;
        };
        let letters = rest.strip_suffix(ENDING).unwrap_or(rest).to_owned();
        let read = board.stones(letters.as_bytes(), false).and_then(|stones| {
            let empty = board.squares() - (stones.mover | stones.opponent).count_ones();
            match (rest.ends_with(ENDING), empty > board.empty()) {
                (false, _) => Err(format!("it does not end with {ENDING}")),
                (_, false) => Err(format!(
                    "{empty} empty squares: expected more than the {} of its rows",
                    board.empty()
                )),
                (true, true) => Ok(()),
            }
        });
        read.map_err(|problem| CampaignError::Unsuitable {
            path: path.clone(),
            problem: format!(
                "the name is not that of a file of results, \
                 {BEGINNING}<{} letters X, O and ->{ENDING}: {problem}",
                board.squares()
            ),
        })?;
        let bytes = fs::metadata(&path).map_err(CampaignError::of_file(&path, "read"))?;
        found.push(FolderEntry {
            path,
            letters,
            bytes: bytes.len(),
        });
    }
    found.sort_by(|one, other| one.letters.cmp(&other.letters));
    let unsuitable = |problem: String| CampaignError::Unsuitable {
        path: folder.to_owned(),
        problem,
    };
    match found.len() {
        0 => Err(unsuitable(format!(
            "no files of results: expected {BEGINNING}<{} letters X, O and ->{ENDING}",
            board.squares()
        ))),
        count if count > MAX_FILES => Err(unsuitable(format!(
            "{count} files: expected at most {MAX_FILES}"
        ))),
        _ => Ok(found),
    }
}

/// Imports all files of results in `folder` into `store`.
///
/// # Errors
///
/// Fails if a file or a row cannot be used, if exact results exclude each other, if `store` exists
/// or another process is writing it, if files cannot be read or written, or if it was stopped. Then
/// there is no store, and a further import need not sort again what this one has sorted.
pub fn import(
    folder: &Path,
    store: &Path,
    options: &ImportOptions,
    observe: &(impl Fn(ImportProgress) + Sync),
) -> Result<ImportSummary, CampaignError> {
    if options.memory < LEAST_MEMORY {
        return Err(CampaignError::TooLittleMemory {
            what: "an import",
            needed: LEAST_MEMORY,
            limit: options.memory,
        });
    }
    let _alone = Lock::beside(store, "campaign import-results")?;
    if fs::symlink_metadata(store).is_ok() {
        return Err(CampaignError::Unsuitable {
            path: store.to_owned(),
            problem: "it exists: choose another place for the store, or remove it".to_owned(),
        });
    }
    let found = files(folder, &options.board)?;
    let work = begin(folder, store, options)?;
    let files: Vec<SourceFile<'_>> = (0..=u16::MAX)
        .zip(&found)
        .map(|(number, found)| SourceFile {
            board: &options.board,
            order: options.order,
            work: &work,
            path: &found.path,
            letters: &found.letters,
            number,
        })
        .collect();
    let all = found.iter().map(|found| found.bytes).sum();
    let (sources, before) = read_all(&files, all, options, observe)?;
    let (sources, runs): (Vec<_>, Vec<_>) = sources
        .into_iter()
        .map(|one| (one.source, one.runs))
        .unzip();
    let runs = runs.into_iter().flatten().collect();
    let description = Description {
        game: solveig_verify::Rules::spec(options.board.rules()),
        empty: options.board.empty(),
        sources,
    };
    let merging = Merging {
        store,
        work: &work,
        description: &description,
        found: &found,
        options,
    };
    let mut counts = Ok((0, 0));
    let written = write_whole(store, |to| {
        let index = create_new(&work.file(&format!("{INDEX}00000")))?;
        let writer = StoreWriter::new(to, index)?;
        counts = merging.merge(runs, writer, observe);
        match counts {
            Ok(_) => Ok(()),
            Err(_) => Err(std::io::Error::other("the merge failed")),
        }
    });
    let (exact, estimates) = counts?;
    written.map_err(CampaignError::of_file(store, "write"))?;
    // What stays of the directory does no harm.
    let _ = work.remove();
    Ok(ImportSummary {
        sources: description.sources,
        before,
        exact,
        estimates,
    })
}

/// What an import works on, so that none goes on from the runs of another.
#[derive(Serialize, Deserialize)]
struct Plan {
    arguments: String,
}

/// The directory beside `store` that an import works in: new, or that of an earlier process.
fn begin(
    from: &Path,
    store: &Path,
    options: &ImportOptions,
) -> Result<WorkDirectory, CampaignError> {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(".import");
    let place = store.with_file_name(&name);
    let from = fs::canonicalize(from).map_err(CampaignError::of_file(from, "read"))?;
    let beside = match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let beside = fs::canonicalize(beside).map_err(CampaignError::of_file(beside, "read"))?;
    let here = beside.join(name);
    if from.starts_with(&here) || here.starts_with(&from) {
        return Err(CampaignError::Unsuitable {
            path: place,
            problem: format!(
                "the import would work in this folder, and reads {}: expected neither inside the \
                 other; choose another place for the store",
                from.display()
            ),
        });
    }
    let prefixes = &[INDEX, MERGES, ROWS];
    let work = WorkDirectory::lock(&place, prefixes, "campaign import-results")?;
    let spec = solveig_verify::Rules::spec(options.board.rules());
    let (empty, order) = (options.board.empty(), options.order);
    let arguments =
        format!("the results of {spec} with {empty} empty squares, {order:?}, in {from:?}");
    if work.read_state::<Plan>(&arguments)?.is_none() {
        work.write_state(&Plan { arguments })?;
    }
    Ok(work)
}

/// Reads all files, several at a time. Fails with the error of the first file that has one.
fn read_all(
    files: &[SourceFile<'_>],
    all: u64,
    options: &ImportOptions,
    observe: &(impl Fn(ImportProgress) + Sync),
) -> Result<(Vec<SourceRuns>, u64), CampaignError> {
    let threads = options.threads.clamp(1, files.len().max(1));
    let share = options.memory / threads as u64 / RECORD_BYTES as u64;
    let buffer = share.max(FEWEST) as usize;
    let (done, rows, before) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let (next, first_wrong) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let note = |bytes: u64, read: u64| {
        observe(ImportProgress {
            merging: false,
            done: done.fetch_add(bytes, Ordering::Relaxed) + bytes,
            all,
            rows: rows.fetch_add(read, Ordering::Relaxed) + read,
        });
    };
    let work = || {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(number) else {
                return results;
            };
            // Files are begun in order, so all before one that is wrong are looked at.
            let give_up = || first_wrong.load(Ordering::Relaxed) < number;
            let earlier = match give_up() || options.stop.is_stopped() {
                true => None,
                false => file.earlier(&options.stop, &give_up),
            };
            let result = match earlier {
                _ if give_up() => Ok(None),
                Some(earlier) => {
                    before.fetch_add(1, Ordering::Relaxed);
                    note(earlier.source.bytes, 0);
                    Ok(Some(earlier))
                }
                None => file.read(buffer, &options.stop, &note, &give_up),
            };
            if result.is_err() {
                first_wrong.fetch_min(number, Ordering::Relaxed);
            }
            results.push((number, result));
        }
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        joined.flatten().collect()
    });
    results.sort_by_key(|(number, _)| *number);
    let results = results.into_iter().filter_map(|(_, one)| one.transpose());
    let sources: Result<_, CampaignError> = results.collect();
    Ok((sources?, before.into_inner()))
}

/// What is merged into a store, and how.
struct Merging<'a> {
    store: &'a Path,
    work: &'a WorkDirectory,
    description: &'a Description,
    found: &'a [FolderEntry],
    options: &'a ImportOptions,
}

impl Merging<'_> {
    /// Merges the runs; returns the numbers of positions with exact bounds and estimates.
    fn merge<W: Write>(
        &self,
        mut runs: Vec<SortedFile>,
        mut writer: StoreWriter<W>,
        observe: &impl Fn(ImportProgress),
    ) -> Result<(u64, u64), CampaignError> {
        let limits = MergeLimits {
            memory: self.options.memory,
            threads: 1,
        };
        for number in 0.. {
            let Some(former) = limits.surplus::<RecordBytes>(&mut runs) else {
                break;
            };
            let mut writer = FileWriter::create(self.work.file(&format!("{MERGES}{number:05}")))?;
            self.merged(&former, limits, |records| {
                records.iter().try_for_each(|record| writer.push(*record))?;
                Ok(())
            })?;
            runs.push(writer.finish(false)?);
            for path in former.iter().map(SortedFile::path) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if name.starts_with(MERGES) {
                    self.work.discard(path)?;
                }
            }
        }
        let of_store = || CampaignError::of_file(self.store, "write");
        let sources = self.description.sources.iter();
        let all = sources.fold(0, |all: u64, one| all + one.rows - one.vacuous - one.over);
        let mut current: Option<ClassRecord> = None;
        let mut done = 0_u64;
        self.merged(&runs, limits, |records| {
            observe(ImportProgress {
                merging: true,
                done,
                all,
                rows: all,
            });
            done += records.len() as u64;
            for bytes in records {
                match &mut current {
                    Some(class) if class.is_about(bytes) => {
                        let added = class.add(bytes);
                        added.map_err(|contradiction| self.excluding(&contradiction))?;
                    }
                    _ => {
                        if let Some(before) = current.replace(ClassRecord::of(bytes)) {
                            writer.push(before.record()).map_err(of_store())?;
                        }
                    }
                }
            }
            Ok(())
        })?;
        if let Some(last) = current {
            writer.push(last.record()).map_err(of_store())?;
        }
        writer.finish(self.description).map_err(of_store())
    }

    /// Passes the records of runs to `take`, in order, some at a time.
    fn merged(
        &self,
        runs: &[SortedFile],
        limits: MergeLimits,
        mut take: impl FnMut(&[RecordBytes]) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        merge(runs, limits, |_, records| {
            match self.options.stop.is_stopped() {
                true => Err(Stopped.into()),
                false => take(records),
            }
        })
    }

    fn excluding(&self, contradiction: &Contradiction) -> CampaignError {
        let place = |RowPlace { file, line }| {
            let found = self.found.get(usize::from(file));
            let path = found.map(|found| found.path.clone());
            LinePlace {
                path: path.unwrap_or_default(),
                line: line.into(),
            }
        };
        CampaignError::ContradictoryResults {
            position: self.options.board.describe(contradiction.key),
            lower: contradiction.bounds.lower,
            upper: contradiction.bounds.upper,
            low: place(contradiction.low),
            high: place(contradiction.high),
        }
    }
}
