//! What is measured: names, and calls of the functions in `sources/bodies.rs`.

/// A body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// What its benchmark is called.
    pub(super) name: String,
    /// The expression; none is the empty body.
    pub(super) call: Option<String>,
}

/// Functions, and how much work each call of them does: from about 1 ns to about 1 ms.
const WORK: [(&str, &[u64]); 4] = [
    (
        "chain",
        &[
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000, 4_000, 16_000, 64_000, 256_000, 500_000,
            1_000_000,
        ],
    ),
    ("sort", &[4, 8, 16, 32, 64, 128, 256, 512, 1_024, 4_096, 16_384]),
    ("hash", &[1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 32_768, 65_536, 131_072]),
    ("format", &[1, 2, 4, 8, 16, 32, 64, 256, 1_024, 2_048, 4_096]),
];

/// Of all bodies every seventh is a quick look: some of each function.
const EVERY: usize = 7;

/// Steps of the chains whose times are to lie on a line.
pub(super) const LINE: [u64; 4] = [1_000, 2_000, 4_000, 8_000];
/// The empty body.
pub(super) const NOTHING: &str = "nothing";

impl Body {
    fn of(function: &str, work: u64) -> Self {
        let call = Some(format!("{function}({work})"));
        Self { name: format!("{function}_{work}"), call }
    }

    /// The chain of so many steps.
    pub(super) fn chain(steps: u64) -> Self {
        Self::of("chain", steps)
    }
}

/// Fifty bodies, or some of them.
pub(super) fn all(quick: bool) -> Vec<Body> {
    let all = WORK
        .iter()
        .flat_map(|(function, works)| works.iter().map(|work| Body::of(function, *work)));
    all.step_by(if quick { EVERY } else { 1 }).collect()
}

/// The empty body, one multiplication, and the line.
pub(super) fn floor() -> Vec<Body> {
    let nothing = Body { name: NOTHING.to_owned(), call: None };
    let chains = [1].into_iter().chain(LINE).map(Body::chain);
    std::iter::once(nothing).chain(chains).collect()
}
