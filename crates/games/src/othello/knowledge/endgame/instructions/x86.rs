//! The versions of the instructions of x86-64.

use std::arch::x86_64::*;

use super::{CompiledSearch, Instructions, Shape};

/// AVX2, BMI 1 and 2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    /// Returns a value if the processor supports these instructions.
    pub(in super::super) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
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
fn first_lane(of: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(of)) as u64
}

/// The union of the lanes, in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn union_of_lanes(of: __m256i) -> __m256i {
    let halves = _mm256_or_si256(of, _mm256_permute4x64_epi64::<0b01_00_11_10>(of));
    _mm256_or_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves))
}

/// What is in all lanes, in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn common_to_lanes(of: __m256i) -> __m256i {
    let halves = _mm256_and_si256(of, _mm256_permute4x64_epi64::<0b01_00_11_10>(of));
    _mm256_and_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves))
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
    join(flips_on_lines(
        shape,
        spread(mover),
        spread(opponent),
        square,
    ))
}

/// The flips along each of the four lines; each lane of `own` and `other` is a whole side.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips_on_lines(shape: &Shape, own: __m256i, other: __m256i, square: u32) -> __m256i {
    let rays = &shape.rays[square as usize % 64].0;
    let higher = lanes([rays[0], rays[1], rays[2], rays[3]]);
    let lower = lanes([rays[4], rays[5], rays[6], rays[7]]);
    let nothing = _mm256_setzero_si256();

    // The nearest square of a ray that is not the opponent's is the lowest one.
    let stops = _mm256_andnot_si256(other, higher);
    let before = _mm256_andnot_si256(stops, _mm256_add_epi64(stops, _mm256_set1_epi64x(-1)));
    let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(nothing, stops));
    let open = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), nothing);
    let up = _mm256_andnot_si256(open, _mm256_and_si256(before, higher));

    // Here it is the highest one: it is the mover's if the mover's squares are the greater number.
    // What lies at them or beyond is found by doubling.
    let held = _mm256_and_si256(own, lower);
    let free = _mm256_andnot_si256(_mm256_or_si256(own, other), lower);
    let closed = _mm256_cmpgt_epi64(held, free);
    let mut step = lanes(shape.steps);
    let mut beyond = held;
    for _ in 0..shape.doublings {
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
        step = _mm256_add_epi64(step, step);
    }
    let down = _mm256_and_si256(closed, _mm256_andnot_si256(beyond, lower));
    _mm256_or_si256(up, down)
}

/// As [`stability::stable_discs`](super::stability::stable_discs), with a lane for each line.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stable_discs(shape: &Shape, side: u64, other: u64, enough: u32) -> u64 {
    let mut open = _mm256_setzero_si256();
    let mut empty = shape.board & !(side | other);
    while empty != 0 {
        let through = &shape.lines[empty.trailing_zeros() as usize % 64].0;
        open = _mm256_or_si256(open, lanes(*through));
        empty &= empty - 1;
    }
    let (higher, lower) = (lanes(shape.with_higher), lanes(shape.with_lower));
    let step = lanes(shape.steps);
    let inner = _mm256_and_si256(higher, lower);
    let safe = _mm256_xor_si256(_mm256_and_si256(open, inner), _mm256_set1_epi64x(-1));
    let side = spread(side);
    let mut stable = _mm256_and_si256(side, common_to_lanes(safe));
    let mut found = first_lane(stable);
    while found != 0 && found.count_ones() < enough {
        let up = _mm256_sllv_epi64(_mm256_and_si256(stable, higher), step);
        let down = _mm256_srlv_epi64(_mm256_and_si256(stable, lower), step);
        let held = _mm256_or_si256(safe, _mm256_or_si256(up, down));
        stable = _mm256_and_si256(side, common_to_lanes(held));
        let more = first_lane(stable);
        if more == found {
            break;
        }
        found = more;
    }
    found
}

/// What [`Avx2`] and [`Avx512`] do in the same way.
macro_rules! sets_in_lanes {
    () => {
        type Squares = __m256i;

        #[inline(always)]
        fn loaded(self, squares: u64) -> __m256i {
            // SAFETY: a value of this type exists only where detect() found the instructions.
            unsafe { spread(squares) }
        }

        #[inline(always)]
        fn unloaded(self, squares: __m256i) -> u64 {
            // SAFETY: as above.
            unsafe { first_lane(squares) }
        }

        #[inline(always)]
        fn without(self, from: __m256i, others: __m256i) -> __m256i {
            // SAFETY: as above.
            unsafe { _mm256_andnot_si256(others, from) }
        }

        #[inline(always)]
        fn with(self, one: __m256i, other: __m256i, square: u32) -> __m256i {
            // SAFETY: as above.
            unsafe { _mm256_or_si256(_mm256_or_si256(one, other), spread(1 << square)) }
        }

        #[inline(always)]
        fn stable_discs(self, shape: &Shape, side: u64, other: u64, enough: u32) -> u64 {
            // SAFETY: as above.
            unsafe { stable_discs(shape, side, other, enough) }
        }
    };
}

impl Instructions for Avx2 {
    const COUNTS_FAST: bool = true;

    sets_in_lanes!();

