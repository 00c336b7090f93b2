//! The ledger: one SQLite file that holds the whole state of a campaign.
//!
//! A report is acknowledged only after it was written with `synchronous=FULL`, so neither `kill -9`
//! nor a power failure loses it. Reports are identified by the numbers of their jobs; a duplicate
//! changes nothing. Jobs are in the queue alone.

mod derived;
mod export;
mod failures;
mod intake;
mod listed_hypotheses;
mod meter;
mod open;
mod premises;
mod rounds;
mod schema;
mod summary;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, Error as SqlError, Params, Row, Transaction};
use solveig_game::{Interval, Value, ValueRange};
use solveig_region::Lock;
use solveig_search::StopToken;

pub use self::export::ExportTable;
pub use self::failures::GivenUpJob;
pub(crate) use self::listed_hypotheses::is_class_at;
use self::meter::Meter;
pub use self::open::limit_memory;
pub use self::premises::Premises;
pub use self::rounds::Batch;
pub use self::summary::{JobCounts, Summary, WorkerSummary};
use crate::dictionaries::{Dictionaries, Records};
use crate::error::CampaignError;
use crate::job::Cut;
use crate::problem::Plan;
pub use crate::work::RoundSummary;
use crate::work::WorkModel;

/// A ledger, open for reading or for driving the campaign.
pub struct Ledger {
    path: PathBuf,
    connection: Connection,
    meter: Meter,
    id: String,
    plan: Plan,
    /// The state of the file, if it was opened as immutable.
    unchanged_from: Option<open::FileState>,
    /// Held as long as this process drives the campaign.
    lock: Option<Lock>,
}

/// The path of a file beside the ledger: its own, and a suffix.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn blob(key: u128) -> [u8; 16] {
    key.to_be_bytes()
}

impl Ledger {
    /// Creates the ledger of a new campaign.
    ///
    /// # Errors
    ///
    /// Fails if the file exists, is made by another process, or cannot be written.
    pub fn create(path: &Path, plan: &Plan) -> Result<Self, CampaignError> {
        open::expect_nothing(path)?;
        let lock = Lock::beside(path, "campaign init")?;
        // Another process may have just made it.
        open::expect_nothing(path)?;
        // The ledger gets its final name only when it is complete.
        let beside = beside(path, ".new");
        open::remove_unfinished(&beside).map_err(CampaignError::of_file(&beside, "replace"))?;
        open::expect_nothing(&beside)?;
        let failed = |action| failure(path, action);
        let connection = Connection::open(&beside).map_err(failed("create"))?;
        let plan = serde_json::to_string(plan).map_err(|error| damaged(path, error.to_string()))?;
        connection
            .execute_batch(&format!(
                "PRAGMA application_id = {}; PRAGMA user_version = {};\
                 BEGIN; {} \
                 INSERT INTO campaign (id, plan) \
                 VALUES (lower(hex(randomblob(8))), ''); COMMIT;",
                schema::APPLICATION,
                schema::LAYOUT,
                schema::TABLES
            ))
            .and_then(|()| connection.execute("UPDATE campaign SET plan = ?1", [plan]))
            .map_err(failed("create"))?;
        connection
            .close()
            .map_err(|(_, error)| failed("create")(error))?;
        std::fs::rename(&beside, path).map_err(CampaignError::of_file(path, "create"))?;
        drop(lock);
        Self::drive(path)
    }

    /// Opens and locks a ledger to drive its campaign.
    ///
    /// # Errors
    ///
    /// Fails if the file is no ledger, cannot be written, is driven by another process, or has
    /// several names.
    pub fn drive(path: &Path) -> Result<Self, CampaignError> {
        let path = &open::resolve(path);
        open::expect_file(path)?;
        let lock = Lock::in_place(path, "campaign run")?;
        open::expect_one_name(path)?;
        let (connection, meter) = open::to_write(path)?;
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
            .map_err(failure(path, "open"))?;
        let ledger = Self::with(path, Some(lock), connection, meter, None)?;
        ledger.expect_numbers()?;
        Ok(ledger)
    }

    /// Opens a ledger read-only; another process may drive its campaign meanwhile.
    ///
    /// # Errors
    ///
    /// Fails if the file is no ledger, has a schema that is not a ledger's, or cannot be read.
    pub fn open_to_read(path: &Path) -> Result<Self, CampaignError> {
        let path = &open::resolve(path);
        let (connection, meter, unchanged_from) = open::to_read(path)?;
        Self::with(path, None, connection, meter, unchanged_from)
    }

