//! A player that reaches at least the value that a campaign has proved (Takizawa 2023, section
//! 3.6).
//!
//! Before the second cut it plays moves of a table made from the ledger; after it, it searches.

use solveig_search::Stopped;
use std::io::{BufRead, Write};
use std::path::Path;

use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use solveig_game::{Game, GameExt, Interval, Move, Value};
use solveig_search::{Oracle, Window};
use xxhash_rust::xxh3::Xxh3;

use crate::error::CampaignError;
use crate::ledger::{Ledger, damaged, is_possible};
use crate::problem::{AfterPasses, Cut, Problem};
use crate::survey::{Reading, Survey};

/// The first line of a table.
const TITLE: &str = "solveig player 1";

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaySide {
    /// The side to move at the start of the table.
    First,
    /// The other.
    Second,
}

impl PlaySide {
    /// The other side.
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
    /// The level of the second cut; the table holds only positions below it.
    pub cut: u32,
    /// The number of entries.
    pub entries: u64,
}

/// The moves of a player for both sides, by key.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerTable {
    heading: Heading,
    /// Moves in the frame of the class's representative.
    moves: HashMap<(PlaySide, u128), Move>,
}

impl PlayerTable {
    /// Makes the table of a finished campaign.
    ///
    /// # Errors
    ///
    /// Fails if the campaign is not finished, or if the ledger cannot be read or does not prove its
    /// conclusion.
    pub fn from_ledger<G: Game>(
        problem: &Problem<G>,
        ledger: &Ledger,
    ) -> Result<Self, CampaignError> {
        let unfinished = |problem: &str| CampaignError::Unfinished {
            path: ledger.path().to_owned(),
            problem: problem.to_owned(),
        };
        let proved = ledger.conclusion_within(problem.game().value_range())?;
        let known = ledger.known(Cut::Second)?;
        let game = problem.game();
        let plan = ledger.plan();
        let mut table = Self {
            heading: Heading {
                game: game.spec(),
                position: plan.position.clone(),
                lower: proved.lower,
                upper: proved.upper,
                cut: game.max_level() - plan.second,
                entries: 0,
            },
            moves: HashMap::new(),
        };
        let sides = [
            (PlaySide::First, proved.lower),
            (PlaySide::Second, -proved.upper),
        ];
        for (side, guaranteed) in sides {
            let mut walk = PlayerWalk {
                survey: Survey::new(problem, &known, Cut::Second),
                side,
                guaranteed,
                seen: HashSet::new(),
            };
            let complete = walk.walk(problem.start(), PlaySide::First, &mut table.moves)?;
            if !complete && guaranteed > game.value_range().min {
                return Err(unfinished("the bounds do not imply the conclusion"));
            }
        }
        table.heading.entries = table.moves.len() as u64;
        Ok(table)
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
        let mut lines: Vec<(PlaySide, u128, Move)> = self
            .moves
            .iter()
            .map(|((side, key), played)| (*side, *key, *played))
            .collect();
        lines.sort_unstable();
        let mut sum = Xxh3::new();
        let heading = serde_json::to_string(&self.heading)?;
        let mut put = |line: String| {
            sum.update(line.as_bytes());
            to.write_all(line.as_bytes())
        };
        put(format!("{TITLE}\n{heading}\n"))?;
        for (side, key, played) in lines {
            let side = match side {
                PlaySide::First => 1,
                PlaySide::Second => 2,
            };
            put(format!("{side} {key:x} {}\n", played.0))?;
        }
        writeln!(to, "sum {:016x}", sum.digest())
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
            let entry = read_entry(&line).ok_or_else(|| {
                let expected = "expected a side (1 or 2), a key and the code of a move";
                damaged(path, format!("line {number}: \"{line}\": {expected}"))
            })?;
            moves.insert((entry.0, entry.1), entry.2);
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

fn read_entry(line: &str) -> Option<(PlaySide, u128, Move)> {
    let mut words = line.split(' ');
    let side = match words.next()? {
        "1" => PlaySide::First,
        "2" => PlaySide::Second,
        _ => return None,
    };
    let key = u128::from_str_radix(words.next()?, 16).ok()?;
    let played = words.next()?.parse().ok()?;
    words.next().is_none().then_some((side, key, Move(played)))
}

struct PlayerWalk<'a, G: Game> {
    survey: Survey<'a, G>,
    side: PlaySide,
    /// The value that the side must reach.
    guaranteed: Value,
    seen: HashSet<(PlaySide, u128)>,
}

impl<G: Game> PlayerWalk<'_, G> {
    /// Finds a move in every position that is reachable if the side follows its moves; false if the
    /// bounds prove none.
    fn walk(
        &mut self,
        position: &G::Position,
        mover: PlaySide,
        moves: &mut HashMap<(PlaySide, u128), Move>,
    ) -> Result<bool, CampaignError> {
        let problem = self.survey.problem();
        let (position, mover) = match problem.after_passes(position) {
            AfterPasses::Over(utility) if mover == self.side => {
                return Ok(utility >= self.guaranteed);
            }
            AfterPasses::Over(utility) => return Ok(-utility >= self.guaranteed),
            AfterPasses::Open { position, passed } if passed => (position, mover.other()),
            AfterPasses::Open { position, .. } => (position, mover),
        };
        let key = problem.key(&position);
        if !self.seen.insert((mover, key)) {
            return Ok(true);
        }
        if problem.reaches(Cut::Second, &position) {
            let leaf = self.survey.bounds_at_cut(key, &position)?;
            return Ok(match mover == self.side {
                true => leaf.lower >= self.guaranteed,
                false => -leaf.upper >= self.guaranteed,
            });
        }
        let children = problem.children(&position);
        if mover != self.side {
            for (_, child) in &children {
                if !self.walk(child, mover.other(), moves)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let window = Window::test(self.guaranteed).negated();
        for (played, child) in children {
            if -self.survey.value(&child, Reading::Upper, window)? >= self.guaranteed {
                let (_, symmetry) = problem.game().canonical(&position);
                let framed = problem.game().transform_move(played, symmetry);
                moves.insert((self.side, key), framed);
                return self.walk(&child, mover.other(), moves);
            }
        }
        Ok(false)
    }
}

/// The source of a player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// The table.
    Table,
    /// A null-window search that keeps the guarantee.
    Searched,
    /// A search for the exact value, because the guarantee was already lost: earlier moves were not
    /// the table's.
    Rescued,
}

/// Plays by a table, and by search after the cut.
pub struct TablePlayer<'a, O> {
    table: &'a PlayerTable,
    oracle: O,
}

