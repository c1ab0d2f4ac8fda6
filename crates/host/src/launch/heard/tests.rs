use super::*;
use probity_model::protocol::LineFault;
use proptest::prelude::*;

fn heard(parts: &[&[u8]]) -> Option<Transcript> {
    let mut heard = Heard::default();
    parts.iter().for_each(|part| heard.push(part));
    heard.into_transcript("n".into())
}

const READY: &[u8] = b"{\"type\":\"ready\"}\n";

#[test]
fn silence_is_no_transcript() {
    assert_eq!(heard(&[]), None);
    assert_eq!(heard(&[b""]), None);
}

#[test]
fn lines_come_in_parts_and_the_last_may_have_no_end() {
    let found = heard(&[b"{\"type\":", b"\"ready\"}\n{\"ty"]).unwrap();
    assert!(matches!(
        &found.lines[..],
        [Line::Said(_), Line::Garbage { fault: LineFault::Half, .. }]
    ));
    assert!(found.discarded.is_none());
}

#[test]
fn of_a_long_line_the_beginning_and_the_length_are_kept() {
    let long = vec![b'x'; 3 << 20];
    let found = heard(&[&long[..100], &long[100..], b"\n", READY]).unwrap();
    let [Line::Garbage { fault, line, .. }, Line::Said(_)] = &found.lines[..] else { panic!() };
    assert_eq!((*fault, line.bytes), (LineFault::TooLong, 3 << 20));
    assert_eq!(line.text.0.len(), Unread::BYTES);
    assert!(found.discarded.is_none());
}

#[test]
fn beyond_the_most_lines_all_is_counted_and_not_kept() {
    let many = READY.repeat(Transcript::LINES + 5);
    let found = heard(&[&many, b"{\"half"]).unwrap();
    assert_eq!(found.lines.len(), Transcript::LINES);
    let bytes = 5 * READY.len() as u64 + 6;
    assert_eq!(found.discarded, Discarded { lines: 6, bytes, claims: 0 });
}

#[test]
fn beyond_the_most_bytes_whole_lines_are_discarded() {
    let line = [vec![b'y'; 4000], b"\n".to_vec()].concat();
    let count = 1000;
    let found = heard(&[&line.repeat(count)]).unwrap();
    let kept = Transcript::BYTES / line.len();
    assert_eq!(found.lines.len(), kept);
    let lost = (count - kept) as u64;
    let bytes = lost * line.len() as u64;
    assert_eq!(found.discarded, Discarded { lines: lost, bytes, claims: 0 });
}

#[test]
fn claims_are_kept_longer_than_the_rest() {
    const WORK: &[u8] = b"{\"type\": \"work\", \"units\": \"rows\", \"count\": 1}\n";
    let many = READY.repeat(Transcript::LINES + 9);
    let found = heard(&[&many, &WORK.repeat(3), READY, WORK]).unwrap();
    assert_eq!(found.lines.len(), Transcript::LINES + 4);
    assert_eq!((found.discarded.lines, found.discarded.claims), (10, 0));
    let found = heard(&[&many, &WORK.repeat(Transcript::CLAIMS + 7), b"rubbish\n"]).unwrap();
    assert_eq!(found.lines.len(), Transcript::LINES + Transcript::CLAIMS);
    assert_eq!((found.discarded.lines, found.discarded.claims), (9 + 7 + 1, 7));
}

proptest! {
    // Few, and few of them long: an emulated CPU runs them too.
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// However the bytes come, the same is heard, and no byte is forgotten.
    #[test]
    fn the_parts_do_not_matter(
        text in proptest::collection::vec(prop_oneof![3 => Just(b'a'), 1 => Just(b'\n')], 0..900),
        part in 1..50_000_usize,
    ) {
        let text = text.repeat(if text.len() > 850 { 800 } else { 1 });
        let parts: Vec<&[u8]> = text.chunks(part).collect();
        let whole = heard(&[&text]);
        prop_assert_eq!(&heard(&parts), &whole);
        let Some(whole) = whole else {
            prop_assert!(text.is_empty());
            return Ok(());
        };
        let kept: u64 = whole.lines.iter().map(|line| match line {
            Line::Garbage { fault: LineFault::Half, line, .. } => line.bytes,
            Line::Garbage { line, .. } => line.bytes + 1,
            _ => 0,
        }).sum();
        prop_assert_eq!(kept + whole.discarded.bytes, text.len() as u64);
        let all = text.split(|byte| *byte == b'\n').count() as u64;
        let all = if text.ends_with(b"\n") { all - 1 } else { all };
        prop_assert_eq!(whole.lines.len() as u64 + whole.discarded.lines, all);
    }
}
