//! The solvers of binary questions.

use solveig_game::Symmetric;
use solveig_search::binary::{BinarySolver, Conjecture, ExpectedWork, Resources};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::{SolverName, Solvers};

/// All of them, Expected Work Search with further conjectures too.
pub fn all() -> Vec<SolverName> {
    let further = [Conjecture::Answer(true), Conjecture::Nobody]
        .map(|one| SolverName::ExpectedWork(ExpectedWork::default().conjecturing(one)));
    let binary = SolverName::ALL.into_iter().filter(|one| one.is_binary());
    binary.chain(further).collect()
}

/// The solver of this name.
pub fn solver<G: Symmetric, K: GameKnowledge<G>>(
    name: SolverName,
    game: &G,
    knowledge: &K,
    resources: &Resources,
) -> Box<dyn BinarySolver<G>> {
    let factory = Solvers::shared(game, knowledge.clone());
    factory.binary(name, resources).unwrap()
}
