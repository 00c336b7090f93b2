//! The evaluations that come with the program.

use std::sync::{Arc, OnceLock};

use super::Evaluation;

/// An evaluation, once it is unpacked.
type Unpacked = OnceLock<Option<Arc<Evaluation>>>;

/// How many come with this build.
const COUNT: usize = if cfg!(solveig_page) { 1 } else { 2 };

/// Columns and rows of a board, and its evaluation as bytes.
static SHIPPED: [((u32, u32), &[u8], Unpacked); COUNT] = [
    (
        (6, 6),
        include_bytes!("../../../../data/othello-6x6.weights"),
        OnceLock::new(),
    ),
    // Half of the size of a page, which would only search 8x8 faster by it.
    #[cfg(not(solveig_page))]
    (
        (8, 8),
        include_bytes!("../../../../data/othello-8x8.weights"),
        OnceLock::new(),
    ),
];

/// Whether an evaluation for a board comes with this build.
pub(super) const fn is_shipped(columns: u32, rows: u32) -> bool {
    match (columns, rows) {
        (6, 6) => true,
        (8, 8) => COUNT > 1,
        _ => false,
    }
}

pub(super) fn evaluation(columns: u32, rows: u32) -> Option<Arc<Evaluation>> {
    let of_board = |(board, _, _): &&((u32, u32), _, _)| *board == (columns, rows);
    let (_, bytes, unpacked) = SHIPPED.iter().find(of_board)?;
    let unpack = || Evaluation::from_bytes(bytes).ok().map(Arc::new);
    unpacked.get_or_init(unpack).clone()
}
