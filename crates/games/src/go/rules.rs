//! The rules of Go on boards of any size.

use std::fmt;
use std::ops::ControlFlow;

use solveig_game::{
    Game, GameExt, IllegalMove, InvalidKey, LevelRule, Move, NotationError, Reduction,
    RepetitionKey, Spec, SpecError, Symmetry, Value, ValueRange, excerpt,
};

use super::board::points_of;
use super::{Board, Colour, GoPosition, Komi, Situation, SuperkoRule, notation};
use crate::grid::Grid;

/// The rules of Go on one board.
#[derive(Clone)]
pub struct Go {
    pub(super) board: Board,
    pub(super) grid: Grid,
    komi: Option<Komi>,
    superko: SuperkoRule,
    suicide: bool,
}

impl Go {
    /// The game on `columns` x `rows` points with positional superko, without suicide, whose
    /// utility is the difference of the areas.
    ///
    /// # Errors
    ///
    /// Fails if there are no or more than 49 points, or more than 25 columns (named by letters
    /// without I).
    pub fn new(columns: u32, rows: u32) -> Result<Self, SpecError> {
        let error = |problem: String| {
            let spec = format!("go:{columns}x{rows}");
            Err(SpecError::new(&spec, problem))
        };
        let points = u64::from(columns) * u64::from(rows);
        let limit = Board::MAX_POINTS;
        if points == 0 || points > u64::from(limit) {
            return error(format!("{points} points: expected 1 to {limit}"));
        }
        if columns > notation::MAX_COLUMNS {
            let limit = notation::MAX_COLUMNS;
            return error(format!("{columns} columns: expected at most {limit}"));
        }
        Ok(Self {
            board: Board::new(columns, rows),
            grid: Grid::new(columns, rows),
            komi: None,
            superko: SuperkoRule::default(),
            suicide: false,
        })
    }

