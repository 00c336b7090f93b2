//! Lists of hypotheses about Othello: what a ledger takes in, and what follows from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solveig_campaign::check::{
    CheckedHypotheses, ImportCounts, LIST_HEADER, check, check_hypotheses, import,
};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::{CampaignError, Cut, Plan, Problem};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Key, Keyed, Notation, Symmetric, Symmetry};
use solveig_games::GameTable;
use solveig_games::connect_four::ConnectFour;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::StopToken;
use solveig_testkit::cases::cases;
use solveig_testkit::exhaustive::Exhaustive;
use solveig_verify::Limits;
use tempfile::TempDir;

use crate::forged::{Bounds, at_cut, edited, implied};

type Board = Othello<u64>;
type Position = <Board as Game>::Position;

/// A board with the positions at a cut and their values, found by plain play.
struct World {
    folder: TempDir,
    game: Board,
    plan: Plan,
    cut: u32,
    truth: BTreeMap<u128, (Position, i32)>,
    ledgers: usize,
}

impl World {
    fn new((columns, rows): (u32, u32), position: &str, empty: u32) -> Self {
        let game = Board::new(columns, rows).unwrap();
        let cut = game.max_level() - empty;
        let (mut seen, mut found) = (BTreeMap::new(), BTreeMap::new());
        let start = game.parse_position(position).unwrap();
        at_cut(&game, &start, cut, &mut seen, &mut found);
        let mut oracle = Exhaustive::new(&game);
        let valued = |(key, position): (u128, Position)| {
            let worth = oracle.solve(&position);
            (key, (position, worth))
        };
        let truth = found.into_iter().map(valued).collect();
        Self {
            folder: TempDir::new().unwrap(),
            plan: Plan {
                position: position.to_owned(),
                first: empty,
                second: 2,
                ..Plan::whole(&game)
            },
            cut,
            truth,
            ledgers: 0,
            game,
        }
    }

    /// 4x4 with eight empty squares: 31 positions, and passes on the way to some.
    fn small() -> Self {
        Self::new((4, 4), "-", 8)
    }

    fn start(&self) -> Position {
        self.game.parse_position(&self.plan.position).unwrap()
    }

    fn board(&self, position: &Position, first_to_move: bool) -> String {
        self.game.format_board(position, first_to_move).unwrap()
    }

    /// The line of a hypothesis about any member of a symmetry class, with any side to move.
    fn line(&self, position: &Position, numbers: &str, random: &mut Random) -> String {
        let by = Symmetry(random.index(self.game.symmetries().into()) as u8);
        let image = self.game.transform(position, by);
        let board = self.board(&image, random.index(2) == 0);
        format!("{board};,{numbers}\n")
    }

    fn path(&mut self) -> PathBuf {
        self.ledgers += 1;
        let name = format!("{}.campaign", self.ledgers);
        self.folder.path().join(name)
    }

    /// A new ledger that was given a list.
    fn take_in(&mut self, list: &[u8]) -> (PathBuf, Result<ImportCounts, CampaignError>) {
        let path = self.path();
        let mut ledger = Ledger::create(&path, &self.plan).unwrap();
        let imported = take(&mut ledger, list);
        (path, imported)
    }

    /// Why a list of these lines is refused: the message after the name of the file.
    fn refusal(&mut self, list: &[u8]) -> String {
        let (path, imported) = self.take_in(list);
        let message = imported.unwrap_err().to_string();
        let missing = checked(&path, 0, false).unwrap_err().to_string();
        assert!(missing.contains("has no given hypotheses"), "{missing}");
        message.strip_prefix("a/list.csv, ").unwrap().to_owned()
    }

    /// Numbers of a true hypothesis, and its bounds.
    fn numbers(&self, worth: i32, random: &mut Random) -> (String, (i32, i32)) {
        let max = self.game.value_range().max;
        match random.index(3) {
            0 if worth > -max => (format!("7,{worth},{},{worth}", -max), (worth, max)),
            1 if worth < max => (format!("7,{worth},{worth},{max}"), (-max, worth)),
            2 if worth.abs() < max => (
                format!("7,{worth},{},{}", worth - 1, worth + 1),
                (worth, worth),
            ),
            _ if worth > 0 => (format!("0,{worth},-1,1"), (1, max)),
            _ => (format!("0,{worth},-1,1"), (-max, -1)),
        }
    }
}

