//! Closed forms of node counts.

use std::fmt;

use crate::reopening::NodeKind;

/// Number of nodes that a search visits in a uniform tree with the best child first everywhere. `b`
/// is the width, `d` the depth; the root has depth 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClosedForm {
    /// All nodes: `b^d` at depth `d`.
    Minimax,
    /// The critical tree, `b^ceil(d/2) + b^floor(d/2) - 1` nodes at depth `d`: what alpha-beta
    /// visits (Knuth and Moore 1975, theorem 1), and the least that any search must visit (Pijls,
    /// de Bruin and Plaat 1996, section 3).
    AlphaBeta,
    /// The nodes that reopening alpha-beta visits, of all kinds together (Takizawa 2026, corollary
    /// 3.7).
    Reopening,
    /// The nodes that reopening alpha-beta visits as nodes of one kind (Takizawa 2026, lemmas 3.5
    /// and 3.6).
    Kind(NodeKind),
}

impl ClosedForm {
    /// Number of nodes at one depth. `None` on overflow, or if `width` is 0.
    pub fn at(self, width: u32, depth: u32) -> Option<u128> {
        let b = positive(width)?;
        let (down, up) = (depth / 2, depth.div_ceil(2));
        match self {
            Self::Minimax => b.checked_pow(depth),
            Self::AlphaBeta => {
                let sum = b.checked_pow(up)?.checked_add(b.checked_pow(down)?)?;
                sum.checked_sub(1)
            }
            Self::Reopening => sum_of_kinds(|kind| Self::Kind(kind).at(width, depth)),
            Self::Kind(NodeKind::P) => Some(1),
            Self::Kind(NodeKind::APrime) => b.checked_pow(up)?.checked_sub(1),
            Self::Kind(NodeKind::PPrime) => b.checked_pow(down)?.checked_sub(1),
            Self::Kind(NodeKind::C) => cut_nodes(b, down),
            Self::Kind(NodeKind::A) => match depth {
                0 => Some(0),
                _ => Self::Kind(NodeKind::C).at(width, depth - 1),
            },
        }
    }

    /// Number of nodes from the root down to a depth, both included: those of a tree of that depth.
    /// For T(D) of Takizawa (2026), `depth` is `D - 1`. `None` as with [`at`](Self::at).
    ///
    /// The papers leave these as sums; here they are in closed form.
    pub fn up_to(self, width: u32, depth: u32) -> Option<u128> {
        let b = positive(width)?;
        let levels = u128::from(depth) + 1;
        // The sums of b^floor(d/2) and of b^ceil(d/2).
        let down = || twice_over(depth, |half| geometric(b, half));
        let up = || match depth {
            0 => Some(1),
            _ => {
                let below = twice_over(depth - 1, |half| geometric(b, half))?;
                b.checked_mul(below)?.checked_add(1)
            }
        };
        match self {
            Self::Minimax => geometric(b, depth),
            Self::AlphaBeta => up()?.checked_add(down()?)?.checked_sub(levels),
            Self::Reopening => sum_of_kinds(|kind| Self::Kind(kind).up_to(width, depth)),
            Self::Kind(NodeKind::P) => Some(levels),
            Self::Kind(NodeKind::APrime) => up()?.checked_sub(levels),
            Self::Kind(NodeKind::PPrime) => down()?.checked_sub(levels),
            Self::Kind(NodeKind::C) => twice_over(depth, |half| cut_nodes_up_to(b, half)),
            Self::Kind(NodeKind::A) => match depth {
                0 => Some(0),
                _ => Self::Kind(NodeKind::C).up_to(width, depth - 1),
            },
        }
    }
}

impl fmt::Display for ClosedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minimax => f.pad("minimax"),
            Self::AlphaBeta => f.pad("alpha-beta"),
            Self::Reopening => f.pad("reopening alpha-beta"),
            Self::Kind(kind) => kind.fmt(f),
        }
    }
}

/// Ratio of the nodes that reopening alpha-beta visits at a depth to those of alpha-beta, by the
/// closed forms (Takizawa 2026, section 3.2.3). `None` as with [`ClosedForm::at`].
pub fn factor_at(width: u32, depth: u32) -> Option<f64> {
    let reopening = ClosedForm::Reopening.at(width, depth)?;
    Some(reopening as f64 / ClosedForm::AlphaBeta.at(width, depth)? as f64)
}

/// Like [`factor_at`], but from the root down to a depth.
pub fn factor_up_to(width: u32, depth: u32) -> Option<f64> {
    let reopening = ClosedForm::Reopening.up_to(width, depth)?;
    Some(reopening as f64 / ClosedForm::AlphaBeta.up_to(width, depth)? as f64)
}

fn positive(width: u32) -> Option<u128> {
    (width > 0).then_some(width.into())
}

fn sum_of_kinds(of: impl Fn(NodeKind) -> Option<u128>) -> Option<u128> {
    let mut all = NodeKind::ALL.into_iter();
    all.try_fold(0u128, |sum, kind| sum.checked_add(of(kind)?))
}

/// 1 + b + ... + b^most.
fn geometric(b: u128, max: u32) -> Option<u128> {
    match b {
        1 => Some(u128::from(max) + 1),
        _ => Some((b.checked_pow(max.checked_add(1)?)? - 1) / (b - 1)),
    }
}

/// Sum of f(floor(d/2)) for d from 0 to `depth`; `sum` gives the partial sums of f from 0.
fn twice_over(depth: u32, sum: impl Fn(u32) -> Option<u128>) -> Option<u128> {
    let even = sum(depth / 2)?;
    match depth {
        0 => Some(even),
        _ => even.checked_add(sum((depth - 1) / 2)?),
    }
}

/// h b^(h+1) - (h+1) b^h + 1, where h is half the depth: lemma 3.6.
fn cut_nodes(b: u128, half: u32) -> Option<u128> {
    let power = b.checked_pow(half)?;
    let product = power.checked_mul(b - 1)?.checked_mul(half.into())?;
    product.checked_sub(power - 1)
}

/// The sum of [`cut_nodes`] from 0 on: h b^(h+1) - 2 (1 + b + ... + b^h) + h + 2.
fn cut_nodes_up_to(b: u128, half: u32) -> Option<u128> {
    let h = u128::from(half);
    let product = b.checked_pow(half.checked_add(1)?)?.checked_mul(h)?;
    let sum = product.checked_add(h + 2)?;
    sum.checked_sub(geometric(b, half)?.checked_mul(2)?)
}
