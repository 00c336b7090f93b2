//! Table 1: positions of 6x6 Go.

use std::error::Error;
use std::hash::Hasher;

use solveig_game::Notation;
use solveig_games::go::knowledge::GoKnowledge;
use solveig_games::go::{Colour, Go, GoPosition};
use solveig_search::binary::{Conjecture, WorkEstimate};
use solveig_search::solvers::SolverName;

use crate::Options;
use crate::plot;
use crate::questions::{self, ask};
use crate::records::{self, Row, check};
use crate::statistics::{pairs, summary};
use crate::tables::go;

const SPEC: &str = "go:6x6?komi=3.5";
const POSITIONS: &str = include_str!("../../../../data/go-6x6.txt");

/// The lines of the set that are positions.
fn lines() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

/// A position of the set, and whether the side to move wins.
struct SetPosition {
    position: GoPosition,
    wins: bool,
}

fn positions(game: &Go) -> Result<Vec<SetPosition>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for line in lines() {
        let mut parts = line.splitn(3, ' ').skip(1);
        let (Some(winner), Some(moves)) = (parts.next(), parts.next()) else {
            return Err(format!("not a line of the set: {line}").into());
        };
        let position = game.parse_position(moves)?;
        let wins = (winner == "X") == (position.to_move() == Colour::Black);
        positions.push(SetPosition { position, wins });
    }
    Ok(positions)
}

/// What all rows of a file have in common.
fn settings(options: &Options) -> String {
    let mut set = Fnv(0xcbf2_9ce4_8422_2325);
    lines().for_each(|line| set.write(line.as_bytes()));
    format!(
        "{SPEC}, set {:016x}, {} s of {}, {} MiB",
        set.finish(),
        options.seconds,
        questions::clock(),
        options.memory >> 20
    )
}

/// The hash of Fowler, Noll and Vo, which is the same everywhere.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A solver that conjectures an answer for good, with this one; `None` if it makes no such
/// conjecture.
fn with_answer(solver: SolverName, answer: bool) -> Option<SolverName> {
    match solver {
        SolverName::ExpectedWork(ews) if matches!(ews.conjecture, Conjecture::Answer(_)) => Some(
            SolverName::ExpectedWork(ews.conjecturing(Conjecture::Answer(answer))),
        ),
        _ => None,
    }
}

/// The name of a solver in this table.
fn name(solver: &SolverName) -> String {
    match with_answer(*solver, true) {
        Some(_) => "ews conjecture=known".to_owned(),
        None => solver.to_string(),
    }
}

/// Asks the solvers who wins, or reads that from the file, and prints it.
pub fn positions_of_go(options: &Options) -> Result<(), Box<dyn Error>> {
    let game = go(SPEC)?;
    let all = positions(&game)?;
    let winners: Vec<bool> = all.iter().map(|one| one.wins).collect();
    let settings = settings(options);
    let rows = match &options.csv {
        Some(path) if options.report => records::read(path, &settings)?,
        _ => measure(options, &game, &all)?,
    };
    check(&rows, &winners)?;
    if let Some(path) = options.csv.as_ref().filter(|_| !options.report) {
        records::write(path, &settings, &rows)?;
    }
    print(options, &rows);
    if let Some(path) = &options.plot {
        let [reference, others @ ..] = &*options.solvers else {
            return Ok(());
        };
        let reference = name(reference);
        let names: Vec<String> = others.iter().map(name).collect();
        let panels = names
            .iter()
            .map(|name| (&**name, pairs(&rows, name, &reference)));
        let panels: Vec<_> = panels.filter(|(_, pairs)| !pairs.is_empty()).collect();
        std::fs::write(path, plot::scatter(&panels, &reference, options.seconds))?;
    }
    Ok(())
}

/// What each solver answers to positions evenly drawn from `all`.
fn measure(options: &Options, game: &Go, all: &[SetPosition]) -> Result<Vec<Row>, Box<dyn Error>> {
    let step = (all.len() / options.positions.max(1)).max(1);
    let chosen = all.iter().enumerate().step_by(step).take(options.positions);
    let mut rows = Vec::new();
    for (place, SetPosition { position, wins }) in chosen {
        for solver in &options.solvers {
            let here = with_answer(*solver, *wins).unwrap_or(*solver);
            let knowledge = GoKnowledge::default();
            let outcome = ask(here, game, &knowledge, position, 1, options)?;
            rows.push(Row {
                position: place + 1,
                solver: name(solver),
                seconds: outcome.time.as_secs_f64(),
                visited: outcome.effort.nodes,
                expanded: outcome.effort.expansions,
                reaches: outcome.reaches,
            });
        }
    }
    Ok(rows)
}

fn print(options: &Options, rows: &[Row]) {
    println!(
        "## Table 1: positions of 6x6 Go, {} s each\n",
        options.seconds
    );
    let reference = options.solvers.first().map(name);
    let first = reference.as_deref().unwrap_or_default();
    println!(
        "| solver | positions | mean | times {first} | faster | timeouts | expanded | paper |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for one in &options.solvers {
        let solver = name(one);
        let reference = reference.as_deref().unwrap_or(&solver);
        let Some(of) = summary(rows, &solver, reference, options.seconds) else {
            continue;
        };
        println!(
            "| `{solver}` | {} | {:.3} s | {:.2} | {:.1} % | {:.1} % | {:.0} | {} |",
            of.positions,
            of.mean,
            of.ratio,
            of.faster,
            of.timeouts,
            of.expanded,
            published(*one)
        );
    }
    println!();
}

/// What the paper says of a solver.
const fn published(solver: SolverName) -> &'static str {
    match solver {
        SolverName::IterativeDeepening => "22.63 s, 5.2 %, 1.8 % (Go-Solver)",
        SolverName::ExpectedWork(ews) => match ews.estimate {
            WorkEstimate::SizeAlone => "19.70 s, 16.0 %, 1.8 %",
            WorkEstimate::RateAlone => "19.58 s, 28.5 %, 2.3 %",
            WorkEstimate::Expected => "",
        },
        _ => "",
    }
}
