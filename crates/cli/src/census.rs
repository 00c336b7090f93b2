//! Positions by level, as `count` and `solve` print them.

use std::fmt;

use serde::Serialize;
use solveig_region::Census;

use crate::figures::grouped;

/// How many positions there are at each level.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Levels {
    /// Positions of a region alone.
    Region(Vec<RegionLevel>),
    /// Positions of a region and of the proof that goes with it.
    Proved(Vec<ProvedLevel>),
}

/// The sums over all levels.
#[derive(Serialize)]
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
    artifact: u64,
    certificate: u64,
    total: u64,
}

impl Levels {
    /// The levels that a build counted; with the parts of its proof where it has one.
    pub fn new(counted: &[(u32, Census)], proved: bool) -> Self {
        if !proved {
            let level = |(level, census): &(u32, Census)| RegionLevel {
                level: *level,
                positions: census.artifact(),
            };
            return Self::Region(counted.iter().map(level).collect());
        }
        let level = |(level, census): &(u32, Census)| {
            let (artifact, certificate) = (census.artifact(), census.certificate());
            let parts = Parts {
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

    /// The sums over all levels.
    pub fn totals(&self) -> Totals {
        match self {
            Self::Region(levels) => Totals::Region {
                positions: levels.iter().map(|level| level.positions).sum(),
            },
            Self::Proved(levels) => {
                let mut sum = Parts::default();
                for ProvedLevel { parts, .. } in levels {
                    sum.artifact += parts.artifact;
                    sum.certificate += parts.certificate;
                    sum.total += parts.total;
                }
                Totals::Proved(sum)
            }
        }
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Region(levels) => {
                writeln!(f, "{:>5} {:>20}", "level", "positions")?;
                for RegionLevel { level, positions } in levels {
                    writeln!(f, "{level:>5} {:>20}", grouped(*positions))?;
                }
            }
            Self::Proved(levels) => {
                let names = ["artifact", "certificate", "total"];
                write!(f, "{:>5}", "level")?;
                for name in names {
                    write!(f, " {name:>20}")?;
                }
                writeln!(f)?;
                for ProvedLevel { level, parts } in levels {
                    writeln!(f, "{level:>5}{parts}")?;
                }
            }
        }
        match self.totals() {
            Totals::Region { positions } => {
                write!(f, "{:>5} {:>20}", "total", grouped(positions))
            }
            Totals::Proved(parts) => write!(f, "{:>5}{parts}", "total"),
        }
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for count in [self.artifact, self.certificate, self.total] {
            write!(f, " {:>20}", grouped(count))?;
        }
        Ok(())
    }
}
