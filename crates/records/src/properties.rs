//! The syntax that SGF and GGF share: nodes of properties, each with values in brackets.

use std::collections::BTreeSet;
use std::str::Chars;

use solveig_game::excerpt;

use crate::place::{Place, RecordError, WrittenValue};

/// A name with its values, as in `AB[aa][bb]`.
pub struct Property {
    /// The capitals of its name.
    pub name: String,
    /// Its values: at least one.
    pub values: Vec<WrittenValue>,
}

/// A text of SGF or GGF.
pub struct RecordTree {
    /// The properties of each node on the main line of the first game: the first variation at every
    /// branch.
    pub nodes: Vec<Vec<Property>>,
    /// What lies beside the main line or is missing at the end, in sentences.
    pub notes: Vec<String>,
}

/// The note on the properties that were not read; `None` if all were.
pub fn unread(names: BTreeSet<String>) -> Option<String> {
    let names: Vec<String> = names.into_iter().collect();
    let names = excerpt(&names.join(", ")).into_owned();
    (!names.is_empty()).then(|| format!("Properties left out: {names}."))
}

/// Where the first game of a text begins: at `(` with `;` behind it.
fn start(text: &str) -> Option<usize> {
    let mut brackets = text.match_indices('(').map(|(at, _)| at);
    brackets.find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Whether a text has the form of SGF or GGF.
pub fn is_tree(text: &str) -> bool {
    start(text).is_some()
}

impl RecordTree {
    /// Reads a text. With `escapes`, as in SGF, a backslash escapes the next character of a value;
    /// in GGF it is an ordinary character.
    pub fn read(text: &str, escapes: bool) -> Result<Self, RecordError> {
        let missing = || Place::START.error("there is no game, which begins with \"(;\"");
        let start = start(text).ok_or_else(missing)?;
        let mut reader = Reader {
            rest: text.chars(),
            at: Place::START,
            escapes,
            is_in_value: false,
        };
        reader.skip(start);
        reader.tree()
    }
}

/// Notes on variations and games that are not read.
fn left_out(variations: usize, games: usize) -> Vec<String> {
    let beside = match variations {
        0 => None,
        1 => Some("a variation".to_owned()),
        count => Some(format!("{count} variations")),
    };
    let line = beside.map(|beside| {
        format!("The record has {beside} beside its main line. Only the main line was read.")
    });
    let is_first = games > 1;
    let game = is_first.then(|| format!("The record has {games} games. Only the first was read."));
    line.into_iter().chain(game).collect()
}

/// A game of a text.
#[derive(Default)]
struct Game {
    /// The properties of each node on its main line.
    nodes: Vec<Vec<Property>>,
    /// How many variations lie beside its main line.
    variations: usize,
    /// Whether the text ends before the game does.
    is_cut: bool,
}

struct Reader<'t> {
    rest: Chars<'t>,
    at: Place,
    escapes: bool,
    /// Whether the text ended within a value.
    is_in_value: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let one = self.rest.next()?;
        match one {
            '\n' => {
                self.at.line += 1;
                self.at.character = 1;
            }
            _ => self.at.character += 1,
        }
        Some(one)
    }

    /// Skips so many bytes, which end where a character does.
    fn skip(&mut self, bytes: usize) {
        let left = self.rest.as_str().len().saturating_sub(bytes);
        while self.rest.as_str().len() > left {
            self.next();
        }
    }

    fn peek_behind_space(&mut self) -> Option<char> {
        while self.peek()?.is_whitespace() {
            self.next();
        }
        self.peek()
    }

    /// Reads the first game, and counts those behind it as far as they can be read.
    fn tree(&mut self) -> Result<RecordTree, RecordError> {
        let first = self.game()?;
        let end = match (first.is_cut, self.is_in_value) {
            (false, _) => None,
            (true, false) => Some("The record ends before its game does."),
            (true, true) => Some("The record ends within a value, which was left out."),
        };
        let mut games = 1;
        while let Some(next) = start(self.rest.as_str()) {
            self.skip(next);
            match self.game() {
                Ok(game) if !game.is_cut => games += 1,
                _ => break,
            }
        }
        let mut notes = left_out(first.variations, games);
        notes.extend(end.map(str::to_owned));
        Ok(RecordTree {
            nodes: first.nodes,
            notes,
        })
    }

    /// Reads the game that begins here.
    fn game(&mut self) -> Result<Game, RecordError> {
        let mut game = Game::default();
        let mut depth = 0;
        let mut is_over = false;
        while let Some(one) = self.peek_behind_space() {
            let at = self.at;
            match one {
                letter if letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if let Some(node) = game.nodes.last_mut().filter(|_| !is_over) {
                        node.extend(property);
                    }
                    continue;
                }
                '(' => {
                    game.variations += usize::from(is_over);
                    depth += 1;
                }
                ')' => {
                    depth -= 1;
                    is_over = true;
                }
                ';' if !is_over => game.nodes.push(Vec::new()),
                ';' => {}
                other => {
                    let other = excerpt(other.encode_utf8(&mut [0; 4])).into_owned();
                    let problem =
                        format!("\"{other}\" means nothing here; expected a property, ;, ( or )");
                    return Err(at.error(problem));
                }
            }
            self.next();
            if depth == 0 {
                return Ok(game);
            }
        }
        game.is_cut = true;
        Ok(game)
    }

    /// Reads a property; `None` if the text ends within its only value.
    fn property(&mut self) -> Result<Option<Property>, RecordError> {
        let at = self.at;
        let mut written = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
            written.push(letter);
            self.next();
        }
        // SGF before FF[4] allows lower-case letters in names beside the capitals, without meaning.
        let is_capital = |letter: &char| !letter.is_ascii_lowercase();
        let name: String = written.chars().filter(is_capital).collect();
        let written = excerpt(&written);
        if name.is_empty() {
            return Err(at.error(format!(
                "the name \"{written}\" has no capital letter; expected a property such as B or GM"
            )));
        }
        let mut values = Vec::new();
        while let Some(value) = self.value() {
            values.push(value);
        }
        match values.is_empty() {
            true if self.is_in_value => Ok(None),
            false => Ok(Some(Property { name, values })),
            true => Err(self.at.error(format!(
                "the property {written} has no value; expected one in brackets, as in B[c4]"
            ))),
        }
    }

    fn value(&mut self) -> Option<WrittenValue> {
        if self.peek_behind_space() != Some('[') {
            return None;
        }
        self.next();
        let at = self.at;
        let mut value = String::new();
        loop {
            match self.next() {
                None => {
                    self.is_in_value = true;
                    return None;
                }
                Some(']') => return Some(WrittenValue { value, at }),
                Some('\\') if self.escapes => value.extend(self.next()),
                Some(other) => value.push(other),
            }
        }
    }
}
