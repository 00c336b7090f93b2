//! From a spec or a file to an engine.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use solveig_format::{Digest, MappedFile, Reader};
use solveig_games::{AnyGame, GameTable, Solvable};

use crate::about::{ArtifactAbout, CertificateAbout, Checked};
use crate::artifact::{Artifact, Certificate, QueryError};
use crate::opened::{Opened, OpenedArtifact};
use crate::{About, Engine, EngineError, LevelAbout};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games that specs and artifacts may be of.
    pub games: GameTable,
    /// How many bytes all searchers of a game may take together. They are taken when something is
    /// first searched.
    pub memory: u64,
    /// How many searches of a game may run at once.
    pub searchers: usize,
    /// An artifact's digest is not computed anew when it is opened. Damage is then found, at the
    /// latest, in the block that holds what is asked.
    pub trusts_files: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: GameTable::built_in(),
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
    let game = settings.games.parse(spec)?;
    let about = About::of(&game);
    open(game, about, None, settings)
}

/// What speaks for an artifact beside its own bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    /// The file of its certificate.
    pub certificate: Option<&'a Path>,
    /// The digests under which a checker that shares no code with the solver has confirmed the
    /// artifact, and the certificate if there is one, in this process. The bytes are then held
    /// against them, whatever the [`Settings`] say.
    pub confirmed: Option<(Digest, Option<Digest>)>,
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
    open_artifact_with(path, &Evidence::default(), settings)
}

/// Opens an artifact like [`open_artifact`], with what speaks for it.
///
/// # Errors
///
/// Fails as [`open_artifact`] does, if the certificate cannot be read, is damaged or belongs to
/// another artifact, and if a file is not the one that was confirmed.
pub fn open_artifact_with(
    path: impl AsRef<Path>,
    evidence: &Evidence<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let trusts = settings.trusts_files && evidence.confirmed.is_none();
    let artifact = File::open(path.as_ref(), trusts)?;
    let certificate = evidence.certificate.map(|path| File::open(path, trusts));
    let certificate = certificate.transpose()?;
    if let Some((digest, of_certificate)) = evidence.confirmed {
        artifact.expect(Some(digest))?;
        if let Some(certificate) = &certificate {
            certificate.expect(of_certificate)?;
        }
    }
    let game = settings.games.parse(&artifact.reader.header().game)?;
    let checked = match (evidence.confirmed, trusts) {
        (Some(_), _) => Checked::Solution,
        (None, false) => Checked::Bytes,
        (None, true) => Checked::Nothing,
    };
    let mut about = About::of(&game);
    about.artifact = Some(ArtifactAbout {
        certificate: certificate.as_ref().map(File::about_certificate),
        checked,
        ..artifact.about()
    });
    let files = Some((artifact, certificate));
    open(game, about, files, settings)
}

fn open(
    game: AnyGame,
    about: About,
    files: Option<(File, Option<File>)>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let stored = match files {
        None => None,
        Some((artifact, certificate)) => {
            let file = artifact.path;
            let artifact = Artifact::new(game.clone(), artifact.reader);
            let artifact = artifact.map_err(wrong(file.clone()))?;
            let certificate = match certificate {
                None => None,
                Some(File { reader, path }) => {
                    let opened = Certificate::new(reader, &artifact);
                    Some((opened.map_err(wrong(path.clone()))?, path))
                }
            };
            Some(OpenedArtifact {
                artifact,
                file,
                certificate,
            })
        }
    };
    let solvers = game.solvers(true);
    Ok(Arc::new(Opened::new(
        game, solvers, about, stored, settings,
    )))
}

/// An open file.
struct File {
    reader: Reader<MappedFile>,
    path: String,
}

impl File {
    fn open(path: &Path, trusts: bool) -> Result<Self, EngineError> {
        let named = path.display().to_string();
        let reader = Reader::open(path).and_then(|reader| {
            if !trusts {
                reader.check_bytes(|_| ControlFlow::Continue(()))?;
            }
            Ok(reader)
        });
        match reader {
            Ok(reader) => Ok(Self {
                reader,
                path: named,
            }),
            Err(error) => Err(wrong(named)(error.into())),
        }
    }

    /// Fails unless this is the file of that digest.
    fn expect(&self, confirmed: Option<Digest>) -> Result<(), EngineError> {
        match confirmed == Some(self.reader.digest()) {
            true => Ok(()),
            false => Err(EngineError::NotTheConfirmed {
                file: self.path.clone(),
            }),
        }
    }

    fn name(&self) -> String {
        let name = Path::new(&self.path).file_name();
        name.map_or_else(
            || self.path.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// What the file says of itself as an artifact.
    fn about(&self) -> ArtifactAbout {
        let reader = &self.reader;
        let header = reader.header();
        ArtifactAbout {
            file: self.name(),
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
            certificate: None,
            checked: Checked::Nothing,
        }
    }

    /// What the file says of itself as a certificate.
    fn about_certificate(&self) -> CertificateAbout {
        CertificateAbout {
            file: self.name(),
            cut: self.reader.header().cut,
            positions: self.reader.record_count(),
            bytes: self.reader.byte_length(),
            digest: self.reader.digest().to_string(),
        }
    }
}

/// An error of the file `file`.
fn wrong(file: String) -> impl FnOnce(QueryError) -> EngineError {
    |error| EngineError::Artifact {
        file,
        error: Box::new(error),
    }
}
