//! What validation found wrong.

use crate::escape::Escaped;
use crate::phrase::Phrase;

/// One line per finding (`RULE  path: detail`, each a triple), and their number at the end.
pub fn findings<'a>(findings: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> String {
    let found: Vec<[Escaped; 3]> = findings
        .into_iter()
        .map(|(rule, path, detail)| [rule, path, detail].map(Escaped::new))
        .collect();
    let width = found.iter().map(|[rule, ..]| rule.width()).max().unwrap_or(0);
    let mut out = String::new();
    for [rule, path, detail] in &found {
        let space = " ".repeat(width - rule.width());
        out += &format!("{rule}{space}  {path}: {detail}\n");
    }
    let count = match found.len() as u64 {
        0 => "no findings".into(),
        number => Phrase::new().count(number, "finding", "findings"),
    };
    out + &format!("{}\n", count.terminal())
}
