//! Cells that are cut off (the clique cutsets of Björnsson et al., "Dead cell analysis in Hex and
//! the Shannon game", 2006).
//!
//! A set of vertices that are all joined with each other cuts off what no edge of the board reaches
//! without it: a path that goes there comes back through the set, and could have stepped across. So
//! none of those cells is ever needed, however large the region is: all of them are dead. One cell,
//! two that touch, and what a group reaches are such sets.

use super::board::Cells;

/// The cells that are cut off, in a graph whose vertices are the empty cells and the two `edges`.
pub(super) fn cut_off(near: &[u128], empty: u128, edges: u128) -> u128 {
    let mut cut_off = 0;
    for one in Cells(empty) {
        cut_off |= behind(near, empty, edges, 1 << one);
        for other in Cells(near[one] & (edges | empty & !((2_u128 << one) - 1))) {
            let pair = 1_u128 << one | 1 << other;
            let common = near[one] & near[other];
            let is_clique = Cells(common).all(|vertex| common & !near[vertex] == 1 << vertex);
            let clique = if is_clique { pair | common } else { pair };
            cut_off |= behind(near, empty, edges, clique);
        }
    }
    cut_off
}

/// The cells outside `clique` that no edge outside it reaches without it.
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
