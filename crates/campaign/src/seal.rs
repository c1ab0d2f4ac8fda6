//! The end of a campaign: its evidence sealed, and kept where it is to be kept.

use crate::event::{Event, Observer};
use probity_evidence::{Kept, SealError, Sealing, Shelf, ShelfError, Staging, ValidEvidence};
use probity_report::{Campaign, TextOptions};
use std::convert::Infallible;

/// Seals the campaign and puts a copy on `shelf`; gives the evidence, and its name there. What goes
/// wrong on the shelf is a notice and costs nothing.
///
/// # Errors
/// See [`SealError`].
pub(crate) fn seal(
    staging: Staging,
    sealing: &Sealing,
    shelf: Option<&Shelf>,
    observer: &mut dyn Observer,
) -> Result<(ValidEvidence, Option<String>), SealError> {
    let Some(shelf) = shelf else {
        let evidence = staging.seal(sealing, pages)?;
        return Ok((evidence, None));
    };
    let (evidence, kept) = shelf.seal(staging, sealing, pages)?;
    if let Some(notice) = notice(&kept) {
        observer.event(&Event::Notice(&notice));
    }
    Ok((evidence, kept.ok().map(|kept| kept.name)))
}

fn notice(kept: &Result<Kept, ShelfError>) -> Option<String> {
    match kept {
        Ok(Kept { unremoved: None, .. }) => None,
        Ok(Kept { unremoved: Some((path, error)), .. }) => {
            let path = path.display();
            Some(format!("failed to remove {path}, which makes room for newer evidence: {error}"))
        }
        Err(error) => Some(format!(
            "the evidence is not kept: failed to {error}; --no-keep wants none, --out DIR another \
             place"
        )),
    }
}

/// The pages kept beside the data.
fn pages(evidence: &ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, Infallible> {
    let campaign = Campaign::from(evidence);
    let options = TextOptions { details: true, ..TextOptions::default() };
    Ok(vec![
        (String::from("report.txt"), probity_report::text(campaign, options).into_bytes()),
        (String::from("report.md"), probity_report::markdown(campaign, true).into_bytes()),
        (String::from("report.html"), probity_report::html(campaign).into_bytes()),
    ])
}
