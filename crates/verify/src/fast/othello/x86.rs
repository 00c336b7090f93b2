//! The instruction set of x86-64 processors with AVX2: a vector for four directions.

use std::arch::x86_64::*;
use std::sync::OnceLock;

use super::board::Board;
use super::lines::{Crossing, FLIPS_ON_FULL_LINE, Lines};
use super::machine::{Machine, SearchPart};

/// AVX2, with the bit instructions of the processors that have it.
#[derive(Clone, Copy, Debug)]
pub struct Avx2 {
    /// Whether PEXT is as fast as other instructions.
    gathers: bool,
}

impl Avx2 {
    /// The same for a processor whose PEXT is slow.
    #[cfg(test)]
    pub const fn without_gathering(self) -> Self {
        Self { gathers: false }
    }
}

fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Whether the processor is one of AMD or Hygon from before Zen 3 (family 0x19), whose PEXT takes
/// hundreds of cycles.
fn has_slow_pext() -> bool {
    static SLOW: OnceLock<bool> = OnceLock::new();
    *SLOW.get_or_init(|| {
        // Calling it is safe from Rust 1.94 on.
        #[allow(unused_unsafe)]
        // SAFETY: every x86-64 processor has the instruction and these leaves.
        let (maker, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let name = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
        let is_named = |expected: &[u8; 12]| name.as_flattened() == expected;
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        (is_named(b"AuthenticAMD") || is_named(b"HygonGenuine")) && family < 0x19
    })
}

/// Counts with one look-up for each of the four lines through the square.
#[inline]
#[target_feature(enable = "bmi2,popcnt")]
fn last_flips<B: Lines>(square: u32, mover: u64) -> (u32, u32) {
    let crossing: &Crossing = B::crossing(square);
    let mut both = 0;
    for (line, first) in crossing.lines.into_iter().zip(crossing.tables) {
        let own = _pext_u64(mover, line) as usize;
        let at = usize::from(first).wrapping_add(own) % FLIPS_ON_FULL_LINE.len();
        both = u16::wrapping_add(both, FLIPS_ON_FULL_LINE[at]);
    }
    (u32::from(both & 0xff), u32::from(both >> 8))
}

#[inline]
#[target_feature(enable = "avx2")]
fn four(of: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(of[3] as i64, of[2] as i64, of[1] as i64, of[0] as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn union_of_four(sets: __m256i) -> u64 {
    let two = _mm_or_si128(
        _mm256_castsi256_si128(sets),
        _mm256_extracti128_si256::<1>(sets),
    );
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn moves_by_four<B: Board>(mover: u64, opponent: u64) -> u64 {
    let step = four(B::STEPS.map(u64::from));
    let double = _mm256_add_epi64(step, step);
    let own = _mm256_set1_epi64x(mover as i64);
    let through = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), four(B::THROUGH));
    // Lines of one and two discs; then lengthened by pairs of the opponent's discs.
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
    let longer_up = _mm256_and_si256(through, _mm256_sllv_epi64(up, step));
    let longer_down = _mm256_and_si256(through, _mm256_srlv_epi64(down, step));
    (up, down) = (
        _mm256_or_si256(up, longer_up),
        _mm256_or_si256(down, longer_down),
    );
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_down = _mm256_and_si256(through, _mm256_srlv_epi64(through, step));
    let mut covered = 2;
    while covered < B::LONGEST - 2 {
        let longer_up = _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, double));
        let longer_down = _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, double));
        (up, down) = (
            _mm256_or_si256(up, longer_up),
            _mm256_or_si256(down, longer_down),
        );
        covered += 2;
    }
    let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    union_of_four(reached) & B::ALL & !(mover | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_by_four<B: Board>(square: u32, mover: u64, opponent: u64) -> u64 {
    let rays = B::rays_from(square);
    let (own, other) = (
        _mm256_set1_epi64x(mover as i64),
        _mm256_set1_epi64x(opponent as i64),
    );
    let none = _mm256_setzero_si256();

    // A carry runs from below the ray through the opponents to the first other square.
    let ray = four(rays.up);
    let open = _mm256_andnot_si256(other, ray);
    let carried = _mm256_sub_epi64(none, open);
    let end = _mm256_and_si256(_mm256_and_si256(open, own), carried);
    // Less one if there is an end: the comparison yields minus one where there is none.
    let missing = _mm256_cmpeq_epi64(end, none);
    let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let up = _mm256_andnot_si256(missing, _mm256_and_si256(below, ray));

    // From the first square that is not the opponent's, all those beyond it.
    let ray = four(rays.down);
    let mut step = four(B::STEPS.map(u64::from));
    let one = step;
    let mut beyond = _mm256_andnot_si256(other, ray);
    let mut covered = 1;
    while covered < B::LONGEST - 1 {
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
        step = _mm256_add_epi64(step, step);
        covered *= 2;
    }
    let end = _mm256_andnot_si256(
        _mm256_srlv_epi64(beyond, one),
        _mm256_and_si256(beyond, own),
    );
    let missing = _mm256_cmpeq_epi64(end, none);
    let down = _mm256_andnot_si256(missing, _mm256_andnot_si256(beyond, ray));
    union_of_four(_mm256_or_si256(up, down))
}

impl Machine for Avx2 {
    fn detect() -> Option<Self> {
        has_avx2().then(|| Self {
            gathers: !has_slow_pext(),
        })
    }

    #[inline(always)]
    fn moves<B: Board>(self, mover: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type exists only where the processor has the features.
        unsafe { moves_by_four::<B>(mover, opponent) }
    }

    #[inline(always)]
    fn flips<B: Board>(self, square: u32, mover: u64, opponent: u64) -> u64 {
        // SAFETY: as above.
        unsafe { flips_by_four::<B>(square, mover, opponent) }
    }

    #[inline(always)]
    fn last_flips<B: Board>(self, square: u32, mover: u64) -> (u32, u32) {
        if self.gathers {
            // SAFETY: as above.
            return unsafe { last_flips::<B>(square, mover) };
        }
        let opponent = B::ALL & !(mover | 1 << square);
        (
            self.flips::<B>(square, mover, opponent).count_ones(),
            self.flips::<B>(square, opponent, mover).count_ones(),
        )
    }

    #[inline(always)]
    fn run(self, part: impl SearchPart) -> i32 {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled(part: impl SearchPart) -> i32 {
            part.run()
        }
        // SAFETY: as above.
        unsafe { compiled(part) }
    }
}
