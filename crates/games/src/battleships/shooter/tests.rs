use std::collections::HashMap;

use counterplay_core::{Random, Seeded};

use super::super::evidence::{Answer, Evidence, Fleet};
use super::super::sea::{Cells, Sea};

/// All fleets of these lengths that the evidence admits, found by trying each placement of each ship.
fn brute_force(evidence: &Evidence) -> Vec<Fleet> {
    let mut fleets: Vec<Fleet> = vec![Vec::new()];
    for &length in &evidence.lengths {
        let placements = evidence.sea.placements(length);
        let with = |fleet: &Fleet| {
            let taken = fleet.iter().fold(0, |all, ship| all | ship);
            let clear: Vec<Cells> = placements.iter().copied().filter(|ship| ship & taken == 0).collect();
            let fleet = fleet.clone();
            clear.into_iter().map(move |ship| fleet.iter().copied().chain([ship]).collect::<Fleet>())
        };
        fleets = fleets.iter().flat_map(with).collect();
    }
    fleets.retain(|fleet| evidence.admits(fleet));
    fleets
}

/// What is known after so many shots at random at a random fleet.
fn after(size: u8, lengths: &[u8], shots: u32, random: &mut Seeded) -> (Evidence, Fleet) {
    let mut evidence = Evidence::new(Sea::new(size).unwrap(), lengths);
    let fleet = evidence.sample(random).unwrap();
    for _ in 0..shots {
        let open: Vec<u8> = super::super::sea::each(evidence.open()).collect();
        let cell = open[random.index(open.len()).unwrap()];
        evidence.tell(cell, evidence.answer(&fleet, cell));
    }
    (evidence, fleet)
}

#[test]
fn counts_and_lists_agree_with_brute_force() {
    let mut random = Seeded::new(3);
    for (lengths, games) in [(&[3, 2][..], 40), (&[3, 3, 2], 12), (&[2, 4, 1], 12), (&[4, 3, 2, 2], 1)] {
        for game in 0..games {
            let (evidence, fleet) = after(5, lengths, game % 20, &mut random);
            let mut expected = brute_force(&evidence);
            assert!(expected.contains(&fleet), "{evidence:?} {fleet:?}");
            let mut listed = evidence.list(usize::MAX).unwrap();
            expected.sort_unstable();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{evidence:?}");
            assert_eq!(evidence.count(u64::MAX), Some(expected.len() as u64));
            assert_eq!(evidence.list(expected.len() - 1), None);
        }
    }
}

#[test]
fn samples_are_spread_evenly() {
    let mut random = Seeded::new(5);
    for (shots, lengths) in [(0, &[4, 3][..]), (6, &[4, 3]), (9, &[3, 3, 2]), (11, &[3, 3, 2]), (13, &[4, 3, 2, 2])] {
        let (evidence, _) = after(5, lengths, shots, &mut random);
        let fleets = evidence.list(usize::MAX).unwrap();
        let mut counts: HashMap<Fleet, u32> = fleets.iter().map(|fleet| (fleet.clone(), 0)).collect();
        let draws = 200 * fleets.len() as u32;
        for _ in 0..draws {
            *counts.get_mut(&evidence.sample(&mut random).unwrap()).expect("a fleet that could be true") += 1;
        }
        // Pearson's statistic has the mean n and the variance 2n; five deviations are one in millions.
        let n = (fleets.len() - 1) as f64;
        let square = |&count: &u32| (f64::from(count) - 200.0).powi(2) / 200.0;
        let pearson: f64 = counts.values().map(square).sum();
        assert!((pearson - n).abs() <= 5.0 * (2.0 * n).sqrt(), "{pearson} for {n} in {evidence:?}");
    }
}

#[test]
fn what_contradicts_itself_leaves_no_fleet() {
    let mut evidence = Evidence::new(Sea::new(5).unwrap(), &[3, 2]);
    evidence.tell(0, Answer::Hit);
    for cell in [1, 5] {
        evidence.tell(cell, Answer::Miss);
    }
    assert_eq!((evidence.list(9), evidence.count(u64::MAX)), (Some(Vec::new()), Some(0)));
    assert_eq!(evidence.sample(&mut Seeded::new(1)), None);
}

#[test]
fn a_hit_after_a_sinking_is_another_ships() {
    // Hits at a1 and b1, of which b1 sank the ship of two; then c1 is of the ship of three.
    let mut evidence = Evidence::new(Sea::new(5).unwrap(), &[3, 2]);
    evidence.tell(0, Answer::Hit);
    evidence.tell(1, Answer::Sunk(1));
    evidence.tell(2, Answer::Hit);
    let fleets = evidence.list(99).unwrap();
    assert!(fleets.iter().all(|fleet| fleet[1] == 0b11));
    assert_eq!(fleets.len(), 2);
}

#[test]
fn the_fleets_of_a_sea_of_six() {
    let evidence = Evidence::new(Sea::new(6).unwrap(), &[5, 4, 3, 3, 2]);
    let counted = evidence.count(u64::MAX).unwrap();
    let mut random = Seeded::new(7);
    let explanations = super::Explanations::of(&evidence, &mut random);
    let mut fleet = [0; 5];
    let drawn = (0..200_000).filter(|_| explanations.draw(&mut random, &mut fleet)).count();
    let estimate = explanations.weight() * drawn as f64 / 200_000.0;
    assert!((estimate / counted as f64 - 1.0).abs() < 0.05, "{estimate} of {counted}");
}
