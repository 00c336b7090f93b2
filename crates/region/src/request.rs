//! A request to solve a game, and the closure that it defines.

use solveig_format::Scope;
use solveig_game::{Game, Reduction};
use solveig_search::solvers::SolverFactory;

use crate::{CertificateScope, RefutationMethod, ScopeClosure};

/// The region and certificate that a caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveRequest {
    /// What is certified.
    pub scope: Scope,
    /// Whether symmetric positions count as one.
    pub reduction: Reduction,
    /// Positions above this level are left to search; `None` for the game's default.
    pub cut: Option<u32>,
    /// The method of the certificate; `None` for the region alone.
    pub refutation: Option<RefutationMethod>,
    /// Positions above this level are left to the checker's search; `None` for the game's default,
    /// at most the cut.
    pub certificate_cut: Option<u32>,
}

impl Default for SolveRequest {
    /// Scope semi-strong up to symmetry, with default cuts and without a certificate.
    fn default() -> Self {
        Self {
            scope: Scope::SemiStrong,
            reduction: Reduction::Canonical,
            cut: None,
            refutation: None,
            certificate_cut: None,
        }
    }
}

impl<G: Game> ScopeClosure<G> {
    /// The closure of a request, with the knowledge and the default cuts of the game's solvers.
    pub fn for_request(game: &G, factory: &dyn SolverFactory<G>, request: &SolveRequest) -> Self {
        let defaults = factory.default_cuts();
        let without_last = |levels: u32| game.max_level().saturating_sub(levels);
        let cut = request
            .cut
            .unwrap_or_else(|| without_last(defaults.artifact));
        let to_level = request
            .certificate_cut
            .unwrap_or_else(|| cut.min(without_last(defaults.certificate)));
        Self {
            game: game.clone(),
            knowledge: factory.knowledge(),
            scope: request.scope,
            reduction: request.reduction,
            cut,
            proof: request.refutation.map(|refutation| CertificateScope {
                refutation,
                to_level,
            }),
        }
    }
}
