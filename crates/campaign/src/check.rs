//! A check of a finished campaign: does what its ledger holds imply what it concludes?
//!
//! It reads the exact bounds and the conclusion, knows the rules and nothing else, and walks the game with a search of
//! its own. Estimates, windows, rounds and jobs do not count here.

use hashbrown::HashMap;
use solveig_game::{Game, Interval, Key, Value};

use crate::error::CampaignError;
use crate::ledger::Ledger;

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the campaign concludes.
    pub claimed: Interval,
    /// Whether the bounds imply that the value is no less.
    pub lower_holds: bool,
    /// Whether they imply that it is no more.
    pub upper_holds: bool,
    /// Whether the conclusion decides the campaign's goal.
    pub decides_goal: bool,
    /// Positions in the ledger with bounds.
    pub bounds: u64,
    /// Those of them that the check has used.
    pub used: u64,
    /// Positions above them that were walked over.
    pub above: u64,
}

impl Checked {
    /// Whether all is as it should be.
    pub const fn holds(&self) -> bool {
        self.lower_holds && self.upper_holds && self.decides_goal
    }
}

/// Derives the conclusion of a campaign of `game` from its ledger anew.
///
/// # Errors
///
/// Fails if the campaign is of another game or not over, or the ledger cannot be read.
pub fn check<G: Game>(game: &G, ledger: &Ledger) -> Result<Checked, CampaignError> {
    let plan = ledger.plan();
    if plan.game != game.spec() {
        return Err(CampaignError::OtherGame {
            path: ledger.path().to_owned(),
            found: plan.game.clone(),
            wanted: game.spec(),
        });
    }
    let Some(claimed) = ledger.conclusion()? else {
        return Err(CampaignError::Unfinished {
            path: ledger.path().to_owned(),
            problem: "the ledger states no bounds of the start yet".to_owned(),
        });
    };
    let start = game
        .parse_position(&plan.position)
        .map_err(|error| CampaignError::Position {
            text: plan.position.clone(),
            problem: error.to_string(),
        })?;
    let mut stored = HashMap::new();
    ledger.each_bound(|key, bounds| {
        stored.insert(key, (bounds, false));
        Ok(())
    })?;
    let range = game.value_range();
    let mut walk = Walk {
        game,
        cut: game.max_level().saturating_sub(plan.second),
        bounds: stored.len() as u64,
        stored,
        answers: HashMap::new(),
        used: 0,
        least: range.min,
    };
    let lower_holds = claimed.lower <= range.min || walk.at_least(&start, claimed.lower);
    let upper_holds = claimed.upper >= range.max || walk.at_most(&start, claimed.upper);
    let goal = plan.goal;
    let decides_goal =
        claimed.lower == claimed.upper || claimed.lower >= goal.beta || claimed.upper <= goal.alpha;
    Ok(Checked {
        claimed,
        lower_holds,
        upper_holds,
        decides_goal,
        bounds: walk.bounds,
        used: walk.used,
        above: walk.answers.len() as u64,
    })
}

/// A statement about a position: that its value is a bound or more, or a bound or less.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    AtLeast,
    AtMost,
}

struct Walk<'a, G> {
    game: &'a G,
    cut: u32,
    /// By key: bounds, and whether they were used.
    stored: HashMap<u128, (Interval, bool)>,
    answers: HashMap<(u128, Side, Value), bool>,
    bounds: u64,
    used: u64,
    least: Value,
}

impl<G: Game> Walk<'_, G> {
    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        self.shows(position, Side::AtLeast, bound)
    }

    fn at_most(&mut self, position: &G::Position, bound: Value) -> bool {
        self.shows(position, Side::AtMost, bound)
    }

    fn shows(&mut self, position: &G::Position, side: Side, bound: Value) -> bool {
        if let Some(utility) = self.game.terminal_value(position) {
            return match side {
                Side::AtLeast => utility >= bound,
                Side::AtMost => utility <= bound,
            };
        }
        let key = self.game.key(&self.game.canonical(position).0).to_u128();
        if let Some(answer) = self.answers.get(&(key, side, bound)) {
            return *answer;
        }
        let forced = self.game.is_forced_pass(position);
        if !forced && self.game.level(position) >= self.cut {
            return self.look_up(position, key, side, bound);
        }
        let mut children = self.game.moves(position).into_iter();
        let answer = match side {
            Side::AtLeast => children.any(|played| {
                let child = self.game.play_unchecked(position, played);
                self.at_most(&child, -bound)
            }),
            Side::AtMost => children.all(|played| {
                let child = self.game.play_unchecked(position, played);
                self.at_least(&child, -bound)
            }),
        };
        self.answers.insert((key, side, bound), answer);
        answer
    }

    /// What the ledger says of a position at the cut; or the rules, where a move ends the game with all there is to win.
    fn look_up(&mut self, position: &G::Position, key: u128, side: Side, bound: Value) -> bool {
        if let Some((bounds, used)) = self.stored.get_mut(&key) {
            self.used += u64::from(!*used);
            *used = true;
            let shown = match side {
                Side::AtLeast => bounds.lower >= bound,
                Side::AtMost => bounds.upper <= bound,
            };
            if shown {
                return true;
            }
        }
        let wins = side == Side::AtLeast
            && self.game.moves(position).into_iter().any(|played| {
                let child = self.game.play_unchecked(position, played);
                self.game.terminal_value(&child) == Some(self.least)
            });
        wins && bound <= -self.least
    }
}
