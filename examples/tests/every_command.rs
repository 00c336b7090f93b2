//! All commands, with games that are not built in.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A program with a game that is not built in, and a directory for its files.
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

    fn run(&self, arguments: &str, input: &str) -> Output {
        let mut child = Command::new(self.path)
            .args(arguments.split_whitespace())
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that refuses its arguments does not read its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Standard output of a successful command with this input.
    #[track_caller]
    fn output_with(&self, arguments: &str, input: &str) -> String {
        let output = self.run(arguments, input);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn output(&self, arguments: &str) -> String {
        self.output_with(arguments, "")
    }

    /// Fails unless the output of a command contains `expected`.
    #[track_caller]
    fn expect_output(&self, arguments: &str, expected: &str) {
        let output = self.output(arguments);
        assert!(output.contains(expected), "{arguments}: {output}");
    }

    /// Fails unless a command refuses its arguments with a message that contains `expected`.
    #[track_caller]
    fn expect_refusal(&self, arguments: &str, expected: &str) {
        let output = self.run(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(expected), "{arguments}: {error}");
    }

    /// Responses of a server with this target to requests for paths.
    fn responses(&self, target: &str, paths: &[&str]) -> Vec<String> {
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
                "the server prints its address"
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
    chomp.expect_output("--help", "chomp:CxR");
    chomp.expect_refusal("value chomp:1x1", "expected sides of 1 to 16");
    chomp.expect_refusal("value chimp:4x3", "there is no game \"chimp\"");
    chomp.expect_output("value chomp:4x3", "+1");
    chomp.expect_output("value mnk:3x3?k=3", "0");
    // What is left after b2, a row and a column, is won by making them as long as each other.
    chomp.expect_output("value chomp:4x3 -p b2", "best move  d1");
    chomp.expect_output("perft chomp:4x3 2", "73 paths");
    // Bars are paths from corner to corner, all but the empty one: 7 choose 3, less 1.
    chomp.expect_output("count chomp:4x3 --scope strong", "34");
    let solved = "solve chomp:4x3 --out c.sol --certificate c.cert";
    chomp.output(solved);
    chomp.expect_output("info c.sol", "chomp:4x3");
    let caution = "not an independent check";
    chomp.expect_output("verify c.sol --certificate c.cert", caution);
    chomp.expect_output("verify c.sol --certificate c.cert --plain", caution);
    chomp.expect_output("--json verify c.sol", "\"independent\":false");
    chomp.expect_output("probe c.sol -", "+1");
    chomp.expect_output(
        "prove chomp:4x3 --at-least 1 --out c.proof",
        "at least the value +1",
    );
    chomp.expect_output("verify c.proof", caution);
    chomp.expect_output("info c.proof", "chomp:4x3");
    chomp.expect_output("completions bash", "chomp");
    for page in ["--help", "help solve", "help campaign", "man", "man play"] {
        let page = chomp.output(page);
        assert!(
            page.contains("chomp ") && !page.contains("solveig "),
            "{page}"
        );
    }
    chomp.expect_output("trees compare chomp:2x2", "10 nodes");
    chomp.expect_output("trees explain 0 chomp:2x2", "node 0 was visited");
    let played = chomp.output_with("play c.sol --side second --plain", "a2\nquit\n");
    assert!(played.contains('#'), "{played}");
    let gtp = chomp.output_with("gtp c.sol", "1 genmove b\n2 showboard\nquit\n");
    assert!(gtp.contains("=1 "), "{gtp}");
    let served = chomp.responses("c.sol", &["/v1/games", "/"]);
    assert!(
        served[0].contains("chomp:4x3") && served[0].contains("\"title\":\"Chomp 4×3\""),
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
fn a_drawn_game_reaches_the_page_with_its_name_rules_colours_and_board() {
    let program = Program::new(env!("CARGO_BIN_EXE_dots-and-boxes"));
    program.expect_output("value dots-and-boxes:1x1", "-1");
    let game = "/v1/games/dots-and-boxes-1x1";
    let answers = program.responses(
        "dots-and-boxes:1x1",
        &[game, &format!("{game}/position?moves=b1a2b3c2")],
    );
    for expected in [
        "\"family\":\"edges\"",
        "\"title\":\"Dots and Boxes 1×1\"",
        "\"rules\":\"Draw an edge",
        "\"colours\":[\"#1b9e77\",\"#d95f02\"]",
        "\"sides\":[\"Green\",\"Orange\"]",
    ] {
        assert!(answers[0].contains(expected), "{expected}: {}", answers[0]);
    }
    // The second side has drawn the last edge, and owns the box.
    assert!(
        answers[1].contains("\"cells\":\"-#-#O#-#-\""),
        "{}",
        answers[1]
    );
}

#[test]
fn points_and_tracks_are_answered_as_they_are_drawn() {
    let program = Program::new(env!("CARGO_BIN_EXE_layouts"));
    let answers = program.responses(
        "sowing:5x1",
        &[
            "/v1/games/sowing-5x1",
            "/v1/games/sowing-5x1/position?moves=2",
            "/v1/games/sowing-5x1/position?moves=4",
        ],
    );
    assert!(
        answers[0].contains("\"family\":\"track\""),
        "{}",
        answers[0]
    );
    assert!(answers[1].contains("\"cells\":\"2-332\""), "{}", answers[1]);
    // The last seed was the first to leave the track, so the other side passes.
    let pass = "\"move\":\"pass\",\"cell\":null,\"pass\":true";
    assert!(answers[2].contains(pass), "{}", answers[2]);
    let answers = program.responses("col:3x3", &["/v1/games/col-3x3"]);
    assert!(
        answers[0].contains("\"family\":\"points\""),
        "{}",
        answers[0]
    );
    let gtp = program.output_with("gtp sowing:5x1", "play b 4\ngogui-rules_board\nquit\n");
    assert!(gtp.contains("2 2 2 . 3"), "{gtp}");
}

#[test]
fn passes_and_scores_are_checked_by_rules_of_their_own() {
    let program = Program::new(env!("CARGO_BIN_EXE_dots-and-boxes"));
    for (boxes, scope, value) in [
        ("2x2", "weak", "+2"),
        ("2x2", "strong", "+2"),
        ("3x1", "semi-strong", "-1"),
    ] {
        let solve = format!(
            "solve dots-and-boxes:{boxes} --scope {scope} --out d.sol --certificate d.cert --force"
        );
        program.output(&solve);
        let holds = format!("holds: dots-and-boxes:{boxes} has the value {value}");
        program.expect_output("verify d.sol", &holds);
        program.expect_output("verify d.sol --certificate d.cert", &holds);
        program.expect_output("--json verify d.sol", "\"independent\":true");
    }
    program.output("prove dots-and-boxes:2x2 --at-least 2 --out d.proof");
    program.expect_output("verify d.proof", "at least the value +2");
    program.expect_refusal("value dots-and-boxes:5x1", "1 to 4 boxes a side");
    program.expect_refusal("value dots-and-boxes:2x2 -p a1", "expected an edge");
    // Who closes the box moves again: the other side has only a pass.
    program.expect_output("value dots-and-boxes:2x1 -p b1a2b3", "best move  c2");
    program.expect_output("perft dots-and-boxes:1x1 4", "24 paths");
}

#[test]
fn moves_across_several_levels_are_solved_too() {
    let chomp = Program::new(env!("CARGO_BIN_EXE_chomp"));
    for scope in ["weak", "semi-strong", "strong"] {
        for cut in ["", " --cut 5"] {
            let name = format!("{scope}{}.sol", cut.len());
            chomp.output(&format!(
                "solve chomp:4x4 --scope {scope} --out {name}{cut}"
            ));
            chomp.expect_output(
                &format!("verify {name}"),
                "holds: chomp:4x4 has the value +1",
            );
        }
    }
}

#[test]
fn breakthrough_is_checked_by_rules_of_its_own() {
    let program = Program::new(env!("CARGO_BIN_EXE_breakthrough"));
    program.output("solve breakthrough:3x5 --out b.sol --certificate b.cert");
    let checked = program.output("--json verify b.sol --certificate b.cert");
    assert!(checked.contains("\"independent\":true"), "{checked}");
    program.output("solve breakthrough:3x4 --scope strong --out s.sol");
    program.output("verify s.sol");
    program.output("prove breakthrough:3x4 --at-least 1 --out b.proof");
    let proof = program.output("--json verify b.proof");
    assert!(proof.contains("\"independent\":true"), "{proof}");
    program.expect_refusal("value breakthrough:9x9", "2 to 8 columns");
    program.expect_output("value breakthrough:3x5 --solver ews", "value      -1");
    let start = program.output("probe b.sol -");
    assert!(start.contains("a2"), "{start}");
}

#[test]
fn a_campaign_solves_a_game_that_is_not_built_in() {
    let program = Program::new(env!("CARGO_BIN_EXE_breakthrough"));
    program.output("campaign init breakthrough:3x4 --cuts 10,8 --ledger b.campaign");
    program.output("campaign run b.campaign");
    program.expect_output("campaign check b.campaign", "has the value");
}
