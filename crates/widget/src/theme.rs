//! Light and dark, size and sight: what the browser tells the stage.

use web_sys::Element;

use crate::canvas::Density;
use crate::colours;
use crate::parts::attribute;
use crate::stage::Stage;
use crate::todo::Todo;

impl Stage {
    /// The colours may have changed: they are read again.
    pub(crate) fn recolour(&mut self) {
        self.follow_scheme();
        self.herd.palette = colours::read(&self.window, &self.parts.probe);
        self.todo.add(Todo::PICTURE);
    }

    /// Light or dark as the page has declared itself, by its `color-scheme`; as
    /// the reader's system if it has not.
    fn follow_scheme(&self) {
        let style = self.window.get_computed_style(&self.host).ok().flatten();
        let scheme = style.and_then(|style| style.get_property_value("color-scheme").ok());
        let frame = &self.parts.frame;
        match scheme.as_deref() {
            Some("normal") | None => attribute(frame, "data-scheme", "system"),
            Some(_) => {
                let _ = frame.remove_attribute("data-scheme");
            }
        }
    }

    /// A canvas has another size. It is painted at once: nobody sees the old
    /// picture stretched.
    pub(crate) fn resized(&mut self, element: &Element, size: Density) {
        if element.is_same_node(Some(&self.parts.timeline)) {
            self.one.resize(f64::from(size.width_px) / size.scale);
            self.todo.add(Todo::CLIENT);
            return;
        }
        if element.is_same_node(Some(&self.parts.raster)) {
            self.herd.raster_size = size;
        } else {
            self.herd.load_size = size;
        }
        if self.wiring.is_in_sight() && !self.herd.is_unsized() {
            self.paint_herd();
        } else {
            self.todo.add(Todo::PICTURE);
        }
    }

    /// The element has come into sight, or has left it.
    pub(crate) fn seen(&mut self, is_seen: bool) {
        self.wiring.in_sight = Some(is_seen);
        if !is_seen {
            self.leaving = None;
            self.todo.add(Todo::PICTURE);
        }
    }

    /// The answer to a media query has changed: about motion, colours, or density.
    pub(crate) fn media_changed(&mut self) {
        self.recolour();
        self.wiring.measure_again(&self.window, &self.parts);
        if !self.wiring.prefers_stillness() {
            return;
        }
        self.leaving = None;
        if self.clock.is_running() {
            self.pause();
            self.seek(self.clock.end());
        }
    }
}
