//! A perfect opponent wins as soon and loses as late as it can.

use std::collections::HashMap;
use std::time::Duration;

use solveig_engine::choice::choose;
use solveig_engine::{Effort, Line, Settings, open_artifact, open_game};
use solveig_format::Scope;
use solveig_game::{Game, GameExt, Move, Notation};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_testkit::duration::{End, end};

use crate::solved::solve;

/// Replies to a lost position's move that do not win.
fn mistakes<G: Game>(
    game: &G,
    ends: &HashMap<G::Position, End>,
    position: &G::Position,
    played: Move,
) -> usize {
    let child = game.play_unchecked(position, played);
    let replies = game.moves(&child).into_iter();
    let after = replies.map(|reply| ends[&game.play_unchecked(&child, reply)]);
    after.filter(|end| !matches!(end, End::Loss(_))).count()
}

/// Plays on from every position whose line is at most `depth` moves long.
fn plays_as_long_as_it_can<G: Notation>(game: &G, depth: usize) {
    let mut ends = HashMap::new();
    end(game, &game.start(), &mut ends);
    let engine = open_game(&game.spec(), &Settings::default()).unwrap();
    let effort = Effort::anywhere(Duration::from_secs(600));
    let mut open = vec![(Vec::<String>::new(), game.start())];
    let (mut won, mut losses) = (0, 0);
    while let Some((names, position)) = open.pop() {
        let moves = game.moves(&position);
        if names.len() < depth {
            open.extend(moves.iter().map(|played| {
                let mut names = names.clone();
                names.push(game.format_move(*played));
                (names, game.play_unchecked(&position, *played))
            }));
        }
        let expected = ends[&position];
        if moves.len() < 2 || expected == End::Draw {
            continue;
        }
        let line = Line::of(&names.join(" "));
        let state = engine.state(&line).unwrap();
        let chosen = choose(&*engine, &line, &state, &effort).unwrap().unwrap();
        let (played, _) = game.parse_move(&chosen.played.name).unwrap();
        let after = ends[&game.play_unchecked(&position, played)];
        let plies = match expected {
            End::Win(plies) => {
                won += 1;
                assert_eq!(
                    after,
                    End::Loss(plies - 1),
                    "{names:?}: {}",
                    chosen.played.name
                );
                plies
            }
            End::Loss(plies) => {
                losses += 1;
                assert_eq!(
                    after,
                    End::Win(plies - 1),
                    "{names:?}: {}",
                    chosen.played.name
                );
                let lasts = |one: &Move| ends[&game.play_unchecked(&position, *one)] == after;
                let equal = moves.iter().copied().filter(lasts);
                let max = equal.map(|one| mistakes(game, &ends, &position, one)).max();
                let found = mistakes(game, &ends, &position, played);
                assert_eq!(Some(found), max, "{names:?}: {}", chosen.played.name);
                plies
            }
            End::Draw => continue,
        };
        assert_eq!(chosen.known_value.plies, Some(plies), "{names:?}");
    }
    assert!(
        won > 0 && losses > 0,
        "{}: {won} won, {losses} lost",
        game.spec()
    );
}

#[test]
fn a_lost_game_whose_end_is_far_is_defended_by_the_order_of_the_knowledge() {
    let folder = tempfile::tempdir().unwrap();
    let game = Hex::<u64>::new(4, 4).unwrap();
    let file = solve(&game, Scope::Strong, 2, folder.path());
    let engine = open_artifact(&file, &Settings::default()).unwrap();
    let line = Line::of("b3");
    let state = engine.state(&line).unwrap();
    // No time to see the end.
    let effort = Effort::anywhere(Duration::ZERO);
    let chosen = choose(&*engine, &line, &state, &effort).unwrap().unwrap();
    assert_eq!(
        (chosen.known_value.value, chosen.known_value.plies),
        (Some(-1), None)
    );
    let stored = engine.best_move(&line, &Effort::none()).unwrap().name;
    assert_ne!(engine.guess(&line).unwrap(), stored);
    assert_eq!(engine.guess(&line).unwrap(), Some(chosen.played.name));
}

#[test]
fn a_decided_game_is_won_soon_and_lost_late() {
    plays_as_long_as_it_can(&Mnk::new(3, 3, 3).unwrap(), 6);
    plays_as_long_as_it_can(&ConnectFour::new(4, 4).unwrap(), 5);
    plays_as_long_as_it_can(&Hex::<u64>::new(3, 3).unwrap(), 4);
}
