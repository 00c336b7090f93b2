//! The tables of a ledger.

/// The oldest version of the layout that this program reads.
pub(super) const OLDEST: i64 = 3;

/// The present version, kept in SQLite's `user_version`. A ledger with another version than these,
/// or with another schema than that of its version, is refused.
pub(super) const VERSION: i64 = OLDEST + ADDED.len() as i64;

/// SQLite's `application_id` of ledgers: "SVLG".
pub(super) const APPLICATION: i64 = 0x5356_4c47;

/// The query of the view `bounds`. The view is for other programs; this one never runs views of a
/// file.
pub(super) const BOUNDS: &str = "SELECT key, max(lower) AS lower, min(upper) AS upper \
    FROM solved JOIN workers ON workers.id = solved.worker WHERE trusted GROUP BY key ORDER BY key";

/// The statements that make the schema of a version.
pub(super) fn tables(version: i64) -> String {
    let later = usize::try_from(version - OLDEST).unwrap_or(0);
    let added = ADDED.iter().take(later).copied();
    std::iter::once(TABLES).chain(added).collect()
}

/// The statements that a ledger of `version` lacks.
pub(super) fn missing(version: i64) -> impl Iterator<Item = &'static str> {
    let later = usize::try_from(version - OLDEST).unwrap_or(0);
    ADDED.iter().skip(later).copied()
}

