//! From numbers to places, and the round numbers that are written beside an axis.

/// One side of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::html) struct Axis {
    low: f64,
    high: f64,
    /// Where its low end lies, and its high end.
    pub(super) from: f64,
    pub(super) to: f64,
    is_logarithmic: bool,
    /// Round numbers inside, and how they are written.
    pub(in crate::html) ticks: Vec<(f64, String)>,
}

/// Ticks of a logarithmic axis before only powers of ten are kept.
const TICKS: usize = 8;

impl Axis {
    /// From `low` at `from` to `high` at `to`, widened a little so that nothing lies on the edge;
    /// with about `wanted` ticks.
    pub(in crate::html) fn widened(
        [low, high]: [f64; 2],
        [from, to]: [f64; 2],
        wanted: u32,
    ) -> Self {
        let room = match high - low {
            span if span > 0.0 => span * 0.06,
            _ if high == 0.0 => 1.0,
            _ => high.abs() * 0.05,
        };
        let least = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
        Self::linear([least, high + room], [from, to], wanted)
    }

    /// From `low` at `from` to `high` at `to`.
    pub(in crate::html) fn linear(
        [low, high]: [f64; 2],
        [from, to]: [f64; 2],
        wanted: u32,
    ) -> Self {
        let ticks = steps(low, high, wanted);
        Self { low, high, from, to, is_logarithmic: false, ticks }
    }

    /// For ratios, which are above zero: ×2 and ×½ lie as far from ×1.
    pub(in crate::html) fn ratios([low, high]: [f64; 2], [from, to]: [f64; 2]) -> Self {
        let room = (high / low).sqrt().sqrt().sqrt().clamp(1.0001, 2.0);
        let (low, high) = (low / room, high * room);
        let ticks = if high / low < 4.0 { steps(low, high, 5) } else { decades(low, high) };
        Self { low, high, from, to, is_logarithmic: true, ticks }
    }

    /// Where `value` lies; at the edge where it lies beyond.
    pub(in crate::html) fn place(&self, value: f64) -> f64 {
        let measure = |value: f64| if self.is_logarithmic { log2(value) } else { value };
        let (low, high) = (measure(self.low), measure(self.high));
        let share = (measure(value.clamp(self.low, self.high)) - low) / (high - low);
        self.from + share * (self.to - self.from)
    }

    /// Whether `value` lies on it.
    pub(in crate::html) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

fn power_of_ten(exponent: i32) -> f64 {
    // Through text it is exact, and the same on every machine.
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

fn exponent(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split('e').nth(1).and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// Multiples of 1, 2 or 5 times a power of ten: about as many as wanted, but two at least, or no
/// distance could be read.
fn steps(low: f64, high: f64, wanted: u32) -> Vec<(f64, String)> {
    let some = multiples(low, high, wanted);
    if some.len() > 1 { some } else { multiples(low, high, 2 * wanted) }
}

fn multiples(low: f64, high: f64, wanted: u32) -> Vec<(f64, String)> {
    let raw = (high - low) / f64::from(wanted);
    if !(raw.is_finite() && raw > 0.0) {
        return Vec::new();
    }
    let power = exponent(raw);
    let fits = |factor: &&f64| **factor * power_of_ten(power) >= raw;
    let factor = [1.0, 2.0, 5.0].iter().find(fits).copied().unwrap_or(10.0);
    let step = factor * power_of_ten(power);
    let decimals = usize::try_from(-(if factor == 10.0 { power + 1 } else { power })).unwrap_or(0);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first).clamp(-1.0, 2.0 * f64::from(wanted)) as i64;
    let tick = |place: i64| {
        let value = (first + place as f64) * step;
        (value, format!("{value:.decimals$}"))
    };
    (0..=count).map(tick).collect()
}

/// 1, 2 and 5 times powers of ten, or as many powers of ten as have room.
fn decades(low: f64, high: f64) -> Vec<(f64, String)> {
    let powers = exponent(low)..=exponent(high);
    let all = |factors: &'static [f64], every: usize| -> Vec<(f64, String)> {
        let values = powers.clone().step_by(every).flat_map(|power| {
            factors.iter().map(move |factor| (power, factor * power_of_ten(power)))
        });
        let inside = values.filter(|(_, value)| (low..=high).contains(value));
        let written = |(power, value): (i32, f64)| {
            let decimals = usize::try_from(-power).unwrap_or(0);
            (value, format!("{value:.decimals$}"))
        };
        inside.map(written).collect()
    };
    let fine = all(&[1.0, 2.0, 5.0], 1);
    if fine.len() <= TICKS {
        return fine;
    }
    let count = powers.clone().count();
    all(&[1.0], count.div_ceil(TICKS).max(1))
}

/// The binary logarithm of a positive number by arithmetic alone: the one of a system's library
/// may differ in its last digit from that of another.
fn log2(value: f64) -> f64 {
    let (mut mantissa, mut whole) = (value, 0.0);
    while mantissa >= 2.0 && mantissa.is_finite() {
        (mantissa, whole) = (mantissa / 2.0, whole + 1.0);
    }
    while mantissa < 1.0 && mantissa > 0.0 {
        (mantissa, whole) = (mantissa * 2.0, whole - 1.0);
    }
    let part = (mantissa - 1.0) / (mantissa + 1.0);
    let (mut power, mut sum) = (part, 0.0);
    for odd in (1..30).step_by(2) {
        sum += power / f64::from(odd);
        power *= part * part;
    }
    whole + 2.0 * sum / std::f64::consts::LN_2
}

#[cfg(test)]
mod tests;
