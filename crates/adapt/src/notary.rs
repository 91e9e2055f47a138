//! Games that are solved by proof numbers, and whose proofs can be written down and checked.

use counterplay_core::certificate::certificate;
use counterplay_core::engine::{Keys, Progress, Proofs, Table, Task, Techniques, Verdict};
use counterplay_core::{Certified, Deterministic, Evaluate, Game, Halt, Knowledge, PerfectInformation};
use counterplay_verify::{Checked, Fault};

use crate::mind::{Means, Mind};

/// Checks a certificate: hears how far it is, and says whether to go on.
pub type Check<G> = fn(&G, &str, &mut dyn FnMut(usize, usize) -> bool) -> Result<Checked, Fault>;

/// What solving found out, and the certificate if somebody wins and it was asked for.
type Solved<A> = Result<(Verdict<A>, Option<String>), Box<Halt>>;

/// What a proof is to be made with and for.
pub(crate) struct Commission<'a> {
    pub(crate) threads: u32,
    /// What is known already, and where to put what is found out.
    pub(crate) proofs: &'a Proofs,
    pub(crate) wants_certificate: bool,
}

/// Whoever proves a game by proof numbers.
pub(crate) trait Notary<G: Game>: Send + Sync {
    /// Solves a state.
    fn solve(
        &self,
        game: &G,
        state: &G::State,
        commission: &Commission<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solved<G::Action>;

    /// Checks a certificate.
    fn verify(&self, game: &G, text: &str, told: &mut dyn FnMut(usize, usize) -> bool) -> Result<Checked, Fault>;
}

/// A mind that proves, and the checker of its game.
pub(crate) struct Office<G, K, U, E, V> {
    pub(crate) mind: Mind<K, U, E>,
    /// Finds a proof that is shorter to tell, in more time.
    pub(crate) for_writing: U,
    /// Sees more, in more time: for a shorter certificate.
    pub(crate) thorough: V,
    pub(crate) check: Check<G>,
}

impl<G, K, U, E, V> Notary<G> for Office<G, K, U, E, V>
where
    G: Certified + Deterministic + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    K: Keys<G> + Clone + Send + Sync,
    U: Knowledge<G> + Clone + Send + Sync,
    V: Knowledge<G> + Clone + Send + Sync,
    E: Evaluate<G> + Clone + Send + Sync,
{
    fn solve(
        &self,
        game: &G,
        state: &G::State,
        commission: &Commission<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solved<G::Action> {
        let &Commission { threads, proofs, wants_certificate } = commission;
        let mut mind = self.mind.clone();
        if wants_certificate {
            mind.knowledge = self.for_writing.clone();
        }
        // Proofs have tables of their own.
        let table = Table::new(0);
        let engine = mind.engine(game, Means { table: &table, techniques: Techniques::EXACT, threads });
        let (verdict, strategy) =
            engine.solve_by_numbers_on(threads, state, task, wants_certificate, proofs, progress)?;
        let thorough = engine.knowledge(self.thorough.clone());
        let text = (!strategy.is_empty()).then(|| certificate(game, &thorough.shortened(&strategy)));
        Ok((verdict, text))
    }

    fn verify(&self, game: &G, text: &str, told: &mut dyn FnMut(usize, usize) -> bool) -> Result<Checked, Fault> {
        (self.check)(game, text, told)
    }
}
