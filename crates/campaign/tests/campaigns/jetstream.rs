//! The queue on a NATS server. `cargo xtask test` runs these tests, and `cargo xtask setup`
//! installs the server.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::RunOutcome;
use solveig_campaign::job::JobOutcome;
use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
use solveig_campaign::queue::{Dispatch, QueueError, Receipt, Supply};
use solveig_game::Interval;
use solveig_games::othello::Othello;
use solveig_testkit::nats_server;
use tempfile::TempDir;

use crate::conformance::{FAILURES, obeys_the_laws, report};
use crate::field::{Field, Overseen, config};
use crate::samples::{job, reported};

/// A server of our own, with its streams in a folder.
pub struct Server {
    child: Arc<Mutex<Child>>,
    _folder: TempDir,
    pub port: u16,
    further: Vec<String>,
}

impl Server {
    fn start() -> Self {
        Self::start_with(|folder| {
            let folder = folder.to_str().unwrap();
            ["-js", "-sd", folder].map(str::to_owned).to_vec()
        })
    }

    /// A server with these further arguments, which may name files in its folder.
    pub fn start_with(further: impl FnOnce(&Path) -> Vec<String>) -> Self {
        let folder = TempDir::new().unwrap();
        let further = further(folder.path());
        let (child, port) = Self::spawn("-1", &further);
        Self {
            child: Arc::new(Mutex::new(child)),
            further,
            _folder: folder,
            port,
        }
    }

    fn spawn(port: &str, further: &[String]) -> (Child, u16) {
        let mut command = Command::new("nats-server");
        nats_server::start(command.args(["-a", "127.0.0.1", "-p", port]).args(further))
    }

    /// Ends the server as a power cut would, as far as a process can.
    fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        // It may be gone already.
        let _ = child.kill();
        let _ = child.wait();
    }

    fn restart(&self) {
        *self.child.lock().unwrap() = Self::spawn(&self.port.to_string(), &self.further).0;
    }

    /// Restarts it from another thread.
    fn restart_after(&self, time: Duration) {
        let (child, port) = (Arc::clone(&self.child), self.port);
        let further = self.further.clone();
        thread::spawn(move || {
            thread::sleep(time);
            *child.lock().unwrap() = Self::spawn(&port.to_string(), &further).0;
        });
    }

    fn access(&self) -> Access {
        Access::new(&format!("nats://127.0.0.1:{}", self.port))
    }

    /// The driver's end of the queue of 4x4 Othello.
    fn driver(&self) -> impl Dispatch {
        dispatch(&self.access(), &game()).unwrap()
    }

    /// A worker's end.
    fn worker(&self, name: &str) -> impl Supply {
        supply(&self.access(), &game(), name).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn game() -> Othello<u64> {
    Othello::new(4, 4).unwrap()
}

/// The reports that wait; at least one, whatever the time.
fn reports(driver: &mut dyn Dispatch) -> Vec<Box<dyn Receipt>> {
    loop {
        let found = driver.reports(1_000, Duration::from_millis(100)).unwrap();
        if !found.is_empty() {
            return found;
        }
    }
}

/// Somebody who says whatever it likes to a server.
struct Outsider {
    runtime: tokio::runtime::Runtime,
    context: async_nats::jetstream::Context,
}

impl Outsider {
    fn new(server: &Server) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        let access = server.access();
        let client = runtime
            .block_on(async_nats::connect(&access.server))
            .unwrap();
        let context = runtime.block_on(async { async_nats::jetstream::new(client) });
        Self { runtime, context }
    }

    /// Sends messages; returns how many are stored.
    fn send(&self, subject: &str, texts: &[String]) -> usize {
        self.runtime.block_on(async {
            let mut stored = 0;
            for texts in texts.chunks(1_000) {
                let mut under_way = Vec::new();
                for text in texts {
                    let text = text.clone().into();
                    let sent = self.context.publish(subject.to_owned(), text);
                    under_way.push(sent.await.unwrap());
                }
                for sent in under_way {
                    stored += usize::from(sent.await.is_ok());
                }
            }
            stored
        })
    }

    /// The number of messages in a stream of 4x4 Othello.
    fn messages(&self, role: &str) -> u64 {
        let name = format!("solveig-othello-4x4_main_{role}");
        let stream = self.context.get_stream(name);
        let found = self.runtime.block_on(stream).unwrap();
        found.cached_info().state.messages
    }
}

const REPORTS: &str = "solveig.othello-4x4.main.reports";

