//! Cells behind clique cutsets (Björnsson et al. 2006).
//!
//! A clique cutset is a set of vertices that are all joined with each other and separate some cells
//! from both edges. A path from edge to edge through a separated cell enters and leaves by two
//! vertices of the set, and these two are joined, so the path has a shorter one without the cell:
//! all separated cells are dead, however large their region. The sets tried are single cells, pairs
//! of joined vertices, and such pairs with their common neighbours where those form a clique.

use crate::hex::cells::Cells;

/// Whether each of `vertices` is joined with all others of `set`.
pub(super) fn all_joined(near: &[u128], vertices: u128, set: u128) -> bool {
    Cells(vertices).all(|vertex| set & !near[vertex] & !(1 << vertex) == 0)
}

/// The separated cells in a graph whose vertices are the empty cells and the two `edges`.
pub(super) fn cut_off(near: &[u128], empty: u128, edges: u128) -> u128 {
    let mut cut_off = 0;
    for one in Cells(empty) {
        cut_off |= behind(near, empty, edges, 1 << one);
        for other in Cells(near[one] & (edges | empty & !((2_u128 << one) - 1))) {
            let pair = 1_u128 << one | 1 << other;
            let common = near[one] & near[other];
            let clique = match all_joined(near, common, common) {
                true => pair | common,
                false => pair,
            };
            cut_off |= behind(near, empty, edges, clique);
        }
    }
    cut_off
}

/// The cells that `clique` separates from the edges outside it.
fn behind(near: &[u128], empty: u128, edges: u128, clique: u128) -> u128 {
    let open = (empty | edges) & !clique;
    let mut reached = edges & open;
    let mut new = reached;
    while new != 0 {
        let next = Cells(new).fold(0, |set, vertex| set | near[vertex]);
        new = next & open & !reached;
        reached |= new;
    }
    open & !reached & empty
}
