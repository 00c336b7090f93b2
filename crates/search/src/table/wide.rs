//! The layout with four words per entry, for long keys and wide values.

use solveig_game::{Interval, Key, Keyed, Move, Value};

use super::growth::BucketsInUse;
use super::memory::{AtomicU64, AtomicWords, Ordering};
use super::mixing::Mixing;
use super::{EffortClass, Entry};

/// A table whose entries are four atomic words guarded by a sequence counter.
#[derive(Debug)]
pub(super) struct Wide {
    memory: AtomicWords,
    mixing: Mixing,
    in_use: BucketsInUse,
}

/// Entries in a bucket: two cache lines.
const BUCKET: usize = 4;
/// Words in an entry.
const SLOT: usize = 4;

/// The four words of an entry: header, low and high half of the key, bounds.
///
/// The header counts writes in its upper part, twice each: odd while a writer is at work. Below the
/// count are the best move and the effort, 0 in an empty entry only.
///
/// A writer takes the entry by making the count odd, and gives up if another has it. A reader takes
/// what it read only if the header was even and is the same after as before. Loads acquire and
/// stores release, so a reader that saw any word of a write sees its odd header too.
type Slot = [AtomicU64; SLOT];

const MOVE_SHIFT: u32 = 8;
const COUNT_SHIFT: u32 = 24;
const ONE_WRITE: u64 = 1 << COUNT_SHIFT;
const NO_MOVE: u16 = u16::MAX;

/// What a slot held at one moment.
struct SlotContent {
    key: u128,
    entry: Entry,
    effort: EffortClass,
}

fn is_being_written(header: u64) -> bool {
    header & ONE_WRITE != 0
}

fn pack_bounds(bounds: Interval) -> u64 {
    u64::from(bounds.lower.cast_unsigned()) << 32 | u64::from(bounds.upper.cast_unsigned())
}

fn unpack(header: u64, low: u64, high: u64, bounds: u64) -> Option<SlotContent> {
    let best_move = (header >> MOVE_SHIFT) as u16;
    let effort = EffortClass((header & EffortClass::MASK) as u8);
    (effort.0 > 0).then(|| SlotContent {
        key: u128::from(high) << 64 | u128::from(low),
        entry: Entry {
            bounds: Interval {
                lower: (bounds >> 32) as u32 as Value,
                upper: bounds as u32 as Value,
            },
            best_move: (best_move != NO_MOVE).then_some(Move(best_move)),
        },
        effort,
    })
}

/// The content of a slot; `None` if it is empty or a write came in between.
fn read([header, low, high, bounds]: &Slot) -> Option<SlotContent> {
    let before = header.load(Ordering::Acquire);
    if is_being_written(before) {
        return None;
    }
    let low = low.load(Ordering::Acquire);
    let high = high.load(Ordering::Acquire);
    let bounds = bounds.load(Ordering::Acquire);
    let after = header.load(Ordering::Relaxed);
    if before != after {
        return None;
    }
    unpack(before, low, high, bounds)
}

/// Merges `new` into a slot that holds the same key, and replaces what it holds otherwise. Does
/// nothing if another thread is writing there.
fn write([header, low, high, bounds]: &Slot, new: SlotContent) {
    let before = header.load(Ordering::Relaxed);
    if is_being_written(before) {
        return;
    }
    let claim = header.compare_exchange(
        before,
        before.wrapping_add(ONE_WRITE),
        Ordering::Acquire,
        Ordering::Relaxed,
    );
    if claim.is_err() {
        return;
    }
    let old = unpack(
        before,
        low.load(Ordering::Relaxed),
        high.load(Ordering::Relaxed),
        bounds.load(Ordering::Relaxed),
    );
    let (entry, effort) = match old {
        Some(old) if old.key == new.key => {
            (old.entry.merged(new.entry), old.effort.max(new.effort))
        }
        _ => (new.entry, new.effort),
    };
    low.store(new.key as u64, Ordering::Release);
    high.store((new.key >> 64) as u64, Ordering::Release);
    bounds.store(pack_bounds(entry.bounds), Ordering::Release);
    let count = (before >> COUNT_SHIFT).wrapping_add(2) << COUNT_SHIFT;
    let best_move = entry.best_move.map_or(NO_MOVE, |best| best.0);
    header.store(
        count | u64::from(best_move) << MOVE_SHIFT | u64::from(effort.0),
        Ordering::Release,
    );
}

/// Ages a slot: lowers its effort by one class, so that unused entries are evicted in time.
fn age([header, ..]: &Slot) {
    let before = header.load(Ordering::Relaxed);
    if !is_being_written(before) && before & EffortClass::MASK > 1 {
        // Losing a race to a writer is fine: its entry is young.
        let _ = header.compare_exchange(before, before - 1, Ordering::Release, Ordering::Relaxed);
    }
}

/// Empties a slot, unless another thread is writing there.
fn empty([header, ..]: &Slot) {
    let before = header.load(Ordering::Relaxed);
    if !is_being_written(before) {
        let after = (before >> COUNT_SHIFT).wrapping_add(2) << COUNT_SHIFT;
        let _ = header.compare_exchange(before, after, Ordering::Release, Ordering::Relaxed);
    }
}

