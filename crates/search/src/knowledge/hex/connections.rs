//! Virtual connections (Anshelevich, "A hierarchical approach to computer Hex", 2002).
//!
//! A *full* connection joins two points of one player although the opponent moves first; a *semi*
//! connection does if the player moves first. Its *carrier* are the empty cells that the player
//! needs for that, without the points themselves: the connection holds whatever happens outside.
//! Points are the player's groups, the two edges, and empty cells, which count as if the player had
//! a stone there.
//!
//! Two rules make new connections of old ones. *And*: full connections from `x` to `z` and from `z`
//! to `y` with disjoint carriers, neither of them through the other's end, make one from `x` to
//! `y`, full if `z` is a group and semi if it is an empty cell, which is then the key. *Or*: semi
//! connections between the same points without a cell in common make a full one on all their cells.
//!
//! In both rules the carriers may share cells that a stone on one of the points would capture (see
//! `inferior`; Pawlewicz, Hayward, Henderson and Arneson, "Stronger virtual connections in Hex",
//! 2015): once the stone is there, an answer in the captured set makes whatever the opponent plays
//! there dead, and the set is as good as the player's in both connections. The captured set
//! then joins the carrier.

use super::board::{Cells, Colour, MOST_CELLS, Shape};

/// The most points of a board: its cells and two edges.
const MOST_POINTS: usize = MOST_CELLS + 2;

/// Where the key of a semi connection lies above its carrier.
const KEY: u32 = MOST_CELLS as u32;

/// The cells of a connection without its key.
const CARRIER: u128 = (1 << KEY) - 1;

/// How far the engine looks. All of it costs strength or time and none of it soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Full connections kept of a pair of points, at most 16.
    pub fulls: usize,
    /// Semi connections kept of a pair of points, at most 32.
    pub semis: usize,
    /// Full connections kept of two empty cells, at most 16.
    pub fulls_between_cells: usize,
    /// Semi connections kept of two empty cells, at most 32.
    pub semis_between_cells: usize,
    /// Cells in the carrier of a connection of two empty cells.
    pub carrier_between_cells: u32,
    /// Cells in the carrier of a connection of two that meet at an edge of the board; `None` if there
    /// are none such.
    pub over_edges: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fulls: 8,
            semis: 16,
            fulls_between_cells: 8,
            semis_between_cells: 16,
            carrier_between_cells: 121,
            over_edges: None,
        }
    }
}

const MOST_FULLS: usize = 16;
const MOST_SEMIS: usize = 32;
const MOST_BETWEEN_EDGES: usize = 256;

/// The connections between two points. None contains another.
#[derive(Clone, Copy)]
struct Pair {
    full: [u128; MOST_FULLS],
    semi: [u128; MOST_SEMIS],
}

#[derive(Clone, Copy)]
struct Found {
    carrier: u128,
    one: u8,
    other: u8,
}

/// What the connections say about the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The player wins even if the opponent is to move.
    Full {
        /// The empty cells that are needed for it.
        carrier: u128,
    },
    /// The player wins if it is to move.
    Semi {
        /// A cell to begin with.
        key: usize,
        /// The empty cells that every known way to win needs: the opponent, if it is to move, has
        /// to play on one of them.
        common: u128,
    },
    /// Neither is known.
    Open,
}

/// The connections of one player.
pub struct Connections {
    colour: Colour,
    limits: Limits,
    points: usize,
    empty: u128,
    /// Groups of the player other than those at the edges, as points; edges too.
    stones: u128,
    pairs: Vec<Pair>,
    fulls: Vec<u8>,
    semis: Vec<u8>,
    /// Points with a full connection to a point.
    linked: [u128; MOST_POINTS],
    /// Points with a full connection to a point for which no cells are needed.
    solid: [u128; MOST_POINTS],
    /// Cells that a point captures if the player has a stone there.
    captured: [u128; MOST_POINTS],
    /// Full connections to be looked at, by the number of cells.
    waiting: Vec<Vec<Found>>,
    /// The numbers of cells that have some.
    sizes: u128,
    dirty: Vec<(u8, u8)>,
    dirty_next: usize,
    is_dirty: Vec<bool>,
    between_edges: Vec<u128>,
    stop_at_semi: bool,
    reach: Reach,
    /// Combinations tried, for measurements.
    pub work: u64,
}

#[inline(always)]
fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = if one < other {
        (one, other)
    } else {
        (other, one)
    };
    high * (high - 1) / 2 + low
}

