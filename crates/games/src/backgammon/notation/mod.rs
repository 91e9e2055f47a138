//! Backgammon as text.

use counterplay_core::Notation;

use super::{Action, BAR, Backgammon, OFF, State};

impl Notation for Backgammon {
    /// `8/5 6/5`, `bar/22*`, `13/7(2)`, `6/off`; `31` for the dice; `roll`, `double`, `take`, `drop`; `pass` where nothing can be played.
    fn action_text(&self, state: &State, action: Action) -> String {
        let play = match action {
            Action::Play(play) => play,
            Action::Roll => return "roll".to_owned(),
            Action::Double => return "double".to_owned(),
            Action::Take => return "take".to_owned(),
            Action::Drop => return "drop".to_owned(),
            Action::Throw(first, second) => return format!("{first}{second}"),
        };
        let point = |point: u8| match point {
            BAR => "bar".to_owned(),
            OFF => "off".to_owned(),
            point => point.to_string(),
        };
        let mut other = *state.men(state.seat.other());
        // Each step with how many men make it; a man who hits and goes on is one way.
        let mut written: Vec<(String, u8, u8)> = Vec::new();
        for step in play.steps() {
            let before = other;
            other.hit(step.to);
            let hit = if before == other { "" } else { "*" };
            let way = format!("{}/{}{hit}", point(step.from), point(step.to));
            match written.last_mut() {
                Some((last, to, men)) if *to == step.from && *men == 1 && last.ends_with('*') => {
                    last.push_str(&format!("/{}{hit}", point(step.to)));
                    *to = step.to;
                }
                Some((last, _, men)) if last.trim_end_matches('*') == way => *men += 1,
                _ => written.push((way, step.to, 1)),
            }
        }
        if written.is_empty() {
            return "pass".to_owned();
        }
        let several = |(way, _, men): (String, u8, u8)| if men > 1 { format!("{way}({men})") } else { way };
        written.into_iter().map(several).collect::<Vec<_>>().join(" ")
    }
}
