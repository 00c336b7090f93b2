//! The two forms of a tree in a JSON file.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Most bytes of a file.
const MAX_BYTES: u64 = 1 << 24;

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

/// What the file says of one node: its name, if it has one, and then its value or its children.
pub struct Content<'a> {
    pub name: Option<u32>,
    pub value: i64,
    pub children: Vec<&'a Value>,
}

/// The text of a regular file that is not too long.
pub fn read(path: &Path) -> io::Result<String> {
    // Asked before opening: opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
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

/// What a value of the nested form says.
pub fn nested(json: &Value) -> Result<Content<'_>, String> {
    let (value, children) = match (json.as_i64(), json.as_array()) {
        (Some(value), _) => (value, Vec::new()),
        (None, Some(children)) if children.is_empty() => {
            return Err("neither value nor child".to_owned());
        }
        (None, Some(children)) => (0, children.iter().collect()),
        _ => return Err("neither an integer nor a list".to_owned()),
    };
    Ok(Content {
        name: None,
        value,
        children,
    })
}

/// The form with named nodes.
pub struct Table<'a> {
    pub nodes: Vec<&'a Value>,
    pub first: bool,
    by_name: HashMap<&'a str, u32>,
}

impl<'a> Table<'a> {
    pub fn new(json: &'a Value) -> Result<Self, TreeError> {
        let shape = |problem: &str| TreeError::Shape(problem.to_owned());
        let first = match json["view"].as_str() {
            Some("first") => true,
            Some("side-to-move") => false,
            _ => return Err(shape("\"view\" is neither \"first\" nor \"side-to-move\"")),
        };
        let nodes = json["nodes"].as_array();
        let nodes: Vec<&Value> = nodes
            .ok_or_else(|| shape("\"nodes\" is no list"))?
            .iter()
            .collect();
        if nodes.is_empty() {
            return Err(shape("\"nodes\" is empty"));
        }
        let mut by_name = HashMap::new();
        for (number, node) in (0..).zip(&nodes) {
            let name = node["name"].as_str();
            let name = name.ok_or_else(|| shape("a node has no \"name\""))?;
            if by_name.insert(name, number).is_some() {
                return Err(shape(&format!("two nodes are named {name:?}")));
            }
        }
        Ok(Self {
            nodes,
            first,
            by_name,
        })
    }

    pub fn content(&self, node: &'a Value) -> Result<Content<'a>, String> {
        let name = node["name"]
            .as_str()
            .and_then(|name| self.by_name.get(name));
        let content = |value, children| Content {
            name: name.copied(),
            value,
            children,
        };
        if let Some(value) = node["value"].as_i64() {
            return Ok(content(value, Vec::new()));
        }
        let children = node["children"]
            .as_array()
            .filter(|children| !children.is_empty());
        let children = children.ok_or("neither an integer value nor children")?;
        let child = |name: &'a Value| {
            let number = name.as_str().and_then(|name| self.by_name.get(name));
            let number = number.ok_or_else(|| format!("there is no node {name}"))?;
            Ok(self.nodes[*number as usize])
        };
        let children: Result<_, String> = children.iter().map(child).collect();
        Ok(content(0, children?))
    }
}
