//! The two ends: the compiler's tokens become ours, and our text becomes the compiler's.

use crate::refusal::Refusal;
use crate::registration;
use crate::template::Template;
use crate::token::{Bracket, Shape, Token};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// The function as it is, and its registration or what is wrong with it.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let expansion = registration::expand(&tokens(options), &tokens(item));
    let mut out: TokenStream = expansion.item.into_iter().map(|token| token.source).collect();
    match expansion.registration {
        Ok(template) => out.extend(code(&template)),
        Err(refusal) => out.extend(error(&refusal)),
    }
    out
}

fn tokens(stream: TokenStream) -> Vec<Token<TokenTree>> {
    stream.into_iter().map(token).collect()
}

fn token(source: TokenTree) -> Token<TokenTree> {
    let shape = match &source {
        TokenTree::Ident(ident) => Shape::Word(ident.to_string()),
        TokenTree::Punct(punct) => Shape::Sign(punct.as_char()),
        TokenTree::Literal(literal) => Shape::Literal(literal.to_string()),
        TokenTree::Group(group) => {
            let bracket = match group.delimiter() {
                Delimiter::Parenthesis => Bracket::Round,
                Delimiter::Bracket => Bracket::Square,
                Delimiter::Brace => Bracket::Curly,
                Delimiter::None => Bracket::Invisible,
            };
            Shape::Group(bracket, tokens(group.stream()))
        }
    };
    Token { shape, source }
}

/// The compiler's tokens of a template.
fn code(template: &Template<TokenTree>) -> TokenStream {
    match template.text.parse::<TokenStream>() {
        Ok(stream) => fill(stream, template),
        Err(_) => error(&Refusal::whole(
            "`probity` wrote a registration that is no Rust; please report it with this function",
        )),
    }
}

/// Our names are hidden from the user's code, and the holes are filled.
fn fill(stream: TokenStream, template: &Template<TokenTree>) -> TokenStream {
    let mut out = TokenStream::new();
    for mut token in stream {
        match &token {
            TokenTree::Ident(ident) => {
                if let Some(filling) = template.filling(&ident.to_string()) {
                    out.extend(filling.iter().cloned());
                    continue;
                }
            }
            TokenTree::Group(group) => {
                token = Group::new(group.delimiter(), fill(group.stream(), template)).into();
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        token.set_span(Span::mixed_site());
        out.extend([token]);
    }
    out
}

/// `::core::compile_error! { "…" }`, where the refusal points to.
fn error(refusal: &Refusal<TokenTree>) -> TokenStream {
    let span = refusal.at.as_ref().map_or_else(Span::call_site, TokenTree::span);
    let sign = |sign, spacing| TokenTree::from(Punct::new(sign, spacing));
    let word = |word| TokenTree::from(Ident::new(word, span));
    let message = TokenTree::from(Literal::string(&refusal.message));
    let spanned = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    let group = Group::new(Delimiter::Brace, spanned(message).into());
    [
        sign(':', Spacing::Joint),
        sign(':', Spacing::Alone),
        word("core"),
        sign(':', Spacing::Joint),
        sign(':', Spacing::Alone),
        word("compile_error"),
        sign('!', Spacing::Alone),
        group.into(),
    ]
    .into_iter()
    .map(spanned)
    .collect()
}
