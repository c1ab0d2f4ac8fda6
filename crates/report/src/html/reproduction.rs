//! The command line that measures the same again.

use super::markup::{Html, element};
use crate::escape::Escaped;
use crate::phrase::Phrase;
use crate::stat::Campaign;
use probity_model::{
    CaseSettings, CountedRuns, HookKind, IgnoredFailures, Metric, MetricRole, Output, Pass,
    Settings, Text,
};

/// Bytes of a command line that is shown; a longer one is in the evidence.
const LONGEST: usize = 16 << 10;
/// How redacted words begin.
const REDACTED: &[u8] = b"redacted-";

/// How to reproduce.
pub(super) fn reproduction(campaign: Campaign<'_>) -> Html {
    let settings = &campaign.document.settings;
    let head = element("h2").line("How to reproduce");
    if campaign.is_bench() {
        return element("section").id("reproduce").line(head.then(benchmarks(campaign)));
    }
    let line = command_line(campaign);
    let shown = if line.len() > LONGEST {
        let words =
            "The command line is too long to be shown; the evidence keeps every word of it.";
        element("p").line(words)
    } else {
        let lines = [b"cd ".as_slice(), &quoted(&settings.directory.0)].concat();
        let lines: Html = [lines, line]
            .iter()
            .map(|line| Html::of(&Escaped::of_bytes(line)).then("\n"))
            .collect();
        element("pre").id("reproduce-command").line(lines)
    };
    let mut notes = Phrase::from(
        "The same seed gives the same order. The environment is kept as a digest only, and the \
         numbers are those of the host above.",
    );
    let hooks = |case: &CaseSettings| HookKind::ALL.map(|kind| case.hooks.get(kind).cloned());
    let hooks = settings.cases.iter().flat_map(hooks).flatten();
    let mut words = settings.cases.iter().flat_map(|case| case.argv.iter().cloned()).chain(hooks);
    if words.any(|word| word.0.starts_with(REDACTED)) {
        notes = notes.ours(" Arguments were redacted: put them in again.");
    }
    let notes = element("p").class("faint").line(notes.html());
    element("section").id("reproduce").line(head.then(shown).then(notes))
}

/// What executable the benchmarks are in: how it was built the evidence does not know.
fn benchmarks(campaign: Campaign<'_>) -> Html {
    let settings = &campaign.document.settings;
    let first = settings.cases.first().and_then(|case| case.argv.first());
    let line = Phrase::from("Each run was a process of its own of ");
    let line = match first {
        Some(executable) => line.name(executable),
        None => line.ours("an executable that is not known"),
    };
    let line = line.ours(" in ").name(&settings.directory).ours(", which cargo bench builds and ");
    let line = line.ours("runs. The order inside the blocks is that of seed ");
    let line = line.number(settings.plan.seed).ours(". The environment is kept as a digest only.");
    element("p").line(line.html())
}

/// The words of the command line, for a shell.
fn command_line(campaign: Campaign<'_>) -> Vec<u8> {
    let settings = &campaign.document.settings;
    let plan = &settings.plan;
    let percent = percent(settings.policy.practical_limit).to_string();
    let mut words: Vec<Vec<u8>> = vec!["probity stat".into()];
    let mut add = |flag: &str, value: &[u8]| {
        words.push([flag.as_bytes(), b" ", &quoted(value)].concat());
    };
    add("-r", plan.blocks.to_string().as_bytes());
    add("-w", plan.warmup.to_string().as_bytes());
    add("--seed", plan.seed.to_string().as_bytes());
    if campaign.is_comparison() {
        add("--limit", percent.as_bytes());
    }
    let asked = selection(campaign);
    if let Asked::For(metrics) = &asked {
        add("--metrics", metrics.as_bytes());
    }
    let shell = shell(settings);
    if let Some(shell) = shell {
        add("--shell", &shell.0);
    }
    if let Some(input) = settings.cases.first().and_then(|case| case.streams.input.as_ref()) {
        add("--input", &input.0);
    }
    outputs(settings).into_iter().for_each(|output| add("--output", output));
    for kind in HookKind::ALL {
        hooks(settings, kind).into_iter().for_each(|hook| add(kind.option(), hook));
    }
    let given = |case: &CaseSettings| {
        if shell.is_some() { case.command.0.clone() } else { joined(&case.argv, single) }
    };
    if settings.cases.iter().any(|case| case.name != case.command) {
        settings.cases.iter().for_each(|case| add("-n", &case.name.0));
    }
    let first = settings.cases.first().map(|case| &case.id);
    let mut cases = settings.cases.iter();
    let reference = cases.find(|case| Some(&case.id) == settings.reference.as_ref());
    if let Some(reference) = reference.filter(|case| Some(&case.id) != first) {
        add("--reference", &given(reference));
    }
    if matches!(asked, Asked::ForCounters) {
        words.push("--counters".into());
    }
    if settings.estimate {
        words.push("--estimate".into());
    }
    words.extend(ignored(&settings.ignore_failure));
    match settings.cases.as_slice() {
        [one] if shell.is_none() => {
            words.push([b"-- ".as_slice(), &joined(&one.argv, quoted)].concat())
        }
        all => words.extend(all.iter().map(|case| quoted(&given(case)))),
    }
    words.join(&b' ')
}

/// The percentage that was typed: the shortest one that is read as the same limit.
fn percent(limit: f64) -> f64 {
    let near = (limit * 1e11).round() / 1e9;
    if near / 100.0 == limit { near } else { limit * 100.0 }
}

/// How a command line comes to the metrics of a campaign.
enum Asked {
    /// It says nothing of them.
    ForNothing,
    /// It wants counters too.
    ForCounters,
    /// It names them.
    For(String),
}

