//! Stones that are alive unconditionally (D. B. Benson, *Life in the game of Go*, Information Sciences 10,
//! 1976), and the score that they make sure of.
//!
//! A *region* of a colour is a connected part of the points without its stones. It is *vital* to a chain if
//! each of its empty points lies beside the chain. Take all chains and all regions, and strike out, as
//! long as there is any, a chain with fewer than two vital regions that are left, and a region beside a
//! chain that was struck out. What chains are left are alive, even if their owner never moves: to capture
//! one the other colour would have to fill all of a vital region but a last point, which is a liberty of
//! the chain, and then that point, which captures nothing while the chain has the other region.
//!
//! Where suicide is allowed, stones in a region may come off again, and so each point of a vital region,
//! empty or not, has to lie beside the chain.

use super::Go;

/// What `colour`'s area exceeds the other's by at least if it passes from now on.
///
/// Stones that are alive stay, and everything else may become the other's, but for the regions that keep
/// them alive. One of a single point cannot be filled and is area. A greater one has an empty point at the
/// end, which lies beside a chain that is alive: at worst it belongs to nobody.
pub fn benson_lower_bound(game: &Go, stones: [u64; 2], colour: usize) -> i32 {
    let own = |point: u32| stones[colour] >> point & 1 == 1;
    let empty = |point: u32| (stones[0] | stones[1]) >> point & 1 == 0;
    let mut chains = game.parts(own);
    let mut regions = game.parts(|point| !own(point));
    let beside = |point: u32, chain: &Vec<u32>| {
        let mut next = game.beside[point as usize].iter();
        next.any(|next| chain.contains(next))
    };
    let vital = |region: &Vec<u32>, chain: &Vec<u32>| {
        let mut needed = region.iter().filter(|at| game.suicide || empty(**at));
        needed.all(|at| beside(*at, chain))
    };
    loop {
        let kept = |chain: &Vec<u32>| {
            let vital = regions.iter().filter(|region| vital(region, chain));
            vital.count() >= 2
        };
        let (alive, struck): (Vec<_>, Vec<_>) = chains.into_iter().partition(kept);
        chains = alive;
        if struck.is_empty() {
            break;
        }
        regions.retain(|region| {
            let touches = |chain| region.iter().any(|at| beside(*at, chain));
            !struck.iter().any(touches)
        });
    }
    let alive: i32 = chains.iter().map(|chain| chain.len() as i32).sum();
    let mut score = alive - (game.points() as i32 - alive);
    for region in regions {
        if chains.iter().any(|chain| vital(&region, chain)) {
            score += if region.len() == 1 { 2 } else { 1 };
        }
    }
    score
}
