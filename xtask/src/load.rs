//! How many questions a server answers in a second, and how fast.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::endgames::load;

const SCRIPT: &str = include_str!("load.lua");

/// How many different positions are asked about.
const POSITIONS: usize = 50_000;

/// How many connections ask at once.
const CONNECTIONS: usize = 32;

/// Serves `artifact` on one core, and asks from another with wrk, about random certified positions:
/// with answers kept and without, one and a hundred a request.
pub fn run(solveig: &Path, artifact: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut sizes = ["0", "256MiB"].iter();
    sizes.try_for_each(|cache| measure(solveig, artifact, cache, folder.path()))
}

fn measure(solveig: &Path, artifact: &Path, cache: &str, folder: &Path) -> Result<(), String> {
    let server = Server::start(solveig, artifact, cache)?;
    let file = folder.join("positions");
    let script = folder.join("load.lua");
    if !file.exists() {
        fs::write(&file, server.positions()?).map_err(|error| error.to_string())?;
        fs::write(&script, SCRIPT).map_err(|error| error.to_string())?;
    }
    println!("--cache {cache}, load before {}", load());
    for batch in ["1", "100"] {
        for seconds in ["2s", "10s"] {
            let connections = CONNECTIONS.to_string();
            let mut wrk = Command::new("taskset");
            wrk.args([
                "-c",
                "1",
                "wrk",
                "-t",
                "1",
                "-c",
                &connections,
                "-d",
                seconds,
            ]);
            wrk.arg("-s")
                .arg(&script)
                .arg(&server.url)
                .stdin(Stdio::null());
            wrk.env("POSITIONS", &file)
                .env("GAME", &server.game)
                .env("BATCH", batch);
            let before = server.processor_time();
            let output = wrk.output().map_err(|error| {
                format!("taskset and wrk are needed (both are Debian packages): {error}")
            })?;
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.contains("positions/s"));
            let line = line.ok_or_else(|| format!("wrk failed: {text}"))?;
            // The first run warms file and caches up.
            if seconds != "2s" {
                let used = server.processor_time() - before;
                let a_second = line
                    .split(": ")
                    .nth(1)
                    .and_then(|rest| rest.split(' ').next());
                let a_second: f64 = a_second.and_then(|rate| rate.parse().ok()).unwrap_or(0.0);
                let each = used * 1e6 / (10.0 * a_second);
                println!("{line}; {each:.1} us of processor time a position");
            }
        }
    }
    println!("load after {}", load());
    Ok(())
}

/// A server on the first core.
struct Server {
    child: Child,
    url: String,
    game: String,
}

impl Server {
    fn start(solveig: &Path, artifact: &Path, cache: &str) -> Result<Self, String> {
        let mut child = Command::new("taskset")
            .args(["-c", "0"])
            .arg(solveig)
            .args([
                "--json",
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--cache",
                cache,
            ])
            .arg(artifact)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", solveig.display()))?;
        let out = child.stdout.take().ok_or("no pipe to read from")?;
        let mut line = String::new();
        let read = BufReader::new(out).read_line(&mut line);
        read.map_err(|error| error.to_string())?;
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let server = Self {
            child,
            url: text(&said["url"]).trim_end_matches('/').to_owned(),
            game: text(&said["games"][0]),
        };
        if server.game.is_empty() {
            return Err(format!(
                "{} does not serve {}",
                solveig.display(),
                artifact.display()
            ));
        }
        Ok(server)
    }

    /// Seconds that it has been on its core. On a busy machine they are fewer than those that
    /// passed, so that they tell more of a change than positions a second do.
    fn processor_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let fields = after_name.split(' ').skip(11).take(2);
        let ticks: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
        // Linux counts these in hundredths of a second.
        ticks / 100.0
    }

    /// Random certified positions, one a line.
    fn positions(&self) -> Result<String, String> {
        let agent = ureq::agent();
        let mut boards = String::new();
        for seed in 0..POSITIONS {
            let url = format!("{}/v1/games/{}/random?seed={seed}", self.url, self.game);
            let problem = |error: ureq::Error| format!("{url}: {error}");
            let mut response = agent.get(&url).call().map_err(problem)?;
            let answer: Value = response.body_mut().read_json().map_err(problem)?;
            let board = answer["board"].as_str().ok_or("a position without board")?;
            // Writing to a string cannot fail.
            let _ = writeln!(boards, "{board}");
        }
        Ok(boards)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is done with; how it ends does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
