//! Progress of a match, and its score.

use counterplay_api::json::number;
use counterplay_referee::{GameRecord, Log, Match, Points, Reason, Sprt, Tally, Verdict, Who, Witness, milliseconds};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::ProgressLine;

/// Most faults that are reported one by one.
const MOST_FAULTS: u32 = 10;

/// Match reporter: it writes the log, reports the progress on stderr, and prints the games where they are wanted.
pub(super) struct MatchReporter<'a> {
    log: Option<(&'a str, Log)>,
    json: bool,
    output: &'a mut Output,
    faults: u32,
    /// Games of the whole match, where it has so many.
    games: Option<u64>,
    line: ProgressLine,
}

impl<'a> MatchReporter<'a> {
    pub(super) fn new(
        log: Option<(&'a str, Log)>,
        json: bool,
        games: Option<u64>,
        output: &'a mut Output,
    ) -> MatchReporter<'a> {
        MatchReporter { log, json, output, faults: 0, games, line: ProgressLine::begin() }
    }
}

impl Witness for MatchReporter<'_> {
    type Error = Failure;

    fn played(&mut self, game: &GameRecord) -> Result<(), Failure> {
        if let (Reason::Fault(fault), Some(winner)) = (&game.reason, game.winner) {
            self.faults += 1;
            if self.faults <= MOST_FAULTS {
                let (who, kind) = (winner.other().as_str(), game.reason.as_str());
                self.line.note(&format!("game {}: {who} loses ({kind}): {fault}", game.number));
            }
            if self.faults == MOST_FAULTS {
                self.line.note("further faults are only counted");
            }
        }
        match &mut self.log {
            Some((path, log)) => log.add(game).map_err(|error| Failure::writing(path, &error)),
            None => Ok(()),
        }
    }

    fn counted(&mut self, pair: &[GameRecord; 2], tally: &Tally) -> Result<(), Failure> {
        if self.json {
            let output = &mut *self.output;
            self.line.aside(|| {
                pair.iter().try_for_each(|game| output.json(&game.to_json()))?;
                output.flush()
            })?;
        }
        if let Some(games) = self.games {
            self.line.share(tally.games, games);
        }
        self.line.say(format!("{}; {}", points(tally), elo_words(tally)));
        Ok(())
    }
}

/// Prints the score of the match.
pub(super) fn print_score(
    contest: &Match,
    sprt: Option<Sprt>,
    tally: &Tally,
    stopped: bool,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    if json {
        return output.json(&to_json(contest, sprt, tally, stopped));
    }
    let [a, b] = &contest.players;
    output.line(format!("players  a: {a}, b: {b}"))?;
    let (games, game) = (tally.games, &contest.setting.name);
    let pairs = if games == 2 { "1 pair".to_owned() } else { format!("{} pairs", tally.pairs.count()) };
    output.line(format!("games    {games} of {game}, in {pairs}"))?;
    output.line(format!("score    {}", points(tally)))?;
    if let Some(points) = point_words(contest, tally) {
        output.line(format!("points   {points}"))?;
    }
    output.line(format!("elo      {}", elo_words(tally)))?;
    if let Some(elo) = tally.pairs.elo() {
        output.line(format!("los      {:.1} %: how likely a is the stronger one", elo.superiority * 100.0))?;
    }
    if let Some(sprt) = sprt {
        output.line(format!("sprt     {}", sprt_words(sprt, tally)))?;
    }
    for who in Who::BOTH {
        let faults = fault_words(tally, who);
        if !faults.is_empty() {
            output.line(format!("faults   {}: {}", who.as_str(), faults.join(", ")))?;
        }
    }
    if tally.unfinished > 0 {
        let (games, most) = (tally.unfinished, contest.setting.longest);
        output.line(format!("drawn    {games} of the draws took more than {most} plies (--longest)"))?;
    }
    if contest.player_settings.book.is_some() {
        let [a, b] = tally.book;
        output.line(format!("book     a {a}, b {b} moves"))?;
    }
    let [a, b] = Who::BOTH.map(|who| tally.time_per_choice(who).as_secs_f64() * 1000.0);
    output.line(format!("time     a {a:.1} ms, b {b:.1} ms a move"))?;
    if stopped {
        output.line("stopped  by a signal; with --log the match can go on")?;
    }
    Ok(())
}

