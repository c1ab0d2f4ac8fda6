//! Tokens of a text; each is made from its own text.

use crate::token::{Bracket, Shape, Token};

/// The tokens of a text that has neither comments nor escapes in its literals.
pub(super) fn lex(text: &str) -> Vec<Token<String>> {
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    let tokens = group(&characters, &mut at);
    assert_eq!(at, characters.len(), "a bracket is closed too often in {text}");
    tokens
}

/// The text of tokens, with a space between any two.
pub(super) fn unlex(sources: &[String]) -> String {
    sources.join(" ")
}

/// The tokens up to a closing bracket or the end.
fn group(characters: &[char], at: &mut usize) -> Vec<Token<String>> {
    let mut tokens = Vec::new();
    while let Some(&first) = characters.get(*at) {
        let start = *at;
        let shape = match first {
            ')' | ']' | '}' | '»' => break,
            _ if first.is_whitespace() => {
                *at += 1;
                continue;
            }
            '(' | '[' | '{' | '«' => {
                *at += 1;
                let inner = group(characters, at);
                *at += 1;
                Shape::Group(bracket(first), inner)
            }
            '"' => {
                let end = characters[start + 1..].iter().position(|one| *one == '"').unwrap();
                *at += end + 2;
                Shape::Literal(characters[start..*at].iter().collect())
            }
            _ if first.is_alphanumeric() || first == '_' => {
                let raw = if characters[start..].starts_with(&['r', '#']) { 2 } else { 0 };
                let is_end = |one: &char| !one.is_alphanumeric() && *one != '_';
                let rest = &characters[start + raw..];
                *at += raw + rest.iter().position(is_end).unwrap_or(rest.len());
                let word = characters[start..*at].iter().collect();
                if first.is_numeric() { Shape::Literal(word) } else { Shape::Word(word) }
            }
            _ => {
                *at += 1;
                Shape::Sign(first)
            }
        };
        let source = characters[start..*at].iter().collect();
        tokens.push(Token { shape, source });
    }
    tokens
}

fn bracket(open: char) -> Bracket {
    match open {
        '(' => Bracket::Round,
        '[' => Bracket::Square,
        '{' => Bracket::Curly,
        _ => Bracket::Invisible,
    }
}
