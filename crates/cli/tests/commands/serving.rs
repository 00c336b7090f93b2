//! `solveig serve`, with artifacts that the program made.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use solveig_format::{Header, Roles, Scope};
use solveig_game::Reduction;
use solveig_games::mnk::Mnk;
use solveig_testkit::forge::{Content, encode, record};
use solveig_testkit::naive::Naive;

#[cfg(unix)]
use crate::run::signal;
use crate::run::{Folder, expect_complaints, program, run};

/// A server that runs until it is told to stop.
pub struct Serving {
    child: Child,
    address: String,
    pub games: Value,
}

impl Serving {
    pub fn new(arguments: &[&str]) -> Self {
        Self::with("serve --memory 4MiB", arguments)
    }

    fn with(command: &str, arguments: &[&str]) -> Self {
        let mut server = program(&format!("--json {command} --listen 127.0.0.1:0"));
        server.args(arguments);
        Self::of(server)
    }

    /// The server that this command starts.
    fn of(mut program: Command) -> Self {
        let program = program.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let url = said["url"].as_str().unwrap();
        let address = url
            .strip_prefix("http://")
            .unwrap()
            .strip_suffix('/')
            .unwrap();
        Self {
            child,
            address: address.to_owned(),
            games: said["games"].clone(),
        }
    }

