//! Tables of positions by level, with published counts beside them.

use std::fmt;

use serde::{Serialize, Serializer};
use solveig_region::RegionLevel;

use crate::figures::grouped;
use crate::published::{PublishedLevel, published};

/// The columns of a region alone.
pub const REGION: &[&str] = &["positions"];

/// The columns of a region and its proof.
pub const PROVED: &[&str] = &["artifact", "certificate", "total"];

/// The same, with the positions of the artifact that a weak solution needs.
pub const PROVED_AND_WEAK: &[&str] = &["weak", "artifact", "certificate", "total"];

/// Counts of positions by level, in named columns. In JSON, each level is an object.
#[derive(Clone, Debug)]
pub struct Levels {
    columns: &'static [&'static str],
    /// The rows, ascending by level.
    pub rows: Vec<CountRow>,
}

/// The counts of a level, or of all levels together.
#[derive(Clone, Debug)]
pub struct CountRow {
    columns: &'static [&'static str],
    /// `None` for all levels.
    pub level: Option<u32>,
    /// One for each column.
    pub counts: Vec<u64>,
}

/// The counts of a level, one for each column of a table.
pub struct LevelRow {
    pub level: u32,
    pub counts: Vec<u64>,
}

impl LevelRow {
    /// The counts of an artifact and its certificate for the columns of [`PROVED`].
    pub fn of_files(level: u32, artifact: u64, certificate: u64) -> Self {
        let counts = vec![artifact, certificate, artifact + certificate];
        Self { level, counts }
    }
}

impl Serialize for CountRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let level = self.level.map(|level| ("level", level.into()));
        let counts = self
            .columns
            .iter()
            .copied()
            .zip(self.counts.iter().copied());
        serializer.collect_map(level.into_iter().chain(counts))
    }
}

impl Serialize for Levels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

impl Levels {
    /// The rows of a table, ascending by level, each with a count for each column.
    pub fn of(columns: &'static [&'static str], rows: impl IntoIterator<Item = LevelRow>) -> Self {
        let row = |LevelRow { level, counts }| CountRow {
            columns,
            level: Some(level),
            counts,
        };
        let rows = rows.into_iter().map(row).collect();
        Self { columns, rows }
    }

    /// These columns of a build's levels.
    pub fn new(columns: &'static [&'static str], counted: &[RegionLevel]) -> Self {
        let rows = counted.iter().map(|&RegionLevel { level, counts }| {
            let (artifact, certificate) = (counts.in_region(), counts.in_proof_alone());
            let all = [counts.weak, artifact, certificate, artifact + certificate];
            let counts = match columns {
                REGION => vec![artifact],
                _ => all[all.len() - columns.len()..].to_vec(),
            };
            LevelRow { level, counts }
        });
        Self::of(columns, rows)
    }

    /// The first of these columns alone, as the levels of a region without a proof.
    pub fn first_column(&self) -> Self {
        let rows = self.rows.iter().filter_map(|row| {
            Some(LevelRow {
                level: row.level?,
                counts: vec![row.counts[0]],
            })
        });
        Self::of(REGION, rows)
    }

    /// The first columns of an artifact and of its certificate, which may have fewer levels.
    pub fn beside_certificate(&self, certificate: &Self) -> Self {
        let rows = self.rows.iter().filter_map(|row| {
            let proved = certificate.rows.iter().find(|one| one.level == row.level);
            let proved = proved.map_or(0, |one| one.counts[0]);
            Some(LevelRow::of_files(row.level?, row.counts[0], proved))
        });
        Self::of(PROVED, rows)
    }

    fn numbers(&self) -> Vec<u32> {
        self.rows.iter().filter_map(|row| row.level).collect()
    }

    /// The sums over all levels.
    pub fn totals(&self) -> CountRow {
        let sum = |column| self.rows.iter().map(|row| row.counts[column]).sum();
        CountRow {
            columns: self.columns,
            level: None,
            counts: (0..self.columns.len()).map(sum).collect(),
        }
    }
}

/// Published counts for the same levels.
#[derive(Serialize)]
pub struct Paper {
    source: &'static str,
    levels: Levels,
    /// `None` if the paper lacks a level that was counted here.
    totals: Option<CountRow>,
}

/// Which columns of a published table to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Positions of a weak solution.
    Weak,
    /// Positions of a semi-strong artifact.
    Artifact,
    /// Positions of a semi-strong artifact, of its proof and of both.
    SemiStrong,
    /// All reachable positions.
    Strong,
}

