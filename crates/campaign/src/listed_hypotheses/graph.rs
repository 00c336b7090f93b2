//! The game above a cut as a graph, by the checker's rules.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use solveig_verify::{Budget, Rules, Stage, Undecided};
use xxhash_rust::xxh3::xxh3_64;

use crate::obf::best_end;

/// All positions from a start down to a cut, symmetric ones once.
///
/// A pass is an edge to the position that the other side is to move in. Values are for the side to
/// move, so every edge changes the sign.
#[derive(Debug)]
pub struct CutGraph {
    /// The canonical key of each position. Children stand before their parents: the start is last.
    keys: Vec<u128>,
    kinds: Vec<Kind>,
    /// The children of position `i` are `edges[ends[i - 1]..ends[i]]`, each once.
    ends: Vec<u64>,
    edges: Vec<u32>,
    /// The places of the keys.
    places: HashTable<u32>,
    at_cut: u64,
}

/// What a position of a graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The game is over, with this utility for the side to move.
    Over(i32),
    /// There is a choice of moves, and the position lies at the cut or after it. The best that a
    /// move which ends the game achieves, if there is such a move.
    AtCut(Option<i32>),
    /// The position lies before the cut, or a pass leads from it to one at the cut.
    Above,
}

/// What the memory is for, in messages.
const CHARGED: &str = "the positions above the cut";

/// Positions between two checks of the time limit, and two calls of the observer.
const PERIOD: u64 = 1 << 12;

fn hash(key: u128) -> u64 {
    xxh3_64(&key.to_le_bytes())
}

impl CutGraph {
    /// Enumerates the positions from `start` to the level `cut`. `observe` is called from time to
    /// time with the number of positions so far.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached.
    pub fn new<R: Rules + ?Sized>(
        rules: &R,
        start: &R::Position,
        cut: u32,
        budget: &Budget,
        observe: &mut dyn FnMut(u64),
    ) -> Result<Self, Undecided> {
        let mut maker = Maker {
            rules,
            cut,
            budget,
            observe,
            graph: Self {
                keys: Vec::new(),
                kinds: Vec::new(),
                ends: Vec::new(),
                edges: Vec::new(),
                places: HashTable::new(),
                at_cut: 0,
            },
        };
        maker.visit(&rules.canonical(start))?;
        Ok(maker.graph)
    }

    /// Gives back the memory that was charged.
    pub fn give_back(self, budget: &Budget) {
        let Self {
            keys,
            kinds,
            ends,
            edges,
            places,
            ..
        } = self;
        budget.give_back(bytes_of::<u128>(keys.capacity()));
        budget.give_back(bytes_of::<Kind>(kinds.capacity()));
        budget.give_back(bytes_of::<u64>(ends.capacity()));
        budget.give_back(bytes_of::<u32>(edges.capacity()));
        budget.give_back(bytes_of_places(places.capacity()));
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of positions at the cut.
    pub const fn at_cut(&self) -> u64 {
        self.at_cut
    }

    /// The place of the start.
    pub fn root(&self) -> usize {
        self.len() - 1
    }

    /// The canonical key of the position at a place.
    pub fn key(&self, place: usize) -> u128 {
        self.keys[place]
    }

    /// What the position at a place is.
    pub fn kind(&self, place: usize) -> Kind {
        self.kinds[place]
    }

    /// The children of the position at a place; none where it is over or at the cut.
    pub fn children(&self, place: usize) -> &[u32] {
        let first = match place {
            0 => 0,
            _ => self.ends[place - 1],
        };
        &self.edges[first as usize..self.ends[place] as usize]
    }

    /// The place of the position with a canonical key.
    pub fn place(&self, key: u128) -> Option<usize> {
        let found = self
            .places
            .find(hash(key), |&place| self.keys[place as usize] == key);
        found.map(|&place| place as usize)
    }
}

struct Maker<'a, R: ?Sized> {
    rules: &'a R,
    cut: u32,
    budget: &'a Budget,
    observe: &'a mut dyn FnMut(u64),
    graph: CutGraph,
}

