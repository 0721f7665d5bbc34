//! All other fields of a scenario, behind one disclosure: made from the table of
//! fields, so that none is ever missing.

use retry_herd_core::{FIELDS, Field, Kind, Scenario, WHOLE};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use crate::controls::write_field;
use crate::groups::{GROUPS, Group};
use crate::parts::{add, attribute};
use crate::stage::Stage;

/// Fields that have a control of their own.
const ELSEWHERE: [&str; 6] = [
    "name",
    "seed",
    "fleet.clients",
    "policy.cap",
    "policy.jitter",
    "server.outage.length",
];

fn others() -> impl Iterator<Item = &'static Field> {
    FIELDS
        .iter()
        .filter(|field| !ELSEWHERE.contains(&field.path) || has_more_kinds(field))
}

/// The control of its own has the jitters of the small model only.
fn has_more_kinds(field: &Field) -> bool {
    WHOLE && field.path == "policy.jitter"
}

/// What a field is called on the page: `Max attempts`, or with the name of its own
/// small table before it, `Outage start`.
fn label(field: &Field) -> String {
    let name = match field.path.split_once('.') {
        _ if has_more_kinds(field) => "jitter, all kinds",
        Some((_, name)) if field.short_name() == field.last_name() => name,
        _ => field.short_name(),
    };
    let mut label = name.replace(['_', '.'], " ");
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    label
}

impl Stage {
    /// Makes the fields: under headings where there are many, and otherwise with a
    /// button for the others.
    pub(crate) fn prepare_fields(&self) -> Result<(), JsValue> {
        let place = &self.parts.fields;
        if WHOLE {
            return GROUPS.iter().try_for_each(|group| add_group(place, group));
        }
        others().try_for_each(|field| add_field(place, field))?;
        let button = add(
            place,
            "button",
            "Whole model: Retry-After, queue, budgets, …",
        )?;
        button.set_id("whole");
        attribute(&button, "type", "button");
        attribute(&button, "part", "button");
        Ok(())
    }

    /// Brings them in line with the scenario.
    pub(crate) fn write_fields(&self, scenario: &Scenario) {
        for field in others() {
            let Some(element) = self.root.get_element_by_id(field.path) else {
                continue;
            };
            let text = field.get(scenario).plain();
            match element.dyn_ref::<HtmlSelectElement>() {
                Some(select) => select.set_value(&text),
                None => write_field(element.unchecked_ref::<HtmlInputElement>(), &text),
            }
        }
    }
}

fn add_group(place: &Element, group: &Group) -> Result<(), JsValue> {
    let fields = add(place, "fieldset", "")?;
    attribute(&fields, "class", "grid");
    add(&fields, "legend", group.title)?;
    let mut of_group = others().filter(|field| group.has(field));
    of_group.try_for_each(|field| add_field(&fields, field))
}

fn add_field(place: &Element, field: &Field) -> Result<(), JsValue> {
    let place = add(place, "div", "")?;
    let name = add(&place, "label", &label(field))?;
    attribute(&name, "for", field.path);
    let input = input(&place, field)?;
    input.set_id(field.path);
    attribute(&input, "part", "input");
    attribute(&input, "data-field", field.path);
    let hint = add(&place, "small", field.doc)?;
    hint.set_id(&format!("{}-hint", field.path));
    attribute(&input, "aria-describedby", &hint.id());
    Ok(())
}

fn input(place: &Element, field: &Field) -> Result<Element, JsValue> {
    if let Kind::Choice(names) = field.kind {
        let select = add(place, "select", "")?;
        for name in names {
            add(&select, "option", name)?;
        }
        return Ok(select);
    }
    let input = add(place, "input", "")?;
    for (name, value) in [
        ("type", "text"),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("spellcheck", "false"),
    ] {
        attribute(&input, name, value);
    }
    Ok(input)
}
