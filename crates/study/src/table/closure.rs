//! Compares the rows of a level with those of the next one, by what each node kind demands of the
//! positions after its moves (Takizawa 2026, section 2.3):
//!
//! | kind | its best move leads to | the others to |
//! |---|---|---|
//! | P | P | A' |
//! | A' | P' | C |
//! | P' | A' | A' |
//! | C | A | |
//! | A | C | C |

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};
use solveig_game::{Interval, Value};
use solveig_region::BuildError;
use solveig_region::blocks::{BlockReader, SortedFile};
use solveig_search::{StopChecker, StopToken};

use super::TableError;
use super::row::{Child, Layout, Row, RowKinds};

/// What is wrong with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disagreement {
    /// Its class has another row.
    Double,
    /// Its bounds are not those that its kinds have.
    Bounds,
    /// A position after one of its moves has no row.
    NoRow,
    /// A position after one of its moves has a row of the wrong kinds or bounds.
    Reply,
    /// No move leads to a row that its kinds require of its best move.
    NoBestMove,
    /// No row demands it, or not all of its kinds.
    NotDemanded,
    /// A search finds a value outside its bounds.
    Value,
}

/// A row that disagrees with the rules, with other rows or with a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fault {
    /// The level of the row.
    pub level: u8,
    /// Its key.
    pub key: u64,
    /// What is wrong.
    pub what: Disagreement,
}

impl Fault {
    pub(super) const fn of(row: &Row, what: Disagreement) -> Self {
        Self {
            level: row.level,
            key: row.key,
            what,
        }
    }
}

/// The move that a table chose at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The level of the position.
    pub level: u8,
    /// Its key.
    pub key: u64,
    /// How little the choice says: 0 if the row after the move has no other reason to be there.
    rank: u8,
    /// The number of the move among the legal ones, in tie-break order.
    pub index: u16,
}

/// What is found of the rows of a level and of their children.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault>,
    pub(super) choices: Vec<Choice>,
}

/// The rows of a level, and those of the next.
pub(super) struct LevelPair<'a> {
    pub(super) layout: &'a Layout,
    pub(super) parents: &'a SortedFile,
    pub(super) children: &'a SortedFile,
    /// The maximum number of rows of the next level in memory.
    pub(super) held: usize,
    pub(super) threads: usize,
    pub(super) stop: &'a StopToken,
}

/// Rows of the next level that are in memory: all whose keys lie in a range.
struct Held {
    rows: Vec<Row>,
    /// The kinds that parents demand of each.
    demanded: Vec<AtomicU8>,
    first: u64,
    last: u64,
}

/// What kinds demand by their best move, as bits of the kinds that have what they need.
struct Satisfied(Vec<AtomicU8>);

/// The kinds that need a move of some worth.
const NEED_A_MOVE: RowKinds = RowKinds::EXACT.and(RowKinds::C);

