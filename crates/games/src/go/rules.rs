//! The rules of Go on boards of any size.

use std::cmp::Ordering;
use std::fmt;

use solveig_game::{
    Game, GameExt, IllegalMove, InvalidKey, Keyed, LevelRule, Move, Notation, NotationError,
    Reduction, RepetitionKey, Spec, SpecError, Symmetric, Symmetry, Value, ValueRange, excerpt,
};

use super::board::points_of;
use super::{Board, Colour, GoPosition, KoRule, Komi, LongCycle, Situation, notation};
use crate::grid::Grid;

/// The rules of Go on one board.
#[derive(Clone)]
pub struct Go {
    pub(super) board: Board,
    pub(super) grid: Grid,
    komi: Option<Komi>,
    pub(super) ko: KoRule,
    pub(super) suicide: bool,
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
            ko: KoRule::default(),
            suicide: false,
        })
    }

    /// Builds the game from a spec such as `go:5x5?komi=24.5`.
    ///
    /// # Errors
    ///
    /// Fails if the board, a parameter or a parameter's value does not exist.
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        spec.expect_parameters(&["komi", "superko", "ko", "suicide"])?;
        let (columns, rows) = spec.columns_by_rows()?;
        let game = Self::new(columns, rows).map_err(|error| spec.error(error.problem))?;
        let komi = match spec.parameter("komi") {
            None => None,
            Some(text) => Some(Komi::parse(text).ok_or_else(|| {
                let (text, max) = (excerpt(text), Komi::MAX_POINTS);
                let expected = format!("a multiple of 0.5 from -{max} to {max}");
                spec.error(format!("komi is \"{text}\"; expected {expected}"))
            })?),
        };
        let ko = match (spec.parameter("superko"), spec.parameter("ko")) {
            (None | Some("positional"), None) => KoRule::PositionalSuperko,
            (Some("situational"), None) => KoRule::SituationalSuperko,
            (None, Some("basic")) => KoRule::Basic,
            (Some(_), Some(_)) => {
                return Err(spec.error("superko and ko: expected one of them".to_owned()));
            }
            (Some(other), None) => {
                let other = excerpt(other);
                let problem =
                    format!("there is no superko \"{other}\"; expected positional or situational");
                return Err(spec.error(problem));
            }
            (None, Some(other)) => {
                let other = excerpt(other);
                return Err(spec.error(format!("ko is \"{other}\"; expected basic")));
            }
        };
        // Positional superko always forbids suicide of a single stone, since it leaves the board
        // unchanged.
        let suicide = match spec.parameter("suicide") {
            None | Some("no") => false,
            Some("yes") if ko == KoRule::Basic => {
                return Err(
                    spec.error("suicide=yes needs superko; expected no ko=basic".to_owned())
                );
            }
            Some("yes") => true,
            Some(other) => {
                let other = excerpt(other);
                return Err(spec.error(format!("suicide is \"{other}\"; expected yes or no")));
            }
        };
        Ok(Self {
            komi,
            ko,
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

    /// The rule about repetition.
    pub const fn ko(&self) -> KoRule {
        self.ko
    }

    /// Whether a move may capture the chain that it is part of.
    pub const fn allows_suicide(&self) -> bool {
        self.suicide
    }

    /// The code of a pass: the number of points.
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
        if position.is_over() || played > self.pass() {
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
        let plies = match self.ko {
            KoRule::Basic if position.ko != point => return None,
            KoRule::Basic => position.plies.saturating_sub(1),
            _ => self.repetition(position, after, other)?.plies,
        };
        let place = match plies {
            0 => "before move 1".to_owned(),
            plies => format!("after move {plies}"),
        };
        let side = match self.ko.is_situational() {
            false => "",
            true => " with the same side to move",
        };
        Some(format!("it recreates the position {place}{side}"))
    }

    /// The points on which the side to move may put a stone.
    #[inline]
    pub fn legal_points(&self, position: &GoPosition) -> u64 {
        if position.is_over() {
            return 0;
        }
        let (own, other) = position.own_and_other();
        let mut legal = self.board.placeable(own, other);
        if self.ko == KoRule::Basic {
            return legal & !position.ko;
        }
        if self.suicide {
            let next = position.to_move.opponent();
            for point in points_of(self.board.all() & !(position.occupied() | legal)) {
                let after = self.after(position, point);
                if self.repetition(position, after, next).is_none() {
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
        for earlier in position.history() {
            let added = earlier.stones[mover as usize] ^ own;
            let left = earlier.stones[opponent as usize];
            if added.is_power_of_two()
                && added & own == 0
                && left & !other == 0
                && (!self.ko.is_situational() || earlier.to_move == opponent)
                && other & !self.board.captured(own, other, added) == left
            {
                repeating |= added;
            }
        }
        repeating
    }

    /// The last situation with the board `stones` (under situational superko, with `to_move` to
    /// move).
    pub(super) fn repetition(
        &self,
        position: &GoPosition,
        stones: [u64; 2],
        to_move: Colour,
    ) -> Option<Situation> {
        let present = position.situation();
        let mut situations = std::iter::once(&present).chain(position.history());
        situations
            .find(|one| {
                one.stones == stones && (!self.ko.is_situational() || one.to_move == to_move)
            })
            .copied()
    }

    /// The point at which the opponent may not retake the ko that the side to move takes on
    /// `point`, or 0.
    fn ko_after(&self, position: &GoPosition, point: u64) -> u64 {
        let (own, other) = position.own_and_other();
        let captured = self.board.captured(own, other, point);
        let retakes = |captured: u64| {
            self.board
                .captured(other & !captured, own | point, captured)
        };
        match captured.is_power_of_two() && retakes(captured) == point {
            true => captured,
            false => 0,
        }
    }

    /// How a stone that makes a board after `balance` ends the game, if it completes a cycle of
    /// `position`.
    fn cycle_after(
        &self,
        position: &GoPosition,
        stones: [u64; 2],
        balance: i32,
    ) -> Option<LongCycle> {
        let first = self.repetition(position, stones, position.to_move.opponent())?;
        // Each side lost as many stones in the cycle as it played.
        Some(match balance.cmp(&first.balance) {
            Ordering::Equal => LongCycle::Drawn,
            Ordering::Greater => LongCycle::WonBy(Colour::White),
            Ordering::Less => LongCycle::WonBy(Colour::Black),
        })
    }

    /// The board after the side to move plays on the empty `point` (one bit).
    #[inline]
    pub(super) fn after(&self, position: &GoPosition, point: u64) -> [u64; 2] {
        let (own, other) = position.own_and_other();
        let captured = self.board.captured(own, other, point);
        let suicides = if captured == 0 {
            self.board.suicide(own, other, point)
        } else {
            0
        };
        let mut stones = [0; 2];
        stones[position.to_move as usize] = (own | point) & !suicides;
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

    /// The repetition key of a situation as seen from a position with this balance: the stones and,
    /// under situational superko, the side to move, under basic ko, what was played since.
    pub(super) fn repetition_key_of(&self, one: Situation, balance: i32) -> RepetitionKey {
        let (points, stones) = (
            self.board.points(),
            self.key_of(one.stones, Colour::Black, 0),
        );
        RepetitionKey(match self.ko {
            KoRule::PositionalSuperko => stones,
            KoRule::SituationalSuperko => self.key_of(one.stones, one.to_move, 0),
            KoRule::Basic => {
                let since = one.balance.wrapping_sub(balance) as u32;
                stones | u128::from(since & SINCE) << (2 * points)
            }
        })
    }

    /// Packs stones, side to move and passes into a key.
    fn key_of(&self, [black, white]: [u64; 2], to_move: Colour, passes: u8) -> u128 {
        let points = self.board.points();
        let rest = u128::from(passes) << 1 | u128::from(to_move == Colour::White);
        u128::from(black) | u128::from(white) << points | rest << (2 * points)
    }

    /// What the key of a position has above stones, side to move and passes, with this image of its
    /// ko point: 0, one more than that point, or a number for each way in which a cycle ends the
    /// game.
    fn ko_bits(&self, position: &GoPosition, ko: u64) -> u128 {
        let points = self.board.points();
        let number = match (position.cycle, ko) {
            (None, 0) => 0,
            (None, ko) => ko.trailing_zeros() + 1,
            (Some(LongCycle::Drawn), _) => points + 1,
            (Some(LongCycle::WonBy(Colour::Black)), _) => points + 2,
            (Some(LongCycle::WonBy(Colour::White)), _) => points + 3,
        };
        u128::from(number) << (2 * points + REST_BITS)
    }
}

/// The bits of a repetition key under basic ko for the balance since an earlier situation.
pub(super) const SINCE: u32 = (1 << 30) - 1;
/// The bits of a key for side to move and passes.
const REST_BITS: u32 = 3;
/// The bits of a key under basic ko for the ko point or the end by a cycle.
const KO_BITS: u32 = 6;
const _: () = assert!(Board::MAX_POINTS + 3 < 1 << KO_BITS);

impl Game for Go {
    type Position = GoPosition;

    fn spec(&self) -> String {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let mut parameters = Vec::new();
        if let Some(komi) = self.komi {
            parameters.push(format!("komi={komi}"));
        }
        match self.ko {
            KoRule::PositionalSuperko => {}
            KoRule::SituationalSuperko => parameters.push("superko=situational".to_owned()),
            KoRule::Basic => parameters.push("ko=basic".to_owned()),
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
        if position.is_over() {
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
                balance: position.balance,
                ko: 0,
                cycle: None,
                earlier: match self.ko.is_situational() {
                    false => position.earlier.clone(),
                    true => position.earlier.then(position.situation()),
                },
            };
        }
        let point = 1 << played.0;
        let stones = self.after(position, point);
        let count = |stones: [u64; 2]| (stones[0] | stones[1]).count_ones();
        let balance = match position.to_move {
            Colour::Black => position.balance.wrapping_add(1),
            Colour::White => position.balance.wrapping_sub(1),
        };
        let removed = position.removed || count(stones) <= count(position.stones);
        let (ko, cycle) = match self.ko {
            // Without any capture so far, every earlier board lacks the new stone.
            KoRule::Basic if removed => (
                self.ko_after(position, point),
                self.cycle_after(position, stones, balance),
            ),
            _ => (0, None),
        };
        GoPosition {
            stones,
            to_move,
            passes: 0,
            removed,
            plies,
            balance,
            ko: if cycle.is_some() { 0 } else { ko },
            cycle,
            earlier: position.earlier.then(position.situation()),
        }
    }

    fn terminal_value(&self, position: &GoPosition) -> Option<Value> {
        let value = match position.cycle {
            Some(LongCycle::Drawn) => 0,
            Some(LongCycle::WonBy(Colour::Black)) => self.value_range().max,
            Some(LongCycle::WonBy(Colour::White)) => self.value_range().min,
            None if position.passes < 2 => return None,
            None => {
                let [black, white] = position.stones;
                self.worth(self.board.area_score(black, white))
            }
        };
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
    fn repetition_rule(&self) -> Option<&dyn solveig_game::RepetitionRule<GoPosition>> {
        Some(self)
    }
}

impl Keyed for Go {
    type Key = u128;

    /// Black's points, White's points, the side to move, the passes, and under basic ko the ko
    /// point or how a cycle ended the game, from the lowest bit on.
    fn key(&self, position: &GoPosition) -> u128 {
        self.key_of(position.stones, position.to_move, position.passes)
            | self.ko_bits(position, position.ko)
    }

    /// The position with this key and no history.
    fn position(&self, key: u128) -> Result<GoPosition, InvalidKey> {
        let points = self.board.points();
        let part = |shift: u32| (key >> shift) as u64 & self.board.all();
        let stones = [part(0), part(points)];
        let (ko, rest) = (
            key >> (2 * points + REST_BITS),
            key >> (2 * points) & ((1 << REST_BITS) - 1),
        );
        let overlap = stones[0] & stones[1] != 0;
        let invalid = || InvalidKey(key.into());
        if rest >= 6 || overlap || self.chains_without_liberty(stones) != 0 {
            return Err(invalid());
        }
        let to_move = if rest & 1 == 0 {
            Colour::Black
        } else {
            Colour::White
        };
        let mut position = GoPosition::new(stones, to_move, (rest >> 1) as u8);
        if ko == 0 {
            return Ok(position);
        }
        if self.ko != KoRule::Basic || position.passes != 0 || ko > u128::from(points) + 3 {
            return Err(invalid());
        }
        match ko as u32 - 1 {
            point if point < points => {
                position.ko = 1 << point;
                let (own, other) = position.own_and_other();
                let is_empty = position.occupied() & position.ko == 0;
                let captured = |point| self.board.captured(own, other, point).count_ones();
                if !is_empty || captured(position.ko) != 1 {
                    return Err(invalid());
                }
            }
            last => {
                let cycles = [
                    LongCycle::Drawn,
                    LongCycle::WonBy(Colour::Black),
                    LongCycle::WonBy(Colour::White),
                ];
                position.cycle = Some(cycles[(last - points) as usize]);
            }
        }
        Ok(position)
    }

    fn key_bits(&self) -> u32 {
        let ko = match self.ko {
            KoRule::Basic => KO_BITS,
            _ => 0,
        };
        2 * self.board.points() + REST_BITS + ko
    }

    fn move_codes(&self) -> u16 {
        self.board.points() as u16 + 1
    }
}

impl Symmetric for Go {
    fn representative_key(&self, position: &GoPosition, reduction: Reduction) -> (u128, Symmetry) {
        let key = |by: &Symmetry| {
            let stones = position.stones.map(|stones| self.grid.image(stones, *by));
            let ko = match position.ko {
                0 => 0,
                ko => self.grid.image(ko, *by),
            };
            self.key_of(stones, position.to_move, position.passes) | self.ko_bits(position, ko)
        };
        let all = match reduction {
            Reduction::None => 1,
            Reduction::Canonical => self.symmetries(),
        };
        let keys = (0..all).map(|by| (key(&Symmetry(by)), Symmetry(by)));
        keys.min()
            .unwrap_or((self.key(position), Symmetry::IDENTITY))
    }

    fn symmetries(&self) -> u8 {
        self.grid.symmetries()
    }

    fn transform(&self, position: &GoPosition, by: Symmetry) -> GoPosition {
        let image = |stones: [u64; 2]| stones.map(|stones| self.grid.image(stones, by));
        GoPosition {
            stones: image(position.stones),
            ko: match position.ko {
                0 => 0,
                ko => self.grid.image(ko, by),
            },
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
        let (_, min) = self.representative_key(position, Reduction::Canonical);
        (self.transform(position, min), min)
    }
}

impl Notation for Go {
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

    fn format_board(&self, position: &GoPosition, _first_to_move: bool) -> Option<String> {
        Some(self.board_string(position))
    }

    fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        self.names().board_at_front(text)
    }

    fn parse_board(&self, text: &str) -> Option<Result<GoPosition, NotationError>> {
        self.parse_board_string(text)
    }
}

impl fmt::Debug for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Go({})", self.spec())
    }
}
