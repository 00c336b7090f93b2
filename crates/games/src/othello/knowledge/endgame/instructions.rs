//! Move generation and flips of Othello: a portable version, one for AVX2 and one for AVX-512.

use super::shape::{Shape, TURNED_ON_FULL_LINE};
use crate::othello::geometry;

/// An instruction set, selected at run time.
///
/// A value of such a type exists only if the processor supports the instructions.
pub(super) trait Instructions: Copy + Send + 'static {
    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64;

    /// The discs of `opponent` that a disc of `mover` on the empty `square` turns over.
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64;

    /// The number of discs that `mover` flips by playing on `square`, the last empty one, and, if
    /// that is 0, the number that the opponent would flip there.
    fn last_turned(self, shape: &Shape, mover: u64, square: u32) -> (u32, u32);

    /// Calls [`CompiledSearch::search`] where the compiler may use these instructions.
    fn search<N: CompiledSearch>(self, node: N) -> i32;
}

/// A search that is compiled once for each set of instructions.
pub(super) trait CompiledSearch {
    fn search(self) -> i32;
}

/// The version without special instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Instructions for Portable {
    #[inline(always)]
    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
        let pairs = shape.longest_run / 2 - 1;
        let (steps, inner) = (shape.steps, shape.inner);
        let reached = geometry::reached(steps, inner, pairs, mover, opponent);
        reached & shape.board & !(mover | opponent)
    }

    #[inline(always)]
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        let rays = &shape.rays[square as usize % 64].0;
        geometry::flips(rays, mover, opponent)
    }

    #[inline(always)]
    fn last_turned(self, shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
        let opponent = shape.board & !mover & !(1 << square);
        let own = self.flips(shape, mover, opponent, square);
        if own != 0 {
            return (own.count_ones(), 0);
        }
        (0, self.flips(shape, opponent, mover, square).count_ones())
    }

    fn search<N: CompiledSearch>(self, node: N) -> i32 {
        node.search()
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{CompiledSearch, Instructions, Shape, TURNED_ON_FULL_LINE};

    /// AVX2, BMI 1 and 2, LZCNT and POPCNT.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Avx2 {
        /// Whether PEXT is as fast as other instructions.
        gathers: bool,
    }

    /// Whether the processor is one of AMD or Hygon from before Zen 3 (family 0x19), whose PEXT
    /// takes hundreds of cycles.
    fn has_slow_pext() -> bool {
        // Calling it is safe from Rust 1.94 on.
        #[allow(unused_unsafe)]
        // SAFETY: every x86-64 processor has the instruction and these leaves.
        let (maker, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let name = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
        let is_named = |expected: &[u8; 12]| name.as_flattened() == expected;
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        (is_named(b"AuthenticAMD") || is_named(b"HygonGenuine")) && family < 0x19
    }

    impl Avx2 {
        /// Returns a value if the processor supports these instructions.
        pub(in super::super) fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has_all.then(|| Self {
                gathers: !has_slow_pext(),
            })
        }

        /// The same for a processor whose PEXT is slow.
        #[cfg(all(test, not(loom)))]
        pub(in super::super) fn without_gathering(self) -> Self {
            Self { gathers: false }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn lanes(of: [u64; 4]) -> __m256i {
        _mm256_set_epi64x(of[3] as i64, of[2] as i64, of[1] as i64, of[0] as i64)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn spread(of: u64) -> __m256i {
        _mm256_set1_epi64x(of as i64)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn join(of: __m256i) -> u64 {
        let half = _mm_or_si128(
            _mm256_castsi256_si128(of),
            _mm256_extracti128_si256::<1>(of),
        );
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn legal_squares(shape: &Shape, mover: u64, opponent: u64) -> u64 {
        let step = lanes(shape.steps);
        let two = _mm256_add_epi64(step, step);
        let own = spread(mover);
        let through = _mm256_and_si256(spread(opponent), lanes(shape.inner));
        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
        let up_pairs = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
        let down_pairs = _mm256_srlv_epi64(up_pairs, step);
        let more_up = _mm256_and_si256(through, _mm256_sllv_epi64(up, step));
        let more_down = _mm256_and_si256(through, _mm256_srlv_epi64(down, step));
        up = _mm256_or_si256(up, more_up);
        down = _mm256_or_si256(down, more_down);
        for _ in 1..shape.longest_run / 2 {
            let more_up = _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two));
            let more_down = _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two));
            up = _mm256_or_si256(up, more_up);
            down = _mm256_or_si256(down, more_down);
        }
        let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        join(reached) & shape.board & !(mover | opponent)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn flips(shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        let rays = &shape.rays[square as usize % 64].0;
        let higher = lanes([rays[0], rays[1], rays[2], rays[3]]);
        let lower = lanes([rays[4], rays[5], rays[6], rays[7]]);
        let (own, other) = (spread(mover), spread(opponent));
        let nothing = _mm256_setzero_si256();

        // The nearest square of a ray that is not the opponent's is the lowest one.
        let stops = _mm256_andnot_si256(other, higher);
        let before = _mm256_andnot_si256(stops, _mm256_add_epi64(stops, _mm256_set1_epi64x(-1)));
        let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(nothing, stops));
        let open = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), nothing);
        let up = _mm256_andnot_si256(open, _mm256_and_si256(before, higher));

        // Here it is the highest one: what lies at it or beyond is found by doubling.
        let stops = _mm256_andnot_si256(other, lower);
        let mut step = lanes(shape.steps);
        let beyond_by = step;
        let mut beyond = stops;
        for _ in 0..shape.doublings {
            beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
            step = _mm256_add_epi64(step, step);
        }
        let nearest = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, beyond_by), stops);
        let open = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), nothing);
        let down = _mm256_andnot_si256(open, _mm256_andnot_si256(beyond, lower));
        join(_mm256_or_si256(up, down))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn last_turned_by_flips(shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
        let opponent = shape.board & !mover & !(1 << square);
        let own = flips(shape, mover, opponent, square);
        if own != 0 {
            return (own.count_ones(), 0);
        }
        (0, flips(shape, opponent, mover, square).count_ones())
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn last_turned(shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
        if shape.longest_run > 6 {
            return last_turned_by_flips(shape, mover, square);
        }
        let lines = &shape.lines[square as usize % 64];
        let mut own = [0; 4];
        let mut count = 0;
        for line in 0..4 {
            own[line] = _pext_u64(mover, lines.squares[line]) as u8;
            let by_place = &TURNED_ON_FULL_LINE[usize::from(lines.place[line] % 8)];
            count += u32::from(by_place[usize::from(own[line])]);
        }
        if count != 0 {
            return (count, 0);
        }
        for line in 0..4 {
            let by_place = &TURNED_ON_FULL_LINE[usize::from(lines.place[line] % 8)];
            count += u32::from(by_place[usize::from(lines.others[line] & !own[line])]);
        }
        (0, count)
    }

    impl Instructions for Avx2 {
        #[inline(always)]
        fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
            // SAFETY: a value of this type exists only where detect() found the instructions.
            unsafe { legal_squares(shape, mover, opponent) }
        }

        #[inline(always)]
        fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
            // SAFETY: as above.
            unsafe { flips(shape, mover, opponent, square) }
        }

        #[inline(always)]
        fn last_turned(self, shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
            // SAFETY: as above.
            unsafe {
                match self.gathers {
                    true => last_turned(shape, mover, square),
                    false => last_turned_by_flips(shape, mover, square),
                }
            }
        }

        #[inline(always)]
        fn search<N: CompiledSearch>(self, node: N) -> i32 {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn compiled<N: CompiledSearch>(node: N) -> i32 {
                node.search()
            }
            // SAFETY: as above.
            unsafe { compiled(node) }
        }
    }

    /// AVX-512 in vectors of 256 bits, and all that [`Avx2`] has.
    ///
    /// What it shares with [`Avx2`] is inlined, and compiled again with these instructions.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Avx512(());

    impl Avx512 {
        /// Returns a value if the processor supports these instructions.
        pub(in super::super) fn detect() -> Option<Self> {
            let has_all = Avx2::detect().is_some()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq");
            has_all.then_some(Self(()))
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq")]
    fn flips_by_leading_zeros(shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        /// The truth table of `a & !(b ^ c)`.
        const WHERE_EQUAL: i32 = 0b1001_0000;
        let rays = &shape.rays[square as usize % 64].0;
        let higher = lanes([rays[0], rays[1], rays[2], rays[3]]);
        let lower = lanes([rays[4], rays[5], rays[6], rays[7]]);
        let (own, other) = (spread(mover), spread(opponent));
        let (nothing, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));

        // The nearest square of a ray that is not the opponent's is the lowest one.
        let stops = _mm256_andnot_si256(other, higher);
        let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(nothing, stops));
        let below = _mm256_add_epi64(nearest, all);
        let closed = _mm256_test_epi64_mask(nearest, own);
        let up = _mm256_maskz_and_epi64(closed, below, higher);

        // Here it is the highest one, if there is one. What lies beyond it is what is above both
        // it and all below it.
        let stops = _mm256_andnot_si256(other, lower);
        let highest = _mm256_set1_epi64x(i64::MIN);
        let nearest = _mm256_srlv_epi64(highest, _mm256_lzcnt_epi64(stops));
        let below = _mm256_add_epi64(nearest, all);
        let closed = _mm256_test_epi64_mask(nearest, own);
        let down = _mm256_maskz_ternarylogic_epi64::<WHERE_EQUAL>(closed, lower, nearest, below);
        join(_mm256_or_si256(up, down))
    }

    impl Instructions for Avx512 {
        #[inline(always)]
        fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
            // SAFETY: a value of this type exists only where detect() found the instructions.
            unsafe { legal_squares(shape, mover, opponent) }
        }

        #[inline(always)]
        fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
            // SAFETY: as above.
            unsafe { flips_by_leading_zeros(shape, mover, opponent, square) }
        }

        #[inline(always)]
        fn last_turned(self, shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
            // SAFETY: as above.
            unsafe { last_turned(shape, mover, square) }
        }

        #[inline(always)]
        fn search<N: CompiledSearch>(self, node: N) -> i32 {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[target_feature(enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq")]
            fn compiled<N: CompiledSearch>(node: N) -> i32 {
                node.search()
            }
            // SAFETY: as above.
            unsafe { compiled(node) }
        }
    }
}
