use solveig_game::{Game, GameExt, Move, Spec};
use solveig_search::random::Random;

use super::super::GoKnowledge;
use super::super::plan::Plan;
use super::search::Excluded;
use super::state::Key;
use super::strategy::{Lost, Reply, Strategy};
use super::*;

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

const OPTIONS: SearchOptions = SearchOptions {
    widening: 8,
    bytes: 1 << 22,
    most_plies: 30,
};

/// The strategy for Black from the start, and how many moves and plans were left out for it.
fn strategy(game: &Go, bound: Value, checked: bool) -> (Search, Strategy, usize) {
    let claim = (Colour::Black, bound);
    let (mut search, root, earlier) =
        prepared(game, &game.start(), claim, OPTIONS, StopToken::never()).unwrap();
    let mut plies = 1;
    loop {
        assert!(plies <= OPTIONS.most_plies, "{} {bound}", game.spec());
        if !search.wins(&root, plies).unwrap() {
            plies += 2;
            continue;
        }
        let strategy = Strategy::written_out(&mut search, root, plies).unwrap();
        let refused = match checked {
            true => strategy.check(&search.rules, &earlier),
            false => Excluded::default(),
        };
        if refused.is_empty() {
            let excluded = search.excluded.len();
            return (search, strategy, excluded);
        }
        search.exclude(refused);
    }
}

/// A play by Black's strategy against random moves, by the rules of the game.
struct Follower<'a> {
    game: &'a Go,
    search: &'a Search,
    strategy: &'a Strategy,
    bound: Value,
}

impl Follower<'_> {
    /// Fails if a move of Black was illegal, or the bound did not hold where the play ended, with
    /// the key of the last state.
    fn plays_well(&self, random: &mut Random) -> Result<(), Key> {
        let mut position = self.game.start();
        let mut state = root(&position, Colour::Black);
        loop {
            let (key, _) = self.search.rules.key(&state);
            let holds = |value| {
                if value >= self.bound {
                    Ok(())
                } else {
                    Err(key)
                }
            };
            let point = match self.strategy.reply(&self.search.rules, &state) {
                Reply::Won => {
                    // The position's image with the key is the one that was judged.
                    let by = self.search.rules.key(&state).1;
                    let image = self.game.transform(&position, by);
                    let bounds = GoKnowledge::default().bounds(self.game, &image);
                    return holds(match position.to_move() {
                        Colour::Black => bounds.lower,
                        Colour::White => -bounds.upper,
                    });
                }
                Reply::Move(point) => point,
                Reply::Answer => {
                    let moves = self.game.moves(&position);
                    let chosen = moves[random.below(moves.len() as u32) as usize];
                    match chosen == self.game.pass() {
                        true => 0,
                        false => 1 << chosen.0,
                    }
                }
            };
            let played = match point {
                0 => self.game.pass(),
                _ => Move(point.trailing_zeros() as u16),
            };
            let Ok(next) = self.game.play(&position, played) else {
                return Err(key);
            };
            if let Some(value) = self.game.terminal_value(&next) {
                return holds(match next.to_move() {
                    Colour::Black => value,
                    Colour::White => -value,
                });
            }
            state = match point {
                0 => Rules::pass(&state),
                _ => self.search.rules.play(&state, point),
            };
            position = next;
        }
    }
}

#[test]
fn strategies_win_by_the_rules_whatever_the_loser_plays() {
    for (spec, bound) in [
        ("go:3x3", 9),
        ("go:4x3", 4),
        ("go:3x4?superko=situational", 4),
        ("go:2x5", 10),
        ("go:3x3?komi=8.5", 1),
    ] {
        let game = go(spec);
        let (search, strategy, _) = strategy(&game, bound, true);
        let follower = Follower {
            game: &game,
            search: &search,
            strategy: &strategy,
            bound,
        };
        let mut random = Random::new(1);
        for play in 0..20_000 {
            assert_eq!(
                follower.plays_well(&mut random),
                Ok(()),
                "{spec}, play {play}"
            );
        }
    }
}

/// Where play by a strategy that was not checked fails, the check has refused it.
#[test]
fn what_fails_in_play_was_refused() {
    let mut failed = 0;
    for (spec, bound) in [("go:4x3", 4), ("go:4x4", 1), ("go:5x3", 15)] {
        let game = go(spec);
        let (search, strategy, _) = strategy(&game, bound, false);
        let refused = strategy.check(&search.rules, &[]);
        assert!(!refused.is_empty(), "{spec}");
        let follower = Follower {
            game: &game,
            search: &search,
            strategy: &strategy,
            bound,
        };
        let mut random = Random::new(5);
        for _ in 0..100_000 {
            let Err(key) = follower.plays_well(&mut random) else {
                continue;
            };
            failed += 1;
            let is_refused =
                refused.plans.contains(&key) || refused.moves.iter().any(|(from, _)| *from == key);
            assert!(is_refused, "{spec}");
        }
    }
    assert!(failed > 50, "{failed}");
}

