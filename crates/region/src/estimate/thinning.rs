//! Samples of a closure, drawn by forbidding stones.

use solveig_game::{Game, Reduction, Symmetry};
use solveig_search::random::Random;

/// The stones of either player, as [`Game::permanent_stones`] gives them.
type PermanentStones = [u128; 2];

/// The stones of a symmetric image of a position, and its weight.
pub(super) type Image = (PermanentStones, f64);

/// The least probability with which a player's stones are allowed on a square; limits the weights
/// of positions on later levels.
const LEAST_CHANCE: f64 = 0.1;

/// The stones that a sample forbids, with their probabilities.
///
/// A position is in the sample if one of its images under the game's symmetries has no forbidden
/// stone. As stones are never removed, the same then holds for all positions that lead to it: a
/// sampled position has all its parents in the sample, as in the closure. The weight of a position
/// is the inverse of its inclusion probability (Horvitz and Thompson 1952), as a mean over its
/// images.
#[derive(Debug)]
pub(super) struct Thinning {
    forbidden: PermanentStones,
    /// Squares, with the probabilities that the first and the second player's stones are allowed
    /// there.
    left_in: Vec<(u128, [f64; 2])>,
    draws: Draws,
}

impl Thinning {
    /// A sample that forbids nothing yet.
    pub(super) const fn new(draws: Draws) -> Self {
        Self {
            forbidden: [0; 2],
            left_in: Vec::new(),
            draws,
        }
    }

    /// The weight of a position, 0 if it is not in the sample. Appends its images in the sample to
    /// `images`.
    pub(super) fn weight<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        reduction: Reduction,
        images: &mut Vec<Image>,
    ) -> f64 {
        let symmetries = match reduction {
            Reduction::None => 1,
            Reduction::Canonical => game.symmetries(),
        };
        let mut sum = 0.0;
        for symmetry in (0..symmetries).map(Symmetry) {
            let image = game.transform(position, symmetry);
            let stones = game.permanent_stones(&image).unwrap_or_default();
            if (stones[0] & self.forbidden[0]) | (stones[1] & self.forbidden[1]) != 0 {
                continue;
            }
            let chances = self.left_in.iter().map(|(square, chances)| {
                match (stones[0] & square != 0, stones[1] & square != 0) {
                    (true, _) => chances[0],
                    (_, true) => chances[1],
                    _ => 1.0,
                }
            });
            let weight = 1.0 / (chances.product::<f64>() * f64::from(symmetries));
            images.push((stones, weight));
            sum += weight;
        }
        sum
    }

    /// Forbids one player's stones on one more square; false if no square divides the sample.
    ///
    /// Takes the square that divides the sample best. Each player is forbidden with the probability
    /// of the other's share, so that the total weight stays the same in either case.
    pub(super) fn forbid_one_more(&mut self, images: &[Image]) -> bool {
        let mut shares = [[0.0f64; 2]; 128];
        let mut there = [0; 2];
        for (stones, weight) in images {
            for player in 0..2 {
                there[player] |= stones[player];
                let mut left = stones[player];
                while left != 0 {
                    shares[left.trailing_zeros() as usize][player] += weight;
                    left &= left - 1;
                }
            }
        }
        let both = there[0] & there[1];
        let of_both = (0..128).filter(|square| both >> square & 1 == 1);
        let least = |square: usize| shares[square][0].min(shares[square][1]);
        let Some(best) = of_both.reduce(|best, next| {
            if least(next) > least(best) {
                next
            } else {
                best
            }
        }) else {
            return false;
        };
        let [first, second] = shares[best];
        let stays = (first / (first + second)).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let square = 1u128 << best;
        let is_first = self.draws.next() < stays;
        self.forbidden[usize::from(is_first)] |= square;
        self.left_in.push((square, [stays, 1.0 - stays]));
        true
    }
}

/// The random numbers of one of several samples.
///
/// The samples are strata (Chen 1992): of the samples with equal choices so far, one half draws the
/// next number below 1/2 and the other above, which reduces the variance.
#[derive(Debug)]
pub(super) struct Draws {
    seed: u64,
    sample: u32,
    /// The binary logarithm of the number of samples.
    depth: u32,
    drawn: u32,
    tail: Random,
}

impl Draws {
    /// The random numbers of sample number `sample` of `1 << depth`.
    pub(super) fn new(seed: u64, sample: u32, depth: u32) -> Self {
        Self {
            seed,
            sample,
            depth,
            drawn: 0,
            tail: Random::new(mix(seed, 0, sample)),
        }
    }

    /// The next number in [0, 1).
    fn next(&mut self) -> f64 {
        if self.drawn == self.depth {
            return unit(&mut self.tail);
        }
        self.drawn += 1;
        let alike = self.sample >> (self.depth - self.drawn);
        let mut random = Random::new(mix(self.seed, self.drawn, alike));
        (f64::from(alike & 1) + unit(&mut random)) / 2.0
    }
}

fn unit(random: &mut Random) -> f64 {
    f64::from(random.below(1 << 30)) / f64::from(1 << 30)
}

const fn mix(seed: u64, step: u32, sample: u32) -> u64 {
    let number = ((step as u64) << 32) | sample as u64;
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03)
}
