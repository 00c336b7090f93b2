//! Many positions at once are answered as single ones are.

use solveig_engine::artifact::{Finding, QueryError, StoredArtifact, Wanted};
use solveig_engine::{Settings, Solution};
use solveig_format::{Reader, Scope};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Notation};
use solveig_games::Solvable;
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_search::StopToken;

use crate::solved::solve;

/// Positions of random plays with repetitions, ends of games and passes among them.
fn positions<G: Notation>(game: &G) -> Vec<G::Position> {
    let mut random = Random::new(7);
    let mut all = Vec::new();
    for _ in 0..60 {
        let mut position = game.start();
        loop {
            all.push(position.clone());
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            position = game.play_unchecked(&position, *random.pick(&moves));
        }
    }
    all
}

fn many<G: Solvable>(
    artifact: &StoredArtifact<G>,
    positions: &[G::Position],
    wanted: Wanted,
) -> Vec<Finding> {
    let position = |index: u32| Ok::<_, QueryError>(positions[index as usize].clone());
    let (count, stop) = (positions.len() as u32, StopToken::never());
    artifact.find_many(count, position, wanted, &stop).unwrap()
}

/// Without a cut nothing is searched, so that one by one and many at once must agree.
fn agrees<G: Solvable>(game: &G, scope: Scope) {
    let folder = tempfile::tempdir().unwrap();
    let file = solve(game, scope, game.max_level(), folder.path());
    let settings = Settings::default();
    let reader = Reader::open(&file).unwrap();
    let mut solution = Solution::new(game.clone(), reader, String::new(), &settings).unwrap();
    let positions = positions(game);
    let all = Wanted {
        derived: true,
        moves: true,
    };
    let found = many(solution.artifact(), &positions, all);
    let stored = many(solution.artifact(), &positions, Wanted::default());
    let range = game.value_range();
    for (index, position) in positions.iter().enumerate() {
        let at = format!("{game:?} {position:?}", game = game.spec());
        let report = solution.report(position).unwrap();
        assert_eq!(found[index].interval, report.answer.interval(range), "{at}");
        assert_eq!(found[index].best, report.best_move, "{at}");
        let lookup = solution.artifact().lookup(position).unwrap().unwrap();
        assert_eq!(stored[index].interval, lookup.interval(range), "{at}");
        assert_eq!(
            (stored[index].best, stored[index].roles),
            (None, found[index].roles)
        );
    }
    let roles = found.iter().filter(|one| one.roles.is_some()).count();
    assert!(roles > 100 && found.iter().any(|one| one.best.is_none()));
}

#[test]
fn of_connect_four() {
    for scope in [Scope::SemiStrong, Scope::Weak, Scope::Strong] {
        agrees(&ConnectFour::new(4, 4).unwrap(), scope);
    }
}

#[test]
fn of_othello_with_passes() {
    agrees(&Othello::<u64>::new(4, 4).unwrap(), Scope::SemiStrong);
    agrees(&Othello::<u64>::new(4, 4).unwrap(), Scope::Weak);
}

#[test]
fn of_lines_and_hex() {
    agrees(&Mnk::new(3, 3, 3).unwrap(), Scope::SemiStrong);
    agrees(&Hex::<u64>::new(3, 3).unwrap(), Scope::SemiStrong);
}

#[test]
fn above_the_cut_nothing_is_known_but_ends_and_what_follows_from_them() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, 2, folder.path());
    let artifact = StoredArtifact::new(game.clone(), Reader::open(&file).unwrap()).unwrap();
    let positions = positions(&game);
    let found = many(&artifact, &positions, Wanted::default());
    for (position, finding) in positions.iter().zip(found) {
        let exact = finding.interval.value();
        match game.terminal_value(position) {
            Some(value) => assert_eq!(exact, Some(value)),
            None if game.level(position) > 2 => assert_eq!((exact, finding.roles), (None, None)),
            None => {}
        }
    }
}

#[test]
fn a_token_stops_it() {
    let game = Mnk::new(3, 3, 3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = solve(&game, Scope::SemiStrong, 9, folder.path());
    let artifact = StoredArtifact::new(game.clone(), Reader::open(&file).unwrap()).unwrap();
    let stop = StopToken::never().with_budget(0);
    let start = |_| Ok::<_, QueryError>(game.start());
    let error = artifact.find_many(1, start, Wanted::default(), &stop);
    assert!(matches!(error, Err(QueryError::Stopped(_))));
}
