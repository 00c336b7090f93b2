//! Reads the rows of a table into sorted runs.

use std::io::{BufRead, Read};
use std::path::Path;

use blake3::Hasher;
use solveig_region::blocks::FileWriter;
use solveig_region::work::WorkDirectory;

use super::{Import, ImportProgress, ROW_BYTES, State};
use crate::table::TableError;
use crate::table::row::{HEADER, Row};

/// Some programs begin a text in UTF-8 with it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The longest line there can be, in bytes.
const LONGEST: usize = 128;

/// Bytes between two reports of progress.
const PERIOD: u64 = 1 << 22;

impl Import<'_> {
    /// Reads again what an earlier process has read, which must be the same.
    pub(super) fn hash_again(
        &self,
        reader: &mut impl BufRead,
        state: &State,
        directory: &Path,
        observe: &mut dyn FnMut(ImportProgress),
    ) -> Result<Hasher, TableError> {
        let mut hasher = Hasher::new();
        let (mut bytes, mut done) = (Vec::new(), 0);
        while done < state.read {
            if self.stop.is_stopped() {
                return Err(solveig_search::Stopped.into());
            }
            bytes.clear();
            let mut next = reader.by_ref().take(PERIOD.min(state.read - done));
            if next.read_to_end(&mut bytes).map_err(self.unreadable())? == 0 {
                break;
            }
            hasher.update(&bytes);
            done += bytes.len() as u64;
            observe(ImportProgress::Reading {
                done,
                all: state.read,
                rows: state.rows,
            });
        }
        if hasher.finalize().to_string() != state.digest {
            return Err(TableError::OtherTable {
                path: self.table.to_owned(),
                work: directory.to_owned(),
            });
        }
        Ok(hasher)
    }

    /// Reads the rows from where an earlier process was, into sorted runs.
    pub(super) fn read(
        &self,
        work: &WorkDirectory,
        state: &mut State,
        mut reader: impl BufRead,
        hasher: &mut Hasher,
        all: u64,
        observe: &mut dyn FnMut(ImportProgress),
    ) -> Result<(), TableError> {
        let room = usize::try_from(self.memory / ROW_BYTES).unwrap_or(usize::MAX);
        let room = room.clamp(1 << 10, 1 << 26);
        let mut buffer: Vec<Row> = Vec::new();
        let mut batch = Vec::new();
        let (mut read, mut lines) = (state.read, state.lines);
        loop {
            if self.stop.is_stopped() {
                return Err(solveig_search::Stopped.into());
            }
            self.read_lines(&mut reader, &mut batch)?;
            hasher.update(&batch);
            lines += self.parse(&batch, lines, &mut buffer)?;
            read += batch.len() as u64;
            if batch.is_empty() || buffer.len() >= room {
                state.rows += buffer.len() as u64;
                buffer.sort_unstable();
                buffer.dedup();
                let mut run =
                    FileWriter::create(work.file(&format!("run-{:05}", state.runs.len())))?;
                for row in &buffer {
                    run.push(*row)?;
                }
                state.runs.push(run.finish(true)?.extent());
                (state.read, state.lines) = (read, lines);
                state.digest = hasher.finalize().to_string();
                work.write_state(state)?;
                buffer.clear();
            }
            let rows = state.rows + buffer.len() as u64;
            observe(ImportProgress::Reading {
                done: read,
                all,
                rows,
            });
            if batch.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads some whole lines; none at the end of the table.
    fn read_lines(&self, reader: &mut impl BufRead, batch: &mut Vec<u8>) -> Result<(), TableError> {
        batch.clear();
        let most = reader.by_ref().take(PERIOD).read_to_end(batch);
        most.map_err(self.unreadable())?;
        if !batch.is_empty() && !batch.ends_with(b"\n") {
            let mut rest = reader.by_ref().take(LONGEST as u64 + 2);
            rest.read_until(b'\n', batch).map_err(self.unreadable())?;
        }
        Ok(())
    }

    /// Appends the rows of lines, of which `before` lines come before; returns how many lines.
    fn parse(&self, batch: &[u8], before: u64, rows: &mut Vec<Row>) -> Result<u64, TableError> {
        let lines: Vec<&[u8]> = batch.split_inclusive(|byte| *byte == b'\n').collect();
        let part = lines.len().div_ceil(self.threads.max(1)).max(1);
        let parse = |lines: &[&[u8]], before: u64| -> Result<Vec<Row>, TableError> {
            let mut rows = Vec::with_capacity(lines.len());
            for (line, number) in lines.iter().zip(before + 1..) {
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                let mut line = line.strip_suffix(b"\r").unwrap_or(line);
                if number == 1 {
                    line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
                    if line == HEADER.as_bytes() {
                        continue;
                    }
                }
                let row = match line.len() <= LONGEST {
                    true => self.layout.parse(line),
                    false => Err(format!("more than {LONGEST} bytes; expected {HEADER}")),
                };
                rows.push(row.map_err(|problem| TableError::Line {
                    path: self.table.to_owned(),
                    line: number,
                    problem,
                })?);
            }
            Ok(rows)
        };
        let parsed: Vec<Result<Vec<Row>, TableError>> = std::thread::scope(|scope| {
            let parts = lines.chunks(part).zip((before..).step_by(part));
            let workers = parts.map(|(lines, before)| scope.spawn(move || parse(lines, before)));
            let workers: Vec<_> = workers.collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        });
        for part in parsed {
            rows.append(&mut part?);
        }
        Ok(lines.len() as u64)
    }
}
