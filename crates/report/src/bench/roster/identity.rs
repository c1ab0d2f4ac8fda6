//! What a benchmark is called, taken apart.

use probity_model::{CaseSettings, Parameter, Text};

/// Where a benchmark stands, and in what it differs from the others of its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Modules and at last the function.
    pub(crate) path: Vec<Text>,
    /// The labels as the name has them (`n=1024,T=String`); none where it has none.
    pub(crate) labels: Option<Text>,
}

const SEPARATOR: &[u8] = b"::";
/// Modules beyond this one are not taken apart: nobody nests them so deeply.
const DEEPEST: usize = 16;

impl Identity {
    /// Takes a name apart. Labels begin where the first parameter is named; a value may have
    /// anything in it, a path has no `=`.
    pub(crate) fn of(name: &Text, settings: Option<&CaseSettings>) -> Self {
        let first = settings.and_then(|settings| settings.parameters.first());
        let labels = first.and_then(|first| place_of_labels(&name.0, first));
        let (path, labels) = match labels {
            Some(place) => (
                name.0.get(..place).unwrap_or_default(),
                name.0.get(place + SEPARATOR.len()..).map(Text::new),
            ),
            None => (name.0.as_slice(), None),
        };
        Self { path: segments(path), labels }
    }

    /// All parts, the labels as the last one.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Text> {
        self.path.iter().chain(&self.labels)
    }
}

fn place_of_labels(name: &[u8], first: &Parameter) -> Option<usize> {
    let begin = [SEPARATOR, first.name.as_bytes(), b"="].concat();
    name.windows(begin.len()).position(|window| window == begin)
}

/// Separators that do not fit stay in the last segment.
fn segments(path: &[u8]) -> Vec<Text> {
    let mut out = Vec::new();
    let mut rest = path;
    while out.len() + 1 < DEEPEST {
        let Some(end) = rest.windows(SEPARATOR.len()).position(|two| two == SEPARATOR) else {
            break;
        };
        let (segment, after) = rest.split_at(end);
        out.push(Text::new(segment));
        rest = after.get(SEPARATOR.len()..).unwrap_or_default();
    }
    out.push(Text::new(rest));
    out
}
