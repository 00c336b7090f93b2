use super::*;
use crate::fast::othello::board::Squares;

#[test]
fn what_is_remembered_is_of_one_position_alone() {
    let mut recent = Recent::new();
    let first = Recent::place(1, 2);
    let same = (3..SQUARES).find(|opponent| Recent::place(1, *opponent) == first);
    let bounds = |least, greatest, best| ProvedBounds {
        least,
        greatest,
        best: Some(best),
    };
    recent.put::<Squares<6, 6>>(1, 2, bounds(7, 127, 0));
    assert_eq!(recent.get::<Squares<6, 6>>(1, 2), Some(bounds(7, 127, 0)));
    assert_eq!(recent.get::<Squares<6, 6>>(1, same.unwrap()), None);
    assert_eq!(recent.get::<Squares<6, 4>>(1, 2), None);
    assert_eq!(recent.get::<Squares<4, 6>>(1, 2), None);
    recent.put::<Squares<6, 6>>(1, 2, bounds(7, -9, 63));
    assert_eq!(recent.get::<Squares<6, 6>>(1, 2), Some(bounds(7, -9, 63)));
    recent.put::<Squares<6, 6>>(1, same.unwrap(), bounds(-36, -128, 5));
    assert_eq!(recent.get::<Squares<6, 6>>(1, 2), None);
    let found = recent.get::<Squares<6, 6>>(1, same.unwrap());
    assert_eq!(found, Some(bounds(-36, -128, 5)));
}
