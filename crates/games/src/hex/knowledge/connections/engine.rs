//! The search for connections: new full ones by *and* first, the fewest cells first, then *or*.

use std::collections::VecDeque;

use super::lists::{MAX_FULLS, MAX_SEMIS, Pair};
use super::snapshot::Snapshot;
use super::{ConnectionLimits, Reach, Stones};
use crate::colour::Colour;
use crate::hex::board::{HexBoard, MAX_CELLS};
use crate::hex::cells::{CellSet, Cells};

/// The maximum number of points of a board: its cells and two edges.
pub(super) const MAX_POINTS: usize = MAX_CELLS + 2;

/// No point: a cell of the opponent.
pub(super) const GONE: u8 = u8::MAX;

const MAX_BETWEEN_EDGES: usize = 256;

#[derive(Clone, Copy)]
struct FoundConnection<C> {
    carrier: C,
    one: u8,
    other: u8,
}

/// The connections of one player.
pub(in crate::hex::knowledge) struct Engine<C> {
    pub(super) colour: Colour,
    limits: ConnectionLimits,
    pub(super) points: usize,
    pub(super) empty: u128,
    pub(super) own: u128,
    /// The points that are stones: the two edges, and one cell of each group that touches neither.
    pub(super) stones: u128,
    /// The point that each empty cell, stone and edge belongs to; [`GONE`] for cells of the
    /// opponent.
    pub(super) point_of: [u8; MAX_POINTS],
    pub(super) pairs: Vec<Pair<C>>,
    pub(super) fulls: Vec<u8>,
    /// The intersection of the carriers of a pair's full connections. Once it is empty, *or* has
    /// nothing to add.
    pub(super) needed: Vec<C>,
    pub(super) semis: Vec<u8>,
    /// For each point, the points with a full connection to it.
    pub(super) linked: [u128; MAX_POINTS],
    /// For each point, the points that it touches: connections with an empty carrier.
    pub(super) solid: [u128; MAX_POINTS],
    /// The cells that a stone on an empty cell would capture; none for other points.
    captured: [C; MAX_POINTS],
    /// Each point as a set of one cell, or of none for an edge.
    pub(super) bits: [C; MAX_POINTS],
    /// Full connections to be processed, by the size of their carriers.
    waiting: Vec<Vec<FoundConnection<C>>>,
    /// The sizes of which some are waiting, as a bit set.
    sizes: u128,
    /// Pairs with new semi connections, for *or*.
    pub(super) dirty: VecDeque<(u8, u8)>,
    pub(super) is_dirty: Vec<bool>,
    pub(super) between_edges: Vec<C>,
    pub(super) stop_at_semi: bool,
    pub(super) reach: Reach,
}

#[inline(always)]
pub(super) fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high - 1) / 2 + low
}

impl<C: CellSet> Engine<C> {
    pub(super) fn new(board: &HexBoard, colour: Colour, mut limits: ConnectionLimits) -> Self {
        limits.fulls = limits.fulls.min(MAX_FULLS);
        limits.semis = limits.semis.min(MAX_SEMIS);
        let points = board.cells() as usize + 2;
        let pairs = points * (points - 1) / 2;
        let mut bits = [C::NONE; MAX_POINTS];
        for (cell, bit) in bits.iter_mut().enumerate().take(board.cells() as usize) {
            *bit = C::of(1 << cell);
        }
        Self {
            colour,
            limits,
            points,
            empty: 0,
            own: 0,
            stones: 0,
            point_of: [GONE; MAX_POINTS],
            pairs: vec![Pair::NEW; pairs],
            fulls: vec![0; pairs],
            needed: vec![C::ALL; pairs],
            semis: vec![0; pairs],
            linked: [0; MAX_POINTS],
            solid: [0; MAX_POINTS],
            captured: [C::NONE; MAX_POINTS],
            bits,
            waiting: vec![Vec::new(); MAX_CELLS + 1],
            sizes: 0,
            dirty: VecDeque::new(),
            is_dirty: vec![false; pairs],
            between_edges: Vec::new(),
            stop_at_semi: false,
            reach: Reach::Open,
        }
    }

    /// See [`Connections::build`](super::Connections::build).
    pub(super) fn build(&mut self, board: &HexBoard, stones: &Stones<'_>) -> Reach {
        self.clear_lists();
        self.start(board, stones);
        if self.set_up(board) {
            self.search(None);
        }
        self.reach
    }

    /// See [`Connections::build_after`](super::Connections::build_after); `before` must
    /// [lead to](Snapshot::leads_to) the position.
    pub(super) fn build_after(
        &mut self,
        before: &Snapshot<C>,
        board: &HexBoard,
        stones: &Stones<'_>,
    ) -> Reach {
        self.start(board, stones);
        match self.set_up(board) {
            true => self.search(Some(before)),
            false => self.clear_lists(),
        }
        self.reach
    }

