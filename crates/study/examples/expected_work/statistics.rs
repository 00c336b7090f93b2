//! The columns of table 1.

use super::records::Row;

/// What the rows of a solver say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many positions it was asked.
    pub positions: usize,
    /// Seconds on the mean; a timeout counts as the limit.
    pub mean: f64,
    /// How many times the mean of the reference over the positions that both were asked.
    pub ratio: f64,
    /// Per cent of these which it answered in less time than the reference took.
    pub faster: f64,
    /// Per cent of its positions without an answer.
    pub timeouts: f64,
    /// Positions that it expanded, on the mean.
    pub expanded: f64,
}

/// The time of a row, `None` for a timeout.
fn time(row: &Row) -> Option<f64> {
    row.reaches.map(|_| row.seconds)
}

/// The times of both solvers, `None` for a timeout, for each position that both were asked.
pub fn pairs(rows: &[Row], solver: &str, reference: &str) -> Vec<[Option<f64>; 2]> {
    let of = |solver: &str| {
        let rows = rows.iter().filter(|row| row.solver == solver);
        rows.map(|row| (row.position, time(row)))
            .collect::<Vec<_>>()
    };
    let reference: std::collections::HashMap<_, _> = of(reference).into_iter().collect();
    let both = of(solver).into_iter();
    both.filter_map(|(position, time)| Some([time, *reference.get(&position)?]))
        .collect()
}

/// The summary of a solver, which was given `limit` seconds for each position; `None` if the rows
/// have no position that it and the reference were asked.
pub fn summary(rows: &[Row], solver: &str, reference: &str, limit: f64) -> Option<Summary> {
    let seconds =
        |times: &[Option<f64>]| -> f64 { times.iter().map(|time| time.unwrap_or(limit)).sum() };
    let per_cent = |part: usize, of: usize| 100.0 * part as f64 / of as f64;
    let own: Vec<&Row> = rows.iter().filter(|row| row.solver == solver).collect();
    let times: Vec<_> = own.iter().map(|row| time(row)).collect();
    let expanded: f64 = own.iter().map(|row| row.expanded as f64).sum();
    let both = pairs(rows, solver, reference);
    let of = |side: usize| both.iter().map(|pair| pair[side]).collect::<Vec<_>>();
    let faster = |[time, other]: &&[Option<f64>; 2]| {
        time.is_some_and(|time| other.is_none_or(|other| time < other))
    };
    (!both.is_empty()).then(|| Summary {
        positions: own.len(),
        mean: seconds(&times) / own.len() as f64,
        ratio: seconds(&of(0)) / seconds(&of(1)),
        faster: per_cent(both.iter().filter(faster).count(), both.len()),
        timeouts: per_cent(
            times.iter().filter(|time| time.is_none()).count(),
            own.len(),
        ),
        expanded: expanded / own.len() as f64,
    })
}
