//! What one round has seen, in words and ratios.

use crate::bench::example::Values;
use crate::bench::quantity::{Bound, Quantity};

/// Of ours by the same calls without us.
const RATIO: Bound = Bound::AtMost(1.3);
/// How many counters; more than the catalog has come last, and only where they can be named.
pub(super) const SIZES: [usize; 4] = [1, 6, 10, 20];

/// The quantities of a round. `peer` tells what a run of perf takes, in nanoseconds.
pub(super) fn quantities(
    values: &Values,
    peer: impl Fn(usize) -> Result<Option<f64>, String>,
) -> Result<Vec<(Quantity, f64)>, String> {
    let value = |name: &str| {
        let found = values.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| *value).filter(|value| *value > 0.0)
    };
    let mut out = Vec::new();
    for size in SIZES {
        let needed = |name: &str| {
            let name = format!("{name}-{size}");
            value(&name).ok_or_else(|| format!("read `{name}` of what brackets cost"))
        };
        if value(&format!("opened-{size}")).is_some() {
            let [bracket, edge] = [
                needed("ours-bracket").and_then(|ours| Ok([ours, needed("floor-bracket")?]))?,
                needed("ours-edge").and_then(|ours| Ok([ours, needed("floor-edge")?]))?,
            ];
            let (opened, bare) = (needed("opened")?, needed("bare-bracket")?);
            session(&mut out, size, [bracket, edge], opened, bare);
            if let Some(run) = peer(size)? {
                out.push((time(format!("run of perf stat, {size}, CPU time")), run));
                out.push((open(format!("our bracket by the latter, {size}")), bracket[0] / run));
            }
        }
        out.push((time(format!("this thread's bracket, {size}")), needed("thread-bracket")?));
        out.push((time(format!("this thread's edge, {size}")), needed("thread-edge")?));
    }
    match out.iter().any(|(quantity, _)| quantity.is_bounded()) {
        true => Ok(out),
        false => Err("read what brackets cost: there is none of a session".to_owned()),
    }
}

/// Ours and the floors, of one size.
fn session(
    out: &mut Vec<(Quantity, f64)>,
    size: usize,
    [[bracket, floor], [edge, edge_floor]]: [[f64; 2]; 2],
    opened: f64,
    bare: f64,
) {
    out.extend([
        (time(format!("bracket, {size}")), bracket),
        (time(format!("the same {opened} opened, read, closed")), floor),
        (Quantity::ratio(format!("the former by the latter, {size}"), RATIO), bracket / floor),
        (time(format!("{size} opened, read, closed")), bare),
        (open(format!("the bracket by the latter, {size}")), bracket / bare),
        (time(format!("edge at the end, {size}")), edge),
        (time(format!("the same {opened} read, closed")), edge_floor),
        (Quantity::ratio(format!("the former by the latter, {size} at the end"), RATIO), {
            edge / edge_floor
        }),
    ]);
}

fn time(what: String) -> Quantity {
    Quantity::time(what, Bound::Open)
}

fn open(what: String) -> Quantity {
    Quantity::ratio(what, Bound::Open)
}
