//! Measures the share of time that workers search, with jobs of about a second, for either queue.
//!
//! Jobs are endgames of 8x8 Othello reached by random play, as many positions per job as take a
//! second. The driver does what it does in a round: it publishes all jobs, takes the reports into a
//! ledger with `synchronous=FULL`, and acknowledges them. It prints the ledger's summary, which
//! `solveig campaign status` shows for any campaign.
//!
//! ```text
//! cargo run --release -p solveig-campaign --features jetstream --example share_in_search -- local 60 2
//! cargo run --release -p solveig-campaign --features jetstream --example share_in_search -- nats://127.0.0.1:4222 60 2
//! ```

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::agenda::Agenda;
use solveig_campaign::job::{Item, JobReport, Task};
use solveig_campaign::ledger::{Accepted, Batch, Ledger};
use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{Plan, Problem};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_search::{Oracle, TranspositionTable};

type Board = Othello<u128>;

/// Empty squares of the positions in jobs.
const EMPTIES: u32 = 17;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [queue, jobs, workers] = &arguments[..] else {
        return Err("usage: share_in_search local|nats://HOST:PORT JOBS WORKERS".into());
    };
    let (jobs, workers): (usize, usize) = (jobs.parse()?, workers.parse()?);
    let game = Board::new(8, 8)?;
    let problem = Problem::new(
        game.clone(),
        Arc::new(OthelloKnowledge::new(&game)),
        &Plan::whole(&game),
    )?;
    let table = Arc::new(TranspositionTable::new(&game, 256 << 20)?);
    let solver = || OthelloSolver::new(&game, &table, Reduction::Canonical);

    let mut walk = Walk(Random::new(0x5eed));
    let mut try_out = solver();
    let (started, tried) = (Instant::now(), 40);
    for _ in 0..tried {
        try_out.at_least(&walk.endgame(&game), 1)?;
    }
    let each = started.elapsed().as_secs_f64() / f64::from(tried);
    let size = (1.0 / each).ceil() as usize;
    println!("{size} positions of {EMPTIES} empty squares a job");

    let folder = std::env::temp_dir().join(format!("solveig-share-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut ledger = Ledger::create(&folder.join("share.campaign"), &Plan::whole(&game))?;
    let mut batch = || Batch {
        items: (0..size)
            .map(|_| Item {
                key: problem.key(&walk.endgame(&game)),
                alpha: 0,
                beta: 1,
                estimate: 1,
            })
            .collect(),
        seconds: 1.0,
    };
    let batches: Vec<Batch> = (0..jobs).map(|_| batch()).collect();
    ledger.begin_round(0, &Agenda::new(), 0, Task::Solve { margin: 0 }, &batches)?;

    let local = LocalQueue::new();
    let access = Access {
        queue: format!("share-{}", std::process::id()),
        ..Access::new(queue)
    };
    let mut driver: Box<dyn Dispatch> = match queue.as_str() {
        "local" => Box::new(local.clone()),
        _ => Box::new(dispatch(&access, &game)?),
    };
    for (number, _) in ledger.open_jobs()? {
        if let Some((job, _)) = ledger.job(number)? {
            driver.publish(&[job])?;
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let started = Instant::now();
    let mut threads = Vec::new();
    for number in 0..workers {
        let mut supply: Box<dyn Supply> = match queue.as_str() {
            "local" => Box::new(local.clone()),
            _ => Box::new(supply(&access, &game, &format!("worker-{number}"))?),
        };
        let mut solver = Solver::new(problem.clone(), solver());
        let flags = WorkerFlags {
            stop: Arc::clone(&stop),
            ..WorkerFlags::default()
        };
        threads.push(thread::spawn(move || {
            let name = format!("worker {number}");
            work(
                &name,
                &mut solver,
                supply.as_mut(),
                &flags,
                &WorkerTally::default(),
            )
        }));
    }
    let mut accepted = 0;
    while accepted < jobs {
        let receipts = driver.reports(1_000, Duration::from_millis(100))?;
        let reports: Vec<&JobReport> = receipts.iter().map(|one| one.report()).collect();
        for outcome in ledger.accept(&reports, game.value_range(), 0.0)? {
            accepted += usize::from(matches!(outcome, Accepted::New(_)));
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
    }
    let spent = started.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    local.close();
    for thread in threads {
        // Its errors are not those of what was measured.
        let _ = thread.join();
    }
    let summary = ledger.summary()?;
    let waited: f64 = summary.workers.iter().map(|worker| worker.waited).sum();
    println!(
        "{jobs} jobs by {workers} workers in {spent:.1} s, {:.2} s each: {:.2} % of their time in search, \
         {:.1} ms between jobs",
        summary.seconds / jobs as f64,
        100.0 * summary.at_work.unwrap_or_default(),
        1e3 * waited / (jobs - workers.min(jobs)).max(1) as f64
    );
    drop(ledger);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Random play.
struct Walk(Random);

impl Walk {
    /// A position of a game at random that goes on.
    fn endgame(&mut self, game: &Board) -> <Board as Game>::Position {
        let mut position = game.start();
        loop {
            let moves = game.moves(&position);
            if game.terminal_value(&position).is_some() || moves.is_empty() {
                position = game.start();
                continue;
            }
            let settled = !game.is_forced_pass(&position);
            if settled && game.level(&position) + EMPTIES >= game.max_level() {
                return position;
            }
            position = game.play_unchecked(&position, *self.0.pick(&moves));
        }
    }
}
