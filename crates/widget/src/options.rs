//! The attributes that are about the element and not about the scenario.

use crate::junk::Junk;

/// Which view is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// All clients.
    #[default]
    Herd,
    /// One of them.
    Client,
}

/// Which controls there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// All.
    #[default]
    Full,
    /// Jitter, clients, cap, outage, the clock and the steps.
    Basic,
    /// None.
    None,
}

/// The element's own attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `view`: which view is shown first.
    pub view: View,
    /// `views`: which ones the reader may switch to, in this order.
    pub views: Vec<View>,
    /// `controls`.
    pub controls: Controls,
    /// `autoplay`: whether it plays when it is first seen.
    pub autoplay: bool,
    /// `client`: who is followed, from 0.
    pub client: u32,
}

impl View {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Herd, Self::Client];

    /// Its name in attributes and links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Herd => "herd",
            Self::Client => "client",
        }
    }

    /// The view of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }
}

impl Options {
    /// Reads them from `attribute`, which gives an attribute's value if it is
    /// there; and what of them is junk.
    pub fn read(attribute: impl Fn(&str) -> Option<String>) -> (Self, Vec<Junk>) {
        let mut junk = Vec::new();
        let mut read = |name: &str, allowed: &[&str]| -> Option<usize> {
            let value = attribute(name)?;
            let at = allowed.iter().position(|choice| *choice == value);
            if at.is_none() {
                junk.push(Junk::of_choice(name, &value, allowed.iter().copied()));
            }
            at
        };
        let view = read("view", &["herd", "client"]).map_or(View::Herd, |at| View::ALL[at]);
        let controls = match read("controls", &["full", "basic", "none"]) {
            Some(1) => Controls::Basic,
            Some(2) => Controls::None,
            _ => Controls::Full,
        };
        read("theme", &["auto", "light", "dark"]);
        read("loading", &["eager", "lazy"]);
        let views = read_views(attribute("views"), &mut junk);
        let client = read_client(attribute("client"), &mut junk);
        let autoplay = attribute("autoplay").is_some();
        let options = Self {
            view,
            views,
            controls,
            autoplay,
            client,
        };
        (options, junk)
    }
}

/// Names parted by spaces or commas; both views if there is no such attribute.
fn read_views(text: Option<String>, junk: &mut Vec<Junk>) -> Vec<View> {
    let Some(text) = text else {
        return View::ALL.to_vec();
    };
    let mut views = Vec::new();
    for name in text.split([' ', ',']).filter(|name| !name.is_empty()) {
        match View::named(name) {
            Some(view) if !views.contains(&view) => views.push(view),
            Some(_) => {}
            None => junk.push(Junk::of_choice("views", name, View::ALL.map(View::name))),
        }
    }
    views
}

/// People count clients from 1.
fn read_client(text: Option<String>, junk: &mut Vec<Junk>) -> u32 {
    let Some(text) = text else { return 0 };
    let number: Option<u32> = text.trim().parse().ok();
    let client = number.and_then(|number| number.checked_sub(1));
    if client.is_none() {
        junk.push(Junk::of_choice("client", &text, ["a whole number from 1"]));
    }
    client.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(attributes: &[(&str, &str)]) -> (Options, Vec<Junk>) {
        Options::read(|name| {
            let found = attributes.iter().find(|(n, _)| *n == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn without_attributes_all_is_there_and_the_herd_is_shown() {
        let (options, junk) = read(&[]);
        assert_eq!(options.view, View::Herd);
        assert_eq!(options.views, View::ALL);
        assert_eq!(options.controls, Controls::Full);
        assert!(!options.autoplay && junk.is_empty());
    }

    #[test]
    fn every_attribute_is_read() {
        let (options, junk) = read(&[
            ("view", "client"),
            ("views", "client, herd"),
            ("controls", "basic"),
            ("theme", "dark"),
            ("client", "17"),
            ("autoplay", ""),
        ]);
        assert_eq!(junk, []);
        assert_eq!(options.view, View::Client);
        assert_eq!(options.views, [View::Client, View::Herd]);
        assert_eq!(options.controls, Controls::Basic);
        assert_eq!(options.client, 16);
        assert!(options.autoplay);
    }

    #[test]
    fn junk_falls_back_and_is_named() {
        let (options, junk) = read(&[
            ("view", "cow"),
            ("views", "herd,barn"),
            ("controls", ""),
            ("theme", "pink"),
            ("client", "0"),
        ]);
        assert_eq!(options.view, View::Herd);
        assert_eq!(options.views, [View::Herd]);
        let names: Vec<&str> = junk.iter().map(|j| j.name.as_str()).collect();
        assert_eq!(names, ["view", "controls", "theme", "views", "client"]);
    }
}
