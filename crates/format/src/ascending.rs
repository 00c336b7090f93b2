//! Looks up many keys at once. The checker does not: this is no part of what must be believed.

use crate::{Reader, Record, Result};

impl Reader {
    /// Looks up many keys of a level, which ascend: a block is opened once for all keys in it.
    /// Calls `found` with the place of each key among them and its record; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails at the first block with a key that is damaged.
    pub fn find_ascending(
        &self,
        level: u32,
        keys: impl IntoIterator<Item = u128>,
        mut found: impl FnMut(usize, Option<Record>),
    ) -> Result<()> {
        let mut keys = keys.into_iter().enumerate().peekable();
        let Some(summary) = self.level(level) else {
            keys.for_each(|(place, _)| found(place, None));
            return Ok(());
        };
        // Of one block: `found` may ask this reader, which must not hold the block then.
        let mut records = Vec::new();
        while let Some((first, key)) = keys.next() {
            let Some(number) = self.index.block_of(summary, key) else {
                found(first, None);
                continue;
            };
            let end = self.index.entry(summary, number).next_key;
            let is_here = |next: u128| key <= next && end.is_none_or(|end| next < end);
            self.in_block(summary, number, |block| {
                let mut next = Some(key);
                while let Some(key) = next {
                    records.push(block.find(key)?.map(|(_, record)| record));
                    next = keys
                        .next_if(|(_, next)| is_here(*next))
                        .map(|(_, next)| next);
                }
                Ok(())
            })?;
            for (place, record) in records.drain(..).enumerate() {
                found(first + place, record);
            }
        }
        Ok(())
    }
}
