//! Encodes a block.

use super::pack::Packer;
use crate::reading::bits::mask;
use crate::reading::block::{Front, checksum, front};
use crate::{BLOCK_RECORDS, Header, Record, Roles};

/// Why a record cannot be stored; `None` if it can.
pub(super) fn fault(header: &Header, record: &Record) -> Option<String> {
    let (key, greatest) = (record.key, mask(header.key_bits));
    if key > greatest {
        return Some(format!("key {key:#x} is above the greatest, {greatest:#x}"));
    }
    let (value, least, greatest) = (record.value, header.least_value, header.greatest_value);
    if value < least || greatest < value {
        return Some(format!("value {value} is not from {least} to {greatest}"));
    }
    match (record.roles.is_optimal(), record.move_index) {
        (true, None) => Some("no move, but its roles include optimal".to_owned()),
        (false, Some(_)) => Some("a move, but its roles do not include optimal".to_owned()),
        _ => None,
    }
}

/// Appends `records`, which have ascending keys and no [`fault`], to `out` as block `number` of a
/// file.
pub(super) fn encode(records: &[Record], number: u64, out: &mut Vec<u8>) {
    let (Some(first), Some(Front { widths, least })) = (records.first(), front(records)) else {
        return;
    };
    let start = out.len();
    out.extend_from_slice(&widths);
    out.extend_from_slice(&least.to_le_bytes());

    let [low, words, roles, value_width, shift, move_width] = widths.map(u32::from);
    let mut unary = [0u64; 3 * BLOCK_RECORDS / 64];
    for (place, record) in records.iter().enumerate() {
        let bit = ((record.key - first.key) >> low) as usize + place;
        unary[bit / 64] |= 1 << (bit % 64);
    }
    for word in &unary[..words as usize] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    let mut column = Packer::new(out);
    for record in records {
        column.push_wide((record.key - first.key) & mask(low), low);
    }
    column.finish();
    if roles == 0 {
        for role in [Roles::Optimal, Roles::Free] {
            let mut column = Packer::new(out);
            for record in records {
                column.push(record.roles.contains(role).into(), 1);
            }
            column.finish();
        }
    }
    let mut column = Packer::new(out);
    for record in records {
        let above = record.value.abs_diff(least);
        column.push((above >> shift).into(), value_width);
    }
    column.finish();
    let mut column = Packer::new(out);
    for index in records.iter().filter_map(|record| record.move_index) {
        column.push(index.into(), move_width);
    }
    column.finish();
    let checksum = checksum(&out[start..], number);
    out.extend_from_slice(&checksum.to_le_bytes());
}