    fn with(
        path: &Path,
        lock: Option<Lock>,
        connection: Connection,
        meter: Meter,
        unchanged_from: Option<open::FileState>,
    ) -> Result<Self, CampaignError> {
        connection
            .busy_timeout(Duration::from_secs(30))
            .map_err(failure(path, "open"))?;
        let read = || -> rusqlite::Result<Option<(String, String)>> {
            let mut query = connection.prepare("SELECT id, plan FROM campaign")?;
            let mut rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let first = rows.next().transpose()?;
            Ok(first.filter(|_| rows.next().is_none()))
        };
        meter.reads();
        let read = read().map_err(meter.failed("read the plan of"))?;
        let Some((id, plan)) = read else {
            let problem = "it is of no campaign, or of several".to_owned();
            return Err(damaged(path, problem));
        };
        let plan = serde_json::from_str(&plan)
            .map_err(|error| damaged(path, format!("the plan cannot be read: {error}")))?;
        Ok(Self {
            path: path.to_owned(),
            connection,
            meter,
            id,
            plan,
            unchanged_from,
            lock,
        })
    }

    /// Checks that the file that this process drives still has its name.
    ///
    /// # Errors
    ///
    /// Fails if somebody took it away, or put another in its place.
    pub(crate) fn expect_in_place(&self) -> Result<(), CampaignError> {
        match &self.lock {
            Some(lock) => Ok(lock.expect_held()?),
            None => Ok(()),
        }
    }

    /// Where the file is, with links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whatever reads or writes the file ends with [`CampaignError::Stopped`] from now on when
    /// `stop` says so.
    pub fn stop_at(&self, stop: StopToken) {
        self.meter.stop_at(stop);
    }

    /// The campaign's random identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The campaign's plan.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Fails if the file was opened as immutable and has changed since.
    fn expect_unchanged(&self) -> Result<(), CampaignError> {
        match &self.unchanged_from {
            Some(unchanged_from) => unchanged_from.expect(&self.path),
            None => Ok(()),
        }
    }

    fn failed(
        &self,
        action: &'static str,
    ) -> impl FnOnce(rusqlite::Error) -> CampaignError + use<> {
        self.meter.failed(action)
    }

    /// Writes in one transaction.
    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, CampaignError> {
        let failed = self.failed("write");
        self.meter.writes();
        let run = || {
            let immediate = rusqlite::TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(immediate)?;
            let written = write(&transaction)?;
            transaction.commit()?;
            Ok(written)
        };
        run().map_err(failed)
    }

    /// Calls `each` with every row of a query.
    fn each_row<T>(
        &self,
        sql: &str,
        values: impl Params,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
        mut each: impl FnMut(T) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        self.meter.reads();
        let query = self.connection.prepare_cached(sql);
        let mut query = query.map_err(self.failed("read"))?;
        let mut rows = query.query(values).map_err(self.failed("read"))?;
        while let Some(row) = rows.next().map_err(self.failed("read"))? {
            self.meter.yields(bytes_of(row))?;
            each(read(row).map_err(|error| self.misread(sql, row, error))?)?;
        }
        Ok(())
    }

    /// All rows of a query.
    fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, CampaignError> {
        let mut all = Vec::new();
        self.each_row(sql, values, read, |row| {
            all.push(row);
            Ok(())
        })?;
        Ok(all)
    }

