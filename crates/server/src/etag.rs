//! Entity tags, and how long answers may be kept.

use std::env;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::sync::OnceLock;

use axum::http::header::IF_NONE_MATCH;
use axum::http::{HeaderMap, HeaderValue};
use solveig_api::{Game, Key};
use solveig_engine::{Family, Line, SearchScope};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Not at all: another request may find more.
    None,
    /// Until the next question, which a tag may answer.
    Revalidated,
    /// For a minute, in browsers and shared caches.
    Minute,
    /// An exact answer: by a browser for a minute, by a shared cache for a day.
    Day,
    /// For good: its address names the artifact that it comes from.
    Year,
}

impl Lifetime {
    /// The lifetimes of answers with tags, by the letters in them.
    const TAGGED: [(char, Self); 4] = [
        ('r', Self::Revalidated),
        ('m', Self::Minute),
        ('d', Self::Day),
        ('y', Self::Year),
    ];

    /// The value of `cache-control` that grants it.
    pub const fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::None => "no-store",
            Self::Revalidated => "no-cache",
            Self::Minute => "public, max-age=60",
            Self::Day => "public, max-age=60, s-maxage=86400",
            Self::Year => "public, max-age=31536000, immutable",
        })
    }
}

/// What distinguishes an answer from all others: a weak tag, since a compressed answer has it too.
/// It contains the answer's lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag(u128);

impl Tag {
    /// The tag of these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_128(bytes))
    }

    /// The tag of the answer to a question, which is the same until the program, its rules or the
    /// files of the game change.
    pub fn of_question(game: Self, key: &Key<Line>) -> Self {
        let Line { from, moves } = &key.of;
        let mut bytes = Vec::with_capacity(32 + from.len() + moves.len());
        bytes.extend_from_slice(&game.0.to_le_bytes());
        let search = match key.search {
            SearchScope::Never => 0,
            SearchScope::AboveCut => 1,
            SearchScope::Short => 2,
            SearchScope::Anywhere => 3,
        };
        bytes.extend_from_slice(&[key.question as u8, search, u8::from(key.canonical)]);
        bytes.extend_from_slice(&(from.len() as u64).to_le_bytes());
        bytes.extend_from_slice(from.as_bytes());
        bytes.extend_from_slice(moves.as_bytes());
        Self(xxh3_128(&bytes))
    }

    /// The part of tags that is the same for all questions about a game.
    pub fn of_game(game: &Game) -> Self {
        Self::of_game_in(game, of_this_process())
    }

    /// The part of tags that is the same for all questions about a game in one process.
    fn of_game_in(game: &Game, process: u64) -> Self {
        let artifact = game.artifact.as_ref();
        let certificate = artifact.and_then(|of| of.certificate.as_ref());
        // The file of a tree may change while its name does not.
        let unpinned = matches!(game.family, Family::Tree).then(|| format!("{process:x}"));
        let parts = [
            Some(game.game.as_str()),
            Some(game.spec.as_str()),
            game.digest(),
            certificate.map(|of| of.digest.as_str()),
            unpinned.as_deref(),
        ];
        let mut bytes = program().to_le_bytes().to_vec();
        for part in parts {
            let part = part.unwrap_or_default();
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        Self(xxh3_128(&bytes))
    }

    /// The header `etag` of an answer that may be kept so long; `None` for one that must not be.
    pub fn header(self, lifetime: Lifetime) -> Option<HeaderValue> {
        let letters = Lifetime::TAGGED.iter();
        let (letter, _) = letters.clone().find(|(_, of)| *of == lifetime)?;
        HeaderValue::try_from(format!("W/\"{}\"", self.text(*letter))).ok()
    }

    /// The lifetime of an answer with this tag that the asker has; `None` if it has none.
    pub fn lifetime_at_asker(self, headers: &HeaderMap) -> Option<Lifetime> {
        tags(headers).find_map(|tag| {
            let tag = tag.strip_prefix("W/").unwrap_or(tag);
            let tag = tag.strip_prefix('"')?.strip_suffix('"')?;
            let first = tag.chars().next()?;
            let (letter, lifetime) = Lifetime::TAGGED.iter().find(|(of, _)| *of == first)?;
            (tag == self.text(*letter)).then_some(*lifetime)
        })
    }

    /// The tag with the letter of a lifetime, which is hashed, too: another letter is another tag.
    fn text(self, letter: char) -> String {
        let mut bytes = self.0.to_le_bytes().to_vec();
        bytes.extend_from_slice(&u32::from(letter).to_le_bytes());
        format!("{letter}{:032x}", xxh3_128(&bytes))
    }
}

