//! Chooses the first agenda of a campaign of Othello from its predictions alone, and says what that
//! takes (memory on Linux).
//!
//! ```text
//! cargo run --release -p solveig-campaign --example agenda_at_size -- o88.campaign 2 1000000
//! cargo run --release -p solveig-campaign --example agenda_at_size -- 42
//! ```
//!
//! The numbers after a ledger are the threads and the positions at the second cut to read at most.
//! With a second cut alone, it walks one hypothesis of 8x8, of which nothing is known: that the
//! position after `f5d6c3d3c4f4f6f3e6e7` is worth 0 or more.

mod measure;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hashbrown::HashSet;
use measure::{problem, usage};
use solveig_campaign::agenda::AgendaWalk;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::rounds::{Choice, Next, RoundKnowledge};
use solveig_campaign::{Cut, Dictionaries, Plan, Problem, Survey, SurveyMemory};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_search::{StopToken, Window};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a ledger or a cut")?;
    if let Ok(second) = path.parse() {
        return walk_one(second);
    }
    let mut number = |default: usize| match arguments.next() {
        Some(number) => number.parse(),
        None => Ok(default),
    };
    let choice = Choice {
        threads: number(1)?,
        positions: number(Choice::default().positions)?,
        ..Choice::default()
    };
    let ledger = Ledger::read(Path::new(&path))?;
    let plan = ledger.plan();
    let problem = problem(&ledger)?;
    let begun = Instant::now();
    let mut knowledge = RoundKnowledge::new(ledger.known(Cut::First)?);
    let nothing = Dictionaries::default();
    let mut records = vec![&nothing; choice.threads.max(1)];
    let (goal, barred) = ((plan.goal, 1), HashSet::new());
    let stop = StopToken::never();
    let next = knowledge.next(&problem, goal, choice, &mut records, &barred, &stop)?;
    let Next::Solve(round) = next else {
        return Err("nothing is left to choose".into());
    };
    println!(
        "expected {}; {} hypotheses, of which {} were walked: {} positions to solve, {} read; {:.1?}",
        round.expected,
        round.targets.len(),
        round.present,
        round.agenda.len(),
        knowledge.positions(),
        begun.elapsed()
    );
    show_usage();
    Ok(())
}

/// Walks one hypothesis to a second cut.
fn walk_one(second: u32) -> Result<(), Box<dyn Error>> {
    let game = Othello::<u128>::new(8, 8)?;
    let plan = Plan {
        position: "f5d6c3d3c4f4f6f3e6e7".to_owned(),
        first: 50,
        second,
        goal: Window { alpha: -1, beta: 0 },
        ..Plan::whole(&game)
    };
    let (knowledge, choice) = (OthelloKnowledge::new(&game), Choice::default());
    let problem = Problem::new(game, Arc::new(knowledge), &plan)?;
    let nothing = Dictionaries::default();
    let nothing = &nothing;
    let mut survey = Survey::reading(&problem, &nothing, SurveyMemory::below_walks());
    let mut walk = AgendaWalk::new(&mut survey).until(choice.each, choice.made_sure);
    walk.gather(problem.start(), plan.goal)?;
    let chosen = walk.agenda().len();
    let looked_at = survey.into_memory().positions();
    println!("cut {second}: {chosen} chosen, {looked_at} looked at");
    show_usage();
    Ok(())
}

fn show_usage() {
    if let Some(usage) = usage("self") {
        let (seconds, most) = (usage.seconds, usage.most);
        println!("{seconds:.1} processor s, at most {most:.0} MiB");
    }
}
