//! `/proc/pressure/*`: lines `some avg10=… avg60=… avg300=… total=MICROSECONDS` and `full …`
//! (Documentation/accounting/psi.rst).

/// The `total=` of the line that starts with `label`, in nanoseconds.
pub(super) fn total_ns(pressure: &[u8], label: &str) -> Result<u64, &'static str> {
    let line = pressure
        .split_inclusive(|&byte| byte == b'\n')
        .filter_map(|line| line.strip_prefix(label.as_bytes()))
        .find(|rest| rest.starts_with(b" "))
        .ok_or("it has no such line")?;
    let at = line
        .windows(TOTAL.len())
        .position(|window| window == TOTAL)
        .ok_or("the line has no total")?;
    microseconds(&line[at + TOTAL.len()..])?.checked_mul(1000).ok_or("the total is too large")
}

const TOTAL: &[u8] = b" total=";

/// The digits at the start of `text`, as a number. White space must follow: it proves that the
/// number was not cut off.
fn microseconds(text: &[u8]) -> Result<u64, &'static str> {
    let length = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .ok_or("it is cut off inside the total")?;
    let (digits, rest) = text.split_at(length);
    if !rest[0].is_ascii_whitespace() {
        return Err("the total is not a number");
    }
    let digits = std::str::from_utf8(digits).map_err(|_| "it is not text")?;
    digits.parse().map_err(|_| "the total is not a number")
}
