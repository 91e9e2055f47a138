//! HTTP server: the browser app and the interface, for any catalog of games.
//!
//! It listens on this machine alone. `accept` takes connections and keeps their deadlines; `guard` refuses requests of
//! other sites; `routes` says which request goes where; `session` is a game in play, and `view` what one seat may see
//! of it; `searches` run on threads of their own, admitted by a `queue`, and report by a `stream`. `docs/http.md`
//! describes the interface.
//!
//! ```no_run
//! use counterplay_api::Catalog;
//! use counterplay_server::{Server, Settings};
//!
//! let server = Server::bind(&counterplay_standard::catalog(), Settings::default())?;
//! println!("http://{}/", server.address());
//! server.run();
//! # Ok::<(), std::io::Error>(())
//! ```

mod accept;
mod api_error;
mod connections;
mod count;
mod files;
mod game_files;
mod games;
mod gametree;
mod guard;
mod limits;
mod player;
mod queue;
mod quiz;
mod race;
mod random;
mod routes;
mod searches;
mod server;
mod session;
mod sessions;
mod settings;
mod socket;
mod state;
mod stop;
mod stream;
mod texts;
mod trees;
mod uniform;
mod view;
mod zip;

pub use routes::routes;
pub use server::{Gauge, Server, Stopper};
pub use settings::Settings;
