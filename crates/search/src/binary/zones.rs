//! Relevance zones: the cells that a proof depends on (Shih et al. 2021; must-play regions of
//! Hayward et al. 2004).
//!
//! For games in which each move adds a stone to an empty cell and own stones never hurt. A zone of
//! a decided position is a set of cells such that the winner, playing only on empty cells of the
//! zone, wins whatever the content of the cells outside.
//!
//! - Where the game is over, the cells of a winning chain are a zone.
//! - Where the winner is to move, so are the child's zone and the cell played.
//! - A threat is a cell on which a side would win at once if it were to move. The opponent has to
//!   play there, and two threats decide.
//! - Where the loser is to move, a child's zone also refutes every move outside it: the winner
//!   replies as after the child's move. So only moves in the intersection of the zones found so far
//!   need be searched, and the union of zones without a common empty cell is a zone.
//! - What [knowledge](crate::ProofConditions::zone) proves has a zone of its own: if that leaves
//!   some moves open, its union with zones that refute these is a zone where all of these lose.

use std::io;
use std::sync::Mutex;
use std::sync::PoisonError;

use solveig_game::mixing::hash;
use solveig_game::{Game, GameExt, Key, Keyed, LongKeys, Move, Reduction, Symmetric, Symmetry};

use super::patterns::{Owner, Pattern, Patterns};
use super::question::{BinaryQuestion, KnownAnswer};
use crate::Knowledge;
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section, invalid};

/// The relevance zone of a proof by knowledge as bits by move codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownZone {
    /// The moves that are left to search; none where the winner is known.
    pub moves: u128,
    /// The cells that the winner needs, or, where the winner is not known, those that the opponent
    /// needs against all moves but these if each of these loses.
    pub zone: u128,
}

/// A table of zones of decided positions, shared by threads. Entries hold exact keys; full buckets
/// evict the oldest.
#[derive(Debug)]
pub struct ZoneTable {
    spec: String,
    reduction: Reduction,
    shards: Box<[Mutex<Box<[ZoneEntry]>>]>,
    patterns: Patterns,
}

/// A key and its zone, which is 0 in an empty slot: no zone is empty. Numbers alone, since the
/// system clears a vector of them only where it is touched.
type ZoneEntry = [u128; 2];

const SHARDS: usize = 64;
const BUCKET: usize = 4;

impl ZoneTable {
    /// An empty table of about `bytes` bytes for positions of `game`, up to symmetry if `reduction`
    /// is canonical.
    ///
    /// # Errors
    ///
    /// Fails if the keys of the game have more than [`LongKeys::LIMIT`] bits.
    pub fn new<G: Keyed>(game: &G, reduction: Reduction, bytes: u64) -> Result<Self, LongKeys> {
        LongKeys::refuse(game)?;
        let buckets = (bytes / 4 * 3) as usize / SHARDS / size_of::<ZoneEntry>() / BUCKET;
        let entries = buckets.max(1) * BUCKET;
        let shard = || Mutex::new(vec![ZoneEntry::default(); entries].into_boxed_slice());
        Ok(Self {
            spec: game.spec(),
            reduction,
            shards: (0..SHARDS).map(|_| shard()).collect(),
            patterns: Patterns::new(game.move_codes(), bytes / 4),
        })
    }

    /// Whether the table is for positions of `game`.
    pub fn is_for<G: Game>(&self, game: &G) -> bool {
        self.spec == game.spec()
    }

    /// Whether the side to move wins, and by which move, if a pattern decides the position; then
    /// its zone is stored too.
    pub(super) fn matching<G: Symmetric>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Option<KnownAnswer> {
        let stones = game.connection()?.stones(position);
        let first_moves = game.level(position).is_multiple_of(2);
        for moves in [true, false] {
            let is_first = first_moves == moves;
            let own = stones[usize::from(!is_first)];
            let opposed = stones[usize::from(is_first)];
            if let Some(found) = self.patterns.find(Owner { is_first, moves }, own, opposed) {
                self.put(game, position, found.stones | found.free);
                return Some(KnownAnswer {
                    reaches: moves,
                    best_move: found.played,
                });
            }
        }
        None
    }

