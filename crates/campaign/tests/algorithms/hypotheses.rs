//! Algorithm 1.

use solveig_campaign::hypotheses::{Hypotheses, as_listed};
use solveig_campaign::{Cut, Dictionaries, Goal, Survey};
use solveig_game::{Game, Interval};
use solveig_games::othello::Othello;
use solveig_search::{StopToken, Window};

use crate::guesses::{problem, tree, value};

#[test]
fn right_hypotheses_alone_imply_the_value() {
    for seed in 0..200 {
        let game = tree(3, 6, seed);
        let goal = Goal::exact(game.value_range());
        let problem = problem(&game, (3, 1), goal, 0);
        let mut predicted = Dictionaries::default();
        for key in problem.at_first_cut(&StopToken::never()).unwrap().0 {
            let position = problem.position(key).unwrap();
            predicted.expect(key, value(&game, &position));
        }
        let mut survey = Survey::new(&problem, &predicted, Cut::First);
        let (expected, chosen) = Hypotheses::new(&mut survey)
            .choose(problem.start(), goal.window())
            .unwrap();
        let exact = value(&game, problem.start());
        assert_eq!(expected, exact);

        // What was chosen is proved in its window and no more; nothing else is known.
        let mut proved = Dictionaries::default();
        for (key, question) in &chosen {
            let position = problem.position(*key).unwrap();
            let exact = value(&game, &position);
            let Window { alpha, beta } = question.window;
            let bounds = Interval {
                lower: if exact > alpha { exact.min(beta) } else { -12 },
                upper: if exact < beta { exact.max(alpha) } else { 12 },
            };
            proved.prove(*key, bounds).unwrap();
        }
        let mut survey = Survey::new(&problem, &proved, Cut::First);
        let bounds = survey.bounds(problem.start(), goal.window()).unwrap();
        assert_eq!(bounds, Interval::exact(exact), "seed {seed}");
    }
}

#[test]
fn proving_sides_apart_asks_for_fewer_positions_than_the_listing() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let goal = Goal::exact(game.value_range());
    let problem = problem(&game, (6, 3), goal, 0);
    let (keys, _) = problem.at_first_cut(&StopToken::never()).unwrap();
    let mut predicted = Dictionaries::default();
    for key in keys {
        let position = problem.position(key).unwrap();
        predicted.expect(key, value(&game, &position));
    }
    let mut survey = Survey::new(&problem, &predicted, Cut::First);
    let exact = value(&game, problem.start());
    let narrow = Window {
        alpha: exact - 1,
        beta: exact + 1,
    };
    let listed = as_listed(&mut survey, problem.start(), narrow).unwrap();
    let (_, chosen) = Hypotheses::new(&mut survey)
        .choose(problem.start(), goal.window())
        .unwrap();
    assert!(
        chosen.len() < listed.len(),
        "{} against {}",
        chosen.len(),
        listed.len()
    );
}
