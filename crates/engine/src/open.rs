//! Opens engines from specs and files.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_format::{Digest, FormatError, Origin, Reader};
use solveig_game::Game;
use solveig_games::{AnyGame, GameTable, Solvable};
use solveig_search::Oracle;

use crate::about::{ArtifactFile, CertificateFile, CheckScope, ProofFile};
use solveig_verify::FindRules;

use crate::artifact::Certificate;
use crate::artifacts::{Artifacts, OpenedArtifact};
use crate::game_engine::GameEngine;
use crate::opened_proof::OpenedProof;
use crate::searchers::Searchers;
use crate::{About, ArtifactLevel, Engine, EngineError};

/// What opening a file may take.
#[derive(Clone, Copy, Debug)]
pub struct OpeningLimits {
    /// The memory of the index and of blocks of an artifact, and as much for its certificate, for
    /// as long as the file is open.
    pub memory: u64,
    /// The time for reading the file, and for checking what is checked on opening; `None` for as
    /// long as it takes.
    pub time: Option<Duration>,
}

impl Default for OpeningLimits {
    fn default() -> Self {
        Self {
            memory: Reader::MEMORY,
            time: None,
        }
    }
}

impl OpeningLimits {
    /// Opens the artifact or the certificate at `path`, and checks all of its bytes unless it is
    /// trusted.
    ///
    /// # Errors
    ///
    /// Fails as [`Reader::open`] does, and if the limits do not suffice.
    pub fn open(self, path: &Path, trusts: bool) -> Result<Reader, FormatError> {
        let started = Instant::now();
        let is_over = || self.time.is_some_and(|time| started.elapsed() >= time);
        let reader = Reader::open_within(path, self.memory, &mut || match is_over() {
            true => Err(FormatError::Stopped {
                origin: Origin::file(path),
            }),
            false => Ok(()),
        })?;
        if !trusts {
            reader.check_bytes(|_| match is_over() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })?;
        }
        Ok(reader)
    }
}

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The games that specs and artifacts may name.
    pub games: GameTable,
    /// The memory of all searchers of a game in bytes, allocated at the first search.
    pub memory: u64,
    /// What opening a file may take.
    pub opening: OpeningLimits,
    /// The maximum number of searches of a game at the same time.
    pub searchers: usize,
    /// The threads of each search.
    pub threads: usize,
    /// Whether to skip the check of an artifact's digest on opening. Damage is then found when a
    /// damaged block is read.
    pub trusts_files: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: GameTable::built_in(),
            memory: 256 << 20,
            opening: OpeningLimits::default(),
            searchers: 1,
            threads: 1,
            trusts_files: false,
        }
    }
}

/// Opens a game without an artifact.
///
/// # Errors
///
/// Fails if no game has this spec.
pub fn open_game(spec: &str, settings: &Settings) -> Result<Arc<dyn Engine>, EngineError> {
    let game = settings.games.parse(spec)?;
    let about = About::of(&game);
    let searchers = Searchers::new(game.solvers(), settings);
    Ok(Arc::new(GameEngine::new(
        game,
        searchers,
        about,
        Artifacts::default(),
    )))
}

/// Opens a game whose positions these solvers search, one for each question at the same time.
pub fn open_with_solvers(game: AnyGame, solvers: Vec<Box<dyn Oracle<AnyGame>>>) -> Arc<dyn Engine> {
    let searchers = Searchers::of(game.solvers(), solvers);
    let about = About::of(&game);
    Arc::new(GameEngine::new(
        game,
        searchers,
        about,
        Artifacts::default(),
    ))
}

/// Evidence for an artifact beside the file itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    /// Where the certificate lies; it must be of the same artifact.
    pub certificate: Option<&'a Path>,
    /// The digests that an independent checker has confirmed in this process. The files are then
    /// checked against them, even with [`Settings::trusts_files`].
    pub confirmed: Option<SolutionDigests>,
}

/// The digests of the files of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionDigests {
    /// That of the artifact.
    pub artifact: Digest,
    /// That of the certificate, if there is one.
    pub certificate: Option<Digest>,
}

/// Opens an artifact, and checks its digest unless the settings trust files.
///
/// # Errors
///
/// Fails if the file cannot be read, is damaged, or is of an unknown game.
pub fn open_artifact(
    path: impl AsRef<Path>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    open_artifact_with(path, &Evidence::default(), settings)
}

