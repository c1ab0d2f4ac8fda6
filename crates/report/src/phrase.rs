//! A line whose pieces know whose words they are.

use crate::escape::{Cell, Escaped};
use crate::html::Html;
use crate::html::markup::code;
use crate::quantity::Figure;
use probity_model::Text;

/// What a colour says; whether it is shown is the page's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Good news.
    Green,
    /// Bad news.
    Red,
    /// Undecided.
    Yellow,
}

impl Colour {
    /// The ANSI sequence that starts it; `\x1b[0m` ends it.
    pub fn ansi(self) -> &'static str {
        match self {
            Self::Red => "\x1b[31m",
            Self::Green => "\x1b[32m",
            Self::Yellow => "\x1b[33m",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Words and numbers of this crate.
    Ours(String),
    /// Prose of somebody else: a reason, a host's model name.
    Prose(Escaped),
    /// A name of somebody else, set as code where the page can.
    Name(Escaped),
}

/// One line in no format yet: words of ours, figures, and words of strangers kept apart, so that
/// each format escapes exactly the strangers' part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    pieces: Vec<Piece>,
    colour: Option<Colour>,
    is_spanning: bool,
}

impl Phrase {
    /// An empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds words of our own code.
    #[must_use]
    pub fn ours(self, words: &'static str) -> Self {
        self.piece(Piece::Ours(words.to_owned()))
    }

    /// Adds a figure.
    #[must_use]
    pub fn figure(self, figure: &Figure) -> Self {
        self.piece(Piece::Ours(figure.as_str().to_owned()))
    }

    /// Adds a whole number.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        self.piece(Piece::Ours(number.to_string()))
    }

    /// Adds a whole number of things: `1 block`, `2 blocks`.
    #[must_use]
    pub fn count(self, number: u64, one: &'static str, many: &'static str) -> Self {
        self.number(number).ours(" ").ours(if number == 1 { one } else { many })
    }

    /// Adds prose of a stranger.
    #[must_use]
    pub fn prose(self, words: &str) -> Self {
        self.piece(Piece::Prose(Escaped::new(words)))
    }

    /// Adds an identifier of a stranger.
    #[must_use]
    pub fn id(self, id: &str) -> Self {
        self.name_of(Escaped::new(id))
    }

    /// Adds a name of a stranger; an empty one is shown as `''`.
    #[must_use]
    pub fn name(self, name: &Text) -> Self {
        self.name_of(Escaped::of_bytes(&name.0))
    }

    /// Adds a name of a stranger, of which a long one lacks its middle.
    #[must_use]
    pub(crate) fn short_name(self, name: &Text, columns: usize) -> Self {
        self.name_of(Escaped::of_bytes(&name.0).cut_middle(columns))
    }

    fn name_of(self, name: Escaped) -> Self {
        let name = if name.as_str().is_empty() { "''".into() } else { name };
        self.piece(Piece::Name(name))
    }

    /// Adds another line's pieces.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Gives the whole line a colour.
    #[must_use]
    pub fn coloured(mut self, colour: Option<Colour>) -> Self {
        self.colour = colour;
        self
    }

    /// Its colour.
    pub fn colour(&self) -> Option<Colour> {
        self.colour
    }

    /// Gives it the rest of its row on a terminal, whatever stands in the columns behind it.
    #[must_use]
    pub(crate) fn spanning(mut self) -> Self {
        self.is_spanning = true;
        self
    }

    /// Whether it has the rest of its row on a terminal.
    pub(crate) fn is_spanning(&self) -> bool {
        self.is_spanning
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// For a terminal, without its colour.
    pub fn terminal(&self) -> Escaped {
        let mut out = Escaped::default();
        for piece in &self.pieces {
            match piece {
                Piece::Ours(words) => out.push(&Escaped::trusted(words.clone())),
                Piece::Prose(words) | Piece::Name(words) => out.push(words),
            }
        }
        out
    }

    /// For Markdown.
    pub fn markdown(&self) -> Cell {
        let mut out = Cell::default();
        for piece in &self.pieces {
            match piece {
                Piece::Ours(words) => out.push(&Cell::trusted(words)),
                Piece::Prose(words) => out.push(&Cell::of(words)),
                Piece::Name(words) => out.push(&Cell::code(words)),
            }
        }
        out
    }

    /// For an attribute of a page, which holds no elements.
    pub(crate) fn plain_html(&self) -> Html {
        Html::of(&self.terminal().cut(NAME_COLUMNS))
    }

    /// For a page, without its colour. A name is cut where it is too long to be read: a page is
    /// sealed with its evidence, which bounds it and keeps the whole name.
    pub fn html(&self) -> Html {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Ours(words) => Html::of(&Escaped::trusted(words.clone())),
            Piece::Prose(words) => Html::of(words),
            Piece::Name(words) => code(&words.clone().cut(NAME_COLUMNS)),
        });
        pieces.collect()
    }
}

/// Columns of a name on a page.
const NAME_COLUMNS: usize = 200;

impl From<&'static str> for Phrase {
    fn from(words: &'static str) -> Self {
        Self::new().ours(words)
    }
}

/// Items written out in one line before most of them are only counted, and those that are then.
const MANY: usize = 24;
const FIRST: usize = 3;

/// As [`listed`], and of very many only the first and how many there are besides.
pub(crate) fn abridged(items: impl IntoIterator<Item = Phrase>) -> Phrase {
    let mut items: Vec<Phrase> = items.into_iter().collect();
    if items.len() > MANY {
        let more = Phrase::new().number((items.len() - FIRST) as u64).ours(" more");
        items.truncate(FIRST);
        items.push(more);
    }
    listed(items)
}

/// `a, b and c`.
pub(crate) fn listed(items: impl IntoIterator<Item = Phrase>) -> Phrase {
    let items: Vec<Phrase> = items.into_iter().collect();
    let last = items.len().saturating_sub(1);
    items.into_iter().enumerate().fold(Phrase::new(), |line, (place, item)| {
        let joint = if place == 0 {
            ""
        } else if place == last {
            " and "
        } else {
            ", "
        };
        line.ours(joint).then(item)
    })
}
