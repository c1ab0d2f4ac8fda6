//! What every page for a browser has to be.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

/// The names of all elements; the page must close what it opens, in order, and quote each attribute.
pub(crate) fn elements(page: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    let body = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let (before, rest) = body.split_once("<style>").unwrap();
    let (sheet, after) = rest.split_once("</style>").unwrap();
    assert!(!sheet.contains('<'), "the style sheet holds markup");
    for piece in format!("{before}{after}").split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        assert!(!text.contains('>'), "a bare > after <{tag}>");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        assert!(!tag.contains('\''), "<{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed out of order");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap().to_owned();
        let outside: String = tag.split('"').step_by(2).collect();
        assert!(!outside.contains(" on") && !outside.contains(" style="), "<{tag}>");
        all.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<String>::new(), "left open");
    all
}

/// A page that a browser can trust, with each of these ids once.
pub(crate) fn assert_sound(page: &str, ids: &[&str]) {
    let known = [
        "article",
        "body",
        "code",
        "div",
        "figcaption",
        "figure",
        "h1",
        "h2",
        "h3",
        "head",
        "html",
        "li",
        "line",
        "main",
        "meta",
        "p",
        "path",
        "pre",
        "rect",
        "section",
        "span",
        "svg",
        "table",
        "tbody",
        "td",
        "text",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ];
    for name in elements(page) {
        assert!(known.contains(&name.as_str()), "<{name}>");
    }
    for id in ids {
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(page.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!page.contains("src=\"") && !page.contains("href=") && !page.contains("url("));
    assert!(!page.contains("NaN") && !page.contains("inf "), "a drawing lost a number");
}
