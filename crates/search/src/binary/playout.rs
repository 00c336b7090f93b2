//! Random plays to the end of the game.

use solveig_game::{Game, Move, Value};

use crate::random::Random;

/// What came out of a random play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// What its end is worth to the side to move where it began.
    pub value: Value,
    /// The legal moves of all positions on the way, added up (Randall et al. 2024, equation 4).
    pub work: u64,
}

/// Plays random moves until the game is over, or until so many were played: then the play counts as
/// worth nothing to anybody.
pub fn random_playout<G: Game>(
    game: &G,
    position: &G::Position,
    most: u32,
    moves: &mut Vec<Move>,
    random: &mut Random,
) -> Playout {
    let mut position = position.clone();
    let (mut sign, mut work) = (1, 0);
    for _ in 0..most {
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
