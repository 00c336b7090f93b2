//! A campaign in which everything goes wrong: a driver, a NATS server and processes of workers that
//! are killed again and again, liars and stragglers among the workers.
//!
//! Driver, server, queue and ledger are the real ones. Workers answer with what a search finds,
//! after a time that is drawn, so that many of them fit one machine. At the end the value is held
//! against one search of the whole game, and the ledger against itself.
//!
//! ```text
//! cargo xtask simulate-campaign --workers 50 --kills 3
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::{Driver, DriverConfig, RunOutcome};
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
use solveig_campaign::queue::{QueueError, Supply};
use solveig_campaign::worker::{Solver, decide};
use solveig_campaign::{Plan, Problem};
use solveig_game::{Game, Interval, Reduction, random};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_search::{Oracle, TranspositionTable};

type Failure = Box<dyn Error>;
type Subject = Problem<Othello<u64>>;

/// The share of jobs that take fifty times as long.
const STRAGGLERS: f64 = 0.002;

/// One process of so many is a liar.
const LIARS: usize = 5;

/// The workers of a process.
const THREADS: usize = 10;

const USAGE: &str = "usage: simulate --board 6x4 --cuts 14,8 --workers N --kills N --delay MILLIS \
    --seed N --port PORT";

#[derive(Clone)]
struct Settings {
    board: (u32, u32),
    cuts: (u32, u32),
    /// How many work at a time, in processes of ten.
    workers: usize,
    /// How often the driver, the server, and each process of workers are killed.
    kills: u64,
    /// The mean time of a job, in milliseconds.
    delay: f64,
    seed: u64,
    port: u16,
}

