//! What is set, by whom: the layers that the scenario is made of.
//!
//! At the bottom lies a preset, or the scenario that a script has given; over it
//! the attributes; over them what the reader has set since. Each layer names the
//! fields that it sets and no other, so an attribute can change under the
//! reader's hands without undoing what they did.

use retry_herd_core::{
    FIELDS, Field, FieldError, Jitter, Kind, PRESETS, Preset, Problem, Scenario, Value, WHOLE,
    joined,
};

use crate::junk::Junk;
use crate::link::Link;

/// The most clients that a page is asked to run.
pub const MOST_CLIENTS: u32 = 1_000_000;

/// The largest seed: JavaScript's largest exact whole number.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// What a link names beside fields: what is looked at, and how.
const NO_FIELDS: [&str; 5] = ["preset", "view", "client", "t", "play"];

/// The layers, and the scenario that they make.
#[derive(Clone)]
pub struct Settings {
    /// By the property `scenario`.
    given: Option<Scenario>,
    /// By the attribute `preset`.
    preset: Option<&'static Preset>,
    attributes: Vec<Entry>,
    /// By the reader; the attributes belong to the page's preset and are left
    /// out under it.
    chosen: Option<&'static Preset>,
    edits: Vec<Entry>,
    /// What a link or an earlier life has set and the small module cannot read: kept
    /// for the whole one. There, nothing.
    unread: Link,
    scenario: Scenario,
}

/// One field, set.
#[derive(Clone)]
struct Entry {
    field: &'static Field,
    value: Value,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            given: None,
            preset: None,
            attributes: Vec::new(),
            chosen: None,
            edits: Vec::new(),
            unread: Link::default(),
            scenario: untouched(),
        }
    }
}

/// What an element without attributes shows: the herd before anybody has helped it.
fn untouched() -> Scenario {
    let mut scenario = Scenario::default();
    scenario.policy.jitter = Jitter::None;
    scenario
}

