//! Questions: queries, bodies of JSON, and how they are read.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde_json::error::Category;
use solveig_engine::{Line, SearchScope};

use crate::failure::{Failure, Kind};

/// What an answer may cost.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Bytes in a board or in a list of moves.
    pub line: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// The time of all searches of one request together.
    pub search_time: Duration,
    /// The seed of a random position where the request names none.
    pub seed: u64,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            line: 4096,
            batch: 1000,
            search_time: Duration::from_secs(10),
            seed: 0,
        }
    }
}

/// Checks that an address has no query.
///
/// # Errors
///
/// Fails if `query` has parameters.
pub fn expect_no_query(query: &str) -> Result<(), Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoParameters {}
    let NoParameters {} = read_query(query)?;
    Ok(())
}

/// Reads the query of an address; unknown parameters are errors.
pub(crate) fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Failure> {
    let fields = form_urlencoded::parse(query.as_bytes());
    let fields = serde_urlencoded::Deserializer::new(fields);
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let problem = in_json_terms(&error.to_string());
        Failure::new(Kind::BAD_QUERY, format!("query: {problem}"))
    })
}

/// Reads one of several words from a string, and from nothing else.
fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    T::deserialize(IntoDeserializer::<D::Error>::into_deserializer(text))
}

/// What is read from an object alone. A type by itself is read from a list of its fields, too.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Object<T>>::deserialize(from)?;
    Ok(objects.into_iter().map(|Object(one)| one).collect())
}

/// Reads a body of JSON.
///
/// # Errors
///
/// Fails if `body` is not JSON, or no object with the fields of `T`.
pub fn read_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = serde_path_to_error::deserialize(&mut json);
    let read = read.map_err(|error| (error.inner().classify(), error.to_string()));
    let read = read.and_then(|Object(read)| match json.end() {
        Ok(()) => Ok(read),
        Err(error) => Err((Category::Syntax, error.to_string())),
    });
    read.map_err(|(category, problem)| {
        let kind = match category {
            Category::Data => Kind::BAD_BODY,
            _ => Kind::BAD_JSON,
        };
        Failure::new(kind, format!("body: {}", in_json_terms(&problem)))
    })
}

/// The problem in words for JSON and text, and not in those for types of Rust.
fn in_json_terms(problem: &str) -> String {
    [
        ("invalid type: sequence,", "found a list,"),
        ("invalid type: map,", "found an object,"),
        ("invalid type:", "found"),
        // Where the body itself is not what is expected.
        (" at line 1 column 0", ""),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("expected a boolean", "expected true or false"),
        ("unknown variant", "unknown word"),
        (
            "invalid digit found in string",
            "expected a whole number of digits",
        ),
        (
            "number too large to fit in target type",
            "the number is too large",
        ),
        ("provided string was not", "expected"),
    ]
    .into_iter()
    .fold(problem.to_owned(), |problem, (from, to)| {
        problem.replace(from, to)
    })
}

/// The query of a position: the line that leads to it, and the search allowed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct PositionQuery {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = "-"))]
    pub from: String,
    /// Moves played from there, with or without spaces between them.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = ""))]
    pub moves: String,
    /// Which positions may be searched if they are not stored.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", param(default = "short"))]
    pub search: SearchScope,
    /// Whether best moves that are searched must be the canonical ones: the first of the optimal
    /// moves in the game's tie-break order, on the board that represents the symmetry class. Those
    /// that are stored always are; a search for one may take much longer than for any best move.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = false))]
    pub canonical: bool,
    /// The digest of the artifact that must answer. The answer then never changes, and caches may
    /// keep it for a year.
    pub artifact: Option<String>,
}

/// How the program chooses among moves of equal value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// The soonest win or the longest defence, as far as a search of at most 0.2 s tells.
    #[default]
    Lasting,
    /// The canonical move: the first in the game's tie-break order, on the board that represents
    /// the symmetry class.
    Canonical,
}

/// The query of a move: the line that leads to the position, and how the program plays.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct MoveQuery {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = "-"))]
    pub from: String,
    /// Moves played from there, with or without spaces between them.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = ""))]
    pub moves: String,
    /// Which positions may be searched if they are not stored. With `never`, moves of equal value
    /// are not compared.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", param(default = "short"))]
    pub search: SearchScope,
    /// How the program chooses among moves of equal value.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", param(default = "lasting"))]
    pub style: Style,
    /// The digest of the artifact that must answer. In the style `canonical` the answer then never
    /// changes, and caches may keep it for a year.
    pub artifact: Option<String>,
}

/// The query of a position that the path names: only the search allowed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct SearchQuery {
    /// Which positions may be searched if they are not stored.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", param(default = "short"))]
    pub search: SearchScope,
    /// Whether best moves that are searched must be the canonical ones: the first of the optimal
    /// moves in the game's tie-break order, on the board that represents the symmetry class. Those
    /// that are stored always are; a search for one may take much longer than for any best move.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(default = false))]
    pub canonical: bool,
    /// The digest of the artifact that must answer. The answer then never changes, and caches may
    /// keep it for a year.
    pub artifact: Option<String>,
}

/// The query of a random position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct RandomQuery {
    /// The same seed gives the same position. By default, the server draws a seed.
    pub seed: Option<u64>,
    /// The digest of the artifact that must answer. The answer then never changes, and caches may
    /// keep it for a year.
    pub artifact: Option<String>,
}

/// A position in a batch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = "-"))]
    pub from: String,
    /// Moves played from there, with or without spaces between them.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = ""))]
    pub moves: String,
}

/// Many positions of one game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The positions.
    #[serde(deserialize_with = "objects")]
    pub positions: Vec<Item>,
    /// Which positions may be searched if they are not stored.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", schema(default = "short"))]
    pub search: SearchScope,
    /// Whether best moves that are searched must be the canonical ones.
    #[serde(default)]
    pub canonical: bool,
    /// Whether each answer has the value of the position and a best move alone, in at most 200
    /// bytes: searches then do without the values of the other moves.
    #[serde(default)]
    pub values_only: bool,
}

/// A play to review.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The board where it began; `-`, or nothing, is the start.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(default = "-"))]
    pub from: String,
    /// Its moves, with or without spaces between them.
    pub moves: String,
    /// Which positions may be searched if they are not stored.
    #[serde(default, deserialize_with = "word")]
    #[cfg_attr(feature = "openapi", schema(default = "short"))]
    pub search: SearchScope,
    /// Whether best moves that are searched must be the canonical ones.
    #[serde(default)]
    pub canonical: bool,
}

/// Puts `from` and `moves` together; neither may be longer than `limit` bytes.
pub(crate) fn read_line(from: String, moves: String, limit: usize) -> Result<Line, Failure> {
    for (what, text) in [("from", &from), ("moves", &moves)] {
        if text.len() > limit {
            return Err(Failure::new(
                Kind::TOO_LARGE,
                format!(
                    "{what} has {} bytes; this server reads at most {limit}",
                    text.len()
                ),
            ));
        }
    }
    Ok(Line { from, moves })
}
