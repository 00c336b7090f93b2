//! Sets of words of equal length as a decision diagram.
//!
//! A word has one label per layer. A node of a layer represents the set of words that continue from
//! there: its labels in ascending order, and for each label the node of the next layer with the
//! words that may follow. Equal sets share one node, so comparing sets compares node numbers, and
//! results for a set are reused wherever it occurs (Bryant 1986, with labels in place of bits).

pub mod file;

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

/// A set of words, as the number of its node within its layer.
pub type NodeId = u32;

/// The empty set, which has no node.
pub const EMPTY: NodeId = NodeId::MAX;

/// Error: the diagram exceeds its memory limit or the range of node numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Sets of words, layer by layer.
#[derive(Debug)]
pub struct Diagram {
    layers: Vec<Layer>,
    labels: LabelSets,
    hasher: DefaultHashBuilder,
    /// Memory limit in bytes.
    max_bytes: u64,
}

/// Content of a node; [`Diagram::keep`] invalidates it.
#[derive(Clone, Debug)]
pub struct DiagramNode {
    /// Its labels, ascending.
    pub labels: Arc<[u16]>,
    layer: usize,
    first_child: usize,
}

#[derive(Debug, Default)]
struct Layer {
    nodes: Vec<StoredNode>,
    /// Children of all nodes, for each node in the order of its labels; empty in the last layer.
    children: Vec<NodeId>,
    /// Node numbers, hashed by the content of the node.
    unique: HashTable<NodeId>,
    /// Memo of unions since [`Diagram::keep`] was last called.
    unions: HashMap<u64, NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct StoredNode {
    /// Number of its set of labels.
    labels: u32,
    first_child: u32,
    children: u32,
}

impl Layer {
    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<StoredNode>();
        let children = self.children.capacity() * size_of::<NodeId>();
        let unions = self.unions.allocation_size();
        (nodes + children + self.unique.allocation_size() + unions) as u64
    }
}

impl StoredNode {
    fn of(self, children: &[NodeId]) -> &[NodeId] {
        &children[self.first_child as usize..][..self.children as usize]
    }
}

/// Sets of labels by number; few distinct ones occur, each in many nodes.
#[derive(Debug, Default)]
struct LabelSets {
    sets: Vec<Arc<[u16]>>,
    numbers: HashMap<Arc<[u16]>, u32>,
    bytes: u64,
}

impl LabelSets {
    fn number(&mut self, labels: &[u16]) -> Result<u32, TooLarge> {
        if let Some(&number) = self.numbers.get(labels) {
            return Ok(number);
        }
        let number = u32::try_from(self.sets.len()).map_err(|_| TooLarge)?;
        let labels: Arc<[u16]> = labels.into();
        self.bytes += 64 + 2 * labels.len() as u64;
        self.sets.push(Arc::clone(&labels));
        self.numbers.insert(labels, number);
        Ok(number)
    }
}

impl Diagram {
    /// An empty diagram for words of `layers` labels that may use `max_bytes`.
    pub fn new(layers: usize, max_bytes: u64) -> Self {
        Self {
            layers: (0..layers).map(|_| Layer::default()).collect(),
            labels: LabelSets::default(),
            hasher: DefaultHashBuilder::default(),
            max_bytes,
        }
    }

    /// Number of labels of a word.
    pub const fn layers(&self) -> usize {
        self.layers.len()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        let of = |layer: &Layer| layer.nodes.len() as u64;
        self.layers.iter().map(of).sum()
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        self.labels.bytes + self.layers.iter().map(Layer::bytes).sum::<u64>()
    }

    /// The labels of a node, and where its children are.
    pub fn content(&self, layer: usize, node: NodeId) -> DiagramNode {
        let stored = self.layers[layer].nodes[node as usize];
        DiagramNode {
            labels: Arc::clone(&self.labels.sets[stored.labels as usize]),
            layer,
            first_child: stored.first_child as usize,
        }
    }

    /// The child for the label at index `place` of a node that is not in the last layer.
    #[inline]
    pub fn child(&self, content: &DiagramNode, place: usize) -> NodeId {
        self.layers[content.layer].children[content.first_child + place]
    }

