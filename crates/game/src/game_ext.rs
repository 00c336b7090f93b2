//! Methods derived from the rules of any game.

use crate::{Game, Move};

/// Methods that every [`Game`] has; games do not implement them.
pub trait GameExt: Game {
    /// Whether legal moves, and hence values, depend on the history of the play, as in Go; see
    /// [`RepetitionRule`](crate::RepetitionRule).
    #[inline]
    fn depends_on_history(&self) -> bool {
        self.repetition_rule().is_some()
    }

    /// The legal moves of `position`, in the order that breaks ties.
    fn moves(&self, position: &Self::Position) -> Vec<Move> {
        let mut moves = Vec::with_capacity(16);
        self.legal_moves(position, &mut moves);
        moves
    }

    /// Plays forced passes; returns the position after them and their number.
    ///
    /// Papers and artifacts contract passes: they count and store only positions where the side to
    /// move has a choice or the game is over.
    fn contract_passes(&self, position: &Self::Position) -> (Self::Position, u32) {
        let mut position = position.clone();
        let mut passes = 0;
        let mut moves = Vec::new();
        while self.is_forced_pass(&position) {
            moves.clear();
            self.legal_moves(&position, &mut moves);
            position = self.play_unchecked(&position, moves[0]);
            passes += 1;
        }
        (position, passes)
    }
}

impl<G: Game> GameExt for G {}