#[test]
#[ignore = "needs nats-server"]
fn the_queue_on_a_server_obeys_the_laws() {
    let server = Server::start();
    let access = Access {
        max_deliver: FAILURES,
        ..server.access()
    };
    let mut driver = dispatch(&access, &game()).unwrap();
    let [mut one, mut other] = [(); 2].map(|()| supply(&access, &game(), "one").unwrap());
    obeys_the_laws(&mut driver, &mut one, &mut other);
}

#[test]
#[ignore = "needs nats-server"]
fn campaigns_of_one_game_share_a_server_if_their_queues_have_names() {
    let server = Server::start();
    let ends = ["one", "the-other"].map(|queue| {
        let access = Access {
            queue: queue.to_owned(),
            ..server.access()
        };
        (
            dispatch(&access, &game()).unwrap(),
            supply(&access, &game(), "one").unwrap(),
        )
    });
    let wait = Duration::from_secs(10);
    for (number, (mut driver, mut worker)) in (1..).zip(ends) {
        driver.publish(&[job(number)]).unwrap();
        let lease = worker.next(wait).unwrap().unwrap();
        assert_eq!(lease.job().number, number);
        let report = report(lease.job());
        lease.finish(&report).unwrap();
        let receipts = driver.reports(10, wait).unwrap();
        assert_eq!(*reported(&*receipts[0]), report);
        assert_eq!(receipts.len(), 1);
    }
}

#[test]
fn where_there_is_no_server_it_is_said_where_it_was_looked_for() {
    // Nobody can listen on port 0.
    let access = Access::new("nats://127.0.0.1:0");
    let error = dispatch(&access, &game()).err().unwrap().to_string();
    assert!(
        error.starts_with("nats://127.0.0.1:0: cannot connect"),
        "{error}"
    );
}

#[test]
#[ignore = "needs nats-server"]
fn a_report_that_was_handed_in_outlives_the_server_and_waits_for_the_driver() {
    let server = Server::start();
    let mut driver = server.driver();
    for number in 0..20 {
        driver.publish(&[job(number)]).unwrap();
    }
    let mut worker = server.worker("one");
    for _ in 0..10 {
        let lease = worker.next(Duration::from_secs(10)).unwrap().unwrap();
        let report = report(lease.job());
        lease.finish(&report).unwrap();
    }
    // The driver is gone as well.
    drop(driver);
    server.kill();
    server.restart();
    let mut driver = server.driver();
    let mut seen = BTreeSet::new();
    while seen.len() < 10 {
        for receipt in driver.reports(100, Duration::from_millis(200)).unwrap() {
            seen.insert(reported(&*receipt).job);
            receipt.acknowledge().unwrap();
        }
    }
    assert_eq!(seen, (0..10).collect());
}

#[test]
#[ignore = "needs nats-server"]
fn a_campaign_goes_on_while_its_server_is_killed_and_restarted() {
    let server = Server::start();
    let field = Field::new((6, 4), (14, 8));
    let access = server.access();
    let mut ledger = field.ledger();
    let stop = Arc::new(AtomicBool::new(false));
    let workers = ["one", "two"]
        .map(|name| field.worker(name, supply(&access, &field.game, name).unwrap(), &stop));
    let mut kills = 0;
    // Killed while reports are with the driver, and away while it takes them and looks for more.
    let mut driver = Overseen::new(dispatch(&access, &field.game).unwrap());
    driver.tell = Box::new(|reports| {
        if kills < 2 && reports > 30 * (kills + 1) {
            kills += 1;
            server.kill();
            server.restart_after(Duration::from_millis(200));
        }
    });
    let outcome = field.drive(&mut ledger, &mut driver, config(), &stop);
    drop(driver);
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    assert_eq!(kills, 2);
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(Interval::exact(16)));
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
}

#[test]
#[ignore = "needs nats-server"]
fn a_job_that_kills_its_workers_is_given_up_after_so_many_deliveries() {
    let server = Server::start();
    let field = Field::small();
    let access = Access {
        max_deliver: 4,
        ..server.access()
    };
    let mut ledger = field.ledger();
    let stop = Arc::new(AtomicBool::new(false));
    // Positions whose first comer dies, and all after it.
    let fatal = Arc::new(std::sync::OnceLock::new());
    let workers = ["one", "other"].map(|name| {
        let supply = Dying {
            supply: supply(&access, &field.game, name).unwrap(),
            fatal: Arc::clone(&fatal),
        };
        field.worker(name, supply, &stop)
    });
    let mut driver = dispatch(&access, &field.game).unwrap();
    let outcome = field.drive(&mut ledger, &mut driver, config(), &stop);
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    use solveig_campaign::CampaignError;
    match outcome {
        Ok(RunOutcome::Proved(_)) | Err(CampaignError::GivenUp { count: 1, .. }) => {}
        other => panic!("{other:?}"),
    }
    let summary = ledger.summary().unwrap();
    assert_eq!((summary.jobs.given_up, summary.jobs.open), (1, 0));
    let reason = &summary.given_up[0].reason;
    assert_eq!(reason, "delivered 4 times without an answer");
    // The queue has it no more.
    let outsider = Outsider::new(&server);
    assert_eq!(
        (outsider.messages("jobs"), outsider.messages("dead")),
        (0, 0)
    );
}

