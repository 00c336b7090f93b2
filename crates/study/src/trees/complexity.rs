//! How many nodes algorithms take, counted and by closed forms.
//!
//! All of this is of uniform trees: of width `b`, every inner node has `b` children, and of depth
//! `d`, all terminals are `d` moves below the root. [`ClosedForm`] says how many nodes there are to
//! visit if the best child is in front everywhere; [`counted`] makes such trees and counts,
//! [`counted_at_random`] does so in random order. A [`ComplexityTable`] has one beside the other, a [`Plot`]
//! draws them.
//!
//! # Where depth begins
//!
//! Depth is the number of moves from the root, as in [`GameTree::depth`](crate::trees::GameTree::depth),
//! so the root is at depth 0. The lemmas of Takizawa (2026, section 3.2.3) have the root at depth
//! 1, though the caption of its figure 1 has it at 0. Their `N(Y, d)` is [`ClosedForm::Kind`] at
//! depth `d - 1`, their `T(D)` is [`ClosedForm::Reopening`] up to depth `D - 1`. Counting confirms
//! that: with that shift, and no other, each lemma holds as it is printed, from the root on.
//!
//! # The factor between the two
//!
//! Takizawa (2026) has the semi-strong solution cost `O(d b^(d/2))` where alpha-beta takes
//! `O(b^(d/2))`. The [factor](factor_at) between the nodes at depth `d` does grow with `d`, but
//! unlike for even and odd depths: by `(b^2 - 1) / 4b` a move over the even ones and by
//! `(b - 1) / (b + 1)` a move over the odd ones, in the limit. The first grows with the width, the
//! second stays below 1: measured by `b^(d/2)`, alpha-beta has `(b + 1) / (2 sqrt(b))` times as
//! much to see at odd depths as at even ones, reopening alpha-beta as much more at even ones.
//!
//! ```
//! use solveig_study::trees::complexity::{ClosedForm, CountedSearch, counted};
//!
//! let counted = counted(3, 6, 1)?;
//! let alpha_beta = counted.of(CountedSearch::AlphaBeta);
//! assert_eq!(alpha_beta.nodes[6], 27 + 27 - 1);
//! assert_eq!(ClosedForm::AlphaBeta.at(3, 6), Some(27 + 27 - 1));
//! let reopening = counted.of(CountedSearch::Reopening);
//! assert_eq!(Some(reopening.total().into()), ClosedForm::Reopening.up_to(3, 6));
//! # Ok::<(), solveig_study::trees::complexity::Uncountable>(())
//! ```

mod closed_form;
mod counted;
mod plot;
mod table;
#[cfg(test)]
mod tests;
mod tree_game;

pub use closed_form::{ClosedForm, factor_at, factor_up_to};
pub use counted::{
    Counted, CountedSearch, Expanded, MAX_DEPTH, MAX_NODES, Order, Spread, SpreadOf, Statistics,
    Uncountable, best_first, counted, counted_at_random, random_tree, reopening, spread,
};
pub use plot::Plot;
pub use table::{ComplexityTable, KindRow, Row};
