//! What the bounds of a store imply about a position above the cut: minimax values with the lower,
//! or with the upper bounds of positions at the cut.
//!
//! A lower bound follows by one move, an upper bound by every move. Of a position without bounds at
//! the cut only those follow that all values have, and what a move achieves that ends the game. The
//! rules are the checker's. Moves that leave few replies come first, which affects speed alone.

use hashbrown::HashMap;
use solveig_game::random::Random;
use solveig_search::{StopChecker, StopToken, Window};
use solveig_verify::conclusion::BoundKind;
use solveig_verify::{Bound, Othello, Rules, Stage, Stones};

use super::row::Board;
use super::store::{Lookup, Store};
use crate::error::CampaignError;
use crate::obf::best_end;
use crate::problem::{above, window};

/// A key and which bound of the position is meant; as words, since the alignment of `u128` would
/// make the tables half as large again.
pub(super) type Place = [u32; 4];

fn place(key: u128, side: BoundKind) -> Place {
    let key = key | u128::from(side == BoundKind::AtMost) << 127;
    [0, 32, 64, 96].map(|shift| (key >> shift) as u32)
}

/// Bounds on the minimax values of positions, which hold of one store.
pub(super) type FoundBounds = HashMap<Place, (i8, i8)>;

/// The bytes of an entry of the memory of bounds, with the free slots of the table.
const ENTRY: u64 = 64;

/// How many open positions are needed for a claim, as far as is known.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// The limit of the search.
    limit: u32,
    /// The number, if the limit allows it.
    open: Option<u32>,
}

/// The search above the cut of a store.
pub(super) struct Closure<'a> {
    board: &'a Board,
    lookup: Lookup<'a>,
    /// Bounds on the minimax values.
    found: FoundBounds,
    needs: HashMap<(Place, i32), Need>,
    /// The maximum number of entries of each table.
    max: usize,
    nodes: u64,
    /// The number of nodes from which on open positions are not counted.
    counted_until: u64,
    stop: StopChecker,
}

/// A play that ends at a position whose bounds do not suffice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLine {
    /// The moves, with spaces between them.
    pub moves: String,
    /// The position, as the checker's rules describe it.
    pub position: String,
}

impl<'a> Closure<'a> {
    /// A search in `memory` bytes beside those of the store.
    pub(super) fn new(
        store: &'a Store,
        memory: u64,
        stop: StopToken,
    ) -> Result<Self, CampaignError> {
        Ok(Self {
            board: store.board(),
            lookup: store.lookup()?,
            found: FoundBounds::new(),
            needs: HashMap::new(),
            max: (memory / ENTRY / 2).max(1 << 8) as usize,
            nodes: 0,
            counted_until: u64::MAX,
            stop: StopChecker::new(stop),
        })
    }

