//! Search trees as text, SVG, DOT and TikZ.
