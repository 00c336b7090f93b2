use super::*;
use crate::limits::{Budget, Limits};
use crate::random::Random;
use crate::rules::go::Board;

/// Sets of stones that come with an image of a position are those of the position's own points, for
/// each symmetry that may have led there.
#[test]
fn lost_stones_are_mapped_with_the_position() {
    let budget = Budget::new(Limits::default());
    let mut random = Random(3);
    let mut several = 0;
    for spec in ["1x4", "2x2", "3x2", "3x3", "5x4", "7x7"] {
        let game = Go::parse(spec).unwrap();
        for _ in 0..200 {
            let all = (1_u64 << game.points()) - 1;
            let black = random.next() & random.next() & all;
            let position = Repeating {
                board: Board {
                    stones: [black, random.next() & random.next() & all & !black],
                    colour: 0,
                    passes: 0,
                },
                ko: None,
            };
            let mut graph = Graph::default();
            let number = graph.push(position, Kind::Over, &[]);
            for by in 0..game.images.len() {
                let image = Repeating {
                    board: Board {
                        stones: position.board.stones.map(|set| game.image(set, by)),
                        ..position.board
                    },
                    ko: None,
                };
                let set = random.next() & all;
                let mut account = Account::new(&budget);
                let mut losses = Losses {
                    game: &game,
                    graph: &graph,
                    sets: HashMap::new(),
                };
                losses
                    .add(number, &image, &[game.image(set, by)], &mut account)
                    .unwrap();
                let lost_stones = losses.take(number, &mut account);
                assert!(lost_stones.0.contains(&set) || set == 0, "{spec} {by}");
                // The same stones of the position, and those of images of it that look like it.
                let stones = position.board.stones;
                for other in &lost_stones.0 {
                    let maps = (0..game.images.len()).filter(|by| {
                        stones.map(|set| game.image(set, *by)) == stones
                            && game.image(set, *by) == *other
                    });
                    assert!(maps.count() > 0, "{spec} {by}");
                }
                several += usize::from(lost_stones.0.len() > 1);
            }
        }
    }
    assert!(several > 50, "{several}");
}

#[test]
fn a_set_within_another_is_left_out_and_what_it_allows_is_kept() {
    let mut random = Random(4);
    for _ in 0..2_000 {
        let mut set = || random.next() & 0xfff;
        let sets: Vec<u64> = (0..set() % 60).map(|_| set()).collect();
        let mut lost_stones = LostStones::default();
        sets.iter().for_each(|stones| lost_stones.add(*stones));
        for one in &lost_stones.0 {
            let within = lost_stones.0.iter().filter(|other| one & !*other == 0);
            assert_eq!(within.count(), 1);
        }
        for _ in 0..30 {
            let stones = set() & set() & set();
            let others = set() & set() & !stones;
            let had = |earlier: &u64| stones & !earlier == 0 && others & earlier != 0;
            assert_eq!(
                lost_stones.may_have_had(stones, others),
                sets.iter().any(had)
            );
        }
    }
}

#[test]
fn play_leads_where_the_moves_do() {
    let budget = Budget::new(Limits::default());
    let mut random = Random(5);
    let position = Repeating {
        board: Go::parse("1x1").unwrap().start(),
        ko: None,
    };
    for _ in 0..200 {
        let mut graph = Graph::default();
        let mut leads: Vec<Vec<bool>> = Vec::new();
        for number in 0..20_usize {
            let children: Vec<usize> = (0..number).filter(|_| random.chance(8)).collect();
            let to = |other: usize| {
                other == number
                    || children
                        .iter()
                        .any(|child| leads[*child].get(other) == Some(&true))
            };
            let row = (0..=number).map(to).collect();
            graph.push(position, Kind::Loser, &children);
            leads.push(row);
        }
        let mut account = Account::new(&budget);
        let mut paths = Paths::new(&graph, &mut account).unwrap();
        for (from, leads) in leads.iter().enumerate() {
            for to in 0..20 {
                let expected = leads.get(to) == Some(&true);
                assert_eq!(paths.lead(from, to), expected, "{from} {to}");
            }
        }
    }
}
