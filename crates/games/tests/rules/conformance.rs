//! Every game keeps the laws of the Game trait.

use solveig_conformance::conforms;
use solveig_game::{Spec, WideKey};
use solveig_games::connect_four::{ConnectFour, Utility};
use solveig_games::go::Go;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::random_tree::RandomTree;
use solveig_games::tree::ExplicitTree;

conforms!(othello_4x4, Othello::<u64>::new(4, 4).unwrap());
conforms!(othello_6x4, Othello::<u64>::new(6, 4).unwrap());
conforms!(othello_4x6, Othello::<u64>::new(4, 6).unwrap());
conforms!(othello_6x6, Othello::<u64>::new(6, 6).unwrap());
conforms!(othello_10x4, Othello::<u64>::new(10, 4).unwrap());
conforms!(othello_8x8, Othello::<u128>::new(8, 8).unwrap());
conforms!(othello_16x4, Othello::<u128>::new(16, 4).unwrap());
conforms!(othello_6x10, Othello::<u128>::new(6, 10).unwrap());

conforms!(connect_four_7x6, ConnectFour::new(7, 6).unwrap());
conforms!(connect_four_4x4, ConnectFour::new(4, 4).unwrap());
conforms!(connect_four_5x6, ConnectFour::new(5, 6).unwrap());
conforms!(connect_four_1x63, ConnectFour::new(1, 63).unwrap());
conforms!(connect_four_32x1, ConnectFour::new(32, 1).unwrap());
conforms!(connect_four_16x3, ConnectFour::new(16, 3).unwrap());
conforms!(connect_four_3x8, ConnectFour::new(3, 8).unwrap());

conforms!(
    connect_four_7x6_by_score,
    ConnectFour::new(7, 6).unwrap().with_utility(Utility::Score)
);
conforms!(
    connect_four_5x3_by_score,
    ConnectFour::new(5, 3).unwrap().with_utility(Utility::Score)
);

conforms!(tic_tac_toe, Mnk::new(3, 3, 3).unwrap());
conforms!(mnk_5x4_in_row_4, Mnk::new(5, 4, 4).unwrap());
conforms!(mnk_8x5_in_row_5, Mnk::new(8, 5, 5).unwrap());
conforms!(mnk_26x1_in_row_3, Mnk::new(26, 1, 3).unwrap());
conforms!(mnk_1x40_in_row_2, Mnk::new(1, 40, 2).unwrap());
conforms!(mnk_8x8_in_row_5, Mnk::new(8, 8, 5).unwrap());
conforms!(mnk_1x64_in_row_64, Mnk::new(1, 64, 64).unwrap());
conforms!(mnk_6x6_in_row_1, Mnk::new(6, 6, 1).unwrap());

fn go(spec: &str) -> Go {
    Go::from_spec(&Spec::parse(&format!("go:{spec}")).unwrap()).unwrap()
}

conforms!(go_1x1, go("1x1"));
conforms!(go_2x2, go("2x2"));
conforms!(go_3x3_with_komi, go("3x3?komi=8.5"));
conforms!(go_4x2_situational, go("4x2?superko=situational"));
conforms!(go_2x3_with_suicide, go("2x3?suicide=yes"));
conforms!(
    go_3x3_situational_with_suicide,
    go("3x3?superko=situational&suicide=yes")
);
conforms!(go_3x1_basic, go("3x1?ko=basic"));
conforms!(go_2x2_basic_with_komi, go("2x2?komi=0.5&ko=basic"));
conforms!(go_4x2_basic, go("4x2?ko=basic"));
conforms!(go_7x7_basic, go("7x7?ko=basic"));
conforms!(go_7x7, go("7x7"));
conforms!(go_12x4, go("12x4"));
conforms!(go_25x1, go("25x1"));
conforms!(go_1x26, go("1x26"));
conforms!(hex_1x1, Hex::<u64>::new(1, 1).unwrap());
conforms!(hex_1x7, Hex::<u64>::new(1, 7).unwrap());
conforms!(hex_11x1, Hex::<u64>::new(11, 1).unwrap());
conforms!(hex_3x3, Hex::<u64>::new(3, 3).unwrap());
conforms!(hex_5x4, Hex::<u64>::new(5, 4).unwrap());
conforms!(hex_4x10, Hex::<u64>::new(4, 10).unwrap());
conforms!(hex_7x6, Hex::<u128>::new(7, 6).unwrap());
conforms!(hex_8x8, Hex::<u128>::new(8, 8).unwrap());
conforms!(hex_9x9, Hex::<u128>::new(9, 9).unwrap());
conforms!(hex_11x8, Hex::<WideKey>::new(11, 8).unwrap());
conforms!(hex_11x11, Hex::<WideKey>::new(11, 11).unwrap());

fn random_tree(spec: &str) -> RandomTree {
    RandomTree::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

conforms!(
    explicit_tree,
    ExplicitTree::parse("[[3, [12, 8], 8], [2, -4, [6]]]").unwrap()
);
conforms!(tree_of_one_leaf, ExplicitTree::parse("[7]").unwrap());
conforms!(random_tree_uniform, random_tree("random-tree:3x5?seed=7"));
conforms!(
    random_tree_wide,
    random_tree("random-tree:100x3?seed=7&ties=none")
);
conforms!(
    random_tree_variable,
    random_tree("random-tree:4x6?seed=1&shape=variable")
);
