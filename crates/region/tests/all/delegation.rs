//! Levels whose questions others answer: whatever they answer, and wherever the process that asks
//! is killed, the result is the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solveig_game::{Game, Interval, Notation, Reduction, Symmetric, Value};
use solveig_games::connect_four::ConnectFour;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_region::{
    BuildError, CertificateScope, Find, Helpers, Keep, LevelJobs, RefutationMethod, Scope,
    ScopeClosure, SearchAnswer, build, build_with_helpers,
};
use solveig_search::{Knowledge, NoKnowledge, Oracle, StopToken, Stopped};
use solveig_testkit::exhaustive::Exhaustive;
use solveig_testkit::moments::copy;

fn closure<G: Game>(game: &G, knowledge: Arc<dyn Knowledge<G>>, scope: Scope) -> ScopeClosure<G> {
    ScopeClosure {
        game: game.clone(),
        knowledge,
        scope,
        reduction: Reduction::Canonical,
        cut: game.max_level(),
        proof: (scope == Scope::SemiStrong).then_some(CertificateScope {
            refutation: RefutationMethod::FirstInOrder,
            to_level: game.max_level() - 1,
        }),
    }
}

/// Counts what it is asked.
struct Counting<G: Game>(Exhaustive<G>, u64);

impl<G: Game> Oracle<G> for Counting<G> {
    fn game(&self) -> &G {
        &self.0.game
    }

    fn set_stop(&mut self, _stop: StopToken) {}

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        self.1 += 1;
        self.0.value(position, bounds)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.1 += 1;
        self.0.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.1
    }
}

/// Answers every job but each `skipped`th, in this process.
struct Obliging<G: Game> {
    oracle: Exhaustive<G>,
    knowledge: Arc<dyn Knowledge<G>>,
    skipped: u32,
    jobs: u32,
    kinds: [u32; 3],
    each: Box<dyn FnMut(u32)>,
}

impl<G: Game> Obliging<G> {
    fn new(closure: &ScopeClosure<G>) -> Self {
        Self {
            oracle: Exhaustive::new(&closure.game),
            knowledge: Arc::clone(&closure.knowledge),
            skipped: u32::MAX,
            jobs: 0,
            kinds: [0; 3],
            each: Box::new(|_| {}),
        }
    }
}

impl<G: Symmetric> Helpers for Obliging<G> {
    fn takes(&self, _level: u32, _positions: u64) -> bool {
        true
    }

    fn answer(&mut self, jobs: &mut LevelJobs<'_>) -> Result<(), BuildError> {
        for job in jobs.open().clone() {
            self.jobs += 1;
            if self.jobs.is_multiple_of(self.skipped) {
                continue;
            }
            let (find, questions) = jobs.questions(job)?;
            self.kinds[find as usize] += 1;
            let mut answers = Vec::new();
            for question in &questions {
                let knowledge = self.knowledge.as_ref();
                let found = question.answer(&self.oracle.game.clone(), knowledge, &mut self.oracle);
                let found = found.unwrap().unwrap();
                assert!(question.is_answered_by(&self.oracle.game, &found));
                answers.push(found);
            }
            jobs.record(job, &answers, 1)?;
            (self.each)(self.jobs);
        }
        Ok(())
    }
}

fn bytes_of<G: Symmetric + Notation, O: Oracle<G>>(
    closure: &ScopeClosure<G>,
    (directory, work): (&Path, &Path),
    oracle: O,
    helpers: Option<&mut dyn Helpers>,
) -> (Vec<Vec<u8>>, O) {
    let mut oracles = [oracle];
    let keep = Keep::Records;
    let region = build_with_helpers(
        closure,
        work,
        keep,
        &mut oracles,
        &StopToken::never(),
        helpers,
        &mut |_| {},
    )
    .unwrap();
    let paths = [directory.join("a.sol"), directory.join("a.cert")];
    region.write(closure, &paths[0], Some(&paths[1])).unwrap();
    let written = paths.iter().filter_map(|path| fs::read(path).ok());
    let written = written.collect();
    region.discard().unwrap();
    let [oracle] = oracles;
    (written, oracle)
}

fn same_with_helpers<G: Symmetric + Notation>(game: &G, knowledge: Arc<dyn Knowledge<G>>) {
    for scope in [Scope::SemiStrong, Scope::Weak, Scope::Strong] {
        let closure = closure(game, Arc::clone(&knowledge), scope);
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let alone = Exhaustive::new(game);
        let (expected, _) = bytes_of(&closure, (folder.path(), &at("alone")), alone, None);

        let mut all = Obliging::new(&closure);
        let counting = Counting(Exhaustive::new(game), 0);
        let place = at("helped");
        let places = (folder.path(), place.as_path());
        let (found, counted) = bytes_of(&closure, places, counting, Some(&mut all));
        assert!(found == expected, "{scope:?}");
        // The value of the start is asked of the oracle, and nothing else.
        assert_eq!(counted.1, 1, "{scope:?}");
        assert!(all.kinds[Find::Move as usize] > 0);
        assert_eq!(all.kinds[2] > 0, scope == Scope::SemiStrong);

        let mut some = Obliging::new(&closure);
        some.skipped = 3;
        let counting = Counting(Exhaustive::new(game), 0);
        let place = at("partly");
        let places = (folder.path(), place.as_path());
        let (found, counted) = bytes_of(&closure, places, counting, Some(&mut some));
        assert!(found == expected, "{scope:?}");
        assert!(counted.1 > 1);
    }
}

