//! Keeping arguments out of evidence: they may be passwords.

use probity_model::protocol::{Line, Message, Said, Transcript, Unread};
use probity_model::{Parameter, Text};
use sha2::{Digest, Sha256};
use std::io;

/// Turns arguments into tokens: equal ones into equal ones, and no token says what it stands for.
pub(crate) struct Redaction {
    /// Random, used in one campaign and never written: without it short arguments could be found
    /// by trying.
    key: [u8; 32],
}

impl Redaction {
    /// A new one.
    ///
    /// # Errors
    /// Where the kernel gives no random bytes.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { key: probity_sys::file::random_bytes()? })
    }

    /// The token of an argument, or of a whole hook.
    pub(crate) fn token(&self, argument: &[u8]) -> Text {
        let mut hash = Sha256::new();
        hash.update(self.key);
        hash.update(argument);
        let digest: String = hash.finalize().iter().take(6).map(|b| format!("{b:02x}")).collect();
        Text::new(format!("redacted-{digest}"))
    }

    /// The words of a command with all but the program redacted.
    pub(crate) fn arguments(&self, words: &[Vec<u8>]) -> Vec<Text> {
        let mut words = words.iter();
        let program = words.next().cloned().map(Text);
        program.into_iter().chain(words.map(|word| self.token(word))).collect()
    }

    /// The parameter with its value redacted: an argument of that value has the same token.
    pub(crate) fn parameter(&self, Parameter { name, value }: &Parameter) -> Parameter {
        Parameter { name: name.clone(), value: self.token(&value.0) }
    }

    /// What a program said, without the texts that are free: its arguments may be among them.
    /// Names, units, clocks, revisions and checksums stay: without them nothing that was said could
    /// be used. What its numbers depend on is told by tokens: it may be an argument, and is
    /// compared.
    pub(crate) fn muted(&self, transcript: Transcript) -> Transcript {
        let redacted = || String::from(REDACTED);
        let token = |value: &str| self.token(value.as_bytes()).lossy();
        let mute = |line| match line {
            Line::Said(Said { message: Message::Error { .. }, pid }) => {
                Line::Said(Said { message: Message::Error { message: redacted() }, pid })
            }
            Line::Said(Said { message: Message::Result { .. }, pid }) => {
                Line::Said(Said { message: Message::Result { value: redacted() }, pid })
            }
            Line::Said(Said { message: Message::Provenance { name, value }, pid }) => {
                Line::Said(Said {
                    message: Message::Provenance { name, value: token(&value) },
                    pid,
                })
            }
            Line::Said(said) => Line::Said(said),
            Line::Unknown { line, .. } => {
                Line::Unknown { kind: Text::new(REDACTED), line: unsaid(&line) }
            }
            Line::Garbage { fault, meant, line, .. } => {
                Line::Garbage { fault, detail: redacted(), meant, line: unsaid(&line) }
            }
        };
        let Transcript { nonce, lines, discarded } = transcript;
        Transcript { nonce, lines: lines.into_iter().map(mute).collect(), discarded }
    }
}

/// The line without its text.
fn unsaid(line: &Unread) -> Unread {
    Unread { text: Text::new(""), bytes: line.bytes }
}

/// What stands for a text of a program.
const REDACTED: &str = "redacted";

/// The words as one line.
pub(crate) fn line(words: &[Text]) -> Text {
    let words: Vec<&[u8]> = words.iter().map(|word| word.0.as_slice()).collect();
    Text(words.join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_arguments_have_equal_tokens_and_none_is_there() {
        let redaction = Redaction::new().unwrap();
        let words = ["login", "--password", "hunter2", "hunter2"].map(|word| word.into());
        let [program, flag, one, other] = &redaction.arguments(&words)[..] else { panic!() };
        assert_eq!(program, &Text::from("login"));
        assert_eq!(one, other);
        assert_ne!(one, flag);
        let shown = line(&redaction.arguments(&words)).lossy();
        assert!(shown.starts_with("login redacted-") && !shown.contains("hunter2"), "{shown}");
        let secret = Parameter { name: "password".into(), value: "hunter2".into() };
        let shown = redaction.parameter(&secret);
        assert_eq!((shown.name.as_str(), &shown.value), ("password", one));
        assert_ne!(redaction.arguments(&words), Redaction::new().unwrap().arguments(&words));
    }
}
