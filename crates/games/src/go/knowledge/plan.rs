//! Plans: what one colour gets in the end at least if it follows a strategy.
//!
//! To what its owner keeps by [answering](super::alternating) alone, a plan adds, in this order:
//!
//! - *chains* with a pair of liberties that are both next to kept stones: the owner joins them when
//!   the opponent takes one of the two;
//! - *territory*: regions without other stones of the owner in which every point, except for at
//!   most one, is next to kept stones or covered. Once the owner has no move next to kept stones
//!   left there, all stones of the opponent have that point as their only liberty, and the owner
//!   captures them by playing there. That stone then has two empty neighbours or a kept one, so it
//!   is joined in turn;
//! - *extending liberties* and *intersecting play*, two strategies that Randall, Wei, Hayward and
//!   Müller (2022) name, worked out here anew. By a move on an empty point next to kept stones the
//!   owner gains the point, the chains it joins and the territory it encloses. Both colours can
//!   take such points in turn; of two points whose gains overlap, the owner gets one.
//!
//! What a move gains does not depend on the opponent's moves elsewhere: the chains it joins have
//! the point as a liberty until then, and territory is judged by its points, whatever stands on
//! them.
//!
//! The score counts all other points for the opponent. Where the opponent can end the game at once
//! by a pass, only the stones on the board count.

use arrayvec::ArrayVec;
use solveig_game::Value;

use super::alternating::{Holdings, MAX_POINTS, PlanContext};
use crate::go::board::points_of;
use crate::go::{Colour, Situation};

/// What a colour gets at least, and the histories on which this depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The stones that are never captured.
    pub(super) stones: u64,
    /// The points on which the owner may put stones.
    pub(super) points: u64,
    /// The least final difference of areas, the owner's minus the opponent's.
    pub(super) score: Value,
}

impl Plan {
    /// Whether every board of the plan of `owner` is new after these situations, if it has all kept
    /// stones and one of these of `owner` or of the opponent.
    ///
    /// The plan never makes a board that lacks a kept stone or has no stone of the owner on a point
    /// of the plan.
    pub(super) fn is_new_after<'a>(
        &self,
        owner: Colour,
        [own, of_opponent]: [u64; 2],
        mut earlier: impl Iterator<Item = &'a Situation>,
    ) -> bool {
        !earlier.any(|one| {
            let stones = one.stones[owner as usize];
            let others = one.stones[owner.opponent() as usize];
            self.stones & !stones == 0 && (own & stones | of_opponent & others) != 0
        })
    }
}

/// The best plan found for the owner of `context.own`, if it can keep any stone. `moves_next`:
/// whether the owner is to move; `gains`: whether the plan gains points as well as answering.
pub(super) fn plan(context: PlanContext<'_>, moves_next: bool, gains: bool) -> Option<Plan> {
    let kept = context.holdings();
    if kept.stones == 0 {
        return None;
    }
    let mut outline = Outline { context, kept };
    outline.join_chains();
    outline.enclose();
    let gains = gains.then(|| outline.gains());
    let kept = outline.kept;
    let inside = kept.territory | kept.frozen;
    let pairs = kept.pairs.pairs.iter().filter(|pair| *pair & inside == 0);
    let mut sure = (kept.stones | kept.territory).count_ones() + pairs.count() as u32;
    let mut points = kept.territory | kept.pairs.points;
    if let Some(mut gains) = gains {
        points |= gains.0.iter().fold(0, |points, one| points | one.points);
        sure += match moves_next {
            true => gains.moving(),
            false => gains.answering(),
        };
    }
    let doubled = 2 * sure + kept.frozen_eyes;
    Some(Plan {
        stones: kept.stones,
        points: points & !context.own,
        score: doubled as Value - context.board.points() as Value,
    })
}

/// A plan in the making.
struct Outline<'a> {
    context: PlanContext<'a>,
    kept: Holdings,
}

