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
use solveig_campaign::queue::{Dispatch, Supply};
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
        Access {
            server: format!("nats://127.0.0.1:{}", self.port),
            queue: "main".to_owned(),
            credentials: None,
            authority: None,
        }
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
        supply(&access, &game).unwrap(),
        supply(&access, &game).unwrap(),
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
            supply(&access, &game).unwrap(),
        )
    });
    let wait = Duration::from_secs(10);
    for (number, (mut driver, mut worker)) in (1..).zip(ends) {
        driver.publish(&job(number)).unwrap();
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
    let access = Access {
        server: "nats://127.0.0.1:0".to_owned(),
        queue: "main".to_owned(),
        credentials: None,
        authority: None,
    };
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
        driver.publish(&job(number)).unwrap();
    }
    let mut worker = supply(&access, &game).unwrap();
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
        .map(|name| field.worker(name, supply(&access, &field.game).unwrap(), &stop))
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
