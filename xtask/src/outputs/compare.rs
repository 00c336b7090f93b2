//! Whether an output is what a page shows, apart from what differs from run to run.

use std::sync::LazyLock;

use regex::Regex;

/// What is not compared, for the help of the command.
pub const NORMALISED: &str = "\
Not compared, since it differs from run to run:
  durations (4.7 s, 27 min 45 s), rates (2.8 M/s), the number of threads, the port of a server,
  lines of progress on standard error, the line `estimate:` where the page has none (whether it is said depends on the machine), and counts of visited nodes, unless the command says `--threads 1`.
  Zero nodes, nodes of a proof and nodes walked through are compared.
All else is compared character by character: values, positions, moves, counts, sizes, digests.
A line `...` stands for any number of lines shaped like the one above or below it.
A reduced command must print lines of the same shapes in the same order, whatever names and numbers are in them.";

macro_rules! patterns {
    ($($name:ident = $pattern:expr;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).expect("a pattern"));)*
    };
}

patterns! {
    DURATION = r"\b\d+(\.\d+)? (h|min|s|ms|µs|ns)\b( \d+(\.\d+)? (min|s)\b)*";
    RATE = r"\b\d+(\.\d+)? ?[kMGT]?/s";
    NODES = r"(for )?\b(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?( [kMGT])? nodes\b( walked)?";
    THREADS = r"\bon \d+ threads?\b";
    PORT = r"127\.0\.0\.1:\d+";
    PROGRESS = r"^[a-z][a-z0-9, ]*: (\d+ %, \d|<time>$|<time>; )";
    DIGEST = r"\b[0-9a-f]{64}\b";
    GAME = r"\b[a-z][a-z,-]*[:-]\d+x\d+\b(\?\S*)?";
    FILE = r"\b[\w-]+\.(sol|cert|proof)\b";
    BOARD = r"position [-XO]+ [XO]";
    SIZE = r"<n> ([KMGT]i)?B\b";
    NUMBER = r"[+-]?\b(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?\b";
}

/// A line with what differs from run to run taken out. `deterministic` keeps counts of nodes.
pub fn normalised(line: &str, deterministic: bool) -> String {
    let line = RATE.replace_all(line.trim_end(), "<rate>");
    let line = DURATION.replace_all(&line, "<time>");
    let line = THREADS.replace_all(&line, "on <n> threads");
    let line = PORT.replace_all(&line, "127.0.0.1:<port>");
    if deterministic {
        return line.into_owned();
    }
    let nodes = NODES.replace_all(&line, |found: &regex::Captures| {
        let of_proof = found.get(1).is_some() || found.get(5).is_some();
        match of_proof || &found[2] == "0" && found.get(3).is_none() {
            true => found[0].to_owned(),
            false => "<n> nodes".to_owned(),
        }
    });
    nodes.into_owned()
}

/// Whether a line only says how far work has come.
pub fn is_progress(line: &str) -> bool {
    PROGRESS.is_match(&normalised(line, false))
}

/// The output without an estimate that the page does not show.
pub fn without_estimate(shown: &[&str], mut output: Vec<String>) -> Vec<String> {
    const ESTIMATE: &str = "estimate: ";
    if !shown.iter().any(|line| line.starts_with(ESTIMATE)) {
        output.retain(|line| !line.starts_with(ESTIMATE));
    }
    output
}

/// What is left of a line if names, numbers and the width of columns do not count.
fn shape(line: &str) -> String {
    let line = normalised(line, true);
    let line = DIGEST.replace_all(&line, "<digest>");
    let line = GAME.replace_all(&line, "<game>");
    let line = FILE.replace_all(&line, "<file>");
    let line = BOARD.replace_all(&line, "position <board>");
    let line = NUMBER.replace_all(&line, "<n>");
    let line = SIZE.replace_all(&line, "<n> bytes");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What becomes of the lines of a page and of an output where one is laid beside the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The line of the page is the line of the output.
    Same(usize),
    /// A line `...` of the page, which stands for the `Covered` that follow.
    Rest(usize),
    Covered,
    Removed(usize),
    Added(usize),
}

/// The lines of a page beside those of an output.
pub struct Comparison<'a> {
    shown: &'a [&'a str],
    output: &'a [String],
    deterministic: bool,
    changes: Vec<Change>,
}

