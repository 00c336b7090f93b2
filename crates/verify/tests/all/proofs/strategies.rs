//! Strategies that win if the loser may repeat positions, and may fail under superko.
//!
//! They are made from the rules without history alone, so that only the checks of the walk keep
//! false claims out. Each one that is accepted is played by the definition, with its history,
//! against random moves: every move must be legal, and every end must be won.
//! `SOLVEIG_STRATEGIES` sets the number of attempts on each board.

use std::collections::HashMap;

use solveig_format::proof::{ChosenMoves, Proof, ProofHeader};
use solveig_verify::proof::{Node, ProofFailure, WalkError, Winner, walk};
use solveig_verify::{Bound, Budget, Interval, Limits, none_given};

use super::definition::Definition;
use super::naive_go::{NaiveGo, State};
use super::{check, claiming, repeating};
use crate::forge::Random;

/// Cells, side to move, passes, and the cells that may not be made.
type Key = (Vec<u8>, u8, u8, Option<Vec<u8>>);

/// A header, and the state at its end.
type Root = (ProofHeader, State);

fn header(game: &NaiveGo, claim: Bound) -> ProofHeader {
    repeating(super::header(&game.spec(), claim))
}

fn walked<W: Winner>(header: &ProofHeader, winner: &mut W) -> Result<u64, WalkError<W::Error>> {
    let budget = Budget::new(Limits::default());
    let memory = budget.left();
    let walked = walk(header, winner, &budget, &none_given, &mut |_| true);
    assert_eq!(budget.left(), memory, "all is given back");
    walked.map(|walked| walked.nodes)
}

/// Rests, and never moves.
struct Resting;

impl Winner for Resting {
    type Error = ();

    fn choose(&mut self, _: Node<'_>) -> Result<u32, ()> {
        Err(())
    }
}

/// All positions without history.
struct All {
    game: NaiveGo,
    numbers: HashMap<Key, usize>,
    keys: Vec<Key>,
    children: Vec<Vec<usize>>,
    /// What a claim may be for each colour if the walk ends at once.
    sure: Vec<[i32; 2]>,
}

impl All {
    fn new(game: NaiveGo, points: usize) -> Self {
        let mut all = Self {
            game,
            numbers: HashMap::new(),
            keys: Vec::new(),
            children: Vec::new(),
            sure: Vec::new(),
        };
        let mut states = Vec::new();
        for key in 0..4 << (2 * points) {
            if let Some(state) = all.game.begin(Some(key)) {
                all.add(&state, None, &mut states);
            }
        }
        let mut at = 0;
        while at < states.len() {
            let (state, before): (State, Option<Vec<u8>>) = states[at].clone();
            let moves = all.game.repeating_moves(&state, before.as_deref());
            let here = NaiveGo::parts(&state).0;
            let mut children = Vec::new();
            for after in moves {
                children.push(all.add(&NaiveGo::forget(&after), Some(&here), &mut states));
            }
            all.children.push(children);
            at += 1;
        }
        let mut memory: HashMap<u128, [i32; 2]> = HashMap::new();
        for (state, _) in &states {
            let key = all.game.key(state);
            let sure = *memory.entry(key).or_insert_with(|| all.ends(state, key));
            all.sure.push(sure);
        }
        all
    }

    fn key(&self, state: &State, before: Option<&[u8]>) -> Key {
        let (cells, mover, passes) = NaiveGo::parts(state);
        let free = self.game.repeating_moves(state, None).len();
        let bound = before.filter(|_| self.game.repeating_moves(state, before).len() < free);
        (cells, mover, passes, bound.map(<[u8]>::to_vec))
    }

    fn add(
        &mut self,
        state: &State,
        before: Option<&[u8]>,
        states: &mut Vec<(State, Option<Vec<u8>>)>,
    ) -> usize {
        let key = self.key(state, before);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        self.numbers.insert(key.clone(), states.len());
        states.push((state.clone(), key.3.clone()));
        self.keys.push(key);
        states.len() - 1
    }

    /// The greatest bounds that need no moves.
    fn ends(&self, state: &State, key: u128) -> [i32; 2] {
        let Interval {
            least,
            greatest: max,
        } = self.game.range();
        let (_, mover, _) = NaiveGo::parts(state);
        [1, 2].map(|colour| {
            let holds = |bound: &i32| {
                let claim = match colour == mover {
                    true => Bound::AtLeast(*bound),
                    false => Bound::AtMost(-bound),
                };
                let header = ProofHeader {
                    board: Some(key),
                    ..header(&self.game, claim)
                };
                walked(&header, &mut Resting).is_ok()
            };
            (least..=max).rev().find(holds).unwrap()
        })
    }

