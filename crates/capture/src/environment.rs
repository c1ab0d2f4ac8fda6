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
    /// Whether the pipe on which a program may speak can be given to it.
    can_speak: bool,
}

impl Environment {
    /// From those that are the same for all.
    pub(crate) fn new(variables: Vec<Vec<u8>>) -> Self {
        let base = variables.len();
        let has_room = |limit| limit > u64::from(SPEECH_DESCRIPTOR);
        Self { variables, base, can_speak: process::open_files_limit().is_ok_and(has_room) }
    }

    /// Why programs cannot say anything of themselves, where they cannot.
    pub(crate) fn muteness(&self) -> Option<String> {
        (!self.can_speak).then(|| {
            format!(
                "programs cannot say anything of themselves: so few files may be open that there \
                 is no number {SPEECH_DESCRIPTOR} for a pipe; try: ulimit -n 1024"
            )
        })
    }

    /// Those that are the same for all.
    pub(crate) fn base(&self) -> &[Vec<u8>] {
        &self.variables[..self.base]
    }

    /// Those of the next run, and the nonce in them; none where programs cannot speak.
    pub(crate) fn next(&mut self) -> (&[Vec<u8>], Option<String>) {
        self.variables.truncate(self.base);
        // Without random bytes nothing could tell the lines of this run from those of another.
        let nonce = file::random_bytes::<8>().ok().filter(|_| self.can_speak);
        let nonce = nonce.map(|bytes| format!("{:016x}", u64::from_ne_bytes(bytes)));
        if let Some(nonce) = &nonce {
            let number = format!("{DESCRIPTOR_VARIABLE}={SPEECH_DESCRIPTOR}");
            self.variables.push(number.into_bytes());
            self.variables.push(format!("{NONCE_VARIABLE}={nonce}").into_bytes());
        }
        (&self.variables, nonce)
    }
}
