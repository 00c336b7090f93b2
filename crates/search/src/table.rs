//! The transposition table.

mod frame;
mod growth;
pub(crate) mod memory;
mod mixing;
mod packed;
#[cfg(all(test, not(loom)))]
mod tests;
mod wide;

use std::io;

use solveig_game::{Game, GameExt, Interval, Key, Keyed, LongKeys, Move, ValueRange};

pub(crate) use self::frame::Frame;
pub use self::frame::{FramedTable, TablePolicy};
pub use self::memory::AtomicWords;
use self::packed::Packed;
use self::wide::Wide;
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section, invalid};

/// What a transposition table holds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Proven bounds on the value for the side to move.
    pub bounds: Interval,
    /// The best move found, as a hint for move ordering.
    pub best_move: Option<Move>,
}

impl Entry {
    /// Merges `newer` into this entry.
    fn merged(self, newer: Self) -> Self {
        let bounds = self.bounds.meet(newer.bounds);
        debug_assert!(
            bounds.lower <= bounds.upper,
            "{:?} and {:?} are true of the same value",
            self.bounds,
            newer.bounds
        );
        Self {
            bounds,
            best_move: newer.best_move.or(self.best_move),
        }
    }
}

/// The effort of an entry on a logarithmic scale, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct EffortClass(u8);

impl EffortClass {
    const BITS: u32 = 5;
    const MASK: u64 = (1 << Self::BITS) - 1;

    fn of(nodes: u64) -> Self {
        let class = u64::BITS - nodes.leading_zeros();
        Self(class.clamp(1, Self::MASK as u32) as u8)
    }
}

/// A lock-free transposition table of proven bounds for positions of one game, shared by threads.
///
/// Entries hold exact keys instead of hashes, so that results are sound in proofs. Full buckets
/// evict the entry of the least effort; the effort of unused entries decays. The table starts small
/// and grows with its entries up to its size.
///
/// All methods take `&self`; put the table behind an [`Arc`](std::sync::Arc).
#[derive(Debug)]
pub struct TranspositionTable {
    spec: String,
    range: ValueRange,
    layout: Layout,
}

/// Why there is no transposition table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// The memory could not be allocated.
    #[error("no memory for a transposition table of {bytes} bytes; ask for less")]
    Memory {
        /// The number of bytes requested.
        bytes: u64,
    },
    /// Values depend on the history, so keys do not determine them.
    #[error(
        "{game} cannot be searched with a transposition table: \
         the value of a position depends on how play came to it"
    )]
    DependsOnHistory {
        /// Spec of the game.
        game: String,
    },
    /// The solver needs a table and got none.
    #[error("the solver keeps what it finds in a transposition table, and was given none")]
    Missing,
    /// The keys are too long for an entry.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
}

/// The memory layout of entries.
#[derive(Debug)]
enum Layout {
    /// One word per entry: the part of the key that the bucket does not determine, bounds, move and
    /// effort.
    Packed(Packed),
    /// Several words per entry, for long keys, wide values or few buckets.
    Wide(Wide),
}

impl TranspositionTable {
    /// An empty table for `game` of at most `bytes` bytes, or of one bucket if that is more.
    ///
    /// The number of buckets is a power of two, so the table may take little more than half of
    /// `bytes`; no more is taken than a game with few keys can use.
    ///
    /// # Errors
    ///
    /// Fails if the memory cannot be allocated, if values depend on history
    /// ([`GameExt::depends_on_history`]), or if the keys of the game have more than
    /// [`LongKeys::LIMIT`] bits.
    pub fn new<G: Keyed>(game: &G, bytes: u64) -> Result<Self, NoTable> {
        if game.depends_on_history() {
            let game = game.spec();
            return Err(NoTable::DependsOnHistory { game });
        }
        LongKeys::refuse(game)?;
        let bucket_bits = |bucket: u64| (bytes / bucket).max(1).ilog2().min(MAX_BUCKET_BITS);
        let packed_bits = bucket_bits(Packed::BUCKET_BYTES);
        let layout = if Packed::fits(game, packed_bits) {
            Packed::new(game, packed_bits).map(Layout::Packed)
        } else {
            Wide::new(game, bucket_bits(Wide::BUCKET_BYTES)).map(Layout::Wide)
        };
        Ok(Self {
            spec: game.spec(),
            range: game.value_range(),
            layout: layout.ok_or(NoTable::Memory { bytes })?,
        })
    }

