//! Numbers for people.
//!
//! A column of numbers has one unit, chosen from its largest median, so that it can be compared at
//! a glance; each number keeps four significant digits (three below 1), never an exponent, and a
//! number that is not zero never looks like zero.

use probity_model::{Unit, Value};

/// A number as it is shown: digits, signs and units of ours, harmless on every page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure(String);

impl Figure {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The sign of an absent number.
    pub fn absent() -> Self {
        Self("—".into())
    }

    /// The sign of a number that makes no sense here.
    pub fn not_applicable() -> Self {
        Self("n/a".into())
    }

    /// Whether it stands for a number that is not there.
    fn is_sign(&self) -> bool {
        *self == Self::absent() || *self == Self::not_applicable()
    }

    /// Nothing, so many columns wide.
    pub(crate) fn blank(columns: usize) -> Self {
        Self(" ".repeat(columns))
    }

    /// Columns it takes on a terminal.
    pub(crate) fn width(&self) -> usize {
        width(&self.0)
    }

    /// Parts with `joint` between them, each ending where its column ends; what is missing is
    /// blank.
    pub(crate) fn ended(parts: &[Self], widths: &[usize], joint: &'static str) -> Self {
        let mut out = String::new();
        for (place, room) in widths.iter().enumerate() {
            let joint = if place == 0 { "" } else { joint };
            let text = parts.get(place).map_or(String::new(), |part| format!("{joint}{}", part.0));
            let room = room + width(joint);
            out += &format!("{}{text}", " ".repeat(room.saturating_sub(width(&text))));
        }
        Self(out)
    }

    /// The same number as an upper bound.
    #[must_use]
    pub(crate) fn at_most(self) -> Self {
        Self(format!("≤{}", self.0))
    }

    /// The same number, marked as an estimate.
    #[must_use]
    pub fn estimated(self) -> Self {
        Self(format!("≈{}", self.0))
    }
}

/// The unit a column is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    name: &'static str,
    factor: u64,
    /// Digits behind the point beyond which there is nothing to show.
    digits: usize,
}

/// A unit that times are to be shown in, whatever would fit them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// 1,000 ns.
    Microsecond,
    /// 1,000,000 ns.
    Millisecond,
    /// 1,000,000,000 ns.
    Second,
}

const fn scale(name: &'static str, factor: u64, digits: usize) -> Scale {
    Scale { name, factor, digits }
}

const TIMES: [Scale; 4] = [
    scale("ns", 1, 1),
    scale("µs", 1_000, 3),
    scale("ms", 1_000_000, 6),
    scale("s", 1_000_000_000, 9),
];
/// Of one iteration: there a nanosecond has parts.
const ITERATION_TIMES: [Scale; 4] = [scale("ns", 1, 3), TIMES[1], TIMES[2], TIMES[3]];
const SIZES: [Scale; 5] = [
    scale("B", 1, 1),
    scale("KiB", 1 << 10, 4),
    scale("MiB", 1 << 20, 4),
    scale("GiB", 1 << 30, 4),
    scale("TiB", 1 << 40, 4),
];
/// Traffic is counted in powers of ten.
const TRAFFIC: [Scale; 5] = [
    scale("B", 1, 1),
    scale("kB", 1_000, 4),
    scale("MB", 1_000_000, 4),
    scale("GB", 1_000_000_000, 4),
    scale("TB", 1_000_000_000_000, 4),
];
const COUNTS: [Scale; 4] =
    [scale("", 1, 1), scale("k", 1_000, 4), scale("M", 1_000_000, 4), scale("G", 1_000_000_000, 4)];
const ENERGIES: [Scale; 4] = [
    scale("µJ", 1, 4),
    scale("mJ", 1_000, 3),
    scale("J", 1_000_000, 6),
    scale("kJ", 1_000_000_000, 9),
];
const POWERS: [Scale; 3] = [scale("µW", 1, 1), scale("mW", 1_000, 3), scale("W", 1_000_000, 6)];
/// Nobody reads a temperature in thousandths.
const TEMPERATURES: [Scale; 1] = [scale("°C", 1_000, 3)];
const FREQUENCIES: [Scale; 4] = [
    scale("Hz", 1, 1),
    scale("kHz", 1_000, 3),
    scale("MHz", 1_000_000, 6),
    scale("GHz", 1_000_000_000, 9),
];
const RATIOS: [Scale; 1] = [scale("", 1, 6)];

/// Numbers from here on are spelt with an exponent: beyond it a float knows no units anyway.
const LONGEST: f64 = 1e21;

