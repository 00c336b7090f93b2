//! A search of Go for wins that depend on no history.
//!
//! Under superko the legal moves depend on how play came about, so that a search may not identify
//! positions with equal boards (graph-history interaction). This search asks for more than a win:
//! the winner must reach a won position within so many plies although the *loser may repeat
//! positions*, and only may not retake a ko at once, which superko always forbids. Whether a
//! position is won in this way depends on the board, the side to move, the ko and the last pass.
//!
//! What is found is written out as a strategy (`strategy.rs`). As every move leads to fewer plies
//! left, play by it visits no state twice. A board may still recur with another ko or side to
//! move: a strategy is refused if the winner may then make a board again, or one from before the
//! position asked for, or if an earlier board may forbid a plan by which a position counts as won.
//! The search goes on without what was refused. So a bound that is returned holds under positional
//! and under situational superko. There are wins that are not found: those in which superko has to
//! stop the loser.

mod search;
mod state;
mod strategy;
mod table;
#[cfg(test)]
mod tests;

use solveig_game::Value;
use solveig_search::{StopChecker, StopToken, Stopped};

use crate::go::{Colour, Go, GoPosition, KoRule};
use search::Search;
use state::{Rules, State};
use strategy::Strategy;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The number of the winner's moves looked at in each position, at least 1, besides one for
    /// every four plies left.
    pub widening: usize,
    /// The size of both tables in bytes; a sixteenth is for searches that look at all moves.
    pub bytes: u64,
    /// The number of plies that is tried last, at most [`Self::MOST_PLIES`].
    pub most_plies: u8,
}

impl SearchOptions {
    /// Most plies of a search.
    pub const MOST_PLIES: u8 = 200;
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            widening: 2,
            bytes: 1 << 28,
            most_plies: 60,
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The plies within which the winner was looked for to win.
    pub plies: u8,
    /// Whether the search found a win.
    pub found: bool,
    /// The positions visited so far.
    pub visits: u64,
}

/// A win after the history of the position asked for, whatever the loser plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryFreeWin {
    /// The plies within which the winner reaches a position that is won without a search.
    pub plies: u8,
    /// The positions of the strategy, images under symmetry counted once, with a few that a later
    /// choice of moves leaves out.
    pub positions: usize,
    /// Moves and plans of earlier strategies that superko may have forbidden.
    pub excluded: usize,
    /// The positions that the search visited.
    pub visits: u64,
}

/// Looks for a proof of a claim: that the value of `position` for a colour is at least so much,
/// under positional and situational superko. Returns `None` if there is none within the limits of
/// the search, which says nothing about the value. Tells `watch` of each depth searched.
///
/// Games that allow suicide, or have no superko, are not searched.
///
/// # Errors
///
/// Fails if `stop` stops the search.
pub fn find_history_free_win(
    game: &Go,
    position: &GoPosition,
    claim: (Colour, Value),
    options: SearchOptions,
    stop: StopToken,
    watch: &mut dyn FnMut(Progress),
) -> Result<Option<HistoryFreeWin>, Stopped> {
    let Some((mut search, root, earlier)) = prepared(game, position, claim, options, stop) else {
        return Ok(None);
    };
    // The winner makes the last move.
    let mut plies = u8::from(root.winner_moves);
    while plies <= options.most_plies.min(SearchOptions::MOST_PLIES) {
        let found = search.wins(&root, plies)?;
        watch(Progress {
            plies,
            found,
            visits: search.visits,
        });
        if !found {
            plies += 2;
            continue;
        }
        let strategy = Strategy::written_out(&mut search, root, plies)?;
        let refused = strategy.check(&search.rules, &earlier);
        if refused.is_empty() {
            return Ok(Some(HistoryFreeWin {
                plies,
                positions: strategy.len(),
                excluded: search.excluded.len(),
                visits: search.visits,
            }));
        }
        search.exclude(refused);
    }
    Ok(None)
}

/// The winner's and the loser's stones.
type Stones = (u64, u64);

/// The search for a claim, its root, and all boards up to it; `None` if there is nothing to search.
fn prepared(
    game: &Go,
    position: &GoPosition,
    (winner, bound): (Colour, Value),
    options: SearchOptions,
    stop: StopToken,
) -> Option<(Search, State, Vec<Stones>)> {
    let target = target(game, winner, bound)?;
    if position.is_over() || game.allows_suicide() || game.ko() == KoRule::Basic {
        return None;
    }
    let stones = |of: [u64; 2]| (of[winner as usize], of[winner.opponent() as usize]);
    let mut boards: Vec<Stones> = position.earlier().map(|one| stones(one.stones)).collect();
    boards.push(stones(position.stones));
    let rules = Rules {
        board: game.board().clone(),
        grid: game.grid.clone(),
        target,
    };
    let widening = options.widening.max(1);
    let search = Search::new(rules, options.bytes, StopChecker::new(stop), widening);
    Some((search, root(position, winner), boards))
}

fn root(position: &GoPosition, winner: Colour) -> State {
    State {
        winner: position.stones(winner),
        loser: position.stones(winner.opponent()),
        // To retake a ko makes a board of the history, which the check of strategies refuses.
        ko: 0,
        winner_moves: position.to_move() == winner,
        passed: position.passes() == 1,
    }
}

/// The least difference of areas, `winner`'s minus the other's, with which the value for `winner`
/// is at least `bound`; `None` if there is none.
fn target(game: &Go, winner: Colour, bound: Value) -> Option<Value> {
    let points = game.board().points() as Value;
    let worth = |area: Value| match winner {
        Colour::Black => game.worth(area),
        Colour::White => -game.worth(-area),
    };
    (-points..=points).find(|area| worth(*area) >= bound)
}
