//! The player by results of others: it keeps the value that follows from them against every play,
//! and says where they fail it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solveig_campaign::CampaignError;
use solveig_campaign::player::{
    FromResults, KeptMove, MoveSource, PlaySide, Player, PlayerTable, TablePlayer,
};
use solveig_campaign::results::derive::hypotheses;
use solveig_game::random::Random;
use solveig_game::{Game, GameExt, Key, Keyed, Value};
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_games::othello::{Othello, Position};
use solveig_region::blocks::Block;
use solveig_search::{Oracle, StopToken};

use crate::world::{World, an_exact_row, edit};

/// The table of a world's list and store.
fn table_of(world: &World, list: &str) -> Result<PlayerTable, CampaignError> {
    let store = world.store();
    let from = FromResults {
        game: world.game.clone(),
        knowledge: Arc::new(OthelloKnowledge::new(&world.game)),
        position: "-".to_owned(),
        hypotheses: hypotheses(&store, Path::new("list.csv"), list.as_bytes())?,
        memory: 1 << 20,
        threads: 2,
        stop: StopToken::never(),
    };
    PlayerTable::from_results(from, &store, &|_, _| ())
}

fn written(world: &World, table: &PlayerTable) -> PathBuf {
    let path = world.folder.path().join("a.player");
    table.write(&mut fs::File::create(&path).unwrap()).unwrap();
    path
}

fn read(path: &Path) -> Result<Player, CampaignError> {
    Player::read(path, &fs::read(path).unwrap()[..], 1 << 20)
}

/// Plays all games there are against the player of `side`; the worst for it of each position, and
/// how many of its moves came from where.
struct Exhaustive<'p, K: Key, O: Oracle<Othello<K>>> {
    game: Othello<K>,
    player: TablePlayer<'p, O>,
    side: PlaySide,
    seen: BTreeMap<(K, PlaySide), Value>,
    sources: [u64; 4],
}

impl<K: Key, O: Oracle<Othello<K>>> Exhaustive<'_, K, O> {
    fn worst(&mut self, position: &Position, mover: PlaySide) -> Value {
        if let Some(utility) = self.game.terminal_value(position) {
            return if mover == self.side {
                utility
            } else {
                -utility
            };
        }
        let place = (self.game.key(position), mover);
        if let Some(worst) = self.seen.get(&place) {
            return *worst;
        }
        let moves = if mover == self.side {
            let kept = self.player.best_move(position, self.side);
            let KeptMove { played, source } = kept.unwrap().unwrap();
            self.sources[source as usize] += 1;
            vec![played]
        } else {
            self.game.moves(position)
        };
        let worst = moves.into_iter().map(|played| {
            let child = self.game.play_unchecked(position, played);
            self.worst(&child, mover.other())
        });
        let worst = worst.min().unwrap();
        self.seen.insert(place, worst);
        worst
    }
}

/// The worst outcome for each side against every play, and the sources of its moves.
fn exhaust(world: &World, player: &mut Player, start: &Position) -> [(Value, [u64; 4]); 2] {
    [PlaySide::First, PlaySide::Second].map(|side| {
        let mut games = Exhaustive {
            game: world.game.clone(),
            player: TablePlayer::new(player, world.oracle()).unwrap(),
            side,
            seen: BTreeMap::new(),
            sources: [0; 4],
        };
        let worst = games.worst(start, PlaySide::First);
        (worst, games.sources)
    })
}

#[test]
fn against_every_play_on_4x4_both_sides_keep_the_value() {
    let mut worlds = vec![World::proving((4, 4), 8, 7, 1 << 20)];
    for (first, second) in [(11, 10), (10, 6), (9, 4), (10, 2)] {
        worlds.push(World::whole(4, 4, first, second));
        worlds.push(World::proving((4, 4), first, second, 1 << 20));
    }
    for world in worlds {
        world.import().unwrap();
        let table = table_of(&world, &world.list()).unwrap();
        // 4x4 Othello has the value -10 for the side that moves first.
        assert_eq!((table.heading().lower, table.heading().upper), (-10, -10));
        let mut player = read(&written(&world, &table)).unwrap();
        let start = world.game.start();
        let found = exhaust(&world, &mut player, &start);
        let mut results = 0;
        for ((worst, sources), promised) in found.into_iter().zip([-10, 10]) {
            assert_eq!(worst, promised);
            assert!(sources[2] > 0 && sources[3] == 0, "{sources:?}");
            results += sources[1];
        }
        assert!(results > 0);
    }
}

