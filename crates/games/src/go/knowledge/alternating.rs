//! Life under alternating play: chains that their owner keeps by answering.
//!
//! M. Müller (*Playing it safe: recognizing secure territories in computer Go by using static rules
//! and search*, 1997) merges chains by miai and asks of regions only that their owner makes one eye
//! or two in them if he answers. Here all answers are of one kind. A *pair* is two empty points
//! next to stones of the owner's; when the other colour takes one of them, the owner takes the
//! other at once. Pairs have no point in common, so the owner has a point of each in the end. A
//! pair may
//!
//! - *link* two chains, if both of its points are liberties of both, and lie in one region;
//! - *cover* a point of a region, if both of its points lie next to it, in that region;
//! - *split* a region, if without either of its points it has two parts, each with a point in no
//!   pair. No region is split twice.
//!
//! A region is a connected part of the points without stones that are kept; one that holds other
//! stones of the owner's is good for nothing but links. Chains that are linked form a group. A
//! region is an eye of a group if each of its points, stone or not, lies next to the group or is
//! covered, and two if it is split as well. Without suicide, a region in which there is no pair is
//! an eye also if this holds of its empty points alone; the owner never plays there. Groups with
//! fewer than two eyes are dropped, until all have two.
//!
//! **What is left is never captured.** Suppose a chain were the first. If a link of it is open,
//! both points of the pair are empty after each answer, and one move does not take both. If none
//! is, the chain is its whole group. Each of its eyes has an empty point that is its liberty: to
//! fill the last one is suicide while nothing is captured, and where the owner's own answer fills
//! it, what is captured leaves empty points. One move does not take the liberties of two eyes.
//!
//! **The territory is the owner's in the end**: the eyes of which each point lies next to the group
//! or is covered. Whenever nothing has to be answered, the owner plays next to other stones there,
//! in the end takes them off, and passes only when there are none. Each of his stones joins a group
//! and is never captured, so he runs out of moves only where there is nothing to take off.
//!
//! **No answer repeats a board**, unless the history holds a board with all the stones that are
//! kept and another stone of the owner's on a point on which the plan may put one
//! ([`Plan`](super::Plan)): the owner's stones are never captured, so each makes a board that was
//! not there since the plan began.

use crate::go::Board;

/// Most chains, and most regions, that a colour can have.
const MOST: usize = Board::MAX_POINTS as usize;

/// A region with more points than these that lie next to no stone of the owner's is not covered by
/// pairs.
const MOST_UNCOVERED: u32 = 4;

/// What one colour keeps if it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The stones that are never captured.
    pub stones: u64,
    /// The points of eyes that become the owner's whole.
    pub territory: u64,
    /// The points of the other eyes. The owner does not play there, and one point of each eye stays
    /// empty.
    pub frozen: u64,
    /// How many of the other eyes there are.
    pub frozen_eyes: u32,
    /// The points of all pairs.
    pub paired: u64,
}

/// A few sets of points.
#[derive(Clone)]
pub(super) struct Sets {
    sets: [u64; MOST],
    count: usize,
}

impl Sets {
    pub(super) const fn new() -> Self {
        Self {
            sets: [0; MOST],
            count: 0,
        }
    }

    fn push(&mut self, set: u64) {
        self.sets[self.count] = set;
        self.count += 1;
    }

    fn as_slice(&self) -> &[u64] {
        &self.sets[..self.count]
    }
}

/// The pairs that were chosen, each as the set of its two points.
#[derive(Clone)]
pub(super) struct Pairs {
    pairs: [u64; MOST / 2],
    count: usize,
    pub(super) points: u64,
}

impl Pairs {
    pub(super) const fn new() -> Self {
        Self {
            pairs: [0; MOST / 2],
            count: 0,
            points: 0,
        }
    }

    pub(super) fn as_slice(&self) -> &[u64] {
        &self.pairs[..self.count]
    }

    /// Whether a pair lies within `set`, of those chosen or, where it lies within `free` too, of
    /// two points that are not in any; that one is chosen then.
    pub(super) fn within(&mut self, set: u64, free: u64) -> bool {
        if self.as_slice().iter().any(|pair| pair & !set == 0) {
            return true;
        }
        let mut candidates = set & free & !self.points;
        let first = candidates & candidates.wrapping_neg();
        candidates ^= first;
        let second = candidates & candidates.wrapping_neg();
        if second == 0 {
            return false;
        }
        self.choose(first | second);
        true
    }

    pub(super) fn choose(&mut self, pair: u64) {
        debug_assert_eq!((pair.count_ones(), pair & self.points), (2, 0));
        self.pairs[self.count] = pair;
        self.count += 1;
        self.points |= pair;
    }

    /// Goes back to the first `count` pairs.
    pub(super) fn truncate(&mut self, count: usize) {
        for pair in &self.pairs[count..self.count] {
            self.points &= !pair;
        }
        self.count = count;
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }
}

