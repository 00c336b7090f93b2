//! Which boards play from the empty board can reach.
//!
//! *Stones one by one.* Remove any stones from a board on which every chain has a liberty. Each
//! remaining chain is a whole chain, with its liberties, or a part of one, next to a removed stone.
//! So the stones of a board can be placed one by one in any order, and none is captured on the way.
//! Where the order has two stones of one colour in a row, the other side passes between them; two
//! passes in a row are never needed. The number of stones rises, so no position is repeated. If the
//! last stone belongs to the side not to move, play has reached the board.
//!
//! *No stone of the side not to move.* A placed stone stays, except after suicide. So without
//! suicide such a board, before any pass, is the start or cannot be reached. With suicide, the last
//! move removed all stones of the side not to move: they formed one chain, which filled a whole
//! empty region of the board that is left, and every chain of the other colour has a liberty
//! outside that region (otherwise it would have been captured first, or would have had none
//! before). Conversely, take a board with stones of the side to move and such a region. Place the
//! stones as above, beginning with one in the region, so that the board itself does not occur
//! early; the last stone is the suicide. In a region of one point there is no stone to begin with:
//! the suicide repeats the stones, which positional superko forbids and situational superko allows,
//! since the same side has not been to move there before. If no stone is left, the region is the
//! whole board, and the result has the stones of the start: again only situational superko allows
//! it.
//!
//! *Passes* are always legal and change the side to move: a board after passes can be reached if
//! the board before them can.

use super::{Board, Go, RepetitionKey};

impl Go {
    /// Whether play from the start can reach this board, with its side to move and last passes.
    pub(crate) fn can_arise(&self, board: &Board) -> bool {
        let passes = usize::from(board.passes);
        let mover = (board.colour + passes) % 2;
        let [none, some] = [mover, 1 - mover].map(|colour| board.stones[colour]);
        if board.passes > 2 || some != 0 || (none == 0 && mover == 0) {
            return board.passes <= 2;
        }
        let least = if self.situational { 1 } else { 2 };
        if !self.suicide || (none == 0 && !self.situational) {
            return false;
        }
        let chains = self.parts(|point| none >> point & 1 == 1);
        let regions = self.parts(|point| none >> point & 1 == 0);
        regions.iter().any(|region| {
            let is_liberty = |point: &u32| none >> point & 1 == 0 && !region.contains(point);
            let lives = |chain: &Vec<u32>| {
                let mut beside = chain.iter().flat_map(|at| &self.beside[*at as usize]);
                beside.any(is_liberty)
            };
            region.len() >= least && chains.iter().all(lives)
        })
    }