    /// The node with these labels, ascending, and these children, none of them [`EMPTY`]. Nodes of
    /// the last layer have no children. The node is created unless it exists.
    ///
    /// # Errors
    ///
    /// Fails if there is no room for another node.
    pub fn node(
        &mut self,
        layer: usize,
        labels: &[u16],
        children: &[NodeId],
    ) -> Result<NodeId, TooLarge> {
        if labels.is_empty() {
            return Ok(EMPTY);
        }
        let is_last = layer + 1 == self.layers.len();
        debug_assert_eq!(children.len(), if is_last { 0 } else { labels.len() });
        debug_assert!(labels.is_sorted_by(|a, b| a < b) && !children.contains(&EMPTY));
        let labels = self.labels.number(labels)?;
        let Layer {
            nodes,
            children: pool,
            unique,
            ..
        } = &mut self.layers[layer];
        let content = |node: &NodeId| {
            let stored = nodes[*node as usize];
            (stored.labels, stored.of(pool))
        };
        let hash = self.hasher.hash_one((labels, children));
        let entry = unique.entry(
            hash,
            |node| content(node) == (labels, children),
            |node| self.hasher.hash_one(content(node)),
        );
        let vacant = match entry {
            Entry::Occupied(entry) => return Ok(*entry.get()),
            Entry::Vacant(vacant) => vacant,
        };
        let number = NodeId::try_from(nodes.len()).map_err(|_| TooLarge)?;
        let first_child = u32::try_from(pool.len()).map_err(|_| TooLarge)?;
        if number == EMPTY {
            return Err(TooLarge);
        }
        vacant.insert(number);
        let checks = nodes.len() % 1024 == 0;
        nodes.push(StoredNode {
            labels,
            first_child,
            children: children.len() as u32,
        });
        pool.extend_from_slice(children);
        if checks && self.bytes() > self.max_bytes {
            return Err(TooLarge);
        }
        Ok(number)
    }

    /// The set that contains only `word`.
    ///
    /// # Errors
    ///
    /// As [`node`](Self::node).
    pub fn word(&mut self, word: &[u16]) -> Result<NodeId, TooLarge> {
        let mut rest = EMPTY;
        for (layer, label) in word.iter().enumerate().rev() {
            let children = if rest == EMPTY { vec![] } else { vec![rest] };
            rest = self.node(layer, &[*label], &children)?;
        }
        Ok(rest)
    }

    /// The union of `a` and `b`, nodes of one layer.
    ///
    /// # Errors
    ///
    /// As [`node`](Self::node).
    pub fn union(&mut self, layer: usize, a: NodeId, b: NodeId) -> Result<NodeId, TooLarge> {
        if a == EMPTY || a == b {
            return Ok(b);
        }
        if b == EMPTY {
            return Ok(a);
        }
        let pair = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        if let Some(&union) = self.layers[layer].unions.get(&pair) {
            return Ok(union);
        }
        let is_last = layer + 1 == self.layers.len();
        let (a, b) = (self.content(layer, a), self.content(layer, b));
        let (mut at_a, mut at_b) = (0, 0);
        let max = a.labels.len() + b.labels.len();
        let mut labels = Vec::with_capacity(max);
        let mut children = Vec::with_capacity(if is_last { 0 } else { max });
        loop {
            let next = |content: &DiagramNode, at| {
                let label = content.labels.get(at).copied();
                label.map_or(u32::MAX, u32::from)
            };
            let (of_a, of_b) = (next(&a, at_a), next(&b, at_b));
            if of_a.min(of_b) == u32::MAX {
                break;
            }
            labels.push(of_a.min(of_b) as u16);
            let (takes_a, takes_b) = (of_a <= of_b, of_b <= of_a);
            if !is_last {
                let child_a = if takes_a { self.child(&a, at_a) } else { EMPTY };
                let child_b = if takes_b { self.child(&b, at_b) } else { EMPTY };
                children.push(self.union(layer + 1, child_a, child_b)?);
            }
            at_a += usize::from(takes_a);
            at_b += usize::from(takes_b);
        }
        let union = self.node(layer, &labels, &children)?;
        self.layers[layer].unions.insert(pair, union);
        Ok(union)
    }

