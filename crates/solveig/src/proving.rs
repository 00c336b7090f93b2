//! Proves bounds on the value of one position, in games with and without repetition rules.

use std::path::Path;

use solveig_format::proof::MemoryLimits;
use solveig_game::{Game, Spec, Value};
use solveig_games::Solvable;
use solveig_games::go::Go;
use solveig_games::go::knowledge::history_free::{HistoryFreeSearch, SearchOptions};
use solveig_region::proof::{
    HistoryFreeRequest, MoveChoice, ProofBounds, ProofProgress, ProveError, Request, WholeProof,
    exact_value, prove_history_free,
};
use solveig_search::binary::BinarySolver;
use solveig_verify::proof::{ProofReport, verify_proof_file};
use solveig_verify::{FindRules, Limits, none_given, rules_for};

use crate::{Error, SolverOptions};

/// Starts the request to prove bounds on the value of `position` (a move list or a board; `-` is
/// the start) for its side to move; [`Prove::write`] executes it.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// let game = solveig::AnyGame::parse("go:2x3")?;
/// let proved = solveig::prove(&game, "-").write("go-2x3.proof")?;
/// let report = solveig::verify_proof("go-2x3.proof")?;
/// assert_eq!((report.header.at_least, report.header.at_most), (Some(0), Some(0)));
/// assert_eq!(report.walked.nodes, proved.proof.nodes);
///
/// // The value is not at least 1, so it is at most 0.
/// let proved = solveig::prove(&game, "-").at_least(1).find()?;
/// assert_eq!(proved.claims, solveig::ProofBounds { at_least: None, at_most: Some(0) });
///
/// // A claim that is false leaves no file.
/// let claims = solveig::ProofBounds { at_least: Some(1), at_most: None };
/// assert!(solveig::prove(&game, "-").claims(claims).write("false.proof").is_err());
/// assert!(!std::path::Path::new("false.proof").exists());
/// # Ok::<(), solveig::Error>(())
/// ```
pub fn prove<'a, G: Solvable>(game: &'a G, position: &'a str) -> Prove<'a, G> {
    Prove {
        game,
        position,
        goal: Goal::Value,
        moves: ProofMoves::Canonical,
        rules: &none_given,
        solvers: SolverOptions::default(),
        searching: None,
        progress: Box::new(|_| {}),
    }
}

/// A request to prove bounds (builder). See [`prove`].
#[must_use = "nothing is proved before `write` or `find`"]
pub struct Prove<'a, G> {
    game: &'a G,
    position: &'a str,
    goal: Goal,
    moves: ProofMoves,
    rules: &'a FindRules<'a>,
    solvers: SolverOptions,
    /// A solver in place of the one that `solvers` describes.
    searching: Option<&'a mut dyn BinarySolver<G>>,
    progress: Box<dyn FnMut(&ProofProgress) + 'a>,
}

/// What a proof is to show.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// Both bounds, so that the proof shows the value itself.
    Value,
    /// That the value is at least so much, or that it is less.
    AtLeast(Value),
    /// These bounds.
    Claims(ProofBounds),
}

/// Which of the winner's moves a proof holds where several win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofMoves {
    /// Moves that follow from the claim alone.
    #[default]
    Canonical,
    /// Those that the solver found: far faster where wrong moves are hard to refute, as in Go. The
    /// file then depends on the solver, its memory and its threads.
    Found,
    /// Those of strategies in Go that win although the loser may repeat positions, found by a
    /// search of its own with one thread. Far larger boards have such proofs, but not every value
    /// has one. The file then depends on the memory.
    HistoryFree,
}

impl<'a, G: Solvable> Prove<'a, G> {
    /// Proves these bounds, which must hold. By default the exact value is proved.
    ///
    /// With [`ProofMoves::HistoryFree`], two bounds are proved by the exact value.
    pub fn claims(mut self, claims: ProofBounds) -> Self {
        self.goal = Goal::Claims(claims);
        self
    }

    /// Proves that the value is at least `bound`, or that it is less, whichever holds.
    pub fn at_least(mut self, bound: Value) -> Self {
        self.goal = Goal::AtLeast(bound);
        self
    }

    /// Sets which moves the proof holds; the default is [`ProofMoves::Canonical`].
    pub fn moves(mut self, moves: ProofMoves) -> Self {
        self.moves = moves;
        self
    }

    /// Sets where the checker, which walks through the proof, finds rules of games for which it has
    /// none of its own.
    pub fn rules(mut self, rules: &'a FindRules<'a>) -> Self {
        self.rules = rules;
        self
    }

    /// Sets the solver that finds out who wins, which must be one
    /// [of yes-or-no questions](solveig_search::solvers::SolverName::is_binary), and when it stops.
    /// A proof without knowledge of the game is longer.
    pub fn solvers(mut self, solvers: SolverOptions) -> Self {
        self.solvers = solvers;
        self
    }

    /// Searches with this solver in place of one of its own, for example with one that wraps a
    /// [`SolverOptions::binary_solver`] and saves its state now and then. The token that stops it
    /// is left as it is.
    pub fn search_with(mut self, solver: &'a mut dyn BinarySolver<G>) -> Self {
        self.searching = Some(solver);
        self
    }

