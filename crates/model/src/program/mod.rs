//! What a program said of itself, beside what was measured of it.

mod case_speech;
mod iterations;
mod speech;

pub use case_speech::{
    CaseProvenance, CaseSpeech, CaseSpeechFinding, Outcome, ProgramMetric, WindowSummary,
    WorkSummary,
};
pub use iterations::{Amount, IterationTime, Iterations};
pub use speech::{
    ProgramCounter, Provenance, SaidErrors, Speech, SpeechFault, SpeechFinding, UnknownKind,
    Window, Work,
};
