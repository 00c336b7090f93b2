//! Ledgers that are whole and say one thing that is false, or that cannot be: files that `check`
//! must not believe.
//!
//! What is true is found by plain minimax over the solver's rules, and what follows from bounds by
//! intervals backed up, both from the definitions: the checker has rules of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, params};
use solveig_campaign::check::{CheckedLedger, Options, Sample, check};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::{CampaignError, Plan};
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Key, Notation, Symmetric};
use solveig_games::connect_four::ConnectFour;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::tree::ExplicitTree;
use solveig_search::Window;
use solveig_testkit::cases::cases;
use solveig_testkit::exhaustive::Exhaustive;
use solveig_verify::Limits;
use tempfile::TempDir;

pub type Bounds = BTreeMap<u128, (i32, i32)>;

/// The positions at the cut that play from `position` meets, by canonical key.
pub fn at_cut<G: Symmetric>(
    game: &G,
    position: &G::Position,
    cut: u32,
    seen: &mut BTreeMap<u128, G::Position>,
    found: &mut BTreeMap<u128, G::Position>,
) {
    if game.terminal_value(position).is_some() {
        return;
    }
    if !game.is_forced_pass(position) && game.level(position) >= cut {
        let (canonical, _) = game.canonical(position);
        found.insert(game.key(&canonical).to_u128(), canonical);
        return;
    }
    if seen
        .insert(game.key(position).to_u128(), position.clone())
        .is_none()
    {
        for played in game.moves(position) {
            at_cut(
                game,
                &game.play_unchecked(position, played),
                cut,
                seen,
                found,
            );
        }
    }
}

/// What the rules and the bounds imply of a value, by definition; `known` by keys.
pub fn implied<G: Symmetric>(
    game: &G,
    position: &G::Position,
    cut: u32,
    bounds: &Bounds,
    derived: &mut Bounds,
) -> (i32, i32) {
    if let Some(utility) = game.terminal_value(position) {
        return (utility, utility);
    }
    let key = game.key(position).to_u128();
    if let Some(found) = derived.get(&key) {
        return *found;
    }
    let range = game.value_range();
    let moves = game.moves(position);
    let children = moves
        .into_iter()
        .map(|played| game.play_unchecked(position, played));
    let found = if !game.is_forced_pass(position) && game.level(position) >= cut {
        let (canonical, _) = game.canonical(position);
        let key = game.key(&canonical).to_u128();
        let (lower, upper) = bounds.get(&key).copied().unwrap_or((range.min, range.max));
        let ends = children.filter_map(|child| game.terminal_value(&child));
        (ends.map(|utility| -utility).fold(lower, i32::max), upper)
    } else {
        children.fold((range.min, range.min), |(lower, upper), child| {
            let (l, u) = implied(game, &child, cut, bounds, derived);
            (lower.max(-u), upper.max(-l))
        })
    };
    derived.insert(key, found);
    found
}

/// A campaign that is over, with true bounds of all positions at its cut.
pub struct Subject<G: Game> {
    game: G,
    start: G::Position,
    plan: Plan,
    truth: BTreeMap<u128, i32>,
    worth: i32,
    folder: TempDir,
}

impl<G: Symmetric + Notation> Subject<G> {
    pub fn new(game: G, position: &str, second: u32) -> Self {
        let start = game.parse_position(position).unwrap();
        let left = game.max_level() - game.level(&start);
        let plan = Plan {
            position: position.to_owned(),
            first: left,
            second,
            ..Plan::whole(&game)
        };
        let mut oracle = Exhaustive::new(&game);
        let (mut seen, mut found) = (BTreeMap::new(), BTreeMap::new());
        let cut = game.max_level() - second;
        at_cut(&game, &start, cut, &mut seen, &mut found);
        let truth: BTreeMap<u128, i32> = found
            .into_iter()
            .map(|(key, position)| (key, oracle.solve(&position)))
            .collect();
        assert!(!truth.is_empty());
        let worth = oracle.solve(&start);
        let subject = Self {
            game,
            start,
            plan,
            truth,
            worth,
            folder: TempDir::new().unwrap(),
        };
        drop(Ledger::create(&subject.original(), &subject.plan).unwrap());
        let exact = subject
            .truth
            .iter()
            .map(|(key, worth)| (*key, (*worth, *worth)));
        subject.write(&subject.original(), &exact.collect(), (worth, worth));
        subject
    }

