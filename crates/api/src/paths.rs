//! The paths of the API.

/// The state of the server.
pub const HEALTH: &str = "/v1/health";
/// Whether the server takes questions.
pub const READY: &str = "/v1/ready";
/// All games.
pub const GAMES: &str = "/v1/games";
/// One game.
pub const GAME: &str = "/v1/games/{game}";
/// The levels of an artifact.
pub const LEVELS: &str = "/v1/games/{game}/levels";
/// The start of a game.
pub const START: &str = "/v1/games/{game}/start";
/// Values and moves of a position.
pub const POSITION: &str = "/v1/games/{game}/position";
/// A random stored position.
pub const RANDOM: &str = "/v1/games/{game}/random";
/// A batch of positions.
pub const POSITIONS: &str = "/v1/games/{game}/positions";
/// The principal variation.
pub const LINE: &str = "/v1/games/{game}/line";
/// Why a position has its value.
pub const PROOF: &str = "/v1/games/{game}/proof";
/// What each move of a play lost.
pub const REVIEW: &str = "/v1/games/{game}/review";
