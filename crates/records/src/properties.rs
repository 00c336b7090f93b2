//! The syntax that SGF and GGF share: nodes of properties, each with values in brackets.

use std::str::Chars;

use solveig_game::excerpt;

use crate::place::{Place, RecordError, Written};

/// A property.
pub struct Property {
    /// The capitals of its name.
    pub name: String,
    /// Its first value.
    pub first: Written,
    /// The other values.
    pub others: Vec<Written>,
}

/// A text of SGF or GGF.
#[derive(Default)]
pub struct RecordTree {
    /// The properties of each node on the main line of the first game: the first variation at every
    /// branch.
    pub nodes: Vec<Vec<Property>>,
    /// How many variations lie beside it.
    variations: usize,
    /// How many games the text has.
    games: usize,
}

/// Where the first game of a text begins: at `(` with `;` behind it.
fn start(text: &str) -> Option<usize> {
    let brackets = text.match_indices('(').map(|(at, _)| at);
    brackets
        .into_iter()
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Whether a text has the form of SGF or GGF.
pub fn is_tree(text: &str) -> bool {
    start(text).is_some()
}

/// What stands in the first bracket behind each `name` of a text, and all that follows.
pub fn values<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(|(at, name)| {
        let is_part = text[..at].ends_with(|one: char| one.is_alphanumeric());
        let behind = text[at + name.len()..].trim_start().strip_prefix('[')?;
        (!is_part).then(|| behind.trim_start())
    })
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
        };
        while text.len() - reader.rest.as_str().len() < start {
            reader.next();
        }
        reader.tree()
    }

    /// What lies beside the main line, in sentences.
    pub fn left_out(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let beside = match self.variations {
            0 => None,
            1 => Some("a variation".to_owned()),
            count => Some(format!("{count} variations")),
        };
        notes.extend(beside.map(|what| {
            format!("The record has {what} beside its main line. Only the main line was read.")
        }));
        if self.games > 1 {
            let games = self.games;
            notes.push(format!(
                "The record has {games} games. Only the first was read."
            ));
        }
        notes
    }
}

struct Reader<'t> {
    rest: Chars<'t>,
    at: Place,
    escapes: bool,
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

    fn peek_behind_space(&mut self) -> Option<char> {
        while self.peek()?.is_whitespace() {
            self.next();
        }
        self.peek()
    }

    fn tree(&mut self) -> Result<RecordTree, RecordError> {
        let mut tree = RecordTree::default();
        let mut depth = 0usize;
        let mut is_over = false;
        while let Some(one) = self.peek_behind_space() {
            let at = self.at;
            match one {
                letter if depth > 0 && letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    let missing = || {
                        at.error("a property stands before the first node; expected ; before it")
                    };
                    let node = tree.nodes.last_mut().ok_or_else(missing)?;
                    if !is_over {
                        node.push(property);
                    }
                    continue;
                }
                '(' => {
                    match depth {
                        0 => tree.games += 1,
                        _ if is_over && tree.games == 1 => tree.variations += 1,
                        _ => {}
                    }
                    depth += 1;
                }
                // Text between games means nothing.
                _ if depth == 0 => {}
                ')' => {
                    depth -= 1;
                    is_over = true;
                }
                ';' if !is_over => tree.nodes.push(Vec::new()),
                ';' => {}
                other => {
                    let other = excerpt(other.encode_utf8(&mut [0; 4])).into_owned();
                    let problem =
                        format!("\"{other}\" means nothing here; expected a property, ;, ( or )");
                    return Err(at.error(problem));
                }
            }
            self.next();
        }
        match depth {
            0 => Ok(tree),
            _ => Err(self
                .at
                .error("the record ends before the game does; expected )")),
        }
    }

    fn property(&mut self) -> Result<Property, RecordError> {
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
        let Some(first) = self.value()? else {
            return Err(self.at.error(format!(
                "the property {written} has no value; expected one in brackets, as in B[c4]"
            )));
        };
        let mut others = Vec::new();
        while let Some(value) = self.value()? {
            others.push(value);
        }
        Ok(Property {
            name,
            first,
            others,
        })
    }

    fn value(&mut self) -> Result<Option<Written>, RecordError> {
        if self.peek_behind_space() != Some('[') {
            return Ok(None);
        }
        let bracket = self.at;
        self.next();
        let at = self.at;
        let mut value = String::new();
        loop {
            match self.next() {
                None => {
                    return Err(bracket.error("the value that begins here has no end; expected ]"));
                }
                Some(']') => return Ok(Some(Written { value, at })),
                Some('\\') if self.escapes => value.extend(self.next()),
                Some(other) => value.push(other),
            }
        }
    }
}
