//! Which solver finds the value of which game, how fast.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;
use serde_json::Value;

/// The games, each so small that several solvers come to an end.
const GAMES: [&str; 12] = [
    "connect-four:5x5",
    "connect-four:6x5",
    "othello:6x4",
    "othello:4x6",
    "mnk:4x4?k=4",
    "mnk:5x5?k=4",
    "hex:4x4",
    "hex:5x5",
    "hex:6x6",
    "go:3x3",
    "go:4x3",
    "go:4x4",
];

const SOLVERS: [&str; 9] = [
    "fastest",
    "pvs",
    "alpha-beta",
    "mtd-f",
    "df-pn",
    "pns",
    "ews",
    "mcts",
    "deepening",
];

#[derive(Args)]
pub struct SolverArguments {
    /// The program
    solveig: PathBuf,
    /// Seconds after which a search is given up
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Leave out what the rules do not say: virtual connections, safe stones and the like
    #[arg(long)]
    bare: bool,
    /// Other games than those of the page
    games: Vec<String>,
}

/// Prints a table of the seconds and nodes that each solver takes for the value of each game.
pub fn run(arguments: &SolverArguments) -> Result<(), String> {
    let games: Vec<&str> = match arguments.games.as_slice() {
        [] => GAMES.to_vec(),
        games => games.iter().map(String::as_str).collect(),
    };
    println!("| game | value | {} |", SOLVERS.join(" | "));
    println!("|---|---|{}", "---|".repeat(SOLVERS.len()));
    for game in games {
        let mut value = None;
        let mut cells = Vec::new();
        for solver in SOLVERS {
            let answer = ask(arguments, game, solver)?;
            if answer["error"]["message"].is_string() {
                cells.push("not for this game".to_owned());
                continue;
            }
            let found = answer["value"]
                .as_i64()
                .filter(|_| answer["status"] == "exact");
            if let (Some(found), Some(value)) = (found, value)
                && found != value
            {
                return Err(format!("{game}: {solver} says {found}, others {value}"));
            }
            value = value.or(found);
            cells.push(match found {
                Some(_) => cell(&answer),
                None => "-".to_owned(),
            });
        }
        let value = value.map_or_else(String::new, |value| format!("{value:+}"));
        println!("| `{game}` | {value} | {} |", cells.join(" | "));
    }
    Ok(())
}

/// Asks for the value of a game; there is none if the time is over, and an error if the solver is
/// not for the game.
fn ask(arguments: &SolverArguments, game: &str, solver: &str) -> Result<Value, String> {
    let limit = format!("{}s", arguments.seconds);
    let mut command = Command::new(&arguments.solveig);
    command.args([
        "value",
        game,
        "--solver",
        solver,
        "--json",
        "--threads",
        "1",
    ]);
    command.args(["--time-limit", &limit]);
    if arguments.bare {
        command.args(["--knowledge", "none"]);
    }
    let output = command
        .output()
        .map_err(|error| format!("{}: {error}", arguments.solveig.display()))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{game} by {solver}: {error}"))
}

/// Seconds and nodes.
fn cell(answer: &Value) -> String {
    let seconds = answer["seconds"].as_f64().unwrap_or_default();
    let nodes = answer["nodes"].as_f64().unwrap_or_default();
    let nodes = match nodes {
        ..1e4 => format!("{nodes}"),
        ..1e6 => format!("{:.0} k", nodes / 1e3),
        _ => format!("{:.1} M", nodes / 1e6),
    };
    match seconds {
        ..0.01 => format!("{:.1} ms, {nodes}", 1e3 * seconds),
        ..1.0 => format!("{seconds:.2} s, {nodes}"),
        _ => format!("{seconds:.1} s, {nodes}"),
    }
}
