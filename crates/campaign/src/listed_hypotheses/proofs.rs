//! All ways to derive claims from hypotheses, as a graph of alternatives and conjunctions.

use hashbrown::HashMap;
use solveig_verify::{Bound, Budget, Undecided};

use super::graph::{Kind, place_of, room};
use super::statements::{Depth, Lack, Statements};

/// A statement that follows, and what it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The rules alone: the game is over, or all values satisfy it.
    Rules,
    /// A hypothesis, by its place in the list.
    Hypothesis(u32),
    /// Each of these statements by itself, given by their places.
    Any(Vec<u32>),
    /// All of these statements together.
    All(Vec<u32>),
}

/// All statements that follow and on which a claim may rest; what a statement rests on stands
/// before it.
#[derive(Debug, Default)]
pub struct Proofs {
    steps: Vec<Step>,
    places: HashMap<(u32, Bound), u32>,
}

impl Proofs {
    /// These statements.
    #[cfg(test)]
    pub fn of(steps: Vec<Step>) -> Self {
        Self {
            steps,
            ..Self::default()
        }
    }

    /// Adds the claim that `statements` are for, with all ways to derive it. `None` if it does not
    /// follow.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached.
    pub fn add(
        &mut self,
        statements: &Statements<'_>,
        budget: &Budget,
    ) -> Result<Option<u32>, Undecided> {
        let root = statements.graph().root();
        match statements.lacking(root, Depth::Even) {
            Some(Lack::NOTHING) => Ok(Some(self.visit(statements, root, Depth::Even, budget)?)),
            _ => Ok(None),
        }
    }

    /// Adds the conjunction of two claims.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached.
    pub fn both(&mut self, claims: [u32; 2], budget: &Budget) -> Result<u32, Undecided> {
        self.push(Step::All(claims.to_vec()), budget)
    }

    fn visit(
        &mut self,
        statements: &Statements<'_>,
        place: usize,
        depth: Depth,
        budget: &Budget,
    ) -> Result<u32, Undecided> {
        let statement = (place as u32, statements.claim(depth));
        if let Some(step) = self.places.get(&statement) {
            return Ok(*step);
        }
        let graph = statements.graph();
        let step = match graph.kind(place) {
            _ if statements.is_vacuous(depth) => Step::Rules,
            Kind::Over(_) => Step::Rules,
            Kind::AtCut(best) if statements.ends_well(best, depth) => Step::Rules,
            // Only a hypothesis can imply it, since it follows.
            Kind::AtCut(_) => match statements.hypothesis(place) {
                Some((row, _)) => Step::Hypothesis(row),
                None => Step::Any(Vec::new()),
            },
            Kind::Above => {
                let mut steps = Vec::new();
                for &child in graph.children(place) {
                    let (child, depth) = (child as usize, depth.of_child());
                    if statements.lacking(child, depth) == Some(Lack::NOTHING) {
                        steps.push(self.visit(statements, child, depth, budget)?);
                    }
                }
                match statements.claim(depth).is_lower() {
                    true => Step::Any(steps),
                    false => Step::All(steps),
                }
            }
        };
        let place = self.push(step, budget)?;
        self.places.insert(statement, place);
        Ok(place)
    }

    fn push(&mut self, step: Step, budget: &Budget) -> Result<u32, Undecided> {
        let edges = match &step {
            Step::Any(steps) | Step::All(steps) => steps.len(),
            Step::Rules | Step::Hypothesis(_) => 0,
        };
        // The entry of the map besides, with its free places.
        let bytes = 4 * edges + 2 * size_of::<((u32, Bound), u32)>();
        budget.take(bytes as u64, "the ways to derive the claims")?;
        room(&mut self.steps, 1, budget)?;
        self.steps.push(step);
        place_of(self.steps.len() - 1)
    }

    /// Which statements up to `last` follow, for each of 64 sets of hypotheses: `without(row)` has
    /// a bit for each set that lacks the hypothesis.
    fn each_of_64(&self, last: u32, without: impl Fn(u32) -> u64) -> Vec<u64> {
        let mut holds: Vec<u64> = Vec::with_capacity(last as usize + 1);
        for step in &self.steps[..=last as usize] {
            let of = |step: &u32| holds[*step as usize];
            let follows = match step {
                Step::Rules => u64::MAX,
                Step::Hypothesis(row) => !without(*row),
                Step::Any(steps) => steps.iter().map(of).fold(0, |one, other| one | other),
                Step::All(steps) => steps
                    .iter()
                    .map(of)
                    .fold(u64::MAX, |one, other| one & other),
            };
            holds.push(follows);
        }
        holds
    }

    /// Which statements up to `last` follow from the hypotheses for which `has` holds.
    pub fn following(&self, last: u32, has: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut holds: Vec<bool> = Vec::with_capacity(last as usize + 1);
        for step in &self.steps[..=last as usize] {
            let of = |step: &u32| holds[*step as usize];
            let follows = match step {
                Step::Rules => true,
                Step::Hypothesis(row) => has(*row),
                Step::Any(steps) => steps.iter().any(of),
                Step::All(steps) => steps.iter().all(of),
            };
            holds.push(follows);
        }
        holds
    }

    /// The hypotheses on which a statement may rest, in order.
    pub fn rows(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.steps.len()];
        let (mut open, mut rows) = (vec![root], Vec::new());
        while let Some(step) = open.pop() {
            if std::mem::replace(&mut seen[step as usize], true) {
                continue;
            }
            match &self.steps[step as usize] {
                Step::Rules => {}
                Step::Hypothesis(row) => rows.push(*row),
                Step::Any(steps) | Step::All(steps) => open.extend(steps),
            }
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// The hypotheses that every derivation of a statement needs: without one of them it does not
    /// follow from all others.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached.
    pub fn needed(&self, root: u32, budget: &Budget) -> Result<Vec<u32>, Undecided> {
        let mut needed = Vec::new();
        for rows in self.rows(root).chunks(64) {
            budget.go_on()?;
            let bit = |row: u32| match rows.binary_search(&row) {
                Ok(place) => 1 << place,
                Err(_) => 0,
            };
            let holds = self.each_of_64(root, bit)[root as usize];
            let missing = rows
                .iter()
                .enumerate()
                .filter(|(place, _)| holds >> place & 1 == 0);
            needed.extend(missing.map(|(_, row)| *row));
        }
        Ok(needed)
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::random::Random;
    use solveig_verify::Limits;

    use super::*;

    #[test]
    fn needed_hypotheses_are_those_without_which_nothing_follows() {
        const ROWS: u32 = 150;
        let mut random = Random::from_state(9);
        let mut counts = [0; 2];
        for _ in 0..100 {
            let mut steps: Vec<Step> = (0..ROWS).map(Step::Hypothesis).collect();
            let of = |random: &mut Random, size: usize, from: usize| {
                (0..size).map(|_| random.index(from) as u32).collect()
            };
            for _ in 0..40 {
                steps.push(Step::Any(of(&mut random, 3, ROWS as usize)));
            }
            let count = steps.len();
            steps.push(Step::All(of(&mut random, 120, count)));
            let root = count as u32;
            let proofs = Proofs::of(steps);
            let budget = Budget::new(Limits::default());
            let needed = proofs.needed(root, &budget).unwrap();
            for row in 0..ROWS {
                let holds = proofs.following(root, |other| other != row)[root as usize];
                assert_eq!(needed.contains(&row), !holds);
                counts[usize::from(holds)] += 1;
            }
        }
        assert!(counts[0] > 1_000 && counts[1] > 1_000, "{counts:?}");
    }
}
