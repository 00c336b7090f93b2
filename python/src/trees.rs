//! Explicit game trees, and the algorithms that search them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solveig_study::trees::algorithms::{Algorithm, Gamma, PrincipalVariation, Storage, run};
use solveig_study::trees::draw::{Drawing, svg};
use solveig_study::trees::event::NoopObserver;
use solveig_study::trees::random::RandomTrees;
use solveig_study::trees::{GameTree, Node, file};

use crate::answers;
use crate::errors::Kind;

/// The most nodes of a random tree.
const MAX_NODES: u64 = 20_000_000;

/// The most nodes that are drawn.
const MAX_DRAWN: usize = 20_000;

/// A tree with all its nodes, from nested lists of payoffs, in which the players take turns, or
/// from the JSON text of a file.
#[pyclass(frozen, module = "solveig.trees")]
pub struct Tree {
    tree: GameTree,
}

/// The algorithm with a name of the command line.
fn algorithm(name: &str, guess: i32) -> PyResult<Algorithm> {
    Ok(match name {
        "minimax" => Algorithm::Minimax,
        "alpha-beta" => Algorithm::AlphaBeta,
        "pvs" => Algorithm::PrincipalVariationSearch,
        "sss" => Algorithm::Sss,
        "mt-sss" => Algorithm::Mtd(Gamma::Sss, Storage::Weak),
        "mt-sss-heavy" => Algorithm::Mtd(Gamma::Sss, Storage::Heavy),
        "mt-dual" => Algorithm::Mtd(Gamma::Dual, Storage::Weak),
        "mt-dual-heavy" => Algorithm::Mtd(Gamma::Dual, Storage::Heavy),
        "mtd-f" => Algorithm::Mtd(Gamma::Guess(guess), Storage::Weak),
        "mtd-f-heavy" => Algorithm::Mtd(Gamma::Guess(guess), Storage::Heavy),
        "bisect" => Algorithm::Mtd(Gamma::Bisect, Storage::Weak),
        "scout" => Algorithm::Scout(PrincipalVariation::Bound, Storage::Heavy),
        other => {
            let said = format!(
                "there is no algorithm {other:?}; there are: minimax, alpha-beta, pvs, sss, \
                 mt-sss, mt-sss-heavy, mt-dual, mt-dual-heavy, mtd-f, mtd-f-heavy, bisect, scout"
            );
            return Err(PyValueError::new_err(said));
        }
    })
}

#[pymethods]
impl Tree {
    #[new]
    fn new(tree: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text: String = match tree.extract() {
            Ok(text) => text,
            Err(_) => {
                let json = tree.py().import("json")?;
                json.call_method1("dumps", (tree,))?.extract()?
            }
        };
        let tree = file::parse(&text).map_err(|error| Kind::Any.says(error))?;
        Ok(Self { tree })
    }

    /// A tree of uniform width and depth, of payoffs from 0 to `greatest_payoff`: the same for the
    /// same seed.
    #[staticmethod]
    #[pyo3(signature = (children=3, depth=4, *, greatest_payoff=99, seed=1))]
    fn random(
        py: Python<'_>,
        children: u32,
        depth: u32,
        greatest_payoff: i32,
        seed: u64,
    ) -> PyResult<Self> {
        let nodes = u64::from(children).checked_pow(depth);
        let is_small = nodes.is_some_and(|nodes| nodes <= MAX_NODES);
        if children == 0 || greatest_payoff < 0 || !is_small || depth > 10_000 {
            let said = format!(
                "expected one child or more, payoffs from 0 on, and at most {MAX_NODES} terminals"
            );
            return Err(PyValueError::new_err(said));
        }
        let trees = RandomTrees::uniform(children, depth, greatest_payoff);
        let tree = py.detach(|| trees.tree(seed));
        Ok(Self { tree })
    }

    /// The minimax value of the root, for Max.
    #[getter]
    fn value(&self, py: Python<'_>) -> i32 {
        py.detach(|| self.tree.values()[Node::ROOT.index()])
    }

    fn __len__(&self) -> usize {
        self.tree.len()
    }

    /// Runs an algorithm, one of `solveig.trees.ALGORITHMS`, and returns an `Outcome`. `guess` is
    /// where "mtd-f" begins.
    #[pyo3(signature = (algorithm="alpha-beta", *, guess=0))]
    fn run<'py>(
        slf: &Bound<'py, Self>,
        algorithm: &str,
        guess: i32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let named = self::algorithm(algorithm, guess)?;
        let tree = &slf.get().tree;
        let (value, counts) = py.detach(|| {
            let outcome = run(tree, named, &mut NoopObserver);
            (outcome.value, outcome.counts)
        });
        let fields = (
            slf,
            algorithm,
            guess,
            value,
            counts.leaves,
            counts.expansions,
            counts.visits,
            counts.revisits,
            counts.remembered,
        );
        answers::new(py, "Outcome", fields)
    }

    /// The part of the tree that an algorithm sees, in the whole tree, as SVG: with the bounds that
    /// it proves, or with optimal strategies of both players.
    #[pyo3(signature = (algorithm="minimax", *, guess=0, bounds=false, solution_trees=false))]
    fn svg(
        &self,
        py: Python<'_>,
        algorithm: &str,
        guess: i32,
        bounds: bool,
        solution_trees: bool,
    ) -> PyResult<String> {
        if self.tree.len() > MAX_DRAWN {
            let said = format!("{} nodes: expected at most {MAX_DRAWN}", self.tree.len());
            return Err(PyValueError::new_err(said));
        }
        let named = self::algorithm(algorithm, guess)?;
        let drawing = Drawing {
            bounds,
            solution_trees,
            critical_path: solution_trees,
            ..Drawing::default()
        };
        Ok(py.detach(|| svg(&run(&self.tree, named, &mut NoopObserver).search, &drawing)))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "minimax", 0, false, false)
    }

    /// The tree as the text of a file.
    fn json(&self) -> PyResult<String> {
        file::to_json(&self.tree).map_err(|error| Kind::Any.says(error))
    }

    fn __repr__(&self) -> String {
        format!("<Tree of {} nodes>", self.tree.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().json()?,)))
    }
}
