//! Proofs that are written, checked, and damaged.

mod alone;
mod games;
mod go_rules;
mod history_free;
mod hostile;

use std::sync::Arc;

use solveig_format::proof::{MemoryLimits, Proof, ProofReader};
use solveig_game::{Game, Notation, Reduction, Spec, Symmetric, Value};
use solveig_games::go::Go;
use solveig_region::proof::{MoveChoice, ProofBounds, ProofProgress, ProveError, Request, prove};
use solveig_search::binary::{BinarySolver, Resources};
use solveig_search::knowledge::GameKnowledge;
use solveig_search::solvers::{SolverFactory, SolverName, Solvers};
use solveig_verify::proof::{ProofError, ProofReport, verify_proof};
use solveig_verify::{Limits, none_given};

/// The bytes of a table or a tree in which small games are proven at once.
const MEMORY: u64 = 1 << 22;

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

fn at_least(bound: Value) -> ProofBounds {
    ProofBounds {
        at_least: Some(bound),
        at_most: None,
    }
}

fn at_most(bound: Value) -> ProofBounds {
    ProofBounds {
        at_least: None,
        at_most: Some(bound),
    }
}

fn exactly(value: Value) -> ProofBounds {
    ProofBounds {
        at_least: Some(value),
        at_most: Some(value),
    }
}

fn request(position: &str, claims: ProofBounds) -> Request {
    Request {
        position: position.to_owned(),
        claims,
        knowledge: true,
        moves: MoveChoice::Canonical,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    }
}

/// A game with the solvers that use some knowledge of it.
struct Fixture<G: Game> {
    game: G,
    factory: Arc<dyn SolverFactory<G>>,
}

impl<G: Symmetric + Notation> Fixture<G> {
    fn new<K: GameKnowledge<G>>(game: G, knowledge: K) -> Self {
        let factory = Solvers::shared(&game, knowledge);
        Self { game, factory }
    }

    fn resources(&self, table: u64, tree: u64) -> Resources {
        Resources::for_game(&self.game, Reduction::Canonical, table, tree).unwrap()
    }

    fn solver(&self, name: SolverName) -> Box<dyn BinarySolver<G>> {
        self.solver_with(name, &self.resources(MEMORY, MEMORY))
    }

    fn solver_with(&self, name: SolverName, resources: &Resources) -> Box<dyn BinarySolver<G>> {
        self.factory.binary(name, resources).unwrap()
    }

    fn prove(
        &self,
        solver: &mut dyn BinarySolver<G>,
        request: &Request,
    ) -> Result<Proof, ProveError> {
        self.prove_while(solver, request, &mut |_| true)
    }

    fn prove_while(
        &self,
        solver: &mut dyn BinarySolver<G>,
        request: &Request,
        go_on: &mut dyn FnMut(ProofProgress) -> bool,
    ) -> Result<Proof, ProveError> {
        let factory = &*self.factory;
        prove(&self.game, factory, solver, request, &none_given, go_on)
    }
}

/// What the checker says of a file.
fn check(bytes: &[u8]) -> Result<ProofReport, ProofError> {
    let proof = ProofReader::from_bytes(bytes)?;
    verify_proof(&proof, Limits::default(), &none_given, &mut |_, _| {})
}

/// Makes the digest of a file hold.
fn seal(bytes: &mut [u8]) {
    let at = bytes.len() - 40;
    let digest = *blake3::hash(&bytes[..at]).as_bytes();
    bytes[at..at + 32].copy_from_slice(&digest);
}
