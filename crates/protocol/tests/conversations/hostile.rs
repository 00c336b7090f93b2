//! What no well-behaved program would send.

use crate::{answers, gtp, gtp_within, nboard, nboard_within};
use solveig_game::random::Random;

/// Bytes without a pattern.
fn junk(seed: u64, length: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..length).map(|_| random.word() as u8).collect()
}

#[test]
fn junk_is_answered_and_forgotten() {
    for seed in 1..20 {
        let mut input = junk(seed * 7919, 3000);
        input.extend_from_slice(b"\n77 name\n");
        let said = gtp_within("go:3x3", 1.0, &input);
        assert!(
            said.answers.ends_with("=77 Solveig\n\n"),
            "{}",
            said.answers
        );
        for answer in answers(&said.answers) {
            assert!(answer.starts_with(['=', '?']), "{answer}");
        }
        let mut input = junk(seed * 104_729, 3000);
        input.extend_from_slice(b"\nping 77\n");
        let said = nboard_within("othello:4x4", 1.0, &input);
        assert_eq!(said.last().unwrap(), "pong 77");
    }
}

#[test]
fn long_lines_are_refused_whole() {
    let long = "x".repeat(3 << 20);
    let input = format!(
        "3 play b {long}\nname\nset_free_handicap {}\nname\n",
        "A1 ".repeat(20_000)
    );
    assert_eq!(
        gtp("go:3x3", &input),
        [
            "? the line is too long",
            "= Solveig",
            "? bad vertex list",
            "= Solveig"
        ]
    );
    let said = nboard("othello:4x4", &format!("set game {long}\nping 1\n"));
    assert_eq!(said, ["status Error: the line is too long", "pong 1"]);
}

#[test]
fn the_input_may_end_anywhere() {
    for input in [
        "play b",
        "1",
        "genmove b",
        "lz-analyze",
        "lz-analyze\n",
        "#",
        "\0\0",
    ] {
        let said = gtp_within("hex:2x2", 1.0, input.as_bytes());
        assert!(
            said.answers.is_empty() || said.answers.ends_with("\n\n"),
            "{input:?}"
        );
    }
    for input in ["set game (;", "go", "hint", "move", "analyze", "nboard"] {
        let said = nboard("othello:4x4", input);
        assert!(said.len() < 100, "{input}: {said:?}");
    }
}

#[test]
fn arguments_of_every_command_may_be_nonsense() {
    let listed = gtp("go:2x2", "list_commands\n").remove(0);
    let listed_of_hex = gtp("hex:2x2", "list_commands\n").remove(0);
    let nonsense = [
        "",
        "b",
        "-1",
        "b pass pass",
        "b b",
        "99999999999999999999",
        "NaN NaN NaN",
        "é ü",
        "b 0 0",
        "% & =",
    ];
    for (spec, listed) in [("go:2x2", listed), ("hex:2x2", listed_of_hex)] {
        let names = listed.trim_start_matches("= ").lines();
        for name in names.filter(|name| *name != "quit") {
            let input: String = nonsense
                .iter()
                .map(|one| format!("{name} {one}\n"))
                .collect();
            let said = gtp(spec, &format!("{input}name\n"));
            assert_eq!(said.len(), nonsense.len() + 1, "{name}: {said:?}");
            assert_eq!(said.last().unwrap(), "= Solveig", "{name}");
        }
    }
}

#[test]
fn a_long_conversation_takes_no_more_memory_than_a_short_one() {
    // Out of turn and undone, again and again: what can be taken back is bounded.
    let input = "play b A1\nplay b B1\nclear_board\n".repeat(3000) + "undo\n";
    let said = gtp("go:2x2", &input);
    assert_eq!(said.last().unwrap(), "? cannot undo");
    let endless = gtp("go:2x2", &"play b pass\n".repeat(3000));
    let refused = endless
        .iter()
        .filter(|one| *one == "? illegal move")
        .count();
    assert_eq!(refused, 3000 - 2048);
}
