//! Derivations from true premises and from false ones, compared with intervals backed up by plain
//! minimax and with exact values.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use solveig_verify::conclusion::{BoundKind, Claim, ConclusionError, Derivation, Premise, derive};
use solveig_verify::{
    Budget, ConnectFour, Hex, Interval, Limits, Mnk, Othello, Rules, Stage, Tree, Undecided,
};

use crate::forge::{Random, Synthetic, minimax, nested};

type Bounds = HashMap<u128, Interval>;

fn children<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    children
}

fn canonical_key<R: Rules>(rules: &R, position: &R::Position) -> u128 {
    rules.key(&rules.canonical(position))
}

/// The positions at the cut that play from `position` can reach.
fn at_cut<R: Rules>(rules: &R, position: &R::Position, cut: u32, found: &mut Vec<R::Position>) {
    match rules.stage(position) {
        Stage::Over(_) => {}
        Stage::Moves if rules.level(position) >= cut => found.push(position.clone()),
        _ => {
            for child in children(rules, position) {
                at_cut(rules, &child, cut, found);
            }
        }
    }
}

/// The bounds that rules and premises imply by definition: the maxima over the moves of the least
/// and of the greatest value that a move leaves.
fn implied<R: Rules>(rules: &R, position: &R::Position, cut: u32, premises: &Bounds) -> Interval {
    match rules.stage(position) {
        Stage::Over(utility) => Interval::exactly(utility),
        Stage::Moves if rules.level(position) >= cut => {
            let key = canonical_key(rules, position);
            let mut bounds = premises.get(&key).copied().unwrap_or(rules.value_range());
            for child in children(rules, position) {
                if let Stage::Over(utility) = rules.stage(&child) {
                    bounds.least = bounds.least.max(-utility);
                }
            }
            bounds
        }
        _ => {
            let left = children(rules, position).into_iter();
            let left = left.map(|child| implied(rules, &child, cut, premises).negated());
            let best = |one: Interval, other: Interval| Interval {
                least: one.least.max(other.least),
                greatest: one.greatest.max(other.greatest),
            };
            left.reduce(best).unwrap()
        }
    }
}

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

fn derived<R: Rules>(
    rules: &R,
    claim: &Claim<R::Position>,
    premises: &Bounds,
) -> Result<Derivation<R::Position>, ConclusionError> {
    let look_up = |key| premises.get(&key).copied();
    derive(rules, claim.clone(), look_up, &unlimited())
}

/// A position some moves from the start in which the game is not over.
fn walk<R: Rules>(rules: &R, random: &mut Random) -> R::Position {
    loop {
        let mut position = rules.start();
        for _ in 0..random.below(rules.max_level() as usize) {
            let next = children(rules, &position);
            if next.is_empty() {
                break;
            }
            position = next[random.below(next.len())].clone();
        }
        if rules.stage(&position) == Stage::Moves {
            return position;
        }
    }
}

/// Numbers of trials.
#[derive(Debug, Default)]
struct Tally {
    true_premises: u64,
    lies: u64,
    accepted: u64,
    false_from_lies: u64,
}

