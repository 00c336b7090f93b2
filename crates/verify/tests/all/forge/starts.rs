//! Files with only the start's record, of boards too large for the oracle. Their truth is unknown,
//! but no two that contradict each other may both be accepted. For Hex the winner is known.

use solveig_format::{Header, Scope};
use solveig_verify::{Interval, Rules, Stage};

use super::file::{Counts, File, Records};
use super::games::{Board, boards};
use super::judge::{CheckSettings, Verdict, verdict};
use super::random::Random;
use super::region::{FREE, OPTIMAL, record};

/// Time limit of a check in milliseconds.
const TIME: u64 = 5;

/// Accepted claims about the starts of `count` boards, or of all, that contradict each other or
/// what is known; and the number of claims.
pub fn disagreements(random: &mut Random, count: usize) -> (Vec<String>, usize) {
    let mut boards = boards();
    random.shuffle(&mut boards);
    // Two thirds of all boards are of one game.
    let others = boards
        .iter()
        .filter(|board| !matches!(board, Board::Mnk(..)));
    let lines = boards
        .iter()
        .filter(|board| matches!(board, Board::Mnk(..)));
    let drawn: Vec<Board> = match count < boards.len() {
        true => others
            .take(count / 2)
            .chain(lines.take(count / 2))
            .copied()
            .collect(),
        false => boards,
    };
    let (mut faults, mut claims) = (Vec::new(), 0);
    for board in drawn {
        let Some(game) = board.game() else {
            continue;
        };
        let start = game.start();
        let mut children = Vec::new();
        game.children(&start, &mut children);
        if game.stage(&start) != Stage::Moves {
            continue;
        }
        let Interval { least, greatest } = game.value_range();
        let any = random.between(least, greatest);
        let mut values = vec![least, greatest, 0, any];
        values.sort_unstable();
        values.dedup();
        let moves = [0, random.below(children.len())];
        let mut accepted: Vec<(i32, Option<usize>)> = Vec::new();
        for value in values {
            for (at, place) in moves.into_iter().enumerate() {
                let scope = *random.pick(&[Scope::Weak, Scope::SemiStrong]);
                let roles = match (value == least, value == greatest) {
                    (true, false) if scope == Scope::Weak => FREE,
                    (false, true) if scope == Scope::Weak => OPTIMAL,
                    _ => FREE | OPTIMAL,
                };
                let key = game.key(&start);
                let level = game.level(&start);
                let file = File {
                    header: Header {
                        artifact: None,
                        scope,
                        game: game.spec(),
                        tie_break: "any".to_owned(),
                        symmetry: false,
                        cut: Some(level),
                        max_level: game.max_level(),
                        key_bits: game.key_bits(),
                        least_value: least,
                        greatest_value: greatest,
                        root_key: key,
                        root_value: value,
                    },
                    records: Records::from_iter(
                        record(key, roles, value, place).map(|record| ((level, key), record)),
                    ),
                    terminals: Counts::new(),
                };
                let Ok((bytes, _)) = file.encode() else {
                    continue;
                };
                let settings = CheckSettings {
                    plain: at == 1,
                    threads: 1,
                    parts: 0,
                    time: Some(TIME),
                };
                claims += 1;
                match verdict(&game, &bytes, None, settings) {
                    Verdict::Accepted => {
                        let exact = (scope == Scope::SemiStrong).then_some(place);
                        accepted.push((value, exact));
                    }
                    Verdict::Panicked => faults.push(format!("{}: panicked", game.spec())),
                    Verdict::Refused(_) | Verdict::Open(_) => {}
                }
            }
        }
        // The first player connects the first row with the last. The player with the shorter way
        // wins; if they are equal, the first player.
        if let Board::Hex(columns, rows) = board {
            let truth = if rows <= columns { 1 } else { -1 };
            accepted.push((truth, None));
        }
        let mut pairs = accepted
            .iter()
            .flat_map(|one| accepted.iter().map(move |other| (one, other)));
        // Moves are compared if both claims state the first of the best moves.
        let agree = pairs.all(|((one, mine), (other, theirs))| {
            one == other
                && mine
                    .zip(*theirs)
                    .is_none_or(|(mine, theirs)| mine == theirs)
        });
        if !agree {
            faults.push(format!("{}: accepted {accepted:?}", game.spec()));
        }
    }
    (faults, claims)
}