impl Connections {
    /// An engine for one player on boards of one shape.
    #[must_use]
    pub fn new(shape: &Shape, colour: Colour, limits: Limits) -> Self {
        let points = shape.cells() + 2;
        let pairs = points * (points - 1) / 2;
        Self {
            colour,
            limits: Limits {
                fulls: limits.fulls.min(MOST_FULLS),
                semis: limits.semis.min(MOST_SEMIS),
                fulls_between_cells: limits.fulls_between_cells.min(MOST_FULLS),
                semis_between_cells: limits.semis_between_cells.min(MOST_SEMIS),
                ..limits
            },
            points,
            empty: 0,
            stones: 0,
            pairs: vec![
                Pair {
                    full: [0; MOST_FULLS],
                    semi: [0; MOST_SEMIS],
                };
                pairs
            ],
            fulls: vec![0; pairs],
            semis: vec![0; pairs],
            linked: [0; MOST_POINTS],
            solid: [0; MOST_POINTS],
            captured: [0; MOST_POINTS],
            waiting: vec![Vec::new(); MOST_CELLS + 1],
            sizes: 0,
            dirty: Vec::new(),
            dirty_next: 0,
            is_dirty: vec![false; pairs],
            between_edges: Vec::new(),
            stop_at_semi: false,
            reach: Reach::Open,
            work: 0,
        }
    }

    /// The player.
    #[must_use]
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// Finds the connections of a board, `captured` being for each empty cell what a stone there would
    /// capture, and says what they mean for the game. It stops as soon as
    /// the player is known to win, if `moves_first` by a semi connection, else by a full one.
    pub fn build(
        &mut self,
        shape: &Shape,
        own: u128,
        other: u128,
        captured: Option<&[u128; MOST_CELLS]>,
        moves_first: bool,
    ) -> Reach {
        self.reset();
        match captured {
            Some(captured) => self.captured[..MOST_CELLS].copy_from_slice(captured),
            None => self.captured = [0; MOST_POINTS],
        }
        for point in [self.points - 2, self.points - 1] {
            self.captured[point] = 0;
        }
        self.stop_at_semi = moves_first;
        self.empty = shape.all() & !(own | other);
        if !self.set_up(shape, own) {
            self.reach = Reach::Full { carrier: 0 };
            return self.reach;
        }
        self.run();
        self.reach
    }

    /// Calls with all pairs of points with a full connection that needs some cells, and the fewest.
    pub(super) fn bridges(&self, mut call: impl FnMut(usize, usize, u32)) {
        for one in Cells(self.empty | self.stones) {
            let above = self.linked[one] & !self.solid[one] & !((2_u128 << one) - 1);
            for other in Cells(above) {
                let first = self.pairs[pair_of(one, other)].full[0];
                call(one, other, first.count_ones());
            }
        }
    }

    fn reset(&mut self) {
        self.fulls.fill(0);
        self.semis.fill(0);
        self.linked = [0; MOST_POINTS];
        self.solid = [0; MOST_POINTS];
        for size in Cells(self.sizes) {
            self.waiting[size].clear();
        }
        self.sizes = 0;
        self.dirty.clear();
        self.dirty_next = 0;
        self.is_dirty.fill(false);
        self.between_edges.clear();
        self.reach = Reach::Open;
    }

    /// Finds the points and which of them touch; false if the edges are joined by stones.
    fn set_up(&mut self, shape: &Shape, own: u128) -> bool {
        let empty = self.empty;
        let edges = [self.points - 2, self.points - 1];
        for cell in Cells(empty) {
            self.solid[cell] = shape.neighbours(cell) & empty;
        }
        let mut left = own;
        let ends = shape.ends(self.colour);
        for (edge, end) in edges.into_iter().zip(ends) {
            let group = shape.flood(own & end, own);
            left &= !group;
            if edge == edges[0] && group & ends[1] != 0 {
                return false;
            }
            let reached = shape.around(group) & empty;
            self.solid[edge] = reached | end & empty;
            for cell in Cells(reached) {
                self.solid[cell] |= reached & !(1 << cell);
            }
        }
        self.stones = 1 << edges[0] | 1 << edges[1];
        while left != 0 {
            let stone = left.trailing_zeros() as usize;
            let group = shape.flood(1 << stone, left);
            left &= !group;
            self.stones |= 1 << stone;
            let reached = shape.around(group) & empty;
            self.solid[stone] = reached;
            for cell in Cells(reached) {
                self.solid[cell] |= (reached | 1 << stone) & !(1 << cell);
            }
        }
        for edge in edges {
            for cell in Cells(self.solid[edge]) {
                self.solid[cell] |= 1 << edge;
            }
        }
        for one in Cells(self.stones | empty) {
            let above = self.solid[one] & !((2_u128 << one) - 1);
            for other in Cells(above) {
                self.wait(one, other, 0);
            }
        }
        true
    }

    #[inline]
    fn wait(&mut self, one: usize, other: usize, carrier: u128) {
        let size = carrier.count_ones();
        self.sizes |= 1 << size;
        self.waiting[size as usize].push(Found {
            carrier,
            one: one as u8,
            other: other as u8,
        });
    }

