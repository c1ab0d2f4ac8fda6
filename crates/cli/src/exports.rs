//! The forms a result can be written in, and the files it is written to.

use crate::console;
use crate::failure::Failure;
use crate::presentation::PresentationArguments;
use clap::Args;
use probity_evidence::ValidEvidence;
use probity_report::Campaign;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The options that write the result to files.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// Write the result as JSON to this file, or to standard output for '-'
    #[arg(long, value_name = "FILE", env = "PROBITY_JSON")]
    json: Option<PathBuf>,

    /// Write the JSON that hyperfine writes, for scripts that read it
    #[arg(
        long,
        value_name = "FILE",
        env = "PROBITY_EXPORT_HYPERFINE",
        visible_alias = "export-json"
    )]
    export_hyperfine: Option<PathBuf>,

    /// Write a table for a spreadsheet
    #[arg(long, value_name = "FILE", env = "PROBITY_CSV", visible_alias = "export-csv")]
    csv: Option<PathBuf>,

    /// Write a table for an issue or a README
    #[arg(long, value_name = "FILE", env = "PROBITY_MARKDOWN", visible_alias = "export-markdown")]
    markdown: Option<PathBuf>,

    /// Write a page for a browser
    #[arg(long, value_name = "FILE", env = "PROBITY_HTML")]
    html: Option<PathBuf>,
}

/// A form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Our own document, with every run.
    Json,
    /// hyperfine's document.
    Hyperfine,
    /// A table for a spreadsheet.
    Csv,
    /// A page of Markdown.
    Markdown,
    /// A page for a browser.
    Html,
}

impl Format {
    /// The result in this form; Markdown with `details`, the metrics without a column of their own.
    ///
    /// # Errors
    /// Where it has no JSON form.
    pub(crate) fn render(
        self,
        evidence: &ValidEvidence,
        presentation: &PresentationArguments,
        details: bool,
    ) -> Result<String, Failure> {
        let document = presentation.document(evidence);
        let shown = presentation.campaign(evidence, &document);
        let failed = |error| Failure::operation(format_args!("write JSON: {error}"));
        match self {
            Self::Json => probity_report::json(&evidence.document_with_runs()).map_err(failed),
            Self::Hyperfine => probity_report::hyperfine(shown).map_err(failed),
            Self::Csv => Ok(probity_report::csv(shown)),
            Self::Markdown => Ok(probity_report::markdown(shown, details)),
            Self::Html => Ok(probity_report::html(Campaign::from(evidence))),
        }
    }
}

/// Says of an incomplete campaign that hyperfine's form has no place for it.
pub(crate) fn tell_what_hyperfine_cannot_say(evidence: &ValidEvidence) {
    if let Some(reason) = evidence.completeness().reason() {
        console::say(&format!(
            "note: nothing in hyperfine's JSON says that this result is incomplete: {reason}"
        ));
    }
}

/// A form and the file it was asked for in.
#[derive(Clone, Copy, Debug)]
struct Export<'a> {
    format: Format,
    flag: &'static str,
    path: &'a Path,
}

impl Export<'_> {
    fn is_standard_output(&self) -> bool {
        self.path == Path::new("-")
    }
}

/// All files that were asked for, in the order they are written.
#[derive(Debug)]
pub(crate) struct Exports<'a>(Vec<Export<'a>>);

impl<'a> Exports<'a> {
    /// Reads the options and refuses, before anything is measured, files that would replace each
    /// other or cannot be made.
    ///
    /// # Errors
    /// Which, and what to do.
    pub(crate) fn of(arguments: &'a ExportArguments) -> Result<Self, Failure> {
        let exports = [
            (Format::Json, "--json", &arguments.json),
            (Format::Hyperfine, "--export-hyperfine", &arguments.export_hyperfine),
            (Format::Csv, "--csv", &arguments.csv),
            (Format::Markdown, "--markdown", &arguments.markdown),
            (Format::Html, "--html", &arguments.html),
        ];
        let asked = exports.into_iter().filter_map(|(format, flag, path)| {
            path.as_deref().map(|path| Export { format, flag, path })
        });
        let asked = Self(asked.collect());
        asked.check_distinct()?;
        for export in asked.0.iter().filter(|export| !export.is_standard_output()) {
            check_destination(export.path)?;
        }
        Ok(asked)
    }

    /// The option that takes standard output for itself, if one does.
    pub(crate) fn on_standard_output(&self) -> Option<&'static str> {
        self.0.iter().find(|export| export.is_standard_output()).map(|export| export.flag)
    }

    /// Writes them all; a place that fails costs no other place.
    ///
    /// # Errors
    /// The first failure.
    pub(crate) fn write(
        &self,
        evidence: &ValidEvidence,
        presentation: &PresentationArguments,
        details: bool,
    ) -> Result<(), Failure> {
        let mut written = Ok(());
        for export in &self.0 {
            let one =
                export.format.render(evidence, presentation, details).and_then(|text| match export
                    .is_standard_output()
                {
                    true => console::print(&text),
                    false => write_file(export.path, text.as_bytes()),
                });
            written = written.and(one);
        }
        written
    }

    /// Says what the forms that were asked for have no place for.
    pub(crate) fn tell_what_cannot_be_said(&self, evidence: &ValidEvidence) {
        if self.0.iter().any(|export| export.format == Format::Hyperfine) {
            tell_what_hyperfine_cannot_say(evidence);
        }
    }

    fn check_distinct(&self) -> Result<(), Failure> {
        for (place, export) in self.0.iter().enumerate() {
            let same = |other: &&Export<'_>| {
                other.path == export.path
                    || (!export.is_standard_output()
                        && !other.is_standard_output()
                        && resolved(other.path) == resolved(export.path))
            };
            let Some(other) = self.0.iter().take(place).find(same) else { continue };
            let (one, another) = (other.flag, export.flag);
            return Err(Failure::usage(match export.is_standard_output() {
                true => format!(
                    "{one} - and {another} - would mix on standard output; give one of them a file"
                ),
                false => format!("{one} and {another} name one file; give each its own"),
            }));
        }
        Ok(())
    }
}

/// The file that `path` leads to, as far as that can be told.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let directory = directory_of(path);
        let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        path.file_name().map_or_else(|| directory.clone(), |name| directory.join(name))
    })
}

/// Refuses a place for a file that is seen to take none.
fn check_destination(path: &Path) -> Result<(), Failure> {
    let refused = |why: std::fmt::Arguments<'_>| {
        Err(Failure::operation(format_args!("write {}: {why}", path.display())))
    };
    if path.is_dir() {
        return refused(format_args!("it is a directory; name a file"));
    }
    let directory = directory_of(path);
    if directory.is_dir() {
        return Ok(());
    }
    refused(format_args!("there is no directory {}; create it first", directory.display()))
}

/// The directory that `path` names a file in.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Replaces `path` by the new content in one step: whoever reads it sees the old or the new.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::operation(format_args!("write {}: {error}", path.display()))
    };
    // Devices and pipes (/dev/stdout, a FIFO) cannot be renamed over.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, bytes).map_err(failed);
    }
    // As any new file: what the umask leaves of these bits.
    let readable = Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new()
        .permissions(readable)
        .tempfile_in(directory_of(path))
        .map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}
