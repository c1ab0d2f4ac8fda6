use super::lexer::{Literal, Rust, closing, words};
use super::markdown::{anchors, links};

#[test]
fn code_comments_and_literals_are_told_apart() {
    let text = r##"let a = "unsafe \" // no"; // unsafe
/* un /* nested */ safe */ let b = r#"raw " text"#; let c = '"'; let d: &'static str = b"x";
let e = '\''; let r#fn = "two
lines"; f('a', "é");
"##;
    let rust = Rust::read(text);
    assert_eq!(rust.code.lines().count(), text.lines().count());
    assert!(!rust.code.contains("unsafe") && !rust.code.contains("nested"), "{}", rust.code);
    assert!(rust.code.contains("&'static str") && rust.code.contains("let r#fn ="));
    assert!(rust.comments.contains("// unsafe") && rust.comments.contains("nested"));
    let literal = |line, text: &str| Literal { line, text: text.to_owned() };
    let expected = [
        literal(1, "unsafe \\\" // no"),
        literal(2, "raw \" text"),
        literal(2, "x"),
        literal(3, "two\nlines"),
        literal(4, "é"),
    ];
    assert_eq!(rust.literals, expected);
}

#[test]
fn inline_tests_are_cut() {
    let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { \"x\"; }\n}\nfn c() {}\n";
    let rust = Rust::read(text);
    assert_eq!(rust.test_lines, 4);
    assert!(rust.product.contains("fn c") && !rust.product.contains("fn b"));
    assert!(rust.code.contains("fn b") && rust.literals.is_empty());
    let sibling = Rust::read("#[cfg(test)]\nmod tests;\nfn a() {}\n");
    assert_eq!(sibling.test_lines, 0);
    assert!(sibling.product.contains("fn a"));
}

#[test]
fn unfinished_text_ends() {
    for text in ["\"open", "r#\"open", "/* open", "'", "'\\", "b", "r#", "\"\\", "é'é"] {
        assert_eq!(Rust::read(text).code.len(), text.len(), "{text}");
    }
}

#[test]
fn words_are_whole() {
    assert_eq!(words("unsafe_code unsafe not_unsafe (unsafe)", "unsafe").count(), 2);
    assert_eq!(closing("{ ( [ ] ) } x", 0), 11);
    assert_eq!(closing("{ open", 0), 6);
}

#[test]
fn links_are_found_outside_code() {
    let text = "[a](b.md) ![i](c.png \"title\") `[no](no.md)`\n\n```\n[no](no.md)\n```\n\
        [ref]: d.md#part\n[deep](e_(1).md)\n~~~~\n```\n[no](no.md)\n~~~~\n[last](#here)\n";
    let targets: Vec<(usize, String)> =
        links(text).into_iter().map(|link| (link.line, link.target)).collect();
    let expected = [(1, "b.md"), (1, "c.png"), (6, "d.md#part"), (7, "e_(1).md"), (12, "#here")];
    assert_eq!(targets, expected.map(|(line, target)| (line, target.to_owned())));
}

#[test]
fn anchors_are_spelt_as_the_web_page_does() {
    let text = "# A `code` word, and *more*!\n## A [link](x.md) – dash\n```\n# no\n```\n\
        ## Same\n## Same\n<a id=\"own\"></a>\n#no heading\n";
    let expected = ["a-code-word-and-more", "a-link--dash", "same", "same-1", "own"];
    assert_eq!(anchors(text), expected);
}
