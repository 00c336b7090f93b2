//! Seeded random trees.
//!
//! `random-tree:WxD?seed=S&values=LO..HI&shape=uniform|variable&ties=some|none` is a tree in which
//! all leaves are `D` moves below the root and a node has `W` children (`shape=uniform`) or 1 to
//! `W` (`shape=variable`). Leaves have integer values from `LO` to `HI` as the player who moves at
//! the root sees them. With `ties=none` no two leaves have the same value. Left out, the parameters
//! are `seed=0`, `values=-100..100`, `shape=uniform`, `ties=some`; with `ties=none` the values are
//! by default just as many consecutive integers around 0 as there can be leaves.
//!
//! # How a tree follows from its seed
//!
//! Nodes are numbered as in the complete tree of width `W`: the root is 0, and child `i` of node
//! `n`, counted from 0, is `n * W + 1 + i`. That number is also the position's key. `word(n)` is
//! output `n`, counted from 0, of the splitmix64 generator whose state starts at the seed:
//!
//! ```text
//! z = seed + (n + 1) * 0x9e3779b97f4a7c15                     (all arithmetic modulo 2^64)
//! z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9
//! z = (z ^ z >> 27) * 0x94d049bb133111eb
//! word(n) = z ^ z >> 31
//! ```
//!
//! A node of a variable tree has `1 + word(n) mod W` children. A leaf has the value `LO + word(n)
//! mod (HI - LO + 1)`, unless ties are excluded. Then let `l` be the number of the leaf among all
//! `W^D` leaves of the complete tree, from the left, `k` the bit length of `HI - LO`, and `x = l`.
//! Four rounds `r` = 0, 1, 2, 3 are applied, `x = (x + word(2^63 + 2r)) mod 2^k`, then `x = x *
//! (word(2^63 + 2r + 1) | 1) mod 2^k`, then `x = x ^ x >> max(1, k / 2)`, and all four again until
//! `x <= HI - LO`. The value is `LO + x`.

mod rules;

use solveig_game::{Spec, SpecError};

use crate::named::{NamedGame, Solvable};
use crate::{BoardLayout, Family};

pub use rules::*;

impl NamedGame for RandomTree {
    const NAME: &'static str = "random-tree";
    const SPEC: &'static str = "random-tree:WxD?seed=S&values=LO..HI&shape=variable&ties=none";

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

impl Solvable for RandomTree {}
