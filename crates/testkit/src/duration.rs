//! How long decided games last, by definition.

use std::collections::HashMap;

use solveig_game::{Game, GameExt};

/// The result for the side to move, and the plies to it: by definition, from the end backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It wins in so many plies.
    Win(u32),
    /// Nobody wins.
    Draw,
    /// It loses in so many plies.
    Loss(u32),
}

/// The end of every position that can follow `position`, which is added to `ends`, and its own.
pub fn end<G: Game>(game: &G, position: &G::Position, ends: &mut HashMap<G::Position, End>) -> End {
    if let Some(end) = ends.get(position) {
        return *end;
    }
    let of_moves = game.moves(position).into_iter().map(|played| {
        match end(game, &game.play_unchecked(position, played), ends) {
            End::Win(plies) => End::Loss(plies + 1),
            End::Draw => End::Draw,
            End::Loss(plies) => End::Win(plies + 1),
        }
    });
    let found = match game.terminal_value(position) {
        Some(value) if value > 0 => End::Win(0),
        Some(value) if value < 0 => End::Loss(0),
        Some(_) => End::Draw,
        None => of_moves
            .max_by_key(|end| match *end {
                End::Win(plies) => (2, -i64::from(plies)),
                End::Draw => (1, 0),
                End::Loss(plies) => (0, i64::from(plies)),
            })
            .expect("the game goes on"),
    };
    ends.insert(position.clone(), found);
    found
}