    fn send(&self, request: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap())
    }

    /// The status and the body of the answer to a request.
    pub fn answer(&self, path: &str) -> (u16, Value) {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        self.send(&request)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let (status, body) = self.answer(path);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Sends SIGTERM; the exit status and standard error.
    #[cfg(unix)]
    pub fn stop(mut self) -> (Option<i32>, String) {
        signal("-TERM", &self.child);
        let status = self.child.wait().unwrap();
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        (status.code(), said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `solveig probe` says of a position.
fn probed(file: &str, moves: &str) -> Value {
    let probed = run(&["--json", "probe", file, moves], "").json();
    said(&probed)
}

/// What is known of a position: in the same words by the server and by `solveig probe`.
pub fn said(position: &Value) -> Value {
    let known_value = |one: &Value| {
        json!([
            one["status"],
            one["source"],
            one["value"],
            one["at_least"],
            one["at_most"],
            one["move"]
        ])
    };
    let moves = position["moves"].as_array().unwrap();
    json!({
        "known": known_value(position),
        "best_move": position["best_move"],
        "moves": by_name(moves.iter().map(known_value).collect()),
    })
}

/// The server lists moves best first, `probe` in the order that breaks ties.
fn by_name(mut moves: Vec<Value>) -> Vec<Value> {
    moves.sort_by_key(|one| one[5].to_string());
    moves
}

#[test]
fn a_server_says_of_artifacts_what_probe_says() {
    let folder = Folder::new();
    let four = folder.solve("connect-four:4x4", "four", "");
    let othello = folder.solve("othello:4x4", "othello", "--cut 12");
    let hex = folder.solve("hex:3x3", "hex", "--scope strong");
    let server = Serving::new(&[&four, &othello, &hex, "mnk:3x3?k=3"]);
    assert_eq!(
        server.games,
        json!(["connect-four-4x4", "othello-4x4", "hex-3x3", "mnk-3x3-k-3"])
    );
    for (file, game, lines) in [
        (
            &four,
            "connect-four-4x4",
            ["-", "2", "22", "2211", "1122334"],
        ),
        (
            &othello,
            "othello-4x4",
            ["-", "b1", "b1a1", "b1c1d1a1", "b1c1d1"],
        ),
        (&hex, "hex-3x3", ["-", "b2", "a1", "a1b2c1", "b2a1c1a3"]),
    ] {
        let artifact = &server.get(&format!("/v1/games/{game}"))["artifact"];
        let info = run(&["--json", "info", file], "").json();
        assert_eq!(artifact["digest"], info["digest"]);
        let levels = server.get(&format!("/v1/games/{game}/levels"));
        let levels = levels["levels"].as_array().unwrap();
        let stored: u64 = levels
            .iter()
            .map(|one| one["positions"].as_u64().unwrap())
            .sum();
        assert_eq!(Some(stored), artifact["positions"].as_u64());
        for line in lines {
            let path = format!("/v1/games/{game}/position?moves={line}");
            let position = server.get(&path);
            assert_eq!(said(&position), probed(file, line), "{game} {line}");
        }
        for seed in 0..20 {
            let drawn = server.get(&format!("/v1/games/{game}/random?seed={seed}"));
            assert_eq!(drawn["source"], "certified", "{drawn}");
            let again = server.get(&format!("/v1/games/{game}/random?seed={seed}"));
            assert_eq!(drawn, again);
        }
    }
    let start = server.get("/v1/games/mnk-3x3-k-3/start");
    assert_eq!(
        (&start["value"], &start["source"]),
        (&json!(0), &json!("searched"))
    );
    #[cfg(unix)]
    assert_eq!(server.stop(), (Some(0), String::new()));
}

#[test]
fn a_file_that_is_not_what_was_written_is_refused_at_the_start() {
    let folder = Folder::new();
    let file = folder.solve("connect-four:4x4", "four", "");
    let whole = std::fs::read(&file).unwrap();
    for at in [whole.len() / 2, whole.len() - 100] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&file, &bytes).unwrap();
        folder.expect_complaints("serve @/four.sol --listen 127.0.0.1:0 => four.sol");
    }
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    folder.expect_complaints("serve mnk:3x3?k=3 @/four.sol --listen 127.0.0.1:0 => four.sol");
}

#[test]
fn certificates_find_their_artifacts_and_are_checked_on_request() {
    let folder = Folder::new();
    let four = folder.solve("connect-four:4x4", "four", "");
    let hex = folder.solve("hex:3x3", "hex", "");
    let (of_four, of_hex) = (folder.named("four.cert"), folder.named("hex.cert"));
    let bare = folder.solve("othello:4x4", "bare", "");
    let certificates = ["--certificate", &of_hex, "--certificate", &of_four];
    let targets = [four.as_str(), &hex, &bare, "mnk:3x3?k=3"];
    for (check, checked) in [(None, "bytes"), (Some("--check"), "solution")] {
        let arguments: Vec<&str> = targets
            .into_iter()
            .chain(certificates)
            .chain(check)
            .collect();
        let server = Serving::new(&arguments);
        for (game, certificate) in [
            ("connect-four-4x4", Some(&of_four)),
            ("hex-3x3", Some(&of_hex)),
            ("othello-4x4", None),
        ] {
            let artifact = &server.get(&format!("/v1/games/{game}"))["artifact"];
            assert_eq!(artifact["check"], checked, "{artifact}");
            let digest = certificate.map_or(Value::Null, |path| {
                run(&["--json", "info", path], "").json()["digest"].clone()
            });
            assert_eq!(artifact["certificate"]["digest"], digest, "{artifact}");
        }
        assert_eq!(server.get("/v1/games/mnk-3x3-k-3")["artifact"], Value::Null);
    }
    let server = Serving::new(&[&four, "--trust-files"]);
    let artifact = &server.get("/v1/games/connect-four-4x4")["artifact"];
    assert_eq!(artifact["check"], "nothing");

    let complains = |arguments: &[&str], parts: &[&str]| {
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let complaint = run(&[&serve, arguments].concat(), "").complaint();
        for part in parts {
            assert!(complaint.contains(part), "{complaint}");
        }
    };
    let beside = |artifact: &str, certificate: &str, parts: &[&str]| {
        complains(&[artifact, "--certificate", certificate], parts);
    };
    beside(&bare, &of_four, &["four.cert", "not served", "bare.sol"]);
    beside("hex:3x3", &of_hex, &["hex.cert", "no artifact is served"]);
    beside(&four, &bare, &["bare.sol", "expected a certificate"]);
    beside(&four, "nowhere.cert", &["nowhere.cert"]);
    let twice = ["--certificate", &of_four, "--certificate", &of_four];
    complains(
        &[&[four.as_str()], &twice[..]].concat(),
        &["four.cert", "second"],
    );
    complains(&["hex:3x3", "--check"], &["--check", "no", "artifact"]);
    complains(&[&four, "--check", "--trust-files"], &["--trust-files"]);
    let whole = std::fs::read(&of_four).unwrap();
    for at in [0, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&of_four, &bytes).unwrap();
        beside(&four, &of_four, &["four.cert"]);
    }
}