    /// Builds the game from a spec such as `go:5x5?komi=24.5`.
    ///
    /// # Errors
    ///
    /// Fails if the board, a parameter or a parameter's value does not exist.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["komi", "superko", "suicide"])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let game = Self::new(columns, rows).map_err(|error| spec.error(error.problem))?;
        let komi = match spec.parameter("komi") {
            None => None,
            Some(text) => Some(Komi::parse(text).ok_or_else(|| {
                let (text, most) = (excerpt(text), Komi::MAX_POINTS);
                let expected = format!("a multiple of 0.5 from -{most} to {most}");
                spec.error(format!("komi is \"{text}\"; expected {expected}"))
            })?),
        };
        let superko = match spec.parameter("superko") {
            None | Some("positional") => SuperkoRule::Positional,
            Some("situational") => SuperkoRule::Situational,
            Some(other) => {
                let other = excerpt(other);
                let problem =
                    format!("there is no superko \"{other}\"; expected positional or situational");
                return Err(spec.error(problem));
            }
        };
        // Positional superko always forbids suicide of a single stone, since it leaves the board
        // unchanged.
        let suicide = match spec.parameter("suicide") {
            None | Some("no") => false,
            Some("yes") => true,
            Some(other) => {
                let other = excerpt(other);
                return Err(spec.error(format!("suicide is \"{other}\"; expected yes or no")));
            }
        };
        Ok(Self {
            komi,
            superko,
            suicide,
            ..game
        })
    }

    /// The board's geometry.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Komi if utilities are win, draw and loss; `None` if they are differences of areas.
    pub const fn komi(&self) -> Option<Komi> {
        self.komi
    }

    /// Whether suicide is allowed.
    pub const fn allows_suicide(&self) -> bool {
        self.suicide
    }

    /// The pass.
    pub const fn pass(&self) -> Move {
        Move(self.board.points() as u16)
    }

    /// Black's utility for a difference of areas, Black's minus White's.
    #[inline]
    pub const fn worth(&self, area_score: Value) -> Value {
        match self.komi {
            None => area_score,
            Some(komi) => (2 * area_score - komi.half_points()).signum(),
        }
    }

    /// The reason why `played` is illegal, or `None` if it is legal.
    fn offence(&self, position: &GoPosition, played: Move) -> Option<String> {
        if position.passes >= 2 || played > self.pass() {
            return Some("there is no such move".to_owned());
        }
        if played == self.pass() {
            return None;
        }
        let point = 1 << played.0;
        if position.occupied() & point != 0 {
            return Some("there is a stone".to_owned());
        }
        let after = self.after(position, point);
        let (mover, other) = (position.to_move, position.to_move.opponent());
        if !self.suicide && after[mover as usize] & point == 0 {
            return Some("the stone would have no liberty".to_owned());
        }
        let place = match self.repeated(position, after, other)? {
            0 => "before move 1".to_owned(),
            plies => format!("after move {plies}"),
        };
        let side = match self.superko {
            SuperkoRule::Positional => "",
            SuperkoRule::Situational => " with the same side to move",
        };
        Some(format!("it recreates the position {place}{side}"))
    }

    /// The points on which the side to move may put a stone.
    #[inline]
    pub fn legal_points(&self, position: &GoPosition) -> u64 {
        if position.passes >= 2 {
            return 0;
        }
        let (own, other) = position.own_and_other();
        let mut legal = self.board.placeable(own, other);
        if self.suicide {
            let next = position.to_move.opponent();
            for point in points_of(self.board.all() & !(position.occupied() | legal)) {
                let after = self.after(position, point);
                if self.repeated(position, after, next).is_none() {
                    legal |= point;
                }
            }
        }
        // Without any capture so far, every earlier board lacks the new stone.
        if position.removed {
            legal &= !self.repeating_points(position);
        }
        legal
    }

    /// The points where a stone, if not suicide, would recreate an earlier situation.
    fn repeating_points(&self, position: &GoPosition) -> u64 {
        let (own, other) = position.own_and_other();
        let (mover, opponent) = (position.to_move, position.to_move.opponent());
        let mut repeating = 0;
        for earlier in position.earlier() {
            let added = earlier.stones[mover as usize] ^ own;
            let left = earlier.stones[opponent as usize];
            if added.is_power_of_two()
                && added & own == 0
                && left & !other == 0
                && (self.superko == SuperkoRule::Positional || earlier.to_move == opponent)
                && other & !self.board.captured(own, other, added) == left
            {
                repeating |= added;
            }
        }
        repeating
    }

    /// The number of moves after which the board `stones` (under situational superko, with
    /// `to_move` to move) last occurred.
    fn repeated(&self, position: &GoPosition, stones: [u64; 2], to_move: Colour) -> Option<u32> {
        let present = position.situation();
        let situations = std::iter::once(&present).chain(position.earlier());
        situations
            .filter(|one| self.superko == SuperkoRule::Positional || one.to_move == to_move)
            .find(|one| one.stones == stones)
            .map(|one| one.plies)
    }

    /// The board after the side to move plays on the empty `point` (one bit).
    #[inline]
    fn after(&self, position: &GoPosition, point: u64) -> [u64; 2] {
        let (own, other) = position.own_and_other();
        let captured = self.board.captured(own, other, point);
        let lost = if captured == 0 {
            self.board.suicide(own, other, point)
        } else {
            0
        };
        let mut stones = [0; 2];
        stones[position.to_move as usize] = (own | point) & !lost;
        stones[position.to_move.opponent() as usize] = other & !captured;
        stones
    }

    /// The stones of all chains without a liberty.
    pub(super) fn chains_without_liberty(&self, [black, white]: [u64; 2]) -> u64 {
        let board = &self.board;
        board.without_liberty(black, white) | board.without_liberty(white, black)
    }

    /// The bits of a [`RepetitionKey`] for these stones of one colour.
    pub fn repetition_bits(&self, colour: Colour, stones: u64) -> u128 {
        match colour {
            Colour::Black => stones.into(),
            Colour::White => u128::from(stones) << self.board.points(),
        }
    }

    /// The repetition key of a situation: the stones and, under situational superko, the side to
    /// move.
    fn repetition_key_of(&self, one: Situation) -> RepetitionKey {
        let to_move = match self.superko {
            SuperkoRule::Positional => Colour::Black,
            SuperkoRule::Situational => one.to_move,
        };
        RepetitionKey(self.key_of(one.stones, to_move, 0))
    }

    /// Packs stones, side to move and passes into a key.
    fn key_of(&self, [black, white]: [u64; 2], to_move: Colour, passes: u8) -> u128 {
        let points = self.board.points();
        let rest = u128::from(passes) << 1 | u128::from(to_move == Colour::White);
        u128::from(black) | u128::from(white) << points | rest << (2 * points)
    }
}

impl Game for Go {
    type Position = GoPosition;
    type Key = u128;

