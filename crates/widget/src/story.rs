//! The run in words and numbers.

use retry_herd_core::{SimDuration, SimTime};
use retry_herd_view::figures::{Figure, figures};
use retry_herd_view::sentence::sentence;
use retry_herd_view::table::{self, Table};
use retry_herd_view::text;
use wasm_bindgen::prelude::*;
use web_sys::Element;

use crate::options::{Controls, View};
use crate::parts::{add, attribute, write};
use crate::stage::Stage;

/// Attempts of one client that its table shows.
const ROWS: usize = 200;

impl Stage {
    /// Writes the sentence and the figures.
    pub(crate) fn write_story(&self) {
        let Some(shown) = &self.shown else { return };
        let words = match self.view {
            View::Herd => Some(sentence(&shown.scenario, &shown.report)),
            View::Client => self.one.summary(),
        };
        write(&self.parts.sentence, &words.unwrap_or_default());
        // Fails only where elements cannot be made at all.
        let _ = self.write_figures(&figures(&shown.scenario, &shown.report));
        let stopped = shown.report.requests.short_circuited;
        self.parts.stopped.set_hidden(stopped.is_none());
        self.write_pointed();
        self.write_tables();
    }

    fn write_figures(&self, figures: &[Figure]) -> Result<(), JsValue> {
        let list = &self.parts.figures;
        list.set_text_content(None);
        for figure in figures {
            let place = add(list, "div", "")?;
            attribute(&place, "data-figure", figure.name);
            add(&place, "dt", figure.label)?;
            add(&place, "dd", &figure.value)?;
            add(&place, "dd", &figure.note)?;
        }
        Ok(())
    }

    /// Writes the tables, if they are open.
    pub(crate) fn write_tables(&self) {
        let Some(shown) = &self.shown else { return };
        if !self.parts.numbers.open() {
            return;
        }
        let end = SimTime::ZERO + SimDuration::from_secs_f64(shown.end());
        let mut tables = vec![
            table::totals(&shown.scenario, &shown.report),
            table::load(&shown.scenario, &shown.windows, end),
        ];
        tables.extend(self.one.trace().map(|trace| table::client(trace, ROWS)));
        self.parts.tables.set_text_content(None);
        for table in &tables {
            // Fails only where elements cannot be made at all.
            let _ = write_table(&self.parts.tables, table);
        }
    }

    /// Under the raster: what is pointed at, or else who is lit up.
    pub(crate) fn write_pointed(&self) {
        if self.herd.pointed.is_some() {
            return;
        }
        let words = if self.options.controls == Controls::None {
            String::new()
        } else if self.lights_client() {
            format!(
                "Lit up: {}. Click on another mark to follow its client.",
                text::client(self.followed())
            )
        } else {
            "Point at a mark to see whose it is; click on it to follow that client.".to_owned()
        };
        write(&self.parts.pointed, &words);
    }

    /// Writes the clock and its button.
    pub(crate) fn write_clock(&self) {
        let Self { parts, clock, .. } = self;
        let position = (clock.share() * 1_000.0).round();
        parts.time.set_value_as_number(position);
        let now = text::seconds(clock.at());
        let of = text::seconds(clock.end());
        attribute(&parts.time, "aria-valuetext", &format!("{now} of {of}"));
        write(&parts.now, &format!("{now} of {of}"));
        let label = if clock.is_running() { "Pause" } else { "Play" };
        write(&parts.play, label);
    }
}

fn write_table(place: &Element, content: &Table) -> Result<(), JsValue> {
    let table = add(place, "table", "")?;
    add(&table, "caption", &content.caption)?;
    let head = add(&add(&table, "thead", "")?, "tr", "")?;
    for name in &content.columns {
        attribute(&add(&head, "th", name)?, "scope", "col");
    }
    let body = add(&table, "tbody", "")?;
    for cells in &content.rows {
        let row = add(&body, "tr", "")?;
        for (at, cell) in cells.iter().enumerate() {
            let tag = if at == 0 { "th" } else { "td" };
            let cell = add(&row, tag, cell)?;
            if at == 0 {
                attribute(&cell, "scope", "row");
            }
        }
    }
    if !content.note.is_empty() {
        add(place, "p", &content.note)?.set_class_name("hint");
    }
    Ok(())
}
