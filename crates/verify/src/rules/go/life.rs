//! Unconditionally alive stones (D. B. Benson, *Life in the game of Go*, Information Sciences 10,
//! 1976), and the score that they guarantee.
//!
//! A *region* of a colour is a connected part of the points without its stones. It is *vital* to a
//! chain if each of its empty points lies beside the chain. Start with all chains and all regions.
//! As long as anything changes, strike out each chain with fewer than two remaining vital regions,
//! and each region beside a struck chain. The remaining chains are alive even if their owner always
//! passes: to capture one, the opponent would have to fill all of a vital region but a last point,
//! which is a liberty of the chain, and then that point, which captures nothing while the chain has
//! the other region.
//!
//! If suicide is allowed, the opponent's stones in a region may be removed again, so each point of
//! a vital region, empty or not, must lie beside the chain.

use super::Go;

/// The chains of `colour` that are alive, and the regions that keep them alive.
fn alive(game: &Go, stones: [u64; 2], colour: usize, suicide: bool) -> (Vec<u64>, Vec<u64>) {
    let own = stones[colour];
    let mut chains = game.parts(own);
    let mut regions = game.parts(game.all() & !own);
    let vital = |region: u64, chain: u64| {
        let occupied = if suicide { 0 } else { stones[1 - colour] };
        region & !occupied & !game.around(chain) == 0
    };
    loop {
        let kept = |chain: &u64| {
            let vital = regions.iter().filter(|region| vital(**region, *chain));
            vital.count() >= 2
        };
        let (alive, struck): (Vec<_>, Vec<_>) = chains.into_iter().partition(kept);
        chains = alive;
        if struck.is_empty() {
            break;
        }
        let touched = struck
            .into_iter()
            .fold(0, |all, chain| all | game.around(chain));
        regions.retain(|region| region & touched == 0);
    }
    regions.retain(|region| chains.iter().any(|chain| vital(*region, *chain)));
    (chains, regions)
}

/// The stones of `colour` that would be alive if suicide were allowed, as a set of points.
pub fn alive_if_suicide_is_allowed(game: &Go, stones: [u64; 2], colour: usize) -> u64 {
    let (chains, _) = alive(game, stones, colour, true);
    chains.iter().fold(0, |all, chain| all | chain)
}

/// A lower bound on the score of `colour`, its area minus the other's, if it always passes.
///
/// Alive stones stay. Everything else counts for the opponent, except in the regions that keep them
/// alive. Such a region of one point cannot be filled and is area of `colour`. A larger one has at
/// the end an empty point beside an alive chain, which at worst belongs to nobody.
pub fn benson_lower_bound(game: &Go, stones: [u64; 2], colour: usize) -> i32 {
    let (chains, regions) = alive(game, stones, colour, game.suicide);
    let alive: i32 = chains.iter().map(|chain| chain.count_ones() as i32).sum();
    let mut score = alive - (game.points() as i32 - alive);
    for region in regions {
        score += if region.count_ones() == 1 { 2 } else { 1 };
    }
    score
}