    /// Takes the stones and empties the queues.
    fn start(&mut self, board: &HexBoard, stones: &Stones<'_>) {
        self.captured = [C::NONE; MAX_POINTS];
        if let Some(captured) = stones.captured {
            for (here, cells) in self
                .captured
                .iter_mut()
                .zip(&captured[..board.cells() as usize])
            {
                *here = C::of(*cells);
            }
        }
        self.stop_at_semi = stones.moves_first;
        self.own = stones.own;
        self.empty = board.all & !(stones.own | stones.other);
        self.linked = [0; MAX_POINTS];
        self.solid = [0; MAX_POINTS];
        for size in Cells(self.sizes) {
            self.waiting[size].clear();
        }
        self.sizes = 0;
        self.dirty.clear();
        self.is_dirty.fill(false);
        self.between_edges.clear();
        self.reach = Reach::Open;
    }

    /// See [`Connections::bridges`](super::Connections::bridges).
    pub(super) fn bridges(&self, mut call: impl FnMut(usize, usize, u32)) {
        for one in Cells(self.empty | self.stones) {
            let above = self.linked[one] & !self.solid[one] & !((2_u128 << one) - 1);
            for other in Cells(above) {
                let pair = pair_of(one, other);
                let fulls = self.pairs[pair]
                    .full
                    .carriers(usize::from(self.fulls[pair]));
                let sizes = fulls.iter().map(|carrier| carrier.size());
                call(one, other, sizes.min().unwrap_or_default());
            }
        }
    }

    fn clear_lists(&mut self) {
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
    }

    /// Finds the points, and which of them touch; returns false if stones join the edges.
    fn set_up(&mut self, board: &HexBoard) -> bool {
        let Self { empty, own, .. } = *self;
        let edges = [self.points - 2, self.points - 1];
        self.point_of = [GONE; MAX_POINTS];
        for cell in Cells(empty) {
            self.point_of[cell] = cell as u8;
            self.solid[cell] = board.neighbours(cell) & empty;
        }
        let mut left = own;
        let ends = board.edges(self.colour);
        for (edge, end) in edges.into_iter().zip(ends) {
            let group = board.flood(own & end, own);
            left &= !group;
            if edge == edges[0] && group & ends[1] != 0 {
                self.reach = Reach::Full { carrier: 0 };
                return false;
            }
            Cells(group).for_each(|cell| self.point_of[cell] = edge as u8);
            self.point_of[edge] = edge as u8;
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
            Cells(group).for_each(|cell| self.point_of[cell] = stone as u8);
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
    pub(super) fn wait(&mut self, one: usize, other: usize, carrier: C) {
        let size = carrier.size();
        self.sizes |= 1 << size;
        self.waiting[size as usize].push(FoundConnection {
            carrier,
            one: one as u8,
            other: other as u8,
        });
    }

    /// Finds the connections, from those `before` further stones if given.
    fn search(&mut self, before: Option<&Snapshot<C>>) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has all of these instructions.
            return unsafe { self.search_with_avx2(before) };
        }
        self.search_portably(before);
    }

