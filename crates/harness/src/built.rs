//! How an executable was built.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Features of CPUs that change what a compiler makes of the same code, and whether the compiler of
/// the crate where this stands was told that they are there (`target-cpu`, `target-feature`).
#[doc(hidden)]
#[macro_export]
macro_rules! target_features {
    () => {
        $crate::target_features!(
            "sse3" "ssse3" "sse4.1" "sse4.2" "sse4a" "popcnt" "avx" "avx2" "avx512f" "avx512bw"
            "avx512cd" "avx512dq" "avx512vl" "avx512vnni" "avx512vbmi" "bmi1" "bmi2" "fma" "f16c"
            "lzcnt" "movbe" "aes" "pclmulqdq" "vaes" "vpclmulqdq" "sha" "adx" "gfni" "neon" "lse"
            "crc" "dotprod" "fp16" "rcpc" "sha2" "sha3" "i8mm" "bf16" "sve" "sve2" "v" "zba" "zbb"
            "zbs" "zbc"
        )
    };
    ($($name:literal)+) => {
        &[$(($name, ::core::cfg!(target_feature = $name))),+]
    };
}

/// What a compiler was told of what it builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Built {
    /// Whether it was built with assertions: not as it will be used.
    pub(crate) is_debug: bool,
    /// By the name of a feature of the CPU, whether it may be used.
    pub(crate) features: BTreeMap<String, bool>,
}

impl Built {
    /// In what another was built otherwise, where it was. What only one of them tells (a newer
    /// Probity asks for more features) says nothing.
    pub(crate) fn unlike(&self, other: &Self) -> Option<String> {
        if self.is_debug != other.is_debug {
            return Some("one of them was built for debugging, and the other was not".to_owned());
        }
        let is_other = |(name, there): &(&String, &bool)| {
            other.features.get(*name).is_some_and(|known| known != *there)
        };
        let names: Vec<&str> =
            self.features.iter().filter(is_other).map(|(name, _)| name.as_str()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "they were built for different CPUs: only one of them may use {} (target-cpu, \
                 target-feature)",
                names.join(", ")
            )
        })
    }
}
