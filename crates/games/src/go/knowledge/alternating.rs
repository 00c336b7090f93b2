//! Safety under alternating play: chains that their owner keeps by answering moves.
//!
//! Müller (1997) merges chains by miai, and asks of a region only that its owner can make one eye
//! or two in it by answering. Here all answers have one form. A *pair* (miai) is two empty points
//! next to stones of the owner; when the opponent takes one of them, the owner takes the other at
//! once. Pairs are disjoint, so the owner gets a point of each. A pair may
//!
//! - *link* two chains, if both of its points are liberties of both chains and lie in one region;
//! - *cover* a point of a region, if both of its points lie in the region next to that point;
//! - *split* a region, if without either of its points the region has two parts, each with a point
//!   in no pair. A region is split at most once.
//!
//! Regions are the connected components of the points without kept stones. A region with other
//! stones of the owner serves for links alone. Linked chains form a group. A region is an eye of a
//! group if each of its points, empty or not, is next to the group or covered; it counts as two
//! eyes if it is also split. Without suicide, a region without pairs is also an eye if this holds
//! for its empty points alone; the owner never plays there. Groups with fewer than two eyes are
//! dropped until all groups have two.
//!
//! **Kept stones are never captured.** Consider the chain that would be captured first. If one of
//! its links is open, both points of the pair are empty after each answer, and one move cannot take
//! both. Otherwise the chain is its whole group. Each eye of the group has an empty point that is a
//! liberty of the chain: to fill the last one is suicide while nothing is captured, and where an
//! answer of the owner fills it, the captured stones leave empty points. One move cannot take the
//! liberties of two eyes.
//!
//! **The territory becomes the owner's**: the eyes whose points are all next to the group or
//! covered. Whenever nothing requires an answer, the owner plays there next to stones of the
//! opponent, in the end captures them, and passes once there are none. Each stone played joins a
//! group and is never captured, so the owner runs out of moves only where nothing is left to
//! capture.
//!
//! **No answer repeats a board**, unless the history has a board with all kept stones and another
//! stone of the owner on a point of the plan ([`Plan`](super::Plan)): the owner's stones are never
//! captured, so each of them makes a board that has not occurred since the plan began.

use arrayvec::ArrayVec;

use crate::go::Board;
use crate::go::board::points_of;

/// The maximum number of chains, and of regions, of a colour.
pub(super) const MAX_POINTS: usize = Board::MAX_POINTS as usize;

/// The maximum number of points of a region that pairs are to cover.
const MAX_UNCOVERED: u32 = 4;

/// What one colour keeps if it answers.
#[derive(Default)]
pub(super) struct Holdings {
    /// The stones that are never captured.
    pub(super) stones: u64,
    /// The points of the eyes that become the owner's as a whole.
    pub(super) territory: u64,
    /// The points of the other eyes. The owner does not play there, and one point of each eye stays
    /// empty.
    pub(super) frozen: u64,
    /// The number of the other eyes.
    pub(super) frozen_eyes: u32,
    pub(super) pairs: Pairs,
}

/// A list of sets of points.
type Sets = ArrayVec<u64, MAX_POINTS>;

/// The chosen pairs, each as the set of its two points.
#[derive(Default)]
pub(super) struct Pairs {
    pub(super) pairs: ArrayVec<u64, { MAX_POINTS / 2 }>,
    pub(super) points: u64,
}

impl Pairs {
    /// Whether a chosen pair lies within `set`. If none does, chooses two points of `set` that lie
    /// within `free` and in no pair, if there are two.
    pub(super) fn within(&mut self, set: u64, free: u64) -> bool {
        if self.pairs.iter().any(|pair| pair & !set == 0) {
            return true;
        }
        let mut candidates = points_of(set & free & !self.points);
        let (Some(first), Some(second)) = (candidates.next(), candidates.next()) else {
            return false;
        };
        self.choose(first | second);
        true
    }

    pub(super) fn choose(&mut self, pair: u64) {
        debug_assert_eq!((pair.count_ones(), pair & self.points), (2, 0));
        self.pairs.push(pair);
        self.points |= pair;
    }

    /// Drops all pairs but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        for pair in self.pairs.drain(count..) {
            self.points &= !pair;
        }
    }
}

/// A board seen by the owner of the stones `own`.
#[derive(Clone, Copy)]
pub(super) struct PlanContext<'a> {
    pub(super) board: &'a Board,
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) suicide: bool,
}

