//! The server: the browser app and the interface over HTTP, for any catalog of games.
//!
//! It listens on this machine alone. `accept` takes connections and keeps their deadlines; `guard` refuses what other sites ask; `routes` says
//! which request goes where; `session` is a game in play, and `scene` what one seat may see of it; `searches` run on threads of
//! their own, admitted by a `lane`, and tell of themselves by a `stream`. `docs/http.md` describes the interface.
//!
//! ```no_run
//! use counterplay_api::Catalog;
//! use counterplay_server::{Server, Settings};
//!
//! let server = Server::bind(&counterplay_standard::catalog(), Settings::default())?;
//! println!("http://{}/", server.address());
//! server.run(&Default::default());
//! # Ok::<(), std::io::Error>(())
//! ```

mod accept;
mod answer;
mod connections;
mod files;
mod games;
mod gametree;
mod guard;
mod lane;
mod limits;
mod player;
mod quiz;
mod race;
mod random;
mod routes;
mod scene;
mod searches;
mod server;
mod session;
mod sessions;
mod settings;
mod socket;
mod state;
mod stream;
mod trees;
mod uniform;
mod zip;

pub use routes::routes;
pub use server::{Gauge, Server};
pub use settings::Settings;
