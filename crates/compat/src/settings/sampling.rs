//! How criterion would choose the lengths of samples.

/// How criterion would choose the lengths of samples; no effect. Here all samples of a process have
/// equally many iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplingMode {
    /// As it thinks best.
    #[default]
    Auto,
    /// Each longer than the one before.
    Linear,
    /// All equally long.
    Flat,
}