    /// A repetition key as text: the board row by row, and under situational superko who is to
    /// move.
    pub(crate) fn describe_key(&self, key: RepetitionKey) -> String {
        let RepetitionKey(bits) = key;
        let Some(board) = self.board(bits) else {
            return format!("{bits:#x}");
        };
        let mut text = self.describe(&board);
        if !self.situational {
            text.truncate(self.points() as usize);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    const BOARDS: [&str; 8] = ["1x1", "1x2", "2x1", "1x3", "1x4", "2x2", "1x5", "2x3"];
    const RULES: [&str; 4] = [
        "",
        "?superko=situational",
        "?suicide=yes",
        "?superko=situational&suicide=yes",
    ];

    fn games() -> impl Iterator<Item = Go> {
        let specs = BOARDS
            .into_iter()
            .flat_map(|board| RULES.map(|rules| format!("{board}{rules}")));
        specs.map(|spec| Go::parse(&spec).unwrap())
    }

    fn boards(go: &Go) -> impl Iterator<Item = Board> {
        (0..6_u128 << (2 * go.points())).filter_map(|key| go.board(key))
    }

    /// Reachable boards if superko forbids only to repeat the present position and the start: a
    /// superset of the reachable boards.
    fn loosely_reached(go: &Go) -> BTreeSet<u128> {
        let first = go.repetition_key(&go.start());
        let mut open = vec![go.start()];
        let mut reached = BTreeSet::from([go.key(&go.start())]);
        while let Some(board) = open.pop() {
            for played in go.moves(&board, &|key| key == first, &mut Vec::new()) {
                if reached.insert(go.key(&played.after)) {
                    open.push(played.after);
                }
            }
        }
        reached
    }

    /// Adds to `all` the keys of all boards that play from `board` reaches.
    fn reached(
        go: &Go,
        board: &Board,
        before: &mut HashSet<RepetitionKey>,
        all: &mut BTreeSet<u128>,
    ) {
        all.insert(go.key(board));
        let present = go.repetition_key(board);
        let moves = go.moves(board, &|key| before.contains(&key), &mut Vec::new());
        let is_new = before.insert(present);
        for played in moves {
            reached(go, &played.after, before, all);
        }
        if is_new {
            before.remove(&present);
        }
    }

    #[test]
    fn all_plays_on_boards_of_three_points_come_to_what_is_said() {
        for go in games().filter(|go| go.points() <= 3) {
            let mut all = BTreeSet::new();
            reached(&go, &go.start(), &mut HashSet::new(), &mut all);
            for board in boards(&go) {
                let arises = all.contains(&go.key(&board));
                assert_eq!(
                    go.can_arise(&board),
                    arises,
                    "{} {}",
                    go.spec(),
                    go.describe(&board)
                );
            }
        }
    }

    #[test]
    fn what_is_said_not_to_arise_is_out_of_reach_under_looser_rules() {
        let mut none = 0;
        for go in games() {
            let loosely = loosely_reached(&go);
            for board in boards(&go).filter(|board| !go.can_arise(board)) {
                assert!(
                    !loosely.contains(&go.key(&board)),
                    "{} {}",
                    go.spec(),
                    go.describe(&board)
                );
                none += 1;
            }
        }
        assert!(none > 100, "{none}");
    }

    /// Plays the constructions of the module's documentation under the rules.
    #[test]
    fn what_is_said_to_arise_is_played() {
        for go in games() {
            for board in boards(&go).filter(|board| go.can_arise(board)) {
                let played = (0..1 << go.points()).any(|region| comes_to(&go, &board, region));
                assert!(played, "{} {}", go.spec(), go.describe(&board));
            }
        }
    }

    /// Plays to `wanted`: first stones of the side that moved last on all points of `extra` but the
    /// last, which comes at the end. Returns whether all moves were legal and led there.
    fn comes_to(go: &Go, wanted: &Board, extra: u64) -> bool {
        let mover = (wanted.colour + usize::from(wanted.passes)) % 2;
        if (wanted.stones[0] | wanted.stones[1]) & extra != 0 {
            return false;
        }
        let points = |stones: u64| (0..go.points()).filter(move |point| stones >> point & 1 == 1);
        let mut stones: Vec<(usize, u32)> = points(extra).map(|point| (1 - mover, point)).collect();
        let last = stones.pop();
        stones.extend(points(wanted.stones[mover]).map(|point| (mover, point)));
        stones.extend(points(wanted.stones[1 - mover]).map(|point| (1 - mover, point)));
        stones.extend(last);
        let (mut board, mut before) = (go.start(), HashSet::new());
        let mut play = |board: &mut Board, point: Option<u32>| {
            let moves = go.moves(board, &|key| before.contains(&key), &mut Vec::new());
            before.insert(go.repetition_key(board));
            let found = moves.into_iter().find(|played| played.point == point);
            found.map(|played| *board = played.after).is_some()
        };
        for (colour, point) in stones {
            if board.colour != colour && !play(&mut board, None) {
                return false;
            }
            if !play(&mut board, Some(point)) {
                return false;
            }
        }
        for _ in 0..wanted.passes {
            if !play(&mut board, None) {
                return false;
            }
        }
        board == *wanted
    }
}
