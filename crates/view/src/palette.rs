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
}

/// One colour for each [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    colours: [Rgb; Role::ALL.len()],
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 11] = [
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
            Rgb(140, 143, 156),
            Rgb(214, 84, 20),
            Rgb(0, 94, 184),
            Rgb(110, 16, 102),
            Rgb(28, 30, 38),
            Rgb(28, 30, 38),
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
