//! Games given as an explicit tree in a JSON file.
//!
//! Two forms: nested arrays of leaf values for the player who moves at the root,
//! `[[3, 12, 8], [2, 4, 6]]`; or a table of named nodes, the first of which is the root,
//! `{"view": "first", "nodes": [{"name": "r", "children": ["a"]}, {"name": "a", "value": 3}]}`,
//! where `view` says whose values these are, `first` the player who moves at the root,
//! `side-to-move` the player whose turn it would be at the leaf.

use std::collections::HashMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::{Rules, Stage};

/// Most moves on a path: the checker recurses as deep as the tree.
const MAX_DEPTH: u32 = 1_000;

/// Most nodes of a tree, and greatest value in it.
const MAX_NODES: usize = 1 << 22;
const MAX_VALUE: u64 = 1_000_000;

/// A file that does not hold a tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The JSON does not describe a tree.
    #[error("not a tree: {0}")]
    Shape(String),
}

struct Node {
    /// As the file names it; otherwise the moves that lead to it.
    name: String,
    depth: u32,
    /// For the side to move; 0 where there are children.
    value: i32,
    children: Vec<u32>,
}

/// The rules of an explicit tree. A position is the number of a node in depth-first order, left to
/// right; so is its key.
pub struct Tree {
    spec: String,
    nodes: Vec<Node>,
    max_depth: u32,
    /// The greatest absolute value, at least 1.
    limit: i32,
}

/// What the file says of one node.
enum Content<'a> {
    Leaf(i64),
    Children(Vec<(String, &'a Value)>),
}

impl Tree {
    /// The tree in the file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or does not hold a tree.
    pub fn read(path: &str) -> Result<Self, TreeError> {
        let text = std::fs::read_to_string(path).map_err(|source| TreeError::Io {
            path: path.into(),
            source,
        })?;
        Self::parse(&format!("tree:{path}"), &text)
    }

    /// The tree that `text` describes, for the game that `spec` names.
    ///
    /// # Errors
    ///
    /// Fails if the text does not describe a tree.
    pub fn parse(spec: &str, text: &str) -> Result<Self, TreeError> {
        let json: Value = serde_json::from_str(text)?;
        let mut tree = Self {
            spec: spec.to_owned(),
            nodes: Vec::new(),
            max_depth: 0,
            limit: 1,
        };
        if json.is_object() {
            let table = Table::new(&json)?;
            let name = table.root["name"].as_str().unwrap_or_default();
            tree.number(name, table.root, table.first, |_, node| table.content(node))?;
        } else {
            tree.number("root", &json, true, nested)?;
        }
        Ok(tree)
    }

    /// Numbers the nodes below `root` depth first, left to right. `first` says whether values are
    /// those of the player who moves at the root, and not of the side to move.
    fn number<'a>(
        &mut self,
        name: &str,
        root: &'a Value,
        first: bool,
        content: impl Fn(&str, &'a Value) -> Result<Content<'a>, TreeError>,
    ) -> Result<(), TreeError> {
        let mut open = vec![(None, name.to_owned(), root)];
        while let Some((parent, name, json)) = open.pop() {
            let number = self.nodes.len() as u32;
            let depth = match parent {
                None => 0,
                Some(parent) => {
                    let parent: &mut Node = &mut self.nodes[parent as usize];
                    parent.children.push(number);
                    parent.depth + 1
                }
            };
            // A node that is its own descendant would be met again and again: this ends that too.
            if depth > MAX_DEPTH || self.nodes.len() == MAX_NODES {
                let problem = format!(
                    "{name}: more than {MAX_DEPTH} moves below the root, or more than {MAX_NODES} nodes"
                );
                return Err(TreeError::Shape(problem));
            }
            let mut value = 0;
            match content(&name, json)? {
                Content::Leaf(given) if given.unsigned_abs() > MAX_VALUE => {
                    let problem = format!("{name}: value {given} is beyond {MAX_VALUE}");
                    return Err(TreeError::Shape(problem));
                }
                Content::Leaf(given) if first && depth % 2 == 1 => value = -given as i32,
                Content::Leaf(given) => value = given as i32,
                Content::Children(children) if children.is_empty() => {
                    return Err(TreeError::Shape(format!("{name}: neither value nor child")));
                }
                Content::Children(children) => open.extend(
                    children
                        .into_iter()
                        .rev()
                        .map(|(name, json)| (Some(number), name, json)),
                ),
            }
            self.max_depth = self.max_depth.max(depth);
            self.limit = self.limit.max(value.abs());
            self.nodes.push(Node {
                name,
                depth,
                value,
                children: Vec::new(),
            });
        }
        Ok(())
    }

    fn node(&self, position: u32) -> &Node {
        &self.nodes[position as usize]
    }
}

/// What a value of the nested form says; `name` is the name of its node.
fn nested<'a>(name: &str, json: &'a Value) -> Result<Content<'a>, TreeError> {
    if let Some(value) = json.as_i64() {
        return Ok(Content::Leaf(value));
    }
    let Some(children) = json.as_array() else {
        let problem = format!("{name}: {json} is neither an integer nor a list");
        return Err(TreeError::Shape(problem));
    };
    let path = if name == "root" {
        String::new()
    } else {
        format!("{name}.")
    };
    let named = children.iter().enumerate();
    let named = named.map(|(at, child)| (format!("{path}{}", at + 1), child));
    Ok(Content::Children(named.collect()))
}

