//! Makes the table of a player.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use solveig_game::{Game, Interval, Move, Notation, Symmetric, Value};
use solveig_search::{Knowledge, StopToken, Window};
use solveig_verify::conclusion::{Claim, derive as derive_conclusion};
use solveig_verify::{Budget, Limits, Rules};

use super::{GivenResults, Heading, PlaySide, PlayerTable, TableKey};
use crate::checker::bounds_for;
use crate::conversion::{to_checker, to_solver};
use crate::dictionaries::Dictionaries;
use crate::error::CampaignError;
use crate::job::Cut;
use crate::ledger::Ledger;
use crate::listed_hypotheses::ListedHypotheses;
use crate::problem::{AfterPasses, Plan, Problem, full_window};
use crate::results::derive::{DeriveOptions, DerivedBounds, Goal, derive};
use crate::results::store::Store;
use crate::survey::{Reading, Survey};

/// What a player's table is made from, beside a store of results.
pub struct FromResults<G: Game> {
    /// The game, that of the store.
    pub game: G,
    /// What orders moves and estimates positions of the game.
    pub knowledge: Arc<dyn Knowledge<G>>,
    /// The position from which the player plays: a move list or a board.
    pub position: String,
    /// The hypotheses, read for the store.
    pub hypotheses: ListedHypotheses,
    /// The bytes of memory for searches.
    pub memory: u64,
    /// How many hypotheses are derived at a time.
    pub threads: usize,
    /// When to stop.
    pub stop: StopToken,
}

impl PlayerTable {
    /// Makes the table of a finished campaign.
    ///
    /// # Errors
    ///
    /// Fails if the campaign is not finished, or if the ledger cannot be read or does not prove its
    /// conclusion.
    pub fn from_ledger<G: Symmetric + Notation>(
        problem: &Problem<G>,
        ledger: &Ledger,
    ) -> Result<Self, CampaignError> {
        let proved = ledger.conclusion_within(problem.game().value_range())?;
        let dictionaries = ledger.dictionaries(Cut::Second)?;
        let game = problem.game();
        let plan = ledger.plan();
        let table = Self {
            heading: Heading {
                game: game.spec(),
                position: plan.position.clone(),
                lower: proved.lower,
                upper: proved.upper,
                cut: game.max_level() - plan.second,
                entries: 0,
                basis: None,
            },
            moves: HashMap::new(),
        };
        let mut survey = Survey::new(problem, &dictionaries, Cut::Second);
        let filled = table.filled(&mut survey)?;
        filled.ok_or_else(|| CampaignError::Unfinished {
            path: ledger.path().to_owned(),
            problem: "the bounds do not imply the conclusion".to_owned(),
        })
    }

    /// Makes the table of a player by the results of others: with the best bounds on the start that
    /// follow from the hypotheses, if each of these follows from the store. `observe` receives the
    /// number of hypotheses that were derived, and of all.
    ///
    /// # Errors
    ///
    /// Fails if a hypothesis does not follow from the store, if nothing about the start follows
    /// from all of them, if the store is of another game, cannot be read or is damaged, or if it
    /// was stopped.
    pub fn from_results<G: Symmetric + Notation>(
        from: FromResults<G>,
        store: &Store,
        observe: &(impl Fn(u64, u64) + Sync),
    ) -> Result<Self, CampaignError> {
        let FromResults {
            game, hypotheses, ..
        } = from;
        let unsuitable = |problem: String| CampaignError::Unsuitable {
            path: store.path().to_owned(),
            problem,
        };
        let (rules, spec) = (store.board().rules(), &store.description().game);
        if game.spec() != *spec {
            let problem = format!("results of {spec}: expected those of {}", game.spec());
            return Err(unsuitable(problem));
        }
        // It is looked for there by players that were moved away from it.
        let place = std::fs::canonicalize(store.path());
        let place = place.map_err(CampaignError::of_file(store.path(), "read"))?;
        let place = place.to_str();
        let place = place.ok_or_else(|| unsuitable("its path is not UTF-8".to_owned()))?;
        // The list has at least one row, and all have the same number of empty squares.
        let first = hypotheses
            .rows()
            .first()
            .and_then(|row| rules.position(row.key));
        let first = first.map_or(0, |position| rules.max_level() - rules.level(&position));
        let plan = Plan {
            first,
            second: store.board().empty(),
            position: from.position,
            ..Plan::whole(&game)
        };
        let problem = Problem::new(game, from.knowledge, &plan)?;
        let game = problem.game();
        let mut dictionaries = Dictionaries::default();
        for row in hypotheses.rows() {
            let position = to_solver(rules, game, row.key).map_err(unsuitable)?;
            let bounds = row.bounds(hypotheses.range());
            let key = problem.key(&position);
            let proved = dictionaries.prove(key, bounds);
            proved.map_err(|bounds| CampaignError::Contradiction { key, bounds })?;
        }
        let mut survey =
            Survey::new(&problem, &dictionaries, Cut::First).with_stop(from.stop.clone());
        let window = full_window(game.value_range());
        let lower = survey.value(problem.start(), Reading::Lower, window)?;
        let upper = survey.value(problem.start(), Reading::Upper, window)?;
        if (Interval { lower, upper }) == Interval::unknown(game.value_range()) {
            let problem = "from the hypotheses follows nothing about the start: expected those from \
                           which `campaign check --given-hypotheses` derives its value";
            return Err(unsuitable(problem.to_owned()));
        }
        let options = DeriveOptions {
            goal: Goal::List(hypotheses.clone()),
            memory: from.memory,
            threads: from.threads,
            stop: from.stop,
        };
        expect_all(&hypotheses, store, &derive(store, &options, observe)?)?;
        if lower > upper {
            return Err(unsuitable(
                "the hypotheses contradict one another".to_owned(),
            ));
        }
        // The checker has to come to the same bounds by its own rules and search.
        let claim = Claim {
            position: to_checker(rules, game, problem.start()).map_err(unsuitable)?,
            bounds: bounds_for(Interval { lower, upper }),
            cut: rules.max_level() - first,
        };
        let premise = |key| hypotheses.find(key).map(|(_, bounds)| bounds_for(bounds));
        let derived = derive_conclusion(rules, claim, premise, &Budget::new(Limits::default()))?;
        if !(derived.lower_follows && derived.upper_follows) {
            return Err(CampaignError::Disagreement);
        }
        let table = Self {
            heading: Heading {
                game: game.spec(),
                position: plan.position,
                lower,
                upper,
                cut: game.max_level() - plan.second,
                entries: 0,
                basis: Some(GivenResults {
                    first: game.max_level() - first,
                    hypotheses: hypotheses.rows().len() as u64,
                    store: place.to_owned(),
                    content: store.content(),
                    results: store.exact(),
                }),
            },
            moves: HashMap::new(),
        };
        let filled = table.filled(&mut survey)?;
        filled.ok_or(CampaignError::Disagreement)
    }

