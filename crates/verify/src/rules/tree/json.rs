//! The two forms of a tree in a JSON file.

use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::MAX_NODES;

/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 1 << 24;

/// A file that does not hold a tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The file cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Io {
        /// Where it was looked for, as the spec names it.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The file is not JSON.
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    /// The JSON does not describe a tree.
    #[error("not a tree: {0}")]
    Shape(String),
}

/// What the file holds of one node: its name, if any, and its value or its children.
pub struct Content<T> {
    pub name: Option<u32>,
    pub value: i64,
    pub children: Vec<T>,
}

/// The text of a regular file that is not too long.
pub fn read(path: &Path) -> io::Result<String> {
    // Asked before opening: opening a pipe would wait for a writer.
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    // Virtual files have length 0, and reading one may never end.
    if found.len() == 0 {
        return Err(io::Error::other("empty"));
    }
    let mut text = String::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        let problem = format!("longer than {MAX_BYTES} bytes");
        return Err(io::Error::other(problem));
    }
    Ok(text)
}

/// The form with nested lists: a value, or children.
pub enum NestedNode {
    Value(i64),
    Children(Vec<NestedNode>),
}

impl NestedNode {
    pub fn content(&self) -> Result<Content<&Self>, String> {
        let (value, children) = match self {
            Self::Value(value) => (*value, Vec::new()),
            Self::Children(children) if children.is_empty() => {
                return Err("neither value nor child".to_owned());
            }
            Self::Children(children) => (0, children.iter().collect()),
        };
        Ok(Content {
            name: None,
            value,
            children,
        })
    }
}

impl<'de> Deserialize<'de> for NestedNode {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = NestedNode;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer or a list")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<NestedNode, E> {
                Ok(NestedNode::Value(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<NestedNode, E> {
                Ok(NestedNode::Value(i64::try_from(value).unwrap_or(i64::MAX)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<NestedNode, A::Error> {
                few(list).map(NestedNode::Children)
            }
        }

        text.deserialize_any(Either)
    }
}

/// Reads a list of at most [`MAX_NODES`] elements.
fn few<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(mut list: A) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while let Some(element) = list.next_element()? {
        if elements.len() == MAX_NODES {
            return Err(A::Error::custom(format!("more than {MAX_NODES} nodes")));
        }
        elements.push(element);
    }
    Ok(elements)
}

/// A field that may be left out, but not be null.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(text: D) -> Result<Option<T>, D::Error> {
    T::deserialize(text).map(Some)
}

/// The form with named nodes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    view: String,
    nodes: Vec<NamedNode>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedNode {
    name: String,
    #[serde(default, deserialize_with = "present")]
    value: Option<i64>,
    #[serde(default, deserialize_with = "present")]
    children: Option<Vec<String>>,
}

/// A table whose nodes form a tree, unless there is a cycle.
pub struct LinkedNode {
    /// Whether values are those of the player who moves at the root, and not of the side to move.
    pub first: bool,
    values: Vec<i64>,
    /// By the indices of nodes in the file; that of the root is 0.
    children: Vec<Vec<u32>>,
}

impl LinkedNode {
    /// Links the nodes of a table, and returns their names. Fails unless every node but the root is
    /// the child of exactly one node, and each has either a value or children. Does not detect
    /// cycles.
    pub fn new(table: Table) -> Result<(Self, Vec<String>), TreeError> {
        let shape = |problem: String| TreeError::Shape(problem);
        let first = match &*table.view {
            "first" => true,
            "side-to-move" => false,
            _ => {
                let views = "\"view\" is neither \"first\" nor \"side-to-move\"";
                return Err(shape(views.to_owned()));
            }
        };
        if table.nodes.is_empty() {
            return Err(shape("\"nodes\" is empty".to_owned()));
        }
        let mut by_name = HashMap::new();
        for (index, node) in (0_u32..).zip(&table.nodes) {
            if by_name.insert(&*node.name, index).is_some() {
                return Err(shape(format!("two nodes are named {:?}", node.name)));
            }
        }
        let mut has_parent = vec![false; table.nodes.len()];
        has_parent[0] = true;
        let (mut values, mut children) = (Vec::new(), Vec::new());
        for node in &table.nodes {
            let at = |problem: &str| shape(format!("{:?}: {problem}", node.name));
            let names = match (node.value, &node.children) {
                (Some(_), None) => &[][..],
                (None, Some(names)) if !names.is_empty() => names,
                (Some(_), Some(_)) => return Err(at("both a value and children")),
                _ => return Err(at("neither an integer value nor children")),
            };
            let mut own = Vec::new();
            for name in names {
                let index = *by_name
                    .get(&**name)
                    .ok_or_else(|| at(&format!("there is no node {name:?}")))?;
                if std::mem::replace(&mut has_parent[index as usize], true) {
                    return Err(at(&format!("{name:?} is the root, or a child already")));
                }
                own.push(index);
            }
            values.push(node.value.unwrap_or(0));
            children.push(own);
        }
        if let Some(orphan) = has_parent.iter().position(|has_parent| !has_parent) {
            let name = &table.nodes[orphan].name;
            return Err(shape(format!("{name:?} is neither the root nor a child")));
        }
        let names = table.nodes.into_iter().map(|node| node.name).collect();
        let linked = Self {
            first,
            values,
            children,
        };
        Ok((linked, names))
    }

    pub fn content(&self, index: u32) -> Content<u32> {
        Content {
            name: Some(index),
            value: self.values[index as usize],
            children: self.children[index as usize].clone(),
        }
    }
}