fn take(ledger: &mut Ledger, list: &[u8]) -> Result<ImportCounts, CampaignError> {
    let (path, games) = (Path::new("a/list.csv"), GameTable::built_in());
    import(ledger, path, list, &games, Limits::default(), &mut |_| {})
}

fn checked(path: &Path, value: i32, sufficient: bool) -> Result<CheckedHypotheses, CampaignError> {
    let ledger = Ledger::open_to_read(path)?;
    let (games, limits) = (GameTable::built_in(), Limits::default());
    check_hypotheses(&ledger, &games, value, sufficient, limits, &mut |_| {})
}

/// A position of 6x6 Othello with so many empty squares, by random play.
fn late_position(empty: u32) -> String {
    let game = Board::new(6, 6).unwrap();
    let mut random = Random::from_state(3);
    let mut position = game.start();
    while game.max_level() - game.level(&position) > empty || game.is_forced_pass(&position) {
        let moves = game.moves(&position);
        position = game.play_unchecked(&position, moves[random.index(moves.len())]);
    }
    game.format_board(&position, false).unwrap()
}

#[test]
fn what_follows_from_lists_is_what_intervals_imply() {
    let worlds = [
        World::small(),
        World::new((4, 4), "-", 5),
        World::new((4, 4), "-", 12),
        World::new((6, 6), &late_position(11), 7),
    ];
    let mut random = Random::from_state(7);
    let mut counts = [0; 2];
    for mut world in worlds {
        let start = world.start();
        let (game, max) = (world.game.clone(), world.game.value_range().max);
        let worth = Exhaustive::new(&game).solve(&start);
        for round in 0..9 {
            let mut list = format!("{LIST_HEADER}\n");
            let mut bounds = Bounds::new();
            let truth = world.truth.clone();
            for (key, (position, worth)) in truth {
                if random.index(20) < round / 2 {
                    continue;
                }
                let shift = 2 * (random.index(3) as i32 - 1) * i32::from(round % 3 == 2);
                let worth = (worth + shift).clamp(-max, max);
                let (numbers, stated) = world.numbers(worth, &mut random);
                // A move that ends the game shows that such a bound is false.
                if implied(
                    &game,
                    &position,
                    world.cut,
                    &Bounds::new(),
                    &mut Bounds::new(),
                )
                .0 > stated.1
                {
                    continue;
                }
                list += &world.line(&position, &numbers, &mut random);
                bounds.insert(key, stated);
            }
            let (path, imported) = world.take_in(list.as_bytes());
            if bounds.is_empty() {
                assert!(imported.is_err());
                continue;
            }
            let imported = imported.unwrap();
            assert_eq!(imported.hypotheses, bounds.len() as u64);
            assert_eq!(imported.at_cut, world.truth.len() as u64);
            let (lower, upper) = implied(&game, &start, world.cut, &bounds, &mut Bounds::new());
            for tried in [worth, 0, worth - 2, worth + 2, lower, upper] {
                if tried.abs() > max {
                    continue;
                }
                let found = checked(&path, tried, false).unwrap().conclusion;
                assert_eq!(found.lower.holds(), lower >= tried, "{tried} {lower}");
                assert_eq!(found.upper.holds(), upper <= tried, "{tried} {upper}");
                counts[usize::from(found.holds())] += 1;
            }
        }
    }
    assert!(counts[0] > 50 && counts[1] > 10, "{counts:?}");
}

/// The plan of a board cut at so many empty squares, and the boards of all positions there, by the
/// solver's rules.
fn by_the_solver<K: Key>(game: Othello<K>, empty: u32) -> (Plan, Vec<String>) {
    let plan = Plan {
        first: empty,
        second: 4,
        ..Plan::whole(&game)
    };
    let knowledge = Arc::new(OthelloKnowledge::new(&game));
    let problem = Problem::new(game.clone(), knowledge, &plan).unwrap();
    let (keys, _) = problem.at_first_cut(&StopToken::never()).unwrap();
    let board = |key: &u128| {
        let position = problem.position(*key).unwrap();
        game.format_board(&position, true).unwrap()
    };
    (plan, keys.iter().map(board).collect())
}

