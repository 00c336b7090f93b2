//! Few hypotheses that a claim can rest on.

use solveig_verify::{Budget, Undecided};

use super::proofs::Proofs;

/// A small set of hypotheses from which a claim follows. Places are those in the list, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sufficient {
    /// The hypotheses that every derivation needs: without one of them, the claim does not follow
    /// from all others.
    pub needed: Vec<u32>,
    /// Hypotheses from which the claim follows and none of which can be left out. If they are those
    /// needed, no smaller set suffices.
    pub chosen: Vec<u32>,
}

/// Finds a small set of hypotheses from which the statement `root` of `proofs` follows: those that
/// every derivation needs if these suffice, else what is left after ever shorter runs that can be
/// left out were left out, the last ones first. To find a smallest set is hard (a minimum axiom
/// set).
///
/// # Errors
///
/// Fails if a limit is reached.
pub fn sufficient(proofs: &Proofs, root: u32, budget: &Budget) -> Result<Sufficient, Undecided> {
    let needed = proofs.needed(root, budget)?;
    let follows = |rows: &[u32]| {
        let has = |row: u32| rows.binary_search(&row).is_ok();
        proofs.following(root, has)[root as usize]
    };
    if follows(&needed) {
        return Ok(Sufficient {
            chosen: needed.clone(),
            needed,
        });
    }
    let mut chosen = proofs.rows(root);
    let mut length = chosen.len();
    while length > 0 {
        let mut end = chosen.len();
        while end > 0 {
            budget.go_on()?;
            let start = end.saturating_sub(length);
            let rest = [&chosen[..start], &chosen[end..]].concat();
            if follows(&rest) {
                chosen = rest;
            }
            end = start;
        }
        length /= 2;
    }
    Ok(Sufficient { needed, chosen })
}
