//! Follows the play that a proof covers.
//!
//! A file holds the winner's moves in the order of the walk, so that a move can be found only by
//! walking. [`ProofIndex`] walks once, as the check does, and keeps what was shown at every inner
//! node: the side that wins there, the winner's move, and the conditions on the history under which
//! this holds.
//!
//! An answer of the index is one of the walk's own answers, used under the same conditions as the
//! walk uses them. So it holds for a position and its history, whatever line of play led there.
//!
//! Play that starts at the position of the claims and follows the winner's moves never leaves the
//! index. The conditions of a node include those of every node below it, less what the play on the
//! way adds to the history; so if they hold after some history, so do those of the node that play
//! reaches next. The walk itself forgets answers, which would leave gaps; the index keeps all. A
//! position that symmetries map to itself has several images with one key, whose conditions differ,
//! so each is tried.

use std::path::Path;

use solveig_format::proof::{ProofReader, WalkKind};

use crate::bounds::Bound;
use crate::limits::{Budget, Limits, Undecided};
use crate::proof::account::Account;
use crate::proof::conditions::HistoryConditions;
use crate::proof::history::History;
use crate::proof::play::Play;
use crate::proof::question::won;
use crate::proof::walk::{Keep, Shown};
use crate::proof::{ProofError, ProofReport, check, claims, with_play};
use crate::rules::catalogue::{KnownRules, rules_for};
use crate::rules::external::FindRules;
use crate::rules::go::RepetitionKey;

/// What a proof shows of a position after a history. Bounds are for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoveredPosition {
    /// A lower bound on the value: the side to move is the winner.
    pub at_least: Option<i32>,
    /// An upper bound on the value: the other side is the winner.
    pub at_most: Option<i32>,
    /// The winner's move if the winner is to move, as its index among the legal moves.
    pub played: Option<u32>,
}

/// A confirmed proof, with the positions that it covers.
pub struct ProofIndex {
    rules: KnownRules,
    report: ProofReport,
    answers: Vec<IndexedAnswer>,
}