    /// The only row of a query without parameters.
    fn row<T>(
        &self,
        sql: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, CampaignError> {
        let row = self.rows(sql, [], read)?.pop();
        row.ok_or_else(|| self.failed("read")(SqlError::QueryReturnedNoRows))
    }

    /// The error of a row of a query whose values are none of a ledger, by table and row.
    fn misread(&self, sql: &str, row: &Row<'_>, error: SqlError) -> CampaignError {
        let (column, expected) = match error {
            SqlError::FromSqlConversionFailure(column, Type::Blob, _) => {
                (column, "a key of 16 bytes".to_owned())
            }
            SqlError::FromSqlConversionFailure(column, Type::Integer, expected) => {
                (column, expected.to_string())
            }
            SqlError::IntegralValueOutOfRange(column, _) => {
                (column, "a number of 32 bits".to_owned())
            }
            error => return self.failed("read")(error),
        };
        let value = |at: usize| {
            let name = row.as_ref().column_name(at).unwrap_or_default();
            let text = row.get_ref(at).map(text_of).unwrap_or_default();
            format!("{name} {}", text.chars().take(40).collect::<String>())
        };
        let rest = (0..row.as_ref().column_count()).filter(|at| *at != column);
        let rest: Vec<String> = rest.take(3).map(value).collect();
        let table = sql.rsplit(" FROM ").next().unwrap_or_default();
        let table = table.split(' ').next().unwrap_or_default();
        let (value, rest) = (value(column), rest.join(", "));
        let row = if rest.is_empty() {
            ""
        } else {
            ", in the row with "
        };
        let problem = format!("table {table} has {value}{row}{rest}: expected {expected}");
        damaged(&self.path, problem)
    }

    /// The estimates and bounds at a cut: at the first, derived ones.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or its bounds contradict one another.
    pub fn dictionaries(&self, cut: Cut) -> Result<Dictionaries, CampaignError> {
        let mut dictionaries = Dictionaries::default();
        self.each_row(
            "SELECT key, estimate FROM estimates WHERE cut = ?1",
            [number_of(cut)],
            |row| Ok((key_of(row, 0)?, row.get(1)?)),
            |(key, estimate)| {
                dictionaries.set_estimate(key, estimate);
                Ok(())
            },
        )?;
        let mut prove = |key, bounds| {
            let contradiction = |bounds| CampaignError::Contradiction { key, bounds };
            dictionaries
                .prove(key, bounds)
                .map(drop)
                .map_err(contradiction)
        };
        match cut {
            Cut::First => {
                let sql = "SELECT key, lower, upper FROM derived";
                self.each_row(sql, [], keyed_bounds, |(key, bounds)| {
                    self.expect_values(Some(key), bounds)?;
                    prove(key, bounds)
                })?;
            }
            Cut::Second => self.each_bound(prove)?,
        }
        self.expect_unchanged()?;
        Ok(dictionaries)
    }

    /// Calls `each` with the key and proved bounds of every position, in the order of keys.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or `each` fails.
    pub fn each_bound(
        &self,
        mut each: impl FnMut(u128, Interval) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        self.each_row(schema::BOUNDS, [], keyed_bounds, |(key, bounds)| {
            if bounds.lower > bounds.upper {
                return Err(CampaignError::Contradiction { key, bounds });
            }
            self.expect_values(Some(key), bounds)?;
            each(key, bounds)
        })
    }

    /// Records the bounds that decide the goal.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn conclude(&mut self, proved: Interval) -> Result<(), CampaignError> {
        let sql = "UPDATE campaign SET lower = ?1, upper = ?2, ended = coalesce(ended, CURRENT_TIMESTAMP)";
        let bounds = [proved.lower, proved.upper];
        self.write(|transaction| transaction.execute(sql, bounds).map(drop))?;
        // So that a copy of the file alone has it all. Where a reader is in the way, SQLite does
        // this later.
        let _ = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(())
    }

    /// The bounds that decide the goal, once they are proved.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or holds impossible bounds.
    pub fn conclusion(&self) -> Result<Option<Interval>, CampaignError> {
        let found = self.row("SELECT lower, upper FROM campaign", |row| {
            let (lower, upper): (Option<Value>, Option<Value>) = (row.get(0)?, row.get(1)?);
            Ok(lower.zip(upper))
        })?;
        let found = found.map(|(lower, upper)| Interval { lower, upper });
        found.map_or(Ok(()), |found| self.expect_values(None, found))?;
        Ok(found)
    }

    /// Like [`conclusion`](Self::conclusion), for a game with values in `range`.
    ///
    /// # Errors
    ///
    /// Fails if the goal is not decided, if the file cannot be read, or if the bounds lie outside
    /// `range`.
    pub fn conclusion_within(&self, range: ValueRange) -> Result<Interval, CampaignError> {
        let Some(found) = self.conclusion()? else {
            return Err(CampaignError::Unfinished {
                path: self.path.clone(),
                problem: "the ledger states no bounds of the start yet".to_owned(),
            });
        };
        if range.contains(found.lower) && range.contains(found.upper) {
            return Ok(found);
        }
        let problem = format!(
            "it concludes a value from {} to {}: the game's are from {} to {}",
            found.lower, found.upper, range.min, range.max
        );
        Err(damaged(&self.path, problem))
    }

