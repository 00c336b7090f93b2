use super::*;

#[test]
fn memory_is_taken_up_to_the_limit_and_given_back() {
    let budget = Budget::new(Limits {
        time: None,
        memory: 10,
    });
    assert_eq!(budget.take(6, "a"), Ok(()));
    let refused = Undecided::Memory {
        what: "b",
        limit: 10,
    };
    assert_eq!(budget.take(5, "b"), Err(refused));
    assert_eq!(budget.take(u64::MAX, "b"), Err(refused));
    assert_eq!(budget.take(4, "c"), Ok(()));
    budget.give_back(10);
    assert_eq!(budget.left(), 10);
    assert_eq!(budget.go_on(), Ok(()));
}
