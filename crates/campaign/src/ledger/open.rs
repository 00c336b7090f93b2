//! Opens ledgers, which may come from an untrusted source.
//!
//! SQLite executes a file's schema: a view can hide rows or never end, a trigger can write. So the
//! schema must equal our own before any table is read, and views and triggers of a file are never
//! run.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::meter::Meter;
use super::{beside, damaged, failure, schema};
use crate::error::CampaignError;

/// The maximum number of bytes of a row or value; the longest in a ledger is the plan.
const MAX_LENGTH: i32 = 1 << 20;

/// The length and modification time of a file when it was opened as immutable.
pub(super) struct FileState {
    length: u64,
    modified: Option<std::time::SystemTime>,
}

impl FileState {
    fn of(found: &Metadata) -> Self {
        Self {
            length: found.len(),
            modified: found.modified().ok(),
        }
    }

    /// Fails if the file at `path` has changed since.
    pub(super) fn expect(&self, path: &Path) -> Result<(), CampaignError> {
        let now = Self::of(&expect_file(path)?);
        let same = now.length == self.length && now.modified == self.modified;
        if same && !is_unfinished(path) {
            return Ok(());
        }
        let problem = "it was written to while it was read; try again".to_owned();
        Err(damaged(path, problem))
    }
}

/// Fails unless there is a regular file at `path`.
pub(super) fn expect_file(path: &Path) -> Result<Metadata, CampaignError> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(found),
        Ok(_) => Err(damaged(path, "not a file".to_owned())),
        Err(cause) => Err(CampaignError::of_file(path, "open")(cause)),
    }
}

/// Resolves links: SQLite follows them, and puts its other files beside the target.
pub(super) fn resolve(path: &Path) -> PathBuf {
    let resolved = match path.is_symlink() {
        true => std::fs::canonicalize(path).ok(),
        false => None,
    };
    resolved.unwrap_or_else(|| path.to_owned())
}

/// Fails if a ledger has another name. SQLite keeps what it has not written to the file yet beside
/// the name by which it opened it, and would not find it from another one.
pub(super) fn expect_one_name(path: &Path) -> Result<(), CampaignError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let names = expect_file(path)?.nlink();
        if names > 1 {
            let problem = format!(
                "it has {names} names (hard links), and what is written under one is not seen under \
                 another: remove the others, or drive a copy"
            );
            return Err(damaged(path, problem));
        }
    }
    Ok(())
}

/// Fails if any file exists that the ledger at `path` or SQLite would write.
pub(super) fn expect_nothing(path: &Path) -> Result<(), CampaignError> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let path = beside(path, suffix);
        if std::fs::symlink_metadata(&path).is_ok() {
            return Err(CampaignError::Exists { path });
        }
    }
    Ok(())
}

/// Removes an unfinished ledger that a killed process left at `path`: an SQLite file or an empty
/// one.
pub(super) fn remove_unfinished(path: &Path) -> io::Result<()> {
    const START: &[u8] = b"SQLite format 3\0";
    let Ok(found) = std::fs::symlink_metadata(path) else {
        return Ok(());
    };
    let mut start = Vec::new();
    if found.is_file() {
        File::open(path)?.take(16).read_to_end(&mut start)?;
    }
    if !found.is_file() || !(start.is_empty() || start == START) {
        return Err(io::Error::other("it is not an unfinished ledger"));
    }
    let journal = beside(path, "-journal");
    if journal.is_file() {
        std::fs::remove_file(journal)?;
    }
    std::fs::remove_file(path)
}

/// Whether a write-ahead log or journal exists: a process is writing the ledger or was killed while
/// it did.
fn is_unfinished(path: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|suffix| {
        let found = std::fs::metadata(beside(path, suffix));
        found.is_ok_and(|found| found.len() > 0)
    })
}

/// Opens the file read-only. If nobody is writing it, opens it as immutable, so that SQLite creates
/// no files beside it.
pub(super) fn to_read(
    path: &Path,
) -> Result<(Connection, Meter, Option<FileState>), CampaignError> {
    let state = FileState::of(&expect_file(path)?);
    let (connection, state) = if is_unfinished(path) {
        let opened = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
        (opened, None)
    } else {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let opened = Connection::open_with_flags(address(path), flags);
        (opened, Some(state))
    };
    let connection = connection.map_err(failure(path, "open"))?;
    let meter = guard(path, &connection)?;
    // What a reader sorts goes to no disk.
    connection
        .pragma_update(None, "temp_store", "memory")
        .map_err(failure(path, "open"))?;
    Ok((connection, meter, state))
}