    /// The size of its entries in bytes.
    pub fn bytes(&self) -> usize {
        match &self.layout {
            Layout::Packed(packed) => packed.bytes(),
            Layout::Wide(wide) => wide.bytes(),
        }
    }

    /// Whether the table is for positions of `game`. Keys of another game would be mistaken for its
    /// own.
    pub fn is_for<G: Game>(&self, game: &G) -> bool {
        self.spec == game.spec()
    }

    /// Looks up the position with this key.
    #[inline]
    pub fn look_up<K: Key>(&self, key: K) -> Option<Entry> {
        self.look_up_at(self.place(key))
    }

    /// Prefetches the bucket of this key.
    #[inline]
    pub fn prefetch<K: Key>(&self, key: K) {
        self.prefetch_at(self.place(key));
    }

    /// Merges proven bounds into the entry of the position with this key; `nodes` is the effort
    /// they took.
    #[inline]
    pub fn store<K: Key>(&self, key: K, entry: Entry, nodes: u64) {
        self.store_at(self.place(key), entry, nodes);
    }

    /// Writes all entries.
    pub(crate) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        to.section(Section::Table)?;
        let save = |(key, entry, effort): (u128, Entry, EffortClass)| {
            to.word(effort.0.into())?;
            to.wide(key)?;
            to.word(entry.bounds.lower as u64)?;
            to.word(entry.bounds.upper as u64)?;
            to.word(entry.best_move.map_or(u64::MAX, |best| best.0.into()))
        };
        match &self.layout {
            Layout::Packed(packed) => packed.entries().try_for_each(save)?,
            Layout::Wide(wide) => wide.entries().try_for_each(save)?,
        }
        to.word(0)
    }

    /// Adds the entries that [`save`](Self::save) wrote for `game`.
    pub(crate) fn load<G: Keyed>(&self, game: &G, from: &mut CheckpointReader) -> io::Result<()> {
        from.section(Section::Table)?;
        loop {
            let effort = from.number("effort", EffortClass::MASK)?;
            if effort == 0 {
                return Ok(());
            }
            let key = from.wide()?;
            let narrow = G::Key::from_u128(key);
            let found = narrow.and_then(|key| Some((key, game.position(key).ok()?)));
            let (key, position) =
                found.ok_or_else(|| invalid(format!("key {key:#x}, which no position has")))?;
            let bounds = from.bounds(self.range)?;
            let best_move = from.best_move(game, &position)?;
            self.store(key, Entry { bounds, best_move }, 1 << (effort - 1));
        }
    }

    /// The slot of a key. Computing it takes as long as the rest of a look-up.
    #[inline(always)]
    pub fn place<K: Key>(&self, key: K) -> TableSlot<K> {
        let at = match &self.layout {
            Layout::Packed(packed) => packed.place(key),
            Layout::Wide(wide) => wide.place(key),
        };
        TableSlot { key, at }
    }

    /// As [`look_up`](Self::look_up), by slot.
    #[inline(always)]
    pub fn look_up_at<K: Key>(&self, place: TableSlot<K>) -> Option<Entry> {
        match &self.layout {
            Layout::Packed(packed) => packed.look_up(place.at),
            Layout::Wide(wide) => wide.look_up(place.key, place.at),
        }
    }

    /// As [`prefetch`](Self::prefetch), by slot.
    #[inline(always)]
    pub fn prefetch_at<K: Key>(&self, place: TableSlot<K>) {
        match &self.layout {
            Layout::Packed(packed) => packed.prefetch(place.at),
            Layout::Wide(wide) => wide.prefetch(place.at),
        }
    }

    /// As [`store`](Self::store), by slot.
    #[inline]
    pub fn store_at<K: Key>(&self, place: TableSlot<K>, entry: Entry, nodes: u64) {
        let bounds = entry.bounds.meet(Interval::unknown(self.range));
        debug_assert!(
            bounds.lower <= bounds.upper,
            "{:?} is possible in {:?}",
            entry.bounds,
            self.range
        );
        let entry = Entry { bounds, ..entry };
        let effort = EffortClass::of(nodes);
        match &self.layout {
            Layout::Packed(packed) => packed.store(place.at, entry, effort),
            Layout::Wide(wide) => wide.store(place.key, place.at, entry, effort),
        }
    }
}

/// The slot of a key in a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableSlot<K> {
    key: K,
    /// The mixed key, or its lower bits.
    at: u64,
}

/// More buckets than any memory holds; keeps sizes within the address space.
const MAX_BUCKET_BITS: u32 = 48;
