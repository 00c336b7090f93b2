//! `solveig count`: positions by level.

use std::fmt;
#[cfg(feature = "study")]
use std::io::BufRead;
#[cfg(feature = "study")]
use std::path::Path;
use std::path::PathBuf;
#[cfg(feature = "study")]
use std::sync::Arc;
use std::time::Instant;

#[cfg(feature = "study")]
use anyhow::Context;
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig::{Error, SolverOptions};
use solveig_format::Scope;
use solveig_game::{Game, Reduction};
use solveig_games::AnyGame;
#[cfg(feature = "study")]
use solveig_games::connect_four::ConnectFour;
use solveig_region::{BuildError, Enumeration, enumerate};
use solveig_search::StopToken;
#[cfg(feature = "study")]
use solveig_study::published::{KindUnion, PublishedClosure};
#[cfg(feature = "study")]
use solveig_study::symbolic::{SymbolicEnumeration, enumerate_symbolically};
#[cfg(feature = "study")]
use solveig_study::table::tie_break::{HEADER, PreferredMoves};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, SolverArgument, ThreadsArgument, scope as read_scope};
use crate::figures::duration;
#[cfg(feature = "study")]
use crate::files::open_table;
use crate::games::games;
use crate::level_counts::{
    Column, CountRow, LevelRow, Levels, PROVED_AND_WEAK, Paper, REGION, SideBySide,
};
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// Count the distinct positions of a scope, level by level
///
/// Scope strong counts all positions that can be reached, without a search. Semi-strong counts the
/// region, which is every position that can arise while at least one side plays canonical moves,
/// what of it a weak solution needs, and the nodes of its proof: positions off the region that
/// refute other moves by one reply (cut nodes) or by every reply (all nodes). Weak counts a
/// strategy for each side. A level is the number of moves made, or of discs in Othello.
///
/// Connect Four counts terminal positions, Othello only positions with an ordinary move, passes
/// contracted. Published counts are shown too if known.
///
/// Scope semi-strong without --minimal needs a program built with the feature study, which counts
/// proofs as the published tables do. Such a program counts Connect Four set by set, as decision
/// diagrams, unless --enumerate is said.
#[derive(Args)]
pub struct Count {
    /// The game, as in connect-four:7x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// What to count
    #[arg(long, value_name = "SCOPE", value_parser = read_scope())]
    scope: Scope,
    /// The last level to count [default: all]
    #[arg(long, value_name = "N")]
    to_level: Option<u32>,
    /// Count symmetric positions apart
    #[arg(long)]
    no_symmetry: bool,
    /// For scope semi-strong: count the least proof
    ///
    /// Otherwise a position that is reached under several node kinds, which are roles of a position
    /// in the proof (docs/reference/glossary.md), answers for each of them, as in the published
    /// tables.
    #[arg(long)]
    minimal: bool,
    /// For scope semi-strong: the moves of this file come first in tie-break order
    ///
    /// A CSV file with the columns position,move, as `solveig import-table --tie-break` writes it.
    /// A position stands for those symmetric to it.
    #[cfg(feature = "study")]
    #[arg(long, value_name = "FILE.csv", conflicts_with = "minimal")]
    tie_break: Option<PathBuf>,
    /// For scope strong: look at each position, where decision diagrams are quicker
    #[arg(long)]
    enumerate: bool,
    /// Keep unfinished work in this directory [default: a temporary directory]
    ///
    /// Started again with the same arguments, it goes on where it was.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Count {
    /// Counts and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let game = games().parse(&self.spec)?;
        self.solver.name()?;
        if self.enumerate && self.scope != Scope::Strong {
            bail!(
                "--enumerate is for scope strong alone: in the others every position is searched"
            );
        }
        if self.minimal && self.scope != Scope::SemiStrong {
            bail!(
                "--minimal is for scope semi-strong alone: the others have no proof of their own"
            );
        }
        #[cfg(feature = "study")]
        if self.tie_break.is_some() && self.scope != Scope::SemiStrong {
            bail!("--tie-break is for scope semi-strong alone");
        }
        let first = game.level(&game.start());
        if let Some(last) = self.to_level.filter(|last| *last < first) {
            bail!("--to-level {last}: {} starts at level {first}", game.spec());
        }
        let started = Instant::now();
        #[cfg(feature = "study")]
        if let Some(game) = game.downcast::<ConnectFour>()
            && self.scope == Scope::Strong
            && !self.enumerate
            && SymbolicEnumeration::handles(game)
        {
            let levels = self.enumerate_symbolically(game)?;
            output.answer(&self.answer(game, levels, started))?;
            return Ok(CommandVerdict::Holds);
        }
        let levels = match self.scope {
            Scope::Strong => self.enumerate(&game)?,
            Scope::Weak | Scope::SemiStrong => self.count_by_search(&game)?,
        };
        output.answer(&self.answer(&game, levels, started))?;
        Ok(CommandVerdict::Holds)
    }

    /// What was counted; if a signal came before the end, the error says what is kept.
    fn unless_stopped<T>(&self, counted: Result<T, Error>, reached: Option<u32>) -> Result<T> {
        let Err(Error::Solve(BuildError::Stopped(_))) = counted else {
            return Ok(counted?);
        };
        let reached = match reached {
            Some(level) => format!("at level {level}"),
            None => "before the first level was counted".to_owned(),
        };
        match &self.work {
            Some(work) => bail!(
                "stopped by a signal {reached}; the same command goes on from {}",
                work.display()
            ),
            None => bail!("stopped by a signal {reached}; with --work DIR it could go on"),
        }
    }

    fn reduction(&self) -> Reduction {
        match self.no_symmetry {
            true => Reduction::None,
            false => Reduction::Canonical,
        }
    }

    fn last_level<G: Game>(&self, game: &G) -> u32 {
        self.to_level.unwrap_or_else(|| game.max_level())
    }

    fn answer<G: Game>(&self, game: &G, levels: Levels, started: Instant) -> CountAnswer {
        let column = match self.scope {
            Scope::Weak => Column::Weak,
            Scope::SemiStrong => Column::SemiStrong,
            Scope::Strong => Column::Strong,
        };
        let (spec, symmetry) = (game.spec(), !self.no_symmetry);
        CountAnswer {
            scope: self.scope.name(),
            symmetry,
            totals: levels.totals(),
            paper: Paper::beside(&levels, column, &spec, symmetry),
            levels,
            game: spec,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    /// Counts the reachable positions, as sets in decision diagrams.
    #[cfg(feature = "study")]
    fn enumerate_symbolically(&self, game: &ConnectFour) -> Result<Levels> {
        let enumeration = SymbolicEnumeration {
            game: game.clone(),
            reduction: self.reduction(),
            to_level: self.last_level(game),
            memory: self.memory.at_most().0,
        };
        let progress = Progress::new("counting");
        let place = self.work.as_deref();
        let counted = enumerate_symbolically(&enumeration, place, &mut |now| {
            progress.enumeration(now, "nodes");
        })?;
        Ok(region(&counted))
    }

    /// Counts the reachable positions, one by one.
    fn enumerate(&self, game: &AnyGame) -> Result<Levels> {
        let enumeration = Enumeration {
            successors: AnyGame::successors,
            reduction: self.reduction(),
            to_level: self.last_level(game),
            memory: self.memory.size(game).0,
            threads: self.threads.count(),
            stop: StopToken::never().with_flag(stop_on_signals()?),
            game: game.clone(),
        };
        let progress = Progress::new("counting");
        let mut counted_to = None;
        let counted = enumerate(&enumeration, self.work.as_deref(), &mut |now| {
            progress.enumeration(now, "positions");
            counted_to = Some(now.level);
        });
        drop(progress);
        let counted = self.unless_stopped(counted.map_err(Error::Solve), counted_to)?;
        Ok(region(&counted))
    }

    /// Counts the positions of a region and its proof.
    fn count_by_search(&self, game: &AnyGame) -> Result<Levels> {
        #[cfg(not(feature = "study"))]
        if self.scope == Scope::SemiStrong && !self.minimal {
            bail!(
                "{}; --minimal counts the least proof without it",
                crate::messages::missing("study")
            );
        }
        let last = self.last_level(game);
        #[cfg(feature = "study")]
        let preferred = self.tie_break.as_deref().map(|path| preferred(game, path));
        #[cfg(feature = "study")]
        let preferred = preferred.transpose()?;
        let progress = Progress::new("counting");
        let mut counted_to = None;
        let request = solveig::solve(game)
            .scope(self.scope)
            .symmetry(!self.no_symmetry)
            .cut(last)
            .certificate_cut(last)
            .solvers(SolverOptions {
                solver: self.solver.for_game(game)?,
                knowledge: self.solver.knowledge.is_all(),
                threads: Some(self.threads.number()),
                memory: self.memory.size(game).0,
                stop: StopToken::never().with_flag(stop_on_signals()?),
            })
            .progress(|now| {
                progress.region(now);
                counted_to = Some(now.level);
            });
        let work = self.work.as_deref();
        let counted = match self.scope {
            #[cfg(feature = "study")]
            Scope::SemiStrong if !self.minimal => {
                let closure = PublishedClosure {
                    game: game.clone(),
                    reduction: self.reduction(),
                    to_level: last,
                    union: match game.downcast::<ConnectFour>() {
                        Some(_) => KindUnion::Each,
                        None => KindUnion::Covered,
                    },
                    preferred,
                };
                request.count_closure(&closure, work)
            }
            Scope::SemiStrong => request.count_least_proof(work),
            Scope::Weak | Scope::Strong => request.count(work),
        };
        drop(progress);
        let columns = match self.scope {
            Scope::SemiStrong => PROVED_AND_WEAK,
            Scope::Weak | Scope::Strong => REGION,
        };
        let counted = self.unless_stopped(counted, counted_to)?;
        Ok(Levels::new(columns, &counted))
    }
}

/// The moves of a file that come first in tie-break order.
#[cfg(feature = "study")]
fn preferred(game: &AnyGame, path: &Path) -> Result<Arc<PreferredMoves>> {
    let table = open_table(path).with_context(|| path.display().to_string())?;
    let mut moves = PreferredMoves::default();
    let mut has_header = false;
    for (line, number) in table.lines().zip(1..) {
        let place = || format!("{}, line {number}", path.display());
        let line = line.with_context(place)?;
        match number {
            1 if line == HEADER => has_header = true,
            1 => bail!("{}: \"{line}\"; expected {HEADER}", place()),
            _ => moves
                .add_line(game, &line)
                .map_err(anyhow::Error::msg)
                .with_context(place)?,
        }
    }
    if !has_header {
        bail!("{}: it is empty; expected {HEADER}", path.display());
    }
    Ok(Arc::new(moves))
}

/// The levels of a region without a proof.
fn region(counted: &[(u32, u64)]) -> Levels {
    let row = |&(level, count): &(u32, u64)| LevelRow {
        level,
        counts: vec![count],
    };
    Levels::of(REGION, counted.iter().map(row))
}

#[derive(Serialize)]
struct CountAnswer {
    game: String,
    scope: &'static str,
    symmetry: bool,
    levels: Levels,
    totals: CountRow,
    /// Published counts for these levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<Paper>,
    seconds: f64,
}

impl fmt::Display for CountAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beside = SideBySide {
            levels: &self.levels,
            paper: self.paper.as_ref(),
        };
        write!(f, "{beside}\n({})", duration(self.seconds))
    }
}