/// One position and cut, with true bounds, and then with each kind of lie.
fn forge<R: Rules>(
    rules: &R,
    random: &mut Random,
    values: &mut HashMap<u128, i32>,
    tally: &mut Tally,
) {
    let range = rules.value_range();
    let Interval {
        least: min,
        greatest: max,
    } = range;
    let start = walk(rules, random);
    let level = rules.level(&start);
    let cut = level + random.below(4) as u32;
    if cut >= rules.max_level() {
        return;
    }
    let mut leaves = Vec::new();
    at_cut(rules, &start, cut, &mut leaves);
    let mut truth = HashMap::new();
    for leaf in &leaves {
        let worth = minimax(rules, leaf, values);
        let before = truth.insert(canonical_key(rules, leaf), worth);
        assert!(before.is_none_or(|before| before == worth), "{leaf:?}");
    }
    let mut keys: Vec<u128> = truth.keys().copied().collect();
    keys.sort_unstable();
    let loose = random.below(3) as i32;
    let mut bounds = Bounds::new();
    for key in &keys {
        let worth = truth[key];
        let least = if random.below(8) == 0 {
            min
        } else {
            (worth - random.between(0, loose)).max(min)
        };
        let greatest = if random.below(8) == 0 {
            max
        } else {
            (worth + random.between(0, loose)).min(max)
        };
        if random.below(10) > 0 {
            bounds.insert(*key, Interval { least, greatest });
        }
    }
    let worth = minimax(rules, &start, values);
    for kind in 0..8 {
        let mut forged = bounds.clone();
        let mut claim = Claim {
            position: start.clone(),
            bounds: Interval::exactly(worth),
            cut,
        };
        let any = |random: &mut Random| keys.get(random.below(keys.len().max(1))).copied();
        match kind {
            // The conclusion is wrong, by little or by much.
            1 => claim.bounds = Interval::exactly(worth + 1),
            2 => claim.bounds = Interval::exactly(worth - 1),
            3 => {
                claim.bounds.least = random.between(min, max);
                claim.bounds.greatest = random.between(claim.bounds.least, max);
            }
            // One bound is wrong, and the conclusion is what would follow from it.
            4 => {
                let by = random.between(-2, 2);
                if let Some(bounds) = any(random).and_then(|key| forged.get_mut(&key)) {
                    bounds.least = (bounds.least + by).clamp(min, max);
                    bounds.greatest = (bounds.greatest + by).clamp(min, max);
                }
                claim.bounds = implied(rules, &start, cut, &forged);
            }
            // A premise is missing, or is that of another position.
            5 => {
                if let Some(bounds) = any(random).and_then(|key| forged.remove(&key))
                    && let Some(other) = any(random)
                {
                    forged.insert(other, bounds);
                }
            }
            // Bounds of positions at another cut.
            6 => {
                claim.cut = level + random.below(6) as u32;
            }
            // The bounds belong to another position.
            7 => claim.position = walk(rules, random),
            _ => {}
        }
        let Interval { least, greatest } = claim.bounds;
        let is_possible = min <= least
            && least <= greatest
            && greatest <= max
            && claim.cut >= rules.level(&claim.position)
            && claim.cut < rules.max_level();
        let found = derived(rules, &claim, &forged);
        assert_eq!(found.is_ok(), is_possible, "{claim:?}");
        let Ok(found) = found else { continue };
        if claim.cut > rules.level(&claim.position) + 4 {
            // Here the definition takes too long: what follows must be true unless a premise is
            // false.
        } else {
            let bounds = implied(rules, &claim.position, claim.cut, &forged);
            assert_eq!(found.lower_follows, bounds.least >= least, "{claim:?}");
            assert_eq!(
                found.upper_follows,
                bounds.greatest <= greatest,
                "{claim:?}"
            );
        }
        let worth = minimax(rules, &claim.position, values);
        let follows_wrongly =
            found.lower_follows && least > worth || found.upper_follows && greatest < worth;
        if follows_wrongly {
            let is_true = |premise: &Premise| {
                let position = rules.position(premise.key).unwrap();
                let worth = minimax(rules, &position, values);
                premise.side.at(premise.bound).allows(worth)
            };
            assert!(!found.rests_on.iter().all(is_true), "{claim:?} {forged:?}");
            tally.false_from_lies += 1;
        }
        // The derivation needs only the premises in `rests_on`.
        let needed = |key: &u128| found.rests_on.iter().any(|premise| premise.key == *key);
        let only: Bounds = forged.into_iter().filter(|(key, _)| needed(key)).collect();
        let again = derived(rules, &claim, &only).unwrap();
        assert_eq!(again.rests_on, found.rests_on);
        assert_eq!(
            (again.lower_follows, again.upper_follows),
            (found.lower_follows, found.upper_follows)
        );
        for premise in &found.rests_on {
            let bounds = only[&premise.key];
            let (stated, vacuous) = match premise.side {
                BoundKind::AtLeast => (bounds.least, min),
                BoundKind::AtMost => (bounds.greatest, max),
            };
            assert_eq!(premise.bound, stated);
            assert_ne!(stated, vacuous);
        }
        // Every descent ends at one of these premises.
        for _ in 0..4 {
            if let Some(premise) = found.descend(rules, |n| random.below(n)) {
                assert!(found.rests_on.contains(&premise));
            }
        }
        match kind {
            0..=3 => tally.true_premises += 1,
            _ => tally.lies += 1,
        }
        tally.accepted += u64::from(found.lower_follows && found.upper_follows);
    }
}

fn forge_all<R: Rules>(rules: &R, times: usize, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut values = HashMap::new();
    let mut tally = Tally::default();
    for _ in 0..times {
        forge(rules, &mut random, &mut values, &mut tally);
    }
    tally
}

