//! The player that never does worse than what was proved.

use solveig_campaign::CampaignError;
use solveig_campaign::player::{KeptMove, MoveSource, PlaySide, Player, PlayerTable, TablePlayer};
use solveig_campaign::queue::local::LocalQueue;
use solveig_game::{Game, GameExt, Move, Value};
use solveig_games::othello::{Othello, Position};
use solveig_search::Oracle;

use crate::field::{Field, config};
use crate::forged::edited;

fn table(field: &Field) -> PlayerTable {
    let mut ledger = field.ledger();
    let queue = LocalQueue::default();
    let unfinished = PlayerTable::from_ledger(&field.problem, &ledger);
    assert!(matches!(unfinished, Err(CampaignError::Unfinished { .. })));
    field
        .campaign(&mut ledger, &queue, config(), [queue.clone()])
        .unwrap();
    PlayerTable::from_ledger(&field.problem, &ledger).unwrap()
}

/// Plays all games there are against the player, and returns the worst for it.
fn worst<O: Oracle<Othello<u64>>>(
    field: &Field,
    player: &mut TablePlayer<'_, O>,
    position: &Position,
    (mover, side): (PlaySide, PlaySide),
    above: &mut u64,
) -> Value {
    let game = &field.game;
    if let Some(utility) = game.terminal_value(position) {
        return if mover == side { utility } else { -utility };
    }
    let moves: Vec<Move> = if mover == side {
        let kept = player.best_move(position, side).unwrap().unwrap();
        let KeptMove { played, source } = kept;
        assert_ne!(source, MoveSource::Rescued);
        let cut = game.max_level() - field.plan.second;
        if game.level(position) < cut && game.moves(position).len() > 1 {
            assert_eq!(source, MoveSource::Table);
            *above += 1;
        }
        vec![played]
    } else {
        game.moves(position)
    };
    let next = moves.into_iter().map(|played| {
        let child = game.play_unchecked(position, played);
        worst(field, player, &child, (mover.other(), side), above)
    });
    next.min().unwrap()
}

#[test]
fn against_every_play_both_sides_get_the_value_or_more() {
    let field = Field::small();
    let table = table(&field);
    let value = field.value();
    let mut text = Vec::new();
    table.write(&mut text).unwrap();
    let mut player = Player::read("a.player".as_ref(), &text[..], 1 << 20).unwrap();
    let mut player = TablePlayer::new(&mut player, field.oracle()).unwrap();
    for (side, guaranteed) in [(PlaySide::First, value), (PlaySide::Second, -value)] {
        assert_eq!(player.guaranteed(side), guaranteed);
        let mut above = 0;
        let start = field.game.start();
        let got = worst(
            &field,
            &mut player,
            &start,
            (PlaySide::First, side),
            &mut above,
        );
        assert_eq!(got, guaranteed, "{side:?}");
        assert!(above > 0);
    }
}

#[test]
fn a_table_is_read_as_it_was_written_or_refused() {
    let field = Field::small();
    let table = table(&field);
    let mut text = Vec::new();
    table.write(&mut text).unwrap();
    let path = std::path::Path::new("some.player");
    assert_eq!(PlayerTable::read(path, &text[..]).unwrap(), table);
    let mut refused = 0;
    for place in 0..text.len() {
        let mut damaged = text.clone();
        damaged[place] ^= 1;
        refused += usize::from(PlayerTable::read(path, &damaged[..]).is_err());
        assert!(PlayerTable::read(path, &text[..place]).is_err() || place == text.len() - 1);
    }
    // Numbers that no game has, under a checksum that is right.
    let whole = String::from_utf8(text.clone()).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    for upper in [i32::MIN, -(1 << 30), 1 << 30, i32::MAX] {
        let heading = lines[1].replace("\"upper\":-10", &format!("\"upper\":{upper}"));
        assert_ne!(heading, lines[1]);
        let wild = format!("{}\n{heading}\n{}", lines[0], lines[2..].join("\n"));
        let error = PlayerTable::read(path, wild.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("which no game has"), "{error}");
    }
    // The last line may end in another way.
    assert!(refused >= text.len() - 1, "{refused} of {}", text.len());
    let error = PlayerTable::read(path, &b"something else\n"[..]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the first line is not \"solveig player 1\"")
    );
}

