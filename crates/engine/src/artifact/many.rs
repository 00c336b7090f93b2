//! Many positions at once: looked up in the order of the file, so that each block is opened once.

use std::cmp::Ordering;

use solveig_format::{Record, Roles, Scope};
use solveig_game::{GameExt, Interval, Key, Move, Notation, Symmetric, Symmetry};
use solveig_search::{StopToken, Stopped};

use super::{QueryError, StoredArtifact};

/// Positions between two looks at the token that stops a look-up.
const PATIENCE: usize = 1 << 12;

/// Positions whose moves are looked up together.
const PARENTS: usize = 1 << 13;

/// What to find of many positions besides what is stored of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// What follows from what is stored of the moves of a position whose value is not.
    pub derived: bool,
    /// Best moves.
    pub moves: bool,
}

/// What the file and the rules tell of one of many positions, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The interval of the value, for the side to move.
    pub interval: Interval,
    /// Why the position is stored; `None` if it is not. After an odd number of forced passes those
    /// for the side to move before them.
    pub roles: Option<Roles>,
    /// A best move as [`Solution::best_move`](crate::Solution::best_move) has it, if it was wanted
    /// and follows without a search.
    pub best: Option<Move>,
}

/// Where a position is looked up.
struct Place {
    key: u128,
    level: u32,
    /// Its index among the positions.
    index: u32,
    /// The symmetry that maps it to the representative that is stored.
    by: Symmetry,
    /// Whether values there are for the other side.
    is_negated: bool,
}

impl Place {
    /// In the order of the file.
    fn order(&self, other: &Self) -> Ordering {
        (self.level, self.key).cmp(&(other.level, other.key))
    }

    /// The interval of a value that lies in `found` for the side to move there.
    const fn seen(&self, found: Interval) -> Interval {
        if self.is_negated {
            found.negated()
        } else {
            found
        }
    }
}

/// The moves of positions, in canonical order.
#[derive(Default)]
struct Moves {
    moves: Vec<Move>,
    /// The intervals of the values after them, for the side that moves there.
    after: Vec<Interval>,
    /// Where the moves of each position end.
    ends: Vec<usize>,
}

impl<G: Symmetric + Notation> StoredArtifact<G> {
    /// What the file and the rules tell of `count` positions, those that `position` gives for the
    /// numbers below it. Each may be asked for more than once.
    ///
    /// # Errors
    ///
    /// Fails if a position does, if the file is damaged where one of them would be stored, or if
    /// `stop` says so.
    pub fn find_many<E: From<QueryError>>(
        &self,
        count: u32,
        position: impl Fn(u32) -> Result<G::Position, E>,
        wanted: Wanted,
        stop: &StopToken,
    ) -> Result<Vec<Finding>, E> {
        let unknown = Finding {
            interval: Interval::unknown(self.game().value_range()),
            roles: None,
            best: None,
        };
        let mut findings = vec![unknown; count as usize];
        let mut places = Vec::with_capacity(count as usize);
        for (index, finding) in (0..count).zip(&mut findings) {
            go_on(index as usize, stop)?;
            let position = position(index)?;
            let decided = self.place(&position, index, &mut places);
            finding.interval = decided.unwrap_or(finding.interval);
            if wanted.moves && self.game().is_forced_pass(&position) {
                finding.best = self.game().moves(&position).first().copied();
            }
        }
        self.find_places(&mut places, stop, |place, record| {
            let finding = &mut findings[place.index as usize];
            let range = self.game().value_range();
            finding.interval = place.seen(self.answer_of(record).interval(range));
            finding.roles = Some(match place.is_negated {
                true => record.roles.swapped(),
                false => record.roles,
            });
            if wanted.moves && finding.best.is_none() {
                finding.best = self.move_from(place, record)?;
            }
            Ok(())
        })?;
        // Without the role optimal no move is stored, but the values of all moves are.
        let lacks_move = |finding: &Finding| {
            finding.best.is_none() && finding.roles.is_some() && self.header().scope != Scope::Weak
        };
        let is_open = |finding: &Finding| match finding.interval.value() {
            Some(_) => wanted.moves && lacks_move(finding),
            None => wanted.derived,
        };
        let open = (0..count).zip(&findings);
        let open: Vec<u32> = open
            .filter(|(_, finding)| is_open(finding))
            .map(|(index, _)| index)
            .collect();
        for parents in open.chunks(PARENTS) {
            self.derive(parents, &position, wanted, &mut findings, stop)?;
        }
        Ok(findings)
    }

