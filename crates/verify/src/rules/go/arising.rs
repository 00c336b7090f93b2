//! Which boards play from the empty board can reach.
//!
//! *Stones one by one.* Remove any stones from a board on which every chain has a liberty. Each
//! remaining chain is a whole chain, with its liberties, or a part of one, next to a removed stone.
//! So the stones of a board can be placed one by one in any order, and none is captured on the way.
//! Where the order has two stones of one colour in a row, the other side passes between them; two
//! passes in a row are never needed. The number of stones rises, so no position is repeated. If the
//! last stone belongs to the side not to move, play has reached the board.
//!
//! *No stone of the side not to move.* A placed stone stays, except after suicide. So without
//! suicide such a board, before any pass, is the start or cannot be reached. With suicide, the last
//! move removed all stones of the side not to move: they formed one chain, which filled a whole
//! empty region of the board that is left, and every chain of the other colour has a liberty
//! outside that region (otherwise it would have been captured first, or would have had none
//! before). Conversely, take a board with stones of the side to move and such a region. Place the
//! stones as above, beginning with one in the region, so that the board itself does not occur
//! early; the last stone is the suicide. In a region of one point there is no stone to begin with:
//! the suicide repeats the stones, which positional superko forbids and situational superko allows,
//! since the same side has not been to move there before. If no stone is left, the region is the
//! whole board, and the result has the stones of the start: again only situational superko allows
//! it.
//!
//! *Passes* are always legal and change the side to move: a board after passes can be reached if
//! the board before them can.

#[cfg(test)]
mod tests;

use super::{Board, Go, RepetitionKey};

impl Go {
    /// Whether play from the start can reach this board, with its side to move and last passes.
    pub(crate) fn can_arise(&self, board: &Board) -> bool {
        let passes = usize::from(board.passes);
        let mover = (board.colour + passes) % 2;
        let [none, some] = [mover, 1 - mover].map(|colour| board.stones[colour]);
        if board.passes > 2 || some != 0 || (none == 0 && mover == 0) {
            return board.passes <= 2;
        }
        let least = if self.situational { 1 } else { 2 };
        if !self.suicide || (none == 0 && !self.situational) {
            return false;
        }
        let chains = self.parts(none);
        let regions = self.parts(self.all() & !none);
        regions.iter().any(|region| {
            let lives = |chain: &u64| self.around(*chain) & !none & !region != 0;
            region.count_ones() >= least && chains.iter().all(lives)
        })
    }

    /// A repetition key as text: the board row by row, and under situational superko who is to
    /// move.
    pub(crate) fn describe_key(&self, key: RepetitionKey) -> String {
        let RepetitionKey(bits) = key;
        let Some(board) = self.board(bits) else {
            return format!("{bits:#x}");
        };
        let mut text = self.describe(&board);
        if !self.situational {
            text.truncate(self.points() as usize);
        }
        text
    }
}
