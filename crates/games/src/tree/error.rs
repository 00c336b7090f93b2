//! Errors in trees.

use solveig_game::excerpt;

use super::line;

/// The reason why a text, a file or a list of nodes is no tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The file cannot be read.
    #[error("cannot read {path}: {cause}")]
    Read {
        /// Its path as it was given.
        path: String,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// The file is too long to be a tree of at most [`MAX_NODES`](super::MAX_NODES) nodes.
    #[error("{path} has more than {} bytes", super::json::MAX_BYTES)]
    TooLong {
        /// Its path as it was given.
        path: String,
    },
    /// The text is not JSON, or does not have the structure of a tree.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// Where the text ends to be a tree: the line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// What is wrong there, with the field where it is in one.
        problem: String,
    },
    /// A node breaks a rule.
    #[error("{}node \"{}\", field \"{field}\": {problem}", on(*line), excerpt(node))]
    Node {
        /// The line, from 1, of the field, or of the node where the field is missing. `None` of a
        /// tree that is not from text.
        line: Option<usize>,
        /// The name of the node.
        node: String,
        /// The field of the node: `name`, `value`, `children` or `player`.
        field: &'static str,
        /// What is wrong with it and what was expected.
        problem: String,
    },
    /// A tree in which players need not alternate cannot be a game.
    #[error(
        "{}field \"view\": \"max\" is for solveig trees; a game has \"first\" or \"side-to-move\"",
        on(*line)
    )]
    NoGame {
        /// The line, from 1, of the view. `None` of a tree that is not from text.
        line: Option<usize>,
    },
    /// There is no node, and so no root.
    #[error("{}field \"nodes\": is empty; expected at least the root", on(*line))]
    NoNodes {
        /// The line, from 1, of the empty list. `None` of a tree that is not from text.
        line: Option<usize>,
    },
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
            line: None,
            node: node.into(),
            field,
            problem: problem.into(),
        }
    }

    /// The error in words, beside a spec that names the file already.
    pub(super) fn beside_spec(&self) -> String {
        match self {
            Self::Read { cause, .. } => format!("cannot read the file: {cause}"),
            Self::TooLong { .. } => {
                format!("the file has more than {} bytes", super::json::MAX_BYTES)
            }
            error => error.to_string(),
        }
    }

    /// The same error about a tree that `text` describes, with the line where it is.
    pub(super) fn in_text(mut self, text: &str) -> Self {
        match &mut self {
            Self::Node {
                line, node, field, ..
            } => *line = line::of_field(text, node, field),
            Self::NoGame { line } => *line = line::of_part(text, "view"),
            Self::NoNodes { line } => *line = line::of_part(text, "nodes"),
            Self::Read { .. } | Self::TooLong { .. } | Self::Text { .. } | Self::TooManyNodes => {}
        }
        self
    }
}

/// The prefix of a message about a line.
fn on(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}, "))
}
