//! Reopening alpha-beta: the search whose tree is a semi-strong solution (Takizawa 2026,
//! sections 2.3, 3.2 and 3.3).
//!
//! [`ReopeningAlphaBeta`] is Algorithm 2, a principal variation search in which the [`NodeKind`] of
//! a node says what its search owes. At `P`, `A'` and `P'`, the nodes of the certified region, the
//! window is reopened; at `P` and `P'` no move is left out; a later child that turns out better is
//! searched again with the kind of a principal child. With a table, what was found is reused by the
//! rules of Proposition 3.10 ([`ReuseRules`]), and the certified region can be read off
//! ([`ReopeningAlphaBeta::solve`]). The tests have the algorithm as printed, and Algorithm 3, which
//! knows the canonical moves.
//!
//! Values are integers, so the paper's epsilon is 1. A forced pass is a move like any other, and
//! the position that must pass is a position of the region.
//!
//! # Where this departs from the text of the paper
//!
//! - Section 3.3 says that reopening with `[-U, +U]` instead of an infinite window changes nothing.
//!   With line 17 as printed, `alpha < score < beta`, a later child whose score reaches `U` is not
//!   searched again. So the principal child of an `A'` node may be left with the kind `C`, and that
//!   of a `P` node with `A'`, against clauses 3 and 4 of Proposition 3.8. All values and canonical
//!   moves are found even so, but under kinds that owe less, and a table that reuses and exports by
//!   obligation does not know that they are. Line 17 here asks for `score < beta` at `C` and `A`
//!   only, where the window comes from outside. With an infinite window the two are the same.
//! - Proposition 3.10 lets only a position that was stored as `P` answer a query as `P`. One that
//!   was stored both as `A'` and as `P'` owes as much, since the principal child then is both too.
//!   The rule as stated compares single entries; [`ReuseRules::joined`] adds this one.
//! - The bound of Corollary 3.7, `O(D b^(D/2))`, holds for a fixed `b`. For odd `D` the constant
//!   grows as the square root of `b`; `O(D b^ceil(D/2))` holds for all `b` alike.

mod certified;
mod node_kind;
mod observer;
mod reuse;

use solveig_game::{GameExt, Interval, Keyed, Move, Value, ValueRange};
use solveig_search::Window;

pub use certified::{CertifiedPosition, CertifiedRegion, Lack, UnmetObligation};
pub use node_kind::NodeKind;
pub use observer::{NoopObserver, Observer};
pub use reuse::{BoundReuse, Obligations, ReuseRules};
use reuse::{ObligationTable, StoredBounds};

/// The window to which the search reopens at `P`, `A'` and `P'`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// One that no value reaches, for the paper's `[-inf, +inf]`. At `A'` there is never a cutoff.
    Unbounded,
    /// `[-U, +U]`, where `U` is the greatest absolute utility of the game. At `A'` the move that
    /// reaches `U` ends the search.
    PayoffBound,
}

impl Reopening {
    /// The window in a game with utilities in `range`.
    ///
    /// One side's `+U` is the other's `-U`, so the window is symmetric even if `range` is not.
    pub const fn window(self, range: ValueRange) -> Window {
        let (low, high) = (range.min.saturating_abs(), range.max.saturating_abs());
        let payoff = if low > high { low } else { high };
        let beta = match self {
            Self::Unbounded => payoff.saturating_add(1),
            Self::PayoffBound => payoff,
        };
        Window { alpha: -beta, beta }
    }
}

/// A semi-strong solution: the value of the start, and the certified region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<K> {
    /// The value of the start for the side to move.
    pub value: Value,
    /// Every position of the region, by key.
    pub region: CertifiedRegion<K>,
}

/// Algorithm 2 of Takizawa (2026), with an optional table.
///
/// Moves are explored in the order of [`legal_moves`](solveig_game::Game::legal_moves), which
/// breaks ties: the canonical move is the first of the best.
///
/// ```
/// use solveig_game::{Game, GameExt, Keyed, Notation};
/// use solveig_games::tree::ExplicitTree;
/// use solveig_study::reopening::{NodeKind, ReopeningAlphaBeta};
///
/// let tree = ExplicitTree::parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")?;
/// let solution = ReopeningAlphaBeta::new(tree.clone()).solve()?;
/// assert_eq!(solution.value, 3);
///
/// let deviation = tree.parse_position("2")?;
/// let certified = &solution.region[&tree.key(&deviation)];
/// assert_eq!((certified.kind, certified.value), (NodeKind::APrime, -2));
/// assert_eq!(certified.best_move.map(|best| tree.format_move(best)).as_deref(), Some("1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReopeningAlphaBeta<G: Keyed, V = NoopObserver> {
    game: G,
    observer: V,
    reopened: Window,
    table: Option<ObligationTable<G::Key>>,
    /// The moves of all positions on the current path, one after the other.
    moves: Vec<Move>,
    nodes: u64,
}

impl<G: Keyed> ReopeningAlphaBeta<G> {
    /// A search without a table, with an infinite window.
    pub fn new(game: G) -> Self {
        Self {
            reopened: Reopening::Unbounded.window(game.value_range()),
            game,
            observer: NoopObserver,
            table: None,
            moves: Vec::new(),
            nodes: 0,
        }
    }
}