/// Counts below this are shown in full.
const FULL_COUNTS: f64 = 10_000.0;

impl Scale {
    /// The scale for a column whose largest median is `largest`.
    pub fn of(unit: Unit, largest: f64) -> Self {
        let scales: &[Self] = match unit {
            Unit::Nanoseconds => &TIMES,
            Unit::NanosecondsPerIteration => &ITERATION_TIMES,
            Unit::Bytes | Unit::BytesPerIteration => &SIZES,
            Unit::Count | Unit::CountPerIteration => &COUNTS,
            Unit::Microjoules => &ENERGIES,
            Unit::Microwatts => &POWERS,
            Unit::Millicelsius => &TEMPERATURES,
            Unit::Hertz => &FREQUENCIES,
            Unit::Ratio | Unit::Own => &RATIOS,
        };
        let is_count = matches!(unit, Unit::Count | Unit::CountPerIteration);
        if is_count && largest < FULL_COUNTS { scales[0] } else { Self::fitting(scales, largest) }
    }

    /// The scale of so many bytes that pass in a second.
    pub(crate) fn of_traffic(bytes: f64) -> Self {
        Self::fitting(&TRAFFIC, bytes)
    }

    /// The largest in which `largest` is 1 at least.
    fn fitting(scales: &[Self], largest: f64) -> Self {
        let fits = |scale: &&Self| rounded(largest / scale.factor as f64) >= 1.0;
        scales.iter().rev().find(fits).or(scales.first()).copied().unwrap_or(RATIOS[0])
    }

    /// The scale for times in this unit.
    pub fn of_times(unit: TimeUnit) -> Self {
        let [_, microseconds, milliseconds, seconds] = TIMES;
        match unit {
            TimeUnit::Microsecond => microseconds,
            TimeUnit::Millisecond => milliseconds,
            TimeUnit::Second => seconds,
        }
    }

    /// The scale of numbers that get no prefix, whatever their size.
    pub fn plain() -> Self {
        RATIOS[0]
    }

    /// The same with as many digits behind the point as a ratio may have.
    #[must_use]
    pub fn finely(self) -> Self {
        Self { digits: self.digits.max(RATIOS[0].digits), ..self }
    }

    /// The unit's name; empty for plain counts and ratios.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// `value` in this scale, without the unit.
    pub fn figure(self, value: Value) -> Figure {
        self.figure_beside(value, value)
    }

    /// `value` with as many digits behind the point as `leader` has, so that the numbers of one
    /// row (median, spread, extremes) can be compared.
    pub fn figure_beside(self, value: Value, leader: Value) -> Figure {
        // A float would round it.
        if let (Value::Integer(whole), Value::Integer(_), 1) = (value, leader, self.factor) {
            return Figure(whole.to_string());
        }
        let (scaled, leader) = (self.scaled(value), self.scaled(leader));
        let decimals = self.decimals(leader);
        let half = usize::from(self.factor == 1 && scaled.fract() != 0.0);
        Figure(self.shown(scaled, decimals.max(half)))
    }

    /// `value` in this scale, with the unit; without digits behind the point where it is whole.
    pub fn with_unit(self, value: Value) -> Figure {
        let scaled = self.scaled(value);
        let whole = scaled.fract() == 0.0;
        let number = if whole { self.shown(scaled, 0) } else { self.figure(value).0 };
        let space = if self.name.is_empty() { "" } else { " " };
        Figure(format!("{number}{space}{}", self.name))
    }

    /// `value` as a number of this scale's units, for a drawing.
    pub(crate) fn scaled(self, value: Value) -> f64 {
        value.as_f64() / self.factor as f64
    }

    fn decimals(self, scaled: f64) -> usize {
        let whole = self.factor == 1 && scaled.fract() == 0.0;
        if whole { 0 } else { significant_decimals(scaled).min(self.digits) }
    }

    /// Not zero must not look like zero: one digit is added, or a bound is given.
    fn shown(self, scaled: f64, decimals: usize) -> String {
        if scaled.abs() >= LONGEST {
            return format!("{scaled:.3e}");
        }
        // No zero is negative.
        let scaled = if scaled == 0.0 { 0.0 } else { scaled };
        let text = format!("{scaled:.decimals$}");
        if scaled == 0.0 || !looks_zero(&text) {
            return text;
        }
        let more = exponent(scaled, 0).unsigned_abs() as usize;
        if more <= self.digits {
            return format!("{scaled:.more$}");
        }
        let digits = self.digits;
        format!("<{:.digits$}", 10f64.powi(-(digits as i32)))
    }
}

