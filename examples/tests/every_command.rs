//! Games of one's own in every command.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A program with a game of its own, and a folder for its files.
struct Program {
    path: &'static str,
    folder: TempDir,
}

impl Program {
    fn new(path: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { path, folder }
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn asked(&self, arguments: &str, input: &str) -> Output {
        let mut child = Command::new(self.path)
            .args(arguments.split_whitespace())
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Programs that refuse their arguments do not wait for input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// What a command answers to input.
    #[track_caller]
    fn says_to(&self, arguments: &str, input: &str) -> String {
        let output = self.asked(arguments, input);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn says(&self, arguments: &str) -> String {
        self.says_to(arguments, "")
    }

    /// Fails unless what a command answers has `expected` in it.
    #[track_caller]
    fn answers(&self, arguments: &str, expected: &str) {
        let said = self.says(arguments);
        assert!(said.contains(expected), "{arguments}: {said}");
    }

    /// Fails unless a command refuses bad input with a message that has `expected` in it.
    #[track_caller]
    fn refuses(&self, arguments: &str, expected: &str) {
        let output = self.asked(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(expected), "{arguments}: {error}");
    }

    /// What a server with this target answers to requests for paths.
    fn served(&self, target: &str, paths: &[&str]) -> Vec<String> {
        let mut child = Command::new(self.path)
            .args([
                "serve",
                "--memory",
                "4MiB",
                "--listen",
                "127.0.0.1:0",
                target,
            ])
            .current_dir(self.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        while !line.contains("http://") {
            line.clear();
            assert!(
                out.read_line(&mut line).unwrap() > 0,
                "the server says where it listens"
            );
        }
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split('/').next().unwrap().trim();
        let get = |path: &&str| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(
                stream,
                "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            )
            .unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let answers = paths.iter().map(get).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        answers
    }
}

#[test]
fn chomp_has_every_command() {
    let chomp = Program::new(env!("CARGO_BIN_EXE_chomp"));
    chomp.answers("--help", "chomp:CxR");
    chomp.refuses("value chomp:1x1", "expected sides of 1 to 16");
    chomp.refuses("value chimp:4x3", "there is no game \"chimp\"");
    chomp.answers("value chomp:4x3", "+1");
    chomp.answers("value mnk:3x3?k=3", "0");
    chomp.answers("value chomp:4x3 -p b2", "");
    chomp.answers("perft chomp:4x3 2", "");
    chomp.answers("count chomp:4x3 --scope strong", "");
    let solved = "solve chomp:4x3 --out c.sol --certificate c.cert";
    chomp.says(solved);
    chomp.answers("info c.sol", "chomp:4x3");
    let caution = "not an independent check";
    chomp.answers("verify c.sol --certificate c.cert", caution);
    chomp.answers("verify c.sol --certificate c.cert --plain", caution);
    chomp.answers("--json verify c.sol", "\"independent\":false");
    chomp.answers("probe c.sol -", "+1");
    chomp.answers("prove chomp:4x3 --at-least 1 --out c.proof", "");
    chomp.answers("verify c.proof", caution);
    chomp.answers("info c.proof", "chomp:4x3");
    chomp.answers("completions bash", "chomp");
    chomp.answers("man", "chomp");
    chomp.answers("trees complexity chomp:2x2", "");
    let played = chomp.says_to("play c.sol --side second --plain", "a2\nquit\n");
    assert!(played.contains('#'), "{played}");
    let gtp = chomp.says_to("gtp --artifact c.sol", "1 genmove b\n2 showboard\nquit\n");
    assert!(gtp.contains("=1 "), "{gtp}");
    let served = chomp.served("c.sol", &["/v1/games", "/"]);
    assert!(
        served[0].contains("chomp:4x3") && served[0].contains("plain"),
        "{}",
        served[0]
    );
    assert!(
        served[1].contains("<title>Solveig</title>"),
        "{}",
        served[1]
    );
}

#[test]
fn longer_jumps_than_a_level_are_settled_too() {
    let chomp = Program::new(env!("CARGO_BIN_EXE_chomp"));
    for scope in ["weak", "semi-strong", "strong"] {
        for cut in ["", " --cut 5"] {
            let name = format!("{scope}{}.sol", cut.len());
            chomp.says(&format!(
                "solve chomp:4x4 --scope {scope} --out {name}{cut}"
            ));
            chomp.answers(
                &format!("verify {name}"),
                "holds: chomp:4x4 has the value +1",
            );
        }
    }
}

#[test]
fn breakthrough_is_checked_by_rules_of_its_own() {
    let program = Program::new(env!("CARGO_BIN_EXE_breakthrough"));
    program.says("solve breakthrough:3x5 --out b.sol --certificate b.cert");
    let checked = program.says("--json verify b.sol --certificate b.cert");
    assert!(checked.contains("\"independent\":true"), "{checked}");
    program.says("solve breakthrough:3x4 --scope strong --out s.sol");
    program.says("verify s.sol");
    program.says("prove breakthrough:3x4 --at-least 1 --out b.proof");
    let proof = program.says("--json verify b.proof");
    assert!(proof.contains("\"independent\":true"), "{proof}");
    program.refuses("value breakthrough:9x9", "2 to 8 columns");
    program.answers("value breakthrough:3x5 --solver ews", "");
    let start = program.says("probe b.sol -");
    assert!(start.contains("a2"), "{start}");
}

#[test]
fn a_campaign_solves_a_game_of_ones_own() {
    let program = Program::new(env!("CARGO_BIN_EXE_breakthrough"));
    program.says("campaign init breakthrough:3x4 --cuts 10,8 --ledger b.campaign");
    program.says("campaign run b.campaign");
    program.answers("campaign check b.campaign", "has the value");
}