    pub fn original(&self) -> PathBuf {
        self.folder.path().join("original.campaign")
    }

    pub fn copy(&self) -> PathBuf {
        let copy = self.folder.path().join("copy.campaign");
        std::fs::copy(self.original(), &copy).unwrap();
        copy
    }

    /// Writes these rows and this conclusion in place of those there are.
    fn write(&self, path: &Path, bounds: &Bounds, (lower, upper): (i32, i32)) {
        let mut connection = edited(path);
        let transaction = connection.transaction().unwrap();
        transaction
            .execute_batch(
                "DELETE FROM solved; INSERT OR IGNORE INTO workers (id, name, version) VALUES (1, 'one', '1');",
            )
            .unwrap();
        for (job, (key, (lower, upper))) in bounds.iter().enumerate() {
            transaction
                .execute(
                    "INSERT INTO solved VALUES (?1, ?2, -1, 1, ?3, ?4, 1, 1)",
                    params![key.to_be_bytes(), job as i64, lower, upper],
                )
                .unwrap();
        }
        transaction
            .execute("UPDATE campaign SET lower = ?1, upper = ?2", [lower, upper])
            .unwrap();
        transaction.commit().unwrap();
    }

    /// What these bounds imply of the value.
    fn implied(&self, bounds: &Bounds) -> (i32, i32) {
        let cut = self.game.max_level() - self.plan.second;
        implied(&self.game, &self.start, cut, bounds, &mut Bounds::new())
    }
}

/// Opens a ledger to change it as we like.
pub fn edited(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;")
        .unwrap();
    connection
}

pub fn change(path: &Path, statements: &str) {
    edited(path).execute_batch(statements).unwrap();
}

pub fn checked(path: &Path) -> Result<CheckedLedger, CampaignError> {
    let before = std::fs::read(path).unwrap();
    let found = Ledger::open_to_read(path).and_then(|ledger| check(&ledger, &Options::default()));
    assert!(
        before == std::fs::read(path).unwrap(),
        "{} was written to",
        path.display()
    );
    found
}

/// Forges `times` ledgers of each kind and returns how many say yes.
fn forge<G: Symmetric + Notation>(subject: &Subject<G>, times: usize, seed: u64) -> usize {
    let range = subject.game.value_range();
    let mut random = Random::new(seed);
    let keys: Vec<u128> = subject.truth.keys().copied().collect();
    let mut said_yes = 0;
    for kind in (0..6).cycle().take(6 * times) {
        let mut bounds = Bounds::new();
        for (key, worth) in &subject.truth {
            let mut off = |by: i32| i32::from(random.index(4) == 0) * by;
            let (lower, upper) = (worth - off(1), worth + off(1));
            bounds.insert(*key, (lower.max(range.min), upper.min(range.max)));
        }
        let mut claimed = (subject.worth, subject.worth);
        let any = keys[random.index(keys.len())];
        match kind {
            // One bound is off, and the conclusion is what would follow.
            1 => {
                let by = [-2, -1, 1, 2][random.index(4)];
                let clamped = |bound: i32| (bound + by).clamp(range.min, range.max);
                let (lower, upper) = bounds[&any];
                bounds.insert(any, (clamped(lower), clamped(upper)));
                claimed = subject.implied(&bounds);
            }
            2 => drop(bounds.remove(&any)),
            // A row is of another position.
            3 => {
                let other = keys[random.index(keys.len())];
                let moved = bounds.remove(&any).unwrap();
                bounds.insert(other, moved);
            }
            4 => claimed = (claimed.0 + 1, claimed.1 + 1),
            5 => claimed = (claimed.0 - 1, claimed.1 - 1),
            _ => {}
        }
        let copy = subject.copy();
        subject.write(&copy, &bounds, claimed);
        let found = checked(&copy);
        if claimed.0 > claimed.1 || claimed.0 < range.min || claimed.1 > range.max {
            assert!(
                matches!(found, Err(CampaignError::Damaged { .. })),
                "{found:?}"
            );
            continue;
        }
        let found = found.unwrap();
        let follows = subject.implied(&bounds);
        assert_eq!(found.lower_holds, claimed.0 <= follows.0, "kind {kind}");
        assert_eq!(found.upper_holds, claimed.1 >= follows.1, "kind {kind}");
        assert_eq!(found.decides_goal, claimed.0 == claimed.1);
        assert_eq!((found.claimed.lower, found.claimed.upper), claimed);
        let is_true = claimed.0 <= subject.worth && subject.worth <= claimed.1;
        // Bounds that are true imply nothing else; others are found by solving those again that the
        // answer names.
        assert!(!found.holds() || is_true || [1, 3].contains(&kind));
        said_yes += usize::from(found.holds());
        if found.holds() && !is_true {
            let all = Options {
                sample: Some(Sample {
                    draws: u64::MAX,
                    seed,
                }),
                ..Options::default()
            };
            let found = check(&Ledger::open_to_read(&copy).unwrap(), &all).unwrap();
            let is_false = |drawn: &solveig_campaign::check::DrawnBound| {
                let worth = subject.truth[&drawn.bound.key];
                !drawn.bound.side.at(drawn.bound.bound).allows(worth)
            };
            assert!(found.drawn.iter().any(is_false));
        }
    }
    said_yes
}

