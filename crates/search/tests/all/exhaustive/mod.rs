//! The slow, obvious way: the value of every position by its definition.

use std::collections::HashMap;

use solveig_game::{GameExt, Keyed, Value};

/// The value of every position that can be reached from `position`, by key.
pub fn values<G: Keyed>(game: &G, position: &G::Position) -> HashMap<G::Key, (G::Position, Value)> {
    let mut values = HashMap::new();
    fill(game, position, &mut values);
    values
}

fn fill<G: Keyed>(
    game: &G,
    position: &G::Position,
    values: &mut HashMap<G::Key, (G::Position, Value)>,
) -> Value {
    let key = game.key(position);
    if let Some((_, value)) = values.get(&key) {
        return *value;
    }
    let value = game.terminal_value(position).unwrap_or_else(|| {
        let children = game.moves(position).into_iter();
        children
            .map(|played| -fill(game, &game.play_unchecked(position, played), values))
            .max()
            .expect("a position where the game is not over has a move")
    });
    values.insert(key, (position.clone(), value));
    value
}
