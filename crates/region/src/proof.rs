//! Proofs of bounds: files that show how the winner of a yes-or-no question wins, for independent
//! checkers.
//!
//! The writer runs the checker's walk (`solveig_verify::proof`) and answers for the winner by
//! search. So the file holds exactly the moves that the checker will ask for, and the proof is
//! already checked by the checker's rules.
//!
//! Under [`MoveChoice::Canonical`] the file depends only on the request, the game and its
//! knowledge: not on the solver, its memory, threads or earlier searches (see `prover.rs`).
//!
//! ```
//! use solveig_format::proof::{MemoryLimits, ProofReader};
//! use solveig_games::mnk::Mnk;
//! use solveig_region::proof::{ProofBounds, MoveChoice, Request, prove};
//! use solveig_search::NoKnowledge;
//! use solveig_search::solvers::{SolverName, Solvers};
//! use solveig_verify::proof::verify_proof;
//! use solveig_verify::{Limits, none_given};
//!
//! // Tic-tac-toe is no win for who moves first.
//! let game = Mnk::new(3, 3, 3)?;
//! let factory = Solvers::shared(&game, NoKnowledge);
//! let resources = factory.resources(SolverName::DfPn, 1 << 20, 1)?;
//! let mut solver = factory.df_pn(&resources);
//! let request = Request {
//!     position: "-".to_owned(),
//!     claims: ProofBounds { at_least: None, at_most: Some(0) },
//!     knowledge: true,
//!     moves: MoveChoice::Canonical,
//!     memory: MemoryLimits::default(),
//!     program: "an example".to_owned(),
//! };
//! let proof = prove(&game, &*factory, &mut *solver, &request, &none_given, &mut |_| true)?;
//!
//! let file = ProofReader::from_bytes(proof.encode()?.0)?;
//! let ignored = &mut |_, _| {};
//! let report = verify_proof(&file, Limits::default(), &none_given, ignored)?;
//! assert_eq!(report.walked.nodes, proof.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod history_free;
mod origin;
mod prover;

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, WalkKind};
use solveig_game::{Interval, Keyed, LongKeys, MoveListError, Notation, Symmetric, Value};
use solveig_games::go::knowledge::history_free::Progress;
use solveig_search::NoTable;
use solveig_search::binary::{BinarySolver, Effort, implied_bounds};
use solveig_search::solvers::SolverFactory;
use solveig_verify::proof::{ProofFailure, WalkError, WalkStatistics, Winner, walk};
use solveig_verify::{Budget, FindRules, Limits, NoRules, Undecided};

pub use history_free::{HistoryFreeRequest, prove_history_free};

use origin::ProofOrigin;
use prover::{NotWon, Prover};

/// The bounds to prove for a position, from the point of view of its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofBounds {
    /// The value is at least this.
    pub at_least: Option<Value>,
    /// The value is at most this.
    pub at_most: Option<Value>,
}

/// Which of the winner's moves a proof holds where several win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveChoice {
    /// Moves that follow from the claim alone.
    #[default]
    Canonical,
    /// Those that the solver found: far faster where wrong moves are hard to refute. The file then
    /// depends on the solver, its memory and its threads.
    Found,
}

/// What to prove, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position: a move list or a board.
    pub position: String,
    /// The claims about it.
    pub claims: ProofBounds,
    /// Whether the proof stops at positions that the checker's knowledge of the game decides.
    pub knowledge: bool,
    /// Which moves the proof holds.
    pub moves: MoveChoice,
    /// The memory of the walk.
    pub memory: MemoryLimits,
    /// The program that writes the proof; informative only.
    pub program: String,
}

/// A proof, what it claims, and what finding it took.
#[derive(Clone, Debug)]
pub struct WholeProof {
    /// The bounds, for the side to move.
    pub claims: ProofBounds,
    /// What the file holds: a header and the moves of the winner.
    pub proof: Proof,
    /// The positions that searches visited.
    pub visits: u64,
}

/// The progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofProgress {
    /// The solver is searching.
    Searching(Effort),
    /// The value lies between these bounds, which are narrower than before.
    Bounds(Interval),
    /// The search for a strategy that depends on no history.
    HistoryFree(Progress),
    /// The walk is in progress.
    Walking(WalkStatistics),
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] MoveListError),
    /// The keys of the game exceed 128 bits.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// There is no memory for the scout's tables.
    #[error(transparent)]
    NoTable(#[from] NoTable),
    /// The checker has no rules for the game.
    #[error(transparent)]
    NoRules(NoRules),
    /// A claim is false.
    #[error("{0}")]
    NotSo(String),
    /// No strategy was found.
    #[error(
        "no strategy was found for either side that shows whether the value is at least {bound:+} \
         although the loser may repeat positions; it may depend on superko"
    )]
    NoStrategy {
        /// The bound in question, for the side to move.
        bound: Value,
    },
    /// The checker refuses the solver's proof: one of the two is wrong.
    #[error("the checker refuses the proof: {0}")]
    Refused(Box<ProofFailure>),
    /// The walk exceeded its limits.
    #[error(transparent)]
    Undecided(Undecided),
    /// The callback asked to stop.
    #[error("stopped before the proof was whole")]
    Stopped,
}

