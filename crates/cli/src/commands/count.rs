//! `solveig count`: positions by level.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig::SolverOptions;
use solveig_format::Scope;
use solveig_game::{Game, Reduction};
#[cfg(feature = "study")]
use solveig_games::connect_four::ConnectFour;
use solveig_games::{AnyGame, Solvable};
use solveig_region::{
    BuildError, Closure, Enumeration, RefutationMethod, ScopeClosure, SolveRequest, enumerate,
};
use solveig_search::StopToken;
#[cfg(feature = "study")]
use solveig_study::published::PublishedClosure;
#[cfg(feature = "study")]
use solveig_study::symbolic::{SymbolicEnumeration, enumerate_symbolically};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, SolverArgument, ThreadsArgument, scope as read_scope};
use crate::figures::duration;
use crate::games::games;
use crate::level_counts::{Column, CountRow, Levels, PROVED_AND_WEAK, Paper, REGION, SideBySide};
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// Count the distinct positions of a scope, level by level
///
/// Scope strong counts all positions that can be reached. Semi-strong counts the region, which is
/// every position that can arise while at least one side plays canonical moves, then what of it a
/// weak solution needs, and the nodes of its proof: positions off the region that refute other
/// moves by one reply (cut nodes) or by every reply (all nodes). This is not the certificate that
/// solve writes, whose size solve --estimate states. Weak counts a strategy for each side. A level
/// is the number of moves made, or of discs in Othello.
///
/// Connect Four counts terminal positions, Othello only positions with an ordinary move, passes
/// contracted. Published counts are shown too if known.
///
/// Scope strong takes no search. Connect Four is counted set by set, as decision diagrams; other
/// games, and Connect Four if --enumerate is said, position by position, sorted on disk. There
/// --memory is for the diagrams or for sorting.
#[derive(Args)]
pub struct Count {
    /// The game, as in connect-four:7x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// What to count: see above
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
    /// For scope strong: look at each position even if the game is known to a quicker method
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
    fn unless_stopped<T>(&self, counted: Result<T, BuildError>, reached: Option<u32>) -> Result<T> {
        let Err(BuildError::Stopped(_)) = counted else {
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
        Ok(Levels::of_region(&counted))
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
        let counted = self.unless_stopped(counted, counted_to)?;
        Ok(Levels::of_region(&counted))
    }

    /// Counts the positions of a region and its proof.
    fn count_by_search(&self, game: &AnyGame) -> Result<Levels> {
        let last = self.last_level(game);
        if self.scope == Scope::SemiStrong && !self.minimal {
            #[cfg(feature = "study")]
            return self.count_closure(
                &PublishedClosure {
                    game: game.clone(),
                    reduction: self.reduction(),
                    to_level: last,
                },
                PROVED_AND_WEAK,
            );
            #[cfg(not(feature = "study"))]
            bail!(
                "{}; --minimal counts the least proof without it",
                crate::messages::missing("study")
            );
        }
        let (refutation, columns) = match self.scope {
            Scope::SemiStrong => (Some(RefutationMethod::Canonical), PROVED_AND_WEAK),
            _ => (None, REGION),
        };
        let request = SolveRequest {
            scope: self.scope,
            reduction: self.reduction(),
            cut: Some(last),
            refutation,
            certificate_cut: Some(last),
        };
        let factory = game.solvers(self.solver.knowledge.is_all());
        let closure = ScopeClosure::for_request(game, &*factory, &request);
        self.count_closure(&closure, columns)
    }

    /// Counts the positions of a closure, which takes a search of their values.
    fn count_closure<C: Closure<Game = AnyGame>>(
        &self,
        closure: &C,
        columns: &'static [&'static str],
    ) -> Result<Levels> {
        let game = closure.game();
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let options = SolverOptions {
            solver: self.solver.for_game(game)?,
            knowledge: self.solver.knowledge.is_all(),
            threads: Some(self.threads.number()),
            memory: self.memory.size(game).0,
            stop: stop.clone(),
        };
        let mut oracles = options.solvers(game)?;
        let progress = Progress::new("counting");
        let place = self.work.as_deref();
        let mut counted_to = None;
        let counted = solveig_region::count(closure, place, &mut oracles, &stop, &mut |now| {
            progress.region(now);
            counted_to = Some(now.level);
        });
        drop(progress);
        let counted = self.unless_stopped(counted, counted_to)?;
        Ok(Levels::new(columns, &counted))
    }
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