    #[inline(always)]
    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type exists only where detect() found the instructions.
        unsafe { legal_squares(shape, mover, opponent) }
    }

    #[inline(always)]
    fn loaded_flips(
        self,
        shape: &Shape,
        mover: __m256i,
        opponent: __m256i,
        square: u32,
    ) -> __m256i {
        // SAFETY: as above.
        unsafe { union_of_lanes(flips_on_lines(shape, mover, opponent, square)) }
    }

    #[inline(always)]
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: as above.
        unsafe { flips(shape, mover, opponent, square) }
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

/// AVX-512, and all that [`Avx2`] has.
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
fn legal_squares_by_rotation(shape: &Shape, mover: u64, opponent: u64) -> u64 {
    /// The truth table of `a | b & c`.
    const A_OR_B_AND_C: i32 = 0b1111_1000;
    let (higher, lower) = (lanes(shape.with_higher), lanes(shape.with_lower));
    // What is rotated past an end of the board comes to a square that no run crosses.
    let inner = _mm512_broadcast_i64x4(_mm256_and_si256(higher, lower));
    let up = lanes(shape.steps);
    let down = _mm256_sub_epi64(_mm256_setzero_si256(), up);
    let step = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(up), down);
    let two = _mm512_add_epi64(step, step);
    let own = _mm512_set1_epi64(mover as i64);
    let through = _mm512_and_si512(_mm512_set1_epi64(opponent as i64), inner);
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    let mut runs = _mm512_and_si512(through, _mm512_rolv_epi64(own, step));
    let more = _mm512_rolv_epi64(runs, step);
    runs = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(runs, more, through);
    for _ in 1..shape.longest_run / 2 {
        let more = _mm512_rolv_epi64(runs, two);
        runs = _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(runs, more, pairs);
    }
    let reached = _mm512_rolv_epi64(runs, step);
    let (up, down) = (
        _mm512_castsi512_si256(reached),
        _mm512_extracti64x4_epi64::<1>(reached),
    );
    join(_mm256_or_si256(up, down)) & shape.board & !(mover | opponent)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq")]
fn flips_by_leading_zeros(shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
    let (own, other) = (spread(mover), spread(opponent));
    join(flips_on_lines_by_leading_zeros(shape, own, other, square))
}

/// As [`flips_on_lines`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512vl,avx512cd,avx512bw,avx512dq")]
fn flips_on_lines_by_leading_zeros(
    shape: &Shape,
    own: __m256i,
    other: __m256i,
    square: u32,
) -> __m256i {
    /// The truth tables of functions of three operands.
    const A_AND_B_AND_C: i32 = 0b1000_0000;
    const A_AND_C_WITHOUT_B: i32 = 0b0010_0000;
    const C_WITHOUT_A_AND_B: i32 = 0b0000_0010;
    const A_OR_B_AND_C: i32 = 0b1111_1000;
    const B_OR_NOT_C: i32 = 0b1101_1101;
    let rays = &shape.rays[square as usize % 64].0;
    let higher = lanes([rays[0], rays[1], rays[2], rays[3]]);
    let lower = lanes([rays[4], rays[5], rays[6], rays[7]]);
    let (nothing, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));

    // The carry of the addition propagates along the ray over the opponent's discs to the
    // first other square.
    let passed = _mm256_ternarylogic_epi64::<B_OR_NOT_C>(all, other, higher);
    let passed = _mm256_sub_epi64(passed, all);
    let bracket = _mm256_ternarylogic_epi64::<A_AND_B_AND_C>(passed, own, higher);
    let (open, below) = (
        _mm256_cmpeq_epi64(bracket, nothing),
        _mm256_add_epi64(bracket, all),
    );
    let up = _mm256_ternarylogic_epi64::<A_AND_C_WITHOUT_B>(higher, open, below);

    // Here the nearest squares are the highest ones. The first square is set so that the
    // compiler sees that it need not treat shifts by 64.
    let held = _mm256_and_si256(own, lower);
    let free = _mm256_ternarylogic_epi64::<C_WITHOUT_A_AND_B>(own, other, lower);
    let closed = _mm256_cmpgt_epi64(held, free);
    let some = _mm256_ternarylogic_epi64::<A_OR_B_AND_C>(_mm256_set1_epi64x(1), own, lower);
    let not_above = _mm256_srlv_epi64(all, _mm256_lzcnt_epi64(some));
    let down = _mm256_ternarylogic_epi64::<A_AND_C_WITHOUT_B>(closed, not_above, lower);
    _mm256_or_si256(up, down)
}

impl Instructions for Avx512 {
    const COUNTS_FAST: bool = true;

    sets_in_lanes!();

    #[inline(always)]
    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
        // SAFETY: a value of this type exists only where detect() found the instructions.
        unsafe { legal_squares_by_rotation(shape, mover, opponent) }
    }

    #[inline(always)]
    fn loaded_flips(
        self,
        shape: &Shape,
        mover: __m256i,
        opponent: __m256i,
        square: u32,
    ) -> __m256i {
        // SAFETY: as above.
        unsafe {
            union_of_lanes(flips_on_lines_by_leading_zeros(
                shape, mover, opponent, square,
            ))
        }
    }

    #[inline(always)]
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: as above.
        unsafe { flips_by_leading_zeros(shape, mover, opponent, square) }
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
