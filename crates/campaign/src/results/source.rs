//! Reads one file of results and writes its rows as sorted runs.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use solveig_region::blocks::{BlockReader, FileWriter, SortedFile};
use solveig_region::work::WorkDirectory;
use solveig_search::{StopChecker, StopToken};
use xxhash_rust::xxh3::Xxh3;

use super::record::{Record, RecordBytes};
use super::row::{Board, Header, Row};
use crate::error::CampaignError;

/// The longest line there can be, in bytes; a longer one is not read to its end.
const LONGEST: usize = 256;

/// Lines between two looks at the stop token.
const PERIOD: u64 = 1 << 12;

/// One file whose rows are all taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The letters in the file's name: the position of its hypothesis, with X to move.
    pub board: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// The XXH3 checksum of its bytes, in hexadecimal digits.
    pub checksum: String,
    /// Rows that are results.
    pub rows: u64,
    /// How many of them are exact.
    pub exact: u64,
    /// Exact rows whose bounds are all values there are; they are not stored.
    pub vacuous: u64,
    /// Rows of positions at which the game is over; they are not stored.
    pub over: u64,
}

/// A file of results that was read, and the runs of its rows.
#[derive(Debug)]
pub(super) struct SourceRuns {
    pub(super) source: Source,
    pub(super) runs: Vec<SortedFile>,
}

/// How the names of runs begin.
pub(super) const ROWS: &str = "rows-";

/// A file of results, and the directory of its runs.
#[derive(Clone, Debug)]
pub(super) struct SourceFile<'a> {
    pub(super) board: &'a Board,
    pub(super) order: Header,
    pub(super) work: &'a WorkDirectory,
    pub(super) path: &'a Path,
    pub(super) letters: &'a str,
    pub(super) number: u16,
}

