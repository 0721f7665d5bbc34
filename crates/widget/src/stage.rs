//! The element's state, and what a frame does with it.
//!
//! Events change the state and note what has to be done; the next frame does it,
//! in named passes. Nothing here is called back by the browser directly: see
//! [`crate::wiring`].

use js_sys::{Function, Promise};
use retry_herd_core::{Report, Scenario};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, Performance, ShadowRoot, Window};

use crate::client_view::ClientView;
use crate::clock::Clock;
use crate::herd_view::HerdView;
use crate::job::{Job, Shown};
use crate::morph::Leaving;
use crate::options::{Options, View};
use crate::parts::Parts;
use crate::scale::Scale;
use crate::settings::Settings;
use crate::todo::Todo;
use crate::wiring::Wiring;

/// The longest slice of work of a run, in milliseconds: half a frame.
const SLICE: f64 = 8.0;
/// A run that takes longer than this shows its progress, in milliseconds.
const PATIENCE: f64 = 100.0;
/// A change counts as settled after so many milliseconds, and is spoken.
pub(crate) const SPEAK_AFTER: i32 = 600;

/// Everything that one element on the page knows.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing, and none excludes another"
)]
pub(crate) struct Stage {
    pub(crate) window: Window,
    pub(crate) host: HtmlElement,
    pub(crate) root: ShadowRoot,
    pub(crate) parts: Parts,
    pub(crate) settings: Settings,
    pub(crate) options: Options,
    pub(crate) view: View,
    /// Who is followed, from 0; beyond the fleet it is its last one.
    pub(crate) client: u32,
    /// Whether the reader has chosen that client.
    pub(crate) chosen: bool,
    pub(crate) clock: Clock,
    pub(crate) scales: Scales,
    pub(crate) shown: Option<Shown>,
    pub(crate) leaving: Option<Leaving>,
    pub(crate) herd: HerdView,
    pub(crate) one: ClientView,
    pub(crate) todo: Todo,
    /// Whether the next run is shown by moving the dots to their new places.
    pub(crate) moves: bool,
    /// Which field's complaint is shown, by its id.
    pub(crate) complaint: Option<String>,
    pub(crate) wiring: Wiring,
    emit: Function,
    performance: Performance,
    /// Whether the settings have changed since the last run was begun.
    stale: bool,
    job: Option<(Job, f64)>,
    /// What was last spoken of.
    pub(crate) told: Option<(Scenario, Report)>,
    pub(crate) speech: Option<String>,
    waiting: Vec<Function>,
    is_ready: bool,
}

/// The three sliders'.
pub(crate) struct Scales {
    pub(crate) clients: Scale,
    pub(crate) cap: Scale,
    pub(crate) outage: Scale,
}

impl Stage {
    /// The element before its first run; `wiring` calls it back.
    pub(crate) fn new(
        window: Window,
        host: HtmlElement,
        root: ShadowRoot,
        emit: Function,
        parts: Parts,
        wiring: Wiring,
    ) -> Result<Self, JsValue> {
        let performance = window.performance().ok_or(JsValue::NULL)?;
        Ok(Self {
            performance,
            window,
            host,
            root,
            parts,
            wiring,
            emit,
            settings: Settings::default(),
            options: Options::default(),
            view: View::Herd,
            client: 0,
            chosen: false,
            clock: Clock::default(),
            scales: Scales {
                clients: Scale::clients(),
                cap: Scale::caps(),
                outage: Scale::outages(),
            },
            shown: None,
            leaving: None,
            herd: HerdView::default(),
            one: ClientView::default(),
            todo: Todo::ALL,
            moves: false,
            complaint: None,
            stale: true,
            job: None,
            told: None,
            speech: None,
            waiting: Vec::new(),
            is_ready: false,
        })
    }

    /// The settings have changed: a new run is due, and the older one is over.
    /// With `moves` its dots move from the old places to the new ones.
    pub(crate) fn changed(&mut self, moves: bool) {
        self.stale = true;
        self.job = None;
        self.moves = moves;
        self.todo.add(Todo::CONTROLS);
        self.todo.add(Todo::PROGRESS);
    }