#[test]
fn ledgers_with_a_false_statement_are_believed_only_where_a_bound_that_they_name_is_false() {
    let tree = "[[[3, -2], [1, [4, -5]]], [[-1, [2, 2, 6]], 5], [[0, 1], [-3, [-3, 7]]]]";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), tree).unwrap();
    let spec = format!("tree:{}", file.path().display());
    let spec = solveig_game::Spec::parse(&spec).unwrap();
    let trees = ExplicitTree::from_spec(&spec).unwrap();
    let small = Othello::<u64>::new(4, 4).unwrap();
    let four = ConnectFour::new(4, 4).unwrap();
    let mut said_yes = vec![
        forge(&Subject::new(small.clone(), "-", 8), 15, 1),
        forge(&Subject::new(small, "b1", 8), 15, 2),
        forge(&Subject::new(Mnk::new(3, 3, 3).unwrap(), "-", 6), 15, 3),
        forge(&Subject::new(Mnk::new(3, 3, 3).unwrap(), "b2", 7), 15, 4),
        forge(&Subject::new(four.clone(), "-", 13), 10, 5),
        forge(&Subject::new(Hex::<u64>::new(3, 3).unwrap(), "-", 6), 15, 6),
    ];
    for second in 1..=3 {
        said_yes.push(forge(
            &Subject::new(trees.clone(), "-", second),
            10,
            u64::from(second) + 7,
        ));
    }
    println!("{said_yes:?}");
    assert!(said_yes.iter().all(|yes| *yes > 3), "{said_yes:?}");
}

#[test]
fn the_answer_says_which_position_it_is_about() {
    let start = Subject::new(Othello::<u64>::new(4, 4).unwrap(), "-", 8);
    let after = Subject::new(Othello::<u64>::new(4, 4).unwrap(), "b1", 8);
    let of_start = checked(&start.original()).unwrap();
    let of_other = checked(&after.original()).unwrap();
    assert!(of_start.holds() && of_other.holds());
    assert_eq!((of_start.claimed.lower, of_other.claimed.lower), (-10, 10));
    assert!(of_start.is_start && !of_other.is_start);
    assert_eq!(of_start.position, "-----OX--XO----- X");
    assert_ne!(of_other.position, of_start.position);
    let said = start.game.parse_position(&of_other.position).unwrap();
    assert_eq!(said, after.start);
    // Its plan is told to be about the start.
    let copy = after.copy();
    let plan = Plan {
        position: "-".to_owned(),
        ..after.plan.clone()
    };
    replan(&copy, &plan);
    assert!(!checked(&copy).unwrap().holds());
}

