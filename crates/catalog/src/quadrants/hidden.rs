//! Games with hidden information: averaging over deals.

use counterplay_core::check::Battery;
use counterplay_core::quadrant::OutcomesOf;
use counterplay_core::search::{Averages, Settings, averaging};
use counterplay_core::{
    Chance, ChanceNodes, Depth, Game, Halt, Hidden, Proof, Random, Revealed, Seat, Seeded, TextError, Turn, With,
    Without,
};

use super::Quadrant;
use super::words::best_first;
use crate::rules::Rules;
use crate::{Average, Comparison, Lap, Progress, Report, Request, SearchError, Variation};

/// What the word "solve" would promise, and why averaging does not keep it.
const NO_SOLUTION: &str = "averaging over deals is not a solution: it believes that what is hidden will be seen before \
    the next choice, so it neither bluffs nor guards against a bluff, and its average is no value of the game. A game with \
    hidden information is solved by an equilibrium of mixed strategies, found by counterfactual regret minimisation, which \
    is not there yet; `move` gives the action with the best average";

const NO_COMPARISON: &str =
    "the searches that are compared are for games of perfect information, and this one has secrets; `move` averages";

/// Whether cards are dealt or something is merely concealed makes no difference to the searches.
impl<L, G> Quadrant<G> for (L, With)
where
    L: LuckOf<G> + for<'g> OutcomesOf<Revealed<&'g G>>,
    G: Hidden + ChanceNodes + Game<Luck = L, Secrets = With>,
{
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        average(rules, state, request)
    }
    fn solve(_: &Rules<G>, _: &G::State, _: &Request, _: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        Err(SearchError::Declined(NO_SOLUTION.to_owned()))
    }
    fn compare(_: &Rules<G>, _: &G::State, _: &Request, _: &mut dyn FnMut(Lap<'_>)) -> Result<Comparison, SearchError> {
        Err(SearchError::Declined(NO_COMPARISON.to_owned()))
    }
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        L::laws(battery.hidden())
    }
    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        L::draw(&rules.game, state, random)
    }
    fn seen(rules: &Rules<G>, state: &G::State, seat: Seat) -> Option<String> {
        Some(view_text(rules, state, seat))
    }
    fn told(rules: &Rules<G>, state: &G::State, action: G::Action, seat: Seat) -> Option<String> {
        Some(rules.game.observation(state, action, seat))
    }
    fn read_view(rules: &Rules<G>, text: &str) -> Option<Result<G::State, TextError>> {
        Some(state_of_view(rules, text))
    }
}

/// What luck, or its absence, adds.
pub trait LuckOf<G: Game>: Send + Sync + 'static {
    /// Its laws.
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G>;
    /// An outcome.
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action>;
}

impl<G: Chance> LuckOf<G> for With {
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        game.draw(state, random)
    }
}

impl<G: Game> LuckOf<G> for Without {
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery
    }
    fn draw(_: &G, _: &G::State, _: &mut dyn Random) -> Option<G::Action> {
        None
    }
}

fn view_text<G: Hidden>(rules: &Rules<G>, state: &G::State, seat: Seat) -> String {
    rules.game.view_text(&rules.game.view(state, seat))
}

/// A state that a seat with this view may be in. Which one does not matter: whatever is asked of it is asked by the view.
fn state_of_view<G: Hidden>(rules: &Rules<G>, text: &str) -> Result<G::State, TextError> {
    let view = rules.game.parse_view(text)?;
    let state = rules.game.sample(&view, &mut Seeded::new(0));
    state.ok_or_else(|| TextError::new(0, "no state of the game has this view"))
}

/// The action with the best average over the deals that the seat to move may be facing.
fn average<'g, G>(rules: &'g Rules<G>, state: &G::State, request: &Request) -> Result<Report, SearchError>
where
    G: Hidden + ChanceNodes,
    G::Luck: OutcomesOf<Revealed<&'g G>>,
{
    let game = &rules.game;
    let seat = match game.turn(state) {
        _ if game.is_terminal(state) => return Ok(over(rules, state)),
        Turn::Chance => {
            return Err(SearchError::Declined("it is chance's turn: there is nothing to decide".to_owned()));
        }
        Turn::Seat(seat) => seat,
    };
    let view = game.view(state, seat);
    let mut random = Seeded::new(request.seed);
    let settings = Settings::new().limits(request.limits.clone());
    let result: Result<Averages<G::State, G::Action>, Box<Halt>> = match request.depth {
        None => averaging(game, &view, request.deals, &settings, &mut random),
        Some(depth) => {
            let settings = settings.to_depth(Depth(depth.saturating_sub(1)), rules.evaluation());
            averaging(game, &view, request.deals, &settings, &mut random)
        }
    };
    // Where a search halted is not said: the position would tell what the seat may not know.
    let averages = result.map_err(|halt| SearchError::Halted(halt.to_string()))?;
    let averages_by_action: Vec<Average> = (averages.actions.iter())
        .map(|entry| Average { action: rules.word(state, entry.action), score: rules.score(state, entry.average) })
        .collect();
    let action = rules.word(state, averages.choice);
    let score = rules.score(state, averages.average);
    let best = averages_by_action
        .iter()
        .filter(|entry| (entry.score - score).abs() <= 1e-12)
        .map(|entry| entry.action.clone());
    let line = |entry: &Average| Variation {
        line: vec![entry.action.clone()],
        score: entry.score,
        proof: Proof::Estimate,
        outcome: None,
        plies: None,
    };
    let mut lines: Vec<Variation> = averages_by_action.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    let how = if averages.proof == Proof::Exact { "all" } else { "a sample of" };
    let note = format!(
        "averaged over {how} {} states that {seat} may be in, as if they were known; this is no proven value of the game",
        averages.states.len()
    );
    Ok(Report {
        best: best.collect(),
        action: Some(action.clone()),
        score,
        proof: Proof::Estimate,
        outcome: None,
        plies: None,
        line: vec![action],
        depth: request.depth.unwrap_or(0),
        nodes: averages.nodes,
        method: "averaging",
        threads: 1,
        lines,
        stopped: None,
        averages: averages_by_action,
        note: Some(note),
    })
}

