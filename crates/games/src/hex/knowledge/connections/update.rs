//! Connections after further stones, from those before (as in Pawlewicz, Hayward, Henderson and
//! Arneson 2015).
//!
//! A connection holds whatever lies outside its carrier. So it still holds once the player has some
//! of its cells, which leave the carrier, and it is lost only where the opponent has one of them.
//! What is derived anew: connections through a group that has grown, and those between points that
//! have lost a full connection, since others were left out for its sake. Fewer are found than from
//! nothing: connections that have shrunk are not combined with each other again.

use super::Reach;
use super::engine::{Engine, GONE, pair_of};
use super::lists::Pair;
use super::snapshot::Snapshot;
use crate::hex::cells::{CellSet, Cells};

impl<C: CellSet> Engine<C> {
    /// What is known, to be kept.
    pub(super) fn snapshot(&self) -> Snapshot<C> {
        let is_complete = match self.reach {
            Reach::Open => true,
            Reach::Semi { .. } => !self.stop_at_semi,
            Reach::Full { .. } => false,
        };
        let counts = self.fulls.iter().zip(&self.semis);
        let counts: Box<[_]> = counts.map(|(fulls, semis)| [*fulls, *semis]).collect();
        let total: usize = counts
            .iter()
            .flatten()
            .map(|count| usize::from(*count))
            .sum();
        let mut carriers = Vec::with_capacity(total);
        for (pair, [fulls, semis]) in self.pairs.iter().zip(&counts) {
            carriers.extend_from_slice(pair.full.carriers(usize::from(*fulls)));
            carriers.extend_from_slice(pair.semi.carriers(usize::from(*semis)));
        }
        Snapshot {
            own: self.own,
            empty: self.empty,
            stones: self.stones,
            is_complete,
            counts,
            carriers: carriers.into_boxed_slice(),
            between_edges: self.between_edges.as_slice().into(),
        }
    }

