//! Measures the results per second that pass from workers through the queue into the ledger, with
//! one position per job.
//!
//! A round trip is: the job is pulled, its report stored, the job acknowledged and confirmed, the
//! report pulled by the driver, written to the ledger with `synchronous=FULL`, and acknowledged.
//! The workers do not search but report invented bounds, so that only the transport is measured.
//!
//! ```text
//! cargo run --release -p solveig-campaign --features jetstream --example round_trips -- nats://127.0.0.1:4222 20000 16
//! ```

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::Plan;
use solveig_campaign::agenda::Agenda;
use solveig_campaign::job::{Item, Job, JobOutcome, JobReport, PositionBounds, Task};
use solveig_campaign::ledger::{Batch, Ledger};
use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
use solveig_campaign::queue::{Dispatch, DriverMessage, Supply};
use solveig_game::Game;
use solveig_games::othello::Othello;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server, jobs, workers] = &arguments[..] else {
        return Err("usage: round_trips nats://HOST:PORT JOBS WORKERS".into());
    };
    let (jobs, workers): (u128, usize) = (jobs.parse()?, workers.parse()?);
    let game = Othello::<u64>::new(4, 4)?;
    let access = Access {
        queue: format!("round-trips-{}", std::process::id()),
        ..Access::new(server)
    };
    let folder = std::env::temp_dir().join(format!("solveig-round-trips-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut ledger = Ledger::create(&folder.join("trips.campaign"), &Plan::whole(&game))?;
    let batch = |key| Batch {
        items: vec![Item {
            key,
            alpha: -1,
            beta: 1,
            estimate: 0,
        }],
        seconds: 1e-6,
    };
    let batches: Vec<Batch> = (0..jobs).map(batch).collect();
    let first = ledger.begin_round(0, &Agenda::new(), 0, &batches)?;

    let mut driver = dispatch(&access, &game)?;
    let job = |(number, batch): (u64, Batch)| Job {
        campaign: ledger.id().to_owned(),
        number,
        game: game.spec(),
        task: Task::Solve { margin: 0 },
        items: batch.items,
    };
    let all: Vec<Job> = (first..).zip(batches).map(job).collect();
    let started = Instant::now();
    for jobs in all.chunks(256) {
        driver.publish(jobs)?;
    }
    let spent = started.elapsed().as_secs_f64();
    println!(
        "{jobs} jobs published in {spent:.2} s: {:.0} a second",
        jobs as f64 / spent
    );

    let stop = Arc::new(AtomicBool::new(false));
    let mut threads = Vec::new();
    let started = Instant::now();
    for number in 0..workers {
        let (mut supply, stop) = (
            supply(&access, &game, &format!("worker-{number}"))?,
            Arc::clone(&stop),
        );
        threads.push(thread::spawn(move || {
            claim(&mut supply, &format!("worker {number}"), &stop)
        }));
    }
    let mut accepted = 0;
    while accepted < jobs {
        let receipts = driver.reports(1_000, Duration::from_millis(100))?;
        let reports = receipts.iter().filter_map(|one| match one.message() {
            DriverMessage::Report(report) => Some(report),
            DriverMessage::DeadLetter(_) => None,
        });
        let reports: Vec<&JobReport> = reports.collect();
        let firsts = ledger.accept(&reports)?.into_iter();
        accepted += firsts.map(u128::from).sum::<u128>();
        for receipt in receipts {
            receipt.acknowledge()?;
        }
    }
    let spent = started.elapsed().as_secs_f64();
    println!(
        "{jobs} round trips in {spent:.2} s: {:.0} a second, {workers} workers",
        jobs as f64 / spent
    );
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        // Its errors are not those of what was measured.
        let _ = thread.join();
    }
    drop(ledger);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn claim(supply: &mut dyn Supply, worker: &str, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let Ok(Some(lease)) = supply.next(Duration::from_millis(200)) else {
            continue;
        };
        let job = lease.job();
        let answer = |item: &Item| PositionBounds {
            item: *item,
            lower: item.beta,
            upper: 16,
            nodes: 0,
            move_index: None,
        };
        let report = JobReport {
            campaign: job.campaign.clone(),
            job: job.number,
            task: job.task,
            worker: worker.to_owned(),
            version: String::new(),
            seconds: 0.0,
            waited: 0.0,
            outcome: JobOutcome::Answers(job.items.iter().map(answer).collect()),
        };
        if let Err(error) = lease.finish(&report) {
            eprintln!("{worker}: {error}");
        }
    }
}
