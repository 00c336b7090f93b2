//! Proof and disproof numbers, and the choice of the move to search next.

/// The proof number of a state that is not won, and the disproof number of one that is.
pub(super) const INFINITE: u32 = 1 << 30;

/// The largest number of an open state.
const LARGEST: u32 = INFINITE - 2;

/// A child is searched until its number exceeds the second best by a share of one in so many (the
/// 1+ε trick, Pawlewicz and Lew 2007).
const SHARE_BEYOND: u32 = 4;

/// Proof and disproof number of a state, and the plies within which it is won if it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) plies: u16,
}

impl Numbers {
    pub(super) const LOSS: Self = Self::open(INFINITE, 0);

    /// Those of a state that was won before moves were excluded.
    pub(super) const LIKELY: Self = Self::open(1, LARGEST / 256);

    pub(super) const fn won(plies: u16) -> Self {
        Self {
            proof: 0,
            disproof: INFINITE,
            plies,
        }
    }

    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            plies: 0,
        }
    }

    pub(super) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The move to search next, in numbers of the side to move: the proof number is that of a decision
/// in its favour.
pub(super) struct Choice {
    pub(super) best: usize,
    /// The disproof number of the best move.
    best_disproof: u32,
    /// The proof number of the second best move.
    second: u32,
    pub(super) numbers: Numbers,
}

impl Choice {
    /// The choice among moves with these numbers.
    pub(super) fn among(moves: impl Iterator<Item = Numbers>) -> Self {
        let mut choice = Self {
            best: 0,
            best_disproof: u32::MAX,
            second: INFINITE,
            numbers: Numbers::LOSS,
        };
        let mut sum = 0_u64;
        for (
            at,
            Numbers {
                proof, disproof, ..
            },
        ) in moves.enumerate()
        {
            let least = choice.numbers.proof;
            if proof < least || proof == least && disproof < choice.best_disproof {
                choice.second = least;
                (choice.best, choice.best_disproof) = (at, disproof);
                choice.numbers.proof = proof;
            } else {
                choice.second = choice.second.min(proof);
            }
            sum += u64::from(disproof);
        }
        choice.numbers.disproof = match choice.numbers.proof {
            0 => INFINITE,
            INFINITE => 0,
            _ => sum.min(LARGEST.into()) as u32,
        };
        choice
    }

    /// The limits of the best move, where those of the state are `limits`.
    pub(super) fn limits(&self, limits: Numbers) -> Numbers {
        let beyond = self.second + self.second / SHARE_BEYOND + 1;
        let rest = limits.disproof - self.numbers.disproof;
        Numbers::open(
            limits.proof.min(beyond),
            (rest + self.best_disproof).min(INFINITE),
        )
    }
}