    /// [`search`](Self::search), with all that it calls inlined, for these instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_with_avx2(&mut self, before: Option<&Snapshot<C>>) {
        self.search_portably(before);
    }

    #[inline(always)]
    fn search_portably(&mut self, before: Option<&Snapshot<C>>) {
        if let Some(before) = before {
            self.carry_over(before);
        }
        self.run();
    }

    #[inline(always)]
    fn run(&mut self) {
        if self.is_over() {
            return;
        }
        loop {
            if self.sizes != 0 {
                let size = self.sizes.trailing_zeros() as usize;
                let Some(found) = self.waiting[size].pop() else {
                    self.sizes &= !(1 << size);
                    continue;
                };
                self.process(found);
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
    pub(super) fn are_edges(&self, one: usize, other: usize) -> bool {
        one.min(other) >= self.points - 2
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.reach, Reach::Open)
    }

    /// Stores a full connection, unless a part of it is stored, and combines it with others by
    /// *and*.
    #[inline(always)]
    fn process(&mut self, found: FoundConnection<C>) {
        let (one, other) = (usize::from(found.one), usize::from(found.other));
        let carrier = found.carrier;
        if self.are_edges(one, other) {
            self.reach = Reach::Full {
                carrier: carrier.cells(),
            };
            return;
        }
        if !self.insert(one, other, carrier) {
            return;
        }
        for (far, middle) in [(one, other), (other, one)] {
            self.and(far, middle, carrier, u128::MAX);
            if self.is_over() {
                return;
            }
        }
    }

    /// Stores a full connection, unless a part of it is stored or there is no room; says whether it
    /// did.
    #[inline(always)]
    pub(super) fn insert(&mut self, one: usize, other: usize, carrier: C) -> bool {
        let pair = pair_of(one, other);
        let Pair { full, semi } = &mut self.pairs[pair];
        if full.has_part_of(carrier) {
            return false;
        }
        let kept = full.drop_with(carrier, usize::from(self.fulls[pair]));
        self.fulls[pair] = kept as u8;
        if kept >= self.limits.fulls {
            return false;
        }
        full.push(carrier, kept);
        self.needed[pair] &= carrier;
        self.fulls[pair] = kept as u8 + 1;
        self.linked[one] |= 1 << other;
        self.linked[other] |= 1 << one;
        self.semis[pair] = semi.drop_with(carrier, usize::from(self.semis[pair])) as u8;
        true
    }

    /// The maximum number of cells of a connection through a point; `None` if there are no such
    /// connections.
    #[inline(always)]
    pub(super) fn max_through(&self, middle: usize) -> Option<u32> {
        match middle < self.points - 2 {
            true => Some(u32::MAX),
            false => self.limits.over_edges,
        }
    }

    /// Combines a full connection between `far` and `middle` with those of `middle` and `ends`.
    #[inline(always)]
    pub(super) fn and(&mut self, far: usize, middle: usize, carrier: C, ends: u128) {
        let Some(max) = self.max_through(middle) else {
            return;
        };
        if carrier.size() > max {
            return;
        }
        let is_stone = self.stones & (1 << middle) != 0;
        let linked = self.linked[middle] & ends;
        let ends = linked & !carrier.cells() & !self.solid[far] & !(1 << far);
        let key = if is_stone { C::NONE } else { self.bits[middle] };
        for end in Cells(ends) {
            // All that follows contains the carrier, so that it would not be of use.
            if !is_stone && self.needed[pair_of(far, end)] & !(carrier | key) == C::NONE {
                continue;
            }
            self.join(far, middle, end, carrier, max);
            if self.is_over() {
                return;
            }
        }
    }

    /// Combines a full connection between `far` and `middle` with those between `middle` and `end`,
    /// into carriers of at most `max` cells if `middle` is an edge.
    #[inline(always)]
    pub(super) fn join(&mut self, far: usize, middle: usize, end: usize, carrier: C, max: u32) {
        let is_stone = self.stones & (1 << middle) != 0;
        let key = if is_stone { C::NONE } else { self.bits[middle] };
        let captured = self.captured[middle] | self.captured[far] | self.captured[end];
        let pair = pair_of(middle, end);
        let blocked = carrier & !captured | self.bits[far];
        if self.needed[pair] & blocked != C::NONE {
            return;
        }
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
            if !is_stone {
                self.add_semi(far, end, both);
                if self.is_over() {
                    return;
                }
            } else if max == u32::MAX || both.size() <= max {
                self.add_full(far, end, both);
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
    pub(super) fn add_semi(&mut self, one: usize, other: usize, carrier: C) {
        let pair = pair_of(one, other);
        if self.are_edges(one, other) {
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
    pub(super) fn add_between_edges(&mut self, carrier: C) {
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
        if semis.len() >= MAX_BETWEEN_EDGES && common & !carrier == C::NONE {
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
        let fulls = self.pairs[pair]
            .full
            .carriers(usize::from(self.fulls[pair]));
        let mut first = fulls.is_empty();
        let mut common = self.needed[pair];
        let mut carriers = [C::NONE; MAX_FULLS];
        let mut max_made = 0;
        let semis = &self.pairs[pair].semi;
        while common != C::NONE && max_made < MAX_FULLS {
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
                let mut usable = [C::NONE; MAX_SEMIS];
                let mut max = 0;
                for semi in semis.carriers(count) {
                    usable[max] = *semi;
                    max += usize::from(*semi & without == C::NONE);
                }
                let (mut carrier, shared) = smallest_union(&usable[..max], free);
                for set in captured {
                    if shared & set != C::NONE {
                        carrier |= set;
                    }
                }
                carrier &= !(self.bits[one] | self.bits[other]);
                common &= carrier;
                carriers[max_made] = carrier;
                max_made += 1;
            } else if first {
                return;
            }
            common &= !without;
            first = false;
        }
        for carrier in &carriers[..max_made] {
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
            let mut min = u32::MAX;
            for semi in semis {
                let rest = *semi & needed;
                let cost = 4 * rest.size() + (*semi & !union).size();
                if rest != needed && cost < min {
                    (next, min) = (Some(*semi), cost);
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
