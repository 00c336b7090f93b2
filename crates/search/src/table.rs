//! The transposition table.

mod frame;
mod memory;
mod mixing;
mod packed;
#[cfg(all(test, not(loom)))]
mod tests;
mod wide;

use std::io;

use solveig_game::{Game, GameExt, Interval, Key, LongKeys, Move, ValueRange};

pub use self::frame::TablePolicy;
pub(crate) use self::frame::{Frame, FramedTable};
use self::packed::Packed;
use self::wide::Wide;
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section, invalid};

/// What a table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Bounds on its value, proven.
    pub bounds: Interval,
    /// A move that did well there: a good first guess and no more.
    pub best_move: Option<Move>,
}

impl Entry {
    /// What is known when `newer` is learnt after `self`.
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

/// A class of the work that went into an entry: logarithmic, at least 1.
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

/// Proven bounds for positions of one game, shared by threads without a lock.
///
/// Entries hold whole keys, not hashes of them, so what is looked up is true of the position and
/// can be used in a proof (a hash that is compared alone is not a proof). A full table forgets:
/// what took the least work goes first, and what is not looked for ages.
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
    /// The system does not give the memory that was asked for.
    #[error("no memory for a transposition table of {bytes} bytes; ask for less")]
    Memory {
        /// How many bytes were asked for.
        bytes: u64,
    },
    /// Keys do not say enough of positions.
    #[error(
        "{game} cannot be searched with a transposition table: \
         the value of a position depends on how play came to it"
    )]
    DependsOnHistory {
        /// The game.
        game: String,
    },
    /// A solver that keeps what it finds in a table was given none.
    #[error("the solver keeps what it finds in a transposition table, and was given none")]
    Missing,
    /// Entries have no room for its keys.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
}

/// How entries lie in memory.
#[derive(Debug)]
enum Layout {
    /// What a bucket does not say of the key, both bounds, move and effort in one word.
    Packed(Packed),
    /// Long keys, wide values or few buckets: several words.
    Wide(Wide),
}

impl TranspositionTable {
    /// An empty table for `game` of at most `bytes` bytes, or of one bucket if that is more.
    ///
    /// The number of buckets is a power of two, so the table may take little more than half of
    /// `bytes`; a game with few keys takes no more than it has use for.
    ///
    /// # Errors
    ///
    /// Fails if the system does not give that much memory, if values depend on history
    /// ([`GameExt::depends_on_history`]), or if the keys of the game have more than
    /// [`LongKeys::LIMIT`] bits.
    pub fn new<G: Game>(game: &G, bytes: u64) -> Result<Self, NoTable> {
        if game.depends_on_history() {
            let game = game.spec();
            return Err(NoTable::DependsOnHistory { game });
        }
        LongKeys::refuse(game)?;
        let bucket_bits = |bucket: u64| (bytes / bucket).max(1).ilog2().min(MOST_BUCKET_BITS);
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

    /// Whether the table is for positions of `game`. Keys of another game would be taken for its
    /// own.
    pub fn is_for<G: Game>(&self, game: &G) -> bool {
        self.spec == game.spec()
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn look_up<K: Key>(&self, key: K) -> Option<Entry> {
        self.look_up_at(self.place(key))
    }

    /// Starts to load what a look-up of this key will read.
    #[inline]
    pub fn prefetch<K: Key>(&self, key: K) {
        self.prefetch_at(self.place(key));
    }

    /// Adds what is proven of the position with this key to what is known of it. `nodes` is the
    /// work it took.
    #[inline]
    pub fn store<K: Key>(&self, key: K, entry: Entry, nodes: u64) {
        self.store_at(self.place(key), entry, nodes);
    }

    /// Writes all that is known.
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

    /// Adds what was written of a table for `game`.
    pub(crate) fn load<G: Game>(&self, game: &G, from: &mut CheckpointReader) -> io::Result<()> {
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

    /// Where a key is kept. Finding that out takes as long as all else that a look-up does.
    #[inline(always)]
    pub fn place<K: Key>(&self, key: K) -> TableSlot<K> {
        let at = match &self.layout {
            Layout::Packed(packed) => packed.place(key),
            Layout::Wide(wide) => wide.place(key),
        };
        TableSlot { key, at }
    }

    /// As [`look_up`](Self::look_up), where the place of the key is known.
    #[inline(always)]
    pub fn look_up_at<K: Key>(&self, place: TableSlot<K>) -> Option<Entry> {
        match &self.layout {
            Layout::Packed(packed) => packed.look_up(place.at),
            Layout::Wide(wide) => wide.look_up(place.key, place.at),
        }
    }

    /// As [`prefetch`](Self::prefetch), where the place of the key is known.
    #[inline(always)]
    pub fn prefetch_at<K: Key>(&self, place: TableSlot<K>) {
        match &self.layout {
            Layout::Packed(packed) => packed.prefetch(place.at),
            Layout::Wide(wide) => wide.prefetch(place.at),
        }
    }

    /// As [`store`](Self::store), where the place of the key is known.
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

/// Where a table keeps a key.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableSlot<K> {
    key: K,
    /// Of a packed table the mixed key, of a wide one the bucket.
    at: u64,
}

/// More buckets than any memory holds; keeps sizes within the address space.
const MOST_BUCKET_BITS: u32 = 48;
