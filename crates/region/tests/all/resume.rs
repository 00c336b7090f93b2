//! Interrupted builds: whatever moment they are killed at, the result is the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use solveig_game::{Game, Interval, Notation, Reduction, Symmetric, Value};
use solveig_games::Solvable;
use solveig_games::connect_four::ConnectFour;
use solveig_games::othello::Othello;
use solveig_region::{
    BuildError, BuildProgress, CertificateScope, Keep, RefutationMethod, Scope, ScopeClosure,
    SolveSummary, build, solve, work_directory,
};
use solveig_search::{NoKnowledge, Oracle, StopToken, Stopped};
use solveig_testkit::exhaustive::Exhaustive;
use solveig_testkit::moments::copy;
use tempfile::TempDir;

fn closure<G: Symmetric>(game: &G) -> ScopeClosure<G> {
    ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(NoKnowledge),
        scope: Scope::SemiStrong,
        reduction: Reduction::Canonical,
        cut: game.max_level(),
        proof: Some(CertificateScope {
            refutation: RefutationMethod::FirstInOrder,
            to_level: game.max_level() - 2,
        }),
    }
}

/// Cuts up to `bytes` off the end of the newest settled and demands files, as a crash may.
fn tear(directory: &Path, bytes: u64) {
    for prefix in ["settled-", "demands-"] {
        let newest = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.file_name()
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .starts_with(prefix)
            })
            .max();
        if let Some(path) = newest {
            let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
            let length = file.metadata().unwrap().len();
            file.set_len(length.saturating_sub(bytes)).unwrap();
        }
    }
}

fn files_of<G: Symmetric + Notation>(
    closure: &ScopeClosure<G>,
    directory: &Path,
    work: &Path,
) -> [Vec<u8>; 2] {
    let mut oracles = [
        Exhaustive::new(&closure.game),
        Exhaustive::new(&closure.game),
    ];
    let region = build(closure, work, Keep::Records, &mut oracles, &mut |_| {}).unwrap();
    let paths = [directory.join("a.sol"), directory.join("a.cert")];
    region.write(closure, &paths[0], Some(&paths[1])).unwrap();
    paths.map(|path| fs::read(path).unwrap())
}

fn survives_kills<G: Symmetric + Notation>(game: &G) {
    let closure = closure(game);
    let directory = tempfile::tempdir().unwrap();
    let expected = files_of(&closure, directory.path(), &directory.path().join("whole"));

    // A copy of the work directory at a moment is what a process killed at that moment leaves.
    let work = directory.path().join("work");
    let mut moments: Vec<PathBuf> = Vec::new();
    let mut calls = 0u32;
    let mut oracles = [Exhaustive::new(game), Exhaustive::new(game)];
    build(&closure, &work, Keep::Records, &mut oracles, &mut |_| {
        calls += 1;
        if calls % 101 == 1 {
            let moment = directory.path().join(format!("moment-{calls}"));
            copy(&work, &moment);
            moments.push(moment);
        }
    })
    .unwrap();
    assert!(moments.len() > 5, "{} moments", moments.len());
    for (number, moment) in moments.iter().enumerate() {
        tear(moment, number as u64 % 40);
        assert_eq!(
            files_of(&closure, directory.path(), moment),
            expected,
            "{}",
            moment.display()
        );
    }
    // The same twice: a build that had finished is only written again.
    assert_eq!(files_of(&closure, directory.path(), &moments[0]), expected);
}

#[test]
fn a_build_killed_at_any_moment_goes_on_to_the_same_bytes() {
    survives_kills(&ConnectFour::new(4, 4).unwrap());
    survives_kills(&Othello::<u64>::new(4, 4).unwrap());
}

/// Takes its time, helps the others, and counts what it is asked into what all share.
struct Helper<G: Game> {
    own: Exhaustive<G>,
    questions: u64,
    all: Arc<AtomicU64>,
}

impl<G: Game> Helper<G> {
    fn count(&mut self) {
        self.questions += 1;
        self.all.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_micros(20));
    }
}

impl<G: Game> Oracle<G> for Helper<G> {
    fn game(&self) -> &G {
        &self.own.game
    }

    fn set_stop(&mut self, _stop: StopToken) {}

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.count();
        self.own.value(position, bounds)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.count();
        self.own.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.questions
    }

    fn shares_work(&self) -> bool {
        true
    }
}

#[test]
fn nodes_are_those_of_all_threads_also_where_two_did_the_same() {
    let game = ConnectFour::new(4, 4).unwrap();
    for threads in [1, 4] {
        let all = Arc::new(AtomicU64::new(0));
        let helper = |_| Helper {
            own: Exhaustive::new(&game),
            questions: 0,
            all: Arc::clone(&all),
        };
        let mut oracles: Vec<_> = (0..threads).map(helper).collect();
        let directory = tempfile::tempdir().unwrap();
        let work = directory.path().join("work");
        let region = build(
            &closure(&game),
            &work,
            Keep::Records,
            &mut oracles,
            &mut |_| {},
        );
        assert_eq!(region.unwrap().nodes(), all.load(Ordering::Relaxed));
    }
}

