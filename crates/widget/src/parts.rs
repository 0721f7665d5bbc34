//! The parts of the template, looked up once.

use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, HtmlButtonElement, HtmlCanvasElement, HtmlDetailsElement, HtmlElement,
    HtmlInputElement, HtmlProgressElement, HtmlSelectElement, ShadowRoot,
};

/// The markup of the element; what changes is filled in later.
const TEMPLATE: &str = include_str!("template.html");
const STYLE: &str = include_str!("style.css");

macro_rules! parts {
    ($($name:ident: $kind:ty = $id:literal,)*) => {
        /// Elements of the template by their `id`.
        pub(crate) struct Parts {
            $(pub(crate) $name: $kind,)*
        }

        impl Parts {
            fn find(root: &ShadowRoot) -> Self {
                Self { $($name: find(root, $id).unchecked_into(),)* }
            }
        }
    };
}

parts! {
    frame: HtmlElement = "frame",
    steps: HtmlElement = "steps",
    share: HtmlElement = "share",
    note: HtmlElement = "note",
    pick: HtmlElement = "pick",
    preset: HtmlSelectElement = "preset",
    views: HtmlElement = "views",
    teaches: HtmlElement = "teaches",
    controls: HtmlElement = "controls",
    jitter: HtmlElement = "jitter",
    jitter_width: HtmlElement = "jitter-width",
    clients: HtmlInputElement = "clients",
    clients_number: HtmlInputElement = "clients-number",
    cap: HtmlInputElement = "cap",
    cap_number: HtmlInputElement = "cap-number",
    outage: HtmlInputElement = "outage",
    outage_number: HtmlInputElement = "outage-number",
    growing: HtmlElement = "growing",
    complaint: HtmlElement = "complaint",
    sentence: HtmlElement = "sentence",
    progress: HtmlProgressElement = "progress",
    herd: HtmlElement = "herd",
    figures: HtmlElement = "figures",
    stopped: HtmlElement = "stopped",
    picture: HtmlElement = "picture",
    last_client: HtmlElement = "last-client",
    raster: HtmlCanvasElement = "raster",
    load: HtmlCanvasElement = "load",
    edge: HtmlElement = "edge",
    level: HtmlElement = "level",
    reach: HtmlElement = "reach",
    pointed: HtmlElement = "pointed",
    one: HtmlElement = "one",
    timeline: HtmlElement = "timeline",
    previous: HtmlButtonElement = "previous",
    next: HtmlButtonElement = "next",
    place: HtmlElement = "where",
    formula: HtmlElement = "formula",
    events: HtmlElement = "events",
    omitted: HtmlElement = "omitted",
    transport: HtmlElement = "transport",
    play: HtmlButtonElement = "play",
    time: HtmlInputElement = "time",
    now: HtmlElement = "now",
    foot: HtmlElement = "foot",
    client: HtmlInputElement = "client",
    of: HtmlElement = "of",
    follow: HtmlButtonElement = "follow",
    seed: HtmlInputElement = "seed",
    more: HtmlElement = "more",
    fields: HtmlElement = "fields",
    numbers: HtmlDetailsElement = "numbers",
    tables: HtmlElement = "tables",
    probe: HtmlElement = "probe",
    live: HtmlElement = "live",
}

#[wasm_bindgen]
extern "C" {
    /// A shadow root's constructed style sheets, which need no permission under
    /// `style-src 'self'`; web-sys does not know them yet.
    #[wasm_bindgen(extends = ShadowRoot)]
    type StyledRoot;
    #[wasm_bindgen(method, setter, js_name = adoptedStyleSheets)]
    fn set_adopted_style_sheets(this: &StyledRoot, sheets: &js_sys::Array);

    #[wasm_bindgen(js_name = CSSStyleSheet)]
    type StyleSheet;
    #[wasm_bindgen(constructor, js_class = "CSSStyleSheet", catch)]
    fn new() -> Result<StyleSheet, JsValue>;
    #[wasm_bindgen(method, js_name = replaceSync, catch)]
    fn replace_sync(this: &StyleSheet, text: &str) -> Result<(), JsValue>;
}

thread_local! {
    /// One sheet for all elements of the page.
    static SHEET: std::cell::OnceCell<JsValue> = const { std::cell::OnceCell::new() };
}

impl Parts {
    /// The parts whose sizes matter to what is put into them.
    pub(crate) fn sized(&self) -> [&Element; 3] {
        [&self.raster, &self.load, &self.timeline]
    }

    /// Puts the template and its style into `root`.
    pub(crate) fn render(root: &ShadowRoot) -> Result<Self, JsValue> {
        let sheets = js_sys::Array::of1(&style()?);
        root.unchecked_ref::<StyledRoot>()
            .set_adopted_style_sheets(&sheets);
        root.set_inner_html(TEMPLATE);
        Ok(Self::find(root))
    }
}

fn style() -> Result<JsValue, JsValue> {
    SHEET.with(|slot| {
        if let Some(sheet) = slot.get() {
            return Ok(sheet.clone());
        }
        let sheet = StyleSheet::new()?;
        sheet.replace_sync(STYLE)?;
        Ok(slot.get_or_init(|| sheet.into()).clone())
    })
}

/// The part of that `id`. The template is ours, and each part stands in it as
/// what it is declared here.
///
/// Not inlined: it is called for every part.
#[inline(never)]
fn find(root: &ShadowRoot, id: &str) -> Element {
    root.get_element_by_id(id)
        .unwrap_or_else(|| panic!("the template has no part {id}"))
}

/// Sets an element's text, if it is another.
pub(crate) fn write(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Sets an attribute; one that cannot be set is left as it is.
pub(crate) fn attribute(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

/// A new element in `parent`, with a text.
pub(crate) fn add(parent: &Element, tag: &str, text: &str) -> Result<Element, JsValue> {
    let document = parent.owner_document().ok_or(JsValue::NULL)?;
    let element = create(&document, tag)?;
    element.set_text_content(Some(text));
    parent.append_child(&element)?;
    Ok(element)
}

fn create(document: &Document, tag: &str) -> Result<Element, JsValue> {
    document.create_element(tag)
}