    fn spec(&self) -> String {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let mut parameters = Vec::new();
        if let Some(komi) = self.komi {
            parameters.push(format!("komi={komi}"));
        }
        if self.superko == SuperkoRule::Situational {
            parameters.push("superko=situational".to_owned());
        }
        if self.suicide {
            parameters.push("suicide=yes".to_owned());
        }
        let mark = if parameters.is_empty() { "" } else { "?" };
        format!("go:{columns}x{rows}{mark}{}", parameters.join("&"))
    }

    fn start(&self) -> GoPosition {
        GoPosition::new([0, 0], Colour::Black, 0)
    }

    fn legal_moves(&self, position: &GoPosition, moves: &mut Vec<Move>) {
        if position.passes >= 2 {
            return;
        }
        let points = points_of(self.legal_points(position));
        moves.extend(points.map(|point| Move(point.trailing_zeros() as u16)));
        moves.push(self.pass());
    }

    fn play_unchecked(&self, position: &GoPosition, played: Move) -> GoPosition {
        let to_move = position.to_move.opponent();
        let plies = position.plies + 1;
        if played == self.pass() {
            return GoPosition {
                stones: position.stones,
                to_move,
                passes: position.passes + 1,
                removed: position.removed,
                plies,
                earlier: match self.superko {
                    SuperkoRule::Positional => position.earlier.clone(),
                    SuperkoRule::Situational => position.earlier.then(position.situation()),
                },
            };
        }
        let stones = self.after(position, 1 << played.0);
        let count = |stones: [u64; 2]| (stones[0] | stones[1]).count_ones();
        GoPosition {
            stones,
            to_move,
            passes: 0,
            removed: position.removed || count(stones) <= count(position.stones),
            plies,
            earlier: position.earlier.then(position.situation()),
        }
    }

    fn play(&self, position: &GoPosition, played: Move) -> Result<GoPosition, IllegalMove> {
        let Some(offence) = self.offence(position, played) else {
            return Ok(self.play_unchecked(position, played));
        };
        let legal = self.moves(position).into_iter();
        Err(IllegalMove {
            notation: self.format_move(played),
            legal: legal.map(|one| self.format_move(one)).collect(),
            reason: Some(offence),
        })
    }

    fn terminal_value(&self, position: &GoPosition) -> Option<Value> {
        if position.passes < 2 {
            return None;
        }
        let [black, white] = position.stones;
        let value = self.worth(self.board.area_score(black, white));
        Some(match position.to_move {
            Colour::Black => value,
            Colour::White => -value,
        })
    }

    fn value_range(&self) -> ValueRange {
        match self.komi {
            None => ValueRange::symmetric(self.board.points() as Value),
            Some(_) => ValueRange::symmetric(1),
        }
    }

    /// The number of stones.
    fn level(&self, position: &GoPosition) -> u32 {
        position.occupied().count_ones()
    }

    fn max_level(&self) -> u32 {
        self.board.points()
    }

    fn level_rule(&self) -> LevelRule {
        LevelRule::NonMonotone
    }

    #[inline]
    fn superko(&self) -> Option<&dyn solveig_game::Superko<GoPosition>> {
        Some(self)
    }

    fn representative_key(&self, position: &GoPosition, reduction: Reduction) -> (u128, Symmetry) {
        let key = |by: &Symmetry| {
            let stones = position.stones.map(|stones| self.grid.image(stones, *by));
            self.key_of(stones, position.to_move, position.passes)
        };
        let all = match reduction {
            Reduction::None => 1,
            Reduction::Canonical => self.symmetries(),
        };
        let keys = (0..all).map(|by| (key(&Symmetry(by)), Symmetry(by)));
        keys.min()
            .unwrap_or((self.key(position), Symmetry::IDENTITY))
    }

    /// Black's points, White's points, the side to move and the passes, from the lowest bit on.
    fn key(&self, position: &GoPosition) -> u128 {
        self.key_of(position.stones, position.to_move, position.passes)
    }

    /// The position with this key and no history.
    fn position(&self, key: u128) -> Result<GoPosition, InvalidKey> {
        let points = self.board.points();
        let part = |shift: u32| (key >> shift) as u64 & self.board.all();
        let stones = [part(0), part(points)];
        let rest = key >> (2 * points);
        let overlap = stones[0] & stones[1] != 0;
        if rest >= 6 || overlap || self.chains_without_liberty(stones) != 0 {
            return Err(InvalidKey(key.into()));
        }
        let to_move = if rest & 1 == 0 {
            Colour::Black
        } else {
            Colour::White
        };
        Ok(GoPosition::new(stones, to_move, (rest >> 1) as u8))
    }

