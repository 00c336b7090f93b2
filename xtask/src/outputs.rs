//! `cargo xtask docs-outputs`: whether README and docs show what the program prints, and name a
//! command beside every figure.

mod compare;
mod document;
mod figures;
mod session;

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use compare::{NORMALISED, diff, same_shapes, updated, without_estimate};
use document::{About, Note, Part, PartKind, parts};
use session::{CommandOutcome, Sandbox, SessionStep, steps};

/// The longest that a command may take unless `--all` is said.
const LIMIT: Duration = Duration::from_secs(600);

/// How pages say what is checked.
const HELP: &str = "\
Commands run in the order of the pages, in one temporary folder. Comments before a part of a page say what is done:
  <!-- outputs: run -->                  the commands after `$` in the block are run, and their outputs compared
  <!-- outputs: long TIME                the same with --all alone; else each `reduced` command is run in place of one
  reduced: COMMAND -->                   that shows an output, and has to print lines of the same shapes
  <!-- outputs: none: REASON -->         no command prints the block
  needs FILE: COMMAND                    a line of any of these: COMMAND is run first where there is no FILE
  <!-- figures: COMMAND                  COMMAND prints the figures of the table, list or paragraph that follows
  reduced: COMMAND -->                   and this does so on something smaller: it is run
  <!-- figures: measured WHEN by COMMAND on MACHINE; not repeated -->
  <!-- figures: published: SOURCE -->    also `derived: HOW` and `none: REASON`
  <!-- section figures: ... -->          the same for all up to the next heading that is as high
A paragraph that names a command in a span of code needs no comment. Options of every `solveig` command that a block or a
comment names are held against the program, and chores, examples and tests against the sources.
";

/// What a run is asked to do.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
#[command(after_long_help = format!("{HELP}\n{NORMALISED}"))]
pub struct OutputsRequest {
    /// The program that commands are tried with [default: built for release]
    #[arg(long = "solveig", value_name = "PATH")]
    program: Option<PathBuf>,
    /// Run the blocks that are marked as long as well
    #[arg(long)]
    all: bool,
    /// Write into the pages what came out
    #[arg(long)]
    update: bool,
    /// These pages only [default: README.md, FORMAT.md, deploy/README.md, docs/*.md]
    #[arg(value_name = "PAGE")]
    pages: Vec<String>,
}

impl OutputsRequest {
    /// Everything that is cheap, with the program that the tests have built.
    pub fn cheap(program: PathBuf) -> Self {
        Self {
            program: Some(program),
            ..Self::default()
        }
    }
}

/// Checks the pages, and prints what has drifted.
pub fn run(root: &Path, asked: &OutputsRequest) -> Result<(), String> {
    let program = match &asked.program {
        Some(program) => program.clone(),
        None => crate::endgames::built(root)?,
    };
    let pages = match asked.pages.is_empty() {
        true => all_pages(root)?,
        false => asked.pages.clone(),
    };
    let limit = (!asked.all).then_some(LIMIT);
    let mut check = OutputsCheck {
        root,
        asked,
        sandbox: Sandbox::new(root, &program, limit)?,
        outcomes: HashMap::new(),
        drifts: Vec::new(),
        counts: Counts::default(),
    };
    for page in &pages {
        check.page(page)?;
    }
    let Counts {
        run,
        reduced,
        updated,
        sources,
        options,
    } = check.counts;
    println!(
        "{} pages: {run} outputs compared, {reduced} at reduced size; {sources} sources of figures and {options} commands checked; {updated} outputs rewritten",
        pages.len()
    );
    match check.drifts.len() {
        0 => Ok(()),
        count => Err(format!(
            "{}\n{count} things in the pages have drifted from the program, or have no command",
            check.drifts.join("\n")
        )),
    }
}

/// The pages in the order in which they are checked: README.md first.
fn all_pages(root: &Path) -> Result<Vec<String>, String> {
    let told = |error: std::io::Error| format!("docs: {error}");
    let mut docs = Vec::new();
    for entry in fs::read_dir(root.join("docs")).map_err(told)? {
        let name = entry.map_err(told)?.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".md") {
            docs.push(format!("docs/{name}"));
        }
    }
    docs.sort();
    let first = ["README.md", "FORMAT.md", "deploy/README.md"].map(str::to_owned);
    Ok(first.into_iter().chain(docs).collect())
}

#[derive(Default)]
struct Counts {
    run: usize,
    reduced: usize,
    updated: usize,
    sources: usize,
    options: usize,
}

