//! What the rule about repetition depends on, for searches.

use std::ops::ControlFlow;

use solveig_game::{Move, RepetitionKey, RepetitionRule, Symmetry};

use super::board::points_of;
use super::rules::SINCE;
use super::{Go, GoPosition, KoRule, Situation};

impl RepetitionRule<GoPosition> for Go {
    #[inline]
    fn repetition_key(&self, position: &GoPosition) -> RepetitionKey {
        self.repetition_key_of(position.situation(), position.balance)
    }

    #[inline]
    fn history(
        &self,
        position: &GoPosition,
        visit: &mut dyn FnMut(RepetitionKey) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position
            .history()
            .try_for_each(|one| visit(self.repetition_key_of(*one, position.balance)))
    }

    #[inline]
    fn may_repeat(&self, played: Move) -> bool {
        played != self.pass()
    }

    fn forbidden_repetitions(&self, position: &GoPosition, forbidden: &mut Vec<RepetitionKey>) {
        if position.is_over() || !position.removed && !self.suicide || self.ends_game() {
            return;
        }
        let present = self.repetition_key(position);
        for point in points_of(self.board.all() & !position.occupied()) {
            let stones = self.after(position, point);
            let is_suicide = stones[position.to_move as usize] & point == 0;
            let situation = Situation {
                stones,
                to_move: position.to_move.opponent(),
                ..position.situation()
            };
            let key = self.repetition_key_of(situation, position.balance);
            if (self.suicide || !is_suicide) && key != present && self.has_occurred(position, key) {
                forbidden.push(key);
            }
        }
    }

    fn forbidden_moves(&self, position: &GoPosition, visit: &mut dyn FnMut(Move, u32)) {
        if position.is_over() {
            return;
        }
        if self.ko == KoRule::Basic {
            if position.ko != 0 {
                let played = Move(position.ko.trailing_zeros() as u16);
                visit(played, position.plies.saturating_sub(1));
            }
            return;
        }
        for point in points_of(self.board.all() & !position.occupied()) {
            let stones = self.after(position, point);
            let is_suicide = stones[position.to_move as usize] & point == 0;
            let repeated = self.repetition(position, stones, position.to_move.opponent());
            if let Some(one) = repeated.filter(|_| self.suicide || !is_suicide) {
                visit(Move(point.trailing_zeros() as u16), one.plies);
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

    #[inline]
    fn ends_game(&self) -> bool {
        self.ko == KoRule::Basic
    }

    fn repetition(&self, position: &GoPosition) -> Option<RepetitionKey> {
        position.cycle?;
        let mut earlier = position.history();
        let first = earlier.find(|one| one.stones == position.stones)?;
        Some(self.repetition_key_of(*first, position.balance))
    }

    #[inline]
    fn rebase(
        &self,
        RepetitionKey(key): RepetitionKey,
        after: &GoPosition,
        before: &GoPosition,
    ) -> RepetitionKey {
        if self.ko != KoRule::Basic {
            return RepetitionKey(key);
        }
        let above = 2 * self.board.points();
        let stones = key & ((1 << above) - 1);
        let moved = after.balance.wrapping_sub(before.balance) as u32;
        let since = ((key >> above) as u32).wrapping_add(moved) & SINCE;
        RepetitionKey(stones | u128::from(since) << above)
    }

    #[inline]
    fn board_part(&self, RepetitionKey(key): RepetitionKey) -> RepetitionKey {
        RepetitionKey(match self.ko {
            KoRule::Basic => key & ((1 << (2 * self.board.points())) - 1),
            _ => key,
        })
    }
}