    /// Notes where a position is looked up, after its forced passes; the interval of its value if
    /// the game is over there.
    fn place(
        &self,
        position: &G::Position,
        index: u32,
        places: &mut Vec<Place>,
    ) -> Option<Interval> {
        let game = self.game();
        let (contracted, is_negated) = match game.is_forced_pass(position) {
            true => {
                let (after, passes) = game.contract_passes(position);
                (Some(after), passes % 2 == 1)
            }
            false => (None, false),
        };
        let position = contracted.as_ref().unwrap_or(position);
        let level = game.level(position);
        let (key, by) = game.representative_key(position, self.reduction());
        let place = Place {
            key: key.to_u128(),
            level,
            index,
            by,
            is_negated,
        };
        if let Some(utility) = game.terminal_value(position) {
            return Some(place.seen(Interval::exact(utility)));
        }
        if self.header().cut.is_none_or(|cut| level <= cut) {
            places.push(place);
        }
        None
    }

    /// Calls `found` with each place that has a record.
    fn find_places(
        &self,
        places: &mut [Place],
        stop: &StopToken,
        mut found: impl FnMut(&Place, &Record) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        places.sort_unstable_by(Place::order);
        for level in places.chunk_by(|one, next| one.level == next.level) {
            for some in level.chunks(PATIENCE) {
                go_on(0, stop)?;
                let mut result = Ok(());
                let keys = some.iter().map(|place| place.key);
                let take = |at: usize, record: Option<Record>| {
                    if let (Some(record), Ok(())) = (record, &result) {
                        result = found(&some[at], &record);
                    }
                };
                self.reader().find_ascending(level[0].level, keys, take)?;
                result?;
            }
        }
        Ok(())
    }

    /// The stored move of a record in the frame of the position that was asked for.
    fn move_from(&self, place: &Place, record: &Record) -> Result<Option<Move>, QueryError> {
        let game = self.game();
        let key = G::Key::from_u128(record.key);
        let Some(Ok(representative)) = key.map(|key| game.position(key)) else {
            return Ok(None);
        };
        let back = game.inverse(place.by);
        let stored = self.stored_move(record, &representative)?;
        Ok(stored.map(|played| game.transform_move(played, back)))
    }

    /// What follows for the positions `parents` from what is stored of their moves.
    fn derive<E: From<QueryError>>(
        &self,
        parents: &[u32],
        position: &impl Fn(u32) -> Result<G::Position, E>,
        wanted: Wanted,
        findings: &mut [Finding],
        stop: &StopToken,
    ) -> Result<(), E> {
        let (game, range) = (self.game(), self.game().value_range());
        let (mut of_all, mut places) = (Moves::default(), Vec::new());
        for parent in parents {
            go_on(0, stop)?;
            let parent = position(*parent)?;
            let (representative, by) = game.representative(&parent, self.reduction());
            let back = game.inverse(by);
            for played in game.moves(&representative) {
                let child = game.play_unchecked(&representative, played);
                let index = of_all.moves.len() as u32;
                let decided = self.place(&child, index, &mut places);
                let after = decided.unwrap_or(Interval::unknown(range));
                of_all.moves.push(game.transform_move(played, back));
                of_all.after.push(after);
            }
            of_all.ends.push(of_all.moves.len());
        }
        self.find_places(&mut places, stop, |place, record| {
            let found = self.answer_of(record).interval(range);
            of_all.after[place.index as usize] = place.seen(found);
            Ok(())
        })?;
        let mut begin = 0;
        for (parent, end) in parents.iter().zip(&of_all.ends) {
            let moves = of_all.moves[begin..*end].iter().copied();
            let values = of_all.after[begin..*end]
                .iter()
                .map(|after| after.negated());
            begin = *end;
            let finding = &mut findings[*parent as usize];
            let stored = finding.interval;
            let derived = values.clone().reduce(greater);
            let both = derived.map_or(stored, |derived| stored.meet(derived));
            if both.lower <= both.upper {
                finding.interval = both;
            }
            if wanted.moves {
                let least = finding.interval.lower;
                let mut first = moves.zip(values).filter(|(_, value)| match stored.value() {
                    // Before the canonical move there must be none that may be worth as much.
                    Some(_) => value.upper >= least,
                    None => value.lower >= least,
                });
                let is_told = least > range.min || finding.interval.value().is_some();
                if least > stored.lower || finding.best.is_none() && is_told {
                    let reaches = |(played, value): (Move, Interval)| {
                        (value.lower >= least).then_some(played)
                    };
                    finding.best = first.next().and_then(reaches);
                }
            }
        }
        Ok(())
    }
}

/// The interval of the greater of two values.
fn greater(one: Interval, other: Interval) -> Interval {
    Interval {
        lower: one.lower.max(other.lower),
        upper: one.upper.max(other.upper),
    }
}

/// Fails if the work is to end, which is looked at every few positions.
fn go_on(index: usize, stop: &StopToken) -> Result<(), QueryError> {
    match index.is_multiple_of(PATIENCE) && stop.is_stopped() {
        true => Err(Stopped.into()),
        false => Ok(()),
    }
}