/// What has to be asked for: by default everything is observed that timed runs observe, and of a
/// single command, in the end, what counted runs do.
fn selection(campaign: Campaign<'_>) -> Asked {
    let settings = &campaign.document.settings;
    let all = |pass: Pass| {
        let all = campaign.document.capabilities.metrics();
        all.filter(move |report| report.metric.pass == pass)
    };
    let is_usual = all(Pass::Every).all(|report| report.requested == report.is_usual());
    let is_whole = all(Pass::Counted).all(|report| report.requested);
    match (is_usual, (settings.plan.counted, is_whole)) {
        _ if !settings.named.is_empty() => Asked::For(selectors(campaign)),
        (true, (CountedRuns::AtEnd, true)) => Asked::ForNothing,
        (true, (CountedRuns::EachBlock, true)) if !counts_calls(campaign) => Asked::ForCounters,
        (true, (CountedRuns::None, _)) if campaign.is_comparison() => Asked::ForNothing,
        _ => Asked::For(selectors(campaign)),
    }
}

/// Whether system calls are counted, which no other counter brings.
fn counts_calls(campaign: Campaign<'_>) -> bool {
    let of_calls =
        |metric: &Metric| matches!(metric.role, MetricRole::SystemCalls | MetricRole::SystemCall);
    campaign.metrics().any(of_calls)
}

/// More system calls by name than anybody lists: they are all that there are.
const ALL_CALLS: usize = 300;

/// The metrics as they are asked for: by id, as what is in no table was named, and by a pattern
/// where there are hundreds.
fn selectors(campaign: Campaign<'_>) -> String {
    let is_call = |metric: &Metric| metric.role == MetricRole::SystemCall;
    let many = campaign.metrics().filter(|metric| is_call(metric)).count() > ALL_CALLS;
    let selector = |metric: &Metric| match metric.id.as_str().split_once('.') {
        Some((family, _)) if many && is_call(metric) => format!("{family}.*"),
        _ => match campaign.document.settings.named.get(&metric.id) {
            Some(selector) => selector.clone(),
            None => metric.id.to_string(),
        },
    };
    let mut all: Vec<String> = campaign.metrics().map(selector).collect();
    all.dedup();
    all.join(",")
}

/// The shell that runs the commands, where one does.
fn shell(settings: &Settings) -> Option<&Text> {
    let first = settings.cases.first()?.argv.first()?;
    let by_it = |case: &CaseSettings| match case.argv.as_slice() {
        [shell, flag, line] => shell == first && flag.0 == b"-c" && *line == case.command,
        _ => false,
    };
    settings.cases.iter().all(by_it).then_some(first)
}

/// One output for all commands, or one for each; nothing where it is the usual one.
fn outputs(settings: &Settings) -> Vec<&[u8]> {
    let outputs = settings.cases.iter().map(|case| word_of(&case.streams.output));
    let mut words: Vec<&[u8]> = outputs.collect();
    if words.windows(2).all(|pair| pair[0] == pair[1]) {
        words.truncate(1);
    }
    if words == [b"null"] { Vec::new() } else { words }
}

/// One hook for all commands, or one for each; nothing where there is none.
fn hooks(settings: &Settings, kind: HookKind) -> Vec<&[u8]> {
    let hooks = settings.cases.iter().map(|case| case.hooks.get(kind));
    let mut hooks: Vec<Option<&Text>> = hooks.collect();
    if hooks.windows(2).all(|pair| pair[0] == pair[1]) {
        hooks.truncate(1);
    }
    if hooks == [None] {
        return Vec::new();
    }
    // Where each has to be given, the one that does nothing stands for none.
    hooks.into_iter().map(|hook| hook.map_or(b":".as_slice(), |hook| &hook.0)).collect()
}

/// The option that ignores these failures.
fn ignored(failures: &IgnoredFailures) -> Option<Vec<u8>> {
    match failures {
        IgnoredFailures::None => None,
        IgnoredFailures::All => Some(b"-i".into()),
        IgnoredFailures::Codes(codes) => {
            let codes: Vec<String> = codes.iter().map(u8::to_string).collect();
            Some(format!("-i={}", codes.join(",")).into_bytes())
        }
    }
}

fn word_of(output: &Output) -> &[u8] {
    match output {
        Output::Null => b"null",
        Output::Pipe => b"pipe",
        Output::Inherit => b"inherit",
        Output::File(path) => &path.0,
    }
}

/// Words as one line, each quoted by `quote`.
fn joined(words: &[Text], quote: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    words.iter().map(|word| quote(&word.0)).collect::<Vec<_>>().join(&b' ')
}

/// A word in single quotes where it needs any: all that a command line is split by.
fn single(word: &[u8]) -> Vec<u8> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(byte);
    if !word.is_empty() && word.iter().all(is_plain) {
        return word.to_vec();
    }
    let parts: Vec<&[u8]> = word.split(|byte| *byte == b'\'').collect();
    [b"'".as_slice(), &parts.join(br"'\''".as_slice()), b"'"].concat()
}

/// A word that a shell reads as it is. What cannot be shown is spelt out in `$'…'`, which bash and
/// zsh read.
fn quoted(word: &[u8]) -> Vec<u8> {
    if Escaped::of_bytes(word).as_str().as_bytes() == word {
        return single(word);
    }
    let byte = |byte: &u8| match byte {
        b'\'' | b'\\' => vec![b'\\', *byte],
        b' '..=b'~' => vec![*byte],
        byte => format!("\\x{byte:02x}").into_bytes(),
    };
    let inside: Vec<u8> = word.iter().flat_map(byte).collect();
    [b"$'".as_slice(), &inside, b"'"].concat()
}
