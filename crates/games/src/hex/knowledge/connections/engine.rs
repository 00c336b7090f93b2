//! The search for connections: new full ones by *and* first, the fewest cells first, then *or*.

use std::collections::VecDeque;

use super::lists::{MOST_FULLS, MOST_SEMIS, Pair};
use super::{ConnectionLimits, Reach};
use crate::colour::Colour;
use crate::hex::board::{HexBoard, MOST_CELLS};
use crate::hex::cells::{CellSet, Cells};

/// The most points of a board: its cells and two edges.
const MOST_POINTS: usize = MOST_CELLS + 2;

const MOST_BETWEEN_EDGES: usize = 256;

#[derive(Clone, Copy)]
struct FoundConnection<C> {
    carrier: C,
    one: u8,
    other: u8,
}

/// The connections of one player.
pub(in crate::hex::knowledge) struct Engine<C> {
    colour: Colour,
    limits: ConnectionLimits,
    points: usize,
    empty: u128,
    /// The points that are stones: the two edges, and one cell of each group that touches neither.
    stones: u128,
    pairs: Vec<Pair<C>>,
    fulls: Vec<u8>,
    /// The intersection of the carriers of a pair's full connections. Once it is empty, *or* has
    /// nothing to add.
    needed: Vec<C>,
    semis: Vec<u8>,
    /// For each point, the points with a full connection to it.
    linked: [u128; MOST_POINTS],
    /// For each point, the points that it touches: connections with an empty carrier.
    solid: [u128; MOST_POINTS],
    /// The cells that a stone on an empty cell would capture; none for other points.
    captured: [C; MOST_POINTS],
    /// Each point as a set of one cell, or of none for an edge.
    bits: [C; MOST_POINTS],
    /// Full connections to be settled, by the size of their carriers.
    waiting: Vec<Vec<FoundConnection<C>>>,
    /// The sizes of which some are waiting, as a bit set.
    sizes: u128,
    /// Pairs with new semi connections, for *or*.
    dirty: VecDeque<(u8, u8)>,
    is_dirty: Vec<bool>,
    between_edges: Vec<C>,
    stop_at_semi: bool,
    reach: Reach,
}

#[inline(always)]
fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high - 1) / 2 + low
}

impl<C: CellSet> Engine<C> {
    pub(super) fn new(board: &HexBoard, colour: Colour, mut limits: ConnectionLimits) -> Self {
        limits.fulls = limits.fulls.min(MOST_FULLS);
        limits.semis = limits.semis.min(MOST_SEMIS);
        let points = board.cells() as usize + 2;
        let pairs = points * (points - 1) / 2;
        let mut bits = [C::NONE; MOST_POINTS];
        for (cell, bit) in bits.iter_mut().enumerate().take(board.cells() as usize) {
            *bit = C::of(1 << cell);
        }
        Self {
            colour,
            limits,
            points,
            empty: 0,
            stones: 0,
            pairs: vec![Pair::NEW; pairs],
            fulls: vec![0; pairs],
            needed: vec![C::ALL; pairs],
            semis: vec![0; pairs],
            linked: [0; MOST_POINTS],
            solid: [0; MOST_POINTS],
            captured: [C::NONE; MOST_POINTS],
            bits,
            waiting: vec![Vec::new(); MOST_CELLS + 1],
            sizes: 0,
            dirty: VecDeque::new(),
            is_dirty: vec![false; pairs],
            between_edges: Vec::new(),
            stop_at_semi: false,
            reach: Reach::Open,
        }
    }

    /// See [`Connections::build`](super::Connections::build).
    pub(super) fn build(
        &mut self,
        board: &HexBoard,
        own: u128,
        other: u128,
        captured: Option<&[u128; MOST_CELLS]>,
        moves_first: bool,
    ) -> Reach {
        self.reset();
        self.captured = [C::NONE; MOST_POINTS];
        if let Some(captured) = captured {
            for (here, cells) in self
                .captured
                .iter_mut()
                .zip(&captured[..board.cells() as usize])
            {
                *here = C::of(*cells);
            }
        }
        self.stop_at_semi = moves_first;
        self.empty = board.all & !(own | other);
        if !self.set_up(board, own) {
            self.reach = Reach::Full { carrier: 0 };
            return self.reach;
        }
        self.run_with_best_instructions();
        self.reach
    }