fn points(tally: &Tally) -> String {
    if tally.games == 0 {
        return "no pair is whole".to_owned();
    }
    let ([won, lost], drawn, share) = (tally.wins, tally.draws, tally.pairs.share() * 100.0);
    format!("a won {won}, drew {drawn} and lost {lost} of {}: {share:.1} %", tally.games)
}

/// Mean points of a game, in words, where they say more than who wins it. `None` if a part of the match comes from a
/// log that does not have them.
fn point_words(contest: &Match, tally: &Tally) -> Option<String> {
    let is_whole = tally.points.pairs() == tally.pairs.count();
    let mean = tally.points.mean().filter(|_| is_whole && Points::tell_more(contest.setting.game.start().as_ref()))?;
    let error = tally.points.error().map_or_else(String::new, |error| format!(", with a standard error of {error:.4}"));
    Some(format!("{mean:+.4} a game for a{error}"))
}

fn elo_words(tally: &Tally) -> String {
    match tally.pairs.elo() {
        None => "nothing is known of the difference in Elo".to_owned(),
        Some(elo) if elo.difference == f64::INFINITY => format!("above {:+.0} for a (95 %)", elo.low),
        Some(elo) if elo.difference == f64::NEG_INFINITY => format!("below {:+.0} for a (95 %)", elo.high),
        Some(elo) => {
            // Near the ends the interval is open.
            let end = |bound: f64| if bound.is_finite() { format!("{bound:+.0}") } else { "any".to_owned() };
            format!("{:+.0} for a, from {} to {} (95 %)", elo.difference, end(elo.low), end(elo.high))
        }
    }
}

fn sprt_words(sprt: Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(&tally.pairs) {
        Verdict::Open => "not decided".to_owned(),
        Verdict::Lower => format!("{} is accepted, and {} is not", sprt.elo0, sprt.elo1),
        Verdict::Higher => format!("{} is accepted, and {} is not", sprt.elo1, sprt.elo0),
    };
    format!("{verdict}: the ratio is {:.2}, and decides at {low:.2} and {high:.2}", sprt.ratio(&tally.pairs))
}

/// Faults by which a player lost games, besides the rules, in words.
fn fault_words(tally: &Tally, who: Who) -> Vec<String> {
    let kinds = [
        (tally.crashes, "crash", "crashes"),
        (tally.time_losses, "time loss", "time losses"),
        (tally.illegal, "illegal move", "illegal moves"),
        (tally.resignations, "resignation", "resignations"),
    ];
    let counts = kinds.map(|(counts, one, many)| (counts[who as usize], one, many)).into_iter();
    let faults = counts.filter(|(count, ..)| *count > 0);
    faults.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect()
}

fn to_json(contest: &Match, sprt: Option<Sprt>, tally: &Tally, stopped: bool) -> Value {
    let elo = tally.pairs.elo().map(|elo| {
        let [difference, low, high, los] = [elo.difference, elo.low, elo.high, elo.superiority].map(number);
        json!({"difference": difference, "low": low, "high": high, "los": los})
    });
    let sprt = sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": number(sprt.elo0), "elo1": number(sprt.elo1), "alpha": sprt.alpha, "beta": sprt.beta,
            "ratio": number(sprt.ratio(&tally.pairs)), "low": number(low), "high": number(high),
            "accepted": sprt.verdict(&tally.pairs).as_str(),
        })
    });
    let points =
        tally.points.mean().map(|mean| json!({"mean": number(mean), "error": tally.points.error().map(number)}));
    let [wins, losses] = tally.wins;
    let mut value = json!({
        "final": true,
        "match": contest.header(),
        "games": tally.games,
        "wins": wins,
        "draws": tally.draws,
        "losses": losses,
        "unfinished": tally.unfinished,
        "crashes": tally.crashes,
        "time_losses": tally.time_losses,
        "illegal": tally.illegal,
        "resignations": tally.resignations,
        "pairs": tally.pairs.0,
        "score": number(tally.pairs.share()),
        "points": points,
        "elo": elo,
        "sprt": sprt,
        "ms_per_move": Who::BOTH.map(|who| milliseconds(tally.time_per_choice(who))),
        "stopped": stopped,
    });
    if contest.player_settings.book.is_some() {
        value["book"] = json!(tally.book);
    }
    value
}
