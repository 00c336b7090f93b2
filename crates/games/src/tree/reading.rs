//! Trees from text, files, specs and parts, and back to text.

use solveig_game::{Spec, SpecError};

use super::data::{TreeData, TreeNode, View};
use super::{TreeError, json, link};

impl TreeData {
    /// The tree that `text` describes; [the module](super) says how.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a tree, and says where.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        json::parse(text).map_err(|error| error.in_text(text))
    }

    /// The tree in the file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or does not hold a tree.
    pub fn read(path: &str) -> Result<Self, TreeError> {
        Self::parse(&json::read_text(path)?)
    }

    /// The tree in the file that a spec names, as in `tree:FILE.json`.
    ///
    /// # Errors
    ///
    /// Fails if the spec names no file or has parameters, and as [`read`](Self::read) does.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Self::read(file(spec)?).map_err(|error| spec.error(error.beside_spec()))
    }

    /// A tree from its parts. The first node is the root, the others may come in any order.
    ///
    /// # Errors
    ///
    /// Fails if the parts do not make a tree, and names the node and the field.
    pub fn from_nodes(view: View, nodes: Vec<TreeNode>) -> Result<Self, TreeError> {
        link::link(view, nodes)
    }

    /// The tree as the text of a file.
    pub fn to_json(&self) -> String {
        json::write(self)
    }
}

/// The file that a spec names.
pub(super) fn file(spec: &Spec) -> Result<&str, SpecError> {
    spec.expect_parameters(&[])?;
    match spec.body() {
        "" => Err(spec.error("names no file; expected tree:FILE.json")),
        path => Ok(path),
    }
}
