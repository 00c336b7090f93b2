//! Lines of GTP 2: commands with their ids, and responses.

/// What one line asks: an optional number, a command and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number in front of the command, as it was written; empty without one.
    pub id: String,
    /// The first word, which names the command.
    pub command: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

impl Request {
    /// Parses a line (GTP 2, section 3.1): drops control characters and comments, and reads tabs as
    /// spaces. `None` for an empty line.
    pub fn read(line: &str) -> Option<Self> {
        let said = without_comment(line).replace('\t', " ");
        let said: String = said.chars().filter(|one| !one.is_control()).collect();
        let mut words = said.split_whitespace().map(str::to_owned).peekable();
        let is_id =
            |word: &String| word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id).unwrap_or_default();
        let command = words.next();
        if id.is_empty() && command.is_none() {
            return None;
        }
        Some(Self {
            id,
            command: command.unwrap_or_default(),
            arguments: words.collect(),
        })
    }
}

/// A line up to its comment.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// A response without the blank line that ends it; `holds` states success.
pub fn response(holds: bool, id: &str, content: &str) -> String {
    let sign = if holds { '=' } else { '?' };
    let mut text = format!("{sign}{id}");
    for (at, line) in content
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        text.push(if at == 0 { ' ' } else { '\n' });
        text.push_str(line);
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_before_they_are_read() {
        let request = Request::read("\u{1}12\tpla\u{7}y  black\tA1 # a comment\r").unwrap();
        assert_eq!(
            (request.id.as_str(), request.command.as_str()),
            ("12", "play")
        );
        assert_eq!(request.arguments, ["black", "A1"]);
        for nothing in ["", "   ", "# only a comment", "\r", "\t\u{7f}"] {
            assert_eq!(Request::read(nothing), None, "{nothing:?}");
        }
        let only_id = Request::read("7").unwrap();
        assert_eq!((only_id.id.as_str(), only_id.command.as_str()), ("7", ""));
        let long = "1".repeat(21);
        assert_eq!(Request::read(&long).unwrap().command, long);
    }

    #[test]
    fn responses_have_no_blank_line_within() {
        assert_eq!(response(true, "", ""), "=\n");
        assert_eq!(response(true, "3", "a\n\n b \n"), "=3 a\n b\n");
        assert_eq!(response(false, "", "syntax error"), "? syntax error\n");
    }
}