    /// Moves the clock to `at`, in seconds.
    pub(crate) fn seek(&mut self, at: f64) {
        if at.is_finite() {
            self.clock.seek(at);
            self.todo.add(Todo::MOMENT);
        }
    }

    /// Plays; under reduced motion the end is shown at once.
    pub(crate) fn play(&mut self) {
        if self.wiring.prefers_stillness() {
            self.clock.seek(f64::INFINITY);
            self.say("Your system asks for less motion: the end of the run is shown.".to_owned());
        } else {
            self.clock.play();
        }
        self.todo.add(Todo::MOMENT);
    }

    /// Stops playing.
    pub(crate) fn pause(&mut self) {
        self.clock.pause();
        self.todo.add(Todo::MOMENT);
    }

    /// Follows `client`, from 0.
    pub(crate) fn follow(&mut self, client: u32) {
        self.client = client;
        self.chosen = true;
        self.find_client();
        self.todo.add(Todo::CONTROLS);
        self.todo.add(Todo::MOMENT);
    }

    /// Shows `view`, if the reader may see it.
    pub(crate) fn show(&mut self, view: View) {
        self.view = view;
        self.todo.add(Todo::ALL);
    }

    /// Takes back what the reader has set.
    pub(crate) fn reset(&mut self) {
        self.settings.reset();
        self.view = self.options.view;
        self.client = self.options.client;
        self.chosen = false;
        self.clock.pause();
        self.clock.seek(f64::INFINITY);
        self.uncomplain_all();
        self.changed(false);
        self.todo.add(Todo::ALL);
    }

    /// A frame at `now`, in milliseconds of the browser.
    pub(crate) fn frame(&mut self, now: f64) {
        if self.clock.is_running() {
            self.clock.frame(now);
            self.todo.add(Todo::MOMENT);
        }
        self.compute();
        if let Some(leaving) = &mut self.leaving {
            self.todo.add(Todo::PICTURE);
            if leaving.frame(now) >= 1.0 {
                self.leaving = None;
            }
        }
        self.perform();
    }

    /// The passes of a frame: what has to be done is done, in this order.
    fn perform(&mut self) {
        let todo = std::mem::take(&mut self.todo);
        if todo.has(Todo::CONTROLS) {
            self.write_controls();
        }
        if todo.has(Todo::PROGRESS) {
            self.write_progress();
        }
        if todo.has(Todo::STORY) {
            self.write_story();
        }
        if todo.has(Todo::CLOCK) {
            self.write_clock();
        }
        match self.view {
            View::Herd if todo.has(Todo::PICTURE) => self.paint_herd(),
            View::Client if todo.has(Todo::CLIENT) => self.write_client(),
            View::Herd | View::Client => {}
        }
    }

    /// A task between frames, while a run is being computed; out of sight, where
    /// no frame is asked for, it does what a frame would.
    pub(crate) fn task(&mut self) {
        self.compute();
        if self.job_takes_long() {
            self.todo.add(Todo::PROGRESS);
        }
        if !self.wiring.is_in_sight() {
            self.perform();
        }
    }

    /// Goes on with the run that is due, for a slice. What took longer than that
    /// is taken over in a slice of its own.
    fn compute(&mut self) {
        let begin = self.performance.now();
        if std::mem::take(&mut self.stale) {
            self.job = Some((Job::new(self.settings.scenario()), begin));
        }
        let Some((job, begun)) = &mut self.job else {
            return;
        };
        let is_old = *begun < begin;
        let was_done = job.is_done();
        let performance = &self.performance;
        job.advance(|| performance.now() - begin < SLICE);
        let is_due = job.is_done() && (was_done || !is_old);
        if is_due && let Some((job, _)) = self.job.take() {
            self.adopt(job.finish());
        }
    }