    fn run(&mut self) {
        loop {
            if self.sizes != 0 {
                let size = self.sizes.trailing_zeros() as usize;
                let Some(found) = self.waiting[size].pop() else {
                    self.sizes &= !(1 << size);
                    continue;
                };
                self.settle(found);
            } else if let Some((one, other)) = self.dirty.get(self.dirty_next).copied() {
                self.dirty_next += 1;
                self.or(usize::from(one), usize::from(other));
            } else {
                break;
            }
            if self.is_over() {
                return;
            }
        }
        let edges = pair_of(self.points - 2, self.points - 1);
        debug_assert_eq!(self.fulls[edges], 0);
        if let Some(first) = self.between_edges.first() {
            self.reach = Reach::Semi {
                key: (first >> KEY) as usize,
                common: self
                    .between_edges
                    .iter()
                    .fold(CARRIER, |set, semi| set & semi),
            };
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.reach != Reach::Open
    }

    /// Takes up a full connection unless it is known, and joins it with all others.
    fn settle(&mut self, found: Found) {
        let (one, other) = (usize::from(found.one), usize::from(found.other));
        let carrier = found.carrier;
        let edges = self.points - 2;
        if one >= edges && other >= edges {
            self.reach = Reach::Full { carrier };
            return;
        }
        let pair = pair_of(one, other);
        let between_cells = self.stones & (1 << one | 1 << other) == 0;
        let most = if between_cells {
            self.limits.fulls_between_cells
        } else {
            self.limits.fulls
        };
        let count = usize::from(self.fulls[pair]);
        let fulls = &mut self.pairs[pair].full;
        if fulls[..count].iter().any(|full| full & !carrier == 0) {
            return;
        }
        let mut kept = 0;
        for next in 0..count {
            if carrier & !fulls[next] != 0 {
                fulls[kept] = fulls[next];
                kept += 1;
            }
        }
        if kept >= most {
            return;
        }
        fulls[kept] = carrier;
        self.fulls[pair] = kept as u8 + 1;
        self.linked[one] |= 1 << other;
        self.linked[other] |= 1 << one;
        let semis = &mut self.pairs[pair].semi;
        let count = usize::from(self.semis[pair]);
        let mut kept = 0;
        for next in 0..count {
            if carrier & !semis[next] != 0 {
                semis[kept] = semis[next];
                kept += 1;
            }
        }
        self.semis[pair] = kept as u8;
        self.and(one, other, carrier);
        self.and(other, one, carrier);
    }

    /// Joins a full connection of `far` and `middle` with those of `middle`.
    fn and(&mut self, far: usize, middle: usize, carrier: u128) {
        let is_stone = self.stones & (1 << middle) != 0;
        let most = if middle < self.points - 2 {
            u32::MAX
        } else if let Some(most) = self.limits.over_edges {
            most
        } else {
            return;
        };
        if carrier.count_ones() > most {
            return;
        }
        let ends = self.linked[middle] & !carrier & !self.solid[far] & !(1 << far);
        let key = if is_stone { 0 } else { 1_u128 << middle };
        let captured = if is_stone { 0 } else { self.captured[middle] } | self.captured_by(far);
        for end in Cells(ends) {
            let pair = pair_of(middle, end);
            let free = captured | self.captured_by(end);
            let blocked = carrier & !free | 1 << far;
            for at in 0..usize::from(self.fulls[pair]) {
                let second = self.pairs[pair].full[at];
                self.work += 1;
                if second & blocked != 0 {
                    continue;
                }
                let mut both = carrier | second | key;
                let overlap = carrier & second;
                if overlap != 0 {
                    for point in [far, middle, end] {
                        let captured = self.captured_by(point);
                        if overlap & captured != 0 {
                            both |= captured;
                        }
                    }
                    both &= !(1 << far | 1 << end);
                }
                if is_stone {
                    if most < u32::MAX && both.count_ones() > most {
                        continue;
                    }
                    self.add_full(far, end, both);
                } else {
                    self.add_semi(far, end, both, middle);
                    if self.is_over() {
                        return;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn captured_by(&self, point: usize) -> u128 {
        if self.stones & 1 << point != 0 {
            0
        } else {
            self.captured[point]
        }
    }

    fn add_full(&mut self, one: usize, other: usize, carrier: u128) {
        let pair = pair_of(one, other);
        let count = usize::from(self.fulls[pair]);
        let fulls = &self.pairs[pair].full;
        if fulls[..count].iter().any(|full| full & !carrier == 0) {
            return;
        }
        if self.stones & (1 << one | 1 << other) == 0
            && (count >= self.limits.fulls_between_cells
                || carrier.count_ones() > self.limits.carrier_between_cells)
        {
            return;
        }
        self.wait(one, other, carrier);
    }

    fn add_semi(&mut self, one: usize, other: usize, carrier: u128, key: usize) {
        let pair = pair_of(one, other);
        let edges = self.points - 2;
        if one >= edges && other >= edges {
            self.add_between_edges(carrier, key);
            return;
        }
        let count = usize::from(self.fulls[pair]);
        let Pair { full, semi } = &mut self.pairs[pair];
        if full[..count].iter().any(|full| full & !carrier == 0) {
            return;
        }
        let count = usize::from(self.semis[pair]);
        if semi[..count]
            .iter()
            .any(|semi| semi & !carrier & CARRIER == 0)
        {
            return;
        }
        let most = if self.stones & (1 << one | 1 << other) == 0 {
            if carrier.count_ones() > self.limits.carrier_between_cells {
                return;
            }
            self.limits.semis_between_cells
        } else {
            self.limits.semis
        };
        let mut kept = 0;
        for next in 0..count {
            if carrier & !semi[next] != 0 {
                semi[kept] = semi[next];
                kept += 1;
            }
        }
        self.semis[pair] = kept as u8;
        if kept >= most {
            return;
        }
        semi[kept] = carrier | (key as u128) << KEY;
        self.semis[pair] = kept as u8 + 1;
        if !self.is_dirty[pair] {
            self.is_dirty[pair] = true;
            self.dirty.push((one as u8, other as u8));
        }
    }

    fn add_between_edges(&mut self, carrier: u128, key: usize) {
        if self.stop_at_semi {
            self.reach = Reach::Semi {
                key,
                common: carrier,
            };
            return;
        }
        let semis = &mut self.between_edges;
        if semis.iter().any(|semi| semi & !carrier & CARRIER == 0) {
            return;
        }
        semis.retain(|semi| carrier & !semi != 0);
        let common = semis.iter().fold(CARRIER, |set, semi| set & semi);
        if semis.len() >= MOST_BETWEEN_EDGES && common & !carrier == 0 {
            return;
        }
        semis.push(carrier | (key as u128) << KEY);
        if common & carrier == 0 {
            let (carrier, _) = smallest_union(semis, 0, 0);
            self.reach = Reach::Full { carrier };
        }
    }

    /// Makes full connections of the semi connections of a pair, as long as each leaves out a cell
    /// that all known ones need.
    fn or(&mut self, one: usize, other: usize) {
        let pair = pair_of(one, other);
        self.is_dirty[pair] = false;
        let count = usize::from(self.semis[pair]);
        if count < 2 {
            return;
        }
        let captured = [one, other].map(|point| self.captured_by(point));
        let most_fulls = usize::from(self.fulls[pair]);
        let mut common = self.pairs[pair].full[..most_fulls]
            .iter()
            .fold(CARRIER, |set, full| set & full);
        let mut first = most_fulls == 0;
        let mut made = [0_u128; MOST_FULLS];
        let mut most_made = 0;
        let semis = &self.pairs[pair].semi[..count];
        while common != 0 && most_made < MOST_FULLS {
            // A connection that leaves out one cell more, or any if there is none.
            let without = if first {
                0
            } else {
                common & common.wrapping_neg()
            };
            let captured = captured.map(|set| if set & without != 0 { 0 } else { set });
            let free = captured[0] | captured[1];
            let left = semis
                .iter()
                .filter(|semi| *semi & without == 0)
                .fold(CARRIER, |set, semi| set & semi);
            if left & !free == 0 {
                let (mut carrier, shared) = smallest_union(semis, without, free);
                for set in captured {
                    if shared & set != 0 {
                        carrier |= set;
                    }
                }
                carrier &= !(1 << one | 1 << other);
                common &= carrier;
                made[most_made] = carrier;
                most_made += 1;
            } else if first {
                return;
            }
            common &= !without;
            first = false;
        }
        for carrier in &made[..most_made] {
            self.add_full(one, other, *carrier);
        }
    }
}

/// The cells of a few semi connections that have no cell in common but `free` ones, and those: from the
/// connections without the cell `without`, of which that is true if all are taken together.
fn smallest_union(semis: &[u128], without: u128, free: u128) -> (u128, u128) {
    let usable = || semis.iter().filter(|semi| *semi & without == 0);
    let mut best = (CARRIER, CARRIER);
    let mut best_size = u32::MAX;
    for first in usable().take(3) {
        let mut common = first & CARRIER;
        let mut union = common;
        while common & !free != 0 {
            let next = usable()
                .filter(|semi| common & !free & !*semi != 0)
                .min_by_key(|semi| {
                    let rest = *semi & common & !free;
                    4 * rest.count_ones() + (*semi & CARRIER & !union).count_ones()
                });
            let Some(next) = next else {
                break;
            };
            common &= next;
            union |= next & CARRIER;
        }
        let size = union.count_ones();
        if common & !free == 0 && size < best_size {
            best = (union, common);
            best_size = size;
        }
    }
    best
}