#[test]
fn what_others_answer_leaves_no_trace() {
    same_with_helpers(&ConnectFour::new(4, 4).unwrap(), Arc::new(NoKnowledge));
    let game = Othello::<u64>::new(4, 4).unwrap();
    same_with_helpers(&game, Arc::new(OthelloKnowledge::new(&game)));
}

#[test]
fn a_process_killed_while_others_answer_goes_on_to_the_same_bytes() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let closure = closure(&game, Arc::new(NoKnowledge), Scope::SemiStrong);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let alone = Exhaustive::new(&game);
    let (expected, _) = bytes_of(&closure, (folder.path(), &at("alone")), alone, None);

    let work = at("work");
    let mut helpers = Obliging::new(&closure);
    let (from, to) = (work.clone(), folder.path().to_owned());
    helpers.each = Box::new(move |job| {
        if job % 37 == 1 {
            copy(&from, &to.join(format!("moment-{job}")));
        }
    });
    let alone = Exhaustive::new(&game);
    let places = (folder.path(), work.as_path());
    let (found, _) = bytes_of(&closure, places, alone, Some(&mut helpers));
    assert!(found == expected);

    let jobs = helpers.jobs;
    let moments: Vec<PathBuf> = (1..=jobs)
        .map(|job| at(&format!("moment-{job}")))
        .filter(|moment| moment.exists())
        .collect();
    assert!(moments.len() > 5, "{} moments", moments.len());
    for (number, moment) in moments.iter().enumerate() {
        // A frame may be torn, too.
        let names = fs::read_dir(moment).unwrap().map(|one| one.unwrap().path());
        let newest = names.filter(|path| path.display().to_string().contains("answers-"));
        let newest = newest.max().unwrap();
        let file = fs::OpenOptions::new().write(true).open(&newest).unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(length.saturating_sub(number as u64 % 5))
            .unwrap();
        drop(file);
        let mut again = Obliging::new(&closure);
        // With helpers, and without.
        let helpers: Option<&mut dyn Helpers> = match number % 2 {
            0 => Some(&mut again),
            _ => None,
        };
        let counting = Counting(Exhaustive::new(&game), 0);
        let places = (folder.path(), moment.as_path());
        let (found, counted) = bytes_of(&closure, places, counting, helpers);
        assert!(found == expected, "{}", moment.display());
        // What had been answered is not searched again.
        assert!(number % 2 == 1 || counted.1 == 0);
        assert!(again.jobs < jobs);
    }
}

#[test]
fn an_answer_fits_its_question_by_kind_value_and_move() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let closure = closure(&game, Arc::new(NoKnowledge), Scope::SemiStrong);
    let folder = tempfile::tempdir().unwrap();

    struct Trying(Othello<u64>, u32);
    impl Helpers for Trying {
        fn takes(&self, _level: u32, _positions: u64) -> bool {
            true
        }

        fn answer(&mut self, jobs: &mut LevelJobs<'_>) -> Result<(), BuildError> {
            for job in jobs.open().clone() {
                let (find, questions) = jobs.questions(job)?;
                for question in questions {
                    let fits = |value, move_index| {
                        question.is_answered_by(&self.0, &SearchAnswer { value, move_index })
                    };
                    let Interval { lower, upper } = question.bounds;
                    let index = (find != Find::Value).then_some(0);
                    assert!(fits(lower, index));
                    assert_eq!(
                        fits(upper, index),
                        find != Find::Refutation || lower == upper
                    );
                    for (value, index) in [(lower - 1, index), (upper + 1, index)] {
                        assert!(!fits(value, index));
                    }
                    assert!(!fits(lower, index.map_or(Some(0), |_| None)));
                    assert!(!fits(lower, Some(40)));
                    self.1 += 1;
                }
                // Too few answers are none.
                jobs.record(job, &[], 0)?;
                assert!(jobs.open().contains(&job));
            }
            Ok(())
        }
    }
    let mut trying = Trying(game.clone(), 0);
    let oracle = Exhaustive::new(&game);
    let place = folder.path().join("work");
    let places = (folder.path(), place.as_path());
    let (found, _) = bytes_of(&closure, places, oracle, Some(&mut trying));
    assert!(trying.1 > 100);
    let place = folder.path().join("alone");
    let mut oracles = [Exhaustive::new(&game)];
    let alone = build(&closure, &place, Keep::Records, &mut oracles, &mut |_| {}).unwrap();
    let path = folder.path().join("b.sol");
    alone.write(&closure, &path, None).unwrap();
    assert!(fs::read(path).unwrap() == found[0]);
}
