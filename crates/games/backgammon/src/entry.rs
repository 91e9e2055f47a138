//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};

use crate::{Backgammon, Equity, Inputs, Match, Stakes};

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let switch = |name, help| OptionSpec { name, help, least: 0, most: 1, default: Some(0) };
    let options = vec![
        OptionSpec {
            name: "match",
            help: "the points that win a match, with the cube and the Crawford rule; 0 for single games",
            least: 0,
            most: i64::from(Match::LONGEST),
            default: Some(0),
        },
        switch("cube", "1 to play for money with the doubling cube, 0 for points without it"),
        switch("jacoby", "1 if gammons count only after a double; for money with the cube"),
        switch("opening", "1 if each throws a die to begin, 0 if first is on roll"),
    ];
    let make = |options: &Options| {
        let stakes = match options.or("match", 0) {
            0 if options.or("cube", 0) == 0 => Stakes::Points,
            0 => Stakes::Money,
            length => Stakes::Match(Match { length }),
        };
        Ok(Backgammon::new(stakes, options.or("opening", 0) == 1).with_jacoby(options.or("jacoby", 0) == 1))
    };
    // What is pasted says by itself what it is played for.
    let told = |text: &str| match Backgammon::told_by(text) {
        Some(game) => match game.stakes() {
            Stakes::Points => Vec::new(),
            Stakes::Money => vec![("cube", 1), ("jacoby", game.has_jacoby().into())],
            Stakes::Match(Match { length }) => vec![("match", length.into())],
        },
        None => Vec::new(),
    };
    let entry = Entry::with_options("backgammon", "Backgammon", options, make)
        .notation(
            "8/5 6/5, bar/22*, 13/7(2), 6/off, and 31 for the dice; roll, double, take, drop; a position is an XGID or a \
             Position ID of GNU Backgammon, 4HPwATDgc/ABMA, and a game a .mat file",
        )
        .format("Jellyfish match text", "mat")
        .told_by(told)
        .review_scale(review_scale)
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("31 8/5 6/5 52 13/11 13/8 64 24/18 13/9 33")
        .arranged()
        .keyed()
        .expected()
        .evaluation(Equity(crate::Lead))
        // One network for all that can be played for: it is learned for points.
        .networked(Inputs, |_| Backgammon::default(), Equity, crate::WEIGHTS)
        .remarked();
    Box::new(entry)
}

/// The review scale: GNU Backgammon calls a play that loses 0.04 points doubtful, 0.08 bad and 0.16 very bad.
///
/// In a match a value is the chance to win it, from -1 to 1. At an even score one point is about the `length`-th part of
/// the way from even to won, so the steps are that part of those of a point, told in per cent.
fn review_scale(game: &Backgammon) -> ReviewScale {
    const STEPS: [f64; 3] = [0.04, 0.08, 0.16];
    const SOURCE: &str = "GNU Backgammon: 0.04 doubtful, 0.08 bad, 0.16 very bad";
    match game.stakes() {
        Stakes::Points | Stakes::Money => ReviewScale::margin("point", "points", STEPS, SOURCE).decisive(1.0),
        Stakes::Match(Match { length }) => {
            let steps = STEPS.map(|step| 50.0 * step / f64::from(length.max(1)));
            let unit = "% of the chance to win the match";
            ReviewScale::margin(unit, unit, steps, SOURCE).per_point(50.0).decisive(0.5)
        }
    }
}
