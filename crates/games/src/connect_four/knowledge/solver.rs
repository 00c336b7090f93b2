//! The kernel as an [`Oracle`].

use solveig_search::{StopChecker, StopToken, Stopped, Watch};
use std::sync::Arc;

use crate::connect_four::{ConnectFour, ConnectFourPosition};
use solveig_game::{Game, Interval, Reduction, Value};

use super::kernel::Searcher;
use solveig_search::CurrentlySearched;
use solveig_search::{Oracle, TranspositionTable};

/// The object-safe interface of a searcher of any board height.
trait Kernel: Send {
    fn null_window(
        &mut self,
        position: ConnectFourPosition,
        alpha: Value,
    ) -> Result<Value, Stopped>;
    fn nodes(&self) -> u64;
    fn set_stop(&mut self, stop: StopToken);
}

impl<const HEIGHT: u32> Kernel for Searcher<HEIGHT> {
    fn null_window(
        &mut self,
        position: ConnectFourPosition,
        alpha: Value,
    ) -> Result<Value, Stopped> {
        self.null_window(position, alpha)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }
}

/// Exact values of Connect Four positions by null-window searches of the kernel.
pub struct ConnectFourSolver {
    game: ConnectFour,
    kernel: Box<dyn Kernel>,
}

impl ConnectFourSolver {
    /// `count` solvers of `game` that share the work where they are given the same position, or
    /// positions that have descendants in common. The table may be shared with other solvers of the
    /// same game. `None` for boards with less than 4 or more than 16 columns, or with less than
    /// 3 rows.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn team(
        game: &ConnectFour,
        table: &Arc<TranspositionTable>,
        reduction: Reduction,
        count: usize,
    ) -> Option<Vec<Self>> {
        assert!(table.is_for(game), "the table is for {}", game.spec());
        let busy = Arc::new(CurrentlySearched::new());
        let one = || {
            let kernel = kernel(game, table, reduction, &busy)?;
            Some(Self {
                game: game.clone(),
                kernel,
            })
        };
        (0..count).map(|_| one()).collect()
    }
}

fn kernel(
    game: &ConnectFour,
    table: &Arc<TranspositionTable>,
    reduction: Reduction,
    busy: &Arc<CurrentlySearched>,
) -> Option<Box<dyn Kernel>> {
    if !(4..=16).contains(&game.columns()) {
        return None;
    }
    macro_rules! heights {
        ($($rows:literal)*) => {
            match game.rows() {
                $($rows => Some(Box::new(Searcher::<{ $rows + 1 }>::new(
                    game.clone(),
                    table.clone(),
                    reduction,
                    busy.clone(),
                ))),)*
                _ => None,
            }
        };
    }
    heights!(3 4 5 6 7 8 9 10 11 12 13 14 15)
}

impl Oracle<ConnectFour> for ConnectFourSolver {
    fn game(&self) -> &ConnectFour {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.kernel.set_stop(stop);
    }

    fn value(
        &mut self,
        position: &ConnectFourPosition,
        bounds: Interval,
    ) -> Result<Value, Stopped> {
        self.watched_value(position, bounds, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &ConnectFourPosition,
        mut bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        // A given lower bound is likely to be tight.
        let is_bounded = bounds.lower > self.game.value_range().min;
        let first_test = is_bounded.then_some(bounds.lower);
        // The game is over, or a stone of either side may be the last.
        let stones = position.occupied.count_ones();
        bounds.lower = bounds.lower.max(-self.game.worth_of_win(stones));
        bounds.upper = bounds.upper.min(self.game.worth_of_win(stones + 1));
        let next_test = match self.game.max_level() - stones {
            0..=SHORT => next_test_of_short,
            _ => next_test,
        };
        let mut alpha = first_test.unwrap_or_else(|| next_test(bounds));
        while bounds.lower < bounds.upper {
            let value = self.kernel.null_window(*position, alpha)?;
            if value > alpha {
                bounds.lower = value.min(bounds.upper);
            } else {
                bounds.upper = value.max(bounds.lower);
            }
            watch(bounds);
            alpha = next_test(bounds);
        }
        Ok(bounds.lower)
    }

    fn at_least(&mut self, position: &ConnectFourPosition, bound: Value) -> Result<bool, Stopped> {
        Ok(self.kernel.null_window(*position, bound - 1)? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.kernel.nodes()
    }

    fn shares_work(&self) -> bool {
        true
    }
}

/// Up to this many empty squares, [`next_test_of_short`] takes fewer nodes than [`next_test`].
const SHORT: u32 = 14;

/// The next bound to test in short searches: first the winner, then each score from 0 outwards.
const fn next_test_of_short(bounds: Interval) -> Value {
    let Interval { lower, upper } = bounds;
    if upper <= 0 {
        upper - 1
    } else if lower < 0 {
        -1
    } else {
        lower
    }
}

/// The next bound to test: the middle of the interval, but half of a bound where that is farther
/// from 0, since proving a short win takes a short search.
const fn next_test(bounds: Interval) -> Value {
    let Interval { lower, upper } = bounds;
    let middle = lower + (upper - lower).div_euclid(2);
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}
