//! What one colour is sure of in the end if it follows a plan.
//!
//! To what is kept by [answering](super::alternating) alone a plan adds, in this order:
//!
//! - *chains* of the owner's with a pair of liberties that both lie next to kept stones: he joins
//!   them when the other colour takes one of the two, and they are kept;
//! - *territory*: a region enclosed by kept stones, with no other stone of the owner's, in which at
//!   most one point lies neither next to kept stones nor is covered. Where the owner has no move
//!   next to kept stones left there, all other stones have that point as their only liberty, and he
//!   takes them by playing there. That stone has two empty neighbours or a kept one then, so it is
//!   joined in turn;
//! - *extending liberties* and *intersecting play*, the two strategies named by O. Randall, T.-H.
//!   Wei, R. Hayward and M. Müller (*Improving search in Go using bounded static safety*, Computers
//!   and Games 2022), worked out here anew. An empty point next to kept stones is the owner's if he
//!   plays there, and with it what he so joins or encloses as territory. Both colours can take such
//!   points in turn. Of two that gain something in common he gets one.
//!
//! What a stone gains depends on nothing that the other colour can do elsewhere: chains that it
//! joins have it as a liberty until then, and what is enclosed is judged by its points, whatever
//! stands on them.
//!
//! The score counts all else as the other colour's. Where the other colour may end the game at once
//! by passing, nothing is sure but what is on the board.

use crate::go::{Board, Colour, Situation};
use solveig_game::Value;

use super::alternating::{Pairs, PlanContext};

/// What a colour can be sure of, and which histories that rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The stones that are never captured.
    pub stones: u64,
    /// The points on which the owner may put stones.
    pub points: u64,
    /// The least difference of areas in the end, the owner's less the other's.
    pub score: Value,
}

impl Plan {
    /// Whether every stone of the plan, which is `owner`'s, makes a board that is new after these.
    ///
    /// A board with a stone missing that is kept, or with no stone of the owner's on any point of
    /// the plan, is none that the plan makes.
    pub fn is_new_after<'a>(
        &self,
        owner: Colour,
        mut earlier: impl Iterator<Item = &'a Situation>,
    ) -> bool {
        !earlier.any(|one| {
            let stones = one.stones[owner as usize];
            self.stones & !stones == 0 && self.points & stones != 0
        })
    }
}

/// Which plans are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Those that only answer.
    Answers,
    /// Those that gain points as well.
    Gains,
}

/// The best plan found of the colour with the stones `own`, if it can keep any stone. `moves_next`
/// says whether it is to move.
pub fn plan(
    board: &Board,
    own: u64,
    other: u64,
    suicide: bool,
    moves_next: bool,
    extent: Extent,
) -> Option<Plan> {
    let context = PlanContext {
        board,
        own,
        other,
        suicide,
    };
    let (kept, pairs) = context.kept();
    if kept.stones == 0 {
        return None;
    }
    let mut outline = Outline {
        context,
        stones: kept.stones,
        territory: kept.territory,
        frozen: kept.frozen,
        pairs,
    };
    outline.join_chains();
    outline.enclose();
    let outside = !(outline.territory | outline.frozen);
    let pairs = outline.pairs.as_slice().iter();
    let pairs = pairs.filter(|pair| *pair & !outside == 0).count() as u32;
    let mut sure = (outline.stones | outline.territory).count_ones() + pairs;
    let mut points = outline.territory | outline.pairs.points;
    if extent == Extent::Gains {
        let mut gains = outline.gains();
        points |= gains.points();
        sure += match moves_next {
            true => gains.moving(),
            false => gains.answering(),
        };
    }
    let doubled = 2 * sure + kept.frozen_eyes;
    Some(Plan {
        stones: outline.stones,
        points: points & !own,
        score: doubled as Value - board.points() as Value,
    })
}

struct Outline<'a> {
    context: PlanContext<'a>,
    stones: u64,
    territory: u64,
    frozen: u64,
    pairs: Pairs,
}

