//! Leaving positions out of a sample together with all that follows from them.

use solveig_game::{Game, Reduction, Symmetry};
use solveig_search::random::Random;

/// The stones of either player, as [`Game::lasting_stones`] gives them.
type LastingStones = [u128; 2];

/// The stones of an image of a position, and for how many positions it stands.
pub(super) type Image = (LastingStones, f64);

/// How far from 0 and 1 the chance stays that a player's stones are forbidden on a square, so that
/// no position of a later level comes to stand for very many.
const LEAST_CHANCE: f64 = 0.1;

/// Which stones a sample forbids, and how they came to be chosen.
///
/// A position is in the sample if it has an image under the game's symmetries without a forbidden
/// stone. As stones stay, so have then all positions that lead to it: what the sample has of a
/// level is asked for by all its parents and by no others, as in the whole closure. What a position
/// stands for is the inverse of the chance that it was left in (Horvitz and Thompson 1952), as a
/// mean over its images.
#[derive(Debug)]
pub(super) struct Thinning {
    forbidden: LastingStones,
    /// Squares, and the chances that the first and the second player's stones were left in there.
    left_in: Vec<(u128, [f64; 2])>,
    draws: Draws,
}

impl Thinning {
    /// Nothing is left out yet.
    pub(super) const fn new(draws: Draws) -> Self {
        Self {
            forbidden: [0; 2],
            left_in: Vec::new(),
            draws,
        }
    }

    /// Appends the images of a position that are in the sample to `images`. Gives for how many
    /// positions it stands, 0 if it is not in the sample.
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
            let stones = game.lasting_stones(&image).unwrap_or_default();
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

    /// Forbids one player's stones on one more square; says whether there is one that divides the
    /// sample.
    ///
    /// It is the square that divides it best, and the player's chance is the share of the other:
    /// then what is left stands for as much as before, whoever it is.
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

/// The random numbers of one sample of several.
///
/// The samples are strata (Chen 1992): of the samples whose choices were alike so far, one half
/// draws the next number from below 1/2 and the other from above, so that what they have in common
/// does not vary.
#[derive(Debug)]
pub(super) struct Draws {
    seed: u64,
    sample: u32,
    /// The samples are two to this power.
    depth: u32,
    drawn: u32,
    tail: Random,
}

impl Draws {
    /// Those of number `sample` of `1 << depth`.
    pub(super) fn new(seed: u64, sample: u32, depth: u32) -> Self {
        Self {
            seed,
            sample,
            depth,
            drawn: 0,
            tail: Random::new(mix(seed, 0, sample)),
        }
    }

    /// The next number, from 0 to below 1.
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
