//! What did not run, and why.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::line;
use crate::setup;

/// A test or a step that did not run.
#[derive(Debug, PartialEq, Eq)]
pub struct Omission {
    pub what: String,
    pub why: String,
    /// Why `--strict` accepts that.
    pub excuse: Option<&'static str>,
}

impl Omission {
    /// A step or test that needs these things: nothing if they are all here.
    pub fn without(root: &Path, what: &str, needs: &[&str]) -> Option<Self> {
        let omission = |why: String, excuse| Self {
            what: what.to_owned(),
            why,
            excuse,
        };
        needs.iter().find_map(|name| match setup::named(name) {
            Some(need) if need.is_here(root) => None,
            Some(need) => Some(omission(
                format!("{name} is missing: {}", need.how(root)),
                need.excuse,
            )),
            None => Some(omission(
                format!("`cargo xtask setup` knows no {name}"),
                None,
            )),
        })
    }

    /// The row of the table.
    pub fn row(&self) -> String {
        match self.excuse {
            Some(excuse) => format!("NOT RUN  {}: {} ({excuse})", self.what, self.why),
            None => format!("NOT RUN  {}: {}", self.what, self.why),
        }
    }
}

/// A test that `cargo test` left out.
#[derive(Debug, PartialEq, Eq)]
pub struct IgnoredTest {
    pub name: String,
    reason: String,
}

impl IgnoredTest {
    /// What it needs, by its reason.
    pub fn needs(&self) -> Option<Vec<&str>> {
        Some(self.reason.strip_prefix("needs ")?.split(" and ").collect())
    }

    /// Why it does not run, unless all that it needs is here.
    pub fn omission(&self, root: &Path) -> Option<Omission> {
        match self.needs() {
            Some(needs) => Omission::without(root, &self.name, &needs),
            None => Some(Omission {
                what: self.name.clone(),
                why: format!("it is ignored: {}", self.reason),
                excuse: None,
            }),
        }
    }

    /// Reads a line of a test program.
    fn read(line: &str) -> Option<Self> {
        let (name, reason) = line.strip_prefix("test ")?.split_once(" ... ignored")?;
        let reason = reason.strip_prefix(", ").unwrap_or("no reason is given");
        Some(Self {
            name: name.to_owned(),
            reason: reason.to_owned(),
        })
    }
}

/// Runs tests that must pass, one at least; returns those that were left out.
pub fn run_tests(command: &mut Command) -> Result<Vec<IgnoredTest>, String> {
    let line = line(command);
    println!("$ {line}");
    let problem = |error: std::io::Error| format!("{line}: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(problem)?;
    let output = child.stdout.take().ok_or("no pipe to read from")?;
    let (mut ignored, mut passed) = (Vec::new(), 0);
    for row in BufReader::new(output).lines() {
        let row = row.map_err(problem)?;
        println!("{row}");
        ignored.extend(IgnoredTest::read(&row));
        passed += usize::from(row.starts_with("test ") && row.ends_with(" ... ok"));
    }
    match child.wait().map_err(problem)? {
        status if !status.success() => Err(format!("{line} failed ({status})")),
        _ if passed == 0 => Err(format!("{line}: no test has such a name")),
        _ => Ok(ignored),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_tests_and_their_reasons_are_read_from_what_tests_print() {
        let read = |line: &str| {
            let ignored = IgnoredTest::read(line)?;
            Some((ignored.name, ignored.reason))
        };
        let found = read("test gnugo::plays ... ignored, needs gnugo and root");
        let found = found.unwrap();
        assert_eq!(
            found,
            ("gnugo::plays".to_owned(), "needs gnugo and root".to_owned())
        );
        let found = read("test src/lib.rs - f (line 3) ... ignored").unwrap();
        assert_eq!(found.1, "no reason is given");
        assert_eq!(read("test plays ... ok"), None);
        assert_eq!(read("test result: ok. 1 passed; 0 failed; 1 ignored"), None);
    }

    #[test]
    fn a_test_runs_if_all_that_it_needs_is_here() {
        let root = crate::root();
        let why = |reason: &str| {
            let name = "plays".to_owned();
            let reason = reason.to_owned();
            let omission = IgnoredTest { name, reason }.omission(&root)?;
            assert_eq!((&omission.what[..], omission.excuse), ("plays", None));
            Some(omission.why)
        };
        assert_eq!(why("needs rustfmt and clippy"), None);
        assert!(
            why("needs rustfmt and a miracle")
                .unwrap()
                .contains("a miracle")
        );
        assert!(why("takes hours").unwrap().contains("takes hours"));
    }
}
