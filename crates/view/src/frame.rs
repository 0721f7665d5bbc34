//! A picture in memory that the raster is painted into, pixel by pixel.

use crate::palette::Rgb;

/// RGBA pixels, row by row, as an `ImageData` has them; always opaque.
pub struct Frame<'a> {
    pixels: &'a mut [[u8; 4]],
    width: usize,
}

/// Bytes that are not `width × height` pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSizeError {
    /// How many bytes there are.
    pub bytes: usize,
    /// How many there should be: `4 × width × height`.
    pub needed: usize,
}

/// A rectangle of pixels; empty if an end is not after its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

/// A colour to be laid over pixels with some opacity, multiplied out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    /// Red and blue times the opacity, 16 bits apart; 8 bits of fraction.
    red_blue: u32,
    /// Green and the opaque alpha, likewise.
    green_alpha: u32,
    /// 256 minus the opacity.
    rest: u32,
}

impl<'a> Frame<'a> {
    /// The `width` × `height` pixels of `bytes`, four bytes each.
    ///
    /// # Errors
    ///
    /// If there are not exactly as many bytes.
    pub fn new(bytes: &'a mut [u8], width: u32, height: u32) -> Result<Self, FrameSizeError> {
        let (width, height) = (width as usize, height as usize);
        let needed = width.saturating_mul(height).saturating_mul(4);
        if bytes.len() != needed {
            let bytes = bytes.len();
            return Err(FrameSizeError { bytes, needed });
        }
        let (pixels, _) = bytes.as_chunks_mut();
        Ok(Self { pixels, width })
    }

    /// All of it.
    pub(crate) fn bounds(&self) -> Rect {
        let height = self.pixels.len().checked_div(self.width).unwrap_or(0);
        Rect {
            left: 0,
            top: 0,
            right: self.width as i32,
            bottom: height as i32,
        }
    }

    /// Makes every pixel `colour`.
    pub(crate) fn clear(&mut self, colour: Rgb) {
        self.pixels.fill([colour.0, colour.1, colour.2, 255]);
    }

    /// Lays `ink` over `rect`, which must not reach beyond the frame.
    #[inline]
    pub(crate) fn paint(&mut self, rect: Rect, ink: Ink) {
        if rect.is_empty() {
            return;
        }
        let (left, right) = (rect.left as usize, rect.right as usize);
        for row in rect.top as usize..rect.bottom as usize {
            let start = row * self.width;
            ink.over_all(&mut self.pixels[start + left..start + right]);
        }
    }

    /// Lays `ink` over one pixel, if it is in the frame.
    pub(crate) fn paint_pixel(&mut self, x: i32, y: i32, ink: Ink) {
        if self.bounds().contains(x, y) {
            let pixel = &mut self.pixels[y as usize * self.width + x as usize];
            *pixel = ink.over(*pixel);
        }
    }
}

impl std::fmt::Display for FrameSizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a frame of {} bytes, not {}", self.bytes, self.needed)
    }
}

impl std::error::Error for FrameSizeError {}

impl Rect {
    /// What it shares with `other`.
    #[inline]
    pub(crate) fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// It, with `border` more on every side.
    pub(crate) fn grown(self, border: i32) -> Self {
        Self {
            left: self.left - border,
            top: self.top - border,
            right: self.right + border,
            bottom: self.bottom + border,
        }
    }

    pub(crate) fn contains(self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }
}

impl Ink {
    /// `opacity` in `[0, 1]`.
    pub(crate) fn new(colour: Rgb, opacity: f32) -> Self {
        Self::of_256(colour, (opacity * 256.0 + 0.5) as u32)
    }

    /// Covers all.
    pub(crate) fn opaque(colour: Rgb) -> Self {
        Self::of_256(colour, 256)
    }

    /// `opacity` in 256ths.
    #[inline]
    pub(crate) fn of_256(colour: Rgb, opacity: u32) -> Self {
        let opacity = opacity.min(256);
        let Rgb(red, green, blue) = colour;
        Self {
            red_blue: (u32::from(blue) << 16 | u32::from(red)) * opacity,
            green_alpha: (255 << 16 | u32::from(green)) * opacity,
            rest: 256 - opacity,
        }
    }

    /// Lays the ink over pixels. The widths that dots have are spelled out: a loop
    /// made for long lines takes longer to set up than three pixels take.
    #[inline]
    fn over_all(self, pixels: &mut [[u8; 4]]) {
        match pixels.len() {
            2 => self.over_some::<2>(pixels),
            3 => self.over_some::<3>(pixels),
            4 => self.over_some::<4>(pixels),
            5 => self.over_some::<5>(pixels),
            _ => {
                for pixel in pixels {
                    *pixel = self.over(*pixel);
                }
            }
        }
    }

    #[inline]
    fn over_some<const N: usize>(self, pixels: &mut [[u8; 4]]) {
        if let Some(pixels) = pixels.first_chunk_mut::<N>() {
            *pixels = pixels.map(|pixel| self.over(pixel));
        }
    }

    /// Two channels at a time in one word, 16 bits each: a byte times 256 fits.
    #[inline]
    fn over(self, pixel: [u8; 4]) -> [u8; 4] {
        const EVEN: u32 = 0x00ff_00ff;
        let pixel = u32::from_le_bytes(pixel);
        let red_blue = (pixel & EVEN) * self.rest + self.red_blue;
        let green_alpha = ((pixel >> 8) & EVEN) * self.rest + self.green_alpha;
        ((red_blue >> 8) & EVEN | green_alpha & !EVEN).to_le_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb(255, 0, 10);

    #[test]
    fn a_frame_of_the_wrong_size_is_refused() {
        let mut bytes = [0; 15];
        let error = Frame::new(&mut bytes, 2, 2).err().unwrap();
        assert_eq!(error.to_string(), "a frame of 15 bytes, not 16");
    }

    #[test]
    fn opaque_ink_covers_and_clear_ink_leaves() {
        assert_eq!(Ink::opaque(RED).over([1, 2, 3, 255]), [255, 0, 10, 255]);
        assert_eq!(Ink::new(RED, 0.0).over([1, 2, 3, 255]), [1, 2, 3, 255]);
    }

    #[test]
    fn half_ink_meets_in_the_middle_and_stays_opaque() {
        let mixed = Ink::new(RED, 0.5).over([0, 200, 10, 255]);
        assert_eq!(mixed, [127, 100, 10, 255]);
    }

    #[test]
    fn only_the_rectangle_is_painted() {
        let mut bytes = [0; 4 * 12];
        let mut frame = Frame::new(&mut bytes, 4, 3).unwrap();
        let rect = Rect {
            left: 1,
            top: 1,
            right: 3,
            bottom: 2,
        };
        frame.paint(rect, Ink::opaque(RED));
        let painted: Vec<usize> = (0..12).filter(|i| bytes[i * 4] == 255).collect();
        assert_eq!(painted, [5, 6]);
    }

    #[test]
    fn pixels_beyond_the_frame_are_left_alone() {
        let mut bytes = [0; 4];
        let mut frame = Frame::new(&mut bytes, 1, 1).unwrap();
        for (x, y) in [(-1, 0), (0, -1), (1, 0), (0, 1)] {
            frame.paint_pixel(x, y, Ink::opaque(RED));
        }
        assert_eq!(bytes, [0; 4]);
    }
}
