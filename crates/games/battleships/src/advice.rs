//! How a machine plays: it places a fleet that nobody can foresee, and shoots by what could be there.

use counterplay_core::advice::{Advice, Advise};
use counterplay_core::{Limits, Random};

use super::shooter::{Aim, Effort, aim};
use super::{Action, Battleships, Evidence, Seen, Ships, View, at};

impl Advise for Battleships {
    fn advise(&self, view: &View, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Action>> {
        match &view.fleets[at(view.seat)] {
            Seen::Open(own) if own.placed < self.ships_of(at(view.seat)) => self.place(own, random),
            _ => self.shoot(&self.evidence(view)?, limits, random),
        }
    }
}

impl Battleships {
    /// Places the next ship as it lies in one of the fleets that can still be placed, each of which comes equally
    /// often: so does, in the end, each fleet at all.
    fn place(&self, own: &Ships, random: &mut dyn Random) -> Option<Advice<Action>> {
        // What the own ships have taken is to the others what a miss is to a shooter.
        let rest = Evidence { shots: own.all(), ..Evidence::new(self.sea, &self.lengths()[own.placed..]) };
        let ship = *rest.sample(random)?.first()?;
        let note = "one of the fleets that can be placed, each equally often".to_owned();
        Some(Advice { action: Action::Place(self.placement_of(ship)), shares: Vec::new(), nodes: 1, note })
    }

    /// Shoots where that is worth most, by the fleets that could be there.
    fn shoot(&self, evidence: &Evidence, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Action>> {
        let effort = limits.nodes.map_or(Effort::FULL, Effort::of_nodes);
        let Aim { cell, shares, fleets, exact, total } = aim(evidence, effort, random)?;
        let shares = shares.into_iter().map(|(cell, share)| (Action::Shoot(cell), share)).collect();
        let which = if exact {
            format!("of all {fleets} fleets that fit the answers")
        } else {
            format!("of {fleets} random fleets that fit the answers, as about {total:.2e} do")
        };
        let note = format!("{which}, the share that has a ship there");
        Some(Advice { action: Action::Shoot(cell), shares, nodes: fleets as u64, note })
    }
}