struct OutputsCheck<'a> {
    root: &'a Path,
    asked: &'a OutputsRequest,
    sandbox: Sandbox,
    /// What the commands of annotations printed: several may name the same one.
    outcomes: HashMap<String, Vec<String>>,
    drifts: Vec<String>,
    counts: Counts,
}

/// Lines of a page and what takes their place.
type Edit = (Range<usize>, Vec<String>);

impl OutputsCheck<'_> {
    fn page(&mut self, page: &str) -> Result<(), String> {
        let path = self.root.join(page);
        let text = fs::read_to_string(&path).map_err(|error| format!("{page}: {error}"))?;
        let lines: Vec<&str> = text.lines().collect();
        let parts = match parts(&lines) {
            Ok(parts) => parts,
            Err((line, problem)) => {
                self.drift(page, line, &problem);
                return Ok(());
            }
        };
        let mut edits = Vec::new();
        for part in &parts {
            for note in &part.notes {
                for (file, command) in note.named("needs") {
                    if !self.sandbox.has(file) {
                        self.printed(page, note.line, command)?;
                    }
                }
            }
            match part.kind {
                PartKind::Block => self.block(page, part, &lines, &mut edits)?,
                PartKind::Text => {
                    for command in figures::named_commands(&lines[part.lines.clone()]) {
                        self.options(page, part.lines.start, &command)?;
                    }
                }
                _ => (),
            }
            let notes = part.notes.iter();
            for note in notes.filter(|note| note.about != About::Outputs) {
                self.figures(page, note)?;
            }
        }
        for index in figures::without_source(&parts, &lines) {
            let line = parts[index].lines.start;
            let problem = format!(
                "no command is named for these figures: {}",
                lines[line].trim()
            );
            self.drift(page, line, &problem);
        }
        if self.asked.update && !edits.is_empty() {
            self.counts.updated += edits.len();
            fs::write(&path, edited(&text, &edits)).map_err(|error| format!("{page}: {error}"))?;
            println!("{page}: {} outputs rewritten", edits.len());
        }
        Ok(())
    }

    fn drift(&mut self, page: &str, line: usize, problem: &str) {
        self.drifts.push(format!("{page}:{}: {problem}", line + 1));
    }

    /// A fenced block.
    fn block(
        &mut self,
        page: &str,
        part: &Part,
        lines: &[&str],
        edits: &mut Vec<Edit>,
    ) -> Result<(), String> {
        let block = &lines[part.lines.clone()];
        let first = part.lines.start;
        let steps = steps(block, first);
        let notes: Vec<&Note> = part.notes.iter().collect();
        let note = notes.into_iter().find(|note| note.about == About::Outputs);
        let Some(note) = note else {
            let shows = steps.iter().any(|step| !step.shown.is_empty());
            let commands = |line: &&str| {
                let line = line.trim();
                line.is_empty()
                    || line.starts_with('#')
                    || figures::is_command(line)
                    || line.starts_with("nats-server")
            };
            if shows || steps.is_empty() && !block.iter().all(commands) {
                self.drift(
                    page,
                    first - 1,
                    "no command produces this block: it needs `<!-- outputs: ... -->`",
                );
                return Ok(());
            }
            for (at, line) in block.iter().enumerate() {
                self.options(page, first + at, line.trim_start_matches("$ "))?;
            }
            return Ok(());
        };
        let says = &note.says[..];
        if says == "run" || says.starts_with("long ") && self.asked.all {
            for step in &steps {
                self.step(page, step, edits)?;
            }
        } else if says.starts_with("long ") {
            self.reduced(page, note, &steps)?;
        } else if !says.starts_with("none: ") {
            self.drift(
                page,
                note.line,
                "an annotation of outputs is `run`, `long TIME` or `none: REASON`",
            );
        }
        Ok(())
    }

    /// Runs a command of a page and compares its output.
    fn step(
        &mut self,
        page: &str,
        step: &SessionStep,
        edits: &mut Vec<Edit>,
    ) -> Result<(), String> {
        let line = step.lines.start - 1;
        let Some(outcome) = self.ran(page, line, &step.command)? else {
            return Ok(());
        };
        if !step.shown.is_empty() {
            self.counts.run += 1;
            let deterministic = step.command.contains("--threads 1");
            let output = without_estimate(&step.shown, outcome.output);
            let lines = updated(&step.shown, &output, deterministic);
            if lines != step.shown {
                if self.asked.update {
                    edits.push((step.lines.clone(), lines));
                } else {
                    let first = step.lines.start + 1;
                    let diff = diff(page, first, &step.shown, &step.command, &lines);
                    self.drifts.push(diff);
                }
            }
        }
        Ok(())
    }

    /// Runs smaller commands in place of those of a block, and compares the shapes of outputs.
    fn reduced(&mut self, page: &str, note: &Note, steps: &[SessionStep]) -> Result<(), String> {
        for step in steps {
            self.options(page, step.lines.start - 1, &step.command)?;
        }
        let smaller: Vec<&str> = note.all("reduced").collect();
        let shown = steps.iter().filter(|step| !step.shown.is_empty());
        let shown: Vec<&SessionStep> = shown.collect();
        if smaller.len() != shown.len() {
            let problem = format!(
                "{} commands show an output, and {} have a reduced one",
                shown.len(),
                smaller.len()
            );
            self.drift(page, note.line, &problem);
            return Ok(());
        }
        for (step, smaller) in shown.into_iter().zip(smaller) {
            let Some(outcome) = self.ran(page, note.line, smaller)? else {
                continue;
            };
            self.counts.reduced += 1;
            let output = without_estimate(&step.shown, outcome.output);
            if !same_shapes(&step.shown, &output) {
                let first = step.lines.start;
                let problem =
                    "a smaller command prints other lines; --update --all runs the block itself";
                self.drift(page, first, problem);
                let diff = diff(page, first + 1, &step.shown, smaller, &output);
                self.drifts.push(diff);
            }
        }
        Ok(())
    }

    /// Checks what an annotation says of figures.
    fn figures(&mut self, page: &str, note: &Note) -> Result<(), String> {
        self.counts.sources += 1;
        if let Err(problem) = figures::source(note) {
            self.drift(page, note.line, &problem);
        }
        if figures::is_command(&note.says) {
            self.options(page, note.line, &note.says)?;
        }
        for command in note.all("reduced") {
            self.printed(page, note.line, command)?;
        }
        Ok(())
    }

    /// What a command of an annotation prints; it is run once.
    fn printed(&mut self, page: &str, line: usize, command: &str) -> Result<Vec<String>, String> {
        if let Some(output) = self.outcomes.get(command) {
            return Ok(output.clone());
        }
        let outcome = self.ran(page, line, command)?;
        Ok(outcome.map(|outcome| outcome.output).unwrap_or_default())
    }

    /// Runs a command; one that fails is a drift, and nothing is compared.
    fn ran(
        &mut self,
        page: &str,
        line: usize,
        command: &str,
    ) -> Result<Option<CommandOutcome>, String> {
        let start = Instant::now();
        let outcome = self.sandbox.run(command)?;
        self.outcomes
            .insert(command.to_owned(), outcome.output.clone());
        println!(
            "{page}:{}: {:.1} s: {command}",
            line + 1,
            start.elapsed().as_secs_f64()
        );
        let Some(problem) = &outcome.problem else {
            return Ok(Some(outcome));
        };
        let told = outcome.output.join("\n  ");
        self.drift(page, line, &format!("`{command}`: {problem}\n  {told}"));
        Ok(None)
    }

    /// Holds the options of a command against the program.
    fn options(&mut self, page: &str, line: usize, command: &str) -> Result<(), String> {
        self.target(page, line, command);
        let Some(asking) = figures::asking_for_help(command) else {
            return Ok(());
        };
        self.counts.options += 1;
        let outcome = self.sandbox.run(&asking)?;
        // `SHELL` and the like stand for a value.
        let told = outcome.output.join(" ");
        let placeholder = told
            .split_once("invalid value '")
            .and_then(|(_, rest)| rest.split('\'').next())
            .is_some_and(|value| value.chars().all(|letter| letter.is_ascii_uppercase()));
        if outcome.problem.is_some() && !placeholder {
            self.drift(
                page,
                line,
                &format!("the program does not take `{command}`: {told}"),
            );
        }
        Ok(())
    }

    /// Holds what a command of Cargo names against the sources.
    fn target(&mut self, page: &str, line: usize, command: &str) {
        if let Some(problem) = figures::unknown_target(self.root, &crate::chores(), command) {
            self.drift(page, line, &format!("`{command}`: {problem}"));
        }
    }
}

/// The text with some of its lines replaced.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, replacement) in edits {
        lines.splice(range.clone(), replacement.iter().map(String::as_str));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests;
