//! The page as a folder of static files: the engine in WebAssembly answers in the browser.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use solveig_api::{Game, Games};
use solveig_engine::Engine;
use xxhash_rust::xxh3::Xxh3;

use crate::page::{INDEX, page_files};

/// The engine, as `cargo xtask wasm` builds it.
pub const ENGINE: &[u8] = include_bytes!("../folder/solveig.wasm");

/// The file whose presence says that a folder is one of these.
pub const LIST: &str = "games.json";

/// The engine's file in the folder.
const ENGINE_FILE: &str = "solveig.wasm";

/// The service worker's file in the folder.
const WORKER_FILE: &str = "sw.js";

const START: &str = include_str!("../folder/start.js");
const SERVICE_WORKER: &str = include_str!("../folder/sw.js");

/// A file to write into the folder of a page without a server.
#[derive(PartialEq, Eq)]
pub struct FolderFile {
    /// Its path in the folder, with slashes.
    pub name: String,
    /// All that is written into it.
    pub bytes: Cow<'static, [u8]>,
}

impl FolderFile {
    /// A file of this name with these bytes.
    pub fn new(name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        Self {
            name: name.to_owned(),
            bytes: bytes.into(),
        }
    }
}

/// A game that the page without a server answers about.
pub struct FolderGame {
    /// The game, which describes itself.
    pub engine: Arc<dyn Engine>,
    /// Its artifact or proof, under its name in the folder.
    pub solution: Option<FolderFile>,
    /// The certificate of that artifact, under its name in the folder.
    pub certificate: Option<FolderFile>,
    /// Artifacts that are asked after the first.
    pub further: Vec<FolderFile>,
}

#[derive(Serialize)]
struct List<'a> {
    games: Vec<Game>,
    files: BTreeMap<&'a str, Files>,
    engine: &'static str,
    search_seconds: f64,
    memory: u64,
    /// The names of all files that are written.
    written: Vec<String>,
}

#[derive(Serialize)]
struct Files {
    /// The artifact or the proof.
    solution: Option<String>,
    certificate: Option<String>,
    /// Artifacts that are asked after the first.
    further: Vec<String>,
}

/// All files of the folder, the list of games and the service worker last. The page searches at
/// most `search_time` for an answer, and with `memory` bytes for each game.
///
/// # Errors
///
/// Fails if the list of games cannot be serialized, which would be a bug.
pub fn folder(
    games: Vec<FolderGame>,
    search_time: Duration,
    memory: u64,
) -> Result<Vec<FolderFile>, serde_json::Error> {
    let engines = games.iter().map(|game| Arc::clone(&game.engine)).collect();
    let named = Games::new(engines);
    let (mut files, mut stored, mut further) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (game, served) in games.into_iter().zip(named.all()) {
        let mut keep = |file: FolderFile| {
            let name = file.name.clone();
            stored.push(file);
            name
        };
        let of = Files {
            solution: game.solution.map(&mut keep),
            certificate: game.certificate.map(&mut keep),
            further: game.further.iter().map(|file| file.name.clone()).collect(),
        };
        further.extend(game.further);
        files.insert(served.name(), of);
    }
    // A game and the same by score have files in common.
    for file in further {
        if !stored.contains(&file) {
            stored.push(file);
        }
    }
    let mut all: Vec<FolderFile> = page_files()
        .map(|(name, bytes)| match name {
            INDEX => FolderFile::new(name, with_start(bytes).into_bytes()),
            _ => FolderFile::new(name, bytes),
        })
        .collect();
    all.push(FolderFile::new("start.js", START.as_bytes()));
    all.push(FolderFile::new(ENGINE_FILE, ENGINE));
    all.append(&mut stored);
    let written = all.iter().map(|file| file.name.clone());
    let list = List {
        games: named.list().games,
        files,
        engine: ENGINE_FILE,
        search_seconds: search_time.as_secs_f64(),
        memory,
        written: written
            .chain([LIST.to_owned(), WORKER_FILE.to_owned()])
            .collect(),
    };
    all.push(FolderFile::new(LIST, serde_json::to_vec_pretty(&list)?));
    let worker = service_worker(&all);
    all.push(FolderFile::new(WORKER_FILE, worker.into_bytes()));
    Ok(all)
}

/// The page's first file, with what tells the page that it lies in a folder.
fn with_start(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let start = format!(
        "  <meta name=\"solveig-games\" content=\"{LIST}\" />\n    \
         <script src=\"start.js\" defer></script>\n  </head>"
    );
    page.replacen("</head>", &start, 1)
}

/// The service worker that keeps `files`. Its version is a digest of them all.
fn service_worker(files: &[FolderFile]) -> String {
    let mut digest = Xxh3::new();
    let mut names = vec!["./".to_owned()];
    for file in files {
        digest.update(file.name.as_bytes());
        digest.update(&(file.bytes.len() as u64).to_le_bytes());
        digest.update(&file.bytes);
        names.push(escaped(&file.name));
    }
    let names = serde_json::to_string(&names).unwrap_or_default();
    SERVICE_WORKER
        .replacen("@VERSION@", &format!("{:016x}", digest.digest()), 1)
        .replacen("\"@FILES@\"", &names, 1)
}

/// A file's name as a relative address.
fn escaped(name: &str) -> String {
    name.bytes().fold(String::new(), |mut address, byte| {
        match byte {
            b'/' | b'-' | b'_' | b'.' => address.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            // Writing to a string cannot fail.
            _ => _ = write!(address, "%{byte:02X}"),
        }
        address
    })
}
