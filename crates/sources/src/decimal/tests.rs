use super::{BELOW_ZERO, NumberFile, decimal, largest};
use probity_host::root::Root;
use probity_model::Cause;

#[test]
fn a_number_is_all_of_the_file() {
    assert_eq!(decimal(b"0\n"), Ok(0));
    assert_eq!(decimal(b"262143328850\n"), Ok(262_143_328_850));
    assert_eq!(decimal(b"18446744073709551615\n"), Ok(u64::MAX));
    for bad in
        [&b""[..], b"\n", b"12", b"1 2\n", b"+1\n", b"1.5\n", b"x\n", b"<unknown>\n", b"1\n\n"]
    {
        assert!(decimal(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
    assert!(decimal(b"18446744073709551616\n").is_err(), "too large is no number of ours");
    assert_eq!(decimal(b"-4000\n"), Err(BELOW_ZERO));
}

#[test]
fn the_largest_is_of_those_that_say_something() {
    let host = tempfile::tempdir().unwrap();
    let root = Root::at(host.path());
    let file = |name: &str, text: &str| {
        std::fs::write(host.path().join(name), text).unwrap();
        NumberFile::open(&root, &format!("/{name}"), Cause::NoHardware).unwrap()
    };
    let [cold, hot, broken] = [file("a", "41\n"), file("b", "97\n"), file("c", "N/A\n")];
    assert_eq!(largest(&[cold, hot, broken]), Ok(97));
    assert_eq!(largest(&[file("c", "N/A\n")]).unwrap_err().cause, Cause::Implausible);
    assert!(largest(&[]).is_err());
    assert!(NumberFile::open(&root, "/nowhere", Cause::NoHardware).is_err());
}
