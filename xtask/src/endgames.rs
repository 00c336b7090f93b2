//! `bench-ffo`: the FFO endgames or another suite, solved by us and by other programs in turn.

mod programs;
mod suite;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use programs::{Engine, Peer, Program, Settings, Solution, processor_time};
use suite::Endgame;

use crate::command::{cargo, run as run_command, target};

/// Where the FFO endgames are, from the root: position *n* in line *n*.
const FFO: &str = "data/ffo-endgames.obf";

/// Our program in the table.
const OURS: &str = "solveig";

/// What `bench-ffo` is told.
#[derive(clap::Args)]
pub struct EndgameArguments {
    /// Positions in OBF instead of the FFO endgames, numbered by their lines
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// The first position [default: 40, or the first of --suite]
    #[arg(long)]
    from: Option<usize>,
    /// The last position [default: 49, or the last of --suite]
    #[arg(long)]
    to: Option<usize>,
    /// Threads of each program
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of Solveig's table [default: what it takes for the position]
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Entries in the tables of other programs, as a power of two
    #[arg(long, default_value_t = 22)]
    hash_bits: u32,
    /// Solveig [default: built for release]
    #[arg(long)]
    solveig: Option<PathBuf>,
    /// Edax, and its name in the table; may be given several times
    #[arg(long, value_name = "NAME=PATH")]
    edax: Vec<Peer>,
    /// The evaluation that Edax reads
    #[arg(long)]
    edax_eval: Option<PathBuf>,
    /// Egaroucid for Console, and its name in the table; may be given several times
    #[arg(long, value_name = "NAME=PATH")]
    egaroucid: Vec<Peer>,
    /// reversi-solver, and its name in the table; may be given several times
    #[arg(long, value_name = "NAME=PATH")]
    reversi_solver: Vec<Peer>,
}

/// Measures what the arguments ask for, and prints a table.
pub fn run(root: &Path, arguments: &EndgameArguments) -> Result<(), String> {
    let here = |path: &Option<PathBuf>| path.as_deref().map(absolute).transpose();
    let settings = Settings {
        threads: arguments.threads.into(),
        memory: arguments.memory.as_deref(),
        hash_bits: arguments.hash_bits,
    };
    let (name, endgames) = endgames(root, arguments)?;
    let peers = peers(arguments)?;
    let processors = available_parallelism().map_err(|error| error.to_string())?;
    for peer in &peers {
        peer.check_threads(settings.threads, processors.get())?;
    }
    let ours = Program {
        name: OURS.to_owned(),
        path: here(&arguments.solveig)?.map_or_else(|| built(root), Ok)?,
        engine: Engine::Solveig,
    };
    let programs = [ours].into_iter().chain(peers);
    let mut table = Table {
        settings,
        columns: programs.map(Column::new).collect(),
    };
    println!(
        "{name} {} to {}, {}, in turn; load {}",
        endgames[0].line,
        endgames[endgames.len() - 1].line,
        match arguments.threads {
            1 => "1 thread each".to_owned(),
            threads => format!("{threads} threads each"),
        },
        load()
    );
    let wrong = table.measure(&endgames)?;
    for Column { program, .. } in &table.columns {
        println!("nodes of {}: {}", program.name, program.nodes());
    }
    let sets = instruction_sets();
    println!("instruction sets that our kernel chooses on this processor: {sets}");
    println!("load {}", load());
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{wrong} scores are wrong, marked !")),
    }
}

/// What the suite is called, and those of its positions that are asked for: at least one.
fn endgames(root: &Path, arguments: &EndgameArguments) -> Result<(String, Vec<Endgame>), String> {
    let (name, path, (first, last)) = match &arguments.suite {
        None => ("FFO endgames".to_owned(), &root.join(FFO), (40, 49)),
        Some(path) => (format!("{}, lines", path.display()), path, (1, usize::MAX)),
    };
    let lines = arguments.from.unwrap_or(first)..=arguments.to.unwrap_or(last);
    let suite = fs::read_to_string(path).map_err(|error| error.to_string());
    let endgames = suite.and_then(|suite| suite::endgames(&suite, lines));
    let endgames = endgames.map_err(|problem| format!("{}: {problem}", path.display()))?;
    Ok((name, endgames))
}

