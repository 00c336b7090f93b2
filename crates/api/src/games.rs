//! The games that are answered about, by the names that paths use.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use solveig_engine::{
    self as engine, About, ArtifactFile, ArtifactLevel, Engine, Line, PlayerFile, ProofFile,
    SearchScope,
};

use crate::failure::{Failure, Kind};

/// The games that are served.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameList {
    /// The games, in the order in which they were named to the server.
    pub games: Vec<Game>,
}

/// The number of positions that an artifact stores, by level.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelList {
    /// The levels, least first.
    pub levels: Vec<ArtifactLevel>,
}

/// A game that is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Game {
    /// Its name in paths.
    #[cfg_attr(feature = "openapi", schema(example = "connect-four-6x5"))]
    pub game: String,
    /// Its spec; of a tree with the name of its file alone.
    #[cfg_attr(feature = "openapi", schema(example = "connect-four:6x5"))]
    pub spec: String,
    /// What kind of game it is.
    #[serde(with = "Family")]
    #[cfg_attr(feature = "openapi", schema(value_type = Family))]
    pub family: engine::Family,
    /// Columns of the board; 0 for trees.
    pub columns: u32,
    /// Rows of the board; 0 for trees.
    pub rows: u32,
    /// Whether the row named first is drawn at the top.
    pub first_row_at_top: bool,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// The names of the rows, in the order of `cells` in positions.
    pub row_names: Vec<String>,
    /// The names of the two sides, the one that moves first before the other.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub sides: [String; 2],
    /// Its title; `null` for built-in games.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub title: Option<String>,
    /// Its rules in a sentence; `null` for built-in games.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rules: Option<String>,
    /// The colours of the sides as in CSS, if it states them.
    #[cfg_attr(
        feature = "openapi",
        schema(required, min_items = 2, max_items = 2, example = json!(["#1b9e77", "#d95f02"]))
    )]
    pub colours: Option<[String; 2]>,
    /// The least value a position can have.
    pub least_value: i32,
    /// The greatest value a position can have.
    pub greatest_value: i32,
    /// Whether a play can be drawn.
    pub draws: bool,
    /// The artifact that answers come from.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub artifact: Option<ArtifactFile>,
    /// The proof that answers come from.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub proof: Option<ProofFile>,
    /// The player whose moves are the best moves of answers.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub player: Option<PlayerFile>,
}

impl Game {
    /// The digest of the artifact or proof that answers come from.
    pub fn digest(&self) -> Option<&str> {
        let artifact = self.artifact.as_ref().map(|of| of.digest.as_str());
        artifact.or(self.proof.as_ref().map(|of| of.digest.as_str()))
    }
}

/// Kinds of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(remote = "engine::Family", rename_all = "kebab-case")]
pub enum Family {
    /// Othello.
    Othello,
    /// Connect Four.
    ConnectFour,
    /// m,n,k games.
    Mnk,
    /// Go.
    Go,
    /// Hex.
    Hex,
    /// Edges between dots, and the boxes that they enclose: of columns and rows counted from 0,
    /// cells with two odd numbers are boxes, those with one are edges, and those with none are
    /// dots.
    Edges,
    /// Stones on the points of a grid, in any game but Go.
    Points,
    /// A track of cells in a row, or in two rows that face each other. A move is at the cell from
    /// which it starts.
    Track,
    /// Explicit and random trees.
    Tree,
    /// Any other game: its board as text, its moves as a list.
    Plain,
}

/// A game with its engine.
pub struct ServedGame {
    /// Index among the games served.
    pub index: usize,
    /// The description that the API returns.
    pub game: Game,
    /// Answers the questions.
    pub engine: Arc<dyn Engine>,
}

impl ServedGame {
    /// The part of the address after `/v1/games/`, as [`Games`] gave it.
    pub fn name(&self) -> &str {
        &self.game.game
    }

    /// The levels of its artifact.
    pub(crate) fn level_list(&self) -> Result<LevelList, Failure> {
        let artifact = self.engine.about().artifact.as_ref();
        let artifact = artifact.ok_or_else(|| Failure::no_artifact(self.name()))?;
        Ok(LevelList {
            levels: artifact.levels.clone(),
        })
    }

    /// A random position of its artifact: the same for the same seed.
    pub(crate) fn random(&self, seed: u64) -> Result<Line, Failure> {
        match self.engine.random(seed)? {
            Some(state) => Ok(Line::at(state.board)),
            None => Err(Failure::no_artifact(self.name())),
        }
    }

