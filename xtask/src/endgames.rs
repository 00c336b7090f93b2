//! `bench-ffo`: the FFO endgames, solved by us and by other programs in turn.

mod programs;

use std::fs;
use std::path::{Path, PathBuf};

use programs::{Program, Solved, processor_time};

use crate::command::{cargo, run as run_command, target};

/// Where the positions are, from the root: position *n* in line *n*.
const SUITE: &str = "data/ffo-endgames.obf";

/// What `bench-ffo` is told.
#[derive(clap::Args)]
pub struct EndgameArguments {
    /// The first position
    #[arg(long, default_value_t = 40)]
    from: usize,
    /// The last position
    #[arg(long, default_value_t = 49)]
    to: usize,
    /// The size of Solveig's table
    #[arg(long, default_value = "128MiB")]
    memory: String,
    /// Entries in the tables of other programs, as a power of two
    #[arg(long, default_value_t = 22)]
    hash_bits: u32,
    /// Solveig [default: built for release]
    #[arg(long)]
    solveig: Option<PathBuf>,
    /// Edax
    #[arg(long)]
    edax: Option<PathBuf>,
    /// The evaluation that Edax reads
    #[arg(long)]
    edax_eval: Option<PathBuf>,
    /// reversi-solver
    #[arg(long)]
    reversi_solver: Option<PathBuf>,
}

/// What is measured.
struct MeasurementPlan<'a> {
    asked: &'a EndgameArguments,
    programs: Vec<Program>,
}

/// Measures as asked, and prints a table.
pub fn run(root: &Path, asked: &EndgameArguments) -> Result<(), String> {
    let here = |path: &Option<PathBuf>| path.as_deref().map(absolute).transpose();
    let solveig = here(&asked.solveig)?;
    let mut programs = vec![Program::Solveig(solveig.map_or_else(|| built(root), Ok)?)];
    let evaluation = here(&asked.edax_eval)?;
    programs.extend(here(&asked.edax)?.map(|path| Program::Edax { path, evaluation }));
    programs.extend(here(&asked.reversi_solver)?.map(Program::ReversiSolver));
    let path = root.join(SUITE);
    let suite = fs::read_to_string(&path).map_err(|error| format!("{SUITE}: {error}"))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    MeasurementPlan { asked, programs }.measure(&suite, folder.path())
}

impl MeasurementPlan<'_> {
    fn measure(&self, suite: &str, folder: &Path) -> Result<(), String> {
        println!(
            "FFO endgames {} to {}, one thread each, in turn; load {}",
            self.asked.from,
            self.asked.to,
            load()
        );
        let mut head = "position empty  score".to_owned();
        for program in &self.programs {
            head += &format!(" |{:>16} s     nodes M nodes/s", program.name());
        }
        for other in &self.programs[1..] {
            head += &format!(" | {} / ours", other.name());
        }
        println!("{head}");
        let mut totals = vec![(0.0, 0u64); self.programs.len()];
        let mut processor = vec![Some(0.0); self.programs.len()];
        let mut wrong = 0;
        for (at, line) in suite.lines().enumerate() {
            let position = at + 1;
            if line.starts_with('%') || !(self.asked.from..=self.asked.to).contains(&position) {
                continue;
            }
            let (board, stated) = stated(line).ok_or(format!("{SUITE}: line {position}"))?;
            let file = folder.join("position.obf");
            fs::write(&file, format!("{board};\n")).map_err(|error| error.to_string())?;
            let empty = board.matches('-').count();
            let mut row = format!("{position:>8} {empty:>5} {stated:>+6}");
            let mut seconds = Vec::new();
            for (at, (program, total)) in self.programs.iter().zip(&mut totals).enumerate() {
                let before = processor_time();
                let solved =
                    program.solve(&file, &self.asked.memory, &self.asked.hash_bits.to_string())?;
                let taken = processor_time()
                    .zip(before)
                    .map(|(now, before)| now - before);
                processor[at] = processor[at].zip(taken).map(|(sum, taken)| sum + taken);
                let right = solved.score == stated;
                wrong += usize::from(!right);
                row += &cells(&solved, if right { "" } else { "!" });
                seconds.push(solved.seconds);
                total.0 += solved.seconds;
                total.1 += solved.nodes;
            }
            println!("{row}{}", ratios(&seconds));
        }
        let mut row = format!("{:<21}", "total");
        for (seconds, nodes) in &totals {
            let (seconds, nodes) = (*seconds, *nodes);
            row += &cells(
                &Solved {
                    score: 0,
                    seconds,
                    nodes,
                },
                "",
            );
        }
        let seconds: Vec<f64> = totals.iter().map(|total| total.0).collect();
        println!("{row}{}", ratios(&seconds));
        if let Some(processor) = processor.into_iter().collect::<Option<Vec<f64>>>() {
            let cells = processor
                .iter()
                .map(|time| format!(" |{time:18.2}{:20}", ""));
            let ratios = ratios(&processor);
            println!(
                "{:<21}{}{ratios}",
                "processor time",
                cells.collect::<String>()
            );
        }
        println!("load {}", load());
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{wrong} scores are wrong, marked !")),
        }
    }
}

/// The board and the side to move of a line, and the best score it states.
fn stated(line: &str) -> Option<(&str, i32)> {
    let mut fields = line.split('%').next()?.split(';').map(str::trim);
    let board = fields.next()?;
    let scores = fields.filter_map(|field| field.split_once(':')?.1.trim().parse().ok());
    Some((board, scores.max()?))
}

fn cells(solved: &Solved, mark: &str) -> String {
    let rate = solved.nodes as f64 / 1e6 / solved.seconds.max(1e-6);
    format!(
        " |{mark:>9}{:9.3}{:10}{rate:10.1}",
        solved.seconds, solved.nodes
    )
}

fn ratios(seconds: &[f64]) -> String {
    let Some((ours, others)) = seconds.split_first() else {
        return String::new();
    };
    let ratio = |other: &f64| format!(" | {:.2}", other / ours.max(1e-6));
    others.iter().map(ratio).collect()
}

/// The machine's load, where the system tells.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    match words[..] {
        [] => "not known".to_owned(),
        _ => words.join(" "),
    }
}

/// Where a file is, from everywhere.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, String> {
    fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Our program, built for release.
pub(crate) fn built(root: &Path) -> Result<PathBuf, String> {
    let build = ["build", "--release", "-p", "solveig-cli", "--all-features"];
    run_command(&mut cargo(root, &build))?;
    let program = format!("release/solveig{}", std::env::consts::EXE_SUFFIX);
    Ok(target(root).join(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_of_a_line_is_the_position_s() {
        assert_eq!(stated("--XO X; a1:-8; b2:+3; % 7: 9"), Some(("--XO X", 3)));
        assert_eq!(stated("--XO X;"), None);
    }

    #[test]
    fn the_suite_states_a_score_in_each_of_49_lines() {
        let suite = fs::read_to_string(crate::root().join(SUITE)).unwrap();
        let scores: Vec<i32> = suite
            .lines()
            .take(49)
            .map(|line| stated(line).unwrap().1)
            .collect();
        assert_eq!(
            (scores.len(), scores[0], scores[39], scores[48]),
            (49, 18, 38, 16)
        );
    }
}
