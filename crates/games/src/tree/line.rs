//! The lines on which nodes and their fields stand, found when there is something to say about
//! them.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// An object, and where in the text its values are.
type Fields<'a> = HashMap<String, &'a RawValue>;

/// The line, from 1, on which a field of a node stands, or else the node itself. Of two nodes of
/// one name it is the second.
pub(super) fn of_field(text: &str, node: &str, field: &str) -> Option<usize> {
    let found = if text.trim_start().starts_with('{') {
        in_table(text, node, field)
    } else {
        in_arrays(text, node)
    };
    Some(of(text, found?))
}

/// The line, from 1, on which a part of a table stands, its view or its list of nodes.
pub(super) fn of_part(text: &str, part: &str) -> Option<usize> {
    let table: Fields = serde_json::from_str(text).ok()?;
    table.get(part).map(|part| of(text, part))
}

/// The line of what is a part of `text`.
fn of(text: &str, part: &RawValue) -> usize {
    let start = part.get().as_ptr().addr() - text.as_ptr().addr();
    let before = &text.as_bytes()[..start];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

fn in_table<'a>(text: &'a str, node: &str, field: &str) -> Option<&'a RawValue> {
    #[derive(Deserialize)]
    struct NamedFields {
        name: String,
    }

    let table: Fields = serde_json::from_str(text).ok()?;
    let entries: Vec<&RawValue> = serde_json::from_str(table.get("nodes")?.get()).ok()?;
    let is_meant = |entry: &&RawValue| {
        serde_json::from_str::<NamedFields>(entry.get()).is_ok_and(|named| named.name == node)
    };
    let entry = entries.into_iter().filter(is_meant).take(2).last()?;
    let fields: Fields = serde_json::from_str(entry.get()).ok()?;
    Some(fields.get(field).copied().unwrap_or(entry))
}

/// Follows the moves that a node of nested arrays is named by.
fn in_arrays<'a>(text: &'a str, node: &str) -> Option<&'a RawValue> {
    let mut at: &RawValue = serde_json::from_str(text).ok()?;
    let moves = node.split('.').filter(|_| node != "root");
    for number in moves {
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        let subtrees: Vec<&RawValue> = serde_json::from_str(at.get()).ok()?;
        at = subtrees.get(place)?;
    }
    Some(at)
}
