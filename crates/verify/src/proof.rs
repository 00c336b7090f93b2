//! Checks proofs of bounds: walks the game tree with the winner's moves from a file.
//!
//! The walk is depth first. It returns from a node whose claim is decided by the rules, by
//! knowledge of the game, or by the memory of earlier answers. Elsewhere it follows one move if the
//! winner is to move, and every legal move in order if the loser is. So a file holds only the
//! winner's moves, in the order in which the walk asks for them. A program that writes a file runs
//! the same walk and supplies the winner's moves ([`Winner`], [`walk`]).

pub(crate) mod account;
pub(crate) mod conditions;
mod failure;
pub(crate) mod history;
pub(crate) mod memory;
mod origin;
pub(crate) mod play;
pub(crate) mod question;
mod strategy;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

use std::path::Path;
use std::time::Instant;

use solveig_format::Digest;
use solveig_format::proof::{ChoiceError, Choices, ProofHeader, ProofReader, WalkKind};

pub use failure::{ProofError, ProofFailure, WalkError};
pub use origin::Beginning;
pub use play::Reachable;

use crate::bounds::Bound;
use crate::limits::{Budget, Limits};
use crate::rules::catalogue::{KnownRules, rules_for};
use crate::rules::external::FindRules;
use account::Account;
use play::Play;
use walk::{Keep, ProofWalk};

/// The claims of a proof about the value of its position, in the order in which they are walked.
pub fn claims(header: &ProofHeader) -> impl Iterator<Item = Bound> + use<> {
    let least = header.at_least.map(Bound::AtLeast);
    least.into_iter().chain(header.at_most.map(Bound::AtMost))
}

/// A node at which the winner is to move.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The claim that is being checked.
    pub claim: Bound,
    /// The moves from the claim's position to this node, each as its index among the legal moves.
    pub line: &'a [u32],
    /// The number of legal moves.
    pub moves: u32,
}

/// Supplies the winner's moves.
pub trait Winner {
    /// Why there is no move.
    type Error;

    /// The winner's move at `node`, as its index among the legal moves.
    ///
    /// # Errors
    ///
    /// Fails if there is no move, which ends the walk.
    fn choose(&mut self, node: Node<'_>) -> Result<u32, Self::Error>;

    /// Whether the proof ends at `node`, where the winner keeps enough territory; else it goes on.
    /// Only walks in which the loser may repeat positions ask. Either side may be to move.
    ///
    /// # Errors
    ///
    /// Fails if that is not known, which ends the walk.
    fn rests(&mut self, _node: Node<'_>) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// Statistics of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkStatistics {
    /// Visits of nodes, of both claims together.
    pub nodes: u64,
    /// Nodes decided by the rules or by knowledge of the game.
    pub decided: u64,
    /// Nodes decided by the memory.
    pub remembered: u64,
    /// The winner's moves at nodes with more than one legal move.
    pub choices: u64,
    /// The depth of the deepest inner node, in moves from the claims' position.
    pub deepest: u64,
}

/// Walks for all claims of `header`, with the moves of `winner`, within `budget`. Calls `progress`
/// every so many nodes; the walk stops if it returns false.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if the header names no position, if the winner
/// has no move or one that does not win, if the budget is spent, or if `progress` returns false.
pub fn walk<W: Winner>(
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(&WalkStatistics) -> bool,
) -> Result<WalkStatistics, WalkError<W::Error>> {
    let rules = rules_for(&header.game, find_rules).map_err(WalkError::NoRules)?;
    walk_with(&rules, header, winner, budget, progress, &mut ())
}

/// Does the same work with each game, as [`Play`].
macro_rules! with_play {
    ($known_rules:expr, $play:ident => $work:expr) => {
        $crate::with_rules!(
            $known_rules,
            rules => {
                let $play = &$crate::proof::play::HistoryFree(rules);
                $work
            },
            $play => $work,
        )
    };
}
pub(crate) use with_play;

fn walk_with<W: Winner, K: Keep>(
    rules: &KnownRules,
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    progress: &mut dyn FnMut(&WalkStatistics) -> bool,
    keep: &mut K,
) -> Result<WalkStatistics, WalkError<W::Error>> {
    if header.walk == WalkKind::LoserMayRepeat {
        return match rules {
            KnownRules::Go(rules) => strategy::walk(rules, header, winner, budget, progress),
            _ => Err(ProofFailure::repetition().into()),
        };
    }
    with_play!(rules, play => {
        expect_game(header, play.spec())?;
        let mut walked = WalkStatistics::default();
        for claim in claims(header) {
            ProofWalk::new(play, header, claim, winner, &mut walked, budget, keep).run(progress)?;
        }
        Ok(walked)
    })
}

/// Fails unless the header names the game of these rules.
fn expect_game(header: &ProofHeader, expected: String) -> Result<(), ProofFailure> {
    if header.game == expected {
        return Ok(());
    }
    let found = &header.game;
    let problem = format!("header: game: expected {expected}, found {found}");
    Err(ProofFailure::File(problem))
}

/// The position of a proof's claims, and the moves that lead there.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if the header names no position, or if the
/// budget is spent.
pub fn beginning(
    header: &ProofHeader,
    budget: &Budget,
    find_rules: &FindRules<'_>,
) -> Result<Beginning, ProofError> {
    let rules = rules_for(&header.game, find_rules).map_err(ProofError::NoRules)?;
    Ok(beginning_with(&rules, header, budget)?)
}

fn beginning_with(
    rules: &KnownRules,
    header: &ProofHeader,
    budget: &Budget,
) -> Result<Beginning, WalkError<ChoiceError>> {
    let account = &mut Account::new(budget);
    with_play!(rules, play => Beginning::of(play, header, account))
}

/// What the check of a true proof found.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofReport {
    /// What it is about.
    pub header: ProofHeader,
    /// The position of the claims, and the moves that lead there.
    pub beginning: Beginning,
    /// The digest of the file, recomputed.
    pub digest: Digest,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// Whether the rules were written independently of the solver's. The checker's own are; rules
    /// that the caller gave may not be.
    pub independent: bool,
    /// Statistics of the walks.
    pub walked: WalkStatistics,
    /// Wall-clock time, in seconds; 0 in WebAssembly, which has no clock.
    pub seconds: f64,
}

/// Supplies the moves of a file.
struct FileMoves<'a>(Choices<'a>);