fn replan(path: &Path, plan: &Plan) {
    let text = serde_json::to_string(plan).unwrap();
    let update = "UPDATE campaign SET plan = ?1";
    edited(path).execute(update, [text]).unwrap();
}

/// What `check` says of a ledger of tic-tac-toe after these statements.
pub fn after(statements: &str) -> Result<CheckedLedger, CampaignError> {
    let subject = Subject::new(Mnk::new(3, 3, 3).unwrap(), "-", 8);
    let copy = subject.copy();
    change(&copy, statements);
    checked(&copy)
}

#[track_caller]
fn refused(statements: &str, expected: &str) {
    match after(statements) {
        Ok(found) => panic!("{statements}: {found:?}"),
        Err(error) => assert!(
            error.to_string().contains(expected),
            "{statements}: {error}"
        ),
    }
}

#[test]
fn rows_that_no_campaign_has_are_refused() {
    assert!(after("").unwrap().holds());
    let few = after("DELETE FROM solved").unwrap();
    assert!(!few.holds() && few.bounds == 0 && few.used == 0);
    let range = "expected two bounds in order, from -1 to 1";
    for (lower, upper) in [
        (1, -1),
        (-2, 0),
        (0, 2),
        (i32::MIN, 0),
        (0, i32::MAX),
        (i32::MIN, i32::MIN),
    ] {
        refused(
            &format!("UPDATE solved SET lower = {lower}, upper = {upper}"),
            range,
        );
    }
    for number in [
        "2147483648",
        "-2147483649",
        "9223372036854775807",
        "-9223372036854775808",
    ] {
        refused(
            &format!("UPDATE solved SET lower = {number}"),
            "table solved has lower ",
        );
        refused(
            &format!("UPDATE campaign SET lower = {number}"),
            "table campaign has lower ",
        );
    }
    // Keys of 3x3 boards have 15 bits.
    for digits in ["00000000000000000000000000008000", &"f".repeat(32)] {
        refused(
            &format!("UPDATE OR REPLACE solved SET key = x'{digits}'"),
            "is the key of no position",
        );
    }
    for digits in [
        "",
        "00",
        &"0".repeat(30),
        &"0".repeat(34),
        &"0".repeat(4000),
    ] {
        refused(
            &format!("UPDATE OR REPLACE solved SET key = x'{digits}'"),
            "table solved has key ",
        );
    }
    refused(
        "UPDATE OR REPLACE solved SET key = zeroblob(2000000)",
        "too big",
    );
    // What contradicts itself.
    refused(
        "INSERT INTO solved SELECT key, job + 1000, -1, 1, 1, 1, 1, 1 FROM solved; UPDATE solved SET lower = 0, upper = 0 WHERE job < 1000",
        "results contradict one another",
    );
}

#[test]
fn conclusions_that_no_campaign_has_are_refused() {
    let table = "
        UPDATE campaign SET lower = NULL, upper = NULL => not proved yet
        UPDATE campaign SET lower = NULL => not proved yet
        UPDATE campaign SET lower = 1, upper = 0 => which no game has
        DELETE FROM campaign => of no campaign, or of several
        INSERT INTO campaign SELECT * FROM campaign => of no campaign, or of several
        UPDATE campaign SET plan = '{}' => the plan cannot be read
        UPDATE campaign SET plan = printf('%.*c', 2000000, '[') => too big
        UPDATE campaign SET plan = printf('%.*c', 500000, '[') => the plan cannot be read
    ";
    for (statements, expected) in cases(table) {
        refused(statements, expected);
    }
    let wild = [i32::MIN, i32::MIN + 1, -(1 << 30), 1 << 30, i32::MAX];
    for number in wild {
        refused(
            &format!("UPDATE campaign SET lower = {number}, upper = {number}"),
            "which no game has",
        );
    }
    for (lower, upper) in [(-2, -2), (2, 2), (-2, 2), (0, 2)] {
        refused(
            &format!("UPDATE campaign SET lower = {lower}, upper = {upper}"),
            "the game's are from -1 to 1",
        );
    }
    assert!(
        !after("UPDATE campaign SET lower = -1, upper = 1")
            .unwrap()
            .decides_goal
    );
}

