//! Laws of notation and drawings.

use solveig_game::random::Random;
use solveig_game::{GameExt, Keyed, Move, Notation, Spec};

use crate::plays::{plays, visits};

/// Every legal move is parsed back from its notation in full length: alone, before a separator and,
/// if all move names begin with a letter, before another move.
pub fn moves_are_written_and_read_back<G: Keyed + Notation>(game: &G) {
    let together = names_tell_themselves_apart(game);
    for (position, at) in &visits(game) {
        let legal = game.moves(position);
        for one in &legal {
            let text = game.format_move(*one);
            let plain = !text.contains(|c: char| c.is_whitespace() || c == ',');
            assert!(
                plain && !text.is_empty(),
                "{at}: \"{text}\" is not one word"
            );
            let whole = Ok((*one, text.len()));
            assert_eq!(game.parse_move(&text), whole, "{at}: \"{text}\"");
            let next = if together {
                game.format_move(legal[0])
            } else {
                String::new()
            };
            for tail in [" ", ",", &next] {
                let longer = format!("{text}{tail}");
                assert_eq!(game.parse_move(&longer), whole, "{at}: \"{longer}\"");
            }
        }
    }
}

/// A written play is parsed back: with and without its forced passes, with separators and, if all
/// move names begin with a letter, without.
pub fn move_lists_lead_back<G: Keyed + Notation>(game: &G) {
    let start = game.start();
    for nothing in ["", "-", " "] {
        assert_eq!(game.parse_position(nothing).as_ref(), Ok(&start));
    }
    let together = names_tell_themselves_apart(game);
    for play in plays(game) {
        let written = |passes: bool| -> Vec<String> {
            let steps = play.positions.iter().zip(&play.moves);
            steps
                .filter(|(position, _)| passes || !game.is_forced_pass(position))
                .map(|(_, played)| game.format_move(*played))
                .collect()
        };
        let end = (play.positions[play.moves.len()].clone(), play.moves.clone());
        for passes in [true, false] {
            let moves = written(passes);
            let mut texts = vec![moves.join(" "), moves.join(", ")];
            if together {
                texts.push(moves.concat());
            }
            for text in texts {
                let read = game.play_list(&start, &text);
                assert_eq!(read.as_ref(), Ok(&end), "{}: \"{text}\"", game.spec());
            }
        }
    }
}

/// Whether all move names begin with a letter, as `f5` does and `12` does not: a list then needs no
/// separators, as a letter begins the next move.
fn names_tell_themselves_apart<G: Keyed + Notation>(game: &G) -> bool {
    let mut names = (0..game.move_codes()).map(|code| game.format_move(Move(code)));
    names.all(|name| name.starts_with(char::is_alphabetic))
}

/// No text makes a parser panic, and parsed moves end at a character boundary.
pub fn hostile_text_is_an_error<G: Keyed + Notation>(game: &G) {
    let mut random = Random::new(3);
    let own: Vec<String> = plays(game)
        .iter()
        .flat_map(|play| play.moves.iter().map(|played| game.format_move(*played)))
        .collect();
    let strange = "é ² ∞ 🦀 \u{0} \u{301} - . / , x X o O 0 1 9 99999999999999999999 \
                   a f z pas pass PASS \n ? :";
    let strange: Vec<&str> = strange.split(' ').chain([" "]).collect();
    for _ in 0..2000 {
        let words = random.index(8);
        let mut text = String::new();
        for _ in 0..words {
            if random.index(3) == 0 && !own.is_empty() {
                text += random.pick(&own).as_str();
            } else {
                text += random.pick::<&str>(&strange);
            }
        }
        if let Ok((read, length)) = game.parse_move(&text) {
            assert!(length > 0 && text.is_char_boundary(length), "\"{text}\"");
            assert!(read.0 < game.move_codes(), "\"{text}\" gives {read:?}");
        }
        match game.parse_position(&text) {
            Ok(position) => {
                game.moves(&position);
            }
            Err(error) => {
                let message = error.to_string();
                assert!(!message.trim().is_empty(), "\"{text}\": no message");
            }
        }
    }
    for code in 0..game.move_codes() {
        let name = game.format_move(Move(code));
        assert!(!name.is_empty(), "move {code} has no name");
    }
}

/// A drawing has at least one line, and no line has trailing white space.
pub fn drawings_have_no_trailing_space<G: Notation>(game: &G) {
    for play in plays(game) {
        for (place, (position, at)) in play.visits(game).enumerate() {
            let drawing = game.render(position, place % 2 == 0);
            assert!(!drawing.trim().is_empty(), "{at}: nothing is drawn");
            for line in drawing.lines() {
                assert_eq!(line, line.trim_end(), "{at}");
            }
        }
    }
}

/// The spec parses and is one word; the tie-break rule is one line of text.
pub fn the_spec_names_the_game<G: Notation>(game: &G) {
    let spec = game.spec();
    assert!(Spec::parse(&spec).is_ok(), "\"{spec}\" is not a spec");
    assert!(!spec.contains(char::is_whitespace), "\"{spec}\"");
    let rule = game.tie_break_rule();
    assert!(
        !rule.trim().is_empty() && !rule.contains('\n'),
        "\"{rule}\""
    );
}
