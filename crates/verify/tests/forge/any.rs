//! Rules of any game from any start as one type, so that the checker is compiled only once.

use solveig_verify::{Cells, ConnectFour, Drops, Hex, Mnk, Othello, Rules, Stage, Stones, Tree};

use super::choices::Choices;
use super::synthetic::Synthetic;

pub enum Any {
    Othello(Othello),
    ConnectFour(ConnectFour),
    Hex(Hex),
    Mnk(Mnk),
    Tree(Tree),
    Synthetic(Synthetic),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum At {
    Stones(Stones),
    Drops(Drops),
    Cells(Cells),
    Number(u32),
}

impl From<Stones> for At {
    fn from(stones: Stones) -> Self {
        Self::Stones(stones)
    }
}

impl From<Drops> for At {
    fn from(drops: Drops) -> Self {
        Self::Drops(drops)
    }
}

impl From<Cells> for At {
    fn from(cells: Cells) -> Self {
        Self::Cells(cells)
    }
}

impl From<u32> for At {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

/// Rules and a start.
pub struct Game {
    rules: Any,
    start: At,
}

/// Expands to `$act` with the rules bound.
macro_rules! with {
    ($game:expr, $rules:ident => $act:expr) => {
        match &$game.rules {
            Any::Othello($rules) => $act,
            Any::ConnectFour($rules) => $act,
            Any::Hex($rules) => $act,
            Any::Mnk($rules) => $act,
            Any::Tree($rules) => $act,
            Any::Synthetic($rules) => $act,
        }
    };
}

/// Expands to `$act` with the rules and one of their positions bound.
macro_rules! at {
    ($game:expr, $position:expr, $rules:ident, $at:ident => $act:expr) => {
        match (&$game.rules, $position) {
            (Any::Othello($rules), At::Stones($at)) => $act,
            (Any::ConnectFour($rules), At::Drops($at)) => $act,
            (Any::Hex($rules), At::Cells($at)) => $act,
            (Any::Mnk($rules), At::Stones($at)) => $act,
            (Any::Tree($rules), At::Number($at)) => $act,
            (Any::Synthetic($rules), At::Number($at)) => $act,
            _ => unreachable!("a position of another game"),
        }
    };
}

impl Any {
    /// The game from its start.
    pub fn whole(self) -> Game {
        let mut game = Game {
            rules: self,
            start: At::Number(0),
        };
        game.start = with!(game, rules => rules.start().into());
        game
    }

    /// The game from a position of random play with few levels left, or an earlier terminal
    /// position.
    pub fn late(self, choices: &mut Choices<'_>) -> Game {
        let mut game = self.whole();
        let (first, last) = (game.start, game.max_level());
        loop {
            let left = 1 + choices.below(7) as u32;
            game.start = first;
            // Passes keep the level, so the start may have to pass.
            while game.level(&game.start) + left < last {
                let mut children = Vec::new();
                game.children(&game.start, &mut children);
                if children.is_empty() {
                    break;
                }
                game.start = *choices.pick(&children);
            }
            if game.stage(&game.start) == Stage::Moves || choices.chance(4) {
                return game;
            }
        }
    }
}

impl Rules for Game {
    type Position = At;

    fn spec(&self) -> String {
        with!(self, rules => rules.spec())
    }

    fn start(&self) -> At {
        self.start
    }

    fn stage(&self, position: &At) -> Stage {
        at!(self, position, rules, at => rules.stage(at))
    }

    fn children(&self, position: &At, children: &mut Vec<At>) {
        at!(self, position, rules, at => {
            let mut own = Vec::new();
            rules.children(at, &mut own);
            children.extend(own.into_iter().map(At::from));
        });
    }

    fn level(&self, position: &At) -> u32 {
        at!(self, position, rules, at => rules.level(at))
    }

    fn max_level(&self) -> u32 {
        with!(self, rules => rules.max_level())
    }

    fn value_range(&self) -> (i32, i32) {
        with!(self, rules => rules.value_range())
    }

    fn key(&self, position: &At) -> u128 {
        at!(self, position, rules, at => rules.key(at))
    }

    fn counts_terminal_positions(&self) -> bool {
        with!(self, rules => rules.counts_terminal_positions())
    }

    fn key_bits(&self) -> u32 {
        with!(self, rules => rules.key_bits())
    }

    fn position(&self, key: u128) -> Option<At> {
        with!(self, rules => rules.position(key).map(At::from))
    }

    fn canonical(&self, position: &At) -> At {
        at!(self, position, rules, at => rules.canonical(at).into())
    }

    fn describe(&self, position: &At) -> String {
        at!(self, position, rules, at => rules.describe(at))
    }

    fn describe_move(&self, position: &At, index: usize) -> String {
        at!(self, position, rules, at => rules.describe_move(at, index))
    }
}
