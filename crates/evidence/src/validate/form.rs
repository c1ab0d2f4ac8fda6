//! Lines of `runs.jsonl` that say what an earlier line said, with other numbers.

use probity_model::{CaseId, Exit, Incarnation, Run, canonical};

/// What a canonical line said beside its numbers, and the run that it told.
///
/// A line that agrees with it is read without a parser. The words of it are the words of a line
/// that was parsed, and a number has to have its one canonical spelling: so such a line is
/// canonical and of the right type, as that one was.
#[derive(Debug)]
pub(super) struct Form {
    /// The text before each number, and how the number is spelt.
    pieces: Vec<(Box<[u8]>, Spelling)>,
    /// The text behind the last number.
    tail: Box<[u8]>,
    run: Run,
}

/// How a number is spelt.
#[derive(Clone, Copy, Debug)]
enum Spelling {
    Integer,
    Real,
}

/// What every canonical line has before the id of its case, which counts as one of its numbers.
const CASE: &[u8] = b"\"case\":\"c";

impl Form {
    /// The form of `line`, of which a parser made `run`. There is none for a run with texts of its
    /// own.
    pub(super) fn of(line: &[u8], run: &Run) -> Option<Self> {
        if run.stderr_tail.is_some() || !run.leftovers.is_empty() || run.program.is_some() {
            return None;
        }
        let (mut pieces, mut piece) = (Vec::new(), Vec::new());
        let (mut in_string, mut escaped) = (false, false);
        let mut rest = line;
        while let [byte, after @ ..] = rest {
            let is_number = match in_string {
                true => piece.ends_with(CASE),
                false => matches!(byte, b'-' | b'0'..=b'9'),
            };
            if is_number {
                let (spelling, after) = number(rest, in_string)?;
                pieces.push((std::mem::take(&mut piece).into_boxed_slice(), spelling));
                rest = after;
                continue;
            }
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                _ => {}
            }
            piece.push(*byte);
            rest = after;
        }
        let form = Self { pieces, tail: piece.into_boxed_slice(), run: run.clone() };
        // Whether each number is where it is taken from.
        (form.read(line, &mut Vec::new()).as_ref() == Some(run)).then_some(form)
    }

    /// The run of the form.
    pub(super) fn run(&self) -> &Run {
        &self.run
    }

    /// The run that `line` tells, where it has this form. `numbers` is room to work in.
    pub(super) fn read(&self, line: &[u8], numbers: &mut Vec<u64>) -> Option<Run> {
        numbers.clear();
        let mut rest = line;
        for (piece, spelling) in &self.pieces {
            rest = rest.strip_prefix(&**piece)?;
            let (number, after) = match spelling {
                Spelling::Integer => integer(rest)?,
                Spelling::Real => real(rest)?,
            };
            numbers.push(number);
            rest = after;
        }
        if rest != &*self.tail {
            return None;
        }
        self.fill(numbers)
    }

    /// The run with these numbers, in the order of the canonical form.
    fn fill(&self, numbers: &[u64]) -> Option<Run> {
        let [block, case, exit, index, observed @ .., position, pid, start_ticks] = numbers else {
            return None;
        };
        let exit = u8::try_from(*exit).ok()?;
        Some(Run {
            case: CaseId(format!("c{case}")),
            index: *index,
            block: *block,
            position: *position,
            role: self.run.role,
            exit: match self.run.exit {
                Exit::Code(_) => Exit::Code(exit),
                Exit::Signal(_) => Exit::Signal(exit),
            },
            process: Incarnation { pid: u32::try_from(*pid).ok()?, start_ticks: *start_ticks },
            observations: self.run.observations.with_numbers(observed)?,
            windows: Vec::new(),
            program: None,
            stderr_tail: None,
            leftovers: Vec::new(),
        })
    }
}

/// How the number at the beginning is spelt, and what comes after it.
fn number(bytes: &[u8], in_string: bool) -> Option<(Spelling, &[u8])> {
    let (_, after) = bytes.split_at_checked(token(bytes).len())?;
    match integer(bytes) {
        Some((_, rest)) if in_string || rest.len() == after.len() => {
            Some((Spelling::Integer, rest))
        }
        _ => real(bytes).map(|(_, rest)| (Spelling::Real, rest)),
    }
}

/// The bytes at the beginning that numbers are made of.
fn token(bytes: &[u8]) -> &[u8] {
    let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    let length = bytes.iter().take_while(|byte| is_part(byte)).count();
    bytes.get(..length).unwrap_or_default()
}

/// A canonical integer at the beginning, and what comes after it.
fn integer(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0_u64;
    let mut rest = bytes;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        rest = after;
    }
    match bytes.len() - rest.len() {
        0 => None,
        length if length > 1 && bytes.first() == Some(&b'0') => None,
        _ => Some((value, rest)),
    }
}

/// The bits of a canonical real at the beginning, and what comes after it.
fn real(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let token = token(bytes);
    let value: f64 = serde_json::from_slice(token).ok()?;
    let is_canonical = canonical(&value).is_ok_and(|canonical| canonical == token);
    let rest = bytes.get(token.len()..)?;
    is_canonical.then_some((value.to_bits(), rest))
}

#[cfg(test)]
pub(in crate::validate) mod tests;
