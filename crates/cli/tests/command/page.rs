//! The page for a browser: where it is written, and what a browser makes of it.

use crate::bed::{PROBITY, assert_refused, assert_valid, probity};
use probity_testbed::{Scratch, Tool, has_program, skip_unless};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BROWSER: &str = "/usr/bin/chromium";
/// Whom the browser asks about itself, whatever the page is and whatever it is told.
const ITS_MAKER: [&str; 2] = [".google.com/", ".googleapis.com/"];
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

/// Measures with these words, and again with the command line of the page: the settings agree.
fn measures_the_same_again(words: &[&str]) {
    let scratch = Scratch::new();
    let all = ["stat", "--quiet", "--out", "kept"].iter().chain(words);
    let finished = probity(&scratch).run(all);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let page = probity(&scratch).run(["report", "kept", "--html"]).stdout;
    let (_, rest) = page.split_once("<pre id=\"reproduce-command\">").unwrap();
    let lines = rest.split_once("</pre>").unwrap().0.replace("&#39;", "'").replace("&quot;", "\"");
    let lines = lines.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let again = lines.replace("probity stat", &format!("'{PROBITY}' stat --quiet --out again"));
    let finished = Tool::new("/bin/sh", scratch.path()).run(["-c", &again]);
    assert_eq!(finished.code, Some(0), "{finished:?} of {again}");
    let settings = |name: &str| -> Value {
        let bytes = fs::read(scratch.join(name).join("settings.json")).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let (first, second) = (settings("kept"), settings("again"));
    for key in ["cases", "reference", "policy", "metrics", "directory", "ignore_failure"] {
        assert_eq!(first[key], second[key], "{key} after {again}");
    }
    for key in ["seed", "blocks", "warmup", "counted"] {
        assert_eq!(first["plan"][key], second["plan"][key], "{key} after {again}");
    }
}

#[test]
fn its_command_line_measures_the_same_again() {
    let commands = ["printf %s 'it'\\''s' 'a  b'", "true", "--reference", "true"];
    let options = ["-r", "4", "--limit", "7", "-n", "one & <two>", "-n", "'"];
    measures_the_same_again(&[&options[..], &commands].concat());
}

#[test]
fn its_command_line_counts_the_same_again() {
    for words in [
        &["true"][..],
        &["--counters", "true"],
        &["--counters", "true", "true"],
        &["--metrics", "all", "true", "true"],
        &["--metrics", "time.*", "true"],
        &["--metrics", "time.*", "--counters", "true"],
        &["--syscalls", "true"],
        &["--syscalls=read,write", "--counters", "true", "true"],
        &["--metrics", "mem.*,io.*,psi.*,sched.*,time.*", "true"],
        &["--metrics", "msr/config=0,config1=0/,perf.raw.r1c2:u,psi", "--estimate", "true"],
    ] {
        measures_the_same_again(&[&["-r", "2"], words].concat());
    }
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

    let Shown { dom, console, requests } = opened(&scratch, "page.html");
    assert_eq!((console, requests), (Vec::new(), BTreeSet::new()));
    for id in [
        "verdict",
        "headline",
        "notes",
        "origin",
        "ratios",
        "commands",
        "time-legend",
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
    assert_eq!(dom.matches("<svg ").count(), 7, "ratios, and three drawings a command");
    assert_eq!(dom.matches("<article ").count(), 2);
    assert!(dom.contains("quick &amp; &lt;b&gt;bold&lt;/b&gt;"), "{dom}");
    assert!(dom.contains("&lt;/code&gt;&lt;script&gt;"), "{dom}");
    for tag in ["<script", "<img", "<b>", "<title>run"] {
        assert!(!dom.contains(tag), "{tag} in {dom}");
    }
}

/// Names that must neither break out of the page nor widen it.
fn hostile_names() -> [String; 5] {
    let long = "x".repeat(2_000);
    [HOSTILE, "two\nlines", "\u{202e}reversed\u{202c}", &long, ""].map(String::from)
}

/// A page of these commands, which are named so.
fn page(scratch: &Scratch, name: &str, commands: &[&str], names: &[String]) {
    let names = names.iter().flat_map(|name| ["-n", name]);
    let options = ["stat", "--quiet", "-r", "6", "--html", name].into_iter().chain(names);
    let finished = probity(scratch).run(options.chain(commands.iter().copied()));
    assert_eq!(finished.code, Some(0), "{finished:?}");
}

#[test]
fn it_is_sound_in_a_browser_with_one_command_with_twelve_and_with_hostile_names() {
    if !skip_unless("chromium", has_program(BROWSER)) {
        return;
    }
    let scratch = Scratch::new();
    page(&scratch, "one.html", &["--", "true"], &[]);
    page(&scratch, "twelve.html", &["true"; 12], &[]);
    // The last is not divided.
    let commands = ["true", "true", "true", "true", "sh -c 'sleep 0.01; true'"];
    page(&scratch, "hostile.html", &commands, &hostile_names());
    for (name, commands, drawings) in [("one", 1, 3), ("twelve", 12, 37), ("hostile", 5, 16)] {
        let name = format!("{name}.html");
        let Shown { dom, console, requests } = opened(&scratch, &name);
        assert_eq!((console, requests), (Vec::new(), BTreeSet::new()), "{name}");
        assert_eq!(dom.matches("<article ").count(), commands, "{name}");
        assert_eq!(dom.matches("<figure class=\"time\"").count(), commands, "{name}");
        assert_eq!(dom.matches("<svg ").count(), drawings, "{name}");
        assert!(!dom.contains("<script") && !dom.contains("<img"), "{name}");
        assert!(!dom.contains('\u{202e}') && !dom.contains("two\nlines"), "{name}");
        for width in [390, 1400] {
            assert_eq!(layout(&scratch, &name, width), "sound", "{name} at {width}");
        }
    }
    let dom = opened(&scratch, "hostile.html").dom;
    for shown in ["two\\nlines", "\\u{202e}reversed\\u{202c}", "Not divided: other threads or"] {
        assert!(dom.contains(shown), "{shown} in {dom}");
    }
}

/// What is wrong with the page on a screen so wide, as the browser lays it out. It is asked by a
/// script in a copy without the policy, which would let none in; the screen is a frame, because the
/// browser's own window has a least width.
fn layout(scratch: &Scratch, name: &str, width: u32) -> String {
    const ASK: &str = "<script>
        const wrong = [];
        const root = document.documentElement;
        if (root.scrollWidth > innerWidth) wrong.push('scrolls to ' + root.scrollWidth);
        for (const text of document.querySelectorAll('svg text')) {
            const box = text.getBBox(), view = text.ownerSVGElement.viewBox.baseVal;
            const inside = box.x >= -1 && box.x + box.width <= view.width + 1
                && box.y >= -1 && box.y + box.height <= view.height + 1;
            if (!inside) wrong.push('cuts ' + text.textContent);
        }
        document.body.dataset.layout = innerWidth + ': ' + (wrong.join('; ') || 'sound');
        </script></body>";
    let page = fs::read_to_string(scratch.join(name)).unwrap();
    let start = page.find("<meta http-equiv").unwrap();
    let end = start + page[start..].find("/>").unwrap() + 2;
    let open = format!("{}{}", &page[..start], &page[end..]).replace("</body>", ASK);
    let open = open.replace('&', "&amp;").replace('"', "&quot;");
    let frame = format!(
        "<html><body><iframe width={width} height=900 style=\"border:0\" srcdoc=\"{open}\"></iframe>
        <script>onload = () => document.body.dataset.layout =
            document.querySelector('iframe').contentDocument.body.dataset.layout</script>
        </body></html>"
    );
    let copy = format!("{width}-{name}");
    fs::write(scratch.join(&copy), frame).unwrap();
    let dom = opened(scratch, &copy).dom;
    let (_, rest) = dom.split_once("data-layout=\"").unwrap();
    let found = rest.split('"').next().unwrap();
    found.strip_prefix(&format!("{width}: ")).unwrap_or(found).to_owned()
}

#[test]
fn a_browser_tells_of_a_page_that_is_too_wide() {
    if !skip_unless("chromium", has_program(BROWSER)) {
        return;
    }
    let scratch = Scratch::new();
    let head = "<html><head><meta http-equiv=\"x\"/></head><body style=\"margin:0\">";
    let wide = "<p style=\"width:600px\">x</p><svg viewBox=\"0 0 9 9\"><text>cut off</text></svg>";
    fs::write(scratch.join("wide.html"), format!("{head}{wide}</body></html>")).unwrap();
    assert_eq!(layout(&scratch, "wide.html", 390), "scrolls to 600; cuts cut off");
}

/// The checks above can fail: a page that does what ours must not is caught by the same means.
#[test]
fn a_browser_tells_of_errors_and_of_requests() {
    if !skip_unless("chromium", has_program(BROWSER)) {
        return;
    }
    let scratch = Scratch::new();
    // Nobody listens there; to be asked is enough.
    let image = "<img src=\"http://127.0.0.1:9/x\">";
    fs::write(scratch.join("open.html"), format!("<html><body>{image}</body></html>")).unwrap();
    let Shown { requests, .. } = opened(&scratch, "open.html");
    assert_eq!(requests, BTreeSet::from(["http://127.0.0.1:9/x".to_owned()]));

    let finished = probity(&scratch).run(["stat", "--quiet", "-r", "1", "--html", "page", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let page = fs::read_to_string(scratch.join("page")).unwrap();
    let smuggled = format!("{image}<p style=\"color:red\">x</p><script>1</script></main>");
    fs::write(scratch.join("smuggled.html"), page.replace("</main>", &smuggled)).unwrap();
    let Shown { console, requests, .. } = opened(&scratch, "smuggled.html");
    assert_eq!(requests, BTreeSet::new(), "the policy of the page lets nothing out");
    for directive in ["img-src", "style-src", "script-src"] {
        assert!(console.iter().any(|line| line.contains(directive)), "{directive} in {console:?}");
    }
}

/// What became of a page in the browser.
struct Shown {
    /// The page as it stood in the end.
    dom: String,
    /// What it had the browser write to its console.
    console: Vec<String>,
    /// The addresses it had the browser ask.
    requests: BTreeSet<String>,
}

/// Opens a file of `scratch` in the browser, which can reach this machine only.
fn opened(scratch: &Scratch, name: &str) -> Shown {
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
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        "--no-proxy-server",
        "--enable-logging=stderr",
        "--dump-dom",
    ];
    let log = scratch.join(format!("requests-of-{name}"));
    let mut words: Vec<String> = options.map(String::from).to_vec();
    words.push(format!("--log-net-log={}", log.display()));
    words.push(format!("--user-data-dir={}", scratch.join(format!("user-of-{name}")).display()));
    words.push(format!("file://{}", scratch.join(name).display()));
    let home = scratch.path().to_string_lossy().into_owned();
    let finished = Tool::new(Path::new(BROWSER), scratch.path()).with("HOME", &home).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("</html>"), "{finished:?}");
    let console = finished.stderr.lines().filter(|line| line.contains("CONSOLE"));
    let console = console.map(String::from).collect();
    let requests = requests(&fs::read_to_string(log).unwrap());
    Shown { dom: finished.stdout, console, requests }
}

/// The addresses in the browser's log of its network that its maker does not own.
fn requests(log: &str) -> BTreeSet<String> {
    assert!(log.contains("\"constants\":"), "this is no log: {log}");
    let addresses = log.split("\"url\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let strange = |address: &&str| {
        address.starts_with("http") && !ITS_MAKER.iter().any(|maker| address.contains(maker))
    };
    addresses.filter(strange).map(String::from).collect()
}
