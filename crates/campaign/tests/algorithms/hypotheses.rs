//! Algorithm 1.

use std::collections::HashSet;

use solveig_campaign::hypotheses::HypothesisChooser;
use solveig_campaign::{AfterPasses, Cut, Dictionaries, Reading, Survey, full_window};
use solveig_game::{Game, Interval, Notation, Symmetric, Value};
use solveig_games::othello::Othello;
use solveig_search::{StopToken, Window};

use crate::guesses::{problem, tree, value};

#[test]
fn right_hypotheses_alone_imply_the_value() {
    for seed in 0..200 {
        let game = tree(3, 6, seed);
        let goal = full_window(game.value_range());
        let problem = problem(&game, (3, 1), goal, 0);
        let mut predicted = Dictionaries::default();
        for key in problem.at_first_cut(&StopToken::never()).unwrap().0 {
            let position = problem.position(key).unwrap();
            predicted.set_estimate(key, value(&game, &position));
        }
        let mut survey = Survey::new(&problem, &predicted, Cut::First);
        let (expected, chosen) = HypothesisChooser::new(&mut survey)
            .choose(problem.start(), goal)
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
        let bounds = survey.bounds(problem.start(), goal).unwrap();
        assert_eq!(bounds, Interval::exact(exact), "seed {seed}");
    }
}

/// The set that Algorithm 1 returns as it is listed, with `window` kept from the start to the cut.
fn as_listed<G: Symmetric + Notation>(
    survey: &mut Survey<'_, G>,
    position: &G::Position,
    window: Window,
) -> HashSet<u128> {
    let mut listed = HashSet::new();
    let mut walked = HashSet::new();
    let mut open = vec![(position.clone(), window)];
    while let Some((position, window)) = open.pop() {
        let (position, window) = match survey.problem().after_passes(&position) {
            AfterPasses::Over(_) => continue,
            AfterPasses::Open { position, passed } if passed => (position, window.negated()),
            AfterPasses::Open { position, .. } => (position, window),
        };
        let key = survey.problem().key(&position);
        if survey.problem().reaches(survey.cut(), &position) {
            listed.insert(key);
            continue;
        }
        if !walked.insert((key, window.alpha, window.beta)) {
            continue;
        }
        let mut best: Option<(Value, G::Position)> = None;
        let children = survey.problem().children(&position);
        for (_, child) in &children {
            let full = full_window(survey.problem().game().value_range());
            let value = -survey.value(child, Reading::Estimate, full).unwrap();
            if best.as_ref().is_none_or(|(max, _)| value > *max) {
                best = Some((value, child.clone()));
            }
        }
        match best {
            Some((value, child)) if value >= window.beta => open.push((child, window.negated())),
            _ => open.extend(
                children
                    .into_iter()
                    .map(|(_, child)| (child, window.negated())),
            ),
        }
    }
    listed
}

#[test]
fn proving_sides_apart_asks_for_fewer_positions_than_the_listing() {
    let game = Othello::<u64>::new(4, 4).unwrap();
    let goal = full_window(game.value_range());
    let problem = problem(&game, (6, 3), goal, 0);
    let (keys, _) = problem.at_first_cut(&StopToken::never()).unwrap();
    let mut predicted = Dictionaries::default();
    for key in keys {
        let position = problem.position(key).unwrap();
        predicted.set_estimate(key, value(&game, &position));
    }
    let mut survey = Survey::new(&problem, &predicted, Cut::First);
    let exact = value(&game, problem.start());
    let narrow = Window {
        alpha: exact - 1,
        beta: exact + 1,
    };
    let listed = as_listed(&mut survey, problem.start(), narrow);
    let (_, chosen) = HypothesisChooser::new(&mut survey)
        .choose(problem.start(), goal)
        .unwrap();
    assert!(
        chosen.len() < listed.len(),
        "{} against {}",
        chosen.len(),
        listed.len()
    );
}
