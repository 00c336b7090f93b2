use solveig_game::{Game, GameExt, Keyed, Move, Notation, Spec};
use solveig_search::random::Random;

use super::state::Key;
use super::strategy::CapturedStones;
use super::territory::Secure;
use super::*;

mod retrograde;

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

/// The search for Black from the start.
fn search_of(game: &Go, bound: Value, bytes: u64) -> HistoryFreeSearch {
    let claim = BoundedWin {
        winner: Colour::Black,
        bound,
    };
    let (options, stop) = (SearchOptions { bytes }, StopToken::never());
    let search = HistoryFreeSearch::new(game, &game.start(), claim, options, stop);
    search.unwrap().unwrap()
}

/// The strategy for Black from the start, and how many moves and territories were left out for it.
fn strategy(game: &Go, bound: Value) -> (Rules, Strategy, usize) {
    let mut search = search_of(game, bound, 1 << 22);
    loop {
        match search.search(u64::MAX).unwrap() {
            SearchResult::Found(found) => {
                let found = *found;
                let excluded = found.win().excluded;
                return (found.rules, found.strategy, excluded);
            }
            SearchResult::NotYet => {}
            SearchResult::Exhausted => panic!("{} {bound}", game.spec()),
        }
    }
}

/// A play by Black's strategy against random moves, by the rules of the game.
struct Follower<'a> {
    game: &'a Go,
    rules: &'a Rules,
    strategy: &'a Strategy,
    bound: Value,
}

/// A random move of a position, as a point, or 0.
fn any_move(game: &Go, position: &GoPosition, random: &mut Random) -> u64 {
    let moves = game.moves(position);
    let chosen = moves[random.below(moves.len() as u32) as usize];
    match chosen == game.pass() {
        true => 0,
        false => 1 << chosen.0,
    }
}

/// The position after a move, as a point or 0; `None` if it is illegal.
fn after(game: &Go, position: &GoPosition, point: u64) -> Option<GoPosition> {
    let played = match point {
        0 => game.pass(),
        _ => Move(point.trailing_zeros() as u16),
    };
    game.play(position, played).ok()
}

/// The move of a colour that keeps its territory, one point or 0 for a pass.
fn defence(game: &Go, position: &GoPosition, colour: Colour, territory: u64) -> u64 {
    let board = game.board();
    let own = position.stones(colour);
    let other = position.stones(colour.opponent());
    let empty = board.all() & !(own | other);
    let alive = Secure::of(board, own).stones;
    let attacked = board
        .parts(board.all() & !alive)
        .find(|region| region & territory & other != 0);
    let Some(region) = attacked else { return 0 };
    let loose = region & own & territory;
    let urgent = board.adjacent(loose) & empty;
    let beside = region & empty & board.adjacent(alive);
    let choices = match () {
        () if board.adjacent(loose) & other != 0 => urgent,
        () if beside != 0 => beside,
        () => region & empty,
    };
    choices & choices.wrapping_neg()
}

/// Plays on against random moves with a colour's territory; its value at the end, `None` if a move
/// was illegal.
fn defended(
    game: &Go,
    mut position: GoPosition,
    colour: Colour,
    territory: u64,
    random: &mut Random,
) -> Option<Value> {
    loop {
        if let Some(value) = game.terminal_value(&position) {
            return Some(match position.to_move() == colour {
                true => value,
                false => -value,
            });
        }
        let point = match position.to_move() == colour {
            true => defence(game, &position, colour, territory),
            false => any_move(game, &position, random),
        };
        position = after(game, &position, point)?;
    }
}

impl Follower<'_> {
    /// Fails if a move of Black was illegal, or the bound did not hold where the play ended, with
    /// the key of the last state that the strategy has.
    fn plays_well(&self, random: &mut Random) -> Result<(), Key> {
        let rules = self.rules;
        let mut position = self.game.start();
        let mut state = State::of(&position, Colour::Black);
        loop {
            let (key, _) = rules.key(&state);
            let holds = |value| {
                if value >= self.bound {
                    Ok(())
                } else {
                    Err(key)
                }
            };
            let point = match self.strategy.reply(rules, &state).unwrap() {
                Reply::Won => {
                    let secure = rules.won(&state).unwrap();
                    let territory = secure.territory;
                    let value = defended(self.game, position, Colour::Black, territory, random);
                    return holds(value.ok_or(key)?);
                }
                Reply::Move(point) => point,
                Reply::Answer => any_move(self.game, &position, random),
            };
            let Some(next) = after(self.game, &position, point) else {
                return Err(key);
            };
            if let Some(value) = self.game.terminal_value(&next) {
                return holds(match next.to_move() {
                    Colour::Black => value,
                    Colour::White => -value,
                });
            }
            state = rules.after(&state, point);
            position = next;
        }
    }
}