    /// Stores a zone as a pattern with all its symmetric images.
    fn keep_pattern<G: Symmetric>(
        &self,
        game: &G,
        position: &G::Position,
        zone: u128,
        answer: KnownAnswer,
    ) {
        let Some(connection) = game.connection() else {
            return;
        };
        let moves = answer.reaches;
        let owner = Owner {
            is_first: game.level(position).is_multiple_of(2) == moves,
            moves,
        };
        let stones = zone & connection.stones(position)[usize::from(!owner.is_first)];
        for by in (0..game.symmetries()).map(Symmetry) {
            let image = |cells| image(game, cells, by);
            let pattern = Pattern {
                stones: image(stones),
                free: image(zone & !stones),
                played: (answer.best_move).map(|played| game.transform_move(played, by)),
            };
            self.patterns.keep(owner, pattern);
        }
    }

    /// A zone of a decided position, from the rules or the table.
    pub fn zone<G: Symmetric>(&self, game: &G, position: &G::Position) -> Option<u128> {
        let connection = game.connection()?;
        let decided = connection.winning_path(position);
        if decided.is_some() {
            return decided;
        }
        let wins = connection.immediate_wins(position, true);
        if wins != 0 {
            let won = game.play_unchecked(position, first(wins));
            return connection.winning_path(&won);
        }
        match zones_of_threats(game, position)[..] {
            [one, other, ..] => Some(one | other),
            _ => self.get(game, position),
        }
    }

    /// Derives a zone of a decided position from those of its children or from knowledge, if
    /// possible, and stores it.
    pub(super) fn record<G: Symmetric, K: Knowledge<G>>(
        &self,
        question: &BinaryQuestion<'_, G, K>,
        answer: KnownAnswer,
    ) {
        let (game, position) = (question.game, question.position);
        let known_zone = || question.knowledge.zone(game, position);
        let zone = match answer.best_move {
            Some(played) => {
                let zone = self.zone(game, &game.play_unchecked(position, played));
                zone.map(|zone| zone | 1 << played.0)
            }
            // Where knowledge leaves moves open, its zone is the opponent's.
            None if answer.reaches => {
                let decided = known_zone().filter(|known_zone| known_zone.moves == 0);
                decided.map(|known_zone| known_zone.zone)
            }
            None => self
                .zone_of_loser(game, position, None)
                .or_else(|| self.zone_of_loser(game, position, Some(known_zone()?))),
        };
        if let Some(zone) = zone {
            self.put(game, position, zone);
            self.keep_pattern(game, position, zone, answer);
        }
    }

    /// A union of zones (of threats and children) without a common move, chosen greedily, small
    /// ones first. Moves that are known to lose have the known zone in common.
    fn zone_of_loser<G: Symmetric>(
        &self,
        game: &G,
        position: &G::Position,
        known_zone: Option<KnownZone>,
    ) -> Option<u128> {
        let moves = game.moves(position);
        let mut zones = zones_of_threats(game, position);
        let only = zones.iter().fold(u128::MAX, |only, zone| only & zone);
        let children = moves
            .iter()
            .filter(|played| only >> played.0 & 1 == 1)
            .map(|played| game.play_unchecked(position, *played));
        zones.extend(children.filter_map(|child| self.zone(game, &child)));
        small_first(&mut zones);
        let mut common = moves.iter().fold(0, |all, played| all | 1 << played.0);
        let mut union = 0;
        if let Some(known_zone) = known_zone {
            common &= known_zone.moves;
            union = known_zone.zone;
        }
        for zone in zones {
            if common & !zone != 0 {
                union |= zone;
                common &= zone;
            }
        }
        (common == 0).then_some(union)
    }

    /// Writes all entries.
    pub(super) fn save(&self, to: &mut CheckpointWriter) -> io::Result<()> {
        to.section(Section::Zones)?;
        for shard in &self.shards {
            let entries = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for [key, zone] in entries.iter().filter(|[_, zone]| *zone != 0) {
                to.wide(*zone)?;
                to.wide(*key)?;
            }
        }
        to.wide(0)?;
        to.section(Section::Patterns)?;
        self.patterns.save(to)
    }

