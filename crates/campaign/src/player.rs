//! A player that reaches at least the value that was proved (Takizawa 2023, section 3.6).
//!
//! After a campaign it plays moves of a table made from the ledger before the second cut. By the
//! results of others ([`results`](crate::results)) it plays moves of a table made from hypotheses
//! before the first cut, and between the cuts moves that it finds in the results: what it promises
//! is given these. After the second cut it searches.

mod making;
mod playing;

use std::io::{BufRead, Write};
use std::path::Path;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use solveig_game::{GameExt, Key, Keyed, Move, Notation, Symmetric, Value};
use xxhash_rust::xxh3::Xxh3;

use crate::error::CampaignError;
use crate::ledger::{damaged, is_possible};

pub use making::FromResults;
pub use playing::{KeptMove, MoveSource, Player, TablePlayer};

/// The first line of a table.
const TITLE: &str = "solveig player 1";

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaySide {
    /// The side to move at the start of the table.
    First,
    /// The opponent of the side to move at the start of the table.
    Second,
}

impl PlaySide {
    /// The opponent of this side.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The header of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The game's spec.
    pub game: String,
    /// The start position, from which the guarantees hold.
    pub position: String,
    /// The proved lower bound, for the side to move at the start position.
    pub lower: Value,
    /// The proved upper bound, for the same side.
    pub upper: Value,
    /// The level of the second cut, from which on the player searches.
    pub cut: u32,
    /// The number of entries.
    pub entries: u64,
    /// The results of others on which the bounds rest; `None` after a campaign of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<GivenResults>,
}

/// The results of others by which a player plays from the first cut to the second. Nothing here
/// proves them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenResults {
    /// The level of the hypotheses: the table holds only positions before it.
    pub first: u32,
    /// How many hypotheses were given.
    pub hypotheses: u64,
    /// The store, where it was when the table was made.
    pub store: String,
    /// The checksum of its records, [`Store::content`](crate::results::store::Store::content).
    pub content: u64,
    /// How many positions have exact bounds in it.
    pub results: u64,
}

/// What a player has a move for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TableKey {
    /// The side that the player has, which is to move.
    side: PlaySide,
    /// The key of the class of positions.
    key: u128,
}

/// The moves of a player for both sides, by key.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerTable {
    heading: Heading,
    /// Moves in the frame of the class's representative.
    moves: HashMap<TableKey, Move>,
}

impl PlayerTable {
    /// The move of `side`, which is to move, that the table has.
    fn find<G: Symmetric>(&self, game: &G, position: &G::Position, side: PlaySide) -> Option<Move> {
        let (representative, symmetry) = game.canonical(position);
        let key = game.key(&representative).to_u128();
        let framed = self.moves.get(&TableKey { side, key }).copied();
        // Somebody else may have written the table.
        let framed = framed.filter(|framed| framed.0 < game.move_codes())?;
        let played = game.transform_move(framed, game.inverse(symmetry));
        game.moves(position).contains(&played).then_some(played)
    }

    /// The value that a side reaches if it plays by the table from the start.
    pub const fn guaranteed(&self, side: PlaySide) -> Value {
        match side {
            PlaySide::First => self.heading.lower,
            PlaySide::Second => -self.heading.upper,
        }
    }

