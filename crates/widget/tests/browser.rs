//! The inner life of the element, in a real browser.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::float_cmp, reason = "these numbers are exact")]

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use retry_herd_widget::Widget;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement, ShadowRootInit, ShadowRootMode};

wasm_bindgen_test_configure!(run_in_browser);

/// An element in the page with a widget inside it, gone at the end of the test.
struct Stand {
    host: HtmlElement,
    widget: Widget,
    events: Rc<RefCell<Vec<String>>>,
    _emit: Closure<dyn FnMut(String)>,
}

impl Drop for Stand {
    fn drop(&mut self) {
        self.host.remove();
    }
}

impl Stand {
    fn new(attributes: &[(&str, &str)]) -> Self {
        Self::saved(attributes, None)
    }

    fn saved(attributes: &[(&str, &str)], saved: Option<String>) -> Self {
        let document = web_sys::window().unwrap().document().unwrap();
        // Not `retry-herd`: that name may be defined by the page one day.
        let host: HtmlElement = document.create_element("div").unwrap().unchecked_into();
        host.style().set_property("width", "800px").unwrap();
        for (name, value) in attributes {
            host.set_attribute(name, value).unwrap();
        }
        document.body().unwrap().prepend_with_node_1(&host).unwrap();
        let root = host
            .attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))
            .unwrap();
        let events = Rc::new(RefCell::new(Vec::new()));
        let heard = events.clone();
        let emit = Closure::<dyn FnMut(String)>::new(move |name| heard.borrow_mut().push(name));
        let function: Function = emit.as_ref().unchecked_ref::<Function>().clone();
        let widget = Widget::new(host.clone(), root, function, saved).unwrap();
        Self {
            host,
            widget,
            events,
            _emit: emit,
        }
    }

    async fn settled(&self) {
        JsFuture::from(self.widget.settled()).await.unwrap();
    }

    fn part(&self, id: &str) -> Element {
        let root = self.host.shadow_root().unwrap();
        root.get_element_by_id(id).unwrap()
    }

    fn text(&self, id: &str) -> String {
        self.part(id).text_content().unwrap()
    }

    fn click(&self, id: &str) {
        self.part(id).unchecked_into::<HtmlElement>().click();
    }

    fn set(&self, name: &str, value: &str) {
        self.host.set_attribute(name, value).unwrap();
        self.widget.attribute_changed(name);
    }

    fn clients(&self) -> f64 {
        number(&self.widget.summary(), &["clients"])
    }
}

/// The number at a path of an object.
fn number(object: &JsValue, path: &[&str]) -> f64 {
    let mut value = object.clone();
    for key in path {
        value = Reflect::get(&value, &JsValue::from_str(key)).unwrap();
    }
    value.as_f64().unwrap()
}

async fn wait(millis: i32) {
    let window = web_sys::window().unwrap();
    let promise = Promise::new(&mut |resolve, _| {
        window
            .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis)
            .unwrap();
    });
    JsFuture::from(promise).await.unwrap();
}

/// A function of `owner` that is watched, put back at the end.
struct Watched {
    owner: JsValue,
    name: &'static str,
    original: JsValue,
    calls: Rc<Cell<u32>>,
    _closure: Closure<dyn FnMut(JsValue) -> JsValue>,
}

impl Watched {
    fn new(owner: JsValue, name: &'static str) -> Self {
        let original = Reflect::get(&owner, &name.into()).unwrap();
        let calls = Rc::new(Cell::new(0));
        let (count, function, this) = (
            calls.clone(),
            original.clone().unchecked_into::<Function>(),
            owner.clone(),
        );
        let closure = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |argument| {
            count.set(count.get() + 1);
            function.call1(&this, &argument).unwrap()
        });
        Reflect::set(&owner, &name.into(), closure.as_ref()).unwrap();
        Self {
            owner,
            name,
            original,
            calls,
            _closure: closure,
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        Reflect::set(&self.owner, &self.name.into(), &self.original).unwrap();
    }
}

#[wasm_bindgen_test]
async fn attributes_make_the_scenario() {
    let stand = Stand::new(&[
        ("preset", "glossary"),
        ("clients", "30"),
        ("jitter", "none"),
    ]);
    stand.settled().await;
    assert_eq!(stand.clients(), 30.0);
    let scenario = stand.widget.scenario();
    assert_eq!(number(&scenario, &["policy", "factor"]), 2.0);
    assert_eq!(number(&scenario, &["policy", "max_attempts"]), 7.0);
}

#[wasm_bindgen_test]
async fn junk_is_warned_of_and_the_default_is_shown() {
    let stand = Stand::new(&[("cap", "ten parsecs"), ("view", "cow")]);
    stand.settled().await;
    let warnings = || {
        let events = stand.events.borrow();
        events.iter().filter(|name| *name == "warning").count()
    };
    assert_eq!(warnings(), 2);
    stand.set("view", "bull");
    assert_eq!(warnings(), 3);
    let sentence = stand.text("sentence");
    assert!(sentence.starts_with("All 2,000 clients"), "{sentence}");
}