    /// Fails if bounds of the position with this key, or of the start, are out of order or too
    /// large for any game.
    fn expect_values(&self, key: Option<u128>, bounds: Interval) -> Result<(), CampaignError> {
        let Interval { lower, upper } = bounds;
        if is_possible(lower, upper) {
            return Ok(());
        }
        let of = match key {
            Some(key) => format!("the position with key {key:#x} would have"),
            None => "it states".to_owned(),
        };
        let problem = format!("{of} a value from {lower} to {upper}, which no game has");
        Err(damaged(&self.path, problem))
    }

    /// The work that positions have taken so far, as a model of further work.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn work_model(&self) -> Result<WorkModel, CampaignError> {
        let mut model = WorkModel::unseen(self.plan.second);
        let sql = "SELECT class, total(results), total(nodes) FROM solved_by GROUP BY class";
        let read = |row: &Row<'_>| Ok((natural(row, 0)?, row.get(1)?, row.get(2)?));
        let seen: Vec<(u64, f64, f64)> = self.rows(sql, [], read)?;
        for (class, count, nodes) in seen {
            model.saw(usize::try_from(class).unwrap_or(usize::MAX), count, nodes);
        }
        model.took(self.row(SOLVING_SECONDS, |row| row.get(0))?);
        Ok(model)
    }
}

impl Records for Ledger {
    fn look_up(&self, key: u128, dictionaries: &mut Dictionaries) -> Result<(), CampaignError> {
        let sql = "SELECT estimate FROM estimates WHERE cut = 2 AND key = ?1";
        let estimate = self.rows(sql, [blob(key)], |row| row.get(0))?.pop();
        if let Some(estimate) = estimate {
            dictionaries.set_estimate(key, estimate);
        }
        let sql = "SELECT key, lower, upper FROM solved WHERE key = ?1";
        self.each_row(sql, [blob(key)], keyed_bounds, |(key, bounds)| {
            self.expect_values(Some(key), bounds)?;
            let contradiction = |bounds| CampaignError::Contradiction { key, bounds };
            dictionaries
                .prove(key, bounds)
                .map(drop)
                .map_err(contradiction)
        })
    }
}

/// The highest number of a job.
const MAX_JOBS: i64 = 1 << 53;

/// The seconds that workers spent on exact search.
const SOLVING_SECONDS: &str = "SELECT total(seconds) FROM done_by WHERE task = 'solve'";

const fn number_of(cut: Cut) -> i64 {
    match cut {
        Cut::First => 1,
        Cut::Second => 2,
    }
}

/// Whether bounds are in order and within 2^30, the limit for values of games, so that arithmetic
/// on them cannot overflow.
pub(crate) const fn is_possible(lower: Value, upper: Value) -> bool {
    const LARGEST: Value = 1 << 30;
    -LARGEST < lower && lower <= upper && upper < LARGEST
}

/// The bytes that the values of a row take in memory.
fn bytes_of(row: &Row<'_>) -> usize {
    let columns = row.as_ref().column_count();
    let bytes = |column| match row.get_ref(column) {
        Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => bytes.len(),
        _ => 8,
    };
    (0..columns).map(bytes).sum()
}

/// The unsigned number in a column.
fn natural(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| {
        SqlError::FromSqlConversionFailure(column, Type::Integer, "a number from 0 on".into())
    })
}

/// A value as text; bytes as hexadecimal digits.
fn text_of(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// The key in a column.
fn key_of(row: &Row<'_>, column: usize) -> rusqlite::Result<u128> {
    row.get::<_, [u8; 16]>(column).map(u128::from_be_bytes)
}

/// The key and bounds in the first three columns.
fn keyed_bounds(row: &Row<'_>) -> rusqlite::Result<(u128, Interval)> {
    let (lower, upper) = (row.get(1)?, row.get(2)?);
    Ok((key_of(row, 0)?, Interval { lower, upper }))
}

fn failure(
    path: &Path,
    action: &'static str,
) -> impl FnOnce(rusqlite::Error) -> CampaignError + use<> {
    let path = path.to_owned();
    move |cause| CampaignError::Ledger {
        path,
        action,
        cause,
    }
}

pub(crate) fn damaged(path: &Path, problem: String) -> CampaignError {
    CampaignError::Damaged {
        path: path.to_owned(),
        problem,
    }
}
