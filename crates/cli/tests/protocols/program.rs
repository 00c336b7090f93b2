//! A program that speaks GTP.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program, and all that was said to it and that it said.
pub struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Its session: `>` before what it was told, `<` before what it answered.
    pub transcript: String,
}

/// Our program with these arguments.
pub fn solveig(arguments: &[&str]) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solveig"));
    command.args(arguments).stderr(Stdio::null());
    Program::start("solveig", command)
}

impl Program {
    /// Starts a program.
    #[track_caller]
    pub fn start(name: &str, mut command: Command) -> Self {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.unwrap_or_else(|error| panic!("{name} cannot be started: {error}"));
        Self {
            name: name.to_owned(),
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            transcript: String::new(),
        }
    }

    /// What the program answers to a command, or what it complains about.
    #[track_caller]
    pub fn said(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        self.transcript.push_str(&format!("> {command}\n"));
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).unwrap();
            assert!(length > 0, "{} left after \"{command}\"", self.name);
            let line = line.trim_end();
            match line.is_empty() {
                true if lines.is_empty() => {}
                true => break,
                false => {
                    self.transcript.push_str(&format!("< {line}\n"));
                    lines.push(line.to_owned());
                }
            }
        }
        let text = lines.join("\n");
        match text.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(text.trim_start_matches('?').trim().to_owned()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has left, or leaves now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
