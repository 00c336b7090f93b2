//! What the short ways do that the crates below them do not.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use solveig::region::{BuildError, LevelJobs};
use solveig::{
    Answer, AnyGame, Artifact, Error, Game, Helpers, Notation, ProofBounds, ProofMoves, Scope,
    Solver, SolverName, SolverOptions, Source, StopToken,
};

fn game(spec: &str) -> AnyGame {
    AnyGame::parse(spec).unwrap()
}

fn by(solver: SolverName) -> SolverOptions {
    SolverOptions {
        solver,
        ..SolverOptions::default()
    }
}

fn with_memory(memory: u64) -> SolverOptions {
    SolverOptions {
        memory,
        ..SolverOptions::default()
    }
}

fn stopped_by(flag: &Arc<AtomicBool>) -> SolverOptions {
    SolverOptions {
        stop: StopToken::never().with_flag(Arc::clone(flag)),
        ..SolverOptions::default()
    }
}

#[test]
fn artifact_and_certificate_are_two_files() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("same");
    let refused = solveig::solve(&game("mnk:3x3?k=3"))
        .certificate(&path)
        .write(&path);
    assert!(matches!(refused, Err(Error::OneFileForTwo { .. })));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
}

#[test]
fn bytes_do_not_depend_on_threads_and_memory() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("othello:4x4");
    let written = |threads, memory| {
        let files = ["a.sol", "a.cert"].map(|name| directory.path().join(name));
        solveig::solve(&game)
            .solvers(SolverOptions {
                threads: NonZeroUsize::new(threads),
                ..with_memory(memory)
            })
            .certificate(&files[1])
            .write(&files[0])
            .unwrap();
        files.map(|path| fs::read(path).unwrap())
    };
    assert_eq!(written(1, 1 << 16), written(3, 8 << 20));
}

/// Helpers that leave all jobs open.
struct Idle {
    levels: u32,
}

impl Helpers for Idle {
    fn takes(&self, _level: u32, _positions: u64) -> bool {
        true
    }

    fn answer(&mut self, _jobs: &mut LevelJobs<'_>) -> Result<(), BuildError> {
        self.levels += 1;
        Ok(())
    }
}

#[test]
fn bytes_do_not_depend_on_solver_and_helpers() {
    let directory = tempfile::tempdir().unwrap();
    let [one, other] = ["1.sol", "2.sol"].map(|name| directory.path().join(name));
    let game = game("connect-four:4x4");
    let mut idle = Idle { levels: 0 };
    solveig::solve(&game).write(&one).unwrap();
    solveig::solve(&game)
        .solvers(by(SolverName::MtdF))
        .helpers(&mut idle)
        .write(&other)
        .unwrap();
    assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
    assert!(idle.levels > 0);
}

#[test]
fn an_estimate_of_a_small_game_counts_what_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    let game = game("mnk:3x3?k=3");
    let mut counts = [true, false].map(|symmetry| {
        let request = || {
            solveig::solve(&game)
                .scope(Scope::Strong)
                .symmetry(symmetry)
        };
        let estimate = request().estimate(Duration::from_secs(600)).unwrap();
        let written = request().write(&path).unwrap().artifact.records;
        assert_eq!(estimate.artifact.positions.expected, written as f64);
        written
    });
    counts.sort_unstable();
    assert_eq!(counts, [627, 4520]);
}

#[test]
fn positions_above_the_cut_are_searched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cut.sol");
    let game = game("connect-four:4x4");
    solveig::solve(&game)
        .scope(Scope::Strong)
        .cut(3)
        .write(&path)
        .unwrap();
    let mut artifact = Artifact::open(&path).unwrap();
    let mut solver = Solver::with(&game, &with_memory(1 << 20)).unwrap();
    for (moves, source) in [("12", Source::Certified), ("1234", Source::Searched)] {
        let value = solver.value(&game.parse_position(moves).unwrap()).unwrap();
        let probe = artifact.probe(moves).unwrap();
        assert_eq!(probe.answer, Answer::Exact { value, source }, "{moves}");
    }
    assert!(artifact.nodes() > 0);
}

#[test]
fn a_cut_below_the_start_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    let refused = solveig::solve(&game("othello:4x4")).cut(3).write(&path);
    assert!(matches!(refused, Err(Error::Solve(_))));
}

#[test]
fn games_with_history_have_values_and_no_artifacts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("go.sol");
    let go = game("go:2x2");
    assert_eq!(solveig::value(&go, &go.start()).unwrap(), 1);
    assert!(matches!(
        solveig::solve(&go).write(&path),
        Err(Error::Solve(_))
    ));
}

