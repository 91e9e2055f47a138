//! What training learns, keeps and refuses.

mod learns;
mod residual;
mod temporal;
