//! Canvas: pixels, and how a paint covers them.

use crate::paint::{Colour, Paint};

/// Pixels of a picture, white at first.
pub(crate) struct Canvas {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Red, green and blue of each pixel, from 0 to 1.
    pixels: Vec<[f32; 3]>,
}

/// Coverage of each pixel by a shape, from 0 to 255.
pub(crate) type Mask = Vec<u8>;

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Canvas {
        Canvas { width, height, pixels: vec![[1.0; 3]; width as usize * height as usize] }
    }

    /// Paints what a part of a mask covers: `mask` has the rows of a box of `width` pixels whose corner is at `left` and
    /// `top`. What `clip` leaves out stays.
    pub(crate) fn cover(&mut self, mask: &[u8], corner: (i32, i32), width: u32, paint: &Paint, clip: Option<&Mask>) {
        let (left, top) = corner;
        for (row, line) in (top..).zip(mask.chunks_exact(width.max(1) as usize)) {
            if row < 0 || row >= self.height as i32 {
                continue;
            }
            for (column, &coverage) in (left..).zip(line) {
                if coverage == 0 || column < 0 || column >= self.width as i32 {
                    continue;
                }
                let at = row as usize * self.width as usize + column as usize;
                let through = clip.map_or(255, |clip| clip[at]);
                let Colour { red, green, blue, alpha } = paint.at(column as f32 + 0.5, row as f32 + 0.5);
                let alpha = alpha * f32::from(coverage) / 255.0 * f32::from(through) / 255.0;
                for (under, over) in self.pixels[at].iter_mut().zip([red, green, blue]) {
                    *under += alpha * (over - *under);
                }
            }
        }
    }

    /// Three bytes of each pixel.
    pub(crate) fn opaque(&self) -> Vec<u8> {
        self.pixels.iter().flatten().map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8).collect()
    }
}
