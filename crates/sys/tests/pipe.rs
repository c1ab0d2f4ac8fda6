//! A widened pipe takes as much as it says before anybody reads.
#![cfg(target_os = "linux")]

use probity_sys::pipe::widen;
use std::io::Write;

#[test]
fn a_widened_pipe_takes_more_before_it_is_read() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    // More than the 64 KiB of a new pipe, and what every user may have.
    let held = widen(&reader, 256 << 10).unwrap();
    assert!(held >= 256 << 10, "{held}");
    // It would wait here for ever if the size were not true.
    writer.write_all(&vec![0; held]).unwrap();
    let refused = widen(&writer, 64 << 10).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::ResourceBusy);
}

#[test]
fn what_is_no_pipe_is_refused() {
    let file = std::fs::File::open("/dev/null").unwrap();
    assert!(widen(&file, 1 << 20).is_err());
    let (reader, _writer) = std::io::pipe().unwrap();
    assert_eq!(widen(&reader, usize::MAX).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
}
