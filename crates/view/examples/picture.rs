//! Writes the pictures of some runs into a folder, to be looked at:
//! `cargo run --release -p retry-herd-view --example picture -- FOLDER`.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use plotters::prelude::{IntoDrawingArea, SVGBackend};
use retry_herd_core::{Jitter, Preset, Report, Run, Scenario, SimTime, Window};
use retry_herd_view::axis::{TimeAxis, TimeSpan};
use retry_herd_view::dots::{DotRecorder, Dots, Track};
use retry_herd_view::frame::Frame;
use retry_herd_view::load_chart::{Load, LoadChart};
use retry_herd_view::morph::{Morph, Scene};
use retry_herd_view::palette::Palette;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};

type Outcome = Result<(), Box<dyn Error>>;

/// A run, with what its pictures are made of.
struct Herd {
    scenario: Scenario,
    report: Report,
    windows: Vec<Window>,
    dots: Dots,
    axis: TimeAxis,
}

/// A page that the pictures are made for.
#[derive(Clone, Copy)]
struct Page {
    name: &'static str,
    palette: &'static Palette,
    scale: f64,
    width_css: f64,
}

const RASTER_CSS: f64 = 300.0;
const LOAD_CSS: f64 = 170.0;

const PAGES: [Page; 4] = [
    Page {
        name: "light1",
        palette: &Palette::LIGHT,
        scale: 1.0,
        width_css: 860.0,
    },
    Page {
        name: "light2",
        palette: &Palette::LIGHT,
        scale: 2.0,
        width_css: 860.0,
    },
    Page {
        name: "dark2",
        palette: &Palette::DARK,
        scale: 2.0,
        width_css: 860.0,
    },
    Page {
        name: "phone3",
        palette: &Palette::LIGHT,
        scale: 3.0,
        width_css: 320.0,
    },
];

impl Herd {
    fn new(preset: &str, change: impl Fn(&mut Scenario)) -> Self {
        let preset = Preset::named(preset).expect("a preset of that name");
        let mut scenario = preset.scenario();
        change(&mut scenario);
        let recorder = DotRecorder::new(scenario.fleet.clients);
        let run = Run::watched(&scenario, recorder).finish();
        let window = scenario.observe.window;
        Self {
            report: run.report(),
            windows: run.windows().to_vec(),
            dots: run.observer().dots(),
            axis: TimeAxis::fit_windows(run.windows(), window),
            scenario,
        }
    }

    fn outage(&self) -> TimeSpan {
        let outage = &self.scenario.server.outage;
        let start = SimTime::ZERO + outage.start;
        let end = outage.length.map_or(SimTime::MAX, |length| start + length);
        TimeSpan::new(start, end)
    }

    fn load(&self) -> Load<'_> {
        Load {
            windows: &self.windows,
            window: self.scenario.observe.window,
            peak: Some(self.report.peak_after_recovery),
        }
    }

    fn capacity(&self) -> Option<f64> {
        self.scenario.server.capacity
    }

    fn raster_view<'a>(&self, page: Page, size: (u32, u32)) -> RasterView<'a> {
        RasterView {
            area: PlotArea::of_raster(size.0, size.1, page.scale),
            axis: self.axis,
            scale: page.scale,
            palette: page.palette,
            outage: Some(self.outage()),
            until: None,
            future: Future::Faint,
            selected: None,
            pointed: None,
        }
    }
}

impl Page {
    fn size(self, height_css: f64) -> (u32, u32) {
        let px = |css: f64| (css * self.scale) as u32;
        (px(self.width_css), px(height_css))
    }
}

fn main() -> Outcome {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or("pictures".to_owned()));
    std::fs::create_dir_all(&folder)?;
    for page in PAGES {
        write_presets(&folder, page)?;
    }
    write_motion(&folder, PAGES[1])
}

