//! HTML put together by type: text becomes [`Html`] only by being escaped, and elements only from
//! names and attributes of our own code.

use crate::escape::Escaped;
use crate::quantity::Figure;
use std::fmt;

/// A piece of a page that is safe inside an element and inside a quoted attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Escapes text, whose control characters are harmless already.
    pub fn of(text: &Escaped) -> Self {
        let mut out = String::with_capacity(text.as_str().len());
        for c in text.as_str().chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                c => out.push(c),
            }
        }
        Self(out)
    }

    /// The page text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Our own style sheet, which an element `style` holds as it is: it knows no references.
    pub(super) fn style(sheet: &'static str) -> Self {
        Self(sheet.to_owned())
    }

    /// A coordinate or length of a drawing, to a tenth of its unit.
    pub(super) fn length(value: f64) -> Self {
        let text = format!("{value:.1}");
        let text = text.strip_suffix(".0").unwrap_or(&text);
        Self(if text == "-0" { "0".to_owned() } else { text.to_owned() })
    }

    /// A whole number.
    pub(super) fn number(value: u64) -> Self {
        Self(value.to_string())
    }

    pub(crate) fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// The same, and then `other`.
    #[must_use]
    pub(crate) fn then(mut self, other: impl Into<Self>) -> Self {
        self.push(&other.into());
        self
    }
}

impl From<&'static str> for Html {
    fn from(text: &'static str) -> Self {
        Self::of(&Escaped::from(text))
    }
}

impl From<&Figure> for Html {
    fn from(figure: &Figure) -> Self {
        Self::of(&Escaped::trusted(figure.as_str().to_owned()))
    }
}

impl FromIterator<Self> for Html {
    fn from_iter<I: IntoIterator<Item = Self>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::default(), Self::then)
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An element that is being opened.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    opening: Html,
}

/// Begins an element.
pub(super) fn element(name: &'static str) -> Element {
    Element { name, opening: Html(format!("<{name}")) }
}

impl Element {
    /// Adds an attribute.
    #[must_use]
    pub(super) fn with(self, name: &'static str, value: impl Into<Html>) -> Self {
        let Self { name: element, opening } = self;
        let value = value.into();
        Self { name: element, opening: Html(format!("{opening} {name}=\"{value}\"")) }
    }

    /// Adds an attribute that is a length.
    #[must_use]
    pub(super) fn at(self, name: &'static str, value: f64) -> Self {
        self.with(name, Html::length(value))
    }

    /// Adds the class by which the style sheet knows it.
    #[must_use]
    pub(super) fn class(self, name: &'static str) -> Self {
        self.with("class", name)
    }

    /// Adds the name by which a link and a test know it.
    #[must_use]
    pub(super) fn id(self, name: impl Into<Html>) -> Self {
        self.with("id", name)
    }

    /// The element around its content.
    pub(super) fn holding(self, content: impl Into<Html>) -> Html {
        let Self { name, opening } = self;
        Html(format!("{opening}>{}</{name}>", content.into()))
    }

    /// The same, with a line break behind it, so that the page can be read as text too.
    pub(super) fn line(self, content: impl Into<Html>) -> Html {
        let mut out = self.holding(content);
        out.0.push('\n');
        out
    }

    /// The element without content.
    pub(super) fn alone(self) -> Html {
        Html(format!("{}/>", self.opening))
    }
}

/// What has to stand before the first element, or a browser guesses how pages were once read.
pub(super) fn doctype() -> Html {
    Html("<!DOCTYPE html>\n".to_owned())
}

/// Text set as code.
pub(crate) fn code(text: &Escaped) -> Html {
    element("code").holding(Html::of(text))
}
