//! Searches with a transposition table: alpha-beta, principal variation search, Scout, and null
//! windows alone.

mod scout;
mod test_search;

pub use test_search::{TestMethod, TestSearch};

use std::ops::Range;
use std::sync::Arc;

use solveig_game::{Interval, Move, Reduction, Symmetric, Value};

use crate::table::{Entry, Frame, FramedTable, TranspositionTable};
use crate::{Knowledge, Oracle, StopChecker, StopToken, Stopped, Watch, Window};

/// Fail-soft alpha-beta with a transposition table.
pub type AlphaBeta<G, K> = TableSearch<G, K, false>;

/// Fail-soft principal variation search with a transposition table: the first move is searched with
/// the whole window, the others are tested against it with null windows.
///
/// Values are first determined by null-window tests, each at the bound that the last one found
/// (MTD; Pijls, de Bruin and Plaat 1996, section 8). Measured on Othello, this takes fewer nodes
/// than the whole window. If the value is not found after a number of tests, as may happen in games
/// with many values, the remaining window is searched as a whole.
pub type PrincipalVariationSearch<G, K> = TableSearch<G, K, true>;

/// A search with a transposition table; with null-window tests if `TESTS`.
#[derive(Clone, Debug)]
pub struct TableSearch<G, K, const TESTS: bool> {
    game: G,
    knowledge: K,
    table: FramedTable,
    /// The moves of all positions on the current path.
    moves: Vec<Move>,
    nodes: u64,
    stop: StopChecker,
}

/// The maximum number of tests before the remaining window is searched as a whole.
const MAX_TESTS: usize = 16;

/// The result of entering a position.
enum NodeEntry<K> {
    /// Its value, or a bound that decides the window.
    Decided(Value),
    /// Its children have to be searched.
    Open(OpenNode<K>),
}

/// A position whose children are being searched.
struct OpenNode<K> {
    frame: Option<Frame<K>>,
    bounds: Interval,
    /// The window, narrowed by the known bounds.
    window: Window,
    /// The range of its moves on the move stack, most promising first.
    moves: Range<usize>,
    nodes_before: u64,
}

