//! `probity doctor`: what can be measured here, and why the rest cannot.

use crate::arguments::DoctorArguments;
use crate::console;
use crate::failure::Failure;
use probity_host::costs::costs;
use probity_host::facts::examine;
use probity_report::{Examination, ExitCode};
use probity_sources::{Context, Selection, Session, SubjectKind, calibrate_energy, capabilities};
use probity_sys::kernel::Live;

/// Probes every source and reads the host's facts, and works for some seconds where it is to
/// calibrate. Changes nothing.
///
/// # Errors
/// Where the answer cannot be written.
pub(crate) fn run(arguments: &DoctorArguments) -> Result<ExitCode, Failure> {
    let context = Context::live();
    let (host, doctor) = examine(&context.root, context.kernel.as_ref());
    let selection = Selection::all();
    let mut report = capabilities(&context, SubjectKind::Child, &selection);
    // What a timed run costs if nothing is asked for: counters are for counted runs.
    let usual = selection.timed().usual(&context, SubjectKind::Child);
    let mut session = Session::open(&context, SubjectKind::Child, &usual);
    report.session = Some(session.calibrate());
    // By the calls themselves, past the table of calls that can be emulated: it has a price.
    let costs = arguments.costs.then(|| costs(&context.root, &Live));
    let calibration = arguments.calibrate.then(|| calibrate_energy(&context));
    let seen = Examination {
        host: &host,
        doctor: &doctor,
        capabilities: &report,
        costs: costs.as_ref(),
        calibration: calibration.as_ref(),
    };
    let text = if arguments.json {
        probity_report::doctor_json(&crate::producer::producer(), seen)
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))?
    } else {
        probity_report::doctor(seen)
    };
    console::print(&text)?;
    Ok(ExitCode::Ok)
}
