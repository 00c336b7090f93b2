use super::*;
use crate::limits::Limits;

#[test]
fn each_position_is_counted_once_however_often_it_is_met() {
    let budget = Budget::new(Limits::default());
    let all = budget.left();
    let terminals = Terminals::default();
    for round in 0..5_u128 {
        let positions: Vec<_> = (0..100_000_u128)
            .map(|at| Terminal {
                level: (at % 2) as u32,
                key: (at + round) % 100_000,
            })
            .collect();
        terminals.add(&positions, &budget).unwrap();
    }
    let counts = [0, 0, 1].map(|level| terminals.pop_lowest(Some(level), &budget));
    assert_eq!(counts, [Some((0, 100_000)), None, Some((1, 100_000))]);
    assert_eq!(terminals.pop_lowest(None, &budget), None);
    assert_eq!(budget.left(), all, "memory is given back");
}
