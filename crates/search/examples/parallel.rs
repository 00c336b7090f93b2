//! How well threads share a search: `parallel GAME SOLVER THREADS MEBIBYTES [POSITION [BOUND]]`.
//!
//! One line with the answer, the positions that all threads looked at (what they look at more than
//! one thread does is lost), and the time. Without a bound the exact value is found by thresholds.

use std::error::Error;
use std::time::Instant;

use solveig_game::{Game, Interval, Notation};
use solveig_games::{AnyGame, Solvable};
use solveig_search::Oracle;
use solveig_search::binary::{BinarySolver, BisectionOracle};
use solveig_search::solvers::SolverName;

/// What was asked for.
struct Asked {
    solver: String,
    threads: usize,
    bytes: u64,
    position: String,
    bound: Option<i32>,
}

fn report(mut solver: Box<dyn BinarySolver<AnyGame>>, asked: &Asked) -> Result<(), Box<dyn Error>> {
    let position = solver.game().parse_position(&asked.position)?;
    let range = solver.game().value_range();
    let start = Instant::now();
    let (answer, effort) = match asked.bound {
        Some(bound) => {
            let answer = solver.reaches(&position, bound, &mut |_| true);
            let text = answer.map(|reaches| format!("at least {bound}: {reaches}"));
            (text.ok_or("nobody has stopped it")?, solver.effort())
        }
        None => {
            let mut oracle = BisectionOracle::new(solver);
            let value = oracle.value(&position, Interval::unknown(range))?;
            (format!("value {value}"), oracle.solver().effort())
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{answer}, {} threads, {seconds:.2} s, {} nodes, {} expansions, {} cuts, {:.0} nodes a second",
        asked.threads,
        effort.nodes,
        effort.expansions,
        effort.cuts,
        effort.nodes as f64 / seconds
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, solver, threads, mebibytes, rest @ ..] = words.as_slice() else {
        return Err("usage: parallel GAME SOLVER THREADS MEBIBYTES [POSITION [BOUND]]".into());
    };
    let asked = Asked {
        solver: solver.clone(),
        threads: threads.parse()?,
        bytes: mebibytes.parse::<u64>()? << 20,
        position: rest.first().map_or("-", String::as_str).to_owned(),
        bound: rest.get(1).map(|text| text.parse()).transpose()?,
    };
    let name: SolverName = asked.solver.parse()?;
    let method = name.method();
    let method = method.ok_or_else(|| format!("{name} does not search with several threads"))?;
    let factory = AnyGame::parse(game)?.solvers(true);
    let mut resources = factory.resources(name, asked.bytes, 1)?;
    resources.threads = asked.threads;
    report(factory.binary(method, &resources), &asked)
}
