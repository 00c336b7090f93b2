//! The syntax common to SGF and GGF: nodes of properties, each with values in brackets.

use std::error::Error;
use std::fmt;

/// A property: its name and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub values: Vec<String>,
}

/// The properties of each node on the main line of the first game tree.
pub type Nodes = Vec<Vec<Property>>;

/// Why a text is not a game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError(pub(crate) String);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RecordError {}

/// The most properties of one game.
const MOST_PROPERTIES: usize = 1 << 16;

/// Reads the main line (first variations) of the first game tree in `text`. With `escapes`, as in
/// SGF, a backslash escapes the next character of a value; in GGF it is an ordinary character.
pub fn read(text: &str, escapes: bool) -> Result<Nodes, RecordError> {
    let mut reader = Reader {
        characters: text.chars().collect(),
        at: 0,
        escapes,
    };
    reader.tree()
}

struct Reader {
    characters: Vec<char>,
    at: usize,
    escapes: bool,
}

impl Reader {
    fn tree(&mut self) -> Result<Nodes, RecordError> {
        // Text before the first tree is ignored.
        while self.peek().is_some_and(|character| character != '(') {
            self.at += 1;
        }
        if self.peek().is_none() {
            return Err(self.malformed("there is no game, which begins with \"(;\""));
        }
        let mut nodes: Nodes = Vec::new();
        let mut count = 0;
        let mut depth = 0usize;
        loop {
            self.skip_space();
            match self.peek() {
                // The first variation continues the main line; the first `)` ends it.
                Some('(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(';') => {
                    self.at += 1;
                    nodes.push(Vec::new());
                }
                Some(')') if !nodes.is_empty() => return Ok(nodes),
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    count += 1;
                    if count > MOST_PROPERTIES {
                        return Err(self.malformed("there are too many properties"));
                    }
                    match nodes.last_mut() {
                        Some(node) => node.push(property),
                        None => return Err(self.malformed("expected \";\" before a property")),
                    }
                }
                Some(_) => return Err(self.malformed("expected a property, \";\" or \")\"")),
                None if depth == 0 => return Err(self.malformed("expected \"(\"")),
                None => return Err(self.malformed("the game does not end with \")\"")),
            }
        }
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
            // SGF before FF[4] allows lower-case letters in names, without meaning.
            if !letter.is_ascii_lowercase() {
                name.push(letter);
            }
            self.at += 1;
        }
        if name.is_empty() {
            return Err(self.malformed("expected a name with a capital letter"));
        }
        let mut values = Vec::new();
        self.skip_space();
        while self.peek() == Some('[') {
            self.at += 1;
            values.push(self.value()?);
            self.skip_space();
        }
        if values.is_empty() {
            return Err(self.malformed("expected a value in brackets"));
        }
        Ok(Property { name, values })
    }

    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            let Some(character) = self.peek() else {
                return Err(self.malformed("a value does not end with \"]\""));
            };
            self.at += 1;
            match character {
                ']' => return Ok(value),
                '\\' if self.escapes => {
                    if let Some(escaped) = self.peek() {
                        value.push(escaped);
                        self.at += 1;
                    }
                }
                other => value.push(other),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// A syntax error, with the number of the character from 1.
    fn malformed(&self, problem: &str) -> RecordError {
        RecordError(format!("character {}: {problem}", self.at + 1))
    }
}