    /// Sets a callback for progress.
    pub fn progress(mut self, progress: impl FnMut(&ProofProgress) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Proves the claims and writes the proof to the file `path`, replacing an existing one.
    ///
    /// The bytes of a proof with canonical moves depend on the claims and the knowledge only.
    ///
    /// # Errors
    ///
    /// Fails if the position cannot be read, if nothing is claimed, if a claim is false, if the
    /// checker has no rules for the game, if the file cannot be written, or if it is stopped.
    pub fn write(self, path: impl AsRef<Path>) -> Result<WholeProof, Error> {
        let found = self.find()?;
        found.proof.write(path.as_ref())?;
        Ok(found)
    }

    /// Proves the claims without writing a file.
    ///
    /// # Errors
    ///
    /// Fails like [`write`](Self::write).
    pub fn find(self) -> Result<WholeProof, Error> {
        rules_for(&self.game.spec(), self.rules).map_err(ProveError::NoRules)?;
        match self.moves {
            ProofMoves::Canonical => self.find_by_solver(MoveChoice::Canonical),
            ProofMoves::Found => self.find_by_solver(MoveChoice::Found),
            ProofMoves::HistoryFree => self.find_history_free(),
        }
    }

    /// Finds a proof with a solver of yes-or-no questions.
    fn find_by_solver(mut self, moves: MoveChoice) -> Result<WholeProof, Error> {
        let mut own = None;
        let solver = match self.searching.take() {
            Some(solver) => solver,
            None => {
                let solver = own.insert(self.solvers.binary_solver(self.game)?);
                solver.set_stop(self.solvers.stop.clone());
                &mut **solver
            }
        };
        let mut go_on = |now: ProofProgress| {
            (self.progress)(&now);
            !self.solvers.stop.is_stopped()
        };
        let claims = claims_by(self.game, solver, self.position, self.goal, &mut go_on)?;
        let request = Request {
            position: self.position.to_owned(),
            claims,
            knowledge: self.solvers.knowledge,
            moves,
            memory: MemoryLimits::default(),
            program: program(),
        };
        let proof = solveig_region::proof::prove(
            self.game,
            &*self.solvers.factory(self.game),
            solver,
            &request,
            self.rules,
            &mut go_on,
        )?;
        Ok(WholeProof {
            claims,
            proof,
            visits: solver.effort().nodes,
        })
    }

    /// Finds strategies of Go that win although the loser may repeat positions.
    fn find_history_free(mut self) -> Result<WholeProof, Error> {
        let game = self.game.spec();
        let go = Go::from_spec(&Spec::parse(&game)?).ok();
        let go = go.filter(|go| go.spec() == game && HistoryFreeSearch::suits(go));
        let go = go.ok_or(Error::NotHistoryFree { game })?;
        let at_least = match self.goal {
            Goal::AtLeast(bound) => Some(bound),
            Goal::Claims(ProofBounds {
                at_least: Some(bound),
                at_most: None,
            }) => Some(bound),
            Goal::Claims(ProofBounds {
                at_least: None,
                at_most: Some(bound),
            }) => Some(bound.saturating_add(1)),
            Goal::Value | Goal::Claims(_) => None,
        };
        let request = HistoryFreeRequest {
            position: self.position.to_owned(),
            at_least,
            search: SearchOptions {
                bytes: self.solvers.memory,
            },
            program: program(),
        };
        let mut go_on = |now: ProofProgress| {
            (self.progress)(&now);
            !self.solvers.stop.is_stopped()
        };
        let found = prove_history_free(&go, &request, self.rules, &self.solvers.stop, &mut go_on)?;
        if let Goal::Claims(claims) = self.goal {
            expect_shown(claims, found.claims)?;
        }
        Ok(found)
    }
}

/// The program that proofs name.
fn program() -> String {
    concat!("solveig ", env!("CARGO_PKG_VERSION")).to_owned()
}

/// The claims that reach the goal, as the solver finds out.
fn claims_by<G: Solvable>(
    game: &G,
    solver: &mut dyn BinarySolver<G>,
    position: &str,
    goal: Goal,
    go_on: &mut dyn FnMut(ProofProgress) -> bool,
) -> Result<ProofBounds, Error> {
    let bound = match goal {
        Goal::Claims(claims) => return Ok(claims),
        Goal::Value => {
            let value = exact_value(game, solver, position, go_on)?;
            return Ok(ProofBounds {
                at_least: Some(value),
                at_most: Some(value),
            });
        }
        Goal::AtLeast(bound) => bound,
    };
    let range = game.value_range();
    let reaches = if (range.min + 1..=range.max).contains(&bound) {
        let position = game.parse_position(position)?;
        let search = &mut |effort: &_| go_on(ProofProgress::Searching(*effort));
        let reaches = solver.reaches(&position, bound, search);
        reaches.ok_or(ProveError::Stopped)?
    } else {
        bound <= range.min
    };
    Ok(match reaches {
        true => ProofBounds {
            at_least: Some(bound),
            at_most: None,
        },
        false => ProofBounds {
            at_least: None,
            at_most: Some(bound - 1),
        },
    })
}

/// Fails unless what was found shows the claims.
fn expect_shown(claims: ProofBounds, found: ProofBounds) -> Result<(), ProveError> {
    let wrong = match claims {
        ProofBounds {
            at_least: Some(bound),
            ..
        } if found.at_least.is_none_or(|min| min < bound) => format!("at least {bound:+}"),
        ProofBounds {
            at_most: Some(bound),
            ..
        } if found.at_most.is_none_or(|max| max > bound) => format!("at most {bound:+}"),
        _ => return Ok(()),
    };
    Err(ProveError::NotSo(format!("the value is not {wrong}")))
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
