//! Every search held to plain copies of the algorithms, and every law to games that break it.

mod averaging;
mod best_response;
mod census;
mod cycles;
mod engine;
mod equilibrium;
mod forced;
mod hidden_trees;
mod ismcts;
mod liars;
mod oracle;
mod proof_number;
mod quiz;
mod secrets;
mod solver;
mod star;
mod star_leaves;