    /// Takes over the connections of `before` that still hold, and queues what follows from the
    /// stones added since.
    #[inline(always)]
    pub(super) fn carry_over(&mut self, before: &Snapshot<C>) {
        let new_stones = C::of(before.empty & self.own);
        let lost_cells = C::of(before.empty & !(self.own | self.empty));
        let now = self.point_of;
        debug_assert!(Cells(before.stones).all(|point| now[point] != GONE));
        let stays = |point: usize| {
            usize::from(now[point]) == point && (before.stones ^ self.stones) & 1 << point == 0
        };
        let staying = (0..self.points).filter(|point| stays(*point));
        let staying = staying.fold(0_u128, |set, point| set | 1 << point);
        let mut changed = Vec::new();
        let mut deprived = Vec::new();
        let mut rest = &*before.carriers;
        for high in 1..self.points {
            for low in 0..high {
                let pair = pair_of(low, high);
                let counts = before.counts[pair].map(usize::from);
                let ends = 1_u128 << low | 1 << high;
                if counts == [0, 0] || staying & ends != ends {
                    self.forget(pair);
                }
                if counts == [0, 0] {
                    continue;
                }
                let (current, later) = rest.split_at(counts[0] + counts[1]);
                rest = later;
                let (fulls, semis) = current.split_at(counts[0]);
                if staying & ends != ends {
                    let [one, other] = [now[low], now[high]];
                    if one == GONE || other == GONE || one == other {
                        continue;
                    }
                    let held = |carrier: &&C| **carrier & lost_cells == C::NONE;
                    let entry = |is_full| move |carrier: &C| (one, other, is_full, *carrier);
                    changed.extend(fulls.iter().filter(held).map(entry(true)));
                    changed.extend(semis.iter().filter(held).map(entry(false)));
                    continue;
                }
                let mut kept = 0;
                let mut needed = C::ALL;
                let list = &mut self.pairs[pair].full;
                for carrier in fulls {
                    if *carrier & (lost_cells | new_stones) == C::NONE {
                        list.push(*carrier, kept);
                        needed &= *carrier;
                        kept += 1;
                    } else if *carrier & lost_cells == C::NONE {
                        changed.push((low as u8, high as u8, true, *carrier));
                    }
                }
                list.clear_from(kept);
                if kept < fulls.len() && needed != C::NONE {
                    deprived.push((low, high));
                }
                self.fulls[pair] = kept as u8;
                self.needed[pair] = needed;
                if kept != 0 {
                    self.linked[low] |= 1 << high;
                    self.linked[high] |= 1 << low;
                }
                let mut kept = 0;
                let list = &mut self.pairs[pair].semi;
                for carrier in semis {
                    if *carrier & (lost_cells | new_stones) == C::NONE {
                        list.push(*carrier, kept);
                        kept += 1;
                    } else if *carrier & lost_cells == C::NONE {
                        changed.push((low as u8, high as u8, false, *carrier));
                    }
                }
                list.clear_from(kept);
                self.semis[pair] = kept as u8;
            }
        }
        changed.sort_unstable_by_key(|(.., carrier)| carrier.size());
        for (one, other, is_full, carrier) in &changed {
            let (one, other) = (usize::from(*one), usize::from(*other));
            match is_full {
                true if self.are_edges(one, other) => {
                    let carrier = (*carrier & !new_stones).cells();
                    self.reach = Reach::Full { carrier };
                    return;
                }
                true => _ = self.insert(one, other, *carrier & !new_stones),
                false => self.add_semi(one, other, *carrier & !new_stones),
            }
        }
        for carrier in before.between_edges.iter() {
            if *carrier & lost_cells == C::NONE && !self.is_over() {
                self.add_between_edges(*carrier & !new_stones);
            }
        }
        for (one, other) in deprived {
            if self.is_over() {
                return;
            }
            self.derive(one, other);
        }
        let added = before.empty & self.own | before.stones & !staying;
        let grown = Cells(added).fold(0_u128, |set, point| set | 1 << now[point]);
        for point in Cells(grown) {
            self.join_through(point);
            if self.is_over() {
                return;
            }
        }
    }

    /// Combines all full connections of a group with each other.
    #[inline(always)]
    fn join_through(&mut self, middle: usize) {
        for far in Cells(self.linked[middle]) {
            let pair = pair_of(far, middle);
            let (list, count) = (self.pairs[pair].full, usize::from(self.fulls[pair]));
            for carrier in list.carriers(count) {
                self.and(far, middle, *carrier, !((2_u128 << far) - 1));
                if self.is_over() {
                    return;
                }
            }
        }
    }

    /// Forgets the connections of a pair.
    #[inline(always)]
    fn forget(&mut self, pair: usize) {
        if self.fulls[pair] != 0 || self.semis[pair] != 0 {
            self.pairs[pair] = Pair::NEW;
            self.fulls[pair] = 0;
            self.semis[pair] = 0;
        }
        self.needed[pair] = C::ALL;
    }

    /// Combines full connections of two points with each other by *and*, and queues *or*.
    #[inline(always)]
    fn derive(&mut self, one: usize, other: usize) {
        if self.solid[one] & 1 << other != 0 {
            return;
        }
        let middles = self.linked[one] & self.linked[other];
        for middle in Cells(middles) {
            let Some(max) = self.max_through(middle) else {
                continue;
            };
            let pair = pair_of(one, middle);
            let (first, count) = (self.pairs[pair].full, usize::from(self.fulls[pair]));
            for carrier in first.carriers(count) {
                if *carrier & self.bits[other] == C::NONE && carrier.size() <= max {
                    self.join(one, middle, other, *carrier, max);
                }
            }
        }
        let pair = pair_of(one, other);
        if self.semis[pair] > 1 && !self.is_dirty[pair] {
            self.is_dirty[pair] = true;
            self.dirty.push_back((one as u8, other as u8));
        }
    }
}
