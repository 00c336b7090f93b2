//! A page of the documentation in parts: fenced blocks, tables and text, each with what is
//! annotated before it.

/// A part of a page and the annotations that stand right before it.
#[derive(Debug)]
pub struct Part {
    pub kind: PartKind,
    /// The first line of the part, counted from 0, and the line after its last one. Fences are not
    /// among a block's lines.
    pub lines: std::ops::Range<usize>,
    /// The annotations before it, in order.
    pub notes: Vec<Note>,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A heading, with its depth.
    Heading(usize),
    /// A fenced block of plain text: commands, a session, or something shown.
    Block,
    /// A fenced block in a language that says by itself what it is: Rust, JSON.
    Source,
    /// A table.
    Table,
    /// A paragraph or a list.
    Text,
}

/// What an annotation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// `outputs:`: how the block that follows is checked.
    Outputs,
    /// `figures:`: where the figures of the part that follows are from.
    Figures,
    /// `section figures:`: the same for everything up to the next heading that is as high.
    Section,
}

/// An annotation: an HTML comment whose first line begins with `outputs:`, `figures:` or `section
/// figures:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line it begins on, counted from 0.
    pub line: usize,
    pub about: About,
    /// What follows the colon.
    pub says: String,
    /// The other lines: what stands before the first colon, and after it.
    pub more: Vec<(String, String)>,
}

impl Note {
    /// The lines that begin with `key:`.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.more.iter().filter(move |(name, _)| name == key);
        lines.map(|(_, value)| value.as_str())
    }

    /// The lines that begin with `key NAME:`, with their names.
    pub fn named<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.more.iter().filter_map(move |(name, value)| {
            let name = name.strip_prefix(key)?.strip_prefix(' ')?;
            Some((name, value.as_str()))
        })
    }
}

/// Divides a page into its parts.
///
/// # Errors
///
/// A fence or comment that is not closed, an annotation with a line that has no colon, or an
/// annotation before nothing.
pub fn parts(lines: &[&str]) -> Result<Vec<Part>, (usize, String)> {
    let mut parts = Vec::new();
    let mut notes = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        let begin = at;
        if line.is_empty() {
            at += 1;
            continue;
        }
        if line.starts_with("<!--") {
            let length = lines[at..].iter().position(|line| line.contains("-->"));
            let length = length.ok_or((at, "a comment is not closed".to_owned()))?;
            at += length + 1;
            notes.extend(note(&lines[begin..at], begin)?);
            continue;
        }
        let (kind, range) = if let Some(language) = line.strip_prefix("```") {
            let length = lines[at + 1..].iter().position(|line| line.trim() == "```");
            let length = length.ok_or((at, "a fenced block is not closed".to_owned()))?;
            at += length + 2;
            let plain = matches!(language, "" | "text" | "console" | "sh");
            let kind = if plain {
                PartKind::Block
            } else {
                PartKind::Source
            };
            (kind, begin + 1..at - 1)
        } else if line.starts_with('#') {
            at += 1;
            let depth = line.bytes().take_while(|&byte| byte == b'#').count();
            (PartKind::Heading(depth), begin..at)
        } else {
            let table = line.starts_with('|');
            let goes_on = |line: &&str| {
                let line = line.trim();
                let ends = ["```", "<!--"].iter().any(|mark| line.starts_with(mark));
                !line.is_empty() && !ends && line.starts_with('|') == table
            };
            at += lines[at..].iter().take_while(|line| goes_on(line)).count();
            (
                if table {
                    PartKind::Table
                } else {
                    PartKind::Text
                },
                begin..at,
            )
        };
        let heading = matches!(kind, PartKind::Heading(_));
        if let Some(Note { line, .. }) = notes.first().filter(|_| heading) {
            let problem = "an annotation stands before a heading; it belongs after it";
            return Err((*line, problem.to_owned()));
        }
        parts.push(Part {
            kind,
            lines: range,
            notes: std::mem::take(&mut notes),
        });
    }
    match notes.first() {
        Some(Note { line, .. }) => Err((*line, "nothing follows this annotation".to_owned())),
        None => Ok(parts),
    }
}

/// Reads a comment that is an annotation.
fn note(lines: &[&str], begin: usize) -> Result<Option<Note>, (usize, String)> {
    let text = lines.join("\n");
    let text = text
        .trim()
        .trim_start_matches("<!--")
        .trim_end_matches("-->");
    let mut rows = text.trim().lines();
    let first = rows.next().unwrap_or_default();
    let kinds = [
        ("outputs:", About::Outputs),
        ("figures:", About::Figures),
        ("section figures:", About::Section),
    ];
    let found = kinds
        .iter()
        .find_map(|(mark, about)| Some((first.strip_prefix(mark)?, *about)));
    let Some((says, about)) = found else {
        return Ok(None);
    };
    let split = |row: &str| match row.split_once(": ") {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err((
            begin,
            format!("a line of an annotation is not `NAME: TEXT`: {row}"),
        )),
    };
    Ok(Some(Note {
        line: begin,
        about,
        says: says.trim().to_owned(),
        more: rows.map(split).collect::<Result<_, _>>()?,
    }))
}

/// The cells of a row of a table.
pub fn cells(row: &str) -> Vec<&str> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_blocks_tables_and_text_with_what_is_annotated_before_them() {
        let page = "# A\n\ntext\nmore\n<!-- outputs: long 5 min\nreduced: a: b\nline total: c -->\n```text\n$ a\n\nb\n```\n| a |\n|---|\n<!-- plain -->\n```rust\n```";
        let lines: Vec<&str> = page.lines().collect();
        let parts = parts(&lines).unwrap();
        let seen: Vec<_> = parts
            .iter()
            .map(|part| (part.kind, part.lines.clone()))
            .collect();
        let expected = [
            (PartKind::Heading(1), 0..1),
            (PartKind::Text, 2..4),
            (PartKind::Block, 8..11),
            (PartKind::Table, 12..14),
            (PartKind::Source, 16..16),
        ];
        assert_eq!(seen, expected);
        let note = &parts[2].notes[0];
        assert_eq!(
            (note.line, note.about, &note.says[..]),
            (4, About::Outputs, "long 5 min")
        );
        assert_eq!(note.all("reduced").collect::<Vec<_>>(), ["a: b"]);
        assert_eq!(note.named("line").collect::<Vec<_>>(), [("total", "c")]);
        assert!(parts[4].notes.is_empty());
    }

    #[test]
    fn what_is_not_closed_or_stands_before_nothing_is_named_by_its_line() {
        for (page, line) in [
            ("a\n```text\nb", 1),
            ("a\n\n<!-- b", 2),
            ("<!-- figures: a -->\n", 0),
            ("a\n<!-- figures: a -->\n\n# B", 1),
            ("a\n<!-- figures: a\nb -->\nc", 1),
        ] {
            let lines: Vec<&str> = page.lines().collect();
            assert_eq!(parts(&lines).unwrap_err().0, line, "{page}");
        }
    }
}
