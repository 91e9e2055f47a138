//! Fleets at random, each that could be the true one equally often.

use std::ops::ControlFlow;

use counterplay_core::Random;

use super::super::evidence::{Evidence, Fleet};
use super::super::sea::Cells;
use super::chart::Chart;
use super::count::list;
use super::explain::{Explainer, Explanation};

/// The explanations of the hits, each with the number of ways to complete it if free ships could share cells.
///
/// An explanation is drawn as often as that number says, each free ship is put somewhere on what the explanation leaves
/// to it, and where two free ships share a cell all is drawn again. So each fleet is drawn equally often.
pub struct Explanations<'e> {
    chart: Chart<'e>,
    /// For each kind the placements on cells that were not shot at.
    free: Vec<Vec<Cells>>,
    /// Each explanation, with the weights of all up to it.
    explained: Vec<(Explanation, f64)>,
    /// Whether these are all explanations. If not, they are some of them, each standing for others like it, and the
    /// fleets are spread evenly only as well as a few thousand can stand for all.
    pub complete: bool,
}

impl<'e> Explanations<'e> {
    /// The most that are listed.
    const MOST: usize = 100_000;
    /// How many stand for all where they are more.
    const DIVES: usize = 20_000;
    /// How often all is drawn again. Where ships nearly fill the sea, fleets without shared cells are rare, and few
    /// enough to list.
    pub(super) const TRIES: u32 = 1_000_000;
    /// The most fleets that are listed then.
    const CROWDED: usize = 1_000_000;

    /// The explanations of what was told; the generator is used only where they are too many to list.
    #[must_use]
    pub fn of(evidence: &'e Evidence, random: &mut dyn Random) -> Explanations<'e> {
        let chart = Chart::new(evidence);
        let free = (chart.kinds.iter())
            .map(|kind| kind.free.iter().map(|place| kind.placements[usize::from(place)]).collect())
            .collect();
        let explainer = Explainer::new(&chart);
        let mut weighed = Weighed { chart: &chart, total: 0.0, list: Vec::new() };
        let complete = explainer.visit(&mut |explanation| weighed.push(*explanation, 1.0)).is_continue();
        if !complete {
            weighed = Weighed { chart: &chart, total: 0.0, list: Vec::new() };
            for (explanation, weight) in (0..Self::DIVES).filter_map(|_| explainer.dive(random)) {
                let _ = weighed.push(explanation, weight);
            }
        }
        let explained = weighed.list;
        Explanations { chart, free, explained, complete }
    }

    /// How many fleets there would be if free ships could share cells: no fewer than there are.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.explained.last().map_or(0.0, |(_, until)| *until)
    }

    /// One of the fleets, each equally often; `None` if there is none.
    pub fn sample(&self, random: &mut dyn Random) -> Option<Fleet> {
        let mut fleet = vec![0; self.chart.kind_of.len()];
        if (0..Self::TRIES).take_while(|_| self.weight() > 0.0).any(|_| self.draw(random, &mut fleet)) {
            return Some(fleet);
        }
        let mut fleets = list(self.chart.evidence, Self::CROWDED)?;
        let chosen = random.index(fleets.len())?;
        Some(fleets.swap_remove(chosen))
    }

    /// Draws a fleet, unless ships share a cell and all is to be drawn again. There has to be an explanation.
    pub fn draw(&self, random: &mut dyn Random, fleet: &mut [Cells]) -> bool {
        let at = random.unit() * self.weight();
        let (explanation, _) = &self.explained[self.explained.partition_point(|(_, until)| *until <= at)];
        let mut explained = 0;
        for (ship, cells) in fleet.iter_mut().enumerate() {
            *cells = explanation.place(ship).map_or(0, |place| self.chart.cells(ship, place));
            explained |= *cells;
        }
        let mut taken = explained;
        explanation.free(&self.chart).all(|ship| {
            let placements = &self.free[self.chart.kind_of[ship]];
            let cells = loop {
                let cells = placements[random.below(placements.len() as u64) as usize];
                if cells & explained == 0 {
                    break cells;
                }
            };
            fleet[ship] = cells;
            let clear = cells & taken == 0;
            taken |= cells;
            clear
        })
    }
}

/// Explanations with the sums of their weights.
struct Weighed<'c> {
    chart: &'c Chart<'c>,
    total: f64,
    list: Vec<(Explanation, f64)>,
}

impl Weighed<'_> {
    fn push(&mut self, explanation: Explanation, weight: f64) -> ControlFlow<()> {
        let ways = explanation.free(self.chart).map(|ship| f64::from(explanation.left(self.chart, ship).len()));
        let weight = weight * ways.product::<f64>();
        // One that leaves no room to a free ship is none.
        if weight > 0.0 {
            self.total += weight;
            self.list.push((explanation, self.total));
        }
        if self.list.len() > Explanations::MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
