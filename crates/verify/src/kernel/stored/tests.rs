use std::sync::Barrier;

use super::*;
use crate::limits::Limits;

#[test]
fn memory_is_taken_once_for_the_marks_of_a_level() {
    let file = include_bytes!("../../../tests/forged/hex-6x7-claims-minus-1.sol");
    let reader = Reader::from_bytes(&file[..]).unwrap();
    let limits = Limits {
        time: None,
        memory: 1,
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
                    let role = [Roles::LOWER, Roles::UPPER][number % 2];
                    stored.mark(0, 0, role).unwrap();
                });
            }
        });
        assert_eq!(budget.left(), 0);
        assert_eq!(stored.marked(0, 0), Some(Roles::Both));
        stored.forget(0);
        assert_eq!(budget.left(), 1);
    }
}
