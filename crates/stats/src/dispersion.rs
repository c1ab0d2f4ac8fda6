//! Dispersion about a mean.

/// The relative standard deviation: sample standard deviation (n - 1) over the mean.
///
/// None is "indeterminate", which is never "stable": fewer than two samples, a mean of 0, or
/// samples that leave the range of floats. Sums run in the order given, so the last bits depend
/// on it.
pub fn rsd(samples: &[f64]) -> Option<f64> {
    let mean = mean(samples).filter(|mean| *mean != 0.0)?;
    let rsd = standard_deviation(samples)? / mean;
    rsd.is_finite().then_some(rsd)
}

/// The mean; none of no samples, or where their sum leaves the range of floats.
pub fn mean(samples: &[f64]) -> Option<f64> {
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    mean.is_finite().then_some(mean)
}

/// The sample standard deviation (n - 1); none of fewer than two samples, or where squares leave
/// the range of floats.
pub fn standard_deviation(samples: &[f64]) -> Option<f64> {
    let mean = mean(samples).filter(|_| samples.len() > 1)?;
    let squares: f64 = samples.iter().map(|x| (x - mean) * (x - mean)).sum();
    let deviation = (squares / (samples.len() as f64 - 1.0)).sqrt();
    deviation.is_finite().then_some(deviation)
}