impl LevelPair<'_> {
    /// Compares the two levels, with as many passes over the first as the memory requires.
    pub(super) fn compare(&self, observe: &mut dyn FnMut(u64)) -> Result<Findings, TableError> {
        let parents = usize::try_from(self.parents.extent().items).unwrap_or(usize::MAX);
        let satisfied = Satisfied((0..parents).map(|_| AtomicU8::new(0)).collect());
        let mut findings = Findings::default();
        let mut reader = self.children.reader::<Row>(1 << 20);
        let mut first = 0;
        let mut next = reader.next_item()?;
        loop {
            let mut rows = Vec::new();
            // All rows of a class are in the same range.
            while let Some(row) = next
                && (rows.len() < self.held
                    || rows.last().map(|last: &Row| last.key) == Some(row.key))
            {
                rows.push(row);
                next = reader.next_item()?;
            }
            let last = next.map_or(u64::MAX, |row| row.key - 1);
            let held = Held {
                demanded: rows.iter().map(|_| AtomicU8::new(0)).collect(),
                rows,
                first,
                last,
            };
            self.pass(&held, &satisfied, &mut findings, observe)?;
            let demanded = held.rows.iter().zip(&held.demanded);
            let idle = demanded.filter(|(row, demanded)| {
                row.kinds.code() & !demanded.load(Ordering::Relaxed) != 0
            });
            let not_demanded = |(row, _): (&Row, _)| Fault::of(row, Disagreement::NotDemanded);
            findings.faults.extend(idle.map(not_demanded));
            match last.checked_add(1) {
                Some(beyond) if next.is_some() => first = beyond,
                _ => break,
            }
        }
        let mut reader = self.parents.reader::<Row>(1 << 20);
        let mut bits = satisfied.0.iter();
        while let (Some(row), Some(bits)) = (reader.next_item()?, bits.next()) {
            let needed = row.kinds.code() & NEED_A_MOVE.code();
            if needed & !bits.load(Ordering::Relaxed) != 0 {
                findings
                    .faults
                    .push(Fault::of(&row, Disagreement::NoBestMove));
            }
        }
        Ok(findings)
    }

    /// Compares all rows of the level with the rows of the next that are held.
    fn pass(
        &self,
        held: &Held,
        satisfied: &Satisfied,
        findings: &mut Findings,
        observe: &mut dyn FnMut(u64),
    ) -> Result<(), TableError> {
        let source = Mutex::new(Source {
            reader: self.parents.reader(1 << 20),
            read: 0,
        });
        let work = || -> Result<Findings, TableError> {
            let mut found = Findings::default();
            let mut stop = StopChecker::new(self.stop.clone());
            let mut rows = Vec::new();
            loop {
                let begin = source
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .next(&mut rows)?;
                if rows.is_empty() {
                    return Ok(found);
                }
                stop.check()?;
                for (row, bits) in rows.iter().zip(&satisfied.0[begin..]) {
                    self.row(row, held, bits, &mut found);
                }
            }
        };
        let results: Vec<Result<Findings, TableError>> = thread::scope(|scope| {
            let others = (1..self.threads)
                .map(|_| scope.spawn(work))
                .collect::<Vec<_>>();
            let mut results = vec![work()];
            for other in others {
                results.push(
                    other
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                );
            }
            results
        });
        for result in results {
            let mut found = result?;
            findings.faults.append(&mut found.faults);
            findings.choices.append(&mut found.choices);
        }
        observe(self.parents.extent().items);
        Ok(())
    }

    /// Compares a row with the rows after its moves.
    fn row(&self, row: &Row, held: &Held, bits: &AtomicU8, found: &mut Findings) {
        let children = self.layout.children(row);
        let (mut missing, mut wrong) = (false, false);
        let mut choice: Option<Choice> = None;
        let before = bits.load(Ordering::Relaxed);
        let mut satisfied = before;
        for (index, child) in (0..).zip(&children) {
            let reply = match child.over {
                Some(value) if held.first == 0 => Reply::over(child, value),
                Some(_) => continue,
                None if !held.has_range_of(child) => continue,
                None => match held.rows.binary_search_by_key(&child.key, |row| row.key) {
                    Ok(at) => Reply::of(child, &held.rows[at], at),
                    Err(_) => {
                        missing |= row.kinds.has(RowKinds::EXACT.and(RowKinds::A));
                        continue;
                    }
                },
            };
            let demands = Demands::of(row, &reply);
            wrong |= demands.wrong;
            if let Some(at) = reply.at {
                let kinds = match child.passes {
                    true => demands.kinds.after_pass(),
                    false => demands.kinds,
                };
                held.demanded[at].fetch_or(kinds.code(), Ordering::Relaxed);
            }
            let chosen = demands.satisfied & !RowKinds::P_PRIME.code();
            satisfied |= demands.satisfied;
            if chosen != 0 {
                let one = Choice {
                    level: row.level,
                    key: row.key,
                    rank: rank(row, chosen, &reply),
                    index,
                };
                choice = Some(choice.map_or(one, |best| best.min(one)));
            }
        }
        bits.store(satisfied, Ordering::Relaxed);
        found.choices.extend(choice);
        if missing {
            found.faults.push(Fault::of(row, Disagreement::NoRow));
        }
        if wrong {
            found.faults.push(Fault::of(row, Disagreement::Reply));
        }
    }
}

/// How little a choice says: the choices of exact kinds come first, then replies that have no
/// other kind than the demanded one.
fn rank(row: &Row, chosen: u8, reply: &Reply) -> u8 {
    let exact = chosen & RowKinds::EXACT.code() != 0;
    let wanted = if exact {
        RowKinds::P.and(RowKinds::P_PRIME)
    } else {
        RowKinds::A
    };
    let pure = reply
        .kinds
        .is_some_and(|kinds| kinds.code() & !wanted.code() == 0);
    let first = exact || !row.kinds.has(RowKinds::EXACT);
    2 * u8::from(!first) + u8::from(!pure)
}