impl Winner for FileMoves<'_> {
    type Error = ChoiceError;

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ChoiceError> {
        self.0.next(node.moves)
    }

    fn rests(&mut self, node: Node<'_>) -> Result<bool, ChoiceError> {
        Ok(self.0.next(node.moves)? == 1)
    }
}

/// Checks the proof in the file at `path` with the checker's own rules of the game it names, or
/// those that `find_rules` finds, within limits. `progress` receives the number of nodes walked and
/// the number that the file states.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof_file(
    path: &Path,
    limits: Limits,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    verify_proof_within(path, &Budget::new(limits), find_rules, progress)
}

/// Like [`verify_proof_file`], within a budget.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof_within(
    path: &Path,
    budget: &Budget,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    let proof = ProofReader::open_while(path, &mut || Ok::<_, ProofError>(budget.go_on()?))?;
    check(&proof, budget, find_rules, progress, &mut ())
}

/// Like [`verify_proof_file`], for a file that is open already.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof(
    proof: &ProofReader,
    limits: Limits,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    check(proof, &Budget::new(limits), find_rules, progress, &mut ())
}

pub(crate) fn check<K: Keep>(
    proof: &ProofReader,
    budget: &Budget,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
    keep: &mut K,
) -> Result<ProofReport, ProofError> {
    let started = (!cfg!(target_family = "wasm")).then(Instant::now);
    let (header, stated) = (proof.header(), proof.nodes());
    let rules = rules_for(&header.game, find_rules).map_err(ProofError::NoRules)?;
    let mut moves = FileMoves(proof.moves());
    let progress = &mut |walked: &WalkStatistics| {
        progress(walked.nodes, stated);
        // Limits the work to what the file states.
        walked.nodes <= stated
    };
    let walked = walk_with(&rules, header, &mut moves, budget, progress, keep);
    let walked = walked.map_err(ProofError::from).and_then(|walked| {
        let rest = |problem| ProofFailure::File(format!("after the last node: {problem}"));
        moves.0.finish().map_err(rest)?;
        Ok(walked)
    });
    let walked = walked.map_err(|error| match moves.0.failure() {
        Some(unreadable) => unreadable.into(),
        None => error,
    })?;
    let (expected, found) = (walked.nodes, stated);
    if expected != found {
        let expected = format!("expected {expected} nodes of the walk");
        return Err(ProofFailure::File(format!("trailer: {expected}, found {found}")).into());
    }
    Ok(ProofReport {
        header: header.clone(),
        beginning: beginning_with(&rules, header, budget)?,
        digest: proof.digest(),
        bytes: proof.byte_length(),
        independent: rules.are_independent(),
        walked,
        seconds: started.map_or(0.0, |started| started.elapsed().as_secs_f64()),
    })
}
