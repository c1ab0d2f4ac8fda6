//! The files of a PMU that say which bits of an event's four words a term fills.

/// The bits that a term fills, as `config:0-7,32-35` has them
/// (Documentation/ABI/testing/sysfs-bus-event_source-devices-format).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Which of the words.
    word: usize,
    /// First and last bit of each range, ascending.
    ranges: Vec<(u32, u32)>,
}

/// The words by their names.
const WORDS: [&str; 4] = ["config", "config1", "config2", "config3"];

/// The word that is called `name`.
pub(super) fn word(name: &str) -> Option<usize> {
    WORDS.iter().position(|word| *word == name)
}

impl Format {
    /// From the content of a file below `format`; `None` where it is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, bits) = text.trim().split_once(':')?;
        let mut ranges = Vec::new();
        for range in bits.split(',') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            if first > last || last > 63 {
                return None;
            }
            ranges.push((first, last));
        }
        ranges.sort_unstable();
        Some(Self { word: word(name.trim())?, ranges })
    }

    /// Puts `value` into its bits, lowest first, over what was there.
    ///
    /// # Errors
    /// The number of bits there are, where `value` has more.
    pub(super) fn put(&self, words: &mut [u64; 4], value: u64) -> Result<(), u32> {
        let mut rest = value;
        let (mut bits, mut filled, mut mask) = (0, 0_u64, 0_u64);
        for &(first, last) in &self.ranges {
            let width = last - first + 1;
            let all = u64::MAX >> (64 - width);
            filled |= (rest & all) << first;
            mask |= all << first;
            rest = rest.checked_shr(width).unwrap_or(0);
            bits += width;
        }
        if rest != 0 {
            return Err(bits);
        }
        words[self.word] = words[self.word] & !mask | filled;
        Ok(())
    }
}
