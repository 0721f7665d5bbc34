//! How the lines of a sweep are told apart: by a colour and by the shape of their marks.

use plotters::prelude::DrawingBackend;

use crate::load_chart::Drawn;
use crate::palette::Rgb;
use crate::pen::Pen;

/// The look of a line.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) colour: Rgb,
    shape: Shape,
}

#[derive(Clone, Copy)]
enum Shape {
    Square,
    Diamond,
    Up,
    Down,
}

/// How many lines can be told apart.
pub(crate) const LOOKS: usize = 8;

/// The colours of Okabe and Ito (2008), made to stand 3:1 against a light page …
const LIGHT: [Rgb; LOOKS] = [
    Rgb(0, 94, 184),
    Rgb(204, 72, 8),
    Rgb(0, 128, 96),
    Rgb(150, 50, 140),
    Rgb(140, 110, 0),
    Rgb(32, 140, 190),
    Rgb(90, 60, 40),
    Rgb(92, 97, 112),
];
/// … and against a dark one.
const DARK: [Rgb; LOOKS] = [
    Rgb(122, 198, 255),
    Rgb(232, 116, 52),
    Rgb(60, 200, 150),
    Rgb(230, 150, 220),
    Rgb(235, 205, 80),
    Rgb(70, 150, 220),
    Rgb(205, 165, 130),
    Rgb(160, 166, 182),
];
const SHAPES: [Shape; 4] = [Shape::Square, Shape::Diamond, Shape::Up, Shape::Down];

/// The look of the line of this number, on a page of this background.
pub(crate) fn look(number: usize, background: Rgb) -> Look {
    let Rgb(red, green, blue) = background;
    let dark = u32::from(red) + u32::from(green) + u32::from(blue) < 384;
    let colours = if dark { &DARK } else { &LIGHT };
    Look {
        colour: colours[number % LOOKS],
        shape: SHAPES[number % SHAPES.len()],
    }
}

impl Look {
    /// Its mark, with a rim that parts it from what is behind.
    pub(crate) fn mark<DB: DrawingBackend>(
        self,
        pen: &Pen<'_, DB>,
        at: (i32, i32),
        background: Rgb,
    ) -> Drawn<DB> {
        pen.area(self.shape.around(at, pen.px(6.0)), background)?;
        pen.area(self.shape.around(at, pen.px(4.0)), self.colour)
    }
}

impl Shape {
    fn around(self, (x, y): (i32, i32), reach: i32) -> Vec<(i32, i32)> {
        let small = reach * 4 / 5;
        match self {
            Self::Square => vec![
                (x - small, y - small),
                (x + small, y - small),
                (x + small, y + small),
                (x - small, y + small),
            ],
            Self::Diamond => vec![
                (x - reach, y),
                (x, y - reach),
                (x + reach, y),
                (x, y + reach),
            ],
            Self::Up => vec![
                (x - reach, y + small),
                (x, y - reach),
                (x + reach, y + small),
            ],
            Self::Down => vec![
                (x - reach, y - small),
                (x, y + reach),
                (x + reach, y - small),
            ],
        }
    }
}