#[test]
fn what_does_not_hold_is_not_served_where_it_is_checked() {
    // A sound file that claims a win for X at tic-tac-toe.
    let folder = Folder::new();
    let path = folder.named("forged.sol");
    std::fs::write(&path, forged()).unwrap();
    let server = Serving::new(&[&path]);
    let about = server.get("/v1/games/mnk-3x3-k-3");
    assert_eq!(about["artifact"]["check"], "bytes");
    assert_eq!(about["artifact"]["root_value"], 1);
    let refused = run(&["serve", &path, "--check", "--listen", "127.0.0.1:0"], "");
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    let text = refused.stdout;
    assert!(
        text.contains("DOES NOT HOLD") && text.contains("forged.sol"),
        "{text}"
    );
}

/// An artifact of one record that states a false value.
fn forged() -> Vec<u8> {
    let game = Naive::new(Mnk::new(3, 3, 3).unwrap(), Reduction::Canonical);
    let header = Header {
        root_value: 1,
        ..game.header(Scope::SemiStrong, Some(0))
    };
    let start = record(0, Roles::Both, 1, 0);
    encode(&header, &Content::from([(0, (vec![start], 0))])).unwrap()
}

#[test]
fn the_demonstration_solves_a_game_and_serves_it() {
    let server = Serving::with("demo", &["connect-four:4x4", "--threads", "1"]);
    let games = server.games.as_array().unwrap().clone();
    assert_eq!(games[0], "connect-four-4x4");
    let solved = server.get("/v1/games/connect-four-4x4");
    assert_eq!(solved["artifact"]["scope"], "semi-strong");
    let start = server.get("/v1/games/connect-four-4x4/start");
    assert_eq!(
        (&start["value"], &start["source"]),
        (&json!(0), &json!("certified"))
    );
    // The others are searched, and all of them answer.
    for game in &games[1..] {
        let path = format!("/v1/games/{}/start", game.as_str().unwrap());
        let start = server.get(&path);
        assert_eq!(start["source"], "searched", "{game}");
        assert!(start["best_move"].is_string(), "{game}");
    }
    #[cfg(unix)]
    {
        let (status, said) = server.stop();
        assert_eq!(status, Some(0), "{said}");
    }
}

#[test]
fn what_cannot_be_served_is_named() {
    expect_complaints(
        "serve nowhere.sol => nowhere.sol
        serve chess:8x8 => chess
        serve => <FILE.sol|FILE.proof|FILE.player|GAME>
        serve hex:3x3 --listen here => --listen
        serve hex:3x3 --time-limit -1 => --time-limit
        serve hex:3x3 --cache much => --cache
        serve connect-four:7x6 --check => connect-four:7x6: its solution in the program has no
        serve hex:3x3 a.sol connect-four:7x6 --check => connect-four:7x6: its solution
        serve hex:3x3 --max-searches 0 => --max-searches",
    );
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    expect_complaints(&format!("serve hex:3x3 --listen {address} => {address}"));
}

