//! From the command line to the hooks of each command.

use crate::arguments::StatArguments;
use crate::cases::parameters::{stands_in, substitute};
use probity_model::{HookKind, Hooks, Parameter, Text};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// The hooks as they were given: each kind once for all commands, or once for each of them.
pub(crate) struct GivenHooks<'a>([(HookKind, &'a [OsString]); 4]);

impl<'a> GivenHooks<'a> {
    /// The hooks for this many commands, an added reference among them.
    ///
    /// # Errors
    /// What is wrong with them, and what to do.
    pub(crate) fn new(arguments: &'a StatArguments, commands: usize) -> Result<Self, String> {
        let given = [
            (HookKind::Setup, arguments.setup.as_slice()),
            (HookKind::Prepare, arguments.prepare.as_slice()),
            (HookKind::Conclude, arguments.conclude.as_slice()),
            (HookKind::Cleanup, arguments.cleanup.as_slice()),
        ];
        for (kind, hooks) in given {
            let (option, count) = (kind.option(), hooks.len());
            if hooks.iter().any(|hook| hook.is_empty()) {
                return Err(format!("{option} '': there is no command in it"));
            }
            if count > 1 && count != commands {
                return Err(format!(
                    "{option} is given {count} times for {commands} commands (a --reference that \
                     is none of the others is one, and comes first): give it once, or for each"
                ));
            }
        }
        Ok(Self(given))
    }

    /// Whether one of these parameters stands in a hook of the case at `place`.
    pub(crate) fn stand_in(&self, place: usize, parameters: &[Parameter]) -> bool {
        let hooks = self.0.iter().filter_map(|(_, hooks)| of_place(hooks, place));
        hooks
            .flat_map(|hook| parameters.iter().map(move |one| (hook, one)))
            .any(|(hook, one)| stands_in(hook.as_bytes(), &one.name))
    }

    /// Those of the case at `place`, with the values of its parameters in them.
    ///
    /// # Errors
    /// Where nothing is left of one.
    pub(crate) fn of(&self, place: usize, parameters: &[Parameter]) -> Result<Hooks, String> {
        let [setup, prepare, conclude, cleanup] = self.0.map(|(kind, hooks)| {
            match of_place(hooks, place).map(|hook| substitute(hook.as_bytes(), parameters)) {
                Some(text) if text.is_empty() => Err(format!(
                    "{} of case {}: there is no command in it",
                    kind.option(),
                    place + 1
                )),
                text => Ok(text.map(Text)),
            }
        });
        Ok(Hooks { setup: setup?, prepare: prepare?, conclude: conclude?, cleanup: cleanup? })
    }
}

/// The hook of the case at `place`: its own, or the one of all.
fn of_place(hooks: &[OsString], place: usize) -> Option<&OsString> {
    if hooks.len() > 1 { hooks.get(place) } else { hooks.first() }
}
