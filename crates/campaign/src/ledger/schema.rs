//! The tables of a ledger.

/// The layout of ledgers, kept in SQLite's `user_version`. A ledger with another layout, or with
/// another schema than this, is refused.
pub(super) const LAYOUT: i64 = 1;

/// SQLite's `application_id` of ledgers: "SVLG".
pub(super) const APPLICATION: i64 = 0x5356_4c47;

/// The query of the view `bounds`. The view is for other programs; this one never runs views of a
/// file.
pub(super) const BOUNDS: &str = "SELECT key, max(lower) AS lower, min(upper) AS upper \
    FROM solved GROUP BY key ORDER BY key";

/// The statements that make the schema. Ledgers store this text verbatim: a change of it is another
/// layout. Keys of positions are 16 bytes, big-endian, so that they sort as numbers.
pub(super) const TABLES: &str = "
CREATE TABLE campaign (
    id TEXT NOT NULL,             -- hexadecimal digits, random
    plan TEXT NOT NULL,           -- what the campaign was started with, as JSON
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    first_cut INTEGER,            -- positions at the first cut, once they were enumerated
    jobs INTEGER NOT NULL DEFAULT 0, -- numbers that jobs were given
    earlier INTEGER NOT NULL DEFAULT 0, -- those of earlier runs, of which no job is open
    expected_seconds REAL NOT NULL DEFAULT 0.0, -- of one worker, for the jobs with other numbers
    lower INTEGER,                -- bounds of the start that decide the goal, once they are proved
    upper INTEGER,
    ended TEXT
) STRICT;
CREATE TABLE workers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL         -- of the program, when it was last heard of
) STRICT;
CREATE TABLE rounds (
    number INTEGER PRIMARY KEY,
    expected INTEGER NOT NULL,    -- what the start was expected to be worth
    targets INTEGER NOT NULL,     -- hypotheses at the first cut that were open
    positions INTEGER NOT NULL,   -- positions at the second cut from which they were expected to follow
    questions INTEGER NOT NULL,   -- those of them that the round was to solve
    jobs INTEGER NOT NULL,        -- numbers that jobs were given before
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
CREATE TABLE reports (
    job INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,       -- the latest that had begun when the job was made; 0: none
    task TEXT NOT NULL,           -- predict, at the first cut; estimate; solve
    worker INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    waited REAL NOT NULL,         -- seconds its worker was without work before it
    accepted TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
CREATE TABLE unanswered (         -- what was given up, and is not asked again
    key BLOB NOT NULL,
    task TEXT NOT NULL,           -- as of reports
    job INTEGER NOT NULL,
    reason TEXT NOT NULL,         -- of the last failure
    PRIMARY KEY (key, task)
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
CREATE VIEW bounds AS             -- what is proved
    SELECT key, max(lower) AS lower, min(upper) AS upper FROM solved GROUP BY key;
CREATE TABLE hypotheses (         -- hypotheses at the first cut that somebody gave, not proved
    key BLOB NOT NULL PRIMARY KEY,
    line INTEGER NOT NULL,        -- of the list
    count INTEGER NOT NULL,       -- how often its author met the position
    score INTEGER NOT NULL,       -- what a search of the window is said to return
    alpha INTEGER NOT NULL,
    beta INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE derived (            -- bounds at the first cut that follow from those at the second
    key BLOB NOT NULL PRIMARY KEY,
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE done_by (            -- sums over the jobs that each worker has reported
    worker INTEGER NOT NULL,
    task TEXT NOT NULL,           -- as of reports
    jobs INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    answered INTEGER NOT NULL,    -- positions that had no such answer before
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
";