#[test]
fn what_follows_is_what_the_definition_says_and_is_true_unless_a_premise_that_is_named_is_not() {
    let tallies = [
        forge_all(&Othello::new(4, 4).unwrap(), 6_000, 1),
        forge_all(&Mnk::new(3, 3, 3).unwrap(), 8_000, 2),
        forge_all(&Mnk::new(4, 3, 3).unwrap(), 4_000, 3),
        forge_all(&ConnectFour::new(4, 4).unwrap(), 8_000, 4),
        forge_all(&ConnectFour::new(4, 4).unwrap().by_score(), 4_000, 5),
        forge_all(&Hex::new(3, 3).unwrap(), 6_000, 6),
        forge_all(&Hex::new(4, 2).unwrap(), 4_000, 7),
    ];
    let mut random = Random::new(8);
    let trees = (0..1_000).map(|seed| {
        let text = format!("[{}]", nested(&mut random, 5, 5));
        let tree = Tree::parse("tree:test", &text).unwrap();
        forge_all(&tree, 8, seed)
    });
    let (mut tried, mut accepted, mut wrong) = (0, 0, 0);
    for tally in tallies.into_iter().chain(trees) {
        tried += tally.true_premises + tally.lies;
        accepted += tally.accepted;
        wrong += tally.false_from_lies;
    }
    println!("{tried} tried, {accepted} follow, {wrong} false ones by premises that are false");
    assert!(tried > 200_000, "{tried}");
    assert!(accepted > tried / 10 && accepted < tried, "{accepted}");
    assert!(wrong > 500, "{wrong}");
}

/// Up to 15 moves above the cut, more than the definition is tried for.
#[test]
fn whole_games_are_derived_from_bounds_at_every_cut() {
    let rules = ConnectFour::new(4, 4).unwrap().by_score();
    let values = RefCell::new(HashMap::new());
    let value = |position: &_| minimax(&rules, position, &mut values.borrow_mut());
    let worth = value(&rules.start());
    for cut in 0..rules.max_level() {
        let look_up = |key| {
            let position = rules.position(key).unwrap();
            assert!(rules.level(&position) >= cut);
            let worth = value(&position);
            Some(Interval::exactly(worth))
        };
        for claimed in worth - 1..=worth + 1 {
            let claim = Claim {
                position: rules.start(),
                bounds: Interval::exactly(claimed),
                cut,
            };
            let found = derive(&rules, claim, look_up, &unlimited()).unwrap();
            assert_eq!(found.lower_follows, claimed <= worth, "{cut}");
            assert_eq!(found.upper_follows, claimed >= worth, "{cut}");
        }
    }
}

/// The start of 3x3 tic-tac-toe is a draw, cut after one move.
fn tic_tac_toe() -> (Mnk, Bounds) {
    let rules = Mnk::new(3, 3, 3).unwrap();
    let first = children(&rules, &rules.start());
    let draws = first
        .iter()
        .map(|child| (canonical_key(&rules, child), Interval::exactly(0)));
    let bounds = draws.collect();
    (rules, bounds)
}

#[test]
fn claims_premises_and_cuts_that_no_game_has_are_refused() {
    let (rules, bounds) = tic_tac_toe();
    let claim = |bounds, cut| Claim {
        position: rules.start(),
        bounds,
        cut,
    };
    let (min, max) = (i32::MIN, i32::MAX);
    for (least, greatest) in [
        (min, min),
        (min, max),
        (max, max),
        (max, min),
        (-1, 2),
        (-2, 1),
        (1, 0),
        (2, 2),
        (-2, -2),
    ] {
        let impossible = Interval { least, greatest };
        let found = derived(&rules, &claim(impossible, 1), &bounds);
        assert!(
            matches!(found, Err(ConclusionError::Claim { .. })),
            "{impossible}"
        );
        // Nor are premises looked up for such a bound.
        let wild = bounds.keys().map(|key| (*key, impossible)).collect();
        let found = derived(&rules, &claim(Interval::exactly(0), 1), &wild);
        assert!(
            matches!(found, Err(ConclusionError::Premise { .. })),
            "{impossible}"
        );
    }
    for cut in [9, 10, u32::MAX] {
        let found = derived(&rules, &claim(Interval::exactly(0), cut), &bounds);
        assert!(matches!(found, Err(ConclusionError::Cut { .. })), "{cut}");
    }
    let after = Claim {
        position: children(&rules, &rules.start())[0],
        ..claim(Interval::exactly(0), 0)
    };
    let error = derived(&rules, &after, &bounds).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a cut at level 0: expected from 1, the level of the position, to 8"
    );
    // A bound that every value satisfies follows without premises.
    let found = derived(&rules, &claim(Interval::symmetric(1), 1), &Bounds::new()).unwrap();
    assert!(found.lower_follows && found.upper_follows && found.rests_on.is_empty());
    assert_eq!(found.descend(&rules, |_| 0), None);
}

