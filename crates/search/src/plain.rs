//! Searches without a table: minimax and alpha-beta.

use std::ops::Range;

use solveig_game::{Interval, Move, Symmetric, Value};

use crate::{Knowledge, NoKnowledge, Oracle, StopChecker, StopToken, Stopped, Window};

/// Fail-soft alpha-beta without a table, for games in which positions with equal keys may have
/// different values ([`depends_on_history`](solveig_game::GameExt::depends_on_history)).
pub type PlainAlphaBeta<G, K> = PlainSearch<G, K, true>;

/// Negamax over every play, with no window, table or knowledge: the reference for all other
/// solvers, for small games only.
pub type Minimax<G> = PlainSearch<G, NoKnowledge, false>;

/// A search without a table, with cutoffs if `PRUNES`. Plays may be long, so the path is on the
/// heap.
#[derive(Clone, Debug)]
pub struct PlainSearch<G, K, const PRUNES: bool> {
    game: G,
    knowledge: K,
    /// The moves of all positions on the current path.
    moves: Vec<Move>,
    nodes: u64,
    stop: StopChecker,
}

/// A position on the current path.
struct PlainFrame<P> {
    position: P,
    /// The window, narrowed by the known bounds.
    window: Window,
    best: Value,
    /// The start of its moves on the move stack, and the range of those not tried yet.
    first: usize,
    untried: Range<usize>,
}

impl<G: Symmetric> Minimax<G> {
    /// A solver of `game`.
    pub const fn new(game: G) -> Self {
        Self::with(game, NoKnowledge)
    }
}

impl<G: Symmetric, K: Knowledge<G>> PlainAlphaBeta<G, K> {
    /// A solver of `game`.
    pub const fn new(game: G, knowledge: K) -> Self {
        Self::with(game, knowledge)
    }
}

impl<G: Symmetric, K: Knowledge<G>, const PRUNES: bool> PlainSearch<G, K, PRUNES> {
    const fn with(game: G, knowledge: K) -> Self {
        Self {
            game,
            knowledge,
            moves: Vec::new(),
            nodes: 0,
            stop: StopChecker::new(StopToken::never()),
        }
    }

    fn search(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        // A stopped search leaves its moves behind.
        self.moves.clear();
        let mut path = Vec::new();
        let mut found = self.enter(position.clone(), window, &mut path)?;
        while let Some(open) = path.last_mut() {
            if let Some(value) = found.take() {
                open.best = open.best.max(-value);
            }
            let next = match PRUNES && open.best >= open.window.beta {
                true => None,
                false => open.untried.next(),
            };
            if let Some(next) = next {
                let child = self.game.play_unchecked(&open.position, self.moves[next]);
                let rest = Window {
                    alpha: open.window.alpha.max(open.best),
                    beta: open.window.beta,
                };
                found = self.enter(child, rest.negated(), &mut path)?;
            } else {
                self.moves.truncate(open.first);
                found = Some(open.best);
                path.pop();
            }
        }
        Ok(found.expect("the first position has been left"))
    }

    /// Counts the position; returns its value if known, else pushes it on the path.
    fn enter(
        &mut self,
        position: G::Position,
        window: Window,
        path: &mut Vec<PlainFrame<G::Position>>,
    ) -> Result<Option<Value>, Stopped> {
        self.stop.check()?;
        self.nodes += 1;
        if let Some((value, nodes)) = self.knowledge.finish(&self.game, &position, window) {
            self.nodes += nodes;
            return Ok(Some(value));
        }
        let first = self.moves.len();
        let bounds = self
            .knowledge
            .expand(&self.game, &position, &mut self.moves);
        if self.moves.len() == first
            && let Some(value) = self.game.terminal_value(&position)
        {
            return Ok(Some(value));
        }
        if PRUNES && let Some(value) = window.decided_by(bounds) {
            self.moves.truncate(first);
            return Ok(Some(value));
        }
        let moves = &mut self.moves[first..];
        self.knowledge.order(&self.game, &position, moves);
        path.push(PlainFrame {
            position,
            window: Window {
                alpha: window.alpha.max(bounds.lower),
                beta: window.beta.min(bounds.upper),
            },
            best: bounds.lower,
            first,
            untried: first..self.moves.len(),
        });
        Ok(None)
    }
}

impl<G: Symmetric, K: Knowledge<G>, const PRUNES: bool> Oracle<G> for PlainSearch<G, K, PRUNES> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        if let Some(value) = bounds.value() {
            return Ok(value);
        }
        self.search(position, Window::within(bounds))
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        Ok(self.search(position, Window::test(bound))? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
