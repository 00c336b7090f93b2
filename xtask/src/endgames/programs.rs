//! Programs that solve an endgame, and what they print.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that solves endgames.
pub enum Program {
    /// Ours.
    Solveig(PathBuf),
    /// Edax, with the evaluation it reads if not its usual one.
    Edax {
        path: PathBuf,
        evaluation: Option<PathBuf>,
    },
    /// reversi-solver, which evaluates nothing.
    ReversiSolver(PathBuf),
}

/// What a program found, as it says itself.
#[derive(Debug, PartialEq)]
pub struct Solved {
    pub score: i32,
    pub seconds: f64,
    pub nodes: u64,
}

impl Program {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Solveig(_) => "solveig",
            Self::Edax { .. } => "edax",
            Self::ReversiSolver(_) => "reversi-solver",
        }
    }

    /// Has the program solve the one position of `file`, with one thread and an empty table.
    pub fn solve(&self, file: &Path, memory: &str, hash_bits: &str) -> Result<Solved, String> {
        let (memory, hash_bits) = (OsStr::new(memory), OsStr::new(hash_bits));
        let file = file.as_os_str();
        let (path, arguments) = match self {
            Self::Solveig(path) => {
                let mut arguments = words(&["value", "othello:8x8", "--json", "--threads", "1"]);
                arguments.extend([OsStr::new("--memory"), memory, OsStr::new("--obf"), file]);
                (path, arguments)
            }
            Self::Edax { path, evaluation } => {
                let mut arguments = words(&["-n", "1", "-l", "60", "-book-usage", "off", "-h"]);
                arguments.push(hash_bits);
                if let Some(evaluation) = evaluation {
                    arguments.extend([OsStr::new("-eval-file"), evaluation.as_os_str()]);
                }
                arguments.extend([OsStr::new("-solve"), file]);
                (path, arguments)
            }
            Self::ReversiSolver(path) => {
                let mut arguments = words(&["-v", "-h"]);
                arguments.extend([hash_bits, file]);
                (path, arguments)
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
        let solved = match self {
            Self::Solveig(_) => solveig(&text),
            Self::Edax { .. } => edax(&text),
            Self::ReversiSolver(_) => reversi_solver(&text),
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
fn solveig(text: &str) -> Option<Solved> {
    let answer: serde_json::Value = serde_json::from_str(text.trim()).ok()?;
    Some(Solved {
        score: i32::try_from(answer.get("value")?.as_i64()?).ok()?,
        seconds: answer.get("seconds")?.as_f64()?,
        nodes: answer.get("nodes")?.as_u64()?,
    })
}

/// Reads Edax's table: `number| depth score time nodes rate line`, the rate left out where no time
/// was measured. A depth with a percentage is no exact result.
fn edax(text: &str) -> Option<Solved> {
    text.lines().rev().find_map(|line| {
        let (number, rest) = line.split_once('|')?;
        number.trim().parse::<u32>().ok()?;
        let mut words = rest.split_whitespace();
        words.next()?.parse::<u32>().ok()?;
        Some(Solved {
            score: words.next()?.parse().ok()?,
            seconds: clock(words.next()?)?,
            nodes: words.next()?.parse().ok()?,
        })
    })
}

/// Reads reversi-solver's table: `number|depth|score|line|time|nodes|rate`. The time is in tenths
/// of a second; nodes by rate are finer.
fn reversi_solver(text: &str) -> Option<Solved> {
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
        Some(Solved {
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

    fn found(score: i32, seconds: f64, nodes: u64) -> Option<Solved> {
        Some(Solved {
            score,
            seconds,
            nodes,
        })
    }

    #[test]
    fn answers_are_read_as_they_are_printed() {
        let ours = "{\"line\":1,\"status\":\"exact\",\"value\":-8,\"nodes\":120,\"seconds\":0.5}\n";
        assert_eq!(solveig(ours), found(-8, 0.5, 120));
        let table = " # | depth|score|       time   |  nodes (N)\n---+------+-----+---\n  \
                     1|   15   +00        1:02.010        509955   50995500 G5 e8\n---+---\n\
                     x.obf: 509955 nodes in  0:00.010 (50995500 nodes/s).\n";
        assert_eq!(edax(table), found(0, 62.01, 509_955));
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
        ] {
            assert_eq!(solveig(text), None, "{text}");
            assert_eq!(edax(text), None, "{text}");
            assert_eq!(reversi_solver(text), None, "{text}");
        }
    }
}
