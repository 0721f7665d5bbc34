//! The colours of the pictures, light and dark.
//!
//! Fates differ in luminance as well as in hue, so that a picture keeps its
//! meaning in print and to every kind of eye; every mark stands 3:1 or more
//! against the background, every text 4.5:1 (WCAG 2.2, 1.4.11 and 1.4.3).

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// What a colour is for. The names are those of the custom properties that
/// override them: `--retry-herd-` and [`Role::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Behind everything.
    Background,
    /// Text, and the line of the current time.
    Ink,
    /// Text that can wait: labels of axes.
    Muted,
    /// Lines of axes; a decoration that no meaning hangs on.
    Grid,
    /// Behind the time in which the server was down; a decoration too, its edges
    /// are drawn in [`Role::Muted`].
    Outage,
    /// Attempts during the outage.
    Wasted,
    /// Attempts that met a full server.
    Rejected,
    /// Attempts that were served.
    Served,
    /// Attempts on which a client gave up.
    GaveUp,
    /// The line of what the server can take.
    Capacity,
    /// The client that is pointed at or chosen.
    Highlight,
    /// Attempts that a circuit breaker stopped.
    ShortCircuited,
}

/// One colour for each [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    colours: [Rgb; Role::ALL.len()],
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Background,
        Self::Ink,
        Self::Muted,
        Self::Grid,
        Self::Outage,
        Self::Wasted,
        Self::Rejected,
        Self::Served,
        Self::GaveUp,
        Self::Capacity,
        Self::Highlight,
        Self::ShortCircuited,
    ];

    /// The name in style sheets: lower case, words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Background => "background",
            Self::Ink => "ink",
            Self::Muted => "muted",
            Self::Grid => "grid",
            Self::Outage => "outage",
            Self::Wasted => "wasted",
            Self::Rejected => "rejected",
            Self::Served => "served",
            Self::GaveUp => "gave-up",
            Self::Capacity => "capacity",
            Self::Highlight => "highlight",
            Self::ShortCircuited => "short-circuited",
        }
    }
}

impl Palette {
    /// For light pages.
    pub const LIGHT: Self = Self {
        colours: [
            Rgb(255, 255, 255),
            Rgb(28, 30, 38),
            Rgb(92, 97, 112),
            Rgb(226, 228, 234),
            Rgb(241, 241, 245),
            Rgb(132, 135, 150),
            Rgb(204, 72, 8),
            Rgb(0, 94, 184),
            Rgb(110, 16, 102),
            Rgb(28, 30, 38),
            Rgb(28, 30, 38),
            Rgb(0, 32, 24),
        ],
    };

    /// For dark pages.
    pub const DARK: Self = Self {
        colours: [
            Rgb(18, 20, 27),
            Rgb(238, 240, 246),
            Rgb(160, 166, 182),
            Rgb(44, 48, 60),
            Rgb(29, 32, 42),
            Rgb(112, 117, 136),
            Rgb(232, 116, 52),
            Rgb(122, 198, 255),
            Rgb(255, 224, 250),
            Rgb(238, 240, 246),
            Rgb(255, 255, 255),
            Rgb(90, 186, 150),
        ],
    };

    /// The colour of `role`.
    pub const fn of(&self, role: Role) -> Rgb {
        self.colours[role as usize]
    }

    /// The palette with `role` in another colour.
    pub fn with(mut self, role: Role, colour: Rgb) -> Self {
        self.colours[role as usize] = colour;
        self
    }
}

impl Rgb {
    /// Reads `#rgb`, `#rrggbb`, or `rgb(r, g, b)` as browsers write computed
    /// colours; `None` for anything else. An alpha part of `rgba(…)` is ignored.
    pub fn parse(css: &str) -> Option<Self> {
        let css = css.trim();
        if let Some(digits) = css.strip_prefix('#') {
            return Self::parse_hex(digits);
        }
        let inside = css
            .strip_prefix("rgb(")
            .or_else(|| css.strip_prefix("rgba("))?;
        let mut parts = inside
            .strip_suffix(')')?
            .split([',', ' ', '/'])
            .filter(|part| !part.is_empty());
        let mut next = || parts.next()?.parse().ok();
        Some(Self(next()?, next()?, next()?))
    }

    /// Three or six hexadecimal digits.
    fn parse_hex(digits: &str) -> Option<Self> {
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let byte = |shift: u32| (number >> shift) as u8;
        let doubled = |shift: u32| (byte(shift) & 15) * 17;
        match digits.len() {
            3 => Some(Self(doubled(8), doubled(4), doubled(0))),
            6 => Some(Self(byte(16), byte(8), byte(0))),
            _ => None,
        }
    }