/// Checks the proof in the file at `path` as [`verify_proof_file`](crate::proof::verify_proof_file)
/// does, and indexes it. The memory of the limits is for the walk and the index together.
/// `progress` receives the number of nodes walked and the number that the file states.
///
/// # Errors
///
/// Fails as [`verify_proof_file`](crate::proof::verify_proof_file) does, and for a proof in which
/// the loser may repeat positions.
pub fn index_proof_file(
    path: &Path,
    limits: Limits,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofIndex, ProofError> {
    let budget = Budget::new(limits);
    let proof = ProofReader::open_while(path, &mut || Ok::<_, ProofError>(budget.go_on()?))?;
    index(&proof, &budget, find_rules, progress)
}

/// Like [`index_proof_file`], for a file that is open already.
///
/// # Errors
///
/// Fails as [`index_proof_file`] does.
pub fn index_proof(
    proof: &ProofReader,
    limits: Limits,
    find_rules: &FindRules<'_>,
) -> Result<ProofIndex, ProofError> {
    index(proof, &Budget::new(limits), find_rules, &mut |_, _| ())
}

fn index(
    proof: &ProofReader,
    budget: &Budget,
    find_rules: &FindRules<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ProofIndex, ProofError> {
    if proof.header().walk == WalkKind::LoserMayRepeat {
        return Err(ProofError::NotFollowed);
    }
    let rules = rules_for(&proof.header().game, find_rules).map_err(ProofError::NoRules)?;
    let mut keeper = Keeper {
        budget,
        answers: Vec::new(),
    };
    let report = check(proof, budget, find_rules, progress, &mut keeper)?;
    let mut answers = keeper.answers;
    answers.sort_unstable_by_key(IndexedAnswer::place);
    answers.shrink_to_fit();
    Ok(ProofIndex {
        rules,
        report,
        answers,
    })
}

impl ProofIndex {
    /// The report on the check.
    pub const fn report(&self) -> &ProofReport {
        &self.report
    }

    /// The number of answers that are kept; in Go a position may have several, each with conditions
    /// of its own.
    pub fn answers(&self) -> u64 {
        self.answers.len() as u64
    }

    /// What the proof shows of the position with this key, after positions with these repetition
    /// keys, in any order; empty in games without superko. `None` if it shows nothing, or if no
    /// position has the key.
    pub fn find(&self, key: u128, history: &[u128]) -> Option<CoveredPosition> {
        let mut before = History::default();
        for key in history {
            before.push(Some(RepetitionKey(*key)));
        }
        let found = with_play!(&self.rules, play => {
            let position = play.position(key).ok()?;
            self.covered(play, &position, &before)
        });
        (found != CoveredPosition::default()).then_some(found)
    }

    fn covered<P: Play>(
        &self,
        play: &P,
        position: &P::Position,
        history: &History,
    ) -> CoveredPosition {
        let header = &self.report.header;
        let knowledge = header.walk.uses_knowledge();
        let bounds = play.bounds(position, knowledge);
        let mut found = CoveredPosition::default();
        for claim in claims(header) {
            // What the winner has where it is to move.
            let bound = won(claim);
            let answer = |winner| self.answer(play, claim, winner, position, history);
            if bounds.greatest <= -bound || answer(false).is_some() {
                found.at_most = Some(found.at_most.map_or(-bound, |other| other.min(-bound)));
            }
            if found.at_least.is_some_and(|other| other >= bound) {
                continue;
            }
            if let Some((answer, by)) = answer(true) {
                found.at_least = Some(bound);
                found.played = played(play, position, history, &|child| {
                    ChildIdentity::of(play, child, by) == answer.destination
                });
            } else if bounds.least >= bound {
                // Knowledge decides; it still does after a pass, if nothing else is sure.
                found.at_least = Some(bound);
                found.played = played(play, position, history, &|child| {
                    play.bounds(child, knowledge).greatest <= -bound
                });
            }
        }
        found
    }

    /// An answer that holds after `history`, and the symmetry under which it does.
    fn answer<P: Play>(
        &self,
        play: &P,
        claim: Bound,
        winner: bool,
        position: &P::Position,
        history: &History,
    ) -> Option<(&IndexedAnswer, usize)> {
        let (key, first) = play.canonical_key(position);
        let place = (key, winner, claim.is_lower());
        let from = self.answers.partition_point(|one| one.place() < place);
        let answers = self.answers[from..].iter();
        let answers = answers.take_while(|one| one.place() == place);
        let present = play.repetition_key(position);
        let image = |by| present.map(|key| play.image(key, by));
        let symmetries = (0..play.symmetries()).filter(|by| image(*by) == image(first));
        let symmetries: Vec<usize> = symmetries.collect();
        let mut all = answers.flat_map(|one| symmetries.iter().map(move |by| (one, *by)));
        all.find(|(one, by)| match &one.conditions {
            Some(conditions) => conditions.hold(play, history, *by),
            None => true,
        })
    }
}

/// The index of a move to a position for which `wanted` holds: of a pass, if there is one.
fn played<P: Play>(
    play: &P,
    position: &P::Position,
    history: &History,
    wanted: &dyn Fn(&P::Position) -> bool,
) -> Option<u32> {
    let children = play.moves(position, history, &mut Vec::new()).into_iter();
    let mut wanted: Vec<_> = children
        .enumerate()
        .filter(|(_, child)| wanted(&child.after))
        .collect();
    wanted.sort_by_key(|(_, child)| child.point.is_some());
    wanted.first().map(|(index, _)| *index as u32)
}

/// What was shown at an inner node of the walk, for the member of its symmetry class that has the
/// canonical key.
struct IndexedAnswer {
    key: u128,
    /// Whether the winner is to move.
    winner: bool,
    /// Whether this belongs to the claim of a lower bound.
    lower: bool,
    /// The position that the winner's move makes, if the winner is to move.
    destination: Option<ChildIdentity>,
    /// `None` if there are none.
    conditions: Option<Box<HistoryConditions>>,
}

impl IndexedAnswer {
    const fn place(&self) -> (u128, bool, bool) {
        (self.key, self.winner, self.lower)
    }
}

/// A position that a move makes, seen under a symmetry of the position before: its class, and in
/// games with superko its stones.
#[derive(PartialEq, Eq)]
struct ChildIdentity {
    class: u128,
    stones: Option<RepetitionKey>,
}

impl ChildIdentity {
    fn of<P: Play>(play: &P, child: &P::Position, by: usize) -> Option<Self> {
        let key = play.repetition_key(child);
        Some(Self {
            class: play.canonical_key(child).0,
            stones: key.map(|key| play.image(key, by)),
        })
    }
}

/// Keeps the answers of a walk.
struct Keeper<'b> {
    budget: &'b Budget,
    answers: Vec<IndexedAnswer>,
}

const INDEX: &str = "the index of the proof";

/// Upper bound on the bytes of one more answer, without the lists of its conditions. The list of
/// answers grows by doubling, and the old copy exists while the new one is filled.
const ANSWER: u64 = (3 * size_of::<IndexedAnswer>() + size_of::<HistoryConditions>()) as u64;

impl Keep for Keeper<'_> {
    fn keep<P: Play>(&mut self, play: &P, shown: Shown<'_, P>) -> Result<(), Undecided> {
        let Shown {
            claim,
            slot,
            destination,
            conditions,
        } = shown;
        let conditions = match *conditions == HistoryConditions::default() {
            true => None,
            false => {
                let mut account = Account::new(self.budget);
                Some(Box::new(conditions.image(play, slot.by, &mut account)?))
            }
        };
        let lists = conditions.as_ref().map_or(0, |one| one.bytes());
        self.budget.take(ANSWER + lists, INDEX)?;
        self.answers.push(IndexedAnswer {
            key: slot.key,
            winner: slot.winner,
            lower: claim.is_lower(),
            destination: destination.and_then(|child| ChildIdentity::of(play, child, slot.by)),
            conditions,
        });
        Ok(())
    }
}
