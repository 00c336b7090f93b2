//! Searches that are stopped: they end, what they keep is true, and their solvers can be asked
//! again. Those that are held up at a gate go on where they were.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use solveig_game::{Game, GameExt, Interval, Move, Notation, Value};
use solveig_games::{AnyGame, AnyPosition, Solvable};
use solveig_search::solvers::SolverName;
use solveig_search::{Gate, Minimax, Oracle, StopToken, Stopped, optimal_move};

/// The solvers of this name, `count` of them, which share what they can; one with `threads` threads
/// if it can have more. None if the solver is not for this game.
fn solvers(
    game: &AnyGame,
    name: SolverName,
    count: usize,
    threads: usize,
) -> Vec<Box<dyn Oracle<AnyGame>>> {
    let factory = game.solvers();
    let Ok(name) = name.for_game(game) else {
        return Vec::new();
    };
    let mut resources = factory.resources(name, 1 << 20, count).unwrap();
    resources.threads = threads;
    factory.solvers(name, &resources, count).unwrap()
}

fn value(solver: &mut dyn Oracle<AnyGame>, position: &AnyPosition) -> Result<Value, Stopped> {
    let unknown = Interval::unknown(solver.game().value_range());
    solver.value(position, unknown)
}

#[test]
fn every_solver_heeds_its_token_on_boards_that_none_can_finish() {
    for spec in ["othello:8x8", "connect-four:8x7", "go:5x5", "hex:7x7"] {
        let game = AnyGame::parse(spec).unwrap();
        for name in SolverName::ALL {
            for threads in [1, 3] {
                for mut solver in solvers(&game, name, 1, threads) {
                    for _ in 0..2 {
                        solver.set_stop(StopToken::never().with_budget(20));
                        let found = value(&mut *solver, &game.start());
                        assert_eq!(found, Err(Stopped), "{name}, {spec}");
                        // The token stays, and so do its effects.
                        assert_eq!(value(&mut *solver, &game.start()), Err(Stopped));
                    }
                }
            }
        }
    }
}

/// A position with its value and canonical move.
struct Case {
    game: AnyGame,
    position: AnyPosition,
    value: Value,
    best: Option<Move>,
    names: Vec<SolverName>,
}

impl Case {
    /// A position that any solver can value: [`Minimax`] says what is right.
    fn small(spec: &str, line: &str) -> Self {
        let game = AnyGame::parse(spec).unwrap();
        let mut minimax = Minimax::new(game.clone());
        Self::valued(&mut minimax, line, &SolverName::ALL)
    }

    /// A larger position, for those that keep a table: a search without a token says what is right.
    fn larger(spec: &str, line: &str) -> Self {
        let game = AnyGame::parse(spec).unwrap();
        let mut pvs = solvers(&game, SolverName::Pvs, 1, 1).remove(0);
        let names = [SolverName::Fastest, SolverName::AlphaBeta, SolverName::Pvs];
        Self::valued(&mut *pvs, line, &names)
    }

    fn valued(solver: &mut dyn Oracle<AnyGame>, line: &str, names: &[SolverName]) -> Self {
        let game = solver.game().clone();
        let position = game.parse_position(line).unwrap();
        let value = value(solver, &position).unwrap();
        Self {
            best: solver.best_move(&position, value).unwrap(),
            game,
            position,
            value,
            names: names.to_vec(),
        }
    }

    /// Stops one of two solvers after each of these numbers of positions, then lets both finish.
    fn is_right_after(&self, budgets: &[u64], threads: usize) -> Result<(), TestCaseError> {
        for name in &self.names {
            let mut team = solvers(&self.game, *name, 2, threads);
            let place = format!("{name}, {}, {budgets:?}", self.game.spec());
            if let Some(solver) = team.first_mut() {
                for budget in budgets {
                    solver.set_stop(StopToken::never().with_budget(*budget));
                    if let Ok(value) = value(&mut **solver, &self.position) {
                        prop_assert_eq!(value, self.value, "{}", &place);
                    }
                }
                solver.set_stop(StopToken::never());
            }
            for solver in team.iter_mut().rev() {
                let value = value(&mut **solver, &self.position);
                prop_assert_eq!(value, Ok(self.value), "{}", &place);
                let best = solver.best_move(&self.position, self.value);
                prop_assert_eq!(best, Ok(self.best), "{}", &place);
                self.has_an_optimal_move(&mut **solver, budgets)?;
            }
        }
        Ok(())
    }
}

