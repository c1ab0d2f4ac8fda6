//! The body of a source on systems it has none for.
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::reading::Reader;
use probity_model::{Absence, Cause};

/// Opens nothing, and says why.
pub(crate) fn open(_: &Context, _: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    Err(Absence::new(
        Cause::WrongOs,
        format!("this source is read on Linux only so far, and this is {}", std::env::consts::OS),
    ))
}
