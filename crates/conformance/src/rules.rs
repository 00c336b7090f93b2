//! Laws of moves, game ends, levels and passes.

use solveig_game::random::Random;
use solveig_game::{GameExt, Keyed, LevelRule, Move, Notation};

use crate::plays::visits;

/// A position has a utility exactly if it has no legal move, and the utility lies in the game's
/// range.
pub fn the_game_ends_where_no_move_is_left<G: Notation>(game: &G) {
    for (position, at) in &visits(game) {
        let value = game.terminal_value(position);
        let moves = game.moves(position).len();
        assert_eq!(
            value.is_some(),
            moves == 0,
            "{at}: {value:?} with {moves} legal moves"
        );
        if let Some(value) = value {
            let range = game.value_range();
            assert!(range.contains(value), "{at}: {value} outside {range:?}");
            let is_draw = value == 0;
            assert!(!is_draw || game.has_draws(), "{at}: a draw after all");
        }
    }
}

/// Legal moves are distinct, have codes below `move_codes`, and are appended to the vector.
pub fn moves_are_distinct_and_have_codes_in_range<G: Keyed + Notation>(game: &G) {
    for (position, at) in &visits(game) {
        let moves = game.moves(position);
        for (place, one) in moves.iter().enumerate() {
            assert!(one.0 < game.move_codes(), "{at}: code {} too high", one.0);
            assert!(
                !moves[..place].contains(one),
                "{at}: {one:?} is listed twice"
            );
        }
        let mut appended = vec![Move(u16::MAX)];
        game.legal_moves(position, &mut appended);
        assert_eq!(appended[0], Move(u16::MAX), "{at}: the list was cleared");
        assert_eq!(appended[1..], moves, "{at}: a second list differs");
    }
}

/// `play` accepts exactly the legal moves, agrees with `play_unchecked`, and lists the legal moves
/// in its error.
pub fn illegal_moves_are_refused<G: Keyed + Notation>(game: &G) {
    let mut random = Random::new(1);
    for (position, at) in &visits(game) {
        let legal = game.moves(position);
        for one in &legal {
            let next = game.play(position, *one);
            let unchecked = game.play_unchecked(position, *one);
            assert_eq!(next, Ok(unchecked), "{at}: {one:?}");
        }
        let code = random.index(usize::from(game.move_codes())) as u16;
        for other in [Move(code), Move(game.move_codes() - 1)] {
            if legal.contains(&other) {
                continue;
            }
            let Err(error) = game.play(position, other) else {
                panic!("{at}: {other:?} is not legal, yet played");
            };
            assert_eq!(error.notation, game.format_move(other), "{at}");
            let listed: Vec<String> = legal.iter().map(|one| game.format_move(*one)).collect();
            assert_eq!(error.legal, listed, "{at}");
        }
    }
}

/// Levels do not exceed `max_level` and, if the game's level rule is rising, rise with every move
/// except a forced pass, which keeps the level.
pub fn levels_follow_their_rule<G: Notation>(game: &G) {
    for (position, at) in &visits(game) {
        let level = game.level(position);
        assert!(level <= game.max_level(), "{at}: level {level} too high");
        if game.level_rule() == LevelRule::NonMonotone {
            continue;
        }
        let pass = game.is_forced_pass(position);
        for one in game.moves(position) {
            let next = game.level(&game.play_unchecked(position, one));
            let name = game.format_move(one);
            match pass {
                true => assert_eq!(
                    next, level,
                    "{at}: the level must stay at a forced pass, and {name} leads from {level} to \
                     {next}"
                ),
                false => assert!(
                    next > level,
                    "{at}: the level must rise with every move that is no forced pass \
                     (`is_forced_pass`), and {name} leads from {level} to {next}"
                ),
            }
        }
    }
}

/// A forced pass is the only legal move, neither another forced pass nor the end of the game
/// follows it, and contracting passes gives the position after it.
pub fn forced_passes_stand_alone<G: Notation>(game: &G) {
    for (position, at) in &visits(game) {
        let (contracted, passes) = game.contract_passes(position);
        let (after, expected) = if game.is_forced_pass(position) {
            let moves = game.moves(position);
            assert_eq!(moves.len(), 1, "{at}: a forced pass is the only move");
            let after = game.play_unchecked(position, moves[0]);
            assert!(!game.is_forced_pass(&after), "{at}: a pass follows a pass");
            let over = game.terminal_value(&after).is_some();
            assert!(!over, "{at}: a pass ends the game");
            (after, 1)
        } else {
            (position.clone(), 0)
        };
        assert_eq!((contracted, passes), (after, expected), "{at}");
    }
}

/// In a connection game, `immediate_wins` are the moves that win at once, for both sides; there is
/// a `winning_path` exactly in finished games; a move adds its cell, and nothing else, to the
/// stones of the player to move, who is the first player at even levels.
pub fn immediate_wins_win<G: Notation>(game: &G) {
    let Some(connection) = game.connection() else {
        return;
    };
    let loss = game.value_range().min;
    for (position, at) in &visits(game) {
        let decided = connection.winning_path(position);
        let over = game.terminal_value(position).is_some();
        assert_eq!(decided.is_some(), over, "{at}: {decided:?}");
        if over {
            continue;
        }
        let moves = game.moves(position);
        for played in &moves {
            let mut expected = connection.stones(position);
            expected[game.level(position) as usize % 2] ^= 1 << played.0;
            let found = connection.stones(&game.play_unchecked(position, *played));
            assert_eq!(found, expected, "{at}: {played:?}");
        }
        let wins = |position: &G::Position, cell: Move| {
            game.terminal_value(&game.play_unchecked(position, cell)) == Some(loss)
        };
        let (mut own, mut others) = (0, 0);
        for cell in &moves {
            own |= u128::from(wins(position, *cell)) << cell.0;
            // The other side plays there after some move elsewhere that does not end the game.
            let elsewhere = moves.iter().filter(|other| *other != cell);
            let mut after = elsewhere.map(|other| game.play_unchecked(position, *other));
            if let Some(after) = after.find(|after| game.terminal_value(after).is_none()) {
                others |= u128::from(wins(&after, *cell)) << cell.0;
            } else {
                others |= connection.immediate_wins(position, false) & 1 << cell.0;
            }
        }
        assert_eq!(connection.immediate_wins(position, true), own, "{at}");
        assert_eq!(connection.immediate_wins(position, false), others, "{at}");
    }
}
