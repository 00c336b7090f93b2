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

mod report;
mod roles;
mod settings;
#[path = "../measure/usage.rs"]
mod usage;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::ledger::Ledger;
use solveig_game::{Game, Interval};
use solveig_search::Oracle;

use roles::{draw, lies, oracle};
use settings::{Settings, THREADS};
use usage::{Usage, usage};

type Failure = Box<dyn Error>;

/// How often a process of liars is started again after it has ended or was killed.
const LIARS_STARTED_AGAIN: u32 = 3;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("drive") => roles::drive(Path::new(&words[1]), &Settings::read(&words[2..])?),
        Some("work") => roles::work(words[1].parse()?, &Settings::read(&words[2..])?),
        _ => simulate(Settings::read(&words)?),
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

    fn usage(&self) -> Option<Usage> {
        usage(&self.0.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A process that is started again whenever it is gone, and what all of them have taken.
struct Kept {
    process: Process,
    before: f64,
    now: Usage,
}

impl Kept {
    const fn new(process: Process) -> Self {
        let (before, now) = (
            0.0,
            Usage {
                seconds: 0.0,
                most: 0.0,
            },
        );
        Self {
            process,
            before,
            now,
        }
    }

    /// Looks at what it has taken.
    fn look(&mut self) {
        if let Some(usage) = self.process.usage() {
            self.now = Usage {
                most: self.now.most.max(usage.most),
                ..usage
            };
        }
    }

    /// Kills the process, if it is not gone, and starts another.
    fn again(&mut self, start: impl FnOnce() -> Result<Process, Failure>) -> Result<(), Failure> {
        self.look();
        self.before += std::mem::take(&mut self.now.seconds);
        // Its port and its lock are free once it is gone.
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
        thread::sleep(Duration::from_millis(300));
        self.process = start()?;
        Ok(())
    }

    fn seconds(&self) -> f64 {
        self.before + self.now.seconds
    }
}

/// What has happened to the processes so far.
#[derive(Default)]
struct Kills {
    driver: u64,
    server: u64,
    workers: u64,
    /// How often the driver has ended by itself before the campaign was over.
    restarts: u64,
}

struct Simulation {
    settings: Settings,
    /// The ledger.
    path: PathBuf,
    /// The folder of the server's streams.
    streams: PathBuf,
    started: Instant,
}

impl Simulation {
    fn serve(&self) -> Result<Process, Failure> {
        let mut command = Command::new("nats-server");
        command
            .args(["-a", "127.0.0.1", "-p", &self.settings.port.to_string()])
            .args(["-js", "-sd"])
            .arg(&self.streams);
        Process::start(&mut command)
    }

    fn own(&self, first: &[String]) -> Result<Process, Failure> {
        Process::own(&[first, &self.settings.words()].concat())
    }

    fn drive(&self) -> Result<Process, Failure> {
        self.own(&["drive".to_owned(), self.path.display().to_string()])
    }

    fn work(&self, process: usize) -> Result<Process, Failure> {
        self.own(&["work".to_owned(), process.to_string()])
    }

    /// Keeps the processes alive and kills them until the driver has proved the goal.
    fn run(&self) -> Result<(Kept, Kept, Kills), Failure> {
        let settings = &self.settings;
        let mut server = Kept::new(self.serve()?);
        thread::sleep(Duration::from_secs(1));
        let mut driver = Kept::new(self.drive()?);
        thread::sleep(Duration::from_secs(1));
        let count = settings.processes();
        let started = (0..count).map(|process| self.work(process));
        let mut workers = started.collect::<Result<Vec<_>, _>>()?;
        let mut ended = vec![0_u32; count];
        let mut kills = Kills::default();
        let (mut shown, mut next_kill) = (Instant::now(), settings.every);
        println!(
            "seconds  jobs done  open  distrusted  driver: processor s, most MiB  server: the same"
        );
        loop {
            thread::sleep(Duration::from_millis(100));
            let now = self.started.elapsed().as_secs_f64();
            driver.look();
            server.look();
            if let Some(status) = driver.process.0.try_wait()? {
                if status.success() {
                    return Ok((driver, server, kills));
                }
                // As a service manager does.
                kills.restarts += 1;
                driver.again(|| self.drive())?;
            }
            for (process, worker) in workers.iter_mut().enumerate() {
                let is_kept = !lies(process) || ended[process] < LIARS_STARTED_AGAIN;
                if is_kept && worker.0.try_wait()?.is_some() {
                    ended[process] += 1;
                    *worker = self.work(process)?;
                }
            }
            if shown.elapsed() >= Duration::from_secs(10) {
                shown = Instant::now();
                self.show(now, &driver, &server)?;
            }
            if now >= next_kill && kills.driver + kills.server < 2 * settings.kills {
                let round = kills.driver + kills.server;
                next_kill = now + settings.every * (0.5 + draw(settings.seed, round));
                if round.is_multiple_of(2) {
                    driver.again(|| self.drive())?;
                    kills.driver += 1;
                } else {
                    server.again(|| self.serve())?;
                    kills.server += 1;
                }
            }
            let due = settings.killed * count as f64 * now / 60.0;
            if (kills.workers as f64) < due.floor() {
                let drawn = draw(!settings.seed, kills.workers) * count as f64;
                let process = drawn as usize % count;
                // The new one starts when the old one is gone.
                let _ = workers[process].0.kill();
                kills.workers += 1;
            }
        }
    }

    fn show(&self, now: f64, driver: &Kept, server: &Kept) -> Result<(), Failure> {
        let summary = Ledger::read(&self.path)?.summary()?;
        println!(
            "{now:7.0}  {:9}  {:4}  {:10}  {:.1}, {:.0}  {:.1}, {:.0}",
            summary.jobs.done,
            summary.jobs.open,
            summary.distrusted.len(),
            driver.seconds(),
            driver.now.most,
            server.seconds(),
            server.now.most
        );
        Ok(())
    }
}

fn simulate(settings: Settings) -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("solveig-simulate-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    simulate_in(settings, &folder).map_err(|failure| {
        format!(
            "{failure}; the ledger and the streams are kept in {}",
            folder.display()
        )
    })?;
    Ok(std::fs::remove_dir_all(&folder)?)
}

fn simulate_in(settings: Settings, folder: &Path) -> Result<(), Failure> {
    let (game, plan, _) = settings.plan()?;
    let unknown = Interval::unknown(game.value_range());
    let value = oracle(&game, 1 << 26)?.value(&game.start(), unknown)?;
    let simulation = Simulation {
        settings,
        path: folder.join("simulated.campaign"),
        streams: folder.join("streams"),
        started: Instant::now(),
    };
    drop(Ledger::create(&simulation.path, &plan)?);
    let (driver, server, kills) = simulation.run()?;
    let seconds = simulation.started.elapsed().as_secs_f64();
    report::report(&simulation.path, &simulation.settings, value, seconds)?;
    println!(
        "killed: the driver {} times, the server {}, processes of {THREADS} workers {}; the driver \
         ended by itself {} times",
        kills.driver, kills.server, kills.workers, kills.restarts
    );
    for (name, kept) in [("driver", driver), ("server", server)] {
        println!(
            "{name}: {:.1} s of processor time, at most {:.0} MiB",
            kept.seconds(),
            kept.now.most
        );
    }
    println!(
        "ledger: {:.0} MB",
        std::fs::metadata(&simulation.path)?.len() as f64 / 1e6
    );
    Ok(())
}
