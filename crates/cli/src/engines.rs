//! Engines and search limits of the commands that play.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufReader, Stdin, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use solveig_engine::{
    ArtifactSource, Engine, EngineError, Evidence, FileBytes, OpeningLimits, SearchScope, Settings,
    open_artifact_with, open_game_with, open_proof, open_proof_bytes,
};
use solveig_format::proof::ProofReader;
use solveig_format::{FormatError, Origin, Reader};
use solveig_game::Game;
use solveig_openings::Opening;
use solveig_protocol::Opener;
use solveig_protocol::gtp::SearchLimits;

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, StyleArgument, ThreadsArgument, opening};
use crate::figures::{grouped, signed};
#[cfg(not(feature = "campaigns"))]
use crate::files::open_table;
use crate::games::{checker_rules, games};
use crate::memory::MemorySize;
use crate::messages::note;
use crate::output::{self, unwritten};
#[cfg(feature = "campaigns")]
use crate::player_engine::open_player;
use crate::progress::Progress;
use crate::stopping::TimeLimitArgument;
use crate::times::TimeLimit;

/// The maximum time for a move, unless another is given.
const DEFAULT_TIME: TimeLimit = TimeLimit(Some(Duration::from_secs(10)));

/// The variable that names a folder with openings of the user's own.
pub const FOLDER_VARIABLE: &str = "SOLVEIG_OPENINGS";

/// How long and where to search.
#[derive(Args, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchLimitArguments {
    /// Time limit for a move, in seconds or as in 2m; `none` for no limit [default: 10]
    ///
    /// A limit that is given holds for opening a file, too.
    #[arg(long, value_name = "TIME", help_heading = "Resources")]
    time_limit: Option<TimeLimit>,
    /// Where searches are made
    #[arg(long, value_enum, default_value_t = SearchChoice::Anywhere)]
    search: SearchChoice,
    /// Memory for the tables of searches, as in 512MiB [default: 256MiB]
    #[arg(long, value_name = "SIZE", help_heading = "Resources")]
    memory: Option<MemorySize>,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    style: StyleArgument,
}

/// Where searches are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchChoice {
    /// Nowhere: what is stored is all that is known
    Never,
    /// Above an artifact's cut
    AboveCut,
    /// Wherever the value is not known, but for at most a second where a file leaves it out
    Short,
    /// Wherever the value is not known
    Anywhere,
}

impl SearchChoice {
    /// What it is to an engine.
    pub const fn scope(self) -> SearchScope {
        match self {
            Self::Never => SearchScope::Never,
            Self::AboveCut => SearchScope::AboveCut,
            Self::Short => SearchScope::Short,
            Self::Anywhere => SearchScope::Anywhere,
        }
    }
}

impl SearchLimitArguments {
    /// Serves a protocol of this name on the standard streams, with an engine for the target.
    pub fn serve(
        &self,
        name: &'static str,
        protocol: Protocol,
        target: &str,
    ) -> Result<CommandVerdict> {
        let memory = MemorySize(Settings::default().memory);
        let settings = Settings {
            opening: opening(self.memory, self.time_limit.and_then(|limit| limit.0)),
            ..settings(self.memory.unwrap_or(memory), &self.threads)
        };
        let engine = open(target, &Evidence::default(), &settings)?;
        let player = engine.about().player.as_ref();
        if let Some(player) = player.filter(|player| !["", "-"].contains(&player.from.trim())) {
            note(&format!(
                "{}: what it promises holds in games that begin at the position {}, not at the \
                 start of the game",
                player.file, player.from
            ));
        }
        let limits = SearchLimits {
            time: self.time_limit.unwrap_or(DEFAULT_TIME).0,
            search: self.search.scope(),
            canonical: self.style.is_canonical(),
        };
        output::end_without_reader();
        protocol(
            engine,
            Box::new(move |spec| open_with_opening(spec, &settings)),
            limits,
            BufReader::new(io::stdin()),
            &mut io::stdout().lock(),
            &mut io::stderr().lock(),
        )
        .map_err(unwritten)
        .context(name)?;
        Ok(CommandVerdict::Holds)
    }
}