/// The other programs, each with a name of its own.
fn peers(arguments: &EndgameArguments) -> Result<Vec<Program>, String> {
    let evaluation = arguments.edax_eval.as_deref().map(absolute).transpose()?;
    let edax = arguments.edax.iter().map(|peer| {
        let evaluation = evaluation.clone();
        ("edax", peer, Engine::Edax { evaluation })
    });
    let egaroucid = arguments.egaroucid.iter();
    let egaroucid = egaroucid.map(|peer| ("egaroucid", peer, Engine::Egaroucid));
    let reversi_solver = arguments.reversi_solver.iter();
    let reversi_solver = reversi_solver.map(|peer| ("reversi-solver", peer, Engine::ReversiSolver));
    let mut names = vec![OURS.to_owned()];
    let mut programs = Vec::new();
    for (usual, peer, engine) in edax.chain(egaroucid).chain(reversi_solver) {
        let name = peer.name.as_deref().unwrap_or(usual).to_owned();
        if names.contains(&name) {
            return Err(format!(
                "two programs are named {name}: expected a name of its own for each, as in \
                 --{usual} NAME=PATH"
            ));
        }
        names.push(name.clone());
        let path = absolute(&peer.path)?;
        programs.push(Program { name, path, engine });
    }
    Ok(programs)
}

struct Table<'a> {
    settings: Settings<'a>,
    columns: Vec<Column>,
}

/// A program, and what it has taken for all positions so far.
struct Column {
    program: Program,
    seconds: f64,
    nodes: u64,
    /// Where the system tells.
    processor_time: Option<f64>,
}

impl Table<'_> {
    /// Has all programs solve the positions and prints the rows. Returns how many scores are not
    /// the stated ones.
    fn measure(&mut self, endgames: &[Endgame]) -> Result<usize, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("position.obf");
        let mut head = "position empty  score".to_owned();
        for column in &self.columns {
            let (width, seconds) = (column.width(), format!("{} s", column.program.name));
            head += &format!(" |{seconds:>width$}{:>14}{:>10}", "nodes", "M nodes/s");
        }
        for other in &self.columns[1..] {
            head += &format!(" | {} / ours", other.program.name);
        }
        println!("{head}");
        let mut wrong = 0;
        for Endgame { line, board, score } in endgames {
            fs::write(&file, format!("{board}\n")).map_err(|error| error.to_string())?;
            let empty = board.matches(['-', '.']).count();
            let stated = score.map_or_else(String::new, |score| format!("{score:+}"));
            let mut row = format!("{line:>8} {empty:>5} {stated:>6}");
            let mut seconds = Vec::new();
            for column in &mut self.columns {
                let problem = |problem| format!("position {line}: {problem}");
                let solved = column.solve(&file, &self.settings).map_err(problem)?;
                let right = score.is_none_or(|score| score == solved.score);
                wrong += usize::from(!right);
                row += &column.cells(if right { "" } else { "!" }, solved.seconds, solved.nodes);
                seconds.push(solved.seconds);
            }
            println!("{row}{}", self.ratios(&seconds));
        }
        let mut row = format!("{:<21}", "total");
        for column in &self.columns {
            row += &column.cells("", column.seconds, column.nodes);
        }
        let seconds: Vec<f64> = self.columns.iter().map(|column| column.seconds).collect();
        println!("{row}{}", self.ratios(&seconds));
        let times = self.columns.iter().map(|column| column.processor_time);
        if let Some(times) = times.collect::<Option<Vec<f64>>>() {
            let mut row = format!("{:<21}", "processor time");
            for (column, time) in self.columns.iter().zip(&times) {
                let width = column.width();
                row += &format!(" |{time:width$.2}{:24}", "");
            }
            println!("{row}{}", self.ratios(&times));
        }
        Ok(wrong)
    }

    /// The times of the other programs, divided by ours.
    fn ratios(&self, seconds: &[f64]) -> String {
        let others = self.columns.iter().zip(seconds).skip(1);
        let ratio = |(column, other): (&Column, &f64)| {
            let width = column.program.name.chars().count() + " / ours".len();
            format!(" | {:width$.2}", other / seconds[0].max(1e-6))
        };
        others.map(ratio).collect()
    }
}

