//! The problem of a campaign: a game, a start position, and two cuts.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use solveig_game::{
    Game, GameExt, Interval, Key, Move, Notation, Reduction, Symmetric, Value, ValueRange,
};
use solveig_search::{Knowledge, StopChecker, StopToken, Stopped, Window};
use solveig_verify::Bound;

use crate::error::{CampaignError, expect_suitable};
use crate::job::Cut;

/// The parameters of a campaign. They are stored in the ledger and never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's spec.
    pub game: String,
    /// The position to solve, as a board or a move list; `-` for the start.
    pub position: String,
    /// How many moves are left at most at the first cut (Takizawa 2023: 50 empty squares).
    pub first: u32,
    /// How many moves are left at most at the second cut (Takizawa 2023: 36 empty squares).
    pub second: u32,
    /// The window to decide at the start, for the side to move there; a window of all values asks
    /// for the exact value.
    #[serde(with = "StoredWindow")]
    pub goal: Window,
    /// The search depth of estimates at the first cut, in plies.
    pub first_plies: u32,
    /// The search depth of estimates at the second cut, in plies; 0 for none.
    pub second_plies: u32,
    /// The distance of an estimate from its window from which on the window is widened.
    pub far: Value,
    /// By how much they are widened.
    pub widen: Value,
    /// If an outcome differs from the estimate, the worker decides the window widened by this much.
    pub margin: Value,
}

impl Plan {
    /// The greatest search depth of estimates.
    pub const MAX_PLIES: u32 = 60;
    /// The maximum by which windows are widened.
    pub const MAX_MARGIN: Value = 1_000_000;

    /// A plan with both cuts at the start, for workers, which do not depend on the cuts.
    pub fn whole<G: Game>(game: &G) -> Self {
        let left = game
            .max_level()
            .saturating_sub(game.level(&game.start()))
            .max(1);
        Self {
            game: game.spec(),
            position: "-".to_owned(),
            first: left,
            second: left,
            goal: full_window(game.value_range()),
            first_plies: 0,
            second_plies: 0,
            far: Value::MAX,
            widen: 0,
            margin: 0,
        }
    }

    pub(crate) fn expect_spelling(&self, spec: &str) -> Result<(), CampaignError> {
        match self.game == spec {
            true => Ok(()),
            false => Err(CampaignError::Spelling {
                game: self.game.clone(),
                spec: spec.to_owned(),
            }),
        }
    }

    /// Fails if the cuts, the goal or another number are out of range for a start with `left`
    /// levels left and values in `range`.
    pub(crate) fn expect_sensible(
        &self,
        left: u32,
        range: ValueRange,
    ) -> Result<(), CampaignError> {
        let ValueRange { min, max } = range;
        let Window { alpha, beta } = self.goal;
        if alpha >= beta || alpha < min - 1 || beta > max + 1 {
            return Err(CampaignError::Goal {
                alpha,
                beta,
                min,
                max,
            });
        }
        if !(left >= self.first && self.first >= self.second && self.second >= 1) {
            return Err(CampaignError::Cuts {
                first: self.first,
                second: self.second,
                start: left,
            });
        }
        let (plies, values) = (i64::from(Self::MAX_PLIES), i64::from(Self::MAX_MARGIN));
        for (name, number, least, max) in [
            ("first_plies", i64::from(self.first_plies), 0, plies),
            ("second_plies", i64::from(self.second_plies), 0, plies),
            ("far", i64::from(self.far), 1, i64::from(Value::MAX)),
            ("widen", i64::from(self.widen), 0, values),
            ("margin", i64::from(self.margin), 0, values),
        ] {
            if number < least || number > max {
                return Err(CampaignError::Plan {
                    name,
                    number,
                    least,
                    max,
                });
            }
        }
        Ok(())
    }
}

/// The window of all values in `range`: to decide it is to find the exact value.
pub const fn full_window(range: ValueRange) -> Window {
    Window {
        alpha: range.min - 1,
        beta: range.max + 1,
    }
}

/// The null window that decides a bound.
pub(crate) const fn window(bound: Bound) -> Window {
    Window::test(match bound {
        Bound::AtLeast(bound) => bound,
        Bound::AtMost(bound) => bound + 1,
    })
}

/// The rest of a window once a value of `reached` is sure.
pub(crate) fn above(window: Window, reached: Value) -> Window {
    Window {
        alpha: window.alpha.max(reached),
        ..window
    }
}

