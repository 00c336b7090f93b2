//! Inferior cells: dead, captured, vulnerable and dominated ones (Björnsson, Hayward, Johanson and
//! van Rijswijck 2006; Henderson and Hayward 2013).
//!
//! Each player has a graph. Its vertices are the empty cells and the player's two edges; two
//! vertices are joined if they touch each other or a common group of the player. The player's ways
//! to win are the paths from edge to edge. A minimal path visits no cell whose neighbours are all
//! joined with each other, since it could skip the cell.
//!
//! - Such a cell is *dead*: its colour does not matter.
//! - A player *captures* two cells if the player's stone on either makes the other dead: the player
//!   answers each stone of the opponent on one by a stone on the other. Filling dead and captured
//!   cells with stones changes the winner in no continuation.
//! - A move *dominates* the cells that it makes dead.
//! - A cell that an answer of the opponent makes dead is *vulnerable*.
//!
//! All vulnerable cells may be pruned at once. Proof: let `a` be a vulnerable cell and a winning
//! move, and `k` the answer that makes it dead. The player still wins once `a` and `k` are played
//! and `a` is dead; by induction on the number of empty cells, by a move `m` that is not vulnerable
//! there. Then `m` wins here as well, where the opponent has one stone less. And `m` is not
//! vulnerable here: whichever answer made it dead here (`k`, `a` or another cell), `m` would be
//! dead or vulnerable there, since more stones never make a dead cell alive.

mod reversible;

use crate::colour::Colour;
use crate::hex::board::{HexBoard, MAX_CELLS};
use crate::hex::cells::Cells;

const MAX_VERTICES: usize = MAX_CELLS + 2;

/// A board on which cells of known owner are filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct FilledPosition {
    /// The stones of Black and of White, captured cells included.
    pub(super) stones: [u128; 2],
    /// Cells whose colour does not matter; they are in no set of stones.
    pub(super) dead: u128,
}

impl FilledPosition {
    /// The cells that are left.
    #[inline]
    pub(super) fn empty(&self, board: &HexBoard) -> u128 {
        board.all & !(self.stones[0] | self.stones[1] | self.dead)
    }

    /// Whether `later` has all of these stones, and further ones; dead cells may have any colour.
    pub(super) fn leads_to(&self, later: &Self) -> bool {
        let [black, white] = later.stones;
        let filled = black | white | later.dead;
        let stones = self.stones.iter().zip(later.stones);
        self.dead & !filled == 0
            && stones.fold(true, |leads, (own, later_own)| {
                leads && own & !(later_own | later.dead) == 0
            })
    }

    /// The board rotated by 180 degrees.
    pub(super) fn rotated(&self, board: &HexBoard) -> Self {
        Self {
            stones: self.stones.map(|cells| board.rotated(cells)),
            dead: board.rotated(self.dead),
        }
    }
}

impl From<[u128; 2]> for FilledPosition {
    fn from(stones: [u128; 2]) -> Self {
        Self { stones, dead: 0 }
    }
}

/// Whether each of `vertices` is joined with all others of `set`.
fn all_joined(near: &[u128], vertices: u128, set: u128) -> bool {
    Cells(vertices).all(|vertex| set & !near[vertex] & !(1 << vertex) == 0)
}

/// The graphs of both players, and the cells that single stones would make dead.
#[derive(Clone)]
pub(super) struct Graphs {
    cells: usize,
    empty: u128,
    near: [[u128; MAX_VERTICES]; 2],
    /// For a player and a cell, the cells on which the player's stone would make it dead.
    killers: [[u128; MAX_CELLS]; 2],
}

impl Graphs {
    pub(super) fn new(board: &HexBoard) -> Self {
        Self {
            cells: board.cells() as usize,
            empty: 0,
            near: [[0; MAX_VERTICES]; 2],
            killers: [[0; MAX_CELLS]; 2],
        }
    }

