//! Solves games and writes their solutions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use solveig_format::Scope;
use solveig_game::Reduction;
use solveig_region::{
    BuildProgress, Closure, Estimate, Helpers, RefutationMethod, RegionLevel, ScopeClosure,
    SolveRequest, SolveSummary, solve_with_helpers,
};

use crate::{Error, Solvable, SolverOptions};

/// Starts the request to solve a game; [`Solve::write`] executes it, [`Solve::estimate`] says what
/// it would take.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// use solveig::{AnyGame, Scope};
///
/// let game = AnyGame::parse("mnk:3x3?k=3")?;
/// let solved = solveig::solve(&game)
///     .scope(Scope::SemiStrong)
///     .certificate("ttt.cert")
///     .write("ttt.sol")?;
/// assert_eq!(solved.root_value, 0);
/// # Ok::<(), solveig::Error>(())
/// ```
pub fn solve<G: Solvable>(game: &G) -> Solve<'_, G> {
    Solve {
        game,
        scope: Scope::SemiStrong,
        symmetry: true,
        certificate: None,
        cut: None,
        certificate_cut: None,
        solvers: SolverOptions::default(),
        helpers: None,
        progress: Box::new(|_| {}),
    }
}

/// The levels up to which an artifact and a certificate reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// The level up to which positions are stored.
    pub artifact: u32,
    /// The level up to which they are proved.
    pub certificate: u32,
}

/// A request to solve a game (builder). See [`solve`].
#[must_use = "nothing is solved before `write`"]
pub struct Solve<'a, G> {
    game: &'a G,
    scope: Scope,
    symmetry: bool,
    certificate: Option<PathBuf>,
    cut: Option<u32>,
    certificate_cut: Option<u32>,
    solvers: SolverOptions,
    helpers: Option<&'a mut dyn Helpers>,
    progress: Box<dyn FnMut(&BuildProgress) + 'a>,
}

impl<'a, G: Solvable> Solve<'a, G> {
    /// Sets the scope; the default is [`Scope::SemiStrong`].
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Sets whether symmetric positions are stored as one, as they are by default.
    pub fn symmetry(mut self, symmetry: bool) -> Self {
        self.symmetry = symmetry;
        self
    }

    /// Also writes a certificate, with which a checker can confirm without a long search that no
    /// other move is better.
    pub fn certificate(mut self, path: impl Into<PathBuf>) -> Self {
        self.certificate = Some(path.into());
        self
    }

    /// Stores positions up to this level; queries above it are answered by search. The default
    /// depends on the game.
    pub fn cut(mut self, level: u32) -> Self {
        self.cut = Some(level);
        self
    }

    /// Writes the certificate up to this level; the checker searches above it. The default depends
    /// on the game.
    pub fn certificate_cut(mut self, level: u32) -> Self {
        self.certificate_cut = Some(level);
        self
    }

    /// Sets the solvers that find values, and when they stop; what was solved until then is kept
    /// for the next call. Of this, the files depend on the knowledge alone, from which the default
    /// cuts and the moves of a certificate come.
    pub fn solvers(mut self, solvers: SolverOptions) -> Self {
        self.solvers = solvers;
        self
    }

    /// Has other processes answer questions of some levels. The files are the same, provided that
    /// the answers are right.
    pub fn helpers(mut self, helpers: &'a mut dyn Helpers) -> Self {
        self.helpers = Some(helpers);
        self
    }

