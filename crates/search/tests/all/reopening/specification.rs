//! Algorithm 3: the search of a solver that knows the canonical moves.

use std::fmt;

use solveig_game::{Game, GameExt, Move, Value};

use solveig_search::reopening::{
    ExplorationOrder, NoopObserver, Observer, Reopening, TieBreakOrder,
};
use solveig_search::{NodeKind, Window};

/// An assertion of Algorithm 3 that does not hold: the moves it was given are not the canonical
/// ones, or a `C` or `A` node was not called with a window below or above its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnmetAssertion {
    /// Line 11: at `P` or `P'` another move has a greater score.
    BetterMove {
        /// The score of the move that should be the best.
        principal: Value,
        /// The other move.
        played: Move,
        /// Its score.
        score: Value,
    },
    /// Line 19: at `A'` or `A` another move is not refuted.
    Unrefuted {
        /// The score it should not exceed.
        alpha: Value,
        /// The other move.
        played: Move,
        /// Its score.
        score: Value,
    },
    /// Line 22: a `C` node does not fail high.
    NoFailHigh {
        /// The score it should reach.
        beta: Value,
        /// The score of its best move.
        score: Value,
    },
}

impl fmt::Display for UnmetAssertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetterMove {
                principal,
                played,
                score,
            } => write!(
                f,
                "move code {} scores {score}, the principal one {principal} (line 11)",
                played.0
            ),
            Self::Unrefuted {
                alpha,
                played,
                score,
            } => write!(
                f,
                "move code {} scores {score}, above alpha {alpha} (line 19)",
                played.0
            ),
            Self::NoFailHigh { beta, score } => {
                write!(f, "a cut node scores {score}, below beta {beta} (line 22)")
            }
        }
    }
}

impl std::error::Error for UnmetAssertion {}

/// Algorithm 3 of Takizawa (2026): reopening alpha-beta as a specification, in which `M` returns
/// the canonical move of every position that is not terminal.
#[derive(Clone, Debug)]
pub struct Specification<G, M, E = TieBreakOrder, V = NoopObserver> {
    game: G,
    canonical: M,
    order: E,
    observer: V,
    unbounded: Window,
}

impl<G: Game, M: FnMut(&G::Position) -> Move> Specification<G, M> {
    /// A search that explores moves other than the canonical one in the order of
    /// [`Game::legal_moves`]. `canonical` must answer with legal moves.
    pub fn new(game: G, canonical: M) -> Self {
        Self {
            unbounded: Reopening::Unbounded.window(game.value_range()),
            game,
            canonical,
            order: TieBreakOrder,
            observer: NoopObserver,
        }
    }
}

impl<G, M, E, V> Specification<G, M, E, V>
where
    G: Game,
    M: FnMut(&G::Position) -> Move,
    E: ExplorationOrder<G>,
    V: Observer<G>,
{
    /// The same search in another order.
    #[must_use]
    pub fn with_order<F: ExplorationOrder<G>>(self, order: F) -> Specification<G, M, F, V> {
        Specification {
            game: self.game,
            canonical: self.canonical,
            order,
            observer: self.observer,
            unbounded: self.unbounded,
        }
    }

    /// The same search with an observer.
    #[must_use]
    pub fn with_observer<W: Observer<G>>(self, observer: W) -> Specification<G, M, E, W> {
        Specification {
            game: self.game,
            canonical: self.canonical,
            order: self.order,
            observer,
            unbounded: self.unbounded,
        }
    }

    /// The value of the start, searched as `P` with an infinite window.
    ///
    /// # Errors
    ///
    /// Fails if an assertion of the algorithm does not hold.
    pub fn solve(&mut self) -> Result<Value, UnmetAssertion> {
        let start = self.game.start();
        self.search(&start, self.unbounded, NodeKind::P)
    }

    /// Search_Spec: the score of `position` as a node of `kind`.
    ///
    /// # Errors
    ///
    /// Fails if an assertion of the algorithm does not hold. The window of a `C` node has to lie
    /// below its value and that of an `A` node above; that of an `A'` node has to be infinite, as
    /// it is for every `A'` node that the algorithm itself reaches.
    pub fn search(
        &mut self,
        position: &G::Position,
        window: Window,
        kind: NodeKind,
    ) -> Result<Value, UnmetAssertion> {
        self.visit(position, None, window, kind)
    }

    fn visit(
        &mut self,
        position: &G::Position,
        by: Option<Move>,
        window: Window,
        kind: NodeKind,
    ) -> Result<Value, UnmetAssertion> {
        self.observer.enter(position, by, window, kind);
        let (value, principal) = match self.game.terminal_value(position) {
            Some(utility) => (utility, None),
            None => {
                let (value, principal) = self.explore(position, window, kind)?;
                (value, Some(principal))
            }
        };
        self.observer.leave(value, principal);
        Ok(value)
    }

    /// Lines 3 to 23.
    fn explore(
        &mut self,
        position: &G::Position,
        window: Window,
        kind: NodeKind,
    ) -> Result<(Value, Move), UnmetAssertion> {
        let best = (self.canonical)(position);
        let window = if kind.covers_all_moves() {
            self.unbounded
        } else {
            window
        };
        let principal = self.score(position, best, window, kind.child(true))?;
        if kind == NodeKind::C {
            return if principal >= window.beta {
                self.observer.cutoff(best);
                Ok((principal, best))
            } else {
                Err(UnmetAssertion::NoFailHigh {
                    beta: window.beta,
                    score: principal,
                })
            };
        }
        if !kind.covers_all_moves() && principal >= window.beta {
            self.observer.cutoff(best);
            return Ok((principal, best));
        }
        let alpha = window.alpha.max(principal);
        let mut others = self.game.moves(position);
        others.retain(|played| *played != best);
        self.order.arrange(&self.game, position, &mut others);
        for played in others {
            if kind.covers_all_moves() {
                let score = self.score(position, played, window, kind.child(false))?;
                if score > principal {
                    return Err(UnmetAssertion::BetterMove {
                        principal,
                        played,
                        score,
                    });
                }
            } else {
                let null_window = Window::test(alpha + 1);
                let score = self.score(position, played, null_window, kind.child(false))?;
                if score > alpha {
                    return Err(UnmetAssertion::Unrefuted {
                        alpha,
                        played,
                        score,
                    });
                }
            }
        }
        Ok((principal, best))
    }

    /// The score of a move, searched with `window` as the side to move sees it.
    fn score(
        &mut self,
        position: &G::Position,
        played: Move,
        window: Window,
        kind: NodeKind,
    ) -> Result<Value, UnmetAssertion> {
        let child = self.game.play_unchecked(position, played);
        Ok(-self.visit(&child, Some(played), window.negated(), kind)?)
    }
}