    /// What the table says of itself.
    pub const fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Writes the table as text: a title, the header as JSON, the moves in the order of keys, and a
    /// checksum.
    ///
    /// # Errors
    ///
    /// Fails if `to` fails.
    pub fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        let mut lines: Vec<_> = self.moves.iter().collect();
        lines.sort_unstable();
        let mut sum = Xxh3::new();
        let heading = serde_json::to_string(&self.heading)?;
        let mut put = |line: String| {
            sum.update(line.as_bytes());
            to.write_all(line.as_bytes())
        };
        put(format!("{TITLE}\n{heading}\n"))?;
        for (TableKey { side, key }, played) in lines {
            let side = match side {
                PlaySide::First => 1,
                PlaySide::Second => 2,
            };
            put(format!("{side} {key:x} {}\n", played.0))?;
        }
        writeln!(to, "sum {:016x}", sum.digest())
    }

    /// Fails unless this can be a table of `game`: its start is a position, its values and its cut
    /// are some of the game, and each entry has a legal move of a position before the cut. Whether
    /// the moves keep the values is not tested. `path` is used in error messages.
    ///
    /// # Errors
    ///
    /// Names the first thing that is wrong.
    pub fn expect_of<G: Keyed + Notation>(
        &self,
        path: &Path,
        game: &G,
    ) -> Result<(), CampaignError> {
        let Heading {
            lower, upper, cut, ..
        } = self.heading;
        let wrong = |problem: String| Err(damaged(path, problem));
        let (range, spec) = (game.value_range(), game.spec());
        if !(range.contains(lower) && range.contains(upper)) {
            return wrong(format!(
                "line 2: a value from {lower} to {upper}: those of {spec} are from {} to {}",
                range.min, range.max
            ));
        }
        let start = match game.parse_position(&self.heading.position) {
            Ok(start) => start,
            Err(error) => return wrong(format!("line 2: its start: {error}")),
        };
        let (min, max) = (game.level(&start), game.max_level());
        if !(min..=max).contains(&cut) {
            return wrong(format!(
                "line 2: a cut at level {cut}: expected one from {min}, the start's, to {max}"
            ));
        }
        let basis = self.heading.basis.as_ref().map(|basis| basis.first);
        if let Some(first) = basis.filter(|first| !(min..=cut).contains(first)) {
            return wrong(format!(
                "line 2: hypotheses at level {first}: expected one from {min} to {cut}"
            ));
        }
        let mut keys: Vec<_> = self.moves.iter().collect();
        keys.sort_unstable();
        for (TableKey { key, .. }, played) in keys {
            let position = G::Key::from_u128(*key).and_then(|key| game.position(key).ok());
            let Some(position) = position.filter(|position| game.level(position) < cut) else {
                return wrong(format!(
                    "{key:x} is the key of no position of {spec} before the cut"
                ));
            };
            if !game.moves(&position).contains(played) {
                let code = played.0;
                return wrong(format!("the move {code} of key {key:x} is not legal there"));
            }
        }
        Ok(())
    }

    /// Reads a table written by [`write`](Self::write). `path` is used in error messages.
    ///
    /// # Errors
    ///
    /// Fails at the first invalid line, and names it.
    pub fn read(path: &Path, from: impl BufRead) -> Result<Self, CampaignError> {
        let mut lines = from.lines().enumerate();
        let mut sum = Xxh3::new();
        let mut next = |expected: &str| -> Result<(usize, String), CampaignError> {
            let (number, line) = lines.next().ok_or_else(|| {
                damaged(path, format!("the file ends where {expected} is expected"))
            })?;
            let line = line.map_err(CampaignError::of_file(path, "read"))?;
            Ok((number + 1, line))
        };
        let (_, title) = next("a title")?;
        if title != TITLE {
            let problem = format!("no player's table: the first line is not \"{TITLE}\"");
            return Err(damaged(path, problem));
        }
        let (_, text) = next("a heading")?;
        let heading: Heading = serde_json::from_str(&text)
            .map_err(|error| damaged(path, format!("line 2: no heading: {error}")))?;
        if !is_possible(heading.lower, heading.upper) {
            let (lower, upper) = (heading.lower, heading.upper);
            let problem = format!("line 2: a value from {lower} to {upper}, which no game has");
            return Err(damaged(path, problem));
        }
        sum.update(format!("{title}\n{text}\n").as_bytes());
        let mut moves = HashMap::new();
        let mut last = None;
        loop {
            let (number, line) = next("a move or the sum")?;
            if let Some(stated) = line.strip_prefix("sum ") {
                if stated != format!("{:016x}", sum.digest()) {
                    let problem =
                        format!("line {number}: the checksum is not that of the lines above");
                    return Err(damaged(path, problem));
                }
                break;
            }
            sum.update(line.as_bytes());
            sum.update(b"\n");
            let wrong = |expected| damaged(path, format!("line {number}: \"{line}\": {expected}"));
            let (key, played) = read_entry(&line)
                .ok_or_else(|| wrong("expected a side (1 or 2), a key and the code of a move"))?;
            if last.is_some_and(|last| last >= key) {
                return Err(wrong("expected entries in the order of sides and keys"));
            }
            last = Some(key);
            moves.insert(key, played);
        }
        if let Some((number, _)) = lines.next() {
            let problem = format!("line {}: expected the end of the file", number + 1);
            return Err(damaged(path, problem));
        }
        if moves.len() as u64 != heading.entries {
            let problem = format!(
                "{} moves, where the heading promises {}",
                moves.len(),
                heading.entries
            );
            return Err(damaged(path, problem));
        }
        Ok(Self { heading, moves })
    }
}

fn read_entry(line: &str) -> Option<(TableKey, Move)> {
    let mut words = line.split(' ');
    let side = match words.next()? {
        "1" => PlaySide::First,
        "2" => PlaySide::Second,
        _ => return None,
    };
    let key = u128::from_str_radix(words.next()?, 16).ok()?;
    let played = words.next()?.parse().ok()?;
    let key = TableKey { side, key };
    words.next().is_none().then_some((key, Move(played)))
}
