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
//! position asked for, or if an earlier board may forbid a move that keeps the territory by which a
//! position counts as won (`territory.rs`). The search goes on without what was refused. So a bound
//! that is found holds under positional and under situational superko. There are wins that are not
//! found: those in which superko has to stop the loser.

mod search;
mod state;
mod strategy;
mod table;
mod territory;
#[cfg(test)]
mod tests;

use solveig_game::Value;
use solveig_search::{StopChecker, StopToken, Stopped};

use crate::go::{Colour, Go, GoPosition, KoRule};
use search::StrategySearch;
pub use state::State;
pub use strategy::Reply;

use state::Rules;
use strategy::Strategy;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The number of the winner's moves looked at in each position, at least 1, besides one for
    /// every four plies left.
    pub widening: usize,
    /// The size of both tables in bytes; a sixteenth is for searches that look at all moves.
    pub bytes: u64,
    /// The number of plies that is tried last, at most [`Self::MAX_PLIES`].
    pub max_plies: u8,
}

impl SearchOptions {
    /// Maximum number of plies of a search.
    pub const MAX_PLIES: u8 = 200;
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            widening: 2,
            bytes: 1 << 28,
            max_plies: 60,
        }
    }
}

/// What a search is to show: that the value is at least `bound` for the colour `winner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedWin {
    /// The side that is to win.
    pub winner: Colour,
    /// The bound on the value, for that side.
    pub bound: Value,
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

/// What a search took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryFreeWin {
    /// The plies within which the winner reaches a position that is won without a search.
    pub plies: u8,
    /// The positions of the strategy, images under symmetry counted once, with a few that a later
    /// choice of moves leaves out.
    pub positions: usize,
    /// Moves and territories of earlier strategies that superko may have forbidden.
    pub excluded: usize,
    /// The positions that the search visited.
    pub visits: u64,
}

/// A search for a strategy by which the value of a position for a colour is at least so much,
/// under positional and situational superko. It says nothing about the value where it finds none.
pub struct HistoryFreeSearch {
    search: StrategySearch,
    root: State,
    earlier: Vec<Stones>,
    plies: u8,
    max_plies: u8,
}

/// How a search went on.
pub enum DeepeningResult {
    /// There is a strategy.
    Found(HistoryFreeStrategy),
    /// There is none of this depth, as far as the search looks; it can go on.
    NotYet,
    /// There is none within the limits of the search.
    Exhausted,
}

impl HistoryFreeSearch {
    /// Whether the game can be searched: there must be superko, and no suicide.
    pub fn suits(game: &Go) -> bool {
        !game.allows_suicide() && game.ko() != KoRule::Basic
    }

    /// A search for a claim about the value of `position`.
    /// `None` for games that it does not [suit](Self::suits), if the game is over, and if no value
    /// is so high.
    pub fn new(
        game: &Go,
        position: &GoPosition,
        claim: BoundedWin,
        options: SearchOptions,
        stop: StopToken,
    ) -> Option<Self> {
        let (search, root, earlier) = prepare(game, position, claim, options, stop)?;
        Some(Self {
            // The winner makes the last move.
            plies: u8::from(root.winner_moves),
            max_plies: options.max_plies.min(SearchOptions::MAX_PLIES),
            search,
            root,
            earlier,
        })
    }

    /// Searches two plies deeper than before. Tells `watch` of each search at this depth.
    ///
    /// # Errors
    ///
    /// Fails if the stop token stops the search.
    pub fn deepen(&mut self, watch: &mut dyn FnMut(Progress)) -> Result<DeepeningResult, Stopped> {
        let plies = self.plies;
        if plies > self.max_plies {
            return Ok(DeepeningResult::Exhausted);
        }
        let search = &mut self.search;
        loop {
            let found = search.wins(&self.root, plies)?;
            watch(Progress {
                plies,
                found,
                visits: search.visits,
            });
            if !found {
                self.plies += 2;
                return Ok(DeepeningResult::NotYet);
            }
            let strategy = Strategy::written_out(search, self.root, plies)?;
            let refused = strategy.check(&search.rules, &self.earlier);
            if refused.is_empty() {
                return Ok(DeepeningResult::Found(HistoryFreeStrategy {
                    rules: search.rules.clone(),
                    root: self.root,
                    win: HistoryFreeWin {
                        plies,
                        positions: strategy.len(),
                        excluded: search.excluded.len(),
                        visits: search.visits,
                    },
                    strategy,
                }));
            }
            search.exclude(refused);
        }
    }
}

/// A strategy of one colour that wins whatever the history allows the other.
pub struct HistoryFreeStrategy {
    rules: Rules,
    root: State,
    strategy: Strategy,
    win: HistoryFreeWin,
}

impl HistoryFreeStrategy {
    /// What finding it took.
    pub const fn win(&self) -> HistoryFreeWin {
        self.win
    }

    /// The position that the search began with.
    pub const fn root(&self) -> State {
        self.root
    }

    /// All moves of a position in order: the points on which the side to move may put a stone if it
    /// may repeat positions, each as one bit, and last the pass, 0.
    pub fn moves(&self, state: &State) -> Vec<u64> {
        self.rules.points(state).chain([0]).collect()
    }

    /// The position after one of its moves.
    pub fn play(&self, state: &State, point: u64) -> State {
        match point {
            0 => Rules::pass(state),
            point => self.rules.play(state, point),
        }
    }

    /// What the strategy does in a position that play by it reaches; `None` in any other.
    pub fn reply(&self, state: &State) -> Option<Reply> {
        self.strategy.reply(&self.rules, state)
    }
}

/// Looks for a strategy with all depths of a [`HistoryFreeSearch`]; `None` if there is none within
/// the limits of the search.
///
/// # Errors
///
/// Fails if `stop` stops the search.
pub fn find_history_free_win(
    game: &Go,
    position: &GoPosition,
    claim: BoundedWin,
    options: SearchOptions,
    stop: StopToken,
    watch: &mut dyn FnMut(Progress),
) -> Result<Option<HistoryFreeWin>, Stopped> {
    let Some(mut search) = HistoryFreeSearch::new(game, position, claim, options, stop) else {
        return Ok(None);
    };
    loop {
        match search.deepen(watch)? {
            DeepeningResult::Found(strategy) => return Ok(Some(strategy.win())),
            DeepeningResult::NotYet => {}
            DeepeningResult::Exhausted => return Ok(None),
        }
    }
}

/// A board as the points of each side's stones.
#[derive(Clone, Copy)]
struct Stones {
    winner: u64,
    loser: u64,
}

/// The search for a claim, its root, and all boards up to it; `None` if there is nothing to search.
fn prepare(
    game: &Go,
    position: &GoPosition,
    BoundedWin { winner, bound }: BoundedWin,
    options: SearchOptions,
    stop: StopToken,
) -> Option<(StrategySearch, State, Vec<Stones>)> {
    let target = target(game, winner, bound)?;
    if position.is_over() || !HistoryFreeSearch::suits(game) {
        return None;
    }
    let stones = |of: [u64; 2]| Stones {
        winner: of[winner as usize],
        loser: of[winner.opponent() as usize],
    };
    let mut boards: Vec<Stones> = position.history().map(|one| stones(one.stones)).collect();
    boards.push(stones(position.stones));
    let rules = Rules {
        board: game.board().clone(),
        grid: game.grid.clone(),
        target,
    };
    let widening = options.widening.max(1);
    let search = StrategySearch::new(rules, options.bytes, StopChecker::new(stop), widening);
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
