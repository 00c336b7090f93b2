//! Amounts of memory: notation, defaults, and the memory of this machine.

use std::fmt;
use std::fs;
use std::str::FromStr;

use bytesize::ByteSize;
use solveig_game::excerpt;

/// An amount of memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemorySize(pub u64);

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// Without `--memory`, no table is larger.
const LARGEST_DEFAULT: MemorySize = MemorySize(8 * GIB);

/// How often a table of 1 MiB doubles if it does so for each level beyond the first `free` ones.
fn doublings(levels_left: Option<u32>, free: u32) -> u32 {
    const MAX: u32 = 40;
    levels_left.map_or(MAX, |levels| levels.saturating_sub(free).min(MAX))
}

impl MemorySize {
    /// The smallest size of a table.
    pub const LEAST: Self = Self(MIB);

    /// The largest default for searches of single positions. The starts of 7x6 Connect Four and of
    /// 6x6 Othello gain nothing from more, which the system would take seconds to clear.
    pub const FOR_SINGLE_POSITION: Self = Self(2 * GIB);

    /// The default size of a table for searches of a game with keys of `key_bits` bits, from
    /// `levels_left` levels before its end: the least of 2^(`key_bits` / 2) KiB,
    /// 2^(`levels_left` - 18) MiB (1 MiB up to 18 levels), 8 GiB, and two fifths of the machine's
    /// memory.
    ///
    /// The square root, because alpha-beta visits at best about the square root of the tree (Knuth
    /// and Moore 1975). Unused memory costs time, too: the system clears it.
    pub fn default_size(key_bits: u32, levels_left: Option<u32>) -> Self {
        Self::default_within(key_bits, doublings(levels_left, 18))
    }

    /// The default size of a table for searches of so many positions at a time by the solver for
    /// their game. As [`default_size`](Self::default_size), but at most 2^(`levels_left` - 21) MiB
    /// for each, and at most [`FOR_SINGLE_POSITION`](Self::FOR_SINGLE_POSITION).
    ///
    /// Othello with 26 empty squares visits no more positions with 16 MiB than with 128, which the
    /// system takes longer to clear.
    pub fn default_for_solver(key_bits: u32, levels_left: Option<u32>, positions: usize) -> Self {
        let for_positions = positions.max(1).next_power_of_two().ilog2();
        Self::default_within(key_bits, for_positions + doublings(levels_left, 21))
            .min(Self::default_size(key_bits, levels_left))
            .min(Self::FOR_SINGLE_POSITION)
    }

    /// The default size for keys of `key_bits` bits, at most 2^`doublings` MiB.
    fn default_within(key_bits: u32, doublings: u32) -> Self {
        let for_keys = KIB << (key_bits / 2).min(40);
        let for_levels = MIB << doublings.min(40);
        let use_for = for_keys.min(for_levels);
        Self(use_for).min(Self::default_limit()).max(Self::LEAST)
    }

    /// Whether the system grants so much now. The memory is only reserved, not touched.
    fn can_be_had(self) -> bool {
        let bytes = usize::try_from(self.0);
        bytes.is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    /// The default limit on this machine: two fifths of its memory, at most 8 GiB; less where the
    /// system does not grant so much to this process.
    pub fn default_limit() -> Self {
        let machine = of_machine().map_or(LARGEST_DEFAULT, |machine| Self(machine.0 / 5 * 2));
        let mut limit = machine.min(LARGEST_DEFAULT);
        while limit > Self::LEAST && !limit.can_be_had() {
            limit = Self(limit.0 / 2);
        }
        limit
    }
}

/// The memory that this process may use: the less of physical memory and cgroup limit; `None` if
/// the system reports neither.
///
/// The crate `sysinfo` supports more systems, but takes more than three seconds to compile even
/// without default features, and its present version needs Rust 1.95.
fn of_machine() -> Option<MemorySize> {
    let physical = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes * KIB)
    });
    let granted = fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<u64>().ok());
    physical.into_iter().chain(granted).min().map(MemorySize)
}