/// Proves claims about a position of `game`, by the checker's rules or those that `find_rules`
/// finds. `go_on` receives the progress regularly; it returns whether to continue.
///
/// # Errors
///
/// Fails if the position cannot be read, if a claim is false, if the checker has no rules for the
/// game, or if `go_on` returned false.
pub fn prove<G: Symmetric + Notation>(
    game: &G,
    factory: &dyn SolverFactory<G>,
    solver: &mut dyn BinarySolver<G>,
    request: &Request,
    find_rules: &FindRules<'_>,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<Proof, ProveError> {
    let origin = ProofOrigin::read(game, &request.position)?;
    let ProofBounds { at_least, at_most } = request.claims;
    let position = &origin.position;
    for (bound, holds) in [
        (at_least, true),
        (at_most.map(|bound| bound.saturating_add(1)), false),
    ] {
        let Some(bound) = bound else { continue };
        let range = game.value_range();
        let reaches = if (range.min + 1..=range.max).contains(&bound) {
            let searching = &mut |effort: &Effort| go_on(ProofProgress::Searching(*effort));
            solver.reaches(position, bound, searching)
        } else {
            // The value range decides the claim.
            Some(bound <= range.min)
        };
        if reaches.ok_or(ProveError::Stopped)? != holds {
            let text = match holds {
                true => format!("the value is not at least {bound:+}"),
                false => format!("the value is not at most {:+}", bound - 1),
            };
            return Err(ProveError::NotSo(text));
        }
    }
    let header = ProofHeader {
        game: game.spec(),
        board: origin.board,
        moves: origin.moves.clone(),
        at_least,
        at_most,
        walk: WalkKind::within(request.memory, request.knowledge),
        program: request.program.clone(),
    };
    // Shared by the search and the walk, which never call it at the same time.
    let go_on = std::cell::RefCell::new(go_on);
    let mut searching = |effort: &Effort| (go_on.borrow_mut())(ProofProgress::Searching(*effort));
    let (start, choice) = (position.clone(), request.moves);
    let mut prover = Prover::new(game, factory, solver, start, choice, &mut searching)?;
    let nodes = walk_through(&header, &mut prover, find_rules, &mut |walking| {
        (go_on.borrow_mut())(walking)
    });
    let moves: ChosenMoves = prover.into_moves();
    Ok(Proof {
        header,
        moves,
        nodes: nodes?,
    })
}

/// Runs the checker's walk with the moves of `winner`; returns the number of its nodes.
fn walk_through<W: Winner<Error = NotWon>>(
    header: &ProofHeader,
    winner: &mut W,
    find_rules: &FindRules<'_>,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<u64, ProveError> {
    let budget = Budget::new(Limits {
        time: None,
        memory: u64::MAX,
    });
    let walked = walk(header, winner, &budget, find_rules, &mut |walked| {
        go_on(ProofProgress::Walking(*walked))
    });
    match walked {
        Ok(walked) => Ok(walked.nodes),
        Err(WalkError::NoRules(error)) => Err(ProveError::NoRules(error)),
        Err(WalkError::Failed(failure)) => Err(ProveError::Refused(failure)),
        Err(WalkError::Undecided(limit)) => Err(ProveError::Undecided(limit)),
        Err(WalkError::Stopped) => Err(ProveError::Stopped),
        Err(WalkError::Winner { cause, place }) => Err(match cause {
            NotWon::Stopped => ProveError::Stopped,
            NotWon::NoMove => ProveError::Refused(Box::new(place)),
        }),
    }
}

/// The exact value of a position of `game` for its side to move, by bisection. Use it to choose
/// [`ProofBounds`].
///
/// # Errors
///
/// Fails if the position cannot be read, or if `go_on` returned false.
pub fn exact_value<G: Keyed + Notation>(
    game: &G,
    solver: &mut dyn BinarySolver<G>,
    position: &str,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<Value, ProveError> {
    let position = ProofOrigin::read(game, position)?.position;
    let range = game.value_range();
    let (mut lower, mut upper) = (range.min, range.max);
    while lower < upper {
        let bound = Interval { lower, upper }.middle();
        let searching = &mut |effort: &Effort| go_on(ProofProgress::Searching(*effort));
        let reaches = solver.reaches(&position, bound, searching);
        let found = implied_bounds(game, bound, reaches.ok_or(ProveError::Stopped)?);
        (lower, upper) = (lower.max(found.lower), upper.min(found.upper));
        if !go_on(ProofProgress::Bounds(Interval { lower, upper })) {
            return Err(ProveError::Stopped);
        }
    }
    Ok(lower)
}
