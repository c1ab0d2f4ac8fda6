//! Enough of Markdown to follow its links: headings, anchors, link targets.

/// A link: the line it stands on and where it points.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// From 1.
    pub(crate) line: usize,
    /// The target as written, without a title.
    pub(crate) target: String,
}

/// The lines of `text` that are prose, with their numbers: fenced code is left out, and code
/// between backticks is blank.
pub(crate) fn prose(text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut fence: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let marks: String = start.chars().take_while(|c| start.starts_with(*c)).collect();
        let fenced = marks.len() >= 3 && (marks.starts_with('`') || marks.starts_with('~'));
        match &fence {
            None if fenced => fence = Some(marks),
            None => lines.push((index + 1, without_code(line))),
            Some(open) => {
                if fenced && marks.starts_with(open.as_str()) && start.trim() == marks {
                    fence = None;
                }
            }
        }
    }
    lines
}

fn without_code(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let after = start + ticks;
        let Some(length) = rest[after..].find(&"`".repeat(ticks)) else { break };
        out.push_str(&rest[..start]);
        out.push(' ');
        rest = &rest[after + length + ticks..];
    }
    out.push_str(rest);
    out
}

/// Every link of `text`: inline links and images, and reference definitions.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (line, prose) in prose(text) {
        for (end, _) in prose.match_indices("](") {
            let target = &prose[end + 2..];
            if let Some(close) = closing_bracket(target) {
                found.push(link(line, &target[..close]));
            }
        }
        let definition = prose.trim_start();
        if let (true, Some((_, target))) = (definition.starts_with('['), prose.split_once("]: ")) {
            found.push(link(line, target));
        }
    }
    found
}

fn closing_bracket(target: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, byte) in target.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(offset),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn link(line: usize, target: &str) -> Link {
    let target = target.split_whitespace().next().unwrap_or_default();
    Link { line, target: target.trim_matches(['<', '>']).to_owned() }
}

/// Every anchor of `text`: its headings as GitHub spells them, and named HTML elements.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut slugs: Vec<String> = Vec::new();
    let fences: Vec<usize> = prose(text).into_iter().map(|(line, _)| line).collect();
    for (index, line) in text.lines().enumerate() {
        if fences.binary_search(&(index + 1)).is_err() {
            continue;
        }
        let level = line.len() - line.trim_start_matches('#').len();
        if (1..=6).contains(&level) && line[level..].starts_with(' ') {
            let slug = slug(line[level..].trim().trim_end_matches('#').trim_end());
            let before = slugs.iter().filter(|known| **known == slug).count();
            anchors.push(if before == 0 { slug.clone() } else { format!("{slug}-{before}") });
            slugs.push(slug);
        }
        for mark in ["id=\"", "name=\""] {
            let named = line.match_indices(mark).filter_map(|(start, _)| {
                line[start + mark.len()..].split_once('"').map(|(name, _)| name.to_owned())
            });
            anchors.extend(named);
        }
    }
    anchors
}

fn slug(heading: &str) -> String {
    let text = without_targets(heading);
    text.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

/// `[text](target)` counts as `text`.
fn without_targets(heading: &str) -> String {
    let mut out = String::new();
    let mut rest = heading;
    while let Some(end) = rest.find("](") {
        let Some(close) = closing_bracket(&rest[end + 2..]) else { break };
        out.push_str(&rest[..end]);
        rest = &rest[end + 2 + close + 1..];
    }
    out.push_str(rest);
    out
}
