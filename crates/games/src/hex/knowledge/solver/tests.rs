//! How threads share a search.

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
        (UNREACHABLE - 1, u16::MAX, UNREACHABLE - 1, 1),
    ] {
        let children = [open(loss, threads), open(other, 0)];
        let choice = choose(children.into_iter(), 1.0);
        assert_eq!(choice.best, expected, "{loss} {threads} {other}");
        let alone = choose([open(loss, 0), open(other, 0)].into_iter(), 1.0);
        assert_eq!(choice.numbers, alone.numbers, "{loss} {threads} {other}");
    }
}

#[test]
fn a_position_is_claimed_until_it_is_linked() {
    let nodes = Nodes::new(1 << 20);
    let met = Situation {
        stones: [1, 2],
        mover: Colour::BOTH[0],
    };
    assert_eq!(nodes.link_or_claim(&met).err(), Some(false));
    nodes.claim(met);
    assert_eq!(nodes.link_or_claim(&met).err(), Some(true));
    let link = Link {
        node: met,
        is_turned: false,
        captured: [0, 0],
    };
    nodes.add_link(met, link);
    assert_eq!(
        nodes.link_or_claim(&met).map(|link| link.node),
        Ok(met),
        "linked"
    );
}

#[test]
fn nothing_is_claimed_after_a_search() {
    let game = Hex::<u64>::new(5, 5).unwrap();
    let mut team = HexSolver::team(
        &game,
        AnalysisOptions::default(),
        SearchOptions::default(),
        1 << 24,
        3,
    );
    let nodes = Arc::clone(&team[0].nodes);
    let start = game.start();
    let range = Interval::unknown(game.value_range());
    std::thread::scope(|scope| {
        for solver in &mut team {
            scope.spawn(|| assert_eq!(solver.value(&start, range).unwrap(), 1));
        }
    });
    assert_eq!(nodes.claims(), 0);
}
