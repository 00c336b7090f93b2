//! Settling claims: by the artifact, by the certificate, by search.

use std::mem;

use rayon::prelude::*;
use solveig_format::{Record, Roles, Scope};

use crate::Rules;
use crate::bounds::Bounds;
use crate::check::Check;
use crate::chunk::{Chunk, Claim};
use crate::failure::{Evidence, Problem, VerifyError};
use crate::stored::{Place, Request};

impl<R: Rules, B: AsRef<[u8]> + Sync> Check<'_, R, B> {
    /// Settles the claims of a chunk, and blames the records whose claims do not hold.
    pub fn settle(&self, chunk: &mut Chunk<R::Position>) -> Result<(), VerifyError> {
        while !chunk.claims.is_empty() {
            let claims = mem::take(&mut chunk.claims);
            let open = self.settle_by_artifact(chunk, &claims)?;
            let (covered, searched): (Vec<_>, Vec<_>) = open.into_iter().partition(|request| {
                let cut = self.certificate_cut;
                cut.is_some_and(|cut| request.level <= cut) && claims[request.claim].roles == 0
            });
            self.settle_by_certificate(chunk, &claims, &covered)?;
            self.settle_by_search(chunk, &claims, &searched);
        }
        if let Some(owner) = chunk.owners.iter().position(|owner| owner.unreached) {
            let value = chunk.owners[owner].record.value;
            chunk.blame(owner, Problem::NotReached { value });
        }
        Ok(())
    }

    /// Settles the claims about positions that the artifact holds; the rest is returned, sorted.
    fn settle_by_artifact(
        &self,
        chunk: &mut Chunk<R::Position>,
        claims: &[Claim<R::Position>],
    ) -> Result<Vec<Request>, VerifyError> {
        let request = |(at, claim): (usize, &Claim<R::Position>)| Request {
            level: claim.level,
            key: claim.key,
            claim: at,
        };
        let mut requests: Vec<Request> = claims.iter().enumerate().map(request).collect();
        requests.sort_unstable();
        let stored = requests.partition_point(|request| request.level <= self.cut);
        let mut open = Vec::new();
        self.artifact
            .look_up(&requests[..stored], |request, found| {
                let claim = &claims[request.claim];
                match found {
                    Some((place, record)) => self.weigh(chunk, claim, place, &record),
                    None if claim.roles == 0 => open.push(*request),
                    None => self.miss(chunk, claim),
                }
            })?;
        open.extend_from_slice(&requests[stored..]);
        Ok(open)
    }

    /// Settles claims that a value is at least a bound by the certificate's records. No record
    /// speaks of a value that is at most a bound: that leaves a claim about each move.
    fn settle_by_certificate(
        &self,
        chunk: &mut Chunk<R::Position>,
        claims: &[Claim<R::Position>],
        requests: &[Request],
    ) -> Result<(), VerifyError> {
        let Some(certificate) = &self.certificate else {
            return Ok(());
        };
        let mut recorded = Vec::with_capacity(requests.len());
        for request in requests {
            let claim = &claims[request.claim];
            match claim.bounds.greatest() {
                Some(greatest) => self.claim_each_move(chunk, claim, greatest),
                None => recorded.push(*request),
            }
        }
        chunk.settled.certificate += recorded.len() as u64;
        certificate.look_up(&recorded, |request, found| {
            let claim = &claims[request.claim];
            match found {
                Some((place, record)) if claim.bounds.allow(record.value) => {
                    certificate.demand(place, Roles::LOWER.bits(), claim.bounds);
                }
                Some((_, weak)) => self.refute(chunk, claim, Evidence::Certificate(weak.value)),
                None => self.refute(chunk, claim, Evidence::NoRecord),
            }
        })?;
        Ok(())
    }

    /// Settles a claim by a record of the artifact.
    fn weigh(
        &self,
        chunk: &mut Chunk<R::Position>,
        claim: &Claim<R::Position>,
        place: Place,
        record: &Record,
    ) {
        chunk.settled.artifact += 1;
        let demanded = Roles::from_bits(claim.roles);
        if let Some(roles) = demanded {
            if !record.roles.contains(roles) {
                let problem = Problem::ChildRoles {
                    played: self.describe_move(chunk, claim.link),
                    child: self.rules.describe(&claim.position),
                    expected: roles,
                    found: record.roles,
                };
                return chunk.blame(claim.link.owner, problem);
            }
            self.artifact.demand(place, claim.roles, claim.bounds);
        }
        if !claim.bounds.allow(record.value) {
            return self.refute(chunk, claim, Evidence::Artifact(record.value));
        }
        if self.scope != Scope::Weak {
            chunk.reach(claim.link.owner, record.value, claim.same_side);
        }
    }

    /// Blames a record for a child that must be stored and is not.
    fn miss(&self, chunk: &mut Chunk<R::Position>, claim: &Claim<R::Position>) {
        if let Some(roles) = Roles::from_bits(claim.roles) {
            let problem = Problem::Missing {
                played: self.describe_move(chunk, claim.link),
                child: self.rules.describe(&claim.position),
                roles,
            };
            chunk.blame(claim.link.owner, problem);
        }
    }

    fn refute(&self, chunk: &mut Chunk<R::Position>, claim: &Claim<R::Position>, found: Evidence) {
        let problem = self.refuted(chunk, claim.link, &claim.position, claim.bounds, found);
        chunk.blame(claim.link.owner, problem);
    }

    /// Settles by search the claims that no file speaks of, and finds for each record that needs it
    /// a child that reaches its value.
    fn settle_by_search(
        &self,
        chunk: &mut Chunk<R::Position>,
        claims: &[Claim<R::Position>],
        requests: &[Request],
    ) {
        let needed = requests.iter().map(|request| &claims[request.claim]);
        let needed: Vec<_> = needed
            .filter(|claim| chunk.is_sound(claim.link.owner))
            .collect();
        chunk.settled.search += needed.len() as u64;
        // Sorted requests bring positions together that share descendants, and so tables.
        let verdicts: Vec<bool> = needed
            .par_iter()
            .map(|claim| self.search(&claim.position, claim.bounds))
            .collect();
        let refuted = needed.iter().zip(verdicts).filter(|(_, holds)| !holds);
        for (claim, _) in refuted {
            self.refute(chunk, claim, Evidence::Search);
        }

        let unreached = |owner: usize| chunk.owners[owner].unreached && chunk.is_sound(owner);
        let witnesses = needed.iter().filter(|claim| unreached(claim.link.owner));
        let reached: Vec<usize> = witnesses
            .collect::<Vec<_>>()
            .par_iter()
            .filter(|claim| {
                let value = chunk.owners[claim.link.owner].record.value;
                let worth = Bounds::NONE.at_least(value);
                let bounds = if claim.same_side {
                    worth
                } else {
                    worth.negated()
                };
                self.search(&claim.position, bounds)
            })
            .map(|claim| claim.link.owner)
            .collect();
        for owner in reached {
            chunk.owners[owner].unreached = false;
        }
    }
}
