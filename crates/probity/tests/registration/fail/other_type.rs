// error: expected `usize`, found `&str`

#[probity::bench(args = ["a", "b"])]
fn sort(n: usize) -> usize {
    n
}

fn main() {}
