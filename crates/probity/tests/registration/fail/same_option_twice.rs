// error: `args` is given twice; write one of them

#[probity::bench(args = [1], args = [2])]
fn sort(n: usize) -> usize {
    n
}

fn main() {}
