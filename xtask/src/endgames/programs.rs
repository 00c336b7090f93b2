//! Programs that solve an endgame, and what they print.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// A program that solves endgames.
pub struct Program {
    /// How the table names it.
    pub name: String,
    pub path: PathBuf,
    pub engine: Engine,
}

/// Which of the known programs it is, whatever its build.
pub enum Engine {
    /// Ours.
    Solveig,
    /// Edax, with the evaluation it reads if not its usual one.
    Edax { evaluation: Option<PathBuf> },
    /// Egaroucid for Console, which reads its evaluation beside itself.
    Egaroucid,
    /// reversi-solver, which evaluates nothing.
    ReversiSolver,
}

/// Another program as the command line gives it: `NAME=PATH`, or `PATH` alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Peer {
    pub name: Option<String>,
    pub path: PathBuf,
}

impl FromStr for Peer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = match text.split_once('=') {
            Some((name, path)) => (Some(name.to_owned()), path),
            None => (None, text),
        };
        if name.as_deref() == Some("") || path.is_empty() {
            return Err("expected NAME=PATH, or PATH alone".to_owned());
        }
        let path = PathBuf::from(path);
        Ok(Self { name, path })
    }
}

/// How a program solves each position.
pub struct Settings<'a> {
    pub threads: usize,
    /// The size of our table, if not its default.
    pub memory: Option<&'a str>,
    /// Entries in the tables of others, as a power of two.
    pub hash_bits: u32,
}

/// What a program found, as it says itself.
#[derive(Debug, PartialEq)]
pub struct Solution {
    pub score: i32,
    pub seconds: f64,
    pub nodes: u64,
}

impl Program {
    /// What its nodes are.
    pub fn nodes(&self) -> &'static str {
        match self.engine {
            Engine::Solveig => "positions visited by the kernel, of its look-ahead too",
            Engine::Edax { .. } => {
                "as Edax prints them: nodes of the search with scored children and probes"
            }
            Engine::Egaroucid => "as Egaroucid prints them",
            Engine::ReversiSolver => "as reversi-solver prints them",
        }
    }

    /// Refuses more threads than the program would use.
    pub fn check_threads(&self, threads: usize, processors: usize) -> Result<(), String> {
        let (max, why) = match self.engine {
            Engine::Solveig | Engine::Egaroucid => return Ok(()),
            Engine::Edax { .. } => (processors, "it starts no more than there are processors"),
            Engine::ReversiSolver => (1, "it solves with one thread only"),
        };
        if threads <= max {
            return Ok(());
        }
        let name = &self.name;
        Err(format!(
            "--threads {threads}: expected at most {max} for {name}: {why}"
        ))
    }

    /// Has the program solve the one position of `file`, with an empty table.
    pub fn solve(&self, file: &Path, settings: &Settings) -> Result<Solution, String> {
        let threads = settings.threads.to_string();
        let hash_bits = settings.hash_bits.to_string();
        let (threads, hash_bits) = (OsStr::new(&threads), OsStr::new(&hash_bits));
        let (path, file) = (&self.path, file.as_os_str());
        let arguments = match &self.engine {
            Engine::Solveig => {
                let mut arguments = words(&["value", "othello:8x8", "--json", "--threads"]);
                arguments.push(threads);
                if let Some(memory) = settings.memory {
                    arguments.extend(words(&["--memory", memory]));
                }
                arguments.extend([OsStr::new("--obf"), file]);
                arguments
            }
            Engine::Edax { evaluation } => {
                let mut arguments = words(&["-l", "60", "-book-usage", "off", "-n"]);
                arguments.extend([threads, OsStr::new("-h"), hash_bits]);
                if let Some(evaluation) = evaluation {
                    arguments.extend([OsStr::new("-eval-file"), evaluation.as_os_str()]);
                }
                arguments.extend([OsStr::new("-solve"), file]);
                arguments
            }
            Engine::Egaroucid => {
                let mut arguments = words(&["-nobook", "-l", "60", "-t"]);
                arguments.extend([threads, OsStr::new("-hash"), hash_bits]);
                arguments.extend([OsStr::new("-solve"), file]);
                arguments
            }
            Engine::ReversiSolver => {
                let mut arguments = words(&["-v", "-h"]);
                arguments.extend([hash_bits, file]);
                arguments
            }
        };
        let problem = |what: String| format!("{}: {what}", path.display());
        let mut command = Command::new(path);
        if let Some(folder) = Path::new(file).parent() {
            command.current_dir(folder);
        }
        let ran = command
            .args(arguments)
            .output()
            .map_err(|error| problem(error.to_string()))?;
        let (text, complaint) = (
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(&ran.stderr),
        );
        if !ran.status.success() {
            return Err(problem(format!("{}: {complaint}", ran.status)));
        }
        let solved = match self.engine {
            Engine::Solveig => solveig(&text),
            Engine::Edax { .. } => edax(&text),
            Engine::Egaroucid => egaroucid(&text),
            Engine::ReversiSolver => reversi_solver(&text),
        };
        solved.ok_or_else(|| problem(format!("it printed no solution: {text}{complaint}")))
    }
}

