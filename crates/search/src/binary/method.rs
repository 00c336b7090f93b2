//! The binary solvers by name.

use std::fmt;

use solveig_game::{GameExt, Symmetric};

use super::policy::Policy;
use super::{
    BestFirst, BinarySolver, Conjecture, DfPn, ExpectedWork, IterativeDeepening, Mcts,
    ProofNumbers, Resources, WorkEstimate,
};
use crate::Knowledge;

/// A binary solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Expected Work Search (Randall et al. 2024), or one of its ablations.
    ExpectedWork(ExpectedWork),
    /// Proof-number search.
    ProofNumbers,
    /// Depth-first proof-number search.
    DfPn,
    /// The Monte-Carlo tree search solver.
    Mcts,
    /// Alpha-beta with iterative deepening.
    IterativeDeepening,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::Expected)),
        Self::ExpectedWork(
            ExpectedWork::with(WorkEstimate::Expected).conjecturing(Conjecture::Answer(true)),
        ),
        Self::ExpectedWork(
            ExpectedWork::with(WorkEstimate::Expected).conjecturing(Conjecture::Nobody),
        ),
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::SizeAlone)),
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::RateAlone)),
        Self::ProofNumbers,
        Self::DfPn,
        Self::Mcts,
        Self::IterativeDeepening,
    ];

    /// The ε of the 1 + ε trick in df-pn: the factor by which another child has to be better before
    /// the search switches. Doubled in games that depend on history.
    pub const EPSILON: f64 = 0.25;

    /// Builds a solver of this kind with default parameters.
    ///
    /// # Panics
    ///
    /// Panics if a table was made for another game.
    pub fn solver<G: Symmetric, K: Knowledge<G> + Clone>(
        self,
        game: &G,
        knowledge: &K,
        resources: &Resources,
    ) -> Box<dyn BinarySolver<G>> {
        fn grown<G: Symmetric, K: Knowledge<G> + Clone, P: Policy + 'static>(
            game: G,
            knowledge: K,
            resources: &Resources,
            policy: P,
        ) -> Box<dyn BinarySolver<G>> {
            Box::new(BestFirst::new(game, knowledge, resources, policy))
        }
        let (game, knowledge) = (game.clone(), knowledge.clone());
        match self {
            Self::ExpectedWork(settings) => {
                let mut resources = resources.clone();
                resources.seed = settings.seed;
                grown(game, knowledge, &resources, settings)
            }
            Self::ProofNumbers => grown(game, knowledge, resources, ProofNumbers),
            Self::Mcts => grown(game, knowledge, resources, Mcts::default()),
            Self::DfPn if game.depends_on_history() => {
                Box::new(DfPn::new(game, knowledge, resources, 2.0 * Self::EPSILON))
            }
            Self::DfPn => {
                // Where every empty cell is a move, all positions of a level have equal mobility.
                let mobility = game.connection().is_none();
                let search = DfPn::new(game, knowledge, resources, Self::EPSILON);
                Box::new(search.with_mobility(mobility))
            }
            Self::IterativeDeepening => {
                Box::new(IterativeDeepening::new(game, knowledge, resources))
            }
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ExpectedWork(settings) => settings.fmt(f),
            Self::ProofNumbers => f.pad("pns"),
            Self::DfPn => f.pad("df-pn"),
            Self::Mcts => f.pad("mcts"),
            Self::IterativeDeepening => f.pad("deepening"),
        }
    }
}
