//! Proved bounds and estimates of positions at a cut.

use std::num::NonZero;

use hashbrown::HashMap;
use solveig_game::{Interval, Value, ValueRange};

use crate::error::CampaignError;

/// The bounds of the position with this key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyBounds {
    /// The canonical key of the position.
    pub key: u128,
    /// Bounds on its value, for the side to move.
    pub bounds: Interval,
}

/// Where the bounds and estimates of all positions at a cut are recorded, too many for memory.
pub trait Records {
    /// Reads the proved bounds and the estimate of a position into `dictionaries`.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read or the bounds contradict one another.
    fn look_up(&self, key: u128, dictionaries: &mut Dictionaries) -> Result<(), CampaignError>;
}

impl Records for &Dictionaries {
    fn look_up(&self, key: u128, dictionaries: &mut Dictionaries) -> Result<(), CampaignError> {
        let found = self.facts(key);
        let facts = dictionaries.facts_mut(key);
        (facts.bounds, facts.estimate) = (found.bounds, found.estimate);
        dictionaries.proved += usize::from(found.bounds.is_some());
        Ok(())
    }
}

/// The two dictionaries of Takizawa (2023): `D`, bounds proved by exact search, and `D'`,
/// estimates.
///
/// Both are indexed by [`Problem::key`](crate::Problem::key) and are from the point of view of the
/// side to move. An entry takes 33 bytes, and up to twice that with the free slots of the hash
/// table. Beside the estimates stand guesses, which follow from the position alone and are kept
/// because they take time.
#[derive(Clone, Debug, Default)]
pub struct Dictionaries {
    positions: HashMap<Words, Facts>,
    proved: usize,
}

/// A key as four words: the alignment of `u128` would make the table half as large again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Words([u32; 4]);

impl Words {
    pub(crate) fn of(key: u128) -> Self {
        let word = |place: u32| (key >> (32 * place)) as u32;
        Self([word(0), word(1), word(2), word(3)])
    }
}

/// The bounds, estimate and guess of one position, each if there is one.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    bounds: Option<CompactBounds>,
    estimate: Option<CompactValue>,
    guess: Option<CompactValue>,
}

/// A value in four bytes, also where there may be none. No game has the least `i32`, which has no
/// negation.
#[derive(Clone, Copy, Debug)]
struct CompactValue(NonZero<u32>);

impl CompactValue {
    const SHIFT: u32 = 1 << 31;

    fn of(value: Value) -> Self {
        let above = value.cast_unsigned() ^ Self::SHIFT;
        Self(NonZero::new(above).unwrap_or(NonZero::<u32>::MIN))
    }

    fn get(self) -> Value {
        (self.0.get() ^ Self::SHIFT).cast_signed()
    }
}

/// Bounds in eight bytes.
#[derive(Clone, Copy, Debug)]
struct CompactBounds {
    lower: CompactValue,
    upper: CompactValue,
}

impl CompactBounds {
    fn of(bounds: Interval) -> Self {
        Self {
            lower: CompactValue::of(bounds.lower),
            upper: CompactValue::of(bounds.upper),
        }
    }

    fn get(self) -> Interval {
        Interval {
            lower: self.lower.get(),
            upper: self.upper.get(),
        }
    }
}

impl Dictionaries {
    fn facts(&self, key: u128) -> Facts {
        let found = self.positions.get(&Words::of(key));
        found.copied().unwrap_or_default()
    }

    fn facts_mut(&mut self, key: u128) -> &mut Facts {
        self.positions.entry(Words::of(key)).or_default()
    }

    /// The proved bounds of a position; `range` if there are none.
    pub fn bounds(&self, key: u128, range: ValueRange) -> Interval {
        let bounds = self.facts(key).bounds;
        bounds.map_or(Interval::unknown(range), CompactBounds::get)
    }

