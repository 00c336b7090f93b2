//! Writes a table in the layout of `solveig import-table` with all positions of 6x6 Othello from
//! 10 discs to as many as the argument says, on standard output, every row of kinds A and C
//! without a bound: a table whose rows agree and that is as long as one wants.
//!
//! ```text
//! cargo run --release -p solveig-study --example table_at_size -- 17 > rows.csv
//! ```

use std::io::{BufWriter, Write};

use solveig_game::{Game, Keyed, Reduction, successors};
use solveig_games::othello::Othello;
use solveig_study::table::row::{HEADER, Layout, Row, RowKinds};

const FIRST: u32 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let last: u32 = std::env::args()
        .nth(1)
        .ok_or("expected the last level")?
        .parse()?;
    let game = Othello::<u64>::new(6, 6)?;
    let layout = Layout::new(game.clone()).ok_or("a board that does not fit")?;
    let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
    writeln!(out, "{HEADER}")?;
    let mut keys = vec![game.key(&game.start())];
    for level in game.level(&game.start())..=last {
        if level >= FIRST {
            for key in &keys {
                let row = Row {
                    level: level as u8,
                    key: *key,
                    kinds: RowKinds::A.and(RowKinds::C),
                    lower: -36,
                    upper: 36,
                };
                let (board, code) = (layout.board(&row), row.kinds.code());
                writeln!(out, "{board},{level},{code},-36,36")?;
            }
        }
        let mut next = Vec::new();
        for key in keys {
            successors(&game, key.into(), Reduction::Canonical, &mut |child| {
                if !child.is_over {
                    next.extend(u64::try_from(child.key));
                }
            })
            .map_err(|error| error.to_string())?;
        }
        next.sort_unstable();
        next.dedup();
        keys = next;
    }
    Ok(out.flush()?)
}
