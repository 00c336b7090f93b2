use std::sync::Barrier;

use super::*;
use crate::limits::Limits;

#[test]
fn memory_is_taken_once_for_the_demands_on_a_level() {
    let file = include_bytes!("../../../tests/forged/hex-6x7-claims-minus-1.sol");
    let reader = Reader::from_bytes(&file[..]).unwrap();
    let limits = Limits {
        time: None,
        memory: 9,
    };
    for _ in 0..300 {
        let budget = Budget::new(limits);
        let mut stored = RecordFile::new(&reader, true, &budget);
        let together = Barrier::new(8);
        std::thread::scope(|scope| {
            for number in 0..8 {
                let (stored, together) = (&stored, &together);
                scope.spawn(move || {
                    together.wait();
                    let bounds = Bounds::NONE.at_least(-1);
                    let role = [Roles::LOWER, Roles::UPPER][number % 2];
                    stored.demand(0, 0, role, bounds).unwrap();
                });
            }
        });
        assert_eq!(budget.left(), 0);
        let demanded = (Roles::Both, Bounds::NONE.at_least(-1));
        assert_eq!(stored.demanded(0, 0), Some(demanded));
        stored.forget(0);
        assert_eq!(budget.left(), 9);
    }
}