impl Case {
    /// Any move that is found, whatever was preferred and wherever the search was stopped, keeps
    /// the value; without a limit there is one.
    fn has_an_optimal_move(
        &self,
        solver: &mut dyn Oracle<AnyGame>,
        budgets: &[u64],
    ) -> Result<(), TestCaseError> {
        let moves = self.game.moves(&self.position);
        let preferred = budgets.first().zip(moves.iter().as_slice().first());
        let preferred = preferred.map(|(at, _)| moves[*at as usize % moves.len()]);
        let limits = budgets
            .iter()
            .map(|max| StopToken::never().with_budget(*max));
        for stop in limits.chain([StopToken::never()]) {
            solver.set_stop(stop.clone());
            let found = optimal_move(solver, &self.position, self.value, preferred, &stop);
            let is_limited = stop.is_stopped();
            solver.set_stop(StopToken::never());
            match found {
                Ok(Some(played)) => {
                    let child = self.game.play_unchecked(&self.position, played);
                    let kept = value(solver, &child).map(|value| -value);
                    prop_assert_eq!(kept, Ok(self.value), "{}", self.game.spec());
                }
                Ok(None) => prop_assert!(moves.is_empty()),
                Err(Stopped) => prop_assert!(is_limited),
            }
        }
        Ok(())
    }
}

fn cases() -> Vec<Case> {
    vec![
        Case::small("othello:4x4", "b1a1"),
        Case::small("connect-four:4x4", "223314"),
        Case::small("hex:3x3", "a1"),
        Case::small("mnk:3x3?k=3", "a1"),
        Case::small("go:1x3", ""),
        Case::larger("othello:6x4", "c1b1"),
        Case::larger("connect-four:5x4", ""),
    ]
}

#[test]
fn a_stopped_solver_and_its_team_are_right_when_asked_again() {
    let cases = cases();
    let budget = prop_oneof![0..64_u64, 64..4_000_u64];
    let stops = (proptest::collection::vec(budget, 1..4), 1..4_usize);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(24));
    runner
        .run(&stops, |(budgets, threads)| {
            cases
                .iter()
                .try_for_each(|case| case.is_right_after(&budgets, threads))
        })
        .unwrap();
}

/// A gate that holds searches up, now and then for longer than they look at the clock for.
#[derive(Debug, Default)]
struct Slow(AtomicU64);

impl Gate for Slow {
    fn pass(&self) {
        let passed = self.0.fetch_add(1, Ordering::Relaxed);
        if passed.is_multiple_of(64) {
            std::thread::sleep(Duration::from_millis(3));
        }
    }
}

#[test]
fn a_search_that_is_held_up_at_its_gate_visits_what_it_would_have_visited() {
    let mut passed = 0;
    for case in cases() {
        for name in &case.names {
            let [mut free, mut held] = [(); 2].map(|()| solvers(&case.game, *name, 1, 1));
            let Some((free, held)) = free.first_mut().zip(held.first_mut()) else {
                continue;
            };
            let gate = Arc::new(Slow::default());
            held.set_stop(StopToken::never().with_gate(gate.clone()));
            let place = format!("{name}, {}", case.game.spec());
            for solver in [&mut *free, &mut *held] {
                assert_eq!(
                    value(&mut **solver, &case.position),
                    Ok(case.value),
                    "{place}"
                );
            }
            assert_eq!(held.nodes(), free.nodes(), "{place}");
            passed += gate.0.load(Ordering::Relaxed);
        }
    }
    // A search of few positions may end before it looks whether to stop.
    assert!(passed > 100, "{passed}");
}

#[test]
fn the_threads_of_a_search_pass_one_gate() {
    for case in cases() {
        for name in &case.names {
            for solver in &mut solvers(&case.game, *name, 1, 3) {
                let gate = Arc::new(Slow::default());
                solver.set_stop(StopToken::never().with_gate(gate));
                assert_eq!(value(&mut **solver, &case.position), Ok(case.value));
            }
        }
    }
}
