//! How causes, scopes, exits and absences are worded for people.

use crate::phrase::{Colour, Phrase};
use probity_model::{Absence, Cause, Exit, Scope, SpeechFault, Verdict};

/// The kind of "cannot", in words.
pub(crate) fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::WrongOs => "wrong operating system",
        Cause::NoHardware => "no hardware",
        Cause::NoKernelSupport => "no kernel support",
        Cause::Denied => "denied",
        Cause::Busy => "busy",
        Cause::NotRequested => "not requested",
        Cause::NeverScheduled => "never scheduled",
        Cause::WindowTooShort => "window too short",
        Cause::ToolMissing => "tool missing",
        Cause::NotImplemented => "not implemented",
        Cause::Lost => "lost",
        Cause::Implausible => "implausible",
        Cause::TooFew => "too few",
        Cause::Interrupted => "interrupted",
    }
}

/// Whose a number is; continues "of".
pub(crate) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Window => "the run, from its release to its end",
        Scope::Iteration => "one iteration, less what the loop and the clock take",
        Scope::ProcessAndWaitedDescendants => "the program and its waited-for descendants",
        Scope::ProcessTree => "the program and all its descendants",
        Scope::LargestProcess => "the largest single process, not a sum",
        Scope::Process => "the process with all its threads",
        Scope::MainThread => "the first thread only",
        Scope::ThreadTree => "the thread that opened the window, and what it started in it",
        Scope::ControlGroup => "our control group, not only the program",
        Scope::System => "the whole system, not only the program",
    }
}

/// The same in one or two words, for a column.
pub(crate) fn short_scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Window => "window",
        Scope::Iteration => "iteration",
        Scope::ProcessAndWaitedDescendants => "process + waited-for",
        Scope::ProcessTree => "process tree",
        Scope::LargestProcess => "largest process",
        Scope::Process => "process",
        Scope::MainThread => "first thread",
        Scope::ThreadTree => "thread tree",
        Scope::ControlGroup => "control group",
        Scope::System => "system",
    }
}

/// The reason, the gate and the remedy: continues a colon or a dash.
pub(crate) fn absence(absence: &Absence) -> Phrase {
    let mut line = Phrase::new().prose(&absence.reason);
    if let Some(gate) = &absence.gate {
        line = line.ours(" (gate: ").prose(gate).ours(")");
    }
    if let Some(remedy) = &absence.remedy {
        line = line.ours("; try: ").prose(remedy);
    }
    line
}

/// What is wrong with what a program said of itself.
pub(crate) fn fault(fault: SpeechFault) -> &'static str {
    match fault {
        SpeechFault::Garbage => "lines that are no messages",
        SpeechFault::HalfLine => "a last line that was cut off",
        SpeechFault::NoHello => "messages before a hello, which count for nothing",
        SpeechFault::OtherProtocol => "speakers of another version, which count for nothing",
        SpeechFault::WrongNonce => "speakers with another run's nonce, which count for nothing",
        SpeechFault::WindowNotOpen => "windows that ended and were not open",
        SpeechFault::WindowNotEnded => "windows that never ended",
        SpeechFault::WindowBackwards => "windows that ended before they began",
        SpeechFault::WindowClock => "windows that ended by another clock",
        SpeechFault::WindowIdAgain => {
            "windows with the id of an earlier one, neither of which counts"
        }
        SpeechFault::WindowTooLong => "windows that took longer than the run",
        SpeechFault::ChecksumAgain => "a checksum said again",
        SpeechFault::ChecksumContradicts => "another checksum than before",
        SpeechFault::ChecksumUnheeded => "a checksum that cannot be heeded",
        SpeechFault::ResultAgain => "a second result",
        SpeechFault::ProvenanceContradicts => "another provenance than before under one name",
        SpeechFault::CounterContradicts => {
            "counters that contradict themselves, which are left out"
        }
        SpeechFault::BenchmarkContradicts => {
            "samples and counts that contradict themselves, none of which counts"
        }
        SpeechFault::TooLarge => "sums beyond 64 bits, which are left out",
        SpeechFault::TooMany => "more names than are kept",
        SpeechFault::Discarded => "lines beyond what is kept",
    }
}

/// How a program ended; signals whose number is the same on every system by name too.
pub(crate) fn exit(exit: Exit) -> Phrase {
    let (words, number, name) = match exit {
        Exit::Code(code) => ("exit code ", code, None),
        Exit::Signal(signal) => ("signal ", signal, signal_name(signal)),
    };
    let line = Phrase::new().ours(words).number(u64::from(number));
    name.map_or(line.clone(), |name| line.ours(" (").ours(name).ours(")"))
}

fn signal_name(signal: u8) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

/// The verdict in its one spelling.
pub(crate) fn verdict(verdict: Verdict) -> Phrase {
    Phrase::from(verdict.name()).coloured(match verdict {
        Verdict::Regressed => Some(Colour::Red),
        Verdict::Improved => Some(Colour::Green),
        Verdict::Inconclusive => Some(Colour::Yellow),
        Verdict::NoDifferenceShown | Verdict::Incomparable | Verdict::Invalid => None,
    })
}

/// Whether a verdict is an answer, so that the row speaks for itself.
pub(crate) fn is_decided(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Regressed | Verdict::Improved | Verdict::NoDifferenceShown)
}