impl Settings {
    fn read(words: &[String]) -> Result<Self, Failure> {
        let mut settings = Self {
            board: (6, 4),
            cuts: (14, 8),
            workers: 50,
            kills: 3,
            delay: 50.0,
            seed: 1,
            port: 24222,
        };
        let pair = |text: &str, middle| -> Result<(u32, u32), Failure> {
            let (first, second) = text.split_once(middle).ok_or(USAGE)?;
            Ok((first.parse()?, second.parse()?))
        };
        for words in words.chunks(2) {
            let [name, value] = words else {
                return Err(USAGE.into());
            };
            match name.as_str() {
                "--board" => settings.board = pair(value, 'x')?,
                "--cuts" => settings.cuts = pair(value, ',')?,
                "--workers" => settings.workers = value.parse()?,
                "--kills" => settings.kills = value.parse()?,
                "--delay" => settings.delay = value.parse()?,
                "--seed" => settings.seed = value.parse()?,
                "--port" => settings.port = value.parse()?,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(settings)
    }

    fn words(&self) -> Vec<String> {
        let Self {
            board, cuts, seed, ..
        } = self;
        [
            ("--board", format!("{}x{}", board.0, board.1)),
            ("--cuts", format!("{},{}", cuts.0, cuts.1)),
            ("--workers", self.workers.to_string()),
            ("--kills", self.kills.to_string()),
            ("--delay", self.delay.to_string()),
            ("--seed", seed.to_string()),
            ("--port", self.port.to_string()),
        ]
        .into_iter()
        .flat_map(|(name, value)| [name.to_owned(), value])
        .collect()
    }

    fn plan(&self) -> Result<(Othello<u64>, Plan, Subject), Failure> {
        let game = Othello::new(self.board.0, self.board.1)?;
        let plan = Plan {
            first: self.cuts.0,
            second: self.cuts.1,
            first_plies: 2,
            second_plies: 2,
            ..Plan::whole(&game)
        };
        let problem = Problem::new(game.clone(), Arc::new(OthelloKnowledge::new(&game)), &plan)?;
        Ok((game, plan, problem))
    }

    fn access(&self) -> Access {
        Access::new(&format!("nats://127.0.0.1:{}", self.port))
    }
}

/// A number from 0 to 1.
fn draw(seed: u64, number: u64) -> f64 {
    (random::output(seed, number) >> 11) as f64 / (1_u64 << 53) as f64
}

fn oracle(game: &Othello<u64>, bytes: u64) -> Result<OthelloSolver<u64>, Failure> {
    let table = Arc::new(TranspositionTable::new(game, bytes)?);
    Ok(OthelloSolver::new(game, &table, Reduction::Canonical))
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("drive") => drive(Path::new(&words[1]), &Settings::read(&words[2..])?),
        Some("work") => work(words[1].parse()?, &Settings::read(&words[2..])?),
        _ => simulate(&Settings::read(&words)?),
    }
}

/// The driver, as in `campaign run --server`.
fn drive(path: &Path, settings: &Settings) -> Result<(), Failure> {
    let (game, _, problem) = settings.plan()?;
    let mut ledger = Ledger::drive(path)?;
    let mut queue = dispatch(&settings.access(), &game)?;
    let mut auditor = oracle(&game, 1 << 22)?;
    let unknown = Interval::unknown(game.value_range());
    let mut audit = |position: &_, window, expected| {
        let found = decide(&problem, &mut auditor, position, window, expected, unknown)?;
        Ok((found, 1))
    };
    let config = DriverConfig {
        batch_seconds: settings.delay / 1e3,
        batch_positions: 1,
        sampled: 0.1,
        workers_audit: true,
        republish_after: Duration::from_secs(5),
        deliveries: 20,
        ..DriverConfig::default()
    };
    let mut observe = |_: &_| {};
    let driver = Driver::new(&problem, &mut ledger, &mut queue, &mut observe, config);
    match driver.run(&mut audit, &Arc::new(AtomicBool::new(false)))? {
        RunOutcome::Proved(_) => Ok(()),
        RunOutcome::Stopped => Err("the driver was stopped".into()),
    }
}

/// A process of workers with one identity, liars or honest.
fn work(process: usize, settings: &Settings) -> Result<(), Failure> {
    let lies = process % LIARS == LIARS - 1;
    let identity = format!("{}-{process}", if lies { "liar" } else { "honest" });
    let mut threads = Vec::new();
    for thread in 0..THREADS {
        let (game, _, problem) = settings.plan()?;
        let mut solver = Solver::new(problem, oracle(&game, 1 << 16)?);
        let mut supply = supply(&settings.access(), &game, &identity)?;
        let (settings, name) = (settings.clone(), format!("{thread}"));
        threads.push(thread::spawn(move || -> Result<(), QueueError> {
            let stop = Arc::new(AtomicBool::new(false));
            loop {
                let Some(lease) = supply.next(Duration::from_millis(500))? else {
                    continue;
                };
                let begun = Instant::now();
                let job = lease.job();
                let Some(answers) = solver.answer(job, &stop, || {}) else {
                    return Ok(());
                };
                let place = settings.seed ^ ((process * THREADS + thread) as u64) << 32;
                let mut millis = -settings.delay * draw(place, job.number).max(1e-9).ln();
                if draw(!place, job.number) < STRAGGLERS {
                    millis *= 50.0;
                }
                thread::sleep(Duration::from_secs_f64(millis / 1e3));
                let mut report = JobReport {
                    campaign: job.campaign.clone(),
                    job: job.number,
                    worker: name.clone(),
                    version: "simulated".to_owned(),
                    seconds: begun.elapsed().as_secs_f64(),
                    waited: 0.0,
                    answers,
                    failure: None,
                    begun: false,
                };
                if lies && job.number % 7 == 0 {
                    lie(job, &mut report);
                }
                lease.finish(&report)?;
            }
        }));
    }
    for thread in threads {
        thread.join().map_err(|_| "a worker has panicked")??;
    }
    Ok(())
}

/// Says the opposite of all that was found.
fn lie(job: &Job, report: &mut JobReport) {
    let most = 64;
    for (answer, item) in report.answers.iter_mut().zip(&job.items) {
        if matches!(job.task, Task::Solve { .. }) {
            (answer.lower, answer.upper) = match answer.lower >= item.beta {
                true => (answer.lower.min(item.alpha), item.alpha),
                false => (item.beta, answer.upper.max(item.beta).min(most)),
            };
        }
    }
}

/// A process that is killed when it is dropped.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Result<Self, Failure> {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        Ok(Self(command.stderr(Stdio::null()).spawn()?))
    }

    fn own(arguments: &[String]) -> Result<Self, Failure> {
        Self::start(Command::new(std::env::current_exe()?).args(arguments))
    }

    /// Processor time in seconds, and resident memory in MiB.
    fn usage(&self) -> Option<(f64, f64)> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let field = |place: usize| fields.split_whitespace().nth(place)?.parse::<f64>().ok();
        Some((
            (field(11)? + field(12)?) / 100.0,
            field(21)? * 4096.0 / 1048576.0,
        ))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn simulate(settings: &Settings) -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("solveig-simulate-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = simulate_in(settings, &folder);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn simulate_in(settings: &Settings, folder: &Path) -> Result<(), Failure> {
    let (game, plan, _) = settings.plan()?;
    let unknown = Interval::unknown(game.value_range());
    let value = oracle(&game, 1 << 26)?.value(&game.start(), unknown)?;
    let path: PathBuf = folder.join("simulated.campaign");
    drop(Ledger::create(&path, &plan)?);
    let (streams, port) = (folder.join("streams"), settings.port.to_string());
    let serve = || {
        let mut command = Command::new("nats-server");
        command
            .args(["-a", "127.0.0.1", "-p", &port, "-js", "-sd"])
            .arg(&streams);
        Process::start(&mut command)
    };
    let own = |first: &[String]| Process::own(&[first, &settings.words()].concat());
    let drive = || own(&["drive".to_owned(), path.display().to_string()]);
    let work = |process: usize| own(&["work".to_owned(), process.to_string()]);

    let started = Instant::now();
    let mut server = serve()?;
    thread::sleep(Duration::from_secs(1));
    let mut driver = drive()?;
    thread::sleep(Duration::from_secs(1));
    let count = settings.workers.div_ceil(THREADS);
    let mut workers = (0..count).map(&work).collect::<Result<Vec<_>, _>>()?;
    let (mut kills, mut restarts, mut spent, mut memory) = ([0_u64; 3], 0, 0.0, 0.0_f64);
    let (mut last, mut next_kill, mut usage) = (Instant::now(), 15.0, (0.0, 0.0));
    println!("seconds  jobs done  open  distrusted  driver: processor s, MiB");
    loop {
        thread::sleep(Duration::from_millis(200));
        if let Some(status) = driver.0.try_wait()? {
            if status.success() {
                break;
            }
            // As a service manager does.
            restarts += 1;
            spent += usage.0;
            thread::sleep(Duration::from_secs(1));
            driver = drive()?;
        }
        for (process, worker) in workers.iter_mut().enumerate() {
            if worker.0.try_wait()?.is_some() {
                thread::sleep(Duration::from_millis(200));
                *worker = work(process)?;
            }
        }
        usage = driver.usage().unwrap_or(usage);
        memory = memory.max(usage.1);
        let now = started.elapsed().as_secs_f64();
        if last.elapsed() >= Duration::from_secs(5) {
            last = Instant::now();
            let summary = Ledger::read(&path)?.summary()?;
            let (jobs, distrusted) = (summary.jobs, summary.distrusted.len());
            let driver = spent + usage.0;
            println!(
                "{now:7.0}  {:9}  {:4}  {distrusted:10}  {driver:.1}, {:.0}",
                jobs.done, jobs.open, usage.1
            );
        }
        if now >= next_kill {
            let round: u64 = kills.iter().sum();
            next_kill = now + 2.0 + 6.0 * draw(settings.seed, round);
            match round % 3 {
                _ if round / 3 >= settings.kills => {}
                0 => {
                    spent += usage.0;
                    driver = again(driver, &drive)?;
                    kills[0] += 1;
                }
                1 => {
                    drop(server);
                    thread::sleep(Duration::from_millis(300));
                    server = serve()?;
                    kills[1] += 1;
                }
                _ => {
                    let process = (draw(!settings.seed, round) * count as f64) as usize % count;
                    let killed = workers.remove(process);
                    workers.insert(process, again(killed, &|| work(process))?);
                    kills[2] += 1;
                }
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    spent += usage.0;
    drop(workers);
    drop(server);
    report(&path, value, seconds)?;
    println!(
        "killed: the driver {} times, the server {}, workers {} times {THREADS}; the driver ended \
         by itself {restarts} times; its processor time {spent:.1} s, its memory at most {memory:.0} MiB",
        kills[0], kills[1], kills[2]
    );
    Ok(())
}

/// Kills a process and starts another.
fn again(
    process: Process,
    start: &dyn Fn() -> Result<Process, Failure>,
) -> Result<Process, Failure> {
    drop(process);
    start()
}

/// Holds the ledger against the value and against itself.
fn report(path: &Path, value: i32, seconds: f64) -> Result<(), Failure> {
    let ledger = Ledger::read(path)?;
    let summary = ledger.summary()?;
    if summary.proved != Some((value, value)) {
        return Err(format!("proved {:?}; the value is {value}", summary.proved).into());
    }
    if !check(&ledger, &Options::default())?.holds() {
        return Err("the conclusion does not follow from the bounds".into());
    }
    if summary.jobs.open + summary.jobs.dead + summary.audits.2 > 0 {
        return Err(format!("jobs or audits are left: {:?}", summary.jobs).into());
    }
    let wrong = |one: &&solveig_campaign::ledger::Distrusted| !one.identity.starts_with("liar");
    if let Some(one) = summary.distrusted.iter().find(wrong) {
        return Err(format!("{} is honest and is not trusted", one.identity).into());
    }
    drop(ledger);
    let connection = rusqlite::Connection::open(path)?;
    let twice: i64 = connection.query_row(
        "SELECT count(*) FROM jobs WHERE state = 'done' AND task = 'solve' AND positions <> \
         (SELECT count(*) FROM solved WHERE solved.job = jobs.number)",
        [],
        |row| row.get(0),
    )?;
    if twice > 0 {
        return Err(format!("{twice} jobs have more or fewer results than positions").into());
    }
    let by_workers: i64 = connection.query_row(
        "SELECT count(*) FROM second_solves WHERE auditor IS NOT NULL",
        [],
        |row| row.get(0),
    )?;
    let jobs = summary.jobs.done + summary.jobs.void;
    println!(
        "value {value}, right; {jobs} jobs in {seconds:.0} s: {:.0} a second; {} positions; void {}",
        jobs as f64 / seconds,
        summary.solved,
        summary.jobs.void
    );
    println!(
        "audits: {} agreed ({by_workers} by workers), {} did not; not trusted at the end: {}",
        summary.audits.0,
        summary.audits.1,
        summary.distrusted.len()
    );
    Ok(())
}