impl Outline<'_> {
    /// Joins what can be joined by a pair.
    fn join_chains(&mut self) {
        let PlanContext { board, own, .. } = self.context;
        let empty = self.context.empty();
        loop {
            let before = self.stones;
            for chain in board.parts(own & !self.stones) {
                let common = board.adjacent(chain) & board.adjacent(self.stones) & empty;
                if common.count_ones() >= 2 && self.pairs.within(common, empty) {
                    self.stones |= chain;
                }
            }
            if self.stones == before {
                return;
            }
        }
    }

    /// Finds the territory beyond the eyes.
    fn enclose(&mut self) {
        let board = self.context.board;
        let beside = board.adjacent(self.stones);
        let outside = board.all() & !(self.stones | self.territory | self.frozen);
        for region in board.parts(outside) {
            if region & self.context.own != 0 {
                continue;
            }
            let before = self.pairs.len();
            match self.context.uncovered(region, beside, 1, &mut self.pairs) {
                Some(left) if self.can_be_filled(left) => self.territory |= region,
                _ => self.pairs.truncate(before),
            }
        }
    }

    /// Whether a stone on the only point that was not covered, if there is one, has two neighbours.
    fn can_be_filled(&self, left: u64) -> bool {
        left == 0 || self.context.board.adjacent(left).count_ones() >= 2
    }

    /// What a stone on `point`, which is empty and lies next to kept stones, makes the owner's.
    fn gain(&self, region: u64, point: u64) -> u64 {
        let PlanContext { board, own, .. } = self.context;
        let loose = own & region;
        let joined = board.flood(point, loose | point);
        let mut gained = joined;
        let rest = region & !joined;
        let beside = board.adjacent(self.stones | joined);
        for part in board.parts(rest) {
            let left = part & !beside;
            if part & loose == 0 && left & left.wrapping_sub(1) == 0 && self.can_be_filled(left) {
                gained |= part;
            }
        }
        // Of pairs outside the territory one point each is counted already.
        gained & !self.pairs.points
    }

    /// The points that both colours can take, and what they gain for the owner.
    fn gains(&self) -> Gains {
        let board = self.context.board;
        let outside = board.all() & !(self.stones | self.territory | self.frozen);
        let liberties = board.adjacent(self.stones) & self.context.empty() & !self.pairs.points;
        let mut gains = Gains {
            gains: [Gain::default(); Board::MAX_POINTS as usize],
            count: 0,
        };
        if outside & liberties == 0 {
            return gains;
        }
        for region in board.parts(outside) {
            let mut points = region & liberties;
            while points != 0 {
                let point = points & points.wrapping_neg();
                points ^= point;
                gains.gains[gains.count] = Gain {
                    point,
                    gained: self.gain(region, point),
                };
                gains.count += 1;
            }
        }
        gains
    }
}

/// What a stone on a point makes the owner's.
#[derive(Clone, Copy, Default)]
struct Gain {
    point: u64,
    gained: u64,
}

/// Points that both colours can take in turn.
#[derive(Clone)]
struct Gains {
    gains: [Gain; Board::MAX_POINTS as usize],
    count: usize,
}

impl Gains {
    fn as_slice(&self) -> &[Gain] {
        &self.gains[..self.count]
    }

    fn points(&self) -> u64 {
        self.as_slice().iter().fold(0, |points, one| {
            debug_assert_eq!(one.point & !one.gained, 0);
            points | one.gained
        })
    }

    /// Takes out a point, and leaves the others what is not gained by `gained`.
    fn take(&mut self, at: usize, gained: u64) {
        self.count -= 1;
        self.gains[at] = self.gains[self.count];
        for one in &mut self.gains[..self.count] {
            one.gained &= !gained;
        }
    }

    /// What the owner gets at least if he is to move.
    fn moving(&mut self) -> u32 {
        let Some(best) = self.largest() else {
            return 0;
        };
        let mut rest = self.clone();
        let gained = self.gains[best].gained;
        rest.take(best, gained);
        let by_the_largest = gained.count_ones() + rest.answering();
        let by_pairs = self.pairs();
        by_the_largest.max(by_pairs + self.in_turn(0))
    }

    /// What he gets at least if the other colour is to move.
    fn answering(&mut self) -> u32 {
        let by_pairs = self.pairs();
        by_pairs + self.in_turn(1)
    }

    fn largest(&self) -> Option<usize> {
        (0..self.count).max_by_key(|at| self.gains[*at].gained.count_ones())
    }

    /// Takes out pairs that each gain more than the point itself, as many as there are, and says
    /// what they gain.
    fn pairs(&mut self) -> u32 {
        let mut sum = 0;
        loop {
            let mut best = (1, 0, 0);
            for first in 0..self.count {
                for second in 0..first {
                    let [one, two] = [self.gains[first].gained, self.gains[second].gained];
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
            let gained = self.gains[first].gained | self.gains[second].gained;
            self.take(first, gained);
            self.take(second, gained);
            self.drop_points(gained);
        }
    }

    fn drop_points(&mut self, taken: u64) {
        let mut at = 0;
        while at < self.count {
            if self.gains[at].point & taken != 0 {
                self.count -= 1;
                self.gains[at] = self.gains[self.count];
            } else {
                at += 1;
            }
        }
    }

    /// What the owner gets if both take the most in turn and `before` points are taken before his
    /// first one.
    fn in_turn(&mut self, before: usize) -> u32 {
        let mut sizes = [0; Board::MAX_POINTS as usize];
        let mut taken = 0;
        // No point of the board is counted twice.
        for (size, one) in sizes.iter_mut().zip(self.as_slice()) {
            *size = (one.gained & !taken).count_ones();
            taken |= one.gained;
        }
        let sizes = &mut sizes[..self.count];
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().skip(before).step_by(2).sum()
    }
}
