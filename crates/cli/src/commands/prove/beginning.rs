//! The position of a proof and the play that led to it, in words and in JSON.

use serde::Serialize;
use solveig_verify::proof::{Beginning, Reachable};

use crate::figures::{counted, grouped};

/// How many moves, and how many boards, are written out at most.
const WRITTEN: usize = 40;

/// The position that a proof is about, and the play that led there.
#[derive(Serialize)]
pub struct ProofPosition {
    /// As the rules write it.
    pub position: String,
    start: Start,
    /// The moves from the start to the position.
    moves_from_start: Vec<String>,
    /// Boards that these moves made and that the repetition rule (superko) forbids to make again.
    forbidden_repetitions: Vec<String>,
    /// Description of a start that is not the game's own.
    #[serde(skip)]
    set_up: Option<String>,
}

/// Where the moves start.
#[derive(Serialize)]
struct Start {
    position: String,
    set_up: bool,
    /// Whether play can reach it; `None` if unknown.
    reachable: Option<bool>,
}

impl ProofPosition {
    /// The description of `beginning`.
    pub fn new(beginning: &Beginning) -> Self {
        Self {
            position: beginning.position.clone(),
            start: Start {
                position: beginning.from.clone(),
                set_up: beginning.set_up.is_some(),
                reachable: match beginning.set_up {
                    None | Some(Reachable::Yes) => Some(true),
                    Some(Reachable::No) => Some(false),
                    Some(Reachable::Unknown) => None,
                },
            },
            moves_from_start: beginning.moves.clone(),
            forbidden_repetitions: beginning.forbidden_repetitions.clone(),
            set_up: beginning.set_up.map(|reachable| reachable.to_string()),
        }
    }

    /// The history of the position, to follow the claim: ` after 11 moves that forbid 9
    /// repetitions`. Empty for the game's start.
    pub fn aside(&self) -> String {
        let mut aside = String::new();
        if self.start.set_up {
            aside += " from a board that was set up";
        }
        if !self.moves_from_start.is_empty() {
            aside += &format!(
                " after {}",
                counted(self.moves_from_start.len() as u64, "move")
            );
        }
        if !self.forbidden_repetitions.is_empty() {
            let count = self.forbidden_repetitions.len();
            let forbid = match self.moves_from_start.len() {
                1 => "forbids",
                _ => "forbid",
            };
            aside += &format!(" that {forbid} {}", counted(count as u64, "repetition"));
        }
        aside
    }

    /// Start, moves and forbidden boards, as rows of name and text; none for the game's start.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        if self.aside().is_empty() {
            return rows;
        }
        let kind = self.set_up.as_deref().unwrap_or("the game's own start");
        rows.push(("start", format!("{} ({kind})", self.start.position)));
        for (name, list, separator) in [
            ("played", &self.moves_from_start, " "),
            ("forbidden", &self.forbidden_repetitions, ", "),
        ] {
            if !list.is_empty() {
                let first = list.iter().take(WRITTEN).map(String::as_str);
                let mut text = first.collect::<Vec<_>>().join(separator);
                if list.len() > WRITTEN {
                    text += &format!(
                        "{separator}and {} more",
                        grouped((list.len() - WRITTEN) as u64)
                    );
                }
                rows.push((name, text));
            }
        }
        rows
    }
}
