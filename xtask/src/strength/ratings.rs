//! Ratings of the levels of chess: the matches that they follow from, and how they follow.
//!
//! Each level plays the one below it, and two levels play Stockfish held to a strength whose rating is known: the
//! anchors. In the Elo model a player of rating a scores 1 / (1 + 10^((b - a) / 400)) of the points against one of
//! rating b. The ratings are those ten under which the scores of all matches together are most likely. A draw is half a
//! win and half a loss. To each match a drawn game is added, or one that went all one way would have no finite rating.
//!
//! The likelihood has one maximum, which Newton's method finds. Its curvature there gives the standard errors. They are
//! a little too wide, for they take every game for a win or a loss.

use super::{Match, Played, stockfish};

/// Table of these matches.
pub(super) const TABLE: &str = "levels-chess";

/// Games of each level against the one below it, from the second level on: of the higher ones a few, for a game of
/// theirs takes a minute of a core, and all together shall take about ten minutes on two.
const GAMES: [u32; 9] = [100, 100, 100, 100, 100, 50, 24, 12, 6];

/// Anchors: a level, the `UCI_Elo` of the Stockfish that it plays, the games, and the rating of that Stockfish.
///
/// `UCI_Elo` of Debian's Stockfish 15.1 is not on the usual scale. Stockfish 16 measured its strengths anew, and both
/// fits name the same inner strengths (`Skill Level`), so that one is translated to the other: 1600 is 1570 there, 1800
/// is 1990, 2000 is 2460, 2200 is 2710.
const ANCHORS: [(u32, u32, u32, f64); 2] = [(6, 1600, 30, 1570.0), (8, 1800, 16, 1990.0)];

/// What is common to all matches. At low strengths Stockfish chooses after a few plies, so that more nodes change
/// nothing. Nobody needs the time, but for a machine with other work: there 30,000 nodes have taken more than the usual
/// ten seconds.
const MORE: &[&str] = &["--jobs", "2", "--longest", "400", "--time", "60s"];

/// Elo of a factor e in the chances.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// All matches of the table.
pub(super) fn matches() -> Vec<Match> {
    let one = |level: u32, b: String, games| {
        let a = format!("level:{level}");
        Match { table: TABLE, game: "chess", a, b, games, more: MORE }
    };
    let neighbours = (2..).zip(GAMES).map(|(level, games)| one(level, format!("level:{}", level - 1), games));
    neighbours.chain(ANCHORS.map(|(level, elo, games, _)| one(level, anchor(elo), games))).collect()
}

/// Stockfish held to a strength.
fn anchor(elo: u32) -> String {
    stockfish(elo) + "&nodes=30000"
}

/// Player of a match: a level by its number from 0, or somebody of a known rating.
#[derive(Clone, Copy, Debug)]
enum Player {
    Level(usize),
    Rated(f64),
}

impl Player {
    fn read(word: &str) -> Option<Player> {
        if let Some(level) = word.strip_prefix("level:") {
            return level
                .parse()
                .ok()
                .filter(|level| (1..=10).contains(level))
                .map(|level: usize| Player::Level(level - 1));
        }
        let (.., rating) = ANCHORS.into_iter().find(|(_, elo, ..)| anchor(*elo) == word)?;
        Some(Player::Rated(rating))
    }
}

/// Match as the model sees it: two players, the games, and the points of the first.
type Scores = (Player, Player, f64, f64);

/// Words about the ratings that follow from the matches of the table, with the line that states them in the entry.
///
/// # Errors
/// If a match is not between levels and anchors.
pub(super) fn report(results: &[(Match, Played)]) -> Result<String, String> {
    let read =
        |one: &Match, word: &str| Player::read(word).ok_or_else(|| format!("{}: {word} has no rating", one.game));
    let scores = (results.iter())
        .map(|(one, Played { games, score, .. })| Ok((read(one, &one.a)?, read(one, &one.b)?, *games, games * score)))
        .collect::<Result<Vec<Scores>, String>>()?;
    let ratings = most_likely(&scores);
    let mut text = "\n| level | rating | standard error |\n|---|---|---|\n".to_owned();
    for (level, (elo, error)) in (1..).zip(ratings) {
        text += &format!("| {level} | {elo:.0} | {error:.0} |\n");
    }
    let stated = rising(ratings.map(|(elo, _)| elo)).map(|elo| elo.to_string()).join(", ");
    let anchors = ANCHORS.map(|(level, elo, ..)| format!("level {level} against UCI_Elo {elo}")).join(", ");
    text += &format!(
        "\nin the entry of the game:\n.level_ratings([{stated}],\n    \"matches between levels, and against Stockfish 15.1 \
         at 30,000 nodes ({anchors}), on the scale of Stockfish 16; docs/strength.md\")\n"
    );
    Ok(text)
}

/// Ratings to state, in tens, each above the one before.
fn rising(ratings: [f64; 10]) -> [u32; 10] {
    let mut last = 0;
    ratings.map(|elo| {
        last = ((elo / 10.0).round().max(0.0) as u32 * 10).max(last + 10);
        last
    })
}

