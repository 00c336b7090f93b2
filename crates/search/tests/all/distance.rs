//! How soon decided games end, beside the definition on whole games.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Move};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_search::StopToken;
use solveig_search::distance::DistanceSearch;
use solveig_testkit::duration::{End, end};

/// Every position from the start on: the moves that win soonest or lose latest, and their plies.
fn agrees_everywhere<G: Game>(game: &G) {
    let mut ends = HashMap::new();
    end(game, &game.start(), &mut ends);
    let mut search = DistanceSearch::new(game.clone(), StopToken::never());
    let expected_ends = ends.clone();
    let mut decided = 0;
    for (position, expected) in &expected_ends {
        let all = game.moves(position);
        let keep = |sought: End| -> Vec<Move> {
            let leads =
                |played: &Move| expected_ends[&game.play_unchecked(position, *played)] == sought;
            all.iter().copied().filter(leads).collect()
        };
        let (found, moves, plies) = match *expected {
            End::Win(plies) if plies > 0 => {
                let found = search.fastest_wins(position);
                (found, keep(End::Loss(plies - 1)), plies)
            }
            End::Loss(plies) if plies > 0 => {
                let found = search.longest_defences(position, all.clone());
                (found, keep(End::Win(plies - 1)), plies)
            }
            _ => continue,
        };
        decided += 1;
        assert_eq!(found.moves, moves, "{position:?}");
        assert_eq!(found.plies, Some(plies), "{position:?}");
    }
    assert!(decided > 0, "no position of {} is decided", game.spec());
}

#[test]
fn moves_win_soonest_and_lose_latest_in_whole_games() {
    agrees_everywhere(&Mnk::new(3, 3, 3).unwrap());
    agrees_everywhere(&Mnk::new(1, 5, 2).unwrap());
    agrees_everywhere(&Hex::<u64>::new(3, 3).unwrap());
    agrees_everywhere(&ConnectFour::new(4, 3).unwrap());
    agrees_everywhere(&Othello::<u64>::new(4, 4).unwrap());
}
