//! Fills a ledger of Othello with invented results of real positions, as a driver records them, and
//! says what that takes, and what reading the ledger takes then (memory and processor time on
//! Linux).
//!
//! The positions are those of random play at the second cut. Their values are drawn from their
//! keys. A thousand workers report with a key each; one result in a hundred is audited by another
//! worker. At the end one key is found to be wrong.
//!
//! ```text
//! solveig campaign init othello:8x8 --cuts 50,36 --goal -1,1 --second-plies 0 --ledger s.campaign
//! cargo run --release -p solveig-campaign --example ledger_at_size -- s.campaign 10000000 1
//! ```
//!
//! The numbers are the results to add and the positions of a job.

mod measure;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use measure::{problem, usage};
use solveig_campaign::agenda::Agenda;
use solveig_campaign::job::{Item, Job, JobReport, PositionBounds, Task};
use solveig_campaign::ledger::{Batch, Ledger};
use solveig_campaign::{Cut, Problem};
use solveig_game::random::{Random, mix};
use solveig_game::{Game, GameExt, Interval};
use solveig_games::othello::Othello;

type Failure = Box<dyn Error>;
type Subject = Problem<Othello<u128>>;

/// The results of a round.
const ROUND: u64 = 100_000;

/// The reports that are recorded at once, as by the driver.
const AT_ONCE: usize = 1_000;

/// The keys of workers.
const KEYS: u64 = 1_000;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, results, each] = &arguments[..] else {
        return Err("usage: ledger_at_size FILE.campaign RESULTS POSITIONS-A-JOB".into());
    };
    let (results, each): (u64, usize) = (results.parse()?, each.parse()?);
    let path = Path::new(path);
    let mut ledger = Ledger::drive(path)?;
    if !ledger.open_jobs()?.is_empty() {
        return Err("expected a ledger without open jobs".into());
    }
    let problem = problem(&ledger)?;
    let mut random = Random::new(1 + ledger.summary()?.solved);
    println!("results  processor s: positions, ledger  by the clock  MB  status: ms");
    let (begun, mut drawing, mut added) = (Instant::now(), 0.0, 0);
    let mut shown = 0;
    while added < results {
        let before = spent();
        let round = ROUND.min(results - added);
        let items: Vec<Item> = (0..round).map(|_| item(&problem, &mut random)).collect();
        drawing += spent() - before;
        let batch = |items: &[Item]| Batch {
            items: items.to_vec(),
            seconds: 55.0 * items.len() as f64,
        };
        let batches: Vec<Batch> = items.chunks(each.max(1)).map(batch).collect();
        let task = Task::Solve { margin: 2 };
        let number = ledger.begin_round(0, &Agenda::new(), items.len(), task, &batches)?;
        answer_all(&mut ledger, &problem)?;
        ledger.end_round(number)?;
        added += round;
        if added < results {
            audit_all(&mut ledger, &problem)?;
        }
        if added * 10 / results > shown {
            shown = added * 10 / results;
            let status = Instant::now();
            Ledger::read(path)?.summary()?;
            println!(
                "{added:10}  {drawing:.1}, {:.1}  {:.0}  {:.0}  {:.1}",
                spent() - drawing,
                begun.elapsed().as_secs_f64(),
                megabytes(path),
                status.elapsed().as_secs_f64() * 1e3
            );
        }
    }
    find_wrong(&mut ledger)?;
    audit_all(&mut ledger, &problem)?;
    drop(ledger);
    read_again(path)?;
    let most = usage("self").map_or(0.0, |usage| usage.most);
    println!("memory of this process: at most {most:.0} MiB");
    Ok(())
}

/// A position of random play at the second cut.
fn item(problem: &Subject, random: &mut Random) -> Item {
    let game = problem.game();
    let key = 'play: loop {
        let mut position = *problem.start();
        while !problem.reaches(Cut::Second, &position) {
            if game.terminal_value(&position).is_some() {
                continue 'play;
            }
            position = game.play_unchecked(&position, *random.pick(&game.moves(&position)));
        }
        let (position, _) = game.contract_passes(&position);
        if game.terminal_value(&position).is_none() {
            break problem.key(&position);
        }
    };
    Item {
        key,
        alpha: -1,
        beta: 1,
        estimate: 2 * (drawn(key) % 33) as i32 - 32,
    }
}

