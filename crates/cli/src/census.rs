//! Tables of positions by level, with published counts beside them.

use std::fmt;

use serde::Serialize;
use solveig_region::LevelCounts;

use crate::figures::grouped;
use crate::published::{PublishedLevel, published};

/// Counts of positions by level.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Levels {
    /// Positions of a region alone.
    Region(Vec<RegionLevel>),
    /// Positions of a region and of its proof.
    Proved(Vec<ProvedLevel>),
}

/// The sums over all levels.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Totals {
    /// Of a region alone.
    Region {
        /// Positions.
        positions: u64,
    },
    /// Of a region and its proof.
    Proved(Parts),
}

/// One level of a region.
#[derive(Serialize)]
pub struct RegionLevel {
    level: u32,
    positions: u64,
}

/// One level of a region and its proof.
#[derive(Serialize)]
pub struct ProvedLevel {
    level: u32,
    #[serde(flatten)]
    parts: Parts,
}

/// Positions of a region, of its proof alone, and of both.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Parts {
    /// Positions of the artifact that a weak solution needs; only `count` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    weak: Option<u64>,
    artifact: u64,
    certificate: u64,
    total: u64,
}

impl Levels {
    /// The levels of a build, with the certificate's counts if `proved`.
    pub fn new(counted: &[(u32, LevelCounts)], proved: bool) -> Self {
        if !proved {
            let level = |(level, counts): &(u32, LevelCounts)| RegionLevel {
                level: *level,
                positions: counts.artifact(),
            };
            return Self::Region(counted.iter().map(level).collect());
        }
        let level = |(level, counts): &(u32, LevelCounts)| {
            let (artifact, certificate) = (counts.artifact(), counts.certificate());
            let parts = Parts {
                weak: None,
                artifact,
                certificate,
                total: artifact + certificate,
            };
            ProvedLevel {
                level: *level,
                parts,
            }
        };
        Self::Proved(counted.iter().map(level).collect())
    }

    /// Adds the counts of a weak solution.
    pub fn with_weak(mut self, counted: &[(u32, LevelCounts)]) -> Self {
        if let Self::Proved(levels) = &mut self {
            for (level, (_, counts)) in levels.iter_mut().zip(counted) {
                level.parts.weak = Some(counts.weak);
            }
        }
        self
    }

    /// The levels of a region without a proof, from pairs of level and count.
    pub fn of_region(counted: &[(u32, u64)]) -> Self {
        let level = |&(level, positions): &(u32, u64)| RegionLevel { level, positions };
        Self::Region(counted.iter().map(level).collect())
    }

    /// The levels of an artifact and of its certificate, which may have fewer.
    pub fn of_files(artifact: &[(u32, u64)], certificate: &[(u32, u64)]) -> Self {
        let level = |&(level, artifact): &(u32, u64)| {
            let proved = certificate.iter().filter(|(at, _)| *at == level);
            let certificate = proved.map(|(_, count)| count).sum();
            let total = artifact + certificate;
            let parts = Parts {
                weak: None,
                artifact,
                certificate,
                total,
            };
            ProvedLevel { level, parts }
        };
        Self::Proved(artifact.iter().map(level).collect())
    }

    /// The levels, ascending.
    fn numbers(&self) -> Vec<u32> {
        match self {
            Self::Region(levels) => levels.iter().map(|level| level.level).collect(),
            Self::Proved(levels) => levels.iter().map(|level| level.level).collect(),
        }
    }

    /// Whether the counts of a weak solution are known.
    fn have_weak(&self) -> bool {
        match self {
            Self::Region(_) => false,
            Self::Proved(levels) => levels.iter().any(|level| level.parts.weak.is_some()),
        }
    }

    /// The sums over all levels.
    pub fn totals(&self) -> Totals {
        match self {
            Self::Region(levels) => Totals::Region {
                positions: levels.iter().map(|level| level.positions).sum(),
            },
            Self::Proved(levels) => {
                let mut sum = Parts::default();
                for ProvedLevel { parts, .. } in levels {
                    sum.weak = parts.weak.map(|weak| sum.weak.unwrap_or(0) + weak);
                    sum.artifact += parts.artifact;
                    sum.certificate += parts.certificate;
                    sum.total += parts.total;
                }
                Totals::Proved(sum)
            }
        }
    }
}

