//! `bench-connect-four`: sets of 7x6 positions, scored by us and by Pons's solver in turn.

use solveig_game::random::Random;
use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use crate::endgames::{absolute, built, load};

/// Pons's sets of easy positions, from the root: moves, a space, the score.
const SETS: [&str; 2] = [
    "data/connect-four-7x6-l3-r1.txt",
    "data/connect-four-7x6-l2-r1.txt",
];

/// A set of our own, drawn as his are: by stones, and by plies to the end.
struct Drawn {
    name: &'static str,
    stones: RangeInclusive<usize>,
    plies: RangeInclusive<i32>,
    positions: usize,
}

const fn drawn(
    name: &'static str,
    stones: RangeInclusive<usize>,
    plies: RangeInclusive<i32>,
    positions: usize,
) -> Drawn {
    Drawn {
        name,
        stones,
        plies,
        positions,
    }
}

const DRAWN: [Drawn; 5] = [
    drawn("drawn l3-r1", 29..=40, 1..=14, 10_000),
    drawn("drawn l2-r1", 15..=28, 1..=14, 10_000),
    drawn("drawn l2-r2", 15..=28, 15..=28, 100),
    drawn("drawn l1-r1", 8..=14, 1..=14, 300),
    drawn("drawn l1-r2", 8..=14, 15..=28, 10),
];

/// How many plays are drawn at a time.
const PLAYS: usize = 500;

/// Each program takes each set so often; the least time counts, for what else a machine does only
/// adds to it.
const ROUNDS: usize = 20;

const SQUARES: i32 = 42;

/// What `bench-connect-four` is told.
#[derive(clap::Args)]
pub struct SetArguments {
    /// The size of Solveig's table [default: 8MiB]
    #[arg(long)]
    memory: Option<String>,
    /// Solveig [default: built for release]
    #[arg(long)]
    solveig: Option<PathBuf>,
    /// Pons's c4solver
    #[arg(long)]
    pons: Option<PathBuf>,
}

/// Measures as asked, and prints a table.
pub fn run(root: &Path, arguments: &SetArguments) -> Result<(), String> {
    let here = |path: &Option<PathBuf>| path.as_deref().map(absolute).transpose();
    let solveig = here(&arguments.solveig)?;
    let (ours, pons) = (
        solveig.map_or_else(|| built(root), Ok)?,
        here(&arguments.pons)?,
    );
    let spec = "connect-four:7x6?utility=score";
    let mut words = vec!["value", spec, "--moves", "-", "--threads", "1"];
    words.extend(
        arguments
            .memory
            .iter()
            .flat_map(|size| ["--memory", size.as_str()]),
    );
    let mut programs = vec![Program::new("solveig", ours, &words)];
    programs.extend(pons.map(|path| Program::new("pons", path, &[])));

    let mut sets = Vec::new();
    for name in SETS {
        let path = root.join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        sets.push((name.to_owned(), text.lines().map(str::to_owned).collect()));
    }
    for set in DRAWN {
        sets.push((set.name.to_owned(), draw(&programs[0], &set)?));
    }
    println!("exact scores, one thread, microseconds a position; start-up, measured on no");
    println!(
        "positions, is taken off; least of {ROUNDS} runs in turn; load {}",
        load()
    );
    for (name, lines) in sets {
        measure(&programs, &name, &lines)?;
    }
    println!("load {}", load());
    Ok(())
}

/// Has all programs score one set, and prints a row.
fn measure(programs: &[Program], name: &str, lines: &[String]) -> Result<(), String> {
    let moves: String = lines
        .iter()
        .map(|line| format!("{}\n", line.split(' ').next().unwrap_or_default()))
        .collect();
    let stated: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut times = vec![(Vec::new(), Vec::new()); programs.len()];
    for _ in 0..ROUNDS {
        for (program, (loaded, idle)) in programs.iter().zip(&mut times) {
            let (answers, seconds) = program.answer(&moves)?;
            let wrong = answers
                .lines()
                .zip(&stated)
                .find(|(found, stated)| found != *stated);
            if answers.lines().count() != stated.len() || wrong.is_some() {
                return Err(format!("{} on {name}: {wrong:?}", program.name));
            }
            loaded.push(seconds);
            idle.push(program.answer("")?.1);
        }
    }
    let mut row = format!("{name:<34} {:>5} positions", lines.len());
    let mut means = Vec::new();
    for (program, (loaded, idle)) in programs.iter().zip(&times) {
        let (loaded, idle) = (min(loaded), min(idle));
        let mean = (loaded - idle).max(0.0) * 1e6 / lines.len() as f64;
        row += &format!(
            " | {} {mean:8.2}, start-up {:6.1} ms",
            program.name,
            idle * 1e3
        );
        means.push(mean);
    }
    if let [ours, pons] = means[..] {
        row += &format!(" | ours / pons {:.2}", ours / pons);
    }
    println!("{row}");
    Ok(())
}

