use super::parse::levels_hz;

#[test]
fn khz_become_hz() {
    assert_eq!(levels_hz(&[800_000]), Some([800_000_000, 800_000_000]));
    assert_eq!(levels_hz(&[800_000, 4_700_123]), Some([2_750_061_500, 4_700_123_000]));
    assert_eq!(levels_hz(&[]), None, "no CPU has no frequency");
    assert_eq!(levels_hz(&[u64::MAX]), None);
    assert_eq!(levels_hz(&[0, 0]), Some([0, 0]), "a zero that is read is a zero");
}