#[test]
fn the_positions_at_the_cut_are_those_of_the_solvers_rules() {
    let small = |columns, rows, empty| {
        let game = Board::new(columns, rows).unwrap();
        by_the_solver(game, empty)
    };
    let large = Othello::<u128>::new(8, 8).unwrap();
    let all = [
        small(4, 4, 8),
        small(6, 4, 16),
        small(4, 6, 16),
        small(6, 6, 26),
        by_the_solver(large, 55),
    ];
    let mut world = World::small();
    for (plan, boards) in all {
        world.plan = plan;
        let mut list = format!("{LIST_HEADER}\n");
        for board in &boards {
            list += &format!("{board};,0,2,-1,1\n");
        }
        let imported = world.take_in(list.as_bytes()).1.unwrap();
        assert_eq!(imported.hypotheses, boards.len() as u64);
        assert_eq!(imported.at_cut, boards.len() as u64);
    }
}

/// A position at the cut that play reaches and in which the side to move has to pass.
fn a_pass_at_the_cut(game: &Board, position: &Position, cut: u32) -> Option<Position> {
    if game.level(position) == cut {
        return game.is_forced_pass(position).then_some(*position);
    }
    let children = game.moves(position).into_iter();
    children
        .map(|played| game.play_unchecked(position, played))
        .find_map(|child| a_pass_at_the_cut(game, &child, cut))
}

