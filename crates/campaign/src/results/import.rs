//! Imports a folder of files of results into a store.
//!
//! Each file becomes sorted runs in a folder beside the store; a file whose runs are written is not
//! read again by a process that goes on after another was killed. When all files are taken in, the
//! runs are merged into the store, which gets its name when it is whole; then the folder is
//! removed.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use solveig_format::write_whole;
use solveig_region::Lock;
use solveig_region::new_files::create_new;
use solveig_search::StopToken;

use super::merge::{Excluding, Together, merged};
use super::record::RECORD_BYTES;
use super::row::{Board, Header};
use super::store::{Description, StoreWriter};
use super::taking::{Source, Taken, Taking};
use crate::error::CampaignError;
use crate::ledger::damaged;

/// What the names of files of results begin with.
const BEGINNING: &str = "knowledge_";

/// What they end with.
const ENDING: &str = ".csv";

/// The fewest records that a thread sorts at a time.
const FEWEST: u64 = 1 << 10;

/// The most files of an import: records name theirs by a number of 16 bits.
const MOST_FILES: usize = u16::MAX as usize;

/// How the plan of an import begins.
const PLAN: &str = "import of results";

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
    /// All of these.
    pub all: u64,
    /// The rows that this process has read.
    pub rows: u64,
}

/// What an import made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The files.
    pub sources: Vec<Source>,
    /// How many of them an earlier process had taken in.
    pub before: u64,
    /// Positions with exact bounds.
    pub exact: u64,
    /// Positions with estimates.
    pub estimates: u64,
}

/// A file of results in a folder.
struct Found {
    path: PathBuf,
    letters: String,
    bytes: u64,
}