    /// Checks that answers come from the artifact or proof with this digest, if a question names
    /// one.
    pub(crate) fn expect_artifact(&self, digest: Option<&str>) -> Result<(), Failure> {
        match (digest, self.game.digest()) {
            (None, _) => Ok(()),
            (Some(_), None) => Err(Failure::no_artifact(self.name())),
            (Some(expected), Some(digest)) if expected == digest => Ok(()),
            (Some(_), Some(digest)) => Err(Failure::new(
                Kind::OTHER_ARTIFACT,
                format!(
                    "{} is served from another file, with the digest {digest}",
                    self.name()
                ),
            )),
        }
    }

    /// The search that can find more than the file has: `scope`, but never above the cut of an
    /// artifact or proof without one.
    pub(crate) fn effective_search(&self, scope: SearchScope) -> SearchScope {
        let artifact = self.game.artifact.as_ref();
        let has_no_cut = self.game.proof.is_some() || artifact.is_some_and(|of| of.cut.is_none());
        match scope {
            SearchScope::AboveCut if has_no_cut => SearchScope::Never,
            _ => scope,
        }
    }
}

/// All games that are served.
pub struct Games {
    served: Vec<Arc<ServedGame>>,
    by_name: HashMap<String, usize>,
}

impl Games {
    /// Names `engines`, in this order, by their specs with all characters that are not plain in a
    /// path replaced by `-`. Equal names get the suffixes `-2`, `-3`, ...
    pub fn new(engines: Vec<Arc<dyn Engine>>) -> Self {
        let mut games = Self {
            served: Vec::new(),
            by_name: HashMap::new(),
        };
        for engine in engines {
            let name = games.free_name(&spec_without_folder(engine.about()));
            games.add(name, engine);
        }
        games
    }

    /// One game under a name of the caller's.
    pub fn one(name: String, engine: Arc<dyn Engine>) -> Self {
        let mut games = Self::new(Vec::new());
        games.add(name, engine);
        games
    }

    fn add(&mut self, name: String, engine: Arc<dyn Engine>) {
        // Tables that the engine builds on first use are built now, not in the first request.
        let _ = engine.guess(&Line::default());
        let about = engine.about();
        let served = ServedGame {
            index: self.served.len(),
            game: Game {
                game: name.clone(),
                spec: spec_without_folder(about),
                family: about.family,
                columns: about.columns,
                rows: about.rows,
                first_row_at_top: about.first_row_at_top,
                column_names: about.column_names.clone(),
                row_names: about.row_names.clone(),
                sides: about.sides.map(str::to_owned),
                title: about.presentation.title.clone(),
                rules: about.presentation.rules.clone(),
                colours: about
                    .presentation
                    .colours
                    .map(|both| both.map(|one| one.to_string())),
                least_value: about.least_value,
                greatest_value: about.greatest_value,
                draws: about.draws,
                artifact: about.artifact.clone(),
                proof: about.proof.clone(),
                player: about.player.clone(),
            },
            engine: Arc::clone(&engine),
        };
        self.by_name.insert(name, served.index);
        self.served.push(Arc::new(served));
    }

    fn free_name(&self, spec: &str) -> String {
        let keep = |c: char| match c {
            _ if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
            '.' | '_' => c,
            _ => '-',
        };
        let name: String = spec.chars().map(keep).collect();
        let name = name.trim_matches(['-', '.']).to_owned();
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names
            .find(|name| !name.is_empty() && !self.by_name.contains_key(name))
            .unwrap_or(name)
    }

    /// All games, in the order of the engines.
    pub fn all(&self) -> &[Arc<ServedGame>] {
        &self.served
    }

    /// The list of all games.
    pub fn list(&self) -> GameList {
        let games = self.served.iter();
        GameList {
            games: games.map(|served| served.game.clone()).collect(),
        }
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// Fails if there is none, and lists up to 20 games.
    pub fn find(&self, name: &str) -> Result<&Arc<ServedGame>, Failure> {
        if let Some(index) = self.by_name.get(name) {
            return Ok(&self.served[*index]);
        }
        let named: Vec<&str> = self.served.iter().take(20).map(|one| one.name()).collect();
        let shown: String = name.chars().take(80).collect();
        Err(Failure::new(
            Kind::NO_SUCH_GAME,
            format!(
                "no game \"{shown}\" is served here; there is {}",
                named.join(", ")
            ),
        ))
    }
}

/// The spec of a game, without the folder in which the file of a tree lies: where that is on the
/// machine that answers is not for those who ask.
fn spec_without_folder(about: &About) -> String {
    match about.spec.strip_prefix("tree:") {
        Some(path) => {
            let name = path.rsplit(['/', std::path::MAIN_SEPARATOR]).next();
            format!("tree:{}", name.unwrap_or(path))
        }
        None => about.spec.clone(),
    }
}
