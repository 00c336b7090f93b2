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
}

/// The times of both solvers, `None` for a timeout, for each position that both were asked.
pub fn pairs(rows: &[Row], solver: &str, reference: &str) -> Vec<[Option<f64>; 2]> {
    let time = |row: &Row| row.reaches.map(|_| row.seconds);
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
    let own: Vec<_> = pairs(rows, solver, solver)
        .into_iter()
        .map(|[time, _]| time)
        .collect();
    let both = pairs(rows, solver, reference);
    let of = |side: usize| both.iter().map(|pair| pair[side]).collect::<Vec<_>>();
    let faster = |[time, other]: &&[Option<f64>; 2]| {
        time.is_some_and(|time| other.is_none_or(|other| time < other))
    };
    (!both.is_empty()).then(|| Summary {
        positions: own.len(),
        mean: seconds(&own) / own.len() as f64,
        ratio: seconds(&of(0)) / seconds(&of(1)),
        faster: per_cent(both.iter().filter(faster).count(), both.len()),
        timeouts: per_cent(own.iter().filter(|time| time.is_none()).count(), own.len()),
    })
}
