//! From the frequencies of the CPUs, in kHz as `scaling_cur_freq` has them, to one.

/// The mean and the highest, in Hz; `None` of no CPU.
pub(super) fn levels_hz(khz: &[u64]) -> Option<[u64; 2]> {
    let highest = khz.iter().max()?;
    let sum: u128 = khz.iter().map(|&khz| u128::from(khz) * 1000).sum();
    let mean = u64::try_from(sum / khz.len() as u128).ok()?;
    Some([mean, highest.checked_mul(1000)?])
}