    /// A strategy: the positions from which it wins, each with a number that falls on the way.
    fn won(&self, colour: u8, bound: i32, random: &mut Random) -> (Vec<bool>, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        random.shuffle(&mut order);
        let few = random.chance(2);
        let mut rests = vec![false; order.len()];
        let mut ranks = vec![usize::MAX; order.len()];
        for at in 0..order.len() {
            let must = self.keys[at].2 == 2;
            rests[at] = self.sure[at][usize::from(colour) - 1] >= bound
                && (must || !(few && random.chance(2)));
            if rests[at] {
                ranks[at] = 0;
            }
        }
        let (mut next, mut last) = (1, 0);
        while next != last {
            last = next;
            for &at in &order {
                let children = &self.children[at];
                let wins = |child: &usize| ranks[*child] < usize::MAX;
                let is_won = match self.keys[at].1 == colour {
                    true => children.iter().any(wins),
                    false => !children.is_empty() && children.iter().all(wins),
                };
                if is_won && ranks[at] == usize::MAX {
                    ranks[at] = next;
                    next += 1;
                }
            }
        }
        (rests, ranks)
    }
}

/// Plays a strategy, at times another move.
struct Playing<'a> {
    all: &'a All,
    start: &'a State,
    rests: Vec<bool>,
    ranks: Vec<usize>,
    random: &'a mut Random,
    /// One other move in so many.
    errs: usize,
    /// Whether any move of some strategy will do.
    wanders: bool,
    replies: HashMap<Key, Option<(Vec<u8>, bool)>>,
    choices: Vec<(u32, u32)>,
}

impl Playing<'_> {
    /// The state at a node, without superko, and the cells that may not be made there.
    fn at(&self, line: &[u32]) -> (State, Option<Vec<u8>>) {
        let (mut state, mut before) = (self.start.clone(), None::<Vec<u8>>);
        for place in line {
            let mut moves = self.all.game.repeating_moves(&state, before.as_deref());
            before = Some(NaiveGo::parts(&state).0);
            state = moves.swap_remove(*place as usize);
        }
        (state, before)
    }
}

impl Winner for Playing<'_> {
    type Error = ();

    fn choose(&mut self, node: Node<'_>) -> Result<u32, ()> {
        if self.choices.len() > 5_000 {
            return Err(());
        }
        let (state, before) = self.at(node.line);
        let moves = self.all.game.repeating_moves(&state, before.as_deref());
        assert_eq!(
            moves.len(),
            node.moves as usize,
            "{}",
            NaiveGo::text(&state)
        );
        let key = self.all.key(&state, before.as_deref());
        let number = self.all.numbers[&key];
        let children = &self.all.children[number];
        let lower = |place: &usize| self.ranks[children[*place]] < self.ranks[number];
        let good: Vec<usize> = (0..moves.len()).filter(lower).collect();
        let won = |place: &usize| self.ranks[children[*place]] < usize::MAX;
        let any: Vec<usize> = (0..moves.len()).filter(won).collect();
        let place = match good.is_empty() || self.random.chance(self.errs) {
            _ if self.wanders && !any.is_empty() => *self.random.pick(&any),
            true => self.random.below(moves.len()),
            false => *self.random.pick(&good),
        };
        let (cells, _, passes) = NaiveGo::parts(&moves[place]);
        self.replies.insert(key, Some((cells, passes > 0)));
        self.choices.push((place as u32, node.moves));
        Ok(place as u32)
    }

    fn rests(&mut self, node: Node<'_>) -> Result<bool, ()> {
        let (state, before) = self.at(node.line);
        let key = self.all.key(&state, before.as_deref());
        let rests = self.rests[self.all.numbers[&key]];
        if rests {
            self.replies.insert(key, None);
        }
        self.choices.push((u32::from(rests), 2));
        Ok(rests)
    }
}

#[derive(Default, Debug)]
struct Tally {
    walks: u64,
    accepted: u64,
    played: u64,
    is_false: u64,
    repeats: u64,
    indefensible: u64,
    returns: u64,
    files: u64,
    files_accepted: u64,
}

struct Trial<'a> {
    all: &'a All,
    oracle: NaiveGo,
    random: Random,
    tally: &'a mut Tally,
    points: usize,
    /// Whether values are searched for.
    searched: bool,
}