/// Where stones are kept: the board and the stones of the owner and of the other.
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

    /// The points of `region` that neither lie in `beside` nor are covered by pairs within it,
    /// where `allowed` points may stay so. Pairs are chosen as needed, and none if that does not
    /// do.
    pub(super) fn uncovered(
        &self,
        region: u64,
        beside: u64,
        allowed: u32,
        pairs: &mut Pairs,
    ) -> Option<u64> {
        let mut bare = region & !beside;
        let (before, mut left) = (pairs.len(), 0);
        if bare.count_ones() > allowed + MOST_UNCOVERED {
            return None;
        }
        let free = region & beside & self.empty();
        while bare != 0 {
            let point = bare & bare.wrapping_neg();
            bare ^= point;
            let around = self.board.neighbours()[point.trailing_zeros() as usize];
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

    /// Whether the region has two parts without the point, each with a point that is in no pair:
    /// the owner's answers to other pairs do not fill them.
    fn falls_apart_without(&self, region: u64, point: u64, paired: u64) -> bool {
        let parts = self.board.parts(region & !point);
        parts.filter(|part| part & !paired != 0).nth(1).is_some()
    }

    /// Chooses a pair that splits the region.
    fn split(&self, region: u64, beside: u64, pairs: &mut Pairs) -> bool {
        let paired = pairs.points;
        let mut candidates = region & beside & self.empty() & !paired;
        let mut first = 0;
        while candidates != 0 {
            let point = candidates & candidates.wrapping_neg();
            candidates ^= point;
            if !self.falls_apart_without(region, point, paired) {
                continue;
            }
            if first != 0 {
                pairs.choose(first | point);
                return true;
            }
            first = point;
        }
        false
    }

    /// The chains of `stones` in groups that pairs link.
    fn groups(&self, stones: u64, regions: &Sets, pairs: &mut Pairs) -> Sets {
        let mut groups = Sets::new();
        let empty = self.empty();
        for chain in self.board.parts(stones) {
            let liberties = self.board.adjacent(chain) & empty;
            let mut group = chain;
            let mut at = 0;
            while at < groups.count {
                if self.links(groups.sets[at], liberties, regions, pairs) {
                    group |= groups.sets[at];
                    groups.count -= 1;
                    groups.sets[at] = groups.sets[groups.count];
                } else {
                    at += 1;
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a chain with these liberties can be linked to one of the group's.
    fn links(&self, group: u64, liberties: u64, regions: &Sets, pairs: &mut Pairs) -> bool {
        if (self.board.adjacent(group) & liberties).count_ones() < 2 {
            return false;
        }
        let empty = self.empty();
        self.board.parts(group).any(|chain| {
            let shared = self.board.adjacent(chain) & liberties;
            let regions = regions.as_slice().iter();
            let mut shared = regions.map(|region| region & shared);
            shared.any(|shared| shared.count_ones() >= 2 && pairs.within(shared, empty))
        })
    }
}

/// How a region serves a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eye {
    None,
    /// By its empty points alone, if the owner never plays there.
    Frozen,
    /// By all its points.
    Whole,
}

/// What a colour with the stones `own` keeps if it answers. Nothing may be known where there is
/// something.
pub fn kept_by_answering(board: &Board, own: u64, other: u64, suicide: bool) -> Kept {
    let context = PlanContext {
        board,
        own,
        other,
        suicide,
    };
    context.kept().0
}

impl PlanContext<'_> {
    /// What is kept, and the pairs.
    pub(super) fn kept(&self) -> (Kept, Pairs) {
        let mut stones = self.own;
        let nothing = (Kept::default(), Pairs::new());
        while stones != 0 {
            let mut regions = Sets::new();
            let beside = self.board.adjacent(stones);
            // Each region that may be an eye, and two if it has room.
            let mut eyes = 0;
            for region in self.board.parts(self.board.all() & !stones) {
                regions.push(region);
                if self.may_be_eye(region, beside) {
                    // A region of three points has one point to split it at.
                    eyes += 1 + u32::from(region.count_ones() >= 4);
                }
            }
            if eyes < 2 {
                return nothing;
            }
            let mut pairs = Pairs::new();
            let groups = self.groups(stones, &regions, &mut pairs);
            let (kept, result) = self.with_two_eyes(&groups, &regions, &mut pairs);
            if kept == stones {
                return (result, pairs);
            }
            stones = kept;
        }
        nothing
    }

    /// Whether a region may be an eye where the owner's stones lie beside `beside`. Each empty
    /// point that does not has to be covered.
    fn may_be_eye(&self, region: u64, beside: u64) -> bool {
        if region & self.own != 0 {
            return false;
        }
        let empty = region & !self.other;
        let mut bare = empty & !beside;
        if bare.count_ones() > MOST_UNCOVERED {
            return false;
        }
        while bare != 0 {
            let point = bare & bare.wrapping_neg();
            bare ^= point;
            let around = self.board.neighbours()[point.trailing_zeros() as usize];
            if (around & empty & beside).count_ones() < 2 {
                return false;
            }
        }
        true
    }

    /// The stones of the groups with two eyes, and what they keep if these are all.
    fn with_two_eyes(&self, groups: &Sets, regions: &Sets, pairs: &mut Pairs) -> (u64, Kept) {
        let mut stones = 0;
        for group in groups.as_slice() {
            stones |= group;
        }
        let beside_any = self.board.adjacent(stones);
        let mut eyes = [0_u32; MOST];
        let mut whole = [0_u64; MOST];
        let mut kept = Kept::default();
        for region in regions.as_slice() {
            if !self.may_be_eye(*region, beside_any) {
                continue;
            }
            let around = self.board.adjacent(*region);
            let mut best = Eye::None;
            let mut found = [Eye::None; MOST];
            for (at, group) in groups.as_slice().iter().enumerate() {
                if around & group != 0 {
                    found[at] = self.eye(*region, *group, pairs);
                    if found[at] == Eye::Whole || best == Eye::None {
                        best = found[at];
                    }
                }
            }
            for at in 0..groups.count {
                if found[at] != Eye::None && found[at] == best {
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
        for (at, group) in groups.as_slice().iter().enumerate() {
            if eyes[at] == 1 && whole[at] & !split != 0 {
                let beside = self.board.adjacent(*group);
                if self.split(whole[at], beside, pairs) {
                    split |= whole[at];
                    eyes[at] += 1;
                }
            }
            if eyes[at] >= 2 {
                kept.stones |= group;
            }
        }
        kept.paired = pairs.points;
        (kept.stones, kept)
    }

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
