//! Each way in which ships can explain the hits.

use std::ops::ControlFlow;

use counterplay_core::Random;

use super::super::evidence::{Evidence, MOST_SHIPS};
use super::super::sea::Cells;
use super::chart::{Chart, Set};

/// Where each ship lies that explains a hit; the others are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explanation([u8; MOST_SHIPS]);

impl Explanation {
    /// No list of placements is that long.
    const FREE: u8 = u8::MAX;

    /// All ships are free.
    const NOTHING: Explanation = Explanation([Explanation::FREE; MOST_SHIPS]);

    fn with(mut self, ship: usize, place: u8) -> Explanation {
        self.0[ship] = place;
        self
    }

    /// Where a ship lies, unless it is free.
    pub(super) fn place(&self, ship: usize) -> Option<u8> {
        Some(self.0[ship]).filter(|&place| place != Explanation::FREE)
    }

    /// The ships that explain no hit.
    pub(super) fn free(&self, chart: &Chart<'_>) -> impl Iterator<Item = usize> {
        (0..chart.kind_of.len()).filter(|&ship| self.0[ship] == Explanation::FREE)
    }

    /// The cells of the ships that are not free.
    pub(super) fn cells(&self, chart: &Chart<'_>) -> Cells {
        let ships = 0..chart.kind_of.len();
        ships.filter_map(|ship| Some(chart.cells(ship, self.place(ship)?))).fold(0, |all, cells| all | cells)
    }

    /// The placements that it leaves to a free ship.
    pub(super) fn left(&self, chart: &Chart<'_>, free: usize) -> Set {
        let kind = chart.kind_of[free];
        let placed = (0..chart.kind_of.len()).filter_map(|ship| Some((chart.kind_of[ship], self.place(ship)?)));
        placed.fold(chart.kinds[kind].free, |left, (other, place)| left.without(chart.crossed(other, place, kind)))
    }
}

/// The ways in which ships can explain the hits.
pub(super) struct Explainer<'c> {
    chart: &'c Chart<'c>,
    /// For each ship the placements with a hit that the evidence allows.
    candidates: Vec<Vec<(u8, Cells)>>,
}

impl<'c> Explainer<'c> {
    pub(super) fn new(chart: &'c Chart<'c>) -> Explainer<'c> {
        let evidence: &Evidence = chart.evidence;
        let candidates = |ship: usize| {
            let placements = (0..).zip(&chart.kinds[chart.kind_of[ship]].placements);
            let suits = |&(_, cells): &(u8, Cells)| cells & evidence.hits != 0 && evidence.allows(ship, cells);
            placements.map(|(place, &cells)| (place, cells)).filter(suits).collect()
        };
        Explainer { chart, candidates: (0..chart.kind_of.len()).map(candidates).collect() }
    }

    /// Visits each explanation once, until the visitor has enough.
    pub(super) fn visit(&self, visitor: &mut impl FnMut(&Explanation) -> ControlFlow<()>) -> ControlFlow<()> {
        self.extend(Explanation::NOTHING, 0, visitor)
    }

    fn extend(
        &self,
        so_far: Explanation,
        taken: Cells,
        visitor: &mut impl FnMut(&Explanation) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(question) = self.question(&so_far, taken) else { return visitor(&so_far) };
        self.answers(question, so_far, taken).try_for_each(|(next, taken)| self.extend(next, taken, visitor))
    }

    /// One explanation, found by answering each question at random, and how many there would be if each had as many
    /// answers as the one that was met: the weight by which such explanations stand for all. Nothing where it led
    /// nowhere.
    pub(super) fn dive(&self, random: &mut dyn Random) -> Option<(Explanation, f64)> {
        let (mut so_far, mut taken, mut weight) = (Explanation::NOTHING, 0, 1.0);
        while let Some(question) = self.question(&so_far, taken) {
            let answers = self.answers(question, so_far, taken).count();
            let chosen = random.index(answers)?;
            (so_far, taken) = self.answers(question, so_far, taken).nth(chosen)?;
            weight *= answers as f64;
        }
        Some((so_far, weight))
    }

    /// What is still to be explained: the sunken ships first, for they have the fewest placements, then the first hit
    /// that belongs to no ship yet.
    fn question(&self, so_far: &Explanation, taken: Cells) -> Option<Question> {
        let evidence = self.chart.evidence;
        let sunk = (0..evidence.sunk.len()).find(|&ship| evidence.sunk[ship].is_some() && so_far.place(ship).is_none());
        let hits = evidence.hits & !taken;
        sunk.map(Question::Sunk).or_else(|| (hits != 0).then(|| Question::Hit(hits & hits.wrapping_neg())))
    }

    /// The explanation with each answer to a question, and the cells that are taken then.
    fn answers(
        &self,
        question: Question,
        so_far: Explanation,
        taken: Cells,
    ) -> impl Iterator<Item = (Explanation, Cells)> {
        let (ships, hit) = match question {
            Question::Sunk(ship) => (ship..ship + 1, Cells::MAX),
            Question::Hit(hit) => (0..self.candidates.len(), hit),
        };
        let open = ships.filter(move |&ship| so_far.place(ship).is_none());
        open.flat_map(move |ship| {
            let fits = self.candidates[ship].iter().filter(move |(_, cells)| cells & taken == 0 && cells & hit != 0);
            fits.map(move |&(place, cells)| (so_far.with(ship, place), taken | cells))
        })
    }
}

/// Something to explain.
#[derive(Clone, Copy)]
enum Question {
    /// Where this sunken ship lies.
    Sunk(usize),
    /// Which ship has this cell, which was hit.
    Hit(Cells),
}
