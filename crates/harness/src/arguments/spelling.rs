//! The option that somebody meant.

use super::option::entries;

/// How many characters a slip of the pen changes.
const SLIP: usize = 2;

/// The option whose long name is nearest to `option` (with its dashes), if one is near.
pub(crate) fn nearest(option: &str) -> Option<String> {
    // A tie goes to the first in the table.
    let names = entries().flat_map(|entry| entry.long_names());
    let near = names.map(|name| (distance(option, &name), name));
    near.filter(|(distance, name)| is_slip(*distance, name))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Two slips turn any word of three letters into half the others: most of a name must be right.
fn is_slip(distance: usize, name: &str) -> bool {
    distance <= SLIP && 2 * distance < name.trim_start_matches('-').len()
}

/// Levenshtein's distance: the fewest insertions, deletions and replacements of one character.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (done, from) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (place, to) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[to.len()]
}
