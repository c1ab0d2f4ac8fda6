//! The rules of validation: one per numbered requirement of the specification.

/// Writes the enum, its list and its three look-ups from one table.
macro_rules! rules {
    ($($number:literal $name:ident $id:literal $meaning:literal;)+) => {
        /// A rule of validation. Its number is the requirement `EV-n` in `docs/spec/evidence.md`;
        /// its id never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $meaning] $name,)+
        }

        impl Rule {
            /// All rules in the order they are checked.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable id, in kebab case.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// The number of its requirement.
            pub fn number(self) -> u32 {
                match self { $(Self::$name => $number,)+ }
            }

            /// What it demands, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)+ }
            }
        }
    };
}

rules! {
    // The directory.
    1 Unreadable "unreadable" "the directory and its files can be opened and read";
    2 NotSealed "not-sealed" "the directory holds a manifest or checksums: it was sealed once";
    3 SchemaTooNew "schema-too-new" "the format version is not newer than this reader";
    4 SchemaTooOld "schema-too-old" "the format version is not older than this reader reads";
    5 FileCount "file-count" "there are not more files than evidence can have";
    6 FileLink "file-link" "nothing is a symbolic link";
    7 FileType "file-type" "every file is a regular file and only report is a folder";
    8 FileName "file-name" "every name has the canonical form";
    9 FileUnknown "file-unknown" "there is no file or folder that evidence does not have";
    10 FileTooLarge "file-too-large" "no file is larger than its kind may be";
    11 FileMissing "file-missing" "every file that evidence has, or that is listed, is there";
    // Checksums and manifest.
    12 SumsForm "sums-form" "SHA256SUMS has its one canonical form";
    13 SumsCoverage "sums-coverage" "SHA256SUMS lists every file but itself";
    14 HashMismatch "hash-mismatch" "every file has its digest of SHA256SUMS";
    15 ManifestForeign "manifest-foreign" "the manifest names a format version and a known kind";
    16 ManifestIdentity "manifest-identity" "id, time of creation and producer have their form";
    17 ManifestFiles "manifest-files" "the manifest's table is the list of files, as hashed";
    18 FileSize "file-size" "every file has the length that the manifest gives it";
    19 ManifestLinks "manifest-links" "the manifest names these settings and this host";
    // JSON.
    20 JsonLine "json-line" "JSON stands on whole lines of bounded length";
    21 JsonUtf8 "json-utf8" "JSON is UTF-8";
    22 JsonDepth "json-depth" "JSON is not nested too deeply";
    23 JsonSyntax "json-syntax" "JSON follows its grammar";
    24 JsonDuplicateKey "json-duplicate-key" "no object has a key twice";
    25 JsonType "json-type" "every value has the fields and types of the format";
    26 JsonCanonical "json-canonical" "JSON has its one canonical form";
    // What was asked for, and where. Numbers stay with their rules: later ones are larger.
    49 DerivedSize "derived-size" "cases and metrics are few enough for what follows from them";
    27 DigestForm "digest-form" "digests and build-ids are lower-case hex of their length";
    28 CaseIds "case-ids" "cases are named c1 to cn, and words and hooks can be executed";
    59 CaseParameters "case-parameters" "the parameters of a case are named, each once";
    29 Reference "reference" "two or more cases have a reference among them, one has none";
    51 SourceDescriptor "source-descriptor" "each source is described once";
    30 MetricDescriptor "metric-descriptor" "each metric is described once, without contradiction";
    50 MetricRole "metric-role" "unit, kind and class of a metric are those of its role";
    57 MetricDerivation "metric-derivation" "a derived metric is a ratio of two requested ones";
    63 AbilityReports "ability-reports" "each ability is reported once, of a source there is";
    31 MetricSelection "metric-selection" "settings and capabilities agree on what was requested";
    32 PolicyRange "policy-range" "limit and chance of error lie in their ranges";
    52 PolicyForeign "policy-foreign" "the policy is one whose rules are known";
    33 PolicyMetrics "policy-metrics" "judged metrics are requested and quantitative";
    34 PlanBlocks "plan-blocks" "the numbers of blocks follow from request, family and limits";
    56 PlanCounted "plan-counted" "counted runs are planned where a requested metric needs them";
    53 PlanReason "plan-reason" "the plan says why it has that many blocks";
    54 HostFingerprint "host-fingerprint" "the fingerprint is that of the facts";
    35 CohortBinaries "cohort-binaries" "the cohort names one binary for each case";
    36 CohortBoot "cohort-boot" "cohort and host lived in the same boot";
    37 IncompleteReason "incomplete-reason" "incomplete evidence says why";
    // The runs.
    38 RunIndex "run-index" "runs are numbered from 0 without a gap";
    39 RunPlan "run-plan" "runs follow the planned order, roles and positions";
    40 RunCount "run-count" "complete evidence has every planned run and none beside";
    41 RunProcess "run-process" "each run has the process the cohort lists for it, once";
    55 ProcessOrder "process-order" "processes are possible, and none began before the one before";
    42 RunExit "run-exit" "exits are possible, and only failed runs keep their error output";
    43 RunMetrics "run-metrics" "each run observes the requested metrics of its pass";
    44 ObservationUnit "observation-unit" "a value has its metric's unit";
    45 ObservationScope "observation-scope" "a value has its metric's scope";
    46 ObservationValue "observation-value" "a value is a number its metric can have";
    58 ObservationDerived "observation-derived" "what is derived follows from the run's own inputs";
    60 ProgramOrder "program-order" "what programs said stands run by run, within its bounds";
    61 ProgramLine "program-line" "what programs said could have been read off a line";
    62 RunProgram "run-program" "windows and the rest of a run are what its program said";
    47 AbsenceReason "absence-reason" "what is absent says why";
    // What follows from them.
    48 SummaryDerived "summary-derived" "the summary is what the runs say";
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}