impl<G: Symmetric, K: Knowledge<G>, const TESTS: bool> TableSearch<G, K, TESTS> {
    /// A solver of `game`, whose levels must rise. The table may be shared with other solvers of
    /// the same game, under either reduction.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(
        game: G,
        knowledge: K,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
    ) -> Self {
        Self {
            table: FramedTable::new(&game, table, reduction),
            game,
            knowledge,
            moves: Vec::new(),
            nodes: 0,
            stop: StopChecker::default(),
        }
    }

    /// The first bound to test: next to a known bound, which is likely to be tight, or else the
    /// middle.
    fn first_test(&self, bounds: Interval) -> Value {
        let range = self.game.value_range();
        if bounds.lower > range.min {
            bounds.lower + 1
        } else if bounds.upper < range.max {
            bounds.upper
        } else {
            bounds.lower + (bounds.upper - bounds.lower) / 2 + 1
        }
    }

    /// Narrows `bounds` by null-window tests.
    fn test_values(
        &mut self,
        position: &G::Position,
        mut bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Interval, Stopped> {
        let mut bound = self.first_test(bounds);
        for _ in 0..MAX_TESTS {
            if bounds.lower == bounds.upper {
                break;
            }
            let value = self.search(position, Window::test(bound))?;
            if value >= bound {
                bounds.lower = value;
                bound = value + 1;
            } else {
                bounds.upper = value;
                bound = value;
            }
            watch(bounds);
        }
        Ok(bounds)
    }

    /// Counts the position; decides the window by rules, knowledge or table if possible.
    #[inline]
    fn enter(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<NodeEntry<G::Key>, Stopped> {
        self.stop.check()?;
        let nodes_before = self.nodes;
        self.nodes += 1;
        if let Some((value, nodes)) = self.knowledge.finish(&self.game, position, window) {
            self.nodes += nodes;
            return Ok(NodeEntry::Decided(value));
        }
        let first = self.moves.len();
        let mut bounds = self.knowledge.expand(&self.game, position, &mut self.moves);
        if self.moves.len() == first
            && let Some(value) = self.game.terminal_value(position)
        {
            return Ok(NodeEntry::Decided(value));
        }
        if let Some(value) = window.decided_by(bounds) {
            self.moves.truncate(first);
            return Ok(NodeEntry::Decided(value));
        }
        let moves = &mut self.moves[first..];
        if self.knowledge.fetches_ahead() {
            for played in moves.iter() {
                let child = self.game.play_unchecked(position, *played);
                self.table.prefetch(&self.game, &child);
            }
        }
        let mut frame = None;
        // A position with one move has the value of its child, which is looked up itself, and is
        // not stored.
        if moves.len() > 1 {
            frame = self.table.frame(&self.game, &self.knowledge, position);
            let entry = frame.and_then(|frame| self.table.look_up(&self.game, frame));
            if let Some(entry) = entry {
                bounds = bounds.meet(entry.bounds);
                if let Some(value) = window.decided_by(bounds) {
                    self.moves.truncate(first);
                    return Ok(NodeEntry::Decided(value));
                }
            }
            self.knowledge.order(&self.game, position, moves);
            let best_move = entry.and_then(|entry| entry.best_move);
            if let Some(at) = moves.iter().position(|one| Some(*one) == best_move) {
                moves[..=at].rotate_right(1);
            }
        }
        Ok(NodeEntry::Open(OpenNode {
            frame,
            bounds,
            window: Window {
                alpha: window.alpha.max(bounds.lower),
                beta: window.beta.min(bounds.upper),
            },
            moves: first..self.moves.len(),
            nodes_before,
        }))
    }

    /// The fail-soft value of `position` in `window`. With tests, all moves but the first are
    /// tested against the best so far with null windows, and searched only where they are better.
    fn search(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        let node = match self.enter(position, window)? {
            NodeEntry::Decided(value) => return Ok(value),
            NodeEntry::Open(node) => node,
        };
        let Window { alpha, beta } = node.window;
        let mut best = node.bounds.lower;
        let mut best_move = None;
        for at in node.moves.clone() {
            let played = self.moves[at];
            let child = self.game.play_unchecked(position, played);
            let rest = Window {
                alpha: alpha.max(best),
                beta,
            };
            let value = if TESTS && at > node.moves.start {
                self.test(&child, rest)?
            } else {
                -self.search(&child, rest.negated())?
            };
            if value > best {
                best = value;
                best_move = Some(played);
                if best >= beta {
                    break;
                }
            }
        }
        Ok(self.leave(node, best, best_move))
    }

    /// The value of a later child for its parent: a null-window test at `alpha`, then a full search
    /// if it fails high.
    fn test(&mut self, child: &G::Position, rest: Window) -> Result<Value, Stopped> {
        let test = Window::test(rest.alpha + 1);
        let value = -self.search(child, test.negated())?;
        if value <= rest.alpha || value >= rest.beta {
            return Ok(value);
        }
        let better = Window {
            alpha: value,
            beta: rest.beta,
        };
        Ok(-self.search(child, better.negated())?)
    }

    /// Stores the result of the children's search and returns it.
    ///
    /// `best` is the greatest of the known lower bound and the children's values, as a fail-soft
    /// search of the node's window found them.
    #[inline]
    fn leave(&mut self, node: OpenNode<G::Key>, best: Value, best_move: Option<Move>) -> Value {
        self.moves.truncate(node.moves.start);
        if let Some(frame) = node.frame {
            let mut bounds = node.bounds;
            if best < node.window.beta {
                bounds.upper = best;
            }
            if best > node.window.alpha {
                bounds.lower = best;
            }
            let nodes = self.nodes - node.nodes_before;
            let entry = Entry { bounds, best_move };
            self.table.store(&self.game, frame, entry, nodes);
        }
        best
    }
}

impl<G: Symmetric, K: Knowledge<G>, const TESTS: bool> Oracle<G> for TableSearch<G, K, TESTS> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.watched_value(position, bounds, &mut |_| ())
    }

    fn watched_value(
        &mut self,
        position: &G::Position,
        mut bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        // A stopped search leaves its moves behind.
        self.moves.clear();
        if TESTS {
            bounds = self.test_values(position, bounds, watch)?;
        }
        let value = match bounds.value() {
            Some(value) => value,
            None => self.search(position, Window::within(bounds))?,
        };
        watch(Interval::exact(value));
        Ok(value)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.moves.clear();
        Ok(self.search(position, Window::test(bound))? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn shares_work(&self) -> bool {
        true
    }
}
