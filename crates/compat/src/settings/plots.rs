//! How criterion would draw its plots. Here `probity report --html` draws.

/// How the axes of criterion's summary are scaled; no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisScale {
    /// Evenly.
    #[default]
    Linear,
    /// By powers.
    Logarithmic,
}

/// How criterion would draw the plots of a group; no effect.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlotConfiguration;

impl PlotConfiguration {
    /// How axes are scaled; no effect.
    #[must_use]
    pub fn summary_scale(self, _new_scale: AxisScale) -> Self {
        self
    }
}

/// What criterion would draw with; no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlottingBackend {
    /// gnuplot.
    Gnuplot,
    /// The crate plotters.
    Plotters,
    /// Nothing.
    #[default]
    None,
}
