use super::bundle::quoted;
use super::emulator::nodes;
use super::image::order_of;
use super::{Action, Machine, Request};

fn parse(line: &str) -> Option<Request> {
    Request::parse(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn requests_are_read() {
    let bare = parse("arm64").unwrap();
    assert_eq!((bare.machine, &bare.action), (Machine::Arm64, &Action::Prepare));
    assert_eq!((bare.settings.pace, bare.settings.cpus, bare.settings.nodes), (Some(0), 2, 2));
    assert_eq!(parse("amd64").unwrap().settings.pace, None);
    let run = parse("arm64 --icount 2 --kernel 6.12 --seconds 9 --nodes 3 run -- a --icount b");
    let run = run.unwrap();
    assert_eq!(run.action, Action::Run(["a", "--icount", "b"].map(str::to_owned).into()));
    assert_eq!((run.settings.pace, run.settings.nodes, run.settings.seconds), (Some(2), 3, 9));
    assert_eq!(run.settings.kernel.as_deref(), Some("6.12"));
    assert_eq!(parse("arm64 --icount off").unwrap().settings.pace, None);
    let test = |name: &str, words: &[&str]| {
        Action::Test(name.to_owned(), words.iter().map(|&word| word.to_owned()).collect())
    };
    assert_eq!(parse("amd64 test").unwrap().action, test("", &[]));
    assert_eq!(
        parse("amd64 test bed loops --list").unwrap().action,
        test("bed", &["loops", "--list"])
    );
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    for line in [
        "riscv64",
        "arm64 run",
        "arm64 run --",
        "arm64 run probity",
        "arm64 boot",
        "arm64 --icount",
        "arm64 --icount 11",
        "arm64 --cpus 0",
        "arm64 --seconds soon",
        "arm64 --unknown 1",
    ] {
        assert_eq!(parse(line), None, "{line}");
    }
}

#[test]
fn words_reach_the_guest_as_they_are() {
    assert_eq!(quoted("a b"), "'a b'");
    assert_eq!(quoted("$x `y` \"z\" \\"), "'$x `y` \"z\" \\'");
    assert_eq!(quoted("it's"), r"'it'\''s'");
}

#[test]
fn modules_are_loaded_after_what_they_need() {
    let dependencies = "kernel/fs/ext4/ext4.ko: kernel/lib/crc16.ko kernel/fs/jbd2/jbd2.ko\n\
        kernel/drivers/virtio/virtio-pci.ko.xz: kernel/drivers/virtio/legacy.ko.xz\n\
        kernel/fs/jbd2/jbd2.ko:\n";
    let order = order_of(dependencies, &["virtio_pci", "built_in", "ext4", "jbd2"]);
    let expected = [
        "kernel/drivers/virtio/legacy.ko.xz",
        "kernel/drivers/virtio/virtio-pci.ko.xz",
        "kernel/fs/jbd2/jbd2.ko",
        "kernel/lib/crc16.ko",
        "kernel/fs/ext4/ext4.ko",
    ];
    assert_eq!(order, expected);
}

#[test]
fn cpus_are_spread_over_nodes_and_no_memory_is_lost() {
    let owned = |count, cpus| -> Vec<String> {
        let options = nodes(count, cpus).into_iter().map(|(_, value)| value);
        let of_nodes = options.filter_map(|value| {
            let (_, own) = value.strip_prefix("node,")?.split_once(",memdev=memory")?;
            Some(own.split_once(",cpus=").map_or_else(String::new, |(_, cpus)| cpus.to_owned()))
        });
        of_nodes.collect()
    };
    assert_eq!(owned(2, 2), ["0-0", "1-1"]);
    assert_eq!(owned(3, 2), ["0-0", "1-1", ""]);
    assert_eq!(owned(2, 5), ["0-1", "2-4"]);
    assert!(owned(1, 4).is_empty());
    let options = nodes(3, 2);
    let sizes = options.iter().filter_map(|(_, value)| value.split_once("size="));
    let sizes = sizes.map(|(_, size)| size.trim_end_matches('M').parse::<u32>().unwrap());
    assert_eq!(sizes.sum::<u32>(), 1024);
    assert!(options.contains(&("-numa", "dist,src=0,dst=2,val=30".to_owned())));
}