    /// Fills in cells until no more can be; returns the winner if that decides the position.
    pub(super) fn fill(&mut self, board: &HexBoard, filled: &mut FilledPosition) -> Option<Colour> {
        self.set_up(board, filled);
        self.fill_stale(self.empty, &Colour::BOTH, filled)
    }

    /// The same after further stones were put on cells that `before` has empty.
    ///
    /// The killers that `before` has are right still: more stones never make a dead cell alive.
    pub(super) fn fill_after(
        &mut self,
        before: &Self,
        board: &HexBoard,
        filled: &mut FilledPosition,
    ) -> Option<Colour> {
        self.copy(before);
        let cells = ..self.cells;
        for (killers, before) in self.killers.iter_mut().zip(&before.killers) {
            killers[cells].copy_from_slice(&before[cells]);
        }
        let mut stale = 0;
        for stone in Cells(self.empty & !filled.empty(board)) {
            let near = self.around(stone);
            stale |= Cells(near).fold(near, |stale, cell| stale | self.around(cell));
            match filled.stones[0] & 1 << stone {
                0 => self.put(Colour::White, stone),
                _ => self.put(Colour::Black, stone),
            }
        }
        self.fill_stale(stale & self.empty, &Colour::BOTH, filled)
    }

    /// Fills in cells that are dead or that one of `colours` captures, from the `stale` ones on;
    /// returns the winner if that decides the position.
    fn fill_stale(
        &mut self,
        mut stale: u128,
        colours: &[Colour],
        filled: &mut FilledPosition,
    ) -> Option<Colour> {
        let edges = [self.cells, self.cells + 1];
        loop {
            for colour in Colour::BOTH {
                if self.near[colour as usize][edges[0]] & 1 << edges[1] != 0 {
                    return Some(colour);
                }
            }
            if stale == 0 {
                return None;
            }
            let cell = stale.trailing_zeros() as usize;
            stale &= !(1 << cell);
            if self.is_dead(cell) {
                stale |= self.around(cell);
                self.take_off(cell, filled);
                stale &= self.empty;
                continue;
            }
            for colour in colours {
                self.killers[*colour as usize][cell] = self.killers_of(*colour, cell);
            }
            for colour in colours.iter().copied() {
                let killers = self.killers[colour as usize][cell];
                let partner = Cells(killers & self.empty & !stale)
                    .find(|other| self.killers[colour as usize][*other] & 1 << cell != 0);
                let Some(partner) = partner else {
                    continue;
                };
                stale |= self.around(cell) | self.around(partner);
                for captured in [cell, partner] {
                    self.put(colour, captured);
                    filled.stones[colour as usize] |= 1 << captured;
                }
                stale &= self.empty;
                break;
            }
        }
    }

    /// The cells on which a stone of `colour` makes `cell` dead, after [`fill`](Self::fill).
    #[inline]
    pub(super) fn killers(&self, colour: Colour, cell: usize) -> u128 {
        self.killers[colour as usize][cell] & self.empty
    }

    /// For each empty cell, the cells that a stone of `colour` there would capture or make dead.
    pub(super) fn captured(&self, colour: Colour) -> [u128; MAX_CELLS] {
        let mut captured = [0; MAX_CELLS];
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
        let filled = 1_u128 << cell | 1 << first | 1 << second;
        let joined = near[first] | near[second];
        let rest = near[cell] & !joined & !filled;
        all_joined(near, rest, (near[cell] | joined) & !filled)
    }

    fn set_up(&mut self, board: &HexBoard, filled: &FilledPosition) {
        let empty = filled.empty(board);
        self.empty = empty;
        for colour in Colour::BOTH {
            let near = &mut self.near[colour as usize];
            for cell in Cells(empty) {
                near[cell] = board.neighbours(cell) & empty;
            }
            let own = filled.stones[colour as usize];
            let mut left = own;
            for (edge, end) in board.edges(colour).into_iter().enumerate() {
                let group = board.flood(own & end, own);
                left &= !group;
                let reached = (end | board.around(group)) & empty;
                let bit = 1_u128 << (self.cells + edge);
                near[self.cells + edge] = reached;
                if group & board.edges(colour)[1 - edge] != 0 {
                    near[self.cells + edge] |= 1 << (self.cells + 1 - edge);
                }
                for cell in Cells(reached) {
                    near[cell] |= (reached & !(1 << cell)) | bit;
                }
            }
            for group in board.groups(left) {
                let reached = board.around(group) & empty;
                for cell in Cells(reached) {
                    near[cell] |= reached & !(1 << cell);
                }
            }
        }
    }

