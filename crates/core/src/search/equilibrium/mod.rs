//! Equilibrium: how to play when the other cannot be seen through, and must not see through you.
//!
//! In a game with secrets a best action is not enough: whoever always bets with a king and never without one tells what
//! he holds. A solution is a pair of *mixed strategies*, one for each side, such that neither gains by changing its own
//! alone. What the other could gain at most is the *exploitability*; it is zero in equilibrium, and it can be computed
//! for any pair of strategies.
//!
//! | the book of games | here |
//! |---|---|
//! | information set | [`InformationSet`]: the states that look the same to the seat to move |
//! | extensive form, sequence form (Koller, Megiddo and von Stengel 1996) | [`SequenceForm`] |
//! | behaviour strategy, realisation plan | [`Plan`] |
//! | best response, exploitability | [`SequenceForm::best_response`], [`SequenceForm::exploitability`] |
//! | counterfactual regret minimisation: CFR, CFR+, discounted CFR | [`Minimiser`] |
//! | equilibrium by linear programming | [`exact`](exact()) |
//!
//! ```text
//! MAX's strategies x         MIN's strategies y        value(x, y) = x' A y
//! best responses bound the value:   min over y' of x' A y'   <=   value   <=   max over x' of x'' A y
//! ```
//!
//! So whatever found the two strategies, the value lies between what each of them is sure of, and that is a proof.

mod exact;
mod form;
mod fraction;
mod plan;
mod regret;

pub use exact::{Exact, exact};
pub use form::{Choices, InformationSet, SequenceForm};
pub use fraction::Fraction;
pub use plan::{Plan, Profile, Response};
pub use regret::{Minimiser, Regret, approach};
