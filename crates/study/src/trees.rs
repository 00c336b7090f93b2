//! The theory of game trees as executable code: Pijls, de Bruin and Plaat, *A theory of game trees,
//! based on solution trees* (1996).
//!
//! A [`GameTree`] has all its nodes; players need not alternate, and payoffs are from Max's view.
//! An [algorithm](algorithms::run) sees a part of it, the [`SearchTree`], which has bounds on every
//! node (f- and f+) and bounds on the critical trees through it (h- and h+). The latter tell *dead*
//! nodes from *alive* ones. [`SolutionTree`]s are the strategies of the players; an optimal pair of
//! them is a [`CriticalTree`], the least that every search must see.
//!
//! ```
//! use solveig_study::trees::algorithms::{Algorithm, Gamma, Storage, run};
//! use solveig_study::trees::event::NoopObserver;
//! use solveig_study::trees::random::RandomTrees;
//! use solveig_study::trees::{CriticalTree, Node};
//!
//! let tree = RandomTrees::uniform(3, 4, 99).tree(7);
//! let sss = run(&tree, Algorithm::Sss, &mut NoopObserver);
//! let mt = run(&tree, Algorithm::Mtd(Gamma::Sss, Storage::Weak), &mut NoopObserver);
//! assert_eq!(sss.search, mt.search, "Theorem A.1");
//! let critical = CriticalTree::of(&sss.search).unwrap();
//! for node in critical.critical_path() {
//!     assert_eq!(tree.values()[node.index()], tree.values()[Node::ROOT.index()]);
//! }
//! ```

pub mod algorithms;
mod bound;
pub mod complexity;
pub mod draw;
pub mod event;
pub mod explain;
pub mod figures;
pub mod file;
pub mod page;
pub mod random;
mod search_tree;
mod solution;
pub mod trace;
mod tree;

pub use search_tree::SearchTree;
pub use solution::{CriticalTree, SolutionTree};
pub use tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff, Player, Shape, TooManyNodes};
