//! How a machine plays: it places a fleet that nobody can foresee, and shoots where most fleets have a ship.

use counterplay_core::advice::{Advice, Advise};
use counterplay_core::{Limits, Random};

use super::sea::each;
use super::shooter::Explanations;
use super::{Action, Battleships, Evidence, Seen, Ships, View, at};

/// How many fleets are sampled at most, and at least.
const MOST_SAMPLES: u64 = 1_000;
const FEWEST_SAMPLES: u64 = 10;

impl Advise for Battleships {
    fn advise(&self, view: &View, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Action>> {
        match &view.fleets[at(view.seat)] {
            Seen::Open(own) if own.placed < self.ships_of(at(view.seat)) => self.place(own, random),
            _ => self.shoot(&self.evidence(view)?, limits, random),
        }
    }
}

impl Battleships {
    /// Places the next ship as it lies in one of the fleets that can still be placed, each of which comes equally often: so does, in the
    /// end, each fleet at all.
    fn place(&self, own: &Ships, random: &mut dyn Random) -> Option<Advice<Action>> {
        // What the own ships have taken is to the others what a miss is to a shooter.
        let rest = Evidence { shots: own.all(), ..Evidence::new(self.sea, &self.lengths()[own.placed..]) };
        let ship = *rest.sample(random)?.first()?;
        let note = "one of the fleets that can be placed, each equally often".to_owned();
        Some(Advice { action: Action::Place(self.placement_of(ship)), shares: Vec::new(), nodes: 1, note })
    }

    /// Shoots at the cell that is hit in most of the fleets that could be there.
    fn shoot(&self, evidence: &Evidence, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Action>> {
        let samples = limits.nodes.unwrap_or(MOST_SAMPLES).clamp(FEWEST_SAMPLES, MOST_SAMPLES);
        let explanations = Explanations::of(evidence, random);
        let mut hits = [0u32; 128];
        for _ in 0..samples {
            let fleet = explanations.sample(random)?;
            let open = fleet.iter().fold(0, |all, ship| all | ship) & evidence.open();
            each(open).for_each(|cell| hits[usize::from(cell)] += 1);
        }
        let share = |cell: u8| f64::from(hits[usize::from(cell)]) / samples as f64;
        let shares: Vec<(Action, f64)> = each(evidence.open()).map(|cell| (Action::Shoot(cell), share(cell))).collect();
        let (action, _) = *shares.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let note = format!("of {samples} random fleets that fit the answers, the share that has a ship there");
        Some(Advice { action, shares, nodes: samples, note })
    }
}
