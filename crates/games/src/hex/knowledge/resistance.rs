//! Order of moves by electrical resistance (Anshelevich 2002).
//!
//! For each player the board is a circuit: stones conduct freely, empty cells resist, the
//! opponent's cells insulate, and a battery lies at the player's edges. Full virtual connections
//! are wires that resist the more the more cells they need. A cell is worth the shares of the two
//! currents that run through it. A guess, so plain floating point does: the same operations in the
//! same order give the same bits everywhere.

use super::board::{Cells, Colour, HexGeometry, MOST_CELLS};
use super::connections::Connections;
use super::inferior::Filled;

/// The room for one circuit.
pub struct Circuit {
    matrix: Vec<f32>,
    potential: [f32; MOST_CELLS + 2],
    node: [u8; MOST_CELLS],
    /// Virtual connections as wires.
    extra: Vec<(u8, u8, f32)>,
}

impl Circuit {
    /// A circuit of the size of a board.
    #[must_use]
    pub fn new(shape: &HexGeometry) -> Self {
        Self {
            matrix: vec![0.0; shape.cells() * shape.cells()],
            potential: [0.0; MOST_CELLS + 2],
            node: [0; MOST_CELLS],
            extra: Vec::new(),
        }
    }

    /// Adds to each empty cell the share of the player's current that runs through it, and returns
    /// the whole current at unit voltage.
    pub fn add_shares(
        &mut self,
        shape: &HexGeometry,
        filled: &Filled,
        engine: Option<&Connections>,
        colour: Colour,
        shares: &mut [f32; MOST_CELLS],
    ) -> f32 {
        let empty = filled.empty(shape);
        let own = filled.board.of(colour);
        let ends = shape.ends(colour);
        let mut nodes = 0;
        for cell in Cells(empty) {
            self.node[cell] = nodes as u8;
            nodes += 1;
        }
        let source = shape.flood(own & ends[0], own);
        let sink = shape.flood(own & ends[1], own);
        let mut left = own & !(source | sink);
        while left != 0 {
            let group = shape.flood(left & left.wrapping_neg(), left);
            left &= !group;
            for cell in Cells(group) {
                self.node[cell] = nodes as u8;
            }
            nodes += 1;
        }
        let (source_node, sink_node) = (nodes, nodes + 1);
        for cell in Cells(source) {
            self.node[cell] = source_node as u8;
        }
        for cell in Cells(sink) {
            self.node[cell] = sink_node as u8;
        }
        if nodes == 0 {
            return 0.0;
        }
        let matrix = &mut self.matrix[..nodes * nodes];
        matrix.fill(0.0);
        let potential = &mut self.potential;
        potential[..nodes].fill(0.0);
        let node = &self.node;
        for at in 0..nodes {
            // A leak so small that it only keeps cut-off nodes from having no potential at all.
            matrix[at * nodes + at] = 1e-4;
        }
        let mut join = |one: usize, other: usize, conductance: f32| {
            if one < nodes {
                matrix[one * nodes + one] += conductance;
            }
            if other < nodes {
                matrix[other * nodes + other] += conductance;
            }
            if one < nodes && other < nodes {
                matrix[one * nodes + other] -= conductance;
                matrix[other * nodes + one] -= conductance;
            } else if one == source_node && other < nodes {
                potential[other] += conductance;
            } else if other == source_node && one < nodes {
                potential[one] += conductance;
            }
        };
        for cell in Cells(empty) {
            let one = usize::from(node[cell]);
            let around = shape.neighbours(cell);
            for other in Cells(around & empty & !((2 << cell) - 1)) {
                join(one, usize::from(node[other]), 1.0);
            }
            for other in Cells(around & own) {
                join(one, usize::from(node[other]), 2.0);
            }
            if ends[0] & 1 << cell != 0 {
                join(one, source_node, 2.0);
            }
            if ends[1] & 1 << cell != 0 {
                join(one, sink_node, 2.0);
            }
        }
        self.extra.clear();
        let extra = &mut self.extra;
        if let Some(engine) = engine {
            let edges = shape.cells();
            engine.bridges(|one, other, size| {
                // To the engine a dead cell is a stone. Here it is no node.
                if [one, other]
                    .iter()
                    .any(|point| filled.dead >> point & 1 == 1)
                {
                    return;
                }
                let name = |point: usize| {
                    if point < edges {
                        usize::from(node[point])
                    } else {
                        source_node + point - edges
                    }
                };
                let is_stone = |point: usize| point >= edges || own & 1 << point != 0;
                let resistance = 1 + size + u32::from(!is_stone(one)) + u32::from(!is_stone(other));
                let conductance = 1.0 / resistance as f32;
                let (one, other) = (name(one), name(other));
                join(one, other, conductance);
                extra.push((one as u8, other as u8, conductance));
            });
        }
        solve(matrix, &mut potential[..nodes], nodes);
        potential[source_node] = 1.0;
        potential[sink_node] = 0.0;
        let mut total = 0.0;
        let mut through = [0.0_f32; MOST_CELLS];
        for cell in Cells(empty) {
            let here = potential[usize::from(node[cell])];
            let around = shape.neighbours(cell);
            let mut current = 0.0;
            for other in Cells(around & empty) {
                current += (potential[usize::from(node[other])] - here).abs();
            }
            for other in Cells(around & own) {
                current += 2.0 * (potential[usize::from(node[other])] - here).abs();
                if usize::from(node[other]) == source_node {
                    total += 2.0 * (1.0 - here);
                }
            }
            if ends[0] & 1 << cell != 0 {
                current += 2.0 * (1.0 - here);
                total += 2.0 * (1.0 - here);
            }
            if ends[1] & 1 << cell != 0 {
                current += 2.0 * here;
            }
            through[cell] = current / 2.0;
        }
        let mut more = [0.0_f32; MOST_CELLS + 2];
        for (one, other, conductance) in &*extra {
            let (one, other) = (usize::from(*one), usize::from(*other));
            let current = conductance * (potential[one] - potential[other]).abs();
            more[one] += current / 2.0;
            more[other] += current / 2.0;
            if one == source_node || other == source_node {
                total += current;
            }
        }
        for cell in Cells(empty) {
            through[cell] += more[usize::from(node[cell])];
        }
        if total > 1e-6 {
            for cell in Cells(empty) {
                shares[cell] += through[cell] / total;
            }
        }
        total
    }
}

/// Replaces `right` by the solution of the symmetric positive definite system `matrix`.
fn solve(matrix: &mut [f32], right: &mut [f32], nodes: usize) {
    for pivot in 0..nodes {
        let (upper, lower) = matrix.split_at_mut((pivot + 1) * nodes);
        let row = &upper[pivot * nodes..];
        let inverse = 1.0 / row[pivot];
        for (below, target) in lower.chunks_exact_mut(nodes).enumerate() {
            let at = pivot + 1 + below;
            if row[at] == 0.0 {
                continue;
            }
            let factor = row[at] * inverse;
            for (entry, above) in target[at..].iter_mut().zip(&row[at..]) {
                *entry -= factor * above;
            }
            right[at] -= factor * right[pivot];
        }
    }
    for at in (0..nodes).rev() {
        let row = &matrix[at * nodes..(at + 1) * nodes];
        let mut sum = right[at];
        for later in at + 1..nodes {
            sum -= row[later] * right[later];
        }
        right[at] = sum / row[at];
    }
}
