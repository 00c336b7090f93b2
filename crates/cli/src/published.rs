//! Counts of positions published in papers.

use std::sync::LazyLock;

use serde::Deserialize;

/// The published tables, one per file. Each row names its source: author, year and table.
const FILES: [&str; 2] = [
    include_str!("../data/connect-four-7x6.csv"),
    include_str!("../data/othello-6x6.csv"),
];

/// A published table of positions by level, in ascending order of levels.
pub struct Published(Vec<PublishedLevel>);

/// One level of a published table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedLevel {
    /// Author, year and table.
    source: String,
    game: String,
    /// Whether symmetric positions are counted once.
    symmetry: bool,
    /// The level; in these games the number of discs.
    pub level: u32,
    /// Positions that alpha-beta expands to solve weakly.
    pub weak: u64,
    /// Positions of the semi-strong artifact.
    pub artifact: u64,
    /// Positions of the semi-strong certificate alone.
    pub certificate: u64,
    /// The sum of both, as published.
    pub total: u64,
    /// Reachable positions, at levels that the published enumeration covers.
    pub strong: Option<u64>,
}

impl Published {
    /// The paper and the table.
    pub fn source(&self) -> &str {
        &self.0[0].source
    }

    /// The rows, ascending.
    pub fn rows(&self) -> &[PublishedLevel] {
        &self.0
    }
}

/// The table published for a game, if any.
pub fn published(spec: &str, symmetry: bool) -> Option<&'static Published> {
    static TABLES: LazyLock<Vec<Published>> =
        LazyLock::new(|| FILES.iter().filter_map(|file| read(file).ok()).collect());
    TABLES.iter().find(|table| {
        let first = table.0.first();
        first.is_some_and(|row| row.game == spec && row.symmetry == symmetry)
    })
}

fn read(file: &str) -> Result<Published, csv::Error> {
    let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map(Published)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_file_is_a_row_of_one_table() {
        for file in FILES {
            let table = read(file).unwrap();
            assert_eq!(table.rows().len() + 1, file.lines().count());
            let first = &table.rows()[0];
            for (row, level) in table.rows().iter().zip(first.level..) {
                let of =
                    |row: &PublishedLevel| (row.source.clone(), row.game.clone(), row.symmetry);
                assert_eq!(of(row), of(first));
                assert_eq!(row.level, level);
                assert_eq!(row.total, row.artifact + row.certificate, "{level}");
            }
        }
    }

    #[test]
    fn rows_add_up_to_the_totals_of_their_tables() {
        let sums = |game: &str, symmetry: bool| {
            let rows = published(game, symmetry).unwrap().rows();
            let sum = |column: fn(&PublishedLevel) -> u64| rows.iter().map(column).sum::<u64>();
            [
                sum(|row| row.weak),
                sum(|row| row.artifact),
                sum(|row| row.certificate),
                sum(|row| row.strong.unwrap_or(0)),
            ]
        };
        let table_4 = [1_339_211_721, 97_252_321, 42_889_981_900, 4_473_922_545_824];
        assert_eq!(sums("othello:6x6", true), table_4);
        let table_5 = [96_450_672, 342_134_570, 157_309_404, 4_531_985_219_092];
        assert_eq!(sums("connect-four:7x6", false), table_5);
    }

    #[test]
    fn a_table_is_of_its_game_and_its_symmetry_alone() {
        assert!(published("othello:6x6", false).is_none());
        assert!(published("othello:6x4", true).is_none());
        assert!(published("connect-four:7x6", true).is_none());
    }
}