impl SourceFile<'_> {
    fn run(&self, part: usize) -> PathBuf {
        self.work
            .file(&format!("{ROWS}{:05}{part:05}", self.number))
    }

    /// The runs that an earlier process made of this file, if they have all its rows and no others:
    /// the file is read again, and nothing but the sorting and writing is spared.
    pub(super) fn earlier(
        &self,
        stop: &StopToken,
        give_up: &dyn Fn() -> bool,
    ) -> Option<SourceRuns> {
        let paths = (0..).map(|part| self.run(part));
        let paths: Vec<_> = paths.take_while(|path| path.exists()).collect();
        if paths.is_empty() {
            return None;
        }
        // The sums of random hashes, which nobody who wrote the runs could know.
        let hasher = RandomState::new();
        let add = |sum: u64, record: &RecordBytes| sum.wrapping_add(hasher.hash_one(record.0));
        let (mut of_runs, mut of_rows) = (0, 0);
        let mut checker = StopChecker::new(stop.clone());
        let mut runs = Vec::with_capacity(paths.len());
        for path in paths {
            let mut reader = BlockReader::new(&path, 0, fs::metadata(&path).ok()?.len(), 1 << 16);
            let mut last = None;
            while let Some(records) = reader.next_block().ok()? {
                if !last.iter().chain(records).is_sorted() {
                    return None;
                }
                last = records.last().copied();
                of_runs = records.iter().fold(of_runs, add);
                checker.check().ok()?;
            }
            let extent = reader.extent();
            runs.push(SortedFile::open::<RecordBytes>(path, extent, &mut checker).ok()?);
        }
        let each = |record| {
            of_rows = add(of_rows, &record);
            Ok(())
        };
        let source = self.rows(stop, &|_, _| (), give_up, each).ok()??;
        (of_rows == of_runs).then_some(SourceRuns { source, runs })
    }

    /// The length of the file and when it was last changed.
    fn stamp(&self) -> Result<(u64, SystemTime), CampaignError> {
        let read = || {
            let found = fs::metadata(self.path)?;
            if !found.is_file() {
                return Err(std::io::Error::other("not a regular file"));
            }
            Ok((found.len(), found.modified()?))
        };
        read().map_err(CampaignError::of_file(self.path, "read"))
    }

    /// Reads the rows and writes their runs, `buffer` records at a time. `observe` receives bytes
    /// and rows that were read since it was called before. `give_up` is asked from time to time.
    pub(super) fn read(
        &self,
        buffer: usize,
        stop: &StopToken,
        observe: &dyn Fn(u64, u64),
        give_up: &dyn Fn() -> bool,
    ) -> Result<Option<SourceRuns>, CampaignError> {
        // A row has more bytes than the board has squares.
        let max = self.stamp()?.0 / u64::from(self.board.squares()) + 1;
        let buffer = usize::try_from(max).map_or(buffer, |max| buffer.min(max));
        let mut records: Vec<RecordBytes> = Vec::with_capacity(buffer);
        let mut runs = Vec::new();
        let source = self.rows(stop, observe, give_up, |record| {
            records.push(record);
            match records.len() == buffer {
                true => self.write_run(&mut records, &mut runs),
                false => Ok(()),
            }
        })?;
        if !records.is_empty() {
            self.write_run(&mut records, &mut runs)?;
        }
        Ok(source.map(|source| SourceRuns { source, runs }))
    }

    /// Reads the rows and passes those that are stored to `each`.
    fn rows(
        &self,
        stop: &StopToken,
        observe: &dyn Fn(u64, u64),
        give_up: &dyn Fn() -> bool,
        mut each: impl FnMut(RecordBytes) -> Result<(), CampaignError>,
    ) -> Result<Option<Source>, CampaignError> {
        let of_file = || CampaignError::of_file(self.path, "read");
        let (bytes, changed) = self.stamp()?;
        let file = File::open(self.path).map_err(of_file())?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut source = Source {
            board: self.letters.to_owned(),
            bytes: 0,
            checksum: String::new(),
            rows: 0,
            exact: 0,
            vacuous: 0,
            over: 0,
        };
        let mut checksum = Xxh3::new();
        let (mut order, mut number) = (self.order, 0_u64);
        let mut line = Vec::with_capacity(LONGEST);
        let mut observed = (0, 0);
        loop {
            if number.is_multiple_of(PERIOD) {
                observe(source.bytes - observed.0, source.rows - observed.1);
                observed = (source.bytes, source.rows);
                if give_up() {
                    return Ok(None);
                }
                if stop.is_stopped() {
                    return Err(solveig_search::Stopped.into());
                }
            }
            line.clear();
            let mut limited = (&mut reader).take(LONGEST as u64 + 1);
            if limited.read_until(b'\n', &mut line).map_err(of_file())? == 0 {
                break;
            }
            number += 1;
            checksum.update(&line);
            source.bytes += line.len() as u64;
            let wrong = |problem: String| CampaignError::Line {
                path: self.path.to_owned(),
                line: number,
                problem,
            };
            if line.len() > LONGEST {
                return Err(wrong(format!(
                    "more than {LONGEST} bytes: expected one row"
                )));
            }
            match self.board.row(&line, order).map_err(wrong)? {
                Row::Header(said) => {
                    order = said;
                    continue;
                }
                Row::Result(record) => {
                    source.exact += u64::from(record.exact);
                    let line = u32::try_from(number);
                    let line = line.map_err(|_| wrong("expected at most 2^32 lines".to_owned()))?;
                    let file = self.number;
                    let record = Record {
                        file,
                        line,
                        ..record
                    };
                    each(record.to_bytes())?;
                }
                Row::Vacuous => source.vacuous += 1,
                Row::Over => source.over += 1,
            }
            source.rows += 1;
        }
        observe(source.bytes - observed.0, source.rows - observed.1);
        if self.stamp()? != (source.bytes, changed) || bytes != source.bytes {
            return Err(CampaignError::Unsuitable {
                path: self.path.to_owned(),
                problem: "it changed while it was read".to_owned(),
            });
        }
        source.checksum = format!("{:016x}", checksum.digest());
        Ok(Some(source))
    }

    fn write_run(
        &self,
        records: &mut Vec<RecordBytes>,
        runs: &mut Vec<SortedFile>,
    ) -> Result<(), CampaignError> {
        records.sort_unstable();
        let mut writer = FileWriter::create(self.run(runs.len()))?;
        for record in records.drain(..) {
            writer.push(record)?;
        }
        runs.push(writer.finish(false)?);
        Ok(())
    }
}