/// Whatever stands in the territory, and whatever the other colour plays, its owner gets it.
#[test]
fn territory_is_kept() {
    let (mut uncovered, mut attacked) = (0, 0);
    for (spec, plays) in [
        ("go:1x7", 2_000),
        ("go:3x3", 2_000),
        ("go:4x3", 4_000),
        ("go:4x4?superko=situational", 8_000),
        ("go:5x4", 12_000),
        ("go:5x5", 12_000),
    ] {
        let game = go(spec);
        let board = game.board();
        let mut random = Random::new(11);
        let mut tried = 0;
        for _ in 0..plays {
            let mut any = || u64::from(random.below(1 << board.points()));
            // Two of three points have a stone of the owner.
            let own = any() | any() & any();
            let other = any() & !own;
            let (own, other) = (
                own & !board.without_liberty(own, other),
                other & !board.without_liberty(other, own),
            );
            let secure = Secure::of(board, own);
            if secure.territory == 0 || board.without_liberty(own, other) != 0 {
                continue;
            }
            tried += 1;
            attacked += usize::from(secure.territory & other != 0);
            let beside = board.adjacent(secure.stones);
            uncovered += usize::from(secure.territory & !beside != 0);
            let bits = [own, other].map(u128::from);
            let black_moves = random.below(2) == 0;
            for colour in [Colour::Black, Colour::White] {
                let [black, white] = match colour {
                    Colour::Black => bits,
                    Colour::White => [bits[1], bits[0]],
                };
                let points = board.points();
                let key = black | white << points | u128::from(black_moves) << (2 * points);
                let position = game.position(key).unwrap();
                let territory = secure.territory;
                let value = defended(&game, position.clone(), colour, territory, &mut random);
                let least = secure.score(board);
                assert!(
                    value.is_some_and(|value| value >= least),
                    "{spec} {position:?}"
                );
            }
        }
        assert!(tried > plays / 50, "{spec}: {tried}");
    }
    assert!(uncovered > 100 && attacked > 1000, "{uncovered} {attacked}");
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
        let (rules, strategy, _) = strategy(&game, bound);
        let follower = Follower {
            game: &game,
            rules: &rules,
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

/// A board before the first position that the strategy makes again, or that forbids to keep a
/// territory, makes the check refuse what the board forbids.
#[test]
fn what_the_history_forbids_is_refused() {
    let mut random = Random::new(5);
    let (mut moves, mut territories) = (0, 0);
    for (spec, bound) in [("go:4x3", 4), ("go:2x5", 10), ("go:3x3", 9)] {
        let game = go(spec);
        let (rules, strategy, _) = strategy(&game, bound);
        let rules = &rules;
        for _ in 0..150 {
            let mut state = State::of(&game.start(), Colour::Black);
            loop {
                let key = rules.key(&state).0;
                match strategy.reply(rules, &state).unwrap() {
                    Reply::Won => {
                        let secure = rules.won(&state).unwrap();
                        let point = secure.territory & secure.territory.wrapping_neg();
                        if point == 0 {
                            break;
                        }
                        territories += 1;
                        let refused = strategy.check(
                            rules,
                            &[Stones {
                                winner: secure.stones | point,
                                loser: 0,
                            }],
                        );
                        assert!(refused.territories.contains(&key), "{spec} {state:?}");
                        break;
                    }
                    Reply::Move(0) if state.passed => break,
                    Reply::Move(0) => state = rules.pass(&state),
                    Reply::Move(point) => {
                        let next = rules.play(&state, point);
                        let refused = strategy.check(
                            rules,
                            &[Stones {
                                winner: next.winner,
                                loser: next.loser,
                            }],
                        );
                        let mut of_state = refused.moves.iter().filter(|(from, _)| *from == key);
                        assert!(of_state.next().is_some(), "{spec} {state:?}");
                        moves += 1;
                        state = next;
                    }
                    Reply::Answer => {
                        let all = rules.children(&state);
                        state = all[random.below(all.len() as u32) as usize].state;
                    }
                }
            }
        }
    }
    assert!(moves > 500 && territories > 100, "{moves} {territories}");
}

/// In `go:5x3` the first strategy repeats boards or rests on territory that may be forbidden. A
/// table that loses nearly everything changes nothing.
#[test]
fn strategies_are_refused_and_searched_again() {
    let game = go("go:5x3");
    for bytes in [1 << 24, 1 << 18] {
        let mut search = search_of(&game, 15, bytes);
        assert!(matches!(search.search(u64::MAX), Ok(SearchResult::NotYet)));
        assert!(!search.search.excluded.is_empty());
        let found = loop {
            match search.search(1 << 12).unwrap() {
                SearchResult::Found(found) => break found,
                SearchResult::NotYet => {}
                SearchResult::Exhausted => panic!("{bytes}"),
            }
        };
        assert!(found.strategy.check(&found.rules, &[]).is_empty());
    }
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
            let rules = Rules::new(&game.board, &game.grid, 1);
            let mut state = State::of(&position, Colour::Black);
            for _ in 0..60 {
                let moves = game.moves(&position);
                let children = rules.children(&state);
                for played in &moves {
                    let point = match *played == game.pass() {
                        true => 0,
                        false => 1 << played.0,
                    };
                    let next = game.play(&position, *played).unwrap();
                    let passes_badly = state.winner_moves && !rules.ends_well(&state);
                    if next.is_over() || point == 0 && passes_badly {
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
                let point = match played == game.pass() {
                    true => 0,
                    false => 1 << played.0,
                };
                state = rules.after(&state, point);
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
        let rules = &Rules::new(&game.board, &game.grid, 1);
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
                assert_eq!(key.state(), least);
                assert_eq!(key.within(7).state(), least);
                for by in (0..rules.grid.symmetries()).map(solveig_game::Symmetry) {
                    let image = rules.image(&state, by);
                    let (same_key, by) = rules.key(&image);
                    assert_eq!(
                        (same_key, rules.image(&image, by)),
                        (key, least),
                        "{state:?}"
                    );
                }
                for (other, other_key) in states.iter().zip(&keys) {
                    let is_image = rules.maps(&state, other).next().is_some();
                    assert_eq!(key == *other_key, is_image, "{state:?} {other:?}");
                }
                keys.push(key);
                states.push(state);
            }
        }
    }
}

/// Of all larger sets of stones, the least that secures the target.
#[test]
fn needs_are_the_least_numbers_of_stones() {
    for (spec, targets) in [
        ("go:1x7", [7, -6]),
        ("go:2x4", [1, 0]),
        ("go:3x3", [9, -8]),
        ("go:5x2", [4, -3]),
    ] {
        let game = go(spec);
        let board = game.board();
        let mut stop = StopChecker::new(StopToken::never());
        let needs = Needs::of_both(board, targets, &mut stop).unwrap();
        for (needs, target) in needs.iter().zip(targets) {
            let secures = |own: &u64| Secure::of(board, *own).score(board) >= target;
            let secured: Vec<u64> = (0..=board.all()).filter(secures).collect();
            for own in 0..=board.all() {
                let larger = secured.iter().filter(|set| own & !**set == 0);
                let least = larger.map(|set| (set & !own).count_ones()).min();
                let least = least.unwrap_or(Needs::NEVER.into());
                assert_eq!(u32::from(needs.of(own)), least, "{spec} {target} {own:#b}");
            }
        }
    }
}

#[test]
fn sets_of_lost_stones_forbid_at_least_what_each_of_them_does() {
    let mut random = Random::new(4);
    for _ in 0..2_000 {
        let mut set = || u64::from(random.below(1 << 12));
        let sets: Vec<u64> = (0..set() % 100).map(|_| set()).collect();
        let mut lost_stones = CapturedStones::default();
        sets.iter().for_each(|stones| lost_stones.add(*stones));
        for _ in 0..50 {
            let stones = set() & set() & set();
            let others = set() & set() & !stones;
            let had = |earlier: &u64| stones & !earlier == 0 && others & earlier != 0;
            assert!(lost_stones.may_have_had(stones, others) || !sets.iter().any(had));
        }
    }
}
