//! From a spec or a file to an engine.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use solveig_format::{MappedFile, Reader};
use solveig_game::Game;
use solveig_games::registry::AnyGame;
use solveig_query::{Artifact, QueryError};
use solveig_search::fastest::{FastestVisitor, MakeFastest, with_fastest};

use crate::about::ArtifactAbout;
use crate::opened::Opened;
use crate::{About, Engine, EngineError, LevelAbout};

/// How an engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many bytes all searchers of a game may take together. They are taken when something is
    /// first searched.
    pub memory: u64,
    /// How many searches of a game may run at once.
    pub searchers: usize,
    /// An artifact's digest is not computed anew when it is opened. Damage is then found, at the latest, in the
    /// block that holds what is asked.
    pub trusts_files: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory: 256 << 20,
            searchers: 1,
            trusts_files: false,
        }
    }
}

/// Opens a game that is searched.
///
/// # Errors
///
/// Fails if no game has this spec.
pub fn open_game(spec: &str, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    let game = AnyGame::parse(spec)?;
    open(game, None, *settings)
}

/// Opens an artifact, and checks that its bytes are those that were written.
///
/// # Errors
///
/// Fails if the file cannot be read, is damaged, or is of no game that is known here.
pub fn open_artifact(
    path: impl AsRef<Path>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let wrong = |error: QueryError| EngineError::Artifact {
        file: file.clone(),
        error: Box::new(error),
    };
    let reader = Reader::open(path).map_err(|error| wrong(error.into()))?;
    if !settings.trusts_files {
        let checked = reader.check_bytes(|_| ControlFlow::Continue(()));
        checked.map_err(|error| wrong(error.into()))?;
    }
    let game = AnyGame::parse(&reader.header().game)?;
    open(game, Some((reader, file)), *settings)
}

fn open(
    game: AnyGame,
    stored: Option<(Reader<MappedFile>, String)>,
    settings: Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let mut about = About::of(&game);
    about.artifact = stored
        .as_ref()
        .map(|(reader, file)| about_file(reader, file));
    let opening = Opening {
        about,
        stored,
        settings,
    };
    with_fastest(game, opening)
}

fn about_file(reader: &Reader<MappedFile>, file: &str) -> ArtifactAbout {
    let header = reader.header();
    let name = Path::new(file).file_name();
    ArtifactAbout {
        file: name.map_or_else(
            || file.to_owned(),
            |name| name.to_string_lossy().into_owned(),
        ),
        scope: header.scope.name(),
        symmetry: header.symmetry,
        cut: header.cut,
        positions: reader.record_count(),
        bytes: reader.byte_length(),
        digest: reader.digest().to_string(),
        root_value: header.root_value,
        levels: reader
            .levels()
            .iter()
            .map(|one| LevelAbout {
                level: one.level,
                positions: one.records,
                optimal: one.by_roles[0],
                free: one.by_roles[1],
                both: one.by_roles[2],
                terminals: one.terminals,
            })
            .collect(),
    }
}

struct Opening {
    about: About,
    stored: Option<(Reader<MappedFile>, String)>,
    settings: Settings,
}

impl FastestVisitor for Opening {
    type Output = Result<Arc<dyn Engine>, EngineError>;

    fn visit<G: Game>(self, game: G, make: MakeFastest<G>) -> Self::Output {
        let stored = match self.stored {
            None => None,
            Some((reader, file)) => match Artifact::new(game.clone(), reader) {
                Ok(artifact) => Some((artifact, file)),
                Err(error) => {
                    let error = Box::new(error);
                    return Err(EngineError::Artifact { file, error });
                }
            },
        };
        let engine = Opened::new(game, make, self.about, stored, self.settings);
        Ok(Arc::new(engine))
    }
}