/// The files of results in a folder, in the order of their letters. Files whose names do not begin
/// as theirs do are not looked at.
fn files(folder: &Path, board: &Board) -> Result<Vec<Found>, CampaignError> {
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
        found.push(Found {
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
        count if count > MOST_FILES => Err(unsuitable(format!(
            "{count} files: expected at most {MOST_FILES}"
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
/// there is no store, and a further import goes on from the files that are taken in.
pub fn import(
    folder: &Path,
    store: &Path,
    options: &ImportOptions,
    observe: &(impl Fn(ImportProgress) + Sync),
) -> Result<Imported, CampaignError> {
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
    let takings: Vec<Taking<'_>> = (0..=u16::MAX)
        .zip(&found)
        .map(|(number, found)| Taking {
            board: &options.board,
            order: options.order,
            work: &work,
            path: &found.path,
            letters: &found.letters,
            number,
        })
        .collect();
    let all = found.iter().map(|found| found.bytes).sum();
    let (taken, before) = take_all(&takings, all, options, observe)?;
    let runs = takings.iter().zip(&taken);
    let runs = runs
        .flat_map(|(taking, taken)| taking.runs(taken))
        .collect();
    let description = Description {
        game: solveig_verify::Rules::spec(options.board.rules()),
        empty: options.board.empty(),
        sources: taken.into_iter().map(|taken| taken.source).collect(),
    };
    let index = work.join("index");
    let whole = work.join("store");
    let mut made = None;
    write_whole(&whole, |to| {
        let writer = StoreWriter::new(to, create_new(&index)?)?;
        let merging = merge(runs, &work, writer, &description, &found, options, observe);
        made = Some(merging);
        Ok(())
    })
    .map_err(CampaignError::of_file(&whole, "write"))?;
    let (exact, estimates) = made.transpose()?.unwrap_or_default();
    fs::rename(&whole, store).map_err(CampaignError::of_file(store, "write"))?;
    // What stays of the folder does no harm.
    let _ = clean(&work);
    Ok(Imported {
        sources: description.sources,
        before,
        exact,
        estimates,
    })
}

/// The folder beside `store` in which it is made: new, or that of an earlier process, which its
/// plan tells from other folders.
fn begin(from: &Path, store: &Path, options: &ImportOptions) -> Result<PathBuf, CampaignError> {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(".import");
    let folder = store.with_file_name(name);
    let unsuitable = |problem: String| CampaignError::Unsuitable {
        path: folder.clone(),
        problem,
    };
    let from = fs::canonicalize(from).map_err(CampaignError::of_file(from, "read"))?;
    let is_new = match fs::create_dir(&folder) {
        Ok(()) => true,
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !folder.is_symlink() => false,
        Err(error) => return Err(CampaignError::of_file(&folder, "make the folder")(error)),
    };
    let here = fs::canonicalize(&folder).map_err(CampaignError::of_file(&folder, "read"))?;
    if from.starts_with(&here) || here.starts_with(&from) {
        if is_new {
            let _ = fs::remove_dir(&folder);
        }
        let from = from.display();
        return Err(unsuitable(format!(
            "the import would work in this folder, and reads {from}: expected neither inside the \
             other; choose another place for the store"
        )));
    }
    let plan = folder.join("plan");
    let in_use = fs::read_dir(&folder).map_err(CampaignError::of_file(&folder, "read"))?;
    let in_use: Vec<_> = in_use.flatten().collect();
    let others = in_use.iter().any(|entry| entry.file_name() != "plan");
    let foreign = || {
        unsuitable(format!(
            "a folder that an import would work in, but with other files and without its plan, \
             \"plan\", which begins with \"{PLAN}\": choose another place for the store, or remove \
             the folder"
        ))
    };
    // A plan is made in an empty folder only.
    if others && !plan.is_file() {
        return Err(foreign());
    }
    let is_other = |entry: &&fs::DirEntry| !entry.file_type().is_ok_and(|found| found.is_file());
    if let Some(other) = in_use.iter().find(is_other) {
        let name = other.file_name();
        let name = name.to_string_lossy();
        return Err(unsuitable(format!(
            "{name} in it is a link or no file: an unfinished import has neither"
        )));
    }
    let spec = solveig_verify::Rules::spec(options.board.rules());
    let (empty, order) = (options.board.empty(), options.order);
    let wanted = format!("{PLAN} of {spec}, {empty} empty squares, {order:?}, from {from:?}\n");
    let found = match fs::read(&plan) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        found => found.map_err(CampaignError::of_file(&plan, "read"))?,
    };
    let found = String::from_utf8_lossy(&found);
    if found != wanted {
        // Killed while it wrote its plan, a process has made nothing else.
        if !others && wanted.starts_with(&*found) {
            let written = create_new(&plan).and_then(|mut file| file.write_all(wanted.as_bytes()));
            written.map_err(CampaignError::of_file(&plan, "write"))?;
        } else if found.starts_with(PLAN) {
            return Err(unsuitable(format!(
                "an import of \"{}\" began here: expected \"{}\"; remove the folder to begin anew",
                found.trim_end(),
                wanted.trim_end()
            )));
        } else {
            return Err(foreign());
        }
    }
    Ok(folder)
}

/// Removes the files of an import and, if it is empty then, their folder. What names runs goes
/// before the runs, and the plan last.
fn clean(folder: &Path) -> std::io::Result<()> {
    let mut made = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let found = name.to_string_lossy();
        let whole = of_partial(&found).unwrap_or(&found);
        let (first, ending) = whole.split_once('.').unwrap_or((whole, ""));
        let ours = match ending.rsplit('.').next() {
            Some("taken" | "run" | "merged") => {
                first.chars().all(|letter| "XO-0123456789".contains(letter))
            }
            _ => ["index", "store"].contains(&whole),
        };
        if ours {
            made.push((ending != "taken", name));
        }
    }
    made.sort();
    for (_, name) in made {
        fs::remove_file(folder.join(name))?;
    }
    fs::remove_file(folder.join("plan"))?;
    fs::remove_dir(folder)
}

/// The name that a partial file of [`write_whole`] was to get.
fn of_partial(name: &str) -> Option<&str> {
    let (whole, _number) = name
        .strip_prefix('.')?
        .strip_suffix(".partial")?
        .rsplit_once('.')?;
    Some(whole)
}

/// Takes in all files, several at a time. Fails with the error of the first file that has one.
fn take_all(
    takings: &[Taking<'_>],
    all: u64,
    options: &ImportOptions,
    observe: &(impl Fn(ImportProgress) + Sync),
) -> Result<(Vec<Taken>, u64), CampaignError> {
    let threads = options.threads.clamp(1, takings.len().max(1));
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
            let Some(taking) = takings.get(number) else {
                return results;
            };
            // Files are begun in order, so all before one that is wrong are looked at.
            let give_up = || first_wrong.load(Ordering::Relaxed) < number;
            let earlier = match give_up() || options.stop.is_stopped() {
                true => None,
                false => taking.earlier(),
            };
            let taken = match earlier {
                _ if give_up() => Ok(None),
                Some(taken) => {
                    before.fetch_add(1, Ordering::Relaxed);
                    note(taken.source.bytes, 0);
                    Ok(Some(taken))
                }
                None => taking.take(buffer, &options.stop, &note, &give_up),
            };
            if taken.is_err() {
                first_wrong.fetch_min(number, Ordering::Relaxed);
            }
            results.push((number, taken));
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
    let mut taken = Vec::with_capacity(takings.len());
    for (_, one) in results {
        taken.extend(one?);
    }
    Ok((taken, before.into_inner()))
}

/// Merges the runs into a store; returns the numbers of positions with exact bounds and estimates.
fn merge<W: std::io::Write>(
    runs: Vec<(PathBuf, u64)>,
    work: &Path,
    mut writer: StoreWriter<W>,
    description: &Description,
    found: &[Found],
    options: &ImportOptions,
    observe: &impl Fn(ImportProgress),
) -> Result<(u64, u64), CampaignError> {
    const PERIOD: u64 = 1 << 14;
    let of_store = || CampaignError::of_file(work, "write the store in");
    let sources = description.sources.iter();
    let all = sources.fold(0, |all: u64, one| {
        let dropped = one.vacuous.saturating_add(one.over);
        all.saturating_add(one.rows.saturating_sub(dropped))
    });
    let mut current: Option<Together> = None;
    let mut done = 0_u64;
    let failed = |excluding| excluded(options, found, &excluding);
    merged(runs, work, options.memory, &mut |bytes| {
        if done.is_multiple_of(PERIOD) {
            if options.stop.is_stopped() {
                return Err(solveig_search::Stopped.into());
            }
            observe(ImportProgress {
                merging: true,
                done,
                all,
                rows: all,
            });
        }
        done += 1;
        match &mut current {
            Some(together) if together.is_about(&bytes) => together.add(&bytes).map_err(failed),
            _ => match current.replace(Together::of(&bytes)) {
                Some(before) => writer.push(before.record()).map_err(of_store()),
                None => Ok(()),
            },
        }
    })?;
    if done != all {
        let problem = format!(
            "its runs have {done} rows, but {all} were taken in: remove the folder to begin anew"
        );
        return Err(damaged(work, problem));
    }
    if let Some(last) = current {
        writer.push(last.record()).map_err(of_store())?;
    }
    writer.finish(description).map_err(of_store())
}

fn excluded(options: &ImportOptions, found: &[Found], excluding: &Excluding) -> CampaignError {
    let place = |(file, line): (u16, u32)| {
        let path = found.get(usize::from(file)).map(|found| found.path.clone());
        (path.unwrap_or_default(), u64::from(line))
    };
    CampaignError::Excluding {
        position: options.board.describe(excluding.key),
        lower: excluding.bounds.lower,
        upper: excluding.bounds.upper,
        low: place(excluding.low),
        high: place(excluding.high),
    }
}