/// The form with named nodes.
struct Table<'a> {
    root: &'a Value,
    first: bool,
    by_name: HashMap<&'a str, &'a Value>,
}

impl<'a> Table<'a> {
    fn new(json: &'a Value) -> Result<Self, TreeError> {
        let shape = |problem: &str| TreeError::Shape(problem.to_owned());
        let first = match json["view"].as_str() {
            Some("first") => true,
            Some("side-to-move") => false,
            _ => return Err(shape("\"view\" is neither \"first\" nor \"side-to-move\"")),
        };
        let nodes = json["nodes"].as_array();
        let nodes = nodes.ok_or_else(|| shape("\"nodes\" is no list"))?;
        let root = nodes.first().ok_or_else(|| shape("\"nodes\" is empty"))?;
        let mut by_name = HashMap::new();
        for node in nodes {
            let name = node["name"].as_str();
            let name = name.ok_or_else(|| shape("a node has no \"name\""))?;
            if by_name.insert(name, node).is_some() {
                return Err(shape(&format!("two nodes are named {name:?}")));
            }
        }
        Ok(Self {
            root,
            first,
            by_name,
        })
    }

    fn content(&self, node: &'a Value) -> Result<Content<'a>, TreeError> {
        let shape = |problem: &str| TreeError::Shape(format!("node {}: {problem}", node["name"]));
        if let Some(value) = node["value"].as_i64() {
            return Ok(Content::Leaf(value));
        }
        let children = node["children"].as_array();
        let children = children.ok_or_else(|| shape("neither an integer value nor children"))?;
        let child = |name: &'a Value| {
            let name = name.as_str().unwrap_or_default();
            let node = self.by_name.get(name);
            let node = node.ok_or_else(|| shape(&format!("there is no node {name:?}")))?;
            Ok((name.to_owned(), *node))
        };
        let children: Result<_, TreeError> = children.iter().map(child).collect();
        Ok(Content::Children(children?))
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
        if node.children.is_empty() {
            Stage::Over(node.value)
        } else {
            Stage::Moves
        }
    }

    fn children(&self, position: &u32, children: &mut Vec<u32>) {
        children.extend(&self.node(*position).children);
    }

    fn level(&self, position: &u32) -> u32 {
        self.node(*position).depth
    }

    fn max_level(&self) -> u32 {
        self.max_depth
    }

    fn value_range(&self) -> (i32, i32) {
        (-self.limit, self.limit)
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

    fn describe(&self, position: &u32) -> String {
        format!("node {:?}", self.node(*position).name)
    }

    fn describe_move(&self, _: &u32, index: usize) -> String {
        format!("child {}", index + 1)
    }
}