/// Most likely ratings of the levels, each with its standard error.
fn most_likely(matches: &[Scores]) -> [(f64, f64); 10] {
    /// Farthest that a rating may go in one step: from far away Newton's method leaps too far.
    const STRIDE: f64 = 200.0;
    let mut ratings = [ANCHORS.iter().map(|(.., rating)| rating).sum::<f64>() / ANCHORS.len() as f64; 10];
    for _ in 0..200 {
        let (slope, curvature) = derivatives(matches, &ratings);
        let step = solve(curvature, slope);
        for (rating, step) in ratings.iter_mut().zip(step) {
            *rating += step.clamp(-STRIDE, STRIDE);
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    let (_, curvature) = derivatives(matches, &ratings);
    std::array::from_fn(|level| {
        let mut unit = [0.0; 10];
        unit[level] = 1.0;
        (ratings[level], solve(curvature, unit)[level].sqrt())
    })
}

/// Slope of the logarithm of the likelihood at these ratings, and its curvature downwards.
fn derivatives(matches: &[Scores], ratings: &[f64; 10]) -> ([f64; 10], [[f64; 10]; 10]) {
    let (mut slope, mut curvature) = ([0.0; 10], [[0.0; 10]; 10]);
    for &(a, b, games, points) in matches {
        // The drawn game that is added.
        let (games, points) = (games + 1.0, points + 0.5);
        let rating = |player| match player {
            Player::Level(level) => ratings[level],
            Player::Rated(rating) => rating,
        };
        let expected = 1.0 / (1.0 + ((rating(b) - rating(a)) / SCALE).exp());
        let information = games * expected * (1.0 - expected) / (SCALE * SCALE);
        for (player, sign) in [(a, 1.0), (b, -1.0)] {
            if let Player::Level(level) = player {
                slope[level] += sign * (points - games * expected) / SCALE;
                curvature[level][level] += information;
            }
        }
        if let (Player::Level(a), Player::Level(b)) = (a, b) {
            curvature[a][b] -= information;
            curvature[b][a] -= information;
        }
    }
    (slope, curvature)
}

/// Solution of ten linear equations with a positive definite matrix, by Gauss' elimination, which needs no pivots there.
fn solve(mut matrix: [[f64; 10]; 10], mut right: [f64; 10]) -> [f64; 10] {
    for at in 0..10 {
        let (row, value) = (matrix[at], right[at]);
        for below in at + 1..10 {
            let factor = matrix[below][at] / row[at];
            for (cell, above) in matrix[below].iter_mut().zip(row) {
                *cell -= factor * above;
            }
            right[below] -= factor * value;
        }
    }
    for at in (0..10).rev() {
        let known: f64 = (at + 1..10).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches in which everybody scores as the ratings say, so many games each; the drawn game that is added is taken
    /// off again.
    fn scores(ratings: [f64; 10], games: f64) -> Vec<Scores> {
        let players = |one: &Match| [&one.a, &one.b].map(|word| Player::read(word).unwrap());
        let rating = |player| match player {
            Player::Level(level) => ratings[level],
            Player::Rated(rating) => rating,
        };
        let played = |one: &Match| {
            let [a, b] = players(one);
            let share = 1.0 / (1.0 + 10f64.powf((rating(b) - rating(a)) / 400.0));
            (a, b, games - 1.0, share * games - 0.5)
        };
        matches().iter().map(played).collect()
    }

    #[test]
    fn scores_that_the_ratings_explain_give_the_ratings() {
        let truth = [612.0, 700.0, 950.0, 1100.0, 1400.0, 1530.0, 1800.0, 2100.0, 2300.0, 2410.0];
        let found = most_likely(&scores(truth, 50.0));
        for ((elo, error), truth) in found.into_iter().zip(truth) {
            assert!((elo - truth).abs() < 0.01 && error > 20.0 && error < 200.0, "{elo} ± {error} is not {truth}");
        }
        // Far from the anchors less is known, and with more games more.
        assert!(found[0].1 > found[5].1 && found[9].1 > found[7].1, "{found:?}");
        assert!(most_likely(&scores(truth, 200.0))[0].1 < 0.6 * found[0].1);
    }

    #[test]
    fn one_match_and_an_anchor_are_as_the_formula_says() {
        // 75 % of the points are 190.8 Elo, with the drawn game on both sides.
        let mut all = scores([1570.0; 10], 40.0);
        all[4] = (Player::Level(5), Player::Level(4), 39.0, 29.5);
        all.truncate(10);
        let found = most_likely(&all);
        assert!((found[5].0 - found[4].0 - 190.85).abs() < 0.01, "{found:?}");
        assert!((found[5].0 - 1570.0).abs() < 0.01 && (found[0].0 - found[4].0).abs() < 0.01, "{found:?}");
        // 400 / ln 10 / sqrt(40 / 4) for forty games with an equal.
        assert!((found[5].1 - 54.93).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn a_match_that_went_all_one_way_has_a_rating() {
        let mut all = scores([1570.0; 10], 40.0);
        all[8] = (Player::Level(9), Player::Level(8), 4.0, 4.0);
        let found = most_likely(&all);
        // 4.5 points of 5.
        assert!((found[9].0 - found[8].0 - 381.7).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn the_report_states_rising_ratings_for_the_entry() {
        assert_eq!(
            rising([-30.0, 4.0, 512.4, 508.0, 900.0, 1000.0, 1204.9, 1205.1, 1900.0, 2000.0]),
            [10, 20, 510, 520, 900, 1000, 1200, 1210, 1900, 2000]
        );
        let results = matches().into_iter().map(|one| (one, Played { row: String::new(), games: 10.0, score: 0.7 }));
        let text = report(&results.collect::<Vec<_>>()).unwrap();
        assert!(text.contains("\n| 10 | ") && text.contains(".level_ratings(["), "{text}");
        let strange = Match { b: "random".to_owned(), ..matches().remove(0) };
        assert!(report(&[(strange, Played { row: String::new(), games: 2.0, score: 0.5 })]).is_err());
    }
}