/// How long, with how many threads and in how much memory the positions of a command are searched.
#[derive(Args, Clone, Debug)]
pub struct SearchResources {
    #[command(flatten)]
    pub limit: TimeLimitArgument,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub memory: MemoryArgument,
}

impl SearchResources {
    /// What opening a file may take.
    pub fn opening(&self) -> OpeningLimits {
        self.memory.opening(self.limit.time())
    }

    /// Settings of an engine that searches one position with all threads.
    pub fn settings_for_one(&self, memory: MemorySize) -> Settings {
        Settings {
            opening: self.opening(),
            trusts_files: true,
            ..settings(memory, &self.threads)
        }
    }

    /// Settings of an engine that searches many positions, each with one thread.
    pub fn settings_for_many(&self, memory: MemorySize) -> Settings {
        Settings {
            searchers: self.threads.count(),
            threads: 1,
            ..self.settings_for_one(memory)
        }
    }
}

/// Answers the commands of a protocol until the input ends.
type Protocol = fn(
    Arc<dyn Engine>,
    Opener,
    SearchLimits,
    BufReader<Stdin>,
    &mut dyn Write,
    &mut dyn Write,
) -> io::Result<()>;

/// Settings of an engine whose searches take this much memory, and as many threads as asked for.
pub fn settings(memory: MemorySize, threads: &ThreadsArgument) -> Settings {
    Settings {
        games: games().table().clone(),
        memory: memory.0,
        threads: threads.count(),
        ..Settings::default()
    }
}

/// Opens the artifact, with its evidence, the proof, the player's table or the game that `target`
/// names.
///
/// # Errors
///
/// Fails if there is no such file or game, or if the file is damaged; a proof also if it does not
/// hold, and a player's table if the results that it plays by are not there.
pub fn open(
    target: &str,
    evidence: &Evidence<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    if names_player(target) {
        let engine = open_player(Path::new(target), settings)?;
        if let Some(player) = engine.about().player.as_ref()
            && let Some(results) = player.foreign_results
        {
            note(&format!(
                "{target}: {} or more for the side to move at its start, {} or more for the other, \
                 GIVEN {} results of others, which nothing here proves",
                signed(player.at_least),
                signed(-player.at_most),
                grouped(results)
            ));
        }
        return Ok(engine);
    }
    match names_file(target) {
        true => open_file(Path::new(target), evidence, settings),
        false => open_with_opening(target, settings),
    }
}

/// Opens the game with this spec, with its [openings](openings_of).
///
/// # Errors
///
/// Fails if no game has this spec, and if an opening in the user's folder cannot be read or is
/// damaged.
pub fn open_with_opening(spec: &str, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    let mut artifacts = Vec::new();
    for opening in openings_of(spec)? {
        match opening {
            OpeningFile::InFolder(path) if is_proof(&path) => {
                return open_file(&path, &Evidence::default(), settings);
            }
            OpeningFile::InFolder(path) => artifacts.push(ArtifactSource::Path(path)),
            OpeningFile::InProgram(kept) => {
                let file = FileBytes {
                    name: kept.file.to_owned(),
                    bytes: kept.bytes.to_vec(),
                };
                match kept.is_artifact() {
                    true => artifacts.push(ArtifactSource::Bytes(file)),
                    // The limit is for the user's files and questions.
                    false => {
                        let mut settings = settings.clone();
                        settings.opening.time = None;
                        return open_proof_bytes(file, &settings);
                    }
                }
            }
        }
    }
    open_game_with(spec, artifacts, settings)
}

