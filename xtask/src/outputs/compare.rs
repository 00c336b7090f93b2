//! Whether an output is what a page shows, apart from what differs from run to run.

use std::sync::LazyLock;

use regex::Regex;
use similar::{Algorithm, DiffOp, TextDiff, capture_diff_slices};

/// What is not compared, for the help of the command.
pub const NORMALISED: &str = "\
Not compared, since it differs from run to run:
  durations (4.7 s, 27 min 45 s), rates (2.8 M/s), the number of threads, the port of a server,
  lines of progress on standard error, the line `estimate:` where the page has none (whether it is said depends on the machine), and counts of visited nodes, unless the command says `--threads 1`.
  Zero nodes, nodes of a proof and nodes walked through are compared.
All else is compared character by character: values, positions, moves, counts, sizes, digests.
A line `...` stands for the lines between those that are shown above and below it.
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

/// What a page should show: its own lines where they agree with the output, the output's where not.
///
/// A line `...` of the page stands for the lines of the output between those that the page shows
/// above and below it.
pub fn updated(shown: &[&str], output: &[String], deterministic: bool) -> Vec<String> {
    let rest = shown.iter().position(|line| line.trim() == "...");
    if let Some((rest, line)) = rest.map(|rest| (rest, shown[rest])) {
        let (above, below) = (&shown[..rest], &shown[rest + 1..]);
        if let Some(from) = output
            .len()
            .checked_sub(below.len())
            .filter(|&from| from >= rest)
        {
            let mut lines = updated(above, &output[..rest], deterministic);
            lines.push(line.to_owned());
            lines.extend(updated(below, &output[from..], deterministic));
            return lines;
        }
    }
    let keys = |line: &str| normalised(line, deterministic);
    let left: Vec<String> = shown.iter().map(|line| keys(line)).collect();
    let right: Vec<String> = output.iter().map(|line| keys(line)).collect();
    let lines = capture_diff_slices(Algorithm::Myers, &left, &right);
    let lines = lines.into_iter().flat_map(|part| match part {
        DiffOp::Equal { old_index, len, .. } => {
            let own = shown[old_index..old_index + len].iter();
            own.map(|&line| line.to_owned()).collect()
        }
        _ => output[part.new_range()].to_vec(),
    });
    lines.collect()
}

/// Whether two outputs have the same shape; runs of lines of one shape count as one line.
pub fn same_shapes(shown: &[&str], output: &[String]) -> bool {
    let shapes = |lines: Vec<&str>| {
        let mut shapes: Vec<String> = lines.into_iter().map(shape).collect();
        shapes.dedup();
        shapes
    };
    let without_rests = shown.iter().filter(|line| line.trim() != "...");
    let right = output.iter().map(String::as_str).collect();
    shapes(without_rests.copied().collect()) == shapes(right)
}

/// A unified diff; its line numbers count from the first line shown, line `first` of `page`.
pub fn diff(page: &str, first: usize, shown: &[&str], command: &str, output: &[String]) -> String {
    let (shown, output) = (shown.join("\n") + "\n", output.join("\n") + "\n");
    let diff = TextDiff::from_lines(&shown, &output);
    let mut diff = diff.unified_diff();
    diff.header(&format!("{page}:{first}"), command).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// What the page becomes, and whether it drifted.
    fn after(shown: &str, output: &str) -> (bool, String) {
        let shown: Vec<&str> = shown.lines().collect();
        let lines = updated(&shown, &lines(output), false);
        (lines != shown, lines.join("\n"))
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
            assert_eq!(after(shown, output), (false, shown.to_owned()));
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
            assert_eq!(after(shown, output), (true, output.to_owned()));
        }
    }

    #[test]
    fn a_rest_stands_for_what_is_not_shown_and_hides_no_change_beside_it() {
        let table = "level  n\n  1  1\n  2  4\n  3  9\n  4 16\ntotal 30\n\ndone";
        let page = "level  n\n  1  1\n...\n  4 16\ntotal 30\n\ndone";
        assert_eq!(after(page, table), (false, page.to_owned()));
        assert!(!after(page, page.replace("...\n", "").as_str()).0);
        for (from, to) in [
            ("  1  1", "  1  2"),
            ("  4 16", "  4 17"),
            ("total 30", "in all 30"),
            ("done", "done: 30"),
            ("level  n", "level number"),
        ] {
            let changed = page.replace(from, to);
            assert_eq!(after(page, &table.replace(from, to)), (true, changed));
        }
        assert!(after(page, &table.replace("\n\ndone", "\ntold\n\ndone")).0);
        assert_eq!(
            after(page, "level  n\ndone"),
            (true, "level  n\ndone".to_owned())
        );
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
                let first = updated(&shown, &output, false);
                let again: Vec<&str> = first.iter().map(String::as_str).collect();
                assert_eq!(
                    updated(&again, &output, false),
                    first,
                    "{shown:?} {output:?}"
                );
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
        assert!(same_shapes(&page, &lines(small)));
        for (from, to) in [
            ("level", "depth"),
            (" has the", " has a"),
            ("digest", "hash"),
            (" 4 1\n 5 1\n 6 1\n", ""),
        ] {
            let other = lines(&small.replace(from, to));
            assert!(!same_shapes(&page, &other), "{to}");
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
        let diff = diff("README.md", 11, &shown, "solveig x", &output);
        assert_eq!(
            diff,
            "--- README.md:11\n+++ solveig x\n@@ -2,5 +2,5 @@\n b\n c\n d\n-e\n+E\n f\n"
        );
    }
}
