//! What a program said of itself, beside what was measured of it.

mod case_speech;
mod speech;

pub use case_speech::{
    CaseSpeech, CaseSpeechFinding, Outcome, ProgramMetric, WindowSummary, WorkSummary,
};
pub use speech::{
    ProgramCounter, SaidErrors, Speech, SpeechFault, SpeechFinding, UnknownKind, Window, Work,
};
