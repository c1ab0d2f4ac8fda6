//! The numbers: summaries, quantiles, dispersion, intervals, paired differences, seeded block plans.