/// A solution up to a shallow level, or a proof, of a game.
pub enum OpeningFile {
    InProgram(&'static Opening),
    InFolder(PathBuf),
}

#[cfg(feature = "server")]
impl OpeningFile {
    pub fn is_artifact(&self) -> bool {
        match self {
            Self::InProgram(kept) => kept.is_artifact(),
            Self::InFolder(path) => !is_proof(path),
        }
    }
}

/// The openings of the game with this spec, however it is written, in the order in which they are
/// asked: those of the game itself before those of the game by score, and of each those in the
/// folder that [`FOLDER_VARIABLE`] names before those in the program.
///
/// # Errors
///
/// Fails if no game has this spec, or if the folder or a file there cannot be read.
pub fn openings_of(spec: &str) -> Result<Vec<OpeningFile>, EngineError> {
    let game = games().parse(spec)?;
    let in_folder = match env::var_os(FOLDER_VARIABLE) {
        Some(folder) => openings_in(Path::new(&folder))?,
        None => Vec::new(),
    };
    let mut all = Vec::new();
    for spec in [Some(game.spec()), game.by_score().map(|game| game.spec())] {
        let Some(spec) = spec else { continue };
        let of_game = in_folder.iter().filter(|(of, _)| *of == spec);
        all.extend(of_game.map(|(_, path)| OpeningFile::InFolder(path.clone())));
        all.extend(solveig_openings::of(&spec).map(OpeningFile::InProgram));
    }
    Ok(all)
}

/// The artifacts and proofs in a folder, each with the spec of its game.
fn openings_in(folder: &Path) -> Result<Vec<(String, PathBuf)>, EngineError> {
    let failure = |file: &Path, error: FormatError| EngineError::Artifact {
        file: file.display().to_string(),
        error: Box::new(error.into()),
    };
    let unread = |cause| FormatError::Io {
        origin: Origin::file(folder),
        action: "read",
        cause,
    };
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|cause| failure(folder, unread(cause)))?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let spec = match path.extension().and_then(OsStr::to_str) {
            Some("sol") => Reader::open(&path).map(|reader| reader.header().game.clone()),
            Some("proof") => ProofReader::header_of(&path).map(|header| header.game),
            _ => continue,
        };
        all.push((spec.map_err(|error| failure(&path, error))?, path));
    }
    Ok(all)
}

/// Opens the artifact, with its evidence, or the proof at `path`.
///
/// # Errors
///
/// Fails like [`open`].
pub fn open_file(
    path: &Path,
    evidence: &Evidence<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    if !is_proof(path) {
        return open_artifact_with(path, evidence, settings);
    }
    let progress = Progress::new("checking");
    open_proof(path, &checker_rules, settings, &mut |done, total| {
        progress.update("nodes", done, total, String::new());
    })
}

/// Whether `target` is the path of an artifact or a proof. What can be read as a game is one.
pub fn names_file(target: &str) -> bool {
    let path = Path::new(target);
    let has_ending = |end: &OsStr| end == "sol" || end == "proof";
    let is_named = path.extension().is_some_and(has_ending);
    is_named || (path.is_file() && games().parse(target).is_err())
}

/// Whether `target` is the path of a player's table.
pub fn names_player(target: &str) -> bool {
    let end = Path::new(target).extension();
    end.is_some_and(|end| end == "player")
}

/// Fails: the feature is missing.
#[cfg(not(feature = "campaigns"))]
fn open_player(path: &Path, _settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    let problem = match open_table(path) {
        Ok(_) => crate::messages::missing("campaigns"),
        Err(error) => format!("cannot open: {error}"),
    };
    Err(EngineError::Player {
        problem: format!("{}: {problem}", path.display()),
    })
}

/// Whether `path` is that of a proof, not of an artifact.
pub fn is_proof(path: &Path) -> bool {
    let is_named = path.extension().is_some_and(|end| end == "proof");
    is_named || solveig_format::proof::is_proof(path).unwrap_or(false)
}