struct Source {
    reader: BlockReader<Row>,
    read: usize,
}

impl Source {
    /// Some rows, and the number of those before; none at the end.
    fn next(&mut self, rows: &mut Vec<Row>) -> Result<usize, BuildError> {
        rows.clear();
        let begin = self.read;
        for _ in 0..8 {
            match self.reader.next_block()? {
                Some(block) => rows.extend_from_slice(block),
                None => break,
            }
        }
        self.read += rows.len();
        Ok(begin)
    }
}

impl Held {
    const fn has_range_of(&self, child: &Child) -> bool {
        self.first <= child.key && child.key <= self.last
    }
}

/// What a row, or the rules, say of a position after a move.
struct Reply {
    /// Its kinds as if the turn had changed; `None` where the game is over.
    kinds: Option<RowKinds>,
    /// What the move is worth to the side that plays it.
    worth: Interval,
    /// The place of its row.
    at: Option<usize>,
}

impl Reply {
    fn over(child: &Child, value: Value) -> Self {
        Self {
            kinds: None,
            worth: Interval::exact(if child.passes { value } else { -value }),
            at: None,
        }
    }

    fn of(child: &Child, row: &Row, at: usize) -> Self {
        let (kinds, worth) = match child.passes {
            true => (row.kinds.after_pass(), row.bounds()),
            false => (row.kinds, row.bounds().negated()),
        };
        Self {
            kinds: Some(kinds),
            worth,
            at: Some(at),
        }
    }

    /// Whether its value is exact.
    fn is_exact(&self) -> bool {
        self.kinds.is_none_or(|kinds| kinds.has(RowKinds::EXACT))
    }

    fn has(&self, kinds: RowKinds) -> bool {
        self.kinds.is_none_or(|own| own.has(kinds))
    }
}

/// What the kinds of a row demand of one reply.
#[derive(Default)]
struct Demands {
    /// The kinds that it has to have.
    kinds: RowKinds,
    /// The kinds of the row that it satisfies as their best move, as codes.
    satisfied: u8,
    /// Whether it does not have what they demand.
    wrong: bool,
}

impl Demands {
    fn of(row: &Row, reply: &Reply) -> Self {
        let mut demands = Self::default();
        let Interval { lower, upper } = row.bounds();
        let at_most = |bound: Value| reply.worth.upper <= bound;
        let keeps = reply.is_exact() && reply.worth.upper == lower;
        if row.kinds.has(RowKinds::P) {
            let best = keeps && reply.has(RowKinds::P);
            demands.ask(best, RowKinds::P, RowKinds::P, RowKinds::A_PRIME);
            demands.wrong |= !reply.has(RowKinds::P.and(RowKinds::A_PRIME)) || !at_most(lower);
        }
        if row.kinds.has(RowKinds::A_PRIME) {
            let best = keeps && reply.has(RowKinds::P.and(RowKinds::P_PRIME));
            demands.ask(best, RowKinds::A_PRIME, RowKinds::P_PRIME, RowKinds::C);
            demands.wrong |= !reply.has(RowKinds::EXACT.and(RowKinds::C)) || !at_most(lower);
        }
        if row.kinds.has(RowKinds::P_PRIME) {
            demands.ask(
                keeps,
                RowKinds::P_PRIME,
                RowKinds::A_PRIME,
                RowKinds::A_PRIME,
            );
            demands.wrong |= !reply.has(RowKinds::P.and(RowKinds::A_PRIME)) || !at_most(lower);
        }
        if row.kinds.has(RowKinds::C) {
            let enough = reply.has(RowKinds::EXACT.and(RowKinds::A)) && reply.worth.lower >= lower;
            if enough {
                demands.ask(true, RowKinds::C, RowKinds::A, RowKinds::A);
            }
        }
        if row.kinds.has(RowKinds::A) {
            demands.ask(false, RowKinds::A, RowKinds::C, RowKinds::C);
            demands.wrong |= !reply.has(RowKinds::EXACT.and(RowKinds::C)) || !at_most(upper);
        }
        demands
    }

    /// Adds what `kind` demands of the best move, or of another one.
    fn ask(&mut self, best: bool, kind: RowKinds, of_best: RowKinds, of_other: RowKinds) {
        let demanded = if best { of_best } else { of_other };
        self.kinds = self.kinds.and(demanded);
        self.satisfied |= if best { kind.code() } else { 0 };
    }
}
