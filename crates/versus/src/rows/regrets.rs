//! Rounds of CFR+ a second, beside `open_spiel`'s solver in C++, which is called from Python.

use counterplay_core::equilibrium::{Minimiser, Regret, SequenceForm};
use counterplay_core::{ChanceNodes, Hidden, Limits};
use counterplay_kuhn::Kuhn;
use counterplay_leduc::Leduc;

use crate::cost::{cpu_now, median};
use crate::row::{Measured, Outcome, Quantity};
use crate::{Setup, python};

/// Rounds that are compared: after these the strategies must agree.
const ROUNDS: u32 = 200;
/// Seconds that our rounds are repeated for.
const LONG_ENOUGH: f64 = 0.2;
/// Tolerance of values and exploitabilities: where actions are worth the same, the rounding of a sum decides which of
/// them is regretted. On Kuhn they agree to 1e-7.
const CLOSE: f64 = 1e-4;

/// Measures rounds a second. The figure is of Leduc; Kuhn is there for the values. Both must agree after as many
/// rounds, or it is not the same algorithm.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let kuhn = compare(setup, &Kuhn, "kuhn_poker")?;
    let leduc = compare(setup, &Leduc, "leduc_poker")?;
    let [ours, theirs] = leduc.rates;
    Ok(Measured {
        ours: Quantity(ours, "/s"),
        theirs: Quantity(theirs, "/s"),
        figure: ours / theirs,
        notes: vec![kuhn.note, leduc.note],
    })
}

/// Rates of ours and of theirs on one game, in rounds a second.
struct Compared {
    rates: [f64; 2],
    note: String,
}

fn compare<G: Hidden + ChanceNodes>(setup: &Setup, game: &G, name: &str) -> Result<Compared, String> {
    let form = SequenceForm::of(game, &game.initial(), &Limits::default()).map_err(|halt| format!("{name}: {halt}"))?;
    let (mut our_rates, mut their_rates, mut found) = (Vec::new(), Vec::new(), [0.0; 2]);
    for _ in 0..setup.repeat {
        let (start, mut times) = (cpu_now(), 0);
        let taken = loop {
            let mut minimiser = Minimiser::new(&form, Regret::Plus);
            (0..ROUNDS).for_each(|_| minimiser.round());
            times += 1;
            let profile = minimiser.average();
            found = [form.value(&profile), form.exploitability(&profile)];
            let taken = cpu_now() - start;
            if taken >= LONG_ENOUGH || taken.is_nan() {
                break taken / f64::from(times);
            }
        };
        let theirs = python::ask(setup, "regrets_open_spiel.py", &[name, &ROUNDS.to_string()], "")?;
        let peer = [python::number(&theirs, "value")?, python::number(&theirs, "exploitability")?];
        if found.iter().zip(peer).any(|(ours, theirs)| (ours - theirs).abs() > CLOSE) {
            return Err(format!(
                "{name}: value and exploitability are {found:?} by ours and {peer:?} by open_spiel's after {ROUNDS} \
                 rounds"
            ));
        }
        our_rates.push(f64::from(ROUNDS) / taken);
        their_rates.push(f64::from(ROUNDS) / python::number(&theirs, "seconds")?);
    }
    let rates = [our_rates, their_rates].map(median);
    let ([value, exploitability], [ours, theirs]) = (found, rates);
    let note = format!(
        "{name} after {ROUNDS} rounds: value {value:.7}, exploitability {exploitability:.6} by both; {ours:.0} and \
         {theirs:.0} rounds a second"
    );
    Ok(Compared { rates, note })
}
