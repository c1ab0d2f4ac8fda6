// error: the bencher is taken by value; write `b: probity::Bencher`

#[probity::bench]
fn sort(b: &mut probity::Bencher) {
    b.iter(|| 1);
}

fn main() {}