    /// Adds the entries that [`save`](Self::save) wrote for `game`.
    pub(super) fn load<G: Keyed>(&self, game: &G, from: &mut CheckpointReader) -> io::Result<()> {
        from.section(Section::Zones)?;
        let cells = u128::MAX >> (128 - u32::from(game.move_codes()).min(128));
        loop {
            let zone = from.wide()?;
            if zone == 0 {
                break;
            }
            let key = from.wide()?;
            if zone & !cells != 0 {
                return Err(invalid(format!(
                    "zone {zone:#x}, which is not on the board"
                )));
            }
            self.keep([key, zone]);
        }
        from.section(Section::Patterns)?;
        self.patterns.load(from)
    }

    fn with_bucket<T>(&self, key: u128, then: impl FnOnce(&mut [ZoneEntry]) -> T) -> T {
        let hash = hash(key);
        let shard = &self.shards[hash as usize % SHARDS];
        let mut entries = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let buckets = entries.len() / BUCKET;
        let at = ((u128::from(hash) * buckets as u128) >> 64) as usize * BUCKET;
        then(&mut entries[at..at + BUCKET])
    }

    /// The stored zone of a decided position.
    pub fn get<G: Symmetric>(&self, game: &G, position: &G::Position) -> Option<u128> {
        let (key, by) = game.representative_key(position, self.reduction);
        let key = key.to_u128();
        let zone = self.with_bucket(key, |bucket| {
            let entry = bucket.iter().find(|[one, zone]| *one == key && *zone != 0);
            entry.map(|[_, zone]| *zone)
        })?;
        Some(image(game, zone, game.inverse(by)))
    }

    /// Stores a zone of a decided position unless a stored one is as small.
    pub fn put<G: Symmetric>(&self, game: &G, position: &G::Position, zone: u128) {
        let (key, by) = game.representative_key(position, self.reduction);
        self.keep([key.to_u128(), image(game, zone, by)]);
    }

    fn keep(&self, new: ZoneEntry) {
        let [key, smaller] = new;
        self.with_bucket(key, |bucket| {
            if let Some(old) = bucket.iter_mut().find(|[one, _]| *one == key) {
                let zone = old[1];
                if zone == 0 || smaller.count_ones() < zone.count_ones() {
                    *old = new;
                }
                return;
            }
            // The newest entry is in front; the oldest is evicted.
            bucket.rotate_right(1);
            bucket[0] = new;
        });
    }
}

/// The zone of each immediate threat of the side that is not to move.
fn zones_of_threats<G: Game>(game: &G, position: &G::Position) -> Vec<u128> {
    let mut zones = Vec::new();
    let Some(connection) = game.connection() else {
        return zones;
    };
    let mut threats = connection.immediate_wins(position, false);
    if threats == 0 {
        return zones;
    }
    let moves = game.moves(position);
    while threats != 0 {
        let cell = first(threats);
        threats &= threats - 1;
        let elsewhere = moves.iter().find(|played| **played != cell);
        zones.extend(elsewhere.and_then(|elsewhere| {
            let position = game.play_unchecked(position, *elsewhere);
            connection.winning_path(&game.play_unchecked(&position, cell))
        }));
    }
    zones
}

fn first(cells: u128) -> Move {
    Move(cells.trailing_zeros() as u16)
}

fn image<G: Symmetric>(game: &G, zone: u128, by: Symmetry) -> u128 {
    if by == Symmetry::IDENTITY {
        return zone;
    }
    let (mut rest, mut image) = (zone, 0);
    while rest != 0 {
        let cell = Move(rest.trailing_zeros() as u16);
        image |= 1 << game.transform_move(cell, by).0;
        rest &= rest - 1;
    }
    image
}

/// Sorts zones by size. Not generic, since sorting inlines much code.
fn small_first(zones: &mut [u128]) {
    zones.sort_unstable_by_key(|zone| zone.count_ones());
}
