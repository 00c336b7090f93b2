//! Move ordering by electrical resistance (Anshelevich 2002).
//!
//! For each player the board is a circuit: stones conduct freely, empty cells resist, cells of the
//! opponent insulate, and a battery connects the player's two edges. Full virtual connections are
//! wires whose resistance grows with their carriers. The score of a cell is the sum of its shares
//! of both currents. It is a heuristic, so floating-point numbers suffice; a fixed order of
//! operations makes it reproducible.

use super::MAX_CELLS;
use super::connections::Connections;
use super::inferior::FilledPosition;
use crate::colour::Colour;
use crate::hex::board::HexBoard;
use crate::hex::cells::Cells;

/// The conductance of a wire between an empty cell and a stone or an edge.
const TO_STONE: f32 = 2.0;

/// A leak at every node makes the system regular where nodes are cut off.
const LEAK: f32 = 1e-4;

/// The circuit of one player, with its working memory.
///
/// Nodes are the empty cells, then the groups of stones, then the source and the sink: the two
/// edges with the groups that touch them.
pub(super) struct Circuit {
    /// The number of nodes without source and sink.
    nodes: usize,
    /// The node of each cell that is empty or the player's.
    node: [u8; MAX_CELLS],
    /// The conductors: the two nodes that each joins, and its conductance.
    wires: Vec<([u8; 2], f32)>,
    matrix: Vec<f32>,
    potential: [f32; MAX_CELLS + 2],
}

impl Circuit {
    pub(super) fn new(board: &HexBoard) -> Self {
        let cells = board.cells() as usize;
        Self {
            nodes: 0,
            node: [0; MAX_CELLS],
            wires: Vec::new(),
            matrix: vec![0.0; cells * cells],
            potential: [0.0; MAX_CELLS + 2],
        }
    }

    /// Adds to each empty cell its share of the current of `colour`.
    pub(super) fn add_shares(
        &mut self,
        board: &HexBoard,
        filled: &FilledPosition,
        connections: Option<&Connections>,
        colour: Colour,
        shares: &mut [f32; MAX_CELLS],
    ) {
        self.number_nodes(board, filled, colour);
        if self.nodes == 0 {
            return;
        }
        self.wires.clear();
        self.wire_cells(board, filled, colour);
        if let Some(connections) = connections {
            self.wire_connections(board, filled, connections, colour);
        }
        self.solve();
        let mut through = [0.0_f32; MAX_CELLS + 2];
        for (ends, conductance) in &self.wires {
            let [one, other] = ends.map(usize::from);
            let current = conductance * (self.potential[one] - self.potential[other]).abs();
            through[one] += current;
            through[other] += current;
        }
        let total = through[self.nodes];
        if total > 1e-6 {
            for cell in Cells(filled.empty(board)) {
                shares[cell] += through[usize::from(self.node[cell])] / (2.0 * total);
            }
        }
    }

    fn number_nodes(&mut self, board: &HexBoard, filled: &FilledPosition, colour: Colour) {
        let own = filled.stones[colour as usize];
        self.nodes = 0;
        for cell in Cells(filled.empty(board)) {
            self.node[cell] = self.nodes as u8;
            self.nodes += 1;
        }
        let at_edges = board.edges(colour).map(|edge| board.flood(edge, own));
        for group in board.groups(own & !(at_edges[0] | at_edges[1])) {
            Cells(group).for_each(|cell| self.node[cell] = self.nodes as u8);
            self.nodes += 1;
        }
        for (edge, group) in at_edges.into_iter().enumerate() {
            Cells(group).for_each(|cell| self.node[cell] = (self.nodes + edge) as u8);
        }
    }

    fn wire(&mut self, one: usize, other: usize, conductance: f32) {
        self.wires.push(([one as u8, other as u8], conductance));
    }

    /// Wires empty cells to their neighbours and to the edges.
    fn wire_cells(&mut self, board: &HexBoard, filled: &FilledPosition, colour: Colour) {
        let empty = filled.empty(board);
        for cell in Cells(empty) {
            let here = usize::from(self.node[cell]);
            let around = board.neighbours(cell);
            for other in Cells(around & empty & !((2 << cell) - 1)) {
                self.wire(here, usize::from(self.node[other]), 1.0);
            }
            for other in Cells(around & filled.stones[colour as usize]) {
                self.wire(here, usize::from(self.node[other]), TO_STONE);
            }
            for (place, edge) in board.edges(colour).into_iter().enumerate() {
                if edge & 1 << cell != 0 {
                    self.wire(here, self.nodes + place, TO_STONE);
                }
            }
        }
    }

    /// Wires the points that full virtual connections join.
    fn wire_connections(
        &mut self,
        board: &HexBoard,
        filled: &FilledPosition,
        connections: &Connections,
        colour: Colour,
    ) {
        let edges = board.cells() as usize;
        let own = filled.stones[colour as usize];
        connections.bridges(|one, other, size| {
            // For connections a dead cell is a stone; here it is no node.
            if filled.dead & (1 << one | 1 << other) != 0 {
                return;
            }
            let mut resistance = 1 + size;
            let [one, other] = [one, other].map(|point| {
                if point >= edges {
                    return self.nodes + point - edges;
                }
                resistance += u32::from(own & 1 << point == 0);
                usize::from(self.node[point])
            });
            self.wire(one, other, 1.0 / resistance as f32);
        });
    }

    /// Computes the potentials where the source has 1 and the sink 0.
    fn solve(&mut self) {
        let nodes = self.nodes;
        let matrix = &mut self.matrix[..nodes * nodes];
        matrix.fill(0.0);
        let (inner, outer) = self.potential.split_at_mut(nodes);
        inner.fill(0.0);
        (outer[0], outer[1]) = (1.0, 0.0);
        for at in 0..nodes {
            matrix[at * nodes + at] = LEAK;
        }
        for (ends, conductance) in &self.wires {
            let [one, other] = ends.map(usize::from);
            for (at, beyond) in [(one, other), (other, one)] {
                if at >= nodes {
                    continue;
                }
                matrix[at * nodes + at] += conductance;
                if beyond < nodes {
                    matrix[at * nodes + beyond] -= conductance;
                } else if beyond == nodes {
                    inner[at] += conductance;
                }
            }
        }
        eliminate(matrix, inner);
    }
}

/// Replaces `right` by the solution of the symmetric positive definite system `matrix`.
fn eliminate(matrix: &mut [f32], right: &mut [f32]) {
    let nodes = right.len();
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
