//! Captured-reversible moves (Henderson and Hayward 2013).
//!
//! A player's move `m` is *captured-reversible* if the opponent has an answer `r` after which the
//! opponent captures a set `K` of empty cells, and with stones of the opponent on `r` and `K` the
//! cell `m` is dead. Vulnerable moves are those with an empty `K`. It does not suffice that `r`
//! alone would capture a set with `m` in it: the player, who has `m` already, moves next there.
//!
//! All such moves of a position `C` may be pruned at once. Claim: let `X` be cells that are empty
//! in `C`, and `C + X` the position with stones of the opponent there. If the player wins `C + X`
//! by moving first, so does a move outside `X` that is not captured-reversible in `C`. Proof by
//! induction on the number of empty cells of `C + X`: let a captured-reversible move `m` win, and
//! let the opponent answer by `r`, or pass if `X` has it. More stones of the opponent leave
//! captured cells captured and dead cells dead, so the player, to move or not, wins `C + X'` with
//! `X'` = `X`, `m`, `r` and `K`. Moving first is no worse, so by induction a move outside `X'` that
//! is not captured-reversible wins `C + X'`, and `C + X` too, where the opponent has fewer stones.

use super::{FilledPosition, Graphs};
use crate::colour::Colour;
use crate::hex::board::MAX_CELLS;
use crate::hex::cells::Cells;

impl Graphs {
    /// Those of `moves` that are captured-reversible for `colour`, after [`fill`](Self::fill).
    ///
    /// `captured` is what each stone of the opponent would [capture](Self::captured).
    ///
    /// Adds to `zone` what the opponent needs against each: the answer and the captured cells.
    pub(in super::super) fn captured_reversible(
        &self,
        spare: &mut Self,
        colour: Colour,
        captured: &[u128; MAX_CELLS],
        moves: u128,
        zone: &mut u128,
    ) -> u128 {
        let opponent = colour.opponent();
        let mut reversible = 0;
        for answer in Cells(self.empty) {
            // With fewer the answer captures nothing.
            if captured[answer].count_ones() < 2 {
                continue;
            }
            // Without the move the answer captures all that it captures after the move, and more.
            let reply = spare.settle_after(self, opponent, answer, None);
            for cell in Cells((reply.stones[opponent as usize] | reply.dead) & moves & !reversible)
            {
                let reply = spare.settle_after(self, opponent, answer, Some(cell));
                let needed = reply.stones[opponent as usize] | 1 << answer;
                spare.copy(self);
                for stone in Cells(needed | reply.dead) {
                    spare.put(opponent, stone);
                }
                if spare.is_dead(cell) {
                    reversible |= 1 << cell;
                    *zone |= needed;
                }
            }
        }
        reversible
    }

    /// What is dead and what `colour` captures once it has `stone` and the opponent, if it is
    /// given, `before`.
    fn settle_after(
        &mut self,
        from: &Self,
        colour: Colour,
        stone: usize,
        before: Option<usize>,
    ) -> FilledPosition {
        self.copy(from);
        let (cells, of) = (..self.cells, colour as usize);
        self.killers[of][cells].copy_from_slice(&from.killers[of][cells]);
        let mut stale = self.around(stone);
        if let Some(before) = before {
            stale |= self.around(before);
            self.put(colour.opponent(), before);
        }
        self.put(colour, stone);
        let mut filled = FilledPosition::default();
        let _ = self.fill_stale(stale & self.empty, &[colour], &mut filled);
        filled
    }
}
