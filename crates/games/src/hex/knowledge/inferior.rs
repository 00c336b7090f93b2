//! Cells that need not be played (Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell
//! analysis in Hex and the Shannon game", 2006; Henderson and Hayward, "Captured-reversible moves
//! and star decomposition domination in Hex", 2013).
//!
//! Everything is read off two graphs, one a player. Their vertices are the empty cells and the
//! player's two edges; two vertices are joined if they touch or touch a common group of the player.
//! The ways to win are the paths between the edges, and a way that leaves out no shorter one runs
//! through no cell whose neighbours are all joined with each other, for it could step past it. Such
//! a cell is *dead*: its colour never matters. Both cells of a pair are *captured* by a player if
//! the player's stone on either makes the other dead: whatever the opponent does there is answered
//! there. Filling dead and captured cells with stones changes the winner in no continuation.
//!
//! A move *dominates* the cells that it makes dead. A cell that the opponent makes dead by an
//! answer is *vulnerable*, and need not be played either: let `a` be such a cell and a winning
//! move, and `k` the answer. Then the player wins with `k` and `a` taken and `a` dead, so by
//! induction on the empty cells by a move `m` that is not vulnerable there, and `m` wins here, too,
//! since a stone of the opponent less does no harm. It is not vulnerable here either: an answer
//! that makes it dead here is `k`, `a` or another, and in each case `m` would be dead or vulnerable
//! there, as deadness is never lost by more stones. So all vulnerable cells may be left out at
//! once.

use super::board::{Cells, Colour, HexGeometry, HexStones, MOST_CELLS};
use super::decompositions::cut_off;

const MOST_VERTICES: usize = MOST_CELLS + 2;

/// A board with the cells filled in whose owner is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filled {
    /// Stones, and cells that are as good as stones.
    pub board: HexStones,
    /// Cells whose colour does not matter; not on the board.
    pub dead: u128,
}

impl Filled {
    /// The cells that are left.
    #[inline]
    #[must_use]
    pub fn empty(&self, shape: &HexGeometry) -> u128 {
        shape.all() & !(self.board.occupied() | self.dead)
    }
}

impl From<HexStones> for Filled {
    fn from(board: HexStones) -> Self {
        Self { board, dead: 0 }
    }
}

/// The graphs of both players, and what one stone would kill.
pub struct Graphs {
    cells: usize,
    empty: u128,
    near: [[u128; MOST_VERTICES]; 2],
    /// For a player and a cell, the cells on which the player's stone would make it dead.
    killers: [[u128; MOST_CELLS]; 2],
}

impl Graphs {
    /// Graphs for boards of one shape.
    #[must_use]
    pub fn new(shape: &HexGeometry) -> Self {
        Self {
            cells: shape.cells(),
            empty: 0,
            near: [[0; MOST_VERTICES]; 2],
            killers: [[0; MOST_CELLS]; 2],
        }
    }

    /// Fills in until there is nothing more to fill, with `decompositions` or not, and says so of a
    /// player who has thereby won.
    pub fn fill(
        &mut self,
        shape: &HexGeometry,
        filled: &mut Filled,
        decompositions: bool,
    ) -> Option<Colour> {
        self.set_up(shape, filled);
        let edges = [self.cells, self.cells + 1];
        let mut stale = self.empty;
        loop {
            for colour in Colour::BOTH {
                if self.near[colour as usize][edges[0]] & 1 << edges[1] != 0 {
                    return Some(colour);
                }
            }
            if stale == 0 {
                let dead = match decompositions {
                    true => self.cut_off(),
                    false => 0,
                };
                if dead == 0 {
                    return None;
                }
                for cell in Cells(dead) {
                    stale |= self.around(cell);
                    self.take_off(cell, filled);
                }
                stale &= self.empty;
                continue;
            }
            let cell = stale.trailing_zeros() as usize;
            stale &= !(1 << cell);
            if self.is_dead(cell) {
                stale |= self.around(cell);
                self.take_off(cell, filled);
                stale &= self.empty;
                continue;
            }
            for colour in Colour::BOTH {
                self.killers[colour as usize][cell] = self.killers_of(colour, cell);
            }
            for colour in Colour::BOTH {
                let killers = self.killers[colour as usize][cell];
                let partner = Cells(killers & self.empty & !stale)
                    .find(|other| self.killers[colour as usize][*other] & 1 << cell != 0);
                let Some(partner) = partner else {
                    continue;
                };
                stale |= self.around(cell) | self.around(partner);
                for captured in [cell, partner] {
                    self.contract(colour, captured);
                    self.remove(colour.other(), captured);
                    self.empty &= !(1 << captured);
                    filled.board = filled.board.with(colour, 1 << captured);
                }
                stale &= self.empty;
                break;
            }
        }
    }

    /// The cells on which a stone of `colour` makes `cell` dead, after [`fill`](Self::fill).
    #[inline]
    #[must_use]
    pub fn killers(&self, colour: Colour, cell: usize) -> u128 {
        self.killers[colour as usize][cell] & self.empty
    }

