//! The end of a campaign: its evidence sealed, and kept where it is to be kept.

use crate::event::{Event, Observer};
use probity_evidence::{Kept, SealError, Sealing, Shelf, ShelfError, Staging, ValidEvidence};
use probity_report::{Campaign, TextOptions};
use std::convert::Infallible;

/// Seals the campaign and puts a copy on `shelf`; gives the evidence, and its name there or why it
/// has none: what goes wrong on the shelf costs the evidence nothing.
///
/// # Errors
/// See [`SealError`].
pub(crate) fn seal(
    staging: Staging,
    sealing: &Sealing,
    shelf: Option<&Shelf>,
    observer: &mut dyn Observer,
) -> Result<(ValidEvidence, Option<Result<String, ShelfError>>), SealError> {
    let Some(shelf) = shelf else {
        let evidence = staging.seal(sealing, pages)?;
        return Ok((evidence, None));
    };
    let (evidence, kept) = shelf.seal(staging, sealing, pages)?;
    if let Ok(Kept { unremoved: Some((path, error)), .. }) = &kept {
        let path = path.display();
        observer.event(&Event::Notice(&format!(
            "failed to remove {path}, which makes room for newer evidence: {error}"
        )));
    }
    Ok((evidence, Some(kept.map(|kept| kept.name))))
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