#[test]
fn a_work_directory_is_continued_only_for_its_own_arguments() {
    let game = ConnectFour::new(4, 4).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut oracles = [Exhaustive::new(&game)];
    let first = closure(&game);
    let mut started = |closure: &ScopeClosure<ConnectFour>| {
        let path = directory.path();
        build(closure, path, Keep::Records, &mut oracles, &mut |_| {})
    };
    let region = started(&first).unwrap();
    let error = started(&first);
    let held = matches!(
        error,
        Err(BuildError::Lock(solveig_region::LockError::Held { .. }))
    );
    assert!(held, "{error:?}");
    drop(region);
    let mut other = closure(&game);
    other.cut = 7;
    let message = started(&other).unwrap_err().to_string();
    assert!(
        message.contains("cut 16") && message.contains("cut 7"),
        "{message}"
    );
    // Another order of moves makes another certificate.
    let mut other = closure(&game);
    other.knowledge = game.solvers().knowledge();
    let message = started(&other).unwrap_err().to_string();
    assert!(
        message.contains("ordered by Connect Four's threats"),
        "{message}"
    );
}

#[test]
fn damaged_work_is_refused_and_named() {
    let game = ConnectFour::new(4, 4).unwrap();
    let closure = closure(&game);
    let directory = tempfile::tempdir().unwrap();
    let work = directory.path().join("work");
    let moment = directory.path().join("moment");
    let mut oracles = [Exhaustive::new(&game)];
    build(
        &closure,
        &work,
        Keep::Records,
        &mut oracles,
        &mut |progress| {
            if progress.level == 6 && !moment.exists() {
                copy(&work, &moment);
            }
        },
    )
    .unwrap();
    let obligations = moment.join("obligations-00006");
    let mut bytes = fs::read(&obligations).unwrap();
    bytes[11] ^= 4;
    fs::write(&obligations, &bytes).unwrap();
    let message = build(&closure, &moment, Keep::Records, &mut oracles, &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("obligations-00006") && message.contains("checksum"),
        "{message}"
    );
    fs::write(moment.join("state.json"), b"{\"arguments\": 3}").unwrap();
    let message = build(&closure, &moment, Keep::Records, &mut oracles, &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(message.contains("state.json"), "{message}");
}

/// A solve of Connect Four on 4x4 to a file in a folder of its own.
struct Solving {
    folder: TempDir,
    oracles: [Exhaustive<ConnectFour>; 1],
}

impl Solving {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            oracles: [Exhaustive::new(&ConnectFour::new(4, 4).unwrap())],
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn path(&self) -> PathBuf {
        self.at("a.sol")
    }

    fn work(&self) -> PathBuf {
        work_directory(&self.path())
    }

    fn solve(
        &mut self,
        meanwhile: &mut dyn FnMut(&BuildProgress),
    ) -> Result<SolveSummary, BuildError> {
        let path = self.path();
        let closure = closure(&self.oracles[0].game);
        solve(&closure, &path, None, &mut self.oracles, meanwhile)
    }

    /// The message of a solve that fails.
    fn refusal(&mut self, meanwhile: &mut dyn FnMut(&BuildProgress)) -> String {
        self.solve(meanwhile).unwrap_err().to_string()
    }
}

#[test]
fn a_file_that_appears_while_a_game_is_solved_is_not_replaced() {
    let mut solving = Solving::new();
    let path = solving.path();
    let error = solving.refusal(&mut |_| fs::write(&path, "precious").unwrap());
    assert!(error.contains("meanwhile"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    // What was computed is not lost, and what is there now may be replaced if that is asked for.
    let nothing_left = &mut |progress: &BuildProgress| assert!(progress.nodes == 0);
    solving.solve(nothing_left).unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 1_000);
    assert!(!solving.work().exists());
}

#[test]
fn a_region_that_lost_settled_positions_is_not_written() {
    let mut solving = Solving::new();
    let settled = solving.work().join("settled-00004");
    // As a second process might do that works in the same directory.
    let message = solving.refusal(&mut |progress| {
        if progress.level == 9 {
            let file = fs::OpenOptions::new().write(true).open(&settled).unwrap();
            let length = file.metadata().unwrap().len();
            file.set_len(length - 1).unwrap();
        }
    });
    let named = message.contains("settled-00004") && message.contains("positions, expected");
    assert!(named, "{message}");
    assert!(!solving.path().exists());
}

#[test]
fn a_solve_whose_lock_was_removed_ends_without_a_file() {
    let mut solving = Solving::new();
    let lock = solving.work().join("lock");
    let error = solving.refusal(&mut |_| drop(fs::remove_file(&lock)));
    assert!(error.contains("removed this lock"), "{error}");
    assert!(!solving.path().exists());
}

#[cfg(unix)]
#[test]
fn links_in_a_work_directory_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let mut solving = Solving::new();
    let [work, victim, elsewhere] = [
        solving.work(),
        solving.at("victim"),
        solving.at("elsewhere"),
    ];
    fs::write(&victim, "precious").unwrap();
    for name in [
        "obligations-00000.partial",
        "settled-00000",
        "demands-00001",
        "state.partial",
    ] {
        fs::create_dir(&work).unwrap();
        symlink(&victim, work.join(name)).unwrap();
        let message = solving.refusal(&mut |_| {});
        let is_named = message.contains(name) && message.contains("link");
        assert!(is_named, "{message}");
        fs::remove_dir_all(&work).unwrap();
    }
    // One that is planted while the solve works is not followed either.
    let plant = &mut |progress: &BuildProgress| {
        let next = format!("obligations-{:05}.partial", progress.level + 1);
        let _ = symlink(&victim, work.join(next));
    };
    solving.solve(plant).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, &work).unwrap();
    let error = solving.refusal(&mut |_| {});
    assert!(error.contains("it is a link"), "{error}");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
}
