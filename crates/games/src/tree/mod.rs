//! Games given as explicit trees.
//!
//! # Files
//!
//! A tree is a JSON text with a list of nodes, the root first:
//!
//! ```json
//! { "view": "first",
//!   "nodes": [ { "name": "root", "children": ["a", "b"] },
//!              { "name": "a", "value": 3 },
//!              { "name": "b", "value": 5 } ] }
//! ```
//!
//! `view` is the point of view of the values: `first`, the player who moves at the root,
//! `side-to-move`, the player whose turn it would be at the leaf, or `max`, the player of that
//! name. A node has either a `value`, and is a leaf, or at least one child. Nested arrays are a
//! shorthand, with values for the player who moves at the root: `[[3, 12, 8], [2, 4, 6]]`. Their
//! nodes are named by the moves that lead to them.
//!
//! With the view `max`, an inner node may have a field `player`, `"max"` or `"min"`, for who moves
//! there. By default, Max moves at the root, and players alternate. Such a [`TreeData`] tree is for
//! `solveig trees` only; in a game players always alternate, and the view is `first` or
//! `side-to-move`.
//!
//! The file must be a regular one of at most 256 MiB. Every node but the root is the child of
//! exactly one other, and there are at most [`MAX_NODES`] nodes.
//!
//! # Games
//!
//! A move is the index of a child among its siblings, counted from 1; moves are separated by spaces
//! or commas: `2 1 3`. A position is a node; its key is the number of the node in depth-first
//! order, left to right, the root being 0; its level is its depth.

mod data;
mod error;
mod json;
mod line;
mod link;
mod reading;
mod rules;

use solveig_game::{Spec, SpecError};

use crate::named::{NamedGame, Solvable};
use crate::{BoardLayout, Family};

pub use data::{Player, TreeData, TreeNode, View};
pub use error::TreeError;
pub use rules::{ExplicitTree, MAX_CHILDREN, MAX_DEPTH, MAX_NODES, MAX_VALUE, TreePosition};
pub(crate) use rules::{TIE_BREAK_RULE, heading, parse_child};

impl NamedGame for ExplicitTree {
    const NAME: &'static str = "tree";
    const SPEC: &'static str = "tree:FILE.json";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Self::from_spec(spec)
    }

    fn layout(&self) -> BoardLayout {
        BoardLayout {
            family: Family::Tree,
            ..BoardLayout::plain()
        }
    }
}

impl Solvable for ExplicitTree {}