impl Wide {
    /// A table of `2^bucket_bits` buckets for `game`; `None` if there is no room for it.
    pub(super) fn new<G: Keyed>(game: &G, bucket_bits: u32) -> Option<Self> {
        let bucket_bits = bucket_bits.min(game.key_bits());
        Some(Self {
            memory: AtomicWords::zeroed((BUCKET * SLOT) << bucket_bits)?,
            mixing: Mixing::new(game.key_bits()),
            in_use: BucketsInUse::new(0, bucket_bits, Self::BUCKET_BYTES),
        })
    }

    pub(super) const BUCKET_BYTES: u64 = (BUCKET * SLOT * size_of::<u64>()) as u64;

    pub(super) fn bytes(&self) -> usize {
        Self::BUCKET_BYTES as usize * (self.in_use.whole() as usize + 1)
    }

    /// The bits of the mixed key that tell the bucket.
    pub(super) fn place<K: Key>(&self, key: K) -> u64 {
        self.mixing.mix(key.to_u128()) as u64
    }

    /// The bucket at a place.
    fn bucket(&self, place: u64) -> usize {
        (place & self.in_use.mask()) as usize
    }

    /// Doubles the number of buckets in use. What other threads store meanwhile may be lost.
    #[cold]
    fn grow(&self) {
        let added = self.in_use.mask() + 1;
        for bucket in 0..added {
            let new = self.slots((bucket + added) as usize);
            for (old, new) in self.slots(bucket as usize).zip(new) {
                let content = read(old).filter(|one| self.place(one.key) & added != 0);
                if let Some(content) = content {
                    write(new, content);
                    empty(old);
                }
            }
        }
        self.in_use.double();
    }

    /// All keys with their entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u128, Entry, EffortClass)> {
        let buckets = 0..self.in_use.mask() as usize + 1;
        let contents = buckets.flat_map(|bucket| self.slots(bucket).filter_map(read));
        contents.map(|content| (content.key, content.entry, content.effort))
    }

    pub(super) fn prefetch(&self, place: u64) {
        self.memory.prefetch(self.bucket(place) * BUCKET * SLOT);
    }

    fn slots(&self, bucket: usize) -> impl Iterator<Item = &Slot> {
        (0..BUCKET).map(move |at| self.memory.block(bucket * BUCKET + at))
    }

    pub(super) fn look_up<K: Key>(&self, key: K, place: u64) -> Option<Entry> {
        let key = key.to_u128();
        self.slots(self.bucket(place))
            .filter_map(read)
            .find(|content| content.key == key)
            .map(|content| content.entry)
    }

    pub(super) fn store<K: Key>(&self, key: K, place: u64, entry: Entry, effort: EffortClass) {
        let key = key.to_u128();
        let bucket = self.bucket(place);
        let mut victim: Option<(EffortClass, usize, &Slot)> = None;
        let mut same = None;
        for (at, slot) in self.slots(bucket).enumerate() {
            let content = read(slot);
            if content.as_ref().is_some_and(|content| content.key == key) {
                same = Some(slot);
                break;
            }
            let effort = content.map_or(EffortClass(0), |content| content.effort);
            if victim.is_none_or(|(least, ..)| effort < least) {
                victim = Some((effort, at, slot));
            }
        }
        let new = SlotContent { key, entry, effort };
        match (same, victim) {
            (Some(slot), _) => write(slot, new),
            (None, Some((replaced, at, slot))) => {
                write(slot, new);
                if replaced > EffortClass(0) {
                    if let Some(neighbour) = self.slots(bucket).nth((at + 1) % BUCKET) {
                        age(neighbour);
                    }
                    if self.in_use.evicted() {
                        self.grow();
                    }
                }
            }
            (None, None) => {}
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn content(key: u64) -> SlotContent {
        let value = key as Value;
        SlotContent {
            key: u128::from(key) << 64 | u128::from(!key),
            entry: Entry {
                bounds: Interval {
                    lower: -value,
                    upper: value,
                },
                best_move: Some(Move(key as u16)),
            },
            effort: EffortClass(key as u8),
        }
    }

    fn assert_whole(read: &SlotContent) {
        let whole = content((read.key >> 64) as u64);
        assert_eq!(read.key, whole.key);
        assert_eq!(read.entry, whole.entry);
    }

    #[test]
    fn no_interleaving_of_a_writer_and_a_reader_tears_an_entry() {
        loom::model(|| {
            let slot: Arc<Slot> = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
            write(&slot, content(3));
            let reader = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || read(&slot))
            };
            write(&slot, content(5));
            if let Some(content) = reader.join().unwrap() {
                assert_whole(&content);
            }
        });
    }

    #[test]
    fn no_interleaving_of_two_writers_tears_an_entry() {
        loom::model(|| {
            let slot: Arc<Slot> = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
            write(&slot, content(3));
            let writer = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || write(&slot, content(5)))
            };
            write(&slot, content(7));
            writer.join().unwrap();
            assert_whole(&read(&slot).expect("no writer is left"));
        });
    }

    #[test]
    fn ageing_never_undoes_a_write() {
        loom::model(|| {
            let slot: Arc<Slot> = Arc::new(std::array::from_fn(|_| AtomicU64::new(0)));
            write(&slot, content(5));
            let writer = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || write(&slot, content(7)))
            };
            age(&slot);
            writer.join().unwrap();
            let content = read(&slot).expect("no writer is left");
            assert_whole(&content);
        });
    }
}
