//! The forms a result can be written in, and the files it is written to.

use crate::console;
use crate::failure::Failure;
use crate::presentation::PresentationArguments;
use clap::Args;
use probity_campaign::CaseRequest;
use probity_evidence::ValidEvidence;
use probity_host::destination::Destination;
use probity_host::program::resolve;
use probity_model::{Output, Text};
use probity_report::Campaign;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
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
    /// The option of `probity report` that asks for this form.
    fn option(self) -> &'static str {
        match self {
            Self::Json => "--json",
            Self::Hyperfine => "--hyperfine",
            Self::Csv => "--csv",
            Self::Markdown => "--markdown",
            Self::Html => "--html",
        }
    }

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
#[derive(Clone, Debug)]
struct Export<'a> {
    format: Format,
    flag: &'static str,
    path: &'a Path,
    destination: Destination,
}

impl<'a> Export<'a> {
    /// Finds out where the result goes, and whether it can be written there.
    fn new(format: Format, flag: &'static str, path: &'a Path) -> Result<Self, Failure> {
        let destination = match path == Path::new("-") {
            true => Destination::StandardOutput,
            false => Destination::of(path).map_err(|error| unwritten(path, &error))?,
        };
        if let Destination::File(place) = &destination {
            place.check().map_err(|error| unwritten(path, &error))?;
        }
        Ok(Self { format, flag, path, destination })
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.destination {
            Destination::StandardOutput => console::print(text),
            Destination::File(place) => {
                place.write(text.as_bytes()).map_err(|error| unwritten(self.path, &error))
            }
        }
    }
}

fn unwritten(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::operation(format_args!("write {}: {why}", path.display()))
}

/// All files that were asked for, in the order they are written.
#[derive(Debug)]
pub(crate) struct Exports<'a>(Vec<Export<'a>>);

impl<'a> Exports<'a> {
    /// Reads the options and refuses, before anything is measured, files that would replace each
    /// other or cannot be written.
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
            path.as_deref().map(|path| Export::new(format, flag, path))
        });
        let asked = Self(asked.collect::<Result<_, _>>()?);
        asked.check_distinct()?;
        Ok(asked)
    }

    /// The option that takes standard output for itself, if one does.
    pub(crate) fn on_standard_output(&self) -> Option<&'static str> {
        let takes = |export: &&Export<'_>| export.destination == Destination::StandardOutput;
        self.0.iter().find(takes).map(|export| export.flag)
    }

    /// Refuses a result that would replace what the campaign itself reads, writes or runs.
    ///
    /// # Errors
    /// Names the option and the file's use.
    pub(crate) fn check_apart(
        &self,
        cases: &[CaseRequest],
        out: Option<&Path>,
    ) -> Result<(), Failure> {
        let search = std::env::var_os("PATH");
        let mut used: Vec<(PathBuf, &str)> = Vec::new();
        used.extend(out.map(|out| (out.to_owned(), "is the directory of --out")));
        for case in cases {
            let file = |text: &Text| PathBuf::from(OsStr::from_bytes(&text.0));
            used.extend(case.streams.input.iter().map(|input| (file(input), "is the --input")));
            if let Output::File(output) = &case.streams.output {
                used.push((file(output), "is an --output"));
            }
            let program = case.arguments.first().map(Vec::as_slice).unwrap_or_default();
            let program = resolve(OsStr::from_bytes(program), search.as_deref());
            // A program that is not there is told by the campaign.
            used.extend(program.ok().map(|program| (program, "is a program to be measured")));
        }
        for Export { flag, path, destination, .. } in &self.0 {
            let Destination::File(place) = destination else { continue };
            if let Some((_, what)) = used.iter().find(|(used, _)| place.replaces(used)) {
                let path = path.display();
                return Err(Failure::usage(format!(
                    "{flag} {path}: this {what}; name another file"
                )));
            }
        }
        Ok(())
    }

    /// Writes them all; a place that fails costs no other place. `kept` is what
    /// `probity report` shows the result by, where it is kept.
    ///
    /// # Errors
    /// All failures, the first one first.
    pub(crate) fn write(
        &self,
        evidence: &ValidEvidence,
        presentation: &PresentationArguments,
        details: bool,
        kept: Option<&str>,
    ) -> Result<(), Failure> {
        let failures = self.0.iter().filter_map(|export| {
            let text = export.format.render(evidence, presentation, details);
            let mut failure = text.and_then(|text| export.write(&text)).err()?;
            if let Some(kept) = kept {
                let option = export.format.option();
                failure.message +=
                    &format!("; the result is kept: probity report {kept} {option} > FILE");
            }
            Some(failure)
        });
        let all = failures.reduce(|mut first, next| {
            first.details.push(format!("probity: {}", next.message));
            first
        });
        all.map_or(Ok(()), Err)
    }

    /// Says what the forms that were asked for have no place for.
    pub(crate) fn tell_what_cannot_be_said(&self, evidence: &ValidEvidence) {
        if self.0.iter().any(|export| export.format == Format::Hyperfine) {
            tell_what_hyperfine_cannot_say(evidence);
        }
    }

    fn check_distinct(&self) -> Result<(), Failure> {
        for (place, export) in self.0.iter().enumerate() {
            let same = |other: &&Export<'_>| other.destination == export.destination;
            let Some(other) = self.0.iter().take(place).find(same) else { continue };
            let (one, another) = (other.flag, export.flag);
            return Err(Failure::usage(match export.destination {
                Destination::StandardOutput => format!(
                    "{one} - and {another} - would mix on standard output; give one of them a file"
                ),
                Destination::File(_) => {
                    format!("{one} and {another} name one file; give each its own")
                }
            }));
        }
        Ok(())
    }
}