impl Settings {
    /// The settings of an element with these attributes, and what of them is junk.
    pub fn of_attributes<'a>(
        attributes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<Junk>) {
        let mut settings = Self::default();
        let mut junk = Vec::new();
        for (name, text) in attributes {
            junk.extend(settings.put_attribute(name, Some(text)).err());
        }
        junk.extend(settings.drop_conflicts());
        (settings, junk)
    }

    /// The scenario that the layers make; always valid.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The preset that the scenario started from, if it was one.
    pub fn preset(&self) -> Option<&'static Preset> {
        Preset::named(&self.scenario.name)
    }

    /// An attribute was set, changed or (`None`) removed. It overrides what the
    /// reader has set in its field; a new preset overrides all of it.
    ///
    /// # Errors
    ///
    /// If it is junk: it counts as absent then.
    pub fn set_attribute(&mut self, name: &str, text: Option<&str>) -> Result<(), Junk> {
        let result = self.put_attribute(name, text);
        let conflict = self.drop_conflicts().into_iter().next();
        result.and(conflict.map_or(Ok(()), Err))
    }

    fn put_attribute(&mut self, name: &str, text: Option<&str>) -> Result<(), Junk> {
        if name == "preset" {
            return self.put_preset(text);
        }
        let Some(field) = Field::named(name) else {
            self.leave_unread(name, text);
            return Ok(());
        };
        self.attributes.retain(|entry| !entry.is_of(field));
        self.edits.retain(|entry| !entry.is_of(field));
        self.unread.remove(field.short_name());
        let Some(text) = text else { return Ok(()) };
        let entry = match Entry::read(field, text) {
            Ok(entry) => entry,
            Err(error) => {
                let junk = Junk::of_field(name, text, &error);
                if junk.is_for_whole {
                    self.leave_unread(name, Some(text));
                }
                return Err(junk);
            }
        };
        if self.chosen.is_some() {
            // Later than the choice, which the attributes before it are left out under.
            self.edits.push(entry.clone());
        }
        self.attributes.push(entry);
        Ok(())
    }

    /// An attribute that only the whole model can read: that finds it in the page, unless
    /// something else has taken the place of all attributes.
    fn leave_unread(&mut self, name: &str, text: Option<&str>) {
        self.unread.remove(name);
        if let Some(text) = text
            && !WHOLE
            && (self.chosen.is_some() || self.given.is_some())
        {
            self.unread.push(name, text);
        }
    }

    fn put_preset(&mut self, name: Option<&str>) -> Result<(), Junk> {
        self.forget_edits();
        self.given = None;
        self.preset = name.and_then(Preset::named);
        match name {
            Some(name) if self.preset.is_none() => Err(no_preset(name)),
            _ => Ok(()),
        }
    }

    fn forget_edits(&mut self) {
        self.edits.clear();
        self.unread = Link::default();
        self.chosen = None;
    }

    /// Makes the scenario, without the attributes that do not go with the rest.
    fn drop_conflicts(&mut self) -> Vec<Junk> {
        let mut junk = Vec::new();
        loop {
            match self.made() {
                Ok(scenario) => {
                    self.scenario = scenario;
                    return junk;
                }
                Err(error) => match self.drop_conflicting(&error) {
                    Some(entry) => junk.push(entry.conflict(&error)),
                    // Only the reader's own settings are left to conflict with a
                    // preset; without them it is valid.
                    None => self.edits.clear(),
                },
            }
        }
    }

    fn drop_conflicting(&mut self, error: &FieldError) -> Option<Entry> {
        let named = |entry: &Entry| entry.field.path == error.field;
        let at = self.attributes.iter().position(named);
        let at = at.or_else(|| self.attributes.len().checked_sub(1))?;
        Some(self.attributes.remove(at))
    }

    /// The reader sets a field.
    ///
    /// # Errors
    ///
    /// If the text is not what the field takes, or does not go with the other
    /// fields; nothing is changed then.
    pub fn edit(&mut self, name: &str, text: &str) -> Result<(), FieldError> {
        let Some(field) = Field::named(name) else {
            // Says that there is none, and what is nearest.
            return Scenario::default().set(name, text);
        };
        self.put_edits(vec![Entry::read(field, text)?])
    }

    /// The reader asks for the next luck: the next seed, without forced draws.
    ///
    /// # Errors
    ///
    /// None that is known: a seed goes with everything.
    pub fn draw_again(&mut self) -> Result<(), FieldError> {
        let next = match self.scenario.seed {
            LARGEST_SEED => 0,
            seed => seed + 1,
        };
        let seed = Value::Number(next as f64);
        let none = Value::List(Vec::new());
        let entries = [("seed", seed), ("draws", none)]
            .into_iter()
            .filter_map(|(name, value)| {
                let field = Field::named(name)?;
                Some(Entry { field, value })
            });
        self.put_edits(entries.collect())
    }

    fn put_edits(&mut self, entries: Vec<Entry>) -> Result<(), FieldError> {
        let before = self.edits.clone();
        for entry in entries {
            self.edits.retain(|other| !other.is_of(entry.field));
            self.unread.remove(entry.field.short_name());
            self.edits.push(entry);
        }
        match self.made() {
            Ok(scenario) => {
                self.scenario = scenario;
                Ok(())
            }
            Err(error) => {
                self.edits = before;
                Err(error)
            }
        }
    }

    /// The reader chooses a preset: it is shown as it is.
    pub fn choose(&mut self, preset: &'static Preset) {
        self.forget_edits();
        self.chosen = Some(preset);
        self.scenario = preset.scenario();
    }

    /// A script gives a scenario: it is shown as it is.
    ///
    /// # Errors
    ///
    /// If it is not valid; nothing is changed then.
    pub fn give(&mut self, value: &Value) -> Result<(), FieldError> {
        let scenario = Scenario::from_value(value)?;
        check_clients(&scenario)?;
        *self = Self {
            given: Some(scenario.clone()),
            scenario,
            ..Self::default()
        };
        Ok(())
    }

    /// Takes back what the reader has set.
    pub fn reset(&mut self) {
        self.forget_edits();
        self.drop_conflicts();
    }

    /// Whether the scenario is another than the attributes make.
    pub fn is_touched(&self) -> bool {
        !self.edits.is_empty()
            || self.chosen.is_some()
            || self.given.is_some()
            || self.unread != Link::default()
    }

    /// The scenario as names and values: the preset, and all that differs from it.
    pub fn write(&self, link: &mut Link) {
        let preset = self.preset().unwrap_or(&PRESETS[0]);
        let start = preset.scenario();
        link.push("preset", preset.name);
        for field in FIELDS {
            let value = field.get(&self.scenario);
            if value != field.get(&start) {
                link.push(field.short_name(), &value.plain());
            }
        }
        link.append(&self.unread);
    }

    /// What [`Settings::read`] needs to go on from these attributes as before: the
    /// reader's layers.
    pub fn save(&self, link: &mut Link) {
        if self.given.is_some() {
            return self.write(link);
        }
        match self.chosen {
            // An unread one was chosen, and this one stands in for it.
            Some(preset) if self.unread.value("preset").is_none() => {
                link.push("preset", preset.name);
            }
            _ => {}
        }
        for entry in &self.edits {
            link.push(entry.field.short_name(), &entry.value.plain());
        }
        link.append(&self.unread);
    }

    /// Takes over what [`Settings::write`] or [`Settings::save`] has written; what is
    /// junk in it is left out and given back. Without a preset the attributes stay in
    /// force under it.
    pub fn read(&mut self, link: &Link) -> Vec<Junk> {
        let mut junk = Vec::new();
        self.forget_edits();
        if let Some(name) = link.value("preset") {
            let preset = Preset::named(name);
            if preset.is_none() && !WHOLE {
                junk.push(no_preset(name));
            }
            self.choose(preset.unwrap_or(&PRESETS[0]));
        }
        let mut entries = Vec::new();
        for (name, text) in link.pairs() {
            match Field::named(name).map(|field| Entry::read(field, text)) {
                Some(Ok(entry)) => entries.push(entry),
                Some(Err(error)) => junk.push(Junk::of_field(name, text, &error)),
                None if WHOLE || NO_FIELDS.contains(&name) => {}
                None => junk.push(Junk::unknown(name, text)),
            }
        }
        if let Err(error) = self.put_edits(entries) {
            junk.push(Junk::of_field(&error.field, &error.value, &error));
        }
        for unread in junk.iter().filter(|junk| junk.is_for_whole) {
            self.unread.push(&unread.name, &unread.value);
        }
        junk
    }

    /// The scenario of the layers.
    fn made(&self) -> Result<Scenario, FieldError> {
        let mut scenario = self.base();
        let attributes = match self.chosen {
            Some(_) => &[],
            None => &self.attributes[..],
        };
        for entry in attributes.iter().chain(&self.edits) {
            entry.field.set(&mut scenario, &entry.value)?;
        }
        check_clients(&scenario)?;
        scenario.validate()?;
        Ok(scenario)
    }

    fn base(&self) -> Scenario {
        match (self.chosen, &self.given, self.preset) {
            (Some(preset), _, _) | (None, None, Some(preset)) => preset.scenario(),
            (None, Some(given), _) => given.clone(),
            (None, None, None) => untouched(),
        }
    }
}

