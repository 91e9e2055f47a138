//! Exploration of a game, where its laws are checked: breadth first, then along random games.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Setup;
use super::every_game::NO_PANIC;
use super::known::{ARISES, ENDS};
use super::law::{caught, look};
use super::line::{Followed, LEFT, PROGRESS};
use super::object::{Action, Filled, State};
use super::report::{Checked, Passed, Violation};
use super::visit::{End, Visit};
use crate::limits::Meter;
use crate::{Key, Ply, Random, Seat, Seeded};

/// An action or outcome of a line.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The mark of the state that it was made in.
    pub(super) from: u64,
    pub(super) action: Action,
}

/// A line, and what ended it.
pub(super) type Ended = (Vec<Step>, End);

/// How a random game that broke no law came out.
pub(super) enum Ending {
    Over,
    TooLong,
    /// It is not known what can happen next: chance was not to be looked at.
    Unknown,
}

/// A battery at work.
pub(super) struct Explorer<'g> {
    pub(super) setup: Setup<'g>,
    pub(super) meter: Meter,
    /// The marks of the states that were checked: an accident among 64-bit numbers would only save a check.
    pub(super) seen: HashSet<u64>,
    /// The seats that are to move somewhere, in order.
    pub(super) seats: Vec<Seat>,
    /// How many states were seen to come to an end, as often as they were.
    pub(super) ended: u64,
    /// How many states of random games were followed by the line of play.
    pub(super) followed: u64,
    /// In how many states it was checked that what a seat takes to be possible can arise.
    pub(super) arisen: u64,
    pub(super) passed: Passed,
}

/// A state that was reached breadth first.
pub(super) struct Node {
    pub(super) state: State,
    pub(super) mark: u64,
    pub(super) over: bool,
    options: Vec<Action>,
    /// Where it was first reached from; nowhere for the initial state.
    parent: Option<(usize, Action)>,
    /// From which nodes an action or outcome leads here.
    pub(super) befores: Vec<usize>,
}

impl Node {
    fn new(state: State, visit: Visit, parent: Option<(usize, Action)>) -> Node {
        let Visit { mark, over, options, .. } = visit;
        Node { state, mark, over, options: options.list, parent, befores: Vec::new() }
    }
}

impl<'g> Explorer<'g> {
    pub(super) fn new(setup: Setup<'g>) -> Self {
        let meter = Meter::new(&setup.limits);
        let (seen, seats) = (HashSet::new(), Vec::new());
        Explorer { setup, meter, seen, seats, ended: 0, followed: 0, arisen: 0, passed: Passed::default() }
    }

    pub(super) fn run(mut self) -> Result<Passed, Box<Violation>> {
        if self.setup.hidden.is_some() {
            self.find_seats();
        }
        let ended = self.breadth_first().and_then(|()| {
            self.setup.rules.truncate(Filled::default());
            self.play_out()
        });
        match ended {
            Ok(()) => {}
            Err((_, End::Limit(limit))) => self.passed.stopped = Some(limit),
            Err((line, End::Broken(broken))) => return Err(Box::new(self.violation(&line, broken))),
        }
        Ok(self.summary())
    }

    /// The seats that there are, from a few random games: a seat's view is to be checked before it is first to move.
    fn find_seats(&mut self) {
        const GAMES: u64 = 8;
        for number in 0..GAMES {
            let mut random = self.random(number);
            let rules = Rc::clone(&self.setup.rules);
            let game = caught(|| {
                let mut state = rules.initial();
                for _ in 0..self.setup.plies.0 {
                    let (turn, options) = look(&*rules, state, self.setup.chance.as_deref(), &mut random);
                    self.notice(turn);
                    let Some(action) = pick(&options.list, &mut random) else { break };
                    let mut next = [rules.applied(state, action)];
                    rules.keep_only(Filled::default(), &mut next, &mut []);
                    [state] = next;
                    if self.meter.check().is_err() {
                        break;
                    }
                }
            });
            rules.truncate(Filled::default());
            if game.is_err() {
                // A panic of the rules will come again, in its place.
                break;
            }
        }
    }

    /// Checks the states in the order of their distance from the initial one.
    fn breadth_first(&mut self) -> Result<(), Ended> {
        let most = self.setup.states;
        let rules = Rc::clone(&self.setup.rules);
        let mut random = self.random(0);
        let state = self.begin().map_err(|end| (Vec::new(), end))?;
        let visit = self.visit(state, None, &mut random).map_err(|end| (Vec::new(), end))?;
        let mut all = visit.options.all;
        let mut places: HashMap<u64, usize> = HashMap::from([(visit.mark, 0)]);
        let mut nodes: Vec<Node> = vec![Node::new(state, visit, None)];
        let mut at = 0;
        while at < nodes.len() {
            for action in std::mem::take(&mut nodes[at].options) {
                if nodes.len() >= most {
                    return Ok(());
                }
                let filled = rules.filled();
                let state = self.step(nodes[at].state, action).map_err(|end| (line_to(&nodes, at, None), end))?;
                let visit = self.visit(state, None, &mut random);
                let mut visit = visit.map_err(|end| (line_to(&nodes, at, Some(action)), end))?;
                let child = *places.entry(visit.mark).or_insert(nodes.len());
                if child == nodes.len() {
                    // More options than there are states to visit are of no use, and might fill the memory.
                    all &= visit.options.all && visit.options.list.len() <= most;
                    visit.options.list.truncate(most);
                    let mut kept = [state];
                    rules.keep_only(filled, &mut kept, &mut visit.options.list);
                    nodes.push(Node::new(kept[0], visit, Some((at, action))));
                } else {
                    rules.truncate(filled);
                }
                nodes[child].befores.push(at);
            }
            at += 1;
        }
        self.passed.all_states = all;
        if all { self.check_all(&nodes) } else { Ok(()) }
    }

