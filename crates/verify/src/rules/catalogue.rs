//! The games whose rules the checker has.

use super::connect_four::ConnectFour;
use super::external::{FindRules, GivenRules};
use super::go::Go;
use super::hex::Hex;
use super::mnk::Mnk;
use super::numbers::{number, size};
use super::othello::Othello;
use super::tree::Tree;

/// The rules of one game.
pub enum KnownRules {
    /// `othello:CxR`
    Othello(Othello),
    /// `connect-four:CxR` or `connect-four:CxR?utility=score`
    ConnectFour(ConnectFour),
    /// `mnk:CxR?k=K`
    Mnk(Mnk),
    /// `hex:CxR` or `hex:CxR?start=BOARD`
    Hex(Hex),
    /// `tree:FILE.json`
    Tree(Tree),
    /// `go:CxR`. Values depend on history, so there are only proofs, no artifacts.
    Go(Go),
    /// A game whose rules the caller gives.
    Custom(GivenRules),
}

/// Does the same work with the [`KnownRules`] of any game: `$rules` names those of a game in which
/// values do not depend on history, `$go` those of Go.
#[macro_export]
macro_rules! with_rules {
    ($known_rules:expr, $rules:ident => $work:expr, $go:ident => $work_of_go:expr $(,)?) => {
        match $known_rules {
            $crate::KnownRules::Othello($rules) => $work,
            $crate::KnownRules::ConnectFour($rules) => $work,
            $crate::KnownRules::Mnk($rules) => $work,
            $crate::KnownRules::Hex($rules) => $work,
            $crate::KnownRules::Tree($rules) => $work,
            $crate::KnownRules::Custom(custom) => {
                let $rules = &**custom;
                $work
            }
            $crate::KnownRules::Go($go) => $work_of_go,
        }
    };
}

impl KnownRules {
    /// Whether they were written independently of the solver's. The checker's own are; rules that
    /// the caller gave may not be.
    pub const fn are_independent(&self) -> bool {
        match self {
            Self::Custom(rules) => rules.independent,
            Self::Othello(_)
            | Self::ConnectFour(_)
            | Self::Mnk(_)
            | Self::Hex(_)
            | Self::Tree(_)
            | Self::Go(_) => true,
        }
    }
}

/// Why the checker has no rules for a spec string.
#[derive(Debug, thiserror::Error)]
pub enum NoRules {
    /// No game of this name is known.
    #[error(
        "the checker has no rules for the game \"{0}\": it knows othello:CxR, connect-four:CxR, \
         mnk:CxR?k=K, hex:CxR, hex:CxR?start=BOARD, go:CxR, tree:FILE.json and those that a program adds"
    )]
    Name(String),
    /// The game is known, but not with these parameters.
    #[error("game \"{spec}\": {problem}")]
    Parameters {
        /// The whole spec, with the name.
        spec: String,
        /// What is wrong with it, or what the spec of this game looks like.
        problem: String,
    },
    /// The values of the game depend on history, so there are no artifacts.
    #[error(
        "game \"{0}\": values depend on how play came about, and an artifact cannot hold them; \
         there are proofs of bounds alone"
    )]
    DependsOnHistory(String),
}

/// The rules of the game that a spec string names: the checker's own, else those that `find_rules`
/// finds.
///
/// # Errors
///
/// Fails if there are none.
pub fn rules_for(spec: &str, find_rules: &FindRules<'_>) -> Result<KnownRules, NoRules> {
    let refused = |problem| NoRules::Parameters {
        spec: spec.to_owned(),
        problem,
    };
    let (name, body) = spec.split_once(':').unwrap_or((spec, ""));
    let (rules, expected) = match name {
        "othello" => (
            size(body)
                .and_then(|(columns, rows)| Othello::new(columns, rows))
                .map(KnownRules::Othello),
            "othello:CxR, even columns and rows, at least 4, at most 64 squares",
        ),
        "connect-four" => {
            let (board, by_score) = match body.strip_suffix("?utility=score") {
                Some(board) => (board, true),
                None => (body, false),
            };
            let rules = size(board)
                .and_then(|(columns, rows)| ConnectFour::new(columns, rows))
                .map(|rules| if by_score { rules.by_score() } else { rules });
            (
                rules.map(KnownRules::ConnectFour),
                "connect-four:CxR or connect-four:CxR?utility=score, C x (R + 1) at most 64",
            )
        }
        "mnk" => (
            body.split_once("?k=")
                .and_then(|(board, k)| Some((size(board)?, number(k)?)))
                .and_then(|((columns, rows), in_line)| Mnk::new(columns, rows, in_line))
                .map(KnownRules::Mnk),
            "mnk:CxR?k=K, at most 64 squares, K at most the longer side",
        ),
        "hex" => {
            let (board, start) = match body.split_once("?start=") {
                Some((board, start)) => (board, Some(start)),
                None => (body, None),
            };
            let rules = size(board).and_then(|(columns, rows)| Hex::new(columns, rows));
            let rules = match start {
                Some(start) => rules.and_then(|rules| rules.from_board(start)),
                None => rules,
            };
            (
                rules.map(KnownRules::Hex),
                "hex:CxR or hex:CxR?start=BOARD, sides of 1 to 11, at most 81 cells",
            )
        }
        "go" => (
            Go::parse(body).map(KnownRules::Go),
            "go:CxR, at most 49 points and 25 columns, and of komi=K, superko=situational and \
             suicide=yes, in this order, those that are not as usual; under ko=basic there are no \
             proofs",
        ),
        "tree" => {
            let tree = Tree::read(body).map(KnownRules::Tree);
            return tree.map_err(|error| refused(error.to_string()));
        }
        _ => {
            let rules = find_rules(spec).ok_or_else(|| NoRules::Name(spec.to_owned()))?;
            return rules.map(KnownRules::Custom).map_err(refused);
        }
    };
    rules.ok_or_else(|| refused(format!("expected {expected}")))
}
