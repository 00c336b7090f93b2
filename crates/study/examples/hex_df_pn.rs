//! How far the solver of Hex gets, and what each part of its knowledge saves.
//!
//! ```text
//! cargo run --release -p solveig-study --example hex_df_pn -- COLUMNS ROWS [CELL...]
//! ```
//!
//! solves the empty board, or the one after the named cells (`c2 d4`), and says what it took.
//! `openings` in place of the cells solves every position with one stone. Options in the
//! environment: `EPSILON`, `WIDENING`, `ZONES` (0: none), `MERGES` (0: what is the same once filled
//! in is not one), `BYTES`, `THREADS`, `HEX` with letters of parts to switch off, and the limits of
//! the virtual connections (`FULLS`, `SEMIS`, `OVER_EDGES`).

use std::error::Error;
use std::thread;
use std::time::Instant;

use solveig_game::{Game, Interval, Notation, Value};
use solveig_games::hex::knowledge::{AnalysisOptions, ConnectionLimits, HexSolver, SearchOptions};
use solveig_games::hex::{Hex, HexPosition};
use solveig_search::Oracle;

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

fn options() -> AnalysisOptions {
    let off = std::env::var("HEX").unwrap_or_default();
    let limit = |name, default: usize| number(name, default as f64) as usize;
    let default = ConnectionLimits::default();
    let limits = ConnectionLimits {
        fulls: limit("FULLS", default.fulls),
        semis: limit("SEMIS", default.semis),
        over_edges: std::env::var("OVER_EDGES")
            .ok()
            .and_then(|text| text.parse().ok()),
    };
    AnalysisOptions {
        fill_in: !off.contains('f'),
        dominated: !off.contains('d'),
        vulnerable: !off.contains('v'),
        reversible: !off.contains('b'),
        captured: !off.contains('k'),
        connections: (!off.contains('c')).then_some(limits),
        enclosed: !off.contains('e'),
        resistance: !off.contains('r'),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [columns, rows, cells @ ..] = arguments.as_slice() else {
        return Err("usage: hex_df_pn COLUMNS ROWS [openings | CELL...]".into());
    };
    let game = Hex::<solveig_game::WideKey>::new(columns.parse()?, rows.parse()?)?;
    let search = SearchOptions {
        epsilon: number("EPSILON", 0.25),
        widening: number("WIDENING", 0.25),
        merges_filled: number("MERGES", 1.0) != 0.0,
        uses_zones: number("ZONES", 1.0) != 0.0,
        keeps_connections: number("KEEPS", 1.0) != 0.0,
    };
    let bytes = number("BYTES", f64::from(1 << 30)) as u64;
    let threads = number("THREADS", 1.0) as usize;
    let (mut looks, mut visits) = (0, 0);
    let mut value = |position: &HexPosition| {
        let mut team = HexSolver::team(&game, options(), search, bytes, threads);
        let unknown = Interval::unknown(game.value_range());
        let values: Vec<Value> = thread::scope(|scope| {
            let searches = team
                .iter_mut()
                .map(|solver| scope.spawn(|| solver.value(position, unknown).unwrap()));
            let searches: Vec<_> = searches.collect();
            searches
                .into_iter()
                .map(|one| one.join().unwrap())
                .collect()
        });
        assert!(values.iter().all(|value| *value == values[0]));
        looks += team.iter().map(HexSolver::looks).sum::<u64>();
        visits += team.iter().map(Oracle::nodes).sum::<u64>();
        values[0]
    };
    let start = Instant::now();
    if cells.first().is_some_and(|word| word == "openings") {
        for row in 0..game.rows() {
            let line: String = (0..game.columns())
                .map(|column| {
                    let opening = game.place(game.start(), row * game.columns() + column);
                    if value(&opening) > 0 { 'W' } else { 'B' }
                })
                .collect();
            println!("{line}");
        }
    } else {
        let position = game.parse_position(&cells.concat())?;
        let wins = value(&position) > 0;
        let black = game.first_to_move(position) == wins;
        println!("{} wins", if black { "Black" } else { "White" });
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{looks} looks, {visits} visits, {seconds:.3} s, {:.0} looks a second",
        looks as f64 / seconds
    );
    Ok(())
}
