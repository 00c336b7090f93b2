//! Short lists of carriers, none of which contains another.
//!
//! Unused entries are [`CellSet::ALL`], which is part of no carrier, so that a search through a
//! list takes all entries without a branch for each.

use crate::hex::cells::CellSet;

/// The capacity for full connections between two points.
pub(super) const MAX_FULLS: usize = 8;

/// The capacity for semi connections between two points.
pub(super) const MAX_SEMIS: usize = 16;

/// The connections between two points.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Pair<C> {
    pub(super) full: List<C, MAX_FULLS>,
    pub(super) semi: List<C, MAX_SEMIS>,
}

impl<C: CellSet> Pair<C> {
    pub(super) const NEW: Self = Self {
        full: List([C::ALL; MAX_FULLS]),
        semi: List([C::ALL; MAX_SEMIS]),
    };
}

/// A list of carriers; its owner keeps the length, `count`.
#[derive(Clone, Copy)]
pub(super) struct List<C, const MAX: usize>([C; MAX]);

impl<C: CellSet, const MAX: usize> List<C, MAX> {
    #[inline(always)]
    pub(super) fn carriers(&self, count: usize) -> &[C] {
        &self.0[..count]
    }

    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> C {
        self.0[place]
    }

    /// Whether one of them is part of `carrier`.
    #[inline(always)]
    pub(super) fn has_part_of(&self, carrier: C) -> bool {
        let rest = !carrier;
        let mut found = false;
        for one in &self.0 {
            found |= *one & rest == C::NONE;
        }
        found
    }

    /// The indices of the carriers without a cell of `blocked`, as a bit set.
    #[inline(always)]
    pub(super) fn clear_of(&self, blocked: C, count: usize) -> u32 {
        let mut clear = 0;
        for (place, one) in self.0.iter().enumerate() {
            clear |= u32::from(*one & blocked == C::NONE) << place;
        }
        clear & ((1 << count) - 1)
    }

    /// The intersection of the carriers that contain no cell of `without`.
    #[inline(always)]
    pub(super) fn common_without(&self, without: C) -> C {
        let mut common = C::ALL;
        for one in &self.0 {
            let is_out = if *one & without == C::NONE {
                C::NONE
            } else {
                C::ALL
            };
            common &= *one | is_out;
        }
        common
    }

    /// Removes the carriers that contain `carrier`; returns the number of those left.
    #[inline(always)]
    pub(super) fn drop_with(&mut self, carrier: C, count: usize) -> usize {
        let mut held = 0;
        for (place, one) in self.0.iter().enumerate() {
            held |= u32::from(carrier & !*one == C::NONE) << place;
        }
        if held & ((1 << count) - 1) == 0 {
            return count;
        }
        let mut kept = 0;
        for place in 0..count {
            let one = self.0[place];
            self.0[kept] = one;
            kept += usize::from(carrier & !one != C::NONE);
        }
        for place in kept..count {
            self.0[place] = C::ALL;
        }
        kept
    }

    /// Removes the carriers from the index `count` on.
    #[inline(always)]
    pub(super) fn clear_from(&mut self, count: usize) {
        self.0[count..].fill(C::ALL);
    }

    /// Adds a carrier.
    #[inline(always)]
    pub(super) fn push(&mut self, carrier: C, count: usize) {
        self.0[count] = carrier;
    }
}