impl Trial<'_> {
    fn root(&mut self) -> Option<Root> {
        let some = self.random.chance(2);
        let board = some.then(|| u128::from(self.random.next()) % (6 << (2 * self.points)));
        let mut state = self.oracle.begin(board)?;
        let mut header = header(&self.oracle, Bound::AtLeast(0));
        header.board = board;
        let max = *self.random.pick(&[1, 3 * self.points + 2]);
        for _ in 0..self.random.below(max) {
            let moves = self.oracle.moves(&state);
            if moves.is_empty() {
                break;
            }
            let mut place = self.random.below(moves.len());
            if place + 1 == moves.len() {
                place = self.random.below(moves.len());
            }
            if self.oracle.utility(&moves[place]).is_some() {
                continue;
            }
            header.moves.push(place as u32);
            state = moves[place].clone();
        }
        Some((header, state))
    }

    fn is_true(&mut self, state: &State, claim: Bound) -> bool {
        match claim {
            Bound::AtLeast(bound) => self.oracle.reaches(state, bound),
            Bound::AtMost(bound) => !self.oracle.reaches(state, bound + 1),
        }
    }

    fn attempt(&mut self) {
        let Some((mut header, state)) = self.root() else {
            return;
        };
        let (_, mover, _) = NaiveGo::parts(&state);
        let Interval {
            least,
            greatest: max,
        } = self.oracle.range();
        let bound = self.random.between(least + 1, max);
        let claim = match self.random.chance(2) {
            true => Bound::AtLeast(bound),
            false => Bound::AtMost(-bound),
        };
        let colour = match claim {
            Bound::AtLeast(_) => mover,
            Bound::AtMost(_) => 3 - mover,
        };
        header = claiming(header, claim);
        let errs = *self.random.pick(&[6, 40, 1 << 20]);
        let wanders = self.random.chance(2);
        let (rests, ranks) = self.all.won(colour, bound, &mut self.random);
        let root = self.all.numbers.get(&self.all.key(&state, None));
        let won = root.is_some_and(|number| ranks[*number] < usize::MAX);
        if !won && !self.random.chance(8) {
            return;
        }
        let description = format!("{header:?} {}", NaiveGo::text(&state));
        let mut playing = Playing {
            all: self.all,
            start: &state,
            rests,
            ranks,
            random: &mut self.random,
            errs,
            wanders,
            replies: HashMap::new(),
            choices: Vec::new(),
        };
        let outcome = walked(&header, &mut playing);
        let (replies, choices) = (playing.replies, playing.choices);
        self.tally.walks += 1;
        match &outcome {
            Ok(nodes) => {
                self.tally.accepted += 1;
                if self.searched {
                    assert!(
                        self.is_true(&state, claim),
                        "false, and accepted: {description}"
                    );
                }
                for _ in 0..12 {
                    self.play(&state, colour, bound, &replies, &description);
                }
                self.forge(&header, &state, claim, (&choices, *nodes));
            }
            Err(WalkError::Failed(failure)) => {
                if let ProofFailure::At { problem, .. } = &**failure {
                    let is = |words: &str| u64::from(problem.starts_with(words));
                    self.tally.repeats += is("expected a move to a new board");
                    self.tally.indefensible += is("expected territory that can be kept");
                    self.tally.returns += is("expected play to end");
                }
            }
            Err(_) => {}
        }
        if self.searched && !self.is_true(&state, claim) {
            self.tally.is_false += 1;
        }
    }

    /// Plays an accepted strategy under superko.
    fn play(
        &mut self,
        start: &State,
        colour: u8,
        bound: i32,
        replies: &HashMap<Key, Option<(Vec<u8>, bool)>>,
        description: &str,
    ) {
        let (mut state, mut before) = (start.clone(), None::<Vec<u8>>);
        let game = &self.all.game;
        loop {
            let moves = self.oracle.moves(&state);
            let (cells, mover, passes, taboo) = self.all.key(&state, before.as_deref());
            let images = game.images(&cells);
            let taboos = taboo.map(|taboo| game.images(&taboo));
            let found = (0..images.len()).find_map(|by| {
                let taboo = taboos.as_ref().map(|all| all[by].clone());
                let key = (images[by].clone(), mover, passes, taboo);
                replies.get(&key).map(|found| (by, found))
            });
            let next = match found {
                None if mover == colour => break,
                Some((_, None)) => break,
                Some((by, Some((chosen, pass)))) => {
                    let place = moves.iter().position(|after| {
                        let (cells, _, passes) = NaiveGo::parts(after);
                        &game.images(&cells)[by] == chosen && (passes > 0) == *pass
                    });
                    place.unwrap_or_else(|| {
                        panic!("forbidden at {}: {description}", NaiveGo::text(&state))
                    })
                }
                // Decided, or the loser's.
                None if moves.is_empty() => break,
                None => self.random.below(moves.len()),
            };
            before = Some(cells);
            state = moves[next].clone();
        }
        let (_, mover, passes) = NaiveGo::parts(&state);
        if passes == 1 && mover != colour {
            let ended = self.oracle.moves(&state).pop().unwrap();
            assert!(self.oracle.reaches(&ended, bound), "ended: {description}");
        }
        if self.searched {
            let holds = match mover == colour {
                true => self.oracle.reaches(&state, bound),
                false => !self.oracle.reaches(&state, 1 - bound),
            };
            assert!(holds, "lost at {}: {description}", NaiveGo::text(&state));
            self.tally.played += 1;
        }
    }

    /// Changes a file.
    fn forge(
        &mut self,
        header: &ProofHeader,
        state: &State,
        claim: Bound,
        file: (&[(u32, u32)], u64),
    ) {
        let (choices, nodes) = file;
        for change in 0..4 {
            let mut choices = choices.to_vec();
            let mut header = header.clone();
            let mut claim = claim;
            match change {
                0 => {}
                1 | 2 if !choices.is_empty() => {
                    let at = self.random.below(choices.len());
                    choices[at].0 = self.random.below(choices[at].1 as usize) as u32;
                }
                3 => {
                    claim = match claim {
                        Bound::AtLeast(bound) => Bound::AtLeast(bound + 1),
                        Bound::AtMost(bound) => Bound::AtMost(bound - 1),
                    };
                    header = claiming(header, claim);
                }
                _ => continue,
            }
            let mut moves = ChosenMoves::default();
            for (place, of) in &choices {
                moves.push(*place, *of);
            }
            let description = format!("{header:?}");
            let proof = Proof {
                header,
                moves,
                nodes,
            };
            let Ok((bytes, _)) = proof.encode() else {
                continue;
            };
            let holds = check(&bytes, Limits::default()).is_ok();
            assert!(holds || change > 0, "{description}");
            self.tally.files += 1;
            self.tally.files_accepted += u64::from(holds);
            if holds && self.searched {
                assert!(
                    self.is_true(state, claim),
                    "false, and accepted: {description}"
                );
            }
        }
    }
}

