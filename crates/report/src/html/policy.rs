//! What the page allows itself: its own style sheet, known by its hash, and nothing else.

use super::markup::{Html, element};
use crate::escape::Escaped;
use sha2::{Digest, Sha256};

/// The style sheet.
pub(super) const SHEET: &str = include_str!("style.css");

/// The content security policy. No script, no image, no font and no address is allowed, so that
/// what a stranger might have smuggled in could do nothing.
pub(super) fn policy() -> Html {
    let hash = base64(&Sha256::digest(SHEET.as_bytes()));
    let rules = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; img-src 'none'; script-src 'none'; \
         base-uri 'none'; form-action 'none'"
    );
    element("meta")
        .with("http-equiv", "Content-Security-Policy")
        .with("content", Html::of(&Escaped::trusted(rules)))
        .alone()
}

/// Base 64 with padding (RFC 4648, section 4).
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or_default());
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}