/// Seconds of processor time, to a hundredth, that the programs run so far have taken with all they
/// do to start and end; `None` where the system does not tell. On a busy machine it says more than
/// the clock on the wall.
pub fn processor_time() -> Option<f64> {
    const TICKS_A_SECOND: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold spaces; the state is the first field after it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_A_SECOND)
}

fn words<'w>(words: &[&'w str]) -> Vec<&'w OsStr> {
    words.iter().map(|word| OsStr::new(*word)).collect()
}

/// Reads our line of JSON.
fn solveig(text: &str) -> Option<Solution> {
    let answer: serde_json::Value = serde_json::from_str(text.trim()).ok()?;
    Some(Solution {
        score: i32::try_from(answer.get("value")?.as_i64()?).ok()?,
        seconds: answer.get("seconds")?.as_f64()?,
        nodes: answer.get("nodes")?.as_u64()?,
    })
}

/// Reads Edax's table: `number| depth score time nodes rate line`, the rate left out where no time
/// was measured. A depth with a percentage is no exact result.
fn edax(text: &str) -> Option<Solution> {
    text.lines().rev().find_map(|line| {
        let (number, rest) = line.split_once('|')?;
        number.trim().parse::<u32>().ok()?;
        let mut words = rest.split_whitespace();
        words.next()?.parse::<u32>().ok()?;
        Some(Solution {
            score: words.next()?.parse().ok()?,
            seconds: clock(words.next()?)?,
            nodes: words.next()?.parse().ok()?,
        })
    })
}

/// Reads Egaroucid's table: `|level|depth@percentage|move|score|time|nodes|rate|`. A percentage
/// below 100 is no exact result.
fn egaroucid(text: &str) -> Option<Solution> {
    text.lines().rev().find_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &["", _, depth, _, score, time, nodes, _, ""] = &cells[..] else {
            return None;
        };
        depth.strip_suffix("@100%")?;
        Some(Solution {
            score: score.parse().ok()?,
            seconds: clock(time)?,
            nodes: nodes.parse().ok()?,
        })
    })
}

/// Reads reversi-solver's table: `number|depth|score|line|time|nodes|rate`. The time is in tenths
/// of a second; nodes by rate are finer.
fn reversi_solver(text: &str) -> Option<Solution> {
    text.lines().rev().find_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[number, depth, score, _, time, nodes, rate] = &cells[..] else {
            return None;
        };
        number.parse::<u32>().ok()?;
        depth.parse::<u32>().ok()?;
        let nodes: u64 = nodes.parse().ok()?;
        let seconds = match rate.parse::<f64>() {
            Ok(rate) if rate > 0.0 => nodes as f64 / rate,
            _ => clock(time)?,
        };
        Some(Solution {
            score: score.parse().ok()?,
            seconds,
            nodes,
        })
    })
}

