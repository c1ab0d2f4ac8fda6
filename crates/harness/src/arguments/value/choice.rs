//! One word of a few.

/// The value that `text` is the word for.
pub(crate) fn read<T: Copy>(words: &[(&str, T)], text: &str) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| format!("give {}", alternatives(words)))
}

/// The words, to choose from.
fn alternatives<T>(words: &[(&str, T)]) -> String {
    let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    match &names[..] {
        [] => String::from("nothing"),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