#[test]
fn a_solve_that_was_stopped_goes_on_and_writes_the_same_file() {
    let directory = tempfile::tempdir().unwrap();
    let [at_once, in_parts] = ["1.sol", "2.sol"].map(|name| directory.path().join(name));
    let game = game("connect-four:4x4");
    solveig::solve(&game).write(&at_once).unwrap();

    let flag = Arc::new(AtomicBool::new(false));
    let stopped = solveig::solve(&game)
        .solvers(stopped_by(&flag))
        .progress(|now| flag.store(now.settled > 100, Ordering::Relaxed))
        .write(&in_parts);
    assert!(matches!(stopped, Err(Error::Solve(_))));
    assert!(!in_parts.exists());
    solveig::solve(&game).write(&in_parts).unwrap();
    assert_eq!(fs::read(at_once).unwrap(), fs::read(in_parts).unwrap());
}

#[test]
fn a_proof_that_was_stopped_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("go.proof");
    let (game, flag) = (game("go:3x3"), Arc::new(AtomicBool::new(false)));
    let stopped = solveig::prove(&game, "-")
        .solvers(stopped_by(&flag))
        .progress(|_| flag.store(true, Ordering::Relaxed))
        .write(&path);
    assert!(matches!(stopped, Err(Error::Prove(_))));
    assert!(!path.exists());
}

#[test]
fn canonical_moves_do_not_depend_on_the_solver() {
    let game = game("go:2x3");
    let request = || solveig::prove(&game, "-").at_least(0);
    let found = |solver| request().solvers(by(solver)).find();
    let of_df_pn = found(SolverName::DfPn).unwrap().proof.encode().unwrap();
    assert_eq!(
        found(SolverName::Pns).unwrap().proof.encode().unwrap(),
        of_df_pn
    );
    let refused = request().solvers(by(SolverName::Pvs)).find();
    assert!(matches!(refused, Err(Error::NotBinary { .. })));
    let mut wrapped = SolverOptions::default().binary_solver(&game).unwrap();
    let found = request().search_with(&mut wrapped).find().unwrap();
    assert_eq!(found.proof.encode().unwrap(), of_df_pn);
    assert_eq!(found.visits, wrapped.effort().nodes);
}

#[test]
fn history_free_proofs_show_what_is_claimed_or_fail() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("go.proof");
    let claims = |at_least, at_most| ProofBounds { at_least, at_most };
    let request = |game, claims| {
        let request = solveig::prove(game, "-").moves(ProofMoves::HistoryFree);
        request.claims(claims).write(&path)
    };
    let go = game("go:2x4");
    for (claimed, shown) in [
        (claims(Some(8), None), Some(claims(Some(8), None))),
        (claims(None, Some(8)), Some(claims(None, Some(8)))),
        (claims(Some(7), Some(8)), Some(claims(Some(8), Some(8)))),
        (claims(None, Some(7)), None),
        (claims(Some(1), Some(7)), None),
    ] {
        let found = request(&go, claimed);
        assert_eq!(found.ok().map(|found| found.claims), shown, "{claimed:?}");
        if shown.is_some() {
            solveig::verify_proof(&path).unwrap();
        }
    }
    let hex = game("hex:2x2");
    let refused = request(&hex, claims(Some(1), None));
    assert!(matches!(refused, Err(Error::NotHistoryFree { .. })));
}

#[test]
fn finished_games_have_the_value_of_the_rules_and_no_move() {
    let game = game("mnk:3x3?k=3");
    let dead_end = game.parse_position("a1 a2 b1 b2 c1").unwrap();
    let mut solver = Solver::with(&game, &with_memory(1 << 16)).unwrap();
    assert_eq!(solver.value(&dead_end).unwrap(), -1);
    assert!(!solver.at_least(&dead_end, 0).unwrap() && solver.at_least(&dead_end, -1).unwrap());
    assert_eq!(solver.best_move(&dead_end).unwrap(), None);
    assert_eq!(solver.principal_variation(&dead_end).unwrap(), []);
}

#[test]
fn files_that_are_no_solution_of_the_game_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.sol");
    assert!(matches!(Artifact::open(&path), Err(Error::File(_))));
    fs::write(&path, "no artifact").unwrap();
    assert!(matches!(Artifact::open(&path), Err(Error::File(_))));
    solveig::solve(&game("hex:2x2")).write(&path).unwrap();
    let other = Artifact::open_as(game("hex:3x3"), &path);
    assert!(matches!(other, Err(Error::Artifact(_))));
    let position = Artifact::open(&path).unwrap().probe("z9");
    assert!(matches!(position, Err(Error::Position(_))));
}

#[test]
fn a_false_file_is_not_confirmed() {
    let directory = tempfile::tempdir().unwrap();
    let [one, two, certificate] =
        ["1.sol", "2.sol", "1.cert"].map(|name| directory.path().join(name));
    solveig::solve(&game("hex:2x2"))
        .certificate(&certificate)
        .write(&one)
        .unwrap();
    solveig::solve(&game("hex:3x3")).write(&two).unwrap();
    assert!(solveig::verify(&one, Some(&certificate)).is_ok());
    assert!(matches!(
        solveig::verify(&two, Some(&certificate)),
        Err(Error::Verify(_))
    ));
    let mut bytes = fs::read(&one).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&one, bytes).unwrap();
    assert!(solveig::verify(&one, None::<&Path>).is_err());
}
