//! The evaluations that come with the program.

use std::sync::{Arc, OnceLock};

use super::Evaluation;

struct Shipped {
    columns: u32,
    rows: u32,
    bytes: &'static [u8],
    unpacked: OnceLock<Option<Arc<Evaluation>>>,
}

impl Shipped {
    const fn new(columns: u32, rows: u32, bytes: &'static [u8]) -> Self {
        Self {
            columns,
            rows,
            bytes,
            unpacked: OnceLock::new(),
        }
    }
}

static SHIPPED: [Shipped; 0] = [];

pub(super) fn evaluation(columns: u32, rows: u32) -> Option<Arc<Evaluation>> {
    let of_board = |shipped: &&Shipped| shipped.columns == columns && shipped.rows == rows;
    let shipped = SHIPPED.iter().find(of_board)?;
    let unpack = || Evaluation::from_bytes(shipped.bytes).ok().map(Arc::new);
    shipped.unpacked.get_or_init(unpack).clone()
}