fn tries() -> u64 {
    let variable = std::env::var("SOLVEIG_STRATEGIES").ok();
    variable.and_then(|text| text.parse().ok()).unwrap_or(1500)
}

/// Attempts on one board.
fn on(game: &NaiveGo, searched: bool, times: u64, tally: &mut Tally) {
    let points = game.points();
    let all = All::new(game.clone(), points);
    let mut trial = Trial {
        all: &all,
        oracle: game.clone(),
        random: Random::new(game.spec().bytes().map(u64::from).sum()),
        tally,
        points,
        searched,
    };
    for _ in 0..times {
        trial.attempt();
    }
}

#[test]
fn strategies_that_are_accepted_win_under_superko() {
    let mut tally = Tally::default();
    for situational in [false, true] {
        let game = |columns, rows| NaiveGo::new(columns, rows, situational, false);
        for (columns, rows) in [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4)] {
            on(&game(columns, rows), true, tries(), &mut tally);
        }
        on(&game(1, 4).with_komi(3), true, tries() / 2, &mut tally);
        on(&game(1, 5), !situational, tries(), &mut tally);
        on(&game(2, 2), !situational, tries(), &mut tally);
        on(&game(2, 3), false, tries(), &mut tally);
    }
    println!("{tally:?}");
    let refused = [
        tally.repeats,
        tally.indefensible,
        tally.returns,
        tally.is_false,
    ];
    assert!(refused.iter().all(|times| *times > 20), "{tally:?}");
    assert!(tally.accepted > 1000 && tally.played > 10_000, "{tally:?}");
    assert!(tally.files > tally.files_accepted + 1000, "{tally:?}");
}

/// The last point of the board that Black makes was there before.
#[test]
fn territory_that_superko_denies_is_not_kept() {
    for situational in [false, true] {
        let game = NaiveGo::new(3, 2, situational, false);
        let mut state = game.begin(None).unwrap();
        let mut header = header(&game, Bound::AtMost(-6));
        // Black fills his eye at A2; White takes all; Black comes back, but not to A1.
        for name in "B1 pass B2 pass A1 pass C1 pass A2 C2 B2 pass C1 pass B1".split(' ') {
            let moves = game.moves(&state);
            let place = moves
                .iter()
                .position(|after| game.point_name(&state, after) == name)
                .unwrap();
            header.moves.push(place as u32);
            state = moves[place].clone();
        }
        assert_eq!(NaiveGo::text(&state), "-XX-X- O");
        let is_capture = |after: &&State| NaiveGo::text(after) == "-XXOX- X";
        let moves = game.moves(&state);
        let answers = game.moves(moves.iter().find(is_capture).unwrap());
        // C2, which fills an eye, and the pass.
        assert_eq!(answers.len(), 2);
        let Err(WalkError::Failed(failure)) = walked(&header, &mut Resting) else {
            panic!("accepted");
        };
        assert!(
            failure
                .to_string()
                .contains("expected territory that can be kept"),
            "{failure}"
        );
        header.board = Some(game.key(&state));
        header.moves.clear();
        assert_eq!(walked(&header, &mut Resting).unwrap(), 1);
    }
}
