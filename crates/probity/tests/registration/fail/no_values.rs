// error: nothing says what this parameter is; write `#[probity::bench(args = [...])]`

#[probity::bench]
fn sort(b: probity::Bencher, n: usize) {
    b.iter(|| n);
}

fn main() {}