/// Compares what a page shows with what came out.
pub fn compare<'a>(
    shown: &'a [&'a str],
    output: &'a [String],
    deterministic: bool,
) -> Comparison<'a> {
    let keys = |line: &str| normalised(line, deterministic);
    let left: Vec<_> = shown.iter().map(|line| (keys(line), shape(line))).collect();
    let right: Vec<_> = output
        .iter()
        .map(|line| (keys(line), shape(line)))
        .collect();
    Comparison {
        shown,
        output,
        deterministic,
        changes: align(&left, &right),
    }
}

/// Compares the shapes of two outputs; runs of lines of one shape count as one line.
pub fn compare_shapes<'a>(shown: &'a [&'a str], output: &'a [String]) -> Option<Comparison<'a>> {
    let shapes = |lines: Vec<&str>| {
        let mut shapes: Vec<String> = lines.into_iter().map(shape).collect();
        shapes.dedup();
        shapes
    };
    let without_rests = shown.iter().filter(|line| line.trim() != "...");
    let right = output.iter().map(String::as_str).collect();
    match shapes(without_rests.copied().collect()) == shapes(right) {
        true => None,
        false => Some(compare(shown, output, false)),
    }
}

/// The cheapest way to lay two lists of lines, by keys and shapes, beside each other.
fn align(left: &[(String, String)], right: &[(String, String)]) -> Vec<Change> {
    const REMOVE: u32 = 3;
    const REPLACE_SHAPED: u32 = 2;
    const REPLACE: u32 = 4;
    let is_rest = |at: usize| left[at].0.trim() == "...";
    let covers = |at: usize, line: usize| {
        let neighbours = [at.checked_sub(1), Some(at + 1)];
        let mut known = neighbours
            .into_iter()
            .flatten()
            .filter_map(|at| left.get(at));
        known.clone().count() < 2 || known.any(|(_, shape)| *shape == right[line].1)
    };
    let replacing = |i: usize, j: usize| match () {
        () if left[i].0 == right[j].0 => 0,
        () if left[i].1 == right[j].1 => REPLACE_SHAPED,
        () => REPLACE,
    };
    let width = right.len() + 1;
    let mut cost = vec![0_u32; (left.len() + 1) * width];
    for i in (0..=left.len()).rev() {
        for j in (0..=right.len()).rev() {
            let of = |i: usize, j: usize| cost[i * width + j];
            let mut best = u32::MAX;
            if i == left.len() && j == right.len() {
                best = 0;
            }
            if i < left.len() {
                best = best.min(of(i + 1, j) + if is_rest(i) { 0 } else { REMOVE });
            }
            if j < right.len() {
                let covered = i < left.len() && is_rest(i) && covers(i, j);
                best = best.min(of(i, j + 1) + if covered { 0 } else { REMOVE });
            }
            if i < left.len() && j < right.len() && !is_rest(i) {
                best = best.min(of(i + 1, j + 1) + replacing(i, j));
            }
            cost[i * width + j] = best;
        }
    }
    let of = |i: usize, j: usize| cost[i * width + j];
    let (mut i, mut j) = (0, 0);
    let mut changes = Vec::new();
    let mut in_rest = false;
    while i < left.len() || j < right.len() {
        let here = of(i, j);
        let more = i < left.len() && j < right.len();
        if more && !is_rest(i) && here == of(i + 1, j + 1) + replacing(i, j) {
            match replacing(i, j) {
                0 => changes.push(Change::Same(i)),
                _ => changes.extend([Change::Removed(i), Change::Added(j)]),
            }
            (i, j) = (i + 1, j + 1);
        } else if i < left.len() && is_rest(i) {
            if !in_rest {
                changes.push(Change::Rest(i));
            }
            in_rest = j < right.len() && here != of(i + 1, j);
            match in_rest {
                true => {
                    let covered = covers(i, j) && here == of(i, j + 1);
                    changes.push(if covered {
                        Change::Covered
                    } else {
                        Change::Added(j)
                    });
                    j += 1;
                }
                false => i += 1,
            }
        } else if j < right.len() && here == of(i, j + 1) + REMOVE {
            changes.push(Change::Added(j));
            j += 1;
        } else {
            changes.push(Change::Removed(i));
            i += 1;
        }
    }
    changes
}

