//! What it costs to paint a herd, to paint it on its way, and to find the dot
//! under the pointer.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use retry_herd_core::{Event, Observer, Outcome, SimTime};
use retry_herd_view::axis::TimeAxis;
use retry_herd_view::dots::{DotRecorder, Dots};
use retry_herd_view::frame::Frame;
use retry_herd_view::morph::{Morph, Scene};
use retry_herd_view::palette::Palette;
use retry_herd_view::plot_area::PlotArea;
use retry_herd_view::raster::{Future, Raster, RasterView};

/// 860 × 300 CSS pixels at a ratio of 2.
const SIZE: (u32, u32) = (1_720, 600);
const SECONDS: u64 = 100;

/// A herd with 20 attempts a client, spread by a multiplicative hash.
fn dots(clients: u32, salt: u64) -> Dots {
    let mut recorder = DotRecorder::new(clients);
    for attempt in 1..=20 {
        for client in 0..clients {
            let place = u64::from(client) * 20 + u64::from(attempt) + salt;
            let share = place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let slot = SECONDS * 1_000_000_000 / 20;
            let at = slot * u64::from(attempt - 1) + ((slot * share) >> 32);
            recorder.attempt(Event {
                client,
                attempt,
                at: SimTime::from_nanos(at),
                answered: SimTime::from_nanos(at),
                outcome: match attempt {
                    20 => Outcome::Served,
                    1..=6 => Outcome::Wasted,
                    _ => Outcome::Rejected,
                },
                gave_up: false,
            });
        }
    }
    recorder.dots()
}

fn paint(c: &mut Criterion) {
    let axis = TimeAxis::fit(SECONDS as f64);
    let view = RasterView {
        area: PlotArea::of_raster(SIZE.0, SIZE.1, 2.0),
        axis,
        scale: 2.0,
        palette: &Palette::LIGHT,
        outage: None,
        until: None,
        future: Future::Faint,
        selected: None,
        pointed: None,
    };
    let mut bytes = vec![0; SIZE.0 as usize * SIZE.1 as usize * 4];
    let mut frame = Frame::new(&mut bytes, SIZE.0, SIZE.1).expect("as many bytes as pixels");
    let mut raster = Raster::new();
    for clients in [0, 500, 20_000] {
        let (old, new) = (dots(clients, 0), dots(clients, 1_000_003));
        let count = old.len();
        c.bench_function(&format!("paint/{count}"), |b| {
            b.iter(|| raster.paint(&mut frame, black_box(&old), &view));
        });
        let morph = Morph {
            from: Scene { dots: &old, axis },
            to: Scene { dots: &new, axis },
        };
        c.bench_function(&format!("morph/{count}"), |b| {
            b.iter(|| raster.paint_morph(&mut frame, black_box(&morph), 0.4, &view));
        });
        c.bench_function(&format!("hit/{count}"), |b| {
            b.iter(|| view.hit(black_box(&old), 800.0, 301.0, 16.0));
        });
    }
}

criterion_group!(benches, paint);
criterion_main!(benches);
