use super::*;

fn words(line: &str) -> Result<Vec<String>, WordsError> {
    let text = |word: Vec<u8>| String::from_utf8(word).unwrap();
    split(line.as_bytes()).map(|words| words.into_iter().map(text).collect())
}

#[test]
fn splits_as_sh_does() {
    for line in [
        "gzip -1 -kc in",
        "  a\tb  'c d' \"e f\"g\\ h ",
        r#"a '' "" b"#,
        r#"'$HOME' "\$x" \| \; "a\b" 'a\b' "\"" "\\""#,
        "x\\\ny \"p\\\nq\"",
        "é ü",
    ] {
        let script = format!("printf '%s\\0' {line}");
        let shell = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let expected = String::from_utf8(shell.stdout).unwrap();
        let got: String = words(line).unwrap().iter().flat_map(|word| [word, "\0"]).collect();
        assert_eq!(got, expected, "{line}");
    }
}

#[test]
fn what_needs_a_shell_says_so() {
    for character in "|;&<>$*?`".chars() {
        let line = format!("a b{character}c");
        assert_eq!(words(&line), Err(WordsError::NeedsShell(character)), "{line}");
        assert!(words(&format!("a 'b{character}c'")).is_ok());
        assert!(words(&format!("a b\\{character}c")).is_ok());
    }
    assert_eq!(words("a \"$x\""), Err(WordsError::Expands('$')));
    assert!(words("a \"|\"").is_ok());
}

#[test]
fn what_is_open_or_empty_is_refused() {
    assert_eq!(words(""), Err(WordsError::Empty));
    assert_eq!(words("  "), Err(WordsError::Empty));
    assert_eq!(words("a 'b"), Err(WordsError::OpenQuote('\'')));
    assert_eq!(words("a \"b"), Err(WordsError::OpenQuote('"')));
    assert_eq!(words("a \"b\\"), Err(WordsError::OpenQuote('"')));
    assert_eq!(words("a\\"), Err(WordsError::OpenBackslash));
}

#[test]
fn bytes_that_are_not_text_pass_through() {
    assert_eq!(split(b"a\xff '\xfe'"), Ok(vec![b"a\xff".to_vec(), b"\xfe".to_vec()]));
}
