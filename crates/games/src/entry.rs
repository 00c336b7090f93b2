//! Entries of a table of games.

use solveig_game::{Game, Spec, SpecError};

use crate::any::AnyGame;
use crate::named::NamedGame;

/// A row of the table: the games of one name.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    name: &'static str,
    spec: &'static str,
    parse: fn(&Spec) -> Result<AnyGame, SpecError>,
}

impl GameEntry {
    /// The entry of the game type `G`.
    pub const fn of<G: NamedGame>() -> Self {
        Self::with(G::NAME, G::SPEC, |spec| {
            G::from_spec(spec).map(AnyGame::new)
        })
    }

    /// The entry of a name that several types share, such as one type per key width.
    pub(crate) const fn with(
        name: &'static str,
        spec: &'static str,
        parse: fn(&Spec) -> Result<AnyGame, SpecError>,
    ) -> Self {
        Self { name, spec, parse }
    }

    /// The game that a spec of this name stands for, whose own spec must name the same game.
    pub(crate) fn parse(&self, spec: &Spec) -> Result<AnyGame, SpecError> {
        let game = (self.parse)(spec)?;
        let own = game.spec();
        if own == spec.to_string() {
            return Ok(game);
        }
        let read = Spec::parse(&own).ok().filter(|of| of.name() == self.name);
        let again = read.and_then(|of| (self.parse)(&of).ok());
        match again {
            Some(again) if again.spec() == own => Ok(game),
            _ => Err(spec.error(format!(
                "its rules name it \"{own}\", which does not name this game: `from_spec` must read \
                 what `Game::spec` returns"
            ))),
        }
    }

    /// The name in front of the colon of a spec.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The syntax of specs, for help and error messages: `othello:CxR`.
    pub const fn spec(&self) -> &'static str {
        self.spec
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_whose_own_spec_names_another_game_is_refused() {
        let other_name = GameEntry::with("twin", "twin:CxR", |_| AnyGame::parse("mnk:2x2?k=2"));
        let other_size =
            GameEntry::with("mnk", "mnk:CxR", |spec| match spec.to_string().as_str() {
                "mnk:2x2?k=2" => AnyGame::parse("mnk:3x3?k=3"),
                _ => AnyGame::parse("mnk:2x2?k=2"),
            });
        for (entry, spec) in [(other_name, "twin:2x2"), (other_size, "mnk:3x3?k=3")] {
            let error = entry.parse(&Spec::parse(spec).unwrap()).unwrap_err();
            let expected = format!("game \"{spec}\": its rules name it \"mnk:2x2?k=2\"");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
}