#[test]
fn what_is_no_list_is_refused_at_its_line_and_nothing_is_taken() {
    let mut world = World::small();
    let truth: Vec<Position> = world
        .truth
        .values()
        .map(|(position, _)| *position)
        .collect();
    let [one, other] = [truth[0], truth[1]].map(|position| world.board(&position, true));
    let other_image = world.game.transform(&truth[1], Symmetry(3));
    let other_image = world.board(&other_image, false);
    let start = world.board(&world.game.start(), true);
    let passes = world.board(
        &a_pass_at_the_cut(&world.game, &world.game.start(), world.cut).unwrap(),
        false,
    );
    let good = format!("{one};,1,0,-1,1");
    let form = "expected 16 letters X, O or -, a space, the side to move (X or O) and a semicolon";
    for (list, problem) in [
        (
            "",
            "line 1: expected the header \"obf,count,score,alpha,beta\"",
        ),
        (&*good, "line 1: expected the header"),
        (
            "OBF,count,score,alpha,beta\n",
            "line 1: expected the header",
        ),
        ("HEADER\n", "line 2: expected at least one hypothesis"),
        ("HEADER\n\n", "line 2: 1 fields: expected five"),
    ] {
        let found = world.refusal(list.replace("HEADER", LIST_HEADER).as_bytes());
        assert!(found.starts_with(problem), "{found}");
    }
    // Rows of the other board, `@`.
    let numbers = cases(
        "
        => 1 fields: expected five, obf,count,score,alpha,beta
        @;,1,0,-1 => 4 fields: expected five
        @;,1,0,-1,1, => 6 fields: expected five
        @;,,0,-1,1 => the count \"\": expected a whole number from 0
        @;,-1,0,-1,1 => the count \"-1\": expected
        @;,9223372036854775808,0,-1,1 => the count 9223372036854775808: expected a number below 2^63
        @;,1,x,-1,1 => the score \"x\": expected a whole number
        @;,1,0, -1,1 => the alpha \" -1\": expected a whole number
        @;,1,0,-1,1.5 => the beta \"1.5\": expected a whole number
        @;,1,18,-1,1 => the score 18: expected a number from -16 to 16
        @;,1,0,-17,1 => the alpha -17: expected a number from -16 to 16
        @;,1,0,-1,99999999999 => the beta \"99999999999\": expected
        @;,1,0,1,1 => the window 1,1: expected alpha to be less than beta
        @;,1,0,4,-4 => the window 4,-4: expected alpha
        @;,1,1,-4,4 => the score 1: expected an even number
        XXXXXXXX-------- X;,1,0,-1,1 => the game is over, with 16 for the side to move: expected a position with a move
        XXXXOOOO-------- X;,1,0,-1,1 => play from the start of the campaign cannot reach this position
        ",
    );
    let numbers = numbers.map(|(row, problem)| (row.replace('@', &other), problem.to_owned()));
    let boards = [
        (
            format!("{other},1,0,-1,1"),
            format!("the board ends with \"{} X\": {form}", &other[15..16]),
        ),
        (
            format!("{}X X;,1,0,-1,1", &other[..16]),
            "17 squares: expected the 16 of othello:4x4".to_owned(),
        ),
        (
            format!("{} x;,1,0,-1,1", &other[..16]),
            format!("the board ends with \" x;\": {form}"),
        ),
        (
            format!("{} X;,1,0,-1,1", &other[..15]),
            "15 squares: expected the 16 of othello:4x4".to_owned(),
        ),
        (
            format!("{};,1,0,-1,1", other.replace('-', ".")),
            format!(
                "letter {} is '.': expected X, O or -",
                other.find('-').unwrap() + 1
            ),
        ),
        (
            format!("{};,1,0,-1,1", other.replace('O', "o")),
            format!(
                "letter {} is 'o': expected X, O or -",
                other.find('O').unwrap() + 1
            ),
        ),
        (
            format!("{},1,0,-1,1", &other[..9]),
            format!("the board ends with \"{}\": {form}", &other[6..9]),
        ),
        (
            format!("é{};,1,0,-1,1", &other[2..]),
            "letter 1 is '\\xc3': expected X, O or -".to_owned(),
        ),
        (
            format!("{start};,1,0,-1,1"),
            "12 empty squares: expected 8, as many as the campaign has at its first cut".to_owned(),
        ),
        (
            format!("{passes};,1,0,-1,1"),
            "the side to move has no move: expected a bound on the position after the pass"
                .to_owned(),
        ),
        (
            format!("{other_image};,1,0,-1,1\n{other};,1,2,-1,1"),
            "AGAIN".to_owned(),
        ),
        (
            format!("{};,1,0,-1,1", world.board(&truth[0], false)),
            "the position of line 2 again, up to symmetry: expected each position once".to_owned(),
        ),
        (good.clone(), "the position of line 2 again".to_owned()),
    ];
    for (row, problem) in numbers.chain(boards) {
        let list = format!("{LIST_HEADER}\n{good}\n{row}\n{other};,0,0,-1,1\n");
        let found = world.refusal(list.as_bytes());
        let (line, problem) = match problem.as_str() {
            "AGAIN" => (4, "the position of line 3 again, up to symmetry"),
            problem => (3, problem),
        };
        assert!(
            found.starts_with(&format!("line {line}: {problem}")),
            "{found}"
        );
    }
    let list = [
        LIST_HEADER.as_bytes(),
        b"\n",
        good.as_bytes(),
        b"\n\xff;,1,0,-1,1\n",
    ]
    .concat();
    assert_eq!(world.refusal(&list), "line 3: it is not text in UTF-8");
}

#[test]
fn marks_of_spreadsheets_and_a_missing_last_line_feed_are_accepted() {
    let mut world = World::small();
    let lines: Vec<String> = world
        .truth
        .values()
        .take(3)
        .map(|(position, _)| format!("{};,1,0,-1,1", world.board(position, true)))
        .collect();
    let list = format!("\u{feff}{LIST_HEADER}\r\n{}\r\n", lines.join("\r\n"));
    for list in [list.as_str(), list.trim_end()] {
        let (path, imported) = world.take_in(list.as_bytes());
        assert_eq!(imported.unwrap().hypotheses, 3);
        let found = checked(&path, 0, false).unwrap();
        let mut written: Vec<String> = (0..3).map(|row| found.line(row).unwrap()).collect();
        written.sort();
        let mut lines = lines.clone();
        lines.sort();
        assert_eq!(written, lines);
    }
}

