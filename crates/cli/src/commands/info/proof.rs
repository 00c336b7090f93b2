//! Header and statistics of a proof.

use std::fmt;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use solveig_format::proof::{ProofReader, WalkKind};
use solveig_verify::Budget;
use solveig_verify::proof::{ProofError, beginning};

use crate::commands::prove::beginning::ProofPosition;
use crate::commands::prove::claimed;
use crate::figures::{grouped, left};
use crate::games::checker_rules;
use crate::memory::MemorySize;

/// Information about a proof.
#[derive(Serialize)]
pub struct ProofInfoAnswer {
    kind: &'static str,
    game: String,
    /// `None` if the checker has no rules for the game, or if the position does not exist.
    #[serde(flatten)]
    beginning: Option<ProofPosition>,
    /// Why there is no such position, if that is known.
    #[serde(skip)]
    problem: Option<String>,
    at_least: Option<i32>,
    at_most: Option<i32>,
    /// Whether game-specific knowledge may decide leaves of the proof.
    knowledge: bool,
    /// Whether the loser may repeat positions, so that the proof depends on no history.
    loser_may_repeat: bool,
    moves: u64,
    nodes: u64,
    program: String,
    digest: String,
    bytes: u64,
}

impl ProofInfoAnswer {
    /// Reads the proof at `path` within a budget.
    pub fn read(path: &Path, budget: &Budget) -> Result<Self> {
        let mut go_on = || Ok::<_, ProofError>(budget.go_on()?);
        let proof = ProofReader::open_while(path, &mut go_on)?;
        let header = proof.header();
        let beginning = beginning(header, budget, &checker_rules);
        Ok(Self {
            kind: "proof",
            game: header.game.clone(),
            beginning: beginning.as_ref().ok().map(ProofPosition::new),
            problem: match &beginning {
                Err(ProofError::Failed(problem)) => Some(problem.to_string()),
                _ => None,
            },
            at_least: header.at_least,
            at_most: header.at_most,
            knowledge: header.walk.uses_knowledge(),
            loser_may_repeat: header.walk == WalkKind::LoserMayRepeat,
            moves: proof.choices(),
            nodes: proof.nodes(),
            program: header.program.clone(),
            digest: proof.digest().to_string(),
            bytes: proof.byte_length(),
        })
    }
}

impl fmt::Display for ProofInfoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, text: &str| writeln!(f, "{} {text}", left(name, 11));
        row("kind", self.kind)?;
        row("game", &self.game)?;
        match (&self.beginning, &self.problem) {
            (None, None) => row("position", "not known")?,
            (None, Some(problem)) => row("position", &format!("none: {problem}"))?,
            (Some(beginning), _) => {
                row("position", &beginning.position)?;
                for (name, text) in beginning.rows() {
                    row(name, &text)?;
                }
            }
        }
        row("claim", &claimed(self.at_least, self.at_most))?;
        let ends = match self.knowledge {
            _ if self.loser_may_repeat => {
                "where the rules, or territory, decide; the loser may repeat positions"
            }
            true => "where the rules, or what is known of the game, decide",
            false => "where the rules decide",
        };
        row("ends", ends)?;
        row("moves", &grouped(self.moves))?;
        row("nodes", &grouped(self.nodes))?;
        row("written by", &self.program)?;
        row("digest", &self.digest)?;
        let size = MemorySize(self.bytes);
        write!(
            f,
            "{} {} bytes ({size})",
            left("size", 11),
            grouped(self.bytes)
        )
    }
}