impl Paper {
    /// The published counts of a game for the levels in `ours`; `None` if there are none.
    pub fn beside(ours: &Levels, column: Column, spec: &str, symmetry: bool) -> Option<Self> {
        let table = published(spec, symmetry)?;
        let wanted = ours.numbers();
        let columns = match column {
            Column::SemiStrong => ours.columns,
            _ => REGION,
        };
        let counts = |row: &PublishedLevel| match column {
            Column::Weak => Some(vec![row.weak]),
            Column::Artifact => Some(vec![row.artifact]),
            Column::Strong => Some(vec![row.strong?]),
            Column::SemiStrong => {
                let all = [row.weak, row.artifact, row.certificate, row.total];
                Some(all[all.len() - columns.len()..].to_vec())
            }
        };
        let rows = table.rows().iter();
        let rows = rows.filter(|row| wanted.contains(&row.level));
        let rows = rows.filter_map(|row| {
            Some(LevelRow {
                level: row.level,
                counts: counts(row)?,
            })
        });
        let levels = Levels::of(columns, rows);
        let totals = (levels.numbers() == wanted).then(|| levels.totals());
        Some(Self {
            source: table.source(),
            levels,
            totals,
        })
    }
}

/// A table of counts, with a paper's counts to the right.
pub struct SideBySide<'a> {
    /// Ours.
    pub levels: &'a Levels,
    /// The counts that a paper has published for this game, if any.
    pub paper: Option<&'a Paper>,
}

impl fmt::Display for SideBySide<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Formatted by hand: with `comfy-table`, this table and those of `info` and `trees compare`
        // took fourteen more lines and two seconds more to compile.
        write!(f, "{:>5}", "level")?;
        for name in self.levels.columns {
            write!(f, " {name:>20}")?;
        }
        for (at, name) in self
            .paper
            .iter()
            .flat_map(|paper| paper.levels.columns)
            .enumerate()
        {
            match at {
                0 => write!(f, " {:>24}", format!("paper: {name}"))?,
                _ => write!(f, " {name:>20}")?,
            }
        }
        for row in self.levels.rows.iter().chain([&self.levels.totals()]) {
            match row.level {
                Some(level) => write!(f, "\n{level:>5}")?,
                None => write!(f, "\n{:>5}", "total")?,
            }
            for count in &row.counts {
                write!(f, " {:>20}", grouped(*count))?;
            }
            let Some(paper) = self.paper else { continue };
            let mut rows = paper.levels.rows.iter().chain(&paper.totals);
            let beside = rows.find(|beside| beside.level == row.level);
            for at in 0..paper.levels.columns.len() {
                let count = beside.map(|beside| grouped(beside.counts[at]));
                let width = if at == 0 { 24 } else { 20 };
                write!(f, " {:>width$}", count.as_deref().unwrap_or("-"))?;
            }
        }
        if let Some(paper) = self.paper {
            write!(f, "\npaper: {}", paper.source)?;
        }
        Ok(())
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beside = SideBySide {
            levels: self,
            paper: None,
        };
        beside.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn region(levels: [[u32; 2]; 2]) -> Levels {
        let row = |[level, count]: [u32; 2]| LevelRow {
            level,
            counts: vec![count.into()],
        };
        Levels::of(REGION, levels.map(row))
    }

    fn json(paper: &Paper) -> serde_json::Value {
        serde_json::to_value(paper).unwrap()
    }

    #[test]
    fn the_rows_of_a_paper_are_those_of_our_levels() {
        let certificate = region([[10, 200], [11, 1]]);
        let ours = region([[9, 30], [10, 60]]).beside_certificate(&certificate);
        let paper = Paper::beside(&ours, Column::SemiStrong, "othello:6x6", true).unwrap();
        let levels = json!([
            {"level": 9, "artifact": 32, "certificate": 86, "total": 118},
            {"level": 10, "artifact": 63, "certificate": 233, "total": 296},
        ]);
        assert_eq!(json(&paper)["levels"], levels);
        assert_eq!(json(&paper)["totals"]["total"], 118 + 296);
        let beside = SideBySide {
            levels: &ours,
            paper: Some(&paper),
        };
        let text = beside.to_string();
        let row: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
        assert_eq!(row, ["10", "60", "200", "260", "63", "233", "296"]);
        let width = |line: &str| line.chars().count();
        let mut lines = text.lines().take(4).map(width);
        let first = lines.next();
        assert!(lines.all(|length| Some(length) == first), "{text}");
    }

    #[test]
    fn what_a_paper_did_not_count_has_no_total() {
        let ours = region([[25, 1], [26, 1]]);
        let beside = |column| Paper::beside(&ours, column, "othello:6x6", true).unwrap();
        let strong = beside(Column::Strong);
        assert_eq!(
            json(&strong)["levels"],
            json!([{"level": 25, "positions": 2_417_685_025_700_u64}])
        );
        assert_eq!(json(&strong)["totals"], json!(null));
        let table = SideBySide {
            levels: &ours,
            paper: Some(&strong),
        };
        assert_eq!(table.to_string().matches(" -").count(), 2);
        assert_eq!(
            json(&beside(Column::Weak))["totals"]["positions"],
            8_819_433 + 15_263_415
        );
    }
}