impl<G: Keyed, V: Observer<G>> ReopeningAlphaBeta<G, V> {
    /// The same search with an observer.
    #[must_use]
    pub fn with_observer<W: Observer<G>>(self, observer: W) -> ReopeningAlphaBeta<G, W> {
        ReopeningAlphaBeta {
            game: self.game,
            observer,
            reopened: self.reopened,
            table: self.table,
            moves: self.moves,
            nodes: self.nodes,
        }
    }

    /// The same search with another window to reopen to.
    #[must_use]
    pub fn with_reopening(mut self, reopening: Reopening) -> Self {
        self.reopened = reopening.window(self.game.value_range());
        self
    }

    /// The same search with an empty table, from which it reuses what `rules` allow.
    ///
    /// # Panics
    ///
    /// Panics if values depend on history ([`GameExt::depends_on_history`]), as
    /// [`solve`](Self::solve) does: the table knows positions by their keys.
    #[must_use]
    pub fn with_table(mut self, rules: ReuseRules) -> Self {
        self.table = Some(self.empty_table(rules));
        self
    }

    fn empty_table(&self, rules: ReuseRules) -> ObligationTable<G::Key> {
        assert!(
            !self.game.depends_on_history(),
            "the values of {} depend on history: no table can be used",
            self.game.spec()
        );
        ObligationTable::new(rules)
    }

    /// How many nodes have been entered, terminal ones and reused ones included.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves the game semi-strongly, with a table by the rules of Proposition 3.10 unless there is
    /// one already.
    ///
    /// # Errors
    ///
    /// Fails if a position of the region has been left without its value or its canonical move. No
    /// rules that are sound lead to that.
    pub fn solve(&mut self) -> Result<Solution<G::Key>, UnmetObligation<G::Key>> {
        if self.table.is_none() {
            self.table = Some(self.empty_table(ReuseRules::proposition_3_10()));
        }
        let start = self.game.start();
        let value = self.search(&start, self.reopened, NodeKind::P);
        let region = certified::region(&self.game, |key| self.table.as_ref()?.get(key))?;
        Ok(Solution { value, region })
    }

    /// Searches `position` as a node of `kind` (Algorithm 2) and returns its value: exact at `P`,
    /// `A'` and `P'`, whatever the window; at `C` and `A` exact inside the window, an upper bound
    /// at `window.alpha` or below, a lower bound at `window.beta` or above.
    pub fn search(&mut self, position: &G::Position, window: Window, kind: NodeKind) -> Value {
        self.visit(position, None, window, kind)
    }

    fn visit(
        &mut self,
        position: &G::Position,
        by: Option<Move>,
        window: Window,
        kind: NodeKind,
    ) -> Value {
        self.nodes += 1;
        self.observer.enter(position, by, window, kind);
        let (value, principal) = if let Some(utility) = self.game.terminal_value(position) {
            (utility, None)
        } else if let Some((value, principal)) = self.reusable(position, window, kind) {
            self.observer.reuse();
            (value, principal)
        } else if kind.is_certified() {
            let (value, principal) = self.explore(position, self.reopened, kind);
            self.keep(position, kind, Interval::exact(value), principal);
            (value, principal)
        } else {
            let (value, principal) = self.explore(position, window, kind);
            let mut bounds = Interval::unknown(self.game.value_range());
            if value > window.alpha {
                bounds.lower = value;
            }
            if value < window.beta {
                bounds.upper = value;
            }
            self.keep(position, kind, bounds, None);
            (value, principal)
        };
        self.observer.leave(value, principal);
        value
    }

    /// Lines 6 to 24 of Algorithm 2: the greatest score of a child, and the first child that has
    /// it.
    fn explore(
        &mut self,
        position: &G::Position,
        mut window: Window,
        kind: NodeKind,
    ) -> (Value, Option<Move>) {
        let first = self.moves.len();
        self.game.legal_moves(position, &mut self.moves);
        let last = self.moves.len();
        let mut best: Option<(Value, Move)> = None;
        for at in first..last {
            let played = self.moves[at];
            let child = self.game.play_unchecked(position, played);
            let mut score;
            if at == first {
                score = -self.visit(&child, Some(played), window.negated(), kind.child(true));
            } else {
                let null_window = Window::test(-window.alpha);
                score = -self.visit(&child, Some(played), null_window, kind.child(false));
                if window.alpha < score && (score < window.beta || kind.is_certified()) {
                    self.observer.promote(played);
                    score = -self.visit(&child, Some(played), window.negated(), kind.child(true));
                }
            }
            // Strictly greater: an equal later child stays off the principal variation, so that
            // the first of the best is canonical.
            if best.is_none_or(|(value, _)| score > value) {
                best = Some((score, played));
            }
            window.alpha = window.alpha.max(score);
            if !kind.covers_all_moves() && window.alpha >= window.beta {
                self.observer.cutoff(played);
                break;
            }
        }
        self.moves.truncate(first);
        best.map_or((window.alpha, None), |(value, played)| {
            (value, Some(played))
        })
    }

    fn reusable(
        &self,
        position: &G::Position,
        window: Window,
        kind: NodeKind,
    ) -> Option<(Value, Option<Move>)> {
        let table = self.table.as_ref()?;
        table.answer(self.game.key(position), window, kind)
    }

    fn keep(
        &mut self,
        position: &G::Position,
        kind: NodeKind,
        bounds: Interval,
        principal: Option<Move>,
    ) {
        if let Some(table) = &mut self.table {
            table.complete(self.game.key(position), kind, bounds, principal);
        }
    }
}
