//! What programs get as their environment: what is the same for all, and what each run has of its
//! own.

use probity_model::protocol::{DESCRIPTOR_VARIABLE, NONCE_VARIABLE};
use probity_sys::launch::SPEECH_DESCRIPTOR;
use probity_sys::{file, process};

/// The variables, `NAME=value` each.
pub(crate) struct Environment {
    variables: Vec<Vec<u8>>,
    /// How many of them are the same for all.
    base: usize,
    /// Why the pipe on which a program may speak cannot be given to it, where it cannot.
    muteness: Option<&'static str>,
}

/// Why it cannot be given.
const NO_NUMBER: &str = "so few files may be open that there is no number 59 for a pipe; try: \
    ulimit -n 1024";
const TAKEN: &str =
    "a file of the number 59 is passed on to them, which is where the pipe would be";

const _: () = assert!(SPEECH_DESCRIPTOR == 59);

impl Environment {
    /// From those that are the same for all.
    pub(crate) fn new(variables: Vec<Vec<u8>>) -> Self {
        let base = variables.len();
        let has_room = |limit| limit > u64::from(SPEECH_DESCRIPTOR);
        // Whoever listens to us gave us one; our programs speak to us.
        let is_ours = std::env::var_os(DESCRIPTOR_VARIABLE)
            .is_some_and(|number| *number == *SPEECH_DESCRIPTOR.to_string());
        let muteness = if process::passes_on(SPEECH_DESCRIPTOR) && !is_ours {
            Some(TAKEN)
        } else {
            (!process::open_files_limit().is_ok_and(has_room)).then_some(NO_NUMBER)
        };
        Self { variables, base, muteness }
    }

    /// Why programs cannot say anything of themselves, where they cannot.
    pub(crate) fn muteness(&self) -> Option<String> {
        self.muteness.map(|why| format!("programs cannot say anything of themselves: {why}"))
    }

    /// Those that are the same for all.
    pub(crate) fn base(&self) -> &[Vec<u8>] {
        &self.variables[..self.base]
    }

    /// Those of the next run, with `own` of it alone, and the nonce in them; none where programs
    /// cannot speak.
    pub(crate) fn next(&mut self, own: &[Vec<u8>]) -> (&[Vec<u8>], Option<String>) {
        self.variables.truncate(self.base);
        self.variables.extend_from_slice(own);
        // Without random bytes nothing could tell the lines of this run from those of another.
        let nonce = file::random_bytes::<8>().ok().filter(|_| self.muteness.is_none());
        let nonce = nonce.map(|bytes| format!("{:016x}", u64::from_ne_bytes(bytes)));
        if let Some(nonce) = &nonce {
            let number = format!("{DESCRIPTOR_VARIABLE}={SPEECH_DESCRIPTOR}");
            self.variables.push(number.into_bytes());
            self.variables.push(format!("{NONCE_VARIABLE}={nonce}").into_bytes());
        }
        (&self.variables, nonce)
    }
}