/// Opens an artifact like [`open_artifact`], with evidence.
///
/// # Errors
///
/// Fails like [`open_artifact`]; if the certificate cannot be read, is damaged or belongs to
/// another artifact; and if a file is not the one confirmed.
pub fn open_artifact_with(
    path: impl AsRef<Path>,
    evidence: &Evidence<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let trusts = settings.trusts_files && evidence.confirmed.is_none();
    let open = |path: &Path| {
        File::of(
            path.display().to_string(),
            settings.opening.open(path, trusts),
        )
    };
    let artifact = open(path.as_ref())?;
    let certificate = evidence.certificate.map(open);
    open_files(
        artifact,
        certificate.transpose()?,
        evidence.confirmed,
        settings,
    )
}

/// An artifact that is opened with others.
#[derive(Clone, Debug)]
pub enum ArtifactSource {
    /// It lies there.
    Path(PathBuf),
    /// It is in memory.
    Bytes(FileBytes),
}

impl ArtifactSource {
    fn open(self, settings: &Settings) -> Result<File, EngineError> {
        match self {
            Self::Path(path) => File::of(
                path.display().to_string(),
                settings.opening.open(&path, settings.trusts_files),
            ),
            Self::Bytes(bytes) => bytes.open(settings),
        }
    }
}

/// Opens a game with artifacts, which are asked in this order, the first that has a position
/// answers. They are of the game itself or of the same [by score](AnyGame::by_score), which also
/// tells how soon the game ends. The first one of the game itself is the one that the engine
/// [describes](Engine::about).
///
/// # Errors
///
/// Fails if no game has this spec; if a file cannot be read, is damaged, or is of another game.
pub fn open_game_with(
    spec: &str,
    files: Vec<ArtifactSource>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let game = settings.games.parse(spec)?;
    let by_score = game.by_score();
    let mut about = About::of(&game);
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        let file = file.open(settings)?;
        let spec = &file.reader.header().game;
        let by_score = by_score.as_ref().filter(|other| other.spec() == *spec);
        if by_score.is_none() && about.artifact.is_none() {
            about.artifact = Some(ArtifactFile {
                check: match settings.trusts_files {
                    false => CheckScope::Bytes,
                    true => CheckScope::Nothing,
                },
                ..file.about()
            });
        }
        let is_by_score = by_score.is_some();
        let game = by_score.unwrap_or(&game);
        all.push(file.into_artifact_of(game, is_by_score)?);
    }
    let searchers = Searchers::new(game.solvers(), settings);
    let artifacts = Artifacts::new(all);
    Ok(Arc::new(GameEngine::new(game, searchers, about, artifacts)))
}

/// A file that a browser or an archive has read.
#[derive(Clone, Debug)]
pub struct FileBytes {
    /// Its name in errors and answers.
    pub name: String,
    /// The whole file, which is read in memory.
    pub bytes: Vec<u8>,
}

impl FileBytes {
    fn open(self, settings: &Settings) -> Result<File, EngineError> {
        let Self { name, bytes } = self;
        let reader = Reader::of_bytes(&name, bytes).and_then(|reader| {
            if !settings.trusts_files {
                reader.check_bytes(|_| ControlFlow::Continue(()))?;
            }
            Ok(reader)
        });
        File::of(name, reader)
    }
}

/// Opens an artifact like [`open_artifact_with`], from bytes in memory.
///
/// # Errors
///
/// Fails if a file is damaged, of an unknown game, or if the certificate belongs to another
/// artifact.
pub fn open_artifact_bytes(
    artifact: FileBytes,
    certificate: Option<FileBytes>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    let artifact = artifact.open(settings)?;
    let certificate = certificate.map(|bytes| bytes.open(settings));
    open_files(artifact, certificate.transpose()?, None, settings)
}

fn open_files(
    artifact: File,
    certificate: Option<File>,
    confirmed: Option<SolutionDigests>,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    if let Some(digests) = confirmed {
        artifact.expect(Some(digests.artifact))?;
        if let Some(certificate) = &certificate {
            certificate.expect(digests.certificate)?;
        }
    }
    let game = settings.games.parse(&artifact.reader.header().game)?;
    let mut about = About::of(&game);
    about.artifact = Some(ArtifactFile {
        certificate: certificate.as_ref().map(File::about_certificate),
        check: match (confirmed, settings.trusts_files) {
            (Some(_), _) => CheckScope::Solution,
            (None, false) => CheckScope::Bytes,
            (None, true) => CheckScope::Nothing,
        },
        ..artifact.about()
    });
    let mut stored = artifact.into_artifact_of(&game, false)?;
    let belonging = |File { reader, path }| match Certificate::new(reader, &stored.artifact) {
        Ok(opened) => Ok((opened, path)),
        Err(error) => Err(EngineError::artifact(path)(error)),
    };
    stored.certificate = certificate.map(belonging).transpose()?;
    let searchers = Searchers::new(game.solvers(), settings);
    let artifacts = Artifacts::new(vec![stored]);
    Ok(Arc::new(GameEngine::new(game, searchers, about, artifacts)))
}

