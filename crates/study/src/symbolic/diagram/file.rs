//! A diagram as bytes, for a computation that goes on after an interruption.
//!
//! Numbers of four bytes, low byte first: the root; how many sets of labels there are, and each with its
//! length before it; for each layer how many nodes it has, for each of them the number of its set and
//! how many children it has, and the children of all.

use std::io::{self, Write};
use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{Diagram, EMPTY, NodeId, StoredNode};

/// Writes all nodes of a diagram and tells the xxh3-64 of what was written.
///
/// # Errors
///
/// Fails if `to` does.
pub fn write(diagram: &Diagram, root: NodeId, to: &mut dyn Write) -> io::Result<u64> {
    let mut to = Summed {
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

struct Summed<'a> {
    to: &'a mut dyn Write,
    sum: Xxh3,
}

impl Summed<'_> {
    fn number(&mut self, number: u32) -> io::Result<()> {
        let bytes = number.to_le_bytes();
        self.sum.update(&bytes);
        self.to.write_all(&bytes)
    }
}

/// What a diagram has to be, whatever its bytes say.
#[derive(Clone, Debug)]
pub struct DiagramShape {
    /// How many labels a word has.
    pub layers: usize,
    /// What a label may be.
    pub labels: Range<u16>,
}

/// Reads what [`write`] wrote: a diagram that may take `most_bytes`, and its root. `None` where the
/// bytes are not those with this checksum.
pub fn read(
    bytes: &[u8],
    checksum: u64,
    shape: &DiagramShape,
    most_bytes: u64,
) -> Option<(Diagram, NodeId)> {
    if xxh3_64(bytes) != checksum {
        return None;
    }
    let (words, []) = bytes.as_chunks::<4>() else {
        return None;
    };
    let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
    let mut diagram = Diagram::new(shape.layers, most_bytes);
    let root = words.next()?;
    for _ in 0..words.next()? {
        let length = words.next()? as usize;
        let labels = words.by_ref().take(length);
        let labels: Option<Vec<u16>> = labels.map(|label| label.try_into().ok()).collect();
        let labels = labels?;
        let known = labels.iter().all(|label| shape.labels.contains(label));
        if labels.len() != length || !known || !labels.is_sorted_by(|a, b| a < b) {
            return None;
        }
        diagram.labels.number(&labels).ok()?;
    }
    let mut above = (root != EMPTY).then_some(root);
    for at in 0..shape.layers {
        let layer = &mut diagram.layers[at];
        let nodes = words.next()?;
        if above.is_some_and(|most| most >= nodes) {
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
