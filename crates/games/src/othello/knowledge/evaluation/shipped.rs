//! The evaluations that come with the program.

use std::sync::{Arc, OnceLock};

use super::Evaluation;

/// An evaluation, once it is unpacked.
type Unpacked = OnceLock<Option<Arc<Evaluation>>>;

/// Columns and rows of a board, and its evaluation as bytes.
static SHIPPED: [((u32, u32), &[u8], Unpacked); 2] = [
    (
        (6, 6),
        include_bytes!("../../../../data/othello-6x6.weights"),
        OnceLock::new(),
    ),
    (
        (8, 8),
        include_bytes!("../../../../data/othello-8x8.weights"),
        OnceLock::new(),
    ),
];

pub(super) fn evaluation(columns: u32, rows: u32) -> Option<Arc<Evaluation>> {
    let of_board = |(board, _, _): &&((u32, u32), _, _)| *board == (columns, rows);
    let (_, bytes, unpacked) = SHIPPED.iter().find(of_board)?;
    let unpack = || Evaluation::from_bytes(bytes).ok().map(Arc::new);
    unpacked.get_or_init(unpack).clone()
}