/// One number with the unit that fits it.
pub fn quantity(unit: Unit, value: Value) -> Figure {
    Scale::of(unit, value.as_f64()).with_unit(value)
}

/// A ratio that is judged by a limit (a fraction): `×1.034`. A limit below half a percent calls for
/// more digits.
pub fn ratio(ratio: f64, limit: f64) -> Figure {
    let decimals = ratio_decimals(ratio, limit);
    Figure(format!("×{ratio:.decimals$}"))
}

/// The interval beside a ratio of this median: `[1.021, 1.050]`. A bound that is not 1 gets more
/// digits where it would otherwise look like 1, because whether 1 lies inside is what the interval
/// is read for.
pub fn interval(bounds: [f64; 2], median: f64, limit: f64) -> Figure {
    let decimals = ratio_decimals(median, limit);
    let [lower, upper] = bounds.map(|bound| {
        let one = |decimals: usize| format!("{bound:.decimals$}") == format!("{:.decimals$}", 1.0);
        let told = (decimals..decimals + 4).find(|decimals| !one(*decimals));
        let decimals = if bound == 1.0 { decimals } else { told.unwrap_or(decimals + 3) };
        format!("{bound:.decimals$}")
    });
    Figure(format!("[{lower}, {upper}]"))
}

fn ratio_decimals(ratio: f64, limit: f64) -> usize {
    let tiny = [(0.005, 3), (0.0005, 4), (0.00005, 5)];
    let least = tiny.iter().find(|(least, _)| limit >= *least).map_or(6, |(_, digits)| *digits);
    let usual = significant_decimals(ratio);
    if least > 3 { usual.max(least) } else { usual }
}

/// The interval beside a ratio that has none.
pub fn no_interval() -> Figure {
    Figure("[—]".into())
}

/// The ratio of the reference to itself: 1 by definition, and so without digits.
pub fn unity() -> Figure {
    Figure("×1".into())
}

/// A fraction as percent with up to two digits behind the point (more for tiny ones): `1.4 %`.
pub fn percent(fraction: f64) -> Figure {
    let percent = fraction * 100.0;
    let decimals = if percent.abs() < 0.01 { significant_decimals(percent) } else { 2 };
    let text = format!("{percent:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    Figure(format!("{text} %"))
}

/// Joins the parts of each row with `joint`, every part aligned on its decimal point over all rows
/// and all results of one width. The sign of an absent number stands at the right.
pub fn aligned(rows: &[Vec<Figure>], joint: &'static str) -> Vec<Figure> {
    let is_sign = |row: &[Figure]| row.iter().all(Figure::is_sign);
    let parts = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = vec![String::new(); rows.len()];
    for part in 0..parts {
        let of = |row: &Vec<Figure>| match row.get(part) {
            Some(figure) if !is_sign(row) => figure.0.clone(),
            _ => String::new(),
        };
        let column: Vec<String> = rows.iter().map(of).collect();
        let before = column.iter().map(|text| whole(text)).max().unwrap_or(0);
        let after = column.iter().map(|text| width(text) - whole(text)).max().unwrap_or(0);
        for (line, text) in out.iter_mut().zip(&column) {
            let joint = if part == 0 { "" } else { joint };
            let joint = if text.is_empty() { " ".repeat(width(joint)) } else { joint.to_owned() };
            let (left, right) = (before - whole(text), after + whole(text) - width(text));
            *line += &format!("{joint}{}{text}{}", " ".repeat(left), " ".repeat(right));
        }
    }
    let signed = |(line, row): (String, &Vec<Figure>)| match row.first() {
        Some(Figure(sign)) if is_sign(row) => {
            let space = width(&line).saturating_sub(width(sign));
            Figure(format!("{}{sign}", " ".repeat(space)))
        }
        _ => Figure(line),
    };
    out.into_iter().zip(rows).map(signed).collect()
}

fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// Columns before the decimal point.
fn whole(text: &str) -> usize {
    width(text.split('.').next().unwrap_or(text))
}

/// Rounded to four significant digits, through text: exact, and the same on every machine.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// The decimal exponent after rounding to `digits` + 1 significant digits.
fn exponent(value: f64, digits: usize) -> i32 {
    let text = format!("{value:.digits$e}");
    text.split('e').nth(1).and_then(|exponent| exponent.parse().ok()).unwrap_or(0)
}

/// Digits behind the point that leave four significant digits, or three below 1.
fn significant_decimals(value: f64) -> usize {
    let exponent = exponent(value, 3);
    usize::try_from(if exponent < 0 { 2 } else { 3 } - exponent).unwrap_or(0)
}

fn looks_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}