#[test]
fn hypotheses_that_do_not_decide_the_value_promise_what_follows_from_them() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let whole = world.list();
    let rows: Vec<&str> = whole.lines().collect();
    let start = world.game.start();
    let mut weaker = 0;
    for left_out in 1..rows.len() {
        let mut list = rows.clone();
        list.remove(left_out);
        let list = list.join("\n");
        let Ok(table) = table_of(&world, &list) else {
            continue;
        };
        let (lower, upper) = (table.heading().lower, table.heading().upper);
        assert!(lower <= -10 && -10 <= upper);
        weaker += u32::from(lower < upper);
        let mut player = read(&written(&world, &table)).unwrap();
        let found = exhaust(&world, &mut player, &start);
        assert!(found[0].0 >= lower && found[1].0 >= -upper, "{found:?}");
    }
    assert!(weaker > 0);
}

#[test]
fn every_hypothesis_has_to_follow_when_the_player_is_made() {
    let world = World::proving((4, 4), 9, 6, 1 << 20);
    world.import().unwrap();
    let list = world.list();
    table_of(&world, &list).unwrap();
    // A hypothesis that says more than what follows, and one without a file.
    let stronger: Vec<String> = list
        .lines()
        .enumerate()
        .map(|(number, line)| match number {
            1 => {
                let board = line.split(',').next().unwrap();
                format!("{board},1,16,-16,16")
            }
            _ => line.to_owned(),
        })
        .collect();
    let error = table_of(&world, &stronger.join("\n")).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("line 2 of the list, a value from 16 to 16"),
        "{said}"
    );
    assert!(said.contains("does not follow: from the results"), "{said}");
    let file = fs::read_dir(world.results()).unwrap().next().unwrap();
    fs::remove_file(file.unwrap().path()).unwrap();
    world.import_again().unwrap();
    let said = table_of(&world, &list).unwrap_err().to_string();
    assert!(
        said.contains("no file of results is about its position"),
        "{said}"
    );
    // Rows that are missing: the hypothesis follows no more, unless other files have them.
    let world = World::proving((4, 4), 9, 6, 1 << 20);
    let mut refused = 0;
    for file in fs::read_dir(world.results()).unwrap() {
        let path = file.unwrap().path();
        let before = fs::read_to_string(&path).unwrap();
        edit(&path, |lines| lines.truncate(1));
        world.import_again().unwrap();
        match table_of(&world, &list) {
            Ok(_) => {}
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("does not follow"), "{error}");
            }
        }
        fs::write(&path, before).unwrap();
    }
    assert!(refused > 0, "{refused}");
    // Nothing follows about the start from hypotheses that are about other positions.
    world.import_again().unwrap();
    let row = list.lines().nth(1).unwrap();
    let one = format!("{}\n{row}\n", list.lines().next().unwrap());
    let said = table_of(&world, &one).unwrap_err().to_string();
    assert!(said.contains("follows nothing about the start"), "{said}");
}

#[test]
fn a_player_refuses_another_store_and_finds_its_own_where_it_was_or_beside_it() {
    let world = World::proving((4, 4), 9, 6, 1 << 20);
    world.import().unwrap();
    let table = table_of(&world, &world.list()).unwrap();
    let path = written(&world, &table);
    read(&path).unwrap();
    // Elsewhere: the store is where it was.
    let elsewhere = world.folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let moved = elsewhere.join("a.player");
    fs::copy(&path, &moved).unwrap();
    read(&moved).unwrap();
    // Both moved: it is beside the table.
    fs::rename(world.store_path(), elsewhere.join("results.store")).unwrap();
    read(&moved).unwrap();
    let said = read(&path).unwrap_err().to_string();
    assert!(
        said.contains("the player needs its store of results"),
        "{said}"
    );
    // A store of the same folder with one row less.
    let file = fs::read_dir(world.results()).unwrap().next().unwrap();
    edit(&file.unwrap().path(), |lines| {
        let place = an_exact_row(lines, 6);
        lines.remove(place);
    });
    world.import().unwrap();
    let said = read(&path).unwrap_err().to_string();
    assert!(said.contains("another store, with the checksum"), "{said}");
    // No store at all.
    fs::write(world.store_path(), "nothing").unwrap();
    let said = read(&path).unwrap_err().to_string();
    assert!(said.contains("expected a store of results"), "{said}");
}