/// Gives back each job of exact search that has the first position of the first one.
struct Dying<S> {
    supply: S,
    fatal: Arc<std::sync::OnceLock<u128>>,
}

impl<S: Supply> Supply for Dying<S> {
    fn next(
        &mut self,
        wait: Duration,
    ) -> Result<Option<Box<dyn solveig_campaign::queue::Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        Ok(lease.filter(|lease| {
            let job = lease.job();
            let is_search = matches!(job.task, solveig_campaign::job::Task::Solve { .. });
            let fatal = is_search.then(|| *self.fatal.get_or_init(|| job.items[0].key));
            !job.items.iter().any(|item| Some(item.key) == fatal)
        }))
    }
}

#[test]
#[ignore = "needs nats-server"]
fn a_job_that_cannot_be_read_ends_its_worker_and_stays_and_such_a_report_is_dropped() {
    let server = Server::start();
    let mut driver = server.driver();
    let mut worker = server.worker("one");
    let outsider = Outsider::new(&server);
    let subject = "solveig.othello-4x4.main.jobs.c0ffee.1";
    assert_eq!(outsider.send(subject, &["{}".to_owned()]), 1);
    let error = worker.next(Duration::from_secs(10)).err().unwrap();
    assert!(matches!(error, QueueError::Unreadable(_)), "{error}");
    assert_eq!(outsider.messages("jobs"), 1);
    let good = serde_json::to_string(&report(&job(1))).unwrap();
    outsider.send(REPORTS, &["{}".to_owned(), good]);
    let mut found = reports(&mut driver);
    assert_eq!((found.len(), reported(&*found[0]).job), (1, 1));
    found.remove(0).acknowledge().unwrap();
    while outsider.messages("reports") > 0 {
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs nats-server"]
fn long_reports_are_taken_a_few_at_a_time() {
    let server = Server::start();
    let mut driver = server.driver();
    let mut long = report(&job(1));
    long.outcome = JobOutcome::Failure("a".repeat(900_000));
    let text = serde_json::to_string(&long).unwrap();
    let outsider = Outsider::new(&server);
    assert_eq!(outsider.send(REPORTS, &vec![text; 50]), 50);
    let first = reports(&mut driver);
    assert!((1..40).contains(&first.len()), "{}", first.len());
    let mut count = 0;
    for receipt in first {
        receipt.acknowledge().unwrap();
        count += 1;
    }
    while count < 50 {
        for receipt in reports(&mut driver) {
            receipt.acknowledge().unwrap();
            count += 1;
        }
    }
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_may_come_before_its_driver() {
    let server = Server::start();
    let mut worker = server.worker("one");
    assert!(worker.next(Duration::from_millis(50)).unwrap().is_none());
    let mut driver = server.driver();
    driver.publish(&[job(1)]).unwrap();
    let lease = loop {
        if let Some(lease) = worker.next(Duration::from_millis(100)).unwrap() {
            break lease;
        }
    };
    assert_eq!(*lease.job(), job(1));
}

#[test]
#[ignore = "needs nats-server"]
fn the_driver_counts_the_workers_that_are_present() {
    let server = Server::start();
    let mut driver = server.driver();
    assert_eq!(driver.workers(), 0);
    let _workers = ["one", "the.other"].map(|name| server.worker(name));
    while driver.workers() < 2 {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(driver.workers(), 2);
}

#[test]
#[ignore = "needs nats-server"]
fn retries_end_when_they_are_told_to() {
    let server = Server::start();
    let access = server.access();
    let mut driver = dispatch(&access, &game()).unwrap();
    server.kill();
    let stop = Arc::clone(&access.stop);
    let stopping = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        stop.store(true, Ordering::Relaxed);
    });
    // One try takes five seconds; all of them would take ten minutes.
    let error = driver.publish(&[job(1), job(2)]).unwrap_err();
    assert!(error.to_string().contains("cannot publish"), "{error}");
    stopping.join().unwrap();
}
