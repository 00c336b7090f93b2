//! A search of Go for wins that depend on no history.
//!
//! Under superko the legal moves depend on how play came about, so that a search may not identify
//! positions with equal boards (graph-history interaction). This search asks for more than a win:
//! the winner must reach a won position although the *loser may repeat positions*, and only may not
//! retake a ko at once, which superko always forbids. Whether a position is won in this way depends
//! on the board, the side to move, the ko and the last pass.
//!
//! What is found is written out as a strategy (`strategy.rs`). As every move leads to fewer plies
//! left, play by it visits no state twice. A board may still recur with another ko or side to
//! move: a strategy is refused if the winner may then make a board again, or one from before the
//! position asked for, or if an earlier board may forbid a move that keeps the territory by which a
//! position counts as won (`territory.rs`). The search goes on without what was refused. So a bound
//! that is found holds under positional and under situational superko. There are wins that are not
//! found: those in which superko has to stop the loser.

mod needs;
mod numbers;
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
use needs::Needs;
use search::StrategySearch;
pub use state::State;
pub use strategy::Reply;

use state::Rules;
use strategy::Strategy;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The size of both tables in bytes; a sixteenth is for finding again what the first one lost.
    /// Besides these, boards of up to 25 points take two bytes for each set of points (64 MiB), and
    /// the strategy that is found some 100 bytes for each position.
    pub bytes: u64,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { bytes: 1 << 28 }
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
    /// The least number of states to decide to find a strategy.
    pub proof_number: u32,
    /// The same to find that there is none.
    pub disproof_number: u32,
    /// The positions visited so far.
    pub visits: u64,
}

/// What a search took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryFreeWin {
    /// The plies within which the winner reaches a position that is won without a search.
    pub plies: u16,
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
    strategy: Strategy,
    bytes: u64,
}

/// How a search went on.
pub enum SearchResult {
    /// There is a strategy.
    Found(Box<HistoryFreeStrategy>),
    /// It can go on.
    NotYet,
    /// None was found.
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
    ///
    /// # Errors
    ///
    /// Fails if the stop token stops the search.
    pub fn new(
        game: &Go,
        position: &GoPosition,
        claim: BoundedWin,
        options: SearchOptions,
        stop: StopToken,
    ) -> Result<Option<Self>, Stopped> {
        let BoundedWin { winner, bound } = claim;
        let Some(target) = target(game, winner, bound) else {
            return Ok(None);
        };
        if position.is_over() || !Self::suits(game) {
            return Ok(None);
        }
        let rules = Rules::new(game.board(), &game.grid, target);
        let mut stop = StopChecker::new(stop);
        let needs = Needs::of_both(&rules.board, [target, 1 - target], &mut stop)?;
        let root = State::of(position, winner);
        let stones = |of: [u64; 2]| Stones {
            winner: of[winner as usize],
            loser: of[winner.opponent() as usize],
        };
        let mut earlier: Vec<Stones> = position.history().map(|one| stones(one.stones)).collect();
        earlier.push(stones(position.stones));
        Ok(Some(Self {
            search: StrategySearch::new(rules, needs, options.bytes, stop),
            root,
            earlier,
            strategy: Strategy::new(root),
            bytes: options.bytes,
        }))
    }

    /// The search for the other side's strategy: one by which the claim does not hold.
    pub fn opposed(self) -> Self {
        let root = State {
            winner: self.root.loser,
            loser: self.root.winner,
            winner_moves: !self.root.winner_moves,
            ..self.root
        };
        let opposed = |one: Stones| Stones {
            winner: one.loser,
            loser: one.winner,
        };
        Self {
            search: self.search.opposed(self.bytes),
            root,
            earlier: self.earlier.into_iter().map(opposed).collect(),
            strategy: Strategy::new(root),
            bytes: self.bytes,
        }
    }

    /// How far the search is.
    pub const fn progress(&self) -> Progress {
        Progress {
            proof_number: self.search.root_numbers.proof,
            disproof_number: self.search.root_numbers.disproof,
            visits: self.search.visits,
        }
    }

    /// Searches for `visits` positions more.
    ///
    /// # Errors
    ///
    /// Fails if the stop token stops the search.
    pub fn search(&mut self, visits: u64) -> Result<SearchResult, Stopped> {
        let search = &mut self.search;
        match search.wins(&self.root, visits)? {
            None => return Ok(SearchResult::NotYet),
            Some(false) => return Ok(SearchResult::Exhausted),
            Some(true) => {}
        }
        if let Err(stopped) = self.strategy.write_out(search) {
            self.strategy = Strategy::new(self.root);
            return Err(stopped);
        }
        let refused = self.strategy.check(&search.rules, &self.earlier);
        if !refused.is_empty() {
            let kept = self.strategy.forget(&refused);
            search.exclude(refused, kept);
            return Ok(SearchResult::NotYet);
        }
        let strategy = std::mem::replace(&mut self.strategy, Strategy::new(self.root));
        Ok(SearchResult::Found(Box::new(HistoryFreeStrategy {
            rules: search.rules.clone(),
            root: self.root,
            win: HistoryFreeWin {
                plies: strategy.plies(),
                positions: strategy.len(),
                excluded: search.excluded.len(),
                visits: search.visits,
            },
            strategy,
        })))
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
        self.rules.after(state, point)
    }

    /// What the strategy does in a position that play by it reaches; `None` in any other.
    pub fn reply(&self, state: &State) -> Option<Reply> {
        self.strategy.reply(&self.rules, state)
    }
}

/// Looks for a strategy by which a claim holds; `None` if none was found.
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
) -> Result<Option<HistoryFreeWin>, Stopped> {
    let Some(mut search) = HistoryFreeSearch::new(game, position, claim, options, stop)? else {
        return Ok(None);
    };
    loop {
        match search.search(u64::MAX)? {
            SearchResult::Found(strategy) => return Ok(Some(strategy.win())),
            SearchResult::NotYet => {}
            SearchResult::Exhausted => return Ok(None),
        }
    }
}

/// A board as the points of each side's stones.
#[derive(Clone, Copy)]
struct Stones {
    winner: u64,
    loser: u64,
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
