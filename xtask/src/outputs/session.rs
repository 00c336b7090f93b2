//! The commands of a fenced block, and a folder that they run in.

use std::fs;
use std::io::{BufRead, BufReader, Read, pipe};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::compare::is_progress;

/// Where a server is in the pages.
const SERVER: &str = "127.0.0.1:8080";

/// A command of a block, and what the block shows of its output.
#[derive(Debug, PartialEq, Eq)]
pub struct SessionStep<'a> {
    pub command: String,
    /// The first line of its output, counted from 0, and the line after the last one.
    pub lines: std::ops::Range<usize>,
    pub shown: Vec<&'a str>,
}

/// The commands of a block, which stands from line `first` on: those after `$`, with what is shown
/// below each. None where there are no `$`.
pub fn steps<'a>(block: &[&'a str], first: usize) -> Vec<SessionStep<'a>> {
    let mut steps: Vec<SessionStep> = Vec::new();
    for (at, line) in block.iter().enumerate() {
        let next = first + at + 1;
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(SessionStep {
                command: command.trim_end().to_owned(),
                lines: next..next,
                shown: Vec::new(),
            }),
            (None, Some(step)) if step.shown.is_empty() && step.command.ends_with('\\') => {
                step.command.pop();
                step.command += line.trim();
                step.lines = next..next;
            }
            (None, Some(step)) => {
                step.shown.push(line);
                step.lines.end = next;
            }
            (None, None) => (),
        }
    }
    for step in &mut steps {
        while step.shown.last().is_some_and(|line| line.trim().is_empty()) {
            step.shown.pop();
            step.lines.end -= 1;
        }
    }
    steps
}

/// What a command came to.
pub struct CommandOutcome {
    /// Lines on standard output and standard error, those that say how far it has come left out.
    pub output: Vec<String>,
    /// What was wrong with its end: an exit status that is not 0, or its time ran out.
    pub problem: Option<String>,
}

/// A folder of their own for commands, with the program on the search path as `solveig`, and the
/// project's `data`.
///
/// Servers that were started go on, on a free port, until it is dropped.
pub struct Sandbox {
    folder: TempDir,
    path: String,
    servers: Vec<(Child, String)>,
    pub limit: Option<Duration>,
}

impl Sandbox {
    /// Makes the folder; `program` stands in for `solveig`.
    pub fn new(root: &Path, program: &Path, limit: Option<Duration>) -> Result<Self, String> {
        let told = |error: std::io::Error| error.to_string();
        let folder = tempfile::tempdir().map_err(told)?;
        let program =
            fs::canonicalize(program).map_err(|error| format!("{}: {error}", program.display()))?;
        let programs = folder.path().join(".bin");
        fs::create_dir(&programs).map_err(told)?;
        symlink(program, programs.join("solveig")).map_err(told)?;
        for name in ["data", "crates"] {
            symlink(root.join(name), folder.path().join(name)).map_err(told)?;
        }
        let path = std::env::var("PATH").unwrap_or_default();
        Ok(Self {
            path: format!("{}:{path}", programs.display()),
            folder,
            servers: Vec::new(),
            limit,
        })
    }

    /// Whether there is a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.folder.path().join(name).exists()
    }

    /// Runs a line of the shell; `solveig serve` goes on in the background when it has said its
    /// address.
    pub fn run(&mut self, line: &str) -> Result<CommandOutcome, String> {
        let line = as_program(line);
        if line.starts_with("solveig serve ") && !line.ends_with(" --help") {
            return self.serve(&line);
        }
        let line = match self.servers.last() {
            Some((_, address)) => line.replace(SERVER, address),
            None => line,
        };
        let (reader, mut child) = self.spawn(&line)?;
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = BufReader::new(reader).read_to_end(&mut bytes);
            let _ = sender.send(read.map(|_| bytes));
        });
        let bytes = match self.limit {
            Some(limit) => receiver.recv_timeout(limit).ok(),
            None => receiver.recv().ok(),
        };
        let Some(bytes) = bytes else {
            stop(&mut child);
            return Ok(CommandOutcome {
                output: Vec::new(),
                problem: Some("it did not end in time".to_owned()),
            });
        };
        let bytes = bytes.map_err(|error| format!("{line}: {error}"))?;
        let status = child.wait().map_err(|error| format!("{line}: {error}"))?;
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !is_progress(line));
        let mut output: Vec<String> = lines.map(str::to_owned).collect();
        while output.last().is_some_and(|line| line.trim().is_empty()) {
            output.pop();
        }
        let problem = (!status.success()).then(|| format!("it ended with {status}"));
        Ok(CommandOutcome { output, problem })
    }

    fn serve(&mut self, line: &str) -> Result<CommandOutcome, String> {
        let line = format!("exec {line} --listen 127.0.0.1:0");
        let (mut output, child) = self.until(&line, |line| line.contains("http://"))?;
        let Some(child) = child else {
            let problem = Some("it served nothing".to_owned());
            return Ok(CommandOutcome { output, problem });
        };
        let said = output.last().and_then(|line| line.split_once("http://"));
        let address = said.and_then(|(_, rest)| rest.split('/').next());
        let address = address.unwrap_or_default().to_owned();
        for line in &mut output {
            *line = line.replace(&address, SERVER);
        }
        self.servers.push((child, address));
        Ok(CommandOutcome {
            output,
            problem: None,
        })
    }

    /// Runs a line of the shell until a line of its output is `found`. If that is so, it goes on,
    /// and the line is the last one returned.
    fn until(
        &self,
        line: &str,
        found: impl Fn(&str) -> bool,
    ) -> Result<(Vec<String>, Option<Child>), String> {
        let (reader, mut child) = self.spawn(line)?;
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            // Reads on when nobody listens any more, so that the program may go on writing.
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let end = self.limit.map(|limit| Instant::now() + limit);
        let mut output = Vec::new();
        loop {
            let next = match end {
                Some(end) => receiver
                    .recv_timeout(end.saturating_duration_since(Instant::now()))
                    .ok(),
                None => receiver.recv().ok(),
            };
            let Some(line) = next else {
                stop(&mut child);
                return Ok((output, None));
            };
            let last = found(&line);
            if !is_progress(&line) {
                output.push(line);
            }
            if last {
                return Ok((output, Some(child)));
            }
        }
    }

    /// Starts a line of the shell as a group of processes, both outputs in one pipe.
    fn spawn(&self, line: &str) -> Result<(std::io::PipeReader, Child), String> {
        let told = |error: std::io::Error| format!("{line}: {error}");
        let (reader, writer) = pipe().map_err(told)?;
        let other = writer.try_clone().map_err(told)?;
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.folder.path());
        command.env("PATH", &self.path).env("NO_COLOR", "1");
        command.stdin(Stdio::null()).stdout(writer).stderr(other);
        let child = command.process_group(0).spawn().map_err(told)?;
        Ok((reader, child))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for (server, _) in &mut self.servers {
            stop(server);
        }
    }
}

