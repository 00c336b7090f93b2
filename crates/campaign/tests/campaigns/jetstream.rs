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
use solveig_campaign::queue::{Dispatch, QueueError, Supply, Undelivered};
use solveig_game::Interval;
use solveig_games::othello::Othello;
use tempfile::TempDir;

use crate::conformance::{job, obeys_the_laws, report};
use crate::field::{Counted, Field, habits};
use crate::nats_server;

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
        assert_eq!(driver.unfinished().unwrap(), 1);
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
    let left = driver.unfinished().unwrap();
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
    let mut driver = Counted::new(dispatch(&access, &field.game).unwrap(), |taken| {
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
fn a_job_that_is_given_back_too_often_is_named_and_removed() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = Access {
        deliveries: 2,
        ..server.access()
    };
    let mut driver = dispatch(&access, &game).unwrap();
    let mut worker = supply(&access, &game, "one").unwrap();
    driver.publish(&[job(1)]).unwrap();
    let wait = Duration::from_secs(10);
    for _ in 0..2 {
        drop(worker.next(wait).unwrap().unwrap());
    }
    assert!(worker.next(Duration::from_millis(300)).unwrap().is_none());
    let mut lost = Vec::new();
    while lost.is_empty() {
        lost = driver.undelivered().unwrap();
    }
    let expected = Undelivered {
        campaign: job(1).campaign,
        job: 1,
        deliveries: 2,
    };
    assert_eq!(lost, [expected]);
    assert_eq!(driver.undelivered().unwrap(), []);
    assert_eq!(driver.unfinished().unwrap(), 0);
    // Published again, it is delivered again.
    driver.publish(&[job(1)]).unwrap();
    assert!(worker.next(wait).unwrap().is_some());
}

#[test]
#[ignore = "needs nats-server"]
fn messages_of_another_format_are_put_back_and_named() {
    let server = Server::start();
    let game = Othello::<u64>::new(4, 4).unwrap();
    let access = server.access();
    let mut driver = dispatch(&access, &game).unwrap();
    let mut worker = supply(&access, &game, "one").unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let client = runtime
        .block_on(async_nats::connect(&access.server))
        .unwrap();
    let context = runtime.block_on(async { async_nats::jetstream::new(client) });
    // Of a program before formats, and of one to come.
    let send = |subject: &str, format: Option<&str>, text: String| {
        let mut headers = async_nats::HeaderMap::new();
        if let Some(format) = format {
            headers.insert("Solveig-Format", format);
        }
        runtime.block_on(async {
            let sent = context.publish_with_headers(subject.to_owned(), headers, text.into());
            sent.await.unwrap().await.unwrap();
        });
    };
    let text = serde_json::to_string(&job(1)).unwrap();
    for (format, number) in [(None, 1), (Some("4"), 4)] {
        send("solveig.othello-4x4.main.jobs", format, text.clone());
        let error = worker.next(Duration::from_secs(10)).err().unwrap();
        assert!(matches!(error, QueueError::Format(_)));
        let expected = format!("a message of format {number}, and this program reads format 3");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    assert_eq!(driver.unfinished().unwrap(), 2);
    let text = serde_json::to_string(&report(&job(1))).unwrap();
    let reports = "solveig.othello-4x4.main.reports.one";
    send(reports, Some("4"), text.clone());
    // What is no message of any format is dropped.
    send(reports, Some("3"), "{}".to_owned());
    send(reports, Some("3"), text);
    let mut found = Vec::new();
    while found.is_empty() {
        found = driver.reports(10, Duration::from_millis(100)).unwrap();
    }
    assert_eq!(found.len(), 1);
    found.remove(0).acknowledge().unwrap();
    let left = || {
        let name = "solveig-othello-4x4_main_reports";
        let stream = context.get_stream(name);
        runtime
            .block_on(stream)
            .unwrap()
            .cached_info()
            .state
            .messages
    };
    // The server may take a moment for what it was told without an answer.
    while left() > 1 {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200));
    assert_eq!(left(), 1);
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
        let mut found = Vec::new();
        while found.is_empty() {
            found = driver.reports(10, Duration::from_millis(100)).unwrap();
        }
        assert_eq!(found[0].report().worker, expected);
        found.remove(0).acknowledge().unwrap();
    }
    let [mut one, mut other] = ends;
    // It may take a moment until the worker listens.
    let told = loop {
        driver.dismiss("the.other");
        match other.next(Duration::from_millis(50)) {
            Ok(None) => {}
            Ok(Some(_)) => panic!("there is no job"),
            Err(error) => break error,
        }
    };
    assert!(matches!(&told, QueueError::Dismissed { identity } if identity == "the-other"));
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
