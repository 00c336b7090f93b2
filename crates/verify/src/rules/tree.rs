//! Games given as an explicit tree in a JSON file.
//!
//! Two forms: nested arrays of leaf values for the player who moves at the root,
//! `[[3, 12, 8], [2, 4, 6]]`; or a table of named nodes, the first of which is the root,
//! `{"view": "first", "nodes": [{"name": "r", "children": ["a"]}, {"name": "a", "value": 3}]}`,
//! where `view` says whose values these are, `first` the player who moves at the root,
//! `side-to-move` the player whose turn it would be at the leaf.

mod json;

use std::path::Path;

use crate::{Interval, Rules, Stage};
pub use json::TreeError;
use json::{Content, LinkedNode, NestedNode, Table, read};

/// Maximum moves on a path: the checker recurses as deep as the tree.
const MAX_DEPTH: u32 = 1_000;

/// Maximum nodes of a tree, and maximum magnitude of its values.
const MAX_NODES: usize = 1 << 22;
const MAX_VALUE: u64 = 1_000_000;

struct ExplicitNode {
    /// Its parent, and its index among the parent's children; the root is its own parent.
    parent: u32,
    index: u32,
    /// The index of its name in [`Tree::names`]; a node without one is named by the moves that lead
    /// to it.
    name: Option<u32>,
    depth: u32,
    /// For the side to move; 0 where there are children.
    value: i32,
    /// One past the last node of its subtree. The first child is the next number; each further
    /// child is the `end` of the one before.
    end: u32,
}

/// The rules of an explicit tree. A position is the number of a node in depth-first order, left to
/// right; so is its key.
pub struct Tree {
    spec: String,
    nodes: Vec<ExplicitNode>,
    names: Vec<String>,
    max_depth: u32,
    /// The greatest absolute value, at least 1.
    limit: i32,
}

impl Tree {
    /// The tree in the file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not a regular file of at most 16 MiB, or does not hold
    /// a tree.
    pub fn read(path: &str) -> Result<Self, TreeError> {
        let text = read(Path::new(path)).map_err(|cause| TreeError::Io {
            path: path.into(),
            cause,
        })?;
        Self::parse(&format!("tree:{path}"), &text)
    }

    /// The tree that `text` describes, for the game that `spec` names.
    ///
    /// # Errors
    ///
    /// Fails if the text does not describe a tree.
    pub fn parse(spec: &str, text: &str) -> Result<Self, TreeError> {
        let mut tree = Self {
            spec: spec.to_owned(),
            nodes: Vec::new(),
            names: Vec::new(),
            max_depth: 0,
            limit: 1,
        };
        if text.trim_start().starts_with('{') {
            let table: Table = serde_json::from_str(text).map_err(TreeError::Json)?;
            let (linked, names) = LinkedNode::new(table)?;
            tree.names = names;
            tree.number(0, linked.first, |index| Ok(linked.content(index)))?;
            if tree.nodes.len() < tree.names.len() {
                let problem = "a node is its own descendant".to_owned();
                return Err(TreeError::Shape(problem));
            }
        } else {
            let nested: NestedNode = serde_json::from_str(text).map_err(TreeError::Json)?;
            tree.number(&nested, true, NestedNode::content)?;
        }
        Ok(tree)
    }

    /// Numbers the nodes below `root` depth first, left to right. `first` says whether values are
    /// those of the player who moves at the root, and not of the side to move.
    fn number<T>(
        &mut self,
        root: T,
        first: bool,
        content: impl Fn(T) -> Result<Content<T>, String>,
    ) -> Result<(), TreeError> {
        let mut open = vec![(0, 0, root)];
        while let Some((parent, index, json)) = open.pop() {
            let number = self.nodes.len() as u32;
            let above = self.nodes.get(parent as usize);
            let depth = above.map_or(0, |parent| parent.depth + 1);
            self.nodes.push(ExplicitNode {
                parent,
                index,
                name: None,
                depth,
                value: 0,
                end: number + 1,
            });
            let at = |problem: String| TreeError::Shape(problem);
            let Content {
                name,
                value,
                children,
            } = content(json).map_err(|problem| at(format!("{}: {problem}", self.name(number))))?;
            if depth > MAX_DEPTH || self.nodes.len() + open.len() + children.len() > MAX_NODES {
                return Err(at(format!(
                    "more than {MAX_DEPTH} moves below the root, or more than {MAX_NODES} nodes"
                )));
            }
            if value.unsigned_abs() > MAX_VALUE {
                let node = self.name(number);
                return Err(at(format!("{node}: value {value} is beyond {MAX_VALUE}")));
            }
            let is_opponents = first && depth % 2 == 1;
            let value = if is_opponents { -value } else { value } as i32;
            self.max_depth = self.max_depth.max(depth);
            self.limit = self.limit.max(value.abs());
            let node = &mut self.nodes[number as usize];
            (node.name, node.value) = (name, value);
            let children = (0_u32..)
                .zip(children)
                .map(|(index, json)| (number, index, json));
            open.extend(children.collect::<Vec<_>>().into_iter().rev());
        }
        // Children have greater numbers.
        for number in (1..self.nodes.len()).rev() {
            let ExplicitNode { parent, end, .. } = self.nodes[number];
            let parent = &mut self.nodes[parent as usize];
            parent.end = parent.end.max(end);
        }
        Ok(())
    }

    fn node(&self, position: u32) -> &ExplicitNode {
        &self.nodes[position as usize]
    }

    fn children_of(&self, position: u32) -> impl Iterator<Item = u32> {
        let end = self.node(position).end;
        let next = move |child: &u32| Some(self.node(*child).end).filter(|next| *next < end);
        std::iter::successors(Some(position + 1).filter(|first| *first < end), next)
    }

    /// The name of a node: the file's, or the indices of the moves that lead to it from 1, joined
    /// by dots.
    fn name(&self, position: u32) -> String {
        let named = self.node(position).name;
        if let Some(name) = named.and_then(|name| self.names.get(name as usize)) {
            return name.clone();
        }
        let mut indices = Vec::new();
        let mut at = position;
        while at != 0 {
            indices.push((self.node(at).index + 1).to_string());
            at = self.node(at).parent;
        }
        indices.reverse();
        if indices.is_empty() {
            "root".to_owned()
        } else {
            indices.join(".")
        }
    }
}

impl Rules for Tree {
    type Position = u32;

    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn start(&self) -> u32 {
        0
    }

    fn stage(&self, position: &u32) -> Stage {
        let node = self.node(*position);
        if node.end == position + 1 {
            Stage::Over(node.value)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, position: &u32, children: &mut Vec<u32>) {
        children.extend(self.children_of(*position));
    }

    fn level(&self, position: &u32) -> u32 {
        self.node(*position).depth
    }

    fn max_level(&self) -> u32 {
        self.max_depth
    }

    fn value_range(&self) -> Interval {
        Interval::symmetric(self.limit)
    }

    fn key(&self, position: &u32) -> u128 {
        (*position).into()
    }

    fn key_bits(&self) -> u32 {
        (self.nodes.len() - 1).checked_ilog2().unwrap_or(0) + 1
    }

    fn position(&self, key: u128) -> Option<u32> {
        let number = u32::try_from(key).ok()?;
        ((number as usize) < self.nodes.len()).then_some(number)
    }

    fn move_count(&self, position: &u32) -> u32 {
        self.children_of(*position).count() as u32
    }

    fn describe(&self, position: &u32) -> String {
        format!("node {:?}", self.name(*position))
    }

    fn describe_move(&self, _: &u32, index: usize) -> String {
        format!("child {}", index + 1)
    }
}