#[wasm_bindgen_test]
async fn a_given_scenario_is_shown_and_a_wrong_one_refused() {
    let stand = Stand::new(&[]);
    let scenario = stand.widget.scenario();
    let fleet = Reflect::get(&scenario, &"fleet".into()).unwrap();
    Reflect::set(&fleet, &"clients".into(), &77.into()).unwrap();
    stand.widget.set_scenario(&scenario).unwrap();
    stand.settled().await;
    assert_eq!(stand.clients(), 77.0);
    Reflect::set(&fleet, &"clients".into(), &"many".into()).unwrap();
    assert!(stand.widget.set_scenario(&scenario).is_err());
    assert!(stand.widget.set_scenario(&JsValue::UNDEFINED).is_err());
    stand.settled().await;
    assert_eq!(stand.clients(), 77.0);
}

#[wasm_bindgen_test]
async fn an_object_that_contains_itself_is_no_scenario() {
    let stand = Stand::new(&[]);
    let ring = js_sys::Object::new();
    Reflect::set(&ring, &"policy".into(), &ring).unwrap();
    assert!(stand.widget.set_scenario(&ring).is_err());
}

#[wasm_bindgen_test]
async fn events_tell_of_being_ready_once_and_of_every_change() {
    let stand = Stand::new(&[]);
    stand.settled().await;
    stand.set("clients", "500");
    stand.settled().await;
    stand.set("clients", "600");
    stand.settled().await;
    assert_eq!(
        *stand.events.borrow(),
        ["retry-herd-ready", "retry-herd-change", "retry-herd-change"]
    );
}

#[wasm_bindgen_test]
async fn when_idle_no_frame_is_asked_for() {
    let stand = Stand::new(&[("jitter", "full")]);
    stand.settled().await;
    wait(900).await;
    let frames = Watched::new(web_sys::window().unwrap().into(), "requestAnimationFrame");
    let timers = Watched::new(web_sys::window().unwrap().into(), "setTimeout");
    let promise = Promise::new(&mut |resolve, _| {
        let original: Function = timers.original.clone().unchecked_into();
        let window: JsValue = web_sys::window().unwrap().into();
        original.call2(&window, &resolve, &400.into()).unwrap();
    });
    JsFuture::from(promise).await.unwrap();
    assert_eq!((frames.calls.get(), timers.calls.get()), (0, 0));
}

#[wasm_bindgen_test]
async fn what_is_let_go_in_the_middle_of_a_run_says_nothing_more() {
    let stand = Stand::new(&[("capacity", "60000"), ("clients", "1000000")]);
    wait(30).await;
    let Stand { events, .. } = &stand;
    let events = events.clone();
    drop(stand);
    let before = events.borrow().len();
    wait(300).await;
    assert_eq!(events.borrow().len(), before);
}

#[wasm_bindgen_test]
async fn what_the_reader_has_set_survives_being_taken_out() {
    let stand = Stand::new(&[("clients", "400")]);
    stand.settled().await;
    assert_eq!(stand.widget.saved(), None);
    stand.click("again");
    stand.widget.seek(12.5);
    stand.settled().await;
    let saved = stand.widget.saved();
    let (sentence, now) = (stand.text("sentence"), stand.text("now"));
    drop(stand);
    let again = Stand::saved(&[("clients", "400")], saved);
    again.settled().await;
    assert_eq!(again.text("sentence"), sentence);
    assert_eq!(again.text("now"), now);
}

#[wasm_bindgen_test]
async fn the_glossary_client_steps_to_its_printed_end() {
    let stand = Stand::new(&[("preset", "glossary"), ("view", "client")]);
    stand.settled().await;
    assert_eq!(stand.text("where"), "attempt 5 of 7, t = 7.87 s");
    stand.click("previous");
    stand.settled().await;
    assert_eq!(stand.text("where"), "attempt 4 of 7, t = 3.11 s");
    stand.widget.step(-10);
    stand.settled().await;
    assert_eq!(stand.text("where"), "attempt 1 of 7, t = 0 s");
    assert!(stand.part("previous").has_attribute("disabled"));
}

#[wasm_bindgen_test]
async fn a_newer_setting_cancels_the_older_run() {
    let stand = Stand::new(&[("capacity", "60000")]);
    stand.settled().await;
    stand.set("clients", "1000000");
    wait(20).await;
    stand.set("clients", "100");
    stand.settled().await;
    wait(100).await;
    assert_eq!(stand.clients(), 100.0);
    assert_eq!(stand.events.borrow().len(), 2);
}

#[wasm_bindgen_test]
async fn seeking_shows_the_time_and_the_end_is_kept() {
    let stand = Stand::new(&[("preset", "app-recovery")]);
    stand.settled().await;
    stand.widget.seek(31.0);
    stand.settled().await;
    assert!(
        stand.text("now").starts_with("31 s of"),
        "{}",
        stand.text("now")
    );
    stand.widget.seek(1e9);
    stand.set("jitter", "none");
    stand.settled().await;
    let now = stand.text("now");
    let (at, end) = now.split_once(" of ").unwrap();
    assert_eq!(at, end);
}