#[test]
fn plans_that_no_campaign_has_are_refused() {
    let subject = Subject::new(Mnk::new(3, 3, 3).unwrap(), "-", 8);
    let complaint = |change: &dyn Fn(&mut Plan)| {
        let copy = subject.copy();
        let mut plan = subject.plan.clone();
        change(&mut plan);
        replan(&copy, &plan);
        match checked(&copy) {
            Ok(found) => format!("holds: {}", found.holds()),
            Err(error) => error.to_string(),
        }
    };
    for (first, second) in [
        (9, 0),
        (0, 0),
        (10, 8),
        (8, 9),
        (u32::MAX, 8),
        (9, u32::MAX),
        (u32::MAX, u32::MAX),
    ] {
        let said = complaint(&|plan| (plan.first, plan.second) = (first, second));
        assert!(
            said.contains("expected 9 >= first >= second >= 1"),
            "{first}, {second}: {said}"
        );
    }
    // Other cuts are those of other bounds. At the start, the conclusion would be a premise, and
    // there is none.
    for second in [9, 7, 1] {
        assert_eq!(complaint(&|plan| plan.second = second), "holds: false");
    }
    let (min, max) = (i32::MIN, i32::MAX);
    for (alpha, beta) in [(min, max), (-3, 2), (-2, 3), (1, 1), (1, -1), (max, min)] {
        let said = complaint(&|plan| plan.goal = Window { alpha, beta });
        assert!(said.contains("expected two different bounds"), "{said}");
    }
    for (alpha, beta, holds) in [(-1, 1, true), (0, 1, true), (-2, 2, true)] {
        let said = complaint(&|plan| plan.goal = Window { alpha, beta });
        assert_eq!(said, format!("holds: {holds}"));
    }
    for change in [
        |plan: &mut Plan| plan.widen = -1,
        |plan: &mut Plan| plan.margin = i32::MIN,
        |plan: &mut Plan| plan.far = 0,
        |plan: &mut Plan| plan.first_plies = 61,
        |plan: &mut Plan| plan.second_plies = u32::MAX,
    ] {
        let said = complaint(&change);
        assert!(said.contains("expected a number from"), "{said}");
    }
    for (game, expected) in [
        ("go:2x2", "values depend on how play came about"),
        ("mnk:03x3?k=3", "the spelling \"mnk:3x3?k=3\""),
        ("mnk:3x3?k=4", "expected"),
        ("chess", "the checker has no rules"),
        ("random-tree:2x2?seed=1", "the checker has no rules"),
        ("hex:11x11", "expected"),
        ("tree:/dev/null", "tree"),
        // Another game of as many squares, which the first stone wins.
        ("mnk:3x3?k=1", "holds: false"),
    ] {
        let said = complaint(&|plan| plan.game = game.to_owned());
        assert!(said.contains(expected), "{game}: {said}");
    }
    for position in ["a9", "zz", "---------- X", "XXXXXXXXX X", "\0"] {
        let said = complaint(&|plan| plan.position = position.to_owned());
        assert!(
            said.contains("the position") || said.contains("expected"),
            "{position}: {said}"
        );
    }
}

#[test]
fn no_memory_and_no_time_end_a_check_without_an_answer() {
    let subject = Subject::new(Othello::<u64>::new(4, 4).unwrap(), "-", 8);
    let ledger = Ledger::open_to_read(&subject.original()).unwrap();
    let max = Limits::default().memory;
    for (time, memory) in [(Some(Duration::ZERO), max), (None, 0), (None, 5_000)] {
        let limits = Limits { time, memory };
        let options = Options {
            limits,
            ..Options::default()
        };
        let error = check(&ledger, &options).unwrap_err();
        assert!(error.to_string().contains("not decided"), "{error}");
    }
    assert!(check(&ledger, &Options::default()).unwrap().holds());
}