    /// Sets a callback for progress.
    pub fn progress(mut self, progress: impl FnMut(&BuildProgress) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Solves the game and writes the artifact to this file, replacing an existing one.
    ///
    /// The bytes depend on the request only, not on threads, memory or interruptions. Unfinished
    /// work is kept beside the artifact in `FILE.work`; an interrupted solve resumes from there.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written, if the cut is below the level of the start, if levels do
    /// not rise with every move, if values depend on history, if keys exceed 128 bits, or if it is
    /// stopped.
    pub fn write(mut self, artifact: impl AsRef<Path>) -> Result<SolveSummary, Error> {
        let artifact = artifact.as_ref();
        if self.certificate.as_deref() == Some(artifact) {
            return Err(Error::OneFileForTwo {
                path: artifact.to_owned(),
            });
        }
        let closure = self.closure();
        closure.check()?;
        let mut oracles = self.solvers.solvers(self.game)?;
        Ok(solve_with_helpers(
            &closure,
            artifact,
            self.certificate.as_deref(),
            &mut oracles,
            &self.solvers.stop,
            self.helpers,
            &mut *self.progress,
        )?)
    }

    /// Estimates from samples, in about the time `limit`, how large the files of this request will
    /// be, and how long one thread would take. Nothing is written.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let game = solveig::AnyGame::parse("mnk:3x3?k=3")?;
    /// let estimate = solveig::solve(&game).estimate(Duration::from_secs(1))?;
    /// assert!(estimate.artifact.bytes.expected < 4096.0);
    /// # Ok::<(), solveig::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`write`](Self::write) if the game or the cut does not suit, or if it is stopped.
    pub fn estimate(self, limit: Duration) -> Result<Estimate, Error> {
        let closure = self.closure();
        closure.check()?;
        let mut oracle = self.solvers.solver(self.game)?;
        let stop = &self.solvers.stop;
        let estimate = solveig_region::estimate(&closure, &mut oracle, limit, stop)?;
        Ok(estimate)
    }

    /// Counts the positions of the region level by level, by a search of their values. An
    /// interrupted count goes on from the directory `work` if there is one.
    ///
    /// # Errors
    ///
    /// Fails if the game or the cut does not suit, if `work` cannot be written, or if it is
    /// stopped.
    pub fn count(self, work: Option<&Path>) -> Result<Vec<RegionLevel>, Error> {
        let closure = self.closure();
        self.count_closure(&closure, work)
    }

    /// Counts the positions of the region and of its least proof, like [`count`](Self::count).
    ///
    /// # Errors
    ///
    /// Fails like [`count`](Self::count).
    pub fn count_least_proof(self, work: Option<&Path>) -> Result<Vec<RegionLevel>, Error> {
        let closure = self.closure_with(Some(RefutationMethod::Canonical));
        self.count_closure(&closure, work)
    }

    /// Counts the positions of a closure of the caller's, like [`count`](Self::count).
    ///
    /// # Errors
    ///
    /// Fails like [`count`](Self::count).
    pub fn count_closure(
        mut self,
        closure: &impl Closure<Game = G>,
        work: Option<&Path>,
    ) -> Result<Vec<RegionLevel>, Error> {
        let mut oracles = self.solvers.solvers(self.game)?;
        let (stop, progress) = (&self.solvers.stop, &mut *self.progress);
        let counted = solveig_region::count(closure, work, &mut oracles, stop, progress)?;
        Ok(counted)
    }

    /// The levels up to which the files of this request reach.
    pub fn cuts(&self) -> Cuts {
        let closure = self.closure_with(Some(RefutationMethod::FirstInOrder));
        Cuts {
            artifact: closure.cut,
            certificate: closure.proof.map_or(closure.cut, |proof| proof.to_level),
        }
    }

    /// The closure of the request.
    fn closure(&self) -> ScopeClosure<G> {
        let certificate = self.certificate.as_ref();
        self.closure_with(certificate.map(|_| RefutationMethod::FirstInOrder))
    }

    fn closure_with(&self, refutation: Option<RefutationMethod>) -> ScopeClosure<G> {
        let request = SolveRequest {
            scope: self.scope,
            reduction: match self.symmetry {
                true => Reduction::Canonical,
                false => Reduction::None,
            },
            cut: self.cut,
            refutation,
            certificate_cut: self.certificate_cut,
        };
        let factory = self.solvers.factory(self.game);
        ScopeClosure::for_request(self.game, &*factory, &request)
    }
}