/// Ends a group of processes.
fn stop(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.wait();
}

/// The line as it is run: `cargo run ... -p solveig-cli -- X` is `solveig X`.
pub fn as_program(line: &str) -> String {
    match line.split_once("-p solveig-cli -- ") {
        Some((before, rest)) if before.starts_with("cargo run ") => format!("solveig {rest}"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_commands_and_what_is_shown_of_each() {
        let block = ["$ a \\", "  b", "1", "", "2", "", "$ c", "$ d", "3"];
        let steps = steps(&block, 10);
        let seen: Vec<_> = steps
            .iter()
            .map(|step| (&step.command[..], step.lines.clone(), step.shown.clone()))
            .collect();
        let expected = [
            ("a b", 12..15, vec!["1", "", "2"]),
            ("c", 17..17, vec![]),
            ("d", 18..19, vec!["3"]),
        ];
        assert_eq!(seen, expected);
        assert!(super::steps(&["a", "b"], 0).is_empty());
    }

    /// A sandbox with a shell script for a program.
    fn sandbox(script: &str, limit: u64) -> (TempDir, Sandbox) {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("script");
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let limit = Some(Duration::from_secs(limit));
        let sandbox = Sandbox::new(root.path(), &program, limit).unwrap();
        (root, sandbox)
    }

    #[test]
    fn both_outputs_and_the_exit_status_come_back_and_progress_does_not() {
        let script = "#!/bin/sh\necho counting: 10.0 s >&2\necho estimate: 1 >&2\necho \"$@\" >> a.sol\ncat a.sol\nexit 3\n";
        let (_root, mut sandbox) = sandbox(script, 60);
        let ran = sandbox
            .run("cargo run --release -p solveig-cli -- x 'y z'")
            .unwrap();
        assert_eq!(ran.output, ["estimate: 1", "x y z"]);
        assert!(ran.problem.unwrap().contains('3'));
        assert!(sandbox.has("a.sol"));
    }

    #[test]
    fn a_server_that_says_no_address_is_no_server() {
        let script = "#!/bin/sh\ncase $2 in\n  a) echo counting: 10.0 s; echo at http://127.0.0.1:7/; sleep 600 ;;\n  b) echo no; exit 2 ;;\nesac\n";
        let (_root, mut sandbox) = sandbox(script, 60);
        let served = sandbox.run("solveig serve a").unwrap();
        assert_eq!(
            (&served.output[..], served.problem),
            (&["at http://127.0.0.1:8080/".to_owned()][..], None)
        );
        let refused = sandbox.run("solveig serve b").unwrap();
        assert!(refused.problem.is_some() && refused.output == ["no"]);
        let asked = sandbox.run("echo 127.0.0.1:8080").unwrap();
        assert_eq!(asked.output, ["127.0.0.1:7"]);
    }

    #[test]
    fn a_command_that_does_not_end_is_ended_with_all_it_started() {
        let (_root, mut sandbox) = sandbox("#!/bin/sh\nsleep 600 & echo $! > child; wait\n", 1);
        let ran = sandbox.run("solveig | cat").unwrap();
        assert!(ran.problem.unwrap().contains("in time"));
        let child = fs::read_to_string(sandbox.folder.path().join("child")).unwrap();
        let gone = || {
            let path = format!("/proc/{}/stat", child.trim());
            let state = fs::read_to_string(path).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        };
        while !gone() {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