#[test]
fn a_proof_answers_like_an_artifact() {
    let folder = Folder::new();
    let path = folder.named("game.proof");
    let prove = "prove go:3x3 --at-least 9 --out @/game.proof --json";
    let written = folder.solveig(prove).json();
    let server = Serving::new(&[&path, "--check"]);
    let about = server.get("/v1/games/go-3x3");
    assert!(about["artifact"].is_null());
    let proof = &about["proof"];
    assert_eq!(proof["file"], "game.proof");
    assert_eq!(proof["at_least"], 9);
    assert!(proof["at_most"].is_null());
    assert_eq!(proof["from"], "-");
    assert_eq!(proof["moves"], json!([]));
    assert_eq!(proof["to_move"], "first");
    assert_eq!(proof["independent"], true);
    assert_eq!(proof["digest"], written["out"]["digest"]);
    assert_eq!(proof["nodes"], written["walked"]);
    for moves in ["", "B2", "B2 A1", "A1"] {
        let position = server.get(&format!(
            "/v1/games/go-3x3/position?search=above-cut&moves={}",
            moves.replace(' ', "+")
        ));
        let value = &position["value"];
        assert_eq!(value.is_null(), moves == "A1", "{moves}: {position}");
        let text = if moves.is_empty() { "-" } else { moves };
        let probed = run(&["--json", "probe", "--no-search", &path, text], "").json();
        for name in ["value", "status", "source", "best_move"] {
            assert_eq!(probed[name], position[name], "{moves} {name}");
        }
    }
    let node = server.get("/v1/games/go-3x3/proof?moves=B2");
    assert_eq!(node["kind"], "A");
    for one in node["moves"].as_array().unwrap() {
        assert!(one["reply"].is_string(), "{one}");
    }
    let played = run(&["play", &path, "--side", "second", "--json"], "quit\n");
    assert!(played.stdout.contains("B2"), "{}", played.stdout);

    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.len() - 60;
    bytes[at] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let refused = folder.solveig("serve @/game.proof --listen 127.0.0.1:0");
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    let text = refused.stdout;
    assert!(
        text.contains("DOES NOT HOLD") && text.contains("game.proof"),
        "{text}"
    );
    std::fs::write(&path, "no proof").unwrap();
    let refused = run(&["probe", &path, "-"], "");
    assert_eq!(refused.status, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("game.proof"), "{}", refused.stderr);
}

/// Runs `solveig serve` with these arguments and `socket` as systemd passes it.
#[cfg(unix)]
fn with_socket(
    socket: std::os::fd::OwnedFd,
    sockets: impl std::fmt::Display,
    arguments: &[&str],
) -> Command {
    let script = format!(
        "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS={sockets} exec \"$0\" --json serve \"$@\""
    );
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_solveig")])
        .args(arguments)
        .stdin(Stdio::from(socket));
    command
}

#[cfg(unix)]
#[test]
fn a_listening_socket_that_is_passed_is_served() {
    let listening = || TcpListener::bind("127.0.0.1:0").unwrap();
    let socket = listening();
    let address = socket.local_addr().unwrap();
    // What asks before the program runs is answered, too.
    let mut early = TcpStream::connect(address).unwrap();
    let request = "GET /v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    early.write_all(request.as_bytes()).unwrap();
    let server = Serving::of(with_socket(socket.into(), 1, &["mnk:3x3?k=3"]));
    assert_eq!(server.address, address.to_string());
    assert_eq!(server.get("/v1/ready")["status"], "ready");
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert_eq!(server.stop(), (Some(0), String::new()));

    let complains = |mut command: Command, part: &str| {
        let output = command.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    };
    let arguments = ["hex:3x3", "--listen", "127.0.0.1:0"];
    complains(with_socket(listening().into(), 1, &arguments), "--listen");
    complains(
        with_socket(listening().into(), 2, &["hex:3x3"]),
        "2 sockets",
    );
    let (one, _other) = std::os::unix::net::UnixStream::pair().unwrap();
    complains(with_socket(one.into(), 1, &["hex:3x3"]), "LISTEN_FDS");
    let other = listening();
    let connected = TcpStream::connect(other.local_addr().unwrap()).unwrap();
    let connected = with_socket(connected.into(), 1, &["hex:3x3"]);
    complains(connected, "does not listen for connections");
    let unread = with_socket(listening().into(), "x", &["hex:3x3"]);
    complains(unread, "LISTEN_FDS: \\\"x\\\"");
}

#[test]
fn origins_and_proxies_are_named_as_they_can_be() {
    expect_complaints(
        "serve hex:3x3 --listen 127.0.0.1:0 --cors-origin null => expected an origin
        serve hex:3x3 --listen 127.0.0.1:0 --cors-origin https://a.example/ => https://a.example/
        serve hex:3x3 --listen 127.0.0.1:0 --trust-proxy=-1 => --trust-proxy
        serve hex:3x3 --listen 127.0.0.1:0 --threads 0 => --threads",
    );
    let serve = "serve --trust-proxy --cors-origin https://a.example --cors-origin http://b:81";
    let server = Serving::with(serve, &["hex:3x3", "--threads", "2"]);
    assert_eq!(
        server.get("/v1/games/hex-3x3/start?canonical=true")["value"],
        1
    );
}
