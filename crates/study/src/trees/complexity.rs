//! Numbers of nodes that searches visit: counts and closed forms.
//!
//! All of this is about uniform trees. In a tree of width `b` every inner node has `b` children; in
//! a tree of depth `d` all terminals are `d` moves below the root. [`ClosedForm`] gives the number
//! of nodes visited if the best child comes first everywhere; [`count_best_first`] generates such
//! trees and counts, [`count_at_random`] does so in random order. A [`ComplexityTable`] compares
//! counts and closed forms.
//!
//! # Depth of the root
//!
//! Depth is the number of moves from the root, as in
//! [`GameTree::depth`](crate::trees::GameTree::depth), so the root has depth 0. In the lemmas of
//! Takizawa (2026, section 3.2.3) it has depth 1, though 0 in the caption of figure 1. Their `N(Y,
//! d)` is [`ClosedForm::Kind`] at depth `d - 1`, their `T(D)` is [`ClosedForm::Reopening`] up to
//! depth `D - 1`. Counting confirms that: with this shift, and no other, each lemma holds as
//! printed, from the root on.
//!
//! # Cost relative to alpha-beta
//!
//! By Takizawa (2026) the semi-strong solution costs `O(d b^(d/2))` where alpha-beta costs
//! `O(b^(d/2))`. The [factor](factor_at) between their numbers of nodes at depth `d` does grow with
//! `d`, but differently at even and odd depths: in the limit by `(b^2 - 1) / 4b` per move over the
//! even ones and by `(b - 1) / (b + 1)` per move over the odd ones. The first grows with the width,
//! the second stays below 1: relative to `b^(d/2)`, alpha-beta visits `(b + 1) / (2 sqrt(b))` times
//! as many nodes at odd depths as at even ones, and reopening alpha-beta that many times as many at
//! even ones.
//!
//! ```
//! use solveig_study::trees::complexity::{ClosedForm, CountedSearch, count_best_first};
//!
//! let counted = count_best_first(3, 6, 1)?;
//! let alpha_beta = counted.of(CountedSearch::AlphaBeta);
//! assert_eq!(alpha_beta.nodes[6], 27 + 27 - 1);
//! assert_eq!(ClosedForm::AlphaBeta.at(3, 6), Some(27 + 27 - 1));
//! let reopening = counted.of(CountedSearch::Reopening);
//! assert_eq!(Some(reopening.total().into()), ClosedForm::Reopening.up_to(3, 6));
//! # Ok::<(), solveig_study::trees::complexity::Uncountable>(())
//! ```

mod closed_form;
mod counting;
mod table;
#[cfg(test)]
mod tests;
mod tree_game;

pub use closed_form::{ClosedForm, factor_at, factor_up_to};
pub use counting::{
    CountedSearch, MAX_DEPTH, MAX_NODES, SearchCosts, Spread, Statistics, TreeCosts, Uncountable,
    best_first, count_at_random, count_best_first, random_tree, reopening, spread,
};
pub use table::{ComplexityTable, KindRow, Row};