impl<R: Rules + ?Sized> Maker<'_, R> {
    /// The place of a canonical position, after all that follow it.
    fn visit(&mut self, position: &R::Position) -> Result<u32, Undecided> {
        let key = self.rules.key(position);
        if let Some(place) = self.graph.place(key) {
            return Ok(place as u32);
        }
        let stage = self.rules.stage(position);
        let mut edges = Vec::new();
        let kind = match stage {
            Stage::Over(utility) => Kind::Over(utility),
            Stage::Moves if self.rules.level(position) >= self.cut => {
                Kind::AtCut(best_end(self.rules, position))
            }
            Stage::Moves | Stage::Pass => {
                let mut children = Vec::new();
                self.rules.children(position, &mut children);
                for child in &children {
                    edges.push(self.visit(&self.rules.canonical(child))?);
                }
                edges.sort_unstable();
                edges.dedup();
                Kind::Above
            }
        };
        self.add(key, kind, &edges)
    }

    fn add(&mut self, key: u128, kind: Kind, edges: &[u32]) -> Result<u32, Undecided> {
        let graph = &mut self.graph;
        let count = graph.keys.len() as u64;
        if count.is_multiple_of(PERIOD) {
            self.budget.go_on()?;
            (self.observe)(count);
        }
        let place = place_of(graph.keys.len())?;
        room(&mut graph.keys, 1, self.budget)?;
        room(&mut graph.kinds, 1, self.budget)?;
        room(&mut graph.ends, 1, self.budget)?;
        room(&mut graph.edges, edges.len(), self.budget)?;
        if graph.places.len() == graph.places.capacity() {
            let (before, more) = (graph.places.capacity(), graph.places.capacity().max(64));
            self.budget.take(bytes_of_places(before + more), CHARGED)?;
            let keys = &graph.keys;
            graph
                .places
                .reserve(more, |&place| hash(keys[place as usize]));
            self.budget.give_back(bytes_of_places(before));
        }
        graph.keys.push(key);
        graph.kinds.push(kind);
        graph.edges.extend_from_slice(edges);
        graph.ends.push(graph.edges.len() as u64);
        graph.at_cut += u64::from(matches!(kind, Kind::AtCut(_)));
        let keys = &graph.keys;
        let entry = graph.places.entry(
            hash(key),
            |&place| keys[place as usize] == key,
            |&place| hash(keys[place as usize]),
        );
        if let Entry::Vacant(vacant) = entry {
            vacant.insert(place);
        }
        Ok(place)
    }
}

/// A place in a list as 32 bits.
///
/// # Errors
///
/// Fails if they do not suffice, as if there were no memory for more.
pub(super) fn place_of(place: usize) -> Result<u32, Undecided> {
    let limit = u64::from(u32::MAX);
    u32::try_from(place).map_err(|_| Undecided::Memory {
        what: CHARGED,
        limit,
    })
}

/// Makes room for `more` entries, charged to the budget.
pub(super) fn room<T>(list: &mut Vec<T>, more: usize, budget: &Budget) -> Result<(), Undecided> {
    let before = list.capacity();
    if before - list.len() >= more {
        return Ok(());
    }
    let after = (2 * before).max(list.len() + more).max(64);
    budget.take(bytes_of::<T>(after), CHARGED)?;
    list.reserve_exact(after - list.len());
    budget.give_back(bytes_of::<T>(before));
    Ok(())
}

/// The bytes of a list.
const fn bytes_of<T>(entries: usize) -> u64 {
    (entries * size_of::<T>()) as u64
}

/// The bytes of a table of places: four for each slot and one of control, and at most seven of
/// eight slots are used.
const fn bytes_of_places(entries: usize) -> u64 {
    (entries as u64 * 8).div_ceil(7).next_power_of_two() * 5
}