impl FromStr for MemorySize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let memory = match text.trim().parse() {
            // `bytesize` saturates sizes that overflow.
            Ok(ByteSize(u64::MAX)) | Err(_) => {
                let text = excerpt(text);
                return Err(format!(
                    "\"{text}\" is not a size; expected one such as 512MiB, 4GiB or 3GB \
                     (B, K, M, G, T, KB, MB, GB, TB, KiB, MiB, GiB, TiB), less than 16 EiB"
                ));
            }
            Ok(ByteSize(bytes)) => Self(bytes),
        };
        if memory < Self::LEAST {
            return Err(format!("{memory} is too little; at least {}", Self::LEAST));
        }
        if !memory.can_be_had() {
            return Err(format!(
                "no memory for {memory} on this machine; ask for less"
            ));
        }
        Ok(memory)
    }
}

impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = ByteSize(self.0);
        let text = size.to_string();
        match text.parse() == Ok(size) {
            true => f.write_str(&text.replace(".0 ", " ")),
            false => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_and_decimal_units() {
        for (text, bytes) in [
            ("4GiB", 4 * GIB),
            ("4 GiB", 4 * GIB),
            ("512mib", 512 * MIB),
            ("2048KiB", 2 * MIB),
            ("1.5GiB", 3 * GIB / 2),
            ("3GB", 3_000_000_000),
            ("5MB", 5_000_000),
            ("2000KB", 2_000_000),
            ("1048576", MIB),
            ("1048576B", MIB),
        ] {
            assert_eq!(text.parse(), Ok(MemorySize(bytes)), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_says_what_is() {
        for text in [
            "",
            "GiB",
            "4 gigs",
            "-4GiB",
            "1.2.3GiB",
            "99999999999999999999",
            "99999999999TiB",
        ] {
            let error = text.parse::<MemorySize>().unwrap_err();
            let expected = format!("\"{text}\" is not a size; expected one such as 512MiB");
            assert!(error.starts_with(&expected), "{error}");
        }
        let error = "12KiB".parse::<MemorySize>().unwrap_err();
        assert_eq!(error, "12 KiB is too little; at least 1 MiB");
    }

    #[test]
    fn nothing_said_takes_what_a_game_has_use_for() {
        assert_eq!(MemorySize::default_size(15, Some(9)), MemorySize::LEAST);
        assert_eq!(MemorySize::default_size(26, Some(30)), MemorySize(8 * MIB));
        assert_eq!(MemorySize::default_size(102, Some(20)), MemorySize(4 * MIB));
        let for_solver = MemorySize::default_for_solver;
        assert_eq!(for_solver(102, Some(26), 1), MemorySize(32 * MIB));
        assert_eq!(for_solver(102, Some(26), 3), MemorySize(128 * MIB));
        for (keys, left, positions) in [(26, 30, 1), (102, 0, 1024), (102, 19, usize::MAX / 2)] {
            let max = MemorySize::default_size(keys, Some(left));
            assert_eq!(
                for_solver(keys, Some(left), positions),
                max,
                "{keys} {left}"
            );
        }
        assert!(for_solver(128, None, 1024) <= MemorySize::FOR_SINGLE_POSITION);
        assert!(MemorySize::default_size(26, Some(42)) < MemorySize::default_size(49, Some(42)));
        assert!(MemorySize::default_size(128, None) <= LARGEST_DEFAULT);
    }

    #[test]
    fn sizes_are_printed_in_the_largest_unit() {
        assert_eq!(MemorySize(100).to_string(), "100 B");
        assert_eq!(MemorySize(4 * GIB).to_string(), "4 GiB");
        assert_eq!(MemorySize(3 * GIB / 2).to_string(), "1.5 GiB");
        assert_eq!(MemorySize(1_000_000).to_string(), "976.6 KiB");
    }
}
