//! Any game is the game that it is of.

use std::ops::ControlFlow;

use solveig_conformance::conforms;
use solveig_game::random::Random;
use solveig_game::{
    Game, GameExt, InvalidKey, Key, Keyed, Move, Notation, Reduction, Successor, Symmetric,
    Symmetry, WideKey, successors,
};
use solveig_games::connect_four::{ConnectFour, Utility};
use solveig_games::go::Go;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::random_tree::RandomTree;
use solveig_games::{AnyGame, AnyPosition, NamedGame};

fn any(spec: &str) -> AnyGame {
    AnyGame::parse(spec).unwrap()
}

// What a game says through `AnyGame` is what it says itself, so two show that `AnyGame` is a game.
conforms!(any_othello, any("othello:6x4"));
conforms!(any_go, any("go:3x2?superko=situational&suicide=yes"));

/// The children that `successors` finds.
fn listed(
    successors: impl FnOnce(&mut dyn FnMut(Successor)) -> Result<(), InvalidKey>,
) -> Vec<Successor> {
    let mut children = Vec::new();
    successors(&mut |child| children.push(child)).unwrap();
    children
}

/// What a game says of a position, keys widened.
fn description<G: Symmetric + Notation>(game: &G, at: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let mut lines = vec![
        format!("{moves:?} {:?}", game.moves(at)),
        format!("{:?} {:?}", game.terminal_value(at), game.level(at)),
        format!("{:?}", game.key(at).to_wide()),
        format!("{} {:?}", game.is_forced_pass(at), game.plies_to_end(at, 1)),
        format!(
            "{:?} {:?}",
            game.format_board(at, true),
            game.format_board(at, false)
        ),
        format!("{} {}", game.render(at, true), game.render(at, false)),
        format!("{:?}", game.play(at, Move(game.move_codes())).err()),
        format!("{:?}", game.play_list(at, "-?").err()),
    ];
    for reduction in [Reduction::None, Reduction::Canonical] {
        let (key, by) = game.representative_key(at, reduction);
        lines.push(format!("{:?} {by:?}", key.to_wide()));
        let (image, by) = game.representative(at, reduction);
        lines.push(format!("{:?} {by:?}", game.key(&image).to_wide()));
    }
    let (after, passes) = game.contract_passes(at);
    lines.push(format!("{:?} {passes}", game.key(&after).to_wide()));
    for by in (0..game.symmetries()).map(Symmetry) {
        let image = game.transform(at, by);
        lines.push(format!(
            "{:?} {:?}",
            game.key(&image).to_wide(),
            game.inverse(by)
        ));
        lines.extend(
            moves
                .iter()
                .map(|played| format!("{:?}", game.transform_move(*played, by))),
        );
    }
    lines.extend(moves.iter().map(|played| {
        let name = game.format_move(*played);
        format!("{name} {:?}", game.parse_move(&name))
    }));
    if let Some(rule) = game.repetition_rule() {
        let own = rule.repetition_key(at);
        let (mut history, mut forbidden) = (Vec::new(), Vec::new());
        let flow = rule.history(at, &mut |key| {
            history.push(key);
            match history.len() {
                5 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        rule.forbidden_repetitions(at, &mut forbidden);
        lines.push(format!("{own:?} {flow:?} {history:?} {forbidden:?}"));
        lines.push(format!("{}", rule.has_occurred(at, own)));
        lines.push(format!(
            "{} {:?} {:?} {:?}",
            rule.ends_game(),
            rule.repetition(at),
            rule.rebase(own, at, &game.start()),
            rule.board_part(rule.rebase(own, at, &game.start())),
        ));
        let images = (0..game.symmetries()).map(|by| rule.transform_key(own, Symmetry(by)));
        lines.push(format!("{:?}", images.collect::<Vec<_>>()));
        let may_repeat = moves.iter().map(|played| rule.may_repeat(*played));
        lines.push(format!("{:?}", may_repeat.collect::<Vec<_>>()));
    }
    if let Some(connection) = game.connection() {
        let wins = [true, false].map(|of_mover| connection.immediate_wins(at, of_mover));
        let stones = connection.stones(at);
        lines.push(format!(
            "{:?} {wins:?} {stones:?}",
            connection.winning_path(at)
        ));
    }
    lines
}

/// What a game says of itself.
fn of_itself<G: Keyed + Notation>(game: &G) -> String {
    let beyond = G::Key::from_wide(WideKey {
        high: 0,
        low: u128::from(u64::MAX),
    });
    format!(
        "{} {:?} {} {} {} {:?} {} {} {} {} {} {:?} {:?} {:?}",
        game.spec(),
        game.value_range(),
        game.has_draws(),
        game.key_bits(),
        game.move_codes(),
        game.level_rule(),
        game.depends_on_history(),
        game.connection().is_some(),
        game.max_level(),
        game.counts_terminal_positions(),
        game.tie_break_rule(),
        game.parse_position("?!").err(),
        game.parse_board("?").map(|read| read.err()),
        beyond.map(|key| game.position(key).map(|at| game.key(&at).to_wide())),
    )
}

/// A board that is written as text is read as the same, in either case; it has no passes.
fn leads_back<G: NamedGame>(game: &G, at: &G::Position) {
    let Some(text) = game
        .format_board(at, true)
        .filter(|_| game.repetition_rule().is_none())
    else {
        return;
    };
    for text in [text.to_lowercase(), text] {
        let read = game.parse_board(&text).unwrap().unwrap();
        assert_eq!(game.key(&read), game.key(at), "{} {text}", game.spec());
    }
}

fn is_the_same<G: NamedGame>(game: &G) {
    let any = any(&game.spec());
    assert!(any.downcast::<G>().is_some());
    assert_eq!(any.to_string(), game.spec());
    assert_eq!(of_itself(&any), of_itself(game));
    let mut random = Random::new(7);
    for _ in 0..12 {
        let (mut at, mut of_any): (G::Position, AnyPosition) = (game.start(), any.start());
        for _ in 0..60 {
            assert_eq!(
                description(&any, &of_any),
                description(game, &at),
                "{}",
                game.spec()
            );
            leads_back(game, &at);
            assert_eq!(any.perft(&of_any, 2), game.perft(&at, 2));
            if !game.depends_on_history() && game.key_bits() <= 128 {
                let key = game.key(&at).to_u128();
                for reduction in [Reduction::None, Reduction::Canonical] {
                    let erased = listed(|next| any.successors(key, reduction, next));
                    let typed = listed(|next| successors(game, key, reduction, next));
                    assert_eq!(erased, typed);
                }
            }
            assert_eq!(G::into_any(at.clone()), of_any);
            let moves = game.moves(&at);
            if moves.is_empty() {
                break;
            }
            let played = *random.pick(&moves);
            at = game.play_unchecked(&at, played);
            of_any = any.play(&of_any, played).unwrap();
        }
    }
}

#[test]
fn what_any_game_says_is_what_the_game_says() {
    is_the_same(&Othello::<u64>::new(6, 4).unwrap());
    is_the_same(&Othello::<u128>::new(8, 6).unwrap());
    let four = ConnectFour::new(5, 4).unwrap();
    is_the_same(&four.clone().with_utility(Utility::Score));
    is_the_same(&four);
    is_the_same(&Mnk::new(4, 3, 3).unwrap());
    let spec = |spec| solveig_game::Spec::parse(spec).unwrap();
    for go in [
        "go:3x2",
        "go:3x2?superko=situational&suicide=yes",
        "go:3x2?ko=basic",
    ] {
        is_the_same(&Go::from_spec(&spec(go)).unwrap());
    }
    is_the_same(&Hex::<u64>::new(4, 3).unwrap());
    is_the_same(&Hex::<u128>::new(7, 6).unwrap());
    is_the_same(&Hex::<WideKey>::new(10, 9).unwrap());
    is_the_same(&RandomTree::from_spec(&spec("random-tree:3x5?seed=1")).unwrap());
}

#[test]
#[should_panic(expected = "is of another game")]
fn a_position_of_another_game_is_refused() {
    let (othello, hex) = (any("othello:4x4"), any("hex:3x3"));
    othello.level(&hex.start());
}

#[test]
fn boards_of_other_programs_and_moves_behind_them_are_positions() {
    let drawn =
        "|   A B C D\n| 1 - * - - 1\n| 2 - * * - 2\n| 3 - * O - 3\n| 4 - - - - 4\n|* to move\n";
    for (spec, board, forms) in [
        (
            "othello:4x4",
            "-X---XX--XO----- X",
            &["-*---**--*O-----*", ".x...xx..xo..... x", drawn][..],
        ),
        ("hex:3x3", "X--O----- X", &["*--o-----x", "x.. o.. ... x"]),
        ("go:3x1", "X-O X", &["*.o*", "x-ox"]),
        ("mnk:3x3?k=3", "XO------- X", &["*O-------*"]),
        ("connect-four:4x3", "..../..../xo..", &["..../..../XO.."]),
    ] {
        let game = any(spec);
        let position = game.parse_position(board).unwrap();
        let played = game.moves(&position)[0];
        let name = game.format_move(played);
        let after = game.play_unchecked(&position, played);
        for form in forms.iter().chain([&board]) {
            assert_eq!(game.parse_position(form).as_ref(), Ok(&position), "{form}");
            for separator in [" ", "; ", ";", "\n"] {
                let text = format!("{form}{separator}{name}");
                assert_eq!(game.parse_position(&text).as_ref(), Ok(&after), "{text}");
            }
        }
        let error = game.parse_position(&format!("{board}; 99")).unwrap_err();
        assert!(error.to_string().starts_with("move 1"), "{spec}: {error}");
    }
}
