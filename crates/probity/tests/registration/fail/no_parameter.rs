// error: `sort` has no parameter for an argument; add one, as `n: usize`, or remove `args`

#[probity::bench(args = [1, 2])]
fn sort(b: probity::Bencher) {
    b.iter(|| 1);
}

fn main() {}
