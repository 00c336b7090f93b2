//! The move that the program plays.

use serde::Serialize;
use solveig_engine::choice::{self, Ground, choose};
use solveig_engine::{Effort, LegalMove, Line, Reusable};

use crate::failure::Failure;
use crate::games::ServedGame;
use crate::position::SideValue;

/// How the program chose its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grounds {
    /// No other move is better: `source` has where that comes from.
    Best,
    /// It keeps at least the value in `keeps`, by a player's table or a proved bound; another move
    /// may reach more.
    Keeps,
    /// It is the only legal move.
    Forced,
    /// It is a proved win, but another move may win more.
    Wins,
    /// Nothing is proved of the move, which need not be perfect play.
    Estimate,
}

/// The move that the program plays in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The name of the game in paths.
    pub game: String,
    /// The board that the moves were played from; `-` is the start.
    pub from: String,
    /// The moves played from there, forced passes included.
    pub moves_played: Vec<String>,
    /// The move; `null` if the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub chosen_move: Option<ChosenMove>,
    /// Whether the search was interrupted before a best move was found, so that a longer one may
    /// find one.
    pub interrupted: bool,
}

/// A move that the program plays, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChosenMove {
    /// The move.
    #[serde(flatten)]
    pub played: LegalMove,
    /// How it was chosen.
    pub ground: Grounds,
    /// Whether `ground` is `estimate`.
    pub estimate: bool,
    /// With `keeps` as the ground, the least value that the side which plays it reaches.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub keeps: Option<i32>,
    /// Its value for the side that plays it; `plies` count to the end of the game, the move itself
    /// included.
    #[serde(flatten)]
    pub side_value: SideValue,
    /// What a person should know of how it was found.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub note: Option<String>,
}

impl ServedGame {
    /// The move that the program plays after `line`, found within `effort`.
    pub(crate) fn choose(&self, line: &Line, effort: &Effort) -> Result<Reusable, Failure> {
        let state = self.engine.state(line)?;
        let chosen = choose(&*self.engine, line, &state, effort)?;
        Ok(Reusable::Choice(chosen.map(Box::new)))
    }

    /// The answer about the move `chosen` after `line`.
    pub(crate) fn choice(
        &self,
        line: &Line,
        chosen: Option<choice::ChosenMove>,
    ) -> Result<Choice, Failure> {
        let state = self.engine.state(line)?;
        let interrupted = chosen.as_ref().is_some_and(|one| one.interrupted);
        Ok(Choice {
            game: self.name().to_owned(),
            from: state.from,
            moves_played: state.moves,
            chosen_move: chosen.map(|one| {
                let (ground, keeps) = match one.ground {
                    Ground::Best => (Grounds::Best, None),
                    Ground::Keeps(least) => (Grounds::Keeps, Some(least)),
                    Ground::Forced => (Grounds::Forced, None),
                    Ground::Wins => (Grounds::Wins, None),
                    Ground::Estimate => (Grounds::Estimate, None),
                };
                ChosenMove {
                    played: one.played,
                    ground,
                    estimate: ground == Grounds::Estimate,
                    keeps,
                    side_value: SideValue::new(one.known_value, state.to_move),
                    note: one.note,
                }
            }),
            interrupted,
        })
    }
}
