use std::collections::HashMap;

use counterplay_core::{Random, Seeded};

use super::super::evidence::{Answer, Evidence, Fleet};
use super::super::sea::{Cells, Sea, each, only};
use super::{Effort, Explanations, aim};

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
        let open: Vec<u8> = each(evidence.open()).collect();
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
    let explanations = Explanations::of(&evidence, &mut random);
    let mut fleet = [0; 5];
    let drawn = (0..200_000).filter(|_| explanations.draw(&mut random, &mut fleet)).count();
    let estimate = explanations.weight() * drawn as f64 / 200_000.0;
    assert!((estimate / counted as f64 - 1.0).abs() < 0.05, "{estimate} of {counted}");
}

#[test]
fn the_shares_are_the_averages_of_brute_force() {
    let mut random = Seeded::new(11);
    for shots in [0, 3, 7, 12] {
        let (evidence, _) = after(5, &[3, 3, 2], shots, &mut random);
        let fleets = brute_force(&evidence);
        let shot = aim(&evidence, Effort { few: 1_000_000, ..Effort::FULL }, &mut random).unwrap();
        assert_eq!((shot.exact, shot.fleets, shot.total), (true, fleets.len(), fleets.len() as f64));
        for (cell, share) in shot.shares {
            let hit = fleets.iter().filter(|fleet| fleet.iter().any(|ship| ship & only(cell) != 0)).count();
            assert!((share - hit as f64 / fleets.len() as f64).abs() < 1e-12);
        }
        let sampled = aim(&evidence, Effort { few: 0, samples: 20_000, wide: 1 }, &mut random).unwrap();
        let exact = aim(&evidence, Effort { few: 1_000_000, ..Effort::FULL }, &mut random).unwrap();
        assert!(!sampled.exact && (sampled.total / exact.total - 1.0).abs() < 0.1);
        assert!(sampled.shares.iter().zip(&exact.shares).all(|(a, b)| (a.1 - b.1).abs() < 0.025));
    }
}

#[test]
fn a_shot_is_legal_and_depends_on_the_seed_alone() {
    let mut random = Seeded::new(13);
    for nodes in [1, 50, 2_000, 1_000_000] {
        let mut evidence = Evidence::new(Sea::new(8).unwrap(), &[4, 3, 2]);
        let fleet = evidence.sample(&mut random).unwrap();
        while !evidence.is_over() {
            let effort = Effort::of_nodes(nodes);
            let shot = aim(&evidence, effort, &mut Seeded::new(5)).unwrap();
            assert_eq!(shot, aim(&evidence, effort, &mut Seeded::new(5)).unwrap());
            assert!(evidence.open() & only(shot.cell) != 0);
            evidence.tell(shot.cell, evidence.answer(&fleet, shot.cell));
        }
    }
}

#[test]
fn the_last_cell_is_shot_at() {
    let mut evidence = Evidence::new(Sea::new(5).unwrap(), &[2]);
    (0..23).for_each(|cell| evidence.tell(cell, Answer::Miss));
    evidence.tell(23, Answer::Hit);
    let shot = aim(&evidence, Effort::FULL, &mut Seeded::new(1)).unwrap();
    assert_eq!((shot.cell, shot.shares, shot.exact), (24, vec![(24, 1.0)], true));
}

#[test]
fn what_contradicts_itself_is_not_aimed_at() {
    let mut evidence = Evidence::new(Sea::new(5).unwrap(), &[3, 2]);
    for (cell, answer) in [(0, Answer::Hit), (1, Answer::Miss), (5, Answer::Miss)] {
        evidence.tell(cell, answer);
    }
    assert_eq!(aim(&evidence, Effort::FULL, &mut Seeded::new(1)), None);
}

/// The fewest misses, summed over the fleets, that any policy needs: by trying each shot, with each answer. What is
/// sure to hit costs nothing and is shot at first.
fn fewest(fleets: &[Fleet], evidence: &Evidence) -> u32 {
    if fleets.len() < 2 {
        return 0;
    }
    let hit_by = |cell: u8| fleets.iter().filter(|fleet| fleet.iter().any(|ship| ship & only(cell) != 0)).count();
    if let Some(sure) = each(evidence.open()).find(|&cell| hit_by(cell) == fleets.len()) {
        return with_shot(fleets, evidence, sure);
    }
    let shots = each(evidence.open()).filter(|&cell| hit_by(cell) > 0);
    shots.map(|cell| with_shot(fleets, evidence, cell)).min().unwrap_or(0)
}

/// The shots that are left if the first one is this.
fn with_shot(fleets: &[Fleet], evidence: &Evidence, cell: u8) -> u32 {
    let mut groups: HashMap<Answer, Vec<Fleet>> = HashMap::new();
    for fleet in fleets {
        groups.entry(evidence.answer(fleet, cell)).or_default().push(fleet.clone());
    }
    (groups.iter())
        .map(|(&answer, fleets)| {
            let mut after = evidence.clone();
            after.tell(cell, answer);
            u32::from(answer == Answer::Miss) * fleets.len() as u32 + fewest(fleets, &after)
        })
        .sum()
}

#[test]
fn in_small_endings_the_shot_is_close_to_the_best_there_is() {
    let mut random = Seeded::new(17);
    let (mut ours, mut best, mut endings) = (0, 0, 0);
    while endings < 25 {
        let (evidence, _) = after(5, &[3, 2], 12, &mut random);
        let fleets = evidence.list(usize::MAX).unwrap();
        if (3..=6).contains(&fleets.len()) {
            let cell = aim(&evidence, Effort::FULL, &mut random).unwrap().cell;
            ours += with_shot(&fleets, &evidence, cell);
            best += fewest(&fleets, &evidence);
            endings += 1;
        }
    }
    assert!(best <= ours && f64::from(ours) <= 1.02 * f64::from(best), "{ours} misses instead of {best}");
}

#[test]
fn the_fleets_of_the_usual_sea() {
    let evidence = Evidence::new(Sea::new(10).unwrap(), &[5, 4, 3, 3, 2]);
    assert_eq!(evidence.count(u64::MAX), Some(30_093_975_536));
}
