//! `value` with many positions, one a line, and with a bound for an answer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::run::{Folder, expect_complaints, program, run, solveig, words};

const START: &str = "-----OX--XO----- X";

/// What `value` answers when these lines are piped to it.
fn obf(arguments: &str, lines: &str) -> crate::run::Ran {
    run(
        &words(&format!("value {arguments} --obf - --memory 4MiB")),
        lines,
    )
}

/// The FFO endgame test suite.
fn ffo() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/ffo-endgames.obf");
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_easy_ffo_endgames_have_the_scores_they_are_known_for() {
    let lines: String = ffo()
        .lines()
        .take(19)
        .map(|line| line.to_owned() + "\n")
        .collect();
    let answers = obf("othello:8x8 --json", &lines).objects();
    assert_eq!(answers.len(), 19);
    for (at, answer) in answers.iter().enumerate() {
        assert_eq!(answer["line"], at + 1);
        assert_eq!(answer["status"], "exact");
        assert_eq!(answer["value"], answer["stated"]);
        assert_eq!(answer["agrees"], true);
    }
    let values = answers.iter().map(|answer| answer["value"].as_i64());
    let expected = [
        18, 10, 2, 0, 32, 14, 8, 8, -8, 10, 30, -8, 14, 18, 4, 24, 8, -2, 8,
    ];
    assert!(values.eq(expected.map(Some)));
}

#[test]
fn canonical_best_moves_are_among_those_stated() {
    let lines: String = ffo()
        .lines()
        .take(5)
        .map(|line| line.to_owned() + "\n")
        .collect();
    let answers = obf("othello:8x8 --pv --json", &lines).objects();
    for (answer, line) in answers.iter().zip(lines.lines()) {
        let best = answer["best_move"].as_str().unwrap();
        assert!(line.contains(&format!("{best}:")), "{line}: {best}");
        assert_eq!(answer["pv"][0], best);
        assert_eq!(answer["agrees"], true);
    }
}

#[test]
fn the_whole_suite_can_be_read() {
    let answers = obf("othello:8x8 --at-least -64 --json", &ffo()).objects();
    let lines = answers.iter().map(|answer| answer["line"].as_u64());
    assert!(lines.eq((1..=ffo().lines().count() as u64).map(Some)));
    let bounds = answers.iter().filter(|answer| {
        answer["status"] == "bound" && answer["at_least"] == -64 && answer["agrees"].is_null()
    });
    assert_eq!(bounds.count(), 53);
    let comments = answers.iter().filter(|answer| answer["position"].is_null());
    assert_eq!(comments.count(), answers.len() - 53);
}

#[test]
fn lines_are_answered_in_order_whatever_the_threads() {
    for played in ["b1", "a2", "d3", "c4"] {
        let after = solveig(&format!("value othello:4x4 --position {played} --json")).json();
        assert_eq!(after["value"], 10);
    }
    let lines = format!("{START}\n\n% none here\n--XO------------ X; -16\n{START}; +3; b1:-10\n")
        .repeat(20);
    let without_figures = |threads: usize| {
        let answers = obf(
            &format!("othello:4x4 --pv --json --threads {threads}"),
            &lines,
        );
        assert_eq!((answers.status, answers.stderr.as_str()), (1, ""));
        let read = |line: &str| -> Value {
            let mut answer: Value = serde_json::from_str(line).unwrap();
            let fields = answer.as_object_mut().unwrap();
            if !fields["position"].is_null() {
                assert!(fields.remove("nodes").is_some() && fields.remove("seconds").is_some());
            }
            answer
        };
        answers.stdout.lines().map(read).collect::<Vec<_>>()
    };
    let answers = without_figures(1);
    assert_eq!(answers, without_figures(4));
    assert_eq!(answers.len(), 100, "each line is answered");
    assert_eq!(answers[0]["position"], START);
    assert_eq!(answers[0]["value"], -10);
    assert_eq!(answers[0].get("stated"), None);
    assert_eq!(answers[1], json!({ "line": 2, "position": null }));
    assert_eq!(
        answers[3],
        json!({
            "line": 4, "position": "--XO------------ X", "status": "exact", "source": "searched",
            "value": -16, "at_least": null, "at_most": null, "plies": null, "interrupted": false,
            "best_move": "pass", "pv": ["pass", "b1"], "stated": -16, "agrees": true,
        })
    );
    assert_eq!(answers[4]["stated"], 3);
    assert_eq!(answers[4]["agrees"], false);
    let numbers: Vec<_> = answers
        .iter()
        .map(|one| one["line"].as_u64().unwrap())
        .collect();
    assert!(numbers.iter().copied().eq(1..=100), "{numbers:?}");
}