#[test]
fn a_hypothesis_that_a_move_refutes_is_refused() {
    let mut world = World::new((4, 4), "-", 3);
    let game = world.game.clone();
    let ends = |position: &Position| {
        let children = game.moves(position).into_iter();
        let ends = children
            .filter_map(|played| game.terminal_value(&game.play_unchecked(position, played)));
        ends.map(|utility| -utility).max()
    };
    let truth = world.truth.values();
    let found = truth.filter_map(|(position, _)| Some((*position, ends(position)?)));
    let found = found.filter(|(_, best)| *best < 16);
    let (position, best) = found.max_by_key(|(_, best)| *best).unwrap();
    let board = world.board(&position, true);
    let list = format!("{LIST_HEADER}\n{board};,0,0,0,2\n");
    assert!(best > 0);
    assert_eq!(
        world.refusal(list.as_bytes()),
        format!("line 2: a move ends the game with {best}: the value cannot be at most 0")
    );
    let list = format!("{LIST_HEADER}\n{board};,0,{best},{best},16\n");
    assert!(world.take_in(list.as_bytes()).1.is_ok());
}

#[test]
fn what_is_given_stays_apart_from_what_is_proved() {
    let mut world = World::small();
    let board = world.board(&world.truth.values().next().unwrap().0, true);
    let list = format!("{LIST_HEADER}\n{board};,1,0,-1,1\n");
    let path = world.path();
    let mut ledger = Ledger::create(&path, &world.plan).unwrap();
    take(&mut ledger, list.as_bytes()).unwrap();
    let again = take(&mut ledger, list.as_bytes()).unwrap_err().to_string();
    assert!(again.contains("has 1 given hypotheses already"), "{again}");
    for cut in [Cut::First, Cut::Second] {
        assert_eq!(ledger.dictionaries(cut).unwrap().proved(), 0);
    }
    drop(ledger);
    let ledger = Ledger::open_to_read(&path).unwrap();
    let unfinished = check(&ledger, &Default::default()).unwrap_err();
    assert!(unfinished.to_string().contains("not proved yet"));
}

#[test]
fn a_forged_table_of_hypotheses_is_refused() {
    let mut world = World::small();
    let list = |board: &str| format!("{LIST_HEADER}\n{board};,1,0,-1,1\n");
    let (position, _) = *world.truth.values().next().unwrap();
    let text = list(&world.board(&position, true));
    let key = world.game.key(&position).to_u128().to_be_bytes();
    let other = world.game.transform(&position, Symmetry(1));
    let other = world.game.key(&other).to_u128().to_be_bytes();
    let forged = |world: &mut World, sql: &str, key: &[u8]| {
        let (path, _) = world.take_in(text.as_bytes());
        edited(&path).execute(sql, [key]).unwrap();
        checked(&path, 0, false)
    };
    let table = "
        UPDATE hypotheses SET score = 18 WHERE key = ?1 => the score 18
        UPDATE hypotheses SET alpha = 5, beta = 5 WHERE key = ?1 => the window 5,5
        UPDATE hypotheses SET beta = 1 << 40 WHERE key = ?1 => table hypotheses has beta 1099511627776
        UPDATE hypotheses SET line = -1 WHERE key = ?1 => table hypotheses has line -1
        UPDATE hypotheses SET key = x'00' WHERE key = ?1 => table hypotheses has key 00
        DELETE FROM hypotheses WHERE key = ?1 => has no given hypotheses
    ";
    for (sql, problem) in cases(table) {
        let message = forged(&mut world, sql, &key).unwrap_err().to_string();
        assert!(message.contains(problem), "{message}");
    }
    // The start, positions that are not canonical and numbers that are no keys.
    let start = world.game.key(&world.game.start()).to_u128().to_be_bytes();
    for key in [start, other, [255; 16]] {
        let refused = forged(&mut world, "UPDATE hypotheses SET key = ?1", &key).unwrap_err();
        let message = refused.to_string();
        assert!(
            message.contains("that of no position at the cut"),
            "{message}"
        );
    }
}

#[test]
fn lists_are_about_othello() {
    let game = ConnectFour::new(4, 4).unwrap();
    let folder = TempDir::new().unwrap();
    let plan = Plan {
        first: 8,
        second: 4,
        ..Plan::whole(&game)
    };
    let mut ledger = Ledger::create(&folder.path().join("c.campaign"), &plan).unwrap();
    let refused = take(&mut ledger, b"").unwrap_err().to_string();
    assert!(
        refused.contains("lists of hypotheses are about positions of Othello"),
        "{refused}"
    );
}
