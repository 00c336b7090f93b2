//! Reading and writing trees as JSON text.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use solveig_game::{excerpt, one_line};

use super::data::Outline;
use super::{MAX_NODES, Player, TreeData, TreeError, TreeNode, View, link};

/// Longest file that is read, in bytes: a tree of the maximum number of nodes fits.
pub(super) const MAX_BYTES: u64 = 1 << 28;

pub(super) fn read_text(path: &str) -> Result<String, TreeError> {
    let failed = |cause| TreeError::Read {
        path: path.to_owned(),
        cause,
    };
    let too_long = || TreeError::TooLong {
        path: path.to_owned(),
    };
    // Asked before opening: opening a pipe would wait for a writer.
    let found = std::fs::metadata(path).map_err(failed)?;
    if !found.is_file() {
        return Err(failed(std::io::Error::other("not a regular file")));
    }
    if found.len() > MAX_BYTES {
        return Err(too_long());
    }
    let mut text = String::new();
    let file = File::open(path).map_err(failed)?;
    // It may grow while it is read.
    let length = file.take(MAX_BYTES + 1).read_to_string(&mut text);
    if length.map_err(failed)? as u64 > MAX_BYTES {
        return Err(too_long());
    }
    Ok(text)
}

pub(super) fn parse(text: &str) -> Result<TreeData, TreeError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    if text.trim_start().starts_with('{') {
        let table = NodeTable::deserialize(&mut reader).map_err(malformed)?;
        reader.end().map_err(malformed)?;
        link::link(table.view, table.nodes)
    } else {
        let mut outline = Outline::new(View::First);
        let root = NestedNode {
            outline: &mut outline,
            parent: 0,
        };
        root.deserialize(&mut reader).map_err(malformed)?;
        reader.end().map_err(malformed)?;
        outline.finish(None, None)
    }
}

fn malformed(error: serde_json::Error) -> TreeError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let place = format!(" at line {line} column {column}");
    TreeError::Text {
        line,
        column,
        problem: one_line(said.strip_suffix(&place).unwrap_or(&said)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeTable {
    #[serde(deserialize_with = "view")]
    view: View,
    #[serde(deserialize_with = "nodes")]
    nodes: Vec<TreeNode>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedNode {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(default, deserialize_with = "value")]
    value: Option<i64>,
    #[serde(default, deserialize_with = "children")]
    children: Option<Vec<String>>,
    #[serde(default, deserialize_with = "player")]
    player: Option<Player>,
}

/// Reads the content of a field; an error names the field.
fn field<'de, T, D>(name: &str, text: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(text).map_err(|error| D::Error::custom(format!("field \"{name}\": {error}")))
}

/// Reads a field that holds the word of one of these.
fn one_of<'de, T: Copy, D: Deserializer<'de>>(
    name: &str,
    text: D,
    all: &[T],
    word: fn(T) -> &'static str,
    expected: &str,
) -> Result<T, D::Error> {
    let choice = field::<String, D>(name, text)?;
    let found = all.iter().copied().find(|one| word(*one) == choice);
    found.ok_or_else(|| {
        let choice = excerpt(&choice);
        D::Error::custom(format!(
            "field \"{name}\": \"{choice}\" is unknown; expected {expected}"
        ))
    })
}

fn view<'de, D: Deserializer<'de>>(text: D) -> Result<View, D::Error> {
    let all = [View::First, View::SideToMove, View::Max];
    let expected = "\"first\", \"side-to-move\" or \"max\"";
    one_of("view", text, &all, View::text, expected)
}

fn player<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Player>, D::Error> {
    let all = [Player::Max, Player::Min];
    one_of("player", text, &all, Player::text, "\"max\" or \"min\"").map(Some)
}

fn name<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    field("name", text)
}

fn value<'de, D: Deserializer<'de>>(text: D) -> Result<Option<i64>, D::Error> {
    field("value", text).map(Some)
}

fn children<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Vec<String>>, D::Error> {
    struct NamesVisitor;

    impl<'de> Visitor<'de> for NamesVisitor {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of names")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut names = Vec::new();
            while let Some(name) = list.next_element()? {
                if names.len() == MAX_NODES {
                    return Err(A::Error::custom(TreeError::TooManyNodes));
                }
                names.push(name);
            }
            Ok(names)
        }
    }

    let names = text.deserialize_seq(NamesVisitor);
    names
        .map(Some)
        .map_err(|error| D::Error::custom(format!("field \"children\": {error}")))
}

fn nodes<'de, D: Deserializer<'de>>(text: D) -> Result<Vec<TreeNode>, D::Error> {
    struct EntriesVisitor;

    impl<'de> Visitor<'de> for EntriesVisitor {
        type Value = Vec<TreeNode>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of nodes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let (mut nodes, mut named) = (Vec::new(), 0);
            loop {
                let next = list.next_element::<NamedNode>().map_err(|error| {
                    A::Error::custom(format!("node {} of the list: {error}", nodes.len() + 1))
                })?;
                let Some(entry) = next else {
                    return Ok(nodes);
                };
                // Each node but the root is named once as a child.
                named += entry.children.as_ref().map_or(0, Vec::len);
                if nodes.len() == MAX_NODES || named > MAX_NODES {
                    return Err(A::Error::custom(TreeError::TooManyNodes));
                }
                nodes.push(TreeNode {
                    name: entry.name,
                    value: entry.value,
                    children: entry.children,
                    player: entry.player,
                });
            }
        }
    }

    text.deserialize_seq(EntriesVisitor)
        .map_err(|error| D::Error::custom(format!("field \"nodes\": {error}")))
}

/// A subtree as nested arrays, to be added to an outline. The reader itself limits the nesting.
struct NestedNode<'a> {
    outline: &'a mut Outline,
    parent: u32,
}

impl<'de> DeserializeSeed<'de> for NestedNode<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, text: D) -> Result<(), D::Error> {
        text.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NestedNode<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer or a list of subtrees (a whole file may also be an object)")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        let pushed = self.outline.push(self.parent, Some(value));
        pushed.map(|_| ()).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        // Anything above is out of range too, and reported with the name of the node.
        self.visit_i64(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let outline = self.outline;
        let parent = outline.push(self.parent, None).map_err(A::Error::custom)?;
        while list
            .next_element_seed(NestedNode { outline, parent })?
            .is_some()
        {}
        Ok(())
    }
}

#[derive(Serialize)]
struct WrittenNode<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    children: Option<Vec<String>>,
}

pub(super) fn write(tree: &TreeData) -> String {
    let view = tree.view().text();
    let mut text = format!("{{\"view\": \"{view}\", \"nodes\": [");
    for node in 0..tree.len() {
        let value = tree.given_value(node);
        let names = || {
            tree.children(node)
                .iter()
                .map(|child| tree.name(*child as usize))
        };
        let player = tree.player(node).filter(|_| tree.breaks_turns(node));
        let written = WrittenNode {
            name: &tree.name(node),
            player: player.map(Player::text),
            value,
            children: value.is_none().then(|| names().collect()),
        };
        let line = serde_json::to_string(&written).expect("strings and integers have a JSON form");
        let separator = if node == 0 { "" } else { "," };
        write!(text, "{separator}\n  {line}").expect("writing to a string does not fail");
    }
    text.push_str("\n]}\n");
    text
}
