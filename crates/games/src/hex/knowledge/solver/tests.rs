//! How threads share a search.

use solveig_game::{Game, Move, Notation};
use solveig_search::Oracle;

use super::super::tests::weak;
use super::*;

const fn open(loss: u32, threads: u16) -> (Numbers, u16) {
    (Numbers { win: 1, loss }, threads)
}

#[test]
fn a_child_with_a_thread_is_left_for_one_that_is_little_worse() {
    for (loss, threads, other, expected) in [
        (64, 0, 65, 0),
        (64, 1, 66, 1),
        (64, 1, 67, 0),
        (64, 2, 69, 1),
        (64, 2, 70, 0),
        (1, 1, 1, 1),
        (1, 0, 1, 0),
        (UNREACHABLE - 64, u16::MAX, UNREACHABLE - 2, 1),
    ] {
        let children = [open(loss, threads), open(other, 0)];
        let choice = choose(children.into_iter(), 1.0);
        assert_eq!(choice.best, expected, "{loss} {threads} {other}");
        let alone = choose([open(loss, 0), open(other, 0)].into_iter(), 1.0);
        assert_eq!(choice.numbers, alone.numbers, "{loss} {threads} {other}");
    }
}

#[test]
fn of_children_with_many_threads_an_undecided_one_is_chosen() {
    let crowded = open(UNREACHABLE - 1, u16::MAX);
    let loss = (Numbers::of(true), 0);
    let choice = choose([loss, crowded, crowded].into_iter(), 1.0);
    assert_eq!((choice.best, choice.second), (1, UNREACHABLE - 1));
}

fn situation(black: u128) -> Situation {
    Situation {
        stones: [black, 0],
        mover: Colour::BOTH[1],
    }
}

#[test]
fn of_two_nodes_for_a_position_the_first_one_stays() {
    let nodes = Nodes::new(1 << 20);
    let node = |cell| HexNode {
        filled: FilledPosition::from([1, 0]),
        moves: [cell].into(),
        zone: 0,
        numbers: Numbers::LEAF,
        work: 1,
        threads: 0,
    };
    for cell in [3, 4] {
        assert_eq!(*nodes.add(situation(1), node(cell)).moves, [3]);
    }
    nodes.with(&situation(1), |first| first.numbers = Numbers::of(true));
    let first = nodes.add(situation(1), node(4));
    assert_eq!(first.numbers.decided(), Some(true));
}

#[test]
fn a_position_is_claimed_until_it_is_linked() {
    let nodes = Nodes::new(1 << 20);
    let place = situation(1);
    let link = Link {
        node: place,
        is_turned: false,
        captured: [0, 0],
    };
    for _ in 0..2 {
        assert!(!nodes.look_up(&place).1);
        nodes.claim(place);
        assert!(nodes.look_up(&place).1);
        nodes.add_link(place, link);
        assert_eq!(nodes.look_up(&place).0.map(|link| link.node), Some(place));
    }
    assert_eq!(nodes.claims(), 0);
}

fn team(game: &Hex<u64>, count: usize) -> Vec<HexSolver<u64>> {
    let parts = AnalysisOptions {
        fill_in: false,
        ..weak()
    };
    HexSolver::team(game, parts, SearchOptions::default(), 1 << 24, count)
}

/// Whether it has a link without a node or no link, as after evictions.
#[test]
fn a_child_that_another_thread_analyses_counts_as_one_with_a_thread() {
    let game = Hex::<u64>::new(5, 5).unwrap();
    let [solver] = team(&game, 1).try_into().ok().unwrap();
    let child = ChildMove {
        cell: 0,
        filled: FilledPosition::from([1, 0]),
        situation: situation(1),
        is_turned: false,
        is_lost: false,
    };
    let link = Link {
        node: child.situation,
        is_turned: false,
        captured: [0, 0],
    };
    for is_linked in [false, true] {
        if is_linked {
            solver.nodes.add_link(child.situation, link);
        }
        assert_eq!(solver.standing(&child).threads, 0);
        solver.nodes.claim(child.situation);
        assert_eq!(solver.standing(&child).threads, 1);
    }
}

#[test]
fn a_thread_has_the_connections_that_another_has_worked_out() {
    let game = Hex::<u64>::new(6, 6).unwrap();
    let [mut one, other] = team(&game, 2).try_into().ok().unwrap();
    let opening = game.play(&game.start(), Move(0)).unwrap();
    let (filled, mover) = (
        FilledPosition::from(game.stones(&opening)),
        game.mover(opening),
    );
    let (key, _, node) = one.node(filled, mover).unwrap();
    assert_eq!(node.numbers.decided(), None);
    assert!(other.lock_connections().unwrap().get(&key).is_some());
}

/// Whether they end or are stopped.
#[test]
fn nothing_is_claimed_after_a_search() {
    let game = Hex::<u64>::new(6, 6).unwrap();
    let opening = game.play(&game.start(), Move(0)).unwrap();
    for budget in [u64::MAX, 400] {
        let mut team = team(&game, 3);
        let stop = StopToken::never().with_budget(budget);
        std::thread::scope(|scope| {
            for solver in &mut team {
                solver.set_stop(stop.clone());
                scope.spawn(|| {
                    let value = solver.value(&opening, Interval::unknown(game.value_range()));
                    assert_eq!(value.is_ok(), budget == u64::MAX);
                });
            }
        });
        let looks: u64 = team.iter().map(HexSolver::looks).sum();
        assert!(looks > 50, "{looks} {budget}");
        assert_eq!(team[0].nodes.claims(), 0);
    }
}