    /// See [`Connections::bridges`](super::Connections::bridges).
    pub(super) fn bridges(&self, mut call: impl FnMut(usize, usize, u32)) {
        for one in Cells(self.empty | self.stones) {
            let above = self.linked[one] & !self.solid[one] & !((2_u128 << one) - 1);
            for other in Cells(above) {
                let first = self.pairs[pair_of(one, other)].full.at(0);
                call(one, other, first.size());
            }
        }
    }

    fn reset(&mut self) {
        for (pair, count) in self.pairs.iter_mut().zip(&self.fulls) {
            if *count != 0 {
                pair.full = Pair::NEW.full;
            }
        }
        for (pair, count) in self.pairs.iter_mut().zip(&self.semis) {
            if *count != 0 {
                pair.semi = Pair::NEW.semi;
            }
        }
        self.fulls.fill(0);
        self.needed.fill(C::ALL);
        self.semis.fill(0);
        self.linked = [0; MOST_POINTS];
        self.solid = [0; MOST_POINTS];
        for size in Cells(self.sizes) {
            self.waiting[size].clear();
        }
        self.sizes = 0;
        self.dirty.clear();
        self.is_dirty.fill(false);
        self.between_edges.clear();
        self.reach = Reach::Open;
    }

    /// Finds the points, and which of them touch; returns false if stones join the edges.
    fn set_up(&mut self, board: &HexBoard, own: u128) -> bool {
        let empty = self.empty;
        let edges = [self.points - 2, self.points - 1];
        for cell in Cells(empty) {
            self.solid[cell] = board.neighbours(cell) & empty;
        }
        let mut left = own;
        let ends = board.edges(self.colour);
        for (edge, end) in edges.into_iter().zip(ends) {
            let group = board.flood(own & end, own);
            left &= !group;
            if edge == edges[0] && group & ends[1] != 0 {
                return false;
            }
            let reached = board.around(group) & empty;
            self.solid[edge] = reached | end & empty;
            for cell in Cells(reached) {
                self.solid[cell] |= reached & !(1 << cell);
            }
        }
        self.stones = 1 << edges[0] | 1 << edges[1];
        for group in board.groups(left) {
            let stone = group.trailing_zeros() as usize;
            self.stones |= 1 << stone;
            let reached = board.around(group) & empty;
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
                self.wait(one, other, C::NONE);
            }
        }
        true
    }

    #[inline(always)]
    fn wait(&mut self, one: usize, other: usize, carrier: C) {
        let size = carrier.size();
        self.sizes |= 1 << size;
        self.waiting[size as usize].push(FoundConnection {
            carrier,
            one: one as u8,
            other: other as u8,
        });
    }

    fn run_with_best_instructions(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has all of these instructions.
            return unsafe { self.run_with_avx2() };
        }
        self.run();
    }

    /// [`run`](Self::run), with all that it calls inlined, for these instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_with_avx2(&mut self) {
        self.run();
    }

    #[inline(always)]
    fn run(&mut self) {
        loop {
            if self.sizes != 0 {
                let size = self.sizes.trailing_zeros() as usize;
                let Some(found) = self.waiting[size].pop() else {
                    self.sizes &= !(1 << size);
                    continue;
                };
                self.settle(found);
            } else if let Some((one, other)) = self.dirty.pop_front() {
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
        if !self.between_edges.is_empty() {
            let semis = self.between_edges.iter();
            let common = semis.fold(C::ALL, |set, semi| set & *semi);
            let (carrier, _) = smallest_union(&self.between_edges, common);
            self.reach = Reach::Semi {
                common: common.cells(),
                carrier: carrier.cells(),
            };
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.reach != Reach::Open
    }

    /// Stores a full connection, unless a part of it is stored, and combines it with others by
    /// *and*.
    #[inline(always)]
    fn settle(&mut self, found: FoundConnection<C>) {
        let (one, other) = (usize::from(found.one), usize::from(found.other));
        let carrier = found.carrier;
        let edges = self.points - 2;
        if one >= edges && other >= edges {
            self.reach = Reach::Full {
                carrier: carrier.cells(),
            };
            return;
        }
        let pair = pair_of(one, other);
        let Pair { full, semi } = &mut self.pairs[pair];
        if full.has_part_of(carrier) {
            return;
        }
        let kept = full.drop_with(carrier, usize::from(self.fulls[pair]));
        self.fulls[pair] = kept as u8;
        if kept >= self.limits.fulls {
            return;
        }
        full.push(carrier, kept);
        self.needed[pair] &= carrier;
        self.fulls[pair] = kept as u8 + 1;
        self.linked[one] |= 1 << other;
        self.linked[other] |= 1 << one;
        self.semis[pair] = semi.drop_with(carrier, usize::from(self.semis[pair])) as u8;
        for (far, middle) in [(one, other), (other, one)] {
            self.and(far, middle, carrier);
            if self.is_over() {
                return;
            }
        }
    }

    /// Combines a full connection between `far` and `middle` with the others of `middle`.
    #[inline(always)]
    fn and(&mut self, far: usize, middle: usize, carrier: C) {
        let is_stone = self.stones & (1 << middle) != 0;
        let most = if middle < self.points - 2 {
            u32::MAX
        } else if let Some(most) = self.limits.over_edges {
            most
        } else {
            return;
        };
        if carrier.size() > most {
            return;
        }
        let ends = self.linked[middle] & !carrier.cells() & !self.solid[far] & !(1 << far);
        let key = if is_stone { C::NONE } else { self.bits[middle] };
        let captured = self.captured[middle] | self.captured[far];
        for end in Cells(ends) {
            if !is_stone && self.needed[pair_of(far, end)] == C::NONE {
                continue;
            }
            let pair = pair_of(middle, end);
            let blocked = carrier & !(captured | self.captured[end]) | self.bits[far];
            let count = usize::from(self.fulls[pair]);
            let mut clear = self.pairs[pair].full.clear_of(blocked, count);
            while clear != 0 {
                let second = self.pairs[pair].full.at(clear.trailing_zeros() as usize);
                clear &= clear - 1;
                let mut both = carrier | second | key;
                let overlap = carrier & second;
                if overlap != C::NONE {
                    for point in [far, middle, end] {
                        let captured = self.captured[point];
                        if overlap & captured != C::NONE {
                            both |= captured;
                        }
                    }
                    both &= !(self.bits[far] | self.bits[end]);
                }
                if is_stone {
                    if most < u32::MAX && both.size() > most {
                        continue;
                    }
                    self.add_full(far, end, both);
                } else {
                    self.add_semi(far, end, both);
                    if self.is_over() {
                        return;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn add_full(&mut self, one: usize, other: usize, carrier: C) {
        let pair = pair_of(one, other);
        if self.pairs[pair].full.has_part_of(carrier) {
            return;
        }
        let between_cells = self.stones & (1 << one | 1 << other) == 0;
        if between_cells && usize::from(self.fulls[pair]) >= self.limits.fulls {
            return;
        }
        self.wait(one, other, carrier);
    }

    #[inline(always)]
    fn add_semi(&mut self, one: usize, other: usize, carrier: C) {
        let pair = pair_of(one, other);
        let edges = self.points - 2;
        if one >= edges && other >= edges {
            self.add_between_edges(carrier);
            return;
        }
        let Pair { full, semi } = &mut self.pairs[pair];
        // A new full connection is of use only if it lacks a cell that all have in common; then one
        // of the semi connections it is made of lacks that cell.
        if self.needed[pair] & !carrier == C::NONE
            || full.has_part_of(carrier)
            || semi.has_part_of(carrier)
        {
            return;
        }
        let kept = semi.drop_with(carrier, usize::from(self.semis[pair]));
        self.semis[pair] = kept as u8;
        if kept >= self.limits.semis {
            return;
        }
        semi.push(carrier, kept);
        self.semis[pair] = kept as u8 + 1;
        if !self.is_dirty[pair] {
            self.is_dirty[pair] = true;
            self.dirty.push_back((one as u8, other as u8));
        }
    }

    #[inline(always)]
    fn add_between_edges(&mut self, carrier: C) {
        if self.stop_at_semi {
            let carrier = carrier.cells();
            self.reach = Reach::Semi {
                common: carrier,
                carrier,
            };
            return;
        }
        let semis = &mut self.between_edges;
        if semis.iter().any(|semi| *semi & !carrier == C::NONE) {
            return;
        }
        semis.retain(|semi| carrier & !*semi != C::NONE);
        let common = semis.iter().fold(C::ALL, |set, semi| set & *semi);
        if semis.len() >= MOST_BETWEEN_EDGES && common & !carrier == C::NONE {
            return;
        }
        semis.push(carrier);
        if common & carrier == C::NONE {
            let (carrier, _) = smallest_union(semis, C::NONE);
            self.reach = Reach::Full {
                carrier: carrier.cells(),
            };
        }
    }

    /// Derives full connections from the semi connections of a pair, as long as each lacks a cell
    /// that all known ones have in common.
    #[inline(always)]
    fn or(&mut self, one: usize, other: usize) {
        let pair = pair_of(one, other);
        self.is_dirty[pair] = false;
        let count = usize::from(self.semis[pair]);
        if count < 2 {
            return;
        }
        let captured = [one, other].map(|point| self.captured[point]);
        let fulls = self.pairs[pair].full.known(usize::from(self.fulls[pair]));
        let mut first = fulls.is_empty();
        let mut common = self.needed[pair];
        let mut made = [C::NONE; MOST_FULLS];
        let mut most_made = 0;
        let semis = &self.pairs[pair].semi;
        while common != C::NONE && most_made < MOST_FULLS {
            // The next one lacks the first common cell, or is any if there is none so far.
            let without = if first { C::NONE } else { common.first() };
            let captured = captured.map(|set| {
                if set & without != C::NONE {
                    C::NONE
                } else {
                    set
                }
            });
            let free = captured[0] | captured[1];
            if semis.common_without(without) & !free == C::NONE {
                let mut usable = [C::NONE; MOST_SEMIS];
                let mut most = 0;
                for semi in semis.known(count) {
                    usable[most] = *semi;
                    most += usize::from(*semi & without == C::NONE);
                }
                let (mut carrier, shared) = smallest_union(&usable[..most], free);
                for set in captured {
                    if shared & set != C::NONE {
                        carrier |= set;
                    }
                }
                carrier &= !(self.bits[one] | self.bits[other]);
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

/// A small union of semi connections that have at most `free` cells in common, and their
/// intersection. All together must have at most `free` cells in common.
#[inline(always)]
fn smallest_union<C: CellSet>(semis: &[C], free: C) -> (C, C) {
    let mut best = (C::ALL, C::ALL);
    let mut best_size = u32::MAX;
    for first in semis.iter().take(3) {
        let mut common = *first;
        let mut union = common;
        while common & !free != C::NONE {
            let needed = common & !free;
            let mut next = None;
            let mut least = u32::MAX;
            for semi in semis {
                let rest = *semi & needed;
                let cost = 4 * rest.size() + (*semi & !union).size();
                if rest != needed && cost < least {
                    (next, least) = (Some(*semi), cost);
                }
            }
            let Some(next) = next else {
                break;
            };
            common &= next;
            union |= next;
        }
        let size = union.size();
        if common & !free == C::NONE && size < best_size {
            best = (union, common);
            best_size = size;
        }
    }
    best
}
