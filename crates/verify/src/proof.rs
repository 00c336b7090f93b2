//! Proofs of bounds: a walk through the moves of a position, with the winner's moves from a file.
//!
//! The walk goes depth first. At a node where the rules decide what is claimed, or what is known of the
//! game, or the memory of what was checked already, it goes back. Where the winner is to move it takes one
//! move, where the loser is, all that are legal, in order. So all that a file has to hold are the winner's
//! moves, in the order in which the walk asks for them; and who writes a file runs the same walk and
//! answers for the winner ([`Winner`], [`walk`]).

mod account;
mod conditions;
mod failure;
mod history;
mod memory;
mod origin;
mod play;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;
use std::path::Path;
use std::time::Instant;

use solveig_format::Digest;
use solveig_format::proof::{ChoiceError, Choices, ProofHeader, ProofReader};

pub use failure::{ProofError, ProofFailure, ProofProblem, WalkError};
pub use origin::Beginning;
pub use play::Reachable;

use crate::limits::{Budget, Limits};
use crate::rules::given::FindRules;
use crate::rules::known::{KnownRules, UnknownGame, rules_for};
use account::Account;
use play::{HistoryFree, Play};
use walk::ProofWalk;

/// What is claimed of the position of a proof, for its side to move.
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
    /// The claim that the walk is for.
    pub claim: Claim,
    /// The way from the position of the claim, each move as its place among the legal moves.
    pub line: &'a [u32],
    /// How many legal moves there are.
    pub moves: u32,
}

/// Who answers for the winner.
pub trait Winner {
    /// Why there is no answer.
    type Error;

    /// The place of the winner's move among the legal moves.
    ///
    /// # Errors
    ///
    /// Fails if there is none to name. That ends the walk.
    fn choose(&mut self, node: Node<'_>) -> Result<u32, Self::Error>;
}

/// What a walk has come by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// Nodes, all of them.
    pub nodes: u64,
    /// Nodes where the rules, or what is known of the game, decide.
    pub decided: u64,
    /// Nodes of which the memory had the answer.
    pub remembered: u64,
    /// Moves of the winner that were no only moves.
    pub choices: u64,
    /// The most moves from the position of the claims to a node that was no leaf.
    pub deepest: u64,
}

/// Walks for all claims of `header`, with moves that `winner` names, within `budget`. `progress` is told now
/// and then how far the walk has come, and says whether to go on.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if the header names no position, if the winner has no
/// move or one that does not win, if the budget is spent, or if `progress` said no.
pub fn walk<W: Winner>(
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(&Walked) -> bool,
) -> Result<Walked, WalkError<W::Error>> {
    struct Walking<'a, W>(
        &'a ProofHeader,
        &'a mut W,
        &'a Budget,
        &'a mut dyn FnMut(&Walked) -> bool,
    );
    impl<W: Winner> Visit for Walking<'_, W> {
        type Output = Result<Walked, WalkError<W::Error>>;
        fn visit<P: Play>(self, play: &P) -> Self::Output {
            claims(play, self.0, self.1, self.2, self.3)
        }
    }
    let walking = Walking(header, winner, budget, progress);
    visit(&header.game, given, walking).map_err(WalkError::UnknownGame)?
}

/// What the claims of a proof are about, and the play that led there.
///
/// # Errors
///
/// Fails if the checker has no rules for the game, if the header names no position, or if the budget is
/// spent.
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
    let described = visit(&header.game, given, Describing(header, budget));
    Ok(described.map_err(ProofError::UnknownGame)??)
}

/// What is done with a game of whatever type.
trait Visit {
    type Output;
    fn visit<P: Play>(self, play: &P) -> Self::Output;
}

fn visit<V: Visit>(
    spec: &str,
    given: &FindRules<'_>,
    visitor: V,
) -> Result<V::Output, UnknownGame> {
    Ok(match rules_for(spec, given)? {
        KnownRules::Othello(rules) => visitor.visit(&HistoryFree(&rules)),
        KnownRules::ConnectFour(rules) => visitor.visit(&HistoryFree(&rules)),
        KnownRules::Mnk(rules) => visitor.visit(&HistoryFree(&rules)),
        KnownRules::Hex(rules) => visitor.visit(&HistoryFree(&rules)),
        KnownRules::Tree(rules) => visitor.visit(&HistoryFree(&rules)),
        KnownRules::Go(rules) => visitor.visit(&rules),
        KnownRules::Given(rules) => visitor.visit(&HistoryFree(&rules)),
    })
}

fn claims<P: Play, W: Winner>(
    play: &P,
    header: &ProofHeader,
    winner: &mut W,
    budget: &Budget,
    progress: &mut dyn FnMut(&Walked) -> bool,
) -> Result<Walked, WalkError<W::Error>> {
    let (expected, found) = (play.spec(), header.game.clone());
    if expected != found {
        return Err(ProofFailure::Game { expected, found }.into());
    }
    let mut walked = Walked::default();
    for claim in Claim::of(header) {
        ProofWalk::new(play, header, claim, winner, &mut walked, budget).run(progress)?;
    }
    Ok(walked)
}

/// A proof that was confirmed.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofReport {
    /// What it is about.
    pub header: ProofHeader,
    /// The position that the claims are about, and the play that led there.
    pub beginning: Beginning,
    /// The digest of the file, recomputed.
    pub digest: Digest,
    /// How long the file is.
    pub bytes: u64,
    /// Whether the rules were written apart from those that the solver used. Only rules that the
    /// caller gave may not be.
    pub independent: bool,
    /// What the walks came by.
    pub walked: Walked,
    /// Time taken, on the clock.
    pub seconds: f64,
}

/// The moves of a file.
struct Written<'a>(Choices<'a>);

impl Winner for Written<'_> {
    type Error = ChoiceError;

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ChoiceError> {
        self.0.next(node.moves)
    }
}

/// Checks the proof in the file at `path` with the checker's own rules of the game it names, or
/// those that `given` finds, within limits.
/// `progress` is told how many nodes of how many were walked.
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
    check(&proof, &budget, given, progress)
}

/// Like [`verify_proof_file`], for a file that is open already.
///
/// # Errors
///
/// Says what is wrong with the file; or why it could not be checked.
pub fn verify_proof<B: AsRef<[u8]>>(
    proof: &ProofReader<B>,
    limits: Limits,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    check(proof, &Budget::new(limits), given, progress)
}

fn check<B: AsRef<[u8]>>(
    proof: &ProofReader<B>,
    budget: &Budget,
    given: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofReport, ProofError> {
    let started = Instant::now();
    let stated = proof.nodes();
    let mut moves = Written(proof.moves());
    let walked = walk(proof.header(), &mut moves, budget, given, &mut |walked| {
        progress(walked.nodes, stated);
        // No file keeps its checker longer than it says.
        walked.nodes <= stated
    })?;
    moves.0.finish().map_err(ProofFailure::Rest)?;
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
