//! How few hypotheses a claim can rest on.
//!
//! To find the fewest is hard where derivations share hypotheses (a minimum axiom set). The
//! hypotheses that every derivation needs come first, and often suffice. For the rest, a search by
//! branch and bound ends with the fewest, or after a fixed amount of work with the best so far.

use solveig_verify::{Budget, Undecided};

use super::proofs::{Proofs, Step};

/// A small set of hypotheses from which a claim follows. Places are those in the list, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The hypotheses that every derivation needs: without one of them, the claim does not follow
    /// from all others.
    pub needed: Vec<u32>,
    /// Hypotheses from which the claim follows and none of which can be left out.
    pub chosen: Vec<u32>,
    /// No smaller number of hypotheses suffices. If it is that of `chosen`, these are the fewest.
    pub at_least: u64,
}

/// The steps that a search looks at before it ends without having proved its set the smallest.
pub const MOST_WORK: u64 = 200_000_000;

/// The most alternatives that a search chooses after one another: it recurses as deep.
const MOST_CHOICES: u32 = 1_000;

/// Finds a small set of hypotheses from which the statement `root` of `proofs` follows. The search
/// ends after it has looked at `work` steps.
///
/// # Errors
///
/// Fails if a limit is reached.
pub fn fewest(proofs: &Proofs, root: u32, work: u64, budget: &Budget) -> Result<Fewest, Undecided> {
    let needed = proofs.needed(root, budget)?;
    let rows = proofs.rows(root);
    let has = |set: &[u32], row: u32| set.binary_search(&row).is_ok();
    if proofs.following(root, |row| has(&needed, row))[root as usize] {
        return Ok(Fewest {
            chosen: needed.clone(),
            at_least: needed.len() as u64,
            needed,
        });
    }
    let mut search = Search {
        proofs,
        root,
        budget,
        work,
        is_chosen: Marks::new(&rows),
        demanded: vec![root],
        best: None,
        at_least: 0,
        is_complete: true,
    };
    needed.iter().for_each(|row| search.is_chosen.set(*row));
    search.branch(0)?;
    let best = irredundant(proofs, root, search.best.unwrap_or(rows), budget)?;
    Ok(Fewest {
        needed,
        at_least: match search.is_complete {
            true => best.len() as u64,
            false => search.at_least,
        },
        chosen: best,
    })
}

/// What is left of `rows` after each that can be left out was left out, the last one first.
fn irredundant(
    proofs: &Proofs,
    root: u32,
    mut rows: Vec<u32>,
    budget: &Budget,
) -> Result<Vec<u32>, Undecided> {
    for place in (0..rows.len()).rev() {
        budget.go_on()?;
        let row = rows.remove(place);
        let holds = proofs.following(root, |row| rows.binary_search(&row).is_ok());
        if !holds[root as usize] {
            rows.insert(place, row);
        }
    }
    Ok(rows)
}

/// A set of hypotheses.
struct Marks {
    rows: Vec<u32>,
    is_in: Vec<bool>,
    /// Those in it, in the order in which they came.
    order: Vec<usize>,
}

impl Marks {
    fn new(rows: &[u32]) -> Self {
        Self {
            rows: rows.to_vec(),
            is_in: vec![false; rows.len()],
            order: Vec::new(),
        }
    }

    fn has(&self, row: u32) -> bool {
        let place = self.rows.binary_search(&row);
        place.is_ok_and(|place| self.is_in[place])
    }

    fn set(&mut self, row: u32) {
        if let Ok(place) = self.rows.binary_search(&row)
            && !std::mem::replace(&mut self.is_in[place], true)
        {
            self.order.push(place);
        }
    }

    fn len(&self) -> usize {
        self.order.len()
    }

    /// Takes out all that came after the first `count`.
    fn shrink(&mut self, count: usize) {
        for place in self.order.drain(count..) {
            self.is_in[place] = false;
        }
    }

    fn sorted(&self) -> Vec<u32> {
        let mut sorted: Vec<u32> = self.order.iter().map(|place| self.rows[*place]).collect();
        sorted.sort_unstable();
        sorted
    }
}

/// The search: chooses an alternative for one open statement after another.
struct Search<'a> {
    proofs: &'a Proofs,
    root: u32,
    budget: &'a Budget,
    work: u64,
    is_chosen: Marks,
    /// The statements that are to follow.
    demanded: Vec<u32>,
    best: Option<Vec<u32>>,
    /// A lower bound on the size of all sets, from the first node.
    at_least: u64,
    is_complete: bool,
}