    fn copy(&mut self, from: &Self) {
        let vertices = ..self.cells + 2;
        for (near, from) in self.near.iter_mut().zip(&from.near) {
            near[vertices].copy_from_slice(&from[vertices]);
        }
        self.empty = from.empty;
    }

    fn around(&self, cell: usize) -> u128 {
        (self.near[0][cell] | self.near[1][cell]) & self.empty
    }

    fn is_dead(&self, cell: usize) -> bool {
        let mut graphs = self.near.iter();
        graphs.any(|near| all_joined(near, near[cell], near[cell]))
    }

    /// Removes a dead cell from both graphs.
    fn take_off(&mut self, cell: usize, filled: &mut FilledPosition) {
        self.remove(Colour::Black, cell);
        self.remove(Colour::White, cell);
        filled.dead |= 1 << cell;
        self.empty &= !(1 << cell);
    }

    /// Puts a stone of `colour` on a cell.
    fn put(&mut self, colour: Colour, cell: usize) {
        self.contract(colour, cell);
        self.remove(colour.opponent(), cell);
        self.empty &= !(1 << cell);
    }

    fn remove(&mut self, colour: Colour, cell: usize) {
        let near = &mut self.near[colour as usize];
        for vertex in Cells(near[cell]) {
            near[vertex] &= !(1 << cell);
        }
    }

    /// Contracts a vertex, on which `colour` has a stone now: its neighbours are joined.
    fn contract(&mut self, colour: Colour, cell: usize) {
        let edges = 3_u128 << self.cells;
        let near = &mut self.near[colour as usize];
        let around = near[cell];
        for vertex in Cells(around) {
            near[vertex] = (near[vertex] | around) & !(1 << cell | 1 << vertex);
        }
        // All neighbours of an edge are joined with each other.
        for edge in Cells(around & edges) {
            let reached = near[edge] & !edges;
            for vertex in Cells(reached) {
                near[vertex] |= reached & !(1 << vertex) | 1 << edge;
            }
        }
    }

    /// The cells on which a stone of `colour` makes `cell` dead.
    fn killers_of(&self, colour: Colour, cell: usize) -> u128 {
        // In the opponent's graph the stone removes a vertex, which must be part of each pair of
        // neighbours that are not joined.
        let near = &self.near[colour.opponent() as usize];
        let around = near[cell];
        let mut killers = around;
        for vertex in Cells(around) {
            if killers == 0 {
                break;
            }
            let missing = around & !near[vertex] & !(1 << vertex);
            if missing & missing.wrapping_sub(1) != 0 {
                killers &= 1 << vertex;
            } else if missing != 0 {
                killers &= 1 << vertex | missing;
            }
        }
        // In the player's own graph it joins its neighbours with each other.
        let near = &self.near[colour as usize];
        let around = near[cell];
        let mut from_afar = self.empty & !around & !(1 << cell);
        for vertex in Cells(around) {
            if from_afar == 0 {
                break;
            }
            if around & !near[vertex] & !(1 << vertex) != 0 {
                from_afar &= near[vertex];
            }
        }
        killers |= from_afar;
        for stone in Cells(around & self.empty) {
            let both = 1_u128 << stone | 1 << cell;
            let joined = near[stone];
            let rest = around & !joined & !both;
            if all_joined(near, rest, (around | joined) & !both) {
                killers |= 1 << stone;
            }
        }
        killers & self.empty
    }
}