/// A window as it is stored in plans.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Window")]
struct StoredWindow {
    alpha: Value,
    beta: Value,
}

/// A game with its knowledge, a start position and cuts, as the algorithms of Takizawa (2023) need
/// it.
///
/// Forced passes are contracted, and symmetric positions have the same key.
#[derive(Clone)]
pub struct Problem<G: Game> {
    game: G,
    knowledge: Arc<dyn Knowledge<G>>,
    start: G::Position,
    first: u32,
    second: u32,
}

/// The position after forced passes.
#[derive(Clone, Debug)]
pub enum AfterPasses<P> {
    /// The game is over, with this utility for the side to move before passes.
    Over(Value),
    /// The game goes on.
    Open {
        /// A position with a move other than a pass.
        position: P,
        /// Whether the number of passes was odd, so that the other side is to move.
        passed: bool,
    },
}

impl<G: Symmetric + Notation> Problem<G> {
    /// The problem that `plan` describes.
    ///
    /// # Errors
    ///
    /// Fails if the game does not suit a campaign, if the position cannot be read or is terminal,
    /// or if the cuts or the goal are out of range.
    pub fn new(
        game: G,
        knowledge: Arc<dyn Knowledge<G>>,
        plan: &Plan,
    ) -> Result<Self, CampaignError> {
        expect_suitable(&game)?;
        plan.expect_spelling(&game.spec())?;
        let unreadable = |problem: String| CampaignError::Position {
            text: plan.position.clone(),
            problem,
        };
        let start = game
            .parse_position(&plan.position)
            .map_err(|error| unreadable(error.to_string()))?;
        let left = game.max_level().saturating_sub(game.level(&start));
        plan.expect_sensible(left, game.value_range())?;
        if game.terminal_value(&start).is_some() {
            return Err(CampaignError::Over);
        }
        Ok(Self {
            first: game.max_level() - plan.first,
            second: game.max_level() - plan.second,
            game,
            knowledge,
            start,
        })
    }

    /// The rules by which positions and keys are read.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The game's knowledge.
    pub fn knowledge(&self) -> &dyn Knowledge<G> {
        &self.knowledge
    }

    /// The position of the plan, not always the start of the game.
    pub const fn start(&self) -> &G::Position {
        &self.start
    }

    /// How many levels `position` lies before the cut; 0 at the cut or after it.
    pub fn levels_before(&self, cut: Cut, position: &G::Position) -> u32 {
        let level = match cut {
            Cut::First => self.first,
            Cut::Second => self.second,
        };
        level.saturating_sub(self.game.level(position))
    }

    /// How many levels lie between the cuts.
    pub const fn levels_between_cuts(&self) -> u32 {
        self.second - self.first
    }

    /// Whether `position` lies at the cut or after it.
    pub fn reaches(&self, cut: Cut, position: &G::Position) -> bool {
        self.levels_before(cut, position) == 0
    }

    /// The key of a position's symmetry class.
    pub fn key(&self, position: &G::Position) -> u128 {
        let (key, _) = self.game.representative_key(position, Reduction::Canonical);
        key.to_u128()
    }

    /// The position with a key; `None` if the key is invalid.
    pub fn position(&self, key: u128) -> Option<G::Position> {
        self.game.position(G::Key::from_u128(key)?).ok()
    }

    /// Follows forced passes.
    pub fn after_passes(&self, position: &G::Position) -> AfterPasses<G::Position> {
        let (position, passes) = self.game.contract_passes(position);
        let passed = passes % 2 == 1;
        match self.game.terminal_value(&position) {
            Some(utility) if passed => AfterPasses::Over(-utility),
            Some(utility) => AfterPasses::Over(utility),
            None => AfterPasses::Open { position, passed },
        }
    }

    /// The children of a position, the most promising first: by static estimates if the knowledge
    /// has any, else in its move order.
    pub fn children(&self, position: &G::Position) -> Vec<(Move, G::Position)> {
        let mut moves = self.game.moves(position);
        let play = |played: Move| (played, self.game.play_unchecked(position, played));
        if self.knowledge.estimate(&self.game, position).is_none() {
            self.knowledge.order(&self.game, position, &mut moves);
            return moves.into_iter().map(play).collect();
        }
        let mut children: Vec<(Move, G::Position)> = moves.into_iter().map(play).collect();
        children.sort_by_cached_key(|(_, child)| match self.game.terminal_value(child) {
            Some(utility) => utility,
            None => self.glance(child),
        });
        children
    }