    /// Shows a run that has come to its end.
    fn adopt(&mut self, shown: Shown) {
        self.clock.set_end(shown.end());
        let before = self.shown.replace(shown);
        self.leaving = before
            .filter(|_| std::mem::take(&mut self.moves) && self.may_move())
            .map(Leaving::new);
        self.find_client();
        self.herd.pointed = None;
        self.todo.add(Todo::ALL);
        if self.is_ready {
            self.tell("retry-herd-change", "");
            self.wiring.speech.set(SPEAK_AFTER);
        } else {
            self.is_ready = true;
            self.told = self.tellable();
            self.tell("retry-herd-ready", "");
        }
    }

    /// Whether anything may move: it is in sight, and the reader likes motion.
    fn may_move(&self) -> bool {
        self.wiring.is_in_sight() && !self.wiring.prefers_stillness()
    }

    /// Works out the timeline of the client that is followed.
    fn find_client(&mut self) {
        let Some(shown) = &self.shown else { return };
        let last = shown.scenario.fleet.clients - 1;
        let trace = shown.trace(self.client.min(last));
        self.herd.select(self.lights_client().then_some(&trace));
        self.one.follow(&shown.scenario, trace);
    }

    /// Whether the client that is followed is lit up in the herd: if somebody has
    /// chosen it.
    pub(crate) fn lights_client(&self) -> bool {
        self.client > 0 || self.chosen
    }

    /// The client that is followed, from 0.
    pub(crate) fn followed(&self) -> u32 {
        let clients = self.settings.scenario().fleet.clients;
        self.client.min(clients - 1)
    }

    fn job_takes_long(&self) -> bool {
        let waited = |(_, begin): &(Job, f64)| self.performance.now() - begin > PATIENCE;
        self.job.as_ref().is_some_and(waited)
    }

    fn write_progress(&self) {
        let progress = &self.parts.progress;
        progress.set_hidden(!self.job_takes_long());
        if let Some((job, _)) = &self.job {
            progress.set_value(job.settled());
        }
    }

    /// Tells the element, which does something about it once this call has returned:
    /// an event of this name, a `warning` of this text, or the `whole` module.
    pub(crate) fn tell(&self, name: &str, text: &str) {
        let nobody = JsValue::UNDEFINED;
        let _ = self.emit.call2(&nobody, &name.into(), &text.into());
    }

    /// Whether a run is due or being computed.
    pub(crate) fn is_working(&self) -> bool {
        self.stale || self.job.is_some()
    }

    /// Asks the browser for what is needed next, and for no more. Only in sight
    /// does anything move; in a hidden tab nothing is done at all.
    pub(crate) fn schedule(&mut self) {
        let wiring = &self.wiring;
        let in_sight = wiring.is_in_sight();
        let moves = self.clock.is_running() || self.leaving.is_some();
        let writes = self.stale || !self.todo.is_empty();
        let is_seen = in_sight && !wiring.is_hidden();
        if is_seen && (moves || writes) {
            wiring.frames.request();
        } else {
            wiring.frames.cancel();
        }
        let computes = self.job.is_some() || (writes && !in_sight);
        if computes && !wiring.is_hidden() {
            wiring.tasks.request();
        } else {
            wiring.tasks.cancel();
        }
        self.settle();
    }

    /// Tells those who wait for it that all is done.
    fn settle(&mut self) {
        let is_painted = self.todo.is_empty() && self.leaving.is_none() && !self.lacks_size();
        if self.is_working() || !is_painted || self.wiring.in_sight.is_none() {
            return;
        }
        for resolve in self.waiting.drain(..) {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    }

    /// Whether the browser has yet to say how large the canvases are.
    fn lacks_size(&self) -> bool {
        match self.view {
            View::Herd => self.herd.is_unsized(),
            View::Client => self.one.is_unsized(),
        }
    }

    /// A promise that is fulfilled when all is done.
    pub(crate) fn settled(&mut self) -> Promise {
        Promise::new(&mut |resolve, _| self.waiting.push(resolve))
    }
}
