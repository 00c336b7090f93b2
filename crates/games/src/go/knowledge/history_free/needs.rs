//! How many more stones of its own a colour needs until it has secured what is claimed.

use std::sync::Arc;

use solveig_game::Value;
use solveig_search::{StopChecker, Stopped};

use super::territory::Secure;
use crate::go::Board;
use crate::go::board::points_of;

/// The least numbers of further stones of one colour with which its territory is worth a target,
/// whatever the other colour has. On boards of at most [`Self::MAX_POINTS`] points a table has them
/// for all sets of stones; on larger ones they are guessed, but for 0.
#[derive(Clone)]
pub(super) struct Needs {
    board: Board,
    target: Value,
    table: Option<Arc<[u8]>>,
}

/// Sets between two looks at the stop token.
const BETWEEN_CHECKS: usize = 1 << 12;

impl Needs {
    /// The most points of boards with tables: 32 MiB each.
    const MAX_POINTS: u32 = 25;

    /// No number of stones is enough.
    pub(super) const NEVER: u8 = 100;

    /// The needs for both targets.
    pub(super) fn of_both(
        board: &Board,
        targets: [Value; 2],
        stop: &mut StopChecker,
    ) -> Result<[Self; 2], Stopped> {
        let mut tables = [None, None];
        if board.points() <= Self::MAX_POINTS {
            let sets = 1_usize << board.points();
            let mut least = [vec![0_u8; sets], vec![0_u8; sets]];
            for own in (0..sets).rev() {
                if own % BETWEEN_CHECKS == 0 {
                    stop.check()?;
                }
                let score = Secure::of(board, own as u64).score(board);
                for (least, target) in least.iter_mut().zip(targets) {
                    if score < target {
                        let more = points_of(board.all() & !(own as u64));
                        let after = more.map(|point| least[own | point as usize]).min();
                        let after = after.unwrap_or(Self::NEVER);
                        least[own] = (after + 1).min(Self::NEVER);
                    }
                }
            }
            tables = least.map(|least| Some(least.into()));
        }
        let [first, second] = tables;
        let of = |target, table| Self {
            board: board.clone(),
            target,
            table,
        };
        Ok([of(targets[0], first), of(targets[1], second)])
    }

    /// The number for the stones `own`; 0 exactly where they secure the target.
    #[inline]
    pub(super) fn of(&self, own: u64) -> u8 {
        if let Some(table) = &self.table {
            return table[own as usize];
        }
        let missing = self.target - Secure::of(&self.board, own).score(&self.board);
        match missing {
            ..=0 => 0,
            _ => 2 + (missing as u8) / 4,
        }
    }
}