    /// Whether a move ends the game with the greatest value (the wipe-outs of Algorithms 3 to 5).
    pub fn wins_at_once(&self, position: &G::Position) -> bool {
        let range = self.game.value_range();
        if range.min != -range.max {
            return false;
        }
        self.game.moves(position).into_iter().any(|played| {
            let child = self.game.play_unchecked(position, played);
            self.game.terminal_value(&child) == Some(range.min)
        })
    }

    /// The bounds without values that the game cannot end with.
    pub fn tighten(&self, bounds: Interval) -> Interval {
        self.knowledge.tighten(&self.game, bounds)
    }

    /// The static estimate of a nonterminal position, 0 without knowledge.
    pub fn glance(&self, position: &G::Position) -> Value {
        let range = self.game.value_range();
        let guess = self.knowledge.estimate(&self.game, position);
        guess.unwrap_or(0).clamp(range.min, range.max)
    }

    /// The value of an alpha-beta search of depth `plies` on static estimates.
    pub fn look_ahead(&self, position: &G::Position, plies: u32, window: Window) -> Value {
        let never = &mut StopChecker::default();
        self.look_ahead_until(position, plies, window, never)
            .unwrap_or_default()
    }

    /// As [`look_ahead`](Self::look_ahead), until `stop` stops it.
    ///
    /// # Errors
    ///
    /// Fails if it was stopped.
    pub fn look_ahead_until(
        &self,
        position: &G::Position,
        plies: u32,
        window: Window,
        stop: &mut StopChecker,
    ) -> Result<Value, Stopped> {
        stop.check()?;
        let (position, passed) = match self.after_passes(position) {
            AfterPasses::Over(utility) => return Ok(utility),
            AfterPasses::Open { position, passed } => (position, passed),
        };
        if passed {
            let other = window.negated();
            return Ok(-self.look_ahead_until(&position, plies, other, stop)?);
        }
        if plies == 0 {
            return Ok(self.glance(&position));
        }
        let mut best: Option<Value> = None;
        // At the last ply, ordering would cost as much as evaluating the children.
        let children = match plies {
            1 => self.successors(&position),
            _ => self
                .children(&position)
                .into_iter()
                .map(|(_, child)| child)
                .collect(),
        };
        for child in children {
            let rest = best.map_or(window, |best| above(window, best)).negated();
            let value = -self.look_ahead_until(&child, plies - 1, rest, stop)?;
            best = best.max(Some(value));
            if value >= window.beta {
                break;
            }
        }
        Ok(best.unwrap_or(window.alpha))
    }

    fn successors(&self, position: &G::Position) -> Vec<G::Position> {
        let moves = self.game.moves(position).into_iter();
        moves
            .map(|played| self.game.play_unchecked(position, played))
            .collect()
    }

    /// The estimate of Algorithm 2 of Takizawa (2023) for a position without an entry: the static
    /// estimate if it is clear (above 10 in absolute value), else a search of two plies in a window
    /// that reaches from -3 to 3 and includes the static estimate.
    pub fn estimate(&self, position: &G::Position) -> Value {
        const SURE: Value = 10;
        const ABOUT_A_DRAW: Value = 3;
        let glance = self.glance(position);
        if glance.abs() > SURE {
            return glance;
        }
        // The window is open, so its ends are one further out.
        let window = Window {
            alpha: glance.min(-ABOUT_A_DRAW) - 1,
            beta: glance.max(ABOUT_A_DRAW) + 1,
        };
        self.look_ahead(position, 2, window)
    }

    /// The keys of all positions at the first cut that are reachable from the start, in order, and
    /// the number of positions before the cut.
    ///
    /// # Errors
    ///
    /// Fails if it was stopped.
    pub fn at_first_cut(&self, stop: &StopToken) -> Result<(Vec<u128>, u64), Stopped> {
        let mut stop = StopChecker::new(stop.clone());
        let mut reached = Vec::new();
        let mut above = 0;
        let mut seen = hashbrown::HashSet::new();
        let mut open = vec![self.start.clone()];
        while let Some(position) = open.pop() {
            stop.check()?;
            let AfterPasses::Open { position, .. } = self.after_passes(&position) else {
                continue;
            };
            let key = self.key(&position);
            if !seen.insert(key) {
                continue;
            }
            if self.reaches(Cut::First, &position) {
                reached.push(key);
                continue;
            }
            above += 1;
            open.extend(self.children(&position).into_iter().map(|(_, child)| child));
        }
        reached.sort_unstable();
        Ok((reached, above))
    }
}