/// The tables of the oldest version. Ledgers store this text verbatim, so it never changes. Keys of
/// positions are 16 bytes, big-endian, so that they sort as numbers.
const TABLES: &str = "
CREATE TABLE campaign (
    id TEXT NOT NULL,             -- hexadecimal digits, random
    seed INTEGER NOT NULL,        -- which positions are solved a second time follows from it
    plan TEXT NOT NULL,           -- what the campaign was started with, as JSON
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    lower INTEGER,                -- bounds of the start that decide the goal, once they are proved
    upper INTEGER,
    ended TEXT
) STRICT;
CREATE TABLE workers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,        -- of the program, when it was last heard of
    trusted INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE rounds (
    number INTEGER PRIMARY KEY,
    expected INTEGER NOT NULL,    -- what the start was expected to be worth
    targets INTEGER NOT NULL,     -- hypotheses at the first cut that were open
    positions INTEGER NOT NULL,   -- positions at the second cut from which they were expected to follow
    asked INTEGER NOT NULL,       -- those of them that the round was to solve
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ended TEXT
) STRICT;
CREATE TABLE targets (
    round INTEGER NOT NULL,
    key BLOB NOT NULL,
    alpha INTEGER NOT NULL,
    beta INTEGER NOT NULL,
    estimate INTEGER NOT NULL,
    PRIMARY KEY (round, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,       -- 0: predictions at the first cut
    task TEXT NOT NULL,           -- solve, estimate
    amount INTEGER NOT NULL,      -- the margin of solving, the plies of estimating
    positions INTEGER NOT NULL,
    expected_seconds REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'open', -- open, done, void
    worker INTEGER,
    nodes INTEGER,
    seconds REAL,
    waited REAL,                  -- seconds its worker was without work before it
    accepted TEXT
) STRICT;
CREATE INDEX open_jobs ON jobs (number) WHERE state = 'open';
CREATE TABLE items (
    job INTEGER NOT NULL,
    place INTEGER NOT NULL,
    key BLOB NOT NULL,
    alpha INTEGER NOT NULL,
    beta INTEGER NOT NULL,
    estimate INTEGER NOT NULL,
    PRIMARY KEY (job, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE estimates (
    cut INTEGER NOT NULL,         -- 1 or 2
    key BLOB NOT NULL,
    estimate INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    PRIMARY KEY (cut, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE solved (             -- what exact search has found, by whom
    key BLOB NOT NULL,
    job INTEGER NOT NULL,
    alpha INTEGER NOT NULL,
    beta INTEGER NOT NULL,
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    worker INTEGER NOT NULL,
    PRIMARY KEY (key, job)
) STRICT, WITHOUT ROWID;
CREATE VIEW bounds AS             -- what is proved, by all that is trusted
    SELECT key, max(lower) AS lower, min(upper) AS upper
    FROM solved JOIN workers ON workers.id = solved.worker
    WHERE trusted GROUP BY key;
CREATE TABLE audits (             -- positions to solve a second time, and what came of it
    key BLOB NOT NULL,
    job INTEGER NOT NULL,
    lower INTEGER,
    upper INTEGER,
    nodes INTEGER,
    agrees INTEGER,               -- NULL until it was done
    PRIMARY KEY (key, job)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_audits ON audits (key) WHERE agrees IS NULL;
";

/// What each version after the oldest adds to the one before: tables alone, since a changed table
/// would have to be copied. To read an older ledger without writing to it, they are made as
/// temporary tables.
const ADDED: [&str; 2] = ["
CREATE TABLE distrusted (         -- who had a wrong result: nothing from them counts any more
    identity TEXT PRIMARY KEY,    -- the name of a worker up to its first slash
    reason TEXT NOT NULL,
    since TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT, WITHOUT ROWID;
INSERT INTO distrusted (identity, reason)
    SELECT name, 'an earlier version of the program found a wrong result' FROM workers
    WHERE NOT trusted;
CREATE TABLE second_solves (      -- who does or did an audit
    key BLOB NOT NULL,
    job INTEGER NOT NULL,         -- the job whose result is tested: with the key, a row of audits
    again INTEGER NOT NULL,       -- the job (of the task audit) that tests it; 0: the driver does
    auditor INTEGER,              -- the worker that answered that job
    PRIMARY KEY (key, job)
) STRICT, WITHOUT ROWID;
CREATE TABLE failures (           -- deliveries that came to nothing; a job may be in the state dead
    job INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- from 1, for each job
    worker TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE given (              -- hypotheses at the first cut that somebody gave, not proved
    key BLOB NOT NULL PRIMARY KEY,
    line INTEGER NOT NULL,        -- of the list
    count INTEGER NOT NULL,       -- how often its author met the position
    score INTEGER NOT NULL,       -- what a search of the window is said to return
    alpha INTEGER NOT NULL,
    beta INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
", "
CREATE TABLE derived (            -- bounds at the first cut that follow from those at the second
    key BLOB NOT NULL PRIMARY KEY,
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    distrusted INTEGER NOT NULL   -- how many identities were distrusted then; void if others are now
) STRICT, WITHOUT ROWID;
CREATE TABLE done_by (            -- sums over the jobs that each worker has reported
    worker INTEGER NOT NULL,
    task TEXT NOT NULL,           -- as of jobs; predict: an estimate at the first cut
    jobs INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    solved INTEGER NOT NULL,      -- positions that no trusted worker had solved before
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    waited REAL NOT NULL,
    waited_in_rounds REAL NOT NULL, -- without the wait before the first job of each round
    round INTEGER NOT NULL,       -- the latest with a job
    PRIMARY KEY (worker, task)
) STRICT, WITHOUT ROWID;
CREATE TABLE solved_by (          -- sums over the results of each worker
    worker INTEGER NOT NULL,
    class INTEGER NOT NULL,       -- how far the estimate was from the window: the index of a class
    results INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    PRIMARY KEY (worker, class)
) STRICT, WITHOUT ROWID;
"];

/// Fills the tables of sums from those of which they are the sums, for a ledger that has none.
/// Classes are those of [`WorkModel::class`].
///
/// [`WorkModel::class`]: crate::work::WorkModel::class
pub(super) const SUM_UP: &str = "
DELETE FROM done_by;
INSERT INTO done_by
    SELECT worker, CASE WHEN task = 'estimate' AND round = 0 THEN 'predict' ELSE task END,
        count(*), sum(positions), 0, coalesce(sum(nodes), 0), coalesce(sum(seconds), 0.0),
        coalesce(sum(waited), 0.0), coalesce(sum(iif(first, 0.0, waited)), 0.0), max(round)
    FROM (SELECT *, row_number() OVER (PARTITION BY worker, task, round ORDER BY number) = 1
        AS first FROM jobs WHERE worker IS NOT NULL)
    GROUP BY 1, 2;
INSERT INTO done_by
    SELECT first, 'solve', 0, 0, count(*), 0, 0.0, 0.0, 0.0, 0 FROM (SELECT min(worker) AS first
        FROM solved JOIN workers ON workers.id = worker WHERE trusted GROUP BY key)
    WHERE true GROUP BY 1
    ON CONFLICT (worker, task) DO UPDATE SET solved = excluded.solved;
DELETE FROM solved_by;
INSERT INTO solved_by
    SELECT worker, (far >= 3) + (far >= 6) + (far >= 12) + (far >= 24), count(*), sum(nodes)
    FROM (SELECT solved.worker, solved.nodes,
        max(solved.alpha - estimate, estimate - solved.beta) AS far
        FROM solved JOIN items ON items.job = solved.job AND items.key = solved.key)
    GROUP BY 1, 2;
";
