//! The rules as a game of the solver.

use std::sync::{Arc, PoisonError};

use solveig::{Game, Keyed, Move, NamedGame, Notation, Solvable, Symmetric, Value};
use solveig_game::{
    InvalidKey, Key as _, MoveError, MoveListError, NotationError, Spec, SpecError, ValueRange,
    excerpt,
};

use super::{MAX_MOVES, PythonRules, StatePosition};

/// A game by rules in Python.
#[derive(Clone)]
pub struct PythonGame(pub Arc<PythonRules>);

impl Game for PythonGame {
    type Position = StatePosition;

    fn spec(&self) -> String {
        self.0.spec.clone()
    }

    fn start(&self) -> StatePosition {
        self.0.start()
    }

    fn legal_moves(&self, position: &StatePosition, moves: &mut Vec<Move>) {
        moves.extend_from_slice(self.0.moves(position));
    }

    fn play_unchecked(&self, position: &StatePosition, played: Move) -> StatePosition {
        self.0.play(position, played)
    }

    fn terminal_value(&self, position: &StatePosition) -> Option<Value> {
        self.0.payoff(position)
    }

    fn value_range(&self) -> ValueRange {
        self.0.range
    }

    fn level(&self, position: &StatePosition) -> u32 {
        self.0.level(position)
    }

    fn max_level(&self) -> u32 {
        self.0.max_level
    }
}

impl Keyed for PythonGame {
    type Key = u128;

    fn key(&self, position: &StatePosition) -> u128 {
        position.0.key
    }

    fn position(&self, key: u128) -> Result<StatePosition, InvalidKey> {
        self.0.at_key(key).ok_or(InvalidKey(key.to_wide()))
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits
    }

    fn move_codes(&self) -> u16 {
        MAX_MOVES
    }
}

impl Symmetric for PythonGame {}

impl Notation for PythonGame {
    fn tie_break_rule(&self) -> String {
        "the order of the rules".to_owned()
    }

    fn format_move(&self, written: Move) -> String {
        self.0.name(written)
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let moves = self.0.moves.lock().unwrap_or_else(PoisonError::into_inner);
        let named = moves.names.iter().enumerate();
        let named = named.filter(|(_, name)| text.starts_with(name.as_str()));
        match named.max_by_key(|(_, name)| name.len()) {
            Some((code, name)) => Ok((Move(code as u16), name.len())),
            None => Err(NotationError::new(text, 0, "expected the name of a move")),
        }
    }

    /// Words are moves, which are legal where they stand: no other names are known before play
    /// comes to them.
    fn play_list(
        &self,
        start: &StatePosition,
        text: &str,
    ) -> Result<(StatePosition, Vec<Move>), MoveListError> {
        let mut position = start.clone();
        let mut played = Vec::new();
        let words = text.split(|one: char| one.is_whitespace() || one == ',');
        for word in words.filter(|word| !matches!(*word, "" | "-")) {
            let legal = self.0.moves(&position);
            let Some(found) = legal.iter().find(|one| self.0.name(**one) == word) else {
                let names: Vec<String> = legal.iter().map(|one| self.0.name(*one)).collect();
                let cause = solveig_game::IllegalMove {
                    notation: excerpt(word).to_string(),
                    legal: names,
                    reason: None,
                };
                return Err(MoveListError::Move {
                    text: text.to_owned(),
                    number: played.len() + 1,
                    at: word.as_ptr() as usize - text.as_ptr() as usize,
                    cause: MoveError::Illegal(cause),
                });
            };
            played.push(*found);
            position = self.0.play(&position, *found);
        }
        Ok((position, played))
    }

    fn render(&self, position: &StatePosition, _first_to_move: bool) -> String {
        self.0.render(position)
    }

    /// `#KEY X`, where X or O is to move.
    fn format_board(&self, position: &StatePosition, first_to_move: bool) -> Option<String> {
        let side = if first_to_move { 'X' } else { 'O' };
        Some(format!("#{} {side}", position.0.key))
    }

    fn parse_board(&self, text: &str) -> Option<Result<StatePosition, NotationError>> {
        let body = text.trim().strip_prefix('#')?;
        let key = body.trim_end_matches(['X', 'O', ' ']);
        let error = |problem: String| NotationError::new(text, 0, problem);
        Some(match key.parse::<u128>() {
            Ok(key) => Keyed::position(self, key).map_err(|invalid| error(invalid.to_string())),
            Err(_) => Err(error("expected # and the key of a position".to_owned())),
        })
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        let rest = text.strip_prefix('#')?;
        let end = 1 + rest.find(|one: char| !one.is_ascii_digit())?;
        let side = text
            .get(end..end + 2)
            .filter(|side| matches!(*side, " X" | " O"))?;
        Some((format!("{}{side}", &text[..end]), end + side.len()))
    }
}

impl Solvable for PythonGame {}

impl NamedGame for PythonGame {
    const NAME: &'static str = "python";
    const SPEC: &'static str = "python";

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Err(spec.error("its rules are in Python"))
    }
}