/// Published counts for the same levels.
#[derive(Serialize)]
pub struct Paper {
    source: &'static str,
    levels: Levels,
    /// `None` if the paper lacks a level that was counted here.
    totals: Option<Totals>,
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
        let rows = || {
            table
                .rows()
                .iter()
                .filter(|row| wanted.contains(&row.level))
        };
        let region = |positions: fn(&PublishedLevel) -> Option<u64>| {
            let level = |row: &PublishedLevel| {
                Some(RegionLevel {
                    level: row.level,
                    positions: positions(row)?,
                })
            };
            Levels::Region(rows().filter_map(level).collect())
        };
        let levels = match column {
            Column::Weak => region(|row| Some(row.weak)),
            Column::Artifact => region(|row| Some(row.artifact)),
            Column::Strong => region(|row| row.strong),
            Column::SemiStrong => {
                let level = |row: &PublishedLevel| ProvedLevel {
                    level: row.level,
                    parts: Parts {
                        weak: ours.have_weak().then_some(row.weak),
                        artifact: row.artifact,
                        certificate: row.certificate,
                        total: row.total,
                    },
                };
                Levels::Proved(rows().map(level).collect())
            }
        };
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
    /// The paper's.
    pub paper: Option<&'a Paper>,
}

impl fmt::Display for SideBySide<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = Rows::of(self.levels, Some(self.levels.totals()));
        let paper = self
            .paper
            .map(|paper| Rows::of(&paper.levels, paper.totals));
        // Formatted by hand: with `comfy-table`, this table and those of `info` and `trees compare`
        // took fourteen more lines and two seconds more to compile.
        write!(f, "{:>5}", "level")?;
        for name in ours.names {
            write!(f, " {name:>20}")?;
        }
        for (at, name) in paper.iter().flat_map(|paper| paper.names).enumerate() {
            match at {
                0 => write!(f, " {:>24}", format!("paper: {name}"))?,
                _ => write!(f, " {name:>20}")?,
            }
        }
        for (level, counts) in &ours.rows {
            match level {
                Some(level) => write!(f, "\n{level:>5}")?,
                None => write!(f, "\n{:>5}", "total")?,
            }
            for count in counts {
                write!(f, " {:>20}", grouped(*count))?;
            }
            let Some(paper) = &paper else { continue };
            for at in 0..paper.names.len() {
                let count = paper.at(*level).map(|counts| grouped(counts[at]));
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

/// The rows of a table; the row without a level holds the totals.
struct Rows {
    names: &'static [&'static str],
    rows: Vec<(Option<u32>, Vec<u64>)>,
}

impl Rows {
    fn of(levels: &Levels, totals: Option<Totals>) -> Self {
        let levels_have_weak = levels.have_weak();
        let (names, mut rows): (&[&str], Vec<_>) = match levels {
            Levels::Region(levels) => {
                let row = |level: &RegionLevel| (Some(level.level), vec![level.positions]);
                (&["positions"], levels.iter().map(row).collect())
            }
            Levels::Proved(levels) => {
                let row = |level: &ProvedLevel| (Some(level.level), level.parts.row());
                let names = &["weak", "artifact", "certificate", "total"];
                let first = usize::from(!levels_have_weak);
                (&names[first..], levels.iter().map(row).collect())
            }
        };
        rows.extend(totals.map(|totals| match totals {
            Totals::Region { positions } => (None, vec![positions]),
            Totals::Proved(parts) => (None, parts.row()),
        }));
        Self { names, rows }
    }

    fn at(&self, level: Option<u32>) -> Option<&[u64]> {
        let row = self.rows.iter().find(|(known, _)| *known == level);
        row.map(|(_, counts)| &counts[..])
    }
}

impl Parts {
    fn row(self) -> Vec<u64> {
        let proved = [self.artifact, self.certificate, self.total];
        self.weak.into_iter().chain(proved).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn json(paper: &Paper) -> serde_json::Value {
        serde_json::to_value(paper).unwrap()
    }

    #[test]
    fn the_rows_of_a_paper_are_those_of_our_levels() {
        let ours = Levels::of_files(&[(9, 30), (10, 60)], &[(10, 200), (11, 1)]);
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
        let ours = Levels::of_region(&[(25, 1), (26, 1)]);
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
