//! The page for a browser: where it is written, and what a browser makes of it.

use crate::bed::{assert_refused, assert_valid, probity};
use probity_testbed::{Finished, Scratch, Tool, has_program, skip_unless};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const BROWSER: &str = "/usr/bin/chromium";
/// What a stranger might call a command.
const HOSTILE: &str = "</code><script>document.title='run'</script><img src=x onerror=alert(1)>";

#[test]
fn the_page_is_the_same_wherever_it_is_asked_for() {
    let scratch = Scratch::new();
    let arguments = ["stat", "--quiet", "-r", "6", "--out", "kept", "--html", "page.html"];
    let finished = probity(&scratch).run(arguments.into_iter().chain(["true", "true"]));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let page = fs::read_to_string(scratch.join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page, fs::read_to_string(scratch.join("kept/report/report.html")).unwrap());
    let shown = probity(&scratch).run(["report", "kept", "--html"]);
    assert_eq!((shown.code, &*shown.stdout), (Some(0), &*page), "{}", shown.stderr);
    let both = probity(&scratch).run(["report", "kept", "--html", "--markdown"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

#[test]
fn a_place_for_the_page_that_takes_none_is_refused_before_anything_runs() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("folder")).unwrap();
    for place in ["folder", "no/such/folder/page.html"] {
        let finished = probity(&scratch).run(["stat", "--html", place, "--", "touch", "ran"]);
        assert_refused(&finished, 1, &["failed to write", place]);
    }
    let words = ["stat", "--html", "one", "--json", "one", "--", "touch", "ran"];
    assert_refused(&probity(&scratch).run(words), 2, &["--json and --html"]);
    assert_eq!(scratch.names(), ["folder"]);
}

#[test]
fn the_environment_asks_for_the_page_too() {
    let scratch = Scratch::new();
    let tool = probity(&scratch).with("PROBITY_HTML", "page.html");
    let finished = tool.run(["stat", "--quiet", "-r", "1", "--", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(scratch.names(), ["page.html"]);
}

#[test]
fn a_browser_shows_it_without_errors_and_asks_nobody() {
    if !skip_unless("chromium", has_program(BROWSER)) {
        return;
    }
    let scratch = Scratch::new();
    let names = ["-n", "quick & <b>bold</b>", "-n", HOSTILE];
    let arguments = ["stat", "--quiet", "-r", "6", "--html", "page.html"].into_iter().chain(names);
    let finished = probity(&scratch).run(arguments.chain(["true", "sleep 0.002"]));
    assert_eq!(finished.code, Some(0), "{finished:?}");

    let shown = opened(&scratch, "page.html");
    assert_eq!(consoled(&shown), Vec::<&str>::new());
    let dom = shown.stdout;
    for id in [
        "verdict",
        "headline",
        "notes",
        "origin",
        "ratios",
        "commands",
        "command-1",
        "command-2",
        "metrics",
        "sources",
        "host",
        "settings",
        "reproduce-command",
    ] {
        assert_eq!(dom.matches(&format!("id=\"{id}\"")).count(), 1, "{id} in {dom}");
    }
    assert!(dom.contains("time.wall") && dom.contains("psi.cpu.full"), "{dom}");
    assert_eq!(dom.matches("<svg ").count(), 5, "ratios, and two drawings a command");
    assert_eq!(dom.matches("<article ").count(), 2);
    assert!(dom.contains("quick &amp; &lt;b&gt;bold&lt;/b&gt;"), "{dom}");
    assert!(dom.contains("&lt;/code&gt;&lt;script&gt;"), "{dom}");
    for tag in ["<script", "<img", "<b>", "<title>run"] {
        assert!(!dom.contains(tag), "{tag} in {dom}");
    }
}

/// The checks above can fail: a page that does what ours must not is caught by the same means.
#[test]
fn a_browser_tells_of_errors_and_of_requests() {
    if !skip_unless("chromium", has_program(BROWSER)) {
        return;
    }
    let scratch = Scratch::new();
    let probe = Probe::new();
    let image = format!("<img src=\"http://{}/x\">", probe.address);
    fs::write(scratch.join("open.html"), format!("<body>{image}</body>")).unwrap();
    opened(&scratch, "open.html");
    assert!(probe.requests() > 0, "nobody asked for the image");

    let asked = probe.requests();
    let finished = probity(&scratch).run(["stat", "--quiet", "-r", "1", "--html", "page", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let page = fs::read_to_string(scratch.join("page")).unwrap();
    let smuggled = format!("{image}<p style=\"color:red\">x</p><script>1</script></main>");
    fs::write(scratch.join("smuggled.html"), page.replace("</main>", &smuggled)).unwrap();
    let shown = opened(&scratch, "smuggled.html");
    assert_eq!(probe.requests(), asked, "the policy of the page lets nothing out");
    let complaints = consoled(&shown).join("\n");
    for directive in ["img-src", "style-src", "script-src"] {
        assert!(complaints.contains(directive), "{directive} in {shown:?}");
    }
}

/// Opens a file of `scratch` in the browser: the page as it stands then, and its console.
fn opened(scratch: &Scratch, name: &str) -> Finished {
    let profile = scratch.join(format!("profile-of-{name}"));
    let options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--dump-dom",
    ];
    let mut words: Vec<String> = options.map(String::from).to_vec();
    words.push(format!("--user-data-dir={}", profile.display()));
    words.push(format!("file://{}", scratch.join(name).display()));
    let home = scratch.path().to_string_lossy().into_owned();
    let finished = Tool::new(Path::new(BROWSER), scratch.path()).with("HOME", &home).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("</html>"), "{finished:?}");
    finished
}

/// What the page had the browser write to its console.
fn consoled(shown: &Finished) -> Vec<&str> {
    shown.stderr.lines().filter(|line| line.contains("CONSOLE")).collect()
}

/// A server on this machine that counts who comes.
struct Probe {
    address: String,
    requests: Arc<AtomicUsize>,
}

impl Probe {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&requests);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::SeqCst);
                // Whoever asks may go away before the answer; it is counted all the same.
                let _ = stream.read(&mut [0; 1024]);
                let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            }
        });
        Self { address, requests }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}