    /// The colour `share` of the way to `other`, `share` in `[0, 1]`.
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share + 0.5) as u8;
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PALETTES: [(&str, Palette); 2] = [("light", Palette::LIGHT), ("dark", Palette::DARK)];
    const FATES: [Role; 5] = [
        Role::Wasted,
        Role::Rejected,
        Role::Served,
        Role::GaveUp,
        Role::ShortCircuited,
    ];

    fn linear(byte: u8) -> f64 {
        let share = f64::from(byte) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    }

    fn luminance(colour: Rgb) -> f64 {
        0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
    }

    /// The contrast ratio of WCAG 2.2, from 1 to 21.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// What somebody without the middle cones sees, in linear light (Viénot,
    /// Brettel and Mollon, 1999).
    fn deuteranope(colour: Rgb) -> [f64; 3] {
        let (r, g, b) = (linear(colour.0), linear(colour.1), linear(colour.2));
        let yellow = 0.29275 * r + 0.70725 * g;
        [yellow, yellow, -0.02234 * r + 0.02234 * g + b]
    }

    /// Perceived lightness and chroma along blue to yellow (CIE Lab from linear light).
    fn lab(light: [f64; 3]) -> [f64; 2] {
        let curve = |t: f64| t.max(0.0).cbrt();
        let y = curve(0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]);
        let z = curve((0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089);
        [116.0 * y - 16.0, 200.0 * (y - z)]
    }

    #[test]
    fn the_contrast_of_black_on_white_is_21() {
        assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn text_stands_out_4_5_to_1_on_every_ground() {
        for (name, palette) in PALETTES {
            for ground in [Role::Background, Role::Outage] {
                for text in [Role::Ink, Role::Muted, Role::Capacity] {
                    let ratio = contrast(palette.of(text), palette.of(ground));
                    assert!(ratio >= 4.5, "{name}: {text:?} on {ground:?} is {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn marks_stand_out_3_to_1_on_every_ground_they_are_on() {
        for (name, palette) in PALETTES {
            for mark in FATES.into_iter().chain([Role::Highlight]) {
                for ground in [Role::Background, Role::Outage] {
                    let ratio = contrast(palette.of(mark), palette.of(ground));
                    assert!(ratio >= 3.0, "{name}: {mark:?} on {ground:?} is {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn fates_differ_in_luminance() {
        for (name, palette) in PALETTES {
            for (index, a) in FATES.into_iter().enumerate() {
                for b in FATES.into_iter().skip(index + 1) {
                    let ratio = contrast(palette.of(a), palette.of(b));
                    assert!(ratio >= 1.25, "{name}: {a:?} and {b:?}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn fates_differ_to_eyes_without_green() {
        for (name, palette) in PALETTES {
            for (index, a) in FATES.into_iter().enumerate() {
                for b in FATES.into_iter().skip(index + 1) {
                    let (seen_a, seen_b) = (
                        lab(deuteranope(palette.of(a))),
                        lab(deuteranope(palette.of(b))),
                    );
                    let apart = (seen_a[0] - seen_b[0]).hypot(seen_a[1] - seen_b[1]);
                    assert!(apart >= 15.0, "{name}: {a:?} and {b:?}: {apart:.1}");
                }
            }
        }
    }

    #[test]
    fn every_role_keeps_its_own_colour() {
        for role in Role::ALL {
            let changed = Palette::LIGHT.with(role, Rgb(1, 2, 3));
            for other in Role::ALL {
                let expected = if other == role {
                    Rgb(1, 2, 3)
                } else {
                    Palette::LIGHT.of(other)
                };
                assert_eq!(changed.of(other), expected);
            }
        }
    }

    #[test]
    fn colours_are_read_as_browsers_write_them() {
        for css in ["#0a0b0c", " #0A0B0C ", "rgb(10, 11, 12)", "rgb(10 11 12)"] {
            assert_eq!(Rgb::parse(css), Some(Rgb(10, 11, 12)), "{css}");
        }
        assert_eq!(Rgb::parse("#fa0"), Some(Rgb(255, 170, 0)));
        assert_eq!(Rgb::parse("rgba(1, 2, 3, 0.5)"), Some(Rgb(1, 2, 3)));
        assert_eq!(Rgb::parse("rgb(1 2 3 / 50%)"), Some(Rgb(1, 2, 3)));
    }

    #[test]
    fn what_is_no_colour_is_none() {
        for css in [
            "",
            "#",
            "#12",
            "#12345g",
            "#+12345",
            "red",
            "rgb(1, 2)",
            "rgb(256, 0, 0)",
            "rgb(1, 2, 3",
        ] {
            assert_eq!(Rgb::parse(css), None, "{css}");
        }
    }
}
