//! Perft: counting move paths.

use crate::{Game, Move};

/// Number of move paths of exactly `depth` moves from `position`; passes count as moves.
///
/// A path that ends earlier because the game is over does not count. Moves of the last ply are
/// counted without being played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    count(game, position, depth, &mut Vec::new())
}

fn count<G: Game>(game: &G, position: &G::Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    let from = moves.len();
    game.legal_moves(position, moves);
    let to = moves.len();
    let below = |at: usize| {
        let next = game.play_unchecked(position, moves[at]);
        count(game, &next, depth - 1, moves)
    };
    let paths = match depth {
        1 => (to - from) as u64,
        _ => (from..to).map(below).sum(),
    };
    moves.truncate(from);
    paths
}
