//! How the pictures look: small ones, compared with the ones that were looked at
//! and found good. `BLESS=1 cargo test -p retry-herd-view` makes the present ones
//! the good ones; look at them before committing.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;

use retry_herd_core::{Jitter, Preset};
use retry_herd_view::dots::RowOrder;
use retry_herd_view::morph::Morph;
use retry_herd_view::palette::Palette;
use retry_herd_view::raster::RasterView;

use crate::herd::{Herd, Picture, Size};
use crate::load::svg;

const SMALL: Size = Size {
    width: 300,
    height: 100,
};
const LARGE: Size = Size {
    width: 600,
    height: 200,
};

/// A channel may be off by this much, …
const CHANNEL: u8 = 6;
/// … and this share of the pixels by more: floats differ between machines in the
/// last bit, which may move a dot by a pixel.
const SHARE: f64 = 0.002;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn write(name: &str, picture: &Picture) {
    let file = BufWriter::new(File::create(path(name)).expect("a writable file"));
    let mut encoder = png::Encoder::new(file, picture.size.width, picture.size.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&picture.bytes).expect("pixels");
}

fn read(name: &str) -> Picture {
    let file = File::open(path(name)).unwrap_or_else(|e| panic!("{name}: {e}; BLESS=1 makes it"));
    let mut reader = png::Decoder::new(BufReader::new(file))
        .read_info()
        .expect("a PNG");
    let (width, height) = (reader.info().width, reader.info().height);
    let mut bytes = vec![0; width as usize * height as usize * 4];
    reader.next_frame(&mut bytes).expect("pixels");
    Picture {
        size: Size { width, height },
        bytes,
    }
}

/// The share of pixels that differ by more than the tolerance; all of them if the
/// sizes differ.
fn difference(a: &Picture, b: &Picture) -> f64 {
    if a.bytes.len() != b.bytes.len() || a.size.width != b.size.width {
        return 1.0;
    }
    let differs = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > CHANNEL);
    let pairs = a.bytes.chunks(4).zip(b.bytes.chunks(4));
    pairs.filter(differs).count() as f64 / (a.bytes.len() / 4) as f64
}

fn assert_looks_like(name: &str, picture: &Picture) {
    if blessing() {
        return write(name, picture);
    }
    let share = difference(picture, &read(name));
    if share > SHARE {
        let actual = name.replace(".png", ".actual.png");
        write(&actual, picture);
        panic!("{:.2} % of {name} differ, see {actual}", share * 100.0);
    }
}

fn assert_reads_like(name: &str, text: &str) {
    if blessing() {
        fs::write(path(name), text).expect("a writable file");
        return;
    }
    let good =
        fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}; BLESS=1 makes it"));
    let differing = text.lines().zip(good.lines()).position(|(a, b)| a != b);
    assert!(text == good, "{name} differs from line {differing:?} on");
}

#[test]
fn the_herd_in_stripes() {
    let herd = Herd::new(Jitter::None, 2_000);
    let picture = herd.picture(SMALL, &herd.view(SMALL, 1.0));
    assert_looks_like("none-2000.png", &picture);
}

#[test]
fn the_herd_scattered_in_the_dark_in_the_middle_of_a_replay() {
    let herd = Herd::new(Jitter::Full, 2_000);
    let selected = herd.dots.track(700);
    let view = RasterView {
        palette: &Palette::DARK,
        until: Some(45.0),
        selected: selected.as_ref(),
        ..herd.view(LARGE, 2.0)
    };
    assert_looks_like("full-2000-dark-replay.png", &herd.picture(LARGE, &view));
}

#[test]
fn a_few_clients_with_shapes() {
    let preset = Preset::named("deploy-blip").expect("a preset of that name");
    let mut scenario = preset.scenario();
    scenario.fleet.clients = 14;
    scenario.server.capacity = Some(20.0);
    scenario.policy.max_attempts = Some(5);
    let herd = Herd::of(scenario);
    let picture = herd.picture(LARGE, &herd.view(LARGE, 2.0));
    assert_looks_like("few.png", &picture);
}

#[test]
fn the_herd_sorted_by_its_endings() {
    let mut herd = Herd::new(Jitter::None, 2_000);
    herd.dots = herd.dots.sorted(RowOrder::Ending);
    let picture = herd.picture(SMALL, &herd.view(SMALL, 1.0));
    assert_looks_like("none-2000-sorted.png", &picture);
}

#[test]
fn the_herd_scattering() {
    let (none, full) = (
        Herd::new(Jitter::None, 2_000),
        Herd::new(Jitter::Full, 2_000),
    );
    let morph = Morph {
        from: none.scene(),
        to: full.scene(),
    };
    let picture = Picture::of_morph(SMALL, &morph, 0.3, &none.view(SMALL, 1.0));
    assert_looks_like("scattering.png", &picture);
}

#[test]
fn the_load_of_the_herd_and_of_the_scattered_one() {
    let size = Size {
        width: 640,
        height: 170,
    };
    for (name, jitter) in [("none", Jitter::None), ("full", Jitter::Full)] {
        let herd = Herd::new(jitter, 2_000);
        let drawn = svg(&herd.chart(size, 1.0), size);
        assert_reads_like(&format!("load-{name}.svg"), &drawn);
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "shares of nothing and of everything")]
fn the_comparer_can_fail() {
    let herd = Herd::new(Jitter::None, 2_000);
    let view = herd.view(SMALL, 1.0);
    let good = herd.picture(SMALL, &view);
    assert_eq!(difference(&good, &good), 0.0);
    let mut moved = view;
    moved.axis.end *= 1.05;
    assert!(difference(&good, &herd.picture(SMALL, &moved)) > SHARE);
    let dark = RasterView {
        palette: &Palette::DARK,
        ..view
    };
    assert_eq!(difference(&good, &herd.picture(SMALL, &dark)), 1.0);
    let other = herd.picture(LARGE, &herd.view(LARGE, 1.0));
    assert_eq!(difference(&good, &other), 1.0);
}