impl Search<'_> {
    fn branch(&mut self, depth: u32) -> Result<(), Undecided> {
        self.budget.go_on()?;
        let before = self.is_chosen.len();
        let (open, holds) = self.propagate();
        let mut alternatives = Vec::new();
        let bound = self.is_chosen.len() as u64 + self.packing(&open, &holds);
        if depth == 0 {
            self.at_least = bound;
        }
        let is_better = |best: &Vec<u32>| bound < best.len() as u64;
        if self.best.as_ref().is_none_or(is_better) {
            match open.is_empty() {
                true => self.best = Some(self.is_chosen.sorted()),
                false => alternatives = self.next_choice(&open, &holds),
            }
        }
        drop((open, holds));
        for step in alternatives {
            if self.work == 0 || depth == MOST_CHOICES {
                self.is_complete = false;
                break;
            }
            self.demanded.push(step);
            self.branch(depth + 1)?;
            self.demanded.pop();
        }
        self.is_chosen.shrink(before);
        Ok(())
    }

    /// Chooses the hypotheses without which a demanded statement cannot follow, as far as that
    /// shows, and returns the alternatives that are left open, and which statements follow.
    fn propagate(&mut self) -> (Vec<u32>, Vec<bool>) {
        loop {
            let steps = self.proofs.steps();
            self.work = self.work.saturating_sub(u64::from(self.root) + 1);
            let holds = self
                .proofs
                .following(self.root, |row| self.is_chosen.has(row));
            let before = self.is_chosen.len();
            let mut seen = vec![false; holds.len()];
            let mut stack = self.demanded.clone();
            let mut open = Vec::new();
            while let Some(step) = stack.pop() {
                let place = step as usize;
                if holds[place] || std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                match &steps[place] {
                    Step::Rules => {}
                    Step::Hypothesis(row) => self.is_chosen.set(*row),
                    Step::All(steps) => stack.extend(steps),
                    Step::Any(steps) if steps.len() == 1 => stack.extend(steps),
                    Step::Any(_) => open.push(step),
                }
            }
            if self.is_chosen.len() == before {
                // One of these follows with an alternative that has to follow anyway.
                open.retain(|step| {
                    !alternatives(steps, *step)
                        .iter()
                        .any(|one| seen[*one as usize])
                });
                return (open, holds);
            }
        }
    }

    /// The alternatives of the open statement that has the fewest, the one first that needs the
    /// fewest further hypotheses if none is shared.
    fn next_choice(&self, open: &[u32], holds: &[bool]) -> Vec<u32> {
        let steps = self.proofs.steps();
        let least = open
            .iter()
            .min_by_key(|step| (alternatives(steps, **step).len(), **step));
        let mut chosen = least.map_or_else(Vec::new, |step| alternatives(steps, *step).to_vec());
        let sizes = further(steps, holds, |one, other| one.saturating_add(other));
        chosen.sort_by_key(|step| sizes[*step as usize]);
        chosen
    }

    /// A lower bound on the further hypotheses that the open statements need: the sum over some of
    /// them that share none.
    fn packing(&mut self, open: &[u32], holds: &[bool]) -> u64 {
        let steps = self.proofs.steps();
        // The hypotheses of a conjunction may be shared.
        let fewest = further(steps, holds, u64::max);
        let mut used = hashbrown::HashSet::new();
        let mut sum = 0;
        for &first in open {
            let (mut stack, mut below) = (vec![first], Vec::new());
            let mut seen = hashbrown::HashSet::new();
            while let Some(step) = stack.pop() {
                if holds[step as usize] || !seen.insert(step) {
                    continue;
                }
                match &steps[step as usize] {
                    Step::Rules => {}
                    Step::Hypothesis(row) => below.push(*row),
                    Step::Any(steps) | Step::All(steps) => stack.extend(steps),
                }
            }
            self.work = self.work.saturating_sub(seen.len() as u64);
            if below.iter().all(|row| !used.contains(row)) {
                used.extend(below);
                sum += fewest[first as usize];
            }
        }
        sum
    }
}

/// The alternatives of a step.
fn alternatives(steps: &[Step], step: u32) -> &[u32] {
    match &steps[step as usize] {
        Step::Any(steps) => steps,
        _ => &[],
    }
}

/// The further hypotheses that each step needs where those of `holds` follow; `and` has the number
/// for a conjunction.
fn further(steps: &[Step], holds: &[bool], and: fn(u64, u64) -> u64) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::with_capacity(holds.len());
    for (step, holds) in steps.iter().zip(holds) {
        let of = |step: &u32| counts[*step as usize];
        let count = match step {
            _ if *holds => 0,
            Step::Rules => 0,
            Step::Hypothesis(_) => 1,
            Step::Any(steps) => steps.iter().map(of).min().unwrap_or(0),
            Step::All(steps) => steps.iter().map(of).fold(0, and),
        };
        counts.push(count);
    }
    counts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solveig_game::random::Random;
    use solveig_verify::Limits;

    use super::*;

    const ROWS: u32 = 10;

    /// Random statements; the last one is an alternative or a conjunction.
    fn random(seed: u64, count: usize) -> Proofs {
        let mut random = Random::from_state(seed);
        let mut steps: Vec<Step> = (0..ROWS).map(Step::Hypothesis).collect();
        for _ in 0..count {
            let size = 1 + random.index(3);
            let some = (0..size).map(|_| random.index(steps.len()) as u32);
            let some: Vec<u32> = some.collect();
            steps.push(match random.index(2) {
                0 => Step::Any(some),
                _ => Step::All(some),
            });
        }
        Proofs::of(steps)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn a_search_that_is_cut_short_says_no_more_than_it_knows(
            seed: u64, count in 1..30usize, work in 0..400u64,
        ) {
            let proofs = random(seed, count);
            let root = proofs.steps().len() as u32 - 1;
            let holds = |set: u32| {
                proofs.following(root, |row| set >> row & 1 == 1)[root as usize]
            };
            let least = (0..1_u32 << ROWS).filter(|set| holds(*set));
            let least = least.map(u32::count_ones).min().unwrap();
            for work in [work, MOST_WORK] {
                let budget = Budget::new(Limits::default());
                let found = fewest(&proofs, root, work, &budget).unwrap();
                let chosen = found.chosen.iter().fold(0, |set, row| set | 1 << row);
                prop_assert!(holds(chosen));
                for row in &found.chosen {
                    prop_assert!(!holds(chosen & !(1 << row)));
                }
                prop_assert!(found.at_least <= u64::from(least));
                if work == MOST_WORK {
                    prop_assert_eq!(found.at_least, u64::from(least));
                    prop_assert_eq!(found.chosen.len(), least as usize);
                }
            }
        }
    }
}
