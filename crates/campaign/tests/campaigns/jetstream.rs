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
use solveig_campaign::queue::jetstream::{Access, dispatch, supply};
use solveig_campaign::queue::{Dispatch, QueueError, Receipt, Supply};
use solveig_game::Interval;
use solveig_games::othello::Othello;
use tempfile::TempDir;

use crate::conformance::{obeys_the_laws, report};
use crate::field::{Field, Overseen, habits};
use crate::nats_server;
use crate::samples::job;

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
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The number of jobs that a queue has.
fn left(driver: &mut dyn Dispatch) -> usize {
    driver.unfinished(&job(0).campaign).unwrap().len()
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

    /// Sends messages of a format; returns how many are stored.
    fn send(&self, subject: &str, format: Option<&str>, texts: &[String]) -> usize {
        let mut headers = async_nats::HeaderMap::new();
        if let Some(format) = format {
            headers.insert("Solveig-Format", format);
        }
        self.runtime.block_on(async {
            let mut stored = 0;
            for texts in texts.chunks(1_000) {
                let mut under_way = Vec::new();
                for text in texts {
                    let (subject, headers) = (subject.to_owned(), headers.clone());
                    let text = text.clone().into();
                    let sent = self.context.publish_with_headers(subject, headers, text);
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
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let (mut one, mut other) = (
        supply(&access, &game, "one").unwrap(),
        supply(&access, &game, "one").unwrap(),
    );
    obeys_the_laws(&mut driver, &mut one, &mut other);
}

#[test]
#[ignore = "needs nats-server"]
fn campaigns_of_one_game_share_a_server_if_their_queues_have_names() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let ends = ["one", "the-other"].map(|queue| {
        let access = Access {
            queue: queue.to_owned(),
            ..server.access()
        };
        (
            dispatch(&access, &game).unwrap(),
            supply(&access, &game, "one").unwrap(),
        )
    });
    let wait = Duration::from_secs(10);
    for (number, (mut driver, mut worker)) in (1..).zip(ends) {
        driver.publish(&[job(number)]).unwrap();
        assert_eq!(left(&mut driver), 1);
        let lease = worker.next(wait).unwrap().unwrap();
        assert_eq!(lease.job().number, number);
        let report = report(lease.job());
        lease.finish(&report).unwrap();
        let receipts = driver.reports(10, wait).unwrap();
        assert_eq!(*receipts[0].report(), report);
        assert_eq!(receipts.len(), 1);
    }
}

#[test]
fn where_there_is_no_server_it_is_said_where_it_was_looked_for() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    // Nobody can listen on port 0.
    let access = Access::new("nats://127.0.0.1:0");
    let error = dispatch(&access, &game).err().unwrap().to_string();
    assert!(
        error.starts_with("nats://127.0.0.1:0: cannot connect"),
        "{error}"
    );
}

#[test]
#[ignore = "needs nats-server"]
fn a_report_that_was_handed_in_outlives_the_server_and_waits_for_the_driver() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    for number in 0..20 {
        driver.publish(&[job(number)]).unwrap();
    }
    let mut worker = supply(&access, &game, "one").unwrap();
    for _ in 0..10 {
        let lease = worker.next(Duration::from_secs(10)).unwrap().unwrap();
        let report = report(lease.job());
        lease.finish(&report).unwrap();
    }
    // The driver is gone as well.
    drop(driver);
    server.kill();
    server.restart();
    let mut driver = dispatch(&access, &game).unwrap();
    // The server may have forgotten that a job was ended, which costs time; none of the others is
    // gone.
    let left = left(&mut driver);
    assert!((10..=20).contains(&left), "{left}");
    let mut seen = BTreeSet::new();
    while seen.len() < 10 {
        for receipt in driver.reports(100, Duration::from_millis(200)).unwrap() {
            seen.insert(receipt.report().job);
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
    let workers: Vec<_> = ["one", "two"]
        .map(|name| field.worker(name, supply(&access, &field.game, name).unwrap(), &stop))
        .into_iter()
        .collect();
    let mut kills = 0;
    // Killed while reports are with the driver, and away while it takes them and looks for more.
    let mut driver = Overseen::new(dispatch(&access, &field.game).unwrap());
    driver.tell = Box::new(|taken| {
        if kills < 2 && taken > 30 * (kills + 1) {
            kills += 1;
            server.kill();
            server.restart_after(Duration::from_millis(200));
        }
    });
    let outcome = field.drive(&mut ledger, &mut driver, habits(0.05), &stop);
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
fn a_worker_that_gets_a_job_again_says_so_before_it_begins() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let mut ends = ["one", "other"].map(|name| supply(&access, &game, name).unwrap());
    let wait = Duration::from_secs(10);
    driver.publish(&[job(1)]).unwrap();
    // The first gives it back, which nobody is told; and then it does not report either.
    drop(ends[0].next(wait).unwrap().unwrap());
    for (before, (worker, name)) in (1..).zip([(1, "other"), (0, "one"), (1, "other")]) {
        let end: &mut dyn Supply = &mut ends[worker];
        let lease = end.next(wait).unwrap().unwrap();
        let receipt = reports(&mut driver).remove(0);
        let told = receipt.report();
        assert_eq!(
            (told.job, told.worker.as_str(), told.begun),
            (1, name, true)
        );
        let reason = told.failure.as_deref().unwrap();
        assert_eq!(reason, format!("delivered {before} times without a report"));
        receipt.acknowledge().unwrap();
        if before == 3 {
            // Its report is one like any other.
            lease.finish(&report(&job(1))).unwrap();
            assert!(!reports(&mut driver)[0].report().begun);
        }
    }
    assert_eq!(left(&mut driver), 0);
}

#[test]
#[ignore = "needs nats-server"]
fn a_job_that_kills_its_workers_is_given_up_when_several_of_them_have_had_it() {
    let server = Server::start();
    let field = Field::small();
    let access = server.access();
    let mut ledger = field.ledger();
    let stop = Arc::new(AtomicBool::new(false));
    // Positions whose first comer dies, and all after it.
    let fatal = Arc::new(std::sync::OnceLock::new());
    let workers: Vec<_> = ["one", "other"]
        .map(|name| {
            let supply = Dying {
                supply: supply(&access, &field.game, name).unwrap(),
                fatal: Arc::clone(&fatal),
            };
            field.worker(name, supply, &stop)
        })
        .into_iter()
        .collect();
    let habits = solveig_campaign::driver::DriverConfig {
        workers_audit: true,
        deliveries: 4,
        ..habits(0.0)
    };
    let mut driver = dispatch(&access, &field.game).unwrap();
    let outcome = field.drive(&mut ledger, &mut driver, habits, &stop);
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    use solveig_campaign::CampaignError;
    match outcome {
        Ok(RunOutcome::Proved(_)) | Err(CampaignError::Dead { count: 1, .. }) => {}
        other => panic!("{other:?}"),
    }
    let summary = ledger.summary().unwrap();
    assert_eq!((summary.jobs.dead, summary.jobs.open), (1, 0));
    assert!(summary.dead[0].reason.starts_with("delivered "));
    let failing: BTreeSet<&str> = summary
        .failing
        .iter()
        .map(|one| one.identity.as_str())
        .collect();
    assert_eq!(failing, BTreeSet::from(["one", "other"]));
    // The queue has it no more.
    let id = ledger.id().to_owned();
    assert!(driver.unfinished(&id).unwrap().is_empty());
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
fn messages_of_another_format_are_named_and_reports_of_them_end_among_the_dead_letters() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let mut worker = supply(&access, &game, "one").unwrap();
    let outsider = Outsider::new(&server);
    // Of no format, and of one to come.
    let text = serde_json::to_string(&job(1)).unwrap();
    for (format, number) in [(None, 0), (Some("4"), 4)] {
        let subject = format!("solveig.othello-4x4.main.jobs.c0ffee.{number}");
        let stored = outsider.send(&subject, format, std::slice::from_ref(&text));
        assert_eq!(stored, 1);
        let error = worker.next(Duration::from_secs(10)).err().unwrap();
        assert!(matches!(error, QueueError::Format(_)));
        let expected = format!("a message of format {number}, and this program reads format 3");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    assert_eq!(left(&mut driver), 2);
    let text = serde_json::to_string(&report(&job(1))).unwrap();
    let own = format!("{REPORTS}.one");
    outsider.send(&own, Some("4"), std::slice::from_ref(&text));
    // What is no message of any format is dropped.
    outsider.send(&own, Some("3"), &["{}".to_owned()]);
    outsider.send(&own, Some("3"), std::slice::from_ref(&text));
    let mut found = reports(&mut driver);
    assert_eq!(found.len(), 1);
    found.remove(0).acknowledge().unwrap();
    // The first comes a few times, and goes to the dead letters with the reason.
    while outsider.messages("dead") < 1 {
        assert!(
            driver
                .reports(10, Duration::from_millis(100))
                .unwrap()
                .is_empty()
        );
    }
    let name = "solveig-othello-4x4_main_dead";
    let letter = outsider.runtime.block_on(async {
        let stream = outsider.context.get_stream(name).await.unwrap();
        stream.get_raw_message(1).await.unwrap()
    });
    assert_eq!(letter.payload, text.as_bytes());
    let reason = letter.headers.get("Solveig-Reason").unwrap().as_str();
    let expected = "a message of format 4, and this program reads format 3";
    assert_eq!(reason, format!("{own}: {expected}"));
    while outsider.messages("reports") > 0 {
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs nats-server"]
fn the_reports_of_an_identity_that_wait_are_limited_and_keep_no_other_out() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let outsider = Outsider::new(&server);
    let flood = vec![serde_json::to_string(&report(&job(1))).unwrap(); 10_500];
    let stored = outsider.send(&format!("{REPORTS}.flood"), Some("3"), &flood);
    assert_eq!(stored, 10_000);
    assert_eq!(
        outsider.send(&format!("{REPORTS}.one"), Some("3"), &flood[..1]),
        1
    );
    assert_eq!(outsider.messages("reports"), 10_001);
    driver.discard_reports("flood");
    assert_eq!(outsider.messages("reports"), 1);
    assert_eq!(reports(&mut driver)[0].report().worker, "one");
}

#[test]
#[ignore = "needs nats-server"]
fn long_reports_are_taken_a_few_at_a_time() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let mut driver = dispatch(&server.access(), &game).unwrap();
    let mut long = report(&job(1));
    long.failure = Some("a".repeat(900_000));
    let text = serde_json::to_string(&long).unwrap();
    let outsider = Outsider::new(&server);
    assert_eq!(
        outsider.send(&format!("{REPORTS}.one"), Some("3"), &vec![text; 50]),
        50
    );
    let first = reports(&mut driver);
    assert!((1..40).contains(&first.len()), "{}", first.len());
    let mut taken = 0;
    for receipt in first {
        receipt.acknowledge().unwrap();
        taken += 1;
    }
    while taken < 50 {
        for receipt in reports(&mut driver) {
            receipt.acknowledge().unwrap();
            taken += 1;
        }
    }
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_may_come_before_its_driver() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let mut worker = supply(&server.access(), &game, "one").unwrap();
    assert!(worker.next(Duration::from_millis(50)).unwrap().is_none());
    let mut driver = dispatch(&server.access(), &game).unwrap();
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
fn a_worker_is_who_the_subject_of_its_reports_says_and_hears_when_it_is_dismissed() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let mut ends = ["one", "the.other"].map(|name| supply(&access, &game, name).unwrap());
    let wait = Duration::from_secs(10);
    for (worker, claim, expected) in [
        (0_usize, "one", "one"),
        (0, "the-other/1", "one/the-other/1"),
        (1, "7", "the-other/7"),
    ] {
        driver.publish(&[job(1)]).unwrap();
        let lease = ends[worker].next(wait).unwrap().unwrap();
        let mut report = report(lease.job());
        report.worker = claim.to_owned();
        lease.finish(&report).unwrap();
        let mut found = reports(&mut driver);
        assert_eq!(found[0].report().worker, expected);
        found.remove(0).acknowledge().unwrap();
    }
    let [mut one, mut other] = ends;
    // It may take a moment until the worker listens.
    let told = loop {
        driver.dismiss("the.other", "it is wrong");
        match other.next(Duration::from_millis(50)) {
            Ok(None) => {}
            Ok(Some(_)) => panic!("there is no job"),
            Err(error) => break error,
        }
    };
    assert!(matches!(&told, QueueError::Dismissed { identity, reason }
        if identity == "the-other" && reason == "it is wrong"));
    assert!(one.next(Duration::from_millis(50)).unwrap().is_none());
}

#[test]
#[ignore = "needs nats-server"]
fn retries_end_when_they_are_told_to() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
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
