// error: a benchmark that takes a bencher cannot return `u8`

#[probity::bench]
fn sort(b: probity::Bencher) -> u8 {
    b.iter(|| 1);
    0
}

fn main() {}
