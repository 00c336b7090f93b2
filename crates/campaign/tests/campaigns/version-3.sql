-- A ledger of version 3 (November 2026) after two jobs: one by a worker that was caught with a wrong
-- result, and one open.
PRAGMA application_id = 0x53564c47;
PRAGMA user_version = 3;
BEGIN;
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
INSERT INTO campaign (id, seed, plan, started)
    VALUES ('8d621248cdf484f8', 77, '{"game":"othello:4x4","position":"-","first":9,"second":6,"goal":{"alpha":-17,"beta":17},"first_plies":2,"second_plies":2,"far":30,"widen":2,"margin":4}', '2026-11-20 08:00:00');
INSERT INTO workers (id, name, version, trusted) VALUES
    (1, 'host-7-6920-0', '0.1.0', 1),
    (2, 'host-8-6921-0', '0.1.0', 0);
INSERT INTO rounds (number, expected, targets, positions, asked, started)
    VALUES (1, 0, 1, 3, 3, '2026-11-20 08:00:01');
INSERT INTO targets (round, key, alpha, beta, estimate) VALUES (1, X'00000000000000000000000000000005', -1, 1, 0);
INSERT INTO jobs (number, round, task, amount, positions, expected_seconds, state, worker, nodes,
        seconds, waited, accepted) VALUES
    (1, 1, 'solve', 4, 2, 1.0, 'done', 1, 10, 0.5, 0.25, '2026-11-20 08:00:02'),
    (2, 1, 'solve', 4, 1, 1.0, 'void', 2, 5, 0.5, 0.25, '2026-11-20 08:00:03'),
    (3, 1, 'solve', 4, 1, 1.0, 'open', NULL, NULL, NULL, NULL, NULL);
INSERT INTO items (job, place, key, alpha, beta, estimate) VALUES
    (1, 0, X'0000000000000000000000000000000B', -1, 1, 0),
    (1, 1, X'00000000000000000000000000000007', -1, 1, 0),
    (2, 0, X'00000000000000000000000000000003', -1, 1, 0),
    (3, 0, X'00000000000000000000000000000003', -1, 1, 0);
INSERT INTO solved (key, job, alpha, beta, lower, upper, nodes, worker) VALUES
    (X'0000000000000000000000000000000B', 1, -1, 1, 2, 16, 5, 1),
    (X'00000000000000000000000000000007', 1, -1, 1, -16, -2, 5, 1),
    (X'00000000000000000000000000000003', 2, -1, 1, 2, 16, 5, 2);
INSERT INTO audits (key, job, lower, upper, nodes, agrees) VALUES
    (X'0000000000000000000000000000000B', 1, NULL, NULL, NULL, NULL),
    (X'00000000000000000000000000000003', 2, -16, -2, 7, 0);
COMMIT;
