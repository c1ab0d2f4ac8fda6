//! Dispersion about a mean.

/// The relative standard deviation: sample standard deviation (n - 1) over the mean.
///
/// None is "indeterminate", which is never "stable": fewer than two samples, a mean of 0, or
/// samples that leave the range of floats. Sums run in the order given, so the last bits depend
/// on it.
pub fn rsd(samples: &[f64]) -> Option<f64> {
    if samples.len() < 2 {
        return None;
    }
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    if mean == 0.0 {
        return None;
    }
    let squares: f64 = samples.iter().map(|x| (x - mean) * (x - mean)).sum();
    let rsd = (squares / (n - 1.0)).sqrt() / mean;
    rsd.is_finite().then_some(rsd)
}