#[test]
fn every_legal_move_is_a_move_of_the_state() {
    for spec in [
        "go:1x5",
        "go:2x3",
        "go:3x3",
        "go:4x4",
        "go:7x7",
        "go:3x3?superko=situational",
    ] {
        let game = go(spec);
        let mut random = Random::new(7);
        for _ in 0..200 {
            let mut position = game.start();
            let claim = (Colour::Black, 1);
            let (search, mut state, _) =
                prepared(&game, &position, claim, OPTIONS, StopToken::never()).unwrap();
            for _ in 0..60 {
                let moves = game.moves(&position);
                let children = search.rules.children(&state);
                for played in &moves {
                    let point = match *played == game.pass() {
                        true => 0,
                        false => 1 << played.0,
                    };
                    let next = game.play(&position, *played).unwrap();
                    if next.is_over() {
                        continue;
                    }
                    let child = children.iter().find(|child| child.point == point).unwrap();
                    let stones = [child.state.winner, child.state.loser];
                    assert_eq!(stones, next.stones, "{spec}");
                }
                let played = moves[random.below(moves.len() as u32) as usize];
                let next = game.play(&position, played).unwrap();
                if next.is_over() {
                    break;
                }
                state = match played == game.pass() {
                    true => Rules::pass(&state),
                    false => search.rules.play(&state, 1 << played.0),
                };
                position = next;
            }
        }
    }
}

#[test]
fn keys_are_those_of_all_images_and_tell_states_apart() {
    let mut random = Random::new(3);
    for spec in [
        "go:1x1", "go:1x7", "go:3x3", "go:5x4", "go:25x1", "go:7x7", "go:1x49",
    ] {
        let game = go(spec);
        let claim = (Colour::Black, 1);
        let (search, _, _) =
            prepared(&game, &game.start(), claim, OPTIONS, StopToken::never()).unwrap();
        let rules = &search.rules;
        let mut any = || {
            let high = u64::from(random.below(1 << 31)) << 31;
            high ^ u64::from(random.below(1 << 31))
        };
        for _ in 0..5_000 {
            let winner = any() & rules.board.all();
            let loser = any() & any() & rules.board.all() & !winner;
            let empty = rules.board.all() & !(winner | loser);
            let kos = [
                0,
                empty & empty.wrapping_neg(),
                1_u64
                    .checked_shl(63 - empty.leading_zeros().min(63))
                    .unwrap()
                    & empty,
            ];
            let mut keys = Vec::new();
            let mut states: Vec<State> = Vec::new();
            for bits in 0..12 {
                let state = State {
                    winner,
                    loser,
                    ko: kos[bits / 4],
                    winner_moves: bits & 1 != 0,
                    passed: bits & 2 != 0,
                };
                let (key, by) = rules.key(&state);
                let least = rules.image(&state, by);
                for by in (0..rules.grid.symmetries()).map(solveig_game::Symmetry) {
                    let image = rules.image(&state, by);
                    let (same_key, by) = rules.key(&image);
                    assert_eq!(
                        (same_key, rules.image(&image, by)),
                        (key, least),
                        "{state:?}"
                    );
                }
                for (other, known) in states.iter().zip(&keys) {
                    let is_image = rules.maps(&state, other).next().is_some();
                    assert_eq!(key == *known, is_image, "{state:?} {other:?}");
                }
                keys.push(key);
                states.push(state);
            }
        }
    }
}

/// The deepest search fits the stack of a thread.
#[test]
fn the_most_plies_can_be_searched() {
    let game = go("go:2x2");
    let options = SearchOptions {
        most_plies: u8::MAX,
        bytes: 0,
        widening: 0,
    };
    let mut last = 0;
    let mut watch = |progress: Progress| last = progress.plies;
    let claim = (Colour::Black, 4);
    let found = find_history_free_win(
        &game,
        &game.start(),
        claim,
        options,
        StopToken::never(),
        &mut watch,
    );
    assert_eq!(found.unwrap(), None);
    assert_eq!(last, SearchOptions::MOST_PLIES - 1);
}

#[test]
fn sets_of_lost_stones_forbid_at_least_what_each_of_them_does() {
    let mut random = Random::new(4);
    for _ in 0..2_000 {
        let mut set = || u64::from(random.below(1 << 12));
        let sets: Vec<u64> = (0..set() % 100).map(|_| set()).collect();
        let mut lost = Lost::default();
        sets.iter().for_each(|stones| lost.add(*stones));
        for _ in 0..50 {
            let stones = set() & set() & set();
            let plan = Plan {
                stones,
                points: set() & set() & !stones,
                score: 0,
            };
            let forbids = |earlier: &u64| plan.stones & !earlier == 0 && plan.points & earlier != 0;
            assert!(lost.may_forbid(&plan) || !sets.iter().any(forbids));
        }
    }
}