#[test]
fn odd_bounds_that_no_game_can_end_with_are_no_ground_for_a_player_and_no_panic() {
    let field = Field::small();
    table(&field);
    let update = "UPDATE solved SET lower = 3, upper = 3";
    let changed = edited(&field.path()).execute(update, []);
    assert!(changed.unwrap() > 10);
    let ledger = field.ledger();
    let table = PlayerTable::from_ledger(&field.problem, &ledger);
    assert!(matches!(table, Err(CampaignError::Unfinished { .. })));
}

/// A table that was changed in one place, and got the checksum of what it says then.
fn forged(text: &[u8], change: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    change(&mut lines);
    let mut said = lines.join("\n");
    said.push('\n');
    let sum = xxhash_rust::xxh3::xxh3_64(said.as_bytes());
    said.push_str(&format!("sum {sum:016x}\n"));
    said.into_bytes()
}

#[test]
fn a_forged_table_that_no_game_has_is_refused_at_what_is_wrong() {
    let field = Field::small();
    let table = table(&field);
    let mut text = Vec::new();
    table.write(&mut text).unwrap();
    let path = std::path::Path::new("some.player");
    let refusal = |text: &[u8]| {
        let read = PlayerTable::read(path, text);
        let table = match read {
            Ok(table) => table,
            Err(error) => return error.to_string(),
        };
        let suits = table.expect_of(path, &field.game);
        suits.map_or_else(|error| error.to_string(), |()| String::new())
    };
    assert_eq!(refusal(&forged(&text, |_| ())), "");
    let heading = |from: &'static str, to: &'static str| {
        forged(&text, |lines| {
            let changed = lines[1].replace(from, to);
            assert_ne!(changed, lines[1]);
            lines[1] = changed;
        })
    };
    let cut = |level: u32| {
        let to = format!("\"cut\":{level}");
        forged(&text, |lines| {
            lines[1] = lines[1].replace("\"cut\":10", &to)
        })
    };
    let below =
        "\"basis\":{\"first\":11,\"hypotheses\":1,\"store\":\"a\",\"content\":1,\"results\":1}";
    let below = forged(&text, |lines| {
        let entries = format!("{below},\"entries\"");
        lines[1] = lines[1].replace("\"entries\"", &entries);
    });
    let range = "those of othello:4x4 are from -16 to 16";
    let no_key = "is the key of no position of othello:4x4 before the cut";
    let order = "expected entries in the order of sides and keys";
    let swapped = forged(&text, |lines| lines.swap(2, 3));
    let twice = forged(&text, |lines| lines.push(lines.last().unwrap().clone()));
    let fifth = forged(&text, |lines| {
        let (entry, _) = lines[2].rsplit_once(' ').unwrap();
        lines[2] = format!("{entry} 5");
    });
    let beyond = forged(&text, |lines| {
        *lines.last_mut().unwrap() = format!("2 {:x} 0", u128::MAX >> 1)
    });
    for (wrong, expected) in [
        (heading("\"lower\":-10", "\"lower\":-17"), range),
        (cut(17), "line 2: a cut at level 17"),
        (cut(3), "line 2: a cut at level 3"),
        (cut(5), no_key),
        (heading(":\"-\"", ":\"zz\""), "line 2: its start: "),
        (below, "line 2: hypotheses at level 11"),
        (swapped, "line 4: "),
        (twice, order),
        (fifth, "the move 5 of key "),
        (beyond, "f is the key of no position"),
        (
            [&text[..], b"more\n"].concat(),
            "expected the end of the file",
        ),
    ] {
        let message = refusal(&wrong);
        assert!(message.contains(expected), "{message}");
        assert!(message.starts_with("some.player: "), "{message}");
    }
}