impl Column {
    const fn new(program: Program) -> Self {
        Self {
            program,
            seconds: 0.0,
            nodes: 0,
            processor_time: Some(0.0),
        }
    }

    fn solve(&mut self, file: &Path, settings: &Settings) -> Result<Solution, String> {
        let before = processor_time();
        let solved = self.program.solve(file, settings)?;
        let times = self.processor_time.zip(before).zip(processor_time());
        self.processor_time = times.map(|((sum, before), now)| sum + (now - before));
        self.seconds += solved.seconds;
        self.nodes += solved.nodes;
        Ok(solved)
    }

    /// The width of its seconds with their head.
    fn width(&self) -> usize {
        (1 + self.program.name.chars().count()).max(16) + " s".len()
    }

    fn cells(&self, mark: &str, seconds: f64, nodes: u64) -> String {
        let rate = nodes as f64 / 1e6 / seconds.max(1e-6);
        let width = self.width() - 9;
        format!(" |{mark:>width$}{seconds:9.3}{nodes:14}{rate:10.1}")
    }
}

/// The instruction sets that our kernel chooses on this processor.
fn instruction_sets() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        return if has_avx512 { "avx512" } else { "avx2" };
    }
    "none"
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
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: EndgameArguments,
    }

    fn parse(line: &str) -> EndgameArguments {
        let words = line.split_whitespace();
        CommandLine::parse_from(["bench-ffo"].into_iter().chain(words)).arguments
    }

    #[test]
    fn the_ffo_endgames_have_a_score_in_each_of_53_lines() {
        let (_, found) = endgames(&crate::root(), &parse("--from 1 --to 53")).unwrap();
        let scores: Vec<i32> = found.iter().filter_map(|found| found.score).collect();
        assert_eq!(
            (scores.len(), scores[0], scores[39], scores[48]),
            (53, 18, 38, 16)
        );
        assert_eq!(scores[49..], [10, 6, 0, -2]);
        let (_, found) = endgames(&crate::root(), &parse("")).unwrap();
        assert_eq!((found[0].line, found.len()), (40, 10));
    }

    #[test]
    fn another_suite_is_solved_from_its_first_line_to_its_last() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.obf");
        fs::write(&path, "--XO X; a1:+2;\n--OX O;\n").unwrap();
        let lines = |more: &str| {
            let arguments = parse(&format!("--suite {} {more}", path.display()));
            let (_, found) = endgames(Path::new("/"), &arguments)?;
            Ok::<_, String>(found.iter().map(|found| found.line).collect::<Vec<_>>())
        };
        assert_eq!(lines(""), Ok(vec![1, 2]));
        assert_eq!(lines("--from 2"), Ok(vec![2]));
        let refused = lines("--from 3").unwrap_err();
        assert_eq!(
            refused,
            format!("{}: it has no position from line 3 on", path.display())
        );
    }

    #[test]
    fn programs_have_different_names() {
        let here = env!("CARGO_MANIFEST_DIR");
        let names = |line: &str| {
            let programs = peers(&parse(&line.replace("PATH", here)))?;
            Ok::<_, String>(programs.into_iter().map(|found| found.name).collect())
        };
        let found: Vec<String> = names("--edax PATH --egaroucid PATH --edax pgo=PATH").unwrap();
        assert_eq!(found, ["edax", "pgo", "egaroucid"]);
        for line in ["--edax PATH --edax PATH", "--edax solveig=PATH"] {
            let refused = names(line).unwrap_err();
            assert!(refused.contains("--edax NAME=PATH"), "{refused}");
        }
    }
}
