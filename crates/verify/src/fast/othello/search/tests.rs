use super::*;
use crate::fast::othello::board::Squares;
use crate::random::Random;
use crate::rules::grid::Grid;

#[test]
fn keys_are_those_of_the_rules() {
    let mut random = Random(1);
    let mut next = || random.next();
    for _ in 0..1000 {
        let (some, others) = (next(), next());
        let stones = |all| Stones {
            mover: some & others & all,
            opponent: some & !others & all,
        };
        let on_six = stones(Squares::<6, 6>::ALL);
        let on_eight = stones(Squares::<8, 4>::ALL);
        let found = key_of::<Squares<6, 6>>(on_six.mover, on_six.opponent);
        assert_eq!(u128::from(found), Grid::new(6, 6).key(on_six));
        let found = key_of::<Squares<8, 4>>(on_eight.mover, on_eight.opponent);
        assert_eq!(u128::from(found), Grid::new(8, 4).key(on_eight));
        let on_ten = stones(Squares::<4, 10>::ALL);
        let found = key_of::<Squares<4, 10>>(on_ten.mover, on_ten.opponent);
        assert_eq!(u128::from(found), Grid::new(4, 10).key(on_ten));
    }
}
