//! Games that are solved by proof numbers, and whose proofs can be written down and checked.

use counterplay_core::certificate::certificate;
use counterplay_core::engine::{Keys, Progress, Proofs, Table, Task, Techniques, Verdict};
use counterplay_core::{Certified, Deterministic, Evaluate, Game, Halt, Knowledge, Line, PerfectInformation};
use counterplay_verify::{Checked, Fault};

use crate::engine::{EngineConfig, EngineParts};

/// Checks a certificate: hears how far it is, and says whether to go on.
pub type Check<G> = fn(&G, &str, &mut dyn FnMut(usize, usize) -> bool) -> Result<Checked, Fault>;

/// What solving found out, and the certificate if somebody wins and it was asked for.
type Solved<A> = Result<(Verdict<A>, Option<String>), Box<Halt>>;

/// How a proof is to be made.
pub struct ProofOrder<'a> {
    pub(crate) threads: u32,
    /// What is known already, and where to put what is found out.
    pub(crate) proofs: &'a Proofs,
    pub(crate) wants_certificate: bool,
}

/// Proofs of a game by proof numbers, and their certificates.
pub(crate) trait Certifier<G: Game>: Send + Sync {
    /// Solves a state.
    fn solve(
        &self,
        game: &G,
        line: &Line<G>,
        order: &ProofOrder<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solved<G::Action>;

    /// Checks a certificate.
    fn verify(&self, game: &G, text: &str, on_progress: &mut dyn FnMut(usize, usize) -> bool)
    -> Result<Checked, Fault>;
}

/// The parts of an engine that proves, and the checker of its game.
pub(crate) struct ProofNumbers<G: Game, K, U, E, V> {
    pub(crate) parts: EngineParts<G, K, U, E>,
    /// Finds a proof that is shorter to tell, in more time.
    pub(crate) for_writing: U,
    /// Sees more, in more time: for a shorter certificate.
    pub(crate) thorough: V,
    pub(crate) check: Check<G>,
}

impl<G, K, U, E, V> Certifier<G> for ProofNumbers<G, K, U, E, V>
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
        line: &Line<G>,
        order: &ProofOrder<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solved<G::Action> {
        let &ProofOrder { threads, proofs, wants_certificate } = order;
        // A proof is made from scratch.
        let mut parts = EngineParts { oracle: None, ..self.parts.clone() };
        if wants_certificate {
            parts.knowledge = self.for_writing.clone();
        }
        // Proofs have tables of their own.
        let table = Table::new(0);
        let engine = parts.engine(game, line, EngineConfig { table: &table, techniques: Techniques::EXACT, threads });
        let (verdict, strategy) =
            engine.solve_by_numbers_on(threads, line.state(), task, wants_certificate, proofs, progress)?;
        let thorough = engine.knowledge(self.thorough.clone());
        let text = (!strategy.is_empty()).then(|| certificate(game, &thorough.shortened(&strategy)));
        Ok((verdict, text))
    }

    fn verify(
        &self,
        game: &G,
        text: &str,
        on_progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Checked, Fault> {
        (self.check)(game, text, on_progress)
    }
}