/// Opens the file for writing.
pub(super) fn to_write(path: &Path) -> Result<(Connection, Meter), CampaignError> {
    expect_file(path)?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(failure(path, "open"))?;
    let meter = guard(path, &connection)?;
    Ok((connection, meter))
}

/// The path as an SQLite URI with `immutable=1`.
fn address(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut address = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                address.push(char::from(*byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address.push_str("?immutable=1");
    address
}

/// Fails unless the file is a ledger.
fn guard(path: &Path, connection: &Connection) -> Result<Meter, CampaignError> {
    let set_up = || -> rusqlite::Result<Meter> {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_LENGTH)?;
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        Meter::attach(path, connection)
    };
    let meter = set_up().map_err(failure(path, "open"))?;
    expect_header(path, connection)?;
    expect_schema(path, connection)?;
    Ok(meter)
}

fn expect_header(path: &Path, connection: &Connection) -> Result<(), CampaignError> {
    let number = |pragma: &str| -> Result<i64, CampaignError> {
        connection
            .pragma_query_value(None, pragma, |row| row.get(0))
            .map_err(|error| damaged(path, format!("no ledger of a campaign ({error})")))
    };
    if number("application_id")? != schema::APPLICATION {
        return Err(damaged(path, "no ledger of a campaign".to_owned()));
    }
    match number("user_version")? {
        schema::LAYOUT => Ok(()),
        other => {
            let ours = schema::LAYOUT;
            let problem = format!("this ledger has layout {other}, this program reads {ours}");
            Err(damaged(path, problem))
        }
    }
}

/// An object of a schema.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    kind: String,
    name: String,
    table: String,
    sql: Option<String>,
}

/// The objects of a schema in order, at most one more than `max`.
fn objects(connection: &Connection, max: usize) -> rusqlite::Result<Vec<Object>> {
    let mut query = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let rows = query.query_map([], |row| {
        Ok(Object {
            kind: row.get(0)?,
            name: row.get(1)?,
            table: row.get(2)?,
            sql: row.get(3)?,
        })
    })?;
    let mut objects: Vec<Object> = rows.take(max + 1).collect::<Result<_, _>>()?;
    objects.sort_unstable();
    Ok(objects)
}

/// Fails unless the schema equals our own, character by character.
fn expect_schema(path: &Path, connection: &Connection) -> Result<(), CampaignError> {
    let ours = || -> rusqlite::Result<Vec<Object>> {
        let fresh = Connection::open_in_memory()?;
        fresh.execute_batch(schema::TABLES)?;
        objects(&fresh, 1_000)
    };
    let ours = ours().map_err(failure(path, "open"))?;
    let found =
        objects(connection, ours.len()).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {
                damaged(path, "reading its schema comes to no end".to_owned())
            }
            _ => damaged(path, format!("its schema cannot be read: {error}")),
        })?;
    let foreign = found.iter().find(|object| !ours.contains(object));
    if let Some(Object { kind, name, .. }) = foreign {
        let problem = format!(
            "its {kind} {name:?} is not one that a ledger has; a ledger's schema must be what this program makes"
        );
        return Err(damaged(path, problem));
    }
    match ours.iter().find(|object| !found.contains(object)) {
        Some(Object { kind, name, .. }) => Err(damaged(path, format!("it has no {kind} {name:?}"))),
        None if found.len() == ours.len() => Ok(()),
        None => Err(damaged(path, "its schema says things twice".to_owned())),
    }
}

/// Limits SQLite's memory in this process, for all files, to 64 MiB or, if `bytes` says how much
/// the process may take, to a quarter of that, but at least 0.5 MiB. Returns the limit. Later calls
/// can only lower it.
pub fn limit_memory(bytes: Option<u64>) -> u64 {
    const MAX: u64 = 64 << 20;
    let limit = bytes.map_or(MAX, |bytes| (bytes / 4).clamp(1 << 19, MAX));
    if let Ok(connection) = Connection::open_in_memory() {
        // The limit is global to the process; any connection can set it.
        let set = format!("PRAGMA hard_heap_limit = {limit}");
        let _ = connection.query_row(&set, [], |_| Ok(()));
    }
    limit
}