#[test]
fn a_derivation_rests_on_one_move_of_one_side_and_on_all_of_the_other() {
    let (rules, mut bounds) = tic_tac_toe();
    let claim = Claim {
        position: rules.start(),
        bounds: Interval::exactly(0),
        cut: 1,
    };
    let found = derived(&rules, &claim, &bounds).unwrap();
    let count = |side| {
        let of_side = |premise: &&Premise| premise.side == side;
        found.rests_on.iter().filter(of_side).count()
    };
    // Corner, edge and centre: one is a draw, none is better.
    assert!(found.lower_follows && found.upper_follows);
    assert_eq!(
        (count(BoundKind::AtMost), count(BoundKind::AtLeast)),
        (1, 3)
    );
    assert_eq!(found.before_cut, 2);
    for last in [false, true] {
        let premise = found.descend(&rules, |n| if last { n - 1 } else { 0 });
        assert!(premise.is_some_and(|premise| found.rests_on.contains(&premise)));
    }
    for key in bounds.clone().into_keys() {
        let kept = bounds.remove(&key).unwrap();
        let found = derived(&rules, &claim, &bounds).unwrap();
        assert!(found.lower_follows && !found.upper_follows);
        bounds.insert(key, kept);
    }
}

#[test]
fn no_memory_and_no_time_end_a_derivation_without_an_answer() {
    let rules = Othello::new(4, 4).unwrap();
    let claim = Claim {
        position: rules.start(),
        bounds: Interval::exactly(-10),
        cut: 12,
    };
    let mut leaves = Vec::new();
    at_cut(&rules, &rules.start(), 12, &mut leaves);
    let mut values = HashMap::new();
    let bounds: Bounds = leaves
        .iter()
        .map(|leaf| {
            let worth = minimax(&rules, leaf, &mut values);
            (canonical_key(&rules, leaf), Interval::exactly(worth))
        })
        .collect();
    let within = |time, memory| {
        let budget = Budget::new(Limits { time, memory });
        let look_up = |key| bounds.get(&key).copied();
        let found = derive(&rules, claim.clone(), look_up, &budget);
        (found, budget)
    };
    let hour = Some(Duration::from_secs(3600));
    for memory in [0, 1, 1_000, 10_000] {
        let (found, budget) = within(hour, memory);
        assert!(
            matches!(
                found,
                Err(ConclusionError::Undecided(Undecided::Memory { .. }))
            ),
            "{memory}"
        );
        assert!(budget.left() <= memory);
    }
    let (found, _) = within(Some(Duration::ZERO), 1 << 30);
    assert!(matches!(
        found,
        Err(ConclusionError::Undecided(Undecided::Time(_)))
    ));
    // With little memory the search forgets entries, which changes no result.
    let (plenty, _) = within(hour, 1 << 30);
    let (little, budget) = within(hour, 1 << 18);
    let (plenty, little) = (plenty.unwrap(), little.unwrap());
    assert!(plenty.lower_follows && plenty.upper_follows);
    assert!(little.lower_follows && little.upper_follows);
    assert_eq!(plenty.rests_on, little.rests_on);
    assert!((1..1 << 18).contains(&budget.left()));
}

/// The start leads to one node by two paths of different lengths, so that either side may be to
/// move there. Keys use the highest bit.
#[test]
fn statements_of_both_kinds_are_told_apart_for_keys_of_all_widths() {
    for key_bits in 2..=128 {
        let top = 1 << (key_bits - 1);
        let rules = Synthetic::of(
            vec![
                (4, Stage::Over(1), vec![]),
                (3, Stage::Moves, vec![0]),
                (2, Stage::Moves, vec![1]),
                (1, Stage::Moves, vec![2]),
                (0, Stage::Moves, vec![2, 3]),
            ],
            1,
        )
        .with_keys(key_bits, &[0, 1 | top, top, 1, 0]);
        let claim = Claim {
            position: rules.start(),
            bounds: Interval::exactly(0),
            cut: 3,
        };
        for (least, greatest) in [(-1, 1), (0, 1), (-1, 0), (0, 0), (1, 1)] {
            let look_up = |_| Some(Interval { least, greatest });
            let found = derive(&rules, claim.clone(), look_up, &unlimited());
            let found = found.unwrap();
            // On one path the start is worth as much as node 1, on the other its negation.
            let best = [least.max(-greatest), greatest.max(-least)];
            assert_eq!(found.lower_follows, best[0] >= 0, "{least} {greatest}");
            assert_eq!(found.upper_follows, best[1] <= 0, "{least} {greatest}");
        }
    }
}
