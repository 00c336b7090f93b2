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
mod strategy;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

use std::fmt;
use std::path::Path;
use std::time::Instant;

use solveig_format::proof::{ChoiceError, Choices, ProofHeader, ProofReader};
use solveig_format::{ByteSource, Digest};

pub use failure::{ProofError, ProofFailure, ProofProblem, WalkError};
pub use origin::Beginning;
pub use play::Reachable;

use crate::limits::{Budget, Limits};
use crate::rules::given::FindRules;
use crate::rules::known::{KnownRules, rules_for};
use account::Account;
use play::{HistoryFree, Play};
use walk::{Keep, ProofWalk};

/// A claim about the value of a proof's position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value is at least this.
    AtLeast(i32),
    /// The value is at most this.
    AtMost(i32),
}

impl Claim {
    /// The claims of a proof, in the order in which they are walked.
    pub fn of(header: &ProofHeader) -> impl Iterator<Item = Self> + use<> {
        let least = header.at_least.map(Self::AtLeast);
        least.into_iter().chain(header.at_most.map(Self::AtMost))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "at least {bound:+}"),
            Self::AtMost(bound) => write!(f, "at most {bound:+}"),
        }
    }
}

/// A node at which the winner is to move.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The claim that is being checked.
    pub claim: Claim,
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
pub struct Walked {
    /// All nodes.
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
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(&Walked) -> bool,
) -> Result<Walked, WalkError<W::Error>> {
    walk_and_keep(header, winner, (budget, given), progress, &mut ())
}

fn walk_and_keep<W: Winner, K: Keep>(
    header: &ProofHeader,
    winner: &mut W,
    (budget, given): (&Budget, &FindRules<'_>),
    progress: &mut dyn FnMut(&Walked) -> bool,
    keep: &mut K,
) -> Result<Walked, WalkError<W::Error>> {
    struct Walking<'a, W, K>(
        &'a ProofHeader,
        &'a mut W,
        &'a Budget,
        &'a mut dyn FnMut(&Walked) -> bool,
        &'a mut K,
    );
    impl<W: Winner, K: Keep> Visit for Walking<'_, W, K> {
        type Output = Result<Walked, WalkError<W::Error>>;
        fn visit<P: Play>(self, play: &P) -> Self::Output {
            claims(play, self.0, self.1, self.2, self.3, self.4)
        }
    }
    let rules = rules_for(&header.game, given).map_err(WalkError::UnknownGame)?;
    if header.loser_may_repeat {
        return match &rules {
            KnownRules::Go(game) => strategy::walk(game, header, winner, budget, progress),
            _ => Err(ProofFailure::Repetition.into()),
        };
    }
    visit(&rules, Walking(header, winner, budget, progress, keep))
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
    given: &FindRules<'_>,
) -> Result<Beginning, ProofError> {
    struct Describing<'a>(&'a ProofHeader, &'a Budget);
    impl Visit for Describing<'_> {
        type Output = Result<Beginning, WalkError<ChoiceError>>;
        fn visit<P: Play>(self, play: &P) -> Self::Output {
            Beginning::of(play, self.0, &mut Account::new(self.1))
        }
    }
    let rules = rules_for(&header.game, given).map_err(ProofError::UnknownGame)?;
    Ok(visit(&rules, Describing(header, budget))?)
}

/// An operation on a game, generic in the game's type.
pub(crate) trait Visit {
    type Output;
    fn visit<P: Play>(self, play: &P) -> Self::Output;
}

pub(crate) fn visit<V: Visit>(rules: &KnownRules, visitor: V) -> V::Output {
    match rules {
        KnownRules::Othello(rules) => visitor.visit(&HistoryFree(rules)),
        KnownRules::ConnectFour(rules) => visitor.visit(&HistoryFree(rules)),
        KnownRules::Mnk(rules) => visitor.visit(&HistoryFree(rules)),
        KnownRules::Hex(rules) => visitor.visit(&HistoryFree(rules)),
        KnownRules::Tree(rules) => visitor.visit(&HistoryFree(rules)),
        KnownRules::Go(rules) => visitor.visit(rules),
        KnownRules::Given(rules) => visitor.visit(&HistoryFree(&**rules)),
    }
}

fn claims<P: Play, W: Winner, K: Keep>(
    play: &P,
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    progress: &mut dyn FnMut(&Walked) -> bool,
    keep: &mut K,
) -> Result<Walked, WalkError<W::Error>> {
    let (expected, found) = (play.spec(), header.game.clone());
    if expected != found {
        return Err(ProofFailure::Game { expected, found }.into());
    }
    let mut walked = Walked::default();
    for claim in Claim::of(header) {
        ProofWalk::new(play, header, claim, winner, &mut walked, budget, keep).run(progress)?;
    }
    Ok(walked)
}

/// A confirmed proof.
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
    pub walked: Walked,
    /// Wall-clock time, in seconds.
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
/// those that `given` finds, within limits. `progress` receives the number of nodes walked and the
/// number that the file states.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof_file(
    path: &Path,
    limits: Limits,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    let budget = Budget::new(limits);
    let proof = ProofReader::open_while(path, &mut || Ok::<_, ProofError>(budget.go_on()?))?;
    check(&proof, &budget, given, progress, &mut ())
}

/// Like [`verify_proof_file`], for a file that is open already.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof<B: ByteSource>(
    proof: &ProofReader<B>,
    limits: Limits,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    check(proof, &Budget::new(limits), given, progress, &mut ())
}

pub(crate) fn check<B: ByteSource, K: Keep>(
    proof: &ProofReader<B>,
    budget: &Budget,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
    keep: &mut K,
) -> Result<ProofReport, ProofError> {
    let started = Instant::now();
    let stated = proof.nodes();
    let mut moves = FileMoves(proof.moves());
    let mut progress = |walked: &Walked| {
        progress(walked.nodes, stated);
        // Limits the work to what the file states.
        walked.nodes <= stated
    };
    let limits = (budget, given);
    let walked = walk_and_keep(proof.header(), &mut moves, limits, &mut progress, keep)
        .map_err(ProofError::from)
        .and_then(|walked| {
            moves.0.finish().map_err(ProofFailure::Rest)?;
            Ok(walked)
        });
    let walked = walked.map_err(|error| match moves.0.failure() {
        Some(unreadable) => unreadable.into(),
        None => error,
    })?;
    let (expected, found) = (walked.nodes, stated);
    if expected != found {
        return Err(ProofFailure::Nodes { expected, found }.into());
    }
    Ok(ProofReport {
        header: proof.header().clone(),
        beginning: beginning(proof.header(), budget, given)?,
        digest: proof.digest(),
        bytes: proof.byte_length(),
        independent: given(&proof.header().game)
            .is_none_or(|found| found.is_ok_and(|rules| rules.independent)),
        walked,
        seconds: started.elapsed().as_secs_f64(),
    })
}
