use super::*;
use serde_json::Value;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::string::ToString;
use std::vec::Vec;

fn pipe() -> (Pipe, std::io::PipeReader) {
    let (reader, writer) = std::io::pipe().unwrap();
    let file = File::from(OwnedFd::from(writer));
    let origin = Instant::now();
    (Pipe { file, nonce: "n".to_string(), origin, greeted: AtomicU32::new(0) }, reader)
}

fn lines(pipe: Pipe, mut reader: std::io::PipeReader) -> Vec<(String, u64)> {
    drop(pipe);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let read = |line| serde_json::from_str::<Value>(line).unwrap();
    text.lines()
        .map(read)
        .map(|line| (line["type"].as_str().unwrap().to_string(), line["pid"].as_u64().unwrap()))
        .collect()
}

#[test]
fn each_process_says_hello_before_its_first_message() {
    let (pipe, reader) = pipe();
    for pid in [7, 7, 8, 8] {
        assert_eq!(pipe.say_as(pid, &Message::Ready), Outcome::Sent);
    }
    let expected =
        [("hello", 7), ("ready", 7), ("ready", 7), ("hello", 8), ("ready", 8), ("ready", 8)];
    let said = lines(pipe, reader);
    assert_eq!(said, expected.map(|(kind, pid)| (kind.to_string(), pid)));
}

#[test]
fn a_refused_message_is_an_error_in_its_place() {
    let (pipe, reader) = pipe();
    let text = "x".repeat(LINE_BYTES);
    let outcome = pipe.say_as(7, &Message::Result { value: &text });
    assert_eq!(outcome, Outcome::Refused(Refusal::TooLong));
    let kinds: Vec<String> = lines(pipe, reader).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["hello", "error"]);
}

#[test]
fn a_reader_that_is_gone_is_no_panic() {
    let (pipe, reader) = pipe();
    drop(reader);
    assert_eq!(pipe.say_as(7, &Message::Ready), Outcome::Failed);
}

#[test]
fn only_a_number_that_names_a_pipe_is_opened() {
    let (reader, writer) = std::io::pipe().unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&writer).to_string();
    assert!(Pipe::open(&number, "n".to_string()).is_some());
    assert!(Pipe::open(&number, String::new()).is_none());
    assert!(Pipe::open(&number, "n".repeat(NONCE_BYTES + 1)).is_none());
    for bad in ["", "-1", "+1", "x", "../../self/fd/1", "4000000000", "99999999999999999999"] {
        assert!(Pipe::open(bad, "n".to_string()).is_none(), "{bad}");
    }
    let file = File::open("/dev/null").unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&file).to_string();
    assert!(Pipe::open(&number, "n".to_string()).is_none(), "a device is no pipe");
    drop(reader);
}