/// Whether a request asks for an answer only if there is none at all.
pub fn has_any(headers: &HeaderMap) -> bool {
    tags(headers).any(|tag| tag == "*")
}

/// The tags of `If-None-Match`. Parsed by hand: the crate `headers` would bring eight more crates
/// and two to three seconds of compile time. Tags given by this server have no commas.
fn tags(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(IF_NONE_MATCH).iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',').map(str::trim))
}

/// A number that other processes do not have.
fn of_this_process() -> u64 {
    static NUMBER: OnceLock<u64> = OnceLock::new();
    *NUMBER.get_or_init(|| RandomState::new().hash_one(0))
}

/// A hash of the program's file: rules and words are part of it. A program that cannot read its
/// file takes a number of its own.
fn program() -> u64 {
    static HASH: OnceLock<u64> = OnceLock::new();
    *HASH.get_or_init(|| hash_of_program().unwrap_or_else(of_this_process))
}

fn hash_of_program() -> Option<u64> {
    let mut file = File::open(env::current_exe().ok()?).ok()?;
    let mut hash = Xxh3::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(hash.digest()),
            read => hash.update(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use solveig_api::{Games, QuestionKind};
    use solveig_engine::{Settings, open_game};

    use super::*;

    fn asking(tags: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in tags {
            let line = HeaderValue::from_bytes(line).unwrap();
            headers.append(IF_NONE_MATCH, line);
        }
        headers
    }

    #[test]
    fn a_tag_is_known_again_among_others_and_nonsense() {
        let tag = Tag::of_bytes(b"x");
        let written = tag.header(Lifetime::Day).unwrap();
        let strong = written.to_str().unwrap().trim_start_matches("W/");
        for lines in [
            &[written.as_bytes()][..],
            &[strong.as_bytes()],
            &[b"\"a\", W/\"b\"", written.as_bytes()],
            &[format!(",, \"\",W/,\",{strong} ,W/\"").as_bytes()],
            &[b"\xff\"", strong.as_bytes()],
        ] {
            let found = tag.lifetime_at_asker(&asking(lines));
            assert_eq!(found, Some(Lifetime::Day), "{lines:?}");
        }
        let other = Tag::of_bytes(b"y").header(Lifetime::Day).unwrap();
        let cut = &strong.as_bytes()[..20];
        for lines in [
            &[other.as_bytes()][..],
            &[cut],
            &[b"*"],
            &[b"W/\"\""],
            &[b"\""],
            &[],
        ] {
            assert_eq!(tag.lifetime_at_asker(&asking(lines)), None, "{lines:?}");
        }
        assert!(has_any(&asking(&[b"\"a\", *"])));
        assert!(!has_any(&asking(&[b"\"*\""])));
        assert_eq!(tag.header(Lifetime::None), None);
    }

    #[test]
    fn tags_depend_on_the_game_and_for_trees_on_the_process() {
        let settings = Settings {
            memory: 4 << 20,
            ..Settings::default()
        };
        let engine = open_game("mnk:3x3?k=3", &settings).unwrap();
        let game = Games::new(vec![engine]).all()[0].game.clone();
        let tag = Tag::of_game_in(&game, 1);
        assert_eq!(tag, Tag::of_game_in(&game, 2));
        let changed = |change: fn(&mut Game)| {
            let mut game = game.clone();
            change(&mut game);
            game
        };
        let named = changed(|game| game.game.push_str("-2"));
        let other = changed(|game| game.spec.push_str("&wrap=true"));
        assert_ne!(tag, Tag::of_game_in(&named, 1));
        assert_ne!(tag, Tag::of_game_in(&other, 1));
        let tree = changed(|game| game.family = Family::Tree);
        assert_ne!(Tag::of_game_in(&tree, 1), Tag::of_game_in(&tree, 2));
    }

    #[test]
    fn questions_that_differ_have_tags_that_differ() {
        let key = |from: &str, moves: &str| Key {
            game: 0,
            question: QuestionKind::Position,
            search: SearchScope::Never,
            canonical: false,
            distances: false,
            of: Line {
                from: from.to_owned(),
                moves: moves.to_owned(),
            },
        };
        let game = Tag::of_bytes(b"game");
        let tag = |key: &Key<Line>| Tag::of_question(game, key);
        let one = key("-1", "2");
        assert_eq!(tag(&one), tag(&one));
        let mut others = [(); 4].map(|()| one.clone());
        others[0] = key("-", "12");
        others[1].question = QuestionKind::Proof;
        others[2].search = SearchScope::Anywhere;
        others[3].canonical = true;
        for other in &others {
            assert_ne!(tag(&one), tag(other));
        }
        assert_ne!(tag(&one), Tag::of_question(Tag::of_bytes(b"other"), &one));
    }
}