/// The report of a finished game.
fn over<G: Hidden + ChanceNodes>(rules: &Rules<G>, state: &G::State) -> Report {
    let value = f64::from(rules.game.utility(state));
    Report {
        action: None,
        best: Vec::new(),
        score: rules.score(state, value),
        proof: Proof::Exact,
        outcome: Some(rules.outcome(state, value)),
        plies: Some(0),
        line: Vec::new(),
        depth: 0,
        nodes: 1,
        method: "averaging",
        threads: 1,
        lines: Vec::new(),
        stopped: None,
        averages: Vec::new(),
        note: Some("the game is over".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Actions, Limits, Score};

    use super::*;
    use crate::{Catalog, Entry, TurnWord};

    /// The first hides a coin in one of two hands, the second guesses: nothing is dealt, and something is concealed.
    struct Hands;

    impl Game for Hands {
        type State = Vec<bool>;
        type Action = bool;
        type Luck = Without;
        type Secrets = With;
        fn initial(&self) -> Vec<bool> {
            Vec::new()
        }
        fn turn(&self, said: &Vec<bool>) -> Turn {
            Turn::Seat(Seat(said.len() as u8))
        }
        fn actions(&self, said: &Vec<bool>, out: &mut Actions<bool>) {
            out.extend([false, true].into_iter().filter(|_| said.len() < 2));
        }
        fn apply(&self, said: &mut Vec<bool>, hand: bool) {
            said.push(hand);
        }
        fn is_terminal(&self, said: &Vec<bool>) -> bool {
            said.len() == 2
        }
        fn utility(&self, said: &Vec<bool>) -> counterplay_core::Score {
            if said[0] == said[1] { Score::LOSS } else { Score::WIN }
        }
    }

    impl Hidden for Hands {
        type View = (Seat, Vec<Option<bool>>);
        fn view(&self, said: &Vec<bool>, seat: Seat) -> Self::View {
            let hides = |place: usize| seat == Seat::SECOND && place == 0 && said.len() < 2;
            (seat, said.iter().enumerate().map(|(place, &hand)| (!hides(place)).then_some(hand)).collect())
        }
        fn viewer(&self, view: &Self::View) -> Seat {
            view.0
        }
        fn observation(&self, said: &Vec<bool>, hand: bool, seat: Seat) -> String {
            match said.as_slice() {
                [] if seat == Seat::SECOND => "hidden".to_owned(),
                [] => format!("{hand}"),
                // When it is over, all is seen.
                [first, ..] => format!("{hand}, and it was {first}"),
            }
        }
        fn sample(&self, (_, hands): &Self::View, random: &mut dyn Random) -> Option<Vec<bool>> {
            Some(hands.iter().map(|hand| hand.unwrap_or(random.below(2) == 1)).collect())
        }
    }

    #[test]
    fn a_game_with_secrets_and_without_luck_is_averaged_over_samples() {
        let game = Catalog::new().with(Entry::new("hands", "Hands", || Hands)).game("hands", &[]).unwrap();
        game.check(&Limits::default(), 1).unwrap_or_else(|violation| panic!("{violation}"));
        let mut position = game.start();
        position.play("true").unwrap();
        assert_eq!(position.turn(), TurnWord::Seat(Seat::SECOND));
        assert!(!position.text().contains("true"), "{}", position.text());
        assert_eq!(position.history(Some(Seat::SECOND)), ["hidden"]);
        let report = position.best(&Request { deals: 1000, ..Request::default() }, &mut |_| {}).unwrap();
        assert_eq!((report.proof, report.averages.len()), (Proof::Estimate, 2));
        assert!(report.score.abs() < 0.2, "{report:?}");
        assert!(report.note.unwrap().contains("a sample of 1000 states"));
        assert_eq!((report.lines.len(), &report.lines[0].line), (1, &report.line));
        let both = position.best(&Request { lines: 9, ..Request::default() }, &mut |_| {}).unwrap();
        let averages = both.lines.iter().map(|line| (line.line[0].clone(), line.score, line.proof));
        let mut expected: Vec<_> =
            both.averages.into_iter().map(|entry| (entry.action, entry.score, Proof::Estimate)).collect();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!(averages.collect::<Vec<_>>(), expected);
        assert!(matches!(position.solve(&Request::default(), &mut |_| {}), Err(SearchError::Declined(_))));
        position.play("false").unwrap();
        assert_eq!((position.result(Seat::FIRST), position.result(Seat::SECOND)), (Some(1.0), Some(-1.0)));
    }
}
