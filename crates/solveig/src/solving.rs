//! From a game to the files of its solution.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use solveig_format::Scope;
use solveig_game::Reduction;
use solveig_region::{
    BuildProgress, CertificateScope, Closure, RefutationMethod, Solved, Values, solve as build,
};
use solveig_search::solvers::SolverName;

use crate::solver::MEMORY;
use crate::{Error, Solvable};

/// Solves a game: say what is wanted, then [`write`](Solve::write) it.
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
        certificate: None,
        cut: None,
        certificate_cut: None,
        threads: None,
        memory: MEMORY,
        progress: Box::new(|_| {}),
    }
}

/// What is wanted of a solution. See [`solve`].
#[must_use = "nothing is solved before `write`"]
pub struct Solve<'a, G> {
    game: &'a G,
    scope: Scope,
    certificate: Option<PathBuf>,
    cut: Option<u32>,
    certificate_cut: Option<u32>,
    threads: Option<NonZeroUsize>,
    memory: u64,
    progress: Box<dyn FnMut(&BuildProgress) + 'a>,
}

impl<'a, G: Solvable> Solve<'a, G> {
    /// What is certified; [`Scope::SemiStrong`] if nothing is said.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Writes a certificate to this file, too: what a checker needs to confirm, without a long search, that no other move
    /// is better.
    pub fn certificate(mut self, path: impl Into<PathBuf>) -> Self {
        self.certificate = Some(path.into());
        self
    }

    /// Stores positions up to this level; those above it are searched when they are asked for. If nothing is said, the
    /// game's solver knows what is worth storing.
    pub fn cut(mut self, level: u32) -> Self {
        self.cut = Some(level);
        self
    }

    /// Writes the certificate up to this level; the checker searches above it.
    pub fn certificate_cut(mut self, level: u32) -> Self {
        self.certificate_cut = Some(level);
        self
    }

    /// How many threads to use; as many as the machine has cores if nothing is said.
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// How many bytes the table of the search may take; 256 MiB if nothing is said.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Is told how far the work has come.
    pub fn progress(mut self, progress: impl FnMut(&BuildProgress) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Solves the game and writes the artifact to this file, over what stands there.
    ///
    /// The same request makes the same bytes, whatever the threads, the memory and the interruptions. Unfinished work lies
    /// beside the artifact in `FILE.work`: a solve that was interrupted goes on from there.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written, if the cut is below the start, or if the game cannot be solved by levels (its
    /// levels do not rise with every move, its values depend on history, or its keys have more than 128 bits).
    pub fn write(mut self, artifact: impl AsRef<Path>) -> Result<Solved, Error> {
        let artifact = artifact.as_ref();
        if self.certificate.as_deref() == Some(artifact) {
            return Err(Error::OneFileForTwo {
                path: artifact.to_owned(),
            });
        }
        let factory = self.game.solvers(true);
        let cuts = factory.default_cuts();
        let up_to = |levels: u32| self.game.max_level().saturating_sub(levels);
        let cut = self.cut.unwrap_or_else(|| up_to(cuts.artifact));
        let certificate_cut = self.certificate_cut;
        let to_level = certificate_cut.unwrap_or_else(|| cut.min(up_to(cuts.certificate)));
        let closure = Closure {
            game: self.game.clone(),
            knowledge: factory.knowledge(),
            scope: self.scope,
            reduction: Reduction::Canonical,
            cut,
            proof: self.certificate.is_some().then_some(CertificateScope {
                refutation: RefutationMethod::FirstInOrder,
                to_level,
            }),
            values: Values::Solved,
        };
        closure.check()?;
        let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or_else(cores).get();
        let resources = factory.resources(SolverName::Fastest, self.memory, threads)?;
        let mut oracles = factory.solvers(SolverName::Fastest, &resources, threads)?;
        let certificate = self.certificate.as_deref();
        let progress = &mut *self.progress;
        Ok(build(
            &closure,
            artifact,
            certificate,
            &mut oracles,
            progress,
        )?)
    }
}