/// Opens a proof. The checker walks it first, by its own rules or those that `find_rules` finds.
/// `progress` receives the number of nodes walked and the number that the file states.
///
/// # Errors
///
/// Fails if the file cannot be read, does not hold, is of an unknown game, or needs more memory.
pub fn open_proof(
    path: impl AsRef<Path>,
    find_rules: &FindRules<'_>,
    settings: &Settings,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Arc<dyn Engine>, EngineError> {
    let opened = OpenedProof::open(path.as_ref(), find_rules, settings, progress)?;
    Ok(with_proof(opened, settings))
}

/// Opens a proof like [`open_proof`], from bytes in memory, by the checker's own rules.
///
/// # Errors
///
/// Fails as [`open_proof`] does.
pub fn open_proof_bytes(
    proof: FileBytes,
    settings: &Settings,
) -> Result<Arc<dyn Engine>, EngineError> {
    Ok(ConfirmedProof::of_bytes(proof, settings)?.engine(settings))
}

/// A proof that the checker has confirmed, for any number of engines.
pub struct ConfirmedProof {
    proof: OpenedProof,
    game: AnyGame,
    about: ProofFile,
}

impl ConfirmedProof {
    /// Checks a proof in memory by the checker's own rules.
    ///
    /// # Errors
    ///
    /// Fails as [`open_proof`] does.
    pub fn of_bytes(proof: FileBytes, settings: &Settings) -> Result<Self, EngineError> {
        let (proof, game, about) = OpenedProof::of_bytes(proof, settings)?;
        Ok(Self { proof, game, about })
    }

    /// An engine that answers from the proof, and searches of its own beyond it.
    pub fn engine(&self, settings: &Settings) -> Arc<dyn Engine> {
        let parts = (self.proof.clone(), self.game.clone(), self.about.clone());
        with_proof(parts, settings)
    }
}

/// Whether these are the bytes of a proof, and not of an artifact.
pub fn is_proof(bytes: &[u8]) -> bool {
    bytes.starts_with(&solveig_format::proof::MAGIC)
}

fn with_proof(
    (proof, game, of_proof): (OpenedProof, AnyGame, ProofFile),
    settings: &Settings,
) -> Arc<dyn Engine> {
    let mut about = About::of(&game);
    about.proof = Some(of_proof);
    let searchers = Searchers::new(game.solvers(), settings);
    let opened = GameEngine::new(game, searchers, about, Artifacts::default());
    Arc::new(opened.with_proof(proof))
}

struct File {
    reader: Reader,
    path: String,
}

impl File {
    fn of(path: String, reader: Result<Reader, FormatError>) -> Result<Self, EngineError> {
        match reader {
            Ok(reader) => Ok(Self { reader, path }),
            Err(error) => Err(EngineError::artifact(path)(error.into())),
        }
    }

    /// The file as an artifact of a game, or of the game by score.
    fn into_artifact_of(
        self,
        game: &AnyGame,
        is_by_score: bool,
    ) -> Result<OpenedArtifact<AnyGame>, EngineError> {
        OpenedArtifact::new(game.clone(), self.reader, self.path, is_by_score)
    }

    /// Fails if the file has another digest than the confirmed one.
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

    /// The description of the file as an artifact.
    fn about(&self) -> ArtifactFile {
        let reader = &self.reader;
        let header = reader.header();
        ArtifactFile {
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
                .map(|one| ArtifactLevel {
                    level: one.level,
                    positions: one.records,
                    optimal: one.by_roles[0],
                    free: one.by_roles[1],
                    both: one.by_roles[2],
                    terminals: one.terminals,
                })
                .collect(),
            certificate: None,
            check: CheckScope::Nothing,
        }
    }

    /// The description of the file as a certificate.
    fn about_certificate(&self) -> CertificateFile {
        CertificateFile {
            file: self.name(),
            cut: self.reader.header().cut,
            positions: self.reader.record_count(),
            bytes: self.reader.byte_length(),
            digest: self.reader.digest().to_string(),
        }
    }
}
