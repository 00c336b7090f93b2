//! Moves that a table prefers, by position: a tie-break order other than the game's own.

use std::collections::BTreeMap;

use solveig_game::{GameExt, Key, Move, Notation, Reduction, Symmetric};
use xxhash_rust::xxh3::Xxh3Default;

/// The columns of a file of preferred moves.
pub const HEADER: &str = "position,move";

/// For positions up to symmetry, the class of the position after the preferred move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferredMoves(BTreeMap<u128, u128>);

impl PreferredMoves {
    /// Adds a move of a position; `false` if the position, or one symmetric to it, has another.
    pub fn add<G: Symmetric>(&mut self, game: &G, position: &G::Position, played: Move) -> bool {
        let (position_class, reply) = (class(game, position), after(game, position, played));
        *self.0.entry(position_class).or_insert(reply) == reply
    }

    /// Adds the move of a line of a file.
    ///
    /// # Errors
    ///
    /// Fails with what was found and what was expected.
    pub fn add_line<G: Symmetric + Notation>(
        &mut self,
        game: &G,
        line: &str,
    ) -> Result<(), String> {
        let (board, played) = line
            .rsplit_once(',')
            .ok_or_else(|| format!("\"{line}\": expected a board, a comma and a move"))?;
        let position = match game.parse_board(board) {
            Some(parsed) => parsed.map_err(|problem| problem.to_string())?,
            None => return Err(format!("\"{board}\" is no board of {}", game.spec())),
        };
        let (moved, length) = game
            .parse_move(played)
            .map_err(|problem| problem.to_string())?;
        if length != played.len() {
            return Err(format!("\"{played}\": expected one move"));
        }
        game.play(&position, moved)
            .map_err(|problem| problem.to_string())?;
        match self.add(game, &position, moved) {
            true => Ok(()),
            false => Err(format!(
                "\"{board}\", or its image, has another move before"
            )),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The XXH3 of all of them, which tells them from others.
    pub fn digest(&self) -> u64 {
        let mut hasher = Xxh3Default::new();
        for (position, reply) in &self.0 {
            hasher.update(&position.to_le_bytes());
            hasher.update(&reply.to_le_bytes());
        }
        hasher.digest()
    }

    /// The preferred move of a position: the first, in tie-break order, that leads to the class.
    pub fn of<G: Symmetric>(&self, game: &G, position: &G::Position) -> Option<Move> {
        let reply = self.0.get(&class(game, position))?;
        let mut moves = game.moves(position).into_iter();
        moves.find(|played| after(game, position, *played) == *reply)
    }
}

fn class<G: Symmetric>(game: &G, position: &G::Position) -> u128 {
    game.representative_key(position, Reduction::Canonical)
        .0
        .to_u128()
}

/// The class of the position after a move and the passes that follow it.
fn after<G: Symmetric>(game: &G, position: &G::Position, played: Move) -> u128 {
    let (child, _) = game.contract_passes(&game.play_unchecked(position, played));
    class(game, &child)
}