fn drawn(key: u128) -> u64 {
    mix(key as u64 ^ mix((key >> 64) as u64))
}

/// Records a report of every open job.
fn answer_all(ledger: &mut Ledger, problem: &Subject) -> Result<(), Failure> {
    let range = problem.game().value_range();
    // An audit that comes to its own key goes to another.
    for shift in 0..3 {
        for numbers in ledger.open_jobs()?.chunks(AT_ONCE) {
            let mut reports = Vec::with_capacity(AT_ONCE);
            for (number, _) in numbers {
                // The driver reads a job to send it.
                let (job, _) = ledger.job(*number)?.ok_or("a job is missing")?;
                reports.push(report(&job, shift));
            }
            let reports: Vec<&JobReport> = reports.iter().collect();
            ledger.accept(&reports, range, 0.01)?;
        }
    }
    match ledger.open_jobs()?.is_empty() {
        true => Ok(()),
        false => Err("reports were refused".into()),
    }
}

/// Has all results audited that wait for it.
fn audit_all(ledger: &mut Ledger, problem: &Subject) -> Result<(), Failure> {
    while ledger.assign_audits(1.0, 1)? > 0 {
        answer_all(ledger, problem)?;
    }
    Ok(())
}

fn report(job: &Job, shift: u64) -> JobReport {
    let answer = |item: &Item| {
        let value = 2 * (drawn(!item.key) % 17) as i32 - 16;
        PositionBounds {
            key: item.key,
            lower: value,
            upper: value,
            nodes: 1_000_000,
            move_index: None,
        }
    };
    let seconds = 55.0 * job.items.len() as f64;
    JobReport {
        campaign: job.campaign.clone(),
        job: job.number,
        // Neighbours differ, and so does who audits a result soon after it.
        worker: format!("key-{}", mix(job.number + (shift << 40)) % KEYS),
        version: "invented".to_owned(),
        seconds,
        waited: 0.01,
        answers: job.items.iter().map(answer).collect(),
        failure: None,
        begun: false,
    }
}

/// Finds that one key has a wrong result.
fn find_wrong(ledger: &mut Ledger) -> Result<(), Failure> {
    let audit = ledger
        .own_audits(true, 1)?
        .pop()
        .ok_or("nothing to audit")?;
    let (begun, before) = (Instant::now(), spent());
    let other = Interval::exact(if audit.found.lower == 2 { 0 } else { 2 });
    let wrong = ledger.record_audit(&audit, other, 1)?;
    println!(
        "{} found wrong, {} jobs to do again: {:.2} processor s, {:.2} s by the clock",
        wrong.join(", "),
        ledger.open_jobs()?.len(),
        spent() - before,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Reads the ledger as `status` and the beginning of `run` do.
fn read_again(path: &Path) -> Result<(), Failure> {
    let time = |what: &str, read: &dyn Fn() -> Result<String, Failure>| -> Result<(), Failure> {
        let (begun, before) = (Instant::now(), spent());
        let found = read()?;
        println!(
            "{what}: {:.2} processor s, {:.3} s by the clock; {found}",
            spent() - before,
            begun.elapsed().as_secs_f64()
        );
        Ok(())
    };
    let ledger = Ledger::read(path)?;
    time("opening", &|| Ok(Ledger::read(path)?.id().to_owned()))?;
    time("status", &|| {
        Ok(format!("{} solved", ledger.summary()?.solved))
    })?;
    time("what run reads first", &|| {
        let open = ledger.open_jobs()?.len() + ledger.open_positions()?.len();
        let model = ledger.work_model()?;
        Ok(format!(
            "{open} open, {:.0} nodes a position",
            model.nodes(0)
        ))
    })?;
    time("predictions", &|| {
        Ok(format!("{}", ledger.known(Cut::First)?.len()))
    })
}

fn spent() -> f64 {
    usage("self").map_or(0.0, |usage| usage.seconds)
}

/// The size of a ledger and of what SQLite keeps beside it.
fn megabytes(path: &Path) -> f64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    (size(path) + size(&PathBuf::from(log))) as f64 / 1e6
}