impl Entry {
    fn read(field: &'static Field, text: &str) -> Result<Self, FieldError> {
        let value = match plain(field, text) {
            // Nothing is a list of nothing.
            text if text.is_empty() && is_list(field) => Value::List(Vec::new()),
            text => Value::Text(text),
        };
        field.set(&mut Scenario::default(), &value)?;
        Ok(Self { field, value })
    }

    fn is_of(&self, field: &Field) -> bool {
        self.field.path == field.path
    }

    fn conflict(&self, error: &FieldError) -> Junk {
        Junk::of_field(self.field.short_name(), &self.value.plain(), error)
    }
}

fn no_preset(name: &str) -> Junk {
    let names = PRESETS.iter().map(|preset| preset.name);
    Junk {
        is_for_whole: !WHOLE,
        ..Junk::of_choice("preset", name, names)
    }
}

fn is_list(field: &Field) -> bool {
    matches!(field.kind, Kind::Fractions { .. })
}

/// Numbers as people write them lose their thousands' commas, `10,000`; lists may
/// do without commas, as in other attributes.
fn plain(field: &Field, text: &str) -> String {
    match field.kind {
        Kind::Whole { .. } | Kind::Number { .. } => text.replace([',', ' '], ""),
        Kind::Fractions { .. } => {
            let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
            joined(parts, ",")
        }
        _ => text.to_owned(),
    }
}

fn check_clients(scenario: &Scenario) -> Result<(), FieldError> {
    if scenario.fleet.clients <= MOST_CLIENTS {
        return Ok(());
    }
    Err(FieldError {
        field: "fleet.clients".to_owned(),
        value: scenario.fleet.clients.to_string(),
        problem: Problem::OutOfRange,
        allowed: format!("a whole number from 1 to {MOST_CLIENTS}"),
    })
}

#[cfg(test)]
mod tests;