    /// Intersects the bounds of a position with newly proved ones, and returns the result.
    ///
    /// # Errors
    ///
    /// Fails with the empty intersection, and changes nothing, if the bounds contradict earlier
    /// ones.
    pub fn prove(&mut self, key: u128, proved: Interval) -> Result<Interval, Interval> {
        let before = self.facts(key).bounds;
        let bounds = before.map_or(proved, |before| before.get().meet(proved));
        if bounds.lower > bounds.upper {
            return Err(bounds);
        }
        self.proved += usize::from(before.is_none());
        self.facts_mut(key).bounds = Some(CompactBounds::of(bounds));
        Ok(bounds)
    }

    /// The estimate of a position, if one was made.
    pub fn estimate(&self, key: u128) -> Option<Value> {
        self.facts(key).estimate.map(CompactValue::get)
    }

    /// Sets the estimate of a position.
    pub fn set_estimate(&mut self, key: u128, estimate: Value) {
        self.facts_mut(key).estimate = Some(CompactValue::of(estimate));
    }

    /// The guess of a position; the first time, what `make` makes.
    pub(crate) fn guess(&mut self, key: u128, make: impl FnOnce() -> Value) -> Value {
        let guess = &mut self.facts_mut(key).guess;
        guess.get_or_insert_with(|| CompactValue::of(make())).get()
    }

    /// Whether anything is stated of a position, or was looked for.
    pub(crate) fn contains(&self, key: u128) -> bool {
        self.positions.contains_key(&Words::of(key))
    }

    /// Notes that a position was looked for in [`Records`], whether or not anything was found.
    pub(crate) fn note(&mut self, key: u128) {
        self.facts_mut(key);
    }

    /// The number of positions, those included of which nothing was found.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many positions have bounds.
    pub const fn proved(&self) -> usize {
        self.proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: ValueRange = ValueRange { min: -64, max: 64 };

    #[test]
    fn bounds_meet_and_estimates_are_apart_from_them() {
        let mut dictionaries = Dictionaries::default();
        let (one, other) = (7 << 100 | 3, 3);
        assert_eq!(dictionaries.bounds(one, RANGE), Interval::unknown(RANGE));
        assert_eq!(dictionaries.estimate(one), None);

        dictionaries.set_estimate(one, 4);
        assert_eq!(
            (dictionaries.estimate(one), dictionaries.proved()),
            (Some(4), 0)
        );
        assert_eq!(dictionaries.bounds(one, RANGE), Interval::unknown(RANGE));

        let (low, high) = (
            Interval {
                lower: 2,
                upper: 64,
            },
            Interval {
                lower: -64,
                upper: 6,
            },
        );
        assert_eq!(dictionaries.prove(one, low), Ok(low));
        assert_eq!(
            dictionaries.prove(one, high),
            Ok(Interval { lower: 2, upper: 6 })
        );
        let wrong = Interval {
            lower: 8,
            upper: 10,
        };
        assert!(dictionaries.prove(one, wrong).is_err());
        assert_eq!(
            dictionaries.bounds(one, RANGE),
            Interval { lower: 2, upper: 6 }
        );
        assert_eq!(
            (dictionaries.estimate(one), dictionaries.proved()),
            (Some(4), 1)
        );
        assert_eq!(dictionaries.bounds(other, RANGE), Interval::unknown(RANGE));
    }

    #[test]
    fn keys_of_every_width_are_told_apart() {
        let mut dictionaries = Dictionaries::default();
        let keys = |width: u32| [1_u128 << width, u128::MAX >> width, !(1_u128 << width)];
        for (number, key) in (0..128).flat_map(keys).enumerate() {
            dictionaries.set_estimate(key, number as Value);
        }
        let mut last = HashMap::new();
        for (number, key) in (0..128).flat_map(keys).enumerate() {
            last.insert(key, number as Value);
        }
        for (key, number) in last {
            assert_eq!(dictionaries.estimate(key), Some(number), "{key:#x}");
        }
    }

    #[test]
    fn values_and_their_absence_take_four_bytes() {
        assert_eq!(size_of::<Option<CompactValue>>(), 4);
        for value in [0, 1, -1, 64, -64, Value::MAX, -Value::MAX] {
            assert_eq!(CompactValue::of(value).get(), value);
        }
    }

    #[test]
    fn a_position_takes_32_bytes_beside_its_place_in_the_table() {
        assert_eq!(size_of::<(Words, Facts)>(), 32);
    }
}