#[test]
fn an_answer_comes_before_the_next_line_is_asked_for() {
    let mut child = program("value othello:4x4 --obf - --memory 4MiB")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for number in 1..=3 {
        writeln!(input, "{START}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!("line {number}: -10; ")),
            "{answer}"
        );
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_board_that_a_server_draws_on_several_lines_is_one_position() {
    let drawn = "/os: update .12 4b\n|  A B C D\n| 1 - - - - 1\n| 2 - O * - 2\n| 3 - * O - 3\n\
                 | 4 - - - - 4\n|  A B C D\n|\n|* to move\n|\n";
    let answers = obf(
        "othello:4x4",
        &format!("{START}; -10;\n{drawn}{START}; -10;\n"),
    )
    .text();
    let lines: Vec<&str> = answers.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 3, "{answers}");
    assert!(lines[1].starts_with("line 2: -10; "), "{answers}");
    assert!(
        lines[2].starts_with("line 12: -10, as stated; "),
        "{answers}"
    );
}

#[test]
fn a_wrong_score_fails_and_a_bad_line_is_answered_with_the_others() {
    let wrong = obf("othello:4x4", &format!("{START}; +2;\n{START}; -10;\n"));
    assert_eq!((wrong.status, wrong.stderr.as_str()), (1, ""));
    let lines: Vec<&str> = wrong.stdout.lines().collect();
    assert!(lines[0].starts_with("line 1: -10, not +2 as stated; "));
    assert!(lines[1].starts_with("line 2: -10, as stated; "));

    let folder = Folder::new();
    let file = folder.named("some.obf");
    fs::write(&file, format!("{START}\n-----OX--XO---- X\n{START}; +2;\n")).unwrap();
    let ran = run(&["value", "othello:4x4", "--json", "--obf", &file], "");
    assert_eq!(ran.status, 2);
    let problem = "the board ends after 15 squares: a 4x4 board has 16";
    let said = "lines that hold no position: 1 of 3; their answers say why";
    assert_eq!(ran.stderr, format!("error: {file}: {said}\n"));
    let totals = ran.totals.unwrap();
    assert!(
        totals.starts_with("total: lines 3, positions 2, right 0, wrong 1, errors 1; "),
        "{totals}"
    );
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(
        answers[1],
        json!({
            "line": 2, "position": "-----OX--XO---- X",
            "error": { "message": problem, "column": 16 },
        })
    );
    assert_eq!(answers[2]["agrees"], false);
    let missing = folder.named("missing.obf");
    let complaint = run(&["value", "othello:4x4", "--obf", &missing], "").complaint();
    assert!(complaint.starts_with(&missing), "{complaint}");
}

#[test]
fn a_bound_is_never_called_exact() {
    for (bound, field, value) in [
        (-16, "at_least", -16),
        (-10, "at_least", -10),
        (-9, "at_most", -10),
        (16, "at_most", 15),
    ] {
        for solver in ["alpha-beta", "pvs", "minimax"] {
            if solver == "minimax" && bound != -10 {
                continue;
            }
            let answer = solveig(&format!(
                "value othello:4x4 --at-least {bound} --solver {solver} --json"
            ))
            .json();
            assert_eq!(answer["status"], "bound", "{bound} {solver}");
            assert_eq!(answer[field], value);
            assert_eq!(answer["value"], Value::Null);
            for absent in ["best_move", "pv"] {
                assert_eq!(answer.get(absent), None);
            }
        }
    }
    let text = |bound: i32| solveig(&format!("value othello:4x4 --at-least {bound}")).text();
    assert!(text(-10).starts_with("value      at least -10\nsearch     "));
    assert!(text(2).starts_with("value      at most +1\nsearch     "));

    let stated = format!("{START}; -10\n");
    let not_refuted = obf("othello:4x4 --at-least -10 --json", &stated).json();
    assert_eq!(
        (&not_refuted["at_least"], &not_refuted["agrees"]),
        (&json!(-10), &Value::Null)
    );
    let wrong = obf("othello:4x4 --at-least 0", &format!("{START}; 0\n"));
    assert_eq!(wrong.status, 1);
    assert!(
        wrong
            .stdout
            .starts_with("line 1: at most -1, not 0 as stated; ")
    );
}

#[test]
fn questions_that_exclude_each_other_are_refused() {
    expect_complaints(
        "value othello:4x4 --obf - --position b1 => cannot be used with
        value othello:4x4 --obf - --position -----OX--XO----- => cannot be used with
        value othello:4x4 --pv => --obf
        value othello:4x4 --obf - --pv --at-least 2 => cannot be used with
        value othello:4x4 --at-least 17 => between -16 and 16
        value othello:4x4 --at-least much => 'much'",
    );
}

#[test]
fn move_lists_are_answered_as_pons_does() {
    let lists = "2252576253462244111563365343671351441\n\
                 7422341735647741166133573473242566 1\n\
                 71255763773133525731261364622167124446454\n";
    let arguments = words("value connect-four:7x6?utility=score --moves - --threads 1");
    let answers = run(&arguments, lists).text();
    assert_eq!(
        answers,
        "2252576253462244111563365343671351441 -1\n\
         7422341735647741166133573473242566 1\n\
         71255763773133525731261364622167124446454 0\n"
    );
    let outcome = words("value connect-four:4x4 --moves - --json");
    let objects = run(&outcome, "\n11\n").objects();
    assert_eq!(objects[0]["position"], "");
    assert_eq!(objects[0]["value"], 0);
    assert_eq!(objects[1]["line"], 2);
}

#[test]
fn move_lists_that_are_wrong_are_named_and_the_others_answered() {
    let arguments = words("value connect-four:4x4 --moves - --threads 1");
    let ran = run(&arguments, "11111\n12 5\n12\n1x\n121212 1\n");
    assert_eq!(ran.status, 2);
    let answers: Vec<&str> = ran.stdout.lines().collect();
    assert!(
        answers[0].starts_with("11111 error: move 5 "),
        "{answers:?}"
    );
    assert_eq!(
        answers[1],
        "12 error: column 4: after the moves: \"5\": expected a value between -1 and 1"
    );
    assert_eq!(answers[2], "12 0");
    assert!(answers[3].starts_with("1x error: move 2 "), "{answers:?}");
    assert_eq!((answers[4], answers.len()), ("121212 1", 5));
    let start = run(&arguments, "-\n- 1\n");
    assert_eq!((start.status, start.stdout.as_str()), (1, "- 0\n- 0\n"));
    let wrong = run(&arguments, "12 1\n");
    assert_eq!((wrong.status, wrong.stdout.as_str()), (1, "12 0\n"));
}

#[test]
fn scores_say_how_soon_the_game_ends() {
    let value = "value connect-four:4x4?utility=score --position 112";
    let answer = solveig(&format!("{value} --json")).json();
    assert!(answer["plies"].as_u64().is_some(), "{answer}");
    let line = answer["pv"].as_array().unwrap().len() as u64;
    assert_eq!(answer["plies"], line);
    let text = solveig(value).text();
    let moves = line.div_ceil(2);
    assert!(text.contains(&format!(" in {moves} moves)")), "{text}");
    // By outcome a search tells it, of a win or a loss.
    let plain = solveig("value connect-four:4x4 --position 112 --json").json();
    match plain["value"].as_i64() {
        Some(0) => assert!(plain["plies"].is_null(), "{plain}"),
        _ => assert_eq!(plain["plies"], line, "{plain}"),
    }
}

/// A header, an answer for each row with the columns it came with, and again from its own output,
/// whose answers stay beside the new ones.
#[test]
fn rows_of_csv_are_answered_in_place() {
    let rows = "name,position,stated\n\
                \"start, quoted\",,-10\n\
                after,b1,10\n\
                wrong,b1,8\n\
                nowhere,b1zz,\n\
                odd,b1,much\n\
                short\n\
                \n\
                board,-----OX--XO----- X,";
    let ran = run(&words("value othello:4x4 --csv - --memory 4MiB"), rows);
    assert_eq!(ran.status, 2);
    let totals = ran.totals.unwrap();
    let counted = "total: lines 8, positions 4, right 2, wrong 1, errors 3; ";
    assert!(totals.starts_with(counted), "{totals}");
    let mut answers = csv::Reader::from_reader(ran.stdout.as_bytes());
    let header = answers.headers().unwrap().clone();
    let all: Vec<csv::StringRecord> = answers.records().map(Result::unwrap).collect();
    assert_eq!(all.len(), 8, "{}", ran.stdout);
    let field = |row: usize, name: &str| {
        let at = header.iter().position(|column| column == name).unwrap();
        all[row][at].to_owned()
    };
    let names = "start, quoted|after|wrong|nowhere|odd|short||board".split('|');
    for (row, name) in names.enumerate() {
        assert_eq!(field(row, "name"), name);
    }
    let values = ["-10", "10", "10", "", "", "", "", "-10"];
    for (row, value) in values.into_iter().enumerate() {
        assert_eq!(field(row, "value"), value);
        let status = if value.is_empty() { "" } else { "exact" };
        assert_eq!(field(row, "status"), status);
        assert_eq!(field(row, "best").is_empty(), value.is_empty());
    }
    assert_eq!(
        [0, 1, 2].map(|row| field(row, "agrees")),
        ["true", "true", "false"]
    );
    for (row, problem) in [
        (3, "line 5: column \"position\": move 2 of \"b1zz\""),
        (
            4,
            "line 6: column \"stated\": \"much\": expected a value between -16 and 16",
        ),
        (5, "line 7: 1 field: the header has 3"),
    ] {
        assert!(
            field(row, "error").contains(problem),
            "{}",
            field(row, "error")
        );
    }

    let arguments = words("value othello:4x4 --csv - --memory 4MiB");
    let again = run(&arguments, &ran.stdout);
    let mut asked_again = csv::Reader::from_reader(again.stdout.as_bytes());
    let names = asked_again.headers().unwrap().clone();
    let earlier = header.iter().skip(3).map(|name| format!("input_{name}"));
    let input = header.iter().take(3).map(str::to_owned);
    let expected: Vec<String> = input
        .chain(earlier)
        .chain(header.iter().skip(3).map(str::to_owned))
        .collect();
    assert!(names.iter().eq(&expected), "{names:?}");
    for (record, before) in asked_again.records().zip(&all) {
        assert!(before.iter().eq(record.unwrap().iter().take(before.len())));
    }
    let objects = run(&words("value othello:4x4 --csv - --json"), rows);
    let objects: Vec<Value> = objects
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let numbers: Vec<_> = objects.iter().map(|one| one["line"].as_u64()).collect();
    assert!(numbers.into_iter().eq((2..=9).map(Some)));
    let message = objects[4]["error"]["message"].as_str().unwrap();
    assert_eq!(format!("line 6: {message}"), field(4, "error"));
}

#[test]
fn a_file_of_rows_begins_with_a_header() {
    let complaint = |input| run(&words("value othello:4x4 --csv -"), input).complaint();
    assert_eq!(
        complaint(""),
        "standard input: empty: expected a header, as in position,stated"
    );
    let missing = complaint("b1\nb1a1\n");
    assert!(
        missing.contains("line 1 begins with the position b1"),
        "{missing}"
    );
    let unnamed = complaint("id,played\n1,b1\n");
    assert!(
        unnamed.contains("no column \"position\" or \"moves\"; its columns are id, played"),
        "{unnamed}"
    );
    for rows in ["position\tx\nb1\t1\n", "position;x\nb1;1\n"] {
        let separated = complaint(rows);
        assert!(
            separated.ends_with("between its columns: expected commas"),
            "{separated}"
        );
    }
    let values = |rows| {
        let text = run(&words("value othello:4x4 --csv -"), rows).text();
        let value = |line: &str| line.split_once("\",").unwrap().1[..3].to_owned();
        text.lines().skip(1).map(value).collect::<Vec<_>>()
    };
    let after_board = "from,moves\n-X---XX--XO----- O,a1\n-,b1 a1\n,b1a1\n";
    let [value] = &values("moves\nb1a1\n")[..] else {
        panic!("one row has one value");
    };
    assert_eq!(values(after_board), [value.as_str(); 3]);
    // The positions stand under their name, in any place, and what the input says stays.
    for (rows, answers) in [
        (
            "id,moves\n7,b1\n",
            ["id,moves,value,plies,best,status,", "7,\"b1\",10,,\""],
        ),
        (
            "from,moves\n-X---XX--XO----- O,a1\n-,b1\n-----OX--XO----- X,-\n",
            [
                "from,moves,value,plies,best,status,",
                "-X---XX--XO----- O,\"a1\",",
            ],
        ),
        (
            "from,position\n-----OX--XO----- X,b1\n",
            [
                "from,position,value,plies,best,status,",
                "-----OX--XO----- X,\"b1\",10,,\"",
            ],
        ),
        (
            "level,board\n1,b1\n",
            ["level,board,value,plies,best,status,", "1,\"b1\",10,,\""],
        ),
        (
            "moves,value,position,input_value\nthese,9,b1,8\n",
            [
                "moves,input_input_value,position,input_value,value,",
                "these,9,\"b1\",8,10,,\"",
            ],
        ),
    ] {
        let text = run(&words("value othello:4x4 --csv -"), rows).text();
        for (line, begins) in text.lines().zip(answers) {
            assert!(line.starts_with(begins), "{line}");
        }
    }
    for (header, kept) in [("played", "played"), ("best", "position")] {
        let rows = format!("{header}\r\nb1\r\n");
        let first = run(&words("value othello:4x4 --csv -"), &rows).text();
        assert!(first.starts_with(&format!("{kept},value,")), "{first}");
        assert!(first.contains("\n\"b1\",10,,"), "{first}");
    }
}

#[test]
fn artifacts_answer_rows_and_totals_can_be_silenced() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let answers = |more: &str| {
        let probe = format!("probe {out} --csv - {more}");
        run(&words(&probe), "position\n2\n1144\n")
    };
    let stored = answers("--quiet --no-search");
    assert_eq!(stored.totals, None);
    let text = stored.text();
    assert!(text.contains(",exact,certified,,,false,\n"), "{text}");
    assert!(
        text.contains("\n\"1144\",,,,,,,,outside,,,,false,"),
        "{text}"
    );
    for search in ["", "--search"] {
        let searched = answers(search);
        assert!(searched.totals.is_some());
        let text = searched.text();
        assert!(text.contains("\n\"1144\",0,,\""), "{text}");
    }
}

#[test]
fn what_other_programs_write_around_lines_is_read_or_named() {
    let moves = |input: &str| run(&words("value othello:4x4 --moves -"), input).stdout;
    assert_eq!(moves("\u{feff}b1\r\nb1a1\n"), "b1 10\nb1a1 -10\n");
    let long = "b1".repeat(40_000);
    assert_eq!(
        moves(&format!("{long}\nb1\n")),
        "... error: the line has more than 65536 bytes\nb1 10\n"
    );
    let open = run(
        &words("value othello:4x4 --csv -"),
        "position\n\"b1\n\"b1\"\n",
    );
    assert_eq!(open.status, 2);
    let rows: Vec<&str> = open.stdout.lines().collect();
    assert!(rows[1].ends_with("a quotation mark is not closed"));
    assert!(rows[2].starts_with("\"b1\",10,"), "{}", rows[2]);
}
