//! The player that never does worse than what was proved.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use solveig_campaign::CampaignError;
use solveig_campaign::player::{KeptMove, MoveSource, PlaySide, Player, PlayerTable, TablePlayer};
use solveig_campaign::queue::local::LocalQueue;
use solveig_game::{Game, GameExt, Move, Value};

use crate::field::{Field, habits};

fn table(field: &Field) -> PlayerTable {
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let stop = Arc::new(AtomicBool::new(false));
    let worker = field.worker("one", queue.clone(), &stop);
    let unfinished = PlayerTable::from_ledger(&field.problem, &ledger);
    assert!(matches!(unfinished, Err(CampaignError::Unfinished { .. })));
    field
        .drive(&mut ledger, &mut queue.clone(), habits(0.0), &stop)
        .unwrap();
    queue.close();
    worker.join().unwrap().unwrap();
    PlayerTable::from_ledger(&field.problem, &ledger).unwrap()
}

/// Plays all games there are against the player, and returns the worst for it.
fn worst<O: solveig_search::Oracle<solveig_games::othello::Othello<u64>>>(
    field: &Field,
    player: &mut TablePlayer<'_, O>,
    position: &solveig_games::othello::Position,
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
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let changed = connection
        .execute("UPDATE solved SET lower = 3, upper = 3", [])
        .unwrap();
    assert!(changed > 10);
    drop(connection);
    let ledger = field.ledger();
    let made = PlayerTable::from_ledger(&field.problem, &ledger);
    assert!(matches!(made, Err(CampaignError::Unfinished { .. })));
}