    fn key_bits(&self) -> u32 {
        2 * self.board.points() + 3
    }

    fn move_codes(&self) -> u16 {
        self.board.points() as u16 + 1
    }

    fn format_move(&self, written: Move) -> String {
        self.name_of(written)
    }

    fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
        self.parse_vertex(text)
    }

    fn render(&self, position: &GoPosition, _first_to_move: bool) -> String {
        self.draw(position)
    }

    fn tie_break_rule(&self) -> String {
        "first point, row by row from A1, the pass last".to_owned()
    }

    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn transform(&self, position: &GoPosition, by: Symmetry) -> GoPosition {
        let image = |stones: [u64; 2]| stones.map(|stones| self.grid.image(stones, by));
        GoPosition {
            stones: image(position.stones),
            earlier: position.earlier.map(|one| Situation {
                stones: image(one.stones),
                ..*one
            }),
            ..position.clone()
        }
    }

    fn transform_move(&self, moved: Move, by: Symmetry) -> Move {
        if moved == self.pass() {
            return moved;
        }
        Move(self.grid.square_image(u32::from(moved.0), by) as u16)
    }

    fn inverse(&self, of: Symmetry) -> Symmetry {
        self.grid.inverse(of)
    }

    fn canonical(&self, position: &GoPosition) -> (GoPosition, Symmetry) {
        let (_, least) = self.representative_key(position, Reduction::Canonical);
        (self.transform(position, least), least)
    }

    fn format_board(&self, position: &GoPosition, _first_to_move: bool) -> Option<String> {
        Some(self.board_string(position))
    }

    fn parse_board(&self, text: &str) -> Option<Result<GoPosition, NotationError>> {
        self.parse_board_string(text)
    }
}

impl solveig_game::Superko<GoPosition> for Go {
    #[inline]
    fn repetition_key(&self, position: &GoPosition) -> RepetitionKey {
        self.repetition_key_of(position.situation())
    }

    #[inline]
    fn history(
        &self,
        position: &GoPosition,
        visit: &mut dyn FnMut(RepetitionKey) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position
            .earlier()
            .try_for_each(|one| visit(self.repetition_key_of(*one)))
    }

    #[inline]
    fn may_repeat(&self, played: Move) -> bool {
        played != self.pass()
    }

    fn forbidden_repetitions(&self, position: &GoPosition, forbidden: &mut Vec<RepetitionKey>) {
        if position.passes >= 2 || !position.removed && !self.suicide {
            return;
        }
        let present = self.repetition_key(position);
        for point in points_of(self.board.all() & !position.occupied()) {
            let stones = self.after(position, point);
            let is_suicide = stones[position.to_move as usize] & point == 0;
            let made = self.repetition_key_of(Situation {
                stones,
                to_move: position.to_move.opponent(),
                plies: 0,
            });
            if (self.suicide || !is_suicide) && made != present && self.has_occurred(position, made)
            {
                forbidden.push(made);
            }
        }
    }

    fn forbidden_moves(&self, position: &GoPosition, visit: &mut dyn FnMut(Move, u32)) {
        if position.passes >= 2 {
            return;
        }
        for point in points_of(self.board.all() & !position.occupied()) {
            let stones = self.after(position, point);
            let is_suicide = stones[position.to_move as usize] & point == 0;
            let repeated = self.repeated(position, stones, position.to_move.opponent());
            if let Some(plies) = repeated.filter(|_| self.suicide || !is_suicide) {
                visit(Move(point.trailing_zeros() as u16), plies);
            }
        }
    }

    #[inline]
    fn transform_key(&self, RepetitionKey(key): RepetitionKey, by: Symmetry) -> RepetitionKey {
        let points = self.board.points();
        let part = |shift: u32| (key >> shift) as u64 & self.board.all();
        let rest = key >> (2 * points) << (2 * points);
        let [black, white] = [part(0), part(points)].map(|stones| self.grid.image(stones, by));
        RepetitionKey(rest | u128::from(black) | u128::from(white) << points)
    }
}

impl fmt::Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Go({})", self.spec())
    }
}
