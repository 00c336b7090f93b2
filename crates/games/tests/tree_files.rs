//! Trees named by specs.

use std::fs;
use std::path::PathBuf;

use solveig_game::{Game, Value};
use solveig_games::registry::{AnyGame, GameVisitor};

/// A file of this name with this content.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the directory for temporary files can be written");
    path
}

/// The utilities where the game is over, in depth-first order.
struct Leaves;

impl GameVisitor for Leaves {
    type Output = Vec<Value>;

    fn visit<G: Game>(self, game: G) -> Vec<Value> {
        let mut values = Vec::new();
        let mut open = vec![game.start()];
        while let Some(position) = open.pop() {
            values.extend(game.terminal_value(&position));
            let moves = game.moves(&position).into_iter().rev();
            open.extend(moves.map(|played| game.play_unchecked(&position, played)));
        }
        values
    }
}

fn problem(spec: &str) -> String {
    AnyGame::parse(spec).unwrap_err().to_string()
}

#[test]
fn a_spec_names_the_file_that_holds_the_tree() {
    let path = file("example.json", b"[[3, 12], [2, [4, 6]]]\n");
    let spec = format!("tree:{}", path.display());
    let game = AnyGame::parse(&spec).unwrap();
    assert_eq!(game.to_string(), spec);
    assert_eq!(game.visit(Leaves), [3, 12, 2, -4, -6]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_beside_the_spec() {
    let broken = format!(
        "tree:{}",
        file("broken.json", b"[[3, 12],\n [2, x]]").display()
    );
    let expected = format!("game \"{broken}\": line 2, column 6: expected value");
    assert_eq!(problem(&broken), expected);

    let latin = format!("tree:{}", file("latin.json", b"[\xe9]").display());
    let error = problem(&latin);
    assert!(
        error.contains("cannot read") && error.contains("UTF-8"),
        "{error}"
    );

    let missing = problem("tree:no/such/file.json");
    assert!(
        missing.starts_with("game \"tree:no/such/file.json\": cannot read no/such/file.json: "),
        "{missing}"
    );
    let directory = problem(&format!("tree:{}", env!("CARGO_TARGET_TMPDIR")));
    assert!(directory.contains("cannot read"), "{directory}");
    assert_eq!(
        problem("tree"),
        "game \"tree\": names no file; expected tree:FILE.json"
    );
    assert!(problem("tree:a.json?depth=3").contains("parameter \"depth\" is unknown"));
}

#[test]
fn random_trees_are_named_with_all_their_parameters() {
    let game = AnyGame::parse("random-tree:2x3?seed=1").unwrap();
    assert_eq!(
        game.to_string(),
        "random-tree:2x3?seed=1&values=-100..100&shape=uniform&ties=some"
    );
    assert_eq!(game.visit(Leaves), [-68, -8, -66, 22, -33, 44, -33, -18]);
    let error = problem("random-tree:2x3?ties=never");
    assert!(
        error.contains("ties is \"never\"; expected some or none"),
        "{error}"
    );
}

#[test]
fn unknown_games_are_told_that_trees_exist() {
    let error = problem("chess:8x8");
    assert!(
        error.contains("tree:FILE.json, random-tree:WxD?seed=S"),
        "{error}"
    );
}
