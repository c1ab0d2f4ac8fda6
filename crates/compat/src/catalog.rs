//! The benchmarks of groups, as cases of the harness.

use crate::session::{At, Found, Session};
use probity_harness::registry::{Case, CaseKey, Catalog, Listing, NotFound, Place, Wish, spelled};
use probity_harness::{Executable, main_with};
use std::process::ExitCode;

/// A function that [`criterion_group!`](crate::criterion_group) made, or one like it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is called.
    pub name: &'static str,
    /// The file that names it.
    pub file: &'static str,
    /// The line there.
    pub line: u32,
    /// Runs it.
    pub run: fn(),
}

/// Obeys the arguments of this process, with the benchmarks of `groups`.
pub fn main(executable: Executable, groups: &'static [Group]) -> ExitCode {
    main_with(executable, &Groups { executable, groups })
}

#[derive(Clone, Copy)]
struct Groups {
    executable: Executable,
    groups: &'static [Group],
}

impl Groups {
    fn run(self, session: &Session) {
        for group in self.groups {
            if session.is_over() {
                return;
            }
            let Group { name, file, line, run } = *group;
            session.run(name, Place { file, line }, run);
        }
    }

    fn case(self, id: String, place: Place, wish: Wish, at: Option<At>) -> Case {
        let Executable { package, target, .. } = self.executable;
        let identity = CaseKey { package, target, path: id.clone(), labels: Vec::new() };
        let body =
            move |bencher| Session::measure(&id, at.as_ref(), bencher, |session| self.run(session));
        Case::of_catalog(identity, place, wish, Box::new(body))
    }
}

impl Catalog for Groups {
    fn cases(&self) -> Listing {
        let (found, problems) = Session::list(|session| self.run(session));
        let cases = found.into_iter();
        let cases = cases.map(|Found { id, place, wish, at }| self.case(id, place, wish, at));
        Listing { cases: cases.collect(), problems }
    }

    /// Nothing is listed for it: whether there is such a benchmark turns out when it is run.
    fn find(&self, id: &str) -> Result<Case, NotFound> {
        let place = Place { file: "", line: 0 };
        Ok(self.case(id.to_owned(), place, Wish::default(), None))
    }

    /// As criterion spells ids.
    fn respelled(&self, word: &str) -> Option<String> {
        Some(spelled(word)).filter(|other| other != word)
    }
}
