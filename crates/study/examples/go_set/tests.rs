//! The set of 6x6 Go positions: what it promises, and that its plays come out again.

use super::*;

/// The seed, who wins and the moves of each position.
fn lines() -> Vec<(u64, Colour, &'static str)> {
    let text = include_str!("../../../../data/go-6x6.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut parts = line.splitn(3, ' ');
        let seed = parts.next().unwrap().parse().unwrap();
        let winner = match parts.next().unwrap() {
            "X" => Colour::Black,
            "O" => Colour::White,
            other => panic!("{other} is no colour"),
        };
        (seed, winner, parts.next().unwrap())
    };
    lines.map(read).collect()
}

fn game() -> Go {
    Go::from_spec(&Spec::parse(plays::SPEC).unwrap()).unwrap()
}

#[test]
fn six_hundred_positions_differ_and_none_is_decided() {
    let game = game();
    let mut seen = HashSet::new();
    for (seed, _, moves) in lines() {
        let position = game.parse_position(moves).unwrap();
        assert_eq!(position.plies() as usize, moves.split(' ').count());
        assert_eq!(game.terminal_value(&position), None, "{seed}");
        let bounds = plays::knowledge().bounds(&game, &position);
        assert_eq!(bounds.value(), None, "{seed}");
        let (canonical, _) = game.canonical(&position);
        assert!(seen.insert(game.key(&canonical)), "{seed}");
    }
    assert_eq!(seen.len(), 600);
}

#[test]
fn plays_come_out_of_their_seeds() {
    let game = game();
    for (seed, _, moves) in lines().into_iter().step_by(75).take(4) {
        let played = plays::play(&game, seed);
        let names: Vec<String> = played.iter().map(|one| game.format_move(*one)).collect();
        let names = names.join(" ");
        assert!(names.starts_with(moves), "{seed}: {names}");
    }
}

#[test]
fn a_position_is_the_earliest_that_the_reference_solves() {
    let game = game();
    let (seed, winner, moves) = lines()[0];
    let chosen = reference::choose(&game, &plays::play(&game, seed)).unwrap();
    assert_eq!(chosen.plies, moves.split(' ').count());
    assert_eq!(chosen.winner, winner);
}

/// Most are too hard for the limit here, which is a tenth of what they were chosen by.
#[test]
fn winners_are_found_again() {
    let game = game();
    let mut found = 0;
    for (seed, winner, moves) in lines().into_iter().step_by(60) {
        let position = game.parse_position(moves).unwrap();
        let again = reference::winner(&game, &position, reference::EXPANSIONS / 10);
        assert!(again.is_none_or(|again| again == winner), "{seed}");
        found += u32::from(again.is_some());
    }
    assert!(found > 0);
}
