//! Playouts: random plays to the end of the game.

use solveig_game::{Game, Move, Value};

use crate::random::Random;

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The utility of the final position for the side to move at the first position.
    pub value: Value,
    /// The sum of the numbers of legal moves of all positions of the playout (Randall et al. 2024,
    /// equation 4).
    pub work: u64,
}

/// Plays random moves until the game is over, or until `max` were played: then the value is 0.
pub fn random_playout<G: Game>(
    game: &G,
    position: &G::Position,
    max: u32,
    moves: &mut Vec<Move>,
    random: &mut Random,
) -> Playout {
    let mut position = position.clone();
    let (mut sign, mut work) = (1, 0);
    for _ in 0..max {
        if let Some(value) = game.terminal_value(&position) {
            return Playout {
                value: sign * value,
                work,
            };
        }
        moves.clear();
        game.legal_moves(&position, moves);
        work += moves.len() as u64;
        let drawn = random.below(moves.len() as u32) as usize;
        position = game.play_unchecked(&position, moves[drawn]);
        sign = -sign;
    }
    let value = game.terminal_value(&position).unwrap_or(0);
    Playout {
        value: sign * value,
        work,
    }
}