/// Seconds of a time such as `0:01.250` or `1:00:02.5`.
fn clock(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |seconds, part| {
        let part: f64 = part.parse().ok()?;
        Some(seconds * 60.0 + part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32, seconds: f64, nodes: u64) -> Option<Solution> {
        Some(Solution {
            score,
            seconds,
            nodes,
        })
    }

    #[test]
    fn a_peer_may_be_named() {
        for (text, name, path) in [
            ("bin/edax", None, "bin/edax"),
            ("pgo=bin/edax", Some("pgo"), "bin/edax"),
            ("a=b=c", Some("a"), "b=c"),
        ] {
            let (name, path) = (name.map(str::to_owned), PathBuf::from(path));
            assert_eq!(text.parse(), Ok(Peer { name, path }), "{text}");
        }
        for text in ["", "=", "=bin/edax", "pgo="] {
            let refused = text.parse::<Peer>().unwrap_err();
            assert_eq!(refused, "expected NAME=PATH, or PATH alone", "{text}");
        }
    }

    #[test]
    fn threads_that_a_program_would_not_use_are_refused() {
        let check = |engine, threads| {
            let (name, path) = ("peer".to_owned(), PathBuf::new());
            Program { name, path, engine }.check_threads(threads, 2)
        };
        let edax = || Engine::Edax { evaluation: None };
        assert_eq!(check(Engine::Solveig, 3), Ok(()));
        assert_eq!(check(edax(), 2), Ok(()));
        assert_eq!(check(Engine::ReversiSolver, 1), Ok(()));
        assert_eq!(check(Engine::Egaroucid, 3), Ok(()));
        for (engine, threads, named) in [
            (edax(), 3, "--threads 3: expected at most 2 for peer"),
            (
                Engine::ReversiSolver,
                2,
                "--threads 2: expected at most 1 for peer",
            ),
        ] {
            let refused = check(engine, threads).unwrap_err();
            assert!(refused.starts_with(named), "{refused}");
        }
    }

    #[test]
    fn answers_are_read_as_they_are_printed() {
        let ours = "{\"line\":1,\"status\":\"exact\",\"value\":-8,\"nodes\":120,\"seconds\":0.5}\n";
        assert_eq!(solveig(ours), found(-8, 0.5, 120));
        let table = " # | depth|score|       time   |  nodes (N)\n---+------+-----+---\n  \
                     1|   15   +00        1:02.010        509955   50995500 G5 e8\n---+---\n\
                     x.obf: 509955 nodes in  0:00.010 (50995500 nodes/s).\n";
        assert_eq!(edax(table), found(0, 62.01, 509_955));
        let table = "|Level| Depth| Move| Score| Time| Nodes| NPS|\n\
                     | 60| 20@100%| a2| +38| 000:01:00.284| 22087186| 77771781|\n\
                     total 22087186 nodes in 60.284s NPS 77771781\n";
        assert_eq!(egaroucid(table), found(38, 60.284, 22_087_186));
        let table = " # |depth|score| line | time | nodes (N) | speed\n----\n  \
                     2|  15 | -12 | g5 E8 g2 | 0:00:01.0 |    3000 |   1500\n----\n\n";
        assert_eq!(reversi_solver(table), found(-12, 2.0, 3_000));
        let quick = "  1|   6 | +06 | H5 -- | 0:00:00.0 |   50 |\n";
        assert_eq!(reversi_solver(quick), found(6, 0.0, 50));
    }

    #[test]
    fn what_is_no_exact_answer_is_none() {
        for text in [
            "",
            "{}",
            "{\"status\":\"lower bound\",\"at_least\":3}",
            "  1|   26@73% +16        0:01.000     509955",
            "Cannot open data/eval.dat",
            "1|2|3|4|5|6|7|8",
            "| 60| 27@73%| f5| +16| 000:00:01.000| 50| 50|",
        ] {
            assert_eq!(solveig(text), None, "{text}");
            assert_eq!(edax(text), None, "{text}");
            assert_eq!(egaroucid(text), None, "{text}");
            assert_eq!(reversi_solver(text), None, "{text}");
        }
    }
}
