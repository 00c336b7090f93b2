//! How long an artifact takes to answer, and how games against it end.

use solveig_game::random::Random;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::Value;

/// One side of these games plays the artifact's moves, the other at random.
const GAMES: usize = 600;

/// Asks `artifact` through `solveig probe`, one position at a time, along games that it plays.
pub fn run(solveig: &Path, artifact: &Path) -> Result<(), String> {
    let mut player = ProgramPlayer::start(solveig, artifact)?;
    let mut random = Random::new(1);
    let mut seconds = Vec::new();
    let (mut ends, mut discs) = ([0_usize; 3], 0);
    player.ask("-")?;
    for game in 0..GAMES {
        let (mut line, mut promised) = (String::new(), i64::MIN);
        for ply in 0.. {
            let started = Instant::now();
            let answer = player.ask(if line.is_empty() { "-" } else { &line })?;
            seconds.push(started.elapsed().as_secs_f64());
            let ours = ply % 2 == game % 2;
            let value = answer["value"].as_i64();
            let ended = answer["source"] == "terminal";
            if ours || ended {
                let value = value.ok_or_else(|| format!("{line}: outside"))?;
                let value = if ours { value } else { -value };
                if value < promised {
                    return Err(format!("{line}: {value}, though {promised} was promised"));
                }
                promised = value;
            }
            if ended {
                ends[(promised.signum() + 1) as usize] += 1;
                discs += ply;
                break;
            }
            let moves = answer["moves"].as_array().map_or(&[][..], |moves| moves);
            let played = match ours {
                true => &answer["best_move"],
                false => &moves[random.index(moves.len())]["move"],
            };
            line += played.as_str().ok_or_else(|| format!("{line}: no move"))?;
        }
    }
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| 1e3 * seconds[(share * (seconds.len() - 1) as f64) as usize];
    println!(
        "{} answers in {GAMES} games: median {:.2} ms, 99 % {:.2} ms, 99.9 % {:.2} ms, slowest {:.2} ms",
        seconds.len(),
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    let [losses, draws, wins] = ends;
    println!(
        "{wins} won, {draws} drawn, {losses} lost, after {:.1} discs on the mean; no value fell along a game",
        discs as f64 / GAMES as f64
    );
    Ok(())
}

/// A program that answers lines.
struct ProgramPlayer {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl ProgramPlayer {
    fn start(solveig: &Path, artifact: &Path) -> Result<Self, String> {
        let mut child = Command::new(solveig)
            .args(["probe", "--json"])
            .arg(artifact)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", solveig.display()))?;
        let to = child.stdin.take().ok_or("no pipe to write to")?;
        let from = child.stdout.take().ok_or("no pipe to read from")?;
        let from = BufReader::new(from);
        Ok(Self { child, to, from })
    }

    fn ask(&mut self, position: &str) -> Result<Value, String> {
        let mut line = String::new();
        // At once, or the program would be woken for a line that is not whole.
        self.to
            .write_all(format!("{position}\n").as_bytes())
            .map_err(|error| error.to_string())?;
        self.from
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        serde_json::from_str(&line).map_err(|error| format!("{position}: {error}"))
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        // It is done with; how it ends does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
