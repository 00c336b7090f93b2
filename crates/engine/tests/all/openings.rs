//! Several artifacts of one game, which are asked one after the other.

use std::path::PathBuf;
use std::sync::Arc;

use solveig_engine::{ArtifactSource, Effort, Engine, EngineError, Line, Settings, open_game_with};
use solveig_format::Scope;
use solveig_game::{Game, Notation};
use solveig_games::connect_four::{ConnectFour, Utility};
use solveig_testkit::exhaustive::Exhaustive;
use tempfile::TempDir;

use crate::engines::{lines, says_what_is_true};
use crate::solved::solve;

/// An artifact, which lies in a folder of its own.
struct Kept {
    file: PathBuf,
    _folder: TempDir,
}

fn kept(game: &ConnectFour, scope: Scope, cut: u32) -> Kept {
    let folder = tempfile::tempdir().unwrap();
    let file = solve(game, scope, cut, folder.path());
    Kept {
        file,
        _folder: folder,
    }
}

fn open(game: &ConnectFour, files: &[&Kept]) -> Result<Arc<dyn Engine>, EngineError> {
    let files = files
        .iter()
        .map(|one| ArtifactSource::Path(one.file.clone()));
    open_game_with(&game.spec(), files.collect(), &Settings::default())
}

/// Without a search, values are known up to this level, and those of all moves one level below.
fn knows_without_search(game: &ConnectFour, engine: &dyn Engine, level: u32) {
    for (moves, position) in lines(game, 300) {
        let line = Line::of(&moves.join(" "));
        let report = engine.report(&line, &Effort::none()).unwrap();
        assert_eq!(report.nodes, 0);
        let of_moves = report.moves.iter().map(|one| one.known_value.value);
        if game.level(&position) <= level {
            assert!(report.known_value.value.is_some(), "{moves:?}");
            assert_eq!(report.best_move.is_none(), report.moves.is_empty());
        }
        if game.level(&position) < level {
            assert!(
                of_moves.flatten().count() == report.moves.len(),
                "{moves:?}"
            );
        }
    }
}

#[test]
fn the_first_artifact_that_has_a_position_answers() {
    let game = ConnectFour::new(4, 4).unwrap();
    let deep = kept(&game, Scope::SemiStrong, 9);
    let shallow = kept(&game, Scope::Strong, 5);
    for files in [[&deep, &shallow], [&shallow, &deep]] {
        let engine = open(&game, &files).unwrap();
        says_what_is_true(&game, &*engine, &Effort::default());
        knows_without_search(&game, &*engine, 5);
    }
}

#[test]
fn an_artifact_by_score_says_who_wins_and_how_soon() {
    let game = ConnectFour::new(5, 4).unwrap();
    let by_score = game.clone().with_utility(Utility::Score);
    let own = kept(&game, Scope::SemiStrong, 3);
    let scores = kept(&by_score, Scope::Strong, 6);
    let engine = open(&game, &[&own, &scores]).unwrap();
    says_what_is_true(&game, &*engine, &Effort::default());
    knows_without_search(&game, &*engine, 6);
    let mut values = Exhaustive::new(&by_score);
    for (moves, position) in lines(&game, 300) {
        let report = engine
            .report(&Line::of(&moves.join(" ")), &Effort::none())
            .unwrap();
        if game.level(&position) <= 6 {
            let score = values.solve(&position);
            let plies = by_score.plies_to_end(&position, score);
            let plies = game.terminal_value(&position).map_or(plies, |_| Some(0));
            assert_eq!(report.known_value.plies, plies, "{moves:?}");
        }
        if let (0..6, Some(value @ (1 | -1))) = (game.level(&position), report.known_value.value)
            && !report.moves.is_empty()
        {
            // The longest defence or the soonest win needs no search either.
            let line = Line::of(&moves.join(" "));
            let lasting = engine.lasting(&line, &report, &Effort::none()).unwrap();
            let keeping = report.moves.iter();
            let keeping = keeping.filter(|one| one.known_value.value == Some(value));
            let plies = keeping.map(|one| one.known_value.plies);
            let best = if value > 0 { plies.min() } else { plies.max() };
            assert_eq!(Some(lasting.plies), best, "{moves:?}");
            assert!(!lasting.names.is_empty());
        }
        for one in &report.moves {
            let (played, _) = game.parse_move(&one.played).unwrap();
            let child = game.play(&position, played).unwrap();
            let score = -values.solve(&child);
            let plies = by_score.plies_to_end(&position, score);
            let found = one.known_value.plies;
            let may_lack = game.level(&position) >= 6;
            assert!(found == plies || may_lack && found.is_none(), "{moves:?}");
        }
    }
}

#[test]
fn an_artifact_of_another_game_is_refused() {
    let other = kept(&ConnectFour::new(4, 4).unwrap(), Scope::Strong, 2);
    let game = ConnectFour::new(5, 4).unwrap();
    for game in [&game, &game.clone().with_utility(Utility::Score)] {
        let refused = open(game, &[&other]).map(|_| ()).unwrap_err();
        assert!(
            refused.to_string().contains("connect-four:4x4"),
            "{refused}"
        );
    }
    // What wins soonest does not follow from who wins.
    let own = kept(&game, Scope::Strong, 2);
    assert!(open(&game.with_utility(Utility::Score), &[&own]).is_err());
}
