//! A board, what is estimated of it, and what solving it brings about.

use std::time::Instant;

use solveig_game::{Game, Reduction};
use solveig_games::{AnyGame, Solvable};
use solveig_region::{
    CertificateScope, Closure, Estimate, EstimateEffort, RefutationMethod, Scope, estimate, solve,
};
use solveig_search::Oracle;
use solveig_search::solvers::SolverName;

/// A closure to estimate and to build.
#[derive(Clone, Debug)]
pub struct Board {
    pub spec: String,
    pub scope: Scope,
    pub reduction: Reduction,
}

/// What solving a board brought about.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    pub artifact: u64,
    pub artifact_bytes: u64,
    pub certificate: Option<u64>,
    pub nodes: u64,
    pub seconds: f64,
}

impl Board {
    /// A board by the words of the command line: `hex:4x4 weak`, `hex:4x4 weak without-symmetry`.
    pub fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[spec, scope] | &[spec, scope, _]) = &words[..] else {
            panic!("{text}: expected a game and a scope");
        };
        Self {
            spec: spec.to_owned(),
            scope: match scope {
                "weak" => Scope::Weak,
                "semi-strong" => Scope::SemiStrong,
                "strong" => Scope::Strong,
                _ => panic!("{scope}: expected weak, semi-strong or strong"),
            },
            reduction: match words.get(2) {
                None => Reduction::Canonical,
                Some(&"without-symmetry") => Reduction::None,
                Some(other) => panic!("{other}: expected without-symmetry"),
            },
        }
    }

    /// The estimate.
    pub fn look(&self, effort: &EstimateEffort) -> Estimate {
        let (closure, mut oracle) = self.closure();
        estimate(&closure, &mut oracle, effort).unwrap()
    }

    /// What solving it brings about, on one thread.
    pub fn truth(&self) -> Truth {
        let (closure, oracle) = self.closure();
        let directory = tempfile::tempdir().unwrap();
        let artifact = directory.path().join("artifact.sol");
        let certificate = directory.path().join("certificate.cert");
        let certificate = closure.proof.is_some().then_some(certificate.as_path());
        let started = Instant::now();
        let solved = solve(&closure, &artifact, certificate, &mut [oracle], &mut |_| {}).unwrap();
        Truth {
            artifact: solved.artifact.records,
            artifact_bytes: solved.artifact.bytes,
            certificate: solved.certificate.as_ref().map(|summary| summary.records),
            nodes: solved.nodes,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn closure(&self) -> (Closure<AnyGame>, Box<dyn Oracle<AnyGame>>) {
        let game = AnyGame::parse(&self.spec).unwrap();
        let solvers = game.solvers(true);
        let resources = solvers.resources(SolverName::Fastest, MEMORY, 1).unwrap();
        let oracles = solvers.solvers(SolverName::Fastest, &resources, 1);
        let (up_to, cuts) = (|levels| game.max_level() - levels, solvers.default_cuts());
        let cut = up_to(cuts.artifact);
        let to_level = cut.min(up_to(cuts.certificate));
        let closure = Closure {
            cut,
            proof: (self.scope == Scope::SemiStrong).then_some(CertificateScope {
                refutation: RefutationMethod::FirstInOrder,
                to_level,
            }),
            game,
            knowledge: solvers.knowledge(),
            scope: self.scope,
            reduction: self.reduction,
        };
        (closure, oracles.unwrap().remove(0))
    }
}

/// Bytes of the solver's table.
const MEMORY: u64 = 64 << 20;