impl Outline<'_> {
    /// Joins the chains that pairs link to kept stones.
    fn join_chains(&mut self) {
        let PlanContext { board, own, .. } = self.context;
        let empty = self.context.empty();
        loop {
            let before = self.kept.stones;
            for chain in board.parts(own & !self.kept.stones) {
                let common = board.adjacent(chain) & board.adjacent(self.kept.stones) & empty;
                if common.count_ones() >= 2 && self.kept.pairs.within(common, empty) {
                    self.kept.stones |= chain;
                }
            }
            if self.kept.stones == before {
                return;
            }
        }
    }

    /// Finds the territory beyond the eyes.
    fn enclose(&mut self) {
        let board = self.context.board;
        let beside = board.adjacent(self.kept.stones);
        let outside = board.all() & !(self.kept.stones | self.kept.territory | self.kept.frozen);
        for region in board.parts(outside) {
            if region & self.context.own != 0 {
                continue;
            }
            let before = self.kept.pairs.pairs.len();
            match self
                .context
                .uncovered(region, beside, 1, &mut self.kept.pairs)
            {
                Some(left) if self.can_be_filled(left) => self.kept.territory |= region,
                _ => self.kept.pairs.truncate(before),
            }
        }
    }

    /// Whether the point that is not covered, if there is one, has two neighbours.
    fn can_be_filled(&self, left: u64) -> bool {
        left == 0 || self.context.board.adjacent(left).count_ones() >= 2
    }

    /// What a stone on `point`, an empty point next to kept stones, gains for the owner.
    fn gain(&self, region: u64, point: u64) -> u64 {
        let PlanContext { board, own, .. } = self.context;
        let loose = own & region;
        let joined = board.flood(point, loose | point);
        let mut gain = joined;
        let rest = region & !joined;
        let beside = board.adjacent(self.kept.stones | joined);
        for part in board.parts(rest) {
            let left = part & !beside;
            if part & loose == 0 && left & left.wrapping_sub(1) == 0 && self.can_be_filled(left) {
                gain |= part;
            }
        }
        // One point of each pair outside the territory is counted already.
        gain & !self.kept.pairs.points
    }

    /// The points that both colours can take, with what they gain for the owner.
    fn gains(&self) -> Gains {
        let board = self.context.board;
        let outside = board.all() & !(self.kept.stones | self.kept.territory | self.kept.frozen);
        let liberties =
            board.adjacent(self.kept.stones) & self.context.empty() & !self.kept.pairs.points;
        let mut gains = Gains(ArrayVec::new());
        if outside & liberties == 0 {
            return gains;
        }
        for region in board.parts(outside) {
            for point in points_of(region & liberties) {
                let points = self.gain(region, point);
                gains.0.push(Gain { point, points });
            }
        }
        gains
    }
}

/// An empty point, and what a stone there gains for the owner.
#[derive(Clone, Copy)]
struct Gain {
    point: u64,
    points: u64,
}

/// Points that both colours can take in turn.
#[derive(Clone)]
struct Gains(ArrayVec<Gain, MAX_POINTS>);

impl Gains {
    /// Removes a point, and what it gains from the gains of the others.
    fn take(&mut self, at: usize, points: u64) {
        self.0.swap_remove(at);
        for one in &mut self.0 {
            one.points &= !points;
        }
    }

    /// What the owner gets at least if he is to move.
    fn moving(&mut self) -> u32 {
        let sizes = self.0.iter().map(|one| one.points.count_ones());
        let Some((best, _)) = sizes.enumerate().max_by_key(|(_, size)| *size) else {
            return 0;
        };
        let mut rest = self.clone();
        let points = self.0[best].points;
        rest.take(best, points);
        let by_the_largest = points.count_ones() + rest.answering();
        by_the_largest.max(self.pairs() + self.in_turn(0))
    }

    /// What the owner gets at least if the opponent is to move.
    fn answering(&mut self) -> u32 {
        self.pairs() + self.in_turn(1)
    }

    /// Removes pairs of points that both gain more than themselves; returns what the owner gets of
    /// them by taking one point of each.
    fn pairs(&mut self) -> u32 {
        let mut sum = 0;
        loop {
            let mut best = (1, 0, 0);
            for first in 0..self.0.len() {
                for second in 0..first {
                    let [one, two] = [self.0[first].points, self.0[second].points];
                    let least = one.count_ones().min(two.count_ones());
                    if least > best.0 {
                        best = (least, first, second);
                    }
                }
            }
            let (least, first, second) = best;
            if least == 1 {
                return sum;
            }
            sum += least;
            let points = self.0[first].points | self.0[second].points;
            self.take(first, points);
            self.take(second, points);
            self.0.retain(|one| one.point & points == 0);
        }
    }

    /// What the owner gets if both colours take the largest gains in turn, the owner first after
    /// `before` points.
    fn in_turn(&mut self, before: usize) -> u32 {
        let mut counted = 0;
        // No point of the board is counted twice.
        let size = |one: &Gain| {
            let size = (one.points & !counted).count_ones();
            counted |= one.points;
            size
        };
        let mut sizes: ArrayVec<u32, MAX_POINTS> = self.0.iter().map(size).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().skip(before).step_by(2).sum()
    }
}
