//! Serialization of diagrams, for checkpoints.
//!
//! The format is a sequence of 32-bit little-endian numbers: the root; the number of label sets,
//! and each set with its length first; for each layer the number of its nodes, and for each node
//! the number of its label set, the number of its children, and the children.

use std::io::{self, Write};
use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{Diagram, EMPTY, NodeId, StoredNode};

/// Writes all nodes of a diagram; returns the xxh3-64 of the bytes.
///
/// # Errors
///
/// Fails if `to` does.
pub fn write(diagram: &Diagram, root: NodeId, to: &mut dyn Write) -> io::Result<u64> {
    let mut to = ChecksumWriter {
        to,
        sum: Xxh3::new(),
    };
    to.number(root)?;
    to.number(diagram.labels.sets.len() as u32)?;
    for set in &diagram.labels.sets {
        to.number(set.len() as u32)?;
        set.iter()
            .try_for_each(|label| to.number((*label).into()))?;
    }
    for layer in &diagram.layers {
        to.number(layer.nodes.len() as u32)?;
        for stored in &layer.nodes {
            to.number(stored.labels)?;
            to.number(stored.children)?;
            let children = stored.of(&layer.children);
            children.iter().try_for_each(|child| to.number(*child))?;
        }
    }
    Ok(to.sum.digest())
}

struct ChecksumWriter<'a> {
    to: &'a mut dyn Write,
    sum: Xxh3,
}

impl ChecksumWriter<'_> {
    fn number(&mut self, number: u32) -> io::Result<()> {
        let bytes = number.to_le_bytes();
        self.sum.update(&bytes);
        self.to.write_all(&bytes)
    }
}

/// The shape that a diagram must have to be read.
#[derive(Clone, Debug)]
pub struct DiagramShape {
    /// Number of labels of a word.
    pub layers: usize,
    /// Permitted labels.
    pub labels: Range<u16>,
}

/// Reads the output of [`write`]: a diagram that may use `max_bytes`, and its root. `None` if the
/// checksum differs or the bytes are not a diagram of this shape.
pub fn read(
    bytes: &[u8],
    checksum: u64,
    shape: &DiagramShape,
    max_bytes: u64,
) -> Option<(Diagram, NodeId)> {
    if xxh3_64(bytes) != checksum {
        return None;
    }
    let (words, []) = bytes.as_chunks::<4>() else {
        return None;
    };
    let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
    let mut diagram = Diagram::new(shape.layers, max_bytes);
    let root = words.next()?;
    for _ in 0..words.next()? {
        let length = words.next()? as usize;
        let labels = words.by_ref().take(length);
        let labels: Option<Vec<u16>> = labels.map(|label| label.try_into().ok()).collect();
        let labels = labels?;
        let all_exist = labels.iter().all(|label| shape.labels.contains(label));
        if labels.len() != length || !all_exist || !labels.is_sorted_by(|a, b| a < b) {
            return None;
        }
        diagram.labels.number(&labels).ok()?;
    }
    let mut above = (root != EMPTY).then_some(root);
    for at in 0..shape.layers {
        let layer = &mut diagram.layers[at];
        let nodes = words.next()?;
        if above.is_some_and(|max| max >= nodes) {
            return None;
        }
        for _ in 0..nodes {
            let (labels, children) = (words.next()?, words.next()?);
            let set = diagram.labels.sets.get(labels as usize)?;
            let is_last = at + 1 == shape.layers;
            if children as usize != if is_last { 0 } else { set.len() } {
                return None;
            }
            let first_child = u32::try_from(layer.children.len()).ok()?;
            layer
                .children
                .extend(words.by_ref().take(children as usize));
            layer.nodes.push(StoredNode {
                labels,
                first_child,
                children,
            });
        }
        above = layer.children.iter().copied().max();
    }
    diagram.index();
    words.next().is_none().then_some((diagram, root))
}