    /// For each empty cell what a stone of `colour` there would capture or kill.
    pub fn captured(&self, colour: Colour) -> [u128; MOST_CELLS] {
        let mut captured = [0; MOST_CELLS];
        let near = &self.near[colour as usize];
        for cell in Cells(self.empty) {
            for stone in Cells(self.killers(colour, cell)) {
                captured[stone] |= 1 << cell;
            }
        }
        for stone in Cells(self.empty) {
            let around = near[stone] & self.empty;
            for one in Cells(around) {
                let partners = around & near[one] & !((2 << one) - 1);
                for other in Cells(partners) {
                    if self.is_dead_after(colour, one, stone, other)
                        && self.is_dead_after(colour, other, stone, one)
                    {
                        captured[stone] |= 1 << one | 1 << other;
                    }
                }
            }
        }
        captured
    }

    /// Whether stones of `colour` on two cells next to `cell` make it dead in the player's graph.
    fn is_dead_after(&self, colour: Colour, cell: usize, first: usize, second: usize) -> bool {
        let near = &self.near[colour as usize];
        let taken = 1_u128 << cell | 1 << first | 1 << second;
        // The two touch, since both are next to each other or the cell joins no more than they do.
        let joined = near[first] | near[second];
        let rest = near[cell] & !joined & !taken;
        Cells(rest)
            .all(|vertex| (near[cell] | joined) & !near[vertex] & !taken & !(1 << vertex) == 0)
    }

    fn set_up(&mut self, shape: &HexGeometry, filled: &Filled) {
        let empty = filled.empty(shape);
        self.empty = empty;
        for colour in Colour::BOTH {
            let near = &mut self.near[colour as usize];
            for cell in Cells(empty) {
                near[cell] = shape.neighbours(cell) & empty;
            }
            let own = filled.board.of(colour);
            let mut left = own;
            for (edge, end) in shape.ends(colour).into_iter().enumerate() {
                let group = shape.flood(own & end, own);
                left &= !group;
                let reached = (end | shape.around(group)) & empty;
                let bit = 1_u128 << (self.cells + edge);
                near[self.cells + edge] = reached;
                if group & shape.ends(colour)[1 - edge] != 0 {
                    near[self.cells + edge] |= 1 << (self.cells + 1 - edge);
                }
                for cell in Cells(reached) {
                    near[cell] |= (reached & !(1 << cell)) | bit;
                }
            }
            while left != 0 {
                let group = shape.flood(left & left.wrapping_neg(), left);
                left &= !group;
                let reached = shape.around(group) & empty;
                for cell in Cells(reached) {
                    near[cell] |= reached & !(1 << cell);
                }
            }
        }
    }

    fn around(&self, cell: usize) -> u128 {
        (self.near[0][cell] | self.near[1][cell]) & self.empty
    }

    fn is_dead(&self, cell: usize) -> bool {
        self.near.iter().any(|near| {
            let around = near[cell];
            Cells(around).all(|vertex| around & !near[vertex] & !(1 << vertex) == 0)
        })
    }

    fn cut_off(&self) -> u128 {
        let edges = 3_u128 << self.cells;
        let of = |near: &[u128; MOST_VERTICES]| cut_off(near, self.empty, edges);
        self.near.iter().map(of).fold(0, |set, cells| set | cells)
    }

    /// A dead cell is no vertex any more.
    fn take_off(&mut self, cell: usize, filled: &mut Filled) {
        self.remove(Colour::Black, cell);
        self.remove(Colour::White, cell);
        filled.dead |= 1 << cell;
        self.empty &= !(1 << cell);
    }

    fn remove(&mut self, colour: Colour, cell: usize) {
        let near = &mut self.near[colour as usize];
        for vertex in Cells(near[cell]) {
            near[vertex] &= !(1 << cell);
        }
    }

    /// A stone of `colour` on `cell` joins its neighbours, and those of an edge that it touches.
    fn contract(&mut self, colour: Colour, cell: usize) {
        let edges = 3_u128 << self.cells;
        let near = &mut self.near[colour as usize];
        let around = near[cell];
        for vertex in Cells(around) {
            near[vertex] = (near[vertex] | around) & !(1 << cell | 1 << vertex);
        }
        // What now touches an edge is joined with all that touches it.
        for edge in Cells(around & edges) {
            let reached = near[edge] & !edges;
            for vertex in Cells(reached) {
                near[vertex] |= reached & !(1 << vertex) | 1 << edge;
            }
        }
    }

    /// The cells on which a stone of `colour` makes `cell` dead.
    fn killers_of(&self, colour: Colour, cell: usize) -> u128 {
        // In the opponent's graph the stone takes a vertex away: all gaps must be with that one.
        let near = &self.near[colour.other() as usize];
        let around = near[cell];
        let mut killers = around;
        for vertex in Cells(around) {
            let missing = around & !near[vertex] & !(1 << vertex);
            if missing & missing.wrapping_sub(1) != 0 {
                killers &= 1 << vertex;
            } else if missing != 0 {
                killers &= 1 << vertex | missing;
            }
        }
        // In the player's own graph it joins its neighbours.
        let near = &self.near[colour as usize];
        let around = near[cell];
        let mut from_afar = self.empty & !around & !(1 << cell);
        for vertex in Cells(around) {
            if around & !near[vertex] & !(1 << vertex) != 0 {
                from_afar &= near[vertex];
            }
        }
        killers |= from_afar;
        for stone in Cells(around & self.empty) {
            let both = 1_u128 << stone | 1 << cell;
            let joined = near[stone];
            let rest = around & !joined & !both;
            if Cells(rest)
                .all(|vertex| (around | joined) & !near[vertex] & !both & !(1 << vertex) == 0)
            {
                killers |= 1 << stone;
            }
        }
        killers & self.empty
    }
}
