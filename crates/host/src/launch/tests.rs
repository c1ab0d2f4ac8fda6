use crate::process::{Process, with_descendants};

fn process(pid: u32, parent: u32) -> Process {
    let line = format!("{pid} (a) b) S {parent} 7 8 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 990 1 2");
    Process::parse(line.as_bytes()).unwrap()
}

#[test]
fn stat_lines_with_hostile_names_parse() {
    let parsed = process(12, 3);
    assert_eq!((parsed.pid, parsed.parent, parsed.group, parsed.session), (12, 3, 7, 8));
    assert_eq!(
        (parsed.name.as_slice(), parsed.state, parsed.start_ticks),
        (&b"a) b"[..], b'S', 990)
    );
    assert!(!parsed.is_zombie());
    for bad in ["", "12", "12 (a", "12 (a) S 3", "x (a) S 3 7 8"] {
        assert_eq!(Process::parse(bad.as_bytes()), None, "{bad}");
    }
    let own = Process::read(std::process::id()).unwrap();
    assert_eq!(own.pid, std::process::id());
}

#[test]
fn descendants_are_found_below_their_roots_only() {
    let all = [process(2, 1), process(3, 2), process(4, 3), process(5, 1), process(6, 4)];
    let found: Vec<u32> = with_descendants(&[3], &all).iter().map(|found| found.pid).collect();
    assert_eq!(found, [3, 4, 6]);
    assert!(with_descendants(&[99], &all).is_empty());
}