impl Comparison<'_> {
    /// Whether the page shows what came out.
    pub fn agrees(&self) -> bool {
        let drifts = |change: &Change| matches!(change, Change::Removed(_) | Change::Added(_));
        !self.changes.iter().any(drifts)
    }

    /// The lines that the page should show: its own where they agree, the output's where not.
    ///
    /// A line `...` beside which lines have changed may stand for less than before, so that the
    /// result is compared anew.
    pub fn updated(&self) -> Vec<String> {
        let mut lines = self.merged();
        for _ in 0..self.output.len() {
            let shown: Vec<&str> = lines.iter().map(String::as_str).collect();
            let again = compare(&shown, self.output, self.deterministic);
            if again.agrees() {
                return lines;
            }
            lines = again.merged();
        }
        self.output.to_vec()
    }

    fn merged(&self) -> Vec<String> {
        let lines = self.changes.iter().filter_map(|change| match *change {
            Change::Same(at) | Change::Rest(at) => Some(self.shown[at].to_owned()),
            Change::Added(at) => Some(self.output[at].clone()),
            Change::Covered | Change::Removed(_) => None,
        });
        lines.collect()
    }

    /// A unified diff; the first line shown stands on line `first` of `page`, counted from 1.
    pub fn diff(&self, page: &str, first: usize, command: &str) -> String {
        const CONTEXT: usize = 3;
        let rows: Vec<(char, &str)> = self
            .changes
            .iter()
            .filter_map(|change| match *change {
                Change::Same(at) | Change::Rest(at) => Some((' ', self.shown[at])),
                Change::Removed(at) => Some(('-', self.shown[at])),
                Change::Added(at) => Some(('+', &self.output[at][..])),
                Change::Covered => None,
            })
            .collect();
        let near = |at: usize| {
            let from = at.saturating_sub(CONTEXT);
            let until = rows.len().min(at + CONTEXT + 1);
            rows[from..until].iter().any(|(mark, _)| *mark != ' ')
        };
        let mut text = format!("--- {page}:{first}\n+++ {command}\n");
        let mut at = 0;
        while at < rows.len() {
            if !near(at) {
                at += 1;
                continue;
            }
            let until = (at..rows.len())
                .find(|&row| !near(row))
                .unwrap_or(rows.len());
            let count = |rows: &[(char, &str)], but: char| {
                rows.iter().filter(|(mark, _)| *mark != but).count()
            };
            let (old, new) = (
                first + count(&rows[..at], '+'),
                first + count(&rows[..at], '-'),
            );
            let (olds, news) = (count(&rows[at..until], '+'), count(&rows[at..until], '-'));
            text += &format!("@@ -{old},{olds} +{new},{news} @@\n");
            for (mark, line) in &rows[at..until] {
                text += &format!("{mark}{line}\n");
            }
            at = until;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// What the page becomes, and whether it drifted.
    fn updated(shown: &str, output: &str) -> (bool, String) {
        let (shown, output): (Vec<&str>, _) = (shown.lines().collect(), lines(output));
        let comparison = compare(&shown, &output, false);
        (!comparison.agrees(), comparison.updated().join("\n"))
    }

    #[test]
    fn times_rates_and_nodes_of_teams_do_not_count_and_all_else_does() {
        for (shown, output) in [
            (
                "45 814 724 nodes searched, 4.7 s",
                "1 nodes searched, 1 min 02 s",
            ),
            ("checked in 2.1 s (2.8 M/s)", "checked in 0.004 s (712/s)"),
            (
                "71.1 G nodes, 27 min 45 s on 2 threads",
                "3 k nodes, 1 h 02 min on 16 threads",
            ),
            (
                "serving at http://127.0.0.1:8080/",
                "serving at http://127.0.0.1:4/",
            ),
        ] {
            assert_eq!(updated(shown, output), (false, shown.to_owned()));
            if shown.contains("nodes") {
                assert_ne!(normalised(shown, true), normalised(output, true));
            }
        }
        for (shown, output) in [
            ("value +32", "value -32"),
            ("value +32", "value 32"),
            ("search of 0 nodes", "search of 7 nodes"),
            (
                "47 moves for 123 nodes, 1 KiB",
                "47 moves for 124 nodes, 1 KiB",
            ),
            ("123 nodes walked in 1.0 s", "124 nodes walked in 1.0 s"),
            ("4.6 MiB, digest a06f", "4.6 MiB, digest a06e"),
            ("   29      43 796", "   29      43 797"),
        ] {
            assert_eq!(updated(shown, output), (true, output.to_owned()));
        }
    }

    #[test]
    fn a_rest_stands_for_rows_like_its_neighbours_and_hides_no_change_beside_it() {
        let table = "level  n\n  1  1\n  2  4\n  3  9\n  4 16\ntotal 30\n\ndone";
        let page = "level  n\n  1  1\n...\n  4 16\ntotal 30\n\ndone";
        assert_eq!(updated(page, table), (false, page.to_owned()));
        assert!(!updated(page, page.replace("...\n", "").as_str()).0);
        for (from, to) in [
            ("  1  1", "  1  2"),
            ("  4 16", "  4 17"),
            ("total 30", "in all 30"),
            ("done", "done: 30"),
            ("level  n", "level number"),
            ("\n\ndone", "\ntold\n\ndone"),
            ("\n\ndone", ""),
        ] {
            let changed = page.replace(from, to);
            assert_eq!(updated(page, &table.replace(from, to)), (true, changed));
        }
        let (drifted, page) = updated(page, &table.replace("  3  9", "but\n  3  9"));
        assert!(drifted && page.contains("but"), "{page}");
    }

    #[test]
    fn an_updated_page_agrees() {
        let pieces = ["a 1", "a 2", "b", "...", "", "c 5 s"];
        let number = |mut seed: usize, length: usize| -> Vec<&str> {
            let mut lines = Vec::new();
            for _ in 0..length {
                lines.push(pieces[seed % pieces.len()]);
                seed /= pieces.len();
            }
            lines
        };
        for seed in 0..6_usize.pow(4) {
            for other in [0, 7, 100, 777, 1000] {
                let shown = number(seed, 4);
                let output: Vec<String> = number(other + seed / 2, 4)
                    .iter()
                    .map(|line| line.replace("...", "d"))
                    .collect();
                let updated = compare(&shown, &output, false).updated();
                let again: Vec<&str> = updated.iter().map(String::as_str).collect();
                let second = compare(&again, &output, false);
                assert!(second.agrees(), "{shown:?} {output:?} {updated:?}");
                assert_eq!(second.updated(), updated);
            }
        }
    }

    #[test]
    fn shapes_are_what_is_left_without_names_and_numbers() {
        let page = [
            "level  artifact",
            "    4         1",
            "  ...",
            "   26 5 468 496",
            "othello:6x6 has the value -4 (semi-strong)",
            "o66.sol: 14 474 291 positions, 64.2 MiB, digest 3d8024a47a041da28f39153dece391bbcd399a3fc235f6ced9af50ffc309cb58",
        ];
        let small = "level artifact\n 4 1\n 5 1\n 6 1\nothello:4x4 has the value +10 (semi-strong)\no44.sol: 2 positions, 900 B, digest 3d8024a47a041da28f39153dece391bbcd399a3fc235f6ced9af50ffc309cb59";
        assert!(compare_shapes(&page, &lines(small)).is_none());
        for (from, to) in [
            ("level", "depth"),
            (" has the", " has a"),
            ("digest", "hash"),
            (" 4 1\n 5 1\n 6 1\n", ""),
        ] {
            let other = lines(&small.replace(from, to));
            assert!(compare_shapes(&page, &other).is_some(), "{to}");
        }
    }

    #[test]
    fn progress_is_told_from_results() {
        for line in [
            "counting: 10.0 s",
            "level 8: 13 %, 648 of 4 746, 155/s, 26.5 s left; 4 169 positions in all, 5.4 M nodes/s",
            "level 33, taking out won positions by nodes: 4 %, 1 of 25, 1/s, 2 min 25 s left",
        ] {
            assert!(is_progress(line), "{line}");
        }
        for line in [
            "line 1: +18, as stated; 28 337 nodes in 0.003 s (9.1 M/s)",
            "c65.sol: 1 616 235 positions",
            "estimate: about 8.5 M positions",
            "-: 0, best 3",
        ] {
            assert!(!is_progress(line), "{line}");
        }
    }

    #[test]
    fn a_diff_names_the_lines_of_the_page() {
        let shown = ["a", "b", "c", "d", "e", "f"];
        let output = lines("a\nb\nc\nd\nE\nf");
        let diff = compare(&shown, &output, false).diff("README.md", 11, "solveig x");
        assert_eq!(
            diff,
            "--- README.md:11\n+++ solveig x\n@@ -12,5 +12,5 @@\n b\n c\n d\n-e\n+E\n f\n"
        );
    }
}