#[test]
fn where_results_are_damaged_or_missing_the_player_searches_and_says_so() {
    let world = World::whole(4, 4, 10, 4);
    world.import().unwrap();
    let table = table_of(&world, &world.list()).unwrap();
    let path = written(&world, &table);
    let start = world.game.start();
    let by_whole = exhaust(&world, &mut read(&path).unwrap(), &start);
    // The blocks of records are damaged; what follows them is not.
    let whole = fs::read(world.store_path()).unwrap();
    let mut damaged = whole.clone();
    let mut at = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let begin = at;
    while let Some(block) = Block::read(&whole[at..], (at - begin) as u64) {
        damaged[at + 100] ^= 1;
        at += block.length() as usize;
    }
    assert!(at > begin + 4096, "more than one block");
    fs::write(world.store_path(), damaged).unwrap();
    let by_damaged = exhaust(&world, &mut read(&path).unwrap(), &start);
    for ((one, other), promised) in by_whole.into_iter().zip(by_damaged).zip([-10, 10]) {
        assert_eq!((one.0, other.0), (promised, promised));
        // What follows by the rules alone needs no store.
        assert!(one.1[1] > other.1[1], "{one:?} {other:?}");
        assert_eq!(one.1[3] + other.1[3], 0);
    }
    // What is said.
    let mut random = Random::new(5);
    let (mut said, mut strayed) = (0, 0);
    for store in ["damaged", "whole"] {
        if store == "whole" {
            fs::write(world.store_path(), &whole).unwrap();
        }
        let mut player = read(&path).unwrap();
        for _ in 0..200 {
            let (mut position, mut mover) = (start, PlaySide::First);
            while world.game.terminal_value(&position).is_none() {
                let stop = StopToken::never();
                let choice = player
                    .known_move(&world.game, &position, mover, &stop)
                    .unwrap();
                let above = world.empty_squares(&position) > 4;
                assert_eq!(player.lacking().is_some(), above && choice.is_none());
                match player.lacking() {
                    Some(problem) if problem.contains("cannot be used") => {
                        assert_eq!(store, "damaged");
                        said += 1;
                    }
                    Some(_) => strayed += 1,
                    None => {}
                }
                position = world
                    .game
                    .play_unchecked(&position, *random.pick(&world.game.moves(&position)));
                mover = mover.other();
            }
        }
    }
    assert!(said > 100 && strayed > 100, "{said} {strayed}");
}

#[test]
fn a_stopped_search_of_the_results_goes_on_with_the_next_question() {
    let world = World::whole(4, 4, 10, 2);
    world.import().unwrap();
    let table = table_of(&world, &world.list()).unwrap();
    let mut player = read(&written(&world, &table)).unwrap();
    let (mut position, mut mover) = (world.game.start(), PlaySide::First);
    let stop = StopToken::never();
    loop {
        let choice = player
            .known_move(&world.game, &position, mover, &stop)
            .unwrap();
        let kept = choice.unwrap();
        if kept.source == MoveSource::Results {
            break;
        }
        position = world.game.play_unchecked(&position, kept.played);
        mover = mover.other();
    }
    let mut player = read(&written(&world, &table)).unwrap();
    let mut stops = 0;
    // Each question may look at so few positions that many are needed.
    while player
        .known_move(&world.game, &position, mover, &stop.clone().with_budget(40))
        .is_err()
    {
        stops += 1;
        assert!(stops < 10_000);
    }
    assert!(stops > 0, "{stops}");
}