fn write_presets(folder: &Path, page: Page) -> Outcome {
    let kinds = [
        ("none", Jitter::None),
        ("full", Jitter::Full),
        ("decorrelated", Jitter::Decorrelated),
        ("equal", Jitter::Equal),
    ];
    for (name, jitter) in kinds {
        for clients in [24, 2_000, 100_000] {
            let herd = Herd::new("app-recovery", |scenario| {
                scenario.policy.jitter = jitter;
                scenario.fleet.clients = clients;
                scenario.server.capacity = Some((f64::from(clients) * 0.06).max(20.0));
            });
            let file = folder.join(format!("{name}-{clients}-{}", page.name));
            write_raster(
                &file,
                &herd,
                page,
                &herd.raster_view(page, page.size(RASTER_CSS)),
            )?;
            write_load(&file, &herd, page)?;
        }
    }
    for preset in ["glossary", "deploy-blip", "broadcast", "lesson"] {
        let herd = Herd::new(preset, |_| {});
        let file = folder.join(format!("{preset}-{}", page.name));
        write_raster(
            &file,
            &herd,
            page,
            &herd.raster_view(page, page.size(RASTER_CSS)),
        )?;
        write_load(&file, &herd, page)?;
    }
    Ok(())
}

/// The way from no jitter to full, and a client lit up in the middle of a replay.
fn write_motion(folder: &Path, page: Page) -> Outcome {
    let with = |jitter| Herd::new("app-recovery", |s| s.policy.jitter = jitter);
    let (none, full) = (with(Jitter::None), with(Jitter::Full));
    let ends = [&none, &full].map(|herd| Scene {
        dots: &herd.dots,
        axis: herd.axis,
    });
    let [from, to] = ends;
    let size = page.size(RASTER_CSS);
    let view = none.raster_view(page, size);
    for percent in [0, 15, 30, 45, 65, 80, 100] {
        let (mut bytes, mut raster) = (pixels(size), Raster::new());
        let mut frame = Frame::new(&mut bytes, size.0, size.1)?;
        let progress = f64::from(percent) / 100.0;
        raster.paint_morph(&mut frame, &Morph { from, to }, progress, &view);
        write_png(
            &folder.join(format!("morph-{percent:03}.png")),
            size,
            &bytes,
        )?;
    }
    for (name, herd, until) in [("none", &none, 150.0), ("full", &full, 40.0)] {
        let selected = herd.dots.track(700);
        let pointed: Option<Track> = herd.dots.track(1_300);
        let view = RasterView {
            until: Some(until),
            selected: selected.as_ref(),
            pointed: pointed.as_ref(),
            ..herd.raster_view(page, size)
        };
        write_raster(&folder.join(format!("replay-{name}")), herd, page, &view)?;
        let chart = LoadChart {
            until: Some(until),
            ..load_chart(herd, page, page.size(LOAD_CSS))
        };
        write_svg(&folder.join(format!("replay-{name}")), page, &chart)?;
    }
    Ok(())
}

fn write_raster(file: &Path, herd: &Herd, page: Page, view: &RasterView<'_>) -> Outcome {
    let size = page.size(RASTER_CSS);
    let mut bytes = pixels(size);
    let mut frame = Frame::new(&mut bytes, size.0, size.1)?;
    Raster::new().paint(&mut frame, &herd.dots, view);
    write_png(&file.with_extension("png"), size, &bytes)
}

fn load_chart(herd: &Herd, page: Page, size: (u32, u32)) -> LoadChart<'_> {
    LoadChart {
        area: PlotArea::of_load(size.0, size.1, page.scale),
        axis: herd.axis,
        y_max: herd.load().y_max(&herd.scenario),
        scale: page.scale,
        palette: page.palette,
        load: herd.load(),
        previous: None,
        moved: 1.0,
        capacity: herd.capacity(),
        outage: Some(herd.outage()),
        until: None,
        future: Future::Faint,
    }
}

fn write_load(file: &Path, herd: &Herd, page: Page) -> Outcome {
    write_svg(file, page, &load_chart(herd, page, page.size(LOAD_CSS)))
}

fn write_svg(file: &Path, page: Page, chart: &LoadChart<'_>) -> Outcome {
    let file = file.with_extension("svg");
    let root = SVGBackend::new(&file, page.size(LOAD_CSS)).into_drawing_area();
    Ok(chart.draw(&root)?)
}

fn pixels(size: (u32, u32)) -> Vec<u8> {
    vec![0; size.0 as usize * size.1 as usize * 4]
}

fn write_png(file: &Path, size: (u32, u32), bytes: &[u8]) -> Outcome {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(file)?), size.0, size.1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(bytes)?;
    Ok(())
}
