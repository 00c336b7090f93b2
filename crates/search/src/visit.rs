//! The steps that alpha-beta and principal variation search share: entering and leaving a position.

use std::ops::Range;
use std::sync::Arc;

use solveig_game::{Game, Interval, Move, Reduction, Value};

use crate::table::{Entry, Frame, FramedTable, TranspositionTable};
use crate::{Knowledge, StopChecker, Stopped, Window};

/// The state that the searches share.
#[derive(Clone, Debug)]
pub(crate) struct Visitor<G, K> {
    pub(crate) game: G,
    knowledge: K,
    table: FramedTable,
    /// The moves of all positions on the current path.
    pub(crate) moves: Vec<Move>,
    pub(crate) nodes: u64,
    pub(crate) stop: StopChecker,
}

/// The result of entering a position.
pub(crate) enum Entered<K> {
    /// Its value, or a bound that decides the window.
    Decided(Value),
    /// Its children have to be searched.
    Open(OpenNode<K>),
}

/// A position whose children are being searched.
pub(crate) struct OpenNode<K> {
    frame: Option<Frame<K>>,
    known: Interval,
    /// The window, narrowed by the known bounds.
    pub(crate) window: Window,
    /// The range of its moves on the move stack, most promising first.
    pub(crate) moves: Range<usize>,
    nodes_before: u64,
}

impl<K> OpenNode<K> {
    /// The known lower bound, from which the search starts as if a move had reached it.
    pub(crate) fn floor(&self) -> Value {
        self.known.lower
    }
}

impl<G: Game, K: Knowledge<G>> Visitor<G, K> {
    pub(crate) fn new(
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

    /// Clears the path, which a stopped search leaves behind.
    pub(crate) fn begin(&mut self) {
        self.moves.clear();
    }

    /// Counts the position; decides the window by rules, knowledge or table if possible.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Entered<G::Key>, Stopped> {
        self.stop.check()?;
        let nodes_before = self.nodes;
        self.nodes += 1;
        if let Some((value, nodes)) = self.knowledge.finish(&self.game, position, window) {
            self.nodes += nodes;
            return Ok(Entered::Decided(value));
        }
        let first = self.moves.len();
        let mut known = self.knowledge.expand(&self.game, position, &mut self.moves);
        if self.moves.len() == first
            && let Some(value) = self.game.terminal_value(position)
        {
            return Ok(Entered::Decided(value));
        }
        if let Some(value) = window.decided_by(known) {
            self.moves.truncate(first);
            return Ok(Entered::Decided(value));
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
                known = known.meet(entry.bounds);
                if let Some(value) = window.decided_by(known) {
                    self.moves.truncate(first);
                    return Ok(Entered::Decided(value));
                }
            }
            self.knowledge.order(&self.game, position, moves);
            let best_move = entry.and_then(|entry| entry.best_move);
            if let Some(at) = moves.iter().position(|one| Some(*one) == best_move) {
                moves[..=at].rotate_right(1);
            }
        }
        Ok(Entered::Open(OpenNode {
            frame,
            known,
            window: Window {
                alpha: window.alpha.max(known.lower),
                beta: window.beta.min(known.upper),
            },
            moves: first..self.moves.len(),
            nodes_before,
        }))
    }

    /// The fail-soft value of `position` in `window`. With `TESTS`, all moves but the first are
    /// tested against the best so far with null windows, and searched only where they are better.
    pub(crate) fn search<const TESTS: bool>(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, Stopped> {
        let node = match self.enter(position, window)? {
            Entered::Decided(value) => return Ok(value),
            Entered::Open(node) => node,
        };
        let Window { alpha, beta } = node.window;
        let mut best = node.floor();
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
                -self.search::<TESTS>(&child, rest.negated())?
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
        let value = -self.search::<true>(child, test.negated())?;
        if value <= rest.alpha || value >= rest.beta {
            return Ok(value);
        }
        let better = Window {
            alpha: value,
            beta: rest.beta,
        };
        Ok(-self.search::<true>(child, better.negated())?)
    }

    /// Stores the result of the children's search and returns it.
    ///
    /// `best` is the greatest of the floor and the children's values, as a fail-soft search of the
    /// node's window found them.
    #[inline]
    pub(crate) fn leave(
        &mut self,
        node: OpenNode<G::Key>,
        best: Value,
        best_move: Option<Move>,
    ) -> Value {
        self.moves.truncate(node.moves.start);
        if let Some(frame) = node.frame {
            let mut bounds = node.known;
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