    /// Plays random games and checks the states that are new. The line of a violation is shortened.
    fn play_out(&mut self) -> Result<(), Ended> {
        for number in 0..self.setup.playouts {
            self.setup.rules.truncate(Filled::default());
            let mut random = self.random(u64::from(number) + 1);
            match self.random_game(self.setup.plies, None, &mut random) {
                Ok(Ending::Over) => self.passed.finished += 1,
                Ok(Ending::TooLong) => self.passed.unfinished += 1,
                Ok(Ending::Unknown) => {}
                Err((line, End::Broken(broken))) => {
                    let (line, broken) = self.shorten(line, broken);
                    return Err((line, End::Broken(broken)));
                }
                Err(limit) => return Err(limit),
            }
        }
        Ok(())
    }

    /// Plays a random game of at most so many plies; see [`Explorer::visit`] for `only`. The actions of its line stay,
    /// and of its states the last.
    pub(super) fn random_game(
        &mut self,
        plies: Ply,
        only: Option<&'static str>,
        random: &mut Seeded,
    ) -> Result<Ending, Ended> {
        let mut line = Vec::new();
        let rules = Rc::clone(&self.setup.rules);
        let Filled { states, .. } = rules.filled();
        let mut state = self.begin().map_err(|end| (Vec::new(), end))?;
        let mut followed = Followed::new(&*rules, state).map_err(|end| (Vec::new(), end))?;
        loop {
            let filled = Filled { states, ..rules.filled() };
            let visit = self.visit(state, only, random).map_err(|end| (line.clone(), end))?;
            let mut options = visit.options.list;
            let mut over = visit.over;
            if let Some(followed) = followed.as_ref().filter(|_| !over) {
                options = followed.leave(&options).map_err(|end| (line.clone(), end))?;
                over = options.is_empty();
                self.followed += 1;
            }
            match pick(&options, random) {
                _ if over => {
                    self.ended += line.len() as u64 + 1;
                    return Ok(Ending::Over);
                }
                None => return Ok(Ending::Unknown),
                Some(_) if line.len() >= plies.0 as usize => return Ok(Ending::TooLong),
                Some(action) => {
                    let mut next = [self.step(state, action).map_err(|end| (line.clone(), end))?];
                    let mut made = [action];
                    rules.keep_only(filled, &mut next, &mut made);
                    state = next[0];
                    let [action] = made;
                    line.push(Step { from: visit.mark, action });
                    if let Some(followed) = &mut followed {
                        followed.play(action).map_err(|end| (line.clone(), end))?;
                    }
                }
            }
        }
    }

    /// Random numbers of their own for each game.
    pub(super) fn random(&self, number: u64) -> Seeded {
        Seeded::new(Key::mix(Key::mix(self.setup.seed).0 ^ number).0)
    }

    fn summary(mut self) -> Passed {
        let Setup { rules, laws, remarks, chance, hidden, .. } = self.setup;
        let no_panic = Checked { law: NO_PANIC, times: self.passed.states };
        let laws = laws.iter().map(|law| Checked { law: law.name, times: law.times });
        let ends = Checked { law: ENDS, times: self.ended };
        let arises = (self.arisen > 0).then_some(Checked { law: ARISES, times: self.arisen });
        let line = [PROGRESS, LEFT].map(|law| Checked { law, times: self.followed });
        let line = line.into_iter().filter(|checked| checked.times > 0);
        self.passed.laws = std::iter::once(no_panic).chain(laws).chain(line).chain([ends]).chain(arises).collect();
        let mut add = |remark: &str| self.passed.remarks.push(remark.to_owned());
        if rules.has_luck() && chance.is_none() {
            add("the game has luck, and what comes after chance's turn was not looked at");
        }
        if rules.has_secrets() && hidden.is_none() {
            add("the game has secrets, and whether they are kept was not looked at");
        }
        if hidden.is_some() && self.arisen == 0 {
            add(&format!("not all states of the game are known, so that this was not checked: {ARISES}"));
        }
        self.passed.remarks.extend(remarks.iter().filter_map(|remark| caught(remark).ok().flatten()));
        self.passed
    }
}

/// One of the options.
fn pick(options: &[Action], random: &mut Seeded) -> Option<Action> {
    options.get(random.below(options.len() as u64) as usize).copied()
}

/// The line that leads to a node, and one action further.
pub(super) fn line_to(nodes: &[Node], at: usize, last: Option<Action>) -> Vec<Step> {
    let mut line: Vec<_> = last.map(|action| Step { from: nodes[at].mark, action }).into_iter().collect();
    let mut child = at;
    while let Some((parent, action)) = nodes[child].parent {
        line.push(Step { from: nodes[parent].mark, action });
        child = parent;
    }
    line.reverse();
    line
}
