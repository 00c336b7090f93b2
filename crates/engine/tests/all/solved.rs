//! Games that are solved for a test.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use solveig_engine::{Effort, SearchScope};
use solveig_format::Scope;
use solveig_game::{Notation, Reduction, Symmetric};
use solveig_region::{CertificateScope, RefutationMethod, ScopeClosure};
use solveig_search::{NoKnowledge, PrincipalVariationSearch, TranspositionTable};

/// Writes the solution of a game, with positions of the levels up to `cut`.
pub fn solve<G: Symmetric + Notation>(game: &G, scope: Scope, cut: u32, folder: &Path) -> PathBuf {
    let [file, _] = write(&closure(game, scope, cut), folder);
    file
}

/// The same with a certificate beside it; symmetric positions are one if `reduction` says so.
pub fn certified<G: Symmetric + Notation>(
    game: &G,
    scope: Scope,
    cut: u32,
    reduction: Reduction,
    folder: &Path,
) -> [PathBuf; 2] {
    let proof = Some(CertificateScope {
        refutation: RefutationMethod::FirstInOrder,
        to_level: cut,
    });
    let closure = ScopeClosure {
        reduction,
        proof,
        ..closure(game, scope, cut)
    };
    write(&closure, folder)
}

fn closure<G: Symmetric>(game: &G, scope: Scope, cut: u32) -> ScopeClosure<G> {
    ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(NoKnowledge),
        scope,
        reduction: Reduction::Canonical,
        cut,
        proof: None,
    }
}

fn write<G: Symmetric + Notation>(closure: &ScopeClosure<G>, folder: &Path) -> [PathBuf; 2] {
    let files = ["game.sol", "game.cert"].map(|name| folder.join(name));
    let certificate = closure.proof.map(|_| files[1].as_path());
    let (game, reduction) = (closure.game.clone(), closure.reduction);
    let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
    let mut solvers = [PrincipalVariationSearch::new(
        game,
        NoKnowledge,
        table,
        reduction,
    )];
    solveig_region::solve(closure, &files[0], certificate, &mut solvers, &mut |_| {}).unwrap();
    files
}

/// An effort that searches what no file knows.
pub fn anywhere() -> Effort {
    Effort {
        search: SearchScope::Anywhere,
        ..Effort::default()
    }
}
