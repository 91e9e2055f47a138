//! The games that Counterplay comes with: a cargo feature for each, all of them on unless somebody says otherwise.
//!
//! ```
//! use counterplay_api::Request;
//!
//! let game = counterplay_standard::catalog().game("tictactoe", &[("size", "3")])?;
//! let mut position = game.start();
//! position.play("b2")?;
//! let report = position.solve(&Request::default(), &mut |_| {})?;
//! assert_eq!(report.best, ["a1", "c1", "a3", "c3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use counterplay_api::Catalog;

#[cfg(feature = "backgammon")]
pub use counterplay_backgammon as backgammon;
#[cfg(feature = "battleships")]
pub use counterplay_battleships as battleships;
#[cfg(feature = "checkers")]
pub use counterplay_checkers as checkers;
#[cfg(feature = "chess")]
pub use counterplay_chess as chess;
#[cfg(feature = "connect4")]
pub use counterplay_connect4 as connect4;
#[cfg(feature = "hog")]
pub use counterplay_hog as hog;
#[cfg(feature = "kuhn")]
pub use counterplay_kuhn as kuhn;
#[cfg(feature = "leduc")]
pub use counterplay_leduc as leduc;
#[cfg(feature = "othello")]
pub use counterplay_othello as othello;
#[cfg(feature = "pig")]
pub use counterplay_pig as pig;
#[cfg(feature = "qubic")]
pub use counterplay_qubic as qubic;
#[cfg(feature = "tictactoe")]
pub use counterplay_tictactoe as tictactoe;

/// All games of Counterplay that were compiled in.
#[must_use]
pub fn catalog() -> Catalog {
    let catalog = Catalog::new();
    #[cfg(feature = "tictactoe")]
    let catalog = catalog.with(tictactoe::entry());
    #[cfg(feature = "qubic")]
    let catalog = catalog.with(qubic::entry());
    #[cfg(feature = "connect4")]
    let catalog = catalog.with(connect4::entry());
    #[cfg(feature = "othello")]
    let catalog = catalog.with(othello::entry());
    #[cfg(feature = "checkers")]
    let catalog = catalog.with(checkers::entry());
    #[cfg(feature = "chess")]
    let catalog = catalog.with(chess::entry());
    #[cfg(feature = "pig")]
    let catalog = catalog.with(pig::entry());
    #[cfg(feature = "hog")]
    let catalog = catalog.with(hog::entry());
    #[cfg(feature = "backgammon")]
    let catalog = catalog.with(backgammon::entry());
    #[cfg(feature = "kuhn")]
    let catalog = catalog.with(kuhn::entry());
    #[cfg(feature = "leduc")]
    let catalog = catalog.with(leduc::entry());
    #[cfg(feature = "battleships")]
    let catalog = catalog.with(battleships::entry());
    catalog
}