    /// The table with moves for both sides before the cut of `survey`; `None` if the bounds there
    /// do not imply those of the heading.
    fn filled<G: Symmetric + Notation>(
        mut self,
        survey: &mut Survey<'_, G>,
    ) -> Result<Option<Self>, CampaignError> {
        let range = survey.problem().game().value_range();
        for side in [PlaySide::First, PlaySide::Second] {
            let guaranteed = self.guaranteed(side);
            let mut walk = PlayerWalk {
                survey,
                side,
                guaranteed,
                seen: HashSet::new(),
            };
            let start = walk.survey.problem().start();
            let complete = walk.walk(start, PlaySide::First, &mut self.moves)?;
            if !complete && guaranteed > range.min {
                return Ok(None);
            }
        }
        self.heading.entries = self.moves.len() as u64;
        Ok(Some(self))
    }
}

/// Fails with the first hypothesis that does not follow from the store.
fn expect_all(
    hypotheses: &ListedHypotheses,
    store: &Store,
    derived: &[DerivedBounds],
) -> Result<(), CampaignError> {
    let mut lines: Vec<_> = hypotheses.rows().iter().collect();
    lines.sort_unstable_by_key(|row| row.line);
    for row in lines {
        let of_row = |one: &&DerivedBounds| one.hypothesis.is_some_and(|of| of.line == row.line);
        let problem = match derived.iter().find(of_row) {
            Some(DerivedBounds { decided: true, .. }) => continue,
            Some(DerivedBounds { bounds, .. }) => format!(
                "from the results follows a value from {} to {}",
                bounds.lower, bounds.upper
            ),
            None => "no file of results is about its position".to_owned(),
        };
        let Interval { lower, upper } = row.bounds(hypotheses.range());
        return Err(CampaignError::Unsuitable {
            path: store.path().to_owned(),
            problem: format!(
                "the hypothesis in line {} of the list, a value from {lower} to {upper} of {}, does \
                 not follow: {problem}; `campaign derive --hypotheses` says what is missing, and \
                 with --list writes a list of those that follow",
                row.line,
                store.board().describe(row.key)
            ),
        });
    }
    Ok(())
}

struct PlayerWalk<'s, 'a, G: Game> {
    survey: &'s mut Survey<'a, G>,
    side: PlaySide,
    /// The value that the side must reach.
    guaranteed: Value,
    seen: HashSet<TableKey>,
}

impl<G: Symmetric + Notation> PlayerWalk<'_, '_, G> {
    /// Finds a move in every position that is reachable if the side follows its moves; false if the
    /// bounds prove none.
    fn walk(
        &mut self,
        position: &G::Position,
        mover: PlaySide,
        moves: &mut HashMap<TableKey, Move>,
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
        if !self.seen.insert(TableKey { side: mover, key }) {
            return Ok(true);
        }
        if problem.reaches(self.survey.cut(), &position) {
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
                let side = self.side;
                moves.insert(TableKey { side, key }, framed);
                return self.walk(&child, mover.other(), moves);
            }
        }
        Ok(false)
    }
}
