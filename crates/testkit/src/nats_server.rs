//! A NATS server that says itself when it listens, and where.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

/// Starts a server, by a command that runs `nats-server`; returns its port when it is ready. `-p
/// -1` has it choose one.
pub fn start(command: &mut Command) -> (Child, u16) {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let (mut port, mut said) = (None, String::new());
    for line in log.by_ref() {
        let line = line.unwrap();
        if line.contains("Listening for client connections on") {
            port = line.rsplit(':').next().and_then(|port| port.parse().ok());
        }
        if line.contains("Server is ready") {
            // It ends if nobody reads on.
            thread::spawn(move || log.for_each(drop));
            return (child, port.expect("a server that is ready listens"));
        }
        said += &format!("{line}\n");
    }
    // Its log has ended, and so has it.
    let status = child.wait().unwrap();
    panic!("no server ({status}):\n{said}");
}
