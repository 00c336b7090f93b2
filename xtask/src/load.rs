//! How many questions a server answers in a second, and how fast.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

const SCRIPT: &str = include_str!("load.lua");

/// How many different positions are asked about.
const POSITIONS: usize = 50_000;

/// How many connections ask at once.
const CONNECTIONS: usize = 32;

/// Serves `artifact` on one core, and asks from another with wrk, about random certified positions: with
/// answers kept and without, one and a hundred a request.
pub fn run(solveig: &str, artifact: &str) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("solveig-load-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let done = ["0", "256MiB"]
        .iter()
        .try_for_each(|cache| measure(solveig, artifact, cache, &folder));
    // Only files of this run are there.
    let _ = fs::remove_dir_all(&folder);
    done
}

fn measure(solveig: &str, artifact: &str, cache: &str, folder: &Path) -> Result<(), String> {
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
            ])
            .arg("-s")
            .arg(&script)
            .arg(format!("http://{}", server.address))
            .env("POSITIONS", &file)
            .env("GAME", &server.game)
            .env("BATCH", batch)
            .stdin(Stdio::null());
            let output = wrk.output().map_err(|error| {
                format!("taskset and wrk are needed (both are Debian packages): {error}")
            })?;
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.contains("positions/s"));
            let line = line.ok_or_else(|| format!("wrk failed: {text}"))?;
            // The first run warms file and caches up.
            if seconds != "2s" {
                println!("{line}");
            }
        }
    }
    println!("load after {}", load());
    Ok(())
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// A server on the first core.
struct Server {
    child: Child,
    address: String,
    game: String,
}

impl Server {
    fn start(solveig: &str, artifact: &str, cache: &str) -> Result<Self, String> {
        let mut child = Command::new("taskset")
            .args(["-c", "0", solveig, "--json", "serve", artifact])
            .args(["--listen", "127.0.0.1:0", "--cache", cache])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{solveig}: {error}"))?;
        let out = child.stdout.take().ok_or("no pipe to read from")?;
        let mut line = String::new();
        let read = BufReader::new(out).read_line(&mut line);
        read.map_err(|error| error.to_string())?;
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let url = text(&said["url"]);
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let server = Self {
            child,
            address: address.to_owned(),
            game: text(&said["games"][0]),
        };
        if server.game.is_empty() {
            return Err(format!("{solveig} does not serve {artifact}"));
        }
        Ok(server)
    }

    /// Random certified positions, one a line.
    fn positions(&self) -> Result<String, String> {
        let problem = |error: std::io::Error| error.to_string();
        let stream = TcpStream::connect(&self.address).map_err(problem)?;
        let mut to = stream.try_clone().map_err(problem)?;
        let mut from = BufReader::new(stream);
        let mut boards = String::new();
        for seed in 0..POSITIONS {
            let path = format!("/v1/games/{}/random?seed={seed}", self.game);
            let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
            to.write_all(request.as_bytes()).map_err(problem)?;
            let mut length = 0;
            loop {
                let mut line = String::new();
                from.read_line(&mut line).map_err(problem)?;
                match line.trim_end().split_once(": ") {
                    Some(("content-length", value)) => length = value.parse().unwrap_or(0),
                    None if line.starts_with("HTTP/1.1 200") => {}
                    None if line.trim_end().is_empty() => break,
                    None => return Err(format!("{path}: {line}")),
                    Some(_) => {}
                }
            }
            let mut body = vec![0; length];
            from.read_exact(&mut body).map_err(problem)?;
            let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
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
