//! Why a function cannot be registered.

/// What is wrong and what to write in its place, at the token that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal<S> {
    /// The token; none where the attribute as a whole is meant.
    pub(crate) at: Option<S>,
    /// A sentence for the compiler's message.
    pub(crate) message: String,
}

impl<S: Clone> Refusal<S> {
    /// About one token.
    pub(crate) fn at(source: &S, message: impl Into<String>) -> Self {
        Self { at: Some(source.clone()), message: message.into() }
    }

    /// About the attribute.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self { at: None, message: message.into() }
    }
}