impl PlanContext<'_> {
    pub(super) const fn empty(&self) -> u64 {
        self.board.all() & !(self.own | self.other)
    }

    /// The points of `region` that are neither in `beside` nor covered by pairs, which are chosen
    /// as needed; `None`, without new pairs, if there are more than `allowed`.
    pub(super) fn uncovered(
        &self,
        region: u64,
        beside: u64,
        allowed: u32,
        pairs: &mut Pairs,
    ) -> Option<u64> {
        let bare = region & !beside;
        let (before, mut left) = (pairs.pairs.len(), 0);
        if bare.count_ones() > allowed + MAX_UNCOVERED {
            return None;
        }
        let free = region & beside & self.empty();
        for point in points_of(bare) {
            let around = self.board.adjacent(point);
            if !pairs.within(around & region & beside, free) {
                left |= point;
            }
        }
        if left.count_ones() > allowed {
            pairs.truncate(before);
            return None;
        }
        Some(left)
    }

    /// Whether the region without the point has two parts, each with a point in no pair, so that
    /// the owner's answers in other pairs do not fill them.
    fn falls_apart_without(&self, region: u64, point: u64, paired: u64) -> bool {
        let parts = self.board.parts(region & !point);
        parts.filter(|part| part & !paired != 0).nth(1).is_some()
    }

    /// Chooses a pair that splits the region.
    fn split(&self, region: u64, beside: u64, pairs: &mut Pairs) -> bool {
        let paired = pairs.points;
        let candidates = points_of(region & beside & self.empty() & !paired);
        let mut splits =
            candidates.filter(|point| self.falls_apart_without(region, *point, paired));
        let (Some(first), Some(second)) = (splits.next(), splits.next()) else {
            return false;
        };
        pairs.choose(first | second);
        true
    }

    /// The groups into which pairs link the chains of `stones`.
    fn groups(&self, stones: u64, regions: &[u64], pairs: &mut Pairs) -> Sets {
        let mut groups = Sets::new();
        let empty = self.empty();
        for chain in self.board.parts(stones) {
            let liberties = self.board.adjacent(chain) & empty;
            let mut group = chain;
            let mut at = 0;
            while at < groups.len() {
                if self.links(groups[at], liberties, regions, pairs) {
                    group |= groups.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a chain with these liberties can be linked to a chain of the group.
    fn links(&self, group: u64, liberties: u64, regions: &[u64], pairs: &mut Pairs) -> bool {
        if (self.board.adjacent(group) & liberties).count_ones() < 2 {
            return false;
        }
        let empty = self.empty();
        self.board.parts(group).any(|chain| {
            let shared = self.board.adjacent(chain) & liberties;
            let mut shared = regions.iter().map(|region| region & shared);
            shared.any(|shared| shared.count_ones() >= 2 && pairs.within(shared, empty))
        })
    }
}

/// How a region is an eye of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Eye {
    None,
    /// By its empty points alone, if the owner never plays there.
    Frozen,
    /// By all its points.
    Whole,
}

impl PlanContext<'_> {
    /// What is found to be kept if the owner answers; there may be more.
    pub(super) fn holdings(&self) -> Holdings {
        let mut stones = self.own;
        while stones != 0 {
            let mut regions = Sets::new();
            let beside = self.board.adjacent(stones);
            // The regions that may be eyes, counted twice if large enough for two eyes.
            let mut eyes = 0;
            for region in self.board.parts(self.board.all() & !stones) {
                regions.push(region);
                if self.may_be_eye(region, beside) {
                    // A region of three points has only one point that splits it.
                    eyes += 1 + u32::from(region.count_ones() >= 4);
                }
            }
            if eyes < 2 {
                return Holdings::default();
            }
            let mut pairs = Pairs::default();
            let groups = self.groups(stones, &regions, &mut pairs);
            let kept = self.with_two_eyes(&groups, &regions, pairs);
            if kept.stones == stones {
                return kept;
            }
            stones = kept.stones;
        }
        Holdings::default()
    }

    /// Whether a region may be an eye if `beside` are the points next to the owner's stones: pairs
    /// may cover each other empty point.
    fn may_be_eye(&self, region: u64, beside: u64) -> bool {
        if region & self.own != 0 {
            return false;
        }
        let empty = region & !self.other;
        let bare = empty & !beside;
        if bare.count_ones() > MAX_UNCOVERED {
            return false;
        }
        points_of(bare).all(|point| {
            let around = self.board.adjacent(point);
            (around & empty & beside).count_ones() >= 2
        })
    }

    /// What is kept if the groups with two eyes are all groups.
    fn with_two_eyes(&self, groups: &[u64], regions: &[u64], pairs: Pairs) -> Holdings {
        let stones = groups.iter().fold(0, |stones, group| stones | group);
        let beside_any = self.board.adjacent(stones);
        let mut eyes = [0_u32; MAX_POINTS];
        let mut whole = [0_u64; MAX_POINTS];
        let mut kept = Holdings {
            pairs,
            ..Holdings::default()
        };
        for region in regions {
            if !self.may_be_eye(*region, beside_any) {
                continue;
            }
            let around = self.board.adjacent(*region);
            let eye_of = |group: &u64| match around & group {
                0 => Eye::None,
                _ => self.eye(*region, *group, &mut kept.pairs),
            };
            let found: ArrayVec<Eye, MAX_POINTS> = groups.iter().map(eye_of).collect();
            let best = found.iter().copied().max().unwrap_or(Eye::None);
            for (at, eye) in found.into_iter().enumerate() {
                if eye != Eye::None && eye == best {
                    eyes[at] += 1;
                    if best == Eye::Whole {
                        whole[at] = *region;
                    }
                }
            }
            match best {
                Eye::Whole => kept.territory |= region,
                Eye::Frozen => {
                    kept.frozen |= region;
                    kept.frozen_eyes += 1;
                }
                Eye::None => {}
            }
        }
        let mut split = 0;
        for (at, group) in groups.iter().enumerate() {
            if eyes[at] == 1 && whole[at] & !split != 0 {
                let beside = self.board.adjacent(*group);
                if self.split(whole[at], beside, &mut kept.pairs) {
                    split |= whole[at];
                    eyes[at] += 1;
                }
            }
            if eyes[at] >= 2 {
                kept.stones |= group;
            }
        }
        kept
    }

    /// How the region is an eye of the group; chooses the pairs for it.
    fn eye(&self, region: u64, group: u64, pairs: &mut Pairs) -> Eye {
        let beside = self.board.adjacent(group);
        if self.uncovered(region, beside, 0, pairs).is_some() {
            return Eye::Whole;
        }
        let empty = region & !self.other;
        if !self.suicide && empty & !beside == 0 && region & pairs.points == 0 {
            return Eye::Frozen;
        }
        Eye::None
    }
}