impl<'a, O> TablePlayer<'a, O> {
    /// A player with `table` and an oracle of the same game.
    ///
    /// # Errors
    ///
    /// Fails if the oracle is of another game.
    pub fn new<G: Game>(table: &'a PlayerTable, oracle: O) -> Result<Self, CampaignError>
    where
        O: Oracle<G>,
    {
        let wanted = oracle.game().spec();
        if wanted != table.heading.game {
            return Err(CampaignError::OtherGame {
                path: "the player's table".into(),
                found: table.heading.game.clone(),
                wanted,
            });
        }
        Ok(Self { table, oracle })
    }

    /// The oracle.
    pub const fn oracle(&mut self) -> &mut O {
        &mut self.oracle
    }

    /// The value that a side reaches if it plays by the table from the start.
    pub const fn guaranteed(&self, side: PlaySide) -> Value {
        match side {
            PlaySide::First => self.table.heading.lower,
            PlaySide::Second => -self.table.heading.upper,
        }
    }

    /// A move for the side to move, which is `side`; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    pub fn best_move<G: Game>(
        &mut self,
        position: &G::Position,
        side: PlaySide,
    ) -> Result<Option<(Move, MoveSource)>, Stopped>
    where
        O: Oracle<G>,
    {
        let moves = self.oracle.game().moves(position);
        if let [] | [_] = *moves {
            return Ok(moves.first().map(|only| (*only, MoveSource::Table)));
        }
        let (representative, symmetry) = self.oracle.game().canonical(position);
        let key = solveig_game::Key::to_u128(self.oracle.game().key(&representative));
        let game = self.oracle.game();
        let framed = self.table.moves.get(&(side, key));
        if let Some(framed) = framed.filter(|framed| framed.0 < game.move_codes()) {
            let played = game.transform_move(*framed, game.inverse(symmetry));
            if moves.contains(&played) {
                return Ok(Some((played, MoveSource::Table)));
            }
        }
        let guaranteed = self.guaranteed(side);
        for played in moves {
            let child = self.oracle.game().play_unchecked(position, played);
            if !self.oracle.at_least(&child, 1 - guaranteed)? {
                return Ok(Some((played, MoveSource::Searched)));
            }
        }
        let unknown = Interval::unknown(self.oracle.game().value_range());
        let value = self.oracle.value(position, unknown)?;
        let best = self.oracle.best_move(position, value)?;
        Ok(best.map(|best| (best, MoveSource::Rescued)))
    }
}
