//! Proves bounds on the value of one position, in games with and without repetition rules.

use std::path::Path;

use solveig_format::proof::{MemoryLimits, Proof};
use solveig_games::Solvable;
use solveig_region::proof::{Claims, MoveChoice, ProofProgress, Request, exact_value};
use solveig_search::StopToken;
use solveig_search::solvers::SolverName;
use solveig_verify::proof::{ProofReport, verify_proof_file};
use solveig_verify::{Limits, none_given};

use crate::Error;
use crate::solver::MEMORY;

/// Starts the request to prove bounds on the value of `position` (a move list or a board; `-` is
/// the start) for its side to move; [`Prove::write`] executes it.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// let game = solveig::AnyGame::parse("go:2x3")?;
/// let proof = solveig::prove(&game, "-").write("go-2x3.proof")?;
/// let report = solveig::verify_proof("go-2x3.proof")?;
/// assert_eq!((report.header.at_least, report.header.at_most), (Some(0), Some(0)));
/// assert_eq!(report.walked.nodes, proof.nodes);
///
/// // A claim that is false leaves no file.
/// let claims = solveig::Claims { at_least: Some(1), at_most: None };
/// assert!(solveig::prove(&game, "-").claims(claims).write("false.proof").is_err());
/// assert!(!std::path::Path::new("false.proof").exists());
/// # Ok::<(), solveig::Error>(())
/// ```
pub fn prove<'a, G: Solvable>(game: &'a G, position: &'a str) -> Prove<'a, G> {
    Prove {
        game,
        position,
        claims: None,
        stop: StopToken::never(),
        progress: Box::new(|_| {}),
    }
}

/// A request to prove bounds (builder). See [`prove`].
#[must_use = "nothing is proved before `write`"]
pub struct Prove<'a, G> {
    game: &'a G,
    position: &'a str,
    claims: Option<Claims>,
    stop: StopToken,
    progress: Box<dyn FnMut(&ProofProgress) + 'a>,
}

impl<'a, G: Solvable> Prove<'a, G> {
    /// Sets the bounds; the default is the exact value.
    pub fn claims(mut self, claims: Claims) -> Self {
        self.claims = Some(claims);
        self
    }

    /// Ends the work when `stop` says so: at a time, or when a flag is set.
    pub fn stop(mut self, stop: StopToken) -> Self {
        self.stop = stop;
        self
    }

    /// Sets a callback for progress.
    pub fn progress(mut self, progress: impl FnMut(&ProofProgress) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Proves the claims and writes the proof to the file `path`, replacing an existing one.
    ///
    /// The bytes depend on the request only. For a game that the checker has no rules for, see
    /// [`solveig_region::proof::prove`], which accepts rules.
    ///
    /// # Errors
    ///
    /// Fails if the position cannot be read, if nothing is claimed, if a claim is false, if the
    /// checker has no rules for the game, if the file cannot be written, or if it is stopped.
    pub fn write(mut self, path: impl AsRef<Path>) -> Result<Proof, Error> {
        let (game, stop) = (self.game, &self.stop);
        let factory = game.solvers(true);
        let resources = factory.resources(SolverName::DfPn, MEMORY, 1)?;
        let solver = factory.binary(SolverName::DfPn, &resources);
        let mut solver = solver.expect("df-pn answers binary questions");
        solver.set_stop(stop.clone());
        let mut go_on = |now: ProofProgress| {
            (self.progress)(&now);
            !stop.is_stopped()
        };
        let claims = match self.claims {
            Some(claims) => claims,
            None => {
                let value = exact_value(game, &mut *solver, self.position, &mut go_on)?;
                Claims {
                    at_least: Some(value),
                    at_most: Some(value),
                }
            }
        };
        let request = Request {
            position: self.position.to_owned(),
            claims,
            knowledge: true,
            moves: MoveChoice::Canonical,
            memory: MemoryLimits::default(),
            program: concat!("solveig ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        let proof = solveig_region::proof::prove(
            game,
            &*factory,
            &mut *solver,
            &request,
            &none_given,
            &mut go_on,
        )?;
        proof.write(path.as_ref())?;
        Ok(proof)
    }
}

/// Checks a proof about a built-in game by rules that share no code with the solver's.
///
/// # Errors
///
/// Fails if the file is wrong, or could not be checked.
pub fn verify_proof(path: impl AsRef<Path>) -> Result<ProofReport, Error> {
    let report = verify_proof_file(
        path.as_ref(),
        Limits::default(),
        &none_given,
        &mut |_, _| {},
    )?;
    Ok(report)
}