fn min(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// A program that reads move lists and prints them with their scores.
struct Program {
    name: &'static str,
    path: PathBuf,
    arguments: Vec<String>,
}

impl Program {
    fn new(name: &'static str, path: PathBuf, arguments: &[&str]) -> Self {
        Self {
            name,
            path,
            arguments: arguments.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    /// What it answers to these lines, and the seconds it took.
    fn answer(&self, lines: &str) -> Result<(String, f64), String> {
        let problem = |error: std::io::Error| format!("{}: {error}", self.path.display());
        let started = Instant::now();
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(problem)?;
        let mut input = child.stdin.take().ok_or("no pipe to write to")?;
        let lines = lines.to_owned();
        let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
        let ended = child.wait_with_output().map_err(problem)?;
        let seconds = started.elapsed().as_secs_f64();
        let written = writer.join().map_err(|_| "the writer ended early")?;
        written.map_err(problem)?;
        Ok((String::from_utf8_lossy(&ended.stdout).into_owned(), seconds))
    }
}

/// The positions of a set, with their scores.
fn draw(program: &Program, set: &Drawn) -> Result<Vec<String>, String> {
    let mut chosen = Vec::new();
    let (least, most) = (*set.stones.start(), *set.stones.end());
    let mut random = Random::new(least as u64);
    while chosen.len() < set.positions {
        let mut candidates = String::new();
        for _ in 0..PLAYS {
            let stones = least + random.index(most - least + 1);
            let mut heights = [0; 7];
            while heights.iter().sum::<usize>() < stones {
                let column = random.index(7);
                if heights[column] < 6 {
                    heights[column] += 1;
                    candidates += &(column + 1).to_string();
                }
            }
            candidates += "\n";
        }
        // Lists that play on after the end of a game are answered with an error, and left out.
        let (answers, _) = program.answer(&candidates)?;
        for line in answers.lines() {
            let (moves, score) = line.split_once(' ').ok_or(line)?;
            let Ok(score) = score.parse() else {
                continue;
            };
            if set.plies.contains(&plies_to_end(moves.len() as i32, score)) {
                chosen.push(line.to_owned());
            }
        }
    }
    chosen.truncate(set.positions);
    Ok(chosen)
}

/// Plies to the end of a game that is worth `score` to the side to move.
fn plies_to_end(stones: i32, score: i32) -> i32 {
    // The side to move has 21 stones less those it has placed, and wins with all but score - 1.
    match score {
        0 => SQUARES - stones,
        1.. => 2 * (SQUARES / 2 - stones / 2 - score + 1) - 1,
        _ => 2 * (SQUARES / 2 - (stones + 1) / 2 + score + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_tell_plies() {
        // The empty board: the first player wins with the last stone but one.
        assert_eq!(plies_to_end(0, 1), 41);
        assert_eq!(plies_to_end(41, 1), 1);
        assert_eq!(plies_to_end(6, 18), 1);
        assert_eq!(plies_to_end(7, -17), 2);
        assert_eq!(plies_to_end(30, 0), 12);
    }

    #[test]
    fn the_sets_state_a_score_in_each_line() {
        for name in SETS {
            let text = fs::read_to_string(crate::root().join(name)).unwrap();
            assert_eq!(text.lines().count(), 1000);
            for line in text.lines() {
                let (moves, score) = line.split_once(' ').unwrap();
                let plies = plies_to_end(moves.len() as i32, score.parse().unwrap());
                assert!((1..=14).contains(&plies), "{line}: {plies}");
            }
        }
    }
}