    const fn rules(&self) -> &'a Othello {
        self.board.rules()
    }

    /// The positions that were looked at.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts open positions until so many more nodes are visited, then takes their number for
    /// more than any limit.
    pub(super) fn count_for(&mut self, nodes: u64) {
        self.counted_until = self.nodes.saturating_add(nodes);
    }

    /// Exchanges the bounds that are remembered for others of the same store.
    pub(super) const fn exchange(&mut self, found: &mut FoundBounds) {
        std::mem::swap(&mut self.found, found);
    }

    /// Forgets what was found, to begin with another position.
    pub(super) fn forget(&mut self) {
        self.found.clear();
        self.needs.clear();
    }

    fn children(&self, position: &Stones) -> Vec<Stones> {
        let mut children = Vec::new();
        self.rules().children(position, &mut children);
        children
    }

    fn is_at_cut(&self, position: &Stones) -> bool {
        self.rules().level(position) >= self.board.cut()
    }

    /// The best bound of a kind that follows for `position`, fail-soft.
    pub(super) fn value(
        &mut self,
        position: &Stones,
        side: BoundKind,
        window: Window,
    ) -> Result<i32, CampaignError> {
        self.nodes += 1;
        self.stop.check()?;
        match self.rules().stage(position) {
            Stage::Over(value) => return Ok(value),
            Stage::Pass => {
                let child = self.children(position)[0];
                return Ok(-self.value(&child, side.other(), window.negated())?);
            }
            Stage::Moves => {}
        }
        let all = self.board.all();
        let canonical = self.rules().canonical(position);
        let key = self.rules().key(&canonical);
        if self.is_at_cut(position) {
            let stored = self.stored(key, side)?;
            return Ok(match side {
                BoundKind::AtLeast if stored < window.beta => stored.max(self.ending(position)),
                _ => stored,
            });
        }
        let place = place(key, side);
        let before = self.found.get(&place).copied();
        let (least, greatest) = before.map_or((all.lower, all.upper), |(low, high)| {
            (i32::from(low), i32::from(high))
        });
        if least >= window.beta || least == greatest {
            return Ok(least);
        }
        if greatest <= window.alpha {
            return Ok(greatest);
        }
        let mut children = self.children(&canonical);
        if self.rules().level(position) + 1 < self.board.cut() {
            children.sort_by_cached_key(|child| self.rules().move_count(child));
        }
        let mut best = all.lower;
        for child in &children {
            let rest = above(window, best).negated();
            best = best.max(-self.value(child, side.other(), rest)?);
            if best >= window.beta || best >= greatest {
                break;
            }
        }
        let low = if best > window.alpha {
            least.max(best)
        } else {
            least
        };
        let high = if best < window.beta {
            greatest.min(best)
        } else {
            greatest
        };
        if self.found.len() >= self.max {
            self.found.clear();
        }
        self.found.insert(place, (low as i8, high as i8));
        Ok(best)
    }

    /// The bound of a position at the cut by the store, that of all values without one.
    fn stored(&mut self, key: u128, side: BoundKind) -> Result<i32, CampaignError> {
        let bounds = self.lookup.bounds(key)?.unwrap_or(self.board.all());
        Ok(match side {
            BoundKind::AtLeast => bounds.lower,
            BoundKind::AtMost => bounds.upper,
        })
    }

    /// The best value by a move that ends the game, as by taking all discs; the least value of all
    /// if no move does.
    fn ending(&self, position: &Stones) -> i32 {
        let best = best_end(self.rules(), position);
        best.unwrap_or(self.board.all().lower)
    }

    /// Whether a claim follows.
    pub(super) fn follows(
        &mut self,
        position: &Stones,
        claim: Bound,
    ) -> Result<bool, CampaignError> {
        let value = self.value(position, BoundKind::of(claim), window(claim))?;
        Ok(claim.allows(value))
    }

    /// Whether a claim is refuted: what follows excludes it.
    fn is_refuted(&mut self, position: &Stones, claim: Bound) -> Result<bool, CampaignError> {
        let against = match claim {
            Bound::AtLeast(bound) => Bound::AtMost(bound - 1),
            Bound::AtMost(bound) => Bound::AtLeast(bound + 1),
        };
        self.follows(position, against)
    }

    /// The least number of positions at the cut whose bounds would have to be better for a claim to
    /// follow, counted once for each path to them; `None` if it is more than `limit`, or the claim
    /// is refuted.
    pub(super) fn needed(
        &mut self,
        position: &Stones,
        claim: Bound,
        limit: u32,
    ) -> Result<Option<u32>, CampaignError> {
        if self.follows(position, claim)? {
            return Ok(Some(0));
        }
        if limit == 0 || self.nodes >= self.counted_until {
            return Ok(None);
        }
        match self.rules().stage(position) {
            Stage::Over(_) => return Ok(None),
            Stage::Pass => {
                let child = self.children(position)[0];
                return self.needed(&child, claim.negated(), limit);
            }
            Stage::Moves => {}
        }
        if self.is_refuted(position, claim)? {
            return Ok(None);
        }
        if self.is_at_cut(position) {
            return Ok(Some(1));
        }
        let canonical = self.rules().canonical(position);
        let key = self.rules().key(&canonical);
        let place = (place(key, BoundKind::of(claim)), claim.value());
        if let Some(Need { limit: tried, open }) = self.needs.get(&place).copied() {
            match open {
                Some(open) => return Ok(open.le(&limit).then_some(open)),
                None if limit <= tried => return Ok(None),
                None => {}
            }
        }
        let mut open = match claim {
            Bound::AtLeast(_) => None,
            Bound::AtMost(_) => Some(0),
        };
        for child in self.children(&canonical) {
            let child_claim = claim.negated();
            match claim {
                Bound::AtLeast(_) => {
                    // Only a move that needs fewer than those before matters.
                    let left = open.map_or(limit, |open: u32| open - 1);
                    if left == 0 {
                        break;
                    }
                    open = self.needed(&child, child_claim, left)?.or(open);
                }
                Bound::AtMost(_) => {
                    let before = open.unwrap_or(0);
                    let more = self.needed(&child, child_claim, limit - before)?;
                    open = more.map(|more| before + more);
                    if open.is_none() {
                        break;
                    }
                }
            }
        }
        if self.needs.len() >= self.max {
            self.needs.clear();
        }
        if self.nodes < self.counted_until {
            self.needs.insert(place, Need { limit, open });
        }
        Ok(open)
    }

    /// The play to the first open position of a claim that neither follows nor is refuted, and
    /// needs `limit` of them at most, as far as they were counted. Then a move of each position on
    /// the way leads to another such claim, and the play ends at the cut.
    pub(super) fn open_line(
        &mut self,
        position: &Stones,
        mut claim: Bound,
        limit: u32,
    ) -> Result<OpenLine, CampaignError> {
        let mut position = *position;
        let mut moves = Vec::new();
        loop {
            let stage = self.rules().stage(&position);
            if stage != Stage::Pass && self.is_at_cut(&position) || matches!(stage, Stage::Over(_))
            {
                return Ok(OpenLine {
                    moves: moves.join(" "),
                    position: format!("{};", self.rules().describe(&position)),
                });
            }
            let children = self.children(&position);
            let mut chosen = None;
            for (index, child) in children.iter().enumerate() {
                let open = self.needed(child, claim.negated(), limit)?;
                // Of every move the first that is open, whatever it needs; of one move the least.
                let rank = match claim {
                    Bound::AtLeast(_) => match open {
                        Some(open) => open,
                        None if self.is_refuted(child, claim.negated())? => u32::MAX,
                        None => u32::MAX - 1,
                    },
                    Bound::AtMost(_) => u32::from(open == Some(0)),
                };
                if chosen.is_none_or(|(least, _)| rank < least) {
                    chosen = Some((rank, index));
                }
            }
            let index = chosen.map_or(0, |(_, index)| index);
            moves.push(match stage {
                Stage::Pass => "pass".to_owned(),
                _ => self.rules().describe_move(&position, index),
            });
            position = children[index];
            claim = claim.negated();
        }
    }

    /// Walks down the derivation of a claim that follows to the position at the cut where it rests
    /// on a bound: by the move that proves it, or by any one where every move is needed. `None` if
    /// it ends where the rules suffice.
    pub(super) fn descend(
        &mut self,
        position: &Stones,
        mut claim: Bound,
        random: &mut Random,
    ) -> Result<Option<u128>, CampaignError> {
        let all = self.board.all();
        let mut position = *position;
        loop {
            let vacuous = claim.allows(all.lower) && claim.allows(all.upper);
            let stage = self.rules().stage(&position);
            if vacuous || matches!(stage, Stage::Over(_)) {
                return Ok(None);
            }
            if stage == Stage::Moves && self.is_at_cut(&position) {
                let key = self.rules().key(&self.rules().canonical(&position));
                let stored = self.stored(key, BoundKind::of(claim))?;
                // Else a move that ends the game suffices.
                return Ok(claim.allows(stored).then_some(key));
            }
            let children = self.children(&position);
            let index = match claim {
                Bound::AtMost(_) => random.index(children.len()),
                Bound::AtLeast(_) => {
                    let mut proving = 0;
                    for (index, child) in children.iter().enumerate() {
                        if self.follows(child, claim.negated())? {
                            proving = index;
                            break;
                        }
                    }
                    proving
                }
            };
            position = children[index];
            claim = claim.negated();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use tempfile::TempDir;

    use super::*;
    use crate::results::record::Record;
    use crate::results::store::{Description, StoreWriter};

    /// Positions with `empty` empty squares after the start of 4x4 Othello, each class once.
    fn positions(board: &Board, empty: u32) -> Vec<Stones> {
        let rules = board.rules();
        let mut layer = vec![rules.start()];
        let mut found: Vec<Stones> = Vec::new();
        while let Some(position) = layer.pop() {
            if rules.max_level() - rules.level(&position) == empty {
                let canonical = rules.canonical(&position);
                if rules.stage(&position) == Stage::Moves && !found.contains(&canonical) {
                    found.push(canonical);
                }
                continue;
            }
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            layer.extend(children);
        }
        found
    }

    /// Where counting ended before it began, the play to an open position still ends at one: not
    /// where the game is over, nor where the claim is refuted.
    #[test]
    fn a_play_to_an_open_position_ends_at_one_without_any_count() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("r.store");
        let board = Board::new("othello:4x4", 4).unwrap();
        // Every second position has a value.
        let rules = board.rules();
        let mut keys: Vec<u128> = positions(&board, 4)
            .iter()
            .map(|position| rules.key(position))
            .collect();
        keys.sort_unstable();
        let index = File::options()
            .create_new(true)
            .read(true)
            .write(true)
            .open(folder.path().join("index"))
            .unwrap();
        let mut writer = StoreWriter::new(File::create(&path).unwrap(), index).unwrap();
        for key in keys.iter().step_by(2) {
            let record = Record {
                key: *key,
                exact: true,
                bounds: solveig_game::Interval::exact((*key % 5) as i32 * 2 - 4),
                depth: 4,
                strength: 100,
                file: 0,
                line: 1,
                nodes: 1,
            };
            writer.push(record).unwrap();
        }
        let description = Description {
            game: "othello:4x4".to_owned(),
            empty: 4,
            sources: Vec::new(),
        };
        writer.finish(&description).unwrap();
        let store = Store::open(&path, 1 << 20).unwrap();
        let mut closure = Closure::new(&store, 1 << 20, StopToken::never()).unwrap();
        let mut named = 0;
        for root in positions(&board, 7) {
            for bound in [-2, 0, 2, 4] {
                for claim in [Bound::AtLeast(bound), Bound::AtMost(bound)] {
                    closure.forget();
                    if closure.follows(&root, claim).unwrap()
                        || closure.is_refuted(&root, claim).unwrap()
                    {
                        continue;
                    }
                    closure.count_for(0);
                    let line = closure.open_line(&root, claim, 16).unwrap();
                    let end = board
                        .stones(&line.position.as_bytes()[..16], false)
                        .unwrap();
                    assert_eq!(rules.stage(&end), Stage::Moves, "{claim:?} {line:?}");
                    let plies = line.moves.split(' ').count();
                    let claim = if plies.is_multiple_of(2) {
                        claim
                    } else {
                        claim.negated()
                    };
                    assert!(!closure.follows(&end, claim).unwrap());
                    assert!(!closure.is_refuted(&end, claim).unwrap(), "{line:?}");
                    named += 1;
                }
            }
        }
        assert!(named > 20, "{named}");
    }
}
