// error: use of moved value: `b`

#[probity::bench]
fn sort(b: probity::Bencher) {
    b.iter(|| 1);
    b.iter(|| 2);
}

fn main() {}