    /// Number of words in `root`, a node of the first layer.
    pub fn count(&self, root: NodeId) -> u64 {
        if root == EMPTY {
            return 0;
        }
        let mut below: Vec<u64> = Vec::new();
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let count = |stored: &StoredNode| match at + 1 == self.layers.len() {
                true => self.labels.sets[stored.labels as usize].len() as u64,
                false => {
                    let children = stored.of(&layer.children).iter();
                    children.map(|child| below[*child as usize]).sum()
                }
            };
            below = layer.nodes.iter().map(count).collect();
        }
        below[root as usize]
    }

    /// Number of palindromes in `root`, a node of the first layer.
    pub fn count_palindromes(&self, root: NodeId) -> u64 {
        if root == EMPTY {
            return 0;
        }
        let mut half = Vec::with_capacity(self.layers.len().div_ceil(2));
        self.palindromes_below(0, root, &mut half)
    }

    fn palindromes_below(&self, layer: usize, node: NodeId, half: &mut Vec<u16>) -> u64 {
        let layers = self.layers.len();
        if 2 * layer >= layers {
            let rest = &half[..layers - layer];
            return u64::from(self.has_reversed(layer, node, rest));
        }
        let content = self.content(layer, node);
        let mut count = 0;
        for (place, label) in content.labels.iter().enumerate() {
            half.push(*label);
            count += match layer + 1 == layers {
                true => 1,
                false => self.palindromes_below(layer + 1, self.child(&content, place), half),
            };
            half.pop();
        }
        count
    }

    /// Whether `node` contains the reversal of `rest`.
    fn has_reversed(&self, layer: usize, node: NodeId, rest: &[u16]) -> bool {
        let Some((label, before)) = rest.split_last() else {
            return true;
        };
        let content = self.content(layer, node);
        let place = content.labels.binary_search(label);
        place.is_ok_and(|place| {
            before.is_empty() || self.has_reversed(layer + 1, self.child(&content, place), before)
        })
    }

    /// Drops the memo of unions and every node that cannot be reached from `root`; returns the new
    /// number of `root`.
    pub fn keep(&mut self, root: NodeId) -> NodeId {
        let unused = |layer: &Layer| vec![EMPTY; layer.nodes.len()];
        let mut numbers: Vec<Vec<NodeId>> = self.layers.iter().map(unused).collect();
        if root != EMPTY {
            numbers[0][root as usize] = 0;
        }
        for (at, layer) in self.layers.iter_mut().enumerate() {
            let (here, below) = numbers.split_at_mut(at + 1);
            let former = std::mem::take(layer);
            for (number, stored) in here[at].iter_mut().zip(&former.nodes) {
                if *number == EMPTY {
                    continue;
                }
                *number = layer.nodes.len() as NodeId;
                let children = stored.of(&former.children);
                layer.nodes.push(StoredNode {
                    first_child: layer.children.len() as u32,
                    ..*stored
                });
                layer.children.extend_from_slice(children);
                // Any value but EMPTY marks a node as reachable until it gets its number.
                for child in children {
                    below[0][*child as usize] = 0;
                }
            }
        }
        for (layer, below) in self.layers.iter_mut().zip(&numbers[1..]) {
            for child in &mut layer.children {
                *child = below[*child as usize];
            }
        }
        self.index();
        match root {
            EMPTY => EMPTY,
            root => numbers[0][root as usize],
        }
    }

    /// Rebuilds the hash tables of all layers.
    fn index(&mut self) {
        for layer in &mut self.layers {
            let Layer {
                nodes,
                children,
                unique,
                ..
            } = layer;
            let hash = |node: &NodeId| {
                let stored = nodes[*node as usize];
                self.hasher.hash_one((stored.labels, stored.of(children)))
            };
            unique.clear();
            unique.reserve(nodes.len(), hash);
            for node in 0..nodes.len() as NodeId {
                unique.insert_unique(hash(&node), node, hash);
            }
        }
    }
}

#[cfg(test)]
mod tests;
