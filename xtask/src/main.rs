//! `cargo xtask tidy`, `cargo xtask bench TARGET`, `cargo xtask test-as USER`,
//! `cargo xtask bed MACHINE`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xtask::{bed, bench, test_pass, tidy};

const USAGE: &str = "\
usage: cargo xtask tidy [ROOT]             the rules of the tree
       cargo xtask bench TARGET [--quick]  promises that need real programs: verdicts, rss, alarms,
                                           counters, marker
       cargo xtask bench stat [--quick] [--check]
                                           what measuring costs, beside hyperfine and perf;
                                           --check fails where an aim is not met
       cargo xtask bench syscalls [--quick] [--check]
                                           what counting system calls costs, beside strace and
                                           perf; tracefs has to be mounted
       cargo xtask bench harness [--quick] [--check]
                                           what measuring benchmarks costs, and how true it is,
                                           beside criterion and divan; fetches them
       cargo xtask bench aa [--quick] [--campaigns N] [--processes LIST] [--out DIR]
                                           how often a benchmark is called different from its
                                           baseline; goes on with what is in DIR
       cargo xtask test-as USER            every test program once more, as USER (needs root)
       cargo xtask bed MACHINE [OPTIONS] [run -- COMMAND... | test [NAME [WORD...]]]
                                           makes an emulated guest, arm64 or amd64; runs COMMAND
                                           in it, with probity, perf and the exit code passed on,
                                           or the test programs (with NAME in theirs and
                                           these words; `cli` ones only when named)
           --icount N|off                  an instruction takes 2^N ns (arm64: 0), or any time
           --kernel LINE                   Debian's kernels of that line, such as 6.12
           --cpus N --nodes N              CPUs and memory nodes (2 and 2)
           --seconds N                     how long the guest may run (600)
           --fresh                         fetch and make it again";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["tidy"] => run_tidy(&workspace()),
        ["tidy", root] => run_tidy(Path::new(root)),
        ["bench", target, options @ ..] => run_bench(target, options),
        ["bed", words @ ..] => run_bed(words),
        ["test-as", user] => {
            let tell = |program: &str| println!("running {program}");
            finish(test_pass::run(&workspace(), user, tell))
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The workspace this command was built from.
fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}

fn run_tidy(root: &Path) -> ExitCode {
    match tidy::check(root) {
        Ok(findings) if findings.is_empty() => {
            println!("tidy: {} rules, no findings", tidy::rule_names().count());
            ExitCode::SUCCESS
        }
        Ok(findings) => {
            for finding in &findings {
                println!("{finding}");
            }
            println!("tidy: {} findings", findings.len());
            ExitCode::FAILURE
        }
        Err(error) => finish(Err(error)),
    }
}

fn run_bench(target: &str, options: &[&str]) -> ExitCode {
    let parsed = bench::Target::parse(target).zip(bench::Options::parse(options));
    let Some((target, options)) = parsed else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match target.run(&workspace(), &options, &|line| eprintln!("{line}")) {
        Ok(outcome) => {
            print!("{}", outcome.table);
            let fails = !outcome.met && (options.check || target.promises());
            if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => finish(Err(error)),
    }
}

fn run_bed(words: &[&str]) -> ExitCode {
    let Some(request) = bed::Request::parse(words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match request.run(&workspace(), |line| eprintln!("{line}")) {
        // Codes of processes have eight bits.
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => finish(Err(error)),
    }
}

fn finish(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: failed to {error}");
            ExitCode::FAILURE
        }
    }
}
