//! What can be wrong with a tree.

/// Why a text, a file or a list of nodes is not a tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The file cannot be read.
    #[error("cannot read {path}: {cause}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The file is too long to be a tree of at most [`MAX_NODES`](super::MAX_NODES) nodes.
    #[error("{path} has more than {} bytes", super::json::MAX_BYTES)]
    TooLong {
        /// The file.
        path: String,
    },
    /// The text is not JSON, or not of the shape a tree has.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What is wrong there, with the field where it is in one.
        problem: String,
    },
    /// A node breaks a rule.
    #[error("node {node:?}, field \"{field}\": {problem}")]
    Node {
        /// The name of the node.
        node: String,
        /// The field of the node: `name`, `value` or `children`.
        field: &'static str,
        /// What is wrong with it and what was expected.
        problem: String,
    },
    /// There is no node, and so no root.
    #[error("field \"nodes\": is empty; expected at least the root")]
    NoNodes,
    /// There are more than [`MAX_NODES`](super::MAX_NODES) nodes.
    #[error("more than {} nodes", super::MAX_NODES)]
    TooManyNodes,
}

impl TreeError {
    pub(super) fn node(
        node: impl Into<String>,
        field: &'static str,
        problem: impl Into<String>,
    ) -> Self {
        Self::Node {
            node: node.into(),
            field,
            problem: problem.into(),
        }
    }
}
